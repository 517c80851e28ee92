//! Arrays in a layout for training.

use std::io;
use std::iter::repeat_n;
use std::path::Path;

use super::array::ArrayEncoder;
use super::folder_output::FolderOutput;
use super::number_type::NumberType;
use super::output::Output;
use super::rows::TypedEncoder;
use super::table_error::TableError;

/// File of an array, written without rows.
#[derive(Debug)]
struct ArrayOutput {
    output: Output,
    array: ArrayEncoder,
}

impl ArrayOutput {
    /// Creates a file of rows of some numbers, or of single numbers without `columns`.
    fn create(path: &Path, kind: NumberType, columns: Option<usize>) -> Result<Self, TableError> {
        Ok(Self {
            output: Output::create(Some(path))?,
            array: ArrayEncoder::new(kind, columns),
        })
    }

    /// Adds numbers that fit into the type.
    fn extend(&mut self, numbers: impl Iterator<Item = u64>) -> Result<(), TableError> {
        let written = self.array.extend(numbers, &mut self.output);
        written.map_err(|error| TableError::write(self.output.path(), error))
    }

    /// Completes the file, except for its name.
    fn complete(mut self) -> Result<Output, TableError> {
        let written = self.array.finish(&mut self.output);
        written.map_err(|error| TableError::write(self.output.path(), error))?;
        self.output.complete(Some(&self.array.header()))
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
pub struct HrmFolder<'a> {
    folder: &'a mut FolderOutput,
    inputs: ArrayOutput,
    labels: ArrayOutput,
    puzzles: u64,
}

/// Cells of a puzzle in the layout.
const CELLS: usize = 81;

/// Names of the arrays of puzzles and of solutions.
const CELL_FILES: [&str; 2] = ["all__inputs.npy", "all__labels.npy"];

/// File beside the folder, which several folders share.
const IDENTIFIERS: &str = "../identifiers.json";

impl<'a> HrmFolder<'a> {
    /// Creates the arrays in a folder, with numbers of this type.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if a file cannot be created.
    pub fn create(folder: &'a mut FolderOutput, kind: NumberType) -> Result<Self, TableError> {
        let [inputs, labels] = CELL_FILES.map(|name| folder.path(name));
        Ok(Self {
            folder,
            inputs: ArrayOutput::create(&inputs, kind, Some(CELLS))?,
            labels: ArrayOutput::create(&labels, kind, Some(CELLS))?,
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
            return Err(TableError::write(&self.folder.path(""), error));
        }
        Ok(())
    }

    /// Completes all files, with groups of `group` puzzles.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names a file.
    pub fn finish(self, group: u64) -> Result<(), TableError> {
        let (folder, puzzles) = (self.folder, self.puzzles);
        let groups = puzzles.div_ceil(group);
        let starts = (0..=groups).map(|number| (number * group).min(puzzles));
        add_list(folder, "all__puzzle_indices.npy", 0..=puzzles)?;
        add_list(folder, "all__group_indices.npy", starts)?;
        let identifiers = repeat_n(0, puzzles as usize);
        add_list(folder, "all__puzzle_identifiers.npy", identifiers)?;
        for (name, array) in CELL_FILES.into_iter().zip([self.inputs, self.labels]) {
            folder.add(name, array.complete()?);
        }
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
        folder.add_text("dataset.json", &format!("{json}\n"))?;
        if !folder.path(IDENTIFIERS).exists() {
            folder.add_text(IDENTIFIERS, "[\"<blank>\"]\n")?;
        }
        Ok(())
    }
}

/// Adds an array of single numbers of 32 bits.
fn add_list(
    folder: &mut FolderOutput,
    name: &str,
    mut numbers: impl Iterator<Item = u64>,
) -> Result<(), TableError> {
    let mut array = ArrayOutput::create(&folder.path(name), NumberType::I32, None)?;
    numbers.try_for_each(|number| array.extend([number].into_iter()))?;
    folder.add(name, array.complete()?);
    Ok(())
}
