//! Layouts of any number of cells, houses and digits, in tables. All puzzles of a layout share the
//! tables of its houses; the tables of cages belong to a puzzle.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::super::super::grid::Cell;
use super::candidates::DeducedCandidates;
use super::houses::HouseKind;
use super::layout_set::{CELL_WORDS, HOUSE_WORDS, HouseSet, LayoutSet, WideSet};
use super::{Cage, Layout, PlainLayout, Rectangle, bits};
use countless_simd::sort_by;

/// Most digits of a layout. In WebAssembly, techniques are compiled for layouts of one size only.
const MOST_DIGITS: usize = if cfg!(target_family = "wasm") { 16 } else { 25 };

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

/// Cells and houses, with all relations between them. A set of cells has `WORDS` words.
#[derive(Debug)]
pub struct HouseTables<const WORDS: usize> {
    pub digits: usize,
    /// Number of houses that are lines.
    pub lines: usize,
    pub cells: Vec<Cell>,
    /// Kind of each house, and its number among those of its kind, from 1.
    pub kinds: Vec<(HouseKind, usize)>,
    pub houses: Vec<(Vec<u16>, WideSet<WORDS>)>,
    pub places_of_cells: Vec<Vec<(usize, usize)>>,
    pub peers: Vec<WideSet<WORDS>>,
    pub all_cells: WideSet<WORDS>,
    pub crossings: Vec<Vec<(u32, usize)>>,
    pub segments: Vec<(WideSet<WORDS>, [usize; 2])>,
    pub segments_of: Vec<Vec<usize>>,
    pub lattices: Vec<Lattice>,
    pub family_pairs: Vec<[Range<usize>; 2]>,
    /// Places of each line in each area, by line, then by area.
    pub places_in_areas: Vec<u32>,
    pub rectangles: Vec<Rectangle>,
    pub rectangles_at: Vec<Vec<u64>>,
}

/// Lines, and the lines that cross them in every cell.
#[derive(Debug)]
pub struct Lattice {
    pub base: usize,
    pub cover: usize,
    pub areas: Vec<(usize, Range<usize>)>,
}

impl<const WORDS: usize> HouseTables<WORDS> {
    /// Creates the tables. Houses come in families: each has houses of one kind that share no cell.
    pub fn new(digits: usize, cells: Vec<Cell>, families: &[(HouseKind, Vec<Vec<u16>>)]) -> Self {
        let mut sorted: Vec<&(HouseKind, Vec<Vec<u16>>)> = families.iter().collect();
        sort_by(&mut sorted, |(one, _), (other, _)| {
            order(*one).cmp(&order(*other))
        });
        let mut fixed = Self {
            digits,
            lines: 0,
            all_cells: (0..cells.len()).collect(),
            kinds: Vec::new(),
            houses: Vec::new(),
            places_of_cells: vec![Vec::new(); cells.len()],
            peers: vec![WideSet::NONE; cells.len()],
            crossings: Vec::new(),
            segments: Vec::new(),
            segments_of: Vec::new(),
            lattices: Vec::new(),
            family_pairs: Vec::new(),
            places_in_areas: Vec::new(),
            rectangles: Vec::new(),
            rectangles_at: Vec::new(),
            cells,
        };
        let mut starts = Vec::new();
        for (kind, family) in sorted {
            starts.push((*kind, fixed.houses.len()));
            for members in family {
                fixed.add_house(*kind, members);
            }
        }
        assert!(
            fixed.houses.len() <= 64 * HOUSE_WORDS,
            "a layout of {} houses is too large",
            fixed.houses.len()
        );
        for (cell, peers) in fixed.peers.iter_mut().enumerate() {
            peers.remove(cell);
        }
        fixed.find_crossings();
        let starts_of = |kind| {
            let starts = starts.iter().filter(move |(other, _)| *other == kind);
            starts.map(|&(_, start)| start)
        };
        let grids = starts_of(HouseKind::Row).zip(starts_of(HouseKind::Column));
        let grids: Vec<[usize; 2]> = grids.map(|(rows, columns)| [rows, columns]).collect();
        for &[rows, columns] in &grids {
            for [base, cover] in [[rows, columns], [columns, rows]] {
                fixed.lattices.push(fixed.lattice(base, cover));
            }
            fixed.find_rectangles(rows, columns);
        }
        let starts: Vec<usize> = starts.iter().map(|&(_, start)| start).collect();
        fixed.find_family_pairs(&starts);
        let words = fixed.rectangles.len().div_ceil(64);
        fixed.rectangles_at = vec![vec![0; words]; fixed.cells.len()];
        for (number, rectangle) in fixed.rectangles.iter().enumerate() {
            for corner in rectangle.corners {
                fixed.rectangles_at[corner][number / 64] |= 1 << (number % 64);
            }
        }
        fixed
    }

    /// Finds the pairs of families, from the first house of each. Families of more houses than
    /// digits are left out, for example the boxes of overlapping grids.
    fn find_family_pairs(&mut self, starts: &[usize]) {
        let end = self.houses.len();
        let ends = starts.iter().skip(1).chain([&end]);
        let families = starts.iter().zip(ends).map(|(&start, &end)| start..end);
        let families: Vec<Range<usize>> = families
            .filter(|family| family.len() <= self.digits)
            .collect();
        for base in &families {
            for cover in families.iter().filter(|cover| *cover != base) {
                let mut lattices = self.lattices.iter();
                if lattices.any(|all| [all.base, all.cover] == [base.start, cover.start]) {
                    continue;
                }
                let all = self.houses[cover.clone()].iter();
                let covered = all.fold(WideSet::NONE, |all, (_, house)| all | *house);
                let mut within = base.clone().filter(|&house| {
                    let (_, cells) = &self.houses[house];
                    (*cells & !covered).is_empty()
                });
                if within.nth(1).is_some() {
                    self.family_pairs.push([base.clone(), cover.clone()]);
                }
            }
        }
    }

    fn add_house(&mut self, kind: HouseKind, members: &[u16]) {
        let house = self.houses.len();
        let alike = self.kinds.iter().filter(|(other, _)| *other == kind);
        self.kinds.push((kind, alike.count() + 1));
        let set: WideSet<WORDS> = members.iter().map(|&cell| cell.into()).collect();
        for (place, &cell) in members.iter().enumerate() {
            self.places_of_cells[usize::from(cell)].push((house, place));
            self.peers[usize::from(cell)] |= set;
        }
        self.houses.push((members.to_vec(), set));
        self.lines += usize::from(kind.is_line());
    }

    /// Places of the house `of` that are also in the house `with`.
    fn places_in(&self, of: usize, with: usize) -> u32 {
        let members = self.houses[of].0.iter().enumerate();
        let shared = members.filter(|(_, cell)| self.houses[with].1.contains((**cell).into()));
        shared.fold(0, |all, (place, _)| all | 1 << place)
    }

    /// Finds the houses that share several cells, and the segments.
    fn find_crossings(&mut self) {
        let (lines, houses) = (self.lines, self.houses.len());
        for of in 0..houses {
            let all = self.houses[of].0.len();
            let others = (0..houses).map(|with| (self.places_in(of, with), with));
            let several = others.filter(|(shared, _)| {
                let shared = shared.count_ones() as usize;
                shared > 1 && shared < all
            });
            self.crossings.push(several.collect());
        }
        self.segments_of = vec![Vec::new(); houses];
        for line in 0..lines {
            for &(places, area) in self.crossings[line].iter().filter(|(_, of)| *of >= lines) {
                self.segments_of[line].push(self.segments.len());
                self.segments_of[area].push(self.segments.len());
                let members = &self.houses[line].0;
                let cells = bits(places).map(|place| members[place].into());
                self.segments.push((cells.collect(), [line, area]));
            }
            let shared = (lines..houses).map(|area| self.places_in(line, area));
            self.places_in_areas.extend(shared.collect::<Vec<u32>>());
        }
    }

    /// Returns the lattice of the lines from `base` on, one for each digit, and of those from
    /// `cover` on.
    fn lattice(&self, base: usize, cover: usize) -> Lattice {
        let crosses =
            |line: usize, area: usize| !(self.houses[line].1 & self.houses[area].1).is_empty();
        let lines = base..base + self.digits;
        let all = lines
            .clone()
            .fold(WideSet::NONE, |all, line| all | self.houses[line].1);
        let within = |&area: &usize| (self.houses[area].1 & !all).is_empty();
        let areas = (self.lines..self.houses.len()).filter(within).map(|area| {
            let first = lines.clone().position(|line| crosses(line, area));
            let last = lines.clone().rposition(|line| crosses(line, area));
            (area, first.unwrap_or(0)..last.map_or(0, |last| last + 1))
        });
        let mut areas: Vec<(usize, Range<usize>)> = areas.collect();
        let key = |(area, span): &(usize, Range<usize>)| {
            let mut across = cover..cover + self.digits;
            let across = across.position(|line| crosses(line, *area));
            (span.start, across.map_or(0, |place| place + 1))
        };
        sort_by(&mut areas, |one, other| key(one).cmp(&key(other)));
        Lattice { base, cover, areas }
    }

    /// Finds the rectangles between two rows and two columns where two digits can be exchanged
    /// within every house.
    fn find_rectangles(&mut self, rows: usize, columns: usize) {
        for [top, bottom, left, right] in quadruples(self.digits) {
            let cell = |row: usize, column: usize| self.houses[rows + row].0[column].into();
            let rectangle = Rectangle {
                corners: [
                    cell(top, left),
                    cell(top, right),
                    cell(bottom, left),
                    cell(bottom, right),
                ],
                rows: [rows + top, rows + bottom],
                columns: [columns + left, columns + right],
            };
            let mut around = rectangle
                .corners
                .iter()
                .flat_map(|&cell| &self.places_of_cells[cell]);
            if around.all(|&(house, _)| is_even(&rectangle, self.houses[house].1)) {
                self.rectangles.push(rectangle);
            }
        }
    }

    /// Houses of each cell.
    pub fn houses_of(&self) -> impl Iterator<Item = Vec<usize>> {
        let seats = self.places_of_cells.iter();
        seats.map(|seats| seats.iter().map(|&(house, _)| house).collect())
    }
}

/// Position of a kind in the order of houses.
fn order(kind: HouseKind) -> usize {
    match kind {
        HouseKind::Row => 0,
        HouseKind::Column => 1,
        HouseKind::Diagonal => 2,
        HouseKind::Box => 3,
        HouseKind::Region => 4,
        HouseKind::Window => 5,
        HouseKind::Implied => 6,
        HouseKind::Cage => 7,
    }
}

/// Pairs of lines with pairs of crossing lines, in ascending order.
fn quadruples(lines: usize) -> impl Iterator<Item = [usize; 4]> {
    let pairs = move || (0..lines).flat_map(move |one| (one + 1..lines).map(move |two| (one, two)));
    pairs()
        .flat_map(move |(top, bottom)| pairs().map(move |(left, right)| [top, bottom, left, right]))
}

/// True if a group has as many corners on one diagonal as on the other, and at most one on each.
pub fn is_even(rectangle: &Rectangle, group: impl LayoutSet) -> bool {
    let [a, b, c, d] = rectangle.corners.map(|cell| group.contains(cell));
    a ^ d == b ^ c && !(a && d) && !(b && c)
}
