//! Boards with given queens and blocked squares.

use super::search::SearchBoard;
use super::square_text::check_square;
use super::{BoardProblem, BoardVariant, MAX_N, Placement, count, lazy_solutions};
use countless_engine::{Error, Outcome, Run};

/// Board with given queens and blocked squares. Rows and columns count from 1.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::Board;
///
/// let board = Board::new(8)?.queen(1, 5)?.blocked(3, 3)?;
/// assert_eq!(board.count(&Run::new())?.total.count, 18);
/// for solution in board.solutions() {
///     assert!(solution.queen(1) == 5 && solution.queen(3) != 3);
/// }
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(SearchBoard);

impl Board {
    /// Returns the empty board of `n` rows and columns.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`].
    pub fn new(n: usize) -> Result<Self, Error> {
        Self::rectangle(n, n)
    }

    /// Returns the empty board of `n` rows and at least as many columns. The surplus columns stay
    /// empty.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// assert_eq!(Board::rectangle(2, 3)?.count(&Run::new())?.total.count, 2);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are fewer columns than rows, or more than [`MAX_N`].
    pub fn rectangle(n: usize, columns: usize) -> Result<Self, Error> {
        check_size(n, columns)?;
        Ok(Self(SearchBoard::rectangle(n, columns)))
    }

    /// Returns the empty board of `n` rows and `columns` columns for a variant.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::{Board, BoardVariant, Piece};
    ///
    /// let board = Board::of_variant(5, 5, &BoardVariant::of(Piece::CrownedRook))?;
    /// assert_eq!(board.count(&Run::new())?.total.count, 14);
    /// assert_eq!(board.queen(1, 1)?.count(&Run::new())?.total.count, 2);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`rectangle`](Self::rectangle), and [`Error::Impossible`] if the variant does
    /// not allow the size: a torus with more columns than rows, or regions of another size.
    pub fn of_variant(n: usize, columns: usize, kind: &BoardVariant) -> Result<Self, Error> {
        kind.check_size(n, columns)?;
        Ok(Self(Self::rectangle(n, columns)?.0.of_variant(kind)))
    }

    /// Adds a given queen. On a blocked or attacked square it leaves no solution.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the square is not on the board.
    pub fn queen(mut self, row: usize, column: usize) -> Result<Self, Error> {
        check_square(row, column, self.n(), self.columns()).map_err(Error::Impossible)?;
        self.0.place(row - 1, column - 1);
        Ok(self)
    }

    /// Blocks a square, which then stays empty.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the square is not on the board.
    pub fn blocked(mut self, row: usize, column: usize) -> Result<Self, Error> {
        check_square(row, column, self.n(), self.columns()).map_err(Error::Impossible)?;
        self.0.forbid(row - 1, column - 1);
        Ok(self)
    }

    /// Number of rows.
    pub fn n(&self) -> usize {
        self.0.n()
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.0.columns()
    }

    /// Piece, joined edges and regions.
    pub(super) fn variant(&self) -> &BoardVariant {
        self.0.variant()
    }

    pub(super) fn into_search_board(self) -> SearchBoard {
        self.0
    }

    /// Counts the solutions by the best method.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let board = Board::new(10)?.queen(1, 1)?;
    /// assert_eq!(board.count(&Run::new())?.total.count, 64);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`count`](super::count()).
    pub fn count(&self, run: &Run) -> Result<Outcome, Error> {
        if !self.0.is_unrestricted() {
            return run.count(&self.counter());
        }
        let (n, columns) = (self.n(), self.columns());
        if n == columns && self.0.variant().is_usual() {
            return count(n, run);
        }
        run.count(&BoardProblem::of_variant(n, columns, self.0.variant())?)
    }

    /// Returns the solutions in lexicographic order. They are found on the calling thread as the
    /// iterator advances, and the search ends when it is dropped. It takes less than 10 MB.
    pub fn solutions(&self) -> impl Iterator<Item = Placement> + Send + use<> {
        lazy_solutions::LazySolutions::new(&self.0)
    }

    /// Passes every solution to `visit` on the calling thread, while all threads of the run search.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let mut in_the_corner = 0;
    /// let outcome = Board::new(10)?.run(&Run::new().threads(2), |solution| {
    ///     in_the_corner += u32::from(solution.queen(1) == 1);
    /// })?;
    /// assert_eq!((outcome.total.count, in_the_corner), (724, 64));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Run::for_each`].
    pub fn run(&self, run: &Run, visit: impl FnMut(Placement)) -> Result<Outcome, Error> {
        run.for_each(&self.listing(), visit)
    }

    /// Returns the problem of counting the solutions.
    pub fn counter(&self) -> BoardProblem {
        BoardProblem::completions(&self.0)
    }

    /// Returns the problem of listing the solutions.
    pub fn listing(&self) -> BoardProblem {
        BoardProblem::listing(&self.0, false)
    }

    /// Returns the problem of listing the solutions, and of counting them on each square.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let listing = Board::new(6)?.queen(1, 3)?.tallied_listing();
    /// let outcome = Run::new().for_each(&listing, |solution| assert_eq!(solution.queen(1), 3))?;
    /// let table = listing.squares(&outcome.total);
    /// assert_eq!(table.at(1, 3), table.solutions);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn tallied_listing(&self) -> BoardProblem {
        BoardProblem::listing(&self.0, true)
    }
}

/// Checks that a board of `n` rows and `columns` columns can be searched.
pub(super) fn check_size(n: usize, columns: usize) -> Result<(), Error> {
    let reason = if n > MAX_N {
        format!("expected at most {MAX_N} rows, found {n}")
    } else if columns > MAX_N {
        format!("expected at most {MAX_N} columns, found {columns}")
    } else if columns < n {
        format!("expected at least as many columns as rows: {n} rows, {columns} columns")
    } else {
        return Ok(());
    };
    Err(Error::Impossible(reason))
}
