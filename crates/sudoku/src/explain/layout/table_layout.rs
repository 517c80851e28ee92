//! Layouts of any number of cells, houses and digits, in tables. All puzzles of a layout share the
//! lists of its houses; those with cages belong to a puzzle.

use std::fmt::Debug;
use std::sync::Arc;

use super::super::super::grid::Cell;
use super::candidates::DeducedCandidates;
use super::houses::HouseKind;
use super::layout_set::{CELL_WORDS, HouseSet, WideSet};
use super::{Cage, Layout, PlainLayout};

/// Most digits of a layout. In WebAssembly, techniques are compiled for layouts of one size only.
const MOST_DIGITS: usize = if cfg!(target_family = "wasm") { 16 } else { 25 };

/// Layout with the cages of a puzzle. It has room for `DIGITS` digits, and for sets of cells of
/// `WORDS` words.
#[derive(Clone, Debug)]
pub struct TableLayout<const DIGITS: usize = MOST_DIGITS, const WORDS: usize = CELL_WORDS> {
    without_cages: Arc<PlainLayout>,
    plain: Arc<PlainLayout>,
    sets: Arc<GroupSets<WORDS>>,
}

/// Sets of the cells of a layout, of the cells that see each cell, and of the cells of each group
/// and segment.
#[derive(Debug)]
struct GroupSets<const WORDS: usize> {
    all_cells: WideSet<WORDS>,
    peers: Vec<WideSet<WORDS>>,
    groups: Vec<WideSet<WORDS>>,
    segments: Vec<WideSet<WORDS>>,
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
        let plain = Arc::new(PlainLayout::new(digits, cells, families));
        Self::of(plain.clone(), plain)
    }

    fn of(without_cages: Arc<PlainLayout>, plain: Arc<PlainLayout>) -> Self {
        let peers = plain.cells.iter().map(|cell| cell.peers.resized());
        let groups = plain.groups.iter().map(|group| group.cells.resized());
        let groups: Vec<WideSet<WORDS>> = groups.collect();
        let segments = plain.segments.iter();
        let segments = segments.map(|&[line, area]| groups[line] & groups[area]);
        let sets = GroupSets {
            all_cells: (0..plain.cells()).collect(),
            peers: peers.collect(),
            segments: segments.collect(),
            groups,
        };
        Self {
            without_cages,
            plain,
            sets: Arc::new(sets),
        }
    }

    /// True if there is room for these numbers of digits and cells.
    pub fn has_room(digits: usize, cells: usize) -> bool {
        digits <= DIGITS && cells <= 64 * WORDS
    }

    /// Returns the layout with `cages` in place of its present cages.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        if cages.is_empty() && self.plain.cages.is_empty() {
            return self.clone();
        }
        let plain = Arc::new(self.without_cages.with_cages(cages));
        Self::of(self.without_cages.clone(), plain)
    }
}

impl<const DIGITS: usize, const WORDS: usize> Layout for TableLayout<DIGITS, WORDS> {
    type Cells = WideSet<WORDS>;
    type Houses = HouseSet;
    type OfDigits<T: Copy + Debug + Default> = [T; DIGITS];
    type OfCells<T: Copy + Debug + Default> = Vec<T>;
    type OfGroups<T: Copy + Debug + Default> = Vec<T>;
    type OfPlaces<T: Copy + Debug + Default> = Vec<T>;
    type Rectangles = Vec<u64>;
    type Remaining = DeducedCandidates<Self>;

    fn plain(&self) -> &PlainLayout {
        &self.plain
    }

    fn all_cells(&self) -> WideSet<WORDS> {
        self.sets.all_cells
    }

    fn peers(&self, cell: usize) -> WideSet<WORDS> {
        self.sets.peers[cell]
    }

    fn group(&self, group: usize) -> WideSet<WORDS> {
        self.sets.groups[group]
    }

    fn segment(&self, segment: usize) -> WideSet<WORDS> {
        self.sets.segments[segment]
    }

    fn no_rectangles(&self) -> Vec<u64> {
        vec![0; self.plain.rectangles.len().div_ceil(64)]
    }
}
