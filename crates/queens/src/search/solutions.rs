//! Solutions as the search hands them over: packed, and in order.

use std::ops::Range;

use super::constraint::MAX_N;
use super::plan::Plan;
use super::pool::Lane;

/// The keys of solutions, for either width of lane.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keys<'a> {
    Narrow(&'a [u64]),
    Wide(&'a [u128]),
}

/// Some solutions of one search, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct Solutions<'a> {
    pub(super) plan: &'a Plan,
    pub(super) keys: Keys<'a>,
}

impl Solutions<'_> {
    /// The size of the board.
    pub fn n(&self) -> usize {
        self.plan.n
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.keys {
            Keys::Narrow(keys) => keys.len(),
            Keys::Wide(keys) => keys.len(),
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
            Keys::Narrow(keys) => Keys::Narrow(&keys[range]),
            Keys::Wide(keys) => Keys::Wide(&keys[range]),
        };
        Self {
            plan: self.plan,
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
        columns[..self.plan.n].to_vec()
    }

    /// The same without an allocation; what stands behind the last row means nothing.
    ///
    /// # Panics
    ///
    /// Likewise.
    #[inline]
    pub fn read(&self, index: usize, columns: &mut [u8; MAX_N]) {
        *columns = self.plan.settled;
        let levels = self.plan.levels.iter().rev().zip(0..);
        for (level, i) in levels {
            columns[level.row] = match self.keys {
                Keys::Narrow(keys) => u16::bits(keys[index], i * u16::COLUMN) as u8 & 0xF,
                Keys::Wide(keys) => u32::bits(keys[index], i * u32::COLUMN) as u8 & 0x1F,
            };
        }
    }
}
