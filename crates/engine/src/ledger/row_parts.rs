//! The rows of several shards, to be joined in the order of their subtrees.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;

use super::finished_subtrees::Records;
use super::open_ledger::with_suffix;
use super::row_checksum::RowChecksum;
use super::row_file::BLOCK_BYTES;
use crate::error::Error;
use countless_table::{
    Columns, Format, Output, RowFormat, RowWriter, next_typed_row, typed_columns,
};

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
        if records.plan().row_formats() == [Format::Parquet] {
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
            let fail = |error| Error::read(&path.display().to_string(), error);
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
            let name = self.files[place.file].display();
            let fail = |error| Error::read(&name.to_string(), error);
            let file = &mut files[place.file];
            file.seek(SeekFrom::Start(place.start)).map_err(fail)?;
            bytes.clear();
            let part = file.take(place.row_checksum.bytes).read_to_end(&mut bytes);
            let whole = part.map_err(fail)? as u64 == place.row_checksum.bytes
                && crc32fast::hash(&bytes) == place.row_checksum.checksum;
            if !whole {
                let reason = format!("the rows of subtree {subtree} are damaged");
                return Err(Error::ledger(&name, reason));
            }
            match typed.as_ref().filter(|it| it.format() != Format::Parquet) {
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
    let fail = |error| Error::read(&path.display().to_string(), error);
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
