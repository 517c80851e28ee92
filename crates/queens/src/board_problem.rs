//! Counts and lists of the solutions of a board by search, as a problem of the engine, and numbers
//! of solutions with a queen on each square.

use std::ops::ControlFlow::{self, Continue};

use super::search::{
    BoardSearcher, SearchBoard, SearchSubtree, deepen, descend, symmetry_subtrees,
};
use super::{
    Board, BoardVariant, Placement, fundamental, known_counts, queens_factories, torus_fundamental,
};
use countless_engine::ledger::{CheckedCount, Spec};
use countless_engine::{
    Emitter, ErasedProblem, Error, Granularity, Job, Known, Outcome, Problem, Run, Subtrees, Tally,
    depth_for,
};
use countless_simd::{Kernel, sort_by};
use countless_table::Columns;

/// Most estimated nodes of a probe. Searching them takes about 10 ms.
const PROBE_NODES: u64 = 10_000_000;

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchGoal {
    /// Count all solutions of an empty board; of images by symmetry few are visited.
    Count,
    /// Count the solutions of a partial board.
    Complete,
    /// List the solutions.
    List,
}

/// Counts or lists the solutions of a board by visiting them, depth first. Subtrees are boards with
/// filled first rows.
///
/// A [`Board`](super::Board) makes the problems of its [completions](super::Board::counter) and its
/// [list](super::Board::listing). The list is in lexicographic order. A CSV row is `q1,…,qN`, the
/// column of the queen in each row, counted from 1. An NDJSON row is `{"queens":[q1,…,qN]}`.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{Board, BoardProblem};
/// use countless_table::{Format, Table};
///
/// let run = Run::new();
/// assert_eq!(run.count(&BoardProblem::all(10)?)?.total.count, 724);
/// let board = Board::new(10)?.queen(1, 5)?;
/// assert_eq!(run.count(&board.counter())?.total.count, 92);
/// let mut text = Vec::new();
/// run.write(&Board::new(4)?.listing(), Table::writer(&mut text, Format::Csv))?;
/// assert_eq!(text, b"q1,q2,q3,q4\n2,4,1,3\n3,1,4,2\n");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardProblem {
    board: SearchBoard,
    goal: SearchGoal,
    /// True if solutions are counted on each square, too.
    has_squares: bool,
    /// Symmetries under which one solution of each class is listed, if not all are.
    symmetries: Option<ListSymmetries>,
}

/// Symmetries under which a list has one solution of each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListSymmetries {
    /// Rotations and reflections.
    Turns,
    /// These and shifts of a torus.
    Shifts,
}

impl BoardProblem {
    /// Makes the problem of counting all solutions of `n` rows. The search visits one of eight
    /// images of a solution.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N).
    pub fn all(n: usize) -> Result<Self, Error> {
        Self::rectangle(n, n)
    }

    /// Makes the problem of counting placements of `n` queens on `n` rows and at least as many
    /// columns. On a rectangle with more columns than rows, the search visits one of two mirror
    /// images.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are fewer columns than rows, or more than
    /// [`MAX_N`](super::MAX_N).
    pub fn rectangle(n: usize, columns: usize) -> Result<Self, Error> {
        Self::of_variant(n, columns, &BoardVariant::default())
    }

    /// Makes the problem of counting placements of `n` pieces of a board variant on `n` rows and at
    /// least as many columns.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::{BoardProblem, BoardVariant, Piece};
    ///
    /// let counter = BoardProblem::of_variant(12, 12, &BoardVariant::of(Piece::Superqueen))?;
    /// assert_eq!(Run::new().count(&counter)?.total.count, 156);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`rectangle`](Self::rectangle), and [`Error::Impossible`] if the variant does
    /// not allow the size: a torus with more columns than rows, or regions of another size.
    pub fn of_variant(n: usize, columns: usize, variant: &BoardVariant) -> Result<Self, Error> {
        let board = Board::of_variant(n, columns, variant)?.into_search_board();
        Ok(Self::new(&board, SearchGoal::Count, false))
    }

    /// Makes the problem of counting the solutions of `n` rows on each square. The search visits one
    /// of eight images of a solution.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N).
    pub fn square_counter(n: usize) -> Result<Self, Error> {
        Ok(Self {
            has_squares: true,
            ..Self::all(n)?
        })
    }

    /// Makes the problem of counting the solutions of a partial board.
    pub(super) fn completions(board: &SearchBoard) -> Self {
        Self::new(board, SearchGoal::Complete, false)
    }

    /// Makes the problem of listing the solutions of a board, which may count them on each square.
    pub(super) fn listing(board: &SearchBoard, has_squares: bool) -> Self {
        Self::new(board, SearchGoal::List, has_squares)
    }

    fn new(board: &SearchBoard, goal: SearchGoal, has_squares: bool) -> Self {
        let board = board.clone();
        Self {
            board,
            goal,
            has_squares,
            symmetries: None,
        }
    }

    /// Lists only the fundamental solutions, each the least of its images under rotation and
    /// reflection, as [`fundamental`] defines. Counts are of all solutions.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let list = Board::new(8)?.listing().fundamental();
    /// assert_eq!(Run::new().for_each(&list, |_| {})?.rows, 12);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    #[must_use]
    pub fn fundamental(self) -> Self {
        let symmetries = (self.goal == SearchGoal::List).then_some(ListSymmetries::Turns);
        Self { symmetries, ..self }
    }

    /// Lists only the solutions that are the least of their images under rotations, reflections and
    /// shifts of a torus, as [`torus_fundamental`] defines. Counts are of all solutions.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::{Board, BoardVariant};
    ///
    /// let torus = BoardVariant::default().torus();
    /// let list = Board::of_variant(11, 11, &torus)?.listing().fundamental_on_torus()?;
    /// assert_eq!(Run::new().for_each(&list, |_| {})?.rows, 2);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the board is not a torus, or has regions.
    pub fn fundamental_on_torus(mut self) -> Result<Self, Error> {
        let variant = self.board.variant();
        if !variant.is_torus() || variant.regions().is_some() {
            let reason = "shifts are symmetries of a torus without regions";
            return Err(Error::Impossible(reason.to_owned()));
        }
        if self.goal == SearchGoal::List {
            self.symmetries = Some(ListSymmetries::Shifts);
            if self.board.n() > 0 {
                // The least image has a piece on the first square.
                self.board.restrict(0, 1);
            }
        }
        Ok(self)
    }

    /// Number of rows of the board.
    pub fn n(&self) -> usize {
        self.board.n()
    }

    /// Returns a job that counts or lists the solutions.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }

    /// Returns the problem without its type.
    pub fn erased(self) -> Box<dyn ErasedProblem> {
        Box::new(self)
    }

    /// Passes each solution of a list to `visit` until it breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::try_for_each`].
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(Placement) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        run.try_for_each(self, visit)
    }

    /// Returns the table of squares from the sum over all subtrees, also if there were none. The
    /// search of a count visits some images of a solution and weights each, so that the sum of the
    /// weights is the number of images. The mean over the images of a square is thus its count.
    pub fn squares(&self, sum: &Tally) -> Occupancy {
        let squares = Occupancy::of(self.board.n(), sum);
        match self.goal {
            SearchGoal::Count => squares.symmetric(),
            SearchGoal::Complete | SearchGoal::List => squares,
        }
    }
}

impl Problem for BoardProblem {
    type Root = SearchSubtree;
    type Scratch = BoardSearcher;
    type Solution = Placement;

    fn spec(&self) -> Result<Spec, Error> {
        if self.has_squares {
            let reason = "a ledger does not store solutions per square";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let name = match self.goal {
            SearchGoal::Count => "queens count",
            SearchGoal::Complete => "queens complete",
            SearchGoal::List => "queens list",
        };
        let symmetries = self.symmetries.map(|symmetries| match symmetries {
            ListSymmetries::Turns => "true",
            ListSymmetries::Shifts => "shifts",
        });
        let spec = Spec::new(name, "search").with_some("fundamental", symmetries);
        if self.goal == SearchGoal::Complete || !self.board.is_unrestricted() {
            return Ok(queens_factories::with_squares(spec, &self.board));
        }
        let (n, columns) = (self.board.n(), self.board.columns());
        let spec = queens_factories::with_columns(spec.with("n", n), n, columns);
        Ok(queens_factories::with_variant(spec, self.board.variant()))
    }

    fn columns(&self) -> Columns {
        match self.goal {
            SearchGoal::List => Placement::columns_of(self.board.n()),
            SearchGoal::Count | SearchGoal::Complete => Columns::new(),
        }
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, SearchSubtree>, Error> {
        let board = &self.board;
        let boards = match self.goal {
            SearchGoal::Count => symmetry_subtrees(board.n(), board.columns(), board.variant()),
            SearchGoal::Complete | SearchGoal::List => vec![SearchSubtree::of(board)],
        };
        let (split, mut subtrees) = split_boards(cut, board.n(), &boards)?;
        if self.goal != SearchGoal::List {
            // Large subtrees come first, so that none of them starts when other threads are done.
            sort_by(&mut subtrees, |(a, _), (b, _)| b.cmp(a));
        }
        Ok(Subtrees::list(split, subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> BoardSearcher {
        BoardSearcher::new(kernel)
    }

    fn search(
        &self,
        scratch: &mut BoardSearcher,
        subtree: SearchSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let (lists, cancel) = (self.goal == SearchGoal::List, emitter.cancel_flag());
        if !lists && !self.has_squares {
            let before = scratch.nodes();
            let found = scratch.count_checked(&subtree.board, cancel);
            // The engine drops a cancelled count.
            let found = found.unwrap_or_default().times(subtree.weight);
            return Tally::new(found, scratch.nodes() - before);
        }
        let mut found = CheckedCount::default();
        let places = if self.has_squares { self.n().pow(2) } else { 0 };
        let mut squares = vec![0; places];
        // The engine checks whether the search was cut short.
        let _ = scratch.list(&subtree.board, cancel, &mut |solutions| {
            if let Some(symmetries) = self.symmetries {
                let images = match symmetries {
                    ListSymmetries::Turns => fundamental,
                    ListSymmetries::Shifts => torus_fundamental,
                };
                for index in 0..solutions.len() {
                    let placement = Placement::from_zero_based(&solutions.columns(index));
                    if images(&placement).is_some() {
                        found.add(1);
                        emitter.push(placement)?;
                    }
                }
                return Continue(());
            }
            found.add(solutions.len() as u64);
            if self.has_squares {
                solutions.count_squares(&mut squares);
            }
            if lists {
                emitter.push_batch(&solutions)
            } else {
                Continue(())
            }
        });
        // The number of visited boards depends on earlier work of the searcher, so solutions are
        // reported as work.
        weighted(found, &squares, subtree.weight)
    }

    fn known_total(&self) -> Option<Known> {
        let known = known_counts::of_board(&self.board);
        known.filter(|_| self.symmetries.is_none())
    }

    fn parts(&self, _: &mut BoardSearcher, root: &SearchSubtree) -> Vec<(u64, SearchSubtree)> {
        if self.goal == SearchGoal::List || self.has_squares {
            return Vec::new();
        }
        let parts = deepen(vec![root.clone()], 1).into_iter();
        let parts = parts.filter(|part| part != root);
        parts.map(|part| (part.cost(), part)).collect()
    }

    fn probe(&self, root: &SearchSubtree, seed: u64) -> Option<(SearchSubtree, f64)> {
        let counts = self.goal != SearchGoal::List && !self.has_squares;
        counts.then(|| descend(root, PROBE_NODES, seed))
    }
}

/// The tally of a search: each solution counts as `weight` solutions.
fn weighted(found: CheckedCount, squares: &[u64], weight: u64) -> Tally {
    let places = squares.iter();
    let places = places.map(|&count| u128::from(weight) * u128::from(count));
    let count = u128::from(weight) * u128::from(found.count);
    Tally {
        count,
        residue: found.residue.times(weight),
        work: u64::try_from(count).unwrap_or(u64::MAX),
        places: places.collect(),
        ..Tally::default()
    }
}

/// Usual number of subtrees of a plan. Recording one takes about half a microsecond, so that even
/// 17 queens, 0.15 s, lose less than 1 %.
pub(super) const USUAL_SUBTREES: u32 = 2048;

/// Number of rows below which a subtree is searched in less time than it takes to pass it on.
const FEW_ROWS: usize = 10;

/// Unit of depth: a filled row.
pub(super) const ROWS: &str = "rows";

/// Returns the number of rows, or of another unit, to fill, at most `deepest`. `at` returns the
/// number of subtrees at a depth.
pub(super) fn depth(
    cut: &Granularity,
    unit: &str,
    deepest: usize,
    at: impl FnMut(usize) -> usize,
) -> Result<usize, Error> {
    if let Some(threads) = cut.threads(USUAL_SUBTREES) {
        return Ok(depth_for(threads, deepest, at));
    }
    let depth = cut.number(unit)?;
    if depth > deepest {
        let reason = format!("granularity {unit}:{depth} is too deep");
        return Err(Error::ledger(&"the plan", reason));
    }
    Ok(depth)
}

/// Name of a split in plans.
pub(super) fn split_name(unit: &str, depth: usize) -> String {
    format!("{unit}:{depth}")
}

/// Fills rows of boards of `n` rows. Returns the name of the split and each subtree with its cost,
/// in lexicographic order if `boards` are.
pub(super) fn split_boards(
    cut: &Granularity,
    n: usize,
    boards: &[SearchSubtree],
) -> Result<(String, Vec<(u64, SearchSubtree)>), Error> {
    let at = |depth| deepen(boards.to_vec(), depth);
    let deepest = match cut {
        Granularity::Threads(_) => n.saturating_sub(FEW_ROWS),
        Granularity::Subtrees(_) | Granularity::Split(_) => n,
    };
    let depth = depth(cut, ROWS, deepest, |depth| at(depth).len())?;
    let subtrees = at(depth).into_iter();
    let subtrees = subtrees.map(|subtree| (subtree.cost(), subtree));
    Ok((split_name(ROWS, depth), subtrees.collect()))
}

/// Number of solutions, and the number of those with a queen on each square.
///
/// Every row and every column of the table adds up to the number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// Number of solutions.
    pub solutions: u128,
    n: usize,
    /// Number of solutions for each square, row by row.
    squares: Vec<u128>,
}

impl Occupancy {
    /// Makes the table of a board of `n` rows from a tally, which has no places before the first
    /// count.
    pub(super) fn of(n: usize, tally: &Tally) -> Self {
        let mut squares = tally.places.clone();
        squares.resize(n * n, 0);
        Self {
            solutions: tally.count,
            n,
            squares,
        }
    }

    /// Number of rows of the board.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Number of solutions with a queen on a square. Row and column count from 1.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    pub fn at(&self, row: usize, column: usize) -> u128 {
        let n = self.n;
        assert!(
            (1..=n).contains(&row) && (1..=n).contains(&column),
            "a board of {n} rows"
        );
        let place = (row - 1) * n + column - 1;
        self.squares[place]
    }

    /// Numbers of solutions with a queen on each square of a row, row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[u128]> {
        self.squares.chunks(self.n.max(1))
    }

    /// Formats the table as CSV: a header `c1,…,cN`, and a line of N numbers for each row of the
    /// board.
    pub fn csv(&self) -> String {
        let join = |fields: Vec<String>| fields.join(",") + "\n";
        let mut text = join((1..=self.n).map(|column| format!("c{column}")).collect());
        let rows = self.rows();
        text.extend(rows.map(|row| join(row.iter().map(u128::to_string).collect())));
        text
    }

    /// Returns the mean over all rotations and reflections.
    pub(super) fn symmetric(&self) -> Self {
        let n = self.n;
        let square = |place: usize| {
            let (row, column) = (place / n + 1, place % n + 1);
            let turned = [
                (row, column),
                (column, n + 1 - row),
                (n + 1 - row, n + 1 - column),
                (n + 1 - column, row),
            ];
            let all = turned
                .into_iter()
                .flat_map(|(row, column)| [(row, column), (column, row)]);
            all.map(|(row, column)| self.at(row, column)).sum::<u128>() / 8
        };
        Self {
            squares: (0..n * n).map(square).collect(),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_share_what_is_quickly_searched() -> Result<(), Error> {
        let subtrees = |cut, n| {
            let board = SearchSubtree::of(&SearchBoard::new(n));
            Ok::<_, Error>(split_boards(&cut, n, &[board])?.1.len())
        };
        assert_eq!(subtrees(Granularity::Threads(64), 10)?, 1);
        assert_eq!(subtrees(Granularity::Threads(64), 12)?, 110);
        assert!(subtrees(Granularity::Threads(64), 16)? >= 64 * 64);
        // The plan of a ledger is the same on every machine.
        assert!(subtrees(Granularity::Subtrees(None), 10)? > 100);
        Ok(())
    }
}
