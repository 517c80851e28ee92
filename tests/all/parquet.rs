//! Tables in Parquet: written, read, beside a ledger, and refused.

use std::fs;

use crate::common::{Folder, countless, piped};

const PUZZLES: &str = "\
id,puzzle,note
7,4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......,\"one, two\"
8,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,
9,................................................................................. ,none
,12,
";

/// Runs the program and returns stderr. Some input may be invalid.
fn run(arguments: &[&str]) -> String {
    let output = countless(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
    said
}

/// Solves the puzzles of a file into another file, with all columns.
fn write(from: &str, to: &str) {
    run(&["sudoku", "solve", "-q", "--keep-columns", from, "-o", to]);
}

/// Rows of a table as CSV, after solving its puzzles.
fn solved(path: &str) -> String {
    let output = countless(&["sudoku", "solve", "-q", "--keep-columns", path]);
    String::from_utf8(output.stdout).expect("rows are text")
}

#[test]
fn tables_are_read_as_csv_is() {
    let folder = Folder::new();
    let csv = folder.file("puzzles.csv", PUZZLES);
    let [table, rows] = ["solved.parquet", "solved.csv"].map(|name| folder.path(name));
    write(&csv, &table);
    write(&csv, &rows);
    assert_eq!(solved(&table), solved(&rows));
    // A column by its name, a pipe, several files.
    let chosen = countless(&[
        "sudoku", "solve", "-q", "--column", "puzzle", &table, &table,
    ]);
    let twice = countless(&["sudoku", "solve", "-q", &rows, &rows]);
    assert_eq!(chosen.stdout, twice.stdout);
    let bytes = fs::read(&table).expect("it is there");
    let read = piped(&["sudoku", "solve", "-q", "--keep-columns", "-"], &bytes);
    assert_eq!(String::from_utf8_lossy(&read.stdout), solved(&rows));
    // To stdout, and to the input itself.
    let written = countless(&[
        "sudoku",
        "solve",
        "-q",
        "--keep-columns",
        "--format",
        "parquet",
        &csv,
    ]);
    assert_eq!(written.stdout, bytes);
}

#[test]
fn tables_are_written_beside_a_ledger() {
    let folder = Folder::new();
    let puzzles = countless(&["sudoku", "generate", "--count", "300", "--seed", "5", "-q"]).stdout;
    let csv = folder.file("puzzles.csv", puzzles);
    let [table, rows, ledger] = ["a.parquet", "a.csv", "ledger.csv"].map(|name| folder.path(name));
    run(&["sudoku", "solve", "-q", &csv, "-o", &rows]);
    run(&[
        "sudoku", "solve", "-q", &csv, "--ledger", &ledger, "-o", &table,
    ]);
    assert_eq!(solved(&table), solved(&rows));
    run(&["ledger", "verify", "-q", "--input", &csv, &ledger]);
    // The ledger is complete: the table is unchanged, or written again from the recorded rows.
    let bytes = fs::read(&table).expect("it is there");
    run(&[
        "sudoku", "solve", "-q", &csv, "--ledger", &ledger, "-o", &table,
    ]);
    assert_eq!(fs::read(&table).expect("it is there"), bytes);
}

#[test]
fn damaged_tables_are_errors_without_an_output() {
    let folder = Folder::new();
    let csv = folder.file("puzzles.csv", PUZZLES);
    let table = folder.path("a.parquet");
    write(&csv, &table);
    let whole = fs::read(&table).expect("it is there");
    let damaged = folder.path("damaged.parquet");
    for bytes in [&whole[..whole.len() / 2], &whole[..4], b"PAR1 and no table"] {
        fs::write(&damaged, bytes).expect("there is room");
        let output = countless(&["sudoku", "solve", &damaged]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.starts_with(&format!("error: cannot read {damaged}: ")),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let packed = folder.path("b.parquet.gz");
    let output = countless(&["sudoku", "solve", &csv, "-o", &packed]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!fs::exists(&packed).expect("a folder"));
    // Full disk.
    #[cfg(target_os = "linux")]
    {
        let output = countless(&[
            "sudoku",
            "solve",
            &csv,
            "--format",
            "parquet",
            "-o",
            "/dev/full",
        ]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot write /dev/full"), "{said}");
    }
}
