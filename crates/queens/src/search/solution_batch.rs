//! Solutions of one search, packed and in order.

use std::ops::Range;

use super::node_pool::LaneWord;
use super::prepared_board::PreparedBoard;
use super::search_board::MAX_N;

/// Keys of solutions, for either width of lanes.
#[derive(Clone, Copy, Debug)]
pub(super) enum SolutionKeys<'a> {
    Narrow(&'a [u64]),
    Wide(&'a [u128]),
}

/// Batch of solutions of one search, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct SolutionBatch<'a> {
    pub(super) board: &'a PreparedBoard,
    pub(super) keys: SolutionKeys<'a>,
}

impl SolutionBatch<'_> {
    /// Number of rows of the board.
    pub fn n(&self) -> usize {
        self.board.n
    }

    /// Number of solutions.
    pub fn len(&self) -> usize {
        match self.keys {
            SolutionKeys::Narrow(keys) => keys.len(),
            SolutionKeys::Wide(keys) => keys.len(),
        }
    }

    /// True if the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the solutions of a range.
    ///
    /// # Panics
    ///
    /// If the range ends beyond the last solution.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let keys = match self.keys {
            SolutionKeys::Narrow(keys) => SolutionKeys::Narrow(&keys[range]),
            SolutionKeys::Wide(keys) => SolutionKeys::Wide(&keys[range]),
        };
        Self {
            board: self.board,
            keys,
        }
    }

    /// Returns the column of the queen in each row of solution `index`, counted from 0.
    ///
    /// # Panics
    ///
    /// If `index` is at least the number of solutions.
    pub fn columns(&self, index: usize) -> Vec<u8> {
        let mut columns = [0; MAX_N];
        self.read(index, &mut columns);
        columns[..self.board.n].to_vec()
    }

    /// Writes the column of the queen in each row of solution `index`, counted from 0, to
    /// `columns`. Entries after the last row are arbitrary.
    ///
    /// # Panics
    ///
    /// If `index` is at least the number of solutions.
    #[inline]
    pub fn read(&self, index: usize, columns: &mut [u8; MAX_N]) {
        *columns = self.board.placed;
        let levels = self.board.levels.iter().rev().zip(0..);
        for (level, i) in levels {
            columns[level.row] = match self.keys {
                SolutionKeys::Narrow(keys) => {
                    u16::key_bits(keys[index], i * u16::COLUMN_BITS) as u8 & 0xF
                }
                SolutionKeys::Wide(keys) => {
                    u32::key_bits(keys[index], i * u32::COLUMN_BITS) as u8 & 0x1F
                }
            };
        }
    }
}
