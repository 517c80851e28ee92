//! Rows that shards have written, put together in the order of the input.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use countless::Error;
use countless::io::Output;
use countless::ledger::{Book, Plan};
use countless::sudoku::{BatchTally, Written};

/// Where the rows of each subtree are.
pub struct Rows {
    files: Vec<PathBuf>,
    places: HashMap<u64, Place>,
}

/// The rows of a subtree.
#[derive(Clone, Copy)]
struct Place {
    file: usize,
    start: u64,
    written: Written,
}

impl Rows {
    /// Those beside each ledger: a shard writes them in the order of its subtrees.
    pub fn of(books: &[(PathBuf, Book)]) -> Self {
        let mut rows = Self {
            files: Vec::new(),
            places: HashMap::new(),
        };
        for (path, book) in books {
            let mut name = path.clone().into_os_string();
            name.push(".rows");
            if !Path::new(&name).is_file() {
                continue;
            }
            let (file, mut start) = (rows.files.len(), 0);
            rows.files.push(name.into());
            for record in book.records() {
                let written = BatchTally::from(&record.summary).written;
                let place = Place {
                    file,
                    start,
                    written,
                };
                rows.places.insert(record.subtree, place);
                start += written.bytes;
            }
        }
        rows
    }

    /// Writes the rows of all subtrees of a plan to a file, behind their header.
    pub fn join(&self, plan: &Plan, path: &Path) -> anyhow::Result<()> {
        let header = plan.parameter("header");
        let header = header.with_context(|| format!("{} writes no rows", plan.problem))?;
        let mut files = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let fail = |error| Error::read(&path.display().to_string(), error);
            files.push(File::open(path).map_err(fail)?);
        }
        let mut output = Output::create(Some(path))?;
        let mut write = |bytes: &[u8]| {
            let written = output.write_all(bytes);
            written.map_err(|error| Error::write(path, error))
        };
        if !header.is_empty() {
            write(format!("{header}\n").as_bytes())?;
        }
        let mut bytes = Vec::new();
        for subtree in 0..plan.subtrees {
            let place = self.places.get(&subtree);
            let place =
                place.with_context(|| format!("no file has the rows of chunk {subtree}"))?;
            let name = self.files[place.file].display();
            let fail = |error| Error::read(&name.to_string(), error);
            let file = &mut files[place.file];
            file.seek(SeekFrom::Start(place.start)).map_err(fail)?;
            bytes.clear();
            let part = file.take(place.written.bytes).read_to_end(&mut bytes);
            let whole = part.map_err(fail)? as u64 == place.written.bytes
                && crc32fast::hash(&bytes) == place.written.checksum;
            ensure!(whole, "{name}: the rows of chunk {subtree} are damaged");
            write(&bytes)?;
        }
        output.finish()?;
        Ok(())
    }
}
