//! Runs that are killed, interrupted, sharded and damaged: the total is always exact.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{countless, lines, program};

/// Random number below `end`.
fn random(end: u64) -> u64 {
    RandomState::new().hash_one(()) % end
}

fn start(args: &[&str]) -> Child {
    let mut command = program();
    command
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Runs the program, requires success, and returns stdout.
fn print(args: &[&str]) -> String {
    let output = countless(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Numbers of the subtrees in a ledger.
fn recorded(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).expect("the ledger is text");
    let numbers = text.lines().skip(2).map(|line| {
        let number = line.split(',').next().expect("a line has fields");
        number.parse().expect("it is a number")
    });
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_count_killed_at_any_moment_goes_on_and_counts_nothing_twice() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    let ledger = path.to_str().expect("the path is text");
    let args = [
        "queens", "count", "16", "--method", "search", "-q", "--ledger", ledger,
    ];
    let time = Instant::now();
    assert_eq!(print(&args), "14772512\n");
    let time = time.elapsed();
    let all = recorded(&path);
    assert!(all.iter().copied().eq(0..all.len() as u64));

    let (mut kills, mut resumed) = (0, 0);
    while kills < 20 {
        fs::remove_file(&path).expect("it can be removed");
        loop {
            let mut child = start(&args);
            sleep(Duration::from_nanos(random(time.as_nanos() as u64 * 6 / 5)));
            let ended = child.try_wait().expect("it can be waited for").is_some();
            child.kill().expect("it can be killed");
            child.wait().expect("it can be waited for");
            if ended {
                break;
            }
            kills += 1;
            let known = fs::read_to_string(&path).map_or(0, |text| text.lines().count());
            resumed += u32::from(known > 2);
        }
        assert_eq!(print(&args), "14772512\n");
        assert_eq!(recorded(&path), all, "after {kills} kills");
    }
    assert!(resumed > 0, "no kill was late enough to leave anything");
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn an_interrupted_count_exits_with_130_and_goes_on() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    let ledger = path.to_str().expect("the path is text");
    let args = [
        "queens", "count", "17", "--method", "search", "-q", "--ledger", ledger,
    ];
    for signal in ["-INT", "-TERM"] {
        let mut child = start(&args);
        while fs::metadata(&path).map_or(0, |file| file.len()) < 5_000 {
            sleep(Duration::from_millis(1));
        }
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        let status = child.wait().expect("it can be waited for");
        assert_eq!(status.code(), Some(130), "{signal}");
        let known = recorded(&path).len();
        assert!(known > 50, "only {known} subtrees were kept");
        assert_eq!(print(&args), "95815104\n");
        let all = recorded(&path);
        assert!(all.len() > known && all.iter().copied().eq(0..all.len() as u64));
        fs::remove_file(&path).expect("it can be removed");
    }
}

#[test]
fn a_second_process_is_refused_while_the_first_one_counts() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    let ledger = path.to_str().expect("the path is text");
    let args = [
        "queens", "count", "18", "--method", "search", "-q", "--ledger", ledger,
    ];
    let mut child = start(&args);
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        sleep(Duration::from_millis(1));
    }
    let output = countless(&args);
    child.kill().expect("it can be killed");
    child.wait().expect("it can be waited for");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(lines(&output.stderr).len(), 1, "{stderr}");
    assert!(
        stderr.contains("another process is writing this ledger"),
        "{stderr}"
    );
}

#[test]
fn a_complete_ledger_gives_the_total_at_once_and_another_problem_is_refused() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    let ledger = path.to_str().expect("the path is text");
    for _ in 0..2 {
        assert_eq!(
            print(&["queens", "count", "12", "--ledger", ledger]),
            "14200\n"
        );
    }
    for other in [
        &["queens", "count", "13", "--ledger", ledger][..],
        &[
            "queens", "count", "12", "--method", "search", "--ledger", ledger,
        ],
        &[
            "queens",
            "count",
            "12",
            "--subtrees",
            "9",
            "--ledger",
            ledger,
        ],
        &[
            "queens", "complete", "12", "--queens", "1:1", "--ledger", ledger,
        ],
    ] {
        let output = countless(other);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("of another plan: "), "{stderr}");
    }
}

#[test]
fn any_kernel_and_any_number_of_threads_go_on_with_a_ledger() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    let ledger = path.to_str().expect("the path is text");
    let kept = ["queens", "count", "13", "-q", "--ledger", ledger];
    print(&kept);
    let text = fs::read_to_string(&path).expect("the ledger is text");
    let some: Vec<&str> = text.lines().take(100).collect();
    for threads in ["1", "3"] {
        fs::write(&path, some.join("\n") + "\n").expect("it can be written");
        let other = [&kept[..], &["--kernel", "scalar", "-j", threads]].concat();
        assert_eq!(print(&other), "73712\n");
        let text = fs::read_to_string(&path).expect("the ledger is text");
        assert!(
            text.lines()
                .nth(100)
                .expect("it went on")
                .contains(",scalar,")
        );
    }
}
