//! How a command ends, and the exit code that says so.

use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::output::{print, say};

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
pub fn code(result: anyhow::Result<Exit>) -> ExitCode {
    match result {
        Ok(Exit::Complete) => ExitCode::SUCCESS,
        Ok(Exit::Flawed) => ExitCode::from(1),
        Ok(Exit::Interrupted) => ExitCode::from(130),
        Err(error) if is_interrupted(&error) => {
            say("interrupted");
            ExitCode::from(130)
        }
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            let checked = error.downcast_ref::<countless::Error>();
            let is_check = matches!(checked, Some(countless::Error::Miscounted { .. }));
            ExitCode::from(if is_check { 1 } else { 2 })
        }
    }
}

/// Answers a request for help, or says in one line what is wrong with the command line.
pub fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return code(print(&text).map(|()| Exit::Complete));
    }
    // After an empty line come the usage and where to find more.
    let what = text.split("\n\n").next().unwrap_or(&text);
    let mut words: Vec<&str> = what.split_whitespace().collect();
    let meant = meant(error).map(|meant| format!("- did you mean {meant}?"));
    words.extend(meant.as_deref());
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        say(text.trim_end());
    } else {
        say(&words.join(" "));
    }
    ExitCode::from(2)
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
