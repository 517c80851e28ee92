//! Helpers of the tests of the whole program.

pub mod cell_numbers;
pub mod premises;
pub mod svg;
#[cfg(unix)]
pub mod terminal;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Creates a command that runs the program.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_countless"))
}

/// Runs the program to its end.
pub fn countless(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

/// Runs the program, and kills it once its ledger has `length` lines, or its output is complete.
pub fn kill_at(length: usize, ledger: &str, output: &str, args: &[&str]) {
    let mut child = program()
        .args(args)
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let recorded = || fs::read_to_string(ledger).map_or(0, |text| text.lines().count());
    while recorded() < length && !Path::new(output).exists() {
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it can be waited for");
}

/// Lines of the output of the program.
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(bytes).expect("the output is text");
    text.lines().map(str::to_owned).collect()
}

/// Temporary folder of a test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    /// Path of a file in the folder, which may be missing.
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

/// Error message for a missing folder. On Windows the path contains the current drive.
pub fn folder_not_found(folder: &str) -> String {
    let folder = std::path::absolute(folder).expect("a path");
    format!("folder {} not found", folder.display())
}
