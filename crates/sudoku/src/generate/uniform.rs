//! Uniform sampling of solved grids: each of the 6,670,903,752,021,072,936,960 is equally likely.
//!
//! ```text
//!            stack 1  stack 2  stack 3
//!   top       ┌─────┐  ┌─────┐  ┌─────┐    1. the digits of each column of each box, in
//!             │A B C│  │     │  │     │       proportion to the fillings of the bands
//!   middle    ├─────┤  ├─────┤  ├─────┤    2. the rows of each band, all equally likely
//!             │     │  │     │  │     │    3. new names for the digits, and the columns of
//!   bottom    ├─────┤  ├─────┤  ├─────┤       each stack in any order
//!             │     │  │     │  │     │
//!             └─────┘  └─────┘  └─────┘
//! ```
//!
//! Given the digits of all columns of boxes, the bands can be filled independently, and
//! [`FILLINGS`] has the number of fillings. The columns are drawn from a simpler distribution,
//! and accepted with a probability that corrects the difference (rejection sampling, von Neumann
//! 1951). Only the random numbers are approximate.

use std::sync::LazyLock;

use super::partitions::{ColumnDigits, FILLINGS, FIRST_BOX};
use crate::grid::{Grid, ORDERS, bits};
use countless_engine::SplitMix64;

/// Columns of the three boxes of a stack, the top box first.
type StackColumns = [ColumnDigits; 3];

/// Returns the 56 divisions of the digits of a stack between the middle and the bottom box, if the
/// top box has these columns.
pub(super) fn splits(top: ColumnDigits) -> Vec<[ColumnDigits; 2]> {
    const ALL: u16 = 0o777;
    let triples =
        |among: u16| (0..=ALL).filter(move |set| set.count_ones() == 3 && set & !among == 0);
    let mut splits = Vec::with_capacity(56);
    for first in triples(ALL & !top[0]) {
        for second in triples(ALL & !(top[1] | first)) {
            let third = ALL & !(first | second);
            if third & top[2] == 0 {
                let middle = [first, second, third];
                let bottom = std::array::from_fn(|i| ALL & !(top[i] | middle[i]));
                splits.push([middle, bottom]);
            }
        }
    }
    splits
}

/// Returns the two kinds of first stacks: a stack of each kind, and how many of the 56 divisions
/// belong to it. The top box has the columns [`FIRST_BOX`].
///
/// Stacks of one kind differ only by the names of digits and the order of columns. In the first
/// kind, of two stacks, the columns of the top box change places. In the second, of 54, each column
/// of the middle box has a digit of one of them and two of another.
pub(super) fn first_stacks() -> [(StackColumns, u32); 2] {
    let mut kinds = [([FIRST_BOX; 3], 0); 2];
    for [middle, bottom] in splits(FIRST_BOX) {
        let mixed = FIRST_BOX.iter().all(|column| !middle.contains(column));
        let kind = &mut kinds[usize::from(mixed)];
        *kind = ([FIRST_BOX, middle, bottom], kind.1 + 1);
    }
    kinds
}

/// Sampler of solved grids.
#[derive(Debug)]
pub(super) struct GridSampler {
    kinds: [(StackColumns, u32); 2],
    /// All possible second and third stacks.
    stacks: Vec<StackColumns>,
    /// For each kind of first stack and each second stack, the sum of the weights up to this pair.
    weight_sums: Vec<u64>,
    /// For each such pair, an upper bound of the number of fillings of all three bands.
    bounds: Vec<u64>,
}

/// The sampler, which its first use makes.
pub(super) static SAMPLER: LazyLock<GridSampler> = LazyLock::new(GridSampler::new);

impl GridSampler {
    fn new() -> Self {
        let partitions = &*FILLINGS;
        let stacks: Vec<StackColumns> = partitions
            .columns
            .iter()
            .flat_map(|&top| {
                splits(top)
                    .into_iter()
                    .map(move |[middle, bottom]| [top, middle, bottom])
            })
            .collect();
        let kinds = first_stacks();
        let (mut sums, mut bounds, mut sum) = (Vec::new(), Vec::new(), 0);
        for (first, alike) in kinds {
            for second in &stacks {
                let bound: u64 = (0..3)
                    .map(|band| u64::from(partitions.most_fills(first[band], second[band])))
                    .product();
                sum += u64::from(alike) * bound;
                sums.push(sum);
                bounds.push(bound);
            }
        }
        Self {
            kinds,
            stacks,
            weight_sums: sums,
            bounds,
        }
    }

    /// Draws a solved grid.
    pub fn draw(&self, random: &mut SplitMix64) -> Grid {
        let stacks = self.draw_stacks(random).map(|stack| {
            let order = ORDERS[random.below(6)];
            stack.map(|columns| order.map(|i| columns[i]))
        });
        let mut names: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        for i in (1..9).rev() {
            names.swap(i, random.below(i + 1));
        }
        let mut grid = Grid::BLANK;
        for band in 0..3 {
            let boxes = stacks.map(|stack| stack[band]);
            let rows = fill(boxes, random);
            for cell in 0..27 {
                let (row, stack, inner) = (cell / 9, cell % 9 / 3, cell % 3);
                let digit = boxes[stack][inner] & rows[stack][row];
                grid.0[27 * band + cell] = names[digit.trailing_zeros() as usize];
            }
        }
        grid
    }

    /// Draws the columns of all boxes, up to names of digits and orders of columns.
    fn draw_stacks(&self, random: &mut SplitMix64) -> [StackColumns; 3] {
        let total = self.weight_sums[self.weight_sums.len() - 1];
        loop {
            let drawn = random.below(total as usize) as u64;
            let index = self.weight_sums.partition_point(|&sum| sum <= drawn);
            let (first, _) = self.kinds[index / self.stacks.len()];
            let second = self.stacks[index % self.stacks.len()];
            let third = self.stacks[random.below(self.stacks.len())];
            let fills: u64 = (0..3)
                .map(|band| {
                    let boxes = [first[band], second[band], third[band]];
                    u64::from(FILLINGS.fills(boxes))
                })
                .product();
            if (random.below(self.bounds[index] as usize) as u64) < fills {
                return [first, second, third];
            }
        }
    }
}

/// Draws the rows of the boxes of a band with given columns, uniformly among all fillings.
///
/// Once the first box is filled, each column of the second box has two orders without a digit twice
/// in a row. It has none if all its digits share a row of the first box. So every filling is one of
/// 6³ · 2³ choices, all equally likely.
fn fill(boxes: [ColumnDigits; 3], random: &mut SplitMix64) -> [[u16; 3]; 3] {
    let [first_columns, second_columns, third_columns] = boxes;
    let (first_columns, second_columns) = (
        first_columns.map(digits_of_column),
        second_columns.map(digits_of_column),
    );
    loop {
        let mut choice = random.below(6 * 6 * 6 * 8);
        let mut take = |among: usize| {
            let taken = choice % among;
            choice /= among;
            taken
        };
        let (mut first, mut second) = ([0; 3], [0; 3]);
        for column in first_columns {
            add_column(column, ORDERS[take(6)], &mut first);
        }
        let free = second_columns.iter().all(|column| {
            let clashes =
                |order: &&[usize; 3]| (0..3).any(|row| column[order[row]] & first[row] != 0);
            let mut free = ORDERS.iter().filter(|order| !clashes(order));
            let order = free.nth(take(2));
            if let Some(&order) = order {
                add_column(*column, order, &mut second);
            }
            order.is_some()
        });
        let third: [u16; 3] = std::array::from_fn(|row| 0o777 & !(first[row] | second[row]));
        let fits = |row: &u16| {
            third_columns
                .iter()
                .all(|column| (column & row).is_power_of_two())
        };
        if free && third.iter().all(fits) {
            return [first, second, third];
        }
    }
}

/// Adds the digits of a column to the rows, in this order.
fn add_column(column: [u16; 3], order: [usize; 3], rows: &mut [u16; 3]) {
    for (row, digit) in rows.iter_mut().zip(order.map(|i| column[i])) {
        *row |= digit;
    }
}

/// Returns the three digits of a column, one bit each.
fn digits_of_column(column: u16) -> [u16; 3] {
    let mut digits = bits(column.into()).map(|digit| 1 << digit);
    std::array::from_fn(|_| digits.next().unwrap_or_default())
}
#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn drawn_grids_are_solved_and_differ() {
        let mut random = SplitMix64(7);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..2000 {
            let grid = SAMPLER.draw(&mut random);
            assert!(grid.is_solved(), "{grid}");
            assert!(seen.insert(grid));
        }
    }

    /// Chi-squared tests: by symmetry, all digits are equally likely in each cell.
    #[test]
    fn digits_are_as_likely_as_symmetry_demands() {
        const DRAWS: usize = 20_000;
        let mut random = SplitMix64(99);
        let grids: Vec<_> = (0..DRAWS).map(|_| SAMPLER.draw(&mut random)).collect();
        for cell in 0..81 {
            let mut counts = [0; 9];
            for grid in &grids {
                counts[grid.0[cell] as usize - 1] += 1;
            }
            // Above 45 with eight degrees of freedom: one case in three million.
            assert!(chi_squared(&counts, DRAWS) < 45.0, "cell {cell}");
        }
        // The columns of a digit in two boxes beside each other are independent.
        for stacks in [[0, 1], [0, 2], [1, 2]] {
            let mut counts = [0; 9];
            for grid in &grids {
                let mut columns = [[0; 10]; 2];
                for cell in 0..9 {
                    for (of, stack) in columns.iter_mut().zip(stacks) {
                        let digit = grid.0[cell / 3 * 9 + 3 * stack + cell % 3];
                        of[digit as usize] = cell % 3;
                    }
                }
                for (one, other) in columns[0][1..].iter().zip(&columns[1][1..]) {
                    counts[3 * one + other] += 1;
                }
            }
            // The nine digits of a grid are not independent, so that this is less than usual.
            assert!(chi_squared(&counts, 9 * DRAWS) < 35.0, "{counts:?}");
        }
    }

    /// By symmetry, all pairs of digits are equally likely in one column of two boxes above each
    /// other.
    #[test]
    fn pairs_of_digits_are_as_likely_as_symmetry_demands() {
        const DRAWS: usize = 5_000;
        let mut random = SplitMix64(11);
        let mut counts = HashMap::new();
        for _ in 0..DRAWS {
            let grid = SAMPLER.draw(&mut random);
            let column = |band: usize, column: usize| {
                let digits = (0..3).map(|row| grid.0[27 * band + 9 * row + column]);
                digits.fold(0, |all, digit| all | 1_u16 << digit)
            };
            for (top, middle) in (0..9).map(|pair| (pair / 3, pair % 3)) {
                let both = column(0, top) & column(1, middle);
                if both.count_ones() == 2 {
                    *counts.entry(both).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(counts.len(), 36);
        let counts: Vec<_> = counts.into_values().collect();
        // Above 90 with 35 degrees of freedom: one case in a million.
        assert!(
            chi_squared(&counts, counts.iter().sum()) < 90.0,
            "{counts:?}"
        );
    }

    /// A band has each of its fillings equally often.
    #[test]
    fn bands_are_filled_in_every_way() {
        let partitions = &FILLINGS;
        let boxes = [FIRST_BOX, partitions.columns[100], partitions.columns[200]];
        let ways = partitions.fills(boxes) as usize;
        let mut random = SplitMix64(3);
        let mut counts = HashMap::new();
        let draws = 200 * ways;
        for _ in 0..draws {
            *counts.entry(fill(boxes, &mut random)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), ways);
        let counts: Vec<_> = counts.into_values().collect();
        // Six standard deviations of a chi-squared variable.
        let freedom = ways as f64 - 1.0;
        let most = freedom + 6.0 * (2.0 * freedom).sqrt();
        assert!(chi_squared(&counts, draws) < most);
    }

    /// Stacks are drawn in proportion to the fillings of the bands: numbers of fillings of the top
    /// band, against their exact shares.
    #[test]
    fn stacks_are_drawn_in_proportion() {
        const DRAWS: usize = 20_000;
        let uniform = &SAMPLER;
        let partitions = &FILLINGS;
        // Expected weight of each number of fillings of the top band, with a fixed first stack.
        let mut expected: HashMap<u32, f64> = HashMap::new();
        let mut total = 0.0;
        let (first, _) = uniform.kinds[1];
        let shares = uniform
            .kinds
            .map(|(first, _)| sample_stacks(uniform, first));
        for &(fills, weight) in &shares[1] {
            *expected.entry(fills).or_default() += weight;
            total += weight;
        }
        let mut random = SplitMix64(5);
        let mut seen: HashMap<u32, usize> = HashMap::new();
        let mut others = 0_u32;
        let mut drawn = 0;
        while drawn < DRAWS {
            let [stack, second, third] = uniform.draw_stacks(&mut random);
            if stack == first {
                let boxes = [stack[0], second[0], third[0]];
                *seen.entry(partitions.fills(boxes)).or_default() += 1;
                drawn += 1;
            } else {
                others += 1;
            }
        }
        // First stacks of the other kind, which is rare.
        let weight: f64 = shares[0].iter().map(|(_, weight)| weight).sum();
        let [rare, often] = uniform.kinds.map(|(_, alike)| f64::from(alike));
        let expected_others = rare * weight / (often * total) * DRAWS as f64;
        let difference = (f64::from(others) - expected_others).abs();
        assert!(
            difference < 6.0 * expected_others.sqrt(),
            "{others} {expected_others}"
        );
        for (fills, weight) in expected {
            let expected = weight / total * DRAWS as f64;
            let found = seen.remove(&fills).unwrap_or(0) as f64;
            assert!(
                (found - expected).abs() < 6.0 * expected.sqrt() + 6.0,
                "{fills}: {found} {expected}"
            );
        }
        assert!(seen.is_empty());
    }

    /// Returns the number of fillings of the top band and of all bands together, for every 13th
    /// second and every 23rd third stack.
    fn sample_stacks(uniform: &GridSampler, first: StackColumns) -> Vec<(u32, f64)> {
        let mut share = Vec::new();
        for second in uniform.stacks.iter().step_by(13) {
            for third in uniform.stacks.iter().step_by(23) {
                let fills = |band: usize| FILLINGS.fills([first[band], second[band], third[band]]);
                let (top, middle, bottom) = (fills(0), fills(1), fills(2));
                let weight = f64::from(top) * f64::from(middle) * f64::from(bottom);
                if weight > 0.0 {
                    share.push((top, weight));
                }
            }
        }
        share
    }

    fn chi_squared(counts: &[usize], draws: usize) -> f64 {
        let expected = draws as f64 / counts.len() as f64;
        counts
            .iter()
            .map(|&count| (count as f64 - expected).powi(2) / expected)
            .sum()
    }
}
