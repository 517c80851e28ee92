//! Tables that all puzzles of a layout share, computed once.

use std::ops::Range;

use super::super::super::grid::Cell;
use super::super::house::HouseKind;
use super::layout_set::{HOUSE_WORDS, LayoutSet, WideSet};
use super::{Rectangle, bits};
use countless_simd::stable_sort;

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
        stable_sort(&mut sorted, |(one, _), (other, _)| {
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
                let lattice = fixed.lattice(base, cover);
                fixed.lattices.push(lattice);
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
        let number = alike.count() + 1;
        self.kinds.push((kind, number));
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
        stable_sort(&mut areas, |one, other| key(one).cmp(&key(other)));
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
