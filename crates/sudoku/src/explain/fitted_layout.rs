//! Ratings of layouts of any size, in the smallest tables that fit.

use super::super::cell::Cell;
use super::house::HouseKind;
use super::layout::{Cage, TableLayout};
use super::rating::{Rating, rate_within};
use super::technique::Technique;

/// Layout in the smallest tables that fit its digits and cells.
#[derive(Clone, Debug)]
pub struct FittedLayout(FittedTables);

/// Tables by number of digits and number of 64-bit words in a set of cells.
#[derive(Clone, Debug)]
enum FittedTables {
    /// 9×9 cells.
    Small(TableLayout<9, 2>),
    /// 16×16 cells, or five overlapping 9×9 grids.
    Medium(TableLayout<16, 6>),
    Large(TableLayout),
}

impl FittedLayout {
    /// Creates a layout without cages. Each family has houses of one kind, as lists of cell
    /// indices.
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

    /// Returns the layout with `cages` in place of its present cages.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        Self(match &self.0 {
            FittedTables::Small(tables) => FittedTables::Small(tables.with_cages(cages)),
            FittedTables::Medium(tables) => FittedTables::Medium(tables.with_cages(cages)),
            FittedTables::Large(tables) => FittedTables::Large(tables.with_cages(cages)),
        })
    }

    /// Rates a puzzle with one solution, by techniques up to `upto`. Digits count from 1; 0 is an
    /// empty cell. Once `stopped` returns true, the result is meaningless.
    pub fn rate(&self, puzzle: &[u8], upto: Technique, stopped: &dyn Fn() -> bool) -> Rating {
        let puzzle = puzzle.to_vec();
        match &self.0 {
            FittedTables::Small(tables) => rate_within(tables, puzzle, upto, stopped),
            FittedTables::Medium(tables) => rate_within(tables, puzzle, upto, stopped),
            FittedTables::Large(tables) => rate_within(tables, puzzle, upto, stopped),
        }
    }
}
