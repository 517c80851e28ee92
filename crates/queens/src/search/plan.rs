//! A constraint made ready for the kernel: its open rows, top to bottom.

use std::array::from_fn;

use super::Attacks;
use super::constraint::{Constraint, MAX_N};

/// An open row: one that has more than one square left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    /// The row's number.
    pub row: usize,
    /// The columns that its queen may take.
    pub mask: u32,
    /// How many rows further down the next level lies.
    pub gap: u32,
}

/// The levels of a search, and the queens that are already settled.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub n: usize,
    pub levels: Vec<Level>,
    /// The columns without a settled queen: as many as there are levels, or on a rectangle more.
    pub columns: u32,
    /// The column of each settled queen; anything in an open row.
    pub settled: [u8; MAX_N],
    /// How pieces attack rows, unless they are queens on a usual board.
    pub attacks: Option<Attacks>,
}

impl Plan {
    /// Settles what can be settled, and collects the rows that are still open.
    /// Returns `None` if that already shows that there is no solution.
    pub fn new(constraint: &Constraint) -> Option<Self> {
        let n = constraint.n();
        let mut board = constraint.clone();
        if !board.settle() {
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
            .map(|(i, &row)| Level {
                row,
                mask: board.allowed(row),
                gap: open.get(i + 1).map_or(1, |next| (next - row) as u32),
            })
            .collect();
        Some(Self {
            n,
            levels,
            columns,
            settled,
            attacks: (!constraint.kind().is_usual()).then(|| constraint.attacks()),
        })
    }

    /// Whether the first rows are settled, if they attack the last ones across the edge of a
    /// torus other than along lines: the kernel looks down only.
    pub fn is_ready(&self) -> bool {
        let reach = self.attacks.map_or(0, Attacks::reach_around);
        self.levels.first().is_none_or(|level| level.row >= reach)
    }

    /// Whether every column gets a queen. Then two are left for the last two rows.
    pub fn is_full(&self) -> bool {
        self.columns.count_ones() as usize == self.levels.len()
    }
}
