//! Ratings in layouts of any size, over sets just large enough for it.

use super::super::cell::Cell;
use super::house::HouseKind;
use super::layout::{Cage, Tables};
use super::rating::{Rating, rate_within};
use super::technique::Technique;

/// A layout in the smallest tables that have room for it.
#[derive(Clone, Debug)]
pub struct Fitted(Size);

/// Digits, and words for a set of cells.
#[derive(Clone, Debug)]
enum Size {
    /// Nine by nine cells.
    Small(Tables<9, 2>),
    /// Sixteen by sixteen cells, or five grids of nine by nine that overlap.
    Medium(Tables<16, 6>),
    Large(Tables),
}

impl Fitted {
    /// A layout without cages, as [`Tables::new`] has it.
    ///
    /// # Panics
    ///
    /// If there are more than 25 digits, 1,024 cells or 256 houses.
    pub fn new(digits: usize, cells: Vec<Cell>, families: &[(HouseKind, Vec<Vec<u16>>)]) -> Self {
        let count = cells.len();
        Self(if Tables::<9, 2>::has_room(digits, count) {
            Size::Small(Tables::new(digits, cells, families))
        } else if Tables::<16, 6>::has_room(digits, count) {
            Size::Medium(Tables::new(digits, cells, families))
        } else {
            Size::Large(Tables::new(digits, cells, families))
        })
    }

    /// The same layout with these cages in the place of those before.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        Self(match &self.0 {
            Size::Small(tables) => Size::Small(tables.with_cages(cages)),
            Size::Medium(tables) => Size::Medium(tables.with_cages(cages)),
            Size::Large(tables) => Size::Large(tables.with_cages(cages)),
        })
    }

    /// Rates a puzzle that has one solution, with techniques up to one; once `stopped` says so,
    /// what comes out means nothing. Digits count from 1, 0 for a blank.
    pub fn rate(&self, puzzle: &[u8], upto: Technique, stopped: &dyn Fn() -> bool) -> Rating {
        let puzzle = puzzle.to_vec();
        match &self.0 {
            Size::Small(tables) => rate_within(tables, puzzle, upto, stopped),
            Size::Medium(tables) => rate_within(tables, puzzle, upto, stopped),
            Size::Large(tables) => rate_within(tables, puzzle, upto, stopped),
        }
    }
}
