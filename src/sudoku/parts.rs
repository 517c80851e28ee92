//! Cutting puzzles into parts, for the problems that look for all solutions.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::lanes::Outcome;
use super::puzzle_set::{Place, PuzzleSet};
use super::tally::Complaint;
use super::{PencilMarks, Puzzle, split};
use crate::engine::{PER_THREAD, Subtree};
use crate::error::Error;
use crate::ledger::Plan;
use crate::simd::Kernel;
use crate::sudoku::puzzles::{Inputs, Layout};

/// A puzzle with fewer solutions is not cut: all of a chunk are solved side by side, which
/// takes less time than cutting one of them.
const FEW: u64 = 1000;

/// So many puzzles with few solutions are a subtree, unless each is to be one.
const TOGETHER: usize = 256;

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
    pub(super) counted: AtomicU64,
}

/// A part of a puzzle, or several whole puzzles with few solutions.
#[derive(Clone, Debug)]
pub struct Root(pub(super) Vec<Piece>);

/// A puzzle, or a part of one; none if it is no puzzle.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub entry: Arc<Entry>,
    pub puzzle: Option<PencilMarks>,
    /// What was found of it on the way, if that is all.
    pub found: Option<Outcome>,
}

/// Cuts puzzles into parts, one puzzle after the other.
#[derive(Debug)]
pub struct Parts {
    inputs: Option<Inputs>,
    kernel: Kernel,
    /// Entries that were read and not yet cut, with the places of their puzzles.
    entries: VecDeque<(Entry, Option<Place>)>,
    puzzles: PuzzleSet,
    /// Parts of the puzzle that was cut last, or a puzzle that was not.
    ready: VecDeque<Piece>,
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
            kernel: Kernel::SCALAR,
            entries: VecDeque::new(),
            puzzles: PuzzleSet::default(),
            ready: VecDeque::new(),
            entry_count: 1,
            cut_count: 0,
            wanted: threads * PER_THREAD,
        };
        parts.cut(entry, Some(&puzzle.marks()));
        parts
    }

    /// What a ledger needs to know of a single puzzle that was cut like this.
    pub fn plan(&self) -> Plan {
        let texts = self
            .ready
            .iter()
            .take(1)
            .map(|piece| piece.entry.text.clone());
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

    /// What a ledger needs to know of inputs with this SHA-256 of which each puzzle is one
    /// part.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    pub fn plan_of_inputs(inputs: impl Into<Inputs>, hash: &str) -> Result<Plan, Error> {
        let inputs = inputs.into();
        let layouts = inputs.layouts().to_vec();
        let column = Layout::puzzle_columns(&layouts.iter().collect::<Vec<_>>());
        let mut subtrees = 0;
        for chunk in inputs {
            let chunk = chunk?;
            layouts[chunk.input()].parse(&chunk, |_| subtrees += 1);
        }
        Ok(Plan {
            problem: "sudoku count".to_owned(),
            parameters: vec![
                ("input".to_owned(), hash.to_owned()),
                ("column".to_owned(), column),
            ],
            method: "lanes".to_owned(),
            split: "puzzles".to_owned(),
            subtrees,
        })
    }

    /// How many parts there are, if that is known beforehand.
    pub fn cost(&self) -> Option<u64> {
        self.inputs.is_none().then_some(self.ready.len() as u64)
    }

    /// Cuts the puzzles of inputs, finely enough for `threads`; for none at all, every
    /// puzzle is one part. With this kernel it finds out which need no cutting.
    pub fn read(inputs: impl Into<Inputs>, threads: usize, kernel: Kernel) -> Self {
        Self {
            inputs: Some(inputs.into()),
            kernel,
            entries: VecDeque::new(),
            puzzles: PuzzleSet::default(),
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
        let puzzles = &mut self.puzzles;
        puzzles.clear();
        inputs.layouts()[chunk.input()].parse(&chunk, |record| {
            let (text, complaint, place) = match record.puzzle {
                Ok(puzzle) => (puzzle.to_string(), None, Some(puzzles.add(&puzzle))),
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
            self.entries.push_back((entry, place));
        });
        puzzles.solve(self.kernel, FEW);
        Ok(true)
    }

    /// Cuts a puzzle into parts.
    fn cut(&mut self, entry: Entry, puzzle: Option<&PencilMarks>) {
        let parts = puzzle.map_or(Vec::new(), |puzzle| split(puzzle, self.wanted));
        let entry = Arc::new(entry);
        let piece = |puzzle| Piece {
            entry: Arc::clone(&entry),
            puzzle,
            found: None,
        };
        if parts.is_empty() {
            // Without a solution, or no puzzle: it is still to be reported.
            self.ready.push_back(piece(None));
        }
        self.ready.extend(parts.into_iter().map(Some).map(piece));
    }

    /// Takes an entry that was read, and cuts it if its puzzle has many solutions.
    fn take(&mut self, entry: Entry, place: Option<Place>) {
        let puzzle = place.map(|place| self.puzzles.marks(place));
        let found = place.map(|place| *self.puzzles.outcome(place));
        if found.is_some_and(|found| found.solutions == FEW) {
            self.cut(entry, puzzle.as_ref());
        } else {
            self.ready.push_back(Piece {
                entry: Arc::new(entry),
                puzzle,
                found,
            });
        }
    }

    /// Reads on until something is ready; false at the end.
    fn prepare(&mut self) -> Result<bool, Error> {
        while self.ready.is_empty() {
            if let Some((entry, place)) = self.entries.pop_front() {
                self.take(entry, place);
            } else if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The pieces of the next subtree.
    fn pieces(&mut self) -> Result<Vec<Piece>, Error> {
        let most = if self.wanted == 0 { 1 } else { TOGETHER };
        let mut pieces = Vec::new();
        while pieces.len() < most && self.prepare()? {
            let is_whole = self.ready[0].found.is_some();
            if !is_whole && !pieces.is_empty() {
                break;
            }
            pieces.extend(self.ready.pop_front());
            if !is_whole {
                break;
            }
        }
        Ok(pieces)
    }
}

impl Iterator for Parts {
    type Item = Result<Subtree<Root>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let pieces = match self.pieces() {
            Ok(pieces) if pieces.is_empty() => return None,
            Ok(pieces) => pieces,
            Err(error) => return Some(Err(error)),
        };
        self.cut_count += 1;
        Some(Ok(Subtree {
            index: self.cut_count - 1,
            cost: 1,
            root: Root(pieces),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::{Options as RunOptions, Order, Pulse, Sink, Stop, run};
    use crate::io::Input;
    use crate::sudoku::puzzles::{ChunkReader, Options};
    use crate::sudoku::{Enumerate, Found, Grid, Solver};

    const SOLVED: &str =
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    /// Adds up the solutions of each puzzle.
    #[derive(Default)]
    struct Each(BTreeMap<u64, u128>);

    impl Sink<Found> for Each {
        fn rows(
            &mut self,
            _: &[u8],
            _: u64,
        ) -> Result<std::ops::ControlFlow<crate::engine::Reason>, Error> {
            Ok(std::ops::ControlFlow::Continue(()))
        }

        fn finished(
            &mut self,
            finished: crate::engine::Finished<Found>,
        ) -> Result<std::ops::ControlFlow<crate::engine::Reason>, Error> {
            assert_eq!(
                finished.tally.residue,
                crate::ledger::Residue::of(finished.tally.solutions)
            );
            for (entry, solutions) in finished.tally.each {
                *self.0.entry(entry.number).or_default() += solutions;
            }
            Ok(std::ops::ControlFlow::Continue(()))
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Whether a puzzle has few solutions or many, and however finely it is cut, all are
        /// counted; here from one to some hundred thousand.
        #[test]
        fn the_parts_have_all_solutions(
            blanks in prop::collection::vec(
                prop::collection::btree_set(0usize..81, 30..58),
                1..6,
            ),
            threads in 0usize..3,
        ) {
            let solved: Grid = SOLVED.parse().unwrap();
            let puzzles: Vec<Grid> = blanks
                .iter()
                .map(|cells| cells.iter().fold(solved, |grid, &cell| grid.with(cell, 0)))
                .collect();
            let text: String = puzzles
                .iter()
                .map(|grid| grid.to_ascii(b'.').map(char::from).iter().collect::<String>() + "\n")
                .collect();
            let input = Input::new("puzzles", Cursor::new(text), None).unwrap();
            let reader = ChunkReader::new(input, &Options::default()).unwrap();
            let kernel = Kernel::best();
            let parts = Parts::read(reader, threads, kernel);
            let options = RunOptions { threads: 2, order: Order::Any };
            let mut each = Each::default();
            let problem = Enumerate::count(kernel, None);
            run(&problem, parts, &mut each, options, &Stop::new(), &Pulse::new(None)).unwrap();
            let counts: Vec<u128> = each.0.into_values().collect();
            let mut solver = Solver::new();
            let expected: Vec<u128> =
                puzzles.iter().map(|grid| solver.count(grid, u128::MAX)).collect();
            prop_assert_eq!(counts, expected);
        }
    }
}
