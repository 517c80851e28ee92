//! Every option that changes a count or rows is part of the plan: a ledger of a run with the option
//! is not continued without it. The flags are read from the help, so that none is forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::common::{Folder, countless};

/// Flags that do not change a count or a row, or that other tests cover, such as formats and
/// methods.
const NEUTRAL: &[&str] = &[
    "color",
    "dry-run",
    "format",
    "help",
    "json",
    "kernel",
    "ledger",
    "memory",
    "output",
    "progress",
    "quiet",
    "rejects",
    "shard",
    "subtrees",
    "threads",
    "unordered",
    "version",
];

/// Command with a ledger, its arguments, and groups of its options with values. After `|` is the
/// option of the second run; by default it has none. `IN` is the folder of inputs. Flags without a
/// value are collected from the help, unless they need other flags.
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

/// Flags of some commands that exclude a ledger, or that others imply.
const WITHOUT_LEDGER: &[(&str, &[&str])] = &[
    (
        "cover count",
        &[
            "columns",
            "keep",
            "matrix",
            "method",
            "secondary",
            "sparse",
            "symmetry",
            "up-to-symmetry",
        ],
    ),
    ("sudoku count", &["max-solutions"]),
    ("queens count", &["board", "tally"]),
    (
        "queens complete",
        &["all", "board", "limit", "list", "max-solutions"],
    ),
    (
        "sudoku explain",
        &[
            "dtype", "grid", "limit", "notation", "nth", "scale", "steps",
        ],
    ),
    ("queens classes", &["board", "regions", "shifts", "torus"]),
    ("sudoku generate", &["samurai", "unique"]),
    (
        "cover list",
        &["columns", "limit", "matrix", "secondary", "sparse"],
    ),
];

/// Names of all flags in the help of a command, each with true if it has no value.
fn flags(command: &str) -> BTreeMap<String, bool> {
    let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
    let help = String::from_utf8(countless(&words).stdout).expect("help is text");
    let flag = |line: &str| {
        let line = line.trim_start();
        let flag = line.split(", ").find_map(|part| part.strip_prefix("--"))?;
        let name = flag.split([' ', '=', '[', '<']).next()?;
        let is_flag = line.starts_with('-');
        is_flag.then(|| (name.to_owned(), flag == name))
    };
    help.lines().filter_map(flag).collect()
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
    let mut number = 0;
    for (command, base, groups) in COMMANDS {
        let mut options: Vec<String> = groups.concat().into_iter().map(str::to_owned).collect();
        let given = [*base]
            .into_iter()
            .chain(options.iter().map(String::as_str));
        let tested: BTreeSet<String> = given
            .flat_map(|part| part.split(' '))
            .filter_map(|word| Some(word.strip_prefix("--")?.to_owned()))
            .collect();
        let excluded = WITHOUT_LEDGER.iter().find(|(name, _)| name == command);
        for (flag, is_switch) in flags(command) {
            let is_known = tested.contains(&flag)
                || NEUTRAL.contains(&&*flag)
                || excluded.is_some_and(|(_, flags)| flags.contains(&&*flag));
            if !is_known {
                assert!(is_switch, "{command} --{flag}: does it change the plan?");
                options.push(format!("--{flag}"));
            }
        }
        for option in options {
            number += 1;
            let ledger = folder.path(&format!("{number}.ledger"));
            let run = |option: &str, out: &str| {
                let out = folder.path(&format!("{number}-{out}.ndjson"));
                let words = line(base, option).into_iter().map(|word| {
                    word.replace("OUT", &out)
                        .replace("GRID", GRID)
                        .replace("GIVEN", GIVEN)
                        .replace("OTHER", &GIVEN.replacen('8', ".", 1))
                        .replace("IN/", &format!("{inputs}/"))
                });
                let words = command.split(' ').map(str::to_owned).chain(words);
                let words: Vec<String> = words
                    .chain(["--ledger".to_owned(), ledger.clone()])
                    .collect();
                countless(&words.iter().map(String::as_str).collect::<Vec<_>>())
            };
            let (option, other) = option.split_once(" | ").unwrap_or((&option, ""));
            let begun = run(option, "with");
            let stderr = String::from_utf8_lossy(&begun.stderr).into_owned();
            assert!(
                fs::exists(&ledger).expect("it can be seen"),
                "{command} {option}: {stderr}"
            );
            let records = fs::read(&ledger).expect("it can be read");
            let again = run(other, "without");
            let stderr = String::from_utf8_lossy(&again.stderr).into_owned();
            assert_eq!(again.status.code(), Some(2), "{command} {option}: {stderr}");
            assert!(names_an_option(&stderr), "{command} {option}: {stderr}");
            assert_eq!(
                fs::read(&ledger).expect("it can be read"),
                records,
                "{command} {option}"
            );
        }
    }
}
