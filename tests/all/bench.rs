//! The command `countless bench`.

use std::fs;
use std::path::Path;

#[cfg(unix)]
use crate::common::wait_until_it_handles_interrupts;
use crate::common::{countless, lines, program};

/// Programs that every system has.
#[cfg(not(windows))]
mod others {
    pub const FAILS: &str = "false";
    pub const FAILURE: &str = "exit status: 1";
    pub const SLEEPS: &str = "sleep 60{rows}";
    pub const PRINTS: &str = "echo";
    pub const COPIES: &str = "cat";
}
#[cfg(windows)]
mod others {
    pub const FAILS: &str = "cmd /c exit 1";
    pub const FAILURE: &str = "exit code: 1";
    pub const SLEEPS: &str = "ping -n 60{rows} 127.0.0.1";
    pub const PRINTS: &str = "cmd /c echo";
    pub const COPIES: &str = "cmd /c type";
}
use others::{COPIES, FAILS, FAILURE, PRINTS, SLEEPS};

/// Runs the short suite of one part once, into `folder`.
fn bench(part: &str, folder: &Path, more: &[&str]) -> std::process::Output {
    let folder = folder.to_str().expect("a plain path");
    let mut args = vec!["bench", part, "--quick", "--runs", "1", "-o", folder];
    args.extend(more);
    countless(&args)
}

#[test]
fn a_run_is_recorded_and_does_not_differ_from_itself() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let results = folder.path().join("results/here");
    let done = bench("stream", &results, &[]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let table = lines(&done.stdout);
    assert!(
        table.iter().all(|line| line.chars().count() <= 80),
        "{table:#?}"
    );

    let mut csv = csv::Reader::from_path(results.join("bench.csv")).expect("bench.csv is there");
    let header = csv.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = csv.records().collect::<Result<_, _>>().expect("good rows");
    // Windows cannot replace an open file.
    drop(csv);
    assert_eq!(rows.len(), table.len() - 1);
    let field = |row: &csv::StringRecord, name: &str| {
        let place = header
            .iter()
            .position(|column| column == name)
            .expect("the column");
        row[place].to_owned()
    };
    for row in &rows {
        let solutions = if field(row, "case") == "12" {
            "14200"
        } else {
            "73712"
        };
        assert_eq!(field(row, "items"), solutions);
        assert_eq!(field(row, "answer"), "right");
        let wall: f64 = field(row, "wall_median").parse().expect("a number");
        let rate: f64 = field(row, "items_per_second").parse().expect("a number");
        let items: f64 = solutions.parse().expect("a number");
        assert!((rate * wall / 1e3 / items - 1.0).abs() < 0.01);
    }
    let json = fs::read_to_string(results.join("bench.json")).expect("bench.json is there");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["settings"]["runs"], 1);
    assert!(json["machine"]["threads"].as_u64() >= Some(1));
    assert_eq!(json["records"].as_array().map(Vec::len), Some(rows.len()));

    let results = results.to_str().expect("a plain path");
    let compared = countless(&["bench", "compare", results, results]);
    assert_eq!(compared.status.code(), Some(0));
    assert_eq!(
        lines(&compared.stdout).last().map(String::as_str),
        Some("no verdict: one timing per trial has no spread")
    );
    assert!(!table.concat().contains("0.000"), "{table:?}");

    let again = countless(&["bench", "stream", "--quick", "--runs", "2", "-o", results]);
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    assert!(lines(&again.stderr)[1].contains("--force"), "{again:?}");
    for stale in ["report.html", "queens.svg"] {
        fs::write(Path::new(results).join(stale), "old").expect("a file");
    }
    let args = ["bench", "stream", "--quick", "--runs", "2", "--force", "-o"];
    let again = countless(&[&args[..], &[results]].concat());
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    for stale in ["report.html", "queens.svg"] {
        assert!(!Path::new(results).join(stale).exists());
    }
    let compared = countless(&["bench", "compare", results, results]);
    assert_eq!(
        lines(&compared.stdout).last().map(String::as_str),
        Some("no difference")
    );
}

#[test]
fn what_fails_or_lasts_too_long_leaves_the_run_with_its_reason() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let more = [
        "--timeout",
        "3s",
        "--vs",
        &format!("bad={FAILS} {{rows}}"),
        "--vs",
        &format!("slow={SLEEPS}"),
    ];
    let done = bench("queens", folder.path(), &more);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let said = lines(&done.stderr).join("\n");
    for failed in [
        format!("failed: queens 12 bad: ended with {FAILURE}"),
        "failed: queens 14 slow: no result within 3s".to_owned(),
    ] {
        assert!(said.contains(&failed), "{said}");
    }
    let json = fs::read_to_string(folder.path().join("bench.json")).expect("bench.json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["incomplete"], false);
    let records = json["records"].as_array().expect("records");
    let of = |solver: &'static str| {
        let records = records.iter();
        records.filter(move |record| record["solver"] == solver)
    };
    assert_eq!(of("bad").count(), 3);
    assert!(of("bad").all(|record| record["failed"].is_string()));
    assert!(of("join").all(|record| record["failed"].is_null()));
    assert!(of("join").all(|record| record["wall"].as_array().map(Vec::len) == Some(1)));
    let name = folder.path().to_str().expect("a plain path");
    let report = countless(&["report", name]);
    assert_eq!(report.status.code(), Some(0), "{report:?}");
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    assert!(page.contains(&format!("Failed: queens 12 bad: ended with {FAILURE}.")));
    let compared = countless(&["bench", "compare", name, name]);
    let failed = lines(&compared.stdout);
    let failed = failed.iter().filter(|line| line.ends_with("failed"));
    assert_eq!((compared.status.code(), failed.count()), (Some(0), 6));
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn an_interrupted_run_keeps_what_it_has_measured() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let results = folder.path().join("results");
    let mut child = program()
        .args(["bench", "stream", "--quick", "--runs", "100", "-o"])
        .arg(&results)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The files appear after the first round.
    while !results.join("bench.csv").exists() {
        assert_eq!(child.try_wait().expect("it can be asked"), None);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill runs").success());
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(130), "{done:?}");
    let said = lines(&done.stderr).join("\n");
    assert!(said.contains("so far are in"), "{said}");
    assert!(lines(&done.stdout).len() > 2, "{done:?}");
    let json = fs::read_to_string(results.join("bench.json")).expect("bench.json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["incomplete"], true);
    let records = json["records"].as_array().expect("records");
    let measured = |record: &serde_json::Value| record["wall"][0].is_f64();
    assert!(records.iter().all(measured), "{records:?}");
    let name = results.to_str().expect("a plain path");
    let report = countless(&["report", name]);
    assert_eq!(report.status.code(), Some(0), "{report:?}");
    let page = fs::read_to_string(results.join("report.html")).expect("the page");
    assert!(page.contains("The run was interrupted"));
    let compared = countless(&["bench", "compare", name, name]);
    assert_eq!(compared.status.code(), Some(0), "{compared:?}");
}

#[test]
fn a_wrong_program_is_found_out() {
    let folder = tempfile::tempdir().expect("temporary folder");
    // The program is right for 12 rows, and wrong for other boards.
    let done = bench(
        "queens",
        folder.path(),
        &["--vs", &format!("guess={PRINTS} {{n}} 14200")],
    );
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let guesses: Vec<String> = lines(&done.stdout)
        .into_iter()
        .filter(|line| line.contains("guess"))
        .collect();
    let answers: Vec<&str> = guesses
        .iter()
        .filter_map(|line| line.split_whitespace().last())
        .collect();
    assert_eq!(answers, ["right", "wrong", "wrong"]);
    let ours = lines(&done.stdout)
        .into_iter()
        .filter(|line| line.contains("countless"))
        .count();
    assert_eq!(ours, 3);
}

#[test]
fn a_program_that_solves_files_is_checked() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let sets = folder.path().join("sets");
    fs::create_dir(&sets).expect("a folder");
    fs::copy(
        concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles.txt"),
        sets.join("mine.txt"),
    )
    .expect("puzzles can be copied");
    let sets = sets.to_str().expect("a plain path");
    let done = bench(
        "sudoku",
        folder.path(),
        &[
            "--datasets",
            sets,
            "--vs",
            &format!("echo={COPIES} {{file}}"),
        ],
    );
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let table = lines(&done.stdout);
    let answers = |solver: &str| -> Vec<String> {
        let of_solver = table.iter().filter(|line| line.contains(solver));
        of_solver
            .filter_map(|line| line.split_whitespace().last().map(str::to_owned))
            .collect()
    };
    assert_eq!(answers(" echo "), ["-"; 6]);
    assert_eq!(answers(" countless "), ["right"; 6]);
    assert!(table.iter().any(|line| line.starts_with("sudoku mine")));
}

/// An interruption leaves no folder, whether it comes while puzzles are generated, while boards are
/// counted, or while a rival program runs.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().expect("temporary folder");
    let results = folder.path().join("results/here");
    for (part, milliseconds) in [("sudoku", 100), ("queens", 900), ("queens", 2500)] {
        let mut child = program()
            .args([
                "bench",
                part,
                "--runs",
                "100",
                "--vs",
                "slow=sleep {n}",
                "-o",
            ])
            .arg(&results)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .process_group(0)
            .spawn()
            .expect("the program starts");
        wait_until_it_handles_interrupts(child.id());
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        // The signal goes to the whole process group, as from a terminal.
        let group = format!("-{}", child.id());
        let kill = std::process::Command::new("kill")
            .args(["-INT", "--", &group])
            .status();
        assert!(kill.expect("kill runs").success());
        let mut said = String::new();
        let mut stderr = child.stderr.take().expect("stderr");
        std::io::Read::read_to_string(&mut stderr, &mut said).expect("text");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{part}: {said}");
        assert_eq!(said, "interrupted: nothing is written\n");
        assert!(!folder.path().join("results").exists());
    }
}

#[test]
fn a_run_replaces_an_earlier_one_and_tells_no_folders() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for old in ["subtrees.csv", "tally.csv"] {
        fs::write(folder.path().join(old), "old").expect("a file");
    }
    let done = bench("stream", folder.path(), &[]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let mut files: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into()
        })
        .collect();
    files.sort();
    assert_eq!(files, ["bench.csv", "bench.json"]);
    let path = folder.path().to_str().expect("a plain path");
    for file in files {
        let text = fs::read_to_string(folder.path().join(file)).expect("text");
        assert!(!text.contains(path), "{text}");
    }
}

#[test]
fn a_reader_who_leaves_ends_the_run_quietly() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut child = program()
        .args(["bench", "stream", "--quick", "--runs", "1", "-o"])
        .arg(folder.path().join("here"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let done = child.wait_with_output().expect("it ends");
    assert_eq!((done.status.code(), lines(&done.stderr)), (Some(0), vec![]));
    assert!(!folder.path().join("here").exists());
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told_at_once() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let start = std::time::Instant::now();
    let done = bench("all", &file.path().join("here"), &[]);
    assert_eq!(done.status.code(), Some(2), "{done:?}");
    let said = lines(&done.stderr);
    assert!(
        said.len() == 1 && said[0].starts_with("error: cannot write"),
        "{said:?}"
    );
    assert!(start.elapsed() < std::time::Duration::from_secs(2));
}

#[test]
fn bad_arguments_are_one_line_of_error() {
    for args in [
        &["bench", "chess"][..],
        &["bench", "--runs", "0"],
        &["bench", "--vs", "nothing"],
        &["bench", "--vs", "a=/no/such/program {n}"],
        &["bench", "--vs", "countless=true {n}"],
        &["bench", "--vs", "a=true {n}", "--vs", "a=true {n}"],
        &["bench", "--timeout", "0s"],
        &["bench", "--timeout", "soon"],
        &["bench", "--force"],
        &["bench", "stream", "--datasets", "data"],
        &["bench", "compare", "no-such-folder", "no-such-folder"],
        &["bench", "sudoku", "--quick", "--datasets", "no-such-folder"],
    ] {
        let done = program().args(args).output().expect("the program starts");
        assert_eq!(done.status.code(), Some(2), "{args:?}: {done:?}");
        assert_eq!(lines(&done.stderr).len(), 1, "{args:?}: {done:?}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh and signals")]
fn a_program_does_not_go_on_without_us() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (results, number) = (folder.path().join("results"), folder.path().join("number"));
    let command = format!(
        "slow=sh -c 'sleep 60{{n}} & echo $! > {}; wait'",
        number.display()
    );
    let mut child = program()
        .args([
            "bench", "queens", "--quick", "--runs", "1", "-q", "--vs", &command, "-o",
        ])
        .arg(&results)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program starts");
    let wait = || std::thread::sleep(std::time::Duration::from_millis(100));
    while !fs::read_to_string(&number).is_ok_and(|number| number.ends_with('\n')) {
        assert_eq!(child.try_wait().expect("it can be asked"), None);
        wait();
    }
    let kill = |signal: &str, id: &str| {
        let mut kill = std::process::Command::new("kill");
        let kill = kill.args([signal, id]).stderr(std::process::Stdio::null());
        kill.status().expect("kill runs").success()
    };
    for _ in 0..2 {
        assert!(kill("-INT", &child.id().to_string()));
        wait();
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let number = fs::read_to_string(&number).expect("it is there");
    for _ in 0..50 {
        if !kill("-0", number.trim()) {
            return;
        }
        // The process may be a zombie until its new parent waits for it.
        let status = fs::read_to_string(format!("/proc/{}/stat", number.trim()));
        if status.is_ok_and(|status| status.contains(") Z ")) {
            return;
        }
        wait();
    }
    panic!("it goes on");
}
