//! Outcomes of commands and their exit codes.

use std::io;

use countless::table::TableError;

use super::output::print_message;

/// Outcome of a command that returned no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Complete.
    Complete,
    /// Complete, but some input was invalid or a check failed.
    Flawed,
    /// Interrupted by the user.
    Interrupted,
}

impl Exit {
    /// Turns `Complete` into `Flawed` if `flawed` is true.
    pub fn flawed_if(self, flawed: bool) -> Self {
        if flawed && self == Self::Complete {
            Self::Flawed
        } else {
            self
        }
    }
}

/// Returns the exit code of an outcome. Prints an error to stderr.
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

/// Text of an error with its causes. Errors of the operating system are worded by this program.
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
            Some(io::ErrorKind::FileTooLarge) => "file too large".to_owned(),
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

/// True if the reader of the output has closed the pipe, as `head` does.
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
