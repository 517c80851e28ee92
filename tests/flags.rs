//! The same flags mean the same everywhere: `-q` keeps stderr quiet, `--json` makes JSON of
//! what stdout gets.

mod common;

use common::{Folder, countless};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Every command that has something to say, with arguments that make it say it. `OUT` is a
/// file for rows, `RUN` the folder of a benchmark run, `LEDGER` a complete ledger.
const COMMANDS: &[&[&str]] = &[
    &["queens", "count", "8"],
    &["queens", "count", "8", "--tally", "OUT"],
    &["queens", "count", "8", "--dry-run"],
    &["queens", "estimate", "8"],
    &["queens", "list", "8", "-o", "OUT"],
    &["queens", "complete", "8", "--queens", "1:5"],
    &[
        "queens", "complete", "8", "--queens", "1:5", "--list", "-o", "OUT",
    ],
    &["queens", "classes", "8"],
    &["queens", "show", "8", "-o", "OUT.svg"],
    &["sudoku", "solve", PUZZLE, "-o", "OUT"],
    &["sudoku", "count", PUZZLE],
    &["sudoku", "count", "data/many.txt"],
    &[
        "sudoku",
        "list",
        "data/many.txt",
        "--limit",
        "3",
        "-o",
        "OUT",
    ],
    &["sudoku", "explain", PUZZLE, "--steps", "2"],
    &["sudoku", "rate", "data/puzzles.txt", "-o", "OUT"],
    &[
        "sudoku", "generate", "--count", "2", "--seed", "1", "-o", "OUT",
    ],
    &["sudoku", "show", PUZZLE, "-o", "OUT.svg"],
    &["sudoku", "play-check", PUZZLE, PUZZLE],
    &["ledger", "plan", "LEDGER"],
    &["ledger", "status", "LEDGER"],
    &["ledger", "missing", "LEDGER"],
    &["ledger", "merge", "LEDGER"],
    &["ledger", "verify", "LEDGER"],
    &["bench", "compare", "RUN", "RUN"],
    &["report", "RUN"],
];

/// The arguments with real files, and a flag more, which may stand anywhere.
fn with_files<'a>(command: &[&'a str], flag: &'a str, files: &'a [(&str, String)]) -> Vec<&'a str> {
    let file = |argument: &&'a str| {
        let found = files.iter().find(|(name, _)| name == argument);
        found.map_or(*argument, |(_, path)| path.as_str())
    };
    command.iter().map(file).chain([flag]).collect()
}

fn files(folder: &Folder) -> Vec<(&'static str, String)> {
    let ledger = folder.path("ledger.csv");
    let recorded = countless(&["queens", "count", "9", "--ledger", &ledger]);
    assert!(recorded.status.success());
    let run = folder.path("run");
    std::fs::create_dir(&run).expect("a folder");
    for name in ["bench.csv", "bench.json", "subtrees.csv", "tally.csv"] {
        std::fs::copy(format!("results/xeon/{name}"), format!("{run}/{name}")).expect("copied");
    }
    vec![
        ("OUT", folder.path("out.csv")),
        ("OUT.svg", folder.path("out.svg")),
        ("RUN", run),
        ("LEDGER", ledger),
    ]
}

#[test]
fn quiet_keeps_stderr_quiet() {
    let folder = Folder::new();
    let files = files(&folder);
    for command in COMMANDS {
        for flag in ["-q", "--quiet"] {
            let args = with_files(command, flag, &files);
            let output = countless(&args);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{args:?}: {stderr}");
            assert_eq!(stderr, "", "{args:?}");
        }
    }
}

#[test]
fn json_is_json_and_nothing_else() {
    let folder = Folder::new();
    let files = files(&folder);
    for command in COMMANDS {
        let args = with_files(command, "--json", &files);
        let output = countless(&args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {stderr}");
        let text = String::from_utf8(output.stdout).expect("it is text");
        assert!(!text.is_empty(), "{args:?} says nothing");
        for line in text.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
            assert!(value.is_object(), "{args:?}: {line}");
        }
    }
}

/// No command is forgotten: those of the help are in the list above, but for those that write
/// what is no answer.
#[test]
fn every_command_is_tried() {
    let commands = |args: &[&str]| -> Vec<String> {
        let output = countless(&[args, &["--help"]].concat());
        let text = String::from_utf8(output.stdout).expect("it is text");
        let mut lines = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = lines.by_ref().map_while(|line| {
            let indented = line.strip_prefix("  ")?;
            indented.split_whitespace().next().map(str::to_owned)
        });
        names.filter(|name| name != "help").collect()
    };
    for family in commands(&[]) {
        let inner = commands(&[&family]);
        if ["completions", "man"].contains(&family.as_str()) {
            continue;
        }
        let tried = |command: &String| {
            let words = [family.as_str(), command];
            COMMANDS.iter().any(|tried| tried.starts_with(&words))
        };
        assert!(inner.iter().all(tried), "{family}: {inner:?}");
        assert!(COMMANDS.iter().any(|tried| tried[0] == family), "{family}");
    }
}

#[test]
fn rows_and_json_do_not_mix() {
    for command in [
        &["queens", "list", "6", "--json"][..],
        &["sudoku", "solve", PUZZLE, "--json"],
        &["sudoku", "list", PUZZLE, "--json", "-o", "-"],
        &["sudoku", "rate", PUZZLE, "--json"],
        &["sudoku", "generate", "--json"],
    ] {
        let output = countless(command);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {stderr}");
        assert!(
            stderr.contains("--json") && stderr.contains("--output"),
            "{stderr}"
        );
    }
}
