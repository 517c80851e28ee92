//! Samples of real problems: estimates are right on average, and their errors cover the truth.

use std::sync::atomic::AtomicBool;

use crate::common::{Folder, check_side_by_side, countless, program};
use countless::Kernel;
use countless::engine::{Estimate, Problem, Run, Subtree};
use countless::engine::{Sample, SampleRounds};
use countless::ledger::Records;
use countless::queens::search::{BoardSearcher, descend};
use countless::queens::{BoardProblem, JoinCounter};

/// Subtrees of a problem at the granularity of a run.
fn subtrees<P: Problem>(problem: &P, run: &Run) -> Vec<Subtree<P::Root>> {
    let subtrees = problem
        .subtrees(&run.granularity())
        .expect("there is such a cut");
    subtrees
        .map(|subtree| subtree.expect("it is made from nothing"))
        .collect()
}

/// Join of a board that it supports.
fn join(n: usize) -> JoinCounter {
    let counter = JoinCounter::new(n, 2).expect("threads start");
    counter.expect("the join takes it")
}

/// Requires the mean of estimates to equal `truth`, within their errors.
fn check(estimates: &[Estimate], truth: f64) {
    let number = estimates.len() as f64;
    let mean = estimates.iter().map(|one| one.mean).sum::<f64>() / number;
    let squares = estimates.iter().map(|one| one.error.powi(2)).sum::<f64>();
    let error = squares.sqrt() / number;
    assert!(
        (mean - truth).abs() < 2.0 * error,
        "{mean} ± {error} for {truth}"
    );
    let covered = estimates
        .iter()
        .filter(|one| (one.mean - truth).abs() <= one.error);
    let covered = covered.count() as f64 / number;
    assert!((0.9..1.0).contains(&covered), "{covered} are covered");
}

#[test]
fn samples_of_orbits_are_unbiased_and_their_errors_cover() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for n in [13, 14] {
        let problem = join(n);
        // A ledger records the work of each orbit if every orbit is a subtree.
        let path = folder.path().join(n.to_string());
        let run = Run::new().threads(2).subtrees(Some(1 << 24)).ledger(&path);
        let subtrees = subtrees(&problem, &run);
        run.count(&problem).expect("it counts");
        let records = Records::read(&path).expect("it is complete");
        let works: Vec<f64> = (0..records.len())
            .map(|subtree| records.get(subtree).expect("it is there").tally.work as f64)
            .collect();
        let estimate = |seed| {
            let sample = Sample::new(&subtrees, 32, seed);
            let mut rounds = SampleRounds::new(sample.draws_per_round());
            for draw in (0..4).flat_map(|round| sample.round(round)) {
                rounds.push(draw.weight, works[draw.position]);
            }
            rounds.total()
        };
        let estimates: Vec<Estimate> = (0..400).map(estimate).collect();
        check(&estimates, works.iter().sum());
    }
}

#[test]
fn samples_of_parts_of_a_search_are_unbiased_and_their_errors_cover() {
    let problem = BoardProblem::all(12).expect("it can be searched");
    let subtrees = subtrees(&problem, &Run::new().threads(1));
    let (mut worker, go) = (BoardSearcher::new(Kernel::best()), AtomicBool::new(false));
    let mut deeper = 0;
    let mut estimate = |seed: u64| {
        let sample = Sample::new(&subtrees, 32, seed);
        let mut rounds = SampleRounds::new(sample.draws_per_round());
        for (draw, number) in (0..2).flat_map(|round| sample.round(round)).zip(0..) {
            let root = &subtrees[draw.position].root;
            let (part, weight) = descend(root, 100, seed << 20 | number);
            deeper += u32::from(weight > 1.0);
            let solutions = worker.count(&part.board, &go).expect("nobody stops it");
            rounds.push(draw.weight * weight, (part.weight * solutions) as f64);
        }
        rounds.total()
    };
    let estimates: Vec<Estimate> = (0..100).map(&mut estimate).collect();
    check(&estimates, 14_200.0);
    assert!(
        deeper > 1000,
        "only {deeper} parts are smaller than subtrees"
    );
}

#[test]
fn a_board_that_would_take_years_is_estimated_by_its_parts() {
    let problem = BoardProblem::all(24).expect("it can be searched");
    let forecast = Run::new().threads(2).estimate(&problem, 1);
    let forecast = forecast.expect("it counts").expect("nobody cancels it");
    let work = forecast.work;
    // About a year on one core. The test requires that the estimate ends.
    assert!(forecast.total.mean > 1e6, "{forecast:?}");
    assert!(work.mean > 0.0 && work.error < work.mean, "{work:?}");
}

/// Solved grid.
const GRID: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";

/// Runs a command, requires success and no new file, and parses its JSON.
fn answer(folder: &Folder, args: &[&str]) -> serde_json::Value {
    let files = || {
        let entries = std::fs::read_dir(folder.path("")).expect("it is there");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("it can be read").file_name())
            .collect();
        names.sort();
        names
    };
    let before = files();
    let output = countless(&[args, &["--json"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(files(), before, "{args:?}");
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

#[test]
fn dry_runs_of_what_takes_ages_end_and_leave_nothing() {
    let folder = Folder::new();
    let made = |name: &str, what: &[&str]| {
        let path = folder.path(name);
        let made = countless(&[&["cover", "make", "-o", &path], what].concat());
        assert_eq!(made.status.code(), Some(0));
        path
    };
    let latin = made("latin.txt", &["latin", "8"]);
    let partridge = made("partridge.txt", &["partridge", "7"]);
    let ledger = folder.path("ledger.csv");
    let (blank, memo) = (".".repeat(81), ["--method", "memo"]);
    let cases: [&[&str]; 7] = [
        &["sudoku", "count", &blank, "--dry-run", "--ledger", &ledger],
        &["sudoku", "scan", GRID, "--clues", "17", "--dry-run"],
        &["queens", "count", "24", "--dry-run"],
        &["queens", "count", "30", "--dry-run"],
        &["cover", "count", &partridge, "--dry-run"],
        &["cover", "count", &latin, "--dry-run", memo[0], memo[1]],
        &["cover", "estimate", &latin, "--time", "1s"],
    ];
    check_side_by_side(&cases, |case| {
        let answer = answer(&folder, case);
        let at_least = answer["at_least_core_seconds"].as_f64().expect("a bound");
        assert!(at_least > 0.0, "{case:?}: {answer}");
        let basis = answer["basis"].as_str().expect("it says");
        assert_eq!(
            answer["core_seconds"].is_null(),
            basis == "bound",
            "{answer}"
        );
    });
}

#[test]
fn an_estimate_is_of_the_method_that_a_count_takes() {
    let folder = Folder::new();
    for (what, method) in [("dominoes 10x10", "memo"), ("pentominoes 3x20", "search")] {
        let path = folder.path("problem.txt");
        let what: Vec<&str> = what.split(' ').collect();
        countless(&[&["cover", "make", "-o", &path], &what[..]].concat());
        let estimate = answer(&folder, &["cover", "estimate", &path, "--time", "5m"]);
        let count = answer(&folder, &["cover", "count", &path]);
        assert_eq!(estimate["method"], method);
        assert_eq!(estimate["method"], count["method"]);
    }
}

#[test]
fn an_estimate_says_what_a_machine_and_a_shard_need() {
    let folder = Folder::new();
    let answer = answer(
        &folder,
        &["queens", "estimate", "24", "--cores", "64", "--time", "2s"],
    );
    let number = |key: &str| answer[key].as_f64().expect("a number");
    let seconds = number("core_seconds");
    assert_eq!(answer["cores"], 64);
    assert!((number("cores_seconds") * 64.0 / seconds - 1.0).abs() < 1e-9);
    // Every thread needs memory of its own.
    let memory = JoinCounter::memory_bytes(24, 64);
    assert_eq!(answer["memory_bytes"], memory);
    assert!(memory > 4 * JoinCounter::memory_bytes(24, 1));
    assert_eq!(answer["shards"], (seconds / 3600.0).ceil() as u64);
    assert!(number("shard_subtrees") >= number("shards"));
    let text = countless(&["queens", "estimate", "16", "--cores", "2"]);
    let text = String::from_utf8(text.stdout).expect("it is text");
    let last = text.lines().last().expect("a line");
    assert!(
        last.starts_with("2 cores: ") && last.ends_with(" MB of memory"),
        "{text}"
    );
}

#[test]
fn parts_of_subtrees_give_unbiased_estimates() {
    let blank = BoardProblem::all(16).expect("it is a board");
    let run = Run::new().threads(2);
    let count = run.count(&blank).expect("it counts");
    let forecast = run.within(std::time::Duration::from_secs(600));
    let forecast = forecast.estimate(&blank, 1).expect("threads start");
    let work = forecast.expect("nobody interrupts it").work;
    let truth = count.total.work as f64;
    assert!(
        (work.mean - truth).abs() < 2.0 * work.error,
        "{work:?}, {truth}"
    );
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn a_count_of_years_says_so_and_mentions_a_ledger_when_it_is_interrupted() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let count = program()
        .args(["queens", "count", "30", "--method", "search", "-j", "1"])
        .args(["--progress", "never"])
        .stderr(Stdio::piped())
        .spawn();
    let mut count = count.expect("the program starts");
    let mut stderr = BufReader::new(count.stderr.take().expect("it is piped"));
    let mut line = String::new();
    while !line.contains("note: this count takes") {
        line.clear();
        let read = stderr.read_line(&mut line).expect("it is text");
        assert!(read > 0, "it ended without a note");
    }
    assert!(line.contains("--ledger FILE"), "{line}");
    let sent = Command::new("kill")
        .args(["-INT", &count.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("it is text");
    assert_eq!(count.wait().expect("it ends").code(), Some(130), "{rest}");
    assert!(rest.contains("hint: --ledger FILE"), "{rest}");
}

#[test]
fn a_count_of_the_empty_grid_gets_a_note() {
    let blank = ".".repeat(81);
    for (flags, has_note) in [
        (&["--dry-run"][..], true),
        (&["--max-solutions", "5"], false),
    ] {
        let count = countless(&[&["sudoku", "count", &blank], flags].concat());
        let stderr = String::from_utf8_lossy(&count.stderr);
        let note = "note: a grid without clues has 6,670,903,752,021,072,936,960 solutions";
        assert_eq!(stderr.contains(note), has_note, "{stderr}");
    }
}
