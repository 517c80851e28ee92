//! Filling the three bands of a grid whose minicolumns are settled.

use super::grids::Cells;

/// Three rows of nine cells, as candidates, of which every column has three digits in all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band([[u16; 9]; 3]);

impl Band {
    /// Band `band` of the grid in a lane.
    pub fn of(cells: &Cells, lane: usize, band: usize) -> Self {
        let mut rows = [[0; 9]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            for (column, cell) in row.iter_mut().enumerate() {
                *cell = cells[3 * band + column / 3][3 * i + column % 3].0[lane];
            }
        }
        Self(rows)
    }

    /// The number of ways to fill the band.
    pub fn fills(&self) -> u64 {
        let [top, middle, bottom] = &self.0;
        // For each digit the column of each box that has it.
        let mut home = [[0_u8; 9]; 3];
        for column in 0..9 {
            let mut set = top[column] | middle[column] | bottom[column];
            while set != 0 {
                home[column / 3][set.trailing_zeros() as usize] = column as u8;
                set &= set - 1;
            }
        }
        let left = triples(top[0], top[1], top[2]);
        let centre = triples(top[3], top[4], top[5]);
        let mut total = 0;
        for p in left.iter() {
            for q in centre.iter() {
                if p & q != 0 {
                    continue;
                }
                let r = 0x1FF & !(p | q);
                if r & top[6] == 0 || r & top[7] == 0 || r & top[8] == 0 {
                    continue;
                }
                total += self.orientations([p, q, r], &home);
            }
        }
        total
    }

    /// The number of ways to fill the two lower rows once the top row has the digits
    /// `used` in its three boxes.
    ///
    /// Each column has two digits left, and each digit two columns: cycles, each of
    /// which can be filled in at most two ways.
    fn orientations(&self, used: [u16; 3], home: &[[u8; 9]; 3]) -> u64 {
        let [_, middle, bottom] = &self.0;
        let mut open = 0x1FF_u32;
        let mut product = 1;
        while open != 0 {
            let start = open.trailing_zeros() as usize;
            let (mut column, mut one, mut other) = (start, true, true);
            let set = (self.0[0][start] | middle[start] | bottom[start]) & !used[start / 3];
            let mut above = set & set.wrapping_neg();
            loop {
                open &= !(1 << column);
                let set = (self.0[0][column] | middle[column] | bottom[column]) & !used[column / 3];
                let below = set ^ above;
                one &= middle[column] & above != 0 && bottom[column] & below != 0;
                other &= middle[column] & below != 0 && bottom[column] & above != 0;
                // The digit below goes above in the other of its columns.
                let row_box = if used[0] & below != 0 {
                    0
                } else if used[1] & below != 0 {
                    1
                } else {
                    2
                };
                column = home[3 - row_box - column / 3][below.trailing_zeros() as usize] as usize;
                above = below;
                if column == start {
                    break;
                }
            }
            product *= u64::from(one) + u64::from(other);
            if product == 0 {
                return 0;
            }
        }
        product
    }
}

/// The sets of one digit from each of three disjoint sets.
struct Triples {
    sets: [u16; 27],
    len: usize,
}

fn triples(a: u16, b: u16, c: u16) -> Triples {
    let mut triples = Triples {
        sets: [0; 27],
        len: 0,
    };
    for x in digits(a) {
        for y in digits(b) {
            for z in digits(c) {
                triples.sets[triples.len] = x | y | z;
                triples.len += 1;
            }
        }
    }
    triples
}

impl Triples {
    fn iter(&self) -> impl Iterator<Item = u16> {
        self.sets[..self.len].iter().copied()
    }
}

fn digits(mut set: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let digit = set & set.wrapping_neg();
        set ^= digit;
        (digit != 0).then_some(digit)
    })
}
