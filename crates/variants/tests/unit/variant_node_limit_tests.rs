//! Limits of nodes for puzzles of any shape: the puzzle alone determines whether it is given up.

use countless_engine::{Run, SplitMix64};
use countless_simd::Kernel;
use countless_sudoku::questions::Question;
use countless_sudoku::{Count, InputOrigin, NodeBudget, Rate, ReadOptions, Solve};
use countless_table::{Format, Table};
use countless_variants::{Shape, ShapeOptions, VariantPuzzles};
use proptest::prelude::*;

use crate::backtracker_tests::{blanks, puzzle, shapes};

/// Returns a limit of nodes, with a column of nodes.
fn within(max_nodes: Option<u64>) -> NodeBudget {
    let nodes = true;
    NodeBudget::new().max_nodes(max_nodes).nodes(nodes)
}

/// Question with a limit of nodes. Counts are limited, too, because those of large shapes do not
/// end.
trait NodeLimited: Question<VariantPuzzles> {
    /// Its columns for a puzzle that was given up.
    const UNKNOWN: &'static str;

    fn within(budget: NodeBudget) -> Self;
}

impl NodeLimited for Solve {
    const UNKNOWN: &'static str = "unknown,,";

    fn within(budget: NodeBudget) -> Self {
        Self::new().budget(budget)
    }
}

impl NodeLimited for Rate {
    const UNKNOWN: &'static str = "unknown,,,,,";

    fn within(budget: NodeBudget) -> Self {
        Self::new().budget(budget)
    }
}

impl NodeLimited for Count {
    const UNKNOWN: &'static str = "";

    fn within(budget: NodeBudget) -> Self {
        Self::new().limit(Some(300)).budget(budget)
    }
}

/// Returns the rows without the header.
fn rows<Q: Question<VariantPuzzles>>(
    shape: &Shape,
    lines: &[String],
    question: Q,
    kernel: Kernel,
    threads: usize,
) -> Vec<String> {
    let origins = vec![InputOrigin::Text {
        name: "puzzles".into(),
        text: lines.join("\n"),
    }];
    let puzzles = VariantPuzzles::new(shape.clone());
    let ask = puzzles.ask(question, origins, &ReadOptions::new());
    let (run, mut rows) = (Run::new().kernel(kernel).threads(threads), Vec::new());
    run.write(&ask.unwrap(), Table::writer(&mut rows, Format::Csv))
        .unwrap();
    let rows = String::from_utf8(rows).unwrap();
    rows.lines().skip(1).map(str::to_owned).collect()
}

/// Returns the lines of puzzles with few and with many empty cells. Some puzzles have a wrong
/// digit.
fn lines(shape: &Shape, seed: u64, number: usize) -> Vec<String> {
    let mut random = SplitMix64(seed);
    let lines = (0..number).map(|index| {
        let most = blanks(shape) * (1 + index % 5) / 4;
        shape.write(&puzzle(shape, &mut random, most, index % 4 == 3))
    });
    lines.collect()
}

/// Returns the value of the last column, `nodes`.
fn nodes(row: &str) -> u64 {
    row.rsplit_once(',').unwrap().1.parse().unwrap()
}

/// A puzzle alone, with the scalar kernel, has the row that it has among other puzzles, with any
/// kernel and number of threads.
fn depends_on_the_puzzle_alone<Q: NodeLimited>(
    shape: &Shape,
    lines: &[String],
    max_nodes: u64,
    threads: usize,
) -> Result<(), TestCaseError> {
    let question = Q::within(within(Some(max_nodes)));
    let alone = lines.iter().flat_map(|line| {
        let line = std::slice::from_ref(line);
        rows(shape, line, question.clone(), Kernel::SCALAR, 1)
    });
    let alone: Vec<String> = alone.collect();
    for kernel in Kernel::available() {
        let found = rows(shape, lines, question.clone(), kernel, threads);
        prop_assert_eq!(&found, &alone, "{} {:?}", shape, kernel);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

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
        depends_on_the_puzzle_alone::<Solve>(shape, &lines, max_nodes, threads)?;
        depends_on_the_puzzle_alone::<Count>(shape, &lines, max_nodes, threads)?;
    }
}

/// A puzzle is given up if and only if its search takes more nodes than the limit. Otherwise its
/// row is the one without a limit.
fn is_unknown_or_the_same<Q: NodeLimited>(shape: &Shape) {
    let lines = lines(shape, 7, 20);
    let find = |budget| rows(shape, &lines, Q::within(budget), Kernel::best(), 2);
    let (plain, all) = (find(NodeBudget::new()), find(within(None)));
    let name = Q::NAME;
    for (row, expected) in all.iter().zip(&plain) {
        assert_eq!(row.rsplit_once(',').unwrap().0, expected, "{shape} {name}");
    }
    let most = all.iter().map(|row| nodes(row)).max().unwrap();
    for limit in [0, 1, 3, most.saturating_sub(1), most] {
        for (row, all) in find(within(Some(limit))).iter().zip(&all) {
            if nodes(all) > limit {
                let puzzle = all.split(',').next().unwrap();
                let expected = format!("{puzzle},{},{limit}", Q::UNKNOWN);
                assert_eq!(*row, expected, "{shape} {name}");
            } else {
                assert_eq!(row, all, "{shape} {name} {limit}");
            }
        }
    }
}

#[test]
fn rows_are_those_without_a_limit_or_unknown() {
    for shape in shapes() {
        is_unknown_or_the_same::<Solve>(&shape);
        is_unknown_or_the_same::<Count>(&shape);
        is_unknown_or_the_same::<Rate>(&shape);
    }
}

/// A puzzle that takes practically forever does not delay other puzzles.
#[test]
fn one_hard_puzzle_leaves_the_others_theirs() {
    let shape = Shape::new(&ShapeOptions::new().size(25));
    let shape = shape.unwrap();
    let easy = shape.write(&puzzle(&shape, &mut SplitMix64(1), 60, false));
    // Most digits of a solution are left out, so that the search would not end.
    let mut hard = puzzle(&shape, &mut SplitMix64(2), 0, false);
    let mut random = SplitMix64(3);
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    random.shuffle(&mut cells);
    for &cell in &cells[..420] {
        hard[cell] = 0;
    }
    let lines = [easy.clone(), shape.write(&hard), easy.clone()];
    for kernel in Kernel::available() {
        let found = rows(
            &shape,
            &lines,
            Solve::new().budget(within(Some(20))),
            kernel,
            1,
        );
        assert!(found[0].contains(",unique,1,"), "{}", found[0]);
        assert!(found[1].ends_with(",unknown,,,20"), "{}", found[1]);
        assert_eq!(found[2], found[0]);
    }
}
