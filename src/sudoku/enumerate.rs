//! All solutions of single puzzles, as a problem for the engine: a subtree is a part
//! of one puzzle, cut at its first open cells.

use std::ops::ControlFlow::{self, Continue};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::grid::Grid;
use super::lanes::Lanes;
use super::parts::{Entry, Piece, Root};
use crate::engine::{Part, Problem, Resume, Tally};
use crate::io::Format;
use crate::ledger::{Residue, Summary};
use crate::simd::Kernel;

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
            each: Vec::with_capacity(root.0.len()),
            ..Found::default()
        };
        let before = lanes.effort().guesses;
        for piece in root.0 {
            let (solutions, residue, flow) = match self.list {
                None => {
                    let (solutions, residue) = self.count_piece(&piece, lanes, part.stop());
                    (solutions, residue, Continue(()))
                }
                Some(columns) => {
                    let (listed, flow) = self.list_piece(columns, &piece, lanes, part);
                    (listed, Residue::of(listed), flow)
                }
            };
            found.solutions += solutions;
            found.residue += residue;
            found.each.push((piece.entry, solutions));
            if flow.is_break() || part.stop().load(Ordering::Relaxed) {
                break;
            }
        }
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
        let entries = root.0.into_iter().map(|piece| piece.entry);
        Found {
            // A subtree that is recorded is of one puzzle.
            each: entries.map(|entry| (entry, summary.count)).collect(),
            ..summary.into()
        }
    }
}

impl Enumerate {
    /// Counts the solutions of a piece, unless those of its puzzle have reached the limit.
    fn count_piece(&self, piece: &Piece, lanes: &mut Lanes, stop: &AtomicBool) -> (u128, Residue) {
        let Some(puzzle) = &piece.puzzle else {
            return Default::default();
        };
        if let Some(found) = piece.found {
            let solutions = found.solutions.into();
            return (solutions, Residue::of(solutions));
        }
        let counted = &piece.entry.counted;
        let limit = self.limit.unwrap_or(u64::MAX);
        if counted.load(Ordering::Relaxed) >= limit {
            return Default::default();
        }
        let limit = self.limit.map_or(u128::MAX, u128::from);
        let mut counts = Vec::with_capacity(1);
        let puzzles = slice::from_ref(puzzle);
        // A count that was stopped is dropped by the engine.
        let _ = lanes.count_up_to(self.kernel, puzzles, limit, stop, &mut counts);
        let count = counts.first().copied().unwrap_or_default();
        if self.limit.is_some() {
            // At most the limit for each part: this cannot overflow.
            counted.fetch_add(count as u64, Ordering::Relaxed);
        }
        (count, lanes.residue())
    }

    /// Lists the solutions of a piece, and says how many, and whether to go on.
    fn list_piece(
        &self,
        columns: Columns,
        piece: &Piece,
        lanes: &mut Lanes,
        part: &mut Part<'_, Found>,
    ) -> (u128, ControlFlow<()>) {
        let (mut listed, mut flow, stop) = (0, Continue(()), part.stop());
        let text = piece.entry.text.as_bytes();
        let mut list = |solution: &Grid| {
            listed += 1;
            columns.write(text, solution, part.buffer());
            flow = part.end_row();
            flow
        };
        match (&piece.puzzle, piece.found) {
            (None, _) => {}
            (_, Some(found)) if found.solutions == 0 => {}
            (_, Some(found)) if found.solutions == 1 => {
                let _ = list(&found.solution);
            }
            (Some(puzzle), _) => {
                lanes.list(self.kernel, puzzle, stop, list);
            }
        }
        (listed, flow)
    }
}

impl Columns {
    fn write(self, puzzle: &[u8], solution: &Grid, row: &mut Vec<u8>) {
        let solution = solution.to_ascii(b'0');
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

/// What is found in a subtree, or in several that are added up.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The puzzles of a subtree, with the solutions in it; none of several subtrees.
    pub each: Vec<(Arc<Entry>, u128)>,
    /// All solutions.
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
            each: Vec::new(),
            solutions: summary.count,
            residue: summary.residue,
            work: summary.work,
        }
    }
}

impl Tally for Found {
    fn merge(&mut self, other: Self) {
        self.each.clear();
        self.solutions += other.solutions;
        self.residue += other.residue;
        self.work += other.work;
    }
    fn solutions(&self) -> u128 {
        self.solutions
    }
}
