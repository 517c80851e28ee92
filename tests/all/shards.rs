//! Counts in shards, merged and verified.

use std::fs;
use std::path::Path;

use crate::common::countless;
use proptest::prelude::*;
use tempfile::TempDir;

/// Runs the program; returns its exit code, stdout and stderr.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = countless(args);
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Counts a shard into a folder.
fn count(board: &[&str], shard: &str, folder: &Path) {
    let ledger = format!("{}/", folder.display());
    let args = [
        &["queens"],
        board,
        &["-q", "-j1", "--shard", shard, "--ledger", &ledger],
    ]
    .concat();
    assert_eq!(
        run(&args),
        (Some(0), String::new(), String::new()),
        "{args:?}"
    );
}

fn folder() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().to_str().expect("the path is text").to_owned();
    (folder, path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn shards_of_any_number_add_up(
        board in prop::sample::select(vec![
            (&["count", "11"][..], "2680\n"),
            (&["count", "10", "--method", "search"], "724\n"),
            (&["complete", "9", "--blocked", "1:1,9:9", "--subtrees", "30"], "296\n"),
        ]),
        shards in 1u64..9,
        again in 0u64..9,
    ) {
        let (folder, path) = folder();
        let (board, total) = board;
        let again = again % shards;
        for shard in 0..shards {
            if shard == again {
                // Shards nest: this one is counted in two halves.
                count(board, &format!("{shard}/{}", 2 * shards), folder.path());
                prop_assert_eq!(run(&["ledger", "merge", &path]).0, Some(1));
                count(board, &format!("{}/{}", shard + shards, 2 * shards), folder.path());
            } else {
                count(board, &format!("{shard}/{shards}"), folder.path());
            }
        }
        let missing = run(&["ledger", "missing", &path, "--shards", &shards.to_string()]);
        prop_assert_eq!(missing, (Some(0), String::new(), String::new()));
        prop_assert_eq!(run(&["ledger", "merge", &path, "-q"]), (Some(0), total.to_owned(), String::new()));
    }
}

#[test]
fn a_shard_is_named_by_a_variable_and_done_only_once() {
    let (folder, path) = folder();
    let count = || {
        let mut command = crate::common::program();
        let args = [
            "queens",
            "count",
            "12",
            "--shard",
            "env:TASK/5",
            "--ledger",
            &path,
        ];
        command
            .args(args)
            .env("TASK", "3")
            .output()
            .expect("the program runs")
    };
    let first = count();
    assert_eq!(first.status.code(), Some(0));
    assert!(first.stdout.is_empty(), "no total of a shard is printed");
    let ledger = folder.path().join("3-of-5.csv");
    let written = fs::read(&ledger).expect("it has its name");
    assert_eq!(count().stderr, first.stderr);
    assert_eq!(fs::read(&ledger).expect("it has its name"), written);

    let missing = run(&["ledger", "missing", &path, "--shards", "5"]).1;
    assert_eq!(missing, "0-2,4\n");
    let missing = run(&["ledger", "missing", &path, "--shards", "10"]).1;
    assert_eq!(missing, "0-2,4-7,9\n");
}

#[test]
fn ledgers_that_contradict_each_other_or_the_known_total_are_refused() {
    let (folder, path) = folder();
    let [one, two] = ["one.csv", "two.csv"].map(|name| folder.path().join(name));
    // With one thread, both ledgers have their records in one order.
    let count = "queens count 8 --method search --kernel scalar -j 1 -q";
    let count: Vec<&str> = count.split(' ').collect();
    for ledger in [&one, &two] {
        let ledger = ledger.to_str().expect("the path is text");
        run(&[&count[..], &["--ledger", ledger]].concat());
    }
    let (code, total, _) = run(&["ledger", "merge", &path]);
    assert_eq!((code, &*total), (Some(0), "92\n"));

    // A forged record with a fitting residue and checksum, but without the known total.
    let text = fs::read_to_string(&one).expect("the ledger is text");
    let (before, line) = text.trim_end().rsplit_once('\n').expect("it has lines");
    let mut fields: Vec<&str> = line.split(',').collect();
    fields[1] = "12";
    fields[2] = "12";
    fields.pop();
    let header = text.lines().next().expect("it has a header");
    let plan = header.rsplit_once("plan=").expect("it has a plan").1;
    let line = fields.join(",");
    let checksum = crc32fast::hash(format!("{plan}{line}").as_bytes());
    fs::write(&one, format!("{before}\n{line},{checksum:08x}\n")).expect("it can be written");

    let (code, stdout, stderr) = run(&["ledger", "merge", &path]);
    assert_eq!((code, &*stdout), (Some(1), ""));
    assert!(
        stderr.contains("one.csv:15") && stderr.contains("two.csv:15"),
        "{stderr}"
    );
    let one = one.to_str().expect("the path is text");
    for check in ["merge", "verify"] {
        let (code, stdout, stderr) = run(&["ledger", check, one]);
        assert_eq!((code, &*stdout), (Some(1), ""), "{stderr}");
    }
    let (_, _, stderr) = run(&["ledger", "verify", one, "--sample", "100%"]);
    assert!(
        stderr.contains("recorded 12, found 4 by search"),
        "{stderr}"
    );
}

#[test]
fn a_sample_of_a_ledger_is_counted_again() {
    let (folder, _) = folder();
    let ledger = folder.path().join("ledger.csv");
    let ledger = ledger.to_str().expect("the path is text");
    for n in ["13", "14"] {
        run(&["queens", "count", n, "--ledger", ledger, "-q"]);
        let (code, _, stderr) = run(&["ledger", "verify", ledger, "--sample", "30"]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stderr.contains("30 of "), "{stderr}");
        fs::remove_file(ledger).expect("it can be removed");
    }
}

#[test]
fn what_would_be_done_is_said_and_not_done() {
    let (folder, path) = folder();
    let dry = [
        "queens",
        "count",
        "13",
        "--shard",
        "1/4",
        "--ledger",
        &path,
        "--dry-run",
        "--json",
    ];
    let (code, stdout, _) = run(&dry);
    assert_eq!(code, Some(0));
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("it is JSON");
    assert_eq!(json["shard_done"], 0);
    // On a busy machine, the sample may end with a lower bound.
    let seconds = json["core_seconds"].as_f64();
    let seconds = seconds.or(json["at_least_core_seconds"].as_f64());
    assert!(seconds.expect("a number") > 0.0);
    assert_eq!(
        fs::read_dir(folder.path())
            .expect("it can be listed")
            .count(),
        0
    );
    run(&dry[..7]);
    let (_, stdout, _) = run(&dry);
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("it is JSON");
    assert_eq!(json["shard_done"], json["shard_subtrees"]);
}

/// Estimates of work, which unlike time is equal in every run.
#[test]
fn an_estimate_is_within_15_percent_of_the_truth() {
    let (folder, _) = folder();
    let json = |args: &[&str]| -> serde_json::Value {
        let (_, stdout, stderr) = run(args);
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"))
    };
    for n in ["15", "16", "17"] {
        let ledger = folder.path().join(n);
        let ledger = ledger.to_str().expect("the path is text");
        run(&["queens", "count", n, "-q", "--ledger", ledger]);
        let truth = json(&["ledger", "status", ledger, "--json"])["work_so_far"].clone();
        let truth = truth.as_f64().expect("a number");
        for seed in ["1", "2", "3"] {
            let estimate = json(&["queens", "estimate", n, "--json", "--seed", seed]);
            let (mean, error) = (&estimate["work"], &estimate["error_work"]);
            let off = mean.as_f64().expect("a number") / truth - 1.0;
            assert!(off.abs() < 0.15, "{n} rows: off by {off}");
            // Twice the standard error, doubled for safety.
            let error = error.as_f64().expect("a number") / truth;
            assert!(
                off.abs() <= 2.0 * error,
                "{n} rows: off by {off}, said to be {error}"
            );
        }
    }
}
