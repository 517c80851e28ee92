//! A ledger open for writing: locked, append-only, and on disk within about a second.
//! Only whole lines are appended: partial lines, which a full disk may leave, are truncated.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::finished_subtrees::{Records, header, whole_lines};
use super::record_line::{RecordHasher, RecordWriter};
use super::run_plan::{Plan, Shard};
use super::tally::Tally;
use crate::clock::Instant;
use crate::error::Error;
use countless_table::{Output, leads_to, lock};

/// Time between two syncs to disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);
/// Largest time that a record is buffered while records arrive. The sink also flushes when it is
/// idle.
const WRITE_INTERVAL: Duration = Duration::from_millis(10);

/// A ledger open for writing.
///
/// Records passed to the system survive the end of the process. Records that were
/// [synced](Self::flush) survive the end of the machine.
///
/// ```
/// use countless_engine::ledger::{Records, Shard};
/// use countless_engine::ledger::{Ledger, OpenedLedger, Spec};
/// use countless_engine::Tally;
/// use std::time::Duration;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("ledger.csv");
/// let plan = Spec::new("example", "none").plan("two halves", 2);
/// for subtree in 0..2 {
///     let opened = Ledger::open(&path, &plan, Shard::WHOLE, "scalar")?;
///     let OpenedLedger::Open(mut ledger) = opened else {
///         panic!("only shards are closed when they are complete");
///     };
///     assert_eq!(ledger.known().len(), subtree);
///     ledger.record(subtree, &Tally::of(21), Duration::from_millis(3))?;
///     ledger.finish(true)?;
/// }
/// assert_eq!(Records::read(&path)?.total(Shard::WHOLE)?.count, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    /// Path of the complete file.
    path: PathBuf,
    /// Path of the unfinished file.
    part_path: PathBuf,
    appender: LineAppender<File>,
    /// True if the file did not exist before.
    is_new: bool,
    known: Arc<Records>,
    writer: RecordWriter,
    buffer: String,
    last_write: Instant,
    last_sync: Instant,
    /// True if some written data was not synced.
    is_unsynced: bool,
}

/// Result of [`Ledger::open`].
#[derive(Debug)]
pub enum OpenedLedger {
    /// A ledger to continue.
    Open(Ledger),
    /// The complete ledger of a shard.
    Complete(Records),
}

impl Ledger {
    /// Opens the ledger of a shard, or of the whole plan, to continue it. Creates it if it does not
    /// exist.
    ///
    /// The ledger of a shard has the name `path` only when it is complete; until then it ends in
    /// `.part`. The ledger of the whole plan always has the name `path`. A partial last line after
    /// a crash is truncated.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if another process writes the ledger, if it is damaged or belongs to
    /// another plan, or if a new one has the name of a compressed file; [`Error::Table`] if the
    /// system fails.
    pub fn open(
        path: &Path,
        plan: &Plan,
        shard: Shard,
        kernel: &str,
    ) -> Result<OpenedLedger, Error> {
        let working = unfinished_path(path, shard);
        let complete = || -> Result<Option<Records>, Error> {
            if working == path || !path.exists() {
                return Ok(None);
            }
            let records = Records::read(path)?;
            records.plan().require(plan, &path.display())?;
            if records.is_complete(shard) {
                return Ok(Some(records));
            }
            let reason = format!(
                "this name is for complete ledgers, but subtrees are missing; rename it to {}",
                working.display()
            );
            Err(Error::ledger(&path.display(), reason))
        };
        if let Some(records) = complete()? {
            return Ok(OpenedLedger::Complete(records));
        }
        if !working.exists() {
            require_plain_name(path)?;
        }
        let file = open_locked(&working)?;
        // Another process may have completed it before this one got the lock.
        if let Some(records) = complete()? {
            drop(file);
            fs::remove_file(&working).map_err(|error| Error::write(&working, error))?;
            return Ok(OpenedLedger::Complete(records));
        }
        let (appender, known, is_new) = resume(&working, file, plan)?;
        Ok(OpenedLedger::Open(Self {
            path: path.to_owned(),
            part_path: working,
            appender,
            is_new,
            writer: RecordWriter::new(&known.plan().id(), kernel),
            known: Arc::new(known),
            buffer: String::new(),
            last_write: Instant::now(),
            last_sync: Instant::now(),
            is_unsynced: true,
        }))
    }

    /// Records that the ledger contained when it was opened, with those of merged shards.
    pub fn known(&self) -> &Arc<Records> {
        &self.known
    }

    /// True if the ledger did not exist before it was opened.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Removes a new ledger after a run that could not begin.
    pub(crate) fn discard_if_new(self) {
        if self.is_new && !self.is_lost() {
            // If this fails, a ledger without records remains.
            let _ = fs::remove_file(&self.part_path);
        }
    }

    /// True if the file was removed or replaced since it was opened, so that the new records are
    /// lost.
    pub fn is_lost(&self) -> bool {
        !leads_to(&self.part_path, self.appender.file())
    }

    /// Adds the records of the ledgers of shards, each with its name.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if they contradict each other, or [`Error::Table`].
    pub fn merge_shards(&mut self, shards: Vec<(Records, String)>) -> Result<(), Error> {
        let mut known = Records::clone(&self.known);
        known.merge(shards)?;
        let seal = RecordHasher::new(&known.plan().id());
        let new = known.records();
        for record in new.filter(|record| self.known.get(record.subtree).is_none()) {
            record.write(&seal, &mut self.buffer);
        }
        self.known = Arc::new(known);
        self.flush()
    }

    /// Forgets the records of subtrees that must be searched again.
    pub fn forget(&mut self, again: impl Fn(u64) -> bool) {
        Arc::make_mut(&mut self.known).remove(again);
    }

    /// Records a finished subtree.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn record(&mut self, subtree: u64, tally: &Tally, elapsed: Duration) -> Result<(), Error> {
        self.writer.write(subtree, tally, elapsed, &mut self.buffer);
        if self.last_write.elapsed() >= WRITE_INTERVAL {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the buffered records, and syncs the file if the last sync was a second ago.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn flush(&mut self) -> Result<(), Error> {
        self.last_write = Instant::now();
        if !self.buffer.is_empty() {
            self.is_unsynced = true;
            self.appender
                .append(self.buffer.as_bytes())
                .map_err(|error| Error::write(&self.part_path, error))?;
            self.buffer.clear();
        }
        if self.is_unsynced && self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    fn sync(&mut self) -> Result<(), Error> {
        self.appender
            .file()
            .sync_data()
            .map_err(|error| Error::write(&self.part_path, error))?;
        self.last_sync = Instant::now();
        self.is_unsynced = false;
        Ok(())
    }

    /// Syncs and closes the ledger. Renames it to its final name if it is `complete`.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn finish(mut self, complete: bool) -> Result<(), Error> {
        self.flush()?;
        self.sync()?;
        if complete && self.part_path != self.path {
            fs::rename(&self.part_path, &self.path)
                .map_err(|error| Error::write(&self.path, error))?;
        }
        // Closing is not enough: a child process that is just being started may share the file. If
        // unlocking fails, closing still unlocks.
        let _ = self.appender.file().unlock();
        Ok(())
    }
}

/// Path of the unfinished ledger of a shard, for the complete path `path`.
pub fn unfinished_path(path: &Path, shard: Shard) -> PathBuf {
    if shard == Shard::WHOLE {
        path.to_owned()
    } else {
        with_suffix(path, ".part")
    }
}

/// Appends a suffix to the name of a file.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Requires a name that other programs do not take for a compressed file. Ledgers are not
/// compressed, because lines are appended.
fn require_plain_name(path: &Path) -> Result<(), Error> {
    if !Output::is_compressed(path) {
        return Ok(());
    }
    let codec = path.extension().unwrap_or_default().to_ascii_lowercase();
    let codec = codec.display();
    let reason = format!("expected a name without .{codec}: ledgers are not compressed");
    Err(Error::ledger(&path.display(), reason))
}

/// Opens and locks a file. It is not opened in append mode, because Windows could not truncate it.
fn open_locked(path: &Path) -> Result<File, Error> {
    let mut options = File::options();
    let options = options.read(true).write(true).create(true).truncate(false);
    lock(path, options)?.ok_or_else(|| {
        let reason = "another process is writing this ledger";
        Error::ledger(&path.display(), reason)
    })
}

/// Reads the records of the file and prepares it for appending. The last value is true if the file
/// is new.
fn resume(
    path: &Path,
    mut file: File,
    plan: &Plan,
) -> Result<(LineAppender<File>, Records, bool), Error> {
    let name = path.display().to_string();
    let write_error = |error| Error::write(path, error);
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| Error::read(&name, error))?;
    let header = header(plan);
    // An existing header is kept. If it were rewritten and the process killed in between, the rows
    // beside the ledger would seem to belong to another ledger.
    if bytes.len() < header.len() && header.starts_with(&bytes) {
        // A new file, or one with a partial header.
        let mut tail = LineAppender::new(file, 0, truncate).map_err(write_error)?;
        tail.append(&header).map_err(write_error)?;
        return Ok((tail, Records::new(plan.clone()), true));
    }
    let lines = whole_lines(&bytes);
    let known = Records::parse(lines, &name)?;
    known.plan().require(plan, &name)?;
    let length = lines.len() as u64;
    let tail = LineAppender::new(file, length, truncate).map_err(write_error)?;
    Ok((tail, known, false))
}

/// Truncates a file to `length` bytes, and moves to its end.
fn truncate(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(|_| ())
}

/// The end of a file, or of a disk that fails in tests. No other code may write to the file.
#[derive(Debug)]
struct LineAppender<F> {
    file: F,
    /// Truncates the file to a number of bytes.
    truncate: fn(&mut F, u64) -> io::Result<()>,
    /// Length of the file up to the end of the last whole line, in bytes.
    length: u64,
    /// True if a partial line may follow.
    is_torn: bool,
}

impl<F: Write> LineAppender<F> {
    /// Truncates a file to `length` bytes, and appends after them.
    pub fn new(
        mut file: F,
        length: u64,
        truncate: fn(&mut F, u64) -> io::Result<()>,
    ) -> io::Result<Self> {
        truncate(&mut file, length)?;
        Ok(Self {
            file,
            truncate,
            length,
            is_torn: false,
        })
    }

    /// Returns the file.
    pub fn file(&self) -> &F {
        &self.file
    }

    /// Appends lines. After an error the file contains none of them, and the caller may try again.
    pub fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.is_torn {
            self.truncate_to_whole_lines()?;
        }
        if let Err(error) = self.file.write_all(lines) {
            self.is_torn = true;
            // If this fails, too, the next call tries again before it writes. Readers ignore a last
            // line without a line feed.
            let _ = self.truncate_to_whole_lines();
            return Err(error);
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    fn truncate_to_whole_lines(&mut self) -> io::Result<()> {
        (self.truncate)(&mut self.file, self.length)?;
        self.is_torn = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for `room` bytes. Files can be truncated only if `cuts` is true.
    #[derive(Default)]
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
        cuts: bool,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.room - self.bytes.len();
            if room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let written = bytes.len().min(room);
            self.bytes.extend_from_slice(&bytes[..written]);
            Ok(written)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn truncate(disk: &mut Disk, length: u64) -> io::Result<()> {
        if !disk.cuts {
            return Err(io::ErrorKind::Other.into());
        }
        disk.bytes.truncate(length as usize);
        Ok(())
    }

    #[test]
    fn a_disk_that_is_full_for_a_moment_leaves_no_torn_line() {
        for cuts in [true, false] {
            let disk = Disk {
                room: 7,
                cuts: true,
                ..Disk::default()
            };
            let mut tail = LineAppender::new(disk, 0, truncate).expect("it can be cut");
            tail.file.cuts = cuts;
            tail.append(b"one\n").expect("there is room");
            tail.append(b"two\nthree\n").expect_err("it is full");
            assert!(!cuts || tail.file.bytes == b"one\n");
            if !cuts {
                let error = tail.append(b"").expect_err("it is still torn");
                assert_eq!(error.kind(), io::ErrorKind::Other);
            }
            (tail.file.room, tail.file.cuts) = (100, true);
            tail.append(b"two\nthree\n").expect("there is room");
            assert_eq!(tail.file.bytes, b"one\ntwo\nthree\n");
        }
    }
}
