//! Errors of the command line. clap finds the fault; the definitions of the commands give a
//! suggestion and the expected values. A suggestion for an unknown word is a name in other letters, a
//! synonym, or the name with a typing mistake.

use std::borrow::Borrow;
use std::ffi::OsString;

use super::help::{self, Topic};
use super::output::{Exit, exit_code, plain, print, print_message, terminal_width};
use super::paths::flag_name;
use super::sudoku::HALF_GRID;
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use strsim::osa_distance;

/// Maximum number of names that an error lists.
const MANY_VALUES: usize = 12;

/// Maximum number of commands that a hint lists for a flag.
const MANY_COMMANDS: usize = 8;

/// Prints the requested help, or the error of a command line with a hint. Returns the exit code.
pub fn answer_usage_error(error: &Error, command: &Command, words: &[OsString]) -> u8 {
    let text = error.render().to_string();
    let line = CommandWords::new(command, words);
    let short_help = || help::page(&line.path, terminal_width());
    if error.kind() == ErrorKind::DisplayHelp && help::is_asked_for(words) {
        return exit_code(print(&short_help()).map(|()| Exit::Complete));
    }
    if !error.use_stderr() {
        return exit_code(print(&text).map(|()| Exit::Complete));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        print_message(short_help().trim_end());
        return 2;
    }
    let (fault, hint) = match error.kind() {
        ErrorKind::InvalidSubcommand => line.unknown_command(error),
        ErrorKind::MissingRequiredArgument => line.missing(error),
        ErrorKind::UnknownArgument => line.unknown_argument(error, &text),
        _ => line.invalid(error, &text),
    };
    let hint = hint.map_or(String::new(), |hint| format!("\nhint: {hint}"));
    print_message(&format!("error: {fault}{hint}"));
    2
}

/// True if the command line ends in `help --help`, which prints the same text as `help`.
pub fn asks_for_help_twice(command: &Command, words: &[OsString]) -> bool {
    let [_, path @ .., help, last] = words else {
        return false;
    };
    let mut path = path.iter();
    let group = path.try_fold(command, |command, word| command.find_subcommand(word));
    help == "help"
        && (last == "--help" || last == "-h")
        && group.is_some_and(Command::has_subcommands)
}

/// Fault and optional hint.
type FaultAndHint = (String, Option<String>);

/// Words of a command line, and their command.
struct CommandWords<'a> {
    root: &'a Command,
    words: &'a [OsString],
    /// Commands from the root to the selected one.
    path: Vec<&'a Command>,
}

impl<'a> CommandWords<'a> {
    fn new(root: &'a Command, words: &'a [OsString]) -> Self {
        let mut path = vec![root];
        let mut at = root;
        for word in words.iter().skip(1) {
            if let Some(below) = at.find_subcommand(word) {
                path.push(below);
                at = below;
            }
        }
        Self { root, words, path }
    }

    fn command(&self) -> &'a Command {
        self.path.last().unwrap_or(&self.root)
    }

    /// Full name of the command, such as `countless queens count`.
    fn name(&self) -> String {
        help::full_name(&self.path)
    }

    /// Fault of an unknown command, with the known ones.
    fn unknown_command(&self, error: &Error) -> FaultAndHint {
        let found = value(error, ContextKind::InvalidSubcommand);
        let asks = self.words.get(1).is_some_and(|word| word == "help");
        if let [_, _, topic, rest, ..] = self.words
            && Topic::asked_for(&self.words[..3]).is_some()
        {
            let (topic, rest) = (topic.to_string_lossy(), rest.to_string_lossy());
            let fault = format!("unexpected argument '{rest}' after the topic {topic}");
            return (fault, None);
        }
        if let Some(meant) = self.meant_command(&found) {
            let fault = format!("unknown command '{found}': did you mean {meant}?");
            return (fault, None);
        }
        if asks {
            let group = self.words.get(2);
            let group = group.and_then(|word| self.root.find_subcommand(word));
            return match group.map(Command::get_name) {
                Some(group) => (
                    format!("no command '{group} {found}'"),
                    Some(format!("`countless help {group}` lists the commands")),
                ),
                None => (
                    format!("no command or topic '{found}'"),
                    Some("`countless help` lists the commands and topics".to_owned()),
                ),
            };
        }
        let names = self.command().get_subcommands().map(Command::get_name);
        let names = joined(&names.collect::<Vec<_>>(), "or");
        (
            format!("unknown command '{found}': expected {names}"),
            Some(format!("`{} --help`", self.name())),
        )
    }

    /// Returns the first word that is a puzzle and begins with a `-`.
    fn dashed_puzzle(&self) -> Option<&str> {
        let is_cell = |byte: u8| b"0123456789.*-_xX".contains(&byte);
        let mut words = self.words.iter().filter_map(|word| word.to_str());
        words.find(|word| {
            word.len() > HALF_GRID && word.starts_with('-') && word.bytes().all(is_cell)
        })
    }

    /// Fault of a missing argument: a flag that another flag needs, or a positional argument.
    fn missing(&self, error: &Error) -> FaultAndHint {
        let names = values(error, ContextKind::InvalidArg);
        let shown = joined(&names, "and");
        if let Some(needing) = self.needing(&names) {
            let fault = format!("{needing} needs {}", shown.replace(['<', '>'], ""));
            return (fault, None);
        }
        let mut args = self.command().get_arguments();
        let name = |arg: &Arg| flag_name(arg);
        let is_it = |arg: &&Arg| names.iter().any(|other| other.contains(&name(arg)));
        let help = args.find(is_it).map(expected_text).unwrap_or_default();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let fault = format!("{shown} {verb} missing{help}");
        (fault, Some(self.example()))
    }

    /// Returns the given flag, with its value, that needs the missing arguments.
    fn needing(&self, missing: &[String]) -> Option<String> {
        (1..self.words.len()).find_map(|at| {
            let word = self.words[at].to_string_lossy();
            let name = word.strip_prefix("--")?.trim_start_matches('-');
            let (name, has_value) = (name.split('=').next()?, name.contains('='));
            let mut args = self.command().get_arguments();
            let arg = args.find(|arg| arg.get_long() == Some(name))?;
            let takes_value = arg.get_action().takes_values() && !arg.is_require_equals_set();
            let length = 1 + usize::from(takes_value && !has_value);
            let end = (at + length).min(self.words.len());
            let rest = [&self.words[..at], &self.words[end..]].concat();
            let again = self.root.clone().try_get_matches_from(rest).err();
            let still = again.filter(|error| error.kind() == ErrorKind::MissingRequiredArgument);
            let still = still.map_or(Vec::new(), |error| values(&error, ContextKind::InvalidArg));
            let given = self.words[at..end].join(" ".as_ref());
            let is_met = !missing.iter().any(|name| still.contains(name));
            is_met.then(|| given.to_string_lossy().into_owned())
        })
    }

    /// Returns the first example of the command, or else the command that prints its help.
    fn example(&self) -> String {
        let name = self.name();
        let text = plain(self.command().get_after_help());
        let mut lines = text.lines().map(str::trim);
        match lines.find(|line| line.starts_with(&name)) {
            Some(example) => format!("for example `{example}`"),
            None => format!("`{name} --help`"),
        }
    }

    /// Fault of an unexpected argument, with the flag or command that accepts it.
    fn unknown_argument(&self, error: &Error, text: &str) -> FaultAndHint {
        let found = value(error, ContextKind::InvalidArg);
        let synonym = found.strip_prefix("--").filter(|name| {
            let args = self.command().get_arguments();
            !names_meant(name, &args.filter_map(Arg::get_long).collect::<Vec<_>>()).is_empty()
        });
        let elsewhere = || self.elsewhere(&found).or_else(|| self.with_equals(&found));
        if let Some(hint) = elsewhere().filter(|_| synonym.is_none()) {
            return (first_paragraph(text), Some(hint));
        }
        if let Some(puzzle) = self.dashed_puzzle() {
            let fault = format!("{puzzle:?} begins with a - and is taken for a flag");
            return (fault, Some("after --, it is a puzzle".to_owned()));
        }
        let meant = self.meant_flag(&found);
        let list = || format!("`{} --help` lists the arguments", self.name());
        let hint = meant.is_none().then(list);
        (Self::suggesting(first_paragraph(text), meant), hint)
    }

    /// Hint for a value that must follow its flag after `=`.
    fn with_equals(&self, found: &str) -> Option<String> {
        let at = self.words.iter().position(|word| word == found)?;
        let before = self.words.get(at.checked_sub(1)?)?.to_str()?;
        let name = before.strip_prefix("--")?;
        let mut args = self.command().get_arguments();
        let arg = args.find(|arg| arg.get_long() == Some(name))?;
        arg.is_require_equals_set()
            .then(|| format!("{before}={found}"))
    }

    /// Hint that lists the commands with this flag: those of the same family, or else all.
    fn elsewhere(&self, flag: &str) -> Option<String> {
        let name = flag.strip_prefix("--")?;
        let mut found = Vec::new();
        with_flag(self.root, name, self.root.get_name(), &mut found);
        let (_, above) = self.path.split_last()?;
        let family = help::full_name(above) + " ";
        let beside = |path: &str| path.starts_with(&family) && self.path.len() > 2;
        if found.iter().any(|(path, _)| beside(path)) {
            found.retain(|(path, _)| beside(path));
        }
        // A flag with another value has another meaning.
        let value = found.first().and_then(|(_, value)| value.clone());
        found.retain(|(_, other)| *other == value);
        if found.is_empty() || found.len() > MANY_COMMANDS {
            return None;
        }
        let verb = if found.len() == 1 { "has" } else { "have" };
        // The first name is complete; later names omit the common prefix.
        let short = found.iter().enumerate().map(|(at, (path, _))| {
            let rest = path.strip_prefix(&family).filter(|_| at > 0);
            format!("`{}`", rest.unwrap_or(path))
        });
        let short: Vec<String> = short.collect();
        Some(format!("{} {verb} {flag}", joined(&short, "and")))
    }

    /// Any other fault.
    fn invalid(&self, error: &Error, text: &str) -> FaultAndHint {
        let found = value(error, ContextKind::InvalidValue);
        let fault = first_paragraph(text);
        // A suggestion would be lost in a long list of names.
        let values = values(error, ContextKind::ValidValue);
        let names: Vec<&str> = values.iter().map(String::as_str).collect();
        let meant = any_of(&similar_names(&found, &names));
        if values.len() <= MANY_VALUES {
            return (Self::suggesting(fault, meant), None);
        }
        let before = fault.split(" [possible values").next();
        let fault = before.unwrap_or_default().to_owned();
        let hint = match Topic::listing(&values) {
            Some(topic) => format!("`countless help {topic}` lists the names"),
            None => format!("`{} --help`", self.name()),
        };
        let hint = meant.is_none().then_some(hint);
        (Self::suggesting(fault, meant), hint)
    }

    /// Adds the suggestion to a fault.
    fn suggesting(fault: String, meant: Option<String>) -> String {
        match meant {
            Some(meant) => format!("{fault} - did you mean {meant}?"),
            None => fault,
        }
    }

    /// Commands that an unknown word may mean: those of the group, or else of other groups.
    fn meant_command(&self, found: &str) -> Option<String> {
        let names = |group: &'a Command| -> Vec<&'a str> {
            group.get_subcommands().map(Command::get_name).collect()
        };
        let groups = self.root.get_subcommands();
        let others = groups.filter(|group| group.get_name() != "help");
        let others = others.flat_map(|group| {
            let meant = names_meant(found, &names(group)).into_iter();
            meant.map(move |name| format!("{} {name}", group.get_name()))
        });
        any_of(&similar_names(found, &names(self.command())))
            .or_else(|| any_of(&others.collect::<Vec<_>>()))
    }

    /// Flags that an unknown flag may mean.
    fn meant_flag(&self, found: &str) -> Option<String> {
        let found = found.strip_prefix("--")?;
        let args = self.command().get_arguments();
        let visible = args.filter(|arg| !arg.is_hide_set());
        let names: Vec<&str> = visible.filter_map(Arg::get_long).collect();
        let meant = similar_names(found, &names);
        let meant: Vec<String> = meant.iter().map(|name| format!("--{name}")).collect();
        any_of(&meant)
    }
}

/// First paragraph of an error. Usage and further help follow after an empty line.
fn first_paragraph(text: &str) -> String {
    let text = text.split("\n\n").next().unwrap_or(text);
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.split_once("\nhint: ") {
        Some((fault, hint)) => format!("{}\nhint: {}", words(fault), words(hint)),
        None => words(text),
    }
}

/// Words of an error of one kind.
fn values(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(words)) => words.clone(),
        Some(ContextValue::String(word)) => vec![word.clone()],
        _ => Vec::new(),
    }
}

/// Word of an error of one kind; empty without it.
fn value(error: &Error, kind: ContextKind) -> String {
    values(error, kind).pop().unwrap_or_default()
}

/// Meaning of an argument, or its values if there are few.
fn expected_text(arg: &Arg) -> String {
    let values = arg.get_possible_values();
    let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    if (1..=MANY_VALUES).contains(&values.len()) {
        return format!(": expected {}", joined(&values, "or"));
    }
    let help = plain(arg.get_help());
    let mut letters = help.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            format!(": {}{}", first.to_lowercase(), &help[first.len_utf8()..])
        }
        (Some(_), _) => format!(": {help}"),
        (None, _) => String::new(),
    }
}

/// Joins names: `a, b and c`.
fn joined<S: Borrow<str>>(names: &[S], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.borrow().to_owned(),
        [all @ .., end] => format!("{} {last} {}", all.join(", "), end.borrow()),
    }
}

/// Joins the names of a suggestion; none without a name.
fn any_of<S: Borrow<str>>(names: &[S]) -> Option<String> {
    (!names.is_empty()).then(|| joined(names, "or"))
}

/// Collects the commands from `command` down that have a flag, with the name of its value.
fn with_flag(command: &Command, flag: &str, path: &str, found: &mut Vec<(String, Option<String>)>) {
    let mut args = command.get_arguments();
    if let Some(arg) = args.find(|arg| arg.get_long() == Some(flag)) {
        let value = arg.get_value_names().and_then(<[_]>::first);
        found.push((path.to_owned(), value.map(ToString::to_string)));
    }
    for below in command.get_subcommands() {
        with_flag(below, flag, &format!("{path} {}", below.get_name()), found);
    }
}

/// Words of the field that are not names, a line for each: `draw: show`. Names of commands and flags
/// of this meaning follow.
const SYNONYMS: &str = include_str!("help/synonyms.txt");

/// Returns the names that a word may mean, the best kind of match only.
pub fn similar_names<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
    let meant = names_meant(word, names);
    if !meant.is_empty() {
        return meant;
    }
    let word = folded(word);
    let length = word.chars().count();
    if length < 3 {
        return Vec::new();
    }
    let distance = |name: &str| match folded(name) {
        // The first letters of a longer name.
        name if name.starts_with(&word) => 0,
        name => osa_distance(&word, &name),
    };
    let least = names.iter().map(|name| distance(name)).min();
    // One mistake in three to five letters, two in six to eight, and so on.
    let least = least.filter(|least| *least <= length / 3);
    let nearest = names.iter().filter(|name| Some(distance(name)) == least);
    nearest.copied().collect()
}

/// Returns the names with the letters of a word, or else the names that it is a synonym for.
pub fn names_meant<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
    let word = folded(word);
    let equal = names.iter().filter(|name| folded(name) == word);
    let equal: Vec<&str> = equal.copied().collect();
    if !equal.is_empty() {
        return equal;
    }
    let mut lines = SYNONYMS.lines().filter_map(|line| line.split_once(": "));
    let line = lines.find(|(other, _)| *other == word);
    let meant = line.map_or("", |(_, meant)| meant).split(' ');
    let known = meant.filter_map(|meant| names.iter().find(|name| **name == meant));
    known.copied().collect()
}

/// Lower-case letters and digits of a word.
fn folded(word: &str) -> String {
    let letters = word.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn the_last_name_of_a_list_has_a_word_before_it() {
        assert_eq!(joined(&["a"], "or"), "a");
        assert_eq!(joined(&["a", "b", "c"], "or"), "a, b or c");
    }
}

#[cfg(test)]
mod similar_names_tests {
    use proptest::prelude::*;

    use super::{SYNONYMS, osa_distance, similar_names};

    #[test]
    fn case_synonyms_and_mistakes_lead_to_names() {
        let techniques = ["x-wing", "w-wing", "xy-wing", "x-chain"];
        let commands = ["solve", "rate", "hint", "show", "distinct", "play-check"];
        let flags = ["format", "format-in", "threads", "max-solutions"];
        for (word, names, meant) in [
            ("X-Wing", &techniques[..], &["x-wing"][..]),
            ("XYwing", &techniques, &["xy-wing"]),
            ("x_chian", &techniques, &["x-chain"]),
            ("print", &commands, &["show"]),
            ("difficulty", &commands, &["rate"]),
            ("validate", &commands, &["solve", "play-check"]),
            ("hnit", &commands, &["hint"]),
            ("dist", &commands, &["distinct"]),
            ("--treads", &flags, &["threads"]),
            ("--limit", &flags, &["max-solutions"]),
            ("--sort", &flags, &[]),
            ("xyz", &commands, &[]),
            ("a", &commands, &[]),
        ] {
            assert_eq!(similar_names(word, names), meant, "{word}");
        }
    }

    #[test]
    fn synonyms_are_sorted_and_folded() {
        assert!(SYNONYMS.lines().is_sorted_by(|a, b| a < b));
        for line in SYNONYMS.lines() {
            let (word, _) = line.split_once(": ").expect("names follow a colon");
            assert_eq!(super::folded(word), word);
        }
    }

    /// Least number of edits, by trying each first edit.
    fn by_definition(one: &[char], other: &[char]) -> usize {
        let (Some((a, rest)), Some((b, others))) = (one.split_first(), other.split_first()) else {
            return one.len().max(other.len());
        };
        let mut least = by_definition(rest, others) + usize::from(a != b);
        least = least.min(by_definition(rest, other) + 1);
        least = least.min(by_definition(one, others) + 1);
        if let ([a, b, rest @ ..], [c, d, others @ ..]) = (one, other)
            && a == d
            && b == c
        {
            least = least.min(by_definition(rest, others) + 1);
        }
        least
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_definition(one in "[abc]{0,6}", other in "[abc]{0,6}") {
            let letters = |word: &str| word.chars().collect::<Vec<char>>();
            let expected = by_definition(&letters(&one), &letters(&other));
            prop_assert_eq!(osa_distance(&one, &other), expected);
        }
    }
}
