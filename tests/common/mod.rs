//! What the whole-program tests share.

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
#[allow(dead_code)] // not every test reads lines
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(bytes).expect("the output is text");
    text.lines().map(str::to_owned).collect()
}
