//! The whole program: results, exit codes, streams, signals.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use crate::common::svg::marks;
#[cfg(unix)]
use crate::common::wait_until_it_handles_interrupts;
use crate::common::{countless, lines, piped, program};

#[test]
fn counts_go_to_stdout_and_the_summary_to_stderr() {
    let output = countless(&["queens", "count", "14"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"365596\n");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("365,596 solutions in "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");

    let output = countless(&["queens", "count", "14", "--quiet"]);
    assert_eq!(
        (&output.stdout[..], &output.stderr[..]),
        (&b"365596\n"[..], &b""[..])
    );
}

#[test]
fn small_boards_have_the_known_counts() {
    for (n, count) in [
        (0, 1),
        (1, 1),
        (2, 0),
        (3, 0),
        (4, 2),
        (5, 10),
        (6, 4),
        (7, 40),
        (8, 92),
    ] {
        let output = countless(&["queens", "count", &n.to_string(), "-q"]);
        assert_eq!(output.stdout, format!("{count}\n").into_bytes(), "n = {n}");
        let output = countless(&["queens", "list", &n.to_string(), "-q"]);
        // A board without columns has a solution, but neither header nor row.
        let expected = if n == 0 { 0 } else { count + 1 };
        assert_eq!(lines(&output.stdout).len(), expected, "n = {n}");
    }
}

#[test]
fn json_is_one_object_on_stdout() {
    let output = countless(&["queens", "count", "10", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(json["solutions"], 724);
    assert_eq!(json["n"], 10);
}

#[test]
fn usage_errors_are_one_clear_line_and_exit_2() {
    for (args, word) in [
        (&["queens", "count", "99"][..], "99"),
        (&["queens", "count", "x"], "x"),
        (&["queens", "list", "33"], "33"),
        (
            &["queens", "list", "8", "-o", "/nowhere/at/all/q.csv"],
            "/nowhere/at/all/q.csv",
        ),
        (&["sudoku", "solve", "/nowhere.txt"], "/nowhere.txt"),
        (&["sudoku", "solve", "/"], "/"),
        (&["sudoku", "count", "12345"], "12345"),
        (&["queens", "count", "8", "--kernel", "mmx"], "mmx"),
        (&["queens", "count", "8", "--threads", "0"], "0"),
    ] {
        let output = countless(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(
            stderr.starts_with("error: ") && stderr.contains(word),
            "{args:?}: {stderr}"
        );
        assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    }
}

#[test]
fn a_list_is_the_same_for_any_number_of_threads_and_every_kernel() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("q.csv");
    let mut files = Vec::new();
    for (threads, kernel) in [("1", "auto"), ("2", "auto"), ("5", "scalar")] {
        let output = countless(&[
            "queens",
            "list",
            "10",
            "-q",
            "-j",
            threads,
            "--kernel",
            kernel,
            "-o",
            path.to_str().expect("path is text"),
        ]);
        assert!(output.status.success());
        assert!(output.stdout.is_empty());
        files.push(fs::read(&path).expect("the file is there"));
    }
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));
    let rows = lines(&files[0]);
    assert_eq!(rows.len(), 725);
    assert_eq!(rows[0], "q1,q2,q3,q4,q5,q6,q7,q8,q9,q10");
    let key = |row: &String| -> Vec<u32> {
        row.split(',')
            .map(|field| field.parse().expect("a number"))
            .collect()
    };
    assert!(rows[1..].is_sorted_by_key(key), "lexicographic order");
}

#[test]
fn unordered_lists_hold_the_same_rows() {
    let ordered = countless(&["queens", "list", "9", "-q"]);
    let unordered = countless(&["queens", "list", "9", "-q", "--unordered", "-j", "4"]);
    let (mut ordered, mut unordered) = (lines(&ordered.stdout), lines(&unordered.stdout));
    assert_eq!(ordered[0], unordered[0]);
    ordered.sort();
    unordered.sort();
    assert_eq!(ordered, unordered);
}

#[test]
fn limits_cut_lists() {
    let all = lines(&countless(&["queens", "list", "8", "-q"]).stdout);
    let some = lines(&countless(&["queens", "list", "8", "-q", "--limit", "5"]).stdout);
    assert_eq!(some, all[..6]);
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let mut child = program()
        .args(["queens", "list", "13", "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().expect("stdout is a pipe");
    let mut head = [0; 100];
    stdout.read_exact(&mut head).expect("the first rows");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
#[cfg_attr(windows, ignore = "needs /dev/full")]
fn a_full_disk_is_an_error_that_names_the_file() {
    for args in [
        &["queens", "list", "9", "-q", "-o", "/dev/full"][..],
        &["queens", "list", "4", "-q", "-o", "/dev/full"],
    ] {
        let output = countless(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.contains("/dev/full") && stderr.contains("space"),
            "{stderr}"
        );
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn an_interrupt_exits_130_and_leaves_no_file() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("q.csv");
        let child = program()
            .args(["queens", "list", "18", "-j", "2", "-o"])
            .arg(&path)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        #[cfg(unix)]
        wait_until_it_handles_interrupts(child.id());
        std::thread::sleep(Duration::from_millis(200));
        let killed = std::process::Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .expect("kill runs");
        assert!(killed.success());
        let output = child.wait_with_output().expect("the program ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{stderr}");
        assert!(stderr.contains("interrupted"), "{stderr}");
        let left = fs::read_dir(folder.path())
            .expect("folder is readable")
            .count();
        assert_eq!(left, 0, "{signal}: nothing is left behind");
    }
}

#[test]
fn compressed_output_holds_the_same_rows() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let plain = countless(&["queens", "list", "8", "-q"]).stdout;
    for name in ["q.csv.gz", "q.csv.zst"] {
        let path = folder.path().join(name);
        let output = countless(&[
            "queens",
            "list",
            "8",
            "-q",
            "-o",
            path.to_str().expect("text"),
        ]);
        assert!(output.status.success());
        let file = fs::File::open(&path).expect("the file is there");
        let mut text = Vec::new();
        if name.ends_with("gz") {
            flate2::read::GzDecoder::new(file)
                .read_to_end(&mut text)
                .expect("gzip");
        } else {
            zstd::Decoder::new(file)
                .expect("zstd")
                .read_to_end(&mut text)
                .expect("zstd");
        }
        assert_eq!(text, plain, "{name}");
    }
}

#[test]
fn ndjson_rows_are_objects() {
    let output = countless(&["queens", "list", "6", "-q", "--format", "ndjson"]);
    let rows = lines(&output.stdout);
    assert_eq!(rows.len(), 4);
    let first: serde_json::Value = serde_json::from_str(&rows[0]).expect("it is JSON");
    assert_eq!(first["queens"], serde_json::json!([2, 4, 6, 1, 3, 5]));
}

#[test]
fn boards_are_drawn() {
    let output = countless(&["queens", "show", "4"]);
    assert_eq!(output.stdout, b". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
    let output = countless(&["queens", "show", "4", "--nth", "2"]);
    assert_eq!(output.stdout, b". . Q .\nQ . . .\n. . . Q\n. Q . .\n");
    let output = countless(&["queens", "show", "4", "--nth", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("board.svg");
    let output = countless(&["queens", "show", "8", "--svg", path.to_str().expect("text")]);
    assert!(output.status.success());
    let svg = fs::read_to_string(&path).expect("the file is there");
    assert!(svg.starts_with("<svg"));
    assert_eq!(marks(&svg).len(), 8);
}

#[test]
fn puzzles_come_from_stdin_and_go_to_stdout_in_order() {
    let unique =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let none = format!("55{}", ".".repeat(79));
    let multiple = ".".repeat(81);
    let text = format!("{unique}\n# a comment\n{none}\n{multiple}\nshort\n");
    let output = piped(&["sudoku", "solve", "-"], text);
    assert_eq!(output.status.code(), Some(1), "one row is bad");
    let rows = lines(&output.stdout);
    assert_eq!(rows[0], "puzzle,status,solutions,solution");
    assert_eq!(
        rows[1],
        format!(
            "{unique},unique,1,417369825632158947958724316825437169791586432346912758289643571573291684164875293"
        )
    );
    assert!(
        rows[2].starts_with(&format!("{none},invalid,")),
        "{}",
        rows[2]
    );
    assert_eq!(rows[3], format!("{multiple},multiple,2,"));
    assert!(rows[4].starts_with("short,invalid,"), "{}", rows[4]);
    assert_eq!(rows.len(), 5);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("standard input:3:2: "), "{stderr}");
    assert!(stderr.contains("standard input:5:1: "), "{stderr}");
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        &["queens", "count"][..],
        &["queens", "list"],
        &["queens", "show"],
        &["sudoku", "solve"],
        &["sudoku", "count"],
        &["sudoku", "list"],
        &["sudoku", "show"],
        &["sudoku", "play-check"],
        &["completions"],
        &["man"],
    ] {
        let args = [command, &["--help"]].concat();
        let output = countless(&args);
        let help = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{command:?}");
        assert!(help.contains("Example"), "{command:?}: {help}");
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = countless(&["completions", shell]);
        assert!(
            output.status.success() && output.stdout.len() > 1000,
            "{shell}"
        );
    }
    let output = countless(&["man"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains(".TH countless 1"));
    let folder = tempfile::tempdir().expect("temporary folder");
    let output = countless(&["man", "--folder", folder.path().to_str().expect("text")]);
    assert!(output.status.success());
    assert!(folder.path().join("countless-queens-count.1").is_file());
}
