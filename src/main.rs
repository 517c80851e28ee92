//! The command line of countless: parse, run, map the outcome to an exit code.

#![forbid(unsafe_code)]

mod bench;
mod cli;
mod report;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
