//! Inputs of a question, with their formats and passed columns. They are files that can be read
//! more than once.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::iter;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::answer_tally::AnswerTally;
use super::chunk_records::{ChunkRecords, PuzzleInput, RecordTexts, SingleRecord};
use super::puzzle_batch::PuzzleBatch;
use super::read_records::{read_records, single_records};
use super::requirements::{COLUMNS_VERSION, Requirements, places_by_name};
use crate::any_puzzle::PlainCounts;
use crate::shape::Shape;
use countless_engine::Error;
use countless_engine::Granularity;
use countless_engine::ledger::{Residue, Spec};
use countless_sudoku::Repeats;
use countless_sudoku::puzzles::{
    ChunkReader, InputOrigin, InputOrigins, Inputs, PuzzleChunk, ReadOptions,
};
use countless_table::{Columns, HashingReader, Input, hex_sha256, sha256};
use std::sync::atomic::AtomicBool;

/// Files of puzzles, opened for a question. They can be opened again.
#[derive(Debug)]
pub struct PuzzleFiles {
    /// Layout and rules of the puzzles.
    pub(super) shape: Arc<Shape>,
    origins: Vec<InputOrigin>,
    options: Arc<ReadOptions>,
    /// Requirements of the question.
    pub(super) wanted: Requirements,
    inputs: Vec<PuzzleInput>,
    /// Names of the passed columns.
    names: Vec<String>,
    /// True for each column that has numbers in all inputs.
    are_numbers: Vec<bool>,
    /// Inputs from the first opening, until they are read.
    opened: Mutex<Option<Inputs>>,
    first_reading: OnceLock<FirstReading>,
    keys: RandomState,
}

/// Chunks of the inputs, in order, each with the number of bytes read for it.
type SizedChunks<'a> = Box<dyn Iterator<Item = Result<(u64, PuzzleChunk), Error>> + Send + 'a>;

/// Results of the first reading.
#[derive(Debug)]
struct FirstReading {
    /// [Hash](hash_inputs) of all files.
    hash: String,
    /// Number of subtrees in all chunks.
    subtrees: u64,
    /// Hash of each chunk, to compare with the second reading.
    chunks: Vec<u64>,
}

impl PuzzleFiles {
    /// Opens all inputs, and detects their formats. `own` are the columns of the question.
    pub(super) fn open(
        shape: Arc<Shape>,
        origins: InputOrigins,
        reading: ReadOptions,
        wanted: Requirements,
        own: &Columns,
    ) -> Result<Self, Error> {
        if wanted.takes_only_grids && !shape.is_classic() {
            let reason = format!("expected puzzles of 9×9 cells, found {shape}");
            return Err(Error::Impossible(reason));
        }
        let (passed, passes_others) = (wanted.passed, reading.keeps_columns());
        let outline = (!shape.is_classic()).then(|| Arc::clone(&shape.outline));
        let options = reading.outline(outline);
        let options = Arc::new(options.records_per_chunk(wanted.records_per_chunk));
        let InputOrigins {
            all: origins,
            first,
        } = origins;
        let all = origins.clone();
        let opened = Inputs::open(InputOrigins { all, first }, Arc::clone(&options))?;
        let (mut inputs, mut all) = (Vec::new(), Vec::new());
        let names = opened.names();
        for (index, format) in opened.formats().iter().enumerate() {
            let name = &names[index];
            if passed.compares && format.solution_column().is_none() {
                return Err(Error::Impossible(format!(
                    "--check needs a solution column; {name} has none"
                )));
            }
            let columns = passed.columns(format, own, passes_others);
            if index == 0 {
                let first = columns.iter().map(|(_, name)| (name.clone(), true));
                all = first.collect();
            }
            let passed = places_by_name(&all, &columns).ok_or_else(|| {
                let reason = format!("the other columns differ from those of {}", names[0]);
                Error::parse(name, 1, 1, reason)
            })?;
            for ((_, is_number), &place) in all.iter_mut().zip(&passed) {
                *is_number &= format.has_numbers(place);
            }
            inputs.push(PuzzleInput {
                name: name.as_str().into(),
                format: format.clone(),
                passed,
                is_blank: opened.are_blank()[index],
            });
        }
        let (names, are_numbers) = all.into_iter().unzip();
        Ok(Self {
            shape,
            origins,
            options,
            wanted,
            inputs,
            names,
            are_numbers,
            opened: Mutex::new(Some(opened)),
            first_reading: OnceLock::new(),
            keys: RandomState::new(),
        })
    }

    /// Opens all inputs, and reads each puzzle as soon as it is available.
    ///
    /// # Errors
    ///
    /// Errors of [`Ask::open_as`](super::Ask::open_as).
    pub fn one_by_one(
        shape: Arc<Shape>,
        origins: impl Into<InputOrigins>,
        reading: ReadOptions,
    ) -> Result<Self, Error> {
        let wanted = Requirements::new(1);
        Self::open(shape, origins.into(), reading, wanted, &Columns::new())
    }

    /// Visits the records one by one, in order, until `visit` breaks.
    ///
    /// # Errors
    ///
    /// An error if an input cannot be read.
    pub fn visit(
        &self,
        visit: &mut dyn FnMut(SingleRecord) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for chunk in self.read()? {
            let records = self.single_records(&chunk?).into_iter();
            if records.map(&mut *visit).any(|flow| flow.is_break()) {
                break;
            }
        }
        Ok(())
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
        let (passed, passes_others) = (self.wanted.passed, self.options.keeps_columns());
        let columns = first.map(|first| passed.columns(&first.format, &own, passes_others));
        let names = columns.into_iter().flatten().map(|(_, name)| name);
        names.collect()
    }

    /// Number of the column with the puzzles, or one number for each input if they differ.
    pub fn column(&self) -> String {
        let column = |input: &PuzzleInput| match input.format.puzzle_column() {
            Some(index) => (index + 1).to_string(),
            None => "none".to_owned(),
        };
        let mut columns: Vec<String> = self.inputs.iter().map(column).collect();
        if columns.windows(2).all(|pair| pair[0] == pair[1]) {
            columns.truncate(1);
        }
        columns.join("+")
    }

    /// Returns the plan of a question about the puzzles, with the hash of all inputs, the column of
    /// the puzzles, and the reader's options.
    pub(super) fn describe(&self, question: &str) -> Result<Spec, Error> {
        let mut spec = Spec::new(format!("sudoku {question}"), "lanes");
        if !self.shape.is_classic() {
            spec.problem = format!("shapes {question}");
            spec = self.shape.describe(spec);
        }
        let spec = spec.with("input", self.hash()?);
        let spec = spec.with("column", self.column());
        Ok(self.options.describe(spec))
    }

    /// Adds the passed columns to a plan, and their version if it has such columns.
    pub(super) fn describe_columns(&self, spec: Spec) -> Spec {
        let passes_others = self.options.keeps_columns();
        let spec = spec.with("keep", passes_others);
        let mut forms = self.inputs.iter();
        let is_table = forms.any(|form| form.format.puzzle_column().is_some());
        let passes = self.wanted.passed.has_check || passes_others;
        let has_version = self.shape.is_classic() && is_table && passes;
        spec.with_some("columns", has_version.then_some(COLUMNS_VERSION))
    }

    /// Returns the records of a chunk.
    pub(super) fn single_records(&self, chunk: &PuzzleChunk) -> Vec<SingleRecord> {
        single_records(&self.records(chunk), &self.shape, Repeats::Refused)
    }

    /// Returns a chunk of the inputs, to be read.
    fn records<'a>(&'a self, chunk: &'a PuzzleChunk) -> ChunkRecords<'a> {
        ChunkRecords {
            chunk,
            input: &self.inputs[chunk.input],
            wanted: &self.wanted,
        }
    }

    /// Reads all files from the beginning.
    fn read(&self) -> Result<Inputs, Error> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inputs) = opened.take() {
            return Ok(inputs);
        }
        for origin in &self.origins {
            let name = match origin {
                InputOrigin::File(path) if path == Path::new("-") => "standard input".to_owned(),
                InputOrigin::File(path) if !path.is_file() => path.display().to_string(),
                _ => continue,
            };
            return Err(Error::Impossible(format!("{name} can be read only once")));
        }
        let inputs = Inputs::open(self.origins.clone(), Arc::clone(&self.options))?;
        let mut formats = inputs.formats().iter().zip(&self.inputs);
        match formats.position(|(now, before)| *now != before.format) {
            Some(changed) => Err(Inputs::changed(&inputs.names()[changed], 1)),
            None => Ok(inputs),
        }
    }

    /// Reads all files once, unless that was done before, and returns the number of subtrees: of
    /// `are_single` puzzles, or else of chunks.
    fn survey(&self, are_single: bool) -> Result<u64, Error> {
        if let Some(survey) = self.first_reading.get() {
            return Ok(survey.subtrees);
        }
        let (mut hashes, mut chunks, mut all) = (Vec::new(), Vec::new(), 0);
        for (index, origin) in self.origins.iter().enumerate() {
            let path = rereadable_path(origin)?;
            let name = path.display().to_string();
            let fail = |source| Error::read(&name, source);
            let raw = File::open(path).map_err(fail)?;
            let length = raw.metadata().map_err(fail)?.len();
            let (raw, digest) = HashingReader::new(raw);
            let input = Input::new(&name, raw, Some(length))?;
            let reader = ChunkReader::new(input, &self.options)?;
            if *reader.format() != self.inputs[index].format {
                return Err(Inputs::changed(&name, 1));
            }
            let meter = reader.meter().clone();
            for chunk in reader {
                let chunk = chunk?;
                all += if are_single {
                    self.records_in(&chunk, index)
                } else {
                    1
                };
                chunks.push(self.keys.hash_one((index, &chunk.bytes)));
            }
            // Bytes after a compressed stream are not read.
            let is_whole = meter.consumed() == length;
            hashes.push(if is_whole {
                digest.hex()
            } else {
                sha256(path)?
            });
        }
        let survey = FirstReading {
            hash: hash_of_all(hashes),
            subtrees: all,
            chunks,
        };
        Ok(self.first_reading.get_or_init(|| survey).subtrees)
    }

    /// Reads all files again. Returns the number of their bytes, if it is known, and each chunk with
    /// the number of bytes read for it. Each chunk must be as in the [survey](Self::survey), if there
    /// was one.
    pub(super) fn chunks(&self) -> Result<(Option<u64>, SizedChunks<'_>), Error> {
        let mut inputs = self.read()?;
        let total = inputs.total();
        let mut records = 0;
        let mut surveyed = self.first_reading.get().map(|survey| survey.chunks.iter());
        let next = move || {
            let before = inputs.consumed();
            let chunk = inputs.next();
            let (input, line) = match (&chunk, &mut surveyed) {
                (Some(Ok(chunk)), Some(hashes)) => {
                    let found = self.keys.hash_one((chunk.input, &chunk.bytes));
                    let is_same = hashes.next() == Some(&found);
                    (chunk.input, (!is_same).then_some(chunk.line))
                }
                (None, Some(hashes)) => {
                    let is_missing = hashes.next().is_some();
                    surveyed = None;
                    (self.inputs.len() - 1, is_missing.then_some(1))
                }
                _ => (0, None),
            };
            if let Some(line) = line {
                return Some(Err(Inputs::changed(&inputs.names()[input], line)));
            }
            let bytes = inputs.consumed().saturating_sub(before);
            let number = |mut chunk: PuzzleChunk| {
                if self.wanted.numbers_records {
                    chunk.records_before = records;
                    records += self.records_in(&chunk, chunk.input);
                }
                (bytes, chunk)
            };
            chunk.map(|chunk| chunk.map(number))
        };
        Ok((total, Box::new(iter::from_fn(next))))
    }

    /// Number of records in a chunk of an input.
    fn records_in(&self, chunk: &PuzzleChunk, input: usize) -> u64 {
        let mut records = 0;
        let format = &self.inputs[input].format;
        format.visit_unread(chunk, |_| records += 1);
        records
    }

    /// Number of pieces for large puzzles, and of subtrees if a plan needs it: of `are_single`
    /// puzzles, or else of chunks.
    pub(super) fn split(
        &self,
        cut: &Granularity,
        are_single: bool,
    ) -> Result<(usize, Option<u64>), Error> {
        let split = if are_single { "puzzles" } else { "chunks" };
        match cut {
            Granularity::Threads(_) => Ok((cut.least_subtrees(1).unwrap_or(1), None)),
            Granularity::Split(other) if other != split => {
                let reason = format!("expected split {split}, found {other}");
                Err(Error::ledger(&"the plan", reason))
            }
            // All inputs are read once to count the subtrees.
            _ => Ok((1, Some(self.survey(are_single)?))),
        }
    }

    /// Reads the puzzles of a chunk, and searches them up to the question's first limit. Returns
    /// false if the search was stopped.
    ///
    /// A digit twice in a house is looked for only in puzzles without a solution, since other
    /// puzzles cannot have one. If there is one, the chunk is read once more.
    pub(super) fn search_chunk(
        &self,
        chunk: &PuzzleChunk,
        batch: &mut PuzzleBatch,
        texts: &mut RecordTexts,
        stop: &AtomicBool,
    ) -> bool {
        let records = self.records(chunk);
        let most = self.wanted.budget.counted_limit();
        let mut read = |batch: &mut PuzzleBatch, repeats| {
            batch.clear();
            texts.begin(Some(chunk.input), &self.are_numbers);
            read_records(&records, repeats, batch, texts);
        };
        let Some(first) = self.wanted.search_limit else {
            read(batch, Repeats::Refused);
            return true;
        };
        if most.is_some() {
            read(batch, Repeats::Refused);
            return batch.solve(first, most, stop);
        }
        read(batch, Repeats::Passed);
        let done = batch.solve(first, None, stop);
        if batch.forget_repeats() {
            read(batch, Repeats::Refused);
        }
        done
    }

    /// Counts the solutions of a single puzzle up to a limit. Returns their number, or `None` if
    /// the count was given up, with its residue and the nodes, if these are counted. Returns
    /// nothing if `stop` was set.
    pub(super) fn count_single(
        &self,
        single: &SingleRecord,
        limit: u128,
        batch: &mut PuzzleBatch,
        stop: &AtomicBool,
    ) -> Option<(Option<u128>, Residue, u64)> {
        let Ok(puzzle) = &single.puzzle else {
            return Some((Some(0), Residue::of(0), 0));
        };
        let place = batch.set_only(puzzle)?;
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        let Some(most) = self.wanted.budget.counted_limit() else {
            let (count, residue) = batch.count(place, limit, stop)?;
            return Some((Some(count), residue, 0));
        };
        let (count, nodes) = batch.count_within(&[place], limit, most, stop)?.pop()?;
        Some((count, Residue::of(count.unwrap_or(0)), nodes))
    }

    /// Counts puzzles by plain search, each up to `limit` solutions; `None` if they have too many
    /// solutions for it.
    pub(super) fn recount(
        &self,
        puzzles: &[SingleRecord],
        limit: u128,
        count: u128,
        stop: &AtomicBool,
    ) -> Option<AnswerTally> {
        if count > PlainCounts::most_visited(&self.shape) {
            return None;
        }
        let (mut tally, mut plain) = (AnswerTally::default(), PlainCounts::new(stop));
        for single in puzzles {
            let puzzle = single.puzzle.as_ref().ok();
            tally.add_recount(puzzle.map(|puzzle| plain.count(puzzle, limit)));
        }
        Some(tally)
    }

    /// [Hash](hash_inputs) of all files.
    fn hash(&self) -> Result<String, Error> {
        let known = self.first_reading.get().map(|survey| survey.hash.clone());
        known.map_or_else(|| hash_inputs(&self.origins), Ok)
    }
}

/// Returns the path of an input that can be read again.
fn rereadable_path(origin: &InputOrigin) -> Result<&Path, Error> {
    match origin {
        InputOrigin::File(path) if path.is_file() => Ok(path),
        // The error is reported when the file is opened.
        InputOrigin::File(path) if path.as_os_str() != "-" && !path.exists() => Ok(path),
        _ => Err(Error::Impossible(format!(
            "--ledger and --dry-run need input files, which are read twice; found {}",
            match origin {
                InputOrigin::Text { .. } => "a puzzle on the command line".to_owned(),
                InputOrigin::File(path) if path.as_os_str() == "-" => "standard input".to_owned(),
                InputOrigin::File(path) => path.display().to_string(),
            }
        ))),
    }
}

/// Returns the SHA-256 of a file, or for several files that of the list of their hashes.
pub(crate) fn hash_inputs(origins: &[InputOrigin]) -> Result<String, Error> {
    let hash = |origin| Ok(sha256(rereadable_path(origin)?)?);
    let hashes = origins.iter().map(hash).collect::<Result<_, Error>>()?;
    Ok(hash_of_all(hashes))
}

fn hash_of_all(mut hashes: Vec<String>) -> String {
    match hashes.len() {
        1 => hashes.remove(0),
        _ => hex_sha256(hashes.join("\n").as_bytes()),
    }
}
