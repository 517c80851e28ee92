//! Types of flags that name files; each says what becomes of its file.

use std::any::TypeId;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Command, ValueHint};

/// What a command does with the file that a flag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reads it, if it exists; `-` is standard input.
    Input,
    /// The same; without any, standard input is read.
    InputOrStdin,
    /// Reads it, and if it is a folder the ledgers in there.
    Ledgers,
    /// Reads the files in it.
    InputFolder,
    /// Writes the result to it, which otherwise goes to standard output, as `-` does.
    Output,
    /// Writes to it what does not belong to the result.
    Side,
    /// Reads and continues it, or a file in it.
    Ledger,
    /// Writes files to it, and may read some.
    OutputFolder,
}

/// Defines the type of a flag by what it holds and what that can be used as.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident($inner:ty) as $target:ty, by $parser:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name($inner);

        impl Deref for $name {
            type Target = $target;

            fn deref(&self) -> &$target {
                &self.0
            }
        }

        impl ValueParserFactory for $name {
            type Parser = clap::builder::MapValueParser<$parser, fn($inner) -> Self>;

            fn value_parser() -> Self::Parser {
                $parser::new().map(Self as fn($inner) -> Self)
            }
        }
    };
}

named! {
    /// A file to read, or `-`.
    InputFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// A file to read, or what could be in it.
    TextOrFile(String) as str, by StringValueParser
}
named! {
    /// A file of puzzles, `-`, or a puzzle; without any, they come from standard input.
    PuzzleSource(String) as str, by StringValueParser
}
named! {
    /// A ledger to read, or a folder of them.
    Ledgers(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// A folder whose files are read.
    InputFolder(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// The file of the result.
    OutputFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// A file to write beside the result.
    SideFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// A ledger to continue, or a folder for it.
    LedgerFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// A folder to write to.
    OutputFolder(PathBuf) as Path, by PathBufValueParser
}

/// True if an argument that is a path or a puzzle names a readable file. Folders do not count:
/// Windows ignores dots at the end of a path, and dots are empty cells.
pub fn names_file(argument: &str) -> bool {
    fs::metadata(argument).is_ok_and(|there| !there.is_dir())
}

impl PuzzleSource {
    pub fn new(source: &str) -> Self {
        Self(source.to_owned())
    }

    pub fn is_stdin(&self) -> bool {
        self.0 == "-"
    }
}

impl Role {
    /// The role of the files that an argument names; none if it names no files.
    pub fn of(arg: &Arg) -> Option<Self> {
        let roles = [
            (TypeId::of::<InputFile>(), Self::Input),
            (TypeId::of::<TextOrFile>(), Self::Input),
            (TypeId::of::<PuzzleSource>(), Self::InputOrStdin),
            (TypeId::of::<Ledgers>(), Self::Ledgers),
            (TypeId::of::<InputFolder>(), Self::InputFolder),
            (TypeId::of::<OutputFile>(), Self::Output),
            (TypeId::of::<SideFile>(), Self::Side),
            (TypeId::of::<LedgerFile>(), Self::Ledger),
            (TypeId::of::<OutputFolder>(), Self::OutputFolder),
        ];
        let parsed = arg.get_value_parser().type_id();
        let found = roles.into_iter().find(|(known, _)| parsed == *known);
        found.map(|(_, role)| role)
    }

    /// Whether files of this role are written.
    pub fn writes(self) -> bool {
        matches!(
            self,
            Self::Output | Self::Side | Self::Ledger | Self::OutputFolder
        )
    }

    /// What shells complete.
    fn hint(self) -> ValueHint {
        match self {
            Self::InputFolder | Self::OutputFolder => ValueHint::DirPath,
            Self::Ledgers | Self::Ledger => ValueHint::AnyPath,
            _ => ValueHint::FilePath,
        }
    }
}

/// The same command, for shells that complete the names of files.
pub fn with_hints(command: Command) -> Command {
    let hinted = |arg: Arg| match Role::of(&arg) {
        Some(role) => arg.value_hint(role.hint()),
        None => arg,
    };
    command.mut_args(hinted).mut_subcommands(with_hints)
}
