//! Mistakes in typing get an answer that helps.

use std::fs::File;
use std::process::Stdio;

use crate::common::{Folder, countless, lines, program};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// What a command says that fails.
fn refused(args: &[&str]) -> String {
    let output = countless(args);
    let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(
        output.stdout.is_empty() && !stderr.contains('\n'),
        "{stderr}"
    );
    stderr
}

#[test]
fn words_that_nobody_knows_have_neighbours() {
    for (args, meant) in [
        (&["queen", "count", "8"][..], "did you mean queens?"),
        (&["queens", "estimat", "8"], "did you mean estimate?"),
        (
            &["queens", "count", "8", "--treads", "2"],
            "did you mean --threads?",
        ),
        (
            &["queens", "count", "8", "--method", "serch"],
            "did you mean search?",
        ),
    ] {
        let said = refused(args);
        assert!(said.ends_with(meant), "{said}");
    }
    assert!(!refused(&["xyz"]).contains("did you mean"));
}

#[test]
fn puzzles_of_a_wrong_length_are_puzzles() {
    let long = format!("{PUZZLE}1");
    let letter = PUZZLE.replacen('8', "b", 1);
    for (puzzle, what) in [
        (&PUZZLE[1..], "80 instead of 81 cells"),
        (&long, "82 instead of 81 cells"),
        (&letter, "character 7: 'b' is neither a digit nor a blank"),
    ] {
        for command in ["solve", "count", "list", "explain", "rate", "show"] {
            let said = refused(&["sudoku", command, puzzle]);
            assert!(said.contains(what) && !said.contains("os error"), "{said}");
        }
        let said = refused(&["sudoku", "play-check", PUZZLE, puzzle]);
        assert!(said.contains(what), "{said}");
    }
    assert!(refused(&["sudoku", "solve", "no.txt"]).contains("cannot read no.txt"));
}

#[test]
fn the_folder_that_is_not_there_is_named() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let recorded = [
        "sudoku",
        "solve",
        "data/many.txt",
        "--ledger",
        &ledger,
        "-o",
        "/nope/x.csv",
    ];
    for args in [
        &["queens", "list", "8", "-o", "/nope/x.csv"][..],
        &["queens", "count", "8", "-o", "/nope/x"],
        &["queens", "count", "8", "--tally", "/nope/x.csv"],
        &["sudoku", "solve", PUZZLE, "-o", "/nope/x.csv"],
        &["sudoku", "explain", PUZZLE, "-o", "/nope/x.txt"],
        &["sudoku", "show", PUZZLE, "-o", "/nope/x.svg"],
        &recorded,
    ] {
        let said = refused(args);
        assert!(
            said.contains("/nope/x") && said.ends_with("no folder /nope"),
            "{said}"
        );
    }
}

#[test]
fn a_number_of_threads_that_is_none_is_passed_over() {
    for value in ["0", "rubbish", "-3", "70000"] {
        let mut run = program();
        let run = run
            .args(["queens", "count", "8"])
            .env("RAYON_NUM_THREADS", value);
        let output = run.output().expect("it runs");
        assert_eq!(output.stdout, b"92\n");
        let stderr = lines(&output.stderr);
        let warning = format!("warning: RAYON_NUM_THREADS={value} is passed over");
        assert!(stderr[0].starts_with(&warning), "{stderr:?}");
        assert_eq!(stderr.len(), 2, "it is told once");
    }
    let mut run = program();
    let run = run
        .args(["queens", "count", "8"])
        .env("RAYON_NUM_THREADS", "3");
    let output = run.output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("3 threads"), "{stderr}");
    assert!(refused(&["queens", "count", "8", "-j", "0"]).contains("--threads"));
}

#[test]
fn queens_that_leave_no_solution_are_named() {
    for (args, why) in [
        (
            &["--queens", "1:1,2:2"][..],
            "the queens on 1:1 and 2:2 attack each other",
        ),
        (
            &["--queens", "3:4,1:1,8:4"],
            "the queens on 3:4 and 8:4 attack each other",
        ),
        (
            &["--queens", "3:4", "--blocked", "3:4"],
            "3:4 holds a queen and is blocked",
        ),
    ] {
        let output = countless(&[&["queens", "complete", "8"], args].concat());
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(0), &b"0\n"[..])
        );
        let stderr = lines(&output.stderr);
        assert_eq!(stderr[0], format!("note: {why}: there is no solution"));
    }
    let output = countless(&["queens", "complete", "8", "--queens", "1:5,1:5,2:7", "-q"]);
    assert_eq!(output.stdout, b"6\n");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_pipe_needs_no_dash() {
    let folder = Folder::new();
    let path = folder.file("puzzle.txt", format!("{PUZZLE}\n"));
    for command in ["solve", "count", "list", "rate", "explain", "show"] {
        let piped = |args: &[&str]| {
            let input = File::open(&path).expect("it is there");
            let mut run = program();
            let run = run.args(["sudoku", command, "-q"]).args(args);
            run.stdin(Stdio::from(input)).output().expect("it runs")
        };
        let output = piped(&[]);
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert_eq!(output.stdout, piped(&["-"]).stdout, "{command}");
    }
}
