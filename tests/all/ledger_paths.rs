//! Dry runs, verification, merging and repair read a ledger as the run does that writes it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use countless::Kernel;
use countless::cover::{CoverProblem, make};
use countless::engine::{Audit, ReopenInputs};
use countless::engine::{Granularity, Problem, Run};
use countless::ledger::{Ledger, OpenedLedger, Plan};
use countless::ledger::{Records, Shard, Tally};
use countless::queens::{BoardTurn, BoardVariant, Piece, RegionGenerator, tally};
use countless::queens::{JoinCounter, TurnCounter};
use countless::registry;
use countless::table::{Format, Table};

use crate::common::{Folder, check_side_by_side, countless, lines};

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

/// Runs the program and requires success; returns stdout and stderr.
fn done(args: &[&str]) -> (String, String) {
    let (code, stdout, stderr) = run(args);
    assert_eq!(code, Some(0), "{args:?}: {stderr}");
    (stdout, stderr)
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&done(args).0).expect("it is JSON")
}

/// Exact cover of two options with commas in the names of items.
const COMMAS: &str = "a,1 b,2 c\na,1 b,2\nc\n";

#[test]
fn rows_are_verified_and_merged_in_the_format_they_are_kept_in() {
    let folder = Folder::new();
    let problem = folder.file("problem.txt", COMMAS);
    let list = ["cover", "list", &problem, "--names", "-q"];
    for format in Format::available() {
        let name = format.name();
        let (rows, ledger) = (
            folder.path(&format!("rows.{name}")),
            folder.path(&format!("{name}.ledger")),
        );
        done(&[&list[..], &["-o", &rows, "--ledger", &ledger]].concat());
        done(&["ledger", "verify", &ledger, "--input", &problem]);

        let shards = folder.path(&format!("{name}/"));
        for shard in ["0/2", "1/2"] {
            let shard = ["--ledger", &shards, "--shard", shard, "--format", name];
            done(&[&list[..], &shard].concat());
        }
        let merged = folder.path(&format!("merged.{name}"));
        done(&["ledger", "merge", &shards, "-q", "-o", &merged]);
        assert_eq!(fs::read(&merged).unwrap(), fs::read(&rows).unwrap());
        if format == Format::Parquet {
            // Typed rows can be written in any format.
            for name in ["csv", "tsv", "ndjson"] {
                let merged = folder.path(&format!("merged-too.{name}"));
                done(&["ledger", "merge", &shards, "-q", "-o", &merged]);
                let rows = folder.path(&format!("rows.{name}"));
                assert_eq!(fs::read(&merged).unwrap(), fs::read(&rows).unwrap());
            }
        }
    }
}

/// Rows beside a ledger distinguish an empty text from a missing value.
#[cfg(feature = "parquet")]
#[test]
fn empty_fields_beside_a_ledger_are_verified() {
    let folder = Folder::new();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let input = folder.file("input.csv", format!("puzzle,tag\n{puzzle},\n"));
    let (rows, ledger) = (folder.path("rows.parquet"), folder.path("ledger"));
    let solve = ["sudoku", "solve", &input, "--keep-columns", "-q"];
    done(&[&solve[..], &["-o", &rows, "--ledger", &ledger]].concat());
    done(&["ledger", "verify", &ledger, "--input", &input]);
}

#[test]
fn a_ledger_of_version_0_2_that_leaves_the_format_open_is_continued() {
    let folder = Folder::new();
    let problem = folder.file("problem.txt", COMMAS);
    let (rows, ledger) = (folder.path("rows.tsv"), folder.path("ledger.csv"));
    let list = [
        "cover", "list", &problem, "--names", "-o", &rows, "--ledger", &ledger,
    ];
    done(&list);
    let records = Records::read(Path::new(&ledger)).expect("it is whole");
    let mut plan = Plan::clone(records.plan());
    plan.spec.parameters.retain(|(name, _)| name != "format");
    assert_ne!(plan.id(), records.plan().id());
    fs::remove_file(&ledger).expect("it is there");
    let opened = Ledger::open(Path::new(&ledger), &plan, Shard::WHOLE, "scalar");
    let Ok(OpenedLedger::Open(mut old)) = opened else {
        panic!("it is new");
    };
    for record in records.records() {
        old.record(record.subtree, &record.tally, Duration::ZERO)
            .expect("it can be written");
    }
    old.finish(true).expect("it can be written");

    let (_, stderr) = done(&list);
    assert!(stderr.contains("already known"), "{stderr}");
    done(&["ledger", "verify", &ledger, "--input", &problem]);
}

#[test]
fn a_dry_run_reads_the_ledger_as_the_run_does() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    done(&["queens", "count", "11", "-q", "--ledger", &ledger]);
    let other = ["queens", "count", "12", "--ledger", &ledger];
    let refused = run(&other);
    assert_eq!(refused.0, Some(2));
    let dry = run(&[&other[..], &["--dry-run"]].concat());
    assert_eq!(dry, refused);

    // Ledger of a killed shard.
    let shards = folder.path("shards/");
    let shard = [
        "queens", "count", "11", "-q", "--shard", "0/2", "--ledger", &shards,
    ];
    let dry = [&shard[..], &["--dry-run", "--json"]].concat();
    assert_eq!(json(&dry)["shard_done"], 0);
    assert!(!Path::new(&shards).exists(), "a dry run makes no folder");
    done(&shard);
    let (whole, part) = (
        folder.path("shards/0-of-2.csv"),
        folder.path("shards/0-of-2.csv.part"),
    );
    let text = fs::read_to_string(&whole).expect("it is complete");
    let lines: Vec<&str> = text.lines().collect();
    fs::remove_file(&whole).expect("it can be removed");
    fs::write(&part, lines[..7].join("\n") + "\n" + &lines[7][..9]).expect("it can be written");
    assert_eq!(json(&dry)["shard_done"], 5);
    // Killed before the header was complete.
    fs::write(&part, &lines[0][..20]).expect("it can be written");
    assert_eq!(json(&dry)["shard_done"], 0);
    done(&shard);
    assert_eq!(json(&dry)["shard_done"], lines.len() - 2);
}

/// A board of 22 rows or more is not split by a dry run, because its tables take too long.
#[test]
fn a_dry_run_of_a_large_board_reads_the_ledger() {
    fn dry(ledger: &str) -> [&str; 6] {
        ["queens", "count", "25", "--dry-run", "--ledger", ledger]
    }

    let folder = Folder::new();
    let shards = folder.path("shards/");
    let (whole, part) = (folder.path("q.csv"), format!("{shards}1-of-2.csv"));
    let plan = |n| JoinCounter::plan(n, &Granularity::Subtrees(None), 100).expect("a plan");
    let record = |path: &str, n: usize, shard: Shard, known: &[u64]| {
        let opened = Ledger::open(Path::new(path), &plan(n), shard, "scalar");
        let Ok(OpenedLedger::Open(mut ledger)) = opened else {
            panic!("it is new");
        };
        for &subtree in known {
            ledger
                .record(subtree, &Tally::default(), Duration::from_secs(10))
                .expect("it can be written");
        }
        ledger.finish(false).expect("it can be written");
    };
    record(&whole, 25, Shard::WHOLE, &[0, 7, 99]);
    let in_json = |ledger: &str| json(&[&dry(ledger)[..], &["--json"]].concat());
    // Other files are refused.
    for text in ["hello", "hello\n", "ledger=1,problem=cov", "1\n2\n"] {
        let other = folder.file("other.csv", text);
        let (code, stdout, stderr) = run(&dry(&other));
        assert_eq!((code, &*stdout), (Some(2), ""), "{text}: {stderr}");
    }
    // The dry run refuses a ledger of another board or split, as the count does.
    for other in [&["24"][..], &["25", "--subtrees", "50"]] {
        let head = ["queens", "count", "--dry-run", "--ledger", &whole];
        let (code, stdout, stderr) = run(&[&head[..], other].concat());
        assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
        assert!(stderr.contains("the ledger is of another plan"), "{stderr}");
    }

    // Nothing is done without a ledger, or if the count was killed before the header was complete.
    let header = fs::read_to_string(&whole).expect("it is there");
    let cut = &header[..header.find("plan=").expect("a plan")];
    let new = [
        folder.path("missing.csv"),
        folder.file("empty.csv", ""),
        folder.file("cut.csv", cut),
    ];
    // Shards of another board in the folder are ignored. Other shards have the number of subtrees.
    fs::create_dir(&shards).expect("it is new");
    record(
        &format!("{shards}0-of-2.csv"),
        26,
        Shard::new(0, 2).unwrap(),
        &[0, 2],
    );
    record(&part, 25, Shard::new(1, 2).unwrap(), &[1, 3]);
    // Each takes three seconds.
    let checks: [&(dyn Fn() + Sync); 7] = [
        &|| {
            let found = in_json(&whole);
            assert_eq!(found["subtrees"], 100);
            assert_eq!(found["shard_done"], 3);
            assert_eq!(found["core_seconds_left"], 970.0);
        },
        &|| {
            let (stdout, _) = done(&dry(&whole));
            let left = "remaining: about 16 min 10 s of CPU time, at the pace so far";
            let found = stdout.contains("3 of 100 subtrees done") && stdout.contains(left);
            assert!(found, "{stdout}");
        },
        &|| assert_eq!(in_json(&new[0])["shard_done"], 0),
        &|| assert_eq!(in_json(&new[1])["shard_done"], 0),
        &|| assert_eq!(in_json(&new[2])["shard_done"], 0),
        &|| assert_eq!(in_json(&shards)["shard_done"], 2),
        &|| {
            let found = json(&[&dry(&shards)[..], &["--json", "--shard", "1/2"]].concat());
            assert_eq!(found["shard_done"], 2);
            assert_eq!(found["shard_subtrees"], 50);
        },
    ];
    check_side_by_side(&checks, |check| check());
}

#[test]
fn the_whole_goes_on_from_the_shards_in_its_folder() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let count = |n: &'static str| ["queens", "count", n, "--ledger", &shards];
    for shard in ["0/3", "2/3"] {
        done(&[&count("11")[..], &["-q", "--shard", shard]].concat());
    }
    // Shards of another board are ignored.
    done(&[&count("10")[..], &["-q", "--shard", "1/3"]].concat());
    let dry = [&count("11")[..], &["--dry-run", "--json"]].concat();
    let dry = json(&dry);
    let (known, all) = (&dry["shard_done"], &dry["shard_subtrees"]);
    let numbers = (known.as_u64().unwrap(), all.as_u64().unwrap());
    assert!(numbers.0 > 0 && numbers.0 < numbers.1);
    let (stdout, stderr) = done(&count("11"));
    assert_eq!(stdout, "2680\n");
    assert!(
        stderr.contains(&format!("{known} of {all} subtrees already known")),
        "{stderr}"
    );
    // Nothing was searched, so no rate is printed.
    let (stdout, stderr) = done(&count("11"));
    assert_eq!(stdout, "2680\n");
    assert!(
        stderr.contains(&format!("{all} of {all} subtrees already known"))
            && !stderr.contains("/s"),
        "{stderr}"
    );
    let ledger = folder.path("shards/ledger.csv");
    assert_eq!(done(&["ledger", "merge", &ledger, "-q"]).0, "2680\n");

    // A damaged shard is not ignored.
    fs::remove_file(&ledger).expect("it can be removed");
    let shard = folder.path("shards/0-of-3.csv");
    let text = fs::read_to_string(&shard).expect("it is text");
    fs::write(
        &shard,
        text.replacen(",avx", ",awx", 1)
            .replacen(",scalar", ",skalar", 1),
    )
    .expect("it can be written");
    let (code, stdout, stderr) = run(&count("11"));
    assert_eq!((code, &*stdout), (Some(2), ""));
    assert!(stderr.contains("countless ledger repair"), "{stderr}");
}

/// Opens a ledger as its writing process does.
fn hold(ledger: &str) -> fs::File {
    let mut options = fs::File::options();
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1);
    let file = options.read(true).write(true).open(ledger);
    let file = file.expect("it is there");
    #[cfg(not(windows))]
    file.lock().expect("nobody else has it");
    file
}

#[test]
fn a_damaged_ledger_is_repaired_and_continued() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let count = ["queens", "count", "11", "--ledger", &ledger];
    done(&count);
    let whole = fs::read_to_string(&ledger).expect("it is text");
    let untouched = done(&["ledger", "repair", &ledger]).0;
    assert!(
        untouched.contains("the ledger has no damage"),
        "{untouched}"
    );
    assert_eq!(fs::read_to_string(&ledger).expect("it is text"), whole);

    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let records = lines.len() - 2;
    lines[5] = lines[5].replacen(',', ",1", 1);
    lines[8].truncate(20);
    // A quotation mark must not affect the following lines.
    lines[9].insert(0, '"');
    let damaged = lines.join("\n") + "\n";
    fs::write(&ledger, &damaged).expect("it can be written");
    let (code, _, stderr) = run(&count);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains(&format!("countless ledger repair {ledger}")),
        "{stderr}"
    );

    let copy = folder.path("copy.csv");
    let told = json(&["ledger", "repair", &ledger, "--json", "-o", &copy]);
    assert_eq!(told["kept"], records - 3);
    assert_eq!(fs::read_to_string(&ledger).expect("it is text"), damaged);
    let (stdout, stderr) = done(&["ledger", "repair", &ledger]);
    let backup = folder.path("ledger.csv.bak");
    assert_eq!(
        stdout,
        format!(
            "kept:    {} records\ndropped: 3 lines: 6,9,10\nbackup:  {backup}\n",
            records - 3
        )
    );
    assert!(
        stderr.contains("ledger.csv:6: dropped: wrong checksum"),
        "{stderr}"
    );
    assert_eq!(fs::read_to_string(&backup).expect("it is text"), damaged);
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&ledger).unwrap());
    let (stdout, stderr) = done(&count);
    assert_eq!(stdout, "2680\n");
    assert!(
        stderr.contains(&format!(
            "{} of {records} subtrees already known",
            records - 3
        )),
        "{stderr}"
    );

    // Neither a backup nor a ledger in use is overwritten.
    fs::write(&ledger, &damaged).expect("it can be written");
    assert_eq!(run(&["ledger", "repair", &ledger]).0, Some(2));
    assert_eq!(fs::read_to_string(&ledger).expect("it is text"), damaged);
    fs::remove_file(&backup).expect("it is there");
    let file = hold(&ledger);
    let (code, _, stderr) = run(&["ledger", "repair", &ledger]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("another process"), "{stderr}");
    // Closing may not be enough, because a starting child process has it open, too.
    #[cfg(not(windows))]
    file.unlock().expect("it is locked");
    drop(file);
    fs::write(&ledger, &whole[1..]).expect("it can be written");
    let (code, _, stderr) = run(&["ledger", "repair", &ledger]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("without its plan"), "{stderr}");
}

#[test]
fn json_changes_no_plan() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let generate = ["sudoku", "generate", "--count", "4", "--seed", "3", "-q"];
    for (shard, more) in [("0/2", None), ("1/2", Some("--json"))] {
        let shard = ["--ledger", &shards, "--shard", shard];
        let more: Vec<&str> = more.into_iter().collect();
        done(&[&generate[..], &shard, &more].concat());
    }
    let (merged, whole) = (folder.path("merged.csv"), folder.path("whole.csv"));
    done(&["ledger", "merge", &shards, "-q", "-o", &merged]);
    done(&[&generate[..], &["-o", &whole]].concat());
    assert_eq!(fs::read(merged).unwrap(), fs::read(whole).unwrap());
}

#[test]
fn the_summary_of_a_continued_list_is_that_of_all_its_rows() {
    let folder = Folder::new();
    let (rows, ledger) = (folder.path("rows.csv"), folder.path("ledger.csv"));
    let problem = folder.path("dominoes.txt");
    done(&["cover", "make", "dominoes", "4x4", "-o", &problem]);
    let list = [
        "cover", "list", &problem, "-o", &rows, "--ledger", &ledger, "--json",
    ];
    let generate = [
        "sudoku", "generate", "--count", "3", "--seed", "5", "-o", &rows, "--ledger", &ledger,
        "--json",
    ];
    for (command, member, number) in [(&list[..], "solutions", 36), (&generate, "puzzles", 3)] {
        for _ in 0..2 {
            assert_eq!(json(command)[member], number);
        }
        let text = fs::read_to_string(&ledger).expect("it is text");
        let lines: Vec<&str> = text.lines().collect();
        fs::write(&ledger, lines[..lines.len() - 1].join("\n") + "\n").expect("it can be written");
        assert_eq!(json(command)[member], number);
        fs::remove_file(&ledger).expect("it is there");
        fs::remove_file(&rows).expect("it is there");
    }
}

#[test]
fn a_tally_has_the_subtrees_of_the_option() {
    let subtrees = |more: &[&str]| {
        let tally = ["queens", "count", "9", "--tally"];
        let folder = Folder::new();
        let squares = folder.path("squares.csv");
        let told = json(&[&tally[..], &[&squares, "--json"], more].concat());
        assert_eq!(told["solutions"], 352);
        told["subtrees"].as_u64().expect("a number")
    };
    assert!(subtrees(&["--subtrees", "1"]) < subtrees(&["--subtrees", "1000"]));
}

/// Records a problem, opens it again from its plan, and verifies all of it.
fn verified<P: Problem>(problem: &P, inputs: &[&str], rows: Option<&str>) {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let run = Run::new().threads(2).ledger(&ledger);
    match rows {
        Some(name) => {
            let table = folder.path(name);
            let table = Path::new(&table);
            let format = Format::of(table).expect("it names one");
            run.write(problem, Table::file(table, format)).map(drop)
        }
        None => run.count(problem).map(drop),
    }
    .expect("it is recorded");
    let records = Records::read(Path::new(&ledger)).expect("it is whole");
    assert!(records.is_complete(Shard::WHOLE) && !records.is_empty());
    let inputs = ReopenInputs::new().files(inputs.iter().map(ToString::to_string));
    let again = registry().reopen(records.plan(), &inputs);
    let again = again.expect("it is registered");
    let mut audit = Audit::new(&records, records.len(), 1);
    let run = Run::new().kernel(Kernel::best());
    let done = audit.search(&*again, &run);
    assert!(done.expect("it can be searched"));
    assert_eq!(audit.mismatches, []);
}

#[test]
fn every_problem_that_keeps_a_ledger_is_made_again_from_its_plan() {
    for turn in [BoardTurn::Half, BoardTurn::Quarter] {
        verified(&TurnCounter::new(12, turn).unwrap(), &[], None);
        let superqueens = BoardVariant::of(Piece::Superqueen);
        let counter = TurnCounter::of_variant(12, turn, &superqueens).unwrap();
        verified(&counter, &[], None);
        // The known total is that of the symmetry.
        let plan = <dyn countless::engine::ErasedProblem>::plan(
            &TurnCounter::new(12, turn).unwrap(),
            &countless::engine::Granularity::Subtrees(None),
            None,
        );
        let known = registry().known_total(&plan.expect("it has a plan"));
        let total = if turn == BoardTurn::Half { 80 } else { 8 };
        assert_eq!(known.map(|known| known.total), Some(total));
    }
    verified(
        &RegionGenerator::new(6, 5, 7).unwrap(),
        &[],
        Some("rows.csv"),
    );
    let folder = Folder::new();
    let text = folder.path("dominoes.txt");
    done(&["cover", "make", "dominoes", "4x4", "-o", &text]);
    let sample = || {
        let problem = make::dominoes(4, 4).expect("it is small");
        CoverProblem::sampling(problem, 100, 7, &Run::new()).expect("it has solutions")
    };
    for rows in ["rows.csv", "rows.tsv", "rows.ndjson"] {
        verified(&sample(), &[&text], Some(rows));
        verified(&sample().with_names(), &[&text], Some(rows));
    }
}

#[test]
fn a_new_ledger_has_no_name_of_a_compressed_file() {
    let folder = Folder::new();
    let (ledger, rows) = (folder.path("eight.csv.GZ"), folder.path("rows.csv"));
    let solve = ["sudoku", "solve", "data/puzzles.txt", "-o", &rows];
    let (code, _, told) = run(&[&solve[..], &["--ledger", &ledger]].concat());
    assert_eq!(code, Some(2), "{told}");
    let reason = "expected a name without .gz: ledgers are not compressed";
    assert!(told.contains(reason), "{told}");
    assert!(
        fs::read_dir(folder.path(""))
            .expect("a folder")
            .next()
            .is_none()
    );
    // One that was begun by an earlier version is continued.
    let plain = folder.path("eight.csv");
    done(&["queens", "count", "8", "--ledger", &plain]);
    fs::rename(&plain, &ledger).expect("it can be renamed");
    let (stdout, _) = done(&["queens", "count", "8", "--ledger", &ledger]);
    assert!(stdout.starts_with("92"), "{stdout}");
}

#[test]
fn squares_are_not_kept_in_a_ledger() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let error = tally(6, &Run::new().ledger(&ledger)).expect_err("it is refused");
    assert!(
        error
            .to_string()
            .contains("does not store solutions per square"),
        "{error}"
    );
    assert!(!Path::new(&ledger).exists());
}

#[test]
fn rows_that_readers_would_pass_over_are_quoted_or_left_out() {
    let folder = Folder::new();
    // The item need not be covered, so the empty selection is a solution.
    let nothing = folder.file("nothing.txt", "0:1|a\na\n");
    let list = ["cover", "list", &nothing, "-q"];
    for (format, expected) in [
        ("csv", "options\n1\n\"\"\n"),
        ("tsv", "options\n1\n\"\"\n"),
        ("ndjson", "{\"options\":\"1\"}\n{\"options\":\"\"}\n"),
    ] {
        let rows = done(&[&list[..], &["--format", format]].concat()).0;
        assert_eq!(rows, expected);
        if format == "csv" {
            let mut reader = csv::Reader::from_reader(rows.as_bytes());
            assert_eq!(reader.records().count(), 2);
        }
    }
    let list = ["queens", "list", "0", "-q", "--format"];
    assert_eq!(done(&[&list[..], &["csv"]].concat()).0, "");
    assert_eq!(done(&[&list[..], &["tsv"]].concat()).0, "");
    assert_eq!(
        done(&[&list[..], &["ndjson"]].concat()).0,
        "{\"queens\":[]}\n"
    );
}

#[test]
fn merging_replaces_a_ledger_of_the_same_plan_only() {
    let folder = Folder::new();
    let (eight, nine, all) = (
        folder.path("8.csv"),
        folder.path("9.csv"),
        folder.path("all.csv"),
    );
    let notes = folder.file("notes.txt", "keep this\n");
    for (n, ledger) in [("8", &eight), ("9", &nine)] {
        let output = countless(&["queens", "count", n, "-q", "--ledger", ledger]);
        assert_eq!(output.status.code(), Some(0));
    }
    for kept in [&nine, &notes] {
        let before = std::fs::read(kept).expect("it is there");
        let output = countless(&["ledger", "merge", &eight, "--ledger", kept]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains("--ledger") && error.contains(kept.as_str()),
            "{error}"
        );
        assert_eq!(std::fs::read(kept).expect("it is there"), before);
    }
    for _ in 0..2 {
        let output = countless(&["ledger", "merge", &eight, "--ledger", &all]);
        assert_eq!(
            (output.status.code(), &*output.stdout),
            (Some(0), &b"92\n"[..])
        );
    }
    let output = countless(&["ledger", "merge", &all, "-q"]);
    assert_eq!(&*output.stdout, b"92\n");
}

#[test]
fn published_totals_are_named() {
    let folder = Folder::new();
    let published = "OEIS A000170";
    for (args, is_known) in [
        (&["queens", "count", "9"][..], true),
        (&["queens", "count", "9", "--columns", "11"], false),
        (
            &["queens", "count", "9", "--subtrees", "20", "--shard", "0/2"],
            false,
        ),
    ] {
        let ledger = folder.path("ledger.csv");
        let counted = countless(&[args, &["--ledger", &ledger]].concat());
        assert_eq!(counted.status.code(), Some(0), "{counted:?}");
        let verify = countless(&["ledger", "verify", &ledger, "--sample", "100%"]);
        let told = String::from_utf8_lossy(&verify.stderr);
        let sentence = format!("the total is the published one ({published})");
        assert_eq!(told.contains(&sentence), is_known, "{args:?}: {told}");
        let status = lines(&countless(&["ledger", "status", &ledger]).stdout);
        let has = |line: &str| status.iter().any(|other| other.starts_with(line));
        assert!(has("counted twice with equal results: 0;"), "{status:?}");
        let line = format!("published: the total is that of {published}");
        assert_eq!(has(&line), is_known, "{status:?}");
        for command in ["status", "verify"] {
            let told = countless(&["ledger", command, &ledger, "--json"]);
            let told = serde_json::from_slice::<serde_json::Value>(&told.stdout).expect("JSON");
            assert_eq!(told["published"] == published, is_known, "{told}");
        }
        fs::remove_file(&ledger).expect("it is there");
    }
}
