//! All solutions of one puzzle, as a problem for the engine. A subtree is the puzzle with some of
//! its first unsolved cells filled.

use super::lanes::Lanes;
use super::{Grid, PencilMarks, Puzzle, Solver, split};
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_engine::{Emitter, Granularity, Job, Problem, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::{Columns, Fields, Row};

/// Number of subtrees of a puzzle unless the user asks for more. With more subtrees, more
/// deductions are repeated.
const SUBTREES: u32 = 256;
/// The number of subtrees is rounded up to a multiple of this.
const SUBTREES_MULTIPLE: usize = 64;
/// Most solutions of a recounted subtree, which are visited one by one.
const MOST_VISITED: u128 = 1 << 24;

/// Counts or lists every solution of a puzzle.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Enumerate, Puzzle};
///
/// let puzzle: Puzzle =
///     "1234567894567891237891234562345678915678912348912345673456789126789123459........".parse()?;
/// let all = Enumerate::new(puzzle);
/// assert_eq!(Run::new().count(&all)?.total.count, 1);
/// let mut last = None;
/// Run::new().threads(2).for_each(&all, |solution| last = Some(solution))?;
/// assert_eq!(last.and_then(|grid| grid.at(9, 9)), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Enumerate {
    puzzle: Puzzle,
}

impl Enumerate {
    /// Makes the problem of all solutions of a puzzle.
    pub fn new(puzzle: impl Into<Puzzle>) -> Self {
        Self {
            puzzle: puzzle.into(),
        }
    }

    /// Makes a job to count or list the solutions.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Row for Grid {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(&self.to_ascii(b'.'));
    }
}

impl Problem for Enumerate {
    type Root = PencilMarks;
    type Scratch = (Kernel, Lanes);
    type Solution = Grid;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(Spec::new("sudoku count", "lanes").with("puzzle", &self.puzzle))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, PencilMarks>, Error> {
        let wanted = match cut.least_subtrees(SUBTREES) {
            Some(wanted) => wanted.next_multiple_of(SUBTREES_MULTIPLE),
            None => cut.number("cells")?,
        };
        let subtrees = split(&self.puzzle.marks(), wanted);
        let subtrees = subtrees.into_iter().map(|subtree| (1, subtree)).collect();
        Ok(Subtrees::list(format!("cells:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> Self::Scratch {
        (kernel, Lanes::new())
    }

    fn search(
        &self,
        (kernel, lanes): &mut Self::Scratch,
        subtree: PencilMarks,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let before = lanes.work().branches;
        let stop = emitter.cancel_flag();
        let (solutions, residue) = if emitter.wants_solutions() {
            let mut listed = 0;
            lanes.list(*kernel, &subtree, stop, |solution| {
                listed += 1;
                emitter.push(*solution)
            });
            (listed, Residue::of(listed))
        } else {
            let counted = lanes.count_one(*kernel, &subtree, emitter.limit(), stop);
            // The engine drops the count of a stopped search.
            counted.unwrap_or_default()
        };
        Tally {
            count: solutions,
            residue,
            work: lanes.work().branches - before,
            ..Tally::default()
        }
    }

    fn parts(&self, _: &mut Self::Scratch, subtree: &PencilMarks) -> Vec<(u64, PencilMarks)> {
        let parts = split(subtree, 2);
        if parts.len() < 2 {
            return Vec::new();
        }
        parts.into_iter().map(|part| (1, part)).collect()
    }

    fn columns(&self) -> Columns {
        Columns::new().field("solution")
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some("one by one")
    }

    fn recount(
        &self,
        subtree: PencilMarks,
        recorded: &Tally,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Tally> {
        if recorded.count > MOST_VISITED {
            return None;
        }
        let count = Solver::with_stop(emitter.cancel_flag()).count(subtree, u128::MAX);
        Some(Tally {
            count,
            residue: Residue::of(count),
            ..Tally::default()
        })
    }
}
