//! Layouts: cells, houses and digits, as techniques go through them.
//!
//! ```text
//!     houses   rows and columns, the lines, one grid after the other, and diagonals;
//!              then boxes, regions and windows, the areas: each holds every digit once
//!     cages    behind the houses: cells that hold different digits
//! ```
//!
//! Houses and cages are *groups*, in the order of their numbers. There are two layouts: the
//! [`Classic`] one of 81 cells, which the compiler knows, and [`Tables`] for all others, over sets
//! of a few sizes.

mod cage;
mod classic;
mod fixed;
mod frame;
mod left;
mod marks;
mod set;
mod sets;
mod size;
mod tables;

use std::fmt::Debug;
use std::ops::{Index, IndexMut, Range};

use super::super::cell::Cell;
use super::house::{House, HouseKind};

pub use cage::{Cage, CageOrigin};
pub use classic::{CanonicalFrame, Classic};
pub use frame::{Frame, IdentityFrame};
pub use left::RemainingCandidates;
pub use marks::CandidateSet;
pub use set::{LayoutSet, Set128};
#[cfg(test)]
pub use sets::DeducedCandidates;
pub use tables::TableLayout;

/// Values for each cell, digit or group: an array, or as long as it needs to be.
pub trait ValueStore<T>:
    Clone + Debug + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]>
{
    /// As many values as `len`; a longer array is filled up.
    fn from_fn(len: usize, value: impl FnMut(usize) -> T) -> Self;
}

impl<T: Copy + Debug + Default, const N: usize> ValueStore<T> for [T; N] {
    #[inline(always)]
    fn from_fn(len: usize, mut value: impl FnMut(usize) -> T) -> Self {
        std::array::from_fn(|i| if i < len { value(i) } else { T::default() })
    }
}

impl<T: Copy + Debug + Default> ValueStore<T> for Vec<T> {
    fn from_fn(len: usize, value: impl FnMut(usize) -> T) -> Self {
        (0..len).map(value).collect()
    }
}

/// A whole number in which a layout keeps the digits of a cell, or the places of a house.
pub trait LayoutWord: Copy + Debug + Default + Into<u32> {
    /// From one that is not too large.
    fn narrow(word: u32) -> Self;
}

impl LayoutWord for u16 {
    #[inline(always)]
    fn narrow(word: u32) -> Self {
        word as u16
    }
}

impl LayoutWord for u32 {
    #[inline(always)]
    fn narrow(word: u32) -> Self {
        word
    }
}

/// Four cells in two rows and two columns, so that two digits by turns, exchanged in all four, leave
/// every group what it had.
#[derive(Clone, Copy, Debug)]
pub struct Rectangle {
    /// The first two share a row, as the last two; the first and the third share a column.
    pub corners: [usize; 4],
    pub rows: [usize; 2],
    pub columns: [usize; 2],
}

/// Cells, houses and digits, and which of them see which. All count from 0.
pub trait Layout: Clone + Debug + 'static {
    /// Some of the cells.
    type Cells: LayoutSet;
    /// Some of the houses.
    type Houses: LayoutSet;
    /// The digits of a cell, or the places of a house.
    type Word: LayoutWord;
    /// A value for each digit.
    type OfDigits<T: Copy + Debug + Default>: Copy + ValueStore<T>;
    /// A value for each cell.
    type OfCells<T: Copy + Debug + Default>: ValueStore<T>;
    /// A value for each group.
    type OfGroups<T: Copy + Debug + Default>: ValueStore<T>;
    /// A value for each digit and group, those of a digit side by side.
    type OfPlaces<T: Copy + Debug + Default>: ValueStore<T>;
    /// A bit for each rectangle.
    type Rectangles: Clone + AsRef<[u64]> + AsMut<[u64]>;
    /// The frame of a puzzle that is solved in another form.
    type Frame: Frame<Self>;
    /// The candidates left by deductions from some of them.
    type Remaining: RemainingCandidates<Self>;

    /// How many digits there are.
    fn digits(&self) -> usize;
    /// How many cells there are.
    fn cells(&self) -> usize;
    /// The number of houses, which are the first groups.
    fn houses(&self) -> usize;
    /// The number of groups: houses and drawn cages.
    fn groups(&self) -> usize;
    /// The number of lines, which come before areas.
    fn lines(&self) -> usize;
    /// The kind of a group.
    fn kind(&self, group: usize) -> HouseKind;
    /// All cells.
    fn all_cells(&self) -> Self::Cells;
    /// The cells that see a cell.
    fn peers(&self, cell: usize) -> Self::Cells;
    /// The cells of a group.
    fn group(&self, group: usize) -> Self::Cells;
    /// The cells of a group in ascending order: the order of its places.
    fn members(&self, group: usize) -> &[u16];
    /// The houses of a cell in ascending order, and its places there.
    fn places_of(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + Clone;
    /// The groups of a cell in ascending order.
    fn groups_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone;
    /// The houses that share several cells with one, but not all: each with the places, in the
    /// first, of these cells.
    fn crossings(&self, house: usize) -> impl Iterator<Item = (u32, usize)>;
    /// The number of segments: several cells that a line and an area share.
    fn segments(&self) -> usize;
    /// The cells of a segment.
    fn segment(&self, segment: usize) -> Self::Cells;
    /// The line and the area of a segment.
    fn segment_houses(&self, segment: usize) -> [usize; 2];
    /// The segments within a house, in ascending order.
    fn segments_of(&self, house: usize) -> impl Iterator<Item = usize>;
    /// Where as many lines as there are digits cross as many others in every cell: the first line
    /// of either. A place in a line is the number of the line that crosses it there.
    fn lattices(&self) -> impl Iterator<Item = [usize; 2]>;
    /// Pairs of families whose houses share no cell, other than the lines of a lattice: at least
    /// two houses of the first family lie in houses of the second one. A family has at most as many
    /// houses as there are digits. None where locked candidates find all that such a pair does.
    fn family_pairs(&self) -> impl Iterator<Item = [Range<usize>; 2]> {
        std::iter::empty()
    }
    /// The areas in the lattice that has this first line, each with the lines through it,
    /// in the order of the lines.
    fn areas(&self, base: usize) -> impl Iterator<Item = (usize, Range<usize>)>;
    /// The places of a line in an area.
    fn places_in_area(&self, line: usize, area: usize) -> u32;
    /// A rectangle by its number.
    fn rectangle(&self, number: usize) -> Rectangle;
    /// No rectangle.
    fn no_rectangles(&self) -> Self::Rectangles;
    /// The rectangles with a corner in a cell.
    fn rectangles_at(&self, cell: usize) -> &[u64];
    /// The cages, those that follow from others included.
    fn cages(&self) -> &[Cage];
    /// The cell in the puzzle.
    fn puzzle_cell(&self, cell: usize) -> Cell;

    /// A group in the puzzle.
    fn house(&self, group: usize) -> House {
        let members = self.members(group).iter();
        House {
            kind: self.kind(group),
            number: self.number(group),
            cells: members.map(|&cell| self.puzzle_cell(cell.into())).collect(),
        }
    }

    /// `row 1`.
    fn label(&self, group: usize) -> String {
        format!("{} {}", self.kind(group), self.number(group))
    }

    /// The number of a group among those of its kind, from 1.
    fn number(&self, group: usize) -> usize;

    /// The cell at a place of a group.
    #[inline(always)]
    fn cell_at(&self, group: usize, place: usize) -> usize {
        self.members(group)[place].into()
    }

    /// The cells at some places of a group.
    #[inline(always)]
    fn cells_at(&self, group: usize, places: u32) -> Self::Cells {
        bits(places).map(|at| self.cell_at(group, at)).collect()
    }

    /// The digits of a cell that may hold any.
    #[inline(always)]
    fn all_digits(&self) -> u32 {
        (1 << self.digits()) - 1
    }

    /// The places of some cells in each house.
    fn places(&self, cells: Self::Cells) -> Self::OfGroups<Self::Word> {
        let mut places = Self::OfGroups::from_fn(self.groups(), |_| Self::Word::default());
        for cell in cells.iter() {
            for (house, place) in self.places_of(cell) {
                let word: u32 = places[house].into();
                places[house] = Self::Word::narrow(word | 1 << place);
            }
        }
        places
    }

    /// The cells that see any of these.
    #[inline(always)]
    fn peers_of_any(&self, cells: Self::Cells) -> Self::Cells {
        let peers = cells.iter().map(|cell| self.peers(cell));
        peers.fold(Self::Cells::NONE, |seen, peers| seen | peers)
    }

    /// The cells that see all of these.
    #[inline(always)]
    fn common_peers(&self, cells: Self::Cells) -> Self::Cells {
        let peers = cells.iter().map(|cell| self.peers(cell));
        peers.fold(self.all_cells(), |seen, peers| seen & peers)
    }

    /// The groups that all of these cells are in, in order.
    #[inline(always)]
    fn common_groups(&self, cells: Self::Cells) -> impl Iterator<Item = usize> {
        let first = cells.first().map(|cell| self.groups_of(cell));
        let groups = first.into_iter().flatten();
        groups.filter(move |&group| (cells & !self.group(group)).is_empty())
    }

    /// The houses that all of these cells are in, in order.
    #[inline(always)]
    fn common_houses(&self, cells: Self::Cells) -> impl Iterator<Item = usize> {
        self.common_groups(cells)
            .take_while(|&group| group < self.houses())
    }

    /// The houses of one kind that a cell is in.
    #[inline(always)]
    fn houses_of(&self, cell: usize, kind: HouseKind) -> impl Iterator<Item = usize> {
        let seats = self.places_of(cell).map(|(house, _)| house);
        seats.filter(move |&house| self.kind(house) == kind)
    }

    /// A value for each digit.
    #[inline(always)]
    fn for_digits<T: Copy + Debug + Default>(
        &self,
        value: impl FnMut(usize) -> T,
    ) -> Self::OfDigits<T> {
        Self::OfDigits::from_fn(self.digits(), value)
    }
}

/// The bits of a word that are set, lowest first: digits of a cell, places in a house.
#[inline(always)]
pub fn bits(word: u32) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        let some = rest != 0;
        rest &= rest.wrapping_sub(1);
        some.then_some(bit)
    })
}

/// Whether exactly two bits of a word are set.
///
/// This is less work than counting them, where the processor has no instruction for that.
#[inline(always)]
pub fn has_two(word: u32) -> bool {
    let rest = word & word.wrapping_sub(1);
    rest.is_power_of_two()
}

/// Whether no more than so many bits of a word are set, for small numbers.
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
