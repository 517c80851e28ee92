//! Tests of node limits: a search is given up depending on the puzzle and the limit alone.

use proptest::prelude::*;

use countless_engine::{Problem, Run};
use countless_simd::Kernel;
use countless_sudoku::InputOrigin;
use countless_table::{Fields, Format, Row, RowFormat, Table};
use countless_variants::questions::AnswerNumber;
use countless_variants::{
    Ask, Count, FindRedundant, NodeBudget, PuzzleRow, Question, Rate, Solve, puzzles_in,
};

use super::ask_tests::{ask, problem, rows};

/// Puzzles with searches of 0 to some thousand nodes, and lines that are not puzzles.
const LINES: [&str; 10] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4..............",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6.........................",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
];

fn budget_of(max_nodes: Option<u64>) -> NodeBudget {
    let nodes = true;
    NodeBudget::new().max_nodes(max_nodes).nodes(nodes)
}

/// Text of the puzzle, fields of the row after it, and nodes.
type Content = (String, Vec<u8>, Option<u64>);

fn found<Q: Question>(lines: &[&str], question: Q, kernel: Kernel, threads: usize) -> Vec<Content> {
    let ask = ask(lines.join("\n"), question);
    let found = rows(&Run::new().kernel(kernel).threads(threads), &ask);
    let format = RowFormat::new(Format::Csv, &ask.columns());
    let content = |row: PuzzleRow<Q::Answer>| {
        let mut text = Vec::new();
        format.write(&AnswerFields(&row.answer), &mut text);
        (row.puzzle, text, row.nodes)
    };
    found.into_iter().map(content).collect()
}

/// Answer as a row.
struct AnswerFields<'a, A>(&'a A);

impl<A: Row> Row for AnswerFields<'_, A> {
    fn fields(&self, fields: &mut impl Fields) {
        self.0.fields(fields);
    }
}

/// True if a row has the status of a search that was given up.
fn is_given_up((_, text, _): &Content) -> bool {
    text.starts_with(b"unknown") || text == b"\n" || text == b"\"\"\n"
}

/// Question with a budget.
trait WithBudget: Question {
    fn with_budget(budget: NodeBudget) -> Self;
}

impl WithBudget for Solve {
    fn with_budget(budget: NodeBudget) -> Self {
        Self::new().budget(budget)
    }
}

impl WithBudget for Rate {
    fn with_budget(budget: NodeBudget) -> Self {
        Self::new().budget(budget)
    }
}

impl WithBudget for Count {
    fn with_budget(budget: NodeBudget) -> Self {
        Self::new().budget(budget)
    }
}

impl WithBudget for FindRedundant {
    fn with_budget(budget: NodeBudget) -> Self {
        Self::new().budget(budget)
    }
}

/// A puzzle has equal rows alone with the plain kernel, and among others with any kernel and any
/// number of threads.
fn depends_on_the_puzzle_alone<Q: WithBudget>(
    picks: &[usize],
    max_nodes: Option<u64>,
    threads: usize,
) -> Result<(), TestCaseError> {
    let question = Q::with_budget(budget_of(max_nodes));
    let alone = |line: &&str| found(&[*line], question.clone(), Kernel::SCALAR, 1).remove(0);
    let alone: Vec<_> = LINES.iter().map(alone).collect();
    let lines: Vec<&str> = picks.iter().map(|&pick| LINES[pick]).collect();
    let expected: Vec<_> = picks.iter().map(|&pick| alone[pick].clone()).collect();
    for kernel in Kernel::available() {
        let found = found(&lines, question.clone(), kernel, threads);
        prop_assert_eq!(&found, &expected, "{:?} {}", kernel, Q::NAME);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_row_depends_on_the_puzzle_alone(
        picks in prop::collection::vec(0..LINES.len(), 1..120),
        which in 0..4,
        max_nodes in prop::option::of(prop_oneof![0..4_u64, 0..400_u64]),
        threads in 1..4_usize,
    ) {
        match which {
            0 => depends_on_the_puzzle_alone::<Solve>(&picks, max_nodes, threads)?,
            1 => depends_on_the_puzzle_alone::<Rate>(&picks, max_nodes, threads)?,
            2 => depends_on_the_puzzle_alone::<Count>(&picks, max_nodes, threads)?,
            _ => depends_on_the_puzzle_alone::<FindRedundant>(&picks, max_nodes, threads)?,
        }
    }
}

/// A search is given up if and only if it needs more nodes than the limit. Other puzzles have the
/// rows that they have without a limit.
fn is_unknown_or_the_same<Q: WithBudget>() {
    let name = Q::NAME;
    let plain = found(&LINES, Q::with_budget(NodeBudget::new()), Kernel::best(), 1);
    let all = found(&LINES, Q::with_budget(budget_of(None)), Kernel::best(), 1);
    for ((puzzle, answer, _), (other, expected, none)) in all.iter().zip(&plain) {
        assert_eq!((puzzle, answer, none), (other, expected, &None), "{name}");
    }
    let most = all.iter().filter_map(|(_, _, nodes)| *nodes).max().unwrap();
    assert!(most > 10, "{name}: {most}");
    for limit in [0, 1, 2, 5, 30, most - 1, most, u64::MAX] {
        let found = found(
            &LINES,
            Q::with_budget(budget_of(Some(limit))),
            Kernel::best(),
            2,
        );
        for (row, (_, expected, all)) in found.iter().zip(&all) {
            let (puzzle, answer, nodes) = row;
            let all = all.unwrap();
            assert_eq!(is_given_up(row), all > limit, "{name} {limit} {puzzle}");
            assert_eq!(*nodes, Some(all.min(limit)), "{name} {limit} {puzzle}");
            assert!(all > limit || answer == expected, "{name} {limit} {puzzle}");
        }
    }
}

#[test]
fn rows_are_those_without_a_limit_or_unknown() {
    is_unknown_or_the_same::<Solve>();
    is_unknown_or_the_same::<Rate>();
    is_unknown_or_the_same::<Count>();
    is_unknown_or_the_same::<FindRedundant>();
}

#[test]
fn all_solutions_come_out_if_they_are_within_the_limit() {
    let all = |max_nodes, nodes| {
        Solve::new()
            .all(true)
            .budget(NodeBudget::new().max_nodes(max_nodes).nodes(nodes))
    };
    let lines = &LINES[4..6];
    let plain = found(lines, all(None, false), Kernel::best(), 1);
    assert!(plain.len() > 10);
    let limited = found(lines, all(Some(1 << 20), false), Kernel::best(), 2);
    assert_eq!(limited, plain);
    let few = found(lines, all(Some(3), true), Kernel::best(), 1);
    let given_up: Vec<bool> = few.iter().map(is_given_up).collect();
    assert_eq!(given_up, [false, true]);
}

/// Puzzles with searches that were given up are counted separately.
fn is_counted_apart<Q: WithBudget>() {
    let ask = ask(LINES.join("\n"), Q::with_budget(budget_of(Some(1))));
    let total = Run::new().count(problem(&ask)).unwrap().total;
    assert!(AnswerNumber::Unknown.of(&total) > 0, "{}", Q::NAME);
    assert_eq!(puzzles_in(&total), LINES.len() as u64);
}

#[test]
fn what_is_given_up_is_counted_apart() {
    is_counted_apart::<Solve>();
    is_counted_apart::<Rate>();
    is_counted_apart::<Count>();
    is_counted_apart::<FindRedundant>();
}

#[test]
fn minimal_puzzles_inside_have_no_limit() {
    let origin = || InputOrigin::Text {
        name: "puzzles".into(),
        text: LINES[0].into(),
    };
    let open = |all| {
        let question = FindRedundant::new().all(all).budget(budget_of(Some(1)));
        Ask::open(question, vec![origin()], None)
    };
    assert!(open(false).is_ok());
    let error = open(true).unwrap_err().to_string();
    assert!(error.contains("--all makes several searches"), "{error}");
}

/// A ledger records the searches that were given up, belongs to one limit, and gives equal rows.
fn is_of_one_limit<Q: WithBudget>() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("puzzles.txt");
    std::fs::write(&input, LINES.join("\n")).unwrap();
    let ledger = folder.path().join("ledger.csv");
    let open = |max_nodes| {
        let origins = vec![InputOrigin::File(input.clone())];
        Ask::open(Q::with_budget(budget_of(max_nodes)), origins, None).unwrap()
    };
    let run = Run::new().threads(2).ledger(&ledger);
    let first = run.count(problem(&open(Some(3)))).unwrap().total;
    let known = [AnswerNumber::Unique, AnswerNumber::Multiple];
    let known: u64 = known.iter().map(|number| number.of(&first)).sum();
    assert!(AnswerNumber::Unknown.of(&first) > 0 && known > 0);
    let again = run.count(problem(&open(Some(3)))).unwrap().total;
    let numbers = |tally| (AnswerNumber::Unknown.of(tally), puzzles_in(tally));
    assert_eq!(numbers(&again), numbers(&first));
    assert!(run.count(problem(&open(Some(4)))).is_err());
    if Q::HAS_SINGLE_SUBTREES {
        let csv = |run: &Run| {
            let mut rows = Vec::new();
            let table = Table::writer(&mut rows, Format::Csv);
            run.write(problem(&open(Some(3))), table).unwrap();
            String::from_utf8(rows).unwrap()
        };
        assert_eq!(csv(&run), csv(&Run::new()));
    }
    assert_ne!(open(Some(3)).spec().unwrap(), open(None).spec().unwrap());
}

#[test]
fn a_ledger_is_of_one_limit() {
    is_of_one_limit::<Count>();
    is_of_one_limit::<Rate>();
}
