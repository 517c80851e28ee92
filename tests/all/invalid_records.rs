//! Invalid records: the first are printed, all are counted, and a closed or full output does not
//! matter.

use std::fs;
use std::fs::File;
use std::process::Stdio;

use crate::common::{Folder, countless, folder_not_found, lines, program};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Writes a file with a puzzle after `rows` invalid lines.
fn bad(folder: &Folder, rows: usize) -> String {
    let row = |number| format!("no. {number}, \"x\"\n");
    let rows = (1..=rows).map(row).collect::<Vec<_>>().concat();
    folder.file("bad.txt", format!("{rows}{PUZZLE}\n"))
}

/// Outputs that fail: a full disk, and a pipe without a reader.
fn deaf() -> Vec<Stdio> {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let full = File::options().write(true).open("/dev/full");
    let mut all = vec![Stdio::from(writer)];
    all.extend(full.ok().map(Stdio::from));
    all
}

#[test]
fn messages_that_cannot_be_printed_do_not_end_a_run() {
    let folder = Folder::new();
    let input = bad(&folder, 3000);
    for command in ["solve", "rate", "count"] {
        let output = folder.path("rows.csv");
        let args = ["sudoku", command, &input, "-o", &output];
        countless(&args);
        let expected = fs::read(&output).expect("rows");
        for threads in ["-j1", "-j8"] {
            for stderr in deaf() {
                fs::remove_file(&output).expect("it is there");
                let mut run = program();
                run.args(args)
                    .args([threads, "--progress=always"])
                    .stderr(stderr);
                let status = run.status().expect("it runs");
                assert_eq!(status.code(), Some(1), "{command} {threads}");
                assert_eq!(fs::read(&output).expect("rows"), expected, "{command}");
            }
        }
    }
}

#[test]
fn twenty_are_printed_and_the_rest_counted() {
    let folder = Folder::new();
    let input = bad(&folder, 1030);
    for command in [
        "solve",
        "rate",
        "count",
        "list",
        "explain",
        "hint",
        "show --limit 2000",
        "solve --format grid",
    ] {
        let run = |more: &[&str]| {
            let command: Vec<&str> = command.split(' ').collect();
            countless(&[&["sudoku"], &command[..], &[&input], more].concat())
        };
        let output = run(&[]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let stderr = lines(&output.stderr);
        assert!(
            stderr[19].starts_with(&format!("{input}:20:")),
            "{stderr:?}"
        );
        assert_eq!(stderr[20], "and 1,010 more; --rejects FILE lists them all");

        let output = run(&["-q"]);
        let told = ["1,030 invalid records; --rejects FILE lists them all"];
        assert_eq!(lines(&output.stderr), told, "{command}");
    }
    let output = countless(&["sudoku", "solve", &bad(&folder, 20)]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("more"));
}

#[test]
fn rejects_have_all_of_them_with_their_rows() {
    let folder = Folder::new();
    let input = bad(&folder, 2500);
    for command in ["solve", "rate", "count", "list", "explain", "hint"] {
        let rejects = folder.path(&format!("{command}.csv"));
        let output = countless(&["sudoku", command, &input, "--rejects", &rejects]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert_eq!(
            lines(&output.stderr)[20],
            format!("and 2,480 more; all are listed in {rejects}")
        );
        let mut reader = csv::Reader::from_path(&rejects).expect("a table");
        let header = reader.headers().expect("a header");
        assert_eq!(header, vec!["file", "line", "column", "reason", "row"]);
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2500);
        for (row, number) in rows.iter().zip(1..) {
            let expected = [
                &input,
                &i32::to_string(&number),
                "1",
                "'n' is neither a digit nor a blank",
                &format!("no. {number}, \"x\""),
            ];
            assert_eq!(row, expected.as_slice(), "{command}");
        }
    }
}

#[test]
fn rows_of_tables_and_grids_are_rejected_as_they_are() {
    let folder = Folder::new();
    let table = folder.file(
        "table.csv",
        format!("id,puzzle,solution\r\n1,{PUZZLE},\"a\nb\"\r\n2,x\r\n"),
    );
    let bytes: Vec<u8> = PUZZLE.bytes().take(80).chain(*b"\xff more").collect();
    let lines = folder.file("lines.txt", bytes);
    let nine = |row: &str| format!("Title\n{}{row}\n", "1........\n.........\n".repeat(4));
    let grid = folder.file("grid.txt", nine("..a......"));
    let rejects = folder.path("rejects.ndjson");
    let check = ["sudoku", "solve", &table, "--check", "--rejects", &rejects];
    assert_eq!(countless(&check).status.code(), Some(1));
    let read = || fs::read_to_string(&rejects).expect("rejects");
    let rows: Vec<serde_json::Value> = read()
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows[0]["row"], format!("1,{PUZZLE},\"a\nb\""));
    assert_eq!(
        (&rows[1]["row"], &rows[1]["line"]),
        (&"2,x".into(), &4.into())
    );

    let rejects = folder.path("rejects.csv");
    countless(&["sudoku", "solve", &lines, &grid, "--rejects", &rejects]);
    let text = fs::read(&rejects).expect("rejects");
    let end = b"\xff more\n";
    assert!(
        text.windows(end.len()).any(|part| part == end),
        "bytes are as they were"
    );
    let grid = nine("..a......");
    let rows = grid.trim_start_matches("Title\n").trim_end();
    assert!(String::from_utf8_lossy(&text).ends_with(&format!("{rows}\"\n")));
}

#[test]
fn rejects_that_cannot_be_written_are_an_error() {
    let folder = Folder::new();
    let (input, ledger) = (bad(&folder, 3), folder.path("ledger.csv"));
    let rows = folder.path("rows.csv");
    let recorded = ["--ledger", &ledger, "-o", &rows, "--rejects", "x.csv"];
    let nowhere = folder_not_found("/nowhere");
    for (args, what) in [
        (&["--rejects", "/nowhere/x.csv"][..], &*nowhere),
        (&["--rejects", "x.png"], ".csv, .tsv, .ndjson"),
        (&["--rejects", "-"], "--rejects"),
        // Full disk, where the system has one.
        #[cfg(unix)]
        (&["--rejects", "/dev/full"], "/dev/full"),
        (&recorded, "--ledger"),
    ] {
        let output = countless(&[&["sudoku", "solve", &input], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(what), "{args:?}: {stderr}");
    }
}
