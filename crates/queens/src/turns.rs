//! Counts of the solutions that a half turn or a quarter turn leaves unchanged.
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
//! Rows are filled from the top. Rows that earlier orbits have filled are skipped.

use std::convert::Infallible;
use std::fmt;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

use super::MAX_N;
use super::board::check_size;
use super::search::Attacks;
use super::{BoardVariant, known_counts, queens_factories, row_split};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{Counted, Emitter, Granularity, Known, Problem, Subtrees};
use countless_simd::Kernel;

/// Rotation of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardTurn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
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
/// assert_eq!(Run::new().count(&counter)?.total.solutions, 8);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TurnCounter {
    n: usize,
    turn: BoardTurn,
    variant: BoardVariant,
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
    pub fn of_variant(n: usize, turn: BoardTurn, kind: &BoardVariant) -> Result<Self, Error> {
        check_size(n, n)?;
        if kind.regions().is_some() {
            let reason = "--regions cannot be used with classes\nhint: `countless queens count --regions FILE` counts the solutions";
            return Err(Error::Impossible(reason.to_owned()));
        }
        if !kind.has_diagonals() {
            let reason = "solutions have classes only where pieces attack along diagonals: other \
                          solutions may be their own mirror images";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let kind = kind.clone();
        Ok(Self {
            n,
            turn,
            variant: kind,
        })
    }

    /// Returns all boards after filling the first open row `depth` times.
    fn boards(&self, depth: usize) -> Vec<SymmetricBoard> {
        (0..depth).fold(
            vec![SymmetricBoard::new(self.n, &self.variant)],
            |boards, _| {
                let boards = boards.iter();
                boards.flat_map(|board| board.children(self.turn)).collect()
            },
        )
    }
}

impl Problem for TurnCounter {
    type Root = SymmetricBoard;
    type Scratch = ();
    type Tally = Counted;
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
        let depth = row_split::depth(cut, deepest, |depth| self.boards(depth).len())?;
        let subtrees = iter::repeat(1).zip(self.boards(depth));
        Ok(Subtrees::list(
            row_split::split_name(depth),
            subtrees.collect(),
        ))
    }

    fn scratch(&self, _: Kernel) {}

    fn search(
        &self,
        (): &mut (),
        root: SymmetricBoard,
        emitter: &mut Emitter<'_, Self>,
    ) -> Counted {
        Counted::of(count(&root, self.turn, emitter.cancel_flag()))
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
    /// Diagonals by row + n − column.
    differences: u64,
    /// Attack rules, or `None` for queens without joined edges.
    attacks: Option<Attacks>,
    /// Columns of the pieces in each row, one bit each; used only with `attacks`.
    pieces: [u32; MAX_N],
}

impl SymmetricBoard {
    fn new(n: usize, kind: &BoardVariant) -> Self {
        Self {
            n,
            rows: 0,
            columns: 0,
            sums: 0,
            differences: 0,
            attacks: (!kind.is_usual()).then(|| kind.attacks_on(n)),
            pieces: [0; MAX_N],
        }
    }

    /// Returns the first row without a queen.
    fn open_row(&self) -> Option<usize> {
        let row = self.rows.trailing_ones() as usize;
        (row < self.n).then_some(row)
    }

    /// Adds a queen, or returns `None` if it is attacked.
    fn with_queen(mut self, row: usize, column: usize) -> Option<Self> {
        let (sum, difference) = (1 << (row + column), 1 << (row + self.n - column));
        let free = self.rows >> row & 1 == 0
            && self.columns >> column & 1 == 0
            && self.sums & sum == 0
            && self.differences & difference == 0
            && !self.is_attacked(row, column);
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.sums |= sum;
        self.differences |= difference;
        free.then_some(self)
    }

    /// Records a piece and returns whether other pieces attack it by the rules in `attacks`. Always
    /// false without rules.
    fn is_attacked(&mut self, row: usize, column: usize) -> bool {
        let Some(attacks) = self.attacks else {
            return false;
        };
        self.pieces[row] |= 1 << column;
        let mut others = (0..self.n).filter(|&other| other != row);
        others.any(|other| {
            attacks.attacked_columns(self.n, (row, column), other) & self.pieces[other] != 0
        })
    }

    /// Adds a queen and all its images, or returns `None` if one of them is attacked.
    fn with_orbit(self, turn: BoardTurn, row: usize, column: usize) -> Option<Self> {
        let last = self.n - 1;
        let (mut board, mut image) = (self, (row, column));
        loop {
            board = board.with_queen(image.0, image.1)?;
            image = match turn {
                BoardTurn::Half => (last - image.0, last - image.1),
                BoardTurn::Quarter => (image.1, last - image.0),
            };
            if image == (row, column) {
                return Some(board);
            }
        }
    }

    /// Returns the boards that fill the first open row.
    fn children(self, turn: BoardTurn) -> impl Iterator<Item = Self> {
        let columns = self
            .open_row()
            .map(|row| (0..self.n).map(move |column| (row, column)));
        let squares = columns.into_iter().flatten();
        squares.filter_map(move |(row, column)| self.with_orbit(turn, row, column))
    }
}

fn count(board: &SymmetricBoard, turn: BoardTurn, stop: &AtomicBool) -> u64 {
    if board.open_row().is_none() {
        return 1;
    }
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    board
        .children(turn)
        .map(|child| count(&child, turn, stop))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known_counts::{HALF_TURN, QUARTER_TURN};

    fn total(n: usize, turn: BoardTurn, threads: usize) -> u64 {
        let stop = AtomicBool::new(false);
        let counter = TurnCounter::new(n, turn).expect("it is small");
        let subtrees = counter.subtrees(&Granularity::Threads(threads));
        let subtrees = subtrees.expect("there is such a cut");
        let counts = subtrees.map(|subtree| {
            let board = subtree.expect("subtrees are made from nothing").root;
            count(&board, turn, &stop)
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
