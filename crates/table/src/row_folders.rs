//! Rows in several files of a folder: the parts of a table, and the arrays of a layout for training.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use super::array::ArrayEncoder;
use super::identity::{DIGESTS, sha256};
use super::number_type::NumberType;
use super::output::Output;
use super::row_sink::RowSink;
use super::rows::{Fields, Row, TypedEncoder, TypedRow, TypedValue};
use super::table_error::TableError;
use super::{Format, RowFormat, RowWriter};

/// Writes the digests of some files of a folder beside them, in the form of `sha256sum`.
fn write_digests(folder: &Path, names: &[&str]) -> Result<(), TableError> {
    let mut digests: Vec<_> = names.iter().map(|_| Ok(String::new())).collect();
    thread::scope(|scope| {
        for (name, digest) in names.iter().zip(&mut digests) {
            scope.spawn(move || *digest = sha256(&folder.join(name)));
        }
    });
    let mut list = String::new();
    for (name, digest) in names.iter().zip(digests) {
        list.extend([&*digest?, "  ", name, "\n"]);
    }
    Output::create(Some(&folder.join(DIGESTS)))?.finish_with(list)
}

fn create_folder(folder: &Path) -> Result<(), TableError> {
    fs::create_dir_all(folder).map_err(|error| TableError::write(folder, error))
}

/// Parts of a table, each in its own file. The second field of a row is the number of its part.
#[derive(Debug)]
pub struct PartFolder {
    folder: PathBuf,
    parts: Vec<Part>,
    format: RowFormat,
    rows: RowsByPart,
}

/// Number of rows in each part.
pub type RowsByPart = Arc<[AtomicU64]>;

#[derive(Debug)]
struct Part {
    file: String,
    writer: RowWriter<Output>,
    text: Vec<u8>,
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
    pub fn create(folder: &Path, names: &[String], format: &RowFormat) -> Result<Self, TableError> {
        create_folder(folder)?;
        let mut parts = Vec::new();
        for file in Self::files(names, format.format()) {
            parts.push(Part {
                writer: Output::create(Some(&folder.join(&file)))?.rows(format)?,
                file,
                text: format.header(),
            });
        }
        Ok(Self {
            folder: folder.to_owned(),
            parts,
            format: format.clone(),
            rows: names.iter().map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// Names of the files of some parts.
    pub fn files(names: &[String], format: Format) -> impl Iterator<Item = String> {
        names
            .iter()
            .map(move |name| format!("{name}.{}", format.name()))
    }

    /// Number of rows in each part, which grow while rows are written.
    pub fn rows(&self) -> RowsByPart {
        Arc::clone(&self.rows)
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
        let number = match row.values().nth(1).transpose()? {
            Some(TypedValue::Number(number)) => number as usize,
            _ => usize::MAX,
        };
        let Some(Part { writer, text, .. }) = self.parts.get_mut(number) else {
            return Err(io::Error::other("a row without a part"));
        };
        self.rows[number].fetch_add(1, Relaxed);
        self.format.write(&WithoutPart(row), text);
        if text.len() >= BLOCK {
            writer.write_all(text)?;
            text.clear();
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), TableError> {
        let mut files = Vec::new();
        for mut part in self.parts {
            let written = part.writer.write_all(&part.text);
            written.map_err(|error| TableError::write(part.writer.get_ref().path(), error))?;
            Output::finish_rows(part.writer)?;
            files.push(part.file);
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        write_digests(&self.folder, &files)
    }
}

/// File of an array, which gets its name once it is complete.
#[derive(Debug)]
struct ArrayFile {
    output: Output,
    array: ArrayEncoder,
}

impl ArrayFile {
    /// Creates a file of rows of some numbers, or of single numbers without `columns`.
    fn create(path: &Path, kind: NumberType, columns: Option<usize>) -> Result<Self, TableError> {
        Ok(Self {
            output: Output::create(Some(path))?,
            array: ArrayEncoder::new(kind, columns),
        })
    }

    /// Adds numbers that fit into the type.
    fn extend(&mut self, numbers: impl Iterator<Item = u64>) -> io::Result<()> {
        self.array.extend(numbers, &mut self.output)
    }

    /// Completes the file.
    fn finish(mut self) -> Result<(), TableError> {
        let written = self.array.finish(&mut self.output);
        written.map_err(|error| TableError::write(self.output.path(), error))?;
        self.output.finish_with_head(&self.array.header())
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
}

/// Cells of a puzzle in the layout.
const CELLS: usize = 81;

impl HrmFolder {
    const INPUTS: &str = "all__inputs.npy";
    const LABELS: &str = "all__labels.npy";
    const DATASET: &str = "dataset.json";

    /// Creates the arrays in a folder, with numbers of this type and groups of `group` puzzles.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if a file cannot be created.
    pub fn create(folder: &Path, kind: NumberType, group: u64) -> Result<Self, TableError> {
        create_folder(folder)?;
        let file = |name| ArrayFile::create(&folder.join(name), kind, Some(CELLS));
        Ok(Self {
            folder: folder.to_owned(),
            inputs: file(Self::INPUTS)?,
            labels: file(Self::LABELS)?,
            group: group.max(1),
            puzzles: 0,
        })
    }
}

/// Writes an array of 32-bit numbers.
fn write_list(path: &Path, numbers: impl Iterator<Item = u64>) -> Result<(), TableError> {
    let mut file = ArrayFile::create(path, NumberType::I32, None)?;
    for number in numbers {
        let written = file.extend([number].into_iter());
        written.map_err(|error| TableError::write(path, error))?;
    }
    file.finish()
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
                b'1'..=b'9' => u64::from(cell - b'0' + 1),
                _ => 1,
            };
            file.extend(cells.iter().map(number))?;
        }
        self.puzzles += 1;
        // Indices have 32 bits.
        if self.puzzles > i32::MAX as u64 {
            return Err(io::Error::other("more than 2,147,483,647 puzzles"));
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), TableError> {
        let Self {
            folder,
            inputs,
            labels,
            group,
            puzzles,
        } = *self;
        let groups = puzzles.div_ceil(group);
        let starts = (0..=groups).map(|number| (number * group).min(puzzles));
        let [all, by_group, names] = ["puzzle_indices", "group_indices", "puzzle_identifiers"]
            .map(|name| format!("all__{name}.npy"));
        write_list(&folder.join(&all), 0..=puzzles)?;
        write_list(&folder.join(&by_group), starts)?;
        write_list(&folder.join(&names), (0..puzzles).map(|_| 0))?;
        inputs.finish()?;
        labels.finish()?;
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
        let path = folder.join(Self::DATASET);
        Output::create(Some(&path))?.finish_with(format!("{dataset}\n"))?;
        let identifiers = folder.join("..").join("identifiers.json");
        if !identifiers.exists() {
            Output::create(Some(&identifiers))?.finish_with("[\"<blank>\"]\n")?;
        }
        let files: [&str; 6] = [
            &all,
            &by_group,
            &names,
            Self::INPUTS,
            Self::LABELS,
            Self::DATASET,
        ];
        write_digests(&folder, &files)
    }
}
