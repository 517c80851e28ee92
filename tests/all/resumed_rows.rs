//! Files of puzzles in runs that are killed, continued and sharded: the rows equal those of one
//! run.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Folder, countless, kill_at, program};
use countless::table::Input;

/// Writes a file of 60,000 puzzles of the project, some of them invalid.
fn input(folder: &Folder) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let read = |name| fs::read_to_string(data.join(name)).expect("the data are there");
    let text = read("puzzles.txt") + &read("many.txt") + "not a puzzle\n";
    let times = 60_000 / text.lines().count() + 1;
    folder.file("input.txt", text.repeat(times))
}

fn random(end: u64) -> u64 {
    RandomState::new().hash_one(()) % end
}

/// Runs the program and requires exit code 1, because some rows are invalid.
fn solve(args: &[&str]) {
    let output = countless(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
}

/// Starts the program without stderr.
fn start(args: &[&str]) -> Child {
    let mut command = program();
    let command = command.args(args).stderr(Stdio::null());
    command.spawn().expect("it starts")
}

/// Waits until some rows are written.
fn wait_for(part: &str) {
    while fs::metadata(part).map_or(0, |file| file.len()) < 1_000_000 {
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn killed_at_any_moment_the_rows_are_those_of_one_run() {
    let folder = Folder::new();
    let input = input(&folder);
    let path = |name| folder.path(name);
    let (whole, output, ledger) = (path("whole.csv"), path("rows.csv"), path("ledger.csv"));
    let time = Instant::now();
    solve(&["sudoku", "solve", &input, "-q", "-o", &whole]);
    let time = time.elapsed();
    let whole = fs::read(&whole).expect("it can be read");

    let args = [
        "sudoku", "solve", &input, "-q", "-o", &output, "--ledger", &ledger,
    ];
    let (mut kills, mut resumed) = (0, 0);
    while kills < 12 {
        loop {
            let mut child = start(&args);
            sleep(Duration::from_nanos(random(time.as_nanos() as u64)));
            let ended = child.try_wait().expect("it can be asked").is_some();
            child.kill().expect("it can be killed");
            child.wait().expect("it can be waited for");
            // The run has ended, or has at least renamed the file of rows.
            if ended || Path::new(&output).exists() {
                break;
            }
            kills += 1;
            let rows = fs::metadata(path("rows.csv.part")).map_or(0, |file| file.len());
            resumed += u32::from(rows > 100_000);
            match random(8) {
                // A second fault: the file of rows is lost or damaged.
                0 => drop(fs::remove_file(path("rows.csv.part"))),
                1 if rows > 0 => {
                    let part = fs::File::options().write(true).open(path("rows.csv.part"));
                    let part = part.expect("it is there");
                    part.set_len(random(rows)).expect("it can be cut");
                }
                _ => {}
            }
        }
        // The rows are compared before the next run, which would repair them. It completes the
        // ledger, and the last run has nothing to do.
        for run in 0..3 {
            if run > 0 {
                solve(&args);
            }
            let rows = fs::read(&output).expect("it is complete");
            assert!(rows == whole, "after {kills} kills the rows differ");
            assert!(!Path::new(&path("rows.csv.part")).exists());
        }
        fs::remove_file(&output).expect("it can be removed");
        fs::remove_file(&ledger).expect("it can be removed");
    }
    assert!(resumed > 0, "no kill was late enough to leave anything");
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn interrupted_it_exits_with_130_and_goes_on() {
    let folder = Folder::new();
    let input = input(&folder);
    let path = |name| folder.path(name);
    let (output, ledger) = (path("rows.csv"), path("ledger.csv"));
    let args = [
        "sudoku", "solve", &input, "-q", "-j1", "-o", &output, "--ledger", &ledger,
    ];
    let mut child = start(&args);
    wait_for(&path("rows.csv.part"));
    let sent = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    let status = child.wait().expect("it can be waited for");
    assert_eq!(status.code(), Some(130));
    assert!(!Path::new(&output).exists());
    solve(&args);
    let whole = path("whole.csv");
    solve(&["sudoku", "solve", &input, "-q", "-o", &whole]);
    assert!(fs::read(output).expect("complete") == fs::read(whole).expect("complete"));
}

#[test]
fn rows_that_are_to_be_compressed_are_continued() {
    let folder = Folder::new();
    let input = input(&folder);
    let path = |name| folder.path(name);
    let (whole, ledger) = (path("whole.csv"), path("ledger.csv"));
    solve(&["sudoku", "solve", &input, "-q", "-o", &whole]);
    let whole = fs::read(&whole).expect("it can be read");
    for name in ["rows.csv.gz", "rows.csv.zst"] {
        let output = path(name);
        let part = format!("{output}.part");
        let args = [
            "sudoku", "solve", &input, "-q", "-j1", "-o", &output, "--ledger", &ledger,
        ];
        let mut child = start(&args);
        wait_for(&part);
        child.kill().expect("it can be killed");
        child.wait().expect("it can be waited for");
        assert!(!Path::new(&output).exists());
        for _ in 0..2 {
            // The second run has nothing to do.
            solve(&args);
            let mut rows = Input::open(Path::new(&output)).expect("it is complete");
            let mut plain = Vec::new();
            rows.fill(&mut plain, usize::MAX >> 1)
                .expect("it can be read");
            assert!(plain == whole, "the rows of {name} differ");
            assert!(!Path::new(&part).exists());
        }
        fs::write(&output, &whole[..1000]).expect("it can be written");
        solve(&args);
        let repaired = fs::read(&output).expect("it is complete");
        assert!(repaired.len() > 1000 && repaired[..2] != whole[..2]);
        fs::remove_file(&ledger).expect("it can be removed");
    }
}

#[test]
fn shards_are_joined_in_the_order_of_the_input() {
    let folder = Folder::new();
    let input = input(&folder);
    let path = |name| folder.path(name);
    let (whole, shards, joined) = (path("whole.csv"), path("shards/"), path("joined.csv"));
    let solving = ["sudoku", "solve", &input, "-q", "--keep-columns"];
    solve(&[&solving[..], &["-o", &whole]].concat());
    for shard in ["0/3", "1/3", "2/6", "5/6"] {
        solve(&[&solving[..], &["--ledger", &shards, "--shard", shard]].concat());
    }
    let merge = ["ledger", "merge", &shards, "-q", "--output", &joined];
    let merged = countless(&merge);
    assert_eq!(merged.status.code(), Some(0));
    let (whole, rows) = (fs::read(whole), fs::read(&joined));
    assert!(whole.expect("complete") == rows.expect("complete"));

    let part = path("shards/1-of-3.csv.rows");
    let mut bytes = fs::read(&part).expect("it can be read");
    bytes[12_345] ^= 1;
    fs::write(&part, bytes).expect("it can be written");
    let verify = [
        "ledger", "verify", &shards, "--sample", "4", "--input", &input,
    ];
    let verified = countless(&verify);
    let stderr = String::from_utf8_lossy(&verified.stderr);
    assert_eq!(verified.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("4 of "), "{stderr}");
    let damaged = countless(&merge);
    let stderr = String::from_utf8_lossy(&damaged.stderr);
    assert_eq!(damaged.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("1-of-3.csv.rows: the rows of subtree 1 are damaged"),
        "{stderr}"
    );
}

#[test]
fn what_cannot_be_continued_is_refused() {
    let folder = Folder::new();
    let input = input(&folder);
    let ledger = &folder.path("ledger.csv");
    let solving = ["sudoku", "solve", &input, "--ledger", ledger];
    for (more, reason) in [
        (&[][..], "--output"),
        (&["-o", "rows.csv", "--unordered"], "--unordered"),
        (&["-o", "rows.csv", "--subtrees", "9"], "--subtrees"),
        (&["-o", "rows.csv", "--shard", "0/2"], "--output"),
    ] {
        let output = countless(&[&solving[..], more].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {stderr}");
        assert!(stderr.contains(reason), "{more:?}: {stderr}");
    }
    let output = countless(&["sudoku", "solve", "-", "-o", "rows.csv", "--ledger", ledger]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("need input files"), "{stderr}");
}

#[test]
fn rows_that_are_not_beside_their_ledger_are_not_merged() {
    let folder = Folder::new();
    let [ledger, rows, again] = ["l.csv", "rows.csv", "again.csv"].map(|name| folder.path(name));
    let puzzles = &folder.file("puzzles.txt", format!("{}\n", ".".repeat(81)));
    let solving = ["sudoku", "solve", puzzles, "-o", &rows, "--ledger", &ledger];
    assert_eq!(countless(&solving).status.code(), Some(0));
    let merging = ["ledger", "merge", &ledger];
    let merged = countless(&merging);
    let stderr = String::from_utf8_lossy(&merged.stderr);
    assert!(stderr.ends_with(": complete\n"), "{stderr}");
    let merged = countless(&[&merging[..], &["-o", &again]].concat());
    let stderr = String::from_utf8_lossy(&merged.stderr);
    assert_eq!(merged.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("rows beside the ledgers, found none"),
        "{stderr}"
    );
    let missing = countless(&["ledger", "verify", &ledger, "--input", "missing.txt"]);
    assert_eq!(
        String::from_utf8_lossy(&missing.stderr),
        "error: cannot read missing.txt: file not found\n"
    );
}

#[test]
fn counts_of_puzzles_are_continued() {
    let folder = Folder::new();
    let ledger = &folder.path("ledger.csv");
    let many = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/many.txt");
    let puzzles = fs::read_to_string(&many).expect("the data are there");
    let many = many.to_str().expect("the path is text");
    let puzzle = puzzles.lines().last().expect("it holds puzzles");
    for source in [many, puzzle] {
        let counting = ["sudoku", "count", source, "-q"];
        let expected = countless(&counting).stdout;
        assert!(expected.ends_with(b"1116856\n"));
        let kept = [&counting[..], &["--ledger", ledger]].concat();
        assert_eq!(countless(&kept).stdout, expected);
        let text = fs::read_to_string(ledger).expect("the ledger is text");
        let lines: Vec<&str> = text.lines().collect();
        fs::write(ledger, lines[..lines.len() - 2].join("\n") + "\n").expect("it can be cut");
        assert_eq!(countless(&kept).stdout, expected);
        let text = fs::read_to_string(ledger).expect("the ledger is text");
        assert_eq!(text.lines().count(), lines.len());
        fs::remove_file(ledger).expect("it can be removed");
    }
}

#[test]
fn killed_and_shared_the_rows_are_those_of_one_run() {
    killed_and_shared(&["neighbours", "--each"], 1);
    killed_and_shared(&["canon", "--transform"], 200);
    killed_and_shared(&["minimal"], 20);
    killed_and_shared(&["minimal", "--all"], 20);
}

/// Runs a command on copies of a file: without a ledger, with a ledger and killed on the way, and
/// in shards.
fn killed_and_shared(command: &[&str], copies: usize) {
    let folder = Folder::new();
    let puzzles = fs::read_to_string("data/clues20.txt").expect("the data are there");
    let input = folder.file("puzzles.txt", puzzles.repeat(copies) + "bad\n");
    let path = |name| folder.path(name);
    let (whole, output, ledger) = (path("whole.csv"), path("rows.csv"), path("ledger.csv"));
    let finding = [&["sudoku"], command, &[&input, "-q"]].concat();
    let run = |more: &[&str]| {
        let output = countless(&[&finding[..], more].concat());
        assert_eq!(output.status.code(), Some(1), "{more:?}: a row is bad");
    };
    run(&["-o", &whole]);
    let whole = fs::read(&whole).expect("it can be read");
    let kept = ["-o", &output, "--ledger", &ledger, "-j", "1"];
    kill_at(3, &ledger, &output, &[&finding[..], &kept].concat());
    for _ in 0..2 {
        // The second run has nothing to do.
        run(&kept);
        assert!(fs::read(&output).expect("complete") == whole);
    }
    let shards = path("shards/");
    for shard in ["0/2", "1/4", "3/4"] {
        let output = countless(&[&finding[..], &["--ledger", &shards, "--shard", shard]].concat());
        // The invalid row is in one of the shards.
        assert!(output.status.code().is_some_and(|code| code < 2), "{shard}");
    }
    let joined = path("joined.csv");
    let merged = countless(&["ledger", "merge", &shards, "-q", "--output", &joined]);
    assert_eq!(merged.status.code(), Some(0));
    assert!(fs::read(&joined).expect("complete") == whole);
    let verified = countless(&[
        "ledger", "verify", &shards, "--sample", "2", "--input", &input,
    ]);
    let stderr = String::from_utf8_lossy(&verified.stderr);
    assert_eq!(verified.status.code(), Some(0), "{stderr}");
}

#[test]
fn rows_that_are_missing_are_searched_again_and_said_to_be() {
    let folder = Folder::new();
    let [ledger, rows] = ["ledger.csv", "rows.csv"].map(|name| folder.path(name));
    let input = folder.file("input.txt", format!("{}\n", ".".repeat(81)).repeat(2));
    let args = ["sudoku", "solve", &input, "--ledger", &ledger, "-o", &rows];
    let solve = || {
        let run = countless(&args);
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        String::from_utf8_lossy(&run.stderr).into_owned()
    };
    let note = "searched again, as the rows are missing";
    assert!(!solve().contains(note));
    let whole = fs::read_to_string(&rows).expect("it is there");
    fs::remove_file(&rows).expect("it can be removed");
    let again = solve();
    assert!(
        again.starts_with("note: 1 recorded chunk searched again"),
        "{again}"
    );
    assert_eq!(fs::read_to_string(&rows).expect("it is there"), whole);
}
