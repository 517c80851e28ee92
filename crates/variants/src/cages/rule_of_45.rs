//! Cages derived from drawn cages by the rule of 45.
//!
//! Adjacent rows, columns or boxes form an area with a known sum. The cells that the cages inside
//! leave over (innies) have the remaining sum. If cages cover the area, their cells outside of it
//! (outies) have the excess. If all innies or all outies are in one house, their digits differ, and
//! they form another cage.

use std::ops::RangeInclusive;

use super::Cages;
use crate::Shape;
use countless_simd::sort_by_key;
use countless_sudoku::{Cage, CageOrigin, HouseKind};

/// Largest number of adjacent houses in an area.
const MOST_ADJACENT: usize = 8;

/// Largest number of cells of a derived cage.
const MOST_DERIVED_CELLS: u32 = 4;

/// Bits of a set. Cages are derived only in shapes with at most this many cells.
const SET_CELLS: usize = u128::BITS as usize;

/// Largest number of drawn and derived cages.
const MOST_CAGES: usize = 256;

/// Largest number of houses of a family that are considered.
const MOST_HOUSES: usize = 32;

/// Areas from which cages are derived, and the houses of each cell. Sets have a bit for each cell.
#[derive(Clone, Debug)]
pub struct RuleOf45 {
    families: Vec<HouseFamily>,
    /// Sum of the digits of a house.
    pub house_sum: u32,
    /// Number of adjacent boxes in a band; 1 if there are several grids.
    boxes_per_band: usize,
    houses: Vec<u128>,
    /// Houses of each cell, as a bit for each of the first 128 houses.
    houses_of: Vec<u128>,
}

/// Disjoint houses. Several adjacent ones form an area.
#[derive(Clone, Debug)]
struct HouseFamily {
    houses: Vec<u128>,
    /// Kind and number of each house.
    names: Vec<(HouseKind, usize)>,
    /// Index of the house of each cell, if any.
    house_of: Vec<Option<u8>>,
}

impl RuleOf45 {
    /// Returns the areas of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut areas = Self {
            families: Vec::new(),
            house_sum: (1..=shape.digits() as u32).sum(),
            boxes_per_band: match shape.row_families() {
                1 => shape.boxes.0,
                _ => 1,
            },
            houses: Vec::new(),
            houses_of: vec![0; shape.cells()],
        };
        if shape.cells() > SET_CELLS {
            return areas;
        }
        for family in &shape.families {
            let houses = family.iter().map(|house| cell_set(&house.cells));
            areas.houses.extend(houses.clone());
            let houses: Vec<u128> = houses.take(MOST_HOUSES).collect();
            let mut house_of = vec![None; shape.cells()];
            for (number, &house) in houses.iter().enumerate() {
                for cell in members(house) {
                    house_of[usize::from(cell)] = Some(number as u8);
                }
            }
            let names = family.iter().map(|house| (house.kind, house.number));
            areas.families.push(HouseFamily {
                houses,
                names: names.collect(),
                house_of,
            });
        }
        areas.houses.truncate(SET_CELLS);
        for (number, house) in areas.houses.iter().enumerate() {
            for cell in members(*house) {
                areas.houses_of[usize::from(cell)] |= 1 << number;
            }
        }
        areas
    }

    /// Returns the number of cells of the shape.
    pub fn cells(&self) -> usize {
        self.houses_of.len()
    }

    /// Returns the cells that see all cells of a cage. The set is empty if the shape is too large.
    pub(super) fn cells_seeing(&self, cells: &[u16]) -> u128 {
        if self.families.is_empty() {
            return 0;
        }
        let cells = cell_set(cells);
        self.houses_around(cells).unwrap_or(0) & !cells
    }

    /// Returns families of disjoint houses, each with the number of adjacent houses in a band.
    pub fn house_families(&self) -> impl Iterator<Item = (&[u128], usize)> {
        let band = |family: &HouseFamily| match family.names[..] {
            [(HouseKind::Box, _), ..] => self.boxes_per_band,
            _ => 1,
        };
        let families = self.families.iter();
        families.map(move |family| (&family.houses[..], band(family)))
    }

    /// Returns the drawn and the derived cages for techniques, small ones first.
    pub fn with_derived(&self, drawn: &Cages) -> Vec<Cage> {
        let mut all = drawn.for_techniques();
        self.derive(drawn, |part, _, family, houses| {
            all.push(Cage {
                cells: members(part.cells).map(u16::from).collect(),
                sum: part.sum,
                origin: CageOrigin::Follows(self.families[family].names[houses].to_vec()),
            });
        });
        sort_by_key(&mut all, |cage| cage.cells.len());
        all
    }

    /// Derives cages from the drawn cages. Passes to `found` each cage, the cells that see all of
    /// it, the index of a family, and the range of the houses in the area.
    pub(super) fn derive(
        &self,
        drawn: &Cages,
        mut found: impl FnMut(CellSum, u128, usize, RangeInclusive<usize>),
    ) {
        if self.families.is_empty() {
            return;
        }
        let mut known = KnownSums([0; KnownSums::SLOTS]);
        let mut parts = [CellSum::default(); SET_CELLS];
        let (mut all, mut covered) = (0, 0);
        for (part, (cells, sum)) in parts.iter_mut().zip(drawn.drawn()) {
            let cells = cell_set(cells);
            known.is_new(CellSum { cells, sum });
            // Of overlapping cages, only the first is used.
            if cells & covered == 0 {
                *part = CellSum { cells, sum };
                covered |= cells;
            }
            all += 1;
        }
        let parts = &parts[..all];
        for (number, family) in self.families.iter().enumerate() {
            let mut cages = CagesByHouse::new(family, drawn, parts);
            for first in (0..family.houses.len()).rev() {
                cages.begin_at(first, parts);
                let (mut area, mut inside) = (CellSum::default(), CellSum::default());
                for last in first..family.houses.len().min(first + MOST_ADJACENT) {
                    area.cells |= family.houses[last];
                    area.sum += self.house_sum;
                    inside.add(cages.inside[last]);
                    let part = innie_or_outie(area, inside, cages.touched(first, last));
                    if let Some(part) = part.filter(|&part| known.is_new(part))
                        && let Some(around) = self.houses_around(part.cells)
                        && all < MOST_CAGES
                    {
                        found(part, around & !part.cells, number, first..=last);
                        all += 1;
                    }
                }
            }
        }
    }

    /// Returns the cells of all houses that contain all of `cells`, or `None` without any.
    fn houses_around(&self, cells: u128) -> Option<u128> {
        let houses = *self.houses_of.get(cells.trailing_zeros() as usize)?;
        let around = members(houses).fold(0, |all, house| {
            let house = self.houses[usize::from(house)];
            all | if cells & !house == 0 { house } else { 0 }
        });
        (around != 0).then_some(around)
    }
}

/// Returns the innies of an area, or its outies if cages cover it, provided that they are few.
fn innie_or_outie(area: CellSum, inside: CellSum, touched: CellSum) -> Option<CellSum> {
    let found = |all: CellSum, part: CellSum| {
        let cells = all.cells & !part.cells;
        // An impossible sum has no set of digits.
        let sum = all.sum.saturating_sub(part.sum);
        (1..=MOST_DERIVED_CELLS)
            .contains(&cells.count_ones())
            .then_some(CellSum { cells, sum })
    };
    let is_covered = area.cells & !touched.cells == 0;
    found(area, inside).or_else(|| found(touched, area).filter(|_| is_covered))
}

/// Cells and the sum of their digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellSum {
    pub cells: u128,
    pub sum: u32,
}

impl CellSum {
    fn add(&mut self, other: Self) {
        self.cells |= other.cells;
        self.sum += other.sum;
    }
}

/// Drawn cages, by the houses of a family.
struct CagesByHouse {
    /// For each house, a bit for each cage that begins there and has all cells in houses of the
    /// family.
    from: [u128; MOST_HOUSES],
    /// Last house of each cage.
    last: [u8; SET_CELLS],
    /// For each house, the union of the cages that begin in the area and end in this house.
    inside: [CellSum; MOST_HOUSES],
    /// For each house, the union of the cages that end before it, and of those that begin after it.
    before: [CellSum; MOST_HOUSES + 1],
    behind: [CellSum; MOST_HOUSES],
    all: CellSum,
}

impl CagesByHouse {
    fn new(family: &HouseFamily, drawn: &Cages, parts: &[CellSum]) -> Self {
        let mut cages = Self {
            from: [0; MOST_HOUSES],
            last: [0; SET_CELLS],
            inside: [CellSum::default(); MOST_HOUSES],
            before: [CellSum::default(); MOST_HOUSES + 1],
            behind: [CellSum::default(); MOST_HOUSES],
            all: CellSum::default(),
        };
        let houses = family.houses.len();
        for (number, (&part, (cells, _))) in parts.iter().zip(drawn.drawn()).enumerate() {
            let (mut first, mut last, mut is_in) = (houses, 0, true);
            for &cell in cells {
                match family.house_of[usize::from(cell)] {
                    Some(house) => {
                        first = first.min(house.into());
                        last = last.max(house.into());
                    }
                    None => is_in = false,
                }
            }
            if first > last || part.cells == 0 {
                continue;
            }
            cages.from[first] |= u128::from(is_in) << number;
            cages.last[number] = last as u8;
            cages.before[last + 1].add(part);
            if first > 0 {
                cages.behind[first - 1].add(part);
            }
            cages.all.add(part);
        }
        for house in 1..houses {
            let before = cages.before[house - 1];
            cages.before[house].add(before);
            let behind = cages.behind[houses - house];
            cages.behind[houses - house - 1].add(behind);
        }
        cages
    }

    /// Moves the start of the areas back to the house `first`.
    fn begin_at(&mut self, first: usize, parts: &[CellSum]) {
        for number in members(self.from[first]) {
            let number = usize::from(number);
            self.inside[usize::from(self.last[number])].add(parts[number]);
        }
    }

    /// Returns the union of all cages except those entirely before or after an area. A cage with
    /// cells before and after the area, but not in it, is included.
    fn touched(&self, first: usize, last: usize) -> CellSum {
        let (before, behind) = (self.before[first], self.behind[last]);
        CellSum {
            cells: self.all.cells & !(before.cells | behind.cells),
            sum: self.all.sum - before.sum - behind.sum,
        }
    }
}

/// Hash set of known cells and sums. A hash is never 0. A collision only loses a derived cage.
struct KnownSums([u64; Self::SLOTS]);

impl KnownSums {
    const SLOTS: usize = 1024;

    /// Inserts a cage. Returns whether it is new.
    fn is_new(&mut self, part: CellSum) -> bool {
        // An odd number with bits at all positions.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let (low, high) = (part.cells as u64, (part.cells >> 64) as u64);
        let hash = (low ^ (high.rotate_left(24) ^ u64::from(part.sum) << 40).wrapping_mul(FACTOR))
            .wrapping_mul(FACTOR)
            .max(1);
        let mut at = (hash >> 48) as usize;
        loop {
            let slot = &mut self.0[at % Self::SLOTS];
            if *slot == 0 || *slot == hash {
                return std::mem::replace(slot, hash) == 0;
            }
            at += 1;
        }
    }
}

/// Returns cells as a set.
pub fn cell_set(cells: &[u16]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

/// Returns the cells of a set.
#[inline(always)]
pub fn members(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u128::BITS).then_some(first as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cages::CageConstraints;
    use crate::shape_options::ShapeOptions;

    fn sized(size: usize) -> Shape {
        let options = ShapeOptions::new().size(size);
        Shape::new(&options).unwrap()
    }

    fn known(size: usize, cages: &Cages) -> CageConstraints {
        let (areas, mut all) = (RuleOf45::new(&sized(size)), CageConstraints::default());
        all.load(cages, &areas);
        all
    }

    /// Returns the cages derived from drawn ones.
    fn following(size: usize, drawn: &[(&[u16], u32)]) -> Vec<(Vec<u16>, u32)> {
        let mut cages = Cages::default();
        for &(cells, sum) in drawn {
            cages.push(cells, sum);
        }
        let all = known(size, &cages);
        let more = drawn.len()..all.len();
        let more = more.map(|number| {
            let (cells, sum) = all.cage(number);
            (cells.to_vec(), sum)
        });
        more.collect()
    }

    #[test]
    fn rests_and_overhangs_of_a_row_are_cages() {
        let left = following(4, &[(&[0, 1], 5)]);
        assert!(left.contains(&(vec![2, 3], 5)), "{left:?}");
        // The cages cover the first row and have three cells outside of it.
        let row: [(&[u16], u32); 4] = [
            (&[0, 1, 2], 6),
            (&[3, 4, 12], 15),
            (&[5, 6, 14], 20),
            (&[7, 8, 17], 18),
        ];
        let over = following(9, &row);
        assert!(over.contains(&(vec![12, 14, 17], 14)), "{over:?}");
    }

    #[test]
    fn a_cell_that_sees_a_cage_shares_a_house_with_all_of_it() {
        let mut cages = Cages::default();
        cages.push(&[0, 1], 3);
        assert_eq!(known(4, &cages).cells_seeing(0), cell_set(&[2, 3, 4, 5]));
    }
}
