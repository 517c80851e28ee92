//! Rows of batches with any number of threads, and ledgers.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use countless_engine::{Outcome, Run};
use countless_simd::Kernel;
use countless_sudoku::questions::Question;
use countless_sudoku::{Count, InputOrigin, List, ReadOptions, Solve};
use countless_table::{Format, Table};
use countless_variants::internals::{LaneResults, VariantLanes};
use countless_variants::{Shape, ShapeOptions, VariantPuzzles};

use crate::backtracker_tests::{Backtracker, shapes};

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

fn run<Q: Question<VariantPuzzles>>(
    shape: &Shape,
    text: &str,
    question: Q,
    threads: usize,
) -> (String, Vec<String>, Outcome) {
    let origins = vec![InputOrigin::Text {
        name: "text".into(),
        text: text.to_owned(),
    }];
    let puzzles = VariantPuzzles::new(shape.clone());
    let ask = puzzles.ask(question, origins, &ReadOptions::new());
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
    let question = Solve::new().check(true).keep_columns(true);
    let (rows, told, outcome) = run(&four(), text, question, 1);
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
