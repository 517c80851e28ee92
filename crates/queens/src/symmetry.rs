//! Numbers of solutions by their symmetry, and counts of the solutions that a half turn or a quarter
//! turn leaves unchanged.
//!
//! The images of a queen under the turn are queens of the solution, too, so that the search places
//! a whole orbit of queens at once:
//!
//! ```text
//!   half turn: (r, c) and (n−1−r, n−1−c)         quarter turn: also (c, n−1−r) and (n−1−c, r)
//!
//!      . . . . Q .                                  . Q . . .
//!      . . Q . . .                                  . . . . Q
//!      Q . . . . .                                  . . Q . .
//!      . . . . . Q                                  Q . . . .
//!      . . . Q . .                                  . . . Q .
//!      . Q . . . .
//! ```
//!
//! The next orbit fills the row with the fewest free squares, or a column with only one.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, iter};

use super::board::check_size;
use super::search::Attacks;
use super::{
    BoardProblem, BoardVariant, MAX_N, QueensMethod, board_problem, counter, known_counts,
    queens_factories,
};
use countless_engine::ledger::Spec;
use countless_engine::{
    Emitter, ErasedProblem, Error, Granularity, Instant, Known, Outcome, Problem, Run, Subtrees,
    Tally,
};
use countless_simd::Kernel;

/// Unit of depth of a split: a row or column with its images. Older plans, which filled rows from
/// the top, have another.
const LINES: &str = "lines";

/// Rotation of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardTurn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
}

impl BoardTurn {
    /// Returns a square of a board of `n` rows and its other images.
    fn images(self, n: usize, row: usize, column: usize) -> impl Iterator<Item = (usize, usize)> {
        let last = n - 1;
        let next = move |&(r, c): &(usize, usize)| match self {
            Self::Half => (last - r, last - c),
            Self::Quarter => (c, last - r),
        };
        let start = (row, column);
        iter::successors(Some(start), move |square| {
            Some(next(square)).filter(|&it| it != start)
        })
    }
}

impl fmt::Display for BoardTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Half => "half",
            Self::Quarter => "quarter",
        })
    }
}

/// Counts the solutions that a turn leaves unchanged.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::BoardTurn;
/// use countless_queens::TurnCounter;
///
/// let counter = TurnCounter::new(12, BoardTurn::Quarter)?;
/// assert_eq!(Run::new().count(&counter)?.total.count, 8);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TurnCounter {
    n: usize,
    turn: BoardTurn,
    variant: BoardVariant,
    /// For each row, the columns in which a queen and its images do not attack each other.
    peaceful: [u32; MAX_N],
}

impl TurnCounter {
    /// Makes the problem for boards of `n` rows.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N).
    pub fn new(n: usize, turn: BoardTurn) -> Result<Self, Error> {
        Self::of_variant(n, turn, &BoardVariant::default())
    }

    /// Makes the problem for a board variant. Its pieces must attack along diagonals, and it must
    /// not have regions.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N), or for other variants.
    pub fn of_variant(n: usize, turn: BoardTurn, variant: &BoardVariant) -> Result<Self, Error> {
        check_size(n, n)?;
        if variant.regions().is_some() {
            let reason = "--regions: only boards without regions have classes and symmetric solutions\nhint: `countless queens count --regions FILE` counts all solutions";
            return Err(Error::Impossible(reason.to_owned()));
        }
        if !variant.has_diagonals() {
            let reason = "--piece: solutions have classes and symmetric solutions only where pieces \
                          attack along diagonals: others may be their own mirror images";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let empty = SymmetricBoard::new(n, variant);
        let mut peaceful = [0; MAX_N];
        for (row, columns) in peaceful.iter_mut().enumerate().take(n) {
            let fit = (0..n).filter(|&column| empty.try_orbit(turn, row, column).is_some());
            *columns = fit.fold(0, |columns, column| columns | 1 << column);
        }
        Ok(Self {
            n,
            turn,
            variant: variant.clone(),
            peaceful,
        })
    }

    /// Returns the problem without its type.
    pub fn erased(self) -> Box<dyn ErasedProblem> {
        Box::new(self)
    }

    /// Returns all boards after `depth` orbits.
    fn boards(&self, depth: usize) -> Vec<SymmetricBoard> {
        (0..depth).fold(
            vec![SymmetricBoard::new(self.n, &self.variant)],
            |boards, _| {
                let boards = boards.iter();
                boards.flat_map(|board| self.children(board)).collect()
            },
        )
    }

    /// Returns the boards that fill the row with the fewest free squares, or a column with only one.
    /// A column without free squares has none.
    fn children(&self, board: &SymmetricBoard) -> impl Iterator<Item = SymmetricBoard> {
        let (mut squares, mut count, mut target) = ([0; MAX_N], u32::MAX, 0);
        // Columns that are possible in at least one row, and in at least two.
        let (mut some, mut several) = (0, 0);
        for row in (0..self.n).filter(|row| board.rows >> row & 1 == 0) {
            let columns = self.peaceful[row] & board.free_columns(row);
            squares[row] = columns;
            several |= some & columns;
            some |= columns;
            if columns.count_ones() < count {
                (count, target) = (columns.count_ones(), row);
            }
        }
        let open = !board.columns & u32::MAX >> (MAX_N - self.n.max(1));
        let single = some & !several;
        let mut columns = squares[target];
        if open & !some != 0 {
            columns = 0;
        } else if single != 0 && count > 1 {
            columns = single & single.wrapping_neg();
            target = (0..self.n)
                .find(|&row| squares[row] & columns != 0)
                .unwrap_or(0);
        }
        iter::from_fn(move || {
            let column = columns.trailing_zeros() as usize;
            columns = columns.checked_sub(1)? & columns;
            Some(board.with_orbit(self.turn, target, column))
        })
    }

    fn count(&self, board: &SymmetricBoard, stop: &AtomicBool) -> u64 {
        if board.is_full() {
            return 1;
        }
        if stop.load(Ordering::Relaxed) {
            return 0;
        }
        let children = self.children(board);
        children.map(|child| self.count(&child, stop)).sum()
    }
}

impl Problem for TurnCounter {
    type Root = SymmetricBoard;
    type Scratch = ();
    type Solution = Infallible;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("queens turns", "search").with("n", self.n);
        Ok(queens_factories::with_variant(
            spec.with("turn", self.turn),
            &self.variant,
        ))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, SymmetricBoard>, Error> {
        // Full boards have no children, so a deeper split would lose solutions.
        let deepest = self.n / 4;
        let depth = board_problem::depth(cut, LINES, deepest, |depth| self.boards(depth).len())?;
        let subtrees = iter::repeat(1).zip(self.boards(depth));
        Ok(Subtrees::list(
            board_problem::split_name(LINES, depth),
            subtrees.collect(),
        ))
    }

    fn scratch(&self, _: Kernel) {}

    fn search(&self, (): &mut (), root: SymmetricBoard, emitter: &mut Emitter<'_, Self>) -> Tally {
        Tally::of(self.count(&root, emitter.cancel_flag()))
    }

    fn known_total(&self) -> Option<Known> {
        known_counts::of_turn(self.n, self.turn, &self.variant)
    }
}

/// Partial board that a turn leaves unchanged. Occupied lines are one bit each.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricBoard {
    n: usize,
    rows: u32,
    columns: u32,
    /// Diagonals by row + column.
    sums: u64,
    /// Diagonals by n − row + column.
    differences: u64,
    /// Attack rules, or `None` for queens without joined edges.
    attacks: Option<Attacks>,
    /// Columns of each row that pieces attack by the rules in `attacks`.
    attacked: [u32; MAX_N],
}

impl SymmetricBoard {
    fn new(n: usize, variant: &BoardVariant) -> Self {
        Self {
            n,
            rows: 0,
            columns: 0,
            sums: 0,
            differences: 0,
            attacks: (!variant.is_usual()).then(|| variant.attacks_on(n)),
            attacked: [0; MAX_N],
        }
    }

    fn is_full(&self) -> bool {
        self.rows.count_ones() as usize == self.n
    }

    /// Returns the columns of an open row that no queen attacks. Their images are not attacked
    /// either, because a turn leaves the board unchanged.
    fn free_columns(&self, row: usize) -> u32 {
        let diagonals = self.sums >> row | self.differences >> (self.n - row);
        let taken = self.columns | diagonals as u32 | self.attacked[row];
        !taken & u32::MAX >> (MAX_N - self.n)
    }

    /// Adds a queen.
    fn with_queen(mut self, row: usize, column: usize) -> Self {
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.sums |= 1 << (row + column);
        self.differences |= 1 << (self.n - row + column);
        if let Some(attacks) = self.attacks {
            // Without joined edges, the rules add near squares to the diagonals.
            let reach = attacks.torus_columns.map_or(2, |_| self.n);
            let rows = row.saturating_sub(reach)..self.n.min(row + reach + 1);
            for other in rows.filter(|&other| other != row) {
                self.attacked[other] |= attacks.attacked_columns(self.n, (row, column), other);
            }
        }
        self
    }

    /// Adds a queen and all its images.
    fn with_orbit(self, turn: BoardTurn, row: usize, column: usize) -> Self {
        let images = turn.images(self.n, row, column);
        images.fold(self, |board, (row, column)| board.with_queen(row, column))
    }

    /// Adds a queen and all its images, or returns `None` if one of them is attacked.
    fn try_orbit(self, turn: BoardTurn, row: usize, column: usize) -> Option<Self> {
        let mut images = turn.images(self.n, row, column);
        images.try_fold(self, |board, (row, column)| {
            let is_free = board.rows >> row & 1 == 0 && board.free_columns(row) >> column & 1 == 1;
            is_free.then(|| board.with_queen(row, column))
        })
    }
}

/// Number of solutions of a board, and numbers of those that rotations leave unchanged.
///
/// *Fundamental* solutions represent the classes under rotation and reflection. A solution without
/// symmetry belongs to a class of eight. One that only a half turn leaves unchanged belongs to a
/// class of four, and one that a quarter turn leaves unchanged to a class of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classes {
    n: usize,
    /// Number of all solutions.
    pub all: u128,
    /// Number of solutions that a half turn leaves unchanged.
    pub half_turn: u128,
    /// Number of solutions that a quarter turn leaves unchanged.
    pub quarter_turn: u128,
}

/// Number of solutions with one symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymmetryCount {
    /// Smallest rotation that leaves the solutions unchanged: `none`, `half-turn` or
    /// `quarter-turn`; `all` for the sum.
    pub symmetry: &'static str,
    /// Number of solutions.
    pub solutions: u128,
    /// Number of fundamental solutions.
    pub fundamental: u128,
}

impl Classes {
    /// Counts for each symmetry, and for all solutions last.
    pub fn rows(&self) -> [SymmetryCount; 4] {
        let (all, half_turn, quarter_turn) = (self.all, self.half_turn, self.quarter_turn);
        // A board of less than two rows has one solution. All its images are equal.
        let images = if self.n < 2 { [1; 3] } else { [8, 4, 2] };
        let class = |symmetry, solutions: u128, images: u128| SymmetryCount {
            symmetry,
            solutions,
            fundamental: solutions / images,
        };
        // Numbers of an interrupted run may contradict each other.
        let none = class("none", all.saturating_sub(half_turn), images[0]);
        let only_half = half_turn.saturating_sub(quarter_turn);
        let half = class("half-turn", only_half, images[1]);
        let quarter = class("quarter-turn", quarter_turn, images[2]);
        let all = SymmetryCount {
            symmetry: "all",
            solutions: all,
            fundamental: none.fundamental + half.fundamental + quarter.fundamental,
        };
        [none, half, quarter, all]
    }

    /// Number of fundamental solutions.
    pub fn fundamental(&self) -> u128 {
        self.rows()[3].fundamental
    }

    /// Sum of Burnside's lemma: eight times the number of fundamental solutions. No reflection
    /// leaves a solution unchanged.
    fn burnside_sum(&self) -> u128 {
        self.all + self.half_turn + 2 * self.quarter_turn
    }

    /// Checks that the numbers do not contradict each other.
    fn check(&self) -> Result<(), Error> {
        let (all, half_turn, quarter_turn) = (self.all, self.half_turn, self.quarter_turn);
        let fit = self.n < 2
            || quarter_turn <= half_turn
                && half_turn <= all
                && self.burnside_sum().is_multiple_of(8)
                && (all - half_turn).is_multiple_of(8)
                && (half_turn - quarter_turn).is_multiple_of(4)
                && quarter_turn.is_multiple_of(2);
        if fit {
            return Ok(());
        }
        Err(Error::Miscounted {
            total: all,
            reason: format!(
                "contradicts the solutions with symmetry: {half_turn} of half turns, \
                 {quarter_turn} of quarter turns"
            ),
        })
    }
}

/// Counts the solutions of a board of `n` rows by their symmetry. The ledger of `run` records the
/// count of all solutions only.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::classes;
///
/// let classes = classes(8, &Run::new())?.total;
/// assert_eq!((classes.all, classes.half_turn, classes.quarter_turn), (92, 4, 0));
/// assert_eq!(classes.fundamental(), 12);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N) or `run` covers only some
/// solutions, [`Error::Miscounted`] if the numbers contradict each other, and the errors of
/// [`Run::count`].
pub fn classes(n: usize, run: &Run) -> Result<Outcome<Classes>, Error> {
    classes_of(n, &BoardVariant::default(), run)
}

/// Counts the solutions of a board variant by their symmetry, like [`classes`]. The pieces must
/// attack along diagonals. On a torus, too, only rotations and reflections count as symmetries, and
/// shifts do not.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{BoardVariant, Piece, classes_of};
///
/// let classes = classes_of(12, &BoardVariant::of(Piece::Superqueen), &Run::new())?.total;
/// assert_eq!((classes.all, classes.fundamental()), (156, 22));
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`classes`], and [`Error::Impossible`] for [crowned
/// rooks](super::Piece::CrownedRook).
pub fn classes_of(n: usize, variant: &BoardVariant, run: &Run) -> Result<Outcome<Classes>, Error> {
    if run.is_partial() {
        let reason = "classes need all solutions: run without a limit and without a shard";
        return Err(Error::Impossible(reason.to_owned()));
    }
    let begin = Instant::now();
    let turns = run.without_ledger();
    let count = |turn| turns.count(&TurnCounter::of_variant(n, turn, variant)?);
    let (half, quarter) = (count(BoardTurn::Half)?, count(BoardTurn::Quarter)?);
    let mut classes = Classes {
        n,
        all: 0,
        half_turn: half.total.count,
        quarter_turn: quarter.total.count,
    };
    if !quarter.is_complete() {
        return Ok(quarter.map(|_| classes));
    }
    let outcome = if variant.is_usual() {
        counter(n, QueensMethod::Auto, run.thread_count())?.count(run)?
    } else {
        run.count(&BoardProblem::of_variant(n, n, variant)?)?
    };
    classes.all = outcome.total.count;
    if outcome.is_complete() {
        classes.check()?;
    }
    let mut outcome = outcome.map(|_| classes);
    outcome.elapsed = begin.elapsed();
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;
    use crate::known_counts::{HALF_TURN, QUARTER_TURN};

    fn total(n: usize, turn: BoardTurn, threads: usize) -> u64 {
        let stop = AtomicBool::new(false);
        let counter = TurnCounter::new(n, turn).expect("it is small");
        let subtrees = counter.subtrees(&Granularity::Threads(threads));
        let subtrees = subtrees.expect("there is such a cut");
        let counts = subtrees.map(|subtree| {
            let board = subtree.expect("subtrees are made from nothing").root;
            counter.count(&board, &stop)
        });
        counts.sum()
    }

    #[test]
    fn counts_are_the_known_ones() {
        for (turn, known, largest) in [
            (BoardTurn::Half, &HALF_TURN[..], 17),
            (BoardTurn::Quarter, &QUARTER_TURN, 25),
        ] {
            for (n, &count) in known.iter().enumerate().take(largest + 1) {
                assert_eq!(u128::from(total(n, turn, 2)), count, "{n} rows, {turn:?}");
            }
        }
    }

    /// Counts by trying every square of the first open row, with a check of every image.
    fn plain_count(board: SymmetricBoard, turn: BoardTurn) -> u64 {
        if board.is_full() {
            return 1;
        }
        let row = board.rows.trailing_ones() as usize;
        let children = (0..board.n).filter_map(|column| board.try_orbit(turn, row, column));
        children.map(|child| plain_count(child, turn)).sum()
    }

    #[test]
    fn counts_are_those_of_plain_search() {
        for piece in [Piece::Queen, Piece::Superqueen] {
            let plane = BoardVariant::of(piece);
            for (variant, largest) in [(plane.clone(), 16), (plane.torus(), 13)] {
                for (n, turn) in
                    (0..=largest).flat_map(|n| [(n, BoardTurn::Half), (n, BoardTurn::Quarter)])
                {
                    let counter =
                        TurnCounter::of_variant(n, turn, &variant).expect("it has classes");
                    let board = SymmetricBoard::new(n, &variant);
                    let count = counter.count(&board, &AtomicBool::new(false));
                    assert_eq!(
                        count,
                        plain_count(board, turn),
                        "{n} rows, {turn:?}, {variant:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_cut_changes_nothing() {
        for n in 0..=13 {
            for turn in [BoardTurn::Half, BoardTurn::Quarter] {
                let whole = total(n, turn, 0);
                assert!(
                    [1, 3, 100]
                        .iter()
                        .all(|&threads| total(n, turn, threads) == whole),
                    "{n} rows"
                );
            }
        }
    }
}

#[cfg(test)]
mod symmetry_classes_tests {
    use super::*;
    use crate::known_counts;

    #[test]
    fn known_counts_give_the_known_fundamental_ones() {
        for n in 0..known_counts::FUNDAMENTAL.len() {
            let classes = Classes {
                n,
                all: known_counts::ALL[n],
                half_turn: known_counts::HALF_TURN[n],
                quarter_turn: known_counts::QUARTER_TURN[n],
            };
            classes.check().expect("the tables are right");
            let rows = classes.rows();
            assert_eq!(
                classes.fundamental(),
                known_counts::FUNDAMENTAL[n],
                "{n} rows"
            );
            let images = if n < 2 { 8 } else { classes.burnside_sum() };
            assert_eq!(images, 8 * rows[3].fundamental, "{n} rows");
            let sum: u128 = rows[..3].iter().map(|class| class.solutions).sum();
            assert_eq!(sum, rows[3].solutions, "{n} rows");
        }
    }

    #[test]
    fn a_wrong_count_is_noticed() {
        for all in [91, 93, 96] {
            let classes = Classes {
                n: 8,
                all,
                half_turn: 4,
                quarter_turn: 0,
            };
            assert!(classes.check().is_err());
        }
    }
}
