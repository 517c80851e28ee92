//! Names that most commands import: arguments, jobs with their reports, output and errors.

pub use super::output::{
    Exit, grouped, json_number, plural, print, print_json, print_message, with_kinds,
};
pub use super::paths::{InputFile, OutputFile, SideFile, TextOrFile};
pub use super::perform::{CommandReport, JobRequest};
pub use super::row_output::{Rejects, RowOutputArgs};
pub use super::session::Session;
pub use super::shared_args::{
    LedgerArgs, RowLimitArgs, RunArgs, choice, first_given, in_chunks, random_seed, whole,
};
pub use anyhow::{Context, anyhow, bail, ensure};
pub use clap::{Args, Subcommand, ValueEnum};
pub use countless::Error;
pub use countless::engine::{Job, Outcome, Run};
pub use serde_json::{Value, json};

/// Defines a group of commands, each with its arguments and the function that runs it.
macro_rules! commands {
    ($group:ident by $run:ident: $($(#[$meta:meta])* $command:ident($args:ty) => $by:path,)*) => {
        #[derive(Debug, Subcommand)]
        pub enum $group {
            $($(#[$meta])* $command($args),)*
        }

        impl $group {
            /// Returns the command of this name with its arguments, but without what the group says of it.
            pub fn parser(name: &'static str) -> Option<clap::Command> {
                let command = clap::Command::new(name);
                let is = |command: &str| command.eq_ignore_ascii_case(&name.replace('-', ""));
                match name {
                    $(_ if is(stringify!($command)) => Some(<$args>::augment_args(command)),)*
                    _ => None,
                }
            }
        }

        pub fn $run(command: &$group, session: Session) -> anyhow::Result<Exit> {
            match command {
                $($group::$command(args) => $by(args, session),)*
            }
        }
    };
}
pub(crate) use commands;
