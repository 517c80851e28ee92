//! Images of a puzzle under symmetries that a seed selects.
//!
//! All symmetries have numbers, and number 0 is the identity. Image K of a puzzle is that of number
//! π(K), where π is a permutation of all other numbers: a Feistel network whose keys are a hash of
//! the seed and of the puzzle. So an image depends on the seed, the puzzle and K alone, and only a
//! puzzle with automorphisms has equal images.

use std::collections::HashSet;

use super::grid_classes::{first_word, seeded_hash};
use super::row_tables::{ORDERS, Transform};
use crate::Grid;
use countless_engine::SplitMix64;

/// Permutations of the digits.
const LABELLINGS: u64 = 362_880;

/// Orders of nine lines: of bands, and of the lines in each band.
const LINE_ORDERS: u64 = 1296;

impl Transform {
    /// Number of all transforms: 3,359,232 symmetries with 9! labellings each.
    pub const COUNT: u64 = 2 * LINE_ORDERS * LINE_ORDERS * LABELLINGS;

    /// Returns the transform with a number below [`COUNT`](Self::COUNT); 0 is the identity.
    ///
    /// ```
    /// use countless_sudoku::{Grid, Transform};
    ///
    /// let grid = Grid::BLANK.with(1, 1, 5);
    /// assert_eq!(Transform::of_number(0).apply(&grid), grid);
    /// let last = Transform::of_number(Transform::COUNT - 1);
    /// assert_eq!(last.apply(&grid), Grid::BLANK.with(9, 9, 5));
    /// ```
    pub fn of_number(number: u64) -> Self {
        let (lines, digits) = (number / LABELLINGS, number % LABELLINGS);
        let (rest, columns) = (lines / LINE_ORDERS, lines % LINE_ORDERS);
        let (sides, rows) = (rest / LINE_ORDERS, rest % LINE_ORDERS);
        let [rows, columns] = [rows, columns].map(lines_of);
        Self::new(sides % 2 == 1, rows, columns, labels_of(digits))
    }
}

/// Lines in their order, as the digits of a hexadecimal number.
fn lines_of(number: u64) -> u64 {
    let order = |place: u32| ORDERS[(number / 6_u64.pow(3 - place)) as usize % 6];
    let mut lines = 0;
    for place in 0..9 {
        let band = order(0)[place / 3];
        let line = 3 * band + order(1 + place as u32 / 3)[place % 3];
        lines |= (line as u64) << (60 - 4 * place);
    }
    lines
}

/// Labels of the digits 1 to 9 behind that of an empty cell, as the digits of a hexadecimal number.
fn labels_of(number: u64) -> u64 {
    let (mut labels, mut left, mut rest) = (0, 0x1_2345_6789_u64, number);
    let mut factorial = LABELLINGS;
    for place in 1..10 {
        factorial /= 10 - place;
        let index = (rest / factorial) as u32;
        rest %= factorial;
        // The unused labels are the digits of a number, the lowest first.
        let shift = 4 * (9 - place as u32 - index);
        labels |= (left >> shift & 15) << (60 - 4 * place);
        left = left >> (shift + 4) << shift | left & ((1 << shift) - 1);
    }
    labels
}

/// Permutation of the numbers below `COUNT - 1` by four keys.
#[derive(Clone, Copy, Debug)]
struct KeyedPermutation([u64; 4]);

impl KeyedPermutation {
    /// Numbers of the domain.
    const SIZE: u64 = Transform::COUNT - 1;
    /// Side of a square of at least this size.
    const SIDE: u64 = 1_104_083;
    const ROUNDS: usize = 8;

    /// Permutation of a seed and a puzzle.
    fn new(seed: u64, puzzle: &Grid) -> Self {
        let hash = seeded_hash(seed, puzzle);
        Self(std::array::from_fn(|key| first_word(&hash[8 * key..])))
    }

    /// Image of a number. The network permutes the square; numbers beyond the domain are permuted
    /// again.
    fn apply(self, number: u64) -> u64 {
        let mut number = number;
        loop {
            let (mut left, mut right) = (number / Self::SIDE, number % Self::SIDE);
            for round in 0..Self::ROUNDS {
                let input = self.0[round % 4] ^ (right << 8 | round as u64);
                let mixed = SplitMix64::scramble(input);
                (left, right) = (right, (left + mixed % Self::SIDE) % Self::SIDE);
            }
            number = left * Self::SIDE + right;
            if number < Self::SIZE {
                return number;
            }
        }
    }
}

impl Grid {
    /// Returns transforms that give different images of the grid, none of them the grid itself, in
    /// an order that a seed selects. `automorphisms` is the number of its automorphisms.
    ///
    /// ```
    /// use countless_sudoku::Grid;
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let automorphisms = puzzle.canonical().unwrap().automorphisms;
    /// let images = puzzle.images(automorphisms, 7).map(|way| way.apply(&puzzle));
    /// let images: Vec<Grid> = images.take(3).collect();
    /// assert!(images[0] != images[1] && images[1] != images[2] && images[0] != puzzle);
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn images(&self, automorphisms: u32, seed: u64) -> impl Iterator<Item = Transform> {
        let (grid, permutation) = (*self, KeyedPermutation::new(seed, self));
        let numbers = (0..KeyedPermutation::SIZE).map(move |number| 1 + permutation.apply(number));
        // Only a grid with automorphisms has equal images.
        let mut seen = (automorphisms > 1).then(|| HashSet::from([grid]));
        numbers.map(Transform::of_number).filter(move |way| {
            let seen = seen.as_mut();
            seen.is_none_or(|seen| seen.insert(way.apply(&grid)))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::CELLS;
    use crate::canon::row_tables::nibble;

    #[test]
    fn numbers_and_transforms_correspond() {
        let identity = Transform::of_number(0);
        assert_eq!(identity.rows(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(identity.digits(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let some = (0..2000).map(|step| step * (Transform::COUNT / 2000) + step * step);
        for number in some.chain([1, 362_879, 362_880, Transform::COUNT - 1]) {
            assert_eq!(Transform::of_number(number).number(), number);
        }
    }

    #[test]
    fn every_order_of_lines_and_every_labelling_has_one_number() {
        let orders: HashSet<u64> = (0..LINE_ORDERS).map(lines_of).collect();
        assert_eq!(orders.len() as u64, LINE_ORDERS);
        for &order in &orders {
            let lines: [usize; 9] = std::array::from_fn(|place| nibble(order, place));
            assert_eq!(lines.iter().fold(0, |set, line| set | 1 << line), 0x1ff);
            // The lines of a band stay together.
            assert!(
                lines
                    .chunks(3)
                    .all(|band| band.iter().all(|line| line / 3 == band[0] / 3))
            );
        }
        let labellings: HashSet<u64> = (0..LABELLINGS).map(labels_of).collect();
        assert_eq!(labellings.len() as u64, LABELLINGS);
        let is_whole =
            |labels: u64| (1..10).fold(0, |set, place| set | 1 << nibble(labels, place)) == 0x3fe;
        assert!(labellings.into_iter().all(is_whole));
    }

    proptest! {
        #[test]
        fn images_are_those_of_the_definition(
            number in 0..Transform::COUNT,
            cells in prop::collection::vec(0_u8..10, CELLS),
        ) {
            let mut grid = Grid::BLANK;
            grid.0.copy_from_slice(&cells);
            let transform = Transform::of_number(number);
            prop_assert_eq!(transform.number(), number);
            let [image, blank] = transform.apply_to([&grid, &Grid::BLANK]);
            prop_assert_eq!(blank, Grid::BLANK);
            for (cell, &digit) in image.digits().iter().enumerate() {
                let (row, column) = (transform.rows()[cell / 9], transform.columns()[cell % 9]);
                let from = if transform.is_transposed() {
                    grid.at(column, row)
                } else {
                    grid.at(row, column)
                };
                let label = from.map_or(0, |digit| transform.digits()[usize::from(digit) - 1]);
                prop_assert_eq!(digit, label);
            }
        }
    }

    /// The network permutes the whole square: different numbers have different images.
    #[test]
    fn the_network_is_a_permutation() {
        let permutation = KeyedPermutation::new(3, &Grid::BLANK);
        let numbers = (0..20_000).chain(KeyedPermutation::SIZE - 20_000..KeyedPermutation::SIZE);
        let images: HashSet<u64> = numbers.map(|number| permutation.apply(number)).collect();
        assert_eq!(images.len(), 40_000);
        assert!(images.iter().all(|&image| image < KeyedPermutation::SIZE));
        const { assert!(KeyedPermutation::SIDE * KeyedPermutation::SIDE >= KeyedPermutation::SIZE) };
        // All parts of the domain are reached: each of 64 has 625 on average.
        let mut parts = [0; 64];
        for image in images {
            parts[(image / (KeyedPermutation::SIZE / 64 + 1)) as usize] += 1;
        }
        assert!(
            parts.iter().all(|part| (500..750).contains(part)),
            "{parts:?}"
        );
    }

    #[test]
    fn equal_images_are_skipped() {
        // A solved grid with 648 automorphisms.
        let grid: Grid =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
                .parse()
                .expect("a grid");
        let images: HashSet<Grid> = grid
            .images(648, 1)
            .take(5000)
            .map(|transform| transform.apply(&grid))
            .collect();
        assert_eq!(images.len(), 5000);
        assert!(!images.contains(&grid));
    }

    #[test]
    fn images_depend_on_the_seed_and_on_the_puzzle() {
        let numbers = |seed, puzzle: &Grid| -> Vec<u64> {
            let images = puzzle.images(1, seed).take(4);
            images.map(|transform| transform.number()).collect()
        };
        let (corner, centre) = (Grid::BLANK.with(1, 1, 1), Grid::BLANK.with(5, 5, 1));
        assert_eq!(numbers(1, &corner), numbers(1, &corner));
        assert_ne!(numbers(1, &corner), numbers(2, &corner));
        assert_ne!(numbers(1, &corner), numbers(1, &centre));
    }
}
