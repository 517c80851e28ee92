//! Counting the solutions that look the same after a half turn or a quarter turn.
//!
//! A queen in such a solution stands for all the squares that the turn takes it to, so
//! that a whole orbit of queens is placed at once:
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
//! Rows are filled from the top; those that an orbit has filled before are passed over.

use std::sync::atomic::{AtomicBool, Ordering};

use super::MAX_N;
use crate::engine::{Part, Problem, Subtree, depth_for};

/// A rotation of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
}

/// Counts the solutions that a turn leaves as they are.
///
/// ```
/// use countless::engine::{Count, Options, Pulse, Stop, run};
/// use countless::queens::{ByTurn, Turn};
///
/// let problem = ByTurn::new(12, Turn::Quarter, 2);
/// let mut count = Count::<u128>::default();
/// run(&problem, problem.subtrees().map(Ok), &mut count, Options::default(), &Stop::new(), &Pulse::new(None))?;
/// assert_eq!(count.total, 8);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct ByTurn {
    turn: Turn,
    boards: Vec<Board>,
}

impl ByTurn {
    /// Prepares to count the boards of `n` rows, cut finely enough for `threads`.
    ///
    /// # Panics
    ///
    /// If `n` exceeds [`MAX_N`].
    pub fn new(n: usize, turn: Turn, threads: usize) -> Self {
        let boards = |depth| {
            (0..depth).fold(vec![Board::new(n)], |boards, _| {
                boards
                    .iter()
                    .flat_map(|board| board.children(turn))
                    .collect()
            })
        };
        // Cut to the very end, solutions would be left that have no children.
        let deepest = n / 4;
        let depth = depth_for(threads, deepest, |depth| boards(depth).len());
        Self {
            turn,
            boards: boards(depth),
        }
    }

    /// The subtrees, in the order of their first rows.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        (0..self.boards.len()).map(|root| Subtree {
            index: root as u64,
            cost: 1,
            root,
        })
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.boards.len() as u64
    }
}

impl Problem for ByTurn {
    type Root = usize;
    type Worker = ();
    type Tally = u128;

    fn worker(&self) {}

    fn search(&self, (): &mut (), root: usize, part: &mut Part<'_, u128>) -> u128 {
        count(&self.boards[root], self.turn, part.stop()).into()
    }
}

/// The lines that are taken, one bit each.
#[derive(Clone, Copy, Debug)]
struct Board {
    n: usize,
    rows: u32,
    columns: u32,
    /// By row + column.
    sums: u64,
    /// By row + n − column.
    differences: u64,
}

impl Board {
    fn new(n: usize) -> Self {
        assert!(n <= MAX_N, "the search takes boards up to {MAX_N}");
        Self {
            n,
            rows: 0,
            columns: 0,
            sums: 0,
            differences: 0,
        }
    }

    /// The first row without a queen.
    fn open_row(&self) -> Option<usize> {
        let row = self.rows.trailing_ones() as usize;
        (row < self.n).then_some(row)
    }

    /// The board with a queen more, unless it is attacked.
    fn with_queen(mut self, row: usize, column: usize) -> Option<Self> {
        let (sum, difference) = (1 << (row + column), 1 << (row + self.n - column));
        let free = self.rows >> row & 1 == 0
            && self.columns >> column & 1 == 0
            && self.sums & sum == 0
            && self.differences & difference == 0;
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.sums |= sum;
        self.differences |= difference;
        free.then_some(self)
    }

    /// The board with a queen and all its images more, unless one is attacked.
    fn with_orbit(self, turn: Turn, row: usize, column: usize) -> Option<Self> {
        let last = self.n - 1;
        let (mut board, mut image) = (self, (row, column));
        loop {
            board = board.with_queen(image.0, image.1)?;
            image = match turn {
                Turn::Half => (last - image.0, last - image.1),
                Turn::Quarter => (image.1, last - image.0),
            };
            if image == (row, column) {
                return Some(board);
            }
        }
    }

    /// The ways to fill the first open row.
    fn children(self, turn: Turn) -> impl Iterator<Item = Self> {
        let columns = self
            .open_row()
            .map(|row| (0..self.n).map(move |column| (row, column)));
        let squares = columns.into_iter().flatten();
        squares.filter_map(move |(row, column)| self.with_orbit(turn, row, column))
    }
}

fn count(board: &Board, turn: Turn, stop: &AtomicBool) -> u64 {
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
    use crate::queens::known::{HALF_TURN, QUARTER_TURN};

    fn total(n: usize, turn: Turn, threads: usize) -> u64 {
        let stop = AtomicBool::new(false);
        let boards = ByTurn::new(n, turn, threads).boards;
        boards.iter().map(|board| count(board, turn, &stop)).sum()
    }

    #[test]
    fn counts_are_the_known_ones() {
        for (turn, known, largest) in [
            (Turn::Half, &HALF_TURN[..], 17),
            (Turn::Quarter, &QUARTER_TURN, 25),
        ] {
            for (n, &count) in known.iter().enumerate().take(largest + 1) {
                assert_eq!(u128::from(total(n, turn, 2)), count, "{n} rows, {turn:?}");
            }
        }
    }

    #[test]
    fn the_cut_changes_nothing() {
        for n in 0..=13 {
            for turn in [Turn::Half, Turn::Quarter] {
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
