//! Ratings: the library, its agreement with another solver, and the command.

use std::fs;
use std::ops::ControlFlow::Continue;

use crate::common::cell_numbers::with;
use crate::common::{countless, lines};
use countless::sudoku::{Grid, Level, Rating, Technique};
use countless::sudoku::{Solver, rate_unique};
use proptest::prelude::*;
use sudoku::Sudoku;
use sudoku::strategy::{Strategy as Peer, StrategySolver};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Techniques of the levels easy and medium in another solver.
const PEER_MEDIUM: [Peer; 7] = [
    Peer::NakedSingles,
    Peer::HiddenSingles,
    Peer::LockedCandidates,
    Peer::NakedPairs,
    Peer::HiddenPairs,
    Peer::NakedTriples,
    Peer::HiddenTriples,
];

/// Random grids with random digits in two boxes of the diagonal, completed to the first solution.
/// Clues are removed in random order while the solution stays unique.
fn minimal() -> impl Strategy<Value = Grid> {
    let nine = || Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    let order = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    (nine(), nine(), order).prop_map(|(first, last, order)| {
        let mut full = Grid::BLANK;
        for i in 0..9 {
            let place = 9 * (i / 3) + i % 3;
            full = with(with(full, place, first[i]), 60 + place, last[i]);
        }
        let mut solver = Solver::new();
        solver.solve(&full.clone(), 1, &mut |solution: &Grid| {
            full = *solution;
            Continue(())
        });
        order.into_iter().fold(full, |puzzle, cell| {
            let fewer = with(puzzle, cell, 0);
            let is_unique = solver.count(&fewer, 2) == 1;
            if is_unique { fewer } else { puzzle }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The other solver sometimes overlooks a single, so it may solve less.
    #[test]
    fn what_another_program_solves_is_no_harder(puzzle in minimal()) {
        let rating = puzzle.rate().expect("one solution");
        let peer = Sudoku::from_str_line(&puzzle.to_string()).expect("a puzzle");
        if StrategySolver::from_sudoku(peer).solve(&PEER_MEDIUM).is_ok() {
            prop_assert!(rating.level() <= Level::Medium, "{puzzle} {rating:?}");
        }
        let singles = &PEER_MEDIUM[..2];
        if StrategySolver::from_sudoku(peer).solve(singles).is_ok() {
            prop_assert!(rating.level() == Level::Easy, "{puzzle} {rating:?}");
        }
    }

    #[test]
    fn turning_the_grid_does_not_change_the_rating(puzzle in minimal()) {
        let turned = (0..81).fold(Grid::BLANK, |turned, cell| {
            with(turned, cell % 9 * 9 + cell / 9, puzzle.digits()[cell])
        });
        prop_assert_eq!(puzzle.rate(), turned.rate(), "{}", puzzle);
    }

    #[test]
    fn nothing_panics_without_a_unique_solution(
        puzzle in minimal(), changes in prop::collection::vec((0..81_usize, 0..=9_u8), 1..12)
    ) {
        let changed = changes.into_iter().fold(puzzle, |puzzle, (cell, digit)| with(puzzle, cell, digit));
        let rating = rate_unique(&changed);
        prop_assert!(rating.steps < 1000);
        if Solver::new().count(&changed, 2) != 1 {
            prop_assert_eq!(changed.rate(), None);
        }
    }
}

/// Chains remove the last candidate of the third cell, while every house has a place for each
/// digit.
#[test]
fn a_cell_without_candidates_ends_the_steps() {
    let puzzle =
        ".....98.6.27.....4954..1........4...51...7....8..5.94....69.3.......2.6.8.3...2..";
    let puzzle: Grid = puzzle.parse().expect("it is a puzzle");
    let rating = rate_unique(&puzzle);
    assert!(!rating.solved && rating.steps < 100, "{rating:?}");
}

#[test]
fn the_score_puts_the_hardest_technique_first() {
    let rating = |hardest, effort, solved| Rating {
        hardest,
        steps: 50,
        effort,
        links: 150,
        solved,
    };
    let scores = [
        rating(Technique::HiddenSingle, 50, true),
        rating(Technique::NakedSingle, 60, true),
        rating(Technique::XWing, 65, true),
        rating(Technique::XWing, 4000, true),
        rating(Technique::ForcingNested, 90, true),
        rating(Technique::Pointing, 90, false),
    ]
    .map(|rating| rating.score());
    assert_eq!(scores, [1_047, 3_056, 15_061, 15_800, 79_990, 100_000]);
}

#[test]
fn rows_tell_rating_level_technique_steps_and_effort() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("puzzles.txt");
    let several = Grid::BLANK.to_string();
    let text = format!("{EASY} first\n{several}\nnonsense\n");
    fs::write(&path, text).expect("the file is written");
    let path = path.to_str().expect("path is text");

    let output = countless(&["sudoku", "rate", path, "--keep-columns"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = [
        "puzzle,status,rating,level,hardest,steps,effort,tag",
        &format!("{EASY},unique,1.048,easy,hidden-single,51,51,first"),
        &format!("{several},multiple,,,,,,"),
        "nonsense,invalid,,,,,,",
    ];
    assert_eq!(lines(&output.stdout), expected);
    let stderr = lines(&output.stderr);
    assert_eq!(
        stderr[0],
        format!("{path}:3:1: 'n' is neither a digit nor a blank")
    );
    assert!(stderr[1].starts_with("3 puzzles (1 easy, 1 multiple, 1 invalid) in "));

    let output = countless(&["sudoku", "rate", path, "-q", "--format", "ndjson"]);
    let rows: Vec<serde_json::Value> = lines(&output.stdout)
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows[0]["rating"], 1.048);
    assert_eq!(
        (&rows[0]["level"], &rows[0]["effort"]),
        (&"easy".into(), &51.into())
    );
    assert_eq!(rows[1]["status"], "multiple");
    assert!(rows[1]["rating"].is_null() && rows[2]["steps"].is_null());
}

#[test]
fn the_order_of_rows_does_not_depend_on_threads() {
    let one = countless(&["sudoku", "rate", "data/puzzles.txt", "-q", "-j", "1"]).stdout;
    let four = countless(&["sudoku", "rate", "data/puzzles.txt", "-q", "-j", "4"]).stdout;
    assert_eq!(lines(&one).len(), 101);
    assert_eq!(one, four);
}
