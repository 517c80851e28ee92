//! Layouts: cells, houses and digits for techniques.
//!
//! ```text
//!     houses   rows and columns, the lines, one grid after the other, and diagonals;
//!              then boxes, regions and windows, the areas: each holds every digit once
//!     cages    behind the houses: cells that hold different digits
//! ```
//!
//! Houses and cages are *groups*, numbered in this order. There are two layouts: [`Classic`] for 81
//! cells, in constants, and [`TableLayout`] for all others, with sets of several sizes.

mod candidates;
pub mod classic;
mod frame;
mod houses;
mod layout_set;
mod plain_layout;
mod table_layout;

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

pub use super::super::grid::bits;
pub use candidates::{CandidateSet, DeducedCandidates, RemainingCandidates};
pub use classic::Classic;
pub use frame::Frame;
pub use houses::{Cage, CageOrigin, House, HouseKind};
pub use layout_set::{CellSet, LayoutSet, Set128, WideSet};
pub use plain_layout::{PlainLayout, Rectangle};
pub use table_layout::TableLayout;

/// Values for each cell, digit or group, in an array or a vector.
pub trait ValueStore<T>:
    Clone + Debug + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]>
{
    /// Creates `len` values; the rest of a longer array has default values.
    fn from_fn(len: usize, value: impl FnMut(usize) -> T) -> Self;
}

impl<T: Copy + Debug + Default, const N: usize> ValueStore<T> for [T; N] {
    #[inline(always)]
    fn from_fn(len: usize, mut value: impl FnMut(usize) -> T) -> Self {
        let mut values = [T::default(); N];
        for (number, place) in values[..len].iter_mut().enumerate() {
            *place = value(number);
        }
        values
    }
}

impl<T: Copy + Debug + Default> ValueStore<T> for Vec<T> {
    fn from_fn(len: usize, value: impl FnMut(usize) -> T) -> Self {
        (0..len).map(value).collect()
    }
}

/// Cells, houses and digits, with all relations between them. All count from 0.
pub trait Layout: Clone + Debug + 'static {
    /// Set of cells.
    type Cells: LayoutSet;
    /// Set of houses.
    type Houses: LayoutSet;
    /// Values by digit.
    type OfDigits<T: Copy + Debug + Default>: Copy + ValueStore<T>;
    /// Values by cell.
    type OfCells<T: Copy + Debug + Default>: ValueStore<T>;
    /// Values by group.
    type OfGroups<T: Copy + Debug + Default>: ValueStore<T>;
    /// Values by digit, then by group.
    type OfPlaces<T: Copy + Debug + Default>: ValueStore<T>;
    /// Set of rectangles, one bit each.
    type Rectangles: Clone + AsRef<[u64]> + AsMut<[u64]>;
    /// Candidates that remain after deductions.
    type Remaining: RemainingCandidates<Self>;

    /// Cells and houses as lists.
    fn plain(&self) -> &PlainLayout;
    /// Number of digits.
    fn digits(&self) -> usize {
        self.plain().digits
    }
    /// Number of cells.
    fn cells(&self) -> usize {
        self.plain().cells()
    }
    /// Number of houses, which are the first groups.
    fn houses(&self) -> usize {
        self.plain().houses
    }
    /// Number of groups: houses and drawn cages.
    fn groups(&self) -> usize {
        self.plain().groups.len()
    }
    /// Number of lines, which come before areas.
    fn lines(&self) -> usize {
        self.plain().lines
    }
    /// Kind of a group.
    fn kind(&self, group: usize) -> HouseKind {
        self.plain().kind(group)
    }
    /// All cells.
    fn all_cells(&self) -> Self::Cells;
    /// Cells that see a cell.
    fn peers(&self, cell: usize) -> Self::Cells;
    /// Cells of a group.
    fn group(&self, group: usize) -> Self::Cells;
    /// Cells of a group in ascending order: the order of its places.
    fn members(&self, group: usize) -> &[u16] {
        self.plain().members(group)
    }
    /// Houses of a cell in ascending order, with its places there.
    fn places_of(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.plain().cells[cell].places.iter().copied()
    }
    /// Groups of a cell in ascending order.
    fn groups_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        self.plain().cells[cell].groups.iter().copied()
    }
    /// Houses that share several cells with `house`, but not all. Each comes with the places of
    /// these cells in `house`.
    fn crossings(&self, house: usize) -> impl Iterator<Item = (u32, usize)> {
        self.plain().crossings(house).iter().copied()
    }
    /// Cells of a segment.
    fn segment(&self, segment: usize) -> Self::Cells;
    /// Places of a line in an area.
    fn places_in_area(&self, line: usize, area: usize) -> u32 {
        self.plain().groups[line].places_in_areas[area - self.lines()]
    }
    /// Returns the empty set of rectangles.
    fn no_rectangles(&self) -> Self::Rectangles;
    /// Cages, including those that follow from others.
    fn cages(&self) -> &[Cage] {
        &self.plain().cages
    }
    /// Cell at a place of a group.
    #[inline(always)]
    fn cell_at(&self, group: usize, place: usize) -> usize {
        self.members(group)[place].into()
    }

    /// Cells at some places of a group.
    #[inline(always)]
    fn cells_at(&self, group: usize, places: u32) -> Self::Cells {
        let mut cells = Self::Cells::NONE;
        for place in bits(places) {
            cells.insert(self.cell_at(group, place));
        }
        cells
    }

    /// All digits, one bit each.
    #[inline(always)]
    fn all_digits(&self) -> u32 {
        (1 << self.digits()) - 1
    }

    /// Places of some cells in each house.
    fn places(&self, cells: Self::Cells) -> Self::OfGroups<u32> {
        let mut places = Self::OfGroups::from_fn(self.groups(), |_| 0);
        for cell in cells.iter() {
            for (house, place) in self.places_of(cell) {
                places[house] |= 1 << place;
            }
        }
        places
    }

    /// Cells that see any of these cells.
    #[inline(always)]
    fn peers_of_any(&self, cells: Self::Cells) -> Self::Cells {
        let mut seen = Self::Cells::NONE;
        for cell in cells.iter() {
            seen |= self.peers(cell);
        }
        seen
    }

    /// Cells that see all of these cells.
    #[inline(always)]
    fn common_peers(&self, cells: Self::Cells) -> Self::Cells {
        let mut seen = self.all_cells();
        for cell in cells.iter() {
            seen &= self.peers(cell);
        }
        seen
    }

    /// Groups that contain all of these cells, in order.
    #[inline(always)]
    fn common_groups(&self, cells: Self::Cells) -> impl Iterator<Item = usize> {
        let first = cells.first().map(|cell| self.groups_of(cell));
        let groups = first.into_iter().flatten();
        groups.filter(move |&group| (cells & !self.group(group)).is_empty())
    }

    /// Houses that contain all of these cells, in order.
    #[inline(always)]
    fn common_houses(&self, cells: Self::Cells) -> impl Iterator<Item = usize> {
        self.common_groups(cells)
            .take_while(|&group| group < self.houses())
    }

    /// Houses of one kind that contain a cell.
    #[inline(always)]
    fn houses_of(&self, cell: usize, kind: HouseKind) -> impl Iterator<Item = usize> {
        let seats = self.places_of(cell).map(|(house, _)| house);
        seats.filter(move |&house| self.kind(house) == kind)
    }

    /// Creates a value for each digit.
    #[inline(always)]
    fn for_digits<T: Copy + Debug + Default>(
        &self,
        value: impl FnMut(usize) -> T,
    ) -> Self::OfDigits<T> {
        Self::OfDigits::from_fn(self.digits(), value)
    }
}

/// True if exactly two bits of a word are set.
///
/// This is cheaper than a count on a processor without an instruction for it.
#[inline(always)]
pub fn has_two(word: u32) -> bool {
    let rest = word & word.wrapping_sub(1);
    rest.is_power_of_two()
}

/// True if at most `most` bits of a word are set, for small `most`.
#[inline(always)]
pub fn has_at_most(word: u32, most: u32) -> bool {
    (0..most).fold(word, |rest, _| rest & rest.wrapping_sub(1)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted() {
        for word in 0..0o1000_u32 {
            assert_eq!(has_two(word), word.count_ones() == 2);
            assert!((0..5).all(|most| has_at_most(word, most) == (word.count_ones() <= most)));
        }
        assert_eq!(bits(0o521).collect::<Vec<_>>(), [0, 4, 6, 8]);
    }
}
