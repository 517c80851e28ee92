//! How a command ends, and the exit code that says so.

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use countless::engine::Reason;

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is done.
    Complete,
    /// All is done, but some input was bad or a check said no.
    Flawed,
    /// The user interrupted it.
    Interrupted,
}

impl Outcome {
    /// The outcome of a run that stopped for `reason`, if it stopped early.
    pub fn of(reason: Option<Reason>) -> Self {
        match reason {
            Some(Reason::Interrupted) => Self::Interrupted,
            // A failed run returns its error instead. One whose reader has left, or
            // which has reached its limit, did what was asked.
            Some(Reason::Failed | Reason::Closed | Reason::Limit) | None => Self::Complete,
        }
    }
}

/// Maps how a command ended to the exit code, saying on stderr what went wrong.
pub fn code(result: anyhow::Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Complete) => ExitCode::SUCCESS,
        Ok(Outcome::Flawed) => ExitCode::from(1),
        Ok(Outcome::Interrupted) => ExitCode::from(130),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Answers a request for help, or says in one line what is wrong with the command line.
pub fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return code(super::output::print(&text).map(|()| Outcome::Complete));
    }
    // After an empty line come the usage and where to find more.
    let what = text.split("\n\n").next().unwrap_or(&text);
    let words: Vec<&str> = what.split_whitespace().collect();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        eprint!("{text}");
    } else {
        eprintln!("{}", words.join(" "));
    }
    ExitCode::from(2)
}

/// Whether the reader of the output has left, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let source = match error.downcast_ref::<countless::Error>() {
        Some(countless::Error::Write { source, .. }) => Some(source),
        _ => error.downcast_ref::<io::Error>(),
    };
    source.is_some_and(|source| source.kind() == io::ErrorKind::BrokenPipe)
}
