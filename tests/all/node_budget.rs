//! Node limits on the command line, for searches that may not end.

use crate::common::{Folder, countless, lines};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn abandoned_puzzles_have_a_row_and_are_counted() {
    let folder = Folder::new();
    let input = folder.file("puzzles.txt", format!("{EASY}\n{HARD}\n{EASY}\n"));
    let empty = [("solve", ",,"), ("rate", ",,,,,"), ("minimal", ",,")];
    for (command, empty) in empty {
        let output = folder.path(&format!("{command}.csv"));
        let args = [
            "sudoku",
            command,
            &input,
            "--json",
            "--max-nodes",
            "20",
            "-o",
            &output,
        ];
        let run = countless(&args);
        assert_eq!(run.status.code(), Some(1), "{command}");
        let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!((&json["unknown"], &json["puzzles"]), (&1.into(), &3.into()));
        let rows = lines(&std::fs::read(&output).unwrap());
        assert_eq!(rows[2], format!("{HARD},unknown{empty}"), "{command}");
        assert_eq!(rows[1], rows[3]);
        let without = countless(&["sudoku", command, &input, "--json"]);
        assert_eq!(without.status.code(), Some(0), "{command}");
    }
    let count = countless(&["sudoku", "count", &input, "--max-nodes", "1"]);
    assert_eq!(count.status.code(), Some(1));
    assert_eq!(lines(&count.stdout)[2], format!("{HARD},"));
    // A puzzle on the command line gets a row, too.
    let count = countless(&["sudoku", "count", EASY, "--max-nodes", "1", "--nodes"]);
    assert_eq!(lines(&count.stdout)[0], "puzzle,solutions,nodes");
}

#[test]
fn boards_are_given_up_too() {
    let folder = Folder::new();
    let rows = "ABCDEFGHIJ".repeat(10);
    let board = folder.file("boards.txt", format!("{rows}\nAABBACBBCCCDCDDD\n"));
    let run = countless(&["queens", "solve", &board, "--max-nodes", "2", "--nodes"]);
    assert_eq!(run.status.code(), Some(1));
    let found = lines(&run.stdout);
    assert_eq!(found[1], format!("{rows},unknown,,,2"));
    assert_eq!(found[2], "AABBACBBCCCDCDDD,unique,1,2 4 1 3,1");
}

#[test]
fn a_hint_says_that_there_are_several_solutions() {
    let several = format!("{}{}", &EASY[..70], ".".repeat(11));
    let hint = countless(&["sudoku", "hint", &several]);
    let text = String::from_utf8(hint.stdout).unwrap().replace('\n', " ");
    assert!(text.contains("The puzzle has several solutions."), "{text}");
    for (puzzle, status) in [(EASY, "unique"), (&several, "multiple")] {
        for command in ["hint", "explain"] {
            let run = countless(&["sudoku", command, puzzle, "--json"]);
            let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
            assert_eq!(json["status"], status, "{command}");
        }
    }
}

#[test]
fn puzzles_that_cannot_be_are_refused_at_once() {
    for args in [
        "--clues 81 --minimal",
        "--clues 81 --minimal --symmetry full",
        "--clues 73 --minimal --symmetry random",
        "--clues 80 --level hard",
        "--clues 78 --technique x-wing",
        "--clues 16",
        "--size 4 --clues 3",
        "--size 6 --clues 36 --level hard",
    ] {
        let mut all = vec!["sudoku", "generate"];
        all.extend(args.split(' '));
        let run = countless(&all);
        assert_eq!(run.status.code(), Some(2), "{args}");
        assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{args}");
    }
}
