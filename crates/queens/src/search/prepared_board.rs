//! Board prepared for the kernel: its open rows, from top to bottom.

use std::array::from_fn;

use super::Attacks;
use super::search_board::{MAX_N, SearchBoard};

/// Open row: a row with more than one square left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchLevel {
    /// Number of the row, from 0.
    pub row: usize,
    /// Columns that its queen may take.
    pub mask: u32,
    /// Number of rows down to the next level.
    pub gap: u32,
}

/// Levels of a search, and the queens that are already placed.
#[derive(Clone, Debug)]
pub(super) struct PreparedBoard {
    pub n: usize,
    pub levels: Vec<SearchLevel>,
    /// Columns without a placed queen: as many as levels, or more on a rectangle.
    pub columns: u32,
    /// Column of each placed queen; arbitrary in an open row.
    pub placed: [u8; MAX_N],
    /// Attack rules, or `None` for queens without joined edges.
    pub attacks: Option<Attacks>,
}

impl PreparedBoard {
    /// Propagates and collects the rows that are still open. Returns `None` if propagation proves
    /// that the board has no solution.
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

    /// True if no open row attacks near squares of the last rows across the edge of a torus. The
    /// kernel handles only attacks on rows below.
    pub fn attacks_only_down(&self) -> bool {
        let reach = self.attacks.map_or(0, Attacks::wrapping_rows);
        self.levels.first().is_none_or(|level| level.row >= reach)
    }

    /// True if every column gets a queen. Then two columns are left for the last two rows.
    pub fn fills_all_columns(&self) -> bool {
        self.columns.count_ones() as usize == self.levels.len()
    }
}
