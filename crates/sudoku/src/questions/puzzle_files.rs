//! Inputs of a question, with their formats and passed columns.

use std::sync::Arc;

use super::chunk_records::{ChunkRecords, PuzzleInput};
use super::passed_columns::{COLUMNS_VERSION, PassedColumns, places_by_name};
use super::reread_files::RereadFiles;
use crate::puzzles::{ChunkReaderOptions, InputOrigin, PuzzleChunk, PuzzleFormat, ReadOptions};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_table::Columns;
use countless_text::Outline;

/// Files of puzzles, opened for a question.
#[derive(Debug)]
pub struct PuzzleFiles {
    files: RereadFiles,
    inputs: Vec<PuzzleInput>,
    options: ReadOptions,
    passed: PassedColumns,
    /// Names of the passed columns.
    names: Vec<String>,
    /// True for each column that has numbers in all inputs.
    are_numbers: Vec<bool>,
    takes_only_grids: bool,
    rewrites: bool,
    names_version: bool,
}

/// Requirements of a question on its inputs.
#[derive(Clone, Debug)]
pub(super) struct InputRequirements {
    pub passed: PassedColumns,
    /// Columns of the question.
    pub own: Columns,
    /// Number of records in a chunk.
    pub records_per_chunk: usize,
    pub outline: Option<Arc<Outline>>,
    pub takes_only_grids: bool,
    pub rewrites: bool,
    /// True if plans have the version of the passed columns.
    pub names_version: bool,
}

impl PuzzleFiles {
    /// Opens all inputs.
    pub(super) fn open(
        origins: Vec<InputOrigin>,
        reading: &ReadOptions,
        wanted: InputRequirements,
    ) -> Result<Self, Error> {
        let passed = wanted.passed;
        let how = ChunkReaderOptions::new()
            .outline(wanted.outline)
            .column(reading.column.as_deref())
            .format(reading.format)
            .signs(reading.signs.clone())
            .passes_all(passed.passes_others)
            .records_per_chunk(wanted.records_per_chunk);
        let (files, names) = RereadFiles::open(origins, how)?;
        let (mut forms, mut all) = (Vec::new(), Vec::new());
        for (layout, (name, is_blank)) in files.formats().iter().zip(&names) {
            if passed.compares && layout.solution_column().is_none() {
                return Err(Error::Impossible(format!(
                    "--check needs a solution column; {name} has none"
                )));
            }
            let columns = passed.columns(layout, &wanted.own);
            if forms.is_empty() {
                all = columns
                    .iter()
                    .map(|(_, name)| (name.clone(), true))
                    .collect();
            }
            let passed = places_by_name(&all, &columns).ok_or_else(|| Error::Parse {
                name: name.clone(),
                line: 1,
                column: 1,
                reason: format!("the other columns differ from those of {}", names[0].0),
            })?;
            for ((_, is_number), &place) in all.iter_mut().zip(&passed) {
                *is_number &= layout.has_numbers(place);
            }
            forms.push(PuzzleInput {
                name: name.as_str().into(),
                format: layout.clone(),
                passed,
                is_blank: *is_blank,
            });
        }
        let (names, are_numbers) = all.into_iter().unzip();
        Ok(Self {
            files,
            inputs: forms,
            options: reading.clone(),
            passed,
            names,
            are_numbers,
            takes_only_grids: wanted.takes_only_grids,
            rewrites: wanted.rewrites,
            names_version: wanted.names_version,
        })
    }

    /// Files of the inputs.
    pub(super) fn files(&self) -> &RereadFiles {
        &self.files
    }

    /// Names of the inputs in messages.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|form| &*form.name)
    }

    /// Names of the inputs without lines besides blank ones and comments.
    pub fn blank_names(&self) -> impl Iterator<Item = &str> {
        let blank = self.inputs.iter().filter(|form| form.is_blank);
        blank.map(|form| &*form.name)
    }

    /// Names of the passed columns in the table.
    pub fn passed(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Names of the passed columns in a table whose only other column is `puzzle`.
    pub fn columns_beside_puzzle(&self) -> Vec<String> {
        let own = Columns::new().field("puzzle");
        let first = self.inputs.first();
        let columns = first.map(|first| self.passed.columns(&first.format, &own));
        let names = columns.into_iter().flatten().map(|(_, name)| name);
        names.collect()
    }

    /// Number of the column with the puzzles, or one number for each input if they differ.
    pub fn column(&self) -> String {
        PuzzleFormat::puzzle_columns(self.files.formats())
    }

    /// True if the comparison with given solutions has a column.
    pub(super) fn has_check(&self) -> bool {
        self.passed.has_check
    }

    /// Adds the hash of all inputs, the column of the puzzles, and the reader's options to a plan.
    pub(super) fn describe(&self, spec: Spec) -> Result<Spec, Error> {
        let spec = spec.with("input", self.files.hash()?);
        Ok(self.options.describe(spec.with("column", self.column())))
    }

    /// Adds the version of the passed columns to a plan, if it has such columns.
    pub(super) fn describe_columns(&self, spec: Spec) -> Spec {
        let mut forms = self.inputs.iter();
        let is_table = forms.any(|form| form.format.puzzle_column().is_some());
        let passes = self.passed.has_check || self.passed.passes_others;
        if self.names_version && is_table && passes {
            spec.with("columns", COLUMNS_VERSION)
        } else {
            spec
        }
    }

    /// Format of an input, by its number.
    pub(super) fn format(&self, input: usize) -> &PuzzleFormat {
        &self.inputs[input].format
    }

    /// Returns a chunk of the inputs, to be read.
    pub(super) fn records<'a>(&'a self, chunk: &'a PuzzleChunk) -> ChunkRecords<'a> {
        ChunkRecords {
            chunk,
            input: &self.inputs[chunk.input()],
            are_numbers: &self.are_numbers,
            passed: self.passed,
            takes_only_grids: self.takes_only_grids,
            rewrites: self.rewrites,
        }
    }
}
