//! Counting solutions by visiting them, as a problem for the engine.

use std::cmp::Reverse;
use std::convert::Infallible;

use super::board::check_size;
use super::search::{self, BoardSearcher, SearchBoard, deepen, descend, symmetry_subtrees};
use super::{BoardVariant, cut, factory, known};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{
    Counted, Emitter, ErasedProblem, Granularity, Job, Known, Probe, Problem, Subtree, Subtrees,
};
use countless_simd::Kernel;

/// Parts of a search with about so many boards take 10 ms or so.
const PROBE_NODES: u64 = 10_000_000;

/// Counts solutions by visiting them, depth first; the subtrees are boards whose first rows
/// are filled, the largest first.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::Board;
/// use countless_queens::SearchCounter;
///
/// let run = Run::new();
/// assert_eq!(run.count(&SearchCounter::all(10)?)?.total.solutions, 724);
/// let board = Board::new(10)?.queen(1, 5)?;
/// assert_eq!(run.count(&board.counter())?.total.solutions, 92);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchCounter {
    n: usize,
    columns: usize,
    variant: BoardVariant,
    /// The squares that may hold a queen, if they are not all.
    board: Option<SearchBoard>,
}

impl SearchCounter {
    /// Counts all boards of `n` rows, visiting one of each eight that rotations and
    /// reflections make of it.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N).
    pub fn all(n: usize) -> Result<Self, Error> {
        Self::rectangle(n, n)
    }

    /// Counts the ways to place `n` queens on `n` rows and at least as many columns; on a
    /// rectangle it visits one of each two that a reflection makes of it.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are fewer columns than rows, or more than
    /// [`MAX_N`](super::MAX_N).
    pub fn rectangle(n: usize, columns: usize) -> Result<Self, Error> {
        check_size(n, columns)?;
        Ok(Self {
            n,
            columns,
            variant: BoardVariant::default(),
            board: None,
        })
    }

    /// Counts the ways to place `n` pieces of a kind on `n` rows and as many columns, or more
    /// if the edges are not joined.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::{Kind, Piece};
    /// use countless_queens::SearchCounter;
    ///
    /// let counter = SearchCounter::of_kind(12, 12, &Kind::of(Piece::Superqueen))?;
    /// assert_eq!(Run::new().count(&counter)?.total.solutions, 156);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`rectangle`](Self::rectangle), and [`Error::Impossible`] for a torus with more
    /// columns than rows.
    pub fn of_variant(n: usize, columns: usize, kind: &BoardVariant) -> Result<Self, Error> {
        kind.check_size(n, columns)?;
        Ok(Self {
            variant: kind.clone(),
            ..Self::rectangle(n, columns)?
        })
    }

    /// Counts the solutions of a partial board.
    pub(super) fn of(board: &SearchBoard) -> Self {
        Self {
            n: board.n(),
            columns: board.columns(),
            variant: board.variant().clone(),
            board: Some(board.clone()),
        }
    }

    /// A job to count the solutions.
    pub fn job(&self) -> Job<'_, Counted> {
        Job::of(self)
    }

    /// The problem without its type.
    pub fn erased(self) -> Box<dyn ErasedProblem> {
        Box::new(self)
    }
}

impl Problem for SearchCounter {
    type Root = search::SearchSubtree;
    type Scratch = BoardSearcher;
    type Tally = Counted;
    type Solution = Infallible;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(match &self.board {
            None => {
                let spec = Spec::new("queens count", "search").with("n", self.n);
                let spec = factory::with_columns(spec, self.n, self.columns);
                factory::with_variant(spec, &self.variant)
            }
            Some(board) => factory::with_squares(Spec::new("queens complete", "search"), board),
        })
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, search::SearchSubtree>, Error> {
        let boards = match &self.board {
            None => symmetry_subtrees(self.n, self.columns, &self.variant),
            Some(board) => vec![search::SearchSubtree::of(board)],
        };
        let (split, mut subtrees) = cut::split_boards(cut, self.n, &boards)?;
        // So that no thread starts on a large one when the others end.
        subtrees.sort_by_key(|(cost, _)| Reverse(*cost));
        Ok(Subtrees::list(split, subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> BoardSearcher {
        BoardSearcher::new(kernel)
    }

    fn search(
        &self,
        worker: &mut BoardSearcher,
        subtree: search::SearchSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Counted {
        let before = worker.nodes();
        let tally = worker.count_checked(&subtree.board, emitter.cancel_flag());
        // A count that was cancelled is dropped by the engine.
        let tally = tally.unwrap_or_default().times(subtree.weight);
        Counted::new(tally, worker.nodes() - before)
    }

    fn known_total(&self) -> Option<Known> {
        let is_empty = self.board.as_ref().is_none_or(SearchBoard::is_unrestricted);
        known::of_variant(self.n, &self.variant).filter(|_| is_empty && self.n == self.columns)
    }

    fn parts(&self, root: &search::SearchSubtree) -> Vec<(u64, search::SearchSubtree)> {
        let parts = deepen(vec![root.clone()], 1).into_iter();
        let parts = parts.filter(|part| part != root);
        parts.map(|part| (part.cost(), part)).collect()
    }

    fn probe(
        &self,
        subtrees: &[Subtree<search::SearchSubtree>],
        position: usize,
        seed: u64,
    ) -> Probe<search::SearchSubtree> {
        let (root, weight) = descend(&subtrees[position].root, PROBE_NODES, seed);
        Probe {
            root,
            weight,
            before: None,
        }
    }
}
