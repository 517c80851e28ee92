//! Which rectangles in two boxes have corners in some cells, as sets of bits.

use super::super::super::grid::CELLS;
use super::super::cells::CellSet;

/// How many rectangles there are.
const ALL: usize = 486;

/// How many words hold a bit for each of them.
const WORDS: usize = ALL.div_ceil(64);

/// Some of the rectangles, in parts of 64.
pub type Rectangles = [u64; WORDS];

/// The rectangles with a corner in some cells.
pub fn with_one(cells: CellSet) -> Rectangles {
    let mut one = [0; WORDS];
    for cell in cells.iter() {
        for (one, through) in one.iter_mut().zip(THROUGH[cell]) {
            *one |= through;
        }
    }
    one
}

/// The rectangles with two corners in some cells, or more.
pub fn with_two(cells: CellSet) -> Rectangles {
    let (mut one, mut two) = ([0; WORDS], [0; WORDS]);
    for cell in cells.iter() {
        for ((one, two), through) in one.iter_mut().zip(&mut two).zip(THROUGH[cell]) {
            *two |= *one & through;
            *one |= through;
        }
    }
    two
}

/// The corners of the rectangles of a set, given part by part: the first two share a row, as
/// the last two, the first and the third a column.
pub fn members(set: impl Fn(usize) -> u64) -> impl Iterator<Item = [usize; 4]> {
    (0..WORDS).flat_map(move |part| {
        let mut rest = set(part);
        std::iter::from_fn(move || {
            let number = 64 * part + rest.trailing_zeros() as usize;
            let some = rest != 0;
            rest &= rest.wrapping_sub(1);
            some.then(|| RECTANGLES[number].map(usize::from))
        })
    })
}

/// The rectangles with a corner in each cell.
static THROUGH: [Rectangles; CELLS] = {
    let mut through = [[0; WORDS]; CELLS];
    let mut number = 0;
    while number < ALL {
        let mut corner = 0;
        while corner < 4 {
            let cell = RECTANGLES[number][corner] as usize;
            through[cell][number / 64] |= 1 << (number % 64);
            corner += 1;
        }
        number += 1;
    }
    through
};

/// The corners of all rectangles.
static RECTANGLES: [[u8; 4]; ALL] = {
    let mut all = [[0; 4]; ALL];
    let (mut count, mut lines) = (0, 0);
    while lines < 81 * 81 {
        let (top, bottom) = (lines / 729, lines / 81 % 9);
        let (left, right) = (lines / 9 % 9, lines % 9);
        let is_two_boxes = (top / 3 == bottom / 3) != (left / 3 == right / 3);
        if top < bottom && left < right && is_two_boxes {
            let cells = [
                9 * top + left,
                9 * top + right,
                9 * bottom + left,
                9 * bottom + right,
            ];
            let mut corner = 0;
            while corner < 4 {
                all[count][corner] = cells[corner] as u8;
                corner += 1;
            }
            count += 1;
        }
        lines += 1;
    }
    assert!(count == ALL);
    all
};
