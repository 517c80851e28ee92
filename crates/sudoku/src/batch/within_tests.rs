//! A limit of nodes: what is given up depends on the puzzle and the limit alone.

use proptest::prelude::*;

use super::tests::{batch, options, rows};
use super::{Answer, BatchOptions, BatchRow, Status, What};
use countless_engine::{Problem, Run};
use countless_simd::Kernel;
use countless_table::{Format, Table};

/// Puzzles whose search takes from no node to some thousand, and what is no puzzle.
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

fn within(what: What, max_nodes: Option<u64>) -> BatchOptions {
    BatchOptions {
        max_nodes,
        nodes: true,
        ..options(what)
    }
}

fn found(lines: &[&str], options: BatchOptions, kernel: Kernel, threads: usize) -> Vec<BatchRow> {
    rows(
        &Run::new().kernel(kernel).threads(threads),
        &batch(lines.join("\n"), options),
    )
}

/// Rows without their places in the input.
fn contents(rows: Vec<BatchRow>) -> Vec<(String, Answer, Option<u64>)> {
    let contents = rows
        .into_iter()
        .map(|row| (row.puzzle, row.answer, row.nodes));
    contents.collect()
}

fn is_given_up(answer: &Answer) -> bool {
    match answer {
        Answer::Solved(status, ..) | Answer::Rated(status, _) | Answer::Minimal(status, _) => {
            *status == Status::Unknown
        }
        Answer::Uncounted => true,
        _ => false,
    }
}

const LIMITED: [What; 4] = [What::Solve, What::Rate, What::Count, What::Minimal];

fn what() -> impl Strategy<Value = What> {
    prop::sample::select(LIMITED.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Alone and with the plain kernel, a puzzle has the row that it has among others, with any
    /// kernel and number of threads.
    #[test]
    fn a_row_depends_on_the_puzzle_alone(
        picks in prop::collection::vec(0..LINES.len(), 1..120),
        what in what(),
        max_nodes in prop::option::of(prop_oneof![0..4_u64, 0..400_u64]),
        threads in 1..4_usize,
    ) {
        let options = within(what, max_nodes);
        let alone = |line: &&str| {
            let alone = found(&[*line], options.clone(), Kernel::SCALAR, 1);
            contents(alone).remove(0)
        };
        let alone: Vec<_> = LINES.iter().map(alone).collect();
        let lines: Vec<&str> = picks.iter().map(|&pick| LINES[pick]).collect();
        let expected: Vec<_> = picks.iter().map(|&pick| alone[pick].clone()).collect();
        for kernel in Kernel::available() {
            let found = found(&lines, options.clone(), kernel, threads);
            prop_assert_eq!(contents(found), expected.clone(), "{:?} {:?}", kernel, what);
        }
    }
}

/// A puzzle is given up if and only if its search takes more nodes than the limit; what is not
/// given up has the row that it has without a limit.
#[test]
fn rows_are_those_without_a_limit_or_unknown() {
    for what in LIMITED {
        let plain = contents(found(&LINES, options(what), Kernel::best(), 1));
        let all = contents(found(&LINES, within(what, None), Kernel::best(), 1));
        for ((puzzle, answer, _), (other, expected, none)) in all.iter().zip(&plain) {
            assert_eq!((puzzle, answer, none), (other, expected, &None), "{what:?}");
        }
        let most = all.iter().filter_map(|(_, _, nodes)| *nodes).max().unwrap();
        assert!(most > 10, "{what:?}: {most}");
        for limit in [0, 1, 2, 5, 30, most - 1, most, u64::MAX] {
            let found = contents(found(&LINES, within(what, Some(limit)), Kernel::best(), 2));
            for ((puzzle, answer, nodes), (_, expected, all)) in found.iter().zip(&all) {
                let all = all.unwrap();
                assert_eq!(
                    is_given_up(answer),
                    all > limit,
                    "{what:?} {limit} {puzzle}"
                );
                assert_eq!(*nodes, Some(all.min(limit)), "{what:?} {limit} {puzzle}");
                assert!(
                    all > limit || answer == expected,
                    "{what:?} {limit} {puzzle}"
                );
            }
        }
    }
}

#[test]
fn all_solutions_come_out_if_they_are_within_the_limit() {
    let all = |max_nodes, nodes| BatchOptions {
        all: true,
        max_nodes,
        nodes,
        ..options(What::Solve)
    };
    let lines = &LINES[4..6];
    let plain = found(lines, all(None, false), Kernel::best(), 1);
    assert!(plain.len() > 10);
    assert_eq!(
        found(lines, all(Some(1 << 20), false), Kernel::best(), 2),
        plain
    );
    let few = found(lines, all(Some(3), true), Kernel::best(), 1);
    let statuses = few
        .iter()
        .map(|row| matches!(row.answer, Answer::Solved(Status::Unknown, ..)));
    assert_eq!(statuses.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn what_is_given_up_is_counted_apart() {
    let run = Run::new();
    for what in LIMITED {
        let all = batch(LINES.join("\n"), within(what, Some(1)));
        let total = run.count(&all).unwrap().total;
        assert!(total.unknown > 0, "{what:?}");
        assert_eq!(total.puzzles(), LINES.len() as u64);
    }
}

#[test]
fn where_nodes_are_not_counted_a_limit_is_an_error() {
    for (what, all) in [
        (What::List, false),
        (What::Canon, false),
        (What::Minimal, true),
    ] {
        let options = BatchOptions {
            all,
            ..within(what, Some(1))
        };
        let origin = super::Origin::Text {
            name: "puzzles".into(),
            text: LINES[0].into(),
        };
        assert!(super::Batch::open(vec![origin], None, options).is_err());
    }
}

/// A ledger knows which puzzles were given up, belongs to one limit, and gives the same rows.
#[test]
fn a_ledger_is_of_one_limit() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("puzzles.txt");
    std::fs::write(&input, LINES.join("\n")).unwrap();
    for what in [What::Count, What::Rate] {
        let ledger = folder.path().join(format!("{what:?}.csv"));
        let open = |max_nodes| {
            let origin = super::Origin::File(input.clone());
            super::Batch::open(vec![origin], None, within(what, max_nodes)).unwrap()
        };
        let run = Run::new().threads(2).ledger(&ledger);
        let first = run.count(&open(Some(3))).unwrap().total;
        assert!(first.unknown > 0 && first.unique + first.multiple > 0);
        let again = run.count(&open(Some(3))).unwrap().total;
        assert_eq!(
            (again.unknown, again.puzzles()),
            (first.unknown, first.puzzles())
        );
        assert!(run.count(&open(Some(4))).is_err());
        if what == What::Count {
            let csv = |run: &Run| {
                let mut rows = Vec::new();
                run.write(&open(Some(3)), Table::writer(&mut rows, Format::Csv))
                    .unwrap();
                String::from_utf8(rows).unwrap()
            };
            assert_eq!(csv(&run), csv(&Run::new()));
        }
        assert_ne!(open(Some(3)).spec().unwrap(), open(None).spec().unwrap());
    }
}
