//! Ratings in layouts of any size, over sets just large enough for it.

use super::super::cell::Cell;
use super::house::HouseKind;
use super::layout::{Cage, TableLayout};
use super::rating::{Rating, rate_within};
use super::technique::Technique;

/// A layout in the smallest tables that have room for it.
#[derive(Clone, Debug)]
pub struct FittedLayout(FittedTables);

/// Digits, and words for a set of cells.
#[derive(Clone, Debug)]
enum FittedTables {
    /// Nine by nine cells.
    Small(TableLayout<9, 2>),
    /// Sixteen by sixteen cells, or five grids of nine by nine that overlap.
    Medium(TableLayout<16, 6>),
    Large(TableLayout),
}

impl FittedLayout {
    /// A layout without cages, as [`Tables::new`] has it.
    ///
    /// # Panics
    ///
    /// If there are more than 25 digits, 1,024 cells or 256 houses.
    pub fn new(digits: usize, cells: Vec<Cell>, families: &[(HouseKind, Vec<Vec<u16>>)]) -> Self {
        let count = cells.len();
        Self(if TableLayout::<9, 2>::has_room(digits, count) {
            FittedTables::Small(TableLayout::new(digits, cells, families))
        } else if TableLayout::<16, 6>::has_room(digits, count) {
            FittedTables::Medium(TableLayout::new(digits, cells, families))
        } else {
            FittedTables::Large(TableLayout::new(digits, cells, families))
        })
    }

    /// The same layout with these cages in the place of those before.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        Self(match &self.0 {
            FittedTables::Small(tables) => FittedTables::Small(tables.with_cages(cages)),
            FittedTables::Medium(tables) => FittedTables::Medium(tables.with_cages(cages)),
            FittedTables::Large(tables) => FittedTables::Large(tables.with_cages(cages)),
        })
    }

    /// Rates a puzzle that has one solution, with techniques up to one; once `stopped` says so,
    /// what comes out means nothing. Digits count from 1, 0 for a blank.
    pub fn rate(&self, puzzle: &[u8], upto: Technique, stopped: &dyn Fn() -> bool) -> Rating {
        let puzzle = puzzle.to_vec();
        match &self.0 {
            FittedTables::Small(tables) => rate_within(tables, puzzle, upto, stopped),
            FittedTables::Medium(tables) => rate_within(tables, puzzle, upto, stopped),
            FittedTables::Large(tables) => rate_within(tables, puzzle, upto, stopped),
        }
    }
}
