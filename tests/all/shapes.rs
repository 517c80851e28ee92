//! Sudokus of other sizes and shapes, by the whole program.

use std::fs;

use crate::common::{Folder, countless, lines};

const FOUR: &str = "...1...4.3...4..";
const SOLVED: &str = "4231312413422413";

/// Runs the program: its exit code, the lines of stdout and of stderr.
fn run(args: &[&str]) -> (Option<i32>, Vec<String>, Vec<String>) {
    let output = countless(args);
    (
        output.status.code(),
        lines(&output.stdout),
        lines(&output.stderr),
    )
}

#[test]
fn a_puzzle_on_the_command_line_is_known_by_its_length() {
    let (code, rows, _) = run(&["sudoku", "solve", "-q", FOUR]);
    assert_eq!(code, Some(0));
    assert_eq!(rows[1], format!("{FOUR},unique,1,{SOLVED}"));
    let spaced = "0 0 0 1 0 0 0 4 0 3 0 0 0 4 0 0";
    let (_, rows, _) = run(&["sudoku", "solve", "-q", "--size", "4", spaced]);
    assert_eq!(rows[1], format!("{FOUR},unique,1,{SOLVED}"));
    let (code, rows, _) = run(&["sudoku", "count", "-q", &".".repeat(16)]);
    assert_eq!((code, rows), (Some(0), vec!["288".to_owned()]));
    let (_, rows, _) = run(&["sudoku", "list", "-q", &".".repeat(16), "--limit", "2"]);
    let expected = ["solution", "1234341221434321", "1234341223414123"];
    let solutions: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.rsplit(',').next())
        .collect();
    assert_eq!(solutions, expected);
}

#[test]
fn files_are_known_by_their_first_puzzle() {
    let folder = Folder::new();
    for text in [
        format!("{FOUR}\n{FOUR}\n"),
        format!("id,puzzle\n1,{FOUR}\n2,{FOUR}\n"),
        "...1\n...4\n.3..\n.4..\n\n...1\n...4\n.3..\n.4..\n".to_owned(),
        ". . | . 1\n. . | . 4\n----+----\n. 3 | . .\n. 4 | . .\n".repeat(2),
    ] {
        let file = folder.file("puzzles", &text);
        let (code, rows, told) = run(&["sudoku", "solve", "-q", &file]);
        assert_eq!((code, told.len()), (Some(0), 0), "{text} {told:?}");
        assert_eq!(rows.len(), 3, "{text}");
        for row in &rows[1..] {
            assert_eq!(*row, format!("{FOUR},unique,1,{SOLVED}"));
        }
    }
}

#[test]
fn regions_give_the_size_and_what_is_wrong_is_said() {
    let folder = Folder::new();
    let rows = folder.file("rows", "AAAA\nBBBB\nCCCC\nDDDD\n");
    let args = [
        "sudoku",
        "count",
        "-q",
        "--regions",
        &rows,
        "................",
    ];
    // Latin squares of order 4.
    assert_eq!(run(&args).1, ["576"]);
    let short = folder.file("short", "AAAA\nBBBB\nCCC\nDDDD\n");
    let (code, _, told) = run(&["sudoku", "count", "--regions", &short, "................"]);
    assert_eq!(code, Some(2));
    let what = format!("{short}:3:1: 3 instead of 4 cells in a line");
    assert!(told.iter().any(|line| line.contains(&what)), "{told:?}");
    for (flags, what) in [
        (&["--size", "7"][..], "a sudoku of size 7 has no boxes"),
        (&["--boxes", "2x3"], "boxes of 2×3 cells have not 9"),
        (&["--boxes", "3"], "it is like 2x3"),
        (&["--size", "26"], "26"),
        (
            &["--size", "6", "--windows"],
            "--windows lie between boxes that are squares",
        ),
        (&["--regions", "nowhere"], "nowhere"),
    ] {
        let args = [&["sudoku", "solve", "x.txt"], flags].concat();
        let (code, rows, told) = run(&args);
        assert_eq!((code, rows.len()), (Some(2), 0), "{flags:?}");
        assert!(told.iter().any(|line| line.contains(what)), "{told:?}");
    }
}

#[test]
fn flags_change_what_is_counted() {
    let blank = ".".repeat(16);
    let count = |flags: &[&str]| {
        let args = [&["sudoku", "count", "-q", "--size", "4", &blank], flags].concat();
        run(&args).1[0].parse::<u64>().expect("a number")
    };
    assert_eq!(count(&[]), 288);
    // Squares whose boxes are their rows.
    assert_eq!(count(&["--boxes", "1x4"]), 576);
    assert_eq!(count(&["--diagonals"]), 48);
    assert_eq!(count(&["--max-solutions", "100"]), 100);
    assert!(count(&["--windows"]) < 288);
}

#[test]
fn a_bad_row_is_told_and_the_others_are_solved() {
    let folder = Folder::new();
    let file = folder.file("four", format!("{FOUR}\n5{}\n{FOUR} x\n", &FOUR[1..]));
    let rejects = folder.path("rejects.csv");
    let args = [
        "sudoku",
        "solve",
        "--size",
        "4",
        "--keep-columns",
        "--rejects",
        &rejects,
        &file,
    ];
    let (code, rows, told) = run(&args);
    assert_eq!(code, Some(1));
    let expected = [
        "puzzle,status,solutions,solution,tag".to_owned(),
        format!("{FOUR},unique,1,{SOLVED},"),
        format!("5{},invalid,0,,", &FOUR[1..]),
        format!("{FOUR},unique,1,{SOLVED},x"),
    ];
    assert_eq!(rows, expected);
    assert!(
        told[0].ends_with(":2:1: the digit 5 where there are 4"),
        "{told:?}"
    );
    let rejects = fs::read_to_string(rejects).expect("it is written");
    assert_eq!(rejects.lines().count(), 2);
}

#[test]
fn ledgers_go_on_and_shards_are_merged() {
    let folder = Folder::new();
    let puzzles = format!("{FOUR}\n................\n1...............\n").repeat(900);
    let file = folder.file("four", puzzles);
    for command in ["solve", "count"] {
        let whole = folder.path(&format!("{command}.csv"));
        let plain = ["sudoku", command, "-q", "--diagonals", "-o", &whole, &file];
        assert_eq!(run(&plain).0, Some(0));
        let rows = fs::read_to_string(&whole).expect("rows are written");
        let kept = folder.path(&format!("kept-{command}.csv"));
        let ledger = folder.path(&format!("ledger-{command}.csv"));
        for _ in 0..2 {
            let args = [
                "sudoku",
                command,
                "-q",
                "--diagonals",
                "-o",
                &kept,
                "--ledger",
                &ledger,
                &file,
            ];
            assert_eq!(run(&args).0, Some(0), "{command}");
            assert_eq!(fs::read_to_string(&kept).expect("rows are kept"), rows);
        }
        let args = ["ledger", "verify", "-q", &ledger, "--input", &file];
        let (code, _, told) = run(&args);
        assert_eq!(code, Some(0), "{told:?}");
        let other = [
            "sudoku", command, "-q", "-o", &kept, "--ledger", &ledger, &file,
        ];
        assert_eq!(run(&other).0, Some(2), "another shape is another question");
        let shards = folder.path(&format!("shards-{command}"));
        fs::create_dir(&shards).expect("a folder");
        for shard in ["0/2", "1/2"] {
            let args = [
                "sudoku",
                command,
                "-q",
                "--diagonals",
                "--ledger",
                &shards,
                "--shard",
                shard,
                &file,
            ];
            assert_eq!(run(&args).0, Some(0), "{command}");
        }
        let joined = folder.path("joined.csv");
        let merge = ["ledger", "merge", &shards, "-q", "--output", &joined];
        if command == "solve" {
            assert_eq!(run(&merge).0, Some(0));
            assert_eq!(fs::read_to_string(joined).expect("rows are joined"), rows);
        }
    }
}

#[test]
fn what_is_generated_has_one_solution() {
    let folder = Folder::new();
    let made = folder.path("made.csv");
    for flags in [
        &["--size", "6"][..],
        &["--diagonals"],
        &["--size", "4", "--samurai"],
    ] {
        let args = [
            "sudoku", "generate", "-q", "--count", "70", "--seed", "3", "-o", &made,
        ];
        let args = [&args, flags].concat();
        assert_eq!(run(&args).0, Some(0), "{flags:?}");
        let first = fs::read_to_string(&made).expect("puzzles are written");
        assert!(first.starts_with("puzzle,solution,clues\n"));
        let solved = [&["sudoku", "solve", "-q", "--check", &made], flags].concat();
        let (code, rows, _) = run(&solved);
        assert_eq!((code, rows.len()), (Some(0), 71));
        assert!(
            rows[1..]
                .iter()
                .all(|row| row.contains(",unique,1,") && row.contains(",ok,"))
        );
        let ledger = folder.path(&format!("ledger{}", flags.concat()));
        let with = [&args[..], &["--ledger", &ledger]].concat();
        assert_eq!(run(&with).0, Some(0));
        assert_eq!(fs::read_to_string(&made).expect("puzzles are kept"), first);
    }
    let (code, _, told) = run(&["sudoku", "generate", "--size", "6", "--level", "hard"]);
    assert_eq!(code, Some(2));
    assert!(
        told[0].contains("--pattern and --any are about"),
        "{told:?}"
    );
    let (code, _, told) = run(&["sudoku", "generate", "--size", "6", "--clues", "3"]);
    assert_eq!(code, Some(2));
    assert!(told[0].contains("it has from 5 to 36"), "{told:?}");
}
