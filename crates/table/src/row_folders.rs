//! Rows in several files of a folder: the parts of a table, and the arrays of a layout for training.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::array::header;
use super::identity::{hex_sha256, sha256};
use super::number_type::NumberType;
use super::output::Output;
use super::row_sink::RowSink;
use super::rows::{Fields, Row, TypedRow, TypedValue};
use super::table_error::TableError;
use super::{Format, RowFormat, RowWriter};

/// File of an array, which gets its name once it is complete.
#[derive(Debug)]
struct ArrayFile {
    output: Output,
    path: PathBuf,
    kind: NumberType,
    columns: Option<usize>,
    numbers: u64,
    bytes: Vec<u8>,
}

impl ArrayFile {
    /// Creates a file of rows of some numbers, or of single numbers without `columns`.
    pub fn create(
        path: PathBuf,
        kind: NumberType,
        columns: Option<usize>,
    ) -> Result<Self, TableError> {
        Ok(Self {
            output: Output::create(Some(&path))?,
            bytes: header(kind, 0, columns).to_vec(),
            path,
            kind,
            columns,
            numbers: 0,
        })
    }

    /// Path of the complete file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds numbers that fit into the type.
    pub fn extend(&mut self, numbers: impl Iterator<Item = u64>) -> io::Result<()> {
        for number in numbers {
            self.kind.push(number, &mut self.bytes);
            self.numbers += 1;
        }
        if self.bytes.len() >= BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// Adds small numbers, which fit into every type.
    pub fn extend_small(&mut self, numbers: impl ExactSizeIterator<Item = u8>) -> io::Result<()> {
        if self.kind != NumberType::U8 {
            return self.extend(numbers.map(u64::from));
        }
        self.numbers += numbers.len() as u64;
        self.bytes.extend(numbers);
        if self.bytes.len() >= BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    /// Completes the file, and returns its path.
    pub fn finish(mut self) -> Result<PathBuf, TableError> {
        self.flush()
            .map_err(|error| TableError::write(&self.path, error))?;
        let rows = self.numbers / self.columns.unwrap_or(1) as u64;
        let header = header(self.kind, rows, self.columns);
        self.output.finish_with_head(&header)?;
        Ok(self.path)
    }
}

/// Name of the file with the digests of all other files of a folder.
const DIGESTS: &str = "SHA256SUMS";

/// Writes the digests of some files of a folder beside them, in the form of `sha256sum`. Returns
/// the digest of that list.
fn write_digests(folder: &Path, files: &[PathBuf]) -> Result<String, TableError> {
    let digests = thread::scope(|scope| {
        let threads: Vec<_> = files
            .iter()
            .map(|file| scope.spawn(|| sha256(file)))
            .collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(digest) => digest,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<Result<Vec<String>, TableError>>()
    })?;
    let mut list = String::new();
    for (file, digest) in files.iter().zip(digests) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        for part in [&*digest, "  ", &*name, "\n"] {
            list += part;
        }
    }
    let path = folder.join(DIGESTS);
    Output::create(Some(&path))?.finish_with(&list)?;
    Ok(hex_sha256(list.as_bytes()))
}

fn create_folder(folder: &Path) -> Result<(), TableError> {
    fs::create_dir_all(folder).map_err(|error| TableError::write(folder, error))
}

/// Results of a sink, which are complete once it has finished.
#[derive(Clone, Debug, Default)]
pub struct FolderTotals(Arc<Mutex<(Vec<u64>, String)>>);

impl FolderTotals {
    fn set(&self, rows: Vec<u64>, digest: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (rows, digest);
    }

    /// Number of rows of each part, and the digest of the list of digests.
    pub fn get(&self) -> (Vec<u64>, String) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Parts of a table, each in its own file. The second field of a row is the number of its part.
#[derive(Debug)]
pub struct PartFolder {
    folder: PathBuf,
    parts: Vec<RowWriter<Output>>,
    format: RowFormat,
    texts: Vec<Vec<u8>>,
    rows: Vec<u64>,
    totals: FolderTotals,
}

/// Bytes that are written at once.
const BLOCK: usize = 1 << 16;

impl PartFolder {
    /// Creates the files `NAME.FORMAT` of all parts in a folder, for rows of a format without the
    /// number of the part.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if a file cannot be created.
    pub fn create(
        folder: &Path,
        names: &[String],
        format: &RowFormat,
        totals: &FolderTotals,
    ) -> Result<Self, TableError> {
        create_folder(folder)?;
        let mut parts = Vec::new();
        for path in Self::paths(folder, names, format.format()) {
            parts.push(Output::create(Some(&path))?.rows(format)?);
        }
        Ok(Self {
            folder: folder.to_owned(),
            texts: vec![format.header(); parts.len()],
            rows: vec![0; parts.len()],
            format: format.clone(),
            parts,
            totals: totals.clone(),
        })
    }

    /// Paths of the files of some parts.
    pub fn paths(folder: &Path, names: &[String], format: Format) -> Vec<PathBuf> {
        let path = |name: &String| folder.join(format!("{name}.{}", format.name()));
        names.iter().map(path).collect()
    }
}

/// Row without the number of its part.
struct WithoutPart<'a>(TypedRow<'a>);

impl Row for WithoutPart<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        self.0.fields_except(1, fields);
    }
}

impl RowSink for PartFolder {
    fn path(&self) -> &Path {
        &self.folder
    }

    fn take(&mut self, row: TypedRow<'_>) -> io::Result<()> {
        let part = match row.values().nth(1).transpose()? {
            Some(TypedValue::Number(part)) if (part as usize) < self.parts.len() => part as usize,
            _ => return Err(io::Error::other("a row without a part")),
        };
        self.rows[part] += 1;
        let text = &mut self.texts[part];
        self.format.write(&WithoutPart(row), text);
        if text.len() >= BLOCK {
            self.parts[part].write_all(text)?;
            text.clear();
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), TableError> {
        let mut files = Vec::new();
        for (mut part, text) in self.parts.into_iter().zip(&self.texts) {
            let path = part.get_ref().path().to_owned();
            let written = part.write_all(text);
            written.map_err(|error| TableError::write(&path, error))?;
            Output::finish_rows(part)?;
            files.push(path);
        }
        let digest = write_digests(&self.folder, &files)?;
        self.totals.set(self.rows, digest);
        Ok(())
    }
}

/// Arrays of puzzles and solutions in the layout that HRM and TRM read, two programs that learn to
/// solve sudokus. A row begins with the characters of a puzzle and of its solution.
///
/// ```text
/// all__inputs.npy, all__labels.npy   a row for each puzzle: 1 an empty cell, 2 to 10 the digits
/// all__puzzle_indices.npy            number of the first row of each puzzle, and of all rows
/// all__group_indices.npy             number of the first puzzle of each group, and of all puzzles
/// all__puzzle_identifiers.npy        0 for each puzzle
/// dataset.json, SHA256SUMS, and ../identifiers.json
/// ```
///
/// A group has a puzzle and its images.
#[derive(Debug)]
pub struct HrmFolder {
    folder: PathBuf,
    inputs: ArrayFile,
    labels: ArrayFile,
    group: u64,
    puzzles: u64,
    totals: FolderTotals,
}

/// Cells of a puzzle in the layout.
const CELLS: usize = 81;

impl HrmFolder {
    /// Creates the arrays in a folder, with numbers of this type and groups of `group` puzzles.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if a file cannot be created.
    pub fn create(
        folder: &Path,
        kind: NumberType,
        group: u64,
        totals: &FolderTotals,
    ) -> Result<Self, TableError> {
        create_folder(folder)?;
        let file = |name| ArrayFile::create(folder.join(name), kind, Some(CELLS));
        Ok(Self {
            folder: folder.to_owned(),
            inputs: file("all__inputs.npy")?,
            labels: file("all__labels.npy")?,
            group: group.max(1),
            puzzles: 0,
            totals: totals.clone(),
        })
    }

    /// Writes an array of 32-bit numbers.
    fn indices(
        &self,
        name: &str,
        numbers: impl Iterator<Item = u64>,
    ) -> Result<PathBuf, TableError> {
        let mut file = ArrayFile::create(self.folder.join(name), NumberType::I32, None)?;
        for number in numbers {
            let written = file.extend([number].into_iter());
            written.map_err(|error| TableError::write(file.path(), error))?;
        }
        file.finish()
    }
}

impl RowSink for HrmFolder {
    fn path(&self) -> &Path {
        &self.folder
    }

    fn take(&mut self, row: TypedRow<'_>) -> io::Result<()> {
        let mut values = row.values();
        for file in [&mut self.inputs, &mut self.labels] {
            let Some(TypedValue::Text(cells)) = values.next().transpose()? else {
                return Err(io::Error::other("a puzzle without a solution"));
            };
            let number = |&cell: &u8| match cell {
                b'1'..=b'9' => cell - b'0' + 1,
                _ => 1,
            };
            file.extend_small(cells.iter().map(number))?;
        }
        self.puzzles += 1;
        // Indices have 32 bits.
        if self.puzzles > i32::MAX as u64 {
            return Err(io::Error::other("more than 2,147,483,647 puzzles"));
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), TableError> {
        let puzzles = self.puzzles;
        let groups = puzzles.div_ceil(self.group);
        let group_starts = (0..=groups).map(|group| (group * self.group).min(puzzles));
        let mut files = vec![
            self.indices("all__puzzle_indices.npy", 0..=puzzles)?,
            self.indices("all__group_indices.npy", group_starts)?,
            self.indices("all__puzzle_identifiers.npy", (0..puzzles).map(|_| 0))?,
        ];
        files.push(self.inputs.finish()?);
        files.push(self.labels.finish()?);
        let dataset = serde_json::json!({
            "pad_id": 0,
            "ignore_label_id": 0,
            "blank_identifier_id": 0,
            "vocab_size": 11,
            "seq_len": CELLS,
            "num_puzzle_identifiers": 1,
            "total_groups": groups,
            "total_puzzles": groups,
            "mean_puzzle_examples": 1,
            "sets": ["all"],
        });
        let path = self.folder.join("dataset.json");
        Output::create(Some(&path))?.finish_with(format!("{dataset}\n"))?;
        files.push(path);
        let names = self.folder.join("..").join("identifiers.json");
        if !names.exists() {
            Output::create(Some(&names))?.finish_with("[\"<blank>\"]\n")?;
        }
        let digest = write_digests(&self.folder, &files)?;
        self.totals.set(vec![puzzles], digest);
        Ok(())
    }
}
