//! How a command ends, and the exit code that says so.

use std::io;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::output::{print, say};

/// More names than this are not listed in an error.
const MANY_VALUES: usize = 12;

/// A flag of more commands than this is not explained by naming them.
const MANY_COMMANDS: usize = 3;

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is done.
    Complete,
    /// All is done, but some input was bad or a check said no.
    Flawed,
    /// The user interrupted it.
    Interrupted,
}

impl Exit {
    /// Flawed, if anything is; else as it is.
    pub fn flawed_if(self, flawed: bool) -> Self {
        if flawed && self == Self::Complete {
            Self::Flawed
        } else {
            self
        }
    }
}

/// Maps how a command ended to the exit code, saying on stderr what went wrong.
pub fn code(result: anyhow::Result<Exit>) -> u8 {
    match result {
        Ok(Exit::Complete) => 0,
        Ok(Exit::Flawed) => 1,
        Ok(Exit::Interrupted) => 130,
        Err(error) if is_interrupted(&error) => {
            say("interrupted");
            130
        }
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            say(&format!("error: {error:#}"));
            let checked = error.downcast_ref::<countless::Error>();
            let is_check = matches!(checked, Some(countless::Error::Miscounted { .. }));
            if is_check { 1 } else { 2 }
        }
    }
}

/// Answers a request for help, or says in one line what is wrong with the command line.
pub fn usage(error: &clap::Error, command: &Command) -> u8 {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return code(print(&text).map(|()| Exit::Complete));
    }
    // After an empty line come the usage and where to find more.
    let what = text.split("\n\n").next().unwrap_or(&text);
    let elsewhere = elsewhere(error, command);
    let meant = meant(error).filter(|_| elsewhere.is_none());
    // A list of names that is longer than a few lines hides a suggestion.
    let has_many = matches!(
        error.get(ContextKind::ValidValue),
        Some(ContextValue::Strings(values)) if values.len() > MANY_VALUES
    );
    let what = match what.split_once("[possible values") {
        Some((before, _)) if has_many && meant.is_some() => before,
        _ => what,
    };
    let mut words: Vec<&str> = what.split_whitespace().collect();
    let meant = meant.map(|meant| format!("- did you mean {meant}?"));
    words.extend(meant.as_deref());
    let hint = elsewhere.map_or(String::new(), |hint| format!("\nhint: {hint}"));
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        say(text.trim_end());
    } else {
        say(&(words.join(" ") + &hint));
    }
    2
}

/// The commands that have a flag that this one lacks.
fn elsewhere(error: &clap::Error, command: &Command) -> Option<String> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let name = flag.strip_prefix("--")?;
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let mut found = Vec::new();
    with_flag(command, name, command.get_name(), &mut found);
    if found.is_empty() || found.len() > MANY_COMMANDS {
        return None;
    }
    let verb = if found.len() == 1 { "has" } else { "have" };
    Some(format!("{} {verb} {flag}", found.join(" and ")))
}

/// Collects the commands from `command` down that have a flag.
fn with_flag(command: &Command, flag: &str, path: &str, found: &mut Vec<String>) {
    if command
        .get_arguments()
        .any(|arg| arg.get_long() == Some(flag))
    {
        found.push(format!("`{path}`"));
    }
    for below in command.get_subcommands() {
        with_flag(below, flag, &format!("{path} {}", below.get_name()), found);
    }
}

/// What the user may have meant by a word that nobody knows.
fn meant(error: &clap::Error) -> Option<String> {
    let kinds = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let suggested = kinds.into_iter().find_map(|kind| error.get(kind))?;
    match suggested {
        ContextValue::String(word) => Some(word.clone()),
        ContextValue::Strings(words) if !words.is_empty() => Some(words.join(" or ")),
        _ => None,
    }
}

fn is_interrupted(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<countless::Error>();
    matches!(error, Some(countless::Error::Interrupted))
}

/// Whether the reader of the output has left, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let source = match error.downcast_ref::<countless::Error>() {
        Some(countless::Error::Write { source, .. }) => Some(source),
        _ => error.downcast_ref::<io::Error>(),
    };
    source.is_some_and(|source| source.kind() == io::ErrorKind::BrokenPipe)
}
