//! A command that writes or draws only some of its inputs reports it in the summary.

use std::fs;

use crate::common::{Folder, countless, lines, piped};

/// Number of puzzles of the file.
const PUZZLES: usize = 100;
const FILE: &str = "data/puzzles.txt";

/// Output and summary of a command.
fn run(args: &[&str]) -> (Vec<String>, String) {
    let output = countless(args);
    let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    (lines(&output.stdout), stderr)
}

#[test]
fn pages_hold_all_puzzles() {
    let folder = Folder::new();
    let path = folder.path("page.svg");
    let (_, summary) = run(&["sudoku", "show", FILE, "--per-page", "30", "-o", &path]);
    let pages = fs::read_dir(folder.path("")).expect("a folder").count();
    assert_eq!((pages, summary.as_str()), (PUZZLES.div_ceil(30), ""));
    for (flags, summary) in [
        (
            &["--limit", "6"][..],
            "6 of 100 puzzles; --nth and --limit select them",
        ),
        (
            &["--nth", "96"],
            "5 of 100 puzzles; --nth and --limit select them",
        ),
        (&["--limit", "all"], ""),
    ] {
        let base = ["sudoku", "show", FILE, "--per-page", "100", "-o", &path];
        assert_eq!(run(&[&base, flags].concat()).1, summary, "{flags:?}");
    }
}

#[test]
fn puzzles_that_are_not_shown_are_counted() {
    let of = |count: &str| format!("{count} of 100 puzzles; --nth and --limit select them");
    for (args, grids, summary) in [
        (&["show", FILE][..], 1, of("1")),
        (&["show", FILE, "--nth", "4"], 1, of("1")),
        (&["show", FILE, "--limit", "3"], 3, of("3")),
        (&["show", FILE, "--nth", "99", "--limit", "9"], 2, of("2")),
        (&["show", FILE, "--limit", "all"], PUZZLES, String::new()),
        (&["show", FILE, "--limit", "100"], PUZZLES, String::new()),
        (&["show", FILE, "--nth", "4", "-q"], 1, String::new()),
    ] {
        let (output, told) = run(&[&["sudoku"], args].concat());
        let drawn = output.iter().filter(|line| line.starts_with('┌')).count();
        assert_eq!((drawn, told), (grids, summary), "{args:?}");
    }
    for (args, explained, summary) in [
        (
            &["explain", FILE, "--steps", "1"][..],
            PUZZLES,
            String::new(),
        ),
        (&["explain", FILE, "--steps", "1", "--nth", "4"], 1, of("1")),
        (
            &["explain", FILE, "--steps", "1", "--limit", "3"],
            3,
            of("3"),
        ),
        (
            &[
                "explain", FILE, "--steps", "1", "--nth", "99", "--limit", "all",
            ],
            2,
            of("2"),
        ),
    ] {
        let (output, told) = run(&[&["sudoku"], args].concat());
        let first = output.iter().filter(|line| line.starts_with("1. ")).count();
        assert_eq!((first, told), (explained, summary), "{args:?}");
    }
}

/// The end of a pipe is not awaited.
#[test]
fn puzzles_of_a_pipe_are_more() {
    for (lines, summary) in [(1, ""), (3, "1 of more than 1 puzzle")] {
        let file = fs::read_to_string(FILE).expect("the file");
        let text = file.lines().filter(|line| !line.starts_with('#'));
        let text = text.take(lines).collect::<Vec<_>>().join("\n");
        let output = piped(&["sudoku", "show", "-"], text);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with(summary) && stderr.is_empty() == summary.is_empty());
    }
}

#[test]
fn rows_that_are_not_written_are_reported() {
    let folder = Folder::new();
    let cover = folder.file("cover.txt", "a b\na b\na\nb\n");
    let one = folder.file("one.txt", "1.1 1.2\n1.1 1.2\n");
    let two = folder.file("two.txt", "1.1 1.2\n1.1 1.2\n1.1\n1.2\n");
    let blank = ".".repeat(16);
    for (args, rows, summary) in [
        (
            &["queens", "list", "8", "--limit", "3"][..],
            4,
            "3 solutions (stopped by --limit) in ",
        ),
        (
            &["queens", "list", "8", "--limit", "all"],
            93,
            "92 solutions in ",
        ),
        (
            &["queens", "list", "100", "--limit", "3"],
            4,
            "3 solutions of more than can be listed",
        ),
        (
            &[
                "queens", "complete", "8", "--queens", "1:5", "--list", "--limit", "2",
            ],
            3,
            "2 solutions (stopped by --limit) in ",
        ),
        (
            &["sudoku", "list", &blank, "--limit", "7"],
            8,
            "7 solutions (stopped by --limit) in ",
        ),
        (
            &["cover", "list", &cover, "--limit", "1"],
            2,
            "1 solution (stopped by --limit) in ",
        ),
        (&["cover", "list", &cover], 3, "2 solutions in "),
        (
            &["cover", "show", &two],
            3,
            "1 solution drawn; --nth and --limit draw others",
        ),
        (&["cover", "show", &two, "--limit", "all"], 9, ""),
        (&["cover", "show", &one, "--limit", "all"], 3, ""),
    ] {
        let (output, told) = run(args);
        assert_eq!(output.len(), rows, "{args:?}: {output:?}");
        assert!(
            told.starts_with(summary) && told.is_empty() == summary.is_empty(),
            "{args:?}: {told}"
        );
    }
}

#[test]
fn limits_are_numbers_or_all() {
    for (value, why) in [
        ("0", "expected a whole number of at least 1"),
        ("-1", "expected a whole number of at least 1"),
        ("every", "expected a whole number of at least 1, or all"),
        ("20000", "--limit 20000: expected at most 10000 figures"),
    ] {
        let output = countless(&["sudoku", "show", FILE, "--limit", value]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{value}");
        assert!(stderr.contains(why), "{value}: {stderr}");
    }
}
