//! What has changed since a technique last found nothing: the only place to look again.
//!
//! Candidates only ever go. What a technique sees in one digit depends on nothing but the
//! places of this digit, and what it sees in a unit on nothing but the cells of the unit, but
//! for the candidates that it would remove, and of these there are no more than before.

use super::cells::{CellSet, Marks, UNITS};
use super::state::State;
use super::technique::Technique;

/// The digits and the cells that have lost candidates.
#[derive(Clone, Copy, Debug)]
pub struct News {
    /// A bit for each digit.
    pub digits: u16,
    pub cells: CellSet,
}

impl News {
    const NONE: Self = Self {
        digits: 0,
        cells: CellSet::NONE,
    };

    /// Nothing has been looked at.
    pub const ALL: Self = Self {
        digits: super::state::NINE,
        cells: CellSet::ALL,
    };

    /// The units that have lost candidates.
    pub fn units(self) -> impl Iterator<Item = usize> {
        (0..UNITS).filter(move |&unit| !(self.cells & CellSet::unit(unit)).is_empty())
    }
}

/// Remembers of each technique what it has seen in vain.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The candidates when something was looked for last.
    marks: Marks,
    /// For each technique, what has changed since it found nothing.
    news: [News; Technique::ALL.len()],
}

impl Memory {
    /// Nothing has been looked at.
    pub const NEW: Self = Self {
        marks: Marks::ALL,
        news: [News::ALL; Technique::ALL.len()],
    };

    /// Takes note of what has changed in a state.
    pub fn update(&mut self, state: &State) {
        let mut latest = News::NONE;
        for digit in 0..9 {
            let gone = self.marks[digit] & !state.marks(digit);
            latest.digits |= u16::from(!gone.is_empty()) << digit;
            latest.cells |= gone;
            self.marks[digit] = state.marks(digit);
        }
        for news in &mut self.news {
            news.digits |= latest.digits;
            news.cells |= latest.cells;
        }
    }

    /// What has changed since a technique found nothing.
    pub fn news(&self, technique: Technique) -> News {
        self.news[technique as usize]
    }

    /// Takes note that a technique finds nothing in the state as it is.
    pub fn settle(&mut self, technique: Technique) {
        self.news[technique as usize] = News::NONE;
    }
}
