//! Ledgers of interrupted runs, written by version 0.1.0: they are read, continued and verified.
//! They are in `tests/ledgers/`.

use std::fs;

use crate::common::{Folder, countless, lines};

/// Options of a run, name of its ledger, and its output.
const RUNS: [(&[&str], &str, &str); 5] = [
    (
        &["queens", "count", "12", "--subtrees", "40"],
        "join",
        "14200\n",
    ),
    (
        &[
            "queens",
            "count",
            "11",
            "--method",
            "search",
            "--subtrees",
            "64",
        ],
        "search",
        "2680\n",
    ),
    (
        &[
            "queens",
            "complete",
            "10",
            "--queens",
            "1:4",
            "--blocked",
            "5:5",
            "--subtrees",
            "64",
        ],
        "complete",
        COMPLETE,
    ),
    (
        &["sudoku", "count", PUZZLE, "--subtrees", "64"],
        "puzzle",
        "36264\n",
    ),
    (&["sudoku", "count", "data/many.txt"], "count", ""),
];

const PUZZLE: &str =
    "8..72....4....1.5....8..1...4...72.....2......7..4.....6......5...46...17....9..2";

/// Count without a ledger, by a brute force in another language.
const COMPLETE: &str = "86\n";

/// Copies a ledger, so that it can be changed.
fn copied(folder: &Folder, name: &str) -> String {
    let bytes = fs::read(format!("tests/ledgers/{name}.csv")).expect("it is in the repository");
    folder.file(&format!("{name}.csv"), bytes)
}

#[test]
fn they_are_continued() {
    for (options, name, expected) in RUNS {
        let folder = Folder::new();
        let ledger = copied(&folder, name);
        let records = fs::read(&ledger).expect("it was copied");
        let output = countless(&[options, &["--ledger", &ledger]].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name}: {stderr}");
        assert!(stderr.contains(" already known"), "{name}: {stderr}");
        if name == "count" {
            let counts = lines(&output.stdout);
            let counts: Vec<&str> = counts
                .iter()
                .filter_map(|row| row.split(',').nth(1))
                .collect();
            assert_eq!(counts, ["solutions", "1", "134", "36264", "1116856"]);
        } else {
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}");
        }
        let after = fs::read(&ledger).expect("it is still there");
        assert!(
            after.starts_with(&records) && after.len() > records.len(),
            "{name}"
        );
        let merged = countless(&["ledger", "merge", &ledger, "-q"]);
        assert_eq!(merged.status.code(), Some(0), "{name}");
        if name != "count" {
            assert_eq!(merged.stdout, output.stdout, "{name}");
        }
    }
}

#[test]
fn they_are_verified() {
    for (_, name, _) in RUNS {
        let ledger = format!("tests/ledgers/{name}.csv");
        let input: &[&str] = if name == "count" {
            &["--input", "data/many.txt"]
        } else {
            &[]
        };
        let output = countless(&[&["ledger", "verify", &ledger, "--sample", "10"], input].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name}: {stderr}");
        assert!(stderr.contains("all counts agree"), "{name}: {stderr}");
    }
}

/// Ledger of a run with `--check --keep-columns`, before the column `check` existed and the given
/// solution was passed on: rows of the present version have more columns.
#[test]
fn rows_of_fewer_columns_are_refused() {
    let folder = Folder::new();
    let (rows, ledger) = (folder.path("rows.csv"), copied(&folder, "check"));
    let args = ["sudoku", "solve", "--check", "--keep-columns", "-o", &rows];
    let inputs = ["data/quizzes.csv"; 2];
    let output = countless(&[&args[..], &inputs, &["--ledger", &ledger]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the ledger is of another plan"), "{stderr}");
    let inputs = inputs.map(|input| ["--input", input]).concat();
    let output = countless(&[&["ledger", "verify", &ledger][..], &inputs].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the ledger is of another plan"), "{stderr}");
}

#[test]
fn new_columns_are_continued_and_verified() {
    let folder = Folder::new();
    let (rows, ledger) = (folder.path("rows.ndjson"), folder.path("ledger.csv"));
    let inputs = ["data/quizzes.csv"; 2];
    let args = [
        "sudoku", "solve", "--check", "--ledger", &ledger, "-o", &rows,
    ];
    let run = || countless(&[&args[..], &inputs].concat()).status.code();
    assert_eq!(run(), Some(0));
    let (whole, lines) = (fs::read(&rows).expect("rows"), fs::read_to_string(&ledger));
    let lines = lines.expect("a ledger");
    let cut = lines.trim_end().rfind('\n').expect("lines") + 1;
    fs::write(&ledger, &lines[..cut]).expect("it can be cut");
    fs::rename(&rows, folder.path("rows.ndjson.part")).expect("rows");
    assert_eq!(run(), Some(0));
    assert_eq!(fs::read(&rows).expect("rows"), whole);
    let inputs = inputs.map(|input| ["--input", input]).concat();
    let output = countless(&[&["ledger", "verify", &ledger][..], &inputs].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("2 of "), "{stderr}");
}

#[test]
fn rows_are_continued_and_verified() {
    let inputs = ["data/puzzles.txt", "data/quizzes.csv", "data/many.txt"];
    let folder = Folder::new();
    let rows = |name: &str, options: &[&str]| {
        let path = folder.path(name);
        let output = countless(&[&["sudoku", "solve", "-o", &path][..], &inputs, options].concat());
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        fs::read(path).expect("the rows are there")
    };
    let expected = rows("expected.csv", &[]);
    let ledger = copied(&folder, "solve");
    // Rows of the first chunk, and a part of the second.
    let header = "puzzle,status,solutions,solution\n".len();
    folder.file("rows.csv.part", &expected[..header + 17_300 + 500]);
    assert_eq!(rows("rows.csv", &["--ledger", &ledger]), expected);
    let verify = ["ledger", "verify", &ledger];
    let named = inputs.map(|input| ["--input", input]).concat();
    let output = countless(&[&verify[..], &named].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && stderr.contains("3 of "),
        "{stderr}"
    );
}
