//! Common flags: `-q` keeps stderr quiet, and `--json` writes JSON to stdout.

use std::process::Output;

use crate::common::help_pages::{commands, examples, help};
use crate::common::{Folder, countless};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Commands with output, each with arguments. `OUT` is a file for rows, `RUN` the folder of a
/// benchmark run, `LEDGER` a complete ledger. Of any other command, the first example of its help is
/// tried.
const COMMANDS: &[&[&str]] = &[
    &["queens", "count", "8"],
    &["queens", "count", "8", "--tally", "OUT"],
    &["queens", "count", "8", "--tally", "-"],
    &["queens", "count", "8", "-o", "OUT"],
    &[
        "queens", "count", "8", "--ledger", "SHARDS", "--shard", "1/3",
    ],
    &["queens", "count", "8", "--dry-run"],
    &["queens", "estimate", "8"],
    &["queens", "list", "8", "-o", "OUT"],
    &["queens", "list", "8"],
    &["queens", "list", "100", "--limit", "3"],
    &["queens", "list", "8", "--tally", "-", "-o", "OUT"],
    &["queens", "complete", "8", "--queens", "1:5", "--list"],
    &["queens", "complete", "8", "--queens", "1:5"],
    &["queens", "complete", "8", "--queens", "PARTIAL"],
    &[
        "queens", "complete", "8", "--queens", "PARTIAL", "-o", "OUT",
    ],
    &[
        "queens", "complete", "8", "--queens", "1:5", "--list", "-o", "OUT",
    ],
    &["queens", "classes", "8"],
    &["queens", "count", "8", "--symmetric", "half-turn"],
    &["queens", "generate", "6", "--seed", "1", "-o", "OUT"],
    &["queens", "generate", "6", "--seed", "1"],
    &["queens", "solve", "BOARDS", "-o", "OUT"],
    &["queens", "solve", "BOARDS"],
    &["queens", "show", "8", "-o", "OUT.svg"],
    &["sudoku", "solve", PUZZLE, "-o", "OUT"],
    &["sudoku", "solve", PUZZLE],
    &[
        "sudoku",
        "solve",
        "data/many.txt",
        "--ledger",
        "SHARDS",
        "--shard",
        "0/2",
    ],
    &["sudoku", "count", "data/many.txt", "-o", "OUT"],
    &["sudoku", "count", PUZZLE, "-o", "OUT"],
    &["sudoku", "list", PUZZLE],
    &["sudoku", "rate", PUZZLE],
    &["sudoku", "explain", PUZZLE, "-o", "OUT.txt"],
    &["sudoku", "explain", PUZZLE, "-o", "OUT"],
    &[
        "sudoku",
        "split",
        "data/puzzles.txt",
        "--shares",
        "a=1,b=1",
        "--seed",
        "1",
        "-o",
        "PARTS",
    ],
    &[
        "sudoku",
        "augment",
        "data/puzzles.txt",
        "--copies",
        "1",
        "--seed",
        "1",
        "-o",
        "OUT",
    ],
    &["sudoku", "augment", PUZZLE, "--copies", "1", "--seed", "1"],
    &["sudoku", "generate", "--seed", "1"],
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
    &["sudoku", "hint", PUZZLE],
    &["sudoku", "rate", "data/puzzles.txt", "-o", "OUT"],
    &[
        "sudoku", "generate", "--count", "2", "--seed", "1", "-o", "OUT",
    ],
    &["sudoku", "canon", PUZZLE],
    &["sudoku", "canon", "data/puzzles.txt", "-o", "OUT"],
    &["sudoku", "distinct", "data/puzzles.txt"],
    &["sudoku", "distinct", "data/puzzles.txt", "-o", "OUT"],
    &["sudoku", "minimal", PUZZLE],
    &["sudoku", "minimal", "data/many.txt", "-o", "OUT"],
    &["sudoku", "neighbours", PUZZLE],
    &["sudoku", "neighbours", PUZZLE, "-o", "OUT"],
    &["sudoku", "unavoidable", PUZZLE, "--size", "6"],
    &["sudoku", "unavoidable", PUZZLE, "--size", "6", "-o", "OUT"],
    &["sudoku", "scan", PUZZLE, "--clues", "17", "--given", PUZZLE],
    &[
        "sudoku", "scan", PUZZLE, "--clues", "17", "--given", PUZZLE, "-o", "OUT",
    ],
    &["sudoku", "show", PUZZLE, "-o", "OUT.svg"],
    &["sudoku", "play-check", PUZZLE, PUZZLE],
    &["cover", "count", "COVER"],
    &["cover", "count", "COVER", "-o", "OUT"],
    &["cover", "count", "COVER", "--up-to-symmetry"],
    &["cover", "classes", "COVER"],
    &["cover", "list", "COVER"],
    &["cover", "list", "COVER", "--up-to-symmetry"],
    &["cover", "list", "COVER", "-o", "OUT"],
    &["cover", "sample", "COVER"],
    &["cover", "sample", "COVER", "--up-to-symmetry"],
    &["cover", "sample", "COVER", "-o", "OUT"],
    &["cover", "show", "CELLS", "-o", "OUT.svg"],
    &["cover", "check", "COVER"],
    &["cover", "estimate", "COVER"],
    &["formats"],
    &["formats", "squares"],
    &["ledger", "plan", "LEDGER"],
    &["ledger", "status", "LEDGER"],
    &["ledger", "missing", "LEDGER"],
    &["ledger", "merge", "LEDGER"],
    &["ledger", "verify", "LEDGER"],
    &["ledger", "repair", "LEDGER"],
    &["bench", "compare", "RUN", "RUN"],
    &["report", "RUN"],
];

/// Commands that print no result.
const WITHOUT_RESULT: [&str; 3] = ["completions", "cover make", "man"];

/// Every command with arguments, among them real files.
fn with_files(files: &[(&str, String)]) -> Vec<Vec<String>> {
    let file = |argument: &&str| {
        let found = files.iter().find(|(name, _)| name == argument);
        found
            .map_or(*argument, |(_, path)| path.as_str())
            .to_owned()
    };
    let listed = COMMANDS.iter().map(|command| command.iter().map(file));
    let mut all: Vec<Vec<String>> = listed.map(Iterator::collect).collect();
    let commands = commands();
    for command in &commands {
        let is_group = { commands.iter() }
            .any(|other| other.len() > command.len() && other.starts_with(command));
        let name = command.join(" ");
        let has_result = !WITHOUT_RESULT.iter().any(|other| name.starts_with(other));
        let is_listed = all.iter().any(|listed| listed.starts_with(command));
        if has_result && !is_group && !is_listed {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            let examples = examples(&help(&words));
            let example = examples.first().expect(&name);
            let words = example.trim().split(' ').skip(1);
            all.push(words.map(str::to_owned).collect());
        }
    }
    all
}

/// Runs a command with a further flag.
fn run(command: &[String], flag: &str) -> Output {
    let words = command.iter().map(String::as_str);
    countless(&words.chain([flag]).collect::<Vec<_>>())
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
        ("OUT.txt", folder.path("out.txt")),
        ("SHARDS", folder.path("shards/")),
        ("PARTS", folder.path("parts/")),
        ("RUN", run),
        ("LEDGER", ledger),
        ("BOARDS", folder.file("boards.txt", "AABBACBBCCCDCDDD\n")),
        ("PARTIAL", folder.file("partial.txt", "1:5,2:7\n")),
        ("COVER", folder.file("cover.txt", "a b c\na b\nb c\na\nc\n")),
        ("CELLS", folder.file("cells.txt", "1.1 1.2\n1.1 1.2\n")),
    ]
}

#[test]
fn quiet_keeps_stderr_quiet() {
    let folder = Folder::new();
    let files = files(&folder);
    let commands = with_files(&files).into_iter();
    for (args, flag) in commands.zip(["-q", "--quiet"].into_iter().cycle()) {
        let output = run(&args, flag);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {stderr}");
        assert_eq!(stderr, "", "{args:?}");
    }
}

#[test]
fn json_is_json_and_nothing_else() {
    let folder = Folder::new();
    let files = files(&folder);
    for args in with_files(&files) {
        let output = run(&args, "--json");
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

/// Stdout contains JSON: rows, or else an object with the totals.
#[test]
fn rows_on_stdout_are_ndjson() {
    for (command, rows) in [
        (&["queens", "list", "6"][..], 4),
        (&["sudoku", "solve", PUZZLE], 1),
        (&["sudoku", "solve", "data/many.txt"], 4),
        (&["sudoku", "list", PUZZLE, "-o", "-"], 1),
        (&["sudoku", "rate", PUZZLE], 1),
        (&["sudoku", "canon", "data/many.txt"], 4),
        (&["sudoku", "distinct", "data/many.txt"], 4),
        (&["sudoku", "minimal", "data/many.txt"], 4),
        (&["sudoku", "count", "data/many.txt"], 4),
        (&["sudoku", "generate", "--count", "2", "--seed", "1"], 2),
    ] {
        let json = countless(&[command, &["--json"]].concat());
        let ndjson = countless(&[command, &["--format", "ndjson"]].concat());
        assert_eq!(json.stdout, ndjson.stdout, "{command:?}");
        assert_eq!(
            String::from_utf8_lossy(&json.stdout).lines().count(),
            rows,
            "{command:?}"
        );
        let csv = countless(&[command, &["--json", "--format", "csv"]].concat());
        let stderr = String::from_utf8_lossy(&csv.stderr);
        assert_eq!(csv.status.code(), Some(2), "{command:?}");
        assert!(
            stderr.contains("--json") && stderr.contains("--output"),
            "{stderr}"
        );
    }
    let show = countless(&["sudoku", "show", PUZZLE, "--json"]);
    assert_eq!(show.status.code(), Some(2), "a drawing is no JSON");
}

#[test]
fn json_has_what_shards_and_tallies_say() {
    let folder = Folder::new();
    let shards = folder.path("shards/");
    let object = |args: &[&str]| -> serde_json::Value {
        let output = countless(&[args, &["--json", "-q"]].concat());
        serde_json::from_slice(&output.stdout).expect("one object")
    };
    let mut solutions = 0;
    for shard in ["0/2", "1/2"] {
        let args = [
            "queens", "count", "9", "--ledger", &shards, "--shard", shard,
        ];
        let told = object(&args);
        assert_eq!(told["shard"], shard);
        solutions += told["solutions"].as_u64().expect("a number");
    }
    assert_eq!(solutions, 352);
    let rows = folder.path("rows.csv");
    for args in [
        &["queens", "count", "4", "--tally", "-"][..],
        &["queens", "list", "4", "--tally", "-", "-o", &rows],
    ] {
        let told = object(args);
        let squares = serde_json::json!([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]);
        assert_eq!(
            (&told["squares"], &told["solutions"]),
            (&squares, &2.into())
        );
    }
}

/// `--limit` limits rows, and `--max-solutions` the solutions of a puzzle.
#[test]
fn limits_have_names_of_their_own() {
    let rows = |args: &[&str]| {
        let output = countless(&[&["sudoku"], args, &["-q"]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    for command in ["solve", "count"] {
        let new = rows(&[command, "data/many.txt", "--max-solutions", "100"]);
        assert!(new.contains(",100"), "{new}");
        let refused = countless(&["sudoku", command, "data/many.txt", "--limit", "100"]);
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("did you mean --max-solutions?"), "{stderr}");
    }
}

#[test]
fn outputs_are_what_stdout_would_get() {
    let folder = Folder::new();
    let path = folder.path("output");
    for command in [
        &["queens", "count", "8"][..],
        &["sudoku", "count", PUZZLE],
        &["sudoku", "count", "data/many.txt"],
        &["sudoku", "rate", PUZZLE],
        &["sudoku", "explain", "data/many.txt", "--steps", "3"],
    ] {
        let printed = countless(command);
        let written = countless(&[command, &["-o", &path]].concat());
        assert!(written.stdout.is_empty(), "{command:?}");
        assert_eq!(
            std::fs::read(&path).expect("it is there"),
            printed.stdout,
            "{command:?}"
        );
    }
    let (objects, explain) = (folder.path("steps.ndjson"), ["sudoku", "explain", PUZZLE]);
    countless(&[&explain[..], &["-o", &objects]].concat());
    let printed = countless(&[&explain[..], &["--json"]].concat());
    assert_eq!(
        std::fs::read(&objects).expect("it is there"),
        printed.stdout
    );
}

#[test]
fn the_nth_puzzle_is_the_same_for_all() {
    let puzzles = std::fs::read_to_string("data/puzzles.txt").expect("the data are there");
    let fifth = puzzles.lines().filter(|line| !line.starts_with('#')).nth(4);
    let fifth = fifth.and_then(|line| line.split_whitespace().next());
    let fifth = fifth.expect("there are more");
    let nth = ["data/puzzles.txt", "--nth", "5"];
    let explain = |args: &[&str]| countless(&[&["sudoku", "explain"], args].concat()).stdout;
    assert_eq!(explain(&nth), explain(&[fifth]));
    let show = |args: &[&str]| countless(&[&["sudoku", "show"], args].concat()).stdout;
    assert_eq!(show(&nth), show(&[fifth]));
    let beyond = countless(&["sudoku", "explain", "data/many.txt", "--nth", "5"]);
    let stderr = String::from_utf8_lossy(&beyond.stderr);
    assert_eq!(beyond.status.code(), Some(1));
    assert!(
        stderr.contains("expected at most 4, the number of puzzles of"),
        "{stderr}"
    );
}

#[test]
fn verifying_takes_a_number_of_threads() {
    let ledger = "tests/ledgers/complete.csv";
    let verify = countless(&["ledger", "verify", ledger, "-j", "1"]);
    assert_eq!(verify.status.code(), Some(0));
}
