//! Solutions as the search hands them over: packed, and in order.

use std::ops::Range;

use super::constraint::MAX_N;
use super::plan::PreparedBoard;
use super::pool::LaneWord;

/// The keys of solutions, for either width of lane.
#[derive(Clone, Copy, Debug)]
pub(super) enum SolutionKeys<'a> {
    Narrow(&'a [u64]),
    Wide(&'a [u128]),
}

/// Some solutions of one search, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct SolutionBatch<'a> {
    pub(super) board: &'a PreparedBoard,
    pub(super) keys: SolutionKeys<'a>,
}

impl SolutionBatch<'_> {
    /// The size of the board.
    pub fn n(&self) -> usize {
        self.board.n
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.keys {
            SolutionKeys::Narrow(keys) => keys.len(),
            SolutionKeys::Wide(keys) => keys.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A part of them.
    ///
    /// # Panics
    ///
    /// If the range reaches beyond the last.
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

    /// The column of the queen in each row of solution `index`, counted from 0.
    ///
    /// # Panics
    ///
    /// If there are not so many solutions.
    pub fn columns(&self, index: usize) -> Vec<u8> {
        let mut columns = [0; MAX_N];
        self.read(index, &mut columns);
        columns[..self.board.n].to_vec()
    }

    /// The same without an allocation; what stands behind the last row means nothing.
    ///
    /// # Panics
    ///
    /// Likewise.
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
