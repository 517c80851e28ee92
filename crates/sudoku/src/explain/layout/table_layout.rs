//! Layouts of any number of cells, houses and digits, in tables.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::super::super::grid::Cell;
use super::super::house::HouseKind;
use super::candidates::DeducedCandidates;
use super::house_tables::{HouseTables, is_even};
use super::layout_set::{CELL_WORDS, HouseSet, LayoutSet, WideSet};
use super::{Cage, Layout, PlainLayout, Rectangle};

/// Most digits of a layout.
const MOST_DIGITS: usize = 25;

/// Layout with the cages of a puzzle. It has room for `DIGITS` digits, and for sets of cells of
/// `WORDS` words.
#[derive(Clone, Debug)]
pub struct TableLayout<const DIGITS: usize = MOST_DIGITS, const WORDS: usize = CELL_WORDS> {
    house_tables: Arc<HouseTables<WORDS>>,
    /// Tables that depend on the cages of a puzzle.
    cage_tables: Arc<CageTables<WORDS>>,
}

/// Tables of the cages of a puzzle.
#[derive(Debug)]
struct CageTables<const WORDS: usize> {
    cages: Vec<Cage>,
    /// Drawn cages, which are groups: number and cells.
    drawn: Vec<(usize, WideSet<WORDS>)>,
    groups_of: Vec<Vec<usize>>,
    peers: Vec<WideSet<WORDS>>,
    /// Rectangles through each cell where digits may be exchanged in all cages, too.
    rectangles_at: Vec<Vec<u64>>,
    plain: OnceLock<PlainLayout>,
}

impl TableLayout {
    /// Most cells of a layout.
    pub const MOST_CELLS: usize = 64 * CELL_WORDS;
}

impl<const DIGITS: usize, const WORDS: usize> TableLayout<DIGITS, WORDS> {
    /// Creates a layout without cages from its cells and its houses. The houses come in families of
    /// one kind that share no cell. Families of columns are in the order of the families of rows
    /// that they cross.
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
        let fixed = Arc::new(HouseTables::new(digits, cells, families));
        let own = Arc::new(CageTables::new(&fixed, Vec::new()));
        Self {
            house_tables: fixed,
            cage_tables: own,
        }
    }

    /// True if there is room for these numbers of digits and cells.
    pub fn has_room(digits: usize, cells: usize) -> bool {
        digits <= DIGITS && cells <= 64 * WORDS
    }

    /// Returns the layout with `cages` in place of its present cages.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        if cages.is_empty() && self.cage_tables.cages.is_empty() {
            return self.clone();
        }
        Self {
            house_tables: self.house_tables.clone(),
            cage_tables: Arc::new(CageTables::new(&self.house_tables, cages)),
        }
    }
}

impl<const WORDS: usize> CageTables<WORDS> {
    fn new(fixed: &HouseTables<WORDS>, cages: Vec<Cage>) -> Self {
        let mut own = Self {
            groups_of: fixed.houses_of().collect(),
            peers: fixed.peers.clone(),
            rectangles_at: fixed.rectangles_at.clone(),
            drawn: Vec::new(),
            plain: OnceLock::new(),
            cages,
        };
        let drawn = own.cages.iter().enumerate();
        for (number, cage) in drawn.filter(|(_, cage)| cage.is_drawn()) {
            let set: WideSet<WORDS> = cage.cells.iter().map(|&cell| cell.into()).collect();
            for cell in set.iter() {
                own.groups_of[cell].push(fixed.houses.len() + own.drawn.len());
                own.peers[cell] |= set & !WideSet::of(cell);
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
                    own.rectangles_at[corner][number / 64] &= !(1 << (number % 64));
                }
            }
        }
        own
    }
}

impl<const DIGITS: usize, const WORDS: usize> Layout for TableLayout<DIGITS, WORDS> {
    type Cells = WideSet<WORDS>;
    type Houses = HouseSet;
    type Word = u32;
    type OfDigits<T: Copy + Debug + Default> = [T; DIGITS];
    type OfCells<T: Copy + Debug + Default> = Vec<T>;
    type OfGroups<T: Copy + Debug + Default> = Vec<T>;
    type OfPlaces<T: Copy + Debug + Default> = Vec<T>;
    type Rectangles = Vec<u64>;
    type Remaining = DeducedCandidates<Self>;

    fn plain(&self) -> &PlainLayout {
        self.cage_tables.plain.get_or_init(|| PlainLayout::of(self))
    }

    fn digits(&self) -> usize {
        self.house_tables.digits
    }

    fn cells(&self) -> usize {
        self.house_tables.cells.len()
    }

    fn houses(&self) -> usize {
        self.house_tables.houses.len()
    }

    fn groups(&self) -> usize {
        self.houses() + self.cage_tables.drawn.len()
    }

    fn lines(&self) -> usize {
        self.house_tables.lines
    }

    fn kind(&self, group: usize) -> HouseKind {
        let kind = self.house_tables.kinds.get(group);
        kind.map_or(HouseKind::Cage, |(kind, _)| *kind)
    }

    fn number(&self, group: usize) -> usize {
        match self.house_tables.kinds.get(group) {
            Some((_, number)) => *number,
            None => group - self.houses() + 1,
        }
    }

    fn all_cells(&self) -> WideSet<WORDS> {
        self.house_tables.all_cells
    }

    fn peers(&self, cell: usize) -> WideSet<WORDS> {
        self.cage_tables.peers[cell]
    }

    fn group(&self, group: usize) -> WideSet<WORDS> {
        match self.house_tables.houses.get(group) {
            Some((_, set)) => *set,
            None => self.cage_tables.drawn[group - self.houses()].1,
        }
    }

    fn members(&self, group: usize) -> &[u16] {
        match self.house_tables.houses.get(group) {
            Some((members, _)) => members,
            None => &self.cage_tables.cages[self.cage_tables.drawn[group - self.houses()].0].cells,
        }
    }

    fn places_of(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.house_tables.places_of_cells[cell].iter().copied()
    }

    fn groups_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        self.cage_tables.groups_of[cell].iter().copied()
    }

    fn crossings(&self, house: usize) -> impl Iterator<Item = (u32, usize)> {
        self.house_tables.crossings[house].iter().copied()
    }

    fn segments(&self) -> usize {
        self.house_tables.segments.len()
    }

    fn segment(&self, segment: usize) -> WideSet<WORDS> {
        self.house_tables.segments[segment].0
    }

    fn segment_houses(&self, segment: usize) -> [usize; 2] {
        self.house_tables.segments[segment].1
    }

    fn segments_of(&self, house: usize) -> impl Iterator<Item = usize> {
        self.house_tables.segments_of[house].iter().copied()
    }

    fn lattices(&self) -> impl Iterator<Item = [usize; 2]> {
        let lattices = self.house_tables.lattices.iter();
        lattices.map(|lattice| [lattice.base, lattice.cover])
    }

    fn family_pairs(&self) -> impl Iterator<Item = [Range<usize>; 2]> {
        self.house_tables.family_pairs.iter().cloned()
    }

    fn areas(&self, base: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let lattice = self
            .house_tables
            .lattices
            .iter()
            .find(|all| all.base == base);
        lattice
            .into_iter()
            .flat_map(|all| all.areas.iter().cloned())
    }

    fn places_in_area(&self, line: usize, area: usize) -> u32 {
        let areas = self.houses() - self.lines();
        self.house_tables.places_in_areas[line * areas + area - self.lines()]
    }

    fn rectangle(&self, number: usize) -> Rectangle {
        self.house_tables.rectangles[number]
    }

    fn no_rectangles(&self) -> Vec<u64> {
        vec![0; self.house_tables.rectangles.len().div_ceil(64)]
    }

    fn rectangles_at(&self, cell: usize) -> &[u64] {
        &self.cage_tables.rectangles_at[cell]
    }

    fn cages(&self) -> &[Cage] {
        &self.cage_tables.cages
    }

    fn puzzle_cell(&self, cell: usize) -> Cell {
        self.house_tables.cells[cell]
    }
}
