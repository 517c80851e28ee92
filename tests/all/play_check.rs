//! Attempts at puzzles: wrong entries, and entries that only seem wrong.

use std::ops::ControlFlow::Continue;

use crate::common::cell_numbers::with as fill;
use crate::common::{countless, lines, piped};
use countless::engine::Run;
use countless::sudoku::Solver;
use countless::sudoku::{Attempt, Cell, Grid, Status};
use countless::variants::{Shape, ShapeOptions};
use proptest::prelude::*;

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

fn check(puzzle: &str, attempt: &str, flags: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = countless(&[&["sudoku", "play-check", puzzle, attempt], flags].concat());
    (output.status.code(), lines(&output.stdout))
}

/// Text with other characters in some cells.
fn with(text: &str, changes: &[(usize, u8)]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for &(cell, byte) in changes {
        bytes[cell] = byte;
    }
    String::from_utf8(bytes).expect("ASCII")
}

#[test]
fn right_attempts_exit_with_0() {
    assert_eq!(
        check(PUZZLE, SOLUTION, &[]),
        (Some(0), vec!["Solved.".into()])
    );
    let (code, said) = check(PUZZLE, &with(SOLUTION, &[(1, b'.'), (2, b'0')]), &[]);
    assert_eq!(
        (code, &said[0][..]),
        (Some(0), "Right so far; 2 cells still empty.")
    );
}

#[test]
fn each_kind_of_mistake_is_named() {
    // The 7 in r1c2 repeats the 7 of r1c3; a given 3 is changed to 2; a given 6 is missing.
    let attempt = with(SOLUTION, &[(1, b'7'), (10, b'2'), (34, b'.')]);
    let (code, said) = check(PUZZLE, &attempt, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        [
            "7 appears twice in row 1: r1c2, r1c3",
            "2 appears twice in row 2: r2c2, r2c3",
            "2 appears twice in column 2: r2c2, r4c2",
            "7 appears twice in column 2: r1c2, r8c2",
            "2 appears twice in box 1: r2c2, r2c3",
            "7 appears twice in box 1: r1c2, r1c3",
            "r2c2: the given 3 is now 2",
            "r4c8: the given 6 is missing",
            "r1c2: 7 is wrong",
            "3 mistakes.",
        ]
    );
    let (_, said) = check(PUZZLE, &attempt, &["--reveal"]);
    assert!(said.contains(&"r1c2: 7 is wrong, it should be 1".to_owned()));
}

#[test]
fn json_says_the_same() {
    let attempt = with(SOLUTION, &[(1, b'7'), (2, b'.')]);
    let (code, said) = check(PUZZLE, &attempt, &["--json", "--reveal"]);
    let json: serde_json::Value = serde_json::from_str(&said[0]).expect("it is JSON");
    assert_eq!((code, said.len()), (Some(1), 1));
    assert_eq!(json["right"], false);
    assert_eq!(json["solutions"], "unique");
    assert_eq!(json["blank"], serde_json::json!(["r1c3"]));
    assert_eq!(
        json["wrong"],
        serde_json::json!([{ "cell": "r1c2", "digit": 7, "expected": 1 }])
    );
    assert_eq!(
        json["clashes"],
        serde_json::json!([{ "digit": 7, "unit": "column 2", "cells": ["r1c2", "r8c2"] }])
    );
    let (code, said) = check(PUZZLE, SOLUTION, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&said[0]).expect("it is JSON");
    assert_eq!((code, &json["solved"]), (Some(0), &true.into()));
}

#[test]
fn puzzles_with_several_solutions_or_none() {
    let blank = ".".repeat(81);
    let (code, said) = check(&blank, SOLUTION, &[]);
    assert_eq!(code, Some(0));
    assert_eq!(said, ["The puzzle has several solutions.", "Solved."]);
    // Each entry is in some solution, but no solution contains all entries.
    let together = format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63));
    let (code, said) = check(&blank, &together, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        [
            "The puzzle has several solutions, but none contains all entries.",
            "Not right; 72 cells still empty."
        ]
    );
    let (code, said) = check(&together, &together, &[]);
    assert_eq!(
        (code, &said[0][..]),
        (Some(1), "The puzzle has no solution.")
    );
}

#[test]
fn attempts_at_any_shape_are_checked() {
    let (code, said) = check("...1...4.3...4..", "42.1...4.3...4..", &[]);
    assert_eq!(
        (code, &said[..]),
        (
            Some(0),
            &["Right so far; 10 cells still empty.".to_owned()][..]
        )
    );
    let (code, said) = check("...1...4.3...4..", "43.1...4.3...4..", &["--reveal"]);
    assert_eq!(code, Some(1));
    let expected = [
        "3 appears twice in column 2: r1c2, r3c2",
        "r1c2: 3 is wrong, it should be 2",
        "1 mistake; 10 cells still empty.",
    ];
    assert_eq!(said, expected);

    let folder = crate::common::Folder::new();
    let (killer, attempt) = (folder.path("killer.csv"), folder.path("attempt.txt"));
    let made = [
        "sudoku", "generate", "-q", "--size", "4", "--cages", "each", "--seed", "3",
    ];
    assert!(
        countless(&[&made[..], &["-o", &killer]].concat())
            .status
            .success()
    );
    let solve = ["sudoku", "solve", "-q", &killer, "--cages", "each"];
    let rows = lines(&countless(&solve).stdout);
    let solution = rows[1]
        .rsplit(',')
        .find(|field| field.len() == 16)
        .expect("a solution");
    let in_rows: Vec<&str> = (0..4).map(|row| &solution[4 * row..4 * row + 4]).collect();
    std::fs::write(&attempt, format!("# drawn\n{}\n", in_rows.join("\n"))).expect("written");
    let flags = ["--cages", "each"];
    assert_eq!(
        check(&killer, &attempt, &flags),
        (Some(0), vec!["Solved.".to_owned()])
    );
    // Two digits are exchanged everywhere: the houses are right, most cages are wrong.
    let exchanged: String = solution
        .chars()
        .map(|c| match c {
            '1' => '4',
            '4' => '1',
            other => other,
        })
        .collect();
    let (code, said) = check(&killer, &exchanged, &flags);
    assert_eq!(code, Some(1));
    let sums = said.iter().filter(|line| line.contains("has the sum"));
    assert!(
        sums.count() > 0 && said.iter().any(|line| line.contains("is wrong")),
        "{said:?}"
    );
    let (_, said) = check(&killer, &exchanged, &["--cages", "each", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said[0]).expect("it is JSON");
    assert!(json["sums"][0]["expected"].is_u64(), "{json}");
    for bad in ["nowhere.txt", "12"] {
        let refused = countless(&["sudoku", "play-check", &killer, bad, "--cages", "each"]);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

#[test]
fn grids_come_from_files_and_stdin() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("puzzle.txt");
    let name = path.to_str().expect("text");
    std::fs::write(&path, format!("# a puzzle\n{PUZZLE} hard\n")).expect("it can be written");
    let rows: Vec<&str> = (0..9).map(|row| &SOLUTION[9 * row..9 * row + 9]).collect();
    let drawn = rows.join("\n").replacen('1', "4", 1);
    let output = piped(&["sudoku", "play-check", name, "-"], drawn);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        lines(&output.stdout)[0],
        "4 appears twice in row 1: r1c1, r1c2"
    );

    std::fs::write(&path, format!("{PUZZLE}\n{PUZZLE}\n")).expect("it can be written");
    for (puzzle, word) in [
        (name, "found several"),
        ("/nowhere.txt", "/nowhere.txt"),
        ("-", "read only once"),
        (&format!("44{}", ".".repeat(79)), "repeats a digit"),
    ] {
        let output = countless(&["sudoku", "play-check", puzzle, "-"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.starts_with("error: ") && stderr.contains(word),
            "{stderr}"
        );
    }
    let output = countless(&["sudoku", "play-check", &"123456789".repeat(81), SOLUTION]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("pencil marks"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Compares with the list of all solutions.
    #[test]
    fn entries_are_wrong_if_no_solution_has_them(
        fewer in prop::collection::vec(0..81_usize, 0..30),
        entries in prop::collection::vec((0..81_usize, 1..=9_u8), 0..5),
        right in prop::collection::vec(0..81_usize, 0..20),
    ) {
        let solution: Grid = SOLUTION.parse()?;
        let puzzle = fewer.iter().fold(solution, |puzzle, &cell| fill(puzzle, cell, 0));
        let mut all = Vec::new();
        Solver::new().solve(&puzzle, 1001, &mut |grid: &Grid| {
            all.push(*grid);
            Continue(())
        });
        prop_assume!(all.len() <= 1000);
        let mut filled = puzzle;
        for &cell in &right {
            filled = fill(filled, cell, solution.digits()[cell]);
        }
        for &(cell, digit) in entries.iter().filter(|(cell, _)| puzzle.digits()[*cell] == 0) {
            filled = fill(filled, cell, digit);
        }
        let attempt: Attempt = filled.to_string().parse()?;
        let shape = Shape::new(&ShapeOptions::new())?;
        let review = shape.review(puzzle.digits(), attempt.grid().digits(), &Run::new())?;
        let agrees = all.iter().any(|grid| grid.extends(&filled));
        prop_assert_eq!(review.agrees, agrees);
        prop_assert_eq!(review.is_right(), agrees);
        prop_assert_eq!(review.status, Status::of(all.len().min(2) as u64));
        let wrong: Vec<Cell> = Cell::all()
            .filter(|&cell| puzzle[cell] == 0 && filled[cell] != 0)
            .filter(|&cell| all.iter().all(|grid| grid[cell] != filled[cell]))
            .collect();
        prop_assert_eq!(&review.wrong, &wrong);
        let blank: Vec<Cell> = Cell::all().filter(|&cell| filled[cell] == 0).collect();
        prop_assert_eq!(&review.blank, &blank);
        prop_assert_eq!(review.clashes.is_empty(), filled.is_consistent());
    }
}
