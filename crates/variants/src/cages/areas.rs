//! Cages that follow from those that are drawn: the rule of 45.
//!
//! Rows, columns or boxes side by side have a sum that is known. What of it the cages inside leave
//! over is the sum of the other cells; what the cages that touch it have too much is the sum of
//! the cells outside. If such cells are in one unit, their digits differ, and they are one more
//! cage.

use std::ops::RangeInclusive;

use super::Cages;
use crate::shape::Shape;
use countless_sudoku::{Cage, CageOrigin, HouseKind};

/// So many units side by side are looked at.
const TOGETHER: usize = 8;

/// The most cells of a cage that follows.
const MOST: u32 = 4;

/// The most cells of a shape of which more is known about cages than is drawn.
const SET: usize = u128::BITS as usize;

/// No more cages than this follow.
const MOST_CAGES: usize = 256;

/// The most units of a family that are looked at.
const UNITS: usize = 32;

/// Where cages may follow from others, and which cells see them; sets have a bit for each cell.
#[derive(Clone, Debug)]
pub struct Areas {
    families: Vec<Factory>,
    /// The sum of a unit.
    sum: u32,
    /// How many boxes of one grid are side by side; 1 if there are several grids.
    band: usize,
    units: Vec<u128>,
    /// The units of each cell, a bit each, of the first 128.
    units_of: Vec<u128>,
}

/// Units that share no cell, of which some are looked at together.
#[derive(Clone, Debug)]
struct Factory {
    units: Vec<u128>,
    /// The kind and the number of each.
    names: Vec<(HouseKind, usize)>,
    /// The number of the unit that each cell is in, if it is in any.
    unit_of: Vec<Option<u8>>,
}

impl Areas {
    /// Those of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut areas = Self {
            families: Vec::new(),
            sum: (1..=shape.digits() as u32).sum(),
            band: if shape.row_families() == 1 {
                shape.boxes().0
            } else {
                1
            },
            units: Vec::new(),
            units_of: vec![0; shape.cells()],
        };
        if shape.cells() > SET {
            return areas;
        }
        for family in shape.families() {
            let units = family.iter().map(|unit| set(&unit.cells));
            areas.units.extend(units.clone());
            let units: Vec<u128> = units.take(UNITS).collect();
            let mut unit_of = vec![None; shape.cells()];
            for (number, &unit) in units.iter().enumerate() {
                for cell in members(unit) {
                    unit_of[usize::from(cell)] = Some(number as u8);
                }
            }
            let names = family.iter().map(|unit| (unit.kind, unit.number));
            areas.families.push(Factory {
                units,
                names: names.collect(),
                unit_of,
            });
        }
        areas.units.truncate(SET);
        for (number, unit) in areas.units.iter().enumerate() {
            for cell in members(*unit) {
                areas.units_of[usize::from(cell)] |= 1 << number;
            }
        }
        areas
    }

    /// The number of cells of the shape.
    pub fn cells(&self) -> usize {
        self.units_of.len()
    }

    /// The cells that share units with all of a cage, if the shape is not too large.
    pub(super) fn seers(&self, cells: &[u16]) -> u128 {
        if self.families.is_empty() {
            return 0;
        }
        let cells = set(cells);
        self.around(cells).unwrap_or(0) & !cells
    }

    /// Units that share no cell, and how many of them are side by side.
    pub fn rows(&self) -> impl Iterator<Item = (&[u128], usize)> {
        self.families.iter().map(|Factory { units, names, .. }| {
            let is_boxes = names
                .first()
                .is_some_and(|(kind, _)| *kind == HouseKind::Box);
            (&units[..], if is_boxes { self.band } else { 1 })
        })
    }

    /// The sum of a unit.
    pub fn sum(&self) -> u32 {
        self.sum
    }

    /// The cages that are drawn, and those that follow, small ones first, for techniques.
    pub fn all(&self, drawn: &Cages) -> Vec<Cage> {
        let mut all = drawn.all();
        self.follow(drawn, |part, _, family, units| {
            all.push(Cage {
                cells: members(part.cells).collect(),
                sum: part.sum,
                origin: CageOrigin::Follows(self.families[family].names[units].to_vec()),
            });
        });
        all.sort_by_key(|cage| cage.cells.len());
        all
    }

    /// Finds the cages that follow from those that are drawn, the cells that share units with all
    /// of each, and the units of a family that they follow from.
    pub(super) fn follow(
        &self,
        drawn: &Cages,
        mut found: impl FnMut(Part, u128, usize, RangeInclusive<usize>),
    ) {
        if self.families.is_empty() {
            return;
        }
        let mut known = Known([0; Known::SLOTS]);
        let mut parts = [Part::default(); SET];
        let (mut all, mut covered) = (0, 0);
        for (part, (cells, sum)) in parts.iter_mut().zip(drawn.drawn()) {
            let cells = set(cells);
            known.is_new(Part { cells, sum });
            // Of cages that share cells, only one is looked at.
            if cells & covered == 0 {
                *part = Part { cells, sum };
                covered |= cells;
            }
            all += 1;
        }
        let parts = &parts[..all];
        for (number, family) in self.families.iter().enumerate() {
            let mut cages = InUnits::new(family, drawn, parts);
            for first in (0..family.units.len()).rev() {
                cages.begin_at(first, parts);
                let (mut area, mut inside) = (Part::default(), Part::default());
                for last in first..family.units.len().min(first + TOGETHER) {
                    area.cells |= family.units[last];
                    area.sum += self.sum;
                    inside.add(cages.inside[last]);
                    let part = left(area, inside, cages.touched(first, last));
                    if let Some(part) = part.filter(|&part| known.is_new(part))
                        && let Some(around) = self.around(part.cells)
                        && all < MOST_CAGES
                    {
                        found(part, around & !part.cells, number, first..=last);
                        all += 1;
                    }
                }
            }
        }
    }

    /// The cells of all units that have all of some cells, if there are any.
    fn around(&self, cells: u128) -> Option<u128> {
        let units = *self.units_of.get(cells.trailing_zeros() as usize)?;
        let around = members(units).fold(0, |all, unit| {
            let unit = self.units[usize::from(unit)];
            all | if cells & !unit == 0 { unit } else { 0 }
        });
        (around != 0).then_some(around)
    }
}

/// A few cells that cages inside an area leave over, or that cages which cover it have outside.
fn left(area: Part, inside: Part, touched: Part) -> Option<Part> {
    let found = |all: Part, part: Part| {
        let cells = all.cells & !part.cells;
        // A sum that cannot be has no set of digits.
        let sum = all.sum.saturating_sub(part.sum);
        (1..=MOST)
            .contains(&cells.count_ones())
            .then_some(Part { cells, sum })
    };
    let is_covered = area.cells & !touched.cells == 0;
    found(area, inside).or_else(|| found(touched, area).filter(|_| is_covered))
}

/// Cells and the sum of their digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub cells: u128,
    pub sum: u32,
}

impl Part {
    fn add(&mut self, other: Self) {
        self.cells |= other.cells;
        self.sum += other.sum;
    }
}

/// The drawn cages as they lie in the units of a family.
struct InUnits {
    /// Those with all their cells in some unit, by the first of these, a bit each.
    from: [u128; UNITS],
    /// The last unit of each.
    last: [u8; SET],
    /// What lies between the unit that was begun at and the others, by the last one of each.
    inside: [Part; UNITS],
    /// What ends before each unit, and what begins behind it.
    before: [Part; UNITS + 1],
    behind: [Part; UNITS],
    all: Part,
}

impl InUnits {
    fn new(family: &Factory, drawn: &Cages, parts: &[Part]) -> Self {
        let mut cages = Self {
            from: [0; UNITS],
            last: [0; SET],
            inside: [Part::default(); UNITS],
            before: [Part::default(); UNITS + 1],
            behind: [Part::default(); UNITS],
            all: Part::default(),
        };
        let units = family.units.len();
        for (number, (&part, (cells, _))) in parts.iter().zip(drawn.drawn()).enumerate() {
            let (mut first, mut last, mut is_in) = (units, 0, true);
            for &cell in cells {
                match family.unit_of[usize::from(cell)] {
                    Some(unit) => {
                        first = first.min(unit.into());
                        last = last.max(unit.into());
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
        for unit in 1..units {
            let before = cages.before[unit - 1];
            cages.before[unit].add(before);
            let behind = cages.behind[units - unit];
            cages.behind[units - unit - 1].add(behind);
        }
        cages
    }

    /// Begins at the unit before the one that was begun at.
    fn begin_at(&mut self, first: usize, parts: &[Part]) {
        for number in members(self.from[first]) {
            let number = usize::from(number);
            self.inside[usize::from(self.last[number])].add(parts[number]);
        }
    }

    /// What is not outside of some units. A cage with cells on both sides, and none between, is
    /// taken to touch them.
    fn touched(&self, first: usize, last: usize) -> Part {
        let (before, behind) = (self.before[first], self.behind[last]);
        Part {
            cells: self.all.cells & !(before.cells | behind.cells),
            sum: self.all.sum - before.sum - behind.sum,
        }
    }
}

/// The cells and sums that were found, by a hash that is never 0 for a cage. Should two have the
/// same, a cage less is known.
struct Known([u64; Self::SLOTS]);

impl Known {
    const SLOTS: usize = 1024;

    /// Whether this is the first time.
    fn is_new(&mut self, part: Part) -> bool {
        // Any odd number with bits all over it.
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

pub(super) fn set(cells: &[u16]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

pub(super) fn members(mut set: u128) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u128::BITS).then_some(first as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cages::Constraints;
    use crate::options::ShapeOptions;

    fn sized(size: usize) -> Shape {
        let options = ShapeOptions {
            size,
            ..ShapeOptions::default()
        };
        Shape::new(&options).unwrap()
    }

    fn known(size: usize, cages: &Cages) -> Constraints {
        let (areas, mut all) = (Areas::new(&sized(size)), Constraints::default());
        all.set(cages, &areas);
        all
    }

    /// The cages that follow from some.
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
    fn what_is_left_of_a_row_and_what_is_over_are_cages() {
        let left = following(4, &[(&[0, 1], 5)]);
        assert!(left.contains(&(vec![2, 3], 5)), "{left:?}");
        // Cages cover the first row, and have three cells too many.
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
    fn what_sees_a_cage_shares_a_unit_with_all_of_it() {
        let mut cages = Cages::default();
        cages.push(&[0, 1], 3);
        assert_eq!(known(4, &cages).seers(0), set(&[2, 3, 4, 5]));
    }
}
