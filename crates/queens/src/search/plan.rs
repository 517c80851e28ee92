//! A constraint made ready for the kernel: its open rows, top to bottom.

use std::array::from_fn;

use super::Attacks;
use super::constraint::{MAX_N, SearchBoard};

/// An open row: one that has more than one square left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchLevel {
    /// The row's number.
    pub row: usize,
    /// The columns that its queen may take.
    pub mask: u32,
    /// How many rows further down the next level lies.
    pub gap: u32,
}

/// The levels of a search, and the queens that are already settled.
#[derive(Clone, Debug)]
pub(super) struct PreparedBoard {
    pub n: usize,
    pub levels: Vec<SearchLevel>,
    /// The columns without a settled queen: as many as there are levels, or on a rectangle more.
    pub columns: u32,
    /// The column of each settled queen; anything in an open row.
    pub placed: [u8; MAX_N],
    /// How pieces attack rows, unless they are queens on a usual board.
    pub attacks: Option<Attacks>,
}

impl PreparedBoard {
    /// Settles what can be settled, and collects the rows that are still open.
    /// Returns `None` if that already shows that there is no solution.
    pub fn new(constraint: &SearchBoard) -> Option<Self> {
        let n = constraint.n();
        let mut board = constraint.clone();
        if !board.propagate() {
            return None;
        }
        let settled = from_fn(|row| board.allowed(row).trailing_zeros() as u8);
        let open: Vec<usize> = board.open_rows().collect();
        let columns = open
            .iter()
            .fold(0, |columns, &row| columns | board.allowed(row));
        if (columns.count_ones() as usize) < open.len() {
            return None;
        }
        let is_square = n == constraint.columns();
        assert!(
            !is_square || columns.count_ones() as usize == open.len(),
            "a row lost its column"
        );
        let levels = open
            .iter()
            .enumerate()
            .map(|(i, &row)| SearchLevel {
                row,
                mask: board.allowed(row),
                gap: open.get(i + 1).map_or(1, |next| (next - row) as u32),
            })
            .collect();
        Some(Self {
            n,
            levels,
            columns,
            placed: settled,
            attacks: (!constraint.variant().is_usual()).then(|| constraint.attacks()),
        })
    }

    /// Whether the first rows are settled, if they attack the last ones across the edge of a
    /// torus other than along lines: the kernel looks down only.
    pub fn attacks_only_down(&self) -> bool {
        let reach = self.attacks.map_or(0, Attacks::wrapping_rows);
        self.levels.first().is_none_or(|level| level.row >= reach)
    }

    /// Whether every column gets a queen. Then two are left for the last two rows.
    pub fn fills_all_columns(&self) -> bool {
        self.columns.count_ones() as usize == self.levels.len()
    }
}
