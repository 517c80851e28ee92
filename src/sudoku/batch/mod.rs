//! Solving a whole input, as a problem for the engine: a subtree is a chunk of rows.
//!
//! A worker reads the puzzles of its chunk, solves them all, and writes one row for
//! each, good or bad, in the order of the input:
//!
//! ```text
//! chunk ──▶ entries: where the row's text lies, and its puzzle or what is wrong
//!           puzzles: the good ones, side by side ──▶ solver ──▶ rows
//! ```

mod check;
mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use self::check::check;
pub use self::worker::Worker;
use self::worker::{Entry, Signature};
use super::Puzzle;
use super::columns::{Columns, Told};
use super::puzzle_set::Place;
use super::tally::{BatchTally, Status};
use crate::engine::{Part, Problem, Resume, Subtree};
use crate::error::Error;
use crate::io::{Format, push_csv, push_json};
use crate::ledger::{Plan, Summary};
use crate::simd::Kernel;
use crate::sudoku::puzzles::{Chunk, Inputs, Layout, Record};

/// What to do with each puzzle, and what to write.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    /// The instructions to solve with.
    pub kernel: Kernel,
    /// What to tell of each puzzle.
    pub columns: Columns,
    /// Stop counting the solutions of a puzzle at this number, at least 2.
    pub limit: u64,
    /// Give every solution of a puzzle a row of its own, up to the limit.
    pub all: bool,
    /// Compare the solution column of the input.
    pub check: bool,
    /// Pass on the other columns of the input, or the tag after each puzzle.
    pub keep_columns: bool,
    /// The format of the rows.
    pub format: Format,
}

impl Default for BatchOptions {
    /// Prove uniqueness with the best kernel, check nothing, keep nothing, write CSV.
    fn default() -> Self {
        Self {
            kernel: Kernel::best(),
            columns: Columns::Solution,
            limit: 2,
            all: false,
            check: false,
            keep_columns: false,
            format: Format::Csv,
        }
    }
}

/// Solves every puzzle of an input.
///
/// A row has the columns `puzzle,status,solutions,solution`: the puzzle as it was
/// written; `unique`, `multiple`, `none` or `invalid`; the number of solutions, of
/// which no more than the limit are counted; and the solution if there is only one, or
/// if every solution has its row. Or it has `puzzle,status,rating,level,hardest,steps,effort`,
/// the last five empty unless there is exactly one solution: see [`Rating`](super::Rating).
#[derive(Debug)]
pub struct Batch {
    options: BatchOptions,
    /// The names of the columns passed on.
    kept: Vec<String>,
    inputs: Vec<Form>,
    checksums: bool,
}

/// How to read an input.
#[derive(Debug)]
struct Form {
    layout: Layout,
    /// Where it has the columns passed on; of an input without columns, the tag.
    kept: Vec<usize>,
}

impl Batch {
    /// Prepares to solve the puzzles of an input of this layout.
    pub fn new(layout: Layout, options: BatchOptions) -> Self {
        let (kept, names) = beside(&layout, &options).into_iter().unzip();
        Self {
            options,
            kept: names,
            inputs: vec![Form { layout, kept }],
            checksums: false,
        }
    }

    /// Prepares to solve the puzzles of all inputs.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if columns are to be passed on, and an input has others than the
    /// first.
    pub fn of(inputs: &Inputs, options: &BatchOptions) -> Result<Self, Error> {
        let mut batches = inputs.layouts().iter().zip(inputs.names());
        let Some((first, _)) = batches.next() else {
            return Ok(Self {
                options: options.clone(),
                kept: Vec::new(),
                inputs: Vec::new(),
                checksums: false,
            });
        };
        let mut batch = Self::new(first.clone(), options.clone());
        for (layout, name) in batches {
            let columns = beside(layout, options);
            let find = |wanted: &String| columns.iter().find(|(_, name)| name == wanted);
            let kept: Option<Vec<usize>> = batch
                .kept
                .iter()
                .map(|wanted| find(wanted).map(|(index, _)| *index))
                .collect();
            let kept = kept.filter(|kept| kept.len() == columns.len());
            let kept = kept.ok_or_else(|| Error::Parse {
                name: name.clone(),
                line: 1,
                column: 1,
                reason: format!("its other columns are not those of {}", inputs.names()[0]),
            })?;
            let layout = layout.clone();
            batch.inputs.push(Form { layout, kept });
        }
        Ok(batch)
    }

    /// The same, with a checksum of the rows of each chunk in its tally.
    #[must_use]
    pub fn with_checksums(mut self) -> Self {
        self.checksums = true;
        self
    }

    /// What stands before the first row.
    pub fn header(&self) -> Vec<u8> {
        match self.options.format {
            Format::Csv => {
                let mut header = self.options.columns.header().as_bytes().to_vec();
                for name in &self.kept {
                    header.push(b',');
                    push_csv(&mut header, name.as_bytes());
                }
                header.push(b'\n');
                header
            }
            Format::Ndjson => Vec::new(),
        }
    }

    /// What a ledger needs to know, of inputs with this SHA-256 and so many chunks.
    pub fn plan(&self, input: &str, chunks: u64) -> Plan {
        let options = &self.options;
        let layouts: Vec<&Layout> = self.inputs.iter().map(|form| &form.layout).collect();
        let header = self.header();
        let parameters = [
            ("input", input.to_owned()),
            ("column", Layout::puzzle_columns(&layouts)),
            ("limit", options.limit.to_string()),
            ("all", options.all.to_string()),
            ("check", options.check.to_string()),
            ("keep", options.keep_columns.to_string()),
            (
                "header",
                String::from_utf8_lossy(header.trim_ascii_end()).into_owned(),
            ),
        ];
        let named = parameters.map(|(name, value)| (name.to_owned(), value));
        Plan {
            problem: "sudoku solve".to_owned(),
            parameters: named.into(),
            method: "lanes".to_owned(),
            split: "chunks".to_owned(),
            subtrees: chunks,
        }
    }

    /// The batch whose plan this is, of the same inputs; `None` if it is that of something
    /// else. Whether the inputs are the same is for their hash to say.
    ///
    /// # Errors
    ///
    /// As of [`Batch::of`].
    pub fn from_plan(plan: &Plan, inputs: &Inputs, kernel: Kernel) -> Result<Option<Self>, Error> {
        let flag = |name| plan.parameter(name)?.parse().ok();
        let options = || {
            Some(BatchOptions {
                kernel,
                columns: Columns::Solution,
                limit: plan.parameter("limit")?.parse().ok()?,
                all: flag("all")?,
                check: flag("check")?,
                keep_columns: flag("keep")?,
                format: match plan.parameter("header")? {
                    "" => Format::Ndjson,
                    _ => Format::Csv,
                },
            })
        };
        match options().filter(|_| plan.problem == "sudoku solve") {
            Some(options) => Self::of(inputs, &options).map(Some),
            None => Ok(None),
        }
    }

    /// Visits the puzzles of a chunk, or what stands in their place.
    pub(super) fn each(&self, chunk: &Chunk, mut visit: impl FnMut(Option<&Puzzle>)) {
        let form = &self.inputs[chunk.input()];
        form.layout
            .parse(chunk, |record| visit(record.puzzle.as_ref().ok()));
    }

    /// The chunks of inputs, which cost what they have of their bytes.
    pub fn subtrees(
        mut inputs: Inputs,
    ) -> impl Iterator<Item = Result<Subtree<Chunk>, Error>> + Send {
        std::iter::from_fn(move || {
            let before = inputs.consumed();
            let chunk = inputs.next()?;
            Some(chunk.map(|chunk| Subtree {
                index: chunk.index(),
                cost: inputs.consumed().saturating_sub(before),
                root: chunk,
            }))
        })
    }

    /// Notes a record: its texts, and its puzzle if it has one.
    fn take(&self, form: &Form, worker: &mut Worker, record: &Record<'_>) {
        let text = match &record.puzzle {
            // A drawn grid becomes 81 characters.
            Ok(Puzzle::Grid(grid)) if record.text.len() != 81 => worker.note(&grid.to_ascii(b'.')),
            _ => worker.note(record.text.as_bytes()),
        };
        let first_kept = worker.kept.len();
        for &index in &form.kept {
            let field = match record.tag {
                Some(tag) => tag,
                None => record.fields.get(index).map_or("", |field| field),
            };
            let field = worker.note(field.as_bytes());
            worker.kept.push(field);
        }
        let place = match &record.puzzle {
            Ok(puzzle) => {
                if self.options.check
                    && let Err(reason) = check(puzzle, record.solution)
                {
                    worker.tally.wrong += 1;
                    worker.complain(record.line, 1, reason);
                }
                Some(worker.puzzles.add(puzzle))
            }
            Err(bad) => {
                worker.complain(bad.line, bad.column, bad.reason.to_string());
                None
            }
        };
        worker.entries.push(Entry {
            text,
            place,
            first_kept,
        });
    }

    /// Writes a row of an entry.
    fn write(
        &self,
        worker: &Worker,
        entry: &Entry,
        status: Status,
        told: &Told<'_>,
        row: &mut Vec<u8>,
    ) {
        let text = &worker.texts[entry.text.clone()];
        let kept = &worker.kept[entry.first_kept..][..self.kept.len()];
        let kept = kept.iter().map(|range| &worker.texts[range.clone()]);
        match self.options.format {
            Format::Csv => {
                if entry.place.is_some() {
                    row.extend_from_slice(text);
                } else {
                    push_csv(row, text);
                }
                row.push(b',');
                row.extend_from_slice(status.name().as_bytes());
                told.push_csv(row);
                for field in kept {
                    row.push(b',');
                    push_csv(row, field);
                }
                row.push(b'\n');
            }
            Format::Ndjson => {
                row.extend_from_slice(b"{\"puzzle\":");
                push_json(row, &String::from_utf8_lossy(text));
                row.extend_from_slice(b",\"status\":\"");
                row.extend_from_slice(status.name().as_bytes());
                row.push(b'"');
                told.push_json(row);
                for (name, field) in self.kept.iter().zip(kept) {
                    row.push(b',');
                    push_json(row, name);
                    row.push(b':');
                    push_json(row, &String::from_utf8_lossy(field));
                }
                row.extend_from_slice(b"}\n");
            }
        }
    }

    /// Writes a row for each solution of an entry that has several.
    fn write_all(
        &self,
        worker: &mut Worker,
        index: usize,
        place: Place,
        part: &mut Part<'_, BatchTally>,
    ) -> ControlFlow<()> {
        let marks = worker.puzzles.marks(place);
        let kernel = self.options.kernel;
        let mut lanes = std::mem::take(&mut worker.puzzles.lanes);
        let (mut counts, mut written) = (Vec::with_capacity(1), 0);
        let (stop, limit) = (part.stop(), self.options.limit);
        lanes.count_up_to(kernel, &[marks], limit.into(), stop, &mut counts);
        let solutions = u64::try_from(counts[0]).unwrap_or(u64::MAX);
        let status = Status::of(solutions);
        let mut flow = ControlFlow::Continue(());
        lanes.list(kernel, &marks, stop, |solution| {
            let told = Told::Solution(solutions, Some(solution));
            let start = part.buffer().len();
            self.write(worker, &worker.entries[index], status, &told, part.buffer());
            worker.sign(&part.buffer()[start..]);
            written += 1;
            flow = part.end_row();
            if written == solutions {
                ControlFlow::Break(())
            } else {
                flow
            }
        });
        worker.puzzles.lanes = lanes;
        flow
    }
}

impl Problem for Batch {
    type Root = Chunk;
    type Worker = Worker;
    type Tally = BatchTally;

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn search(
        &self,
        worker: &mut Worker,
        chunk: Chunk,
        part: &mut Part<'_, BatchTally>,
    ) -> BatchTally {
        worker.clear();
        worker.signature = self.checksums.then(Signature::default);
        worker.input = chunk.input();
        let form = &self.inputs[chunk.input()];
        form.layout
            .parse(&chunk, |record| self.take(form, worker, &record));
        // To show all solutions, it is enough to know first whether there are several.
        let limit = if self.options.all {
            2
        } else {
            self.options.limit
        };
        worker.tally.read = worker.entries.len() as u64;
        worker.puzzles.solve(self.options.kernel, limit);
        for index in 0..worker.entries.len() {
            let entry = &worker.entries[index];
            let place = entry.place;
            let outcome = place.map(|place| *worker.puzzles.outcome(place));
            let status = outcome.map_or(Status::Invalid, |outcome| Status::of(outcome.solutions));
            let flow = match place {
                Some(place) if self.options.all && status == Status::Multiple => {
                    worker.tally.add(status, None);
                    self.write_all(worker, index, place, part)
                }
                _ => {
                    let grid = place.and_then(|place| worker.puzzles.grid(place));
                    let told = self.options.columns.of(grid, outcome.as_ref());
                    let (start, level) = (part.buffer().len(), told.level());
                    self.write(worker, entry, status, &told, part.buffer());
                    worker.tally.add(status, level);
                    worker.sign(&part.buffer()[start..]);
                    part.end_row()
                }
            };
            if flow.is_break() || part.stop().load(Ordering::Relaxed) {
                break;
            }
        }
        if let Some(signature) = worker.signature.take() {
            worker.tally.written = signature.written();
        }
        std::mem::take(&mut worker.tally)
    }
}

impl Resume for Batch {
    fn summary(&self, tally: &BatchTally) -> Summary {
        tally.into()
    }

    fn recall(&self, _: Chunk, summary: &Summary) -> BatchTally {
        summary.into()
    }
}

/// The columns of a layout that are passed on, with their names.
fn beside(layout: &Layout, options: &BatchOptions) -> Vec<(usize, String)> {
    if !options.keep_columns {
        return Vec::new();
    }
    if layout.puzzle_column().is_none() {
        return vec![(0, "tag".to_owned())];
    }
    let read = [layout.puzzle_column(), layout.solution_column()];
    let named = layout.columns().iter().cloned().enumerate();
    named
        .filter(|&(index, _)| !read.contains(&Some(index)))
        .collect()
}
