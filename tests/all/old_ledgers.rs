//! Ledgers of each family, written by version 0.2: they have a state, and are verified, continued
//! and merged. They are in `tests/ledgers/0.2/`.

use std::fs;
use std::path::Path;

use crate::common::{Folder, countless};

const LEDGERS: &str = "tests/ledgers/0.2";

/// Run of the table, with its ledgers.
struct Old<'a> {
    total: &'a str,
    name: &'a str,
    command: Vec<&'a str>,
    inputs: Vec<&'a str>,
}

impl Old<'_> {
    /// Path of the ledger of the whole run.
    fn whole(&self) -> String {
        format!("{LEDGERS}/{}.csv", self.name)
    }

    /// Folder of the ledgers of its shards.
    fn shards(&self) -> String {
        format!("{LEDGERS}/{}", self.name)
    }

    /// True if its ratings are on the scale of version 0.2, which has changed since.
    fn rates(&self) -> bool {
        let is_classic = !self.command.contains(&"--size");
        self.command[1] == "rate" || self.command[1] == "generate" && is_classic
    }

    /// True if there are rows beside the ledgers of the shards.
    fn has_rows(&self) -> bool {
        Path::new(&format!("{}/0-of-2.csv.rows", self.shards())).exists()
    }

    /// Runs the program and requires success; returns stdout.
    fn run(&self, args: &[&str]) -> String {
        let output = countless(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {args:?}: {stderr}", self.name);
        String::from_utf8(output.stdout).expect("the output is text")
    }

    /// Total of a ledger or of a folder of ledgers.
    fn merged(&self, ledger: &str) -> String {
        self.run(&["ledger", "merge", ledger, "-q"])
    }
}

/// Calls a function with each run.
fn with_each(mut what: impl FnMut(&Old<'_>)) {
    let runs = fs::read_to_string(format!("{LEDGERS}/runs.txt")).expect("a table");
    let lines = runs.lines().filter(|line| !line.starts_with('#'));
    let mut found = 0;
    for line in lines {
        let (line, inputs) = line.split_once(" > ").unwrap_or((line, ""));
        let words: Vec<&str> = line.split(' ').collect();
        let [total, name, command @ ..] = &words[..] else {
            panic!("{line}: expected a total, a name and a command");
        };
        let command = command.to_vec();
        let inputs = inputs.split_whitespace().collect();
        what(&Old {
            total,
            name,
            command,
            inputs,
        });
        found += 1;
    }
    assert!(found > 20);
}

#[test]
fn they_are_complete_and_are_merged() {
    with_each(|old| {
        let status = old.run(&["ledger", "status", &old.whole(), "--json"]);
        assert!(status.contains("\"missing\":0"), "{}: {status}", old.name);
        let total = format!("{}\n", old.total);
        assert_eq!(old.merged(&old.whole()), total, "{}", old.name);
        assert_eq!(old.merged(&old.shards()), total, "{}", old.name);
    });
}

#[test]
fn they_are_verified() {
    with_each(|old| {
        if old.rates() {
            return;
        }
        let inputs: Vec<&str> = old
            .inputs
            .iter()
            .flat_map(|&file| ["--input", file])
            .collect();
        let whole = old.whole();
        let args = ["ledger", "verify", &whole, "--sample", "4"];
        old.run(&[&args[..], &inputs].concat());
    });
}

/// Continues after the first half of the records, with their rows.
#[test]
fn they_are_continued() {
    with_each(|old| {
        if old.rates() {
            return;
        }
        let folder = Folder::new();
        let (ledger, rows) = (folder.path("ledger.csv"), folder.path("rows.csv"));
        let text = fs::read_to_string(old.whole()).expect("it is in the repository");
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.truncate(lines.len() / 2 + 1);
        fs::write(&ledger, lines.concat()).expect("it can be written");
        let inputs = &old.inputs[..];
        let mut args = [&old.command, inputs, &["--ledger", &ledger]].concat();
        let mut expected = String::new();
        if old.has_rows() {
            let all = folder.path("all.csv");
            old.run(&["ledger", "merge", &old.shards(), "-q", "-o", &all]);
            expected = fs::read_to_string(&all).expect("rows");
            let header = expected.find('\n').expect("a header") + 1;
            let bytes = |line: &&str| {
                let value = line.split_once("bytes=")?.1.split([' ', ',']).next()?;
                value.parse::<usize>().ok()
            };
            let kept: usize = lines[2..].iter().filter_map(bytes).sum();
            folder.file("rows.csv.part", &expected[..header + kept]);
            args.extend(["-o", &rows]);
        }
        old.run(&args);
        assert_eq!(
            old.merged(&ledger),
            format!("{}\n", old.total),
            "{}",
            old.name
        );
        let after = fs::read_to_string(&ledger).expect("a ledger");
        assert!(after.starts_with(&lines.concat()) && after.len() > lines.concat().len());
        if old.has_rows() {
            let found = fs::read_to_string(&rows).expect("rows");
            assert!(found == expected, "{}", old.name);
        }
    });
}

/// A table must not have ratings on two scales.
#[test]
fn ratings_on_another_scale_are_refused() {
    let mut refused = 0;
    with_each(|old| {
        if !old.rates() {
            return;
        }
        let folder = Folder::new();
        let (ledger, rows) = (folder.path("ledger.csv"), folder.path("rows.csv"));
        fs::copy(old.whole(), &ledger).expect("it can be copied");
        let inputs: Vec<&str> = old
            .inputs
            .iter()
            .flat_map(|&file| ["--input", file])
            .collect();
        let again = [&["ledger", "verify", &ledger], &inputs[..]].concat();
        let on = ["--ledger", &ledger, "-o", &rows];
        let on = [&old.command[..], &old.inputs, &on].concat();
        for args in [again, on] {
            let output = countless(&args);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "{args:?}: {stderr}");
            assert!(
                stderr.contains("its ratings are on scale 1, expected 2"),
                "{args:?}: {stderr}"
            );
            refused += 1;
        }
    });
    assert_eq!(refused, 6);
}
