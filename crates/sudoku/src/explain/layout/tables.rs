//! Any number of cells, houses and digits, in tables.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::super::super::cell::Cell;
use super::super::house::HouseKind;
use super::fixed::{Fixed, is_even};
use super::frame::Same;
use super::set::{Set, Wide};
use super::sets::Sets;
use super::size::{CELL_WORDS, Houses, MOST_CELLS, MOST_DIGITS, cells as cells_of};
use super::{Cage, Layout, Rectangle};

/// A layout with at most so many digits, and so many words for a set of cells, and the cages of a
/// puzzle.
#[derive(Clone, Debug)]
pub struct Tables<const DIGITS: usize = MOST_DIGITS, const WORDS: usize = CELL_WORDS> {
    fixed: Arc<Fixed<WORDS>>,
    /// Tables that depend on the cages of a puzzle.
    own: Arc<Own<WORDS>>,
}

/// The tables of the cages of a puzzle.
#[derive(Debug)]
struct Own<const WORDS: usize> {
    cages: Vec<Cage>,
    /// The drawn ones, which are groups.
    drawn: Vec<(usize, Wide<WORDS>)>,
    groups_of: Vec<Vec<usize>>,
    peers: Vec<Wide<WORDS>>,
    /// The rectangles through each cell whose digits may be exchanged in all cages, too.
    through: Vec<Vec<u64>>,
}

impl Tables {
    /// The most cells.
    pub const MOST_CELLS: usize = MOST_CELLS;
}

impl<const DIGITS: usize, const WORDS: usize> Tables<DIGITS, WORDS> {
    /// A layout without cages: its cells, and its houses by kind, in families that share no cell.
    /// The families of columns are in the order of those of rows that they cross.
    ///
    /// # Panics
    ///
    /// If there are more digits or cells than the type has room for, or more than 256 houses.
    pub fn new(digits: usize, cells: Vec<Cell>, families: &[(HouseKind, Vec<Vec<u16>>)]) -> Self {
        assert!(
            Self::has_room(digits, cells.len()),
            "a layout of {digits} digits and {} cells is too large",
            cells.len()
        );
        let fixed = Arc::new(Fixed::new(digits, cells, families));
        let own = Arc::new(Own::new(&fixed, Vec::new()));
        Self { fixed, own }
    }

    /// Whether there is room for so many digits and cells.
    pub fn has_room(digits: usize, cells: usize) -> bool {
        digits <= DIGITS && cells <= cells_of(WORDS)
    }

    /// The same layout with these cages in the place of those before.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        if cages.is_empty() && self.own.cages.is_empty() {
            return self.clone();
        }
        Self {
            fixed: self.fixed.clone(),
            own: Arc::new(Own::new(&self.fixed, cages)),
        }
    }
}

impl<const WORDS: usize> Own<WORDS> {
    fn new(fixed: &Fixed<WORDS>, cages: Vec<Cage>) -> Self {
        let mut own = Self {
            groups_of: fixed.houses_of().collect(),
            peers: fixed.peers.clone(),
            through: fixed.through.clone(),
            drawn: Vec::new(),
            cages,
        };
        let drawn = own.cages.iter().enumerate();
        for (number, cage) in drawn.filter(|(_, cage)| cage.is_drawn()) {
            let set: Wide<WORDS> = cage.cells.iter().map(|&cell| cell.into()).collect();
            for cell in set.iter() {
                own.groups_of[cell].push(fixed.houses.len() + own.drawn.len());
                own.peers[cell] |= set & !Wide::of(cell);
            }
            own.drawn.push((number, set));
        }
        if own.drawn.is_empty() {
            return own;
        }
        for (number, rectangle) in fixed.rectangles.iter().enumerate() {
            let mut around = (rectangle.corners.iter())
                .flat_map(|&cell| &own.groups_of[cell])
                .filter_map(|&group| group.checked_sub(fixed.houses.len()));
            if !around.all(|cage| is_even(rectangle, own.drawn[cage].1)) {
                for corner in rectangle.corners {
                    own.through[corner][number / 64] &= !(1 << (number % 64));
                }
            }
        }
        own
    }
}

impl<const DIGITS: usize, const WORDS: usize> Layout for Tables<DIGITS, WORDS> {
    type Cells = Wide<WORDS>;
    type Houses = Houses;
    type Word = u32;
    type OfDigits<T: Copy + Debug + Default> = [T; DIGITS];
    type OfCells<T: Copy + Debug + Default> = Vec<T>;
    type OfGroups<T: Copy + Debug + Default> = Vec<T>;
    type OfPlaces<T: Copy + Debug + Default> = Vec<T>;
    type Rectangles = Vec<u64>;
    type Frame = Same;
    type Left = Sets<Self>;

    fn digits(&self) -> usize {
        self.fixed.digits
    }

    fn cells(&self) -> usize {
        self.fixed.cells.len()
    }

    fn houses(&self) -> usize {
        self.fixed.houses.len()
    }

    fn groups(&self) -> usize {
        self.houses() + self.own.drawn.len()
    }

    fn lines(&self) -> usize {
        self.fixed.lines
    }

    fn kind(&self, group: usize) -> HouseKind {
        let kind = self.fixed.kinds.get(group);
        kind.map_or(HouseKind::Cage, |(kind, _)| *kind)
    }

    fn number(&self, group: usize) -> usize {
        match self.fixed.kinds.get(group) {
            Some((_, number)) => *number,
            None => group - self.houses() + 1,
        }
    }

    fn all(&self) -> Wide<WORDS> {
        self.fixed.all
    }

    fn peers(&self, cell: usize) -> Wide<WORDS> {
        self.own.peers[cell]
    }

    fn group(&self, group: usize) -> Wide<WORDS> {
        match self.fixed.houses.get(group) {
            Some((_, set)) => *set,
            None => self.own.drawn[group - self.houses()].1,
        }
    }

    fn members(&self, group: usize) -> &[u16] {
        match self.fixed.houses.get(group) {
            Some((members, _)) => members,
            None => &self.own.cages[self.own.drawn[group - self.houses()].0].cells,
        }
    }

    fn seats(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.fixed.seats[cell].iter().copied()
    }

    fn groups_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        self.own.groups_of[cell].iter().copied()
    }

    fn crossings(&self, house: usize) -> impl Iterator<Item = (u32, usize)> {
        self.fixed.crossings[house].iter().copied()
    }

    fn segments(&self) -> usize {
        self.fixed.segments.len()
    }

    fn segment(&self, segment: usize) -> Wide<WORDS> {
        self.fixed.segments[segment].0
    }

    fn ends(&self, segment: usize) -> [usize; 2] {
        self.fixed.segments[segment].1
    }

    fn segments_of(&self, house: usize) -> impl Iterator<Item = usize> {
        self.fixed.segments_of[house].iter().copied()
    }

    fn lattices(&self) -> impl Iterator<Item = [usize; 2]> {
        let lattices = self.fixed.lattices.iter();
        lattices.map(|lattice| [lattice.base, lattice.cover])
    }

    fn meshes(&self) -> impl Iterator<Item = [Range<usize>; 2]> {
        self.fixed.meshes.iter().cloned()
    }

    fn areas(&self, base: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let lattice = self.fixed.lattices.iter().find(|all| all.base == base);
        lattice
            .into_iter()
            .flat_map(|all| all.areas.iter().cloned())
    }

    fn shared(&self, line: usize, area: usize) -> u32 {
        let areas = self.houses() - self.lines();
        self.fixed.shared[line * areas + area - self.lines()]
    }

    fn rectangle(&self, number: usize) -> Rectangle {
        self.fixed.rectangles[number]
    }

    fn no_rectangles(&self) -> Vec<u64> {
        vec![0; self.fixed.rectangles.len().div_ceil(64)]
    }

    fn through(&self, cell: usize) -> &[u64] {
        &self.own.through[cell]
    }

    fn cages(&self) -> &[Cage] {
        &self.own.cages
    }

    fn name(&self, cell: usize) -> Cell {
        self.fixed.cells[cell]
    }
}
