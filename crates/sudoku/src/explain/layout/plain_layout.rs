//! Layouts as lists: cells, houses and cages, with all relations between them.
//!
//! The lists are the same type for every layout, so what makes and reads them is compiled once.

use std::ops::Range;

use super::super::super::grid::Cell;
use super::layout_set::HOUSE_WORDS;
use super::{Cage, CellSet, House, HouseKind, LayoutSet};
use countless_simd::sort_by_key;

/// Houses of one kind that share no cell, as lists of cells.
type Family = (HouseKind, Vec<Vec<u16>>);

/// Cells, houses and cages of a layout, with the numbers that they have there.
#[derive(Clone, Debug)]
pub struct PlainLayout {
    pub digits: usize,
    /// Number of lines, and of houses, which are the first groups.
    pub lines: usize,
    pub houses: usize,
    pub cages: Vec<Cage>,
    pub cells: Vec<PlainCell>,
    pub groups: Vec<PlainGroup>,
    /// Line and area of each segment: several cells, which both share.
    pub segments: Vec<[usize; 2]>,
    /// As many lines as digits that cross as many others in every cell, in both directions. A place
    /// in a line is the number of the line that crosses it there.
    pub lattices: Vec<Lattice>,
    /// Pairs of families that are not the lines of a lattice. The houses of a family share no cell,
    /// and are at most as many as the digits. At least two houses of the first family lie in houses
    /// of the second. A layout may leave out pairs for which locked candidates find as much.
    pub family_pairs: Vec<[Range<usize>; 2]>,
    pub rectangles: Vec<Rectangle>,
}

#[derive(Clone, Debug)]
pub struct PlainCell {
    position: Cell,
    /// Houses of the cell in ascending order, with its places there.
    pub places: Vec<(usize, usize)>,
    pub groups: Vec<usize>,
    /// Rectangles with a corner in the cell, one bit each.
    rectangles: Vec<u64>,
    /// Cells that see the cell.
    pub peers: CellSet,
}

/// House or drawn cage.
#[derive(Clone, Debug)]
pub struct PlainGroup {
    pub members: Vec<u16>,
    /// Houses that share several cells with it, but not all, with the places of these cells.
    pub crossings: Vec<(u32, usize)>,
    /// Places of a line in each area.
    pub places_in_areas: Vec<u32>,
    /// Segments within the group, in ascending order.
    pub segments: Vec<usize>,
    pub house: House,
    pub cells: CellSet,
}

/// Lines, and the lines that cross them in every cell, by the first of each.
#[derive(Clone, Debug)]
pub struct Lattice {
    pub base: usize,
    pub cover: usize,
    /// Areas with the lines through them, in order of the lines.
    pub areas: Vec<(usize, Range<usize>)>,
}

/// Four cells in two rows and two columns. If opposite corners hold equal digits, an exchange of
/// the two digits is valid in every group.
#[derive(Clone, Copy, Debug)]
pub struct Rectangle {
    /// Corners, row by row: the first and the third share a column.
    pub corners: [usize; 4],
    pub rows: [usize; 2],
    pub columns: [usize; 2],
}

impl Rectangle {
    /// True if a group has as many corners on one diagonal as on the other, and at most one on each.
    fn is_even(&self, group: CellSet) -> bool {
        let [a, b, c, d] = self.corners.map(|cell| group.contains(cell));
        a ^ d == b ^ c && !(a && d) && !(b && c)
    }
}

impl PlainLayout {
    /// Lists the cells and houses of a layout without cages. The houses come in families. Families
    /// of columns are in the order of the families of rows that they cross.
    ///
    /// # Panics
    ///
    /// If there are more than 256 houses.
    pub fn new(digits: usize, cells: Vec<Cell>, families: &[Family]) -> Self {
        let cell = |position| PlainCell {
            position,
            places: Vec::new(),
            groups: Vec::new(),
            rectangles: Vec::new(),
            peers: CellSet::NONE,
        };
        let mut layout = Self {
            digits,
            lines: 0,
            houses: 0,
            cages: Vec::new(),
            cells: cells.into_iter().map(cell).collect(),
            groups: Vec::new(),
            segments: Vec::new(),
            lattices: Vec::new(),
            family_pairs: Vec::new(),
            rectangles: Vec::new(),
        };
        let mut sorted: Vec<&Family> = families.iter().collect();
        sort_by_key(&mut sorted, |(kind, _)| *kind);
        let mut starts = Vec::new();
        for (kind, family) in sorted {
            starts.push((*kind, layout.groups.len()));
            for members in family {
                layout.add_group(*kind, members);
                layout.lines += usize::from(kind.is_line());
            }
        }
        layout.houses = layout.groups.len();
        assert!(
            layout.houses <= 64 * HOUSE_WORDS,
            "a layout of {} houses is too large",
            layout.houses
        );
        layout.find_crossings();
        let starts_of = |kind| {
            let starts = starts.iter().filter(move |(other, _)| *other == kind);
            starts.map(|&(_, start)| start)
        };
        for (rows, columns) in starts_of(HouseKind::Row).zip(starts_of(HouseKind::Column)) {
            for [base, cover] in [[rows, columns], [columns, rows]] {
                layout.lattices.push(layout.lattice(base, cover));
            }
            layout.find_rectangles(rows, columns);
        }
        let starts: Vec<usize> = starts.iter().map(|&(_, start)| start).collect();
        layout.find_family_pairs(&starts);
        for cell in &mut layout.cells {
            cell.rectangles = vec![0; layout.rectangles.len().div_ceil(64)];
        }
        for (number, rectangle) in layout.rectangles.iter().enumerate() {
            for corner in rectangle.corners {
                layout.cells[corner].rectangles[number / 64] |= 1 << (number % 64);
            }
        }
        layout
    }

    /// Returns a layout without cages with `cages`.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        let mut layout = self.clone();
        for cage in cages.iter().filter(|cage| cage.is_drawn()) {
            layout.add_group(HouseKind::Cage, &cage.cells);
        }
        layout.cages = cages;
        for (number, rectangle) in self.rectangles.iter().enumerate() {
            let corners = rectangle.corners.iter();
            let groups = corners.flat_map(|&cell| &layout.cells[cell].groups);
            let mut cages = groups.filter(|&&group| group >= self.houses);
            // Digits may be exchanged only if that is valid in all cages, too.
            if !cages.all(|&cage| rectangle.is_even(layout.groups[cage].cells)) {
                for corner in rectangle.corners {
                    layout.cells[corner].rectangles[number / 64] &= !(1 << (number % 64));
                }
            }
        }
        layout
    }

    fn add_group(&mut self, kind: HouseKind, members: &[u16]) {
        let group = self.groups.len();
        let alike = self.groups.iter().filter(|other| other.house.kind == kind);
        let number = alike.count() + 1;
        let set: CellSet = members.iter().map(|&cell| cell.into()).collect();
        let mut positions = Vec::with_capacity(members.len());
        for (place, cell) in members.iter().map(|&cell| usize::from(cell)).enumerate() {
            let own = &mut self.cells[cell];
            positions.push(own.position);
            own.groups.push(group);
            own.peers |= set & !CellSet::of(cell);
            if kind != HouseKind::Cage {
                own.places.push((group, place));
            }
        }
        self.groups.push(PlainGroup {
            members: members.to_vec(),
            crossings: Vec::new(),
            places_in_areas: Vec::new(),
            segments: Vec::new(),
            house: House {
                kind,
                number,
                cells: positions,
            },
            cells: set,
        });
    }

    /// Places of the house `of` that are also in the house `with`.
    fn places_in(&self, of: usize, with: usize) -> u32 {
        let members = self.members(of).iter().enumerate();
        let shared = members.filter(|(_, cell)| self.group(with).contains((**cell).into()));
        shared.fold(0, |all, (place, _)| all | 1 << place)
    }

    /// Finds the houses that share several cells, and the segments.
    fn find_crossings(&mut self) {
        let (lines, houses) = (self.lines, self.houses);
        for of in 0..houses {
            let all = self.members(of).len();
            let others = (0..houses).map(|with| (self.places_in(of, with), with));
            let several = others.filter(|(shared, _)| {
                let shared = shared.count_ones() as usize;
                shared > 1 && shared < all
            });
            self.groups[of].crossings = several.collect();
        }
        for line in 0..lines {
            let crossings = self.groups[line].crossings.iter();
            let areas = crossings.map(|&(_, area)| area).filter(|&of| of >= lines);
            for area in areas.collect::<Vec<_>>() {
                for house in [line, area] {
                    self.groups[house].segments.push(self.segments.len());
                }
                self.segments.push([line, area]);
            }
            let shared = (lines..houses).map(|area| self.places_in(line, area));
            self.groups[line].places_in_areas = shared.collect();
        }
    }

    /// Returns the lattice of the lines from `base` on, one for each digit, and of those from
    /// `cover` on.
    fn lattice(&self, base: usize, cover: usize) -> Lattice {
        let crosses = |line: usize, area: usize| self.group(line).meets(self.group(area));
        let lines = base..base + self.digits;
        let all = self.cells_of(lines.clone());
        let within = |&area: &usize| (self.group(area) & !all).is_empty();
        let areas = (self.lines..self.houses).filter(within).map(|area| {
            let first = lines.clone().position(|line| crosses(line, area));
            let last = lines.clone().rposition(|line| crosses(line, area));
            (area, first.unwrap_or(0)..last.map_or(0, |last| last + 1))
        });
        let mut areas: Vec<(usize, Range<usize>)> = areas.collect();
        sort_by_key(&mut areas, |(area, span)| {
            let mut across = cover..cover + self.digits;
            let across = across.position(|line| crosses(line, *area));
            (span.start, across.map_or(0, |place| place + 1))
        });
        Lattice { base, cover, areas }
    }

    /// Cells of some houses.
    fn cells_of(&self, houses: Range<usize>) -> CellSet {
        houses.fold(CellSet::NONE, |all, house| all | self.group(house))
    }

    /// Finds the rectangles between two rows and two columns where two digits can be exchanged
    /// within every house.
    fn find_rectangles(&mut self, rows: usize, columns: usize) {
        let lines = self.digits;
        let pairs = || (0..lines).flat_map(move |one| (one + 1..lines).map(move |two| [one, two]));
        for [top, bottom] in pairs() {
            for [left, right] in pairs() {
                let cell = |row: usize, column: usize| self.members(rows + row)[column].into();
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
                let corners = rectangle.corners.iter();
                let mut around = corners.flat_map(|&cell| &self.cells[cell].groups);
                if around.all(|&house| rectangle.is_even(self.group(house))) {
                    self.rectangles.push(rectangle);
                }
            }
        }
    }

    /// Finds the pairs of families, from the first house of each. Families of more houses than
    /// digits are left out, for example the boxes of overlapping grids.
    fn find_family_pairs(&mut self, starts: &[usize]) {
        let ends = starts.iter().skip(1).chain([&self.houses]);
        let families = starts.iter().zip(ends).map(|(&start, &end)| start..end);
        let families = families.filter(|family| family.len() <= self.digits);
        let families: Vec<Range<usize>> = families.collect();
        for base in &families {
            for cover in families.iter().filter(|cover| *cover != base) {
                let mut lattices = self.lattices.iter();
                if lattices.any(|all| [all.base, all.cover] == [base.start, cover.start]) {
                    continue;
                }
                let covered = self.cells_of(cover.clone());
                let is_covered = |&house: &usize| (self.group(house) & !covered).is_empty();
                if base.clone().filter(is_covered).nth(1).is_some() {
                    self.family_pairs.push([base.clone(), cover.clone()]);
                }
            }
        }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Position of a cell in the puzzle.
    pub fn puzzle_cell(&self, cell: usize) -> Cell {
        self.cells[cell].position
    }

    /// Group as a house of the puzzle.
    pub fn house(&self, group: usize) -> &House {
        &self.groups[group].house
    }

    /// Kind of a group.
    pub fn kind(&self, group: usize) -> HouseKind {
        self.house(group).kind
    }

    /// Cells of a group in ascending order: the order of its places.
    pub fn members(&self, group: usize) -> &[u16] {
        &self.groups[group].members
    }

    /// Cells of a group.
    pub fn group(&self, group: usize) -> CellSet {
        self.groups[group].cells
    }

    /// Houses that share several cells with `house`, but not all. Each comes with the places of
    /// these cells in `house`.
    pub fn crossings(&self, house: usize) -> &[(u32, usize)] {
        &self.groups[house].crossings
    }

    /// Cells that see a cell.
    pub fn peers(&self, cell: usize) -> CellSet {
        self.cells[cell].peers
    }

    /// Rectangles with a corner in a cell, one bit each.
    pub fn rectangles_at(&self, cell: usize) -> &[u64] {
        &self.cells[cell].rectangles
    }

    /// Groups that contain all of these cells, in order.
    pub fn common_groups(&self, cells: CellSet) -> impl Iterator<Item = usize> {
        let first = cells.first().map(|cell| self.cells[cell].groups.iter());
        let groups = first.into_iter().flatten().copied();
        groups.filter(move |&group| (cells & !self.group(group)).is_empty())
    }

    /// Houses of a cell.
    pub fn houses_of(&self, cell: usize) -> impl Iterator<Item = usize> {
        let places = self.cells[cell].places.iter();
        places.map(|&(house, _)| house)
    }
}
