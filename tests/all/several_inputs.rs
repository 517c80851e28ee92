//! Several inputs read as one: rows, places of errors, ledgers and shards.

use std::fs;
use std::process::Stdio;

use crate::common::{Folder, countless, lines, program};
use countless::sudoku::puzzles::ChunkReader;
use countless::sudoku::puzzles::{InputOrigin, Inputs, ReadOptions};
use countless::table::Input;
use proptest::prelude::*;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/");

/// Inputs of the project: lines, lines with damage, and a table.
fn data() -> [String; 3] {
    ["puzzles.txt", "damaged.txt", "quizzes.csv"].map(|name| format!("{DATA}{name}"))
}

/// Messages on invalid records, without the summary.
fn complained(stderr: &[u8]) -> Vec<String> {
    let mut lines = lines(stderr);
    lines.pop();
    lines
}

#[test]
fn the_rows_of_several_inputs_are_those_of_each() {
    let inputs = data();
    for command in ["solve", "rate", "count", "list"] {
        let (mut rows, mut complaints) = (Vec::new(), Vec::new());
        for input in &inputs {
            let output = countless(&["sudoku", command, input]);
            let skipped = usize::from(!rows.is_empty());
            rows.extend(lines(&output.stdout).into_iter().skip(skipped));
            complaints.extend(complained(&output.stderr));
        }
        for threads in ["-j1", "-j2"] {
            let args = ["sudoku", command, threads];
            let args: Vec<&str> = args
                .into_iter()
                .chain(inputs.iter().map(String::as_str))
                .collect();
            let output = countless(&args);
            assert_eq!(
                output.status.code(),
                Some(1),
                "{command}: damaged.txt is damaged"
            );
            assert_eq!(lines(&output.stdout), rows, "{command}");
            assert_eq!(complained(&output.stderr), complaints, "{command}");
        }
        assert!(complaints.iter().any(|line| line.contains("damaged.txt:")));
    }
}

#[test]
fn a_pipe_and_a_puzzle_may_be_among_the_inputs() {
    let puzzle = fs::read_to_string(format!("{DATA}many.txt")).expect("the data are there");
    let puzzle = puzzle.lines().last().expect("it holds puzzles");
    let [lines_of, _, table] = data();
    let expected = countless(&["sudoku", "count", "-q", &lines_of, puzzle, &table]);
    assert_eq!(expected.status.code(), Some(0));
    let piped = fs::File::open(&lines_of).expect("the data are there");
    let mut command = program();
    let command = command
        .args(["sudoku", "count", "-q", "-", puzzle, &table])
        .stdin(Stdio::from(piped));
    let piped = command.output().expect("it runs");
    assert_eq!(piped.stdout, expected.stdout);

    let twice = countless(&["sudoku", "count", "-", &table, "-"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&twice.stderr).contains("only once"));
}

#[test]
fn columns_are_passed_on_if_all_inputs_have_them() {
    let folder = Folder::new();
    let puzzle = ".".repeat(80) + "1";
    let file = |name: &str, text: String| folder.file(name, text);
    let one = file("one.csv", format!("id,puzzle,from\n1,{puzzle},here\n"));
    let other = file("other.csv", format!("from,id,puzzle\nthere,2,{puzzle}\n"));
    let fewer = file("fewer.csv", format!("id,puzzle\n3,{puzzle}\n"));
    let solve = ["sudoku", "solve", "-q", "--keep-columns"];
    let both = countless(&[&solve[..], &[&one, &other]].concat());
    assert_eq!(both.status.code(), Some(0));
    let rows = lines(&both.stdout);
    assert!(rows[0].ends_with(",id,from"), "{}", rows[0]);
    assert!(rows[1].ends_with(",1,here") && rows[2].ends_with(",2,there"));
    for wrong in [[&one, &fewer], [&fewer, &one]] {
        let refused = countless(&[&solve[..], &[wrong[0], wrong[1]]].concat());
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{stderr}");
        assert!(refused.stdout.is_empty());
        assert!(
            stderr.contains("the other columns differ from those of"),
            "{stderr}"
        );
    }
}

#[test]
fn shards_of_several_inputs_are_joined_and_verified() {
    let folder = Folder::new();
    let text = fs::read_to_string(format!("{DATA}puzzles.txt")).expect("the data are there");
    let long = folder.file("long.txt", text.repeat(5000 / text.lines().count()));
    let [short, damaged, table] = data();
    let inputs = [&long, &damaged, &short, &table].map(String::as_str);
    for command in ["solve", "count"] {
        let run = |args: &[&str]| {
            let args = [&["sudoku", command, "-q"], &inputs[..], args].concat();
            let output = countless(&args);
            assert!(
                output.status.code().is_some_and(|code| code < 2),
                "{args:?}"
            );
            output.stdout
        };
        let whole = run(&[]);
        let shards = folder.path(&format!("{command}/"));
        for shard in ["2/3", "0/3", "1/3"] {
            assert_eq!(run(&["--ledger", &shards, "--shard", shard]), b"");
        }
        let (joined, all) = (folder.path("joined.csv"), folder.path("all.ledger"));
        let merged = if command == "solve" {
            countless(&["ledger", "merge", &shards, "-q", "--output", &joined])
        } else {
            countless(&["ledger", "merge", &shards, "-q", "--ledger", &all])
        };
        assert_eq!(merged.status.code(), Some(0));
        let rows = match command {
            "solve" => fs::read(&joined).expect("it can be read"),
            // The merged ledger contains every count.
            _ => run(&["--ledger", &all]),
        };
        assert!(rows == whole, "{command}");

        let inputs = inputs.map(|input| ["--input", input]).concat();
        let verify = [&["ledger", "verify", &shards, "--sample", "5"], &inputs[..]].concat();
        let verified = countless(&verify);
        let stderr = String::from_utf8_lossy(&verified.stderr);
        assert_eq!(verified.status.code(), Some(0), "{stderr}");
        assert!(stderr.contains("5 of "), "{stderr}");
        let refused = countless(&verify[..verify.len() - 2]);
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("SHA-256"), "{stderr}");
    }
}

#[test]
fn a_record_that_is_wrong_is_found_out() {
    let folder = Folder::new();
    let [input, _, _] = data();
    let (ledger, output) = (folder.path("ledger.csv"), folder.path("rows.csv"));
    let solved = countless(&[
        "sudoku", "solve", "-q", &input, "--ledger", &ledger, "-o", &output,
    ]);
    assert_eq!(solved.status.code(), Some(0));
    // A record with another count and a fitting checksum.
    let text = fs::read_to_string(&ledger).expect("it can be read");
    let (head, record) = text.trim_end().rsplit_once('\n').expect("it has a record");
    let plan = head
        .split(",plan=")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let fields = record.rsplit_once(',').expect("it has a checksum").0;
    let fields = fields.replacen("unique=", "unique=1", 1);
    let signed = format!("{}{fields}", plan.expect("it has a plan"));
    let forged = format!(
        "{head}\n{fields},{:08x}\n",
        crc32fast::hash(signed.as_bytes())
    );
    fs::write(&ledger, forged).expect("it can be written");
    let verified = countless(&["ledger", "verify", &ledger, "--input", &input]);
    let stderr = String::from_utf8_lossy(&verified.stderr);
    assert_eq!(verified.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("one by one"), "{stderr}");
}

proptest! {
    /// For any distribution of records over inputs and chunks, each record is read once, in order,
    /// and chunks have consecutive numbers.
    #[test]
    fn inputs_are_the_sum_of_their_parts(
        parts in prop::collection::vec(0usize..9, 1..7),
        records_per_chunk in 1usize..5,
    ) {
        let options = ReadOptions::new().records_per_chunk(records_per_chunk);
        let line = |number: usize| format!("{number:081}\n").replace('9', "0");
        let mut next = 0;
        let texts: Vec<String> = parts.iter().map(|&records| {
            let text = (next..next + records).map(line).collect();
            next += records;
            text
        }).collect();
        let origins = texts.iter().enumerate().map(|(number, text)| InputOrigin::Text {
            name: format!("input {number}"),
            text: text.clone(),
        });
        let origins: Vec<InputOrigin> = origins.collect();
        let inputs = Inputs::open(origins, options.clone()).unwrap();
        prop_assert_eq!(inputs.total(), Some(82 * next as u64));
        prop_assert_eq!(inputs.names().len(), parts.len());
        let mut chunks = Vec::new();
        for (index, chunk) in inputs.enumerate() {
            let chunk = chunk.unwrap();
            prop_assert_eq!(chunk.index, index as u64);
            chunks.push((chunk.input, chunk.line, chunk.bytes.clone()));
        }
        let mut expected = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let input = Input::new("alone", std::io::Cursor::new(text.clone()), None).unwrap();
            for chunk in ChunkReader::new(input, &options).unwrap() {
                let chunk = chunk.unwrap();
                expected.push((number, chunk.line, chunk.bytes.clone()));
            }
        }
        prop_assert_eq!(chunks, expected);
    }
}
