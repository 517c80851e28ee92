//! Files that a command line reads or writes, and groups of files with related names. The type of a
//! flag declares the use of its file.

use std::any::TypeId;
use std::fs::{self, File};
use std::io::{Read, stdin, stdout};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, ArgMatches, Command, ValueHint};
use countless::ledger::{LedgerLocation, RowParts, Shard, files_beside_ledger, files_beside_rows};
use countless::sudoku::Shares;
use countless::table::{FileId, TableError, try_append, try_folder, try_replace};

/// Function that tests whether an output can be written, without changing anything.
type WriteProbe = fn(&Path) -> Result<(), TableError>;

/// First bytes of a ledger.
const LEDGER: &[u8] = b"ledger=";

/// Files that a command reads or writes for one flag.
pub struct FileClaim {
    /// Flag, or name of the argument.
    pub flag: String,
    /// Path of the file, or of the folder of several files.
    pub path: PathBuf,
    pub files: ClaimedFiles,
    pub writes: bool,
    /// Test of an output that the user named.
    probe: Option<WriteProbe>,
}

/// Files of a claim.
pub enum ClaimedFiles {
    One(FileId),
    /// All files of a folder with a fitting name.
    Fitting(FileId, Box<dyn Fn(&Path) -> bool>),
}

impl FileClaim {
    fn new(flag: &str, path: &Path, writes: bool) -> Self {
        Self {
            flag: flag.to_owned(),
            files: ClaimedFiles::One(FileId::of(path)),
            path: path.to_owned(),
            writes,
            probe: None,
        }
    }

    fn read(flag: &str, path: &Path) -> Self {
        Self::new(flag, path, false)
    }

    fn written(flag: &str, path: &Path) -> Self {
        Self::new(flag, path, true)
    }

    /// Claim of standard input or output, if it is a file.
    fn standard_stream(stream: Option<FileId>, flag: &str, writes: bool) -> Option<Self> {
        stream.map(|file| Self {
            flag: flag.to_owned(),
            path: PathBuf::new(),
            files: ClaimedFiles::One(file),
            writes,
            probe: None,
        })
    }

    /// Tests whether a named output can be written.
    pub fn try_output(&self) -> Result<(), TableError> {
        self.probe.map_or(Ok(()), |probe| probe(&self.path))
    }
}

/// Claims of a command line. At most one argument may read standard input.
pub fn all_claims(command: &Command, matches: &ArgMatches) -> anyhow::Result<Vec<FileClaim>> {
    let named = named(command, matches);
    let stdin_readers: usize = named.iter().map(NamedFiles::stdin_readers).sum();
    ensure!(
        stdin_readers <= 1,
        "standard input, -, can be read only once"
    );
    let has_ledger = named.iter().any(|named| named.role == Role::Ledger);
    let is_elsewhere = |named: &NamedFiles| {
        named.role == Role::Output && named.paths.iter().all(|path| !is_standard(path))
    };
    let prints = !named.iter().any(is_elsewhere);
    let mut claims = Vec::new();
    for named in &named {
        for path in named.paths.iter().filter(|path| !is_standard(path)) {
            named.claim(path, has_ledger, &mut claims);
        }
    }
    let stdin = (stdin_readers > 0).then(|| standard(&stdin())).flatten();
    claims.extend(FileClaim::standard_stream(stdin, "standard input", false));
    let stdout = prints.then(|| standard(&stdout())).flatten();
    claims.extend(FileClaim::standard_stream(stdout, "standard output", true));
    Ok(claims)
}

/// Paths given for one flag.
struct NamedFiles {
    flag: String,
    role: Role,
    paths: Vec<PathBuf>,
    shard: Shard,
    /// Names of the parts that a split writes to its folder.
    parts: Vec<String>,
}

/// Collects the flags that name files, including a missing input that stands for standard input.
fn named(command: &Command, matches: &ArgMatches) -> Vec<NamedFiles> {
    let inner = matches.subcommand();
    let inner = inner.and_then(|(name, inner)| Some((command.find_subcommand(name)?, inner)));
    let shard = matches.try_get_one("shard").ok().flatten().copied();
    let shares = matches.try_get_one::<Shares>("shares").ok().flatten();
    let is_folder = matches!(matches.try_get_raw("layout"), Ok(Some(_)));
    let mut all = Vec::new();
    for arg in command.get_arguments() {
        let Some(mut role) = Role::of(arg) else {
            continue;
        };
        // A layout has several files.
        if is_folder && role == Role::Output {
            role = Role::OutputFolder;
        }
        // Global arguments are collected from the inner command.
        if inner.is_some() && arg.is_global_set() {
            continue;
        }
        let words = matches.try_get_raw(arg.get_id().as_str()).ok().flatten();
        let paths: Vec<PathBuf> = words.into_iter().flatten().map(PathBuf::from).collect();
        if inner.is_none() && role == Role::InputOrStdin || !paths.is_empty() {
            all.push(NamedFiles {
                flag: flag_name(arg),
                role,
                paths,
                shard: shard.unwrap_or(Shard::WHOLE),
                parts: shares.map_or(Vec::new(), |shares| shares.names().to_vec()),
            });
        }
    }
    if let Some((command, inner)) = inner {
        all.extend(named(command, inner));
    }
    all
}

/// Name of an argument in messages.
pub fn flag_name(arg: &Arg) -> String {
    let value = || arg.get_value_names().and_then(<[_]>::first);
    match (arg.get_long(), value()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(value)) => value.to_string(),
        (None, None) => arg.get_id().as_str().to_uppercase(),
    }
}

/// True if a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

impl NamedFiles {
    /// Number of times that these files are standard input.
    fn stdin_readers(&self) -> usize {
        if self.role.writes() {
            return 0;
        }
        let by_name = self.paths.iter().filter(|path| is_standard(path)).count();
        by_name + usize::from(self.role == Role::InputOrStdin && self.paths.is_empty())
    }

    /// Adds the claims of a path.
    fn claim(&self, path: &Path, has_ledger: bool, claims: &mut Vec<FileClaim>) {
        let flag = &self.flag;
        match self.role {
            Role::Input | Role::InputOrStdin | Role::InputFolder => {
                // A missing file is not read; the argument may be a puzzle or a board.
                if path.exists() {
                    claims.push(FileClaim::read(flag, path));
                }
            }
            Role::Ledgers => self.claim_ledgers(path, claims),
            Role::Side => claims.push(self.output(path, try_replace)),
            Role::OutputFolder => {
                claims.push(self.output(path, try_folder));
                let parts = self.parts.clone();
                let is_part = move |file: &Path| {
                    let stem = file.file_stem();
                    parts.iter().any(|part| stem == Some(part.as_ref()))
                };
                claims.push(FileClaim {
                    files: ClaimedFiles::Fitting(FileId::of(path), Box::new(is_part)),
                    ..FileClaim::written(flag, path)
                });
            }
            Role::Output => {
                claims.push(self.output(path, try_replace));
                if has_ledger {
                    let beside = files_beside_rows(path);
                    claims.extend(beside.iter().map(|path| FileClaim::written(flag, path)));
                }
                if let Some(folder) = pages_beside(path) {
                    let output = path.to_owned();
                    let is_page = move |file: &Path| is_page_of(file, &output);
                    claims.push(FileClaim {
                        files: ClaimedFiles::Fitting(FileId::of(folder), Box::new(is_page)),
                        ..FileClaim::written(flag, folder)
                    });
                }
            }
            Role::Ledger => {
                let place = LedgerLocation::new(path, self.shard);
                let file = place.file();
                let is_folder = file != path;
                // The given path is claimed before those that it implies.
                if !is_folder {
                    claims.push(self.output(path, try_append));
                }
                let beside = files_beside_ledger(file);
                claims.extend(beside.iter().map(|path| FileClaim::written(flag, path)));
                if !is_folder {
                    return;
                }
                claims.push(FileClaim::written(flag, file));
                claims.push(self.output(path, try_folder));
                // Ledgers of other shards may be read.
                let others = ledgers_in(path).unwrap_or_default();
                let others = others.iter().filter(|other| **other != file);
                let others = others.filter(|other| begins_as_ledger(other));
                claims.extend(others.map(|other| FileClaim::read(flag, other)));
            }
        }
    }

    fn output(&self, path: &Path, probe: WriteProbe) -> FileClaim {
        FileClaim {
            probe: Some(probe),
            ..FileClaim::written(&self.flag, path)
        }
    }

    /// Claims ledgers, those in folders, and the rows beside them. A folder stands for all ledgers
    /// that a later run will find in it.
    fn claim_ledgers(&self, path: &Path, claims: &mut Vec<FileClaim>) {
        let is_folder = path.is_dir();
        let ledgers = if is_folder {
            // An error of the folder is reported by the command.
            ledgers_in(path).unwrap_or_default()
        } else {
            vec![path.to_owned()]
        };
        for ledger in ledgers {
            let rows = RowParts::file_beside(&ledger);
            claims.extend([ledger, rows].map(|path| FileClaim::read(&self.flag, &path)));
        }
        if is_folder {
            claims.push(FileClaim {
                files: ClaimedFiles::Fitting(FileId::of(path), Box::new(is_ledger)),
                ..FileClaim::read(&self.flag, path)
            });
        }
    }
}

fn begins_as_ledger(path: &Path) -> bool {
    let mut first = Vec::new();
    let file = File::open(path).map(|file| file.take(LEDGER.len() as u64));
    let read = file.and_then(|mut file| file.read_to_end(&mut first));
    read.is_ok() && first == LEDGER
}

#[cfg(unix)]
fn standard(stream: &impl std::os::fd::AsFd) -> Option<FileId> {
    FileId::of_open(&File::from(stream.as_fd().try_clone_to_owned().ok()?))
}

#[cfg(not(unix))]
fn standard<T>(_: &T) -> Option<FileId> {
    None
}

/// Ledgers in a folder, sorted by name.
pub fn ledgers_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let fail = || format!("cannot read {}", folder.display());
    let mut inside = Vec::new();
    for entry in fs::read_dir(folder).with_context(fail)? {
        inside.push(entry.with_context(fail)?.path());
    }
    inside.retain(|file| is_ledger(file) && file.is_file());
    inside.sort();
    Ok(inside)
}

/// True if the name of a file is that of a ledger.
pub fn is_ledger(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".csv", ".csv.part"].iter().any(|end| name.ends_with(end))
}

/// Folder of further pages of a drawing; none for formats with one file.
pub fn pages_beside(path: &Path) -> Option<&Path> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let folder = path.parent()?;
    let is_numbered = matches!(&extension[..], "svg" | "png");
    is_numbered.then_some(if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    })
}

/// True if a file has the name of a further page of the drawing `path`.
pub fn is_page_of(file: &Path, path: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_os_string();
    let (stem, of) = (stem(file), stem(path));
    let rest = stem.as_encoded_bytes().strip_prefix(of.as_encoded_bytes());
    file.extension() == path.extension() && rest.is_some_and(|rest| rest.starts_with(b"-"))
}

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

/// Defines the types of flags: name, contents, target of `Deref`, parser, and role of the file.
macro_rules! file_types {
    ($($(#[$doc:meta])* $name:ident($inner:ty) as $target:ty, by $parser:ident: $role:ident;)*) => {
        $(
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
        )*

        impl Role {
            /// Role of the files that an argument names; none if it does not name files.
            pub fn of(arg: &Arg) -> Option<Self> {
                let roles = [$((TypeId::of::<$name>(), Self::$role)),*];
                let parsed = arg.get_value_parser().type_id();
                let found = roles.into_iter().find(|(known, _)| parsed == *known);
                found.map(|(_, role)| role)
            }
        }
    };
}

file_types! {
    /// Input file, or `-`.
    InputFile(PathBuf) as Path, by PathBufValueParser: Input;
    /// Input file, or a text that could be its content.
    TextOrFile(String) as str, by StringValueParser: Input;
    /// File of puzzles, `-`, or a puzzle. Without any, puzzles are read from standard input.
    PuzzleSource(String) as str, by StringValueParser: InputOrStdin;
    /// Ledger to read, or folder of ledgers.
    Ledgers(PathBuf) as Path, by PathBufValueParser: Ledgers;
    /// Folder of input files.
    InputFolder(PathBuf) as Path, by PathBufValueParser: InputFolder;
    /// Output file of the result.
    OutputFile(PathBuf) as Path, by PathBufValueParser: Output;
    /// Output file beside the result.
    SideFile(PathBuf) as Path, by PathBufValueParser: Side;
    /// Ledger to continue, or folder for it.
    LedgerFile(PathBuf) as Path, by PathBufValueParser: Ledger;
    /// Output folder.
    OutputFolder(PathBuf) as Path, by PathBufValueParser: OutputFolder;
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
