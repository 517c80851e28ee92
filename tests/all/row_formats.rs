//! Formats of rows, and the types of their fields.

use std::fs;

use crate::common::{Folder, countless, lines};
use serde_json::{Value, json};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn unknown_endings_are_refused_before_the_run() {
    let folder = Folder::new();
    for ending in ["json", "xlsx", "csv.bz2", "xz", "svg", "png", "parquet.gz"] {
        let path = folder.path(&format!("rows.{ending}"));
        for command in [
            // This command would run for years.
            &["queens", "list", "20"][..],
            &["queens", "complete", "20", "--list"],
            &["sudoku", "solve", PUZZLE],
            &["sudoku", "list", PUZZLE],
            &["sudoku", "rate", PUZZLE],
            &["sudoku", "count", PUZZLE, PUZZLE],
            &["sudoku", "generate"],
            &["sudoku", "explain", PUZZLE],
        ] {
            // The steps of an explanation can be drawn.
            if command[1] == "explain" && ending == "svg" {
                continue;
            }
            let output = countless(&[command, &["-o", &path]].concat());
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?} {ending}");
            assert!(
                stderr.contains(&path) && stderr.contains(".ndjson"),
                "{stderr}"
            );
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
        }
        let tally = countless(&["queens", "count", "20", "--tally", &path]);
        assert_eq!(tally.status.code(), Some(2), "--tally {ending}");
    }
    let ndjson = folder.path("squares.ndjson");
    let tally = countless(&["queens", "count", "20", "--tally", &ndjson]);
    assert_eq!(tally.status.code(), Some(2), "a tally is CSV");
    assert!(
        fs::read_dir(folder.path(""))
            .expect("a folder")
            .next()
            .is_none()
    );
    let given = folder.path("rows.txt");
    let output = countless(&["queens", "list", "6", "-o", &given, "--format", "csv"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "--format says what the name does not"
    );
}

#[test]
fn tsv_is_csv_with_tabs() {
    let folder = Folder::new();
    let (csv, tsv) = (folder.path("rows.csv"), folder.path("rows.tsv"));
    for command in [
        &["queens", "list", "9"][..],
        &["sudoku", "solve", "data/puzzles.txt"],
        &["sudoku", "rate", "data/quizzes.csv", "--keep-columns"],
    ] {
        for path in [&csv, &tsv] {
            let output = countless(&[command, &["-o", path]].concat());
            assert_eq!(output.status.code(), Some(0));
        }
        let read = |path| fs::read_to_string(path).expect("rows");
        assert_eq!(read(&csv).replace(',', "\t"), read(&tsv), "{command:?}");
    }
    let ledger = folder.path("ledger.csv");
    let run = [
        "sudoku",
        "solve",
        "data/puzzles.txt",
        "-o",
        &tsv,
        "--ledger",
        &ledger,
    ];
    assert_eq!(countless(&run).status.code(), Some(0));
    let verify = ["ledger", "verify", &ledger, "--input", "data/puzzles.txt"];
    let output = countless(&verify);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("all counts agree"), "{stderr}");
}

#[test]
fn merged_rows_get_a_name_of_their_format() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let run = [
        "sudoku",
        "solve",
        "data/puzzles.txt",
        "-q",
        "--ledger",
        &shards,
    ];
    assert_eq!(
        countless(&[&run[..], &["--shard", "0/1"]].concat())
            .status
            .code(),
        Some(2)
    );
    for shard in ["0/2", "1/2"] {
        let output = countless(&[&run[..], &["--shard", shard]].concat());
        assert_eq!(output.status.code(), Some(0));
    }
    for (name, code) in [("rows.ndjson", 2), ("rows.xlsx", 2), ("rows.csv.gz", 0)] {
        let path = folder.path(name);
        let output = countless(&["ledger", "merge", &shards, "-q", "-o", &path]);
        assert_eq!(output.status.code(), Some(code), "{name}");
    }
}

#[test]
fn fields_that_are_passed_on_keep_their_types() {
    let folder = Folder::new();
    let solution = "7".repeat(81);
    let table = format!(
        "id,code,weight,note,empty,puzzle,solution\n\
         1,007,0.5,12,,{PUZZLE},{solution}\n\
         -2,7,1e3,x,,{PUZZLE},\n\
         ,8,7,,,{PUZZLE},\n"
    );
    let more = (0..3000).map(|row| format!("{row},1,2,3,,{PUZZLE},\n"));
    let table = table + &more.collect::<Vec<_>>().concat() + &format!("late,1,2,3,,{PUZZLE},\n");
    let path = folder.file("table.csv", table);
    let solve = ["sudoku", "solve", &path, "-q", "--keep-columns"];
    let output = countless(&[&solve[..], &["--format", "ndjson"]].concat());
    let rows: Vec<Value> = lines(&output.stdout)
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let fields = |row: &Value| {
        ["id", "code", "weight", "note", "empty", "given_solution"].map(|name| row[name].clone())
    };
    let expected = [
        [
            json!(1),
            json!("007"),
            json!(0.5),
            json!("12"),
            json!(""),
            json!(solution),
        ],
        [
            json!(-2),
            json!("7"),
            json!(1000.0),
            json!("x"),
            json!(""),
            json!(""),
        ],
        [
            Value::Null,
            json!("8"),
            json!(7),
            json!(""),
            json!(""),
            json!(""),
        ],
    ];
    assert_eq!(rows[..3].iter().map(fields).collect::<Vec<_>>(), expected);
    // Text after a column of numbers is not lost.
    assert_eq!(rows.last().expect("rows")["id"], "late");

    let output = countless(&solve);
    let csv = lines(&output.stdout);
    assert!(csv[2].ends_with(",-2,7,1e3,x,,"), "as it was: {}", csv[2]);
}
