//! All methods to count and list. On small random problems they are compared with a trial of all
//! sets of options, on larger ones with each other and with known numbers.

mod before_search_tests;
mod board_symmetry_tests;
mod by_definition;
mod component_tests;
mod cover_ledger_tests;
mod definition;
mod drawn_piece_tests;
mod known_cover_tests;
mod matrix_format_tests;
mod packing_tests;
mod random_covers_tests;
mod random_instances;
mod symmetry_by_definition;
mod symmetry_tests;
mod tree_tests;

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use countless_cover::internals::{
    ItemOrder, MemoLimits, MemoStop, SearchTree, StateChains, TreeScratch, TreeStep, Visit,
    residue_of,
};
use countless_cover::{BigCount, CoverMethod, CoverProblem, ExactCover, make};
use countless_engine::ledger::Residue;
use countless_engine::{CancelToken, Error, Run, SplitMix64};
use countless_simd::Kernel;
use countless_table::{Format, Table as Rows};
use num_bigint::BigUint;
use proptest::prelude::*;

use by_definition::{count_models, solutions_by_decision, solutions_by_trial};
use definition::Definition;
use random_instances::{alike, long, small, widened};

static GO: AtomicBool = AtomicBool::new(false);

const PLENTY: MemoLimits<'static> = MemoLimits {
    steps: u64::MAX,
    memory: usize::MAX,
    threads: 1,
    cancel: &GO,
    progress: None,
};

/// Number of cases of a property; as many times more or fewer as `PROPTEST_CASES` is to 256.
fn cases(number: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = if cfg!(miri) {
        2
    } else {
        (number * config.cases).div_ceil(256)
    };
    ProptestConfig { cases, ..config }
}

fn big(number: &BigUint) -> BigCount {
    number.to_string().parse().expect("they are digits")
}

fn residue(number: &BigCount) -> Residue {
    residue_of(&BigUint::from_bytes_le(&number.to_le_bytes()))
}

/// Rows of a listing, in order.
fn listed(problem: &ExactCover, run: &Run) -> Vec<Vec<usize>> {
    problem.solutions(run).expect("it can be listed")
}

fn searched(problem: &ExactCover, run: &Run) -> BigCount {
    let cover = CoverProblem::counting(problem.clone(), CoverMethod::Search, run);
    let cover = cover.expect("search takes everything");
    cover.count(run).expect("it can be counted").total.solutions
}

fn remembered(problem: &ExactCover, order: ItemOrder) -> Option<BigCount> {
    let ordered = StateChains::line(problem, &order.items(problem))?;
    let counted = ordered.count(PLENTY).expect("there is plenty");
    Some(counted.solutions)
}

/// Number that a count in a tree finds; `None` if the problem has colours or multiplicities.
fn in_tree(problem: &ExactCover) -> Option<BigCount> {
    let tree = StateChains::tree(problem, u64::MAX, f64::INFINITY)?;
    let counted = tree.count(PLENTY).expect("there is plenty");
    assert_eq!(counted.residue, residue(&counted.solutions));
    Some(counted.solutions)
}

/// Returns `count` random solutions, or none if the problem has none.
fn drawn(problem: &ExactCover, order: ItemOrder, count: usize) -> Vec<Vec<usize>> {
    let Some(ordered) = StateChains::line(problem, &order.items(problem)) else {
        return Vec::new();
    };
    let draws = ordered.solution_source(PLENTY).expect("there is plenty");
    assert_eq!(Some(big(&draws.total)), remembered(problem, order));
    let mut random = SplitMix64(1);
    let options = (0..count).map_while(|_| (draws.draw)(&mut random));
    let numbers = |options: Vec<u32>| {
        let numbers = options.iter().map(|&option| option as usize + 1);
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers
    };
    options.map(numbers).collect()
}

/// Solutions that both searches of a tree find with every kernel, in order.
fn walked(problem: &ExactCover) -> Vec<Vec<Vec<usize>>> {
    let tree = SearchTree::new(problem);
    let by_option_bits = SearchTree {
        item_bits: None,
        ..tree.clone()
    };
    let by_item_bits = Some(tree).filter(|tree| tree.item_bits.is_some());
    let trees = by_item_bits.iter().chain([&by_option_bits]);
    let walks = trees.flat_map(|tree| Kernel::available().map(move |kernel| (tree, kernel)));
    let found = walks.map(|(tree, kernel)| {
        let mut found = Vec::new();
        let mut wanted = |chosen: &[u32]| {
            let mut chosen: Vec<usize> = chosen.iter().map(|&option| option as usize + 1).collect();
            chosen.sort_unstable();
            found.push(chosen);
            Continue(())
        };
        let mut visit = Visit::new(Some(&mut wanted), &GO);
        let end = tree.search(kernel, &mut TreeScratch::default(), &tree.root, &mut visit);
        assert_eq!(end, Continue(()));
        let mut visit = Visit::new(None, &GO);
        let end = tree.search(kernel, &mut TreeScratch::default(), &tree.root, &mut visit);
        assert_eq!((end, visit.found), (Continue(()), found.len() as u64));
        found
    });
    found.collect()
}

/// Checks that all methods agree.
fn check(problem: &ExactCover, expected: &[Vec<usize>]) {
    let number = BigCount::from(expected.len());
    let text = problem.to_knuth();
    assert_eq!(solutions_by_decision(problem), expected, "{text}");
    let first = listed(problem, &Run::new().threads(1));
    let mut sorted = first.clone();
    sorted.sort();
    assert_eq!(sorted, expected, "{text}");
    for found in walked(problem) {
        assert_eq!(found, first, "{text}");
    }
    for kernel in Kernel::available() {
        for subtrees in [1, 3, 40] {
            let run = Run::new()
                .threads(2)
                .kernel(kernel)
                .subtrees(Some(subtrees));
            assert_eq!(listed(problem, &run), first, "{kernel} {subtrees}\n{text}");
            assert_eq!(
                searched(problem, &run),
                number,
                "{kernel} {subtrees}\n{text}"
            );
        }
    }
    for order in ItemOrder::ALL {
        assert_eq!(
            remembered(problem, order),
            Some(number.clone()),
            "{order:?}\n{text}"
        );
    }
    let in_tree = in_tree(problem);
    let is_plain = Definition::of(problem).is_plain();
    assert_eq!(in_tree.is_some(), is_plain);
    assert!(in_tree.is_none_or(|found| found == number), "{text}");
    for order in ItemOrder::ALL {
        for drawn in drawn(problem, order, 5) {
            assert!(expected.contains(&drawn), "{drawn:?}\n{text}");
        }
    }
    let counted = problem.count(&Run::new()).expect("it can be counted");
    assert_eq!(counted.total.solutions, number, "{text}");
    if let Ok(dimacs) = problem.to_dimacs() {
        assert_eq!(count_models(&dimacs), expected.len(), "{text}\n{dimacs}");
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn what_is_counted_once_is_kept_right(problem in long(), seed: u64) {
        let tree = SearchTree::new(&problem);
        let (mut live, mut random) = (tree.root.clone(), SplitMix64(seed));
        let mut chosen = Vec::new();
        while let TreeStep::Choose(options) = tree.table.step(Kernel::best(), &mut live, &mut chosen) {
            prop_assert!(tree.table.counts_hold(&live));
            live = tree.table.choose(&live, options[random.below(options.len())]);
            prop_assert!(!live.counts.is_empty() && tree.table.counts_hold(&live));
        }
        prop_assert!(tree.table.counts_hold(&live));
        let found = walked(&problem);
        let number = remembered(&problem, ItemOrder::Given);
        for found in found {
            prop_assert_eq!(Some(BigCount::from(found.len())), number.clone());
        }
    }

    #[test]
    fn small_problems_have_the_solutions_that_trying_all_sets_finds(problem in small(false)) {
        check(&problem, &solutions_by_trial(&problem));
    }

    #[test]
    fn so_have_small_problems_with_multiplicities(problem in small(true)) {
        check(&problem, &solutions_by_trial(&problem));
    }

    #[test]
    fn so_have_those_with_parts_that_are_alike(
        problem in prop_oneof![alike(false), alike(true)],
    ) {
        check(&problem, &solutions_by_trial(&problem));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ab|:2 \n]{0,30}") {
        if let Ok(problem) = text.parse::<ExactCover>() {
            prop_assert_eq!(problem.to_knuth().parse::<ExactCover>().expect("it is ours"), problem);
        }
        let _ = ExactCover::from_matrix("matrix", &text);
    }
}

proptest! {
    // Each has nine times as many solutions, and every kernel lists them.
    #![proptest_config(cases(40))]

    #[test]
    fn wide_problems_have_those_of_narrow_ones(problem in small(false), more in 1..600_usize) {
        let (wide, number) = (widened(&problem, more), 9 * solutions_by_trial(&problem).len());
        let first = listed(&wide, &Run::new().threads(1));
        prop_assert_eq!(first.len(), number);
        for kernel in Kernel::available() {
            let run = Run::new().threads(1).kernel(kernel).subtrees(Some(5));
            prop_assert_eq!(&listed(&wide, &run), &first);
            prop_assert_eq!(searched(&wide, &run), BigCount::from(number));
        }
        let distinct: BTreeSet<Vec<usize>> = first.into_iter().collect();
        prop_assert_eq!(distinct.len(), number);
        for order in ItemOrder::ALL {
            if let Some(counted) = remembered(&wide, order) {
                prop_assert_eq!(counted, BigCount::from(number));
            }
        }
        if let Some(counted) = in_tree(&wide) {
            prop_assert_eq!(counted, BigCount::from(number));
        }
    }
}

#[test]
fn problems_are_kept_by_their_text() {
    let text = "| a comment\n a  1:1|b | x \n\nb x:1\n| another\n a x\n";
    let problem: ExactCover = text.parse().expect("it is one");
    assert_eq!(problem.to_knuth(), "a b | x\nb x:1\na x\n");
    assert_eq!(
        problem.sha256(),
        problem
            .to_knuth()
            .parse::<ExactCover>()
            .expect("it is ours")
            .sha256()
    );
    for (text, error) in [
        (
            "",
            "t:1:1: expected a line with the names of items, found none",
        ),
        ("a b a\n", "t:1:5: the item a is named twice"),
        (
            "0 1 1\n1 0 0\n",
            "t:1:5: the item 1 is named twice\n\
             hint: if the text is a matrix of 0 and 1, add --matrix",
        ),
        (
            "a | b | c\n",
            "t:1:7: expected one | among the items, found a second",
        ),
        (
            "a:b\n",
            "t:1:1: expected the name of an item, found \"a:b\"",
        ),
        (
            "a x|b\n",
            "t:1:3: expected a multiplicity of b up to 4294967295, found x",
        ),
        (
            "a 3:2|b\n",
            "t:1:3: item b: expected low:high with low at most high and high at least 1, found 3:2",
        ),
        (
            "a 0|b\n",
            "t:1:3: item b: expected low:high with low at most high and high at least 1, found 0:0",
        ),
        ("é b\né  c\n", "t:2:4: unknown item c"),
        (
            "a b\na b a\n",
            "t:2:5: the item a occurs twice in this option",
        ),
        (
            "a | b\na:x\n",
            "t:2:1: a is a primary item: only secondary items have colours",
        ),
        (
            "a | b\na b:\n",
            "t:2:3: b: expected a colour after the colon",
        ),
    ] {
        let refused = ExactCover::from_knuth("t", text).expect_err(text);
        assert_eq!(refused.to_string(), error);
    }
    for (text, error) in [
        ("01\n0 2\n", "t:2:3: '2' is neither 0 nor 1"),
        (
            "01\n011\n",
            "t:2:1: expected 2 numbers as in the row above, found 3",
        ),
    ] {
        let refused = ExactCover::from_matrix("t", text).expect_err(text);
        assert_eq!(refused.to_string(), error);
    }
    let mut problem = ExactCover::new();
    problem.secondary("s").expect("it is new");
    assert!(problem.primary("p").is_err() && problem.secondary("").is_err());
    assert!(problem.to_knuth().parse::<ExactCover>().is_ok());
}

/// The frontier is wide enough for several threads, and for numbers beyond a word.
#[test]
fn counts_and_steps_are_the_same_on_any_number_of_threads() {
    let dominoes = make::dominoes(14, 14).expect("it is small");
    let ordered =
        StateChains::line(&dominoes, &ItemOrder::Given.items(&dominoes)).expect("it is narrow");
    let counts = [1, 2, 3].map(|threads| {
        let run = Run::new().threads(threads);
        let counted = run.parallel(|| ordered.count(MemoLimits { threads, ..PLENTY }));
        let counted = counted.expect("threads are started");
        counted.expect("there is plenty")
    });
    // OEIS A004003.
    assert_eq!(counts[0].solutions.to_string(), "112202208776036178000000");
    assert!(counts.iter().all(|count| *count == counts[0]));
}

#[test]
fn memo_takes_no_more_than_it_is_given() {
    let dominoes = make::dominoes(8, 8).expect("it is small");
    let ordered =
        StateChains::line(&dominoes, &ItemOrder::Given.items(&dominoes)).expect("it is narrow");
    let few = MemoLimits {
        steps: 500,
        ..PLENTY
    };
    assert_eq!(ordered.count(few), Err(MemoStop::Steps));
    let little = MemoLimits {
        memory: 1000,
        ..PLENTY
    };
    assert_eq!(ordered.count(little), Err(MemoStop::Memory));
    let stopped = AtomicBool::new(true);
    let stopped = MemoLimits {
        cancel: &stopped,
        ..PLENTY
    };
    assert_eq!(ordered.count(stopped), Err(MemoStop::Cancelled));
    let refused = CoverProblem::counting(dominoes, CoverMethod::Memo, &Run::new().memory(1000));
    assert!(refused.is_err_and(|error| error.to_string().contains("0 MiB")));
    let token = CancelToken::new();
    token.cancel(countless_engine::Reason::Interrupted);
    let dominoes = make::dominoes(8, 8).expect("it is small");
    let stopped = CoverProblem::counting(
        dominoes.clone(),
        CoverMethod::Memo,
        &Run::new().cancel(&token),
    );
    assert!(matches!(stopped, Err(Error::Interrupted)));
    let stopped = CoverProblem::sampling(dominoes, 1, 1, &Run::new().cancel(&token));
    assert!(matches!(stopped, Err(Error::Interrupted)));
}

/// The memory of a memo before its first state does not grow with multiplicities.
#[test]
fn large_multiplicities_need_no_memory() -> Result<(), Error> {
    for (text, expected) in [
        ("4000000000|a\na\n", 0_u32),
        ("4000000000|a\n", 0),
        ("b 1000000:4000000000|a\nb a\nb\na\n", 0),
        ("b 2:4000000000|a\nb a\nb\na\na\n", 4),
        ("b 0:4000000000|a\nb a\nb\na\n", 4),
    ] {
        let problem = text.parse::<ExactCover>()?;
        let expected = BigCount::from(expected);
        assert_eq!(searched(&problem, &Run::new()), expected, "{text}");
        for order in ItemOrder::ALL {
            assert_eq!(
                remembered(&problem, order).as_ref(),
                Some(&expected),
                "{text}"
            );
            assert_eq!(
                drawn(&problem, order, 1).is_empty(),
                expected == BigCount::default()
            );
        }
    }
    let many = format!("50000|a\n{}", "a\n".repeat(100_000)).parse::<ExactCover>()?;
    assert_eq!(remembered(&many, ItemOrder::Given), None);
    let refused = CoverProblem::counting(many, CoverMethod::Memo, &Run::new());
    assert!(refused.is_err_and(|error| error.to_string().starts_with("--memory: ")));
    Ok(())
}

/// There are too many options to renumber the root, but not the nodes below. Items have colours.
#[test]
fn word_squares_of_many_words_are_those_that_the_plain_search_finds() {
    let mut random = SplitMix64(3);
    let mut letter = || char::from(b'a' + random.below(6) as u8);
    let words: BTreeSet<String> = (0..130)
        .map(|_| (0..3).map(|_| letter()).collect())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let squares = make::words(&words).expect("they are of one length");
    assert!(squares.option_count() > 512);
    let expected = solutions_by_decision(&squares);
    assert!(expected.len() > 1000, "{}", expected.len());
    for mut found in walked(&squares) {
        found.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn repeated_words_count_once() -> Result<(), Error> {
    let squares = make::words(&["cat", "ace", "ten"])?;
    let repeated = make::words(&["cat", "cat", "ace", "ten", "ace"])?;
    assert_eq!(repeated, squares);
    assert_eq!(searched(&repeated, &Run::new()), BigCount::from(1_u32));
    Ok(())
}

/// A deep search does not overflow the stack.
#[test]
fn deep_searches_end() {
    let mut problem = ExactCover::new();
    for item in 0..500 {
        problem.primary(&item.to_string()).expect("it is new");
    }
    for item in 0..500 {
        for _ in 0..2 {
            problem.option(&[item.to_string()]).expect("it has items");
        }
    }
    assert!(SearchTree::new(&problem).item_bits.is_some());
    let first = Run::new().limit(1000).subtrees(Some(1));
    let mut rows = Vec::new();
    let table = Rows::writer(&mut rows, Format::Csv);
    let outcome = first
        .write(&CoverProblem::listing(problem), table)
        .expect("it is listed");
    assert_eq!(outcome.rows, 1000);
}
