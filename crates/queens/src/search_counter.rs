//! Counts of solutions by visiting them, as a problem of the engine.

use std::convert::Infallible;

use super::board::check_size;
use super::search::{self, BoardSearcher, SearchBoard, deepen, descend, symmetry_subtrees};
use super::{BoardVariant, known_counts, queens_factories, row_split};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{
    Emitter, ErasedProblem, Granularity, Job, Known, Problem, Subtrees, Tally, stable_sort,
};
use countless_simd::Kernel;

/// Most estimated nodes of a probe. Searching them takes about 10 ms.
const PROBE_NODES: u64 = 10_000_000;

/// Counts solutions by visiting them, depth first. Subtrees are boards with filled first rows, the
/// largest first.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::Board;
/// use countless_queens::SearchCounter;
///
/// let run = Run::new();
/// assert_eq!(run.count(&SearchCounter::all(10)?)?.total.count, 724);
/// let board = Board::new(10)?.queen(1, 5)?;
/// assert_eq!(run.count(&board.counter())?.total.count, 92);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchCounter {
    n: usize,
    columns: usize,
    variant: BoardVariant,
    /// Squares that may hold a queen; `None` for all squares.
    board: Option<SearchBoard>,
}

impl SearchCounter {
    /// Makes the problem for all solutions of `n` rows. The search visits one of eight images of a
    /// solution.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N).
    pub fn all(n: usize) -> Result<Self, Error> {
        Self::rectangle(n, n)
    }

    /// Makes the problem for placements of `n` queens on `n` rows and at least as many columns. On
    /// a rectangle with more columns than rows, the search visits one of two mirror images.
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

    /// Makes the problem for placements of `n` pieces of a board variant on `n` rows and at least
    /// as many columns.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::{BoardVariant, Piece};
    /// use countless_queens::SearchCounter;
    ///
    /// let counter = SearchCounter::of_variant(12, 12, &BoardVariant::of(Piece::Superqueen))?;
    /// assert_eq!(Run::new().count(&counter)?.total.count, 156);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`rectangle`](Self::rectangle), and [`Error::Impossible`] if the variant does
    /// not allow the size: a torus with more columns than rows, or regions of another size.
    pub fn of_variant(n: usize, columns: usize, kind: &BoardVariant) -> Result<Self, Error> {
        kind.check_size(n, columns)?;
        Ok(Self {
            variant: kind.clone(),
            ..Self::rectangle(n, columns)?
        })
    }

    /// Makes the problem for the solutions of a partial board.
    pub(super) fn of(board: &SearchBoard) -> Self {
        Self {
            n: board.n(),
            columns: board.columns(),
            variant: board.variant().clone(),
            board: Some(board.clone()),
        }
    }

    /// Returns a job that counts the solutions.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }

    /// Returns the problem without its type.
    pub fn erased(self) -> Box<dyn ErasedProblem> {
        Box::new(self)
    }
}

impl Problem for SearchCounter {
    type Root = search::SearchSubtree;
    type Scratch = BoardSearcher;
    type Solution = Infallible;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(match &self.board {
            None => {
                let spec = Spec::new("queens count", "search").with("n", self.n);
                let spec = queens_factories::with_columns(spec, self.n, self.columns);
                queens_factories::with_variant(spec, &self.variant)
            }
            Some(board) => {
                queens_factories::with_squares(Spec::new("queens complete", "search"), board)
            }
        })
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, search::SearchSubtree>, Error> {
        let boards = match &self.board {
            None => symmetry_subtrees(self.n, self.columns, &self.variant),
            Some(board) => vec![search::SearchSubtree::of(board)],
        };
        let (split, mut subtrees) = row_split::split_boards(cut, self.n, &boards)?;
        // Large subtrees come first, so that none of them starts when other threads are done.
        stable_sort(&mut subtrees, |(a, _), (b, _)| b.cmp(a));
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
    ) -> Tally {
        let before = worker.nodes();
        let tally = worker.count_checked(&subtree.board, emitter.cancel_flag());
        // The engine drops a cancelled count.
        let tally = tally.unwrap_or_default().times(subtree.weight);
        Tally::new(tally, worker.nodes() - before)
    }

    fn known_total(&self) -> Option<Known> {
        let is_empty = self.board.as_ref().is_none_or(SearchBoard::is_unrestricted);
        known_counts::of_variant(self.n, &self.variant)
            .filter(|_| is_empty && self.n == self.columns)
    }

    fn parts(
        &self,
        _: &mut Self::Scratch,
        root: &search::SearchSubtree,
    ) -> Vec<(u64, search::SearchSubtree)> {
        let parts = deepen(vec![root.clone()], 1).into_iter();
        let parts = parts.filter(|part| part != root);
        parts.map(|part| (part.cost(), part)).collect()
    }

    fn probe(
        &self,
        root: &search::SearchSubtree,
        seed: u64,
    ) -> Option<(search::SearchSubtree, f64)> {
        Some(descend(root, PROBE_NODES, seed))
    }
}
