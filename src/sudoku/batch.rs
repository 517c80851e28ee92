//! Solving a whole input, as a problem for the engine: a subtree is a chunk of rows.
//!
//! A worker reads the puzzles of its chunk, solves them all, and writes one row for
//! each, good or bad, in the order of the input:
//!
//! ```text
//! chunk ──▶ entries: where the row's text lies, and its puzzle or what is wrong
//!           puzzles: the good ones, side by side ──▶ solver ──▶ rows
//! ```

use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;

use super::columns::{Columns, Told};
use super::lanes::{Lanes, Outcome};
use super::tally::{BatchTally, Complaint, Status, Written};
use super::{Grid, PencilMarks, Puzzle};
use crate::engine::{Part, Problem, Resume, Subtree};
use crate::error::Error;
use crate::io::{Format, push_csv, push_json};
use crate::ledger::{Plan, Summary};
use crate::simd::Kernel;
use crate::sudoku::puzzles::{Chunk, ChunkReader, Layout, Record};

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
    layout: Layout,
    options: BatchOptions,
    /// The columns passed on, by number and name; of an input without columns, the tag.
    kept: Vec<(usize, String)>,
    checksums: bool,
}

impl Batch {
    /// Prepares to solve the puzzles of an input of this layout.
    pub fn new(layout: Layout, options: BatchOptions) -> Self {
        let has_columns = layout.puzzle_column().is_some();
        let kept = if !options.keep_columns {
            Vec::new()
        } else if has_columns {
            let read = [layout.puzzle_column(), layout.solution_column()];
            let named = layout.columns().iter().cloned().enumerate();
            named
                .filter(|&(index, _)| !read.contains(&Some(index)))
                .collect()
        } else {
            vec![(0, "tag".to_owned())]
        };
        Self {
            layout,
            options,
            kept,
            checksums: false,
        }
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
                for (_, name) in &self.kept {
                    header.push(b',');
                    push_csv(&mut header, name.as_bytes());
                }
                header.push(b'\n');
                header
            }
            Format::Ndjson => Vec::new(),
        }
    }

    /// What a ledger needs to know, of an input with this SHA-256 and so many chunks.
    pub fn plan(&self, input: &str, chunks: u64) -> Plan {
        let options = &self.options;
        let column = self.layout.puzzle_column();
        let header = self.header();
        let parameters = [
            ("input", input.to_owned()),
            (
                "column",
                column.map_or("none".into(), |index| (index + 1).to_string()),
            ),
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

    /// The chunks of the input, which cost what they have of its bytes.
    pub fn subtrees(
        input: ChunkReader,
    ) -> impl Iterator<Item = Result<Subtree<Chunk>, Error>> + Send {
        let meter = input.meter().clone();
        let mut before = 0;
        input.map(move |chunk| {
            let chunk = chunk?;
            let cost = meter.consumed() - before;
            before += cost;
            Ok(Subtree {
                index: chunk.index(),
                cost,
                root: chunk,
            })
        })
    }

    /// Notes a record: its texts, and its puzzle if it has one.
    fn take(&self, worker: &mut Worker, record: &Record<'_>) {
        let text = match &record.puzzle {
            // A drawn grid becomes 81 characters.
            Ok(Puzzle::Grid(grid)) if record.text.len() != 81 => worker.note(&grid.to_ascii(b'.')),
            _ => worker.note(record.text.as_bytes()),
        };
        let first_kept = worker.kept.len();
        for &(index, _) in &self.kept {
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
                Some(worker.keep(puzzle))
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
                for ((_, name), field) in self.kept.iter().zip(kept) {
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
        let marks = worker.marks(place);
        let kernel = self.options.kernel;
        let mut lanes = std::mem::take(&mut worker.lanes);
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
        worker.lanes = lanes;
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
        self.layout
            .parse(&chunk, |record| self.take(worker, &record));
        // To show all solutions, it is enough to know first whether there are several.
        let limit = if self.options.all {
            2
        } else {
            self.options.limit
        };
        worker.tally.read = worker.entries.len() as u64;
        worker.solve(self.options.kernel, limit);
        for index in 0..worker.entries.len() {
            let entry = &worker.entries[index];
            let place = entry.place;
            let outcome = place.map(|place| *worker.outcome(place));
            let status = outcome.map_or(Status::Invalid, |outcome| Status::of(outcome.solutions));
            let flow = match place {
                Some(place) if self.options.all && status == Status::Multiple => {
                    worker.tally.add(status, None);
                    self.write_all(worker, index, place, part)
                }
                _ => {
                    let told = self
                        .options
                        .columns
                        .of(worker.grid(place), outcome.as_ref());
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

/// One thread's memory, reused from chunk to chunk.
#[derive(Debug, Default)]
pub struct Worker {
    /// The texts that entries point into.
    texts: Vec<u8>,
    kept: Vec<Range<usize>>,
    entries: Vec<Entry>,
    /// The puzzles, row by row, 0 for a blank, and their outcomes.
    grids: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
    /// The puzzles in pencil marks, and their outcomes.
    pencilled: Vec<PencilMarks>,
    pencilled_outcomes: Vec<Outcome>,
    lanes: Lanes,
    tally: BatchTally,
    /// What has been written of the chunk, if anybody wants to know.
    signature: Option<Signature>,
}

/// The length and the checksum of a text that grows.
#[derive(Debug, Default)]
struct Signature {
    bytes: u64,
    hasher: crc32fast::Hasher,
}

impl Signature {
    fn written(self) -> Written {
        Written {
            bytes: self.bytes,
            checksum: self.hasher.finalize(),
        }
    }
}

/// A row of the input.
#[derive(Debug)]
struct Entry {
    text: Range<usize>,
    /// Where its puzzle is, if it is one.
    place: Option<Place>,
    /// The first of the worker's kept fields that belongs to it.
    first_kept: usize,
}

/// Which of the worker's puzzles.
#[derive(Clone, Copy, Debug)]
enum Place {
    Grid(usize),
    Pencilled(usize),
}

impl Worker {
    fn clear(&mut self) {
        self.texts.clear();
        self.kept.clear();
        self.entries.clear();
        self.grids.clear();
        self.pencilled.clear();
    }

    /// Notes a row that was written.
    #[inline]
    fn sign(&mut self, row: &[u8]) {
        if let Some(signature) = &mut self.signature {
            signature.bytes += row.len() as u64;
            signature.hasher.update(row);
        }
    }

    /// Keeps a puzzle, and says where.
    fn keep(&mut self, puzzle: &Puzzle) -> Place {
        match puzzle {
            Puzzle::Grid(grid) => {
                self.grids.push(*grid.digits());
                Place::Grid(self.grids.len() - 1)
            }
            Puzzle::Pencilled(marks) => {
                self.pencilled.push(**marks);
                Place::Pencilled(self.pencilled.len() - 1)
            }
        }
    }

    /// Solves what is kept.
    fn solve(&mut self, kernel: Kernel, limit: u64) {
        self.lanes
            .solve(kernel, &self.grids, limit, &mut self.outcomes);
        let (pencilled, outcomes) = (&self.pencilled, &mut self.pencilled_outcomes);
        self.lanes.solve_marks(kernel, pencilled, limit, outcomes);
    }

    fn marks(&self, place: Place) -> PencilMarks {
        match place {
            Place::Grid(index) => PencilMarks::of_digits(&self.grids[index]),
            Place::Pencilled(index) => self.pencilled[index],
        }
    }

    /// The digits of a puzzle, if it is a grid.
    fn grid(&self, place: Option<Place>) -> Option<&[u8; 81]> {
        match place? {
            Place::Grid(index) => Some(&self.grids[index]),
            Place::Pencilled(_) => None,
        }
    }

    fn outcome(&self, place: Place) -> &Outcome {
        match place {
            Place::Grid(index) => &self.outcomes[index],
            Place::Pencilled(index) => &self.pencilled_outcomes[index],
        }
    }

    /// Keeps a text, and says where.
    fn note(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.texts.len();
        self.texts.extend_from_slice(text);
        start..self.texts.len()
    }

    fn complain(&mut self, line: u64, column: usize, reason: String) {
        self.tally.complaints.push(Complaint {
            line,
            column,
            reason,
        });
    }
}

/// Whether `given` solves `puzzle`, and if not, why.
fn check(puzzle: &Puzzle, given: Option<&str>) -> Result<(), String> {
    let given = given.map_or("", str::trim);
    let grid: Grid = match given.parse() {
        Ok(grid) => grid,
        Err(_) if given.is_empty() => return Err("no solution is given".to_owned()),
        Err(error) => return Err(format!("the solution given is no grid: {error}")),
    };
    let marks = puzzle.marks();
    let differs = |&cell: &usize| match grid[cell] {
        0 => marks.cells()[cell].is_power_of_two(),
        digit => !marks.allows(cell, digit),
    };
    if let Some(cell) = (0..81).find(differs) {
        let (row, column) = (cell / 9 + 1, cell % 9 + 1);
        return Err(format!(
            "the solution given differs from the puzzle at r{row}c{column}"
        ));
    }
    if !grid.is_solved() {
        return Err("the solution given has blanks".to_owned());
    }
    Ok(())
}
