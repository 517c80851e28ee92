//! What the whole-program tests share.

pub mod cells;
pub mod premises;
pub mod svg;
#[cfg(unix)]
pub mod terminal;

use std::fs;
use std::process::{Command, Output};

/// The program, ready to be given arguments.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_countless"))
}

/// Runs the program to its end.
pub fn countless(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

/// The lines of what the program printed.
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(bytes).expect("the output is text");
    text.lines().map(str::to_owned).collect()
}

/// A folder that goes with the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    /// The path of a file in there, which need not exist.
    pub fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("the path is text").to_owned()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("it can be written");
        path
    }
}
