//! A limit of nodes for puzzles of any shape: what is given up depends on the puzzle alone.

use proptest::prelude::*;

use super::*;
use crate::options::ShapeOptions;
use crate::tests::{blanks, puzzle, shapes};
use countless_engine::{Run, SplitMix64};
use countless_simd::Kernel;
use countless_table::{Format, Table};

const LIMITED: [What; 3] = [What::Solve, What::Count, What::Rate];

fn within(what: What, max_nodes: Option<u64>) -> BatchOptions {
    BatchOptions {
        what,
        // Else those of large shapes are counted for ever.
        limit: (what == What::Count).then_some(300),
        max_nodes,
        nodes: true,
        ..BatchOptions::default()
    }
}

/// The rows without the header.
fn rows(
    shape: &Shape,
    lines: &[String],
    options: BatchOptions,
    kernel: Kernel,
    threads: usize,
) -> Vec<String> {
    let origin = Origin::Text {
        name: "puzzles".into(),
        text: lines.join("\n"),
    };
    let batch = Batch::open(shape.clone(), vec![origin], None, options).unwrap();
    let (run, mut rows) = (Run::new().kernel(kernel).threads(threads), Vec::new());
    run.write(&batch, Table::writer(&mut rows, Format::Csv))
        .unwrap();
    let rows = String::from_utf8(rows).unwrap();
    rows.lines().skip(1).map(str::to_owned).collect()
}

/// Puzzles with few and with many blanks, some of them spoilt, as they are written.
fn lines(shape: &Shape, seed: u64, number: usize) -> Vec<String> {
    let mut random = SplitMix64(seed);
    let lines = (0..number).map(|index| {
        let most = blanks(shape) * (1 + index % 5) / 4;
        shape.write(&puzzle(shape, &mut random, most, index % 4 == 3))
    });
    lines.collect()
}

/// What stands in the column `nodes`, the last one.
fn nodes(row: &str) -> u64 {
    row.rsplit_once(',').unwrap().1.parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Alone and with the plain kernel, a puzzle has the row that it has among others, with any
    /// kernel and number of threads.
    #[test]
    fn a_row_depends_on_the_puzzle_alone(
        seed in any::<u64>(),
        which in any::<prop::sample::Index>(),
        max_nodes in 0..60_u64,
        threads in 1..4_usize,
    ) {
        let shapes = shapes();
        let shape = which.get(&shapes);
        let lines = lines(shape, seed, 40);
        for what in [What::Solve, What::Count] {
            let options = within(what, Some(max_nodes));
            let alone = lines.iter().flat_map(|line| {
                rows(shape, std::slice::from_ref(line), options.clone(), Kernel::SCALAR, 1)
            });
            let alone: Vec<String> = alone.collect();
            for kernel in Kernel::available() {
                let found = rows(shape, &lines, options.clone(), kernel, threads);
                prop_assert_eq!(&found, &alone, "{} {:?}", shape, kernel);
            }
        }
    }
}

/// A puzzle is given up if and only if its search takes more nodes than the limit; what is not
/// given up has the row that it has without a limit.
#[test]
fn rows_are_those_without_a_limit_or_unknown() {
    for shape in shapes() {
        let lines = lines(&shape, 7, 20);
        for what in LIMITED {
            let find = |options| rows(&shape, &lines, options, Kernel::best(), 2);
            let unlimited = BatchOptions {
                nodes: false,
                ..within(what, None)
            };
            let (plain, all) = (find(unlimited), find(within(what, None)));
            for (row, expected) in all.iter().zip(&plain) {
                assert_eq!(
                    row.rsplit_once(',').unwrap().0,
                    expected,
                    "{shape} {what:?}"
                );
            }
            let most = all.iter().map(|row| nodes(row)).max().unwrap();
            for limit in [0, 1, 3, most.saturating_sub(1), most] {
                for (row, all) in find(within(what, Some(limit))).iter().zip(&all) {
                    let (is_given_up, puzzle) = (nodes(all) > limit, all.split(',').next());
                    if is_given_up {
                        let unknown = match what {
                            What::Solve => "unknown,,",
                            What::Rate => "unknown,,,,,",
                            _ => "",
                        };
                        let expected = format!("{},{unknown},{limit}", puzzle.unwrap());
                        assert_eq!(*row, expected, "{shape} {what:?}");
                    } else {
                        assert_eq!(row, all, "{shape} {what:?} {limit}");
                    }
                }
            }
        }
    }
}

/// A puzzle that takes for ever holds up nothing.
#[test]
fn one_hard_puzzle_leaves_the_others_theirs() {
    let shape = Shape::new(&ShapeOptions {
        size: 25,
        ..ShapeOptions::default()
    });
    let shape = shape.unwrap();
    let easy = shape.write(&puzzle(&shape, &mut SplitMix64(1), 60, false));
    // Two rows of a solution, of which most digits are left out: there is no end in sight.
    let mut hard = puzzle(&shape, &mut SplitMix64(2), 0, false);
    let mut random = SplitMix64(3);
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    random.shuffle(&mut cells);
    for &cell in &cells[..420] {
        hard[cell] = 0;
    }
    let lines = [easy.clone(), shape.write(&hard), easy.clone()];
    for kernel in Kernel::available() {
        let found = rows(&shape, &lines, within(What::Solve, Some(20)), kernel, 1);
        assert!(found[0].contains(",unique,1,"), "{}", found[0]);
        assert!(found[1].ends_with(",unknown,,,20"), "{}", found[1]);
        assert_eq!(found[2], found[0]);
    }
}
