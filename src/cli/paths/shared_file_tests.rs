use std::any::TypeId;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};

use super::super::{command, run};
use super::{Role, argument_name, check, flag_name};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_file as symlink;

/// Arguments that contain text, and never the name of a file.
const TEXTS: [&str; 8] = [
    "column", "grid", "keep", "name", "puzzle", "strata", "title", "without",
];

/// Environment variable for [`as_the_program`]: the words of a command line, one per line.
const WORDS: &str = "COUNTLESS_TEST_WORDS";

/// All commands, with the words that call them.
fn commands() -> Vec<(Vec<String>, Command)> {
    fn collect(words: &[String], command: &Command, all: &mut Vec<(Vec<String>, Command)>) {
        all.push((words.to_vec(), command.clone()));
        for inner in command
            .get_subcommands()
            .filter(|inner| inner.get_name() != "help")
        {
            collect(
                &[words, &[inner.get_name().to_owned()]].concat(),
                inner,
                all,
            );
        }
    }
    let mut root = command();
    root.build();
    let mut all = Vec::new();
    collect(&["countless".to_owned()], &root, &mut all);
    all
}

/// Arguments of a command that name files.
fn files(command: &Command) -> Vec<(&Arg, Role)> {
    let roles = command.get_arguments().map(|arg| (arg, Role::of(arg)));
    roles.filter_map(|(arg, role)| Some((arg, role?))).collect()
}

#[test]
fn every_argument_that_may_be_a_file_declares_its_role() {
    for (words, command) in commands() {
        for arg in command
            .get_arguments()
            .filter(|arg| arg.get_action().takes_values() && Role::of(arg).is_none())
        {
            let names = arg.get_value_names().unwrap_or_default();
            let is_named = |word: &str| names.iter().any(|name| name.contains(word));
            let type_id = arg.get_value_parser().type_id();
            let is_path = ["FILE", "FOLDER", "DIR", "PATH"].into_iter().any(is_named)
                || type_id == TypeId::of::<PathBuf>()
                || type_id == TypeId::of::<OsString>()
                || type_id == TypeId::of::<String>() && !TEXTS.contains(&arg.get_id().as_str());
            assert!(
                !is_path,
                "{words:?} {arg}: give it a type of `paths`, or add it to TEXTS"
            );
        }
    }
}

/// Command line: values of some arguments of a command, and of the required ones.
#[derive(Clone)]
struct ArgumentLine<'a> {
    words: &'a [String],
    command: &'a Command,
    values: BTreeMap<String, PathBuf>,
}

impl<'a> ArgumentLine<'a> {
    fn new(words: &'a [String], command: &'a Command, values: &[(&Arg, &Path)]) -> Self {
        let id = |arg: &Arg| arg.get_id().to_string();
        let values = values
            .iter()
            .map(|(arg, path)| (id(arg), path.to_path_buf()));
        let values = values.collect();
        Self {
            words,
            command,
            values,
        }
    }

    fn words(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = self.words.iter().map(OsString::from).collect();
        let given = |arg: &&Arg| self.values.contains_key(arg.get_id().as_str());
        let mut args: Vec<&Arg> = self.command.get_arguments().filter(given).collect();
        args.sort_by_key(|arg| arg.get_index());
        for arg in args {
            if let Some(long) = arg.get_long() {
                all.push(format!("--{long}").into());
            }
            if arg.get_action().takes_values() {
                all.push(self.values[arg.get_id().as_str()].clone().into());
            }
        }
        all
    }

    /// The line with other paths in place of some values.
    fn at(&self, paths: [(&str, &Path); 3]) -> Self {
        let mut line = self.clone();
        for value in line.values.values_mut() {
            let path = paths.iter().find(|(name, _)| value == Path::new(name));
            if let Some((_, path)) = path {
                *value = path.to_path_buf();
            }
        }
        line
    }

    /// Gives an argument a value. Returns false if it has one.
    fn add(&mut self, arg: &Arg, other: &Path) -> bool {
        let id = arg.get_id().to_string();
        if self.values.contains_key(&id) {
            return false;
        }
        let value = sample(arg).map_or(other.to_owned(), PathBuf::from);
        self.values.insert(id, value).is_none()
    }

    /// Adds required arguments, with `other` as their file. Returns false if the arguments exclude
    /// each other.
    fn complete(mut self, program: &mut Command, other: &Path) -> (Self, bool) {
        let positional = |arg: &&Arg| arg.is_positional() && arg.is_required_set();
        for arg in self.command.get_arguments().filter(positional) {
            self.add(arg, other);
        }
        loop {
            let parsed = program.try_get_matches_from_mut(self.words());
            let Err(error) = parsed else {
                return (self, true);
            };
            match (error.kind(), error.get(ContextKind::InvalidArg)) {
                (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => {
                    // An argument that is required only here is written as an optional one.
                    let bare = |text: &str| text.replace(['<', '>', '[', ']'], "");
                    let mut arg = self.command.get_arguments();
                    let arg = arg.find(|arg| bare(&missing[0]) == bare(&arg.to_string()));
                    let arg = arg.unwrap_or_else(|| panic!("{:?}: {error}", self.words()));
                    assert!(self.add(arg, other), "{:?}: {error}", self.words());
                }
                (ErrorKind::ArgumentConflict, _) => return (self, false),
                _ => panic!("{:?}: {error}", self.words()),
            }
        }
    }
}

/// Value for a required argument; none if it is a file.
fn sample(arg: &Arg) -> Option<&'static str> {
    if !arg.get_action().takes_values() {
        return Some("");
    }
    match (Role::of(arg), arg.get_id().as_str()) {
        (Some(_), _) => None,
        (None, "n") => Some("8"),
        (None, "clues") => Some("17"),
        (None, "copies") => Some("1"),
        (None, "shares") => Some("a=1"),
        (None, "sides") => Some("3x3x3"),
        (None, "puzzle") => Some("."),
        (None, "grid") => Some(
            "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
        ),
        (None, id) => panic!("{id} needs a value"),
    }
}

/// Kind of alias: two paths that name one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathAlias {
    Spelled,
    Dotted,
    Symbolic,
    Hard,
    /// File that does not exist yet.
    Missing,
    /// Link to a file that does not exist yet.
    Dangling,
}

const PATH_ALIASES: [PathAlias; 6] = [
    PathAlias::Spelled,
    PathAlias::Dotted,
    PathAlias::Symbolic,
    PathAlias::Hard,
    PathAlias::Missing,
    PathAlias::Dangling,
];

impl PathAlias {
    /// Two paths in a folder to one file or one folder.
    fn paths(self, folder: &Path, is_folder: bool) -> (PathBuf, PathBuf) {
        let (one, two) = (folder.join("one"), folder.join("two"));
        if is_folder {
            fs::create_dir(&one).expect("a folder");
            fs::write(one.join("inside"), "text").expect("a file");
        } else if !matches!(self, Self::Missing | Self::Dangling) {
            fs::write(&one, "text").expect("a file");
        }
        let two = match self {
            Self::Spelled | Self::Missing => one.clone(),
            Self::Dotted => folder.join(".").join("one"),
            Self::Symbolic | Self::Dangling => {
                symlink(&one, &two).expect("a link");
                two
            }
            Self::Hard => {
                fs::hard_link(&one, &two).expect("a link");
                two
            }
        };
        (one, two)
    }

    /// True if files of two roles can be aliases of this kind.
    fn suits(self, one: Role, two: Role) -> bool {
        match self {
            // Windows restricts the creation of links.
            Self::Symbolic | Self::Dangling if cfg!(windows) => false,
            Self::Spelled | Self::Dotted | Self::Symbolic => true,
            Self::Hard => !is_folder(one) && !is_folder(two),
            Self::Missing | Self::Dangling => {
                one.writes() && two.writes() && !is_folder(one) && !is_folder(two)
            }
        }
    }
}

fn is_folder(role: Role) -> bool {
    matches!(role, Role::InputFolder | Role::OutputFolder)
}

/// All files below a folder, with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.is_symlink() {
            all.extend(contents(&path));
        }
        all.insert(path.clone(), fs::read(&path).ok());
    }
    all
}

/// Runs a command line in a separate process, as the program does.
fn run_program(words: &[OsString], folder: &Path) -> Output {
    let words: Vec<&str> = words
        .iter()
        .map(|word| word.to_str().expect("text"))
        .collect();
    let program = std::env::current_exe().expect("this program");
    Process::new(program)
        .args([
            "--exact",
            "cli::paths::shared_file_tests::as_the_program",
            "--test-threads",
            "1",
        ])
        .env(WORDS, words.join("\n"))
        .current_dir(folder)
        .output()
        .expect("it runs")
}

/// Acts as the program for other tests.
#[test]
fn as_the_program() {
    if let Ok(words) = std::env::var(WORDS) {
        std::process::exit(run(words.lines().map(OsString::from)).into());
    }
}

/// Requires an error that names both flags, with all files unchanged.
fn refused(line: &ArgumentLine<'_>, flags: [&str; 2], folder: &Path, together: bool) {
    let (words, before) = (line.words(), contents(folder));
    let output = run_program(&words, folder);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {stderr}");
    for flag in flags {
        let is_named = stderr.contains(flag) || stderr.contains(argument_name(flag));
        assert!(is_named, "{words:?}: no {flag} in {stderr}");
    }
    assert!(
        !together || stderr.contains("same file"),
        "{words:?}: {stderr}"
    );
    assert!(
        contents(folder) == before,
        "{words:?} has changed {folder:?}"
    );
}

fn accepted(line: &ArgumentLine<'_>) {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(line.words());
    let checked = check(&command, &matches.expect("it has been parsed"));
    checked.unwrap_or_else(|error| panic!("{:?}: {error}", line.words()));
}

/// `--nocapture` shows every pair.
#[test]
fn no_two_arguments_of_a_command_share_a_file_that_is_written() {
    share_no_written_file(|group| group != "sudoku");
}

#[test]
fn no_two_arguments_for_sudokus_share_a_file_that_is_written() {
    share_no_written_file(|group| group == "sudoku");
}

/// Names the same file by two arguments of each command of some groups, in every way that suits them.
fn share_no_written_file(is_wanted: impl Fn(&str) -> bool) {
    let mut tried = 0;
    let mut program = command();
    for (words, command) in commands() {
        if !is_wanted(words.get(1).map_or("", String::as_str)) {
            continue;
        }
        let files = files(&command);
        for (place, &(one, one_role)) in files.iter().enumerate() {
            for &(two, two_role) in &files[place + 1..] {
                if !one_role.writes() && !two_role.writes() {
                    continue;
                }
                let flags = [&*flag_name(one), &*flag_name(two)];
                // Which arguments are required does not depend on the files.
                let [a, b, other] = ["one", "two", "other"].map(Path::new);
                let line = ArgumentLine::new(&words, &command, &[(one, a), (two, b)]);
                let (line, together) = line.complete(&mut program, other);
                for (number, way) in PATH_ALIASES
                    .into_iter()
                    .filter(|way| way.suits(one_role, two_role))
                    .enumerate()
                {
                    let folder = tempfile::tempdir().expect("temporary folder");
                    let other = folder.path().join("other");
                    fs::write(&other, "text").expect("a file");
                    let is_folder = is_folder(one_role) || is_folder(two_role);
                    let (a, b) = way.paths(folder.path(), is_folder);
                    // All paths are compared at once, so that one order of each kind is enough.
                    let (a, b) = if number % 2 == 0 { (a, b) } else { (b, a) };
                    let line = line.at([("one", &a), ("two", &b), ("other", &other)]);
                    refused(&line, flags, folder.path(), together);
                    tried += 1;
                }
                if together {
                    let folder = tempfile::tempdir().expect("temporary folder");
                    let [a, b, other] =
                        ["one", "two", "other"].map(|name| folder.path().join(name));
                    accepted(&line.at([("one", &a), ("two", &b), ("other", &other)]));
                }
                let note = if together { "" } else { " (never together)" };
                println!("{} {} {}{note}", words.join(" "), flags[0], flags[1]);
            }
        }
    }
    println!("{tried} command lines");
    assert!(tried > 100, "{tried}");
}

#[test]
fn files_beside_a_ledger_and_its_rows_are_not_shared() {
    let mut program = command();
    for (words, command) in commands() {
        let files = files(&command);
        let Some((ledger, _)) = files.iter().find(|(_, role)| *role == Role::Ledger) else {
            continue;
        };
        let output = files.iter().find(|(_, role)| *role == Role::Output);
        for &(arg, _) in files.iter().filter(|(_, role)| *role != Role::Ledger) {
            let folder = tempfile::tempdir().expect("temporary folder");
            let at = |name: &str| folder.path().join(name);
            for name in [
                "other",
                "l.part",
                "l.rows",
                "l.rows.part",
                "o.part",
                "o.part.tmp",
            ] {
                fs::write(at(name), "text").expect("a file");
            }
            for name in ["l.part", "l.rows", "l.rows.part"] {
                let values: [(&Arg, &Path); 2] = [(ledger, &at("l")), (arg, &at(name))];
                let (line, together) = ArgumentLine::new(&words, &command, &values)
                    .complete(&mut program, &at("other"));
                refused(
                    &line,
                    [&flag_name(ledger), &flag_name(arg)],
                    folder.path(),
                    together,
                );
            }
            let Some((output, _)) = output.filter(|(output, _)| output.get_id() != arg.get_id())
            else {
                continue;
            };
            for name in ["o.part", "o.part.tmp"] {
                let values: [(&Arg, &Path); 3] =
                    [(ledger, &at("l")), (output, &at("o")), (arg, &at(name))];
                let (line, together) = ArgumentLine::new(&words, &command, &values)
                    .complete(&mut program, &at("other"));
                if together {
                    refused(
                        &line,
                        [&flag_name(output), &flag_name(arg)],
                        folder.path(),
                        together,
                    );
                }
            }
        }
    }
}
