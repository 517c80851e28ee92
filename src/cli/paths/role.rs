//! Types of flags that name files. Each type declares the use of its file.

use std::any::TypeId;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Command, ValueHint};

/// Use of a file that a flag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Input file, if it exists; `-` is standard input.
    Input,
    /// Input file; without a file, standard input.
    InputOrStdin,
    /// Ledger to read, or folder of ledgers.
    Ledgers,
    /// Folder of input files.
    InputFolder,
    /// Output file of the result; without a file or with `-`, standard output.
    Output,
    /// Output file beside the result.
    Side,
    /// Ledger to continue, or folder for it.
    Ledger,
    /// Output folder. Some of its files may be read.
    OutputFolder,
}

/// Defines the type of a flag: its name, contents, target of `Deref`, and parser.
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
    /// Input file, or `-`.
    InputFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// Input file, or a text that could be its content.
    TextOrFile(String) as str, by StringValueParser
}
named! {
    /// File of puzzles, `-`, or a puzzle. Without any, puzzles are read from standard input.
    PuzzleSource(String) as str, by StringValueParser
}
named! {
    /// Ledger to read, or folder of ledgers.
    Ledgers(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// Folder of input files.
    InputFolder(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// Output file of the result.
    OutputFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// Output file beside the result.
    SideFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// Ledger to continue, or folder for it.
    LedgerFile(PathBuf) as Path, by PathBufValueParser
}
named! {
    /// Output folder.
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
    /// Role of the files that an argument names; none if it does not name files.
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

    /// True if files of this role are written.
    pub fn writes(self) -> bool {
        matches!(
            self,
            Self::Output | Self::Side | Self::Ledger | Self::OutputFolder
        )
    }

    /// Kind of path that shells complete.
    fn hint(self) -> ValueHint {
        match self {
            Self::InputFolder | Self::OutputFolder => ValueHint::DirPath,
            Self::Ledgers | Self::Ledger => ValueHint::AnyPath,
            _ => ValueHint::FilePath,
        }
    }
}

/// Adds the hints for shells that complete paths.
pub fn with_hints(command: Command) -> Command {
    let hinted = |arg: Arg| match Role::of(&arg) {
        Some(role) => arg.value_hint(role.hint()),
        None => arg,
    };
    command.mut_args(hinted).mut_subcommands(with_hints)
}
