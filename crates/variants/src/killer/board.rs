//! The candidates of one puzzle.

use countless_simd::{Mask, Simd, Vector};

/// As many cells as there is room for, with [`NOWHERE`].
pub(super) const CELLS: usize = 128;

/// A place that is no cell, and has no candidates: lists of cells are filled up with it.
pub(super) const NOWHERE: u8 = CELLS as u8 - 1;

/// The most houses of a shape, with one that is none.
pub(super) const HOUSES: usize = 64;

/// The most digits of a house.
pub(super) const DIGITS: usize = 9;

/// The most houses of a cell.
pub(super) const FAMILIES: usize = 6;

/// Where a cell stands in the rows of a board, as often as there are families.
pub(super) type HousePlaces = [u16; FAMILIES];

/// The candidates of every cell, a bit each.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct KillerBoard {
    cells: [u16; CELLS],
    /// The same once more for every house: the first cells of all, then the second ones.
    by_house: [[u16; HOUSES]; DIGITS],
    /// The cells that have several, a bit each.
    pub open: u128,
}

/// What stands alone in houses.
#[derive(Debug)]
pub struct HouseSingles {
    /// The digits that stand in each house, and those that only one open cell of it can have.
    placed: [u16; HOUSES],
    hidden: [u16; HOUSES],
    /// The houses that have no way, a bit each, and those where a single changes something.
    pub contradictions: u64,
    pub changing: u64,
}

impl KillerBoard {
    /// A board of these candidates, which have yet to be set in all places; the rest is no cells.
    pub fn new(candidates: impl Iterator<Item = u16>) -> Self {
        let mut board = Self {
            cells: [0; CELLS],
            by_house: [[0; HOUSES]; DIGITS],
            open: 0,
        };
        let cells = board.cells.iter_mut().take(NOWHERE.into());
        for (to, digits) in cells.zip(candidates) {
            *to = digits;
        }
        board
    }

    /// Removes digits of a cell from a board that has yet to be set.
    pub fn remove(&mut self, cell: u8, digits: u16) {
        self.cells[usize::from(cell) % CELLS] &= !digits;
    }

    // The remainder takes the place of a check.

    #[inline(always)]
    pub fn get(&self, cell: u8) -> u16 {
        self.cells[usize::from(cell) % CELLS]
    }

    /// Sets the candidates of a cell, which stands in the first ones of these places.
    #[inline(always)]
    pub fn set(&mut self, cell: u8, digits: u16, places: &HousePlaces, families: usize) {
        self.cells[usize::from(cell) % CELLS] = digits;
        let rows = self.by_house.as_flattened_mut();
        // Nearly all shapes have three families: no loop is faster.
        let (first, more) = places.split_at(3);
        for &place in first {
            if let Some(row) = rows.get_mut(usize::from(place)) {
                *row = digits;
            }
        }
        if families > first.len() {
            for &place in more {
                if let Some(row) = rows.get_mut(usize::from(place)) {
                    *row = digits;
                }
            }
        }
        let bit = 1 << (cell % 128);
        self.open = if is_open(digits) {
            self.open | bit
        } else {
            self.open & !bit
        };
    }

    /// Looks for singles in the first houses.
    #[inline(always)]
    pub fn find_singles<S: Simd>(&self, simd: S, houses: usize, digits: usize) -> HouseSingles {
        let zero = S::U16::splat(simd, 0);
        let one = S::U16::splat(simd, 1);
        let full = S::U16::splat(simd, (1 << digits) - 1);
        let mut found = HouseSingles {
            placed: [0; HOUSES],
            hidden: [0; HOUSES],
            contradictions: 0,
            changing: 0,
        };
        let mut from = 0;
        while from < houses {
            let (mut once, mut twice, mut placed, mut dead) = (zero, zero, zero, zero);
            for row in &self.by_house[..digits] {
                let cells = S::U16::load(simd, &row[from % HOUSES..]);
                let single = zero.select(cells.intersects(cells.sub(one)), cells);
                dead = dead | (placed & single);
                placed = placed | single;
                twice = twice | (once & cells);
                once = once | cells;
            }
            dead = dead | (once ^ full);
            let hidden = once.and_not(placed | twice);
            let some = hidden | (placed & twice);
            placed.store(&mut found.placed[from % HOUSES..]);
            hidden.store(&mut found.hidden[from % HOUSES..]);
            found.contradictions |= dead.intersects(dead).bits() << from;
            found.changing |= some.intersects(some).bits() << from;
            from += S::U16::LANES;
        }
        let all = u64::MAX >> (HOUSES - houses);
        (found.contradictions, found.changing) = (found.contradictions & all, found.changing & all);
        found
    }

    /// The houses of which singles change the cell at this place, a bit each, and what it has then.
    #[inline(always)]
    pub fn changes_at<S: Simd>(
        &self,
        simd: S,
        singles: &HouseSingles,
        place: usize,
        houses: usize,
    ) -> (u64, [u16; HOUSES]) {
        let zero = S::U16::splat(simd, 0);
        let one = S::U16::splat(simd, 1);
        let (mut changed, mut left) = (0, [0; HOUSES]);
        let mut from = 0;
        while from < houses {
            if singles.changing >> from & (u64::MAX >> (64 - S::U16::LANES)) == 0 {
                from += S::U16::LANES;
                continue;
            }
            let cells = S::U16::load(simd, &self.by_house[place][from % HOUSES..]);
            let placed = S::U16::load(simd, &singles.placed[from % HOUSES..]);
            let hidden = S::U16::load(simd, &singles.hidden[from % HOUSES..]);
            let is_open = cells.intersects(cells.sub(one));
            let all = cells.and_not(placed);
            let only = all & hidden;
            // No cell has two digits.
            let one_left = zero.select(only.intersects(only.sub(one)), only.or_else(all));
            let new = one_left.select(is_open, cells);
            let differs = new ^ cells;
            changed |= differs.intersects(differs).bits() << from;
            new.store(&mut left[from % HOUSES..]);
            from += S::U16::LANES;
        }
        (changed & singles.changing, left)
    }

    /// The candidates of the first cells.
    pub fn first(&self, cells: usize) -> &[u16] {
        &self.cells[..cells]
    }

    /// The cells that have any of these digits, a bit each.
    #[inline(always)]
    pub fn cells_with<S: Simd>(&self, simd: S, digits: u16) -> u128 {
        let digits = S::U16::splat(simd, digits);
        let mut all = 0;
        for (block, cells) in self.cells.chunks_exact(S::U16::LANES).enumerate() {
            let cells = S::U16::load(simd, cells);
            all |= u128::from(cells.intersects(digits).bits()) << (block * S::U16::LANES % CELLS);
        }
        all
    }
}

/// Whether there are several digits.
#[inline(always)]
pub(super) fn is_open(digits: u16) -> bool {
    digits & digits.wrapping_sub(1) != 0
}

/// The cells of a set.
#[inline(always)]
pub(super) fn members(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u128::BITS).then_some(first as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::{Kernel, Task, dispatch};

    struct With<'a>(&'a KillerBoard, u16);

    impl Task for With<'_> {
        type Output = u128;
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> u128 {
            self.0.cells_with(simd, self.1)
        }
    }

    #[test]
    fn cells_with_a_digit_are_found() {
        let board = KillerBoard::new((0..81).map(|cell| 1 << (cell % 9)));
        for kernel in Kernel::available() {
            let found = dispatch(kernel, With(&board, 0b10));
            let expected: Vec<u8> = (1..81).step_by(9).collect();
            assert_eq!(members(found).collect::<Vec<_>>(), expected);
        }
    }
}
