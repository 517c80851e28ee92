//! Inline runs, on the calling thread, beside runs on several threads: equal rows, totals and order.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use countless::cover::{CoverMethod, CoverProblem, SymmetryOptions, make};
use countless::engine::{ErasedProblem, Outcome, Progress, Run};
use countless::ledger::{Residue, Shard};
use countless::queens::{
    Board, BoardProblem, BoardTurn, QueensMethod, RegionGenerator, TurnCounter, counter,
};
use countless::sudoku::{
    AskMemory, Canonicalise, Count, Enumerate, Generate, GenerateOptions, Grid, Rate, Solve,
    Unavoidable,
};
use countless::table::{Format, Table};
use countless::variants::{GenerateVariants, Shape, ShapeOptions};
use proptest::prelude::*;

/// A puzzle with 358 solutions.
const SEVERAL: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........";

/// A problem of each kind, by its number. Small enough for debug builds.
fn problem(number: usize) -> Box<dyn ErasedProblem> {
    let run = Run::new();
    let several: Grid = format!("{SEVERAL:.<81}").parse().expect("a puzzle");
    let puzzles = |index: usize| -> Result<_, countless::sudoku::GridError> {
        // Each has a clue less than the one before; each seventh is invalid.
        let text = format!("{SEVERAL:.<81}");
        let keep = if index % 7 == 6 { 80 } else { 81 };
        let cut = 70 - index % 5;
        let text = format!("{:.<81}", &text[..cut]);
        text[..keep].parse()
    };
    let solved: Grid =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .expect("a grid");
    let dominoes = || make::dominoes(4, 5).expect("a problem");
    let symmetries = SymmetryOptions::new();
    let generate = GenerateOptions::new().count(5).seed(3);
    match number {
        0 => Box::new(Board::new(7).expect("a board").listing()),
        1 => Box::new(
            Board::new(8)
                .and_then(|it| it.queen(1, 5))
                .expect("a board")
                .counter(),
        ),
        2 => counter(9, QueensMethod::Join, 2).expect("a problem"),
        3 => Box::new(BoardProblem::square_counter(6).expect("a problem")),
        4 => Box::new(TurnCounter::new(12, BoardTurn::Half).expect("a problem")),
        5 => Box::new(RegionGenerator::new(5, 3, 1).expect("a problem")),
        6 => Box::new(Enumerate::new(several)),
        7 => Box::new(Generate::new(generate).expect("possible")),
        8 => Box::new(Unavoidable::new(solved, 6).expect("a problem")),
        9 => Box::new(AskMemory::new(Solve::new(), "list", 60, puzzles).expect("a question")),
        10 => Box::new(AskMemory::new(Count::new(), "list", 9, puzzles).expect("a question")),
        11 => Box::new(AskMemory::new(Rate::new(), "list", 9, puzzles).expect("a question")),
        12 => {
            Box::new(AskMemory::new(Canonicalise::new(), "list", 9, puzzles).expect("a question"))
        }
        13 => {
            let shape = Shape::new(&ShapeOptions::new().size(4)).expect("a shape");
            Box::new(GenerateVariants::new(shape, 4, 1, None, &run).expect("a problem"))
        }
        14 => Box::new(CoverProblem::listing(dominoes()).with_names()),
        15 => {
            let search = CoverProblem::counting(dominoes(), CoverMethod::Search, &run);
            Box::new(search.expect("a problem"))
        }
        16 => {
            let list = CoverProblem::listing_classes(dominoes(), &symmetries, &run);
            Box::new(list.expect("a problem"))
        }
        17 => {
            let count =
                CoverProblem::counting_classes(dominoes(), &symmetries, CoverMethod::Auto, &run);
            Box::new(count.expect("a problem"))
        }
        _ => Box::new(CoverProblem::sampling(dominoes(), 100, 5, &run).expect("a problem")),
    }
}

const PROBLEMS: usize = 19;

/// Rows of a run, with its total.
fn rows(problem: &dyn ErasedProblem, run: &Run) -> (String, String) {
    let mut text = Vec::new();
    let outcome = run.write(problem, Table::writer(&mut text, Format::Ndjson));
    let outcome = outcome.expect("a run");
    let total = format!("{:?} {} {:?}", outcome.total, outcome.rows, outcome.stopped);
    (String::from_utf8(text).expect("text"), total)
}

/// Total of a count, with its residue, work and subtrees.
fn total(problem: &dyn ErasedProblem, run: &Run) -> (u128, Residue, u64, u64) {
    let Outcome {
        total, subtrees, ..
    } = run.count(problem).expect("a run");
    (total.count, total.residue, total.work, subtrees)
}

#[test]
fn inline_runs_equal_those_on_one_and_two_threads() {
    for number in 0..PROBLEMS {
        let problem = problem(number);
        let inline = Run::new().threads(2).inline();
        let expected = rows(&*problem, &inline);
        let counted = total(&*problem, &inline);
        for threads in [1, 2] {
            let run = Run::new().threads(threads).subtrees(None);
            let same = inline.clone().subtrees(None);
            assert_eq!(
                rows(&*problem, &run),
                rows(&*problem, &same),
                "problem {number}"
            );
            assert_eq!(
                total(&*problem, &run),
                total(&*problem, &same),
                "problem {number}"
            );
        }
        let run = Run::new().threads(2);
        assert_eq!(rows(&*problem, &run), expected, "problem {number}");
        assert_eq!(total(&*problem, &run), counted, "problem {number}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn inline_runs_equal_others_with_any_limit_granularity_and_shard(
        number in 0..PROBLEMS,
        limit in prop::option::of(0_u64..300),
        subtrees in 1_u32..200,
        (index, count) in (1_u64..4).prop_flat_map(|count| (0..count, Just(count))),
    ) {
        let problem = problem(number);
        let shard = Shard::new(index, count).expect("a shard");
        let mut run = Run::new().threads(2).subtrees(Some(subtrees)).shard(shard);
        if let Some(limit) = limit {
            run = run.limit(limit);
        }
        prop_assert_eq!(rows(&*problem, &run), rows(&*problem, &run.clone().inline()));
        if limit.is_none() {
            prop_assert_eq!(total(&*problem, &run), total(&*problem, &run.clone().inline()));
        }
    }
}

#[test]
fn all_searching_of_an_inline_run_is_on_the_calling_thread() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let run = Run::new().subtrees(Some(100)).inline();
    let progress = Progress::watched(Duration::ZERO, move |progress: &Progress| {
        let now = (
            std::thread::current().id(),
            progress.done(),
            progress.solutions(),
        );
        told.lock().expect("no panic").push(now);
    });
    let outcome = run
        .progress(&Arc::new(progress))
        .count(&Board::new(9).expect("a board").counter())
        .expect("a run");
    let seen = seen.lock().expect("no panic");
    assert!(seen.len() > 10);
    assert!(seen.iter().all(|now| now.0 == std::thread::current().id()));
    assert!(seen.is_sorted_by_key(|now| (now.1, now.2)));
    let last = seen.last().map(|now| u128::from(now.2));
    assert_eq!(last, Some(outcome.total.count));
}

#[test]
fn progress_is_told_at_most_once_in_an_interval() {
    let calls = Arc::new(AtomicU64::new(0));
    let told = Arc::clone(&calls);
    let progress = Progress::watched(Duration::from_secs(3600), move |_| {
        told.fetch_add(1, Ordering::Relaxed);
    });
    (0..1000).for_each(|_| progress.advance(1));
    assert_eq!((calls.load(Ordering::Relaxed), progress.done()), (0, 1000));
}
