//! How a command ends, and the exit code that says so.

use std::io;

use countless::table::TableError;

use super::output::print_message;

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
pub fn exit_code(result: anyhow::Result<Exit>) -> u8 {
    match result {
        Ok(Exit::Complete) => 0,
        Ok(Exit::Flawed) => 1,
        Ok(Exit::Interrupted) => 130,
        Err(error) if is_interrupted(&error) => {
            print_message("interrupted");
            130
        }
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            print_message(&format!("error: {}", error_text(&error)));
            let is_flaw = matches!(
                error.downcast_ref::<countless::Error>(),
                Some(countless::Error::Miscounted { .. } | countless::Error::Unsolvable)
            );
            if is_flaw { 1 } else { 2 }
        }
    }
}

/// An error with its causes. Those of the system are in the words of this program.
pub fn error_text(error: &anyhow::Error) -> String {
    let causes = error.chain().map(|cause| {
        let text = cause.to_string();
        let system = cause.downcast_ref::<io::Error>();
        let system = system.filter(|system| system.get_ref().is_none());
        match system.map(io::Error::kind) {
            Some(io::ErrorKind::NotFound) => "file not found".to_owned(),
            Some(io::ErrorKind::IsADirectory) => "expected a file, found a folder".to_owned(),
            Some(io::ErrorKind::NotADirectory) => "expected a folder, found a file".to_owned(),
            Some(io::ErrorKind::PermissionDenied) => "permission denied".to_owned(),
            Some(io::ErrorKind::StorageFull) => "no space left on the device".to_owned(),
            _ => text,
        }
    });
    causes.collect::<Vec<_>>().join(": ")
}

fn is_interrupted(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<countless::Error>();
    matches!(error, Some(countless::Error::Interrupted))
}

/// Whether the reader of the output has left, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let table = match error.downcast_ref::<countless::Error>() {
        Some(countless::Error::Table(error)) => Some(error),
        _ => error.downcast_ref::<TableError>(),
    };
    let source = match table {
        Some(TableError::Write { source, .. }) => Some(source),
        _ => error.downcast_ref::<io::Error>(),
    };
    source.is_some_and(|source| source.kind() == io::ErrorKind::BrokenPipe)
}
