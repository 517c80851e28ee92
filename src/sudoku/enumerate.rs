//! All solutions of single puzzles, as a problem for the engine: a subtree is a part
//! of one puzzle, cut at its first open cells.

use std::collections::VecDeque;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::lanes::Lanes;
use super::tally::Complaint;
use super::{PencilMarks, Puzzle, split};
use crate::engine::{PER_THREAD, Part, Problem, Resume, Subtree, Tally};
use crate::error::Error;
use crate::io::Format;
use crate::ledger::{Plan, Residue, Summary};
use crate::simd::Kernel;
use crate::sudoku::puzzles::{Inputs, Layout};

/// Counts or lists every solution of some puzzles.
///
/// ```
/// use countless::engine::{Count, Options, Pulse, Stop, run};
/// use countless::simd::Kernel;
/// use countless::sudoku::{Enumerate, Found, Parts};
///
/// let text = "12345678945678912378912345623456789156789123489123456734567891267891234591234....";
/// let parts = Parts::of(&text.parse()?, 2);
/// let mut count = Count::<Found>::default();
/// run(&Enumerate::count(Kernel::best(), None), parts, &mut count, Options::default(), &Stop::new(), &Pulse::new(None))?;
/// assert_eq!(count.total.solutions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Enumerate {
    kernel: Kernel,
    /// Look no further in a part once it has given so many solutions.
    limit: Option<u64>,
    list: Option<Columns>,
}

/// What stands in each row of a list.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// The puzzle, too, not just the solution.
    puzzle: bool,
    format: Format,
}

impl Enumerate {
    /// Counts, in each part of a puzzle no further than `limit`.
    pub fn count(kernel: Kernel, limit: Option<u64>) -> Self {
        Self {
            kernel,
            limit,
            list: None,
        }
    }

    /// Lists: the solution, after its puzzle if `puzzle` is set, for inputs that hold several.
    pub fn list(kernel: Kernel, puzzle: bool, format: Format) -> Self {
        Self {
            kernel,
            limit: None,
            list: Some(Columns { puzzle, format }),
        }
    }

    /// What stands before the first row of a list.
    pub fn header(&self) -> &'static [u8] {
        match self.list {
            Some(Columns {
                puzzle: true,
                format: Format::Csv,
            }) => b"puzzle,solution\n",
            Some(Columns {
                puzzle: false,
                format: Format::Csv,
            }) => b"solution\n",
            _ => b"",
        }
    }
}

impl Problem for Enumerate {
    type Root = Root;
    type Worker = Lanes;
    type Tally = Found;

    fn worker(&self) -> Lanes {
        Lanes::new()
    }

    fn search(&self, lanes: &mut Lanes, root: Root, part: &mut Part<'_, Found>) -> Found {
        let mut found = Found {
            entry: Some(Arc::clone(&root.entry)),
            ..Found::default()
        };
        let Some(puzzle) = root.puzzle else {
            return found;
        };
        let before = lanes.effort().guesses;
        found.solutions = match self.list {
            None => self.count_part(&root.entry, &puzzle, lanes, part.stop()),
            Some(columns) => {
                let mut listed = 0;
                lanes.list(self.kernel, &puzzle, part.stop(), |solution| {
                    listed += 1;
                    columns.write(root.entry.text.as_bytes(), solution, part.buffer());
                    part.end_row()
                });
                listed
            }
        };
        found.residue = match self.list {
            None => lanes.residue(),
            Some(_) => Residue::of(found.solutions),
        };
        found.work = lanes.effort().guesses - before;
        found
    }
}

impl Resume for Enumerate {
    fn summary(&self, tally: &Found) -> Summary {
        Summary {
            count: tally.solutions,
            residue: tally.residue,
            work: tally.work,
            detail: String::new(),
        }
    }

    fn recall(&self, root: Root, summary: &Summary) -> Found {
        Found {
            entry: Some(root.entry),
            ..summary.into()
        }
    }
}

impl Enumerate {
    /// Counts the solutions of a part, unless those of its puzzle have reached the limit.
    fn count_part(
        &self,
        entry: &Entry,
        puzzle: &PencilMarks,
        lanes: &mut Lanes,
        stop: &AtomicBool,
    ) -> u128 {
        let limit = self.limit.unwrap_or(u64::MAX);
        if entry.counted.load(Ordering::Relaxed) >= limit {
            return 0;
        }
        let limit = self.limit.map_or(u128::MAX, u128::from);
        let mut counts = Vec::with_capacity(1);
        // A count that was stopped is dropped by the engine.
        let _ = lanes.count_up_to(
            self.kernel,
            slice::from_ref(puzzle),
            limit,
            stop,
            &mut counts,
        );
        let count = counts.first().copied().unwrap_or_default();
        if self.limit.is_some() {
            // At most the limit for each part: this cannot overflow.
            entry.counted.fetch_add(count as u64, Ordering::Relaxed);
        }
        count
    }
}

impl Columns {
    fn write(self, puzzle: &[u8], solution: &[u8; 81], row: &mut Vec<u8>) {
        let solution = solution.map(|digit| b'0' + digit);
        match (self.format, self.puzzle) {
            (Format::Csv, false) => row.extend_from_slice(&solution),
            (Format::Csv, true) => {
                row.extend_from_slice(puzzle);
                row.push(b',');
                row.extend_from_slice(&solution);
            }
            (Format::Ndjson, false) => {
                row.extend_from_slice(b"{\"solution\":\"");
                row.extend_from_slice(&solution);
                row.extend_from_slice(b"\"}");
            }
            (Format::Ndjson, true) => {
                row.extend_from_slice(b"{\"puzzle\":\"");
                row.extend_from_slice(puzzle);
                row.extend_from_slice(b"\",\"solution\":\"");
                row.extend_from_slice(&solution);
                row.extend_from_slice(b"\"}");
            }
        }
        row.push(b'\n');
    }
}

/// What is found of one puzzle, or of several that are added up.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The puzzle; of several, the last one.
    pub entry: Option<Arc<Entry>>,
    /// The solutions in the part searched.
    pub solutions: u128,
    /// What should be the residue of their number, if no limit was reached.
    pub residue: Residue,
    /// The branches that the search took.
    pub work: u64,
}

impl From<&Summary> for Found {
    /// What a ledger has kept, which is not the puzzle.
    fn from(summary: &Summary) -> Self {
        Self {
            entry: None,
            solutions: summary.count,
            residue: summary.residue,
            work: summary.work,
        }
    }
}

impl Tally for Found {
    fn merge(&mut self, other: Self) {
        self.entry = other.entry;
        self.solutions += other.solutions;
        self.residue += other.residue;
        self.work += other.work;
    }
    fn solutions(&self) -> u128 {
        self.solutions
    }
}

/// A puzzle of the input.
#[derive(Debug)]
pub struct Entry {
    /// Its number, from 0.
    pub number: u64,
    /// Its 81 or 729 characters, or whatever else stands in its place.
    pub text: String,
    /// What is wrong with it, if it is no puzzle.
    pub complaint: Option<Complaint>,
    /// The solutions counted so far, to know when a limit is reached.
    counted: AtomicU64,
}

/// A part of a puzzle; none if it is no puzzle.
#[derive(Clone, Debug)]
pub struct Root {
    pub(super) entry: Arc<Entry>,
    pub(super) puzzle: Option<PencilMarks>,
}

/// Cuts puzzles into parts, one puzzle after the other.
#[derive(Debug)]
pub struct Parts {
    inputs: Option<Inputs>,
    /// Entries that were read and not yet cut.
    entries: VecDeque<(Entry, Option<Puzzle>)>,
    /// Parts of the puzzle that was cut last.
    ready: VecDeque<Root>,
    entry_count: u64,
    cut_count: u64,
    /// Into how many parts to cut a puzzle.
    wanted: usize,
}

impl Parts {
    /// Cuts a single puzzle, finely enough for `threads`.
    pub fn of(puzzle: &Puzzle, threads: usize) -> Self {
        let entry = Entry {
            number: 0,
            text: puzzle.to_string(),
            complaint: None,
            counted: AtomicU64::new(0),
        };
        let mut parts = Self {
            inputs: None,
            entries: VecDeque::new(),
            ready: VecDeque::new(),
            entry_count: 1,
            cut_count: 0,
            wanted: threads * PER_THREAD,
        };
        parts.cut(entry, Some(puzzle));
        parts
    }

    /// What a ledger needs to know of a single puzzle that was cut like this.
    pub fn plan(&self) -> Plan {
        let texts = self
            .ready
            .iter()
            .take(1)
            .map(|root| root.entry.text.clone());
        Plan {
            problem: "sudoku count".to_owned(),
            parameters: texts.map(|text| ("puzzle".to_owned(), text)).collect(),
            method: "lanes".to_owned(),
            split: format!("cells:{}", self.wanted),
            subtrees: self.ready.len() as u64,
        }
    }

    /// The parts of the single puzzle that a plan is about, if it is about one.
    pub fn from_plan(plan: &Plan) -> Option<Self> {
        let puzzle = plan.parameter("puzzle")?.parse().ok()?;
        let wanted: usize = plan.split.strip_prefix("cells:")?.parse().ok()?;
        let parts = Self::of(&puzzle, wanted / PER_THREAD);
        (parts.plan() == *plan).then_some(parts)
    }

    /// What a ledger needs to know of the parts of inputs with this SHA-256.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    pub fn plan_of_inputs(self, input: &str) -> Result<Plan, Error> {
        let split = match self.wanted {
            0 => "puzzles".to_owned(),
            wanted => format!("cells:{wanted}"),
        };
        let layouts = self.inputs.as_ref().map_or(&[][..], Inputs::layouts);
        let column = Layout::puzzle_columns(&layouts.iter().collect::<Vec<_>>());
        let mut subtrees = 0;
        for part in self {
            part?;
            subtrees += 1;
        }
        Ok(Plan {
            problem: "sudoku count".to_owned(),
            parameters: vec![
                ("input".to_owned(), input.to_owned()),
                ("column".to_owned(), column),
            ],
            method: "lanes".to_owned(),
            split,
            subtrees,
        })
    }

    /// How many parts there are, if that is known beforehand.
    pub fn cost(&self) -> Option<u64> {
        self.inputs.is_none().then_some(self.ready.len() as u64)
    }

    /// Cuts the puzzles of inputs, finely enough for `threads`; for none at all, every
    /// puzzle is one part.
    pub fn read(inputs: impl Into<Inputs>, threads: usize) -> Self {
        Self {
            inputs: Some(inputs.into()),
            entries: VecDeque::new(),
            ready: VecDeque::new(),
            entry_count: 0,
            cut_count: 0,
            wanted: threads * PER_THREAD,
        }
    }

    /// Reads more entries; false at the end.
    fn fill(&mut self) -> Result<bool, Error> {
        let Some(inputs) = &mut self.inputs else {
            return Ok(false);
        };
        let Some(chunk) = inputs.next().transpose()? else {
            return Ok(false);
        };
        inputs.layouts()[chunk.input()].parse(&chunk, |record| {
            let (text, complaint, puzzle) = match record.puzzle {
                Ok(puzzle) => (puzzle.to_string(), None, Some(puzzle)),
                Err(bad) => {
                    let complaint = Complaint {
                        input: chunk.input(),
                        line: bad.line,
                        column: bad.column,
                        reason: bad.reason.to_string(),
                    };
                    (record.text.into_owned(), Some(complaint), None)
                }
            };
            let entry = Entry {
                number: self.entry_count,
                text,
                complaint,
                counted: AtomicU64::new(0),
            };
            self.entry_count += 1;
            self.entries.push_back((entry, puzzle));
        });
        Ok(true)
    }

    /// Cuts a puzzle into parts.
    fn cut(&mut self, entry: Entry, puzzle: Option<&Puzzle>) {
        let entry = Arc::new(entry);
        let root = |puzzle| Root {
            entry: Arc::clone(&entry),
            puzzle,
        };
        let parts = puzzle.map_or(Vec::new(), |puzzle| split(&puzzle.marks(), self.wanted));
        if parts.is_empty() {
            // Without a solution, or no puzzle: it is still to be reported.
            self.ready.push_back(root(None));
        }
        self.ready
            .extend(parts.into_iter().map(|part| root(Some(part))));
    }
}

impl Iterator for Parts {
    type Item = Result<Subtree<Root>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            if let Some((entry, puzzle)) = self.entries.pop_front() {
                self.cut(entry, puzzle.as_ref());
                continue;
            }
            match self.fill() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        let root = self.ready.pop_front()?;
        self.cut_count += 1;
        Some(Ok(Subtree {
            index: self.cut_count - 1,
            cost: 1,
            root,
        }))
    }
}
