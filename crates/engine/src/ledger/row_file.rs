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

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::finished_subtrees::Records;
use super::intact_rows::IntactRows;
use super::open_ledger::{Ledger, with_suffix};
use super::row_checksum::RowChecksum;
use super::shard::Shard;
use crate::error::Error;
use countless_table::{
    FileId, Format, Input, OpenTable, Output, RowFormat, RowWriter, lock, not_regular, real_path,
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
        let header = match format.format() {
            Format::Parquet => format.header(),
            Format::Csv | Format::Tsv | Format::Ndjson => Vec::new(),
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
        Output::is_compressed(&self.path) || format == Some(Format::Parquet)
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
        let part = self.open_part(ledger.is_new())?;
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
        let length = self.beginning.len().max(1) as u64;
        Read::take(&mut file, length)
            .read_to_end(&mut first)
            .map_err(|error| Error::read(&self.part.display().to_string(), error))?;
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
