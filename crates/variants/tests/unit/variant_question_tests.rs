//! Rows of batches with any number of threads, and ledgers. In a limit of nodes for puzzles of any
//! shape, the puzzle alone determines whether it is given up.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::backtracker_tests::{Backtracker, blanks, puzzle, shapes};
use countless_engine::{Outcome, Run, SplitMix64};
use countless_simd::Kernel;
use countless_sudoku::{InputOrigin, ReadOptions};
use countless_table::{Format, Table};
use countless_variants::internals::{LaneResults, VariantLanes};
use countless_variants::{
    Ask, Count, List, NodeBudget, Question, Rate, Shape, ShapeOptions, Solve,
};
use proptest::prelude::*;

/// Puzzles of each status, an invalid one, a blank line and a comment.
const FOUR: &str = "\
# four by four
...1...4.3...4.. first
1..4............

1.......1.......
12..34......5...
1...............
12....3.........  
..3.4..........1
";

fn four() -> Shape {
    let options = ShapeOptions::new().size(4);
    Shape::new(&options).unwrap()
}

fn run<Q: Question>(
    shape: &Shape,
    text: &str,
    question: Q,
    threads: usize,
) -> (String, Vec<String>, Outcome) {
    run_as(shape, text, question, threads, ReadOptions::new())
}

fn run_as<Q: Question>(
    shape: &Shape,
    text: &str,
    question: Q,
    threads: usize,
    reading: ReadOptions,
) -> (String, Vec<String>, Outcome) {
    let origins = vec![InputOrigin::Text {
        name: "text".into(),
        text: text.to_owned(),
    }];
    let ask = Ask::open_as(question, shape.clone().into(), origins, reading);
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let mut rows = Vec::new();
    let outcome = Run::new()
        .threads(threads)
        .on_diagnostic(move |bad| listener.lock().unwrap().push(bad.to_string()))
        .write(&ask.unwrap(), Table::writer(&mut rows, Format::Csv))
        .unwrap();
    let told = std::mem::take(&mut *told.lock().unwrap());
    (String::from_utf8(rows).unwrap(), told, outcome)
}

#[test]
fn every_record_has_its_row() {
    let (rows, told, outcome) = run(&four(), FOUR, Solve::new(), 2);
    let expected = "\
puzzle,status,solutions,solution
...1...4.3...4..,unique,1,4231312413422413
1..4............,multiple,2,
1.......1.......,invalid,0,
12..34......5...,invalid,0,
1...............,multiple,2,
12....3.........,none,0,
..3.4..........1,multiple,2,
";
    assert_eq!(rows, expected);
    let clash = "text:5:1: 1 appears twice in column 1, at r1c1 and r3c1";
    let large = "text:6:13: the digit 5 is too large: expected 1 to 4";
    assert_eq!(told, [clash, large]);
    let statuses = ["unique", "multiple", "none", "invalid"];
    let found = statuses.map(|status| outcome.total.number(status));
    assert_eq!(found, [1, 3, 1, 2]);
}

#[test]
fn counts_and_lists_are_those_of_the_plain_search() {
    let shape = four();
    let counts = run(&shape, FOUR, Count::new(), 2).0;
    let list = run(&shape, FOUR, List, 2).0;
    let all = run(&shape, FOUR, Solve::new().all(true), 2).0;
    let (mut expected, mut listed, mut rows) = (String::new(), String::new(), String::new());
    for line in FOUR
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let puzzle = line.split(' ').next().unwrap();
        let digits = shape.parse(puzzle).ok();
        let solutions = digits.as_ref().map_or(Vec::new(), |digits| {
            Backtracker::solutions(&shape, digits, usize::MAX)
        });
        let count = solutions.len();
        writeln!(expected, "{puzzle},{count}").unwrap();
        let status = match count {
            _ if digits.is_none() => "invalid",
            0 => "none",
            1 => "unique",
            _ => "multiple",
        };
        if solutions.is_empty() {
            writeln!(rows, "{puzzle},{status},0,").unwrap();
        }
        for solution in &solutions {
            let text = shape.write(solution);
            writeln!(listed, "{puzzle},{text}").unwrap();
            writeln!(rows, "{puzzle},{status},{count},{text}").unwrap();
        }
    }
    assert_eq!(counts, format!("puzzle,solutions\n{expected}"));
    assert_eq!(list, format!("puzzle,solution\n{listed}"));
    assert_eq!(all, format!("puzzle,status,solutions,solution\n{rows}"));
}

#[test]
fn limits_hold() {
    let limited = |all| Solve::new().all(all).limit(Some(5));
    let text = "1...............\n";
    let rows = run(&four(), text, limited(false), 1).0;
    assert!(rows.ends_with("\n1...............,multiple,5,\n"));
    let rows = run(&four(), text, limited(true), 1).0;
    assert_eq!(rows.lines().count(), 6);
    let rows = run(&four(), text, Count::new().limit(Some(7)), 1).0;
    assert!(rows.ends_with(",7\n"));
}

#[test]
fn solutions_given_are_compared_and_columns_kept() {
    let text = "\
id,puzzle,solution
7,...1...4.3...4..,4231312413422413
8,...1...4.3...4..,1234341221434321
9,...1...4.3...4..,
x,...1...4.3...4..,42313124134224131
";
    let question = Solve::new().check(true);
    let reading = ReadOptions::new().keep_columns(true);
    let (rows, told, outcome) = run_as(&four(), text, question, 1, reading);
    let solved = "...1...4.3...4..,unique,1,4231312413422413";
    let expected = format!(
        "puzzle,status,solutions,solution,check,id,given_solution\n\
         {solved},ok,7,4231312413422413\n\
         {solved},wrong,8,1234341221434321\n\
         {solved},none,9,\n\
         {solved},wrong,x,42313124134224131\n"
    );
    assert_eq!(rows, expected);
    assert_eq!(outcome.total.number("wrong"), 3);
    assert_eq!(
        told[0],
        "text:3:3: the given solution differs from the puzzle at r1c4"
    );
    assert_eq!(told[1], "text:4:3: no solution given");
    assert!(told[2].contains("expected 16 cells, found 17"), "{told:?}");
}

#[test]
fn grids_of_lines_are_read() {
    let text = "\
+--+--+
|..|.1|
|..|.4|
+--+--+
|.3|..|
|.4|..|
+--+--+

. . . 1
. . . 4
. 3 . .

. . . 1
. . . 4
. 3 . .
. 4 . .
";
    let (rows, told, _) = run(&four(), text, Solve::new(), 1);
    let expected = "\
puzzle,status,solutions,solution
...1...4.3...4..,unique,1,4231312413422413
...1...4.3..,invalid,0,
...1...4.3...4..,unique,1,4231312413422413
";
    assert_eq!(rows, expected);
    assert_eq!(told, ["text:9:1: expected 4 rows in a grid, found 3"]);
}

#[test]
fn threads_change_nothing() {
    for shape in shapes() {
        let blank = ".".repeat(shape.cells());
        let solution = {
            let mut found = LaneResults::default();
            let stop = AtomicBool::new(false);
            VariantLanes::new(&shape).count(
                Kernel::best(),
                &vec![0; shape.cells()],
                &[],
                1,
                None,
                &stop,
                &mut found,
            );
            shape.write(&found.solutions)
        };
        let mut text = String::new();
        for blanks in 0..shape.digits() * 2 {
            text += &blank[..blanks];
            text += &solution[blanks..];
            text.push('\n');
        }
        let one = run(&shape, &text, Solve::new(), 1).0;
        assert_eq!(run(&shape, &text, Solve::new(), 3).0, one, "{shape}");
        let list = run(&shape, &text, List, 1).0;
        assert_eq!(run(&shape, &text, List, 3).0, list, "{shape}");
        assert!(list.matches(&solution).count() >= shape.digits() * 2);
    }
}

/// Returns a limit of nodes, with a column of nodes.
fn within(max_nodes: Option<u64>) -> NodeBudget {
    let nodes = true;
    NodeBudget::new().max_nodes(max_nodes).nodes(nodes)
}

/// Question with a limit of nodes. Counts are limited, too, because those of large shapes do not
/// end.
trait NodeLimited: Question {
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
fn rows<Q: Question>(
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
    let ask = Ask::open_as(question, shape.clone().into(), origins, ReadOptions::new());
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
fn a_hard_puzzle_does_not_change_the_answers_to_others() {
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
