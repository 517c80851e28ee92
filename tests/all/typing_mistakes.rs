//! Typing mistakes get a helpful answer.

use std::fs::File;
use std::process::Stdio;

use crate::common::{Folder, countless, folder_not_found, lines, program};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Error of a command that fails: one line, and an optional hint below it.
fn refused(args: &[&str]) -> String {
    let output = countless(args);
    let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    let mut below = stderr.lines().skip(1);
    let is_one = below.next().is_none_or(|line| line.starts_with("hint: "));
    assert!(
        output.stdout.is_empty() && is_one && below.next().is_none(),
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
        // Synonyms, also of commands in other groups.
        (
            &["sudoku", "solve", PUZZLE, "--limit", "3"],
            "did you mean --max-solutions?",
        ),
        (&["sudoku", "print", PUZZLE], "did you mean show?"),
        (&["sudoku", "difficulty", PUZZLE], "did you mean rate?"),
        (
            &["sudoku", "validate", PUZZLE],
            "did you mean solve or play-check?",
        ),
        (&["cover", "validate"], "did you mean check?"),
        (
            &["solve", PUZZLE],
            "did you mean queens solve or sudoku solve?",
        ),
        (&["queens", "rate"], "did you mean sudoku rate?"),
        (&["nqueens"], "did you mean queens?"),
        // Names are compared without case and punctuation.
        (
            &["sudoku", "generate", "--technique", "X-Wing"],
            "did you mean x-wing?",
        ),
        (
            &["sudoku", "generate", "--technique", "xywing"],
            "did you mean xy-wing?",
        ),
    ] {
        let said = refused(args);
        assert!(said.ends_with(meant), "{said}");
    }
    for args in [
        &["xyz"][..],
        &["queens", "list", "8", "--sort"],
        &["queens", "count", "8", "--method", "fast"],
    ] {
        assert!(!refused(args).contains("did you mean"), "{args:?}");
    }
}

#[test]
fn puzzles_of_a_wrong_length_are_puzzles() {
    let long = format!("{PUZZLE}1");
    let letter = PUZZLE.replacen('8', "b", 1);
    for (puzzle, what) in [
        (&PUZZLE[1..], "expected 81 cells, found 80"),
        (&long, "expected 81 cells, found 82"),
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
        assert!(said.ends_with(&folder_not_found("/nope")), "{said}");
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
        let warning = format!("warning: ignored RAYON_NUM_THREADS={value}:");
        assert!(stderr[0].starts_with(&warning), "{stderr:?}");
        assert_eq!(stderr.len(), 2, "it is told once");
    }
    let mut run = program();
    let run = run
        .args(["queens", "count", "16", "--method", "search"])
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
            "the queens on the squares 1:1 and 2:2 attack each other",
        ),
        (
            &["--queens", "3:4,1:1,8:4"],
            "the queens on the squares 3:4 and 8:4 attack each other",
        ),
        (
            &["--queens", "3:4", "--blocked", "3:4"],
            "square 3:4 holds a queen and is blocked",
        ),
    ] {
        let output = countless(&[&["queens", "complete", "8"], args].concat());
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(0), &b"0\n"[..])
        );
        let stderr = lines(&output.stderr);
        assert_eq!(stderr[0], format!("note: {why}: no solution exists"));
    }
    let output = countless(&["queens", "complete", "8", "--queens", "1:5,1:5,2:7", "-q"]);
    assert_eq!(output.stdout, b"6\n");
    assert!(output.stderr.is_empty());
}

#[test]
fn an_argument_may_be_a_line_of_a_file() {
    let folder = Folder::new();
    let line = format!("{PUZZLE} 30 clues");
    for command in [
        "solve", "count", "list", "rate", "explain", "hint", "show", "canon",
    ] {
        let plain = countless(&["sudoku", command, PUZZLE, "-q"]);
        assert_eq!(plain.status.code(), Some(0), "{command}: {plain:?}");
        let tagged = countless(&["sudoku", command, &line, "-q"]);
        assert_eq!(tagged.stdout, plain.stdout, "{command}: {tagged:?}");
    }
    let kept = countless(&["sudoku", "solve", &line, "--keep-columns", "-q"]);
    assert!(lines(&kept.stdout)[1].ends_with(",30 clues"), "{kept:?}");
    let attempt = folder.file("attempt.txt", &line);
    let checked = countless(&["sudoku", "play-check", &line, &attempt]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    let small = countless(&[
        "sudoku",
        "count",
        "1............... tag",
        "--size",
        "4",
        "-q",
    ]);
    assert_eq!(small.stdout, b"72\n", "{small:?}");
    assert!(refused(&["sudoku", "solve", "# a comment"]).contains("is a comment; expected"));
    let short = refused(&["sudoku", "solve", &format!("{} tag", &PUZZLE[1..])]);
    assert!(short.contains("expected 81 cells, found 80"), "{short}");
}

#[test]
fn numbers_are_asked_for_in_plain_words() {
    for (args, reason) in [
        (
            ["queens", "list", "8", "--limit", "0"],
            "a whole number of at least 1",
        ),
        (
            ["queens", "list", "8", "--limit", "18446744073709551616"],
            "the number is too large",
        ),
        (
            ["queens", "count", "8", "--threads", "x"],
            "a whole number from 1 to 4,096",
        ),
        (
            ["queens", "show", "8", "--seed", "x"],
            "expected a whole number",
        ),
        (
            ["cover", "make", "latin", "x", "--dimacs"],
            "expected a whole number",
        ),
    ] {
        let told = refused(&args);
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn errors_name_what_was_given() {
    let folder = Folder::new();
    let path = |name| folder.path(name);
    let dry = countless(&[
        "sudoku",
        "generate",
        "--count",
        "2",
        "--dry-run",
        "-o",
        &path("a.csv"),
    ]);
    assert_eq!(dry.status.code(), Some(0), "{dry:?}");
    for (args, reason) in [
        (
            &["sudoku", "generate", "--dry-run", "--unordered"][..],
            "--dry-run keeps the order",
        ),
        (
            &["queens", "complete", "8", "--queens", "9:1"],
            "--queens 9:1, character 1: row 9 is outside",
        ),
        (
            &["queens", "complete", "8", "--blocked", "9:1"],
            "--blocked 9:1, character 1: row 9 is outside",
        ),
        (
            &["cover", "make", "dominoes", "6x10", "--without", "9.9"],
            "--without 9.9: the board",
        ),
        (
            &["sudoku", "rate", "--level", "easy"],
            "`countless sudoku generate` has --level",
        ),
        (&["ledger", "status", &path("")], "no ledger in "),
    ] {
        let told = refused(args);
        assert!(told.contains(reason), "{told}");
    }
    // A list of fifty names would hide the suggestion.
    let told = refused(&["sudoku", "explain", "--upto", "xwing"]);
    assert!(
        told.contains("did you mean x-wing?") && !told.contains("skyscraper"),
        "{told}"
    );
}

#[test]
fn queens_may_be_given_one_by_one() {
    let together = countless(&["queens", "complete", "8", "--queens", "1:5,2:7"]);
    let apart = [
        "queens", "complete", "8", "--queens", "1:5", "--queens", "2:7",
    ];
    assert_eq!(countless(&apart).stdout, together.stdout);
}

#[test]
fn the_folder_of_the_manual_is_created() {
    let folder = Folder::new();
    let pages = folder.path("share/man");
    assert!(countless(&["man", "--folder", &pages]).status.success());
    assert!(std::path::Path::new(&pages).join("countless.1").is_file());
}

#[test]
fn distinct_keeps_columns() {
    let folder = Folder::new();
    let input = folder.file("in.csv", format!("quizzes,solutions\n{PUZZLE},x\n"));
    let other = folder.file("other.csv", format!("puzzle\n{PUZZLE}\n"));
    let kept = countless(&["sudoku", "distinct", &input, "--keep-columns"]);
    assert_eq!(lines(&kept.stdout)[0], "puzzle,solution");
    let leaked = countless(&["sudoku", "distinct", &input, "--against", &other]);
    let told = String::from_utf8_lossy(&leaked.stderr);
    assert!(
        told.contains("1 puzzle (1 with an equivalent in --against, 1 of these equal"),
        "{told}"
    );
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

#[test]
fn a_wrong_file_is_no_problem_with_one_solution() {
    let folder = Folder::new();
    let empty = folder.file("empty.txt", "");
    let pieces = folder.file("pieces.txt", "A\n#\n\nA\n##\n");
    for (args, reason) in [
        (
            vec!["dominoes", &empty],
            "expected the cells of a board as #",
        ),
        (
            vec!["polyominoes", "2x3", &empty],
            "expected the cells of a piece as #",
        ),
        (
            vec!["polyominoes", "2x3", &pieces],
            "the piece A occurs twice",
        ),
    ] {
        let told = refused(&[&["cover", "make"][..], &args].concat());
        assert!(told.contains(reason) && told.contains(".txt:"), "{told}");
    }
    let solve = countless(&["queens", "solve", "missing.txt"]);
    assert!(
        solve.stdout.is_empty() && solve.status.code() == Some(2),
        "{solve:?}"
    );
}

/// Drawings of pieces and boards, and files of squares. The tests of their readers have more.
#[test]
fn drawings_are_read_or_refused_with_a_line() {
    let folder = Folder::new();
    let file = |name: &str, text: &str| folder.file(name, text);
    let count = |args: &[&str]| {
        let problem = folder.path("problem.txt");
        let made = countless(&[&["cover", "make", "-o", &problem], args].concat());
        assert_eq!(made.status.code(), Some(0), "{args:?} {made:?}");
        lines(&countless(&["cover", "count", "-q", &problem]).stdout)
    };
    let pieces = file("pieces.txt", "L\n##\n#\nI\n##\n");
    let board = file("board.txt", "# my board\n###\n###\n");
    let one = file("one.txt", "L\n##\n#\n");
    let solids = file("solids.txt", "V\n##\n#.\n--\n#.\n..\n\nI\n##\n");
    for (args, total) in [
        (&["polyominoes", "5x4", &pieces, "--unlimited"][..], "2319"),
        (&["polyominoes", &board, &one, "--unlimited"], "2"),
        (&["polycubes", "2x2x2", &solids, "--unlimited"], "13"),
        (&["dominoes", &board], "3"),
    ] {
        assert_eq!(count(args), [total], "{args:?}");
    }
    let marked = file("marked.txt", "T\n###\n O\n");
    let layers = file("layers.txt", "V\n## #.\n#. ..\n");
    let crossed = file("crossed.txt", "###\n#x#\n");
    let (ring, free) = ("####\n#..#\n#..#\n####\n", "....\n....\n....\n....\n");
    let (ring, free) = (file("ring.txt", ring), file("free.txt", free));
    let comments = file("comments.txt", "# 1:1\n# the corners\n");
    for (args, place) in [
        (&["cover", "make", "polyominoes", "4x4", &marked][..], "3:2"),
        (&["cover", "make", "polycubes", "2x2x2", &layers], "2:3"),
        (&["cover", "make", "dominoes", &crossed], "2:2"),
        (&["queens", "complete", "4", "--blocked", &free], "1:1"),
        (&["queens", "complete", "4", "--blocked", &comments], "1:1"),
        (&["queens", "show", "4", "--queens", &comments], "1:1"),
    ] {
        let told = refused(args);
        assert!(told.contains(&format!(".txt:{place}: ")), "{told}");
    }
    let blocked = countless(&["queens", "complete", "4", "-q", "--blocked", &ring]);
    assert_eq!(blocked.stdout, b"0\n");
    let matrix = file("matrix.txt", "0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n");
    let completed = countless(&["queens", "complete", "4", "--queens", &matrix]);
    let row = ".Q..............,unique,1,2 4 1 3";
    assert_eq!(lines(&completed.stdout)[1..], [row]);
    let three = file("three.txt", "0 1 0 0\n0 0 0 0\n0 0 0 0\n");
    let completed = countless(&["queens", "complete", "4", "--queens", &three]);
    assert_eq!(completed.status.code(), Some(1), "{completed:?}");
    assert_eq!(lines(&completed.stdout).len(), 2, "{completed:?}");
}

#[test]
fn boards_without_solution_are_named() {
    let folder = Folder::new();
    let regions = folder.file("regions.txt", "AAAB\nAAAB\nAACB\nDDDD\n");
    for (args, board) in [
        (&["8"][..], "8 superqueens on a board of 8 rows"),
        (&["8", "--torus"], "8 superqueens on a torus of 8 rows"),
        (
            &["1", "--queens", "1:1", "--blocked", "1:1"],
            "1 superqueen on a board of 1 row",
        ),
    ] {
        let args = [&["queens", "show", "--piece", "superqueen"], args].concat();
        let output = countless(&args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        let expected = format!("error: no solution for {board}");
        assert!(told.starts_with(&expected), "{told}");
    }
    for (args, board) in [
        (&["6", "--torus"][..], "6 queens on a torus of 6 rows"),
        (&["3", "--seed", "1"], "3 queens on a board of 3 rows"),
        (&["3", "--all"], "3 queens on a board of 3 rows"),
        (
            &["3", "--queens", "1:1"],
            "3 queens on a board of 3 rows, with the given squares",
        ),
        (
            &["4", "--regions", &regions],
            "4 crowned rooks on a board of 4 rows with these regions",
        ),
    ] {
        let output = countless(&[&["queens", "show"], args].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert_eq!(told.trim_end(), format!("error: no solution for {board}"));
    }
}

#[test]
fn a_puzzle_without_its_regions_has_no_count() {
    let blank = ".".repeat(16);
    let count = countless(&["sudoku", "count", &blank, "--regions", "each"]);
    assert_eq!(count.status.code(), Some(1), "{count:?}");
    assert!(count.stdout.is_empty(), "{count:?}");
    let stderr = String::from_utf8_lossy(&count.stderr);
    assert!(
        stderr.contains("expected regions after the puzzle"),
        "{stderr}"
    );
}
