//! The rows beside a ledger: a file that is continued.
//!
//! | ledger of | rows until they are complete | rows when they are |
//! |---|---|---|
//! | the whole | `FILE.part` | `FILE` |
//! | a shard | `LEDGER.rows.part` | `LEDGER.rows`, to be joined with those of other shards |
//!
//! Each record contains the length in bytes and the CRC-32 of the rows of its subtree. Unfinished
//! rows are uncompressed; a compressed `FILE` is written from them at the end. Unfinished rows for
//! Parquet are typed, and those of a shard follow their columns.
//!
//! Only the beginning of a file that matches its ledger is continued. The rows of several shards
//! are joined in the order of their subtrees.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;

use super::finished_subtrees::Records;
use super::open_ledger::{Ledger, with_suffix};
use super::record_line::RowChecksum;
use super::run_plan::Shard;
use crate::error::Error;
use countless_table::{
    Columns, FileId, Format, Input, OpenTable, Output, RowFormat, RowWriter, lock, next_typed_row,
    not_regular, real_path, typed_columns,
};

/// Number of bytes that are compressed or read at a time.
pub(super) const BLOCK_BYTES: usize = 128 << 10;

/// Temporary files of a run with a ledger that writes its rows to `path`.
pub fn files_beside_rows(path: &Path) -> [PathBuf; 2] {
    let part = with_suffix(&real_path(path), ".part");
    [with_suffix(&part, ".tmp"), part]
}

/// Temporary and final files that a shard writes beside its ledger.
pub fn files_beside_ledger(path: &Path) -> [PathBuf; 3] {
    let rows = with_suffix(path, ".rows");
    [
        with_suffix(path, ".part"),
        with_suffix(&rows, ".part"),
        rows,
    ]
}

/// A file of rows beside a ledger, which is continued with it.
#[derive(Debug)]
pub(crate) struct RowFile {
    part: PathBuf,
    path: PathBuf,
    /// Format of the complete rows. `None` for a shard, because a merge determines it.
    format: Option<RowFormat>,
    header: Vec<u8>,
    /// First bytes of the files that a run of this plan writes.
    beginning: Vec<u8>,
    /// Number of threads that compress the file.
    threads: usize,
}

impl RowFile {
    /// The rows of all subtrees after their header. `threads` threads compress them at the end, if
    /// the file is compressed.
    pub fn of_whole(
        path: &Path,
        format: &RowFormat,
        ledger: &Path,
        threads: usize,
    ) -> Result<Self, Error> {
        // Replaces the target of a link, not the link.
        let path = real_path(path);
        let fail = |error| Err(Error::write(&path, error));
        match fs::metadata(&path) {
            Ok(there) if there.is_dir() => return fail(ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => return fail(not_regular()),
            _ => {}
        }
        let part = with_suffix(&path, ".part");
        let ledger = FileId::of(ledger);
        let same = |rows: &&PathBuf| FileId::of(rows).is_same(&ledger);
        if let Some(same) = [&path, &part].into_iter().find(same) {
            let reason = "the ledger and its rows must be different files";
            return Err(Error::ledger(&same.display(), reason));
        }
        Ok(Self {
            part,
            path,
            format: Some(format.clone()),
            header: format.header(),
            beginning: format.beginning().to_owned(),
            threads,
        })
    }

    /// The rows of a shard, beside its ledger. A merge writes their header. Typed rows contain it,
    /// because only the run has their columns.
    pub fn of_shard(ledger: &Path, format: &RowFormat) -> Self {
        let path = with_suffix(ledger, ".rows");
        let header = if format.format().is_typed() {
            format.header()
        } else {
            Vec::new()
        };
        Self {
            part: with_suffix(&path, ".part"),
            path,
            format: None,
            beginning: header.clone(),
            header,
            threads: 1,
        }
    }

    /// True if the complete rows are converted from the unfinished ones: compressed, or to columns.
    fn is_packed(&self) -> bool {
        let format = self.format.as_ref().map(RowFormat::format);
        Output::is_compressed(&self.path) || format.is_some_and(Format::is_typed)
    }

    /// Opens the rows after the last subtree with whole rows. Later subtrees are searched again,
    /// even if the ledger contains them.
    pub fn restore(&self, ledger: &mut Ledger, shard: Shard) -> Result<OpenTable<'static>, Error> {
        let all = shard.len(ledger.known().plan().subtrees);
        let subtree = |place: u64| shard.index() + place * shard.count();
        let known = (0..all).map_while(|place| ledger.known().get(subtree(place)));
        let known = known.map(RowChecksum::of).collect::<Result<Vec<_>, _>>()?;
        // The rows may be complete and only the ledger unfinished.
        let may_be_whole = known.len() as u64 == all && !self.part.exists();
        if may_be_whole && self.is_whole(&known) {
            return Ok(OpenTable::Complete);
        }
        let rows = self.resume(self.open_part(ledger.is_new())?, ledger, &subtree, known);
        if rows.is_err() && ledger.is_new() {
            // The new ledger is discarded. A header without a ledger would be refused next time.
            let _ = fs::remove_file(&self.part);
        }
        rows
    }

    /// Continues the unfinished file after the last subtree with whole rows.
    fn resume(
        &self,
        part: File,
        ledger: &mut Ledger,
        subtree: &dyn Fn(u64) -> u64,
        known: Vec<RowChecksum>,
    ) -> Result<OpenTable<'static>, Error> {
        let intact = IntactRows::of(&self.part, &self.header, known.into_iter())?;
        ledger.forget(|index| index >= subtree(intact.subtrees));
        let done = if self.is_packed() {
            &self.part
        } else {
            &self.path
        };
        let mut output = Output::resume(part, &self.part, intact.bytes, done, self.threads)?;
        if intact.bytes == 0 {
            output
                .write_all(&self.header)
                .map_err(|error| Error::write(&self.part, error))?;
        }
        Ok(OpenTable::Output(RowWriter::plain(output)))
    }

    /// True if the file has the rows of all subtrees and no others. Unreadable rows are missing.
    fn is_whole(&self, all: &[RowChecksum]) -> bool {
        let intact = IntactRows::of(&self.path, &self.header, all.iter().copied());
        intact.is_ok_and(|intact| intact.subtrees == all.len() as u64 && intact.is_at_end)
    }

    /// Requires the rows of a complete ledger.
    pub fn require_whole(&self, records: &Records, shard: Shard) -> Result<(), Error> {
        let all = records.of_shard(shard).map(RowChecksum::of);
        if self.is_whole(&all.collect::<Result<Vec<_>, _>>()?) {
            return Ok(());
        }
        let reason = "these rows of a complete ledger are missing or damaged\n\
                      hint: add .part to the name of the ledger, and repeat the command";
        Err(Error::ledger(&self.path.display(), reason))
    }

    /// Opens the unfinished file of rows and locks it. An unrelated file with this name is an error
    /// and stays unchanged.
    fn open_part(&self, is_new: bool) -> Result<File, Error> {
        let mut file = self.lock(&self.part)?;
        let mut first = Vec::new();
        Read::take(&mut file, self.beginning.len().max(1) as u64)
            .read_to_end(&mut first)
            .map_err(|error| Error::read(&self.part, error))?;
        let is_ours =
            !is_new && (first.starts_with(&self.beginning) || self.beginning.starts_with(&first));
        if first.is_empty() || is_ours {
            return Ok(file);
        }
        let reason = "expected the partial rows of this ledger; move this file away, or remove it";
        Err(Error::ledger(&self.part.display(), reason))
    }

    /// Opens and locks a file beside the rows. The file gets the permissions of the rows if they
    /// exist.
    fn lock(&self, path: &Path) -> Result<File, Error> {
        let fail = |error| Error::write(path, error);
        if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(fail(not_regular()));
        }
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let Some(file) = lock(path, options)? else {
            let reason = "another process is writing these rows";
            return Err(Error::ledger(&path.display(), reason));
        };
        if let Ok(there) = fs::metadata(&self.path) {
            file.set_permissions(there.permissions()).map_err(fail)?;
        }
        Ok(file)
    }

    /// Completes the rows under their final name.
    pub fn complete(&self, rows: OpenTable<'_>) -> Result<(), Error> {
        let OpenTable::Output(output) = rows else {
            return Ok(());
        };
        Output::finish_rows(output)?;
        if !self.is_packed() {
            return Ok(());
        }
        let mut rows = Input::open(&self.part)?;
        // A separate name, so that a later run overwrites it if this process is killed.
        let packed = with_suffix(&self.part, ".tmp");
        let output = Output::resume(self.lock(&packed)?, &packed, 0, &self.path, self.threads)?;
        let mut output = match &self.format {
            Some(format) => output.rows(format)?,
            None => RowWriter::plain(output),
        };
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        while rows.fill(&mut block, BLOCK_BYTES)? > 0 {
            output
                .write_all(&block)
                .map_err(|error| Error::write(&self.path, error))?;
            block.clear();
        }
        Ok(Output::finish_rows(output)?)
    }

    /// Removes the unfinished file, which is obsolete once the ledger is complete.
    pub fn remove_part(&self) -> Result<(), Error> {
        if self.is_packed() && self.part.exists() {
            fs::remove_file(&self.part).map_err(|error| Error::write(&self.part, error))?;
        }
        Ok(())
    }
}

/// The rows of several shards, to be joined in the order of their subtrees.
#[derive(Debug, Default)]
pub struct RowParts {
    files: Vec<PathBuf>,
    /// Columns of typed rows.
    columns: Option<Columns>,
    locations: HashMap<u64, RowsLocation>,
}

/// Location of the rows of a subtree.
#[derive(Clone, Copy, Debug)]
struct RowsLocation {
    file: usize,
    start: u64,
    row_checksum: RowChecksum,
}

impl RowParts {
    /// Path of the rows of a shard with its ledger at `path`.
    pub fn file_beside(path: &Path) -> PathBuf {
        with_suffix(path, ".rows")
    }

    /// Adds the rows beside the ledger at `path`, with its `records`. A shard writes its rows in
    /// the order of its subtrees. A ledger without rows adds nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the ledger lacks checksums for the rows beside it, or if typed rows
    /// lack columns; [`Error::Table`] if they cannot be read.
    pub fn add(&mut self, path: &Path, records: &Records) -> Result<(), Error> {
        let name = Self::file_beside(path);
        if !name.is_file() {
            return Ok(());
        }
        let (file, mut start) = (self.files.len(), 0);
        if matches!(records.plan().row_formats()[..], [format] if format.is_typed()) {
            let (columns, length) = typed_beginning(&name)?;
            self.columns = Some(columns);
            start = length;
        }
        self.files.push(name);
        for record in records.records() {
            let written = RowChecksum::of(record)?;
            let place = RowsLocation {
                file,
                start,
                row_checksum: written,
            };
            self.locations.insert(record.subtree, place);
            start += written.bytes;
        }
        Ok(())
    }

    /// Writes the rows of all `subtrees` to a file, after their header. Typed rows are converted to
    /// the format of the file name.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if rows are missing or damaged, [`Error::Table`] if the system fails.
    pub fn join(&self, header: &[u8], subtrees: u64, path: &Path) -> Result<(), Error> {
        let mut files = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let fail = |error| Error::read(path, error);
            files.push(File::open(path).map_err(fail)?);
        }
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let output = Output::create_with(Some(path), threads)?;
        let typed = self.columns.as_ref().map(|columns| {
            let format = Format::of(path).unwrap_or_default();
            RowFormat::new(format, columns)
        });
        let mut output = match &typed {
            Some(format) => output.rows(format)?,
            None => RowWriter::plain(output),
        };
        let mut write = |bytes: &[u8]| {
            let written = output.write_all(bytes);
            written.map_err(|error| Error::write(path, error))
        };
        match &typed {
            Some(format) => write(&format.header())?,
            None => write(header)?,
        }
        let mut text = Vec::new();
        let mut bytes = Vec::new();
        for subtree in 0..subtrees {
            let Some(place) = self.locations.get(&subtree) else {
                let reason =
                    format!("the rows of subtree {subtree} are missing beside the ledgers");
                return Err(Error::ledger(&path.display(), reason));
            };
            let name = &self.files[place.file];
            let fail = |error| Error::read(name, error);
            let file = &mut files[place.file];
            file.seek(SeekFrom::Start(place.start)).map_err(fail)?;
            bytes.clear();
            let part = file.take(place.row_checksum.bytes).read_to_end(&mut bytes);
            let whole = part.map_err(fail)? as u64 == place.row_checksum.bytes
                && crc32fast::hash(&bytes) == place.row_checksum.checksum;
            if !whole {
                let reason = format!("the rows of subtree {subtree} are damaged");
                return Err(Error::ledger(&name.display(), reason));
            }
            match typed.as_ref().filter(|it| !it.format().is_typed()) {
                Some(format) => {
                    let mut rest = &bytes[..];
                    text.clear();
                    while let Some(row) = next_typed_row(&mut rest) {
                        format.write(&row, &mut text);
                    }
                    write(&text)?;
                }
                None => write(&bytes)?,
            }
        }
        Ok(Output::finish_rows(output)?)
    }
}

/// The columns at the beginning of a file of typed rows, and their length in bytes.
fn typed_beginning(path: &Path) -> Result<(Columns, u64), Error> {
    let fail = |error| Error::read(path, error);
    let mut file = File::open(path).map_err(fail)?;
    let mut head = Vec::new();
    loop {
        let read = Read::take(&mut file, BLOCK_BYTES as u64).read_to_end(&mut head);
        let read = read.map_err(fail)?;
        match typed_columns(&head).map_err(fail)? {
            Some((columns, length)) => return Ok((columns, length as u64)),
            None if read > 0 => {}
            None => {
                let reason = "the columns of the rows are missing";
                return Err(Error::ledger(&path.display(), reason));
            }
        }
    }
}

/// The beginning of a file of rows that matches its ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntactRows {
    /// Number of subtrees with whole rows.
    pub subtrees: u64,
    /// Number of bytes of these rows and of the header, before compression.
    pub bytes: u64,
    /// True if the file ends after them.
    pub is_at_end: bool,
}

impl IntactRows {
    /// Compares the file at `path` with its header and with the length and CRC-32 of each subtree,
    /// up to the first difference or the end.
    ///
    /// A compressed file is decompressed. A missing file has zero subtrees.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read.
    pub fn of(
        path: &Path,
        header: &[u8],
        parts: impl Iterator<Item = RowChecksum>,
    ) -> Result<Self, Error> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let mut rows = Input::open(path)?;
        let mut buffer = Vec::new();
        let mut next = |length: u64| -> Result<Option<u32>, Error> {
            buffer.clear();
            let whole = rows.fill(&mut buffer, length as usize)? as u64 == length;
            Ok(whole.then(|| crc32fast::hash(&buffer)))
        };
        let mut intact = Self::default();
        if next(header.len() as u64)? != Some(crc32fast::hash(header)) {
            return Ok(intact);
        }
        intact.bytes = header.len() as u64;
        for RowChecksum { bytes, checksum } in parts {
            if next(bytes)? != Some(checksum) {
                break;
            }
            intact.subtrees += 1;
            intact.bytes += bytes;
        }
        // Tries to read one more byte.
        intact.is_at_end = next(1)?.is_none();
        Ok(intact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn rows_are_whole_up_to_the_first_damage() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("rows");
        let parts = ["one\n", "", "three\nfour\n"];
        let intact = |text: &str| {
            fs::write(&path, text).expect("it can be written");
            let parts = parts.map(|part| RowChecksum {
                bytes: part.len() as u64,
                checksum: crc32fast::hash(part.as_bytes()),
            });
            let IntactRows {
                subtrees: parts,
                bytes,
                is_at_end: ends,
            } = IntactRows::of(&path, b"head\n", parts.into_iter()).expect("it can be read");
            (parts, bytes, ends)
        };
        assert_eq!(intact("head\none\nthree\nfour\n"), (3, 20, true));
        assert_eq!(intact("head\none\nthree\nfour\nmore"), (3, 20, false));
        assert_eq!(intact("head\none\nthree\nfou").0, 2);
        assert_eq!(intact("head\none\nthree\nfaur\n").1, 9);
        assert_eq!(intact("head\non").1, 5);
        assert_eq!(intact("hood\none\n").1, 0);
        assert_eq!(intact("he").1, 0);
        let nothing = IntactRows::of(&folder.path().join("none"), b"", [].into_iter());
        assert_eq!(
            nothing.expect("it need not be there"),
            IntactRows::default()
        );
    }
}
