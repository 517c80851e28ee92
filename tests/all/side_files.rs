//! Files beside the inputs and the output: rejects, reports, other sets, ledgers of shards.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use countless::engine::SplitMix64;

use crate::common::{Folder, countless, lines, program};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Puzzles of seven random clues, one from each line; every tenth is invalid.
fn random_puzzles(count: usize) -> String {
    let mut random = SplitMix64(1);
    let mut line = |number: usize| {
        let mut cells = vec!['.'; 81];
        for digit in '1'..='7' {
            cells[random.below(81)] = digit;
        }
        if number.is_multiple_of(10) {
            cells[random.below(81)] = '%';
        }
        cells.into_iter().collect::<String>() + "\n"
    };
    (0..count).map(&mut line).collect()
}

#[test]
fn side_files_are_complete_or_not_there() {
    let folder = Folder::new();
    let input = folder.file("input.txt", random_puzzles(8000));
    let (report, rejects) = (folder.path("report.csv"), folder.path("rejects.csv"));
    let given = ["sudoku", "distinct", &input, "-j1", "--report", &report];
    let mut child = program()
        .args(given)
        .args(["--rejects", &rejects])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("a row");
    drop(stdout);
    let mut told = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut told).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{told}");
    assert!(!fs::exists(&report).expect("known"), "{told}");
    assert!(!fs::exists(&rejects).expect("known"), "{told}");
    assert!(!told.contains("all are listed"), "{told}");

    let output = countless(&[&given[..], &["--rejects", &rejects]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = lines(&output.stderr).join("\n");
    assert!(told.contains("all are listed in"), "{told}");
    let listed = fs::read_to_string(&rejects).expect("it is there");
    assert_eq!(listed.lines().count(), 801);
    assert!(fs::exists(&report).expect("known"));
}

#[test]
fn another_set_is_read_as_the_input_is() {
    let folder = Folder::new();
    let digits: String = PUZZLE
        .chars()
        .map(|c| {
            c.to_digit(10)
                .map_or(c, |digit| char::from(b'0' + digit as u8 - 1))
        })
        .collect();
    let letters = folder.file("letters.txt", format!("{digits}\n"));
    let blanks = folder.file("blanks.txt", PUZZLE.replace('.', "?") + "\n");
    let table = folder.file("table.csv", format!("id,p\n1,{PUZZLE}\n"));
    let line = folder.file("line.txt", format!("{PUZZLE}\n"));
    for (input, other, flags) in [
        (&letters, &letters, ["--symbols", "0-8"]),
        (&blanks, &blanks, ["--blank", "?"]),
        (&table, &table, ["--column", "p"]),
        (&table, &line, ["--column", "p"]),
    ] {
        let copy = folder.file("copy", fs::read_to_string(other).expect("it is there"));
        for (flag, rows) in [("--against", 1), ("--without", 0)] {
            let args = ["sudoku", "distinct", input, flag, &copy];
            let output = countless(&[&args[..], &flags].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            assert_eq!(lines(&output.stdout).len(), 1 + rows, "{input} {flag}");
        }
    }
}

#[test]
fn standard_input_is_read_once() {
    for args in [
        &["sudoku", "distinct", "-", "--without", "-"][..],
        &["sudoku", "distinct", "--against", "-"],
        &["sudoku", "count", "-", "--regions", "-"],
    ] {
        let output = countless(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            told.contains("standard input, -, can be read only once"),
            "{told}"
        );
    }
}

#[test]
fn names_of_kept_columns_differ() {
    let folder = Folder::new();
    let text = format!("puzzle,status,given_status\n{PUZZLE},a,b\n");
    let input = folder.file("input.csv", text);
    let output = countless(&["sudoku", "solve", &input, "--keep-columns"]);
    let rows = lines(&output.stdout);
    let names = "puzzle,status,solutions,solution,given_given_status,given_status";
    assert_eq!(rows[0], names);
    assert!(rows[1].ends_with(",a,b"));
}

#[test]
fn a_shard_without_a_header_has_nothing_done() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let run = ["queens", "count", "8", "--ledger", &shards, "--shard"];
    assert_eq!(
        countless(&[&run[..], &["1/2"]].concat()).status.code(),
        Some(0)
    );
    let whole = fs::read(format!("{shards}1-of-2.csv")).expect("it is there");
    for length in [0, 7, 40] {
        fs::write(format!("{shards}0-of-2.csv.part"), &whole[..length]).expect("written");
        let missing = countless(&["ledger", "missing", &shards, "--shards", "2"]);
        assert_eq!(missing.stdout, b"0\n", "{missing:?}");
        assert_eq!(
            countless(&["ledger", "status", &shards]).status.code(),
            Some(0)
        );
    }
    fs::write(format!("{shards}0-of-2.csv.part"), "hello\nworld\n").expect("written");
    let damaged = countless(&["ledger", "missing", &shards, "--shards", "2"]);
    assert_eq!(damaged.status.code(), Some(1), "{damaged:?}");
}

#[test]
fn a_complete_shard_without_its_rows_is_an_error() {
    let folder = Folder::new();
    let text = format!("{PUZZLE}\n").repeat(3000);
    let (input, shards) = (folder.file("input.txt", text), folder.path("shards/"));
    let run = |shard| {
        let args = [
            "sudoku", "solve", &input, "--ledger", &shards, "--shard", shard,
        ];
        countless(&args)
    };
    for shard in ["0/2", "1/2", "1/2"] {
        assert_eq!(run(shard).status.code(), Some(0));
    }
    let (ledger, rows) = (
        format!("{shards}1-of-2.csv"),
        format!("{shards}1-of-2.csv.rows"),
    );
    let whole = fs::read(&rows).expect("it is there");
    for damaged in [None, Some(whole.len() / 2)] {
        match damaged {
            None => fs::remove_file(&rows),
            Some(length) => fs::write(&rows, &whole[..length]),
        }
        .expect("changed");
        let output = run("1/2");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(
            told.contains("are missing or damaged") && told.contains(".part"),
            "{told}"
        );
        fs::rename(&ledger, format!("{ledger}.part")).expect("renamed");
        assert_eq!(run("1/2").status.code(), Some(0));
        assert_eq!(fs::read(&rows).expect("it is there"), whole);
    }
}
