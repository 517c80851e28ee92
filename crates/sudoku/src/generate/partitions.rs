//! Numbers of fillings of three boxes side by side, from the digits of their columns.
//!
//! The three columns of a box share the nine digits, three each: a *partition*. There are 280 of
//! them if the order of the columns does not matter. The number of fillings of a band depends only
//! on the partitions of its three boxes. The digits can be renamed so that the first partition is
//! fixed:
//!
//! ```text
//! box 1         box 2         box 3
//! 1 4 7         1 2 3         1 2 3     each column a set; the rows are to be chosen
//! 2 5 8         4 5 6         6 4 5     so that each holds all nine digits
//! 3 6 9         7 8 9         8 9 7
//! ```

use std::sync::LazyLock;

use crate::grid::{ORDERS, bits};

/// The digits of three columns, one bit each.
pub(super) type ColumnDigits = [u16; 3];

/// Number of partitions.
pub(super) const PARTITIONS: usize = 280;

/// Columns of the first box after renaming.
pub(super) const FIRST_BOX: ColumnDigits = [0o007, 0o070, 0o700];

/// The partitions, and the numbers of fillings of bands.
#[derive(Debug)]
pub(super) struct Partitions {
    /// Columns of each partition, the one with the lowest digit first.
    pub columns: Vec<ColumnDigits>,
    /// Index of each partition, by its first column shifted right by one bit, then by the other
    /// column with the lowest digit.
    numbers: Vec<[u16; 512]>,
    /// Number of fillings of a band, by the partitions of its second and third box. The first box
    /// has the columns [`FIRST_BOX`].
    fills: Vec<[u16; PARTITIONS]>,
    /// For each partition of the second box, the largest number of fillings with any third box.
    most_fills: Vec<u16>,
}

/// The table. Its first use computes it in some milliseconds.
pub(super) static FILLINGS: LazyLock<Partitions> = LazyLock::new(Partitions::new);

impl Partitions {
    fn new() -> Self {
        let triples = || (0..512_u16).filter(|set| set.count_ones() == 3);
        let mut columns = Vec::with_capacity(PARTITIONS);
        let mut numbers = vec![[0; 512]; 256];
        for first in triples().filter(|first| first & 1 == 1) {
            let lowest = (!first).trailing_zeros();
            for second in
                triples().filter(|second| second & first == 0 && second >> lowest & 1 == 1)
            {
                numbers[usize::from(first >> 1)][usize::from(second)] = columns.len() as u16;
                columns.push([first, second, 0o777 & !(first | second)]);
            }
        }
        let mut partitions = Self {
            columns,
            numbers,
            fills: vec![[0; PARTITIONS]; PARTITIONS],
            most_fills: Vec::new(),
        };
        partitions.count_fills();
        let most = |fills: &[u16; PARTITIONS]| fills.iter().copied().fold(0, u16::max);
        partitions.most_fills = partitions.fills.iter().map(most).collect();
        partitions
    }

    /// Counts the fillings of bands.
    ///
    /// The rows of a box are a partition, too: one with a digit of each column in each row. The
    /// rows of the first box are taken in one of their six orders only.
    fn count_fills(&mut self) {
        let crossing: Vec<Vec<usize>> = self
            .columns
            .iter()
            .map(|a| {
                let crosses = |&b: &usize| {
                    let b = self.columns[b];
                    a.iter()
                        .all(|a| b.iter().all(|b| (a & b).is_power_of_two()))
                };
                (0..PARTITIONS).filter(crosses).collect()
            })
            .collect();
        for second in 0..PARTITIONS {
            for &rows in &crossing[self.number(FIRST_BOX)] {
                let rows = self.columns[rows];
                for &others in &crossing[second] {
                    let others = self.columns[others];
                    for order in ORDERS {
                        let left: ColumnDigits =
                            std::array::from_fn(|row| 0o777 & !(rows[row] | others[order[row]]));
                        // The rows share no digit if three are left in each.
                        if left.iter().all(|left| left.count_ones() == 3) {
                            for &third in &crossing[self.number(left)] {
                                self.fills[second][third] += 6;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the index of a partition, with its columns in any order.
    #[inline]
    pub fn number(&self, columns: ColumnDigits) -> usize {
        let first = columns.iter().position(|&column| column & 1 == 1);
        let first = first.unwrap_or(0);
        let (a, b) = (columns[(first + 1) % 3], columns[(first + 2) % 3]);
        let second = if a & a.wrapping_neg() < b & b.wrapping_neg() {
            a
        } else {
            b
        };
        self.numbers[usize::from(columns[first] >> 1)][usize::from(second)].into()
    }

    /// Number of fillings of a band with these columns of its boxes.
    #[inline]
    pub fn fills(&self, boxes: [ColumnDigits; 3]) -> u32 {
        let [first, second, third] = boxes;
        let names = Renaming::new(first);
        let number =
            |columns: ColumnDigits| self.number(columns.map(|column| names.rename(column)));
        self.fills[number(second)][number(third)].into()
    }

    /// Largest number of fillings of a band with these columns of its first two boxes.
    pub fn most_fills(&self, first: ColumnDigits, second: ColumnDigits) -> u32 {
        let names = Renaming::new(first);
        let second = self.number(second.map(|column| names.rename(column)));
        self.most_fills[second].into()
    }
}

/// New names for the digits that turn some columns into [`FIRST_BOX`].
struct Renaming([u16; 9]);

impl Renaming {
    fn new(columns: ColumnDigits) -> Self {
        let mut names = [0; 9];
        for (column, first) in columns.into_iter().zip(0..) {
            for (digit, place) in bits(column.into()).zip(0..) {
                names[digit] = 1 << (3 * first + place);
            }
        }
        Self(names)
    }

    fn rename(&self, column: u16) -> u16 {
        bits(column.into()).fold(0, |renamed, digit| renamed | self.0[digit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::uniform::{first_stacks, splits};

    #[test]
    fn every_partition_has_its_number() {
        let partitions = &FILLINGS;
        assert_eq!(partitions.columns.len(), PARTITIONS);
        for (number, columns) in partitions.columns.iter().enumerate() {
            for order in ORDERS {
                assert_eq!(partitions.number(order.map(|i| columns[i])), number);
            }
        }
    }

    #[test]
    fn a_band_is_filled_as_often_as_brute_force_finds() {
        let partitions = &FILLINGS;
        for (fills, most) in partitions.fills.iter().zip(&partitions.most_fills) {
            assert_eq!(fills.iter().max(), Some(most));
        }
        for (second, third) in [(0, 0), (3, 77), (100, 200), (279, 5), (140, 141)] {
            let boxes = [
                FIRST_BOX,
                partitions.columns[second],
                partitions.columns[third],
            ];
            let columns = boxes.concat();
            assert_eq!(partitions.fills(boxes), count_by_columns(&columns, [0; 3]));
        }
    }

    /// Counts the ways to add columns to rows of these digits, in any order each.
    fn count_by_columns(columns: &[u16], rows: [u16; 3]) -> u32 {
        let Some((&column, others)) = columns.split_first() else {
            return 1;
        };
        let digits: Vec<u16> = bits(column.into()).map(|digit| 1 << digit).collect();
        let mut ways = 0;
        for order in ORDERS {
            let mut filled = rows;
            let mut is_free = true;
            for row in 0..3 {
                let digit = digits[order[row]];
                is_free &= filled[row] & digit == 0;
                filled[row] |= digit;
            }
            if is_free {
                ways += count_by_columns(others, filled);
            }
        }
        ways
    }

    /// The sum over all columns of the boxes is the number of all sudoku grids (Felgenhauer and
    /// Jarvis 2005).
    #[test]
    fn fills_add_up_to_all_grids() {
        let partitions = &FILLINGS;
        let stacks: Vec<[usize; 3]> = (0..PARTITIONS)
            .flat_map(|top| {
                let splits = splits(partitions.columns[top]);
                splits.into_iter().map(move |[middle, bottom]| {
                    [top, partitions.number(middle), partitions.number(bottom)]
                })
            })
            .collect();
        let mut total = 0;
        for (first, alike) in first_stacks() {
            let names = first.map(Renaming::new);
            // Partitions of the other boxes, by index, after renaming by the first box.
            let renamed: Vec<[usize; 3]> = stacks
                .iter()
                .map(|stack| {
                    std::array::from_fn(|band| {
                        let columns = partitions.columns[stack[band]];
                        partitions.number(columns.map(|column| names[band].rename(column)))
                    })
                })
                .collect();
            total += u128::from(alike) * sum(partitions, &renamed);
        }
        // The top box of the first stack can have any partition. The columns of every stack come in
        // any order.
        let orders = 6_u128.pow(3);
        assert_eq!(total * orders * 280, 6_670_903_752_021_072_936_960);
    }

    fn sum(partitions: &Partitions, renamed: &[[usize; 3]]) -> u128 {
        let mut total = 0_u128;
        for second in renamed {
            let [top, middle, bottom] = second.map(|number| &partitions.fills[number]);
            let mut sum = 0;
            // Without optimisation, a loop is a tenth of the work of iterators.
            for third in renamed {
                sum += top[third[0]] as u64 * middle[third[1]] as u64 * bottom[third[2]] as u64;
            }
            total += u128::from(sum);
        }
        total
    }
}
