//! Output files that are either complete or absent, checks of them before a run, and the destination
//! of its rows.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use super::array::ArrayEncoder;
use super::compression::{Codec, Compressor, uncompressed};
use super::identity::{is_sharing_violation, name_folder, not_regular, real_path};
use super::input_lines::escape_controls;
use super::table_error::TableError;
use super::{Format, RowFormat, RowWriter};
use tempfile::{NamedTempFile, TempPath};

/// Destination of a run: standard output, or a file that gets its name only once it is complete.
///
/// A file whose name ends in `.gz` or `.zst` is compressed. Until [`finish`](Self::finish), a file
/// has a temporary name in the same folder; dropping the output removes it. A device such as
/// `/dev/null` or a named pipe is written directly.
///
/// ```
/// use countless_table::Output;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("rows.csv");
/// let mut output = Output::create(Some(&path))?;
/// output.write_all(b"q1,q2\n")?;
/// assert!(!path.exists());
/// output.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"q1,q2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Output {
    encoder: Compressor<OutputTarget>,
    path: PathBuf,
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Output").field(&self.path).finish()
    }
}

enum OutputTarget {
    Stdout(Stdout),
    /// Terminal as standard output of rows. Control characters are escaped, because text from files
    /// must not control the terminal.
    Terminal(Stdout),
    /// Device or pipe.
    Special(File),
    /// File that is renamed on completion, and its name until then. Otherwise it is removed, unless
    /// a later run can continue it.
    Regular(File, EarlySync, TempPath),
}

impl Output {
    /// Opens `path` for writing, or standard output for `None` and `-`.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the path, if its folder is not writable.
    pub fn create(path: Option<&Path>) -> Result<Self, TableError> {
        Self::create_with(path, 1)
    }

    /// Opens an output like [`create`](Self::create), with `threads` threads for compression.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the path, if its folder is not writable.
    pub fn create_with(path: Option<&Path>, threads: usize) -> Result<Self, TableError> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self {
                encoder: Compressor::Plain(OutputTarget::Stdout(io::stdout())),
                path: "standard output".into(),
            });
        };
        let fail = |error| TableError::write(path, error);
        // A link is kept; the file that it leads to is replaced.
        let real = if is_null_device(path) {
            path.to_owned()
        } else {
            real_path(path)
        };
        let target = match temporary(&real).map_err(fail)? {
            Some(file) => {
                let (file, name) = file.into_parts();
                OutputTarget::Regular(file, EarlySync::default(), name)
            }
            None => OutputTarget::Special(File::options().write(true).open(&real).map_err(fail)?),
        };
        let encoder = Compressor::new(path, target, threads).map_err(fail)?;
        let path = real;
        Ok(Self { encoder, path })
    }

    /// Continues the open file `part` after its first `length` bytes. The file is renamed to `path`
    /// on completion, and kept if the output is dropped before. The name `path` determines the
    /// compression, as in [`create_with`](Self::create_with).
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the part. That of a rename names it by its absolute path.
    pub fn resume(
        mut file: File,
        part: &Path,
        length: u64,
        path: &Path,
        threads: usize,
    ) -> Result<Self, TableError> {
        let mut cut = || {
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))
        };
        let fail = |error| TableError::write(part, name_folder(part, error));
        cut().map_err(fail)?;
        let mut name = TempPath::try_from_path(part).map_err(fail)?;
        name.disable_cleanup(true);
        let target = OutputTarget::Regular(file, EarlySync::default(), name);
        Ok(Self {
            encoder: Compressor::new(path, target, threads).map_err(fail)?,
            path: path.to_owned(),
        })
    }

    /// Returns a writer for rows of a format.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the path, if this build cannot write the format.
    pub fn rows(mut self, format: &RowFormat) -> Result<RowWriter<Self>, TableError> {
        if self.is_stdout() && io::stdout().is_terminal() {
            self.encoder = Compressor::Plain(OutputTarget::Terminal(io::stdout()));
        }
        let path = self.path.clone();
        let is_regular = matches!(self.encoder, Compressor::Plain(OutputTarget::Regular(..)));
        let writer = if is_regular && format.format() == Format::Npy {
            let array = ArrayEncoder::of_table(format.columns());
            array.map(|array| RowWriter::typed(self, Box::new(array)))
        } else {
            RowWriter::new(self, format)
        };
        writer.map_err(|error| TableError::write(&path, error))
    }

    /// Completes the rows and the output.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the path. See [`finish`](Self::finish) for the state of
    /// the file.
    pub fn finish_rows(rows: RowWriter<Self>) -> Result<(), TableError> {
        Self::complete_rows(rows)?.publish()
    }

    /// Completes the rows and the output, except for its name.
    pub(super) fn complete_rows(rows: RowWriter<Self>) -> Result<Self, TableError> {
        let path = rows.get_ref().path.clone();
        let head = rows.head();
        let output = rows
            .finish()
            .map_err(|error| TableError::write(&path, error))?;
        output.complete(head.as_deref())
    }

    /// Returns whether the name asks for compression.
    pub fn is_compressed(path: &Path) -> bool {
        Codec::of(path) != Codec::None
    }

    /// Returns a file name without the ending of its compression.
    ///
    /// ```
    /// use countless_table::Output;
    ///
    /// assert_eq!(Output::uncompressed("rows.csv.gz".as_ref()).to_str(), Some("rows.csv"));
    /// ```
    pub fn uncompressed(path: &Path) -> PathBuf {
        uncompressed(path)
    }

    /// Returns the path, or "standard output".
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether this is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(
            self.encoder,
            Compressor::Plain(OutputTarget::Stdout(_) | OutputTarget::Terminal(_))
        )
    }

    /// Writes the last bytes and completes the output.
    ///
    /// # Errors
    ///
    /// Errors of [`finish`](Self::finish).
    pub fn finish_with(self, bytes: impl AsRef<[u8]>) -> Result<(), TableError> {
        self.complete_with(bytes.as_ref())?.publish()
    }

    /// Writes the last bytes and completes the output, except for its name.
    pub(super) fn complete_with(mut self, bytes: &[u8]) -> Result<Self, TableError> {
        match self.write_all(bytes) {
            Ok(()) => self.complete(None),
            Err(error) => Err(TableError::write(&self.path, error)),
        }
    }

    /// Completes the output: writes all buffered bytes and gives a file its name.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the path. The file is then absent or unchanged. If only
    /// the renaming failed, the error names the file that contains the complete output.
    pub fn finish(self) -> Result<(), TableError> {
        self.complete(None)?.publish()
    }

    /// Writes all buffered bytes, and the first bytes of a regular file again, if `head` has them.
    /// Only the name of a file is missing then.
    pub(super) fn complete(self, head: Option<&[u8]>) -> Result<Self, TableError> {
        let Self { encoder, path } = self;
        let complete = || {
            let mut target = encoder.finish()?;
            match &mut target {
                OutputTarget::Regular(file, sync, _) => {
                    if let Some(head) = head {
                        file.seek(SeekFrom::Start(0))?;
                        file.write_all(head)?;
                    }
                    sync.finish(file)?;
                }
                other => other.flush()?,
            }
            Ok(Compressor::Plain(target))
        };
        match complete() {
            Ok(encoder) => Ok(Self { encoder, path }),
            Err(error) => Err(TableError::write(&path, error)),
        }
    }

    /// Returns the path of the bytes until a file has its name.
    pub(super) fn written_path(&self) -> &Path {
        match &self.encoder {
            Compressor::Plain(OutputTarget::Regular(.., name)) => name,
            _ => &self.path,
        }
    }

    /// Gives a complete file its name.
    pub(super) fn publish(self) -> Result<(), TableError> {
        let Compressor::Plain(OutputTarget::Regular(_file, _, name)) = self.encoder else {
            return Ok(());
        };
        let named = name.persist(&self.path).map_err(|failed| {
            // Another program may have the file open.
            let error = failed.error;
            match failed.path.keep() {
                Ok(kept) => {
                    let text = format!("{error}; the complete output is in {}", kept.display());
                    io::Error::new(error.kind(), text)
                }
                Err(failed) => failed.error,
            }
        });
        named.map_err(|error| TableError::write(&self.path, error))
    }
}

/// Returns whether a path is the null device of Windows, which folders do not list.
fn is_null_device(path: &Path) -> bool {
    cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("NUL")
}

/// Creates a hidden file beside `path`, with the permissions of a new file or of the file to be
/// replaced. Returns `None` for a device or pipe, which cannot be replaced.
pub(super) fn temporary(path: &Path) -> io::Result<Option<NamedTempFile>> {
    if is_null_device(path) {
        return Ok(None);
    }
    let permissions = match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => return Ok(None),
        Ok(there) => Some(there.permissions()),
        Err(_) => None,
    };
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder).map_err(|error| {
        // Errors of `tempfile` contain the temporary name, which the user does not know.
        let error = error
            .raw_os_error()
            .map_or(io::Error::from(error.kind()), io::Error::from_raw_os_error);
        name_folder(path, error)
    })?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(Some(file))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.encoder.writer().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.encoder.writer().flush()
    }
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Terminal(stdout) => {
                stdout.write_all(escape_controls(&String::from_utf8_lossy(bytes)).as_bytes())?;
                Ok(bytes.len())
            }
            Self::Special(file) => file.write(bytes),
            Self::Regular(file, sync, _) => {
                let written = file.write(bytes)?;
                sync.advance(file, written)?;
                Ok(written)
            }
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) | Self::Terminal(stdout) => stdout.flush(),
            Self::Special(file) | Self::Regular(file, ..) => file.flush(),
        }
    }
}

/// Bytes written between two syncs.
const BYTES_PER_SYNC: u64 = 32 << 20;

/// Syncs a long file in the background from time to time, so that the end of the run does not wait
/// for the disk. By itself, Linux starts to write back only after half a minute or gigabytes. Files
/// are synced early only on Linux, where it was measured: Windows blocks writes to a file during a
/// sync.
///
/// Dropping it waits for a running sync, because the handle of the sync would keep the lock of the
/// file.
#[derive(Default)]
struct EarlySync {
    /// Bytes written since the start of the last sync.
    unsynced: u64,
    running: Option<JoinHandle<io::Result<()>>>,
}

impl EarlySync {
    /// Records that bytes were written to the file, and starts a sync if they suffice.
    ///
    /// # Errors
    ///
    /// Error of an earlier sync, which the system reports only once.
    fn advance(&mut self, file: &File, bytes: usize) -> io::Result<()> {
        self.unsynced += bytes as u64;
        let idle = self.running.as_ref().is_none_or(JoinHandle::is_finished);
        if self.unsynced < BYTES_PER_SYNC || !idle || !cfg!(target_os = "linux") {
            return Ok(());
        }
        self.join()?;
        self.unsynced = 0;
        // Without a thread or a second handle, `finish` syncs everything.
        if let Ok(file) = file.try_clone() {
            let thread = thread::Builder::new().name("sync".into());
            self.running = thread.spawn(move || file.sync_data()).ok();
        }
        Ok(())
    }

    /// Syncs all remaining bytes.
    ///
    /// # Errors
    ///
    /// Error of this or an earlier sync.
    fn finish(&mut self, file: &File) -> io::Result<()> {
        self.join()?;
        file.sync_all()
    }

    fn join(&mut self) -> io::Result<()> {
        self.running.take().map_or(Ok(()), |thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
        })
    }
}

impl Drop for EarlySync {
    fn drop(&mut self) {
        // The error cannot be reported any more.
        let _ = self.join();
    }
}

/// Checks that a file can be created or replaced on completion.
///
/// # Errors
///
/// [`TableError::Write`], which names the path.
pub fn try_replace(path: &Path) -> Result<(), TableError> {
    temporary(&real_path(path))
        .map(drop)
        .map_err(|error| TableError::write(path, error))
}

/// Checks that a file can be created, or appended to if it exists. A file that another process is
/// writing passes: locking it fails later.
///
/// # Errors
///
/// [`TableError::Write`], which names the path, also for a device or pipe.
pub fn try_append(path: &Path) -> Result<(), TableError> {
    match fs::metadata(path) {
        Ok(there) if there.is_file() => match File::options().append(true).open(path) {
            Err(error) if !is_sharing_violation(&error) => Err(error),
            _ => Ok(()),
        },
        Ok(_) => Err(not_regular()),
        Err(_) => return try_replace(path),
    }
    .map_err(|error| TableError::write(path, error))
}

/// Checks that files can be created in a folder. The folder need not exist yet.
///
/// # Errors
///
/// [`TableError::Write`], which names the path.
pub fn try_folder(path: &Path) -> Result<(), TableError> {
    let tried = match real_path(path).ancestors().find(|folder| folder.exists()) {
        Some(folder) if folder.is_dir() => tempfile::tempfile_in(folder).map(drop),
        _ => Err(io::ErrorKind::NotADirectory.into()),
    };
    tried.map_err(|error| TableError::write(path, error))
}

/// Destination and format of the rows of a run.
///
/// A file gets its name only once it contains all rows; see [`Output`].
pub struct Table<'w> {
    format: Format,
    target: TableTarget<'w>,
}

enum TableTarget<'w> {
    /// File, or standard output for `None`.
    File(Option<PathBuf>),
    Writer(&'w mut dyn Write),
}

impl Table<'static> {
    /// Writes rows to standard output.
    pub fn stdout(format: Format) -> Self {
        Self::file("-".as_ref(), format)
    }

    /// Writes rows to a file, compressed as its name says. The path `-` is standard output.
    pub fn file(path: &Path, format: Format) -> Self {
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Self {
            format,
            target: TableTarget::File(path),
        }
    }
}

impl<'w> Table<'w> {
    /// Writes rows to a writer.
    pub fn writer(writer: &'w mut dyn Write, format: Format) -> Self {
        Self {
            format,
            target: TableTarget::Writer(writer),
        }
    }

    /// Returns the format of the rows.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the path of the file; `None` for standard output and writers.
    pub fn path(&self) -> Option<&Path> {
        match &self.target {
            TableTarget::File(path) => path.as_deref(),
            TableTarget::Writer(_) => None,
        }
    }

    /// Opens the table for rows of a format, with `threads` threads for compression.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if the file cannot be created.
    pub fn open(self, rows: &RowFormat, threads: usize) -> Result<OpenTable<'w>, TableError> {
        Ok(match self.target {
            TableTarget::File(path) => {
                OpenTable::Output(Output::create_with(path.as_deref(), threads)?.rows(rows)?)
            }
            TableTarget::Writer(writer) => {
                let writer = RowWriter::new(writer, rows);
                OpenTable::Writer(
                    writer.map_err(|error| TableError::write(WRITER_NAME.as_ref(), error))?,
                )
            }
        })
    }
}

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Table").field(&self.path()).finish()
    }
}

/// Table that is being written.
#[allow(clippy::large_enum_variant)] // one per run
pub enum OpenTable<'w> {
    /// File or standard output.
    Output(RowWriter<Output>),
    /// Writer of the caller.
    Writer(RowWriter<&'w mut dyn Write>),
    /// Table that already contains all rows.
    Complete,
}

impl std::fmt::Debug for OpenTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OpenTable").field(&self.path()).finish()
    }
}

/// Name of a writer in errors.
const WRITER_NAME: &str = "the rows";

impl OpenTable<'_> {
    /// Returns the name of the table in errors.
    pub fn path(&self) -> &Path {
        match self {
            Self::Output(output) => output.get_ref().path(),
            Self::Writer(_) | Self::Complete => WRITER_NAME.as_ref(),
        }
    }

    /// Returns the writer of the rows; `None` if the table already contains all rows.
    pub fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            Self::Output(output) => Some(output),
            Self::Writer(writer) => Some(writer),
            Self::Complete => None,
        }
    }

    /// Completes the table; a file gets its name.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if the remaining bytes cannot be written.
    pub fn finish(self) -> Result<(), TableError> {
        match self {
            Self::Output(output) => Output::finish_rows(output),
            Self::Writer(writer) => match writer.finish() {
                Ok(_) => Ok(()),
                Err(error) => Err(TableError::write(WRITER_NAME.as_ref(), error)),
            },
            Self::Complete => Ok(()),
        }
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod early_sync_tests {
    use std::os::fd::OwnedFd;

    use super::*;

    #[test]
    fn an_error_of_an_early_sync_is_returned_at_the_end() {
        // Pipes cannot be synced.
        let (_reader, writer) = io::pipe().unwrap();
        let pipe = File::from(OwnedFd::from(writer));
        let regular = tempfile::tempfile().unwrap();
        let mut sync = EarlySync::default();
        sync.advance(&pipe, BYTES_PER_SYNC as usize).unwrap();
        sync.finish(&regular).unwrap_err();
        sync.finish(&regular).unwrap();
    }

    #[test]
    fn a_long_file_is_synced_early_and_few_bytes_are_not() {
        let mut file = tempfile::tempfile().unwrap();
        let mut sync = EarlySync::default();
        for _ in 0..BYTES_PER_SYNC / 4 - 1 {
            sync.advance(&file, 4).unwrap();
        }
        assert!(sync.running.is_none());
        file.write_all(b"last").unwrap();
        sync.advance(&file, 4).unwrap();
        assert!(sync.running.is_some());
        sync.finish(&file).unwrap();
        assert!(sync.running.is_none());
    }

    #[test]
    fn an_abandoned_output_keeps_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let mut file = File::create(&path).unwrap();
        file.write_all(&vec![1; BYTES_PER_SYNC as usize]).unwrap();
        file.lock().unwrap();
        let mut sync = EarlySync::default();
        sync.advance(&file, BYTES_PER_SYNC as usize).unwrap();
        drop((file, sync));
        File::open(&path).unwrap().try_lock().unwrap();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod write_check_tests {
    use super::*;

    #[test]
    fn a_trial_leaves_everything_as_it_is() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").expect("a file");
        for name in ["file", "new"] {
            try_replace(&at(name)).expect(name);
            try_append(&at(name)).expect(name);
        }
        for name in ["", "new", "new/inner"] {
            try_folder(&at(name)).expect(name);
        }
        assert_eq!(fs::read(at("file")).expect("a file"), b"text");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn outputs_that_cannot_be_written_are_named() {
        let trials = [try_replace, try_append, try_folder];
        for (path, refused) in [
            ("/", [true, true, false]),
            ("/proc/rows", [true, true, true]),
            ("/nowhere/rows", [true, true, false]),
            ("/dev/null/rows", [true, true, true]),
            ("/dev/null", [false, true, true]),
        ] {
            for (trial, refused) in trials.into_iter().zip(refused) {
                let tried = trial(path.as_ref()).map_err(|error| error.to_string());
                let named = Err(format!("cannot write {path}"));
                // An ordinary user cannot write to `/`.
                if refused {
                    assert_eq!(tried, named);
                } else {
                    assert!(tried.is_ok() || tried == named, "{tried:?}");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("folder is readable");
        let name = |entry: io::Result<fs::DirEntry>| {
            let entry = entry.expect("entry is readable");
            entry.file_name().to_string_lossy().into_owned()
        };
        entries.map(name).collect()
    }

    #[test]
    fn an_output_without_its_name_is_kept_and_named() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("rows.csv");
        let mut output = Output::create(Some(&path))?;
        output.write_all(b"all")?;
        fs::create_dir(&path)?;
        let error = output.finish().expect_err("a folder has the name");
        let source = std::error::Error::source(&error)
            .expect("a cause")
            .to_string();
        let (_, kept) = source
            .split_once("; the complete output is in ")
            .expect(&source);
        assert_eq!(fs::read(kept)?, b"all");
        Ok(())
    }

    #[test]
    fn a_dropped_file_leaves_nothing_and_keeps_what_was_there()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("rows.csv");
        let mut output = Output::create(Some(&path))?;
        output.write_all(b"half")?;
        drop(output);
        assert!(names(folder.path()).is_empty());

        fs::write(&path, "old")?;
        let mut output = Output::create(Some(&path))?;
        output.write_all(b"half")?;
        drop(output);
        assert_eq!(fs::read(&path)?, b"old");
        let mut output = Output::create(Some(&path))?;
        output.write_all(b"new")?;
        output.finish()?;
        assert_eq!(fs::read(&path)?, b"new");
        assert_eq!(names(folder.path()), ["rows.csv"]);
        Ok(())
    }

    #[test]
    fn a_part_is_continued_and_gets_its_name_when_it_is_complete()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let (part, path) = (folder.path().join("rows.part"), folder.path().join("rows"));
        let open = || {
            let mut options = File::options();
            options.write(true).create(true).truncate(false).open(&part)
        };
        let mut output = Output::resume(open()?, &part, 0, &path, 1)?;
        output.write_all(b"one, two, thr")?;
        drop(output);
        assert_eq!(names(folder.path()), ["rows.part"]);
        let mut output = Output::resume(open()?, &part, 5, &path, 1)?;
        output.write_all(b"2")?;
        output.finish()?;
        assert_eq!(names(folder.path()), ["rows"]);
        assert_eq!(fs::read(&path)?, b"one, 2");
        Ok(())
    }

    #[test]
    fn the_name_chooses_the_compression() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let text = b"1,2,3\n".repeat(1000);
        for name in ["rows.gz", "rows.csv.zst", "rows.csv"] {
            let path = folder.path().join(name);
            let mut output = Output::create(Some(&path))?;
            output.write_all(&text)?;
            output.finish()?;
            let file = File::open(&path)?;
            let mut back = Vec::new();
            match Codec::of(&path) {
                Codec::None => File::open(&path)?.read_to_end(&mut back)?,
                Codec::Gzip => flate2::read::GzDecoder::new(file).read_to_end(&mut back)?,
                Codec::Zstd => zstd::Decoder::new(file)?.read_to_end(&mut back)?,
            };
            assert_eq!(back, text, "{name}");
        }
        Ok(())
    }

    #[test]
    fn outputs_that_cannot_be_written_are_named() {
        for path in ["/nowhere/at/all/rows.csv", "/", "/dev/null/rows.csv"] {
            let error = Output::create(Some(path.as_ref())).expect_err(path);
            assert!(error.to_string().contains(path), "{error}");
        }
        let error = Output::create(Some("/nowhere/at/all/rows.csv".as_ref())).expect_err("it");
        let reason = std::error::Error::source(&error).expect("a reason");
        let folder = std::path::absolute("/nowhere/at/all").expect("a path");
        let expected = format!("folder {} not found", folder.display());
        assert_eq!(reason.to_string(), expected);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_as_it_is_and_a_link_is_followed()
    -> Result<(), Box<dyn std::error::Error>> {
        use std::os::unix::fs::FileTypeExt;
        let mut output = Output::create(Some("/dev/null".as_ref()))?;
        output.write_all(b"gone")?;
        output.finish()?;
        assert!(fs::metadata("/dev/null")?.file_type().is_char_device());

        let folder = tempfile::tempdir()?;
        let (real, link) = (
            folder.path().join("real.csv"),
            folder.path().join("link.csv"),
        );
        fs::write(&real, "old")?;
        std::os::unix::fs::symlink(&real, &link)?;
        let mut output = Output::create(Some(&link))?;
        output.write_all(b"new")?;
        output.finish()?;
        assert_eq!(fs::read(&real)?, b"new");
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        Ok(())
    }
}
