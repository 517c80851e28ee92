//! Arrays in a layout for training, and the digests of all files of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use super::array::ArrayEncoder;
use super::identity::{DIGESTS, sha256};
use super::number_type::NumberType;
use super::output::Output;
use super::rows::TypedEncoder;
use super::table_error::TableError;

/// Writes the digests of some files of a folder beside them, in the form of `sha256sum`.
///
/// # Errors
///
/// [`TableError`], which names the file.
pub fn write_digests(folder: &Path, names: &[impl AsRef<str>]) -> Result<(), TableError> {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
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

    /// Creates a file of single numbers of 32 bits.
    fn of_list(path: &Path, numbers: impl Iterator<Item = u64>) -> Result<Self, TableError> {
        let mut file = Self::create(path, NumberType::I32, None)?;
        for number in numbers {
            file.extend([number].into_iter())?;
        }
        Ok(file)
    }

    /// Adds numbers that fit into the type.
    fn extend(&mut self, numbers: impl Iterator<Item = u64>) -> Result<(), TableError> {
        let written = self.array.extend(numbers, &mut self.output);
        written.map_err(|error| TableError::write(self.output.path(), error))
    }

    /// Writes all numbers.
    fn flush(&mut self) -> Result<(), TableError> {
        let written = self.array.finish(&mut self.output);
        written.map_err(|error| TableError::write(self.output.path(), error))
    }

    /// Completes the file.
    fn finish(self) -> Result<(), TableError> {
        self.output.finish_with_head(&self.array.header())
    }
}

/// Arrays of puzzles and solutions in the layout that HRM and TRM read, two programs that learn to
/// solve sudokus.
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
    puzzles: u64,
}

/// Cells of a puzzle in the layout.
const CELLS: usize = 81;

/// Files with digests.
const FILES: [&str; 6] = [
    "all__puzzle_indices.npy",
    "all__group_indices.npy",
    "all__puzzle_identifiers.npy",
    "all__inputs.npy",
    "all__labels.npy",
    "dataset.json",
];

impl HrmFolder {
    /// Creates the arrays in a folder, with numbers of this type.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if a file cannot be created.
    pub fn create(folder: &Path, kind: NumberType) -> Result<Self, TableError> {
        fs::create_dir_all(folder).map_err(|error| TableError::write(folder, error))?;
        let [.., inputs, labels, _] = FILES.map(|name| folder.join(name));
        Ok(Self {
            folder: folder.to_owned(),
            inputs: ArrayFile::create(&inputs, kind, Some(CELLS))?,
            labels: ArrayFile::create(&labels, kind, Some(CELLS))?,
            puzzles: 0,
        })
    }

    /// Adds a puzzle and its solution by the digits of their cells, 0 for an empty one.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names a file.
    pub fn add(&mut self, puzzle: &[u8], solution: &[u8]) -> Result<(), TableError> {
        let number = |&digit: &u8| u64::from(digit) + 1;
        self.inputs.extend(puzzle.iter().map(number))?;
        self.labels.extend(solution.iter().map(number))?;
        self.puzzles += 1;
        // Indices have 32 bits.
        if self.puzzles > i32::MAX as u64 {
            let error = io::Error::other("more than 2,147,483,647 puzzles");
            return Err(TableError::write(&self.folder, error));
        }
        Ok(())
    }

    /// Completes all files, with groups of `group` puzzles. No array gets its name before all are
    /// written.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names a file.
    pub fn finish(self, group: u64) -> Result<(), TableError> {
        let (folder, puzzles) = (&self.folder, self.puzzles);
        let groups = puzzles.div_ceil(group);
        let starts = (0..=groups).map(|number| (number * group).min(puzzles));
        let [rows, firsts, names, .., dataset] = FILES.map(|name| folder.join(name));
        let mut arrays = [
            self.inputs,
            self.labels,
            ArrayFile::of_list(&rows, 0..=puzzles)?,
            ArrayFile::of_list(&firsts, starts)?,
            ArrayFile::of_list(&names, (0..puzzles).map(|_| 0))?,
        ];
        arrays.iter_mut().try_for_each(ArrayFile::flush)?;
        arrays.into_iter().try_for_each(ArrayFile::finish)?;
        let json = serde_json::json!({
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
        Output::create(Some(&dataset))?.finish_with(format!("{json}\n"))?;
        let identifiers = folder.join("..").join("identifiers.json");
        if !identifiers.exists() {
            Output::create(Some(&identifiers))?.finish_with("[\"<blank>\"]\n")?;
        }
        write_digests(folder, &FILES)
    }
}
