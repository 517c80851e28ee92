//! Candidates of one puzzle, also of up to seven cells in a word, and the houses of its cells.

use crate::cages::{cell_set, members};
use crate::compiled_shape::CompiledShape;
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

/// Places for padding, in an unused house.
const NO_PLACE: HousePlaces = [HOUSES as u16 - 1; FAMILIES];

/// Cells of a house, padded with [`NOWHERE`].
pub(super) type HouseCells = [u8; DIGITS];

/// Houses of a shape.
#[derive(Debug)]
pub(super) struct KillerHouses {
    pub digits: usize,
    pub cells: usize,
    /// Cells of each house, as a list and as a set.
    pub list: Vec<(HouseCells, u128)>,
    /// Places of each cell in a board. `families` is the largest number of places of a cell.
    pub places: Box<[HousePlaces; CELLS]>,
    pub families: usize,
    /// Cells at each place of all houses, padded with [`NOWHERE`].
    pub cells_at: Box<[[u16; HOUSES]; DIGITS]>,
    /// Houses of all cells, by family. An unused house pads them.
    pub houses_of: Box<[[u16; CELLS]; FAMILIES]>,
    /// Cells that each cell sees in its houses.
    pub seen: Box<[u128; CELLS]>,
}

impl KillerHouses {
    /// Returns whether a shape is small enough.
    pub fn accepts(compiled: &CompiledShape) -> bool {
        let mut houses_of = [0; CELLS];
        for &cell in compiled.houses().flatten() {
            houses_of[usize::from(cell) % CELLS] += 1;
        }
        compiled.digits <= DIGITS
            && compiled.cells < CELLS
            && compiled.houses().count() < HOUSES
            && houses_of.iter().all(|&houses| houses <= FAMILIES)
    }

    /// Creates the houses of a shape that is small enough.
    pub fn new(compiled: &CompiledShape) -> Self {
        let (mut places, mut seen) = (Box::new([NO_PLACE; CELLS]), Box::new([0; CELLS]));
        let (mut list, mut families, mut counts) = (Vec::new(), 0, [0; CELLS]);
        let mut cells_at = Box::new([[NOWHERE.into(); HOUSES]; DIGITS]);
        let mut houses_of = Box::new([[compiled.houses().count() as u16; CELLS]; FAMILIES]);
        for (number, cells) in compiled.houses().enumerate() {
            let set = cell_set(cells);
            for (place, cell) in cells.iter().copied().map(usize::from).enumerate() {
                places[cell][counts[cell]] = (place * HOUSES + number) as u16;
                cells_at[place][number] = cell as u16;
                houses_of[counts[cell]][cell] = number as u16;
                counts[cell] += 1;
                families = families.max(counts[cell]);
                seen[cell] |= set & !(1 << cell);
            }
            list.push((first_cells(set), set));
        }
        Self {
            digits: compiled.digits,
            cells: compiled.cells,
            list,
            places,
            families,
            cells_at,
            houses_of,
            seen,
        }
    }
}

/// Returns the first cells of a set, padded with [`NOWHERE`].
pub(super) fn first_cells(set: u128) -> HouseCells {
    let mut cells = [NOWHERE; DIGITS];
    for (to, cell) in cells.iter_mut().zip(members(set)) {
        *to = cell;
    }
    cells
}

/// Candidates of the first cell of a word.
pub(super) const CELL: u64 = (1 << DIGITS) - 1;

/// Returns a word of candidates.
#[inline(always)]
pub(super) fn candidate_word<const K: usize>(candidates: [u16; K]) -> u64 {
    let mut word = 0;
    for i in 0..K {
        word |= u64::from(candidates[i]) << (DIGITS * i);
    }
    word
}

/// Returns the candidates of a cell of a word.
#[inline(always)]
pub(super) fn candidates_of(word: u64, cell: usize) -> u16 {
    (word >> (DIGITS * cell) & CELL) as u16
}

/// Returns the cells among the first five of a word that have a digit, as bits.
#[inline(always)]
pub(super) fn places_of(word: u64, digit: u32) -> usize {
    const LOWEST: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
    // The bit of cell `i` is moved from 9i to 36 + i, among others. No two moves end at one bit.
    const MOVES: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
    let bits = word >> digit & LOWEST;
    (bits.wrapping_mul(MOVES) >> 36) as usize & 0b11111
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

#[cfg(test)]
mod candidate_word_tests {
    use super::*;
    use countless_engine::SplitMix64;

    #[test]
    fn places_are_those_of_the_digit() {
        let mut random = SplitMix64(1);
        for _ in 0..1000 {
            let word = random.next();
            for digit in 0..DIGITS as u32 {
                let expected = (0..5).fold(0, |places, cell| {
                    places | usize::from(candidates_of(word, cell) >> digit & 1) << cell
                });
                assert_eq!(places_of(word, digit), expected, "{word:x} {digit}");
            }
        }
    }
}
