//! The example of a new problem: it counts, lists, resumes, shares, merges and estimates.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Folder, lines};

/// Command of the example, which `cargo test` builds beside the tests.
fn langford() -> Command {
    let mut folder = PathBuf::from(env!("CARGO_BIN_EXE_countless"));
    folder.pop();
    Command::new(folder.join("examples").join("langford"))
}

fn run(args: &[&str]) -> Output {
    let output = langford().args(args).output().expect("the example runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    output
}

fn number(args: &[&str]) -> u64 {
    let output = run(args);
    let text = String::from_utf8(output.stdout).expect("it is text");
    text.trim().parse().expect("it is a number")
}

#[test]
fn it_counts_and_lists() {
    // OEIS A014552, twice, because mirror images count.
    for (n, count) in [(3, 2), (4, 2), (5, 0), (7, 52), (8, 300), (11, 35_584)] {
        assert_eq!(number(&["count", &n.to_string()]), count, "{n}");
    }
    let csv = lines(&run(&["csv", "3"]).stdout);
    assert_eq!(csv, ["p1,p2,p3,p4,p5,p6", "3,1,2,1,3,2", "2,3,1,2,1,3"]);
    let ndjson = lines(&run(&["ndjson", "3"]).stdout);
    assert_eq!(
        ndjson,
        ["{\"row\":[3,1,2,1,3,2]}", "{\"row\":[2,3,1,2,1,3]}"]
    );
    assert_eq!(lines(&run(&["csv", "8"]).stdout).len(), 301);
}

#[test]
#[ignore = "takes seconds unless it is built with --release"]
fn it_counts_a_larger_row() {
    assert_eq!(number(&["count", "12"]), 216_288);
}

#[test]
fn killed_it_resumes() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let mut child = langford()
        .args(["count", "11", &ledger])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the example runs");
    sleep(Duration::from_millis(60));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(number(&["count", "11", &ledger]), 35_584);
    let text = fs::read_to_string(&ledger).expect("the ledger is text");
    assert!(text.starts_with("ledger=1,problem=langford,n=11,method=backtracking,split=pairs:"));
    assert_eq!(number(&["merge", &ledger]), 35_584);
    // A wrong record is found, because the total is known.
    let (header, records) = text.split_at(text.rfind("\n0,").expect("subtree 0 is recorded"));
    let forged = format!("{header}\n0,1{}", &records[3..]);
    fs::write(&ledger, forged).expect("it can be written");
    assert!(
        !langford()
            .args(["count", "11", &ledger])
            .output()
            .expect("it runs")
            .status
            .success()
    );
}

#[test]
fn shards_are_merged() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let counts = ["0/3", "1/3", "2/3"].map(|shard| number(&["count", "8", &shards, shard]));
    assert_eq!(counts.iter().sum::<u64>(), 300);
    let files = [0, 1, 2].map(|index| format!("{shards}{index}-of-3.csv"));
    assert_eq!(number(&["merge", &files[0], &files[1], &files[2]]), 300);
    let verified = run(&["verify", &files[1]]);
    assert_eq!(verified.stdout, b"20 subtrees: 0 wrong\n");
}

#[test]
fn it_is_estimated_and_shows_progress() {
    let output = run(&["estimate", "10"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("Forecast") && text.contains("subtrees"),
        "{text}"
    );
    // Progress is shown after a second; the count takes longer in any build.
    let mut child = langford()
        .args(["count", "14"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example runs");
    let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
    let shown = stderr.lines().next();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let shown = shown.expect("a line").expect("it is text");
    assert!(shown.contains(" of Some("), "{shown}");
}

#[test]
fn it_is_short() {
    let source = fs::read_to_string("examples/langford.rs").expect("it is there");
    assert!(source.lines().count() < 140);
}
