//! Tests of the command line as a whole: a flag of one name has one meaning in all commands.

mod prose;

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command};

/// Flags that differ between commands, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "all",
        "every solution, subset or fundamental solution, whichever the command writes",
    ),
    ("columns", "of a board, or of a matrix"),
    (
        "grid",
        "candidates in a grid, or the cells of a board for pieces",
    ),
    (
        "ledger",
        "`ledger merge` writes one instead of continuing it",
    ),
    ("method", "the methods of queens, or of exact covers"),
    (
        "nth",
        "`queens show` draws one board; the other commands continue after the K-th",
    ),
    ("output", "the kind of output and its formats"),
    (
        "piece",
        "`cover make` has two pieces, and `queens solve` another default",
    ),
    ("regions", "of boards of queens, or of sudokus"),
    (
        "seed",
        "estimates and samples of ledgers are repeatable by default, random results are not",
    ),
    (
        "size",
        "`unavoidable` has no variants: its sets have a size",
    ),
    (
        "solution",
        "the solution itself, or its class and that of the puzzle",
    ),
    (
        "subtrees",
        "`sudoku count` splits only single puzzles, and `generate` makes chunks",
    ),
    (
        "symmetry",
        "symmetries of exact covers, or the pattern of the clues of a sudoku",
    ),
    ("without", "cells of a board, or puzzles of a file"),
];

/// Meaning of a flag in a command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct FlagMeaning {
    /// First clause of the help.
    help: String,
    value: Option<String>,
    value_type: String,
    default: Vec<String>,
}

impl FlagMeaning {
    fn of(arg: &Arg) -> Self {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let names = arg.get_value_names().unwrap_or_default();
        let takes_value = arg.get_action().takes_values();
        let defaults = arg.get_default_values().iter();
        Self {
            help: first_clause(&help),
            value: names
                .first()
                .filter(|_| takes_value)
                .map(ToString::to_string),
            value_type: format!("{:?}", arg.get_value_parser().type_id()),
            default: defaults
                .map(|value| value.to_string_lossy().into_owned())
                .collect(),
        }
    }
}

/// First clause of a help text, with one name for all things.
fn first_clause(help: &str) -> String {
    let ends = ["; ", ". ", ": ", " [", " (", ", "];
    let ends = ends.iter().filter_map(|end| help.find(end));
    let clause = &help[..ends.min().unwrap_or(help.len())];
    let words = clause
        .split(' ')
        .map(|word| match word.strip_suffix('s').unwrap_or(word) {
            "puzzle" | "board" | "solution" | "record" | "figure" | "row" | "piece" | "solid" => {
                "thing"
            }
            "chunk" => "subtree",
            _ => word,
        });
    words.collect::<Vec<_>>().join(" ")
}

/// All commands with their names.
fn commands() -> Vec<(String, Command)> {
    fn add(command: &Command, path: &str, all: &mut Vec<(String, Command)>) {
        all.push((path.to_owned(), command.clone()));
        for inner in command.get_subcommands() {
            if inner.get_name() != "help" {
                add(inner, &format!("{path} {}", inner.get_name()), all);
            }
        }
    }
    let mut root = crate::cli::command();
    root.build();
    let mut all = Vec::new();
    add(&root, "countless", &mut all);
    all
}

#[test]
fn a_named_command_is_parsed_as_among_all() {
    let commands = commands();
    let texts = commands.iter().map(|(_, command)| command.get_after_help());
    let texts: Vec<String> = texts.flatten().map(ToString::to_string).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let examples = lines.filter(|line| line.starts_with("  countless "));
    let mut named = 0;
    for example in examples.chain([
        "countless queens count 8 --kernel scalar -q",
        "countless sudoku solve - --format grid",
        "countless sudoku playcheck a b",
        "countless sudoku generate --count -1",
        "countless cover make queens 8 --torus --json",
    ]) {
        let words = shlex::split(example).expect("it is a command line");
        let is_own = |word: &&String| !["|", ">", "#", "&&"].contains(&word.as_str());
        let words = words.iter().take_while(is_own).map(Into::into);
        let words: Vec<std::ffi::OsString> = words.collect();
        let few = super::named_command(&words).map(|command| super::parse(command, &words));
        if let Some((_, Ok((few, _)))) = few {
            let (_, all) = super::parse(super::command(), &words);
            let (all, _) = all.unwrap_or_else(|error| panic!("{example}: {error}"));
            assert_eq!(format!("{few:?}"), format!("{all:?}"), "{example}");
            named += 1;
        }
    }
    assert!(named > 140, "{named}");
}

#[test]
fn a_flag_has_one_meaning() {
    let mut meanings: BTreeMap<String, BTreeMap<FlagMeaning, Vec<String>>> = BTreeMap::new();
    for (name, command) in commands() {
        for arg in command.get_arguments() {
            if let Some(long) = arg.get_long() {
                let flag = meanings.entry(long.to_owned()).or_default();
                flag.entry(FlagMeaning::of(arg))
                    .or_default()
                    .push(name.clone());
            }
        }
    }
    assert!(meanings.len() > 80, "{}", meanings.len());
    let mut faults = Vec::new();
    for (flag, variants) in &meanings {
        let reason = EXCEPTIONS.iter().find(|(name, _)| name == flag);
        match (variants.len(), reason) {
            (1, Some(_)) => faults.push(format!("--{flag} is an exception without need")),
            (2.., None) => faults.push(format!("--{flag}: {variants:#?}")),
            _ => {}
        }
    }
    for (flag, _) in EXCEPTIONS {
        assert!(meanings.contains_key(*flag), "--{flag} does not exist");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// An alias is not the name of another flag, and a short name stands for one flag.
#[test]
fn aliases_and_letters_have_one_meaning() {
    let commands = commands();
    let args = || {
        commands
            .iter()
            .flat_map(|(_, command)| command.get_arguments())
    };
    let longs: BTreeSet<&str> = args().filter_map(Arg::get_long).collect();
    let (mut aliases, mut letters) = (BTreeMap::new(), BTreeMap::new());
    for arg in args() {
        for alias in arg.get_all_aliases().unwrap_or_default() {
            assert!(!longs.contains(alias), "--{alias} is a flag and an alias");
            let long = arg.get_long();
            assert_eq!(*aliases.entry(alias).or_insert(long), long, "--{alias}");
        }
        if let Some(letter) = arg.get_short() {
            let long = arg.get_long();
            assert_eq!(*letters.entry(letter).or_insert(long), long, "-{letter}");
        }
    }
    assert!(letters.len() > 3, "{letters:?}");
}
