//! Aligned pair and triplet exclusion.
//!
//! Base cells are two or three cells, and their common excluders are the cells that see all of
//! them and have no more candidates than there are base cells. Digits for the base cells are
//! impossible if two cells that see each other have one digit, or if they leave an excluder
//! without a candidate. A candidate that is in no other combination is false.

use super::super::layout::classic::PEERS;
use super::marks::{CELLS, Hint, Marks, SEEN_IN_ORDER, cells_by_size, cells_in, digits_in};

/// Excluders of the cells that may be base cells.
struct Bases {
    /// Cells that may be base cells.
    cells: u128,
    /// Excluders that each of them sees.
    excluders: [u128; CELLS],
}

impl Bases {
    fn new(marks: &Marks, excluders: u128) -> Self {
        let mut bases = Self {
            cells: 0,
            excluders: [0; CELLS],
        };
        for cell in cells_in(marks.empty) {
            bases.excluders[cell] = excluders & PEERS[cell].0;
            bases.cells |= u128::from(bases.excluders[cell] != 0) << cell;
        }
        bases
    }
}

/// Finds the first pair of base cells that loses candidates.
pub fn pair(marks: &Marks) -> Option<Hint> {
    let [pairs, _] = cells_by_size(marks);
    let bases = Bases::new(marks, pairs);
    cells_in(bases.cells).find_map(|second| {
        let own = bases.excluders[second];
        let before = bases.cells & ((1 << second) - 1);
        cells_in(before).find_map(|first| {
            let common = own & bases.excluders[first];
            if common & common.wrapping_sub(1) == 0 {
                return None;
            }
            // Digits that each digit excludes from the other cell.
            let mut excluded = [0_u16; 9];
            if PEERS[first].0 >> second & 1 != 0 {
                excluded = std::array::from_fn(|digit| 1 << digit);
            }
            for excluder in cells_in(common) {
                let both = marks.cells[excluder];
                for digit in digits_in(both) {
                    excluded[digit] |= both & !(1 << digit);
                }
            }
            let lost = |from: usize, other: usize| {
                let others = marks.cells[other];
                let lost = digits_in(marks.cells[from]).filter(|&x| others & !excluded[x] == 0);
                (from, lost.fold(0, |all, digit| all | 1 << digit))
            };
            let lost = [lost(first, second), lost(second, first)];
            Hint::removing(marks, 6.2, lost.to_vec())
        })
    })
}

/// Finds the first triplet of base cells that loses candidates.
pub fn triplet(marks: &Marks) -> Option<Hint> {
    let small = cells_in(marks.empty).filter(|&cell| marks.cells[cell].count_ones() <= 3);
    let excluders = small.fold(0, |all, cell| all | 1 << cell);
    let bases = Bases::new(marks, excluders);
    let is_seen = |of: u128, cell: usize| of >> cell & 1 != 0;
    cells_in(bases.cells).find_map(|second| {
        let before = bases.cells & ((1 << second) - 1);
        cells_in(before).find_map(|first| {
            let [of_first, of_second] = [first, second].map(|cell| bases.excluders[cell]);
            let common = of_first & of_second;
            if common & common.wrapping_sub(1) == 0 {
                return None;
            }
            let thirds = (of_first | of_second) & bases.cells & !(1 << first | 1 << second);
            let hints = cells_in(thirds).filter_map(|third| {
                let of_third = bases.excluders[third];
                let common = common & of_third;
                if common & common.wrapping_sub(1) == 0 {
                    return None;
                }
                // These three cells were tried before, as another pair with its third cell.
                let is_known = third < second && is_seen(of_first | of_third, second)
                    || third < first && is_seen(of_second | of_third, first);
                if is_known {
                    return None;
                }
                let lost = lost_by(marks, [first, second, third], common)?;
                Some((third, lost))
            });
            let hints: Vec<_> = hints.collect();
            let order = [(first, of_first), (second, of_second)];
            let mut order = order.into_iter().flat_map(|(cell, excluders)| {
                let seen = SEEN_IN_ORDER[cell].map(usize::from).into_iter();
                seen.filter(move |&other| is_seen(excluders, other))
            });
            let found = order.find_map(|cell| hints.iter().find(|(third, _)| *third == cell));
            found.and_then(|(_, lost)| Hint::removing(marks, 7.5, lost.to_vec()))
        })
    })
}

/// Sets of combinations of two digits: bit `9 * y + z`.
type Combinations = u128;

/// Combinations that leave no candidate to an excluder, by its candidates besides the digit of the
/// first base cell.
static FORBIDDEN: [Combinations; 512] = const_array!(0; 512, set => {
    let mut forbidden = 0;
    let mut at = 0;
    while at < 81 {
        let both: usize = 1 << (at / 9) | 1 << (at % 9);
        if set & !both == 0 && set != 0 {
            forbidden |= 1 << at;
        }
        at += 1;
    }
    forbidden
});

/// Combinations of equal digits.
const EQUAL: Combinations = {
    let (mut equal, mut digit) = (0, 0);
    while digit < 9 {
        equal |= 1 << (10 * digit);
        digit += 1;
    }
    equal
};

/// Combinations with the digit 0 in the third base cell.
const FIRST: Combinations = {
    let (mut first, mut digit) = (0, 0);
    while digit < 9 {
        first |= 1 << (9 * digit);
        digit += 1;
    }
    first
};

/// Candidates that base cells lose by their common excluders, if there are any.
fn lost_by(marks: &Marks, cells: [usize; 3], common: u128) -> Option<[(usize, u16); 3]> {
    let [first, second, third] = cells.map(|cell| marks.cells[cell]);
    let sees = |one: usize, other: usize| PEERS[cells[one]].0 >> cells[other] & 1 != 0;
    let spread = digits_in(second).fold(0, |all, y| all | 1_u128 << (9 * y));
    let mut possible = spread * u128::from(third);
    if sees(1, 2) {
        possible &= !EQUAL;
    }
    let (mut lost, mut left) = (0, 0);
    for x in digits_in(first) {
        let mut allowed = possible;
        if sees(0, 1) {
            allowed &= !(0o777 << (9 * x));
        }
        if sees(0, 2) {
            allowed &= !(FIRST << x);
        }
        for excluder in cells_in(common) {
            allowed &= !FORBIDDEN[usize::from(marks.cells[excluder] & !(1 << x))];
        }
        left |= allowed;
        lost |= u16::from(allowed == 0) << x;
    }
    let ys = digits_in(second).filter(|y| left >> (9 * y) & 0o777 != 0);
    let zs = (0..9).fold(0, |all, y| all | left >> (9 * y) & 0o777) as u16;
    let ys = ys.fold(0, |all, y| all | 1 << y);
    let lost = [lost, second & !ys, third & !zs];
    let is_any = lost != [0; 3];
    is_any.then(|| std::array::from_fn(|at| (cells[at], lost[at])))
}
