//! Runs that may take long: recorded, continued, with notes on their progress.

use std::fs;

use crate::common::{Folder, countless, lines, program};

const DATA: &str = "data/puzzles.txt";

#[test]
fn a_rating_goes_on_from_its_ledger() {
    let folder = Folder::new();
    let (ledger, rows) = (folder.path("rating.csv"), folder.path("rated.csv"));
    let plain = countless(&["sudoku", "rate", DATA, "-q"]);
    let kept = ["sudoku", "rate", DATA, "--ledger", &ledger, "-o", &rows];
    for _ in 0..2 {
        let run = countless(&kept);
        assert_eq!(run.status.code(), Some(0));
        assert_eq!(fs::read(&rows).expect("it is written"), plain.stdout);
    }
    let again = countless(&[&kept[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&again.stdout).expect("an object");
    let levels = json["levels"].as_object().expect("the levels are recalled");
    let rated: u64 = levels.values().filter_map(serde_json::Value::as_u64).sum();
    assert!(rated > 0, "{json}");
}

#[test]
fn puzzles_are_made_with_a_ledger_in_any_pieces_alike() {
    let folder = Folder::new();
    let (ledger, rows) = (folder.path("making.csv"), folder.path("made.csv"));
    let wanted = ["sudoku", "generate", "--count", "40", "--seed", "7", "-q"];
    let plain = countless(&wanted);
    let kept = [&wanted[..], &["--ledger", &ledger, "-o", &rows]].concat();
    for kernel in ["scalar", "auto"] {
        let run = countless(&[&kept[..], &["--kernel", kernel]].concat());
        assert_eq!(run.status.code(), Some(0));
        assert_eq!(fs::read(&rows).expect("it is written"), plain.stdout);
    }
    let text = fs::read_to_string(&ledger).expect("it is kept");
    // Plan, columns, and a record for each puzzle.
    assert_eq!(text.lines().count(), 42);
    let seedless = ["sudoku", "generate", "--ledger", &ledger, "-o", &rows];
    let refused = countless(&seedless);
    assert_eq!(refused.status.code(), Some(2));
    assert!(lines(&refused.stderr)[0].contains("--seed"));
}

#[test]
fn shards_of_made_puzzles_are_joined() {
    let folder = Folder::new();
    let shards = format!("{}/", folder.path("shards"));
    let rows = folder.path("made.csv");
    let wanted = ["sudoku", "generate", "--count", "10", "--seed", "3", "-q"];
    for shard in ["0/2", "1/2"] {
        let run = countless(&[&wanted[..], &["--ledger", &shards, "--shard", shard]].concat());
        assert_eq!(run.status.code(), Some(0), "{run:?}");
    }
    let merged = countless(&["ledger", "merge", &shards, "--output", &rows]);
    assert_eq!(merged.status.code(), Some(0), "{merged:?}");
    let plain = countless(&wanted).stdout;
    assert_eq!(fs::read(&rows).expect("it is written"), plain);
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn a_search_for_rare_puzzles_has_a_note() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    let mut child = program()
        .args(["sudoku", "generate", "--clues", "17", "-j", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
    let (sender, notes) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = stderr.lines().map_while(Result::ok);
        lines.try_for_each(|line| sender.send(line))
    });
    // The second comes after five seconds.
    let note = |_| notes.recv_timeout(Duration::from_secs(60)).ok();
    let notes: Vec<String> = (0..2).map_while(note).collect();
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    let [rare, found] = &notes[..] else {
        panic!("{notes:?}");
    };
    assert_eq!(
        rare,
        "note: puzzles of 17 clues are rare; the search may not end"
    );
    assert!(found.starts_with("note: no puzzle found in "), "{found}");
    assert!(found.contains(" attempts"), "{found}");
}

#[test]
fn an_error_of_another_plan_names_the_differences() {
    let folder = Folder::new();
    let ledger = folder.path("count.csv");
    assert!(
        countless(&["queens", "count", "10", "--ledger", &ledger])
            .status
            .success()
    );
    let refused = countless(&["queens", "count", "11", "--ledger", &ledger]);
    assert_eq!(refused.status.code(), Some(2));
    let reason = lines(&refused.stderr).concat();
    assert!(
        reason.contains("the ledger is of another plan: n is 10, expected 11"),
        "{reason}"
    );
}

#[test]
fn counts_name_their_sequences() {
    let json = |args: &[&str]| -> serde_json::Value {
        let output = countless(&[args, &["--json"]].concat());
        serde_json::from_slice(&output.stdout).expect("an object")
    };
    assert_eq!(json(&["queens", "count", "8"])["oeis"], "A000170");
    let classes = &json(&["queens", "classes", "8"])["classes"];
    assert_eq!(classes["all"]["oeis"]["fundamental"], "A002562");
    assert_eq!(classes["quarter-turn"]["oeis"]["solutions"], "A033148");
    let partial = json(&["queens", "complete", "8", "--queens", "1:5"]);
    assert!(partial["oeis"].is_null());
    let help = countless(&["queens", "--help"]).stdout;
    let help = String::from_utf8_lossy(&help);
    for sequence in ["A000170", "A002562", "A032522", "A033148"] {
        assert!(help.contains(sequence), "{sequence}");
    }
}
