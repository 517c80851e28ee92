//! Runs the commands of the README, the guides and other documents, unless they need another
//! machine, and compares their output.
//!
//! Commands are in ```` ```console ```` blocks after `$ `, followed by their output. There, `...`
//! stands for any lines. For the README and the guides, the output is stdout only. The tour and the
//! document on clusters also have summaries, in which times and properties of the machine may
//! differ. The blocks of a document run in order in one folder, which contains only a copy of the
//! project's `data`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::check_side_by_side;

struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (line, content) in text.lines().enumerate() {
        if content.starts_with("```") {
            inside = content == "```console";
        } else if let Some(command) = content.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example {
                line: line + 1,
                command: command.to_owned(),
                expected: Vec::new(),
            });
        } else if inside && let Some(example) = examples.last_mut() {
            example.expected.push(content.to_owned());
        }
    }
    examples
}

/// True if `lines` equal `expected`, where `...` stands for any number of lines.
fn matches(lines: &[&str], expected: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "..." => {
            (0..=lines.len()).any(|skipped| matches(&lines[skipped..], rest))
        }
        Some((line, rest)) => lines.first() == Some(&line.as_str()) && matches(&lines[1..], rest),
    }
}

/// Folder for commands, and a search path with the program.
struct Place {
    folder: tempfile::TempDir,
    path: std::ffi::OsString,
}

impl Place {
    fn new() -> Self {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = Path::new(env!("CARGO_BIN_EXE_countless"));
        let folder = tempfile::tempdir().expect("temporary folder");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("data folder");
        for entry in fs::read_dir(project.join("data")).expect("data is readable") {
            let entry = entry.expect("entry is readable");
            fs::copy(entry.path(), data.join(entry.file_name())).expect("data can be copied");
        }
        let programs = program.parent().expect("the program is in a folder");
        let others = std::env::var_os("PATH").unwrap_or_default();
        let all = [programs.to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&others));
        let path = std::env::join_paths(all).expect("paths can be joined");
        Self { folder, path }
    }

    /// Runs a command in a shell; returns its exit code, stdout and stderr.
    fn run(&self, command: &str) -> (Option<i32>, String, String) {
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .output()
            .expect("sh runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    }
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect("the document is readable")
}

/// True if a command builds or tests the project. Requires its script to exist.
fn builds(command: &str) -> bool {
    let file = command.split(' ').next().unwrap_or_default();
    let script = file.starts_with("scripts/");
    assert!(
        !script || Path::new(env!("CARGO_MANIFEST_DIR")).join(file).is_file(),
        "{command}"
    );
    script || command.starts_with("cargo install") || command.starts_with("pip install")
}

/// Runs the commands of a document and compares stdout. Returns their folder.
fn run_guide(name: &str) -> Place {
    let place = Place::new();
    for Example {
        line,
        command,
        expected,
    } in examples(&document(name))
    {
        if builds(&command) {
            continue;
        }
        let command = command.replace("cargo run --release --", "countless");
        let (code, stdout, stderr) = place.run(&command);
        assert_eq!(code, Some(0), "{name}:{line}: {command}: {stderr}");
        let lines: Vec<&str> = stdout.lines().collect();
        assert!(
            matches(&lines, &expected),
            "{name}:{line}: {command} prints\n{stdout}\nnot\n{}",
            expected.join("\n")
        );
    }
    place
}

/// Documents with commands that have a test of their own below.
const WITH_TEST: [&str; 4] = [
    "docs/cluster.md",
    "docs/records-28.md",
    "docs/tour.md",
    "docs/training.md",
];

/// Smallest numbers of commands in documents, so that none is overlooked.
const LEAST: [(&str, usize); 12] = [
    ("README.md", 10),
    ("docs/benchmarks.md", 3),
    ("docs/cover.md", 10),
    ("docs/datasets.md", 8),
    ("docs/formats.md", 1),
    ("docs/ledger.md", 14),
    ("docs/output.md", 2),
    ("docs/queens-kinds.md", 9),
    ("docs/queens.md", 15),
    ("docs/shapes.md", 8),
    ("docs/sudoku.md", 25),
    ("docs/training.md", 12),
];

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn every_command_of_the_readme_and_of_the_guides_prints_what_it_says() {
    let mut guides = documents();
    guides.retain(|name| !WITH_TEST.contains(&name.as_str()));
    for (name, least) in LEAST {
        let found = examples(&document(name)).len();
        assert!(found >= least, "only {found} commands of {name}");
    }
    check_side_by_side(&guides, |name| drop(run_guide(name)));
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn every_command_and_recipe_of_the_guide_to_training_runs() {
    let place = run_guide("docs/training.md");
    let (code, ..) = place.run("python3 -c 'import numpy, pandas'");
    if code != Some(0) {
        eprintln!("skipped: the recipes need python3 with NumPy and pandas");
        return;
    }
    let text = document("docs/training.md");
    let recipes: Vec<&str> = text.split("```python\n").skip(1).collect();
    let recipes = recipes
        .iter()
        .map(|rest| rest.split("```").next().unwrap_or_default());
    let recipes: Vec<&str> = recipes.collect();
    assert!(recipes.len() >= 8 && recipes.iter().all(|recipe| recipe.lines().count() <= 10));
    fs::write(place.folder.path().join("recipes.py"), recipes.concat()).expect("it can be written");
    let (code, _, stderr) = place.run("python3 recipes.py");
    assert_eq!(code, Some(0), "{stderr}");
}

/// All documents: those beside the README, and all below `docs`.
fn documents() -> Vec<String> {
    fn add(folder: &str, below: bool, names: &mut Vec<String>) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(path).expect("the folder is readable") {
            let entry = entry.expect("the entry is readable");
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            let name = format!("{folder}{name}");
            if below && entry.path().is_dir() {
                add(&format!("{name}/"), below, names);
            } else if entry.path().extension().is_some_and(|end| end == "md") {
                names.push(name);
            }
        }
    }
    let mut names = Vec::new();
    add("", false, &mut names);
    add("docs/", true, &mut names);
    names.sort();
    names
}

/// Common part of lines that differ in times and in the machine: their words without digits, units
/// and kernels. Of a JSON object, the keys, and the values that do not depend on the machine or on
/// the number of chunks.
fn shape(line: &str) -> String {
    if let Ok(serde_json::Value::Object(mut members)) = serde_json::from_str(line) {
        for key in ["busy_seconds", "chunks", "kernel", "seconds", "threads"] {
            if let Some(value) = members.get_mut(key) {
                *value = serde_json::Value::Null;
            }
        }
        return serde_json::Value::Object(members).to_string();
    }
    let machine = [
        "ms", "s", "min", "thread", "threads", "scalar", "avx2", "avx512", "·",
    ];
    let words = line.split_whitespace();
    let words = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
    let words = words.filter(|word| !machine.contains(word) && !word.ends_with("/s"));
    words.collect::<Vec<_>>().join(" ")
}

/// True if a line contains times or names the machine.
fn varies(line: &str) -> bool {
    let begins = [
        "queens 12 ",
        "done:",
        "found:",
        "remaining:",
        "interrupted:",
        "hosts:",
        "{\"busy_seconds",
    ];
    line.contains(" · ") || begins.iter().any(|begin| line.starts_with(begin))
}

/// Runs the commands of a document after these replacements, up to the first that contains `until`.
fn run_document(name: &str, replaced: &[(&str, &str)], until: Option<&str>) {
    let replace = |text: &str| {
        let all = replaced.iter();
        all.fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    };
    let place = Place::new();
    let mut ran = 0;
    for example in examples(&document(name)) {
        let command = replace(&example.command);
        if until.is_some_and(|until| command.contains(until)) {
            break;
        }
        if builds(&command) {
            continue;
        }
        // Results and summaries in the order of a terminal.
        let (code, printed, _) = place.run(&format!("({command}\n) 2>&1"));
        let ends = |line: &String| line.starts_with("error:") || line.starts_with("interrupted:");
        let fails = example.expected.iter().any(ends);
        assert_eq!(
            code != Some(0),
            fails,
            "{name}:{}: {command}: {printed}",
            example.line
        );
        // The number of such lines depends on the machine, too.
        let known = |lines: &mut dyn Iterator<Item = String>| {
            let mut known: Vec<String> = lines
                .map(|line| if varies(&line) { shape(&line) } else { line })
                .collect();
            known.dedup();
            known
        };
        let shown = known(&mut printed.lines().map(str::to_owned));
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        let expected = known(&mut example.expected.iter().map(|line| replace(line)));
        assert!(
            matches(&shown, &expected),
            "{name}:{}: {command} prints\n{printed}\nnot\n{}",
            example.line,
            example.expected.join("\n")
        );
        ran += 1;
    }
    assert!(ran > 3, "only {ran} commands of {name}");
}

/// Uses a thousandth of the puzzles, and omits counts of half a minute.
#[cfg(target_os = "linux")]
#[test]
fn the_tour_prints_what_it_says() {
    if std::thread::available_parallelism().is_ok_and(|threads| threads.get() == 1) {
        println!("skipped: with one thread there is no chart of speed-up");
        return;
    }
    // Also the SHA-256 of the rows of these.
    let fewer = [
        ("1000000", "1000"),
        ("1,000,000", "1,000"),
        (
            "6d73a56c986fccfa8ba2e850e9f3c53369415f242cd12427be771b4272bb39bb",
            "1e9a47d6a09f234cd49c4d15d4dc33feae618a3ad401bad54701b30e61e4c926",
        ),
    ];
    run_document("docs/tour.md", &fewer, Some("timeout"));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn the_whole_tour_prints_what_it_says() {
    run_document("docs/tour.md", &[], None);
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn counting_by_hand_on_several_machines_prints_what_it_says() {
    run_document("docs/cluster.md", &[], None);
}

/// The rehearsal of the plan runs as written; commands for 28 rows run on a smaller board.
#[cfg(target_os = "linux")]
#[test]
fn the_plan_for_28_queens_prints_what_it_says() {
    let smaller = [
        ("28 --time 10m", "16 --time 2s"),
        ("count 28 --subtrees 160000", "count 16 --subtrees 160"),
        ("/80000", "/80"),
    ];
    run_document("docs/records-28.md", &smaller, None);
}

/// Cells of a row of a table.
fn cells(line: &str) -> Vec<String> {
    let cells = line.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// Blocks between the marks of a folder of results, in all documents.
fn recorded(folder: &str) -> Vec<String> {
    let start = format!("<!-- {folder} -->");
    let end = format!("<!-- end of {folder} -->");
    let blocks = documents().into_iter().filter_map(|name| {
        let text = document(&name);
        let (_, rest) = text.split_once(&start)?;
        let (block, rest) = rest.split_once(&end).expect("the end of the block");
        assert!(!rest.contains(&start), "{name} has two blocks of {folder}");
        Some(block.to_owned())
    });
    let blocks: Vec<String> = blocks.collect();
    assert!(!blocks.is_empty(), "no document has a block of {folder}");
    blocks
}

#[test]
fn the_tables_of_the_documents_are_those_of_the_recorded_run() {
    let csv = document("results/xeon/bench.csv");
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let header = csv.headers().expect("a header").clone();
    let place = |name| {
        header
            .iter()
            .position(|column| column == name)
            .expect("the column")
    };
    let keys = [
        "family",
        "case",
        "solver",
        "kernel",
        "threads",
        "cpu_median",
    ]
    .map(place);
    let records: Vec<[String; 6]> = csv
        .records()
        .map(|row| keys.map(|key| row.as_ref().expect("a good row")[key].to_owned()))
        .collect();
    let (mut head, mut times) = (Vec::new(), 0);
    let blocks = recorded("results/xeon").concat();
    for line in blocks.lines().filter(|line| line.starts_with('|')) {
        let row = cells(line);
        if row[0] == "family" {
            head = row;
            continue;
        }
        for (name, time) in head
            .iter()
            .zip(&row)
            .filter(|(_, time)| time.ends_with(" ms"))
        {
            let found = records
                .iter()
                .any(|[family, case, solver, kernel, threads, cpu]| {
                    let own = head[2] == "solver";
                    let same = if own {
                        [solver, kernel] == [&row[2], name] && threads == "1"
                    } else {
                        solver == name && kernel == "program"
                    };
                    same && [family, case] == [&row[0], &row[1]] && *time == format!("{cpu} ms")
                });
            assert!(found, "{name} of {line}");
            times += 1;
        }
    }
    assert!(times > 20, "only {times} times");
}

#[test]
fn the_ratios_of_the_documents_are_those_of_the_recorded_tables() {
    let queens = recorded("results/queens").into_iter();
    let sudoku = recorded("results/sudoku").into_iter();
    let blocks = queens.map(|block| ("results/queens", 12, block));
    for (folder, least, block) in blocks.chain(sudoku.map(|block| ("results/sudoku", 15, block))) {
        let csv = document(&format!("{folder}/table.csv"));
        let mut rows = block.lines().filter(|line| line.starts_with("| "));
        let head = cells(rows.next().expect("a head"));
        let mut ratios = 0;
        for row in rows.map(cells) {
            for (kernel, ratio) in head.iter().zip(&row).skip(2) {
                let start = format!("{},{},{kernel},", row[0], row[1]);
                let line = csv.lines().find(|line| line.starts_with(&start));
                let line = line.unwrap_or_else(|| panic!("{folder} has {start}"));
                assert_eq!(line.rsplit(',').next(), Some(ratio.as_str()), "{start}");
                ratios += 1;
            }
        }
        assert!(ratios >= least, "only {ratios} ratios in {folder}");
    }
}

#[test]
fn every_note_is_listed() {
    let list = fs::read_to_string("docs/notes/README.md").expect("it is there");
    for entry in fs::read_dir("docs/notes").expect("it is there") {
        let name = entry.expect("it can be read").file_name();
        let link = format!("({})", name.to_string_lossy());
        let is_listed = name == "README.md" || list.contains(&link);
        assert!(is_listed, "docs/notes/README.md does not list {link}");
    }
}
