//! Attacks that once broke the program.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Folder, countless, program, wait_until_it_handles_interrupts};
use countless::ledger::{Ledger, OpenedLedger, Plan, Spec};
use countless::ledger::{Residue, Shard, Tally};

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles.txt");
const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs the program and requires an exit code and a reason on stderr.
fn refused(args: &[&str], code: i32, reason: &str) {
    let output = countless(args);
    let stderr = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(stderr.contains(reason), "{args:?}: {stderr}");
}

fn done(args: &[&str]) -> String {
    let output = countless(args);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{args:?}: {}",
        stderr(&output)
    );
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Starts the program without output.
fn start(args: &[&str]) -> Child {
    let mut command = program();
    let command = command
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().expect("it starts")
}

fn solve<'a>(input: &'a str, ledger: &'a str, output: &'a str) -> [&'a str; 9] {
    [
        "sudoku", "solve", input, "-q", "-j1", "--ledger", ledger, "-o", output,
    ]
}

/// Writes a file of 400,000 puzzles, which take a moment to solve.
fn many(folder: &Folder) -> String {
    let text = fs::read_to_string(PUZZLES).expect("the data are there");
    let times = 400_000 / text.lines().count();
    folder.file("many.txt", text.repeat(times))
}

/// Waits until a file has a minimum size.
fn wait_for(path: &str, bytes: u64) {
    let begin = Instant::now();
    while fs::metadata(path).map_or(0, |file| file.len()) < bytes {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "{path} does not grow"
        );
        sleep(Duration::from_millis(1));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn nobody_need_listen() {
    let folder = Folder::new();
    let (bad, rows) = (
        folder.file("bad.txt", (".".repeat(80) + "\n").repeat(5000)),
        folder.path("rows.csv"),
    );
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("it is there")
    };
    let output = program()
        .args(["sudoku", "solve", &bad, "-j16", "-o", &rows])
        .stderr(full())
        .output();
    assert_eq!(output.expect("it runs").status.code(), Some(1));
    assert_eq!(
        fs::read_to_string(rows)
            .expect("it is there")
            .lines()
            .count(),
        5001
    );
    let output = program()
        .args(["queens", "count", "8", "--progress", "always"])
        .stderr(full())
        .output();
    let output = output.expect("it runs");
    assert_eq!(
        (output.status.code(), &output.stdout[..]),
        (Some(0), &b"92\n"[..])
    );
}

#[test]
fn a_torn_line_says_how_to_go_on() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let args = ["queens", "count", "12", "-q", "--ledger", &ledger];
    assert_eq!(done(&args), "14200\n");
    let text = fs::read_to_string(&ledger).expect("it is text");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[4] = &lines[4][..20];
    folder.file("ledger.csv", lines.join("\n") + "\n");
    refused(&args, 2, &format!("countless ledger repair {ledger}"));
    done(&["ledger", "repair", &ledger]);
    assert_eq!(done(&args), "14200\n");
}

#[test]
fn rows_beside_a_ledger_go_to_regular_files() {
    let folder = Folder::new();
    let ledger = folder.path("ledger");
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    refused(
        &solve(PUZZLES, &ledger, &pipe),
        2,
        "expected a file, found a folder, pipe or device",
    );
    assert!(
        fs::metadata(&pipe)
            .expect("it is there")
            .file_type()
            .is_fifo()
    );
    fs::create_dir(folder.path("folder")).expect("it can be made");
    refused(
        &solve(PUZZLES, &ledger, &folder.path("folder")),
        2,
        "expected a file, found a folder",
    );
    assert!(
        !Path::new(&ledger).exists(),
        "a run that cannot begin leaves no ledger"
    );

    let real = folder.file("real.csv", "old");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("they can be set");
    let link = folder.path("link.csv");
    symlink(&real, &link).expect("it can be made");
    done(&solve(PUZZLES, &ledger, &link));
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    let rows = fs::metadata(&real).expect("it is there");
    assert_eq!(rows.permissions().mode() & 0o777, 0o600);
    assert!(rows.len() > 10_000);
}

#[test]
fn a_part_of_somebody_else_stays_as_it_is() {
    let folder = Folder::new();
    let (ledger, rows) = (folder.path("ledger"), folder.path("rows.csv"));
    let args = solve(PUZZLES, &ledger, &rows);
    let part = folder.file("rows.csv.part", "a stranger's");
    for _ in 0..2 {
        refused(&args, 2, "rows.csv.part");
        assert_eq!(fs::read(&part).expect("it is there"), b"a stranger's");
    }
    // A file that resembles unfinished rows is kept, too.
    folder.file("rows.csv.part", "puzzle,status,solutions,solution\n");
    refused(&args, 2, "move this file away");
    fs::remove_file(&part).expect("it can be removed");

    let other = folder.file("other", "a stranger's");
    symlink(&other, &part).expect("it can be made");
    refused(&args, 2, "expected a file, found a folder, pipe or device");
    assert_eq!(fs::read(&other).expect("it is there"), b"a stranger's");
    fs::remove_file(&part).expect("it can be removed");

    let input = fs::read(PUZZLES).expect("the data are there");
    let part = folder.file("rows.csv.part", &input);
    refused(&solve(&part, &ledger, &rows), 2, "rows.csv.part");
    assert!(fs::read(&part).expect("it is there") == input);
    fs::remove_file(&part).expect("it can be removed");

    refused(&solve(PUZZLES, &part, &rows), 2, "same file");
    refused(&solve(PUZZLES, &rows, &rows), 2, "same file");
    assert!(!Path::new(&rows).exists() && !Path::new(&part).exists());
    let copy = folder.file("copy.txt", &input);
    refused(&solve(&copy, &ledger, &copy), 2, "same file");
    assert!(fs::read(&copy).expect("it is there") == input);
    done(&args);
}

#[test]
fn two_ledgers_cannot_write_the_same_rows() {
    let folder = Folder::new();
    let (input, rows) = (many(&folder), folder.path("rows.csv"));
    let (one, two) = (folder.path("one"), folder.path("two"));
    let mut first = start(&solve(&input, &one, &rows));
    wait_for(&folder.path("rows.csv.part"), 100_000);
    // The first process is stopped, so that it still runs when the second starts.
    let id = first.id().to_string();
    let stopped = Command::new("kill").args(["-STOP", &id]).status();
    assert!(stopped.expect("kill runs").success());
    refused(&solve(&input, &two, &rows), 2, "another process");
    first.kill().expect("it can be killed");
    first.wait().expect("it can be waited for");
    refused(&solve(&input, &two, &rows), 2, "move this file away");
    done(&solve(&input, &one, &rows));
    let rows = fs::read_to_string(rows).expect("it is there");
    let input = fs::read_to_string(input).expect("it is there");
    let puzzles = input.lines().filter(|line| line.len() >= 81).count();
    assert_eq!(rows.lines().count(), 1 + puzzles);
}

#[test]
fn ignored_signals_stay_ignored() {
    for signal in ["HUP", "INT"] {
        let child = Command::new("sh")
            .args([
                "-c",
                "trap '' HUP INT; exec \"$0\" queens count 16 --method search --kernel scalar -q -j1",
            ])
            .arg(env!("CARGO_BIN_EXE_countless"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh runs");
        sleep(Duration::from_millis(300));
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.stdout, b"14772512\n", "{signal}");
    }
}

#[test]
fn an_input_that_is_edited_leaves_no_wrong_row() {
    let folder = Folder::new();
    let input = many(&folder);
    let (ledger, rows) = (folder.path("ledger"), folder.path("rows.csv"));
    let text = fs::read(&input).expect("it is there");
    let args = solve(&input, &ledger, &rows);
    let child = program().args(args).stderr(Stdio::piped()).spawn();
    let child = child.expect("it starts");
    wait_for(&folder.path("rows.csv.part"), 100_000);
    // The last clue of the file is after all that has been read.
    let mut edited = text.clone();
    let clue = edited.iter().rposition(u8::is_ascii_digit).expect("a clue");
    edited[clue] = b'.';
    let mut file = fs::File::options()
        .write(true)
        .open(&input)
        .expect("it is there");
    file.write_all(&edited).expect("it can be written");
    let output = child.wait_with_output().expect("it ends");
    let stderr = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("has changed since the start"), "{stderr}");
    assert!(!Path::new(&rows).exists());

    fs::write(&input, &text).expect("it can be written");
    done(&args);
    let whole = folder.path("whole.csv");
    done(&["sudoku", "solve", &input, "-q", "-o", &whole]);
    assert!(fs::read(rows).expect("complete") == fs::read(whole).expect("complete"));
}

#[test]
fn outputs_are_tried_before_the_work() {
    let begin = Instant::now();
    for command in ["count", "list"] {
        refused(
            &["queens", command, "18", "--tally", "/nonexistent/t", "-q"],
            2,
            "/nonexistent/t",
        );
    }
    assert!(begin.elapsed() < Duration::from_secs(20));
}

/// Changes the count of the first record, with a fitting residue and checksum.
fn forge(ledger: &str) {
    let text = fs::read_to_string(ledger).expect("it is text");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let plan = lines[0].rsplit("plan=").next().expect("a plan").to_owned();
    let mut fields: Vec<String> = lines[2].split(',').map(str::to_owned).collect();
    let count = fields[1].parse::<u64>().expect("a count") + 8;
    (fields[1], fields[2]) = (count.to_string(), count.to_string());
    fields.pop();
    let line = fields.join(",");
    lines[2] = format!(
        "{line},{:08x}",
        crc32fast::hash(format!("{plan}{line}").as_bytes())
    );
    fs::write(ledger, lines.join("\n") + "\n").expect("it can be written");
}

#[test]
fn a_forged_count_contradicts_what_is_known() {
    let folder = Folder::new();
    for (number, method) in ["join", "search"].into_iter().enumerate() {
        let ledger = folder.path(&format!("{number}.csv"));
        let count = [
            "queens", "count", "12", "--method", method, "-q", "--ledger", &ledger,
        ];
        assert_eq!(done(&count), "14200\n");
        forge(&ledger);
        refused(&count, 1, "differs from the known total 14200");
        if method == "join" {
            refused(
                &["queens", "classes", "12", "--ledger", &ledger],
                1,
                "differs from the known total 14200",
            );
        }
        refused(
            &["ledger", "merge", &ledger],
            1,
            "differs from the known total 14200",
        );
    }
}

/// Writes a ledger of two subtrees with these records.
fn ledger(path: &str, plan: &Plan, records: &[(u64, u128)]) {
    let opened = Ledger::open(Path::new(path), plan, Shard::WHOLE, "scalar");
    let Ok(OpenedLedger::Open(mut ledger)) = opened else {
        panic!("it is new");
    };
    for &(subtree, count) in records {
        let tally = Tally {
            count,
            residue: Residue::of(count),
            work: 1,
            ..Tally::default()
        };
        ledger
            .record(subtree, &tally, Duration::ZERO)
            .expect("it can be written");
    }
    ledger.finish(true).expect("it can be written");
}

fn plan(problem: &str, subtrees: u64) -> Plan {
    Spec::new(problem, "none").plan("halves", subtrees)
}

#[test]
fn totals_beyond_64_bits_are_exact() {
    let folder = Folder::new();
    let path = folder.path("ledger.csv");
    let large = u128::from(u64::MAX);
    ledger(&path, &plan("example", 2), &[(0, large), (1, large)]);
    for command in ["status", "merge"] {
        let text = done(&["ledger", command, &path, "--json"]);
        assert!(text.contains("\"36893488147419103230\""), "{text}");
    }
}

#[test]
fn outputs_do_not_overwrite_inputs() {
    let folder = Folder::new();
    let file = folder.path("file");
    refused(
        &["queens", "list", "6", "-o", &file, "--tally", &file],
        2,
        "same file",
    );
    assert!(!Path::new(&file).exists());

    let shards = folder.path("shards/");
    for shard in ["0/2", "1/2"] {
        done(&[
            "queens", "count", "8", "-q", "--ledger", &shards, "--shard", shard,
        ]);
    }
    let shard = folder.path("shards/0-of-2.csv");
    let before = fs::read(&shard).expect("it is there");
    for option in ["--ledger", "--output"] {
        refused(
            &["ledger", "merge", &shards, option, &shard],
            2,
            "same file",
        );
        let inside = folder.path("shards/all.csv");
        refused(
            &["ledger", "merge", &shards, option, &inside],
            2,
            "in this folder",
        );
        assert!(!Path::new(&inside).exists());
    }
    assert!(fs::read(&shard).expect("it is there") == before);
    assert_eq!(
        done(&["ledger", "merge", &shards, "-q", "--ledger", &file]),
        "92\n"
    );
}

#[test]
fn no_object_has_a_key_twice() {
    let folder = Folder::new();
    let text = fs::read_to_string(PUZZLES).expect("the data are there");
    let mut lines = text.lines();
    let puzzle = &lines.find(|line| !line.starts_with('#')).expect("a puzzle")[..81];
    let input = folder.file(
        "input.csv",
        format!("puzzle,status,status_2,status\n{puzzle},1,2,3\n"),
    );
    let rows = done(&[
        "sudoku",
        "solve",
        &input,
        "-q",
        "--keep-columns",
        "--format",
        "ndjson",
    ]);
    for (key, value) in [
        ("status", "\"unique\""),
        ("given_status", "1"),
        ("status_2", "2"),
        ("given_status_2", "3"),
    ] {
        let member = format!("\"{key}\":{value}");
        assert_eq!(rows.matches(&format!("\"{key}\":")).count(), 1, "{rows}");
        assert!(rows.contains(&member), "{member}: {rows}");
    }
}

#[test]
fn killed_compression_leaves_nothing_behind() {
    let folder = Folder::new();
    let input = many(&folder);
    let (ledger, rows) = (folder.path("ledger"), folder.path("rows.csv.gz"));
    let args = solve(&input, &ledger, &rows);
    let packed = folder.path("rows.csv.gz.part.tmp");
    for _ in 0..2 {
        let mut child = start(&args);
        wait_for(&packed, 1000);
        child.kill().expect("it can be killed");
        child.wait().expect("it can be waited for");
    }
    done(&args);
    let parent = Path::new(&rows).parent().expect("a folder");
    let mut names: Vec<String> = fs::read_dir(parent)
        .expect("it can be listed")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["ledger", "many.txt", "rows.csv.gz"]);
}

#[test]
fn files_do_not_command_the_terminal() {
    let folder = Folder::new();
    let path = folder.path("ledger.csv");
    ledger(&path, &plan("x\u{1b}[2J", 2), &[(0, 1)]);
    for command in ["plan", "status", "merge", "verify"] {
        let output = countless(&["ledger", command, &path]);
        let all = [output.stdout, output.stderr].concat();
        assert!(!all.contains(&0x1b), "{}", String::from_utf8_lossy(&all));
    }
    let input = folder.file("in\u{1b}[2J.txt", "bad\u{1b}[2J puzzle\n");
    let output = countless(&["sudoku", "solve", &input]);
    assert!(!output.stderr.contains(&0x1b), "{}", stderr(&output));
}

#[test]
fn pipes_are_no_ledgers() {
    let folder = Folder::new();
    fs::create_dir(folder.path("shards")).expect("it can be made");
    let pipe = folder.path("shards/pipe.csv");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let mut command = program();
    let child = command
        .args(["queens", "count", "8", "-q", "--ledger", &pipe])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    ends(child, 2, "expected a file, found a folder, pipe or device");
    let shards = folder.path("shards/");
    done(&["queens", "count", "8", "-q", "--ledger", &shards]);
    let mut command = program();
    let child = command
        .args(["ledger", "merge", &shards])
        .stderr(Stdio::piped())
        .spawn();
    ends(child.expect("it starts"), 0, "complete");
    if cfg!(target_os = "linux") {
        refused(
            &["queens", "count", "8", "--ledger", "/dev/full"],
            2,
            "expected a file, found a folder, pipe or device",
        );
        refused(
            &["ledger", "status", "/dev/zero"],
            2,
            "expected a file, found a folder, pipe or device",
        );
    }
}

/// Requires a program to end within a minute.
fn ends(mut child: Child, code: i32, reason: &str) {
    let begin = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if begin.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it can be killed");
            panic!("it hangs");
        }
        sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it has ended");
    let stderr = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(reason), "{stderr}");
}

#[test]
fn no_more_threads_are_started_than_are_of_use() {
    let begin = Instant::now();
    let output = countless(&["queens", "count", "8", "-j", "4096"]);
    assert_eq!(output.stdout, b"92\n");
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "{:?}",
        begin.elapsed()
    );
    assert!(
        stderr(&output).contains("warning: 4,096 threads"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_plan_of_too_many_subtrees_is_no_trouble() {
    let folder = Folder::new();
    let path = folder.path("ledger.csv");
    ledger(&path, &plan("example", 1 << 50), &[(0, 1), (7, 1)]);
    assert_eq!(
        done(&["ledger", "missing", &path]),
        "1-6,8-1125899906842623\n"
    );
    let shards = done(&["ledger", "missing", &path, "--shards", "3"]);
    assert_eq!(shards, "0-2\n");
}

#[test]
fn impossible_values_are_refused() {
    let folder = Folder::new();
    let path = folder.path("ledger.csv");
    done(&["queens", "count", "8", "-q", "--ledger", &path]);
    for sample in ["0", "0%"] {
        refused(
            &["ledger", "verify", &path, "--sample", sample],
            2,
            "from 1",
        );
    }
    refused(
        &["sudoku", "generate", "--clues", "81", "--minimal"],
        2,
        "at most 40",
    );
    let word = "x".repeat(1 << 20);
    let output = countless(&[
        "queens",
        "complete",
        "8",
        "--blocked",
        &folder.file("holes", word),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.len() < 1000, "{} bytes", output.stderr.len());
}

#[test]
fn a_table_without_solutions_has_rows() {
    let folder = Folder::new();
    let table = folder.path("tally.csv");
    for command in ["count", "list"] {
        done(&["queens", command, "2", "-q", "--tally", &table]);
        assert_eq!(
            fs::read_to_string(&table).expect("it is there"),
            "c1,c2\n0,0\n0,0\n"
        );
    }
}

#[test]
fn a_ledger_that_goes_away_is_noticed() {
    let folder = Folder::new();
    let path = folder.path("ledger.csv");
    let mut command = program();
    let child = command
        .args([
            "queens", "count", "16", "--method", "search", "-j1", "--ledger", &path,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    wait_for(&path, 2000);
    fs::remove_file(&path).expect("it can be removed");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.stdout, b"14772512\n");
    assert!(
        stderr(&output).contains("was removed"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn drawing_can_be_interrupted() {
    let folder = Folder::new();
    let output = folder.path("boards.pdf");
    let child = start(&[
        "queens",
        "show",
        "14",
        "--all",
        "-o",
        &output,
        "--per-page",
        "1",
    ]);
    let begin = Instant::now();
    // At any later moment, the program searches or draws.
    wait_until_it_handles_interrupts(child.id());
    sleep(Duration::from_millis(200));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    ends(child, 130, "");
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "{:?}",
        begin.elapsed()
    );
    assert!(!Path::new(&output).exists());
}

#[test]
fn a_ledger_keeps_its_header_where_there_is_no_room() {
    let folder = Folder::new();
    let path = folder.path("ledger.csv");
    let count = ["queens", "count", "8", "-q", "--ledger", &path];
    assert_eq!(done(&count), "92\n");
    let text = fs::read_to_string(&path).expect("it is text");
    let header: String = text.split_inclusive('\n').take(2).collect();
    folder.file("ledger.csv", &header);
    let full = "ulimit -f 0; exec \"$0\" queens count 8 -q --ledger \"$1\"";
    let status = Command::new("sh")
        .args(["-c", full, env!("CARGO_BIN_EXE_countless"), &path])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.expect("sh runs").code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("it is text"), header);
    assert_eq!(done(&count), "92\n");
}

/// Runs a command in a folder where files may have at most one block, of 512 or 1,024 bytes.
#[cfg(unix)]
fn with_small_files(folder: &Folder, args: &[&str]) -> (Option<i32>, String) {
    let limited = "cd \"$1\"; shift; ulimit -f 1; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_countless")]);
    let output = command.arg(folder.path("")).args(args).output();
    let output = output.expect("sh runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), stderr)
}

#[test]
#[cfg(unix)]
fn a_file_size_limit_is_an_error_that_leaves_no_output() {
    let boards = "queens list 12 -o";
    // A page is complete before it is written, so it has one puzzle.
    let (puzzles, puzzle) = ("sudoku explain -o", "sudoku explain --steps 2 -o");
    for (command, names) in [
        (boards, "f.csv f.tsv.gz f.ndjson.zst f.csv.gz f.npy"),
        ("queens show 8 -o", "f.svg f.png f.pdf"),
        ("queens show 8 --all -o", "f.svg f.png f.pdf"),
        ("queens count 14 --tally", "f.csv"),
        ("sudoku generate --count 500 --seed 1 -o", "f.csv f.csv.zst"),
        ("sudoku augment --copies 20 -o", "f.csv f.csv.zst"),
        (puzzles, "f.txt f.ndjson f.csv f.npy"),
        (puzzle, "f.html f.pdf"),
    ] {
        for name in names.split(' ') {
            let folder = Folder::new();
            let mut args: Vec<&str> = command.split(' ').chain([name]).collect();
            if command == puzzles || command.starts_with("sudoku augment") {
                args.push(PUZZLES);
            } else if command == puzzle {
                args.push(EASY);
            }
            let (code, stderr) = with_small_files(&folder, &args);
            let expected = format!("/{name}: file too large\n");
            assert_eq!(code, Some(2), "{args:?}: {stderr}");
            assert!(stderr.ends_with(&expected), "{args:?}: {stderr}");
            let left = fs::read_dir(folder.path("")).expect("a folder").count();
            assert_eq!(left, 0, "{args:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_ledger_that_reached_its_limit_is_continued() {
    let folder = Folder::new();
    let count = ["queens", "count", "13", "-q", "--ledger", "ledger.csv"];
    let (code, stderr) = with_small_files(&folder, &count);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.ends_with("ledger.csv: file too large\n"), "{stderr}");
    let ledger = folder.path("ledger.csv");
    assert_eq!(
        done(&["queens", "count", "13", "-q", "--ledger", &ledger]),
        "73712\n"
    );
}

/// Only tables take much memory. They are refused if too little is available.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_an_error() {
    let refused = |limited: &str, reasons: &[&str]| {
        let output = Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_countless")])
            .output()
            .expect("sh runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            reasons.iter().all(|reason| stderr.contains(reason)),
            "{stderr}"
        );
    };
    refused(
        "ulimit -v 800000; exec \"$0\" queens count 23 -j1",
        &["the join of 23 rows needs up to"],
    );
    // Threads need memory, too.
    refused(
        "ulimit -v 3000000; exec \"$0\" queens count 28 -j64 -q",
        &["the join of 28 rows needs up to", " with 64 threads"],
    );
}

/// Runs the program with stdin and stdout redirected, as by `< input` and `>> output` of a shell.
fn redirected(args: &[&str], input: Option<&str>, output: Option<&str>) -> Output {
    let mut command = program();
    command.args(args).stderr(Stdio::piped());
    if let Some(input) = input {
        command.stdin(fs::File::open(input).expect("it is there"));
    }
    match output {
        Some(output) => {
            let file = fs::File::options().append(true).create(true).open(output);
            command.stdout(file.expect("it can be opened"))
        }
        None => command.stdout(Stdio::piped()),
    };
    let child = command.spawn().expect("it starts");
    child.wait_with_output().expect("it ends")
}

#[test]
fn standard_streams_are_files_too() {
    let folder = Folder::new();
    let text = fs::read(PUZZLES).expect("the data are there");
    let (input, ledger) = (folder.file("in.txt", &text), folder.path("ledger.csv"));
    let fails = |args: &[&str], stdin: Option<&str>, stdout: Option<&str>, flags: [&str; 2]| {
        let output = redirected(args, stdin, stdout);
        let stderr = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        for part in flags.into_iter().chain(["same file"]) {
            assert!(stderr.contains(part), "{args:?}: {stderr}");
        }
        assert!(fs::read(&input).expect("it is there") == text, "{args:?}");
    };
    let (stdin, stdout) = (Some(&*input), Some(&*input));
    let both = ["standard input", "standard output"];
    fails(&["sudoku", "solve"], stdin, stdout, both);
    fails(&["sudoku", "solve", "-"], stdin, stdout, both);
    fails(
        &["sudoku", "solve", "-o", &input],
        stdin,
        None,
        ["standard input", "--output"],
    );
    fails(
        &["sudoku", "solve", &input],
        None,
        stdout,
        ["the input", "standard output"],
    );
    fails(
        &["sudoku", "solve", "/dev/stdin", "-o", &input],
        stdin,
        None,
        ["the input", "--output"],
    );
    fails(
        &["sudoku", "list", &input, "--rejects", "/dev/stdin"],
        stdin,
        None,
        ["the input", "--rejects"],
    );

    done(&["queens", "count", "8", "-q", "--ledger", &ledger]);
    let before = fs::read(&ledger).expect("it is there");
    for args in [
        &["ledger", "status", &*ledger][..],
        &["queens", "count", "8", "--ledger", &ledger],
    ] {
        let output = redirected(args, None, Some(&ledger));
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            fs::read(&ledger).expect("it is there") == before,
            "{args:?}"
        );
    }

    // Devices, and streams without rows, conflict with no other file.
    let rows = folder.path("rows.csv");
    let output = redirected(
        &["sudoku", "solve", PUZZLES, "-q", "-o", "/dev/stdout"],
        None,
        Some(&rows),
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(fs::metadata(&rows).expect("it is there").len() > 10_000);
    let output = redirected(&["queens", "count", "8", "-q", "-o", &input], stdin, None);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    done(&[
        "sudoku",
        "solve",
        PUZZLES,
        "-q",
        "-o",
        "/dev/null",
        "--rejects",
        "/dev/null",
    ]);
}

#[test]
fn no_page_of_a_picture_replaces_what_is_drawn() {
    let folder = Folder::new();
    let text = fs::read(PUZZLES).expect("the data are there");
    let input = folder.file("page-1.svg", &text);
    let output = folder.path("page.svg");
    let show = ["sudoku", "show", &input, "--limit", "3", "-o", &output];
    refused(
        &show,
        2,
        "page-1.svg could be one of the files in this folder that --output writes",
    );
    assert!(fs::read(&input).expect("it is there") == text);
    let drawn = folder.path("other.svg");
    done(&["sudoku", "show", &input, "--limit", "3", "-o", &drawn]);
}

#[test]
fn other_ledgers_in_the_folder_of_a_ledger_stay_as_they_are() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let count = ["queens", "count", "8", "-q", "--ledger", &shards, "--shard"];
    done(&[&count[..], &["1/2"]].concat());
    let other = folder.path("shards/1-of-2.csv");
    let before = fs::read(&other).expect("it is there");
    for name in ["1-of-2.csv", "0-of-2.csv", "0-of-2.csv.part"] {
        let path = folder.path(&format!("shards/{name}"));
        refused(
            &[&count[..], &["0/2", "-o", &path]].concat(),
            2,
            "same file",
        );
    }
    assert!(fs::read(&other).expect("it is there") == before);
    assert_eq!(fs::read_dir(&shards).expect("a folder").count(), 1);
    // Rows may be written to the folder of shards under another name, also repeatedly.
    let rows = folder.path("shards/solved.csv");
    for _ in 0..2 {
        done(&[
            "sudoku", "solve", PUZZLES, "-q", "--ledger", &shards, "-o", &rows,
        ]);
    }
}

#[test]
fn every_output_is_tried_before_the_work() {
    let folder = Folder::new();
    let cover = folder.path("cover.txt");
    done(&["cover", "make", "dominoes", "8x8", "-o", &cover]);
    let nowhere = "/nonexistent/file.svg";
    // Each of these commands would take years, or too much memory.
    let commands: [&[&str]; 6] = [
        &["queens", "show", "20", "--all", "-o", nowhere],
        &["queens", "count", "27", "--ledger", nowhere],
        &["queens", "classes", "27", "--ledger", nowhere],
        &["cover", "show", &cover, "--nth", "12988816", "-o", nowhere],
        &[
            "sudoku", "generate", "--clues", "17", "--ledger", nowhere, "-o", &cover,
        ],
        &["ledger", "merge", &cover, "--ledger", nowhere],
    ];
    for args in commands {
        refused(args, 2, "folder /nonexistent not found");
    }
    refused(
        &["queens", "count", "27", "--ledger", "/dev/null/shards/"],
        2,
        "/dev/null/shards/",
    );
    let made = folder.path("made/");
    let dry = [
        "queens",
        "count",
        "12",
        "--dry-run",
        "-q",
        "--ledger",
        &made,
    ];
    done(&dry);
    assert!(!Path::new(&made).exists());
}

#[test]
fn an_output_at_a_link_to_nothing_makes_what_it_leads_to() {
    let folder = Folder::new();
    let (link, real) = (folder.path("link.csv"), folder.path("real.csv"));
    symlink("real.csv", &link).expect("it can be made");
    done(&["queens", "list", "6", "-q", "-o", &link]);
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    assert_eq!(
        fs::read_to_string(&real)
            .expect("it is there")
            .lines()
            .count(),
        5
    );
}
