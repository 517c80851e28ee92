//! Solving or rating a whole input, as a problem for the engine: a subtree is a chunk of rows.
//!
//! A worker reads the puzzles of its chunk, solves them all, and writes one row for
//! each, good or bad, in the order of the input:
//!
//! ```text
//! chunk ──▶ entries: where the row's text lies, and its puzzle or what is wrong
//!           puzzles: the good ones, side by side ──▶ solver ──▶ rows
//! ```

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::Grid;
use super::columns::Columns;
use super::explain::Level;
use super::lanes::{Lanes, Outcome};
use super::tally::{BatchTally, Complaint, Status};
use crate::engine::{Part, Problem, Subtree};
use crate::error::Error;
use crate::io::{Format, push_csv, push_json};
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
    /// Compare the solution column of the input.
    pub check: bool,
    /// Pass on the other columns of the input, or the tag after each puzzle.
    pub keep_columns: bool,
    /// The format of the rows.
    pub format: Format,
}

impl Default for BatchOptions {
    /// Prove uniqueness with the best kernel, tell the solution, check nothing, keep nothing, write CSV.
    fn default() -> Self {
        Self {
            kernel: Kernel::best(),
            columns: Columns::Solution,
            limit: 2,
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
/// which no more than the limit are counted; and the solution if there is only one.
/// Or it has `puzzle,status,rating,level,hardest,steps,effort`, the last five empty
/// unless there is exactly one solution: see [`Rating`](super::Rating).
#[derive(Debug)]
pub struct Batch {
    layout: Layout,
    options: BatchOptions,
    /// The columns passed on, by number and name; of an input without columns, the tag.
    kept: Vec<(usize, String)>,
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
        }
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
            Ok(grid) if record.text.len() != 81 => worker.note(&grid.to_ascii(b'.')),
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
        let puzzle = match record.puzzle {
            Ok(grid) => {
                if self.options.check
                    && let Err(reason) = check(&grid, record.solution)
                {
                    worker.tally.wrong += 1;
                    worker.complain(record.line, 1, reason);
                }
                worker.puzzles.push(*grid.digits());
                Some(worker.puzzles.len() - 1)
            }
            Err(bad) => {
                worker.complain(bad.line, bad.column, bad.reason.to_string());
                None
            }
        };
        worker.entries.push(Entry {
            text,
            puzzle,
            first_kept,
        });
    }

    /// Writes the row of an entry.
    fn write(&self, worker: &Worker, entry: &Entry, row: &mut Vec<u8>) -> (Status, Option<Level>) {
        let outcome = entry.puzzle.map(|puzzle| &worker.outcomes[puzzle]);
        let status = outcome.map_or(Status::Invalid, |outcome| Status::of(outcome.solutions));
        let puzzle = entry.puzzle.map(|puzzle| &worker.puzzles[puzzle]);
        let told = self.options.columns.of(puzzle.zip(outcome));
        let text = &worker.texts[entry.text.clone()];
        let kept = &worker.kept[entry.first_kept..][..self.kept.len()];
        let kept = kept.iter().map(|range| &worker.texts[range.clone()]);
        match self.options.format {
            Format::Csv => {
                if entry.puzzle.is_some() {
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
        (status, told.level())
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
        self.layout
            .parse(&chunk, |record| self.take(worker, &record));
        let Worker {
            puzzles,
            outcomes,
            lanes,
            ..
        } = worker;
        lanes.solve(self.options.kernel, puzzles, self.options.limit, outcomes);
        for entry in &worker.entries {
            let (status, level) = self.write(worker, entry, part.buffer());
            worker.tally.add(status, level);
            if part.end_row().is_break() || part.stop().load(Ordering::Relaxed) {
                break;
            }
        }
        std::mem::take(&mut worker.tally)
    }
}

/// One thread's memory, reused from chunk to chunk.
#[derive(Debug, Default)]
pub struct Worker {
    /// The texts that entries point into.
    texts: Vec<u8>,
    kept: Vec<Range<usize>>,
    entries: Vec<Entry>,
    /// The puzzles, row by row, 0 for a blank.
    puzzles: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
    lanes: Lanes,
    tally: BatchTally,
}

/// A row of the input.
#[derive(Debug)]
struct Entry {
    text: Range<usize>,
    /// Which of the worker's puzzles it is, if it is one.
    puzzle: Option<usize>,
    /// The first of the worker's kept fields that belongs to it.
    first_kept: usize,
}

impl Worker {
    fn clear(&mut self) {
        self.texts.clear();
        self.kept.clear();
        self.entries.clear();
        self.puzzles.clear();
        self.outcomes.clear();
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
fn check(puzzle: &Grid, given: Option<&str>) -> Result<(), String> {
    let given = given.map_or("", str::trim);
    let grid: Grid = match given.parse() {
        Ok(grid) => grid,
        Err(_) if given.is_empty() => return Err("no solution is given".to_owned()),
        Err(error) => return Err(format!("the solution given is no grid: {error}")),
    };
    if !grid.extends(puzzle) {
        let differs = |&cell: &usize| puzzle[cell] != 0 && puzzle[cell] != grid[cell];
        let cell = (0..81).find(differs).unwrap_or_default();
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
