//! Cages that follow from those that are drawn: the rule of 45.
//!
//! Rows, columns or boxes side by side have a sum that is known. What of it the cages inside leave
//! over is the sum of the other cells; what the cages that touch it have too much is the sum of
//! the cells outside. If such cells are in one unit, their digits differ, and they are one more
//! cage.

use super::Cages;
use crate::shapes::shape::Shape;

/// So many units side by side are looked at.
const TOGETHER: usize = 8;

/// The most cells of a cage that follows.
const MOST: u32 = 5;

/// The most cells of a shape of which more is known about cages than is drawn.
const SET: usize = u128::BITS as usize;

/// Where cages may follow from others, and which cells see them; sets have a bit for each cell.
#[derive(Clone, Debug)]
pub struct Areas {
    /// The units of each family, of which some are looked at together.
    families: Vec<Vec<u128>>,
    /// The number of cells of a unit, and their sum.
    size: u32,
    sum: u32,
    units: Vec<u128>,
    /// The units of each cell, a bit each, of the first 128.
    units_of: Vec<u128>,
}

impl Areas {
    /// Those of a shape.
    pub fn new(shape: &Shape) -> Self {
        let size = shape.digits() as u32;
        let mut areas = Self {
            families: Vec::new(),
            size,
            sum: (1..=size).sum(),
            units: Vec::new(),
            units_of: vec![0; shape.cells()],
        };
        if shape.cells() > SET {
            return areas;
        }
        for family in shape.families() {
            let units: Vec<u128> = family.iter().map(|unit| set(&unit.cells)).collect();
            areas.units.extend(&units);
            areas.families.push(units);
        }
        areas.units.truncate(SET);
        for (number, unit) in areas.units.iter().enumerate() {
            for cell in members(*unit) {
                areas.units_of[usize::from(cell)] |= 1 << number;
            }
        }
        areas
    }

    /// Adds the cages that follow from those that are drawn, and the cells that see all of a cage.
    pub fn complete(&self, cages: &mut Cages) {
        let drawn = cages.drawn;
        if self.families.is_empty() {
            return;
        }
        let sets = cages.drawn().map(|(cells, sum)| (set(cells), sum));
        let sets: Vec<(u128, u32)> = sets.collect();
        let covered = sets.iter().fold(0, |all, (cage, _)| all | cage);
        let mut known = sets.clone();
        let mut parts = Vec::with_capacity(sets.len());
        for family in &self.families {
            parts.clear();
            parts.extend(sets.iter().map(|&(cage, sum)| Part::new(cage, sum, family)));
            for first in 0..family.len() {
                for last in first..family.len().min(first + TOGETHER) {
                    let range = (2 << last) - (1 << first);
                    let (inside, touched) = sums(&parts, range);
                    let together = (last - first + 1) as u32;
                    let (cells, whole) = (together * self.size, together * self.sum);
                    let area = family[first..=last].iter().fold(0, |all, unit| all | unit);
                    let left = cells - (inside >> 16);
                    // Of an area that cages cover.
                    let over = (touched >> 16).wrapping_sub(cells);
                    let (found, sum) = if (1..=MOST).contains(&left) {
                        let is_inside = |part: &Part| part.units & !range == 0;
                        let inside_sum = i64::from(inside & 0xffff);
                        let found = area & !union(&sets, &parts, is_inside);
                        (found, i64::from(whole) - inside_sum)
                    } else if (1..=MOST).contains(&over) && area & !covered == 0 {
                        let is_touched = |part: &Part| part.units & range != 0;
                        let touched_sum = i64::from(touched & 0xffff);
                        let found = union(&sets, &parts, is_touched) & !area;
                        (found, touched_sum - i64::from(whole))
                    } else {
                        continue;
                    };
                    // A sum that cannot be has no set of digits.
                    let sum = sum.clamp(0, u16::MAX.into()) as u32;
                    if self.are_together(found) && !known.contains(&(found, sum)) {
                        known.push((found, sum));
                        let all: Vec<u16> = members(found).collect();
                        cages.push(&all, sum);
                    }
                }
            }
        }
        cages.drawn = drawn;
        for index in 0..cages.list.len() {
            let cage = cages.list[index];
            let cells = set(cages.cells_of(cage));
            let mut seers = 0;
            if cage.len > 1 {
                let units = self.units_with(cells);
                for number in members(units) {
                    seers |= self.units[usize::from(number)];
                }
            }
            cages.list[index].seers_from = cages.seers.len() as u32;
            cages.seers.extend(members(seers & !cells));
            cages.list[index].seers = (seers & !cells).count_ones() as u16;
        }
    }

    /// Whether cells are few, and all in one unit.
    fn are_together(&self, cells: u128) -> bool {
        let count = cells.count_ones();
        count == 1 || count > 1 && self.units_with(cells) != 0
    }

    /// The units that have all of some cells, a bit each.
    fn units_with(&self, cells: u128) -> u128 {
        let units = members(cells).map(|cell| self.units_of[usize::from(cell)]);
        units.fold(u128::MAX, |all, units| all & units)
    }
}

/// What a cage has of the units of a family.
struct Part {
    /// The units that it touches, a bit each, and another one if it has cells in none of them.
    units: u32,
    /// Its sum, and 65536 times the number of its cells.
    weight: u32,
}

impl Part {
    fn new(cage: u128, sum: u32, family: &[u128]) -> Self {
        const NONE: u32 = 1 << 31;
        let (mut units, mut rest) = (0, cage);
        for (number, unit) in family.iter().enumerate().take(31) {
            units |= u32::from(cage & unit != 0) << number;
            rest &= !unit;
        }
        Self {
            units: units | if rest == 0 { 0 } else { NONE },
            weight: cage.count_ones() << 16 | sum,
        }
    }
}

/// The weights of the cages inside some units, and of those that touch them.
fn sums(parts: &[Part], range: u32) -> (u32, u32) {
    let (mut inside, mut touched) = (0, 0);
    for part in parts {
        inside += if part.units & !range == 0 {
            part.weight
        } else {
            0
        };
        touched += if part.units & range == 0 {
            0
        } else {
            part.weight
        };
    }
    (inside, touched)
}

/// The cells of some cages.
fn union(sets: &[(u128, u32)], parts: &[Part], is: impl Fn(&Part) -> bool) -> u128 {
    let cages = sets.iter().zip(parts).filter(|(_, part)| is(part));
    cages.fold(0, |all, ((cage, _), _)| all | cage)
}

fn set(cells: &[u16]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

fn members(mut set: u128) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u128::BITS).then_some(first as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::options::ShapeOptions;

    fn sized(size: usize) -> Shape {
        let options = ShapeOptions {
            size,
            ..ShapeOptions::default()
        };
        Shape::new(&options).unwrap()
    }

    /// The cages that follow from some.
    fn following(size: usize, drawn: &[(&[u16], u32)]) -> Vec<(Vec<u16>, u16)> {
        let mut cages = Cages::default();
        for &(cells, sum) in drawn {
            cages.push(cells, sum);
        }
        Areas::new(&sized(size)).complete(&mut cages);
        let more = cages.list[drawn.len()..].iter();
        let more = more.map(|&cage| (cages.cells_of(cage).to_vec(), cage.sum));
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
        Areas::new(&sized(4)).complete(&mut cages);
        let cage = cages.list[0];
        assert_eq!(cages.seers_of(cage), [2, 3, 4, 5]);
    }
}
