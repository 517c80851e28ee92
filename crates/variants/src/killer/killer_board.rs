//! Candidates of one puzzle.

use countless_simd::{Mask, Simd, Vector};

/// Capacity for cells, including [`NOWHERE`].
pub(super) const CELLS: usize = 128;

/// Index that pads lists of cells. It is not a cell and has no candidates.
pub(super) const NOWHERE: u8 = CELLS as u8 - 1;

/// Capacity for the houses of a shape, including an unused one.
pub(super) const HOUSES: usize = 64;

/// Largest number of digits of a house.
pub(super) const DIGITS: usize = 9;

/// Number of sums, from 0 to the sum of all digits.
pub(super) const SUMS: usize = DIGITS * (DIGITS + 1) / 2 + 1;

/// Returns the sets of `len` digits as bits, each with its sum.
pub(super) fn sets_with_sums(len: usize) -> impl Iterator<Item = (u64, usize)> {
    let sets = (0..1_u64 << DIGITS).filter(move |set| set.count_ones() as usize == len);
    sets.map(|set| {
        let digits = (0..DIGITS).filter(|digit| set >> digit & 1 == 1);
        (set, digits.map(|digit| digit + 1).sum())
    })
}

/// Largest number of houses of a cell.
pub(super) const FAMILIES: usize = 6;

/// Places of a cell in `by_house` of a board, one for each of its houses.
pub(super) type HousePlaces = [u16; FAMILIES];

/// Candidates of every cell, with a bit for each digit.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct KillerBoard {
    pub(super) cells: [u16; CELLS],
    /// Candidates by house: the first cells of all houses, then the second cells, and so on. With
    /// instructions that permute pairs of vectors, they are gathered from the cells instead.
    by_house: [[u16; HOUSES]; DIGITS],
    /// Cells with several candidates, at the last fixed point.
    pub open: u128,
}

/// Naked and hidden singles of houses.
#[derive(Debug)]
pub struct HouseSingles {
    /// Digits of the solved cells of each house. `hidden` has the digits with a single open cell.
    placed: [u16; HOUSES],
    hidden: [u16; HOUSES],
    /// Houses with a contradiction. `changing` has the houses in which a single changes a cell.
    pub contradictions: u64,
    pub changing: u64,
}

impl KillerBoard {
    /// Creates a board with these candidates. `by_house` and `open` are not set yet.
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

    /// Removes candidates of a cell from a board in which `by_house` is not set yet.
    pub fn remove(&mut self, cell: u8, digits: u16) {
        self.cells[usize::from(cell) % CELLS] &= !digits;
    }

    // The remainder replaces a bounds check.

    #[inline(always)]
    pub fn get(&self, cell: u8) -> u16 {
        self.cells[usize::from(cell) % CELLS]
    }

    /// Sets the candidates of a cell.
    #[inline(always)]
    pub fn set(&mut self, cell: u8, digits: u16) {
        self.cells[usize::from(cell) % CELLS] = digits;
    }

    /// Sets the candidates of a cell at its places in `by_house`, at most `families`.
    #[inline(always)]
    pub fn set_by_house(&mut self, digits: u16, places: &HousePlaces, families: usize) {
        let rows = self.by_house.as_flattened_mut();
        // Nearly all shapes have three families, for which unrolled code is faster.
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
    }

    /// Finds the cells with several candidates.
    #[inline(always)]
    pub fn find_open<S: Simd>(&mut self, simd: S) {
        let one = S::U16::splat(simd, 1);
        self.open = 0;
        for (block, cells) in self.cells.chunks_exact(S::U16::LANES).enumerate() {
            let cells = S::U16::load(simd, cells);
            let is_open = cells.intersects(cells.sub(one)).bits();
            self.open |= u128::from(is_open) << (block * S::U16::LANES % CELLS);
        }
    }

    /// Finds the singles of the first `houses` houses.
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

    /// Computes the effect of singles on the cells at one place of all houses. Returns a bit for
    /// each house in which the cell changes, and its new candidates.
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
            // A cell with two hidden singles is a contradiction.
            let one_left = zero.select(only.intersects(only.sub(one)), only.or_else(all));
            let new = one_left.select(is_open, cells);
            let differs = new ^ cells;
            changed |= differs.intersects(differs).bits() << from;
            new.store(&mut left[from % HOUSES..]);
            from += S::U16::LANES;
        }
        (changed & singles.changing, left)
    }

    /// Returns the candidates of the first `cells` cells.
    pub fn first(&self, cells: usize) -> &[u16] {
        &self.cells[..cells]
    }

    /// Returns the cells that have any of these candidates.
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

/// Returns whether a cell has several candidates.
#[inline(always)]
pub(super) fn is_open(digits: u16) -> bool {
    digits & digits.wrapping_sub(1) != 0
}

/// Returns the cells of a set.
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
