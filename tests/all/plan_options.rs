//! Every option that changes a count or rows is part of the plan: a ledger of a run with the option
//! is not continued without it.
//!
//! The flags are read from the help, so that none is forgotten. The test tries each flag that has no
//! entry below: the flag must be part of the plan, exclude a ledger, or have the comment
//! [`NEUTRAL_COMMENT`] in the sources of the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use countless::ledger::{Records, Tally};

use crate::common::help_pages::{Flag, flags, help};
use crate::common::{Folder, check_side_by_side, countless, sources};

/// Headings of flags that say where results are recorded, and how the program reports.
const NEUTRAL: [&str; 2] = ["Global options", "Ledger"];

/// Comment above a flag under another heading that changes neither a count nor a row.
const NEUTRAL_COMMENT: &str = "// Not in the plan: changes no result.";

/// Command with a ledger, its arguments, and groups of its options with values. After `|` is the
/// option of the second run; by default it has none. `IN` is the folder of inputs. Only options that
/// need a certain value or other flags are listed.
type Command = (
    &'static str,
    &'static str,
    &'static [&'static [&'static str]],
);

const GRID: &str =
    "815724936423691758697835124546987213189253647372146589261378495958462371734519862";
/// Clues of the solved grid.
const GIVEN: &str =
    "8..72....4....1.5.6..8.51...469.72...8.2.....37..4.....61.....5...46...17....986.";

/// Options of commands that read 9×9 puzzles, and of those that read variants.
const READING: &[&str] = &[
    "--blank .",
    "--column other",
    "--format-in csv",
    "--symbols 987654321",
];
const SHAPES: &[&str] = &[
    "--cages IN/cages.txt",
    "--regions data/jigsaw.txt",
    "--size 4",
    "--size 6 --boxes 3x2 | --size 6",
];

const COMMANDS: &[Command] = &[
    (
        "queens count",
        "7",
        &[&[
            "--method search",
            "--method search --columns 8 | --method search",
            "--method search --piece superqueen | --method search",
            "--method search --regions IN/board.txt | --method search",
            "--method search --torus | --method search",
            "--symmetric half-turn",
        ]],
    ),
    (
        "queens complete",
        "7 --queens 1:5",
        &[&[
            "--blocked 7:7",
            "--piece superqueen",
            "--queens 1:6",
            "--regions IN/board.txt",
        ]],
    ),
    ("queens classes", "7", &[&["--piece superqueen"]]),
    (
        "sudoku solve",
        "IN/puzzles.csv -o OUT",
        &[&["--max-nodes 5", "--max-solutions 3"], READING, SHAPES],
    ),
    (
        "sudoku count",
        "IN/puzzles.csv -o OUT",
        &[&["--max-nodes 5"], READING, SHAPES],
    ),
    (
        "sudoku rate",
        "IN/puzzles.csv -o OUT",
        &[
            &[
                "--max-nodes 5",
                "--scale se",
                "--scale se --min-er 2 | --scale se",
                "--scale se --max-er 4 | --scale se",
                "--scale se --where ed>2 | --scale se",
            ],
            READING,
            SHAPES,
        ],
    ),
    (
        "sudoku minimal",
        "IN/puzzles.csv -o OUT",
        &[&["--max-nodes 5"], READING],
    ),
    ("sudoku canon", "IN/puzzles.csv -o OUT", &[READING]),
    (
        "sudoku explain",
        "IN/puzzles.csv --format csv -o OUT",
        &[&["--upto naked-pair"], READING, SHAPES],
    ),
    (
        "sudoku neighbours",
        "IN/puzzles.csv --each -o OUT",
        &[&["--add 2", "--remove 2"], READING],
    ),
    (
        "sudoku generate",
        "--count 3 --seed 1 -o OUT",
        &[&[
            "--any --clues 30",
            "--blanks 50",
            "--size 6 --boxes 3x2 | --size 6",
            "--size 4 --cages each | --size 4",
            "--size 4 --cages each --hardest | --size 4 --cages each",
            "--clues 30",
            "--count 4",
            "--er 1.2..2.0",
            "--level easy",
            "--minimal --clues 25 | --clues 25",
            "--pattern data/heart.txt",
            "--regions data/jigsaw.txt",
            "--seed 2",
            "--size 4",
            "--symmetry full",
            "--technique naked-pair",
        ]],
    ),
    (
        "sudoku unavoidable",
        "GRID --size 4 -o OUT",
        &[&["--size 5"]],
    ),
    (
        "sudoku scan",
        "GRID --given GIVEN --clues 31 -o OUT",
        &[&["--clues 30", "--given OTHER"]],
    ),
    (
        "cover count",
        "IN/cover.txt --method search",
        &[&[
            "--method memo",
            "--up-to-symmetry --symmetry problem",
            "--up-to-symmetry --keep a | --up-to-symmetry",
        ]],
    ),
    (
        "cover count",
        "IN/matrix.txt --matrix",
        &[&["--secondary 1"]],
    ),
    (
        "cover list",
        "IN/cover.txt -o OUT",
        &[&[
            "--up-to-symmetry --symmetry problem",
            "--up-to-symmetry --class-size | --up-to-symmetry",
            "--up-to-symmetry --keep a | --up-to-symmetry",
        ]],
    ),
];

/// Flags of some commands that need other flags or inputs, or that others imply.
const WITH_OTHERS: &[(&str, &[&str])] = &[
    (
        "cover count",
        &[
            "columns",
            "keep",
            "matrix",
            "secondary",
            "sparse",
            "symmetry",
        ],
    ),
    ("cover list", &["columns", "matrix", "secondary", "sparse"]),
    ("queens classes", &["board", "regions"]),
    (
        "queens complete",
        &[
            "all",
            "board",
            "format",
            "limit",
            "max-solutions",
            "rejects",
            "unordered",
        ],
    ),
    ("queens count", &["board"]),
    (
        "sudoku explain",
        &[
            "dtype", "grid", "limit", "notation", "nth", "scale", "steps",
        ],
    ),
    ("sudoku generate", &["unique"]),
];

/// Options to try a flag with: the first two values that the help lists, a new file, or small numbers.
fn options(flag: &Flag) -> Vec<String> {
    let mut possible = flag.possible_values();
    possible.truncate(2);
    let values = match &*flag.value {
        "" => return vec![format!("--{}", flag.name)],
        _ if !possible.is_empty() => possible,
        "<FILE>" => vec!["OUT.flag"],
        _ => vec!["1", "2"],
    };
    let option = |value| format!("--{} {value}", flag.name);
    values.into_iter().map(option).collect()
}

/// Words of a command line, in which `option` replaces the same flags in `base`.
fn line<'a>(base: &'a str, option: &'a str) -> Vec<&'a str> {
    let option: Vec<&str> = option.split(' ').filter(|word| !word.is_empty()).collect();
    let mut words = Vec::new();
    let mut base = base.split(' ');
    while let Some(word) = base.next() {
        if word.starts_with("--") && option.contains(&word) {
            base.next();
        } else {
            words.push(word);
        }
    }
    words.extend(option);
    words
}

/// True if an error says that a ledger is of another plan, and names more than its split: two boards
/// may differ in their subtrees by chance.
fn names_an_option(error: &str) -> bool {
    let line = error.lines().next().unwrap_or_default();
    let differences = line.split_once("the ledger is of another plan: ");
    let is_split = |one: &str| one.starts_with("split is ") || one.starts_with("subtrees is ");
    differences.is_some_and(|(_, all)| !all.split("; ").all(is_split))
}

/// Relation of an option to the plan of a command.
#[derive(Debug, PartialEq)]
enum Relation {
    /// A ledger with the option is not continued without it.
    Planned,
    /// The ledger is equal without the option.
    Neutral,
    /// Plans are equal, but results differ.
    Forgotten,
    /// The option excludes a ledger.
    WithoutLedger,
    /// The command refuses the option, with this message.
    Refused(String),
}

/// Runs of commands with ledgers.
struct Runs {
    folder: Folder,
    inputs: String,
    /// Number of runs so far.
    number: usize,
}

impl Runs {
    /// Runs a command with an option and a ledger. Returns its exit code, and what it prints on
    /// stderr.
    fn run(
        &mut self,
        command: &str,
        base: &str,
        option: &str,
        ledger: &str,
    ) -> (Option<i32>, String) {
        self.number += 1;
        let out = self.folder.path(&format!("{}.ndjson", self.number));
        let words = line(base, option).into_iter().map(|word| {
            word.replace("OUT", &out)
                .replace("GRID", GRID)
                .replace("GIVEN", GIVEN)
                .replace("OTHER", &GIVEN.replacen('8', ".", 1))
                .replace("IN/", &format!("{}/", self.inputs))
        });
        let words: Vec<String> = words.collect();
        let command = command.split(' ').chain(words.iter().map(String::as_str));
        let words: Vec<&str> = command.chain(["--ledger", ledger]).collect();
        let output = countless(&words);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), stderr)
    }

    fn new_ledger(&self) -> String {
        self.folder.path(&format!("{}.ledger", self.number))
    }

    /// Results of a command without an option.
    fn plain(&mut self, command: &str, base: &str) -> Vec<(u64, Tally)> {
        let ledger = self.new_ledger();
        self.run(command, base, "", &ledger);
        results(&ledger)
    }

    /// Relation of an option to the plan. `plain` are the results without it.
    fn relation(
        &mut self,
        command: &str,
        base: &str,
        option: &str,
        plain: &[(u64, Tally)],
    ) -> Relation {
        let (option, other) = option.split_once(" | ").unwrap_or((option, ""));
        let ledger = self.new_ledger();
        let (_, error) = self.run(command, base, option, &ledger);
        if !fs::exists(&ledger).expect("it can be seen") {
            let mut reason = error.lines().take_while(|line| !line.is_empty());
            let excludes = reason.any(|line| line.contains("--ledger"));
            return if excludes {
                Relation::WithoutLedger
            } else {
                Relation::Refused(error)
            };
        }
        let records = fs::read(&ledger).expect("it can be read");
        let found = results(&ledger);
        let (code, error) = self.run(command, base, other, &ledger);
        if code == Some(2) && names_an_option(&error) {
            assert_eq!(
                fs::read(&ledger).expect("it can be read"),
                records,
                "{command} {option}"
            );
            return Relation::Planned;
        }
        if found == plain {
            Relation::Neutral
        } else {
            Relation::Forgotten
        }
    }
}

/// Subtrees of a ledger with their results, without the work that they took.
fn results(ledger: &str) -> Vec<(u64, Tally)> {
    let records = Records::read(Path::new(ledger)).expect("it can be read");
    let result = |record: &countless::ledger::Record| {
        let mut tally = record.tally.clone();
        tally.work = 0;
        (record.subtree, tally)
    };
    records.records().map(result).collect()
}

/// Flags whose field has the [comment](NEUTRAL_COMMENT).
fn neutral_flags() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    for file in sources(&folder).expect("it is a folder") {
        let text = fs::read_to_string(file).expect("it can be read");
        for below in text.split(NEUTRAL_COMMENT).skip(1) {
            let mut lines = below.lines().map(str::trim_start).skip(1);
            let field = lines.find(|line| !line.starts_with("#["));
            let name = field.and_then(|field| field.trim_start_matches("pub ").split_once(':'));
            names.insert(name.expect("a field").0.replace('_', "-"));
        }
    }
    names
}

#[test]
fn a_ledger_begun_with_an_option_is_not_continued_without_it() {
    let folder = Folder::new();
    let inputs = folder.path("in");
    fs::create_dir(&inputs).expect("it can be made");
    let cages = "AAAAAAAAA\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n\
                 .........\nA=45\n";
    let puzzles = format!(
        "puzzle,other,solution\n\
         ..3...68....4.87....62...1......1..674........2..7.4.........5....8....15........,\
         2......4..6.7........5.69..9...3........1.5...7......8.871.....1.......3....4..9.,{GRID}\n"
    );
    for (name, content) in [
        (
            "board.txt",
            "aabbcdd\naabbcdd\naabbcdd\naabbcee\nffffcee\nggggcee\nggggcee\n",
        ),
        ("cages.txt", cages),
        ("puzzles.csv", &*puzzles),
        ("matrix.txt", "101\n010\n110\n001\n"),
        ("cover.txt", "a b c\na c\nb\na b\nc\n"),
    ] {
        fs::write(format!("{inputs}/{name}"), content).expect("it can be written");
    }
    let neutral = neutral_flags();
    check_side_by_side(COMMANDS, |command| {
        let runs = Runs {
            folder: Folder::new(),
            inputs: inputs.clone(),
            number: 0,
        };
        let faults = check_options(command, runs, &neutral);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

/// Tries the options of a command, and all other flags with the first of its entries. Returns the
/// faults.
fn check_options(command: &Command, mut runs: Runs, neutral: &BTreeSet<String>) -> Vec<String> {
    let (name, base, groups) = *command;
    let (listed, plain) = (groups.concat(), runs.plain(name, base));
    for option in &listed {
        let relation = runs.relation(name, base, option, &plain);
        assert_eq!(relation, Relation::Planned, "{name} {option}");
    }
    let first = COMMANDS.iter().find(|(other, ..)| *other == name);
    if !first.is_some_and(|first| std::ptr::eq(first, command)) {
        return Vec::new();
    }
    let words = { listed.iter().chain([&base]) }.flat_map(|part| part.split(' '));
    let mut known: BTreeSet<&str> = words.filter_map(|word| word.strip_prefix("--")).collect();
    known.extend(["help", "output", "version"]);
    if let Some((_, flags)) = WITH_OTHERS.iter().find(|(other, _)| *other == name) {
        known.extend(*flags);
    }
    let words: Vec<&str> = name.split(' ').collect();
    let is_tried = |flag: &Flag| !known.contains(&*flag.name) && !NEUTRAL.contains(&&*flag.heading);
    let mut faults = Vec::new();
    for flag in flags(&help(&words)).into_iter().filter(is_tried) {
        let (mut is_clear, mut refused) = (false, String::new());
        for option in options(&flag) {
            match runs.relation(name, base, &option, &plain) {
                Relation::Forgotten => {
                    faults.push(format!("{name} {option} changes results, not the plan"));
                    is_clear = true;
                }
                Relation::Refused(reason) => refused = reason,
                Relation::Neutral => is_clear |= neutral.contains(&flag.name),
                Relation::Planned | Relation::WithoutLedger => is_clear = true,
            }
        }
        if !is_clear {
            faults.push(format!(
                "{name} --{}: does it change the plan? {refused}",
                flag.name
            ));
        }
    }
    faults
}
