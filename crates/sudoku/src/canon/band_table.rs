//! Table of the 416 kinds of bands, with the orders of rows and columns that make each band the
//! least of its kind.
//!
//! A band is looked up by an index below 72,576. The index does not depend on the names of the
//! digits or on the order of the columns in the second and third box. The table is computed by a
//! walk from band to band, by swaps of rows, columns and boxes.

use std::ops::Range;
use std::sync::LazyLock;

use super::row_tables::{COLUMN_SORTS, LEFT, LineDigits, ORDERS, RIGHT, Sides, order_of};
use crate::Grid;
use countless_simd::{Bytes, Scalar, Simd, sort, sort_by_key};

/// Three rows of a band; digits from 0 or from 1.
type Band = [[u8; 9]; 3];

/// Number of fillings of the rows of the second and third box, as sets of digits.
const SETS: usize = 56;
/// Number of indices of bands.
const BANDS: usize = SETS * 36 * 36;
/// Number of kinds of bands.
const KINDS: usize = 416;
/// Number of orders of the columns of a grid.
const COLUMN_ORDERS: usize = 1296;

/// Kinds of the bands, and the ways to their least images.
#[derive(Debug)]
pub(super) struct BandTable {
    /// Kind of each band. Kinds are numbered in the order of their least images.
    kinds: Vec<u16>,
    /// Index of the first way of each band.
    first_way: Vec<u32>,
    /// Ways to the least images: an order of rows times 1296, plus an order of columns.
    ways: Vec<u16>,
    /// Least digit, from 1, that is missing in the first column of the least image of each kind.
    next_label: Vec<u8>,
    orders: Vec<LineDigits>,
}

/// A way from a band with sorted columns to its least image.
#[derive(Clone, Copy, Debug)]
pub(super) struct BandWay<'a> {
    /// Rows in their order, counted within the band.
    pub rows: [usize; 3],
    pub columns: &'a LineDigits,
}

/// Range of indices of ways.
pub(super) type WayRange = Range<u32>;

/// The table, computed on its first use.
pub(super) static BAND_TABLE: LazyLock<BandTable> = LazyLock::new(BandTable::new);

/// Result of looking a band up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BandLookup {
    pub index: usize,
    /// Pairs of columns with the greater digit first, in the first row; one bit each.
    pub greater: usize,
}

/// Returns a shuffle for each row, which gathers the box with this first column. The three rows of
/// the box go to lanes 0 to 2, 3 to 5 and 6 to 8.
const fn gather_box(first: u8) -> [LineDigits; 3] {
    let mut rows = [[128; 16]; 3];
    let mut cell = 0;
    while cell < 9 {
        rows[cell / 3][cell] = first + (cell % 3) as u8;
        cell += 1;
    }
    rows
}

const SECOND: [LineDigits; 3] = gather_box(3);
const THIRD: [LineDigits; 3] = gather_box(6);

/// Weight of each digit in the second box. After the mask [`WEIGHED`], the first row has weights
/// for the digits 3 to 8, the second row for 1 and 2. Their sum identifies the sets of digits of
/// these rows.
const WEIGHTS: LineDigits = [0, 64, 128, 1, 2, 4, 8, 16, 32, 0, 0, 0, 0, 0, 0, 0];
const WEIGHED: LineDigits = [63, 63, 63, 192, 192, 192, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Index of each sum of weights that occurs.
static SET_NUMBER: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let (mut number, mut first) = (0, 0u32);
    // The first row has three of the six digits in the other two rows of the first box.
    while first < 64 {
        if first.count_ones() == 3 {
            // The first two rows have the digits 6 to 8, so the second row has this number of the
            // digits 0 to 2.
            let from_third = (first >> 3).count_ones();
            let mut second = 0u32;
            while second < 8 {
                if second.count_ones() == from_third {
                    let index = first as usize + (second as usize >> 1 << 6);
                    assert!(table[index] == u8::MAX);
                    table[index] = number;
                    number += 1;
                }
                second += 1;
            }
        }
        first += 1;
    }
    assert!(number as usize == SETS);
    table
};

/// Orders of the second and third row of a box with its columns sorted by the first row, as a
/// number below 36. The index has a bit for each pair of columns in each row: set if the greater
/// digit is first.
static ROW_ORDERS: [u8; 512] = {
    let mut table = [0; 512];
    let mut orders = 0;
    while orders < 216 {
        let rows = [
            ORDERS[orders / 36],
            ORDERS[orders / 6 % 6],
            ORDERS[orders % 6],
        ];
        let mut pairs = 0;
        let mut row = 0;
        while row < 3 {
            let [a, b, c] = rows[row];
            let greater = (a > b) as usize | ((a > c) as usize) << 1 | ((b > c) as usize) << 2;
            pairs |= greater << (3 * row);
            row += 1;
        }
        // Orders of the second and third row in the sorted columns.
        let mut sorted = [[0; 3]; 2];
        let mut column = 0;
        while column < 3 {
            sorted[0][rows[0][column]] = rows[1][column];
            sorted[1][rows[0][column]] = rows[2][column];
            column += 1;
        }
        table[pairs] = (6 * order_of(sorted[0]) + order_of(sorted[1])) as u8;
        orders += 1;
    }
    table
};

/// Looks a band up, from its three rows and the places of the digits in its first box.
#[inline(always)]
pub(super) fn look_up<S: Simd>(simd: S, rows: [&LineDigits; 3], places: &LineDigits) -> BandLookup {
    let rows = rows.map(|row| simd.bytes(row));
    let places = simd.bytes(places);
    let gather = |from: &[LineDigits; 3]| {
        let [a, b, c] = [0, 1, 2].map(|i| rows[i].shuffle(simd.bytes(&from[i])));
        places.shuffle(a.or(b).or(c))
    };
    let greater = |of: S::Bytes| {
        let left = of.shuffle(simd.bytes(&LEFT));
        left.above(of.shuffle(simd.bytes(&RIGHT))) as usize & 511
    };
    let (second, third) = (gather(&SECOND), gather(&THIRD));
    let weights = simd.bytes(&WEIGHTS).shuffle(second);
    let sum = weights.and(simd.bytes(&WEIGHED)).sum() as usize & 255;
    let (of_second, of_third) = (greater(second), greater(third));
    BandLookup {
        index: (usize::from(SET_NUMBER[sum]) * 36 + usize::from(ROW_ORDERS[of_second])) * 36
            + usize::from(ROW_ORDERS[of_third]),
        greater: (of_second & 7) << 3 | (of_third & 7) << 6,
    }
}

/// An order of the rows and columns of a band: the first, the second, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BandOrder {
    rows: [u8; 3],
    columns: [u8; 9],
}

impl BandOrder {
    const IDENTITY: Self = Self {
        rows: [0, 1, 2],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    };

    /// Returns all orders.
    fn all() -> impl Iterator<Item = Self> {
        (0..6 * COLUMN_ORDERS).map(|number| Self {
            rows: ORDERS[number / COLUMN_ORDERS].map(|row| row as u8),
            columns: column_order(number % COLUMN_ORDERS),
        })
    }

    /// Returns swaps of two neighbours. They generate all orders that the index of a band
    /// distinguishes.
    fn swaps() -> impl Iterator<Item = Self> {
        let rows = [[1, 0, 2], [0, 2, 1]].map(|rows| Self {
            rows,
            ..Self::IDENTITY
        });
        // The index of a band does not depend on the order of columns in the second and third box.
        let columns = [
            [1, 0, 2, 3, 4, 5, 6, 7, 8],
            [0, 2, 1, 3, 4, 5, 6, 7, 8],
            [3, 4, 5, 0, 1, 2, 6, 7, 8],
            [0, 1, 2, 6, 7, 8, 3, 4, 5],
        ];
        let columns = columns.map(|columns| Self {
            columns,
            ..Self::IDENTITY
        });
        rows.into_iter().chain(columns)
    }

    /// Returns the band in this order.
    fn apply(&self, band: &Band) -> Band {
        self.rows.map(|row| {
            self.columns
                .map(|column| band[usize::from(row)][usize::from(column)])
        })
    }

    /// Returns the order that is the result of `first`, then of this one.
    fn after(&self, first: &Self) -> Self {
        Self {
            rows: self.rows.map(|row| first.rows[usize::from(row)]),
            columns: self
                .columns
                .map(|column| first.columns[usize::from(column)]),
        }
    }

    /// Returns the inverse of the order.
    fn inverse(&self) -> Self {
        let mut undone = Self::IDENTITY;
        for (place, &row) in (0..).zip(&self.rows) {
            undone.rows[usize::from(row)] = place;
        }
        for (place, &column) in (0..).zip(&self.columns) {
            undone.columns[usize::from(column)] = place;
        }
        undone
    }

    /// Number of the order: its order of rows times 1296, plus its order of columns.
    fn number(&self) -> u16 {
        let rows = order_of(self.rows.map(usize::from));
        let boxes = [0, 3, 6].map(|first| usize::from(self.columns[first]) / 3);
        let within = [0, 3, 6].map(|first| {
            order_of([0, 1, 2].map(|column| usize::from(self.columns[first + column]) % 3))
        });
        let [a, b, c] = within;
        let columns = ((order_of(boxes) * 6 + a) * 6 + b) * 6 + c;
        (rows * COLUMN_ORDERS + columns) as u16
    }
}

/// Returns the columns of an order of columns, by its number.
fn column_order(number: usize) -> [u8; 9] {
    let boxes = ORDERS[number / 216];
    let within = [number / 36 % 6, number / 6 % 6, number % 6].map(|order| ORDERS[order]);
    std::array::from_fn(|place| (3 * boxes[place / 3] + within[place / 3][place % 3]) as u8)
}

/// Looks a band up as [`look_up`] does, without vectors. Returns its index, and the order that
/// sorts the columns of its second and third box by their first row.
fn normalize(band: &Band) -> (usize, BandOrder) {
    let mut places = [0; 10];
    for (row, cells) in band.iter().enumerate() {
        for column in 0..3 {
            places[usize::from(cells[column])] = 3 * row + column;
        }
    }
    let labels = band.map(|row| row.map(|digit| places[usize::from(digit)]));
    let greater = |of: usize| {
        (0..3).fold(0, |bits, row| {
            let [a, b, c] = [0, 1, 2].map(|column| labels[row][3 * of + column]);
            let pairs = usize::from(a > b) | usize::from(a > c) << 1 | usize::from(b > c) << 2;
            bits | pairs << (3 * row)
        })
    };
    let (second, third) = (greater(1), greater(2));
    let sum: u8 = (0..6)
        .map(|cell| WEIGHTS[labels[cell / 3][3 + cell % 3]] & WEIGHED[cell])
        .sum();
    let index = (usize::from(SET_NUMBER[usize::from(sum)]) * 36 + usize::from(ROW_ORDERS[second]))
        * 36
        + usize::from(ROW_ORDERS[third]);
    let sorting = &COLUMN_SORTS[(second & 7) << 3 | (third & 7) << 6];
    let order = BandOrder {
        columns: std::array::from_fn(|place| sorting[place]),
        ..BandOrder::IDENTITY
    };
    (index, order)
}

/// Returns the least image of a band, and the orders that lead there. Each digit of the image is
/// its column in the first row, from 0. `orders` has each order with its inverse.
fn least_image(band: &Band, orders: &[(BandOrder, BandOrder)]) -> (Band, Vec<BandOrder>) {
    // For each row as the first one: the column in it of every digit of the band.
    let columns = [0, 1, 2].map(|first: usize| {
        band.map(|row| {
            row.map(|digit| {
                band[first]
                    .iter()
                    .position(|&other| other == digit)
                    .unwrap_or(0)
            })
        })
    });
    let (mut least, mut ways) = ([[u8::MAX; 9]; 3], Vec::new());
    for (order, undone) in orders {
        let [first, second, third] = order.rows.map(usize::from);
        let label = |row: usize, place: usize| {
            undone.columns[columns[first][row][usize::from(order.columns[place])]]
        };
        // Most images are greater from the start of the second row.
        if label(second, 0) > least[1][0] {
            continue;
        }
        let image =
            [first, second, third].map(|row| std::array::from_fn(|place| label(row, place)));
        if image < least {
            least = image;
            ways.clear();
        }
        if image == least {
            ways.push(*order);
        }
    }
    (least, ways)
}

impl BandTable {
    fn new() -> Self {
        const NONE: u16 = u16::MAX;
        let mut kinds = vec![NONE; BANDS];
        let mut orders = vec![BandOrder::IDENTITY; BANDS];
        let mut found: Vec<(Band, Vec<BandOrder>)> = Vec::new();
        let mut walk = Vec::new();
        let all_orders: Vec<_> = BandOrder::all()
            .map(|order| (order, order.inverse()))
            .collect();
        for band in all_bands() {
            let (index, _) = normalize(&band);
            if kinds[index] != NONE {
                continue;
            }
            let kind = found.len() as u16;
            found.push(least_image(&band, &all_orders));
            kinds[index] = kind;
            walk.push((band, BandOrder::IDENTITY, index));
            while let Some((band, order, index)) = walk.pop() {
                orders[index] = order;
                for swap in BandOrder::swaps() {
                    let next = swap.apply(&band);
                    let (index, sorting) = normalize(&next);
                    if kinds[index] == NONE {
                        kinds[index] = kind;
                        let order = sorting.after(&swap.after(&order));
                        walk.push((sorting.apply(&next), order, index));
                    }
                }
            }
        }
        assert_eq!(found.len(), KINDS);
        let mut ranks: Vec<usize> = (0..KINDS).collect();
        sort_by_key(&mut ranks, |&kind| found[kind].0);
        let mut rank_of = vec![0; KINDS];
        for (rank, &kind) in ranks.iter().enumerate() {
            rank_of[kind] = rank as u16;
        }
        let (mut first, mut ways) = (vec![0], Vec::new());
        for (kind, order) in kinds.iter().zip(&orders) {
            let back = order.inverse();
            let ways_of = &found[usize::from(*kind)].1;
            ways.extend(ways_of.iter().map(|way| way.after(&back).number()));
            first.push(ways.len() as u32);
        }
        let next = ranks.iter().map(|&kind| {
            let column = found[kind].0.map(|row| row[0]);
            let is_new = |label: &u8| !column.contains(label);
            (0..9).find(is_new).map_or(0, |label| label + 1)
        });
        let orders = (0..COLUMN_ORDERS).map(|number| {
            let columns = column_order(number);
            std::array::from_fn(|lane| columns.get(lane).map_or(lane as u8, |&column| column))
        });
        Self {
            next_label: next.collect(),
            orders: orders.collect(),
            kinds: kinds
                .iter()
                .map(|&kind| rank_of[usize::from(kind)])
                .collect(),
            first_way: first,
            ways,
        }
    }

    /// Returns the kind of a band.
    #[inline(always)]
    pub fn kind(&self, band: usize) -> u16 {
        self.kinds[band]
    }

    /// Returns the label of the first digit below the least image of a kind.
    #[inline(always)]
    pub fn next_label(&self, kind: u16) -> u8 {
        self.next_label[usize::from(kind)]
    }

    /// Returns the ways from a band to the least image of its kind.
    #[inline(always)]
    pub fn ways(&self, band: usize) -> WayRange {
        self.first_way[band]..self.first_way[band + 1]
    }

    /// Returns a way by its index.
    #[inline(always)]
    pub fn way(&self, way: u32) -> BandWay<'_> {
        let way = usize::from(self.ways[way as usize]);
        BandWay {
            rows: ORDERS[way / COLUMN_ORDERS % 6],
            columns: &self.orders[way % COLUMN_ORDERS],
        }
    }
}

/// Returns all bands, one for each index. The first box is 123456789, and the columns of each other
/// box are sorted by their first row.
fn all_bands() -> impl Iterator<Item = Band> {
    let own = [0b111, 0b111 << 3, 0b111 << 6];
    let sets = (0..512u16).filter(|set| set.count_ones() == 3);
    let pairs = sets
        .clone()
        .flat_map(move |one| sets.clone().map(move |two| (one, two)));
    let rows = pairs.filter_map(move |(one, two)| {
        let second = [one, two, 511 & !one & !two];
        let third = [0, 1, 2].map(|row| 511 & !own[row] & !second[row]);
        let is_box = one & two == 0 && third[0] & third[1] == 0 && third[0] & third[2] == 0;
        (is_box && !(0..3).any(|row| second[row] & own[row] != 0)).then_some([second, third])
    });
    let digits = |set: u16| {
        let mut digits = (0..9).filter(move |digit| set >> digit & 1 == 1);
        [0; 3].map(|_| digits.next().unwrap_or(0))
    };
    rows.flat_map(move |boxes| {
        (0..COLUMN_ORDERS).map(move |number| {
            let orders = [
                [0, number / 216, number / 36 % 6],
                [0, number / 6 % 6, number % 6],
            ];
            std::array::from_fn(|row| {
                std::array::from_fn(|column| match column / 3 {
                    0 => (3 * row + column) as u8 + 1,
                    other => {
                        let set = digits(boxes[other - 1][row]);
                        set[ORDERS[orders[other - 1][row]][column % 3]] + 1
                    }
                })
            })
        })
    })
}

/// Returns the kinds of the bands and stacks of a solved grid, in ascending order.
pub fn band_kinds(grid: &Grid) -> [u16; 6] {
    let mut sides = Sides::default();
    sides.set(Scalar, grid);
    let mut kinds = [0; 6];
    for (number, kind) in kinds.iter_mut().enumerate() {
        let (side, first) = (number / 3, number % 3 * 3);
        let rows = [0, 1, 2].map(|row| &sides.lines[side][first + row]);
        let mut places = [0; 16];
        for place in 0..9 {
            places[usize::from(rows[place / 3][place % 3])] = place as u8;
        }
        *kind = BAND_TABLE.kind(look_up(Scalar, rows, &places).index);
    }
    sort(&mut kinds);
    kinds
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_416_kinds_of_bands() {
        let kinds: HashSet<_> = (0..72_576).map(|band| BAND_TABLE.kind(band)).collect();
        assert_eq!(kinds.len(), 416);
        // Each order of rows and columns is a way to the least image for some band.
        let ways: usize = (0..72_576).map(|band| BAND_TABLE.ways(band).len()).sum();
        assert_eq!(ways, 416 * 6 * 1296 / 36);
    }
}
