//! Files that a command names. The type of a flag declares them; one check compares them before any
//! is opened.
//!
//! ```text
//! type of a flag ──▶ Role ──▶ claims: files read or written ──▶ apart: no two clash
//!                                                            └─▶ each output can be written
//! ```

#[cfg(test)]
mod shared_file_tests;

use std::any::TypeId;
use std::fs::{self, File};
use std::io::{Read, stdin, stdout};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::builder::{PathBufValueParser, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, ArgMatches, Command, ValueHint};
use countless::ledger::{LedgerLocation, RowParts, Shard, files_beside_ledger, files_beside_rows};
use countless::sudoku::Shares;
use countless::table::{FileId, TableError, try_append, try_folder, try_replace};

/// Requires all files of a command line to be different, each output to be writable, and standard
/// input to be read once. Changes nothing.
pub fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    let claims = all_claims(command, matches)?;
    require_apart(&claims)?;
    if is_dry_run(matches) {
        return Ok(());
    }
    Ok(claims.iter().try_for_each(FileClaim::try_output)?)
}

/// Path of an output; none for stdout.
pub fn beside_stdout(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !is_standard(path))
}

/// True if `--dry-run` is given.
fn is_dry_run(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => is_dry_run(inner),
        None => matches!(matches.try_get_one("dry_run"), Ok(Some(true))),
    }
}

/// Requires that a file written for one flag is not read or written for another.
fn require_apart(claims: &[FileClaim]) -> anyhow::Result<()> {
    for (place, written) in claims.iter().enumerate().filter(|(_, claim)| claim.writes) {
        for (other_place, other) in claims.iter().enumerate() {
            let is_pair = !other.writes || other_place < place;
            if is_pair && other.flag != written.flag {
                require_pair(written, other)?;
            }
        }
    }
    Ok(())
}

/// Name of a flag, or of an argument without a flag.
fn argument_name(flag: &str) -> &str {
    if flag.contains('|') {
        "the input"
    } else {
        flag
    }
}

fn require_pair(written: &FileClaim, other: &FileClaim) -> anyhow::Result<()> {
    let flags = format!("{} and {}", argument_name(&other.flag), written.flag);
    let hint = "hint: give one of them another path";
    let (file, other_file) = (&written.file, &other.file);
    match (&written.fits, &other.fits) {
        (None, None) if file.is_same(other_file) && !file.is_device() => {
            let paths = [&other.path, &written.path].map(|path| path.display().to_string());
            let mut paths = paths.to_vec();
            paths.retain(|path| !path.is_empty());
            paths.dedup();
            bail!("{flags} are the same file: {}\n{hint}", paths.join(", "))
        }
        (None, Some(fits)) if is_among(file, other_file, fits) => bail!(
            "{flags}: {} would be one of the files in this folder that {} reads\n{hint}",
            written.path.display(),
            other.flag
        ),
        (Some(fits), None) if is_among(other_file, file, fits) => bail!(
            "{flags}: {} could be one of the files in this folder that {} writes\n{hint}",
            other.path.display(),
            written.flag
        ),
        _ => Ok(()),
    }
}

/// True if a file is in a folder and its name fits.
fn is_among(file: &FileId, folder: &FileId, fits: &dyn Fn(&Path) -> bool) -> bool {
    fits(Path::new(file.name())) && file.folder().is_same(folder)
}

/// Function that tests whether an output can be written, without changing anything.
type WriteProbe = fn(&Path) -> Result<(), TableError>;

/// Function that tests the name of a file in a folder.
type NameTest = Box<dyn Fn(&Path) -> bool>;

/// First bytes of a ledger.
const LEDGER: &[u8; 7] = b"ledger=";

/// Files that a command reads or writes for one flag.
struct FileClaim {
    /// Flag, or name of the argument.
    flag: String,
    /// Path of the file or folder; empty for a standard stream.
    path: PathBuf,
    /// The file, or the folder of several files.
    file: FileId,
    /// Test of the names in the folder; none for one file.
    fits: Option<NameTest>,
    writes: bool,
    /// Test of an output that the user named.
    probe: Option<WriteProbe>,
}

impl FileClaim {
    fn new(flag: &str, path: &Path, file: FileId, writes: bool) -> Self {
        Self {
            flag: flag.to_owned(),
            path: path.to_owned(),
            file,
            fits: None,
            writes,
            probe: None,
        }
    }

    /// Changes the claim of a folder to all its files with a fitting name.
    fn among(mut self, fits: impl Fn(&Path) -> bool + 'static) -> Self {
        self.fits = Some(Box::new(fits));
        self
    }

    /// Adds a test of the output.
    fn probed(mut self, probe: WriteProbe) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Tests whether a named output can be written.
    fn try_output(&self) -> Result<(), TableError> {
        self.probe.map_or(Ok(()), |probe| probe(&self.path))
    }
}

/// Claims of a command line. At most one argument may read standard input.
fn all_claims(command: &Command, matches: &ArgMatches) -> anyhow::Result<Vec<FileClaim>> {
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
    let stream = |flag, file, writes| FileClaim::new(flag, Path::new(""), file, writes);
    let stdin = (stdin_readers > 0).then(|| standard(&stdin())).flatten();
    claims.extend(stdin.map(|file| stream("standard input", file, false)));
    let stdout = prints.then(|| standard(&stdout())).flatten();
    claims.extend(stdout.map(|file| stream("standard output", file, true)));
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
fn is_standard(path: &Path) -> bool {
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
        let claim =
            |path: &Path, writes| FileClaim::new(&self.flag, path, FileId::of(path), writes);
        let read = |path: &Path| claim(path, false);
        let written = |path: &Path| claim(path, true);
        match self.role {
            Role::Input | Role::InputOrStdin | Role::InputFolder => {
                // A missing file is not read; the argument may be a puzzle or a board.
                claims.extend(path.exists().then(|| read(path)));
            }
            // A folder stands for all ledgers that a later run will find in it. Its errors are
            // reported by the command.
            Role::Ledgers if path.is_dir() => {
                for ledger in ledgers_in(path).unwrap_or_default() {
                    claims.extend([read(&ledger), read(&RowParts::file_beside(&ledger))]);
                }
                claims.push(read(path).among(is_ledger));
            }
            Role::Ledgers => claims.extend([read(path), read(&RowParts::file_beside(path))]),
            Role::Side => claims.push(written(path).probed(try_replace)),
            Role::OutputFolder => {
                claims.push(written(path).probed(try_folder));
                let parts = self.parts.clone();
                let is_part = move |file: &Path| {
                    let stem = file.file_stem();
                    parts.iter().any(|part| stem == Some(part.as_ref()))
                };
                claims.push(written(path).among(is_part));
            }
            Role::Output => {
                claims.push(written(path).probed(try_replace));
                if has_ledger {
                    claims.extend(files_beside_rows(path).map(|path| written(&path)));
                }
                if let Some(folder) = pages_beside(path) {
                    let output = path.to_owned();
                    claims.push(written(folder).among(move |file| is_page_of(file, &output)));
                }
            }
            Role::Ledger => {
                let place = LedgerLocation::new(path, self.shard);
                let file = place.file();
                let beside = files_beside_ledger(file).map(|path| written(&path));
                // The given path is claimed before those that it implies.
                if file == path {
                    claims.push(written(path).probed(try_append));
                    claims.extend(beside);
                    return;
                }
                claims.extend(beside);
                claims.extend([written(file), written(path).probed(try_folder)]);
                // Ledgers of other shards may be read.
                let mut others = ledgers_in(path).unwrap_or_default();
                others.retain(|other| other != file && begins_as_ledger(other));
                claims.extend(others.iter().map(|other| read(other)));
            }
        }
    }
}

fn begins_as_ledger(path: &Path) -> bool {
    let mut first = [0; LEDGER.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == *LEDGER
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
fn is_ledger(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".csv", ".csv.part"].iter().any(|end| name.ends_with(end))
}

/// Folder of further pages of a drawing; none for formats with one file.
fn pages_beside(path: &Path) -> Option<&Path> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let folder = path.parent()?;
    let folder = Some(folder).filter(|folder| *folder != Path::new(""));
    let is_numbered = matches!(&extension[..], "svg" | "png");
    is_numbered.then_some(folder.unwrap_or(Path::new(".")))
}

/// True if a file has the name of a further page of the drawing `path`.
fn is_page_of(file: &Path, path: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_os_string();
    let (stem, of) = (stem(file), stem(path));
    let rest = stem.as_encoded_bytes().strip_prefix(of.as_encoded_bytes());
    file.extension() == path.extension() && rest.is_some_and(|rest| rest.starts_with(b"-"))
}

/// Use of a file that a flag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
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
            fn of(arg: &Arg) -> Option<Self> {
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
}

impl Role {
    /// True if files of this role are written.
    fn writes(self) -> bool {
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
