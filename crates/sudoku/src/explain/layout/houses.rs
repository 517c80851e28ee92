//! Houses by kind and number, and cages with their sums.

use super::super::super::grid::Cell;
use super::super::super::sums::{SumCandidates, SumTable};
use serde::{Serialize, Serializer};
use std::fmt;

/// Kind of a house, or of another group of cells that hold different digits.
///
/// The kinds are in the order of the houses of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Cells side by side.
    Row,
    /// Cells one below the other.
    Column,
    /// Cells from corner to corner.
    Diagonal,
    /// Rectangle of cells.
    Box,
    /// Cells of the same letter.
    Region,
    /// Square of cells between the boxes.
    Window,
    /// Cells that hold every digit because the windows do.
    Implied,
    /// Cells with a known sum.
    Cage,
}

impl HouseKind {
    /// True for a row, a column or a diagonal.
    pub const fn is_line(self) -> bool {
        matches!(self, Self::Row | Self::Column | Self::Diagonal)
    }

    /// Plural of the kind: `rows`.
    pub const fn plural(self) -> &'static str {
        self.names()[1]
    }

    /// Singular and plural of the kind.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Row => ["row", "rows"],
            Self::Column => ["column", "columns"],
            Self::Diagonal => ["diagonal", "diagonals"],
            Self::Box => ["box", "boxes"],
            Self::Region => ["region", "regions"],
            Self::Window => ["window", "windows"],
            Self::Implied => ["the cells beside window", "the cells beside windows"],
            Self::Cage => ["cage", "cages"],
        }
    }
}

impl fmt::Display for HouseKind {
    /// Writes the kind in words: `row`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.names()[0])
    }
}

/// House of a puzzle, or a cage.
///
/// Serializes as its name: `row 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    /// Kind of the house.
    pub kind: HouseKind,
    /// Number among the houses of its kind, from 1.
    pub number: usize,
    /// Cells of the house.
    pub cells: Vec<Cell>,
}

impl fmt::Display for House {
    /// Writes kind and number: `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, number, .. } = self;
        write!(f, "{kind} {number}")
    }
}

impl Serialize for House {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Cells with different digits and a known sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// Cells, in ascending order.
    pub cells: Vec<u16>,
    /// Sum of the digits.
    pub sum: u32,
    /// Origin of the cage.
    pub origin: CageOrigin,
}

/// Origin of a cage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CageOrigin {
    /// Drawn in the puzzle.
    Drawn,
    /// Follows from the sum of these adjacent houses, by kind and number. The cells are those that
    /// the drawn cages inside leave, or those that the drawn cages around them have outside.
    Follows(Vec<(HouseKind, usize)>),
}

/// Unsolved cells of a cage, with the rest of its sum.
struct RemainingSum {
    cells: usize,
    sum: u32,
    /// Candidates of at least one of the cells, and of at least two.
    once: u32,
    twice: u32,
}

impl Cage {
    /// True if the cage is drawn.
    pub fn is_drawn(&self) -> bool {
        self.origin == CageOrigin::Drawn
    }

    /// Returns the rest of the sum, or `None` if the solved digits exceed the sum or fill the cage
    /// with another sum.
    fn remaining_sum(&self, digits: impl Iterator<Item = u32>) -> Option<RemainingSum> {
        let mut rest = RemainingSum {
            cells: 0,
            sum: self.sum,
            once: 0,
            twice: 0,
        };
        for digits in digits {
            if digits.is_power_of_two() {
                rest.sum = rest.sum.checked_sub(digits.trailing_zeros() + 1)?;
            } else {
                rest.cells += 1;
                rest.twice |= rest.once & digits;
                rest.once |= digits;
            }
        }
        (rest.cells > 0 || rest.sum == 0).then_some(rest)
    }

    /// Returns the candidates of each cell with which the other cells can make up the sum, or
    /// `None` if the cage cannot have its sum.
    pub fn possible_digits(&self, digits: impl Fn(u16) -> u32) -> Option<Vec<u32>> {
        let held: Vec<u32> = self.cells.iter().map(|&cell| digits(cell)).collect();
        self.possible_digits_of(&held)
    }

    /// Returns what [`Cage::possible_digits`] does, for cells with the candidates `held`, in order.
    pub(super) fn possible_digits_of(&self, held: &[u32]) -> Option<Vec<u32>> {
        let (sums, rest) = (SumTable::new(), self.remaining_sum(held.iter().copied())?);
        let left = held.iter().map(|&own| {
            if own.is_power_of_two() {
                return own;
            }
            let allowed = super::bits(own).filter(|&digit| rest.allows(sums, own, digit));
            allowed.fold(0, |all, digit| all | 1 << digit)
        });
        Some(left.collect())
    }

    /// Digits of the unsolved cells that every combination for the sum contains.
    pub fn required(&self, digits: impl Fn(u16) -> u32) -> u32 {
        let rest = self
            .remaining_sum(self.cells.iter().map(|&cell| digits(cell)))
            .filter(|rest| rest.cells > 1);
        let combined = rest.and_then(|rest| {
            let SumCandidates { required, .. } =
                SumTable::new().of(rest.cells, rest.sum, rest.once)?;
            Some(required & rest.once)
        });
        combined.unwrap_or(0)
    }
}

impl RemainingSum {
    /// True if the other cells can have the rest of the sum when a cell with the candidates `own`
    /// holds `digit`.
    fn allows(&self, sums: SumTable, own: u32, digit: usize) -> bool {
        let Some(sum) = self.sum.checked_sub(digit as u32 + 1) else {
            return false;
        };
        if self.cells == 1 {
            return sum == 0;
        }
        let others = (self.twice | self.once & !own) & !(1 << digit);
        sums.of(self.cells - 1, sum, others).is_some()
    }
}
