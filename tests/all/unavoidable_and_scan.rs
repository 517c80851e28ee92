//! The commands `sudoku unavoidable` and `scan`.

use std::collections::HashSet;
use std::fs;

use countless::sudoku::Grid;
use countless::sudoku::Solver;

use crate::common::{Folder, countless, kill_at, lines};

const SOLVED: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";
const SEVENTEEN: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

fn stdout(args: &[&str]) -> Vec<String> {
    let output = countless(&[&["sudoku"], args, &["-q"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    lines(&output.stdout)
}

/// First `number` clues of the puzzle of 17 clues.
fn first_clues(mut number: i32) -> String {
    let clues = SEVENTEEN.chars().map(|digit| {
        number -= i32::from(digit != '.');
        if number >= 0 { digit } else { '.' }
    });
    clues.collect()
}

#[test]
fn sets_leave_several_solutions_and_their_parts_do_not() {
    let grid: Grid = SOLVED.parse().expect("a grid");
    let rows = stdout(&["unavoidable", SOLVED, "--size", "10"]);
    assert_eq!(rows[0], "size,cells");
    assert!(rows.len() > 50, "only {} rows", rows.len());
    let several = |cells: &[&str]| {
        let blank = cells.iter().fold(grid, |grid, cell| {
            let digit = |at: usize| usize::from(cell.as_bytes()[at] - b'0');
            grid.with(digit(1), digit(3), 0)
        });
        Solver::new().count(&blank, 2) == 2
    };
    for row in &rows[1..] {
        let (size, cells) = row.split_once(',').expect("two columns");
        let mut cells: Vec<&str> = cells.split(' ').collect();
        assert_eq!(size, cells.len().to_string());
        assert!(several(&cells), "{row}");
        for _ in 0..cells.len() {
            let cell = cells.pop().expect("there is one");
            assert!(!several(&cells), "{row} without {cell}");
            cells.insert(0, cell);
        }
    }
    // A puzzle stands for its solution.
    let solution = SEVENTEEN.parse::<Grid>().expect("a grid").solve().unique();
    let solution = solution.expect("it is unique").to_string();
    assert_eq!(
        stdout(&["unavoidable", SEVENTEEN]),
        stdout(&["unavoidable", &solution])
    );
}

#[test]
fn killed_and_shared_the_puzzles_are_those_of_one_run() {
    let folder = Folder::new();
    let path = |name| folder.path(name);
    let (whole, output, ledger) = (path("whole.csv"), path("rows.csv"), path("ledger.csv"));
    let given = first_clues(9);
    let scanning = [
        "sudoku", "scan", SEVENTEEN, "--clues", "18", "--given", &given, "-q",
    ];
    let run = |more: &[&str]| {
        let output = countless(&[&scanning[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{more:?}");
        output.stdout
    };
    run(&["-o", &whole, "--subtrees", "400"]);
    let whole = fs::read(&whole).expect("it can be read");
    let puzzles: HashSet<String> = lines(&whole).into_iter().skip(1).collect();
    // The known puzzle with one clue more, in any of the other cells.
    assert!(puzzles.len() >= 64, "only {} puzzles", puzzles.len());
    for puzzle in &puzzles {
        let puzzle: Grid = puzzle.parse().expect("a grid");
        assert!(puzzle.clues() == 18 && Solver::new().count(&puzzle, 2) == 1);
    }
    let kept = [
        "-o",
        &output,
        "--ledger",
        &ledger,
        "--subtrees",
        "400",
        "-j",
        "1",
    ];
    kill_at(20, &ledger, &output, &[&scanning[..], &kept].concat());
    for kernel in ["scalar", "auto"] {
        // The second run has nothing to do.
        run(&[&kept[..], &["--kernel", kernel]].concat());
        assert!(fs::read(&output).expect("complete") == whole);
    }
    let shards = path("shards/");
    for shard in ["0/3", "1/3", "2/3"] {
        run(&["--ledger", &shards, "--shard", shard, "--subtrees", "400"]);
    }
    let joined = path("joined.csv");
    let merged = countless(&["ledger", "merge", &shards, "-q", "--output", &joined]);
    assert_eq!(merged.status.code(), Some(0));
    assert_eq!(merged.stdout, format!("{}\n", puzzles.len()).into_bytes());
    assert!(fs::read(&joined).expect("complete") == whole);
    let verified = countless(&["ledger", "verify", &shards, "--sample", "20"]);
    let stderr = String::from_utf8_lossy(&verified.stderr);
    assert_eq!(verified.status.code(), Some(0), "{stderr}");
    let dry = run(&["--dry-run"]);
    let told = String::from_utf8_lossy(&dry);
    assert!(
        told.contains("sudoku scan") && told.contains("on one core"),
        "{told}"
    );
}

#[test]
fn the_known_puzzle_of_seventeen_clues_is_found() {
    let given = first_clues(7);
    let rows = stdout(&["scan", SEVENTEEN, "--clues", "17", "--given", &given]);
    assert_eq!(rows, ["puzzle", SEVENTEEN]);
}

#[test]
fn impossible_options_are_refused() {
    let wrong = format!("1{}", ".".repeat(80));
    let none = "1".repeat(81);
    for (args, why) in [
        (&["unavoidable", "12"][..], "12"),
        (&["unavoidable", &none], "<GRID>"),
        (
            &["unavoidable", &SOLVED.replace(['7', '8'], ".")],
            "expected one solution, found several",
        ),
        (&["unavoidable", SOLVED, "--size", "3"], "--size"),
        (&["unavoidable", SOLVED, "--subtrees", "3"], "--subtrees"),
        (&["scan", SOLVED], "--clues"),
        (&["scan", SOLVED, "--clues", "82"], "--clues"),
        (
            &["scan", SOLVED, "--clues", "20", "--given", &wrong],
            "--given: r1c1 is 1, but ",
        ),
        (
            &["scan", SOLVED, "--clues", "20", "--given", SOLVED],
            "at least 81, the clues of --given, found 20",
        ),
        (
            &["scan", SOLVED, "--clues", "20", "--ledger", "l.csv"],
            "--output",
        ),
    ] {
        let output = countless(&[&["sudoku"], args].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(why), "{args:?}: {stderr}");
    }
}
