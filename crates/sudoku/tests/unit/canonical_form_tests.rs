//! Canonical forms against their definition: all images, one by one; and classes of grids.

use std::collections::HashMap;

use countless_engine::Run;
use countless_simd::Kernel;
use countless_sudoku::internals::{band_kinds, least_row_by_row, transform_of};
use countless_sudoku::{Canonical, Canonizer, Equivalence, Grid, GridClasses, canonical_all};

/// A grid with 648 automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
const GRID: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";
const SEVENTEEN: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// Returns the grid with these digits, by cell.
fn grid_of(digit: impl FnMut(usize) -> u8) -> Grid {
    Grid::new(std::array::from_fn(digit)).expect("digits up to 9")
}

/// Returns the grid with some of its digits.
fn kept(grid: &Grid, is_kept: impl Fn(usize, u8) -> bool) -> Grid {
    grid_of(|cell| {
        let digit = grid.digits()[cell];
        if is_kept(cell, digit) { digit } else { 0 }
    })
}

/// Reproducible random numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % most
    }

    /// Returns a random order of the numbers below `len`.
    fn order(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..len).collect();
        for i in (1..len).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// Returns a random order of rows or columns that keeps bands together.
    fn lines(&mut self) -> Vec<usize> {
        let bands = self.order(3).into_iter();
        bands
            .flat_map(|band| self.order(3).into_iter().map(move |row| 3 * band + row))
            .collect()
    }

    /// Returns a random image of a grid.
    fn image(&mut self, grid: &Grid) -> Grid {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.order(9));
        let is_transposed = self.below(2) == 1;
        grid_of(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if is_transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            match grid.digits()[from] {
                0 => 0,
                digit => digits[usize::from(digit) - 1] as u8 + 1,
            }
        })
    }

    /// Returns a grid with `clues` of its digits.
    fn some(&mut self, grid: &Grid, clues: usize) -> Grid {
        let mut some = Grid::BLANK;
        for cell in self.order(81).into_iter().take(clues) {
            some = some.with_cell(cell, grid.digits()[cell]);
        }
        some
    }
}

/// Returns all orders of rows that keep bands together.
fn orders() -> Vec<[usize; 9]> {
    let three = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut orders = Vec::new();
    for bands in three {
        for a in three {
            for b in three {
                for c in three {
                    let rows = [a, b, c];
                    orders.push(std::array::from_fn(|i| {
                        3 * bands[i / 3] + rows[i / 3][i % 3]
                    }));
                }
            }
        }
    }
    orders
}

/// Returns the least image, and the number of symmetries that lead there, by the definition.
fn least_image(grid: &Grid) -> (Grid, u32) {
    let orders = orders();
    let (mut least, mut ways) = ([u8::MAX; 81], 0);
    let transposed = std::array::from_fn(|cell| grid.digits()[cell % 9 * 9 + cell / 9]);
    for digits in [*grid.digits(), transposed] {
        for rows in &orders {
            'images: for columns in &orders {
                // Digits get labels in order of appearance. Most images are greater after a few
                // cells.
                let (mut labels, mut next) = ([0; 10], 1);
                let mut image = [0; 81];
                let mut is_less = false;
                let mut cell = 0;
                for &row in rows {
                    for &column in columns {
                        let digit = usize::from(digits[9 * row + column]);
                        if digit != 0 && labels[digit] == 0 {
                            labels[digit] = next;
                            next += 1;
                        }
                        let label = labels[digit];
                        image[cell] = label;
                        if !is_less && label != least[cell] {
                            if label > least[cell] {
                                continue 'images;
                            }
                            is_less = true;
                        }
                        cell += 1;
                    }
                }
                if is_less {
                    (least, ways) = (image, 0);
                }
                ways += 1;
            }
        }
    }
    (grid_of(|cell| least[cell]), ways)
}

/// Returns the canonical forms. Checks that all kernels find the same forms.
fn canonical(grids: &[Grid]) -> Vec<Canonical> {
    let mut found: Vec<Vec<Canonical>> = Vec::new();
    for kernel in Kernel::available() {
        let mut forms = Vec::new();
        Canonizer::default().run(kernel, grids, &mut forms);
        found.push(forms);
    }
    for (grid, form) in grids.iter().zip(&found[0]) {
        assert_eq!(form.transform.apply(grid), form.form);
    }
    for other in &found[1..] {
        assert!(*other == found[0]);
    }
    found.swap_remove(0)
}

#[test]
fn the_form_is_the_least_of_all_images() {
    let mut random = Random(1);
    let (full, symmetric, seventeen) = (grid(GRID), grid(MOST_SYMMETRIC), grid(SEVENTEEN));
    let mut grids = vec![
        seventeen,
        random.some(&full, 24),
        random.some(&full, 78),
        random.some(&seventeen, 4),
        full,
        symmetric,
        // All clues in one band, in one stack, and in two boxes at a corner.
        kept(&full, |cell, _| cell < 27),
        kept(&symmetric, |cell, _| cell % 9 < 3),
        kept(&full, |cell, _| {
            matches!((cell / 27, cell % 9 / 3), (0, 0) | (1, 1))
        }),
        // Clues of one digit everywhere.
        kept(&symmetric, |_, digit| digit == 4),
    ];
    for clues in [2, 7, 12] {
        grids.push(random.some(&symmetric, clues));
    }
    for (grid, found) in grids.iter().zip(canonical(&grids)) {
        let (least, ways) = least_image(grid);
        assert_eq!(found.form, least, "{grid}");
        assert_eq!(found.automorphisms, ways, "{grid}");
    }
    assert_eq!(canonical(&[symmetric])[0].automorphisms, 648);
}

#[test]
fn images_have_the_same_form() {
    let mut random = Random(2);
    let bases = [grid(GRID), grid(MOST_SYMMETRIC), grid(SEVENTEEN)];
    let mut grids = Vec::new();
    for base in &bases {
        for clues in 0..=81 {
            grids.push(random.some(base, clues));
        }
    }
    let images: Vec<_> = (0..6 * grids.len())
        .map(|i| random.image(&grids[i % grids.len()]))
        .collect();
    let (forms, others) = (canonical(&grids), canonical(&images));
    for (i, other) in others.iter().enumerate() {
        let form = &forms[i % grids.len()];
        assert_eq!(form.form, other.form, "{}", grids[i % grids.len()]);
        assert_eq!(form.automorphisms, other.automorphisms);
    }
}

#[test]
fn a_form_is_its_own() {
    let mut random = Random(3);
    let grids: Vec<_> = (17..=81)
        .map(|clues| random.some(&grid(GRID), clues))
        .collect();
    let forms: Vec<_> = canonical(&grids).iter().map(|found| found.form).collect();
    for (form, again) in forms.iter().zip(canonical(&forms)) {
        assert_eq!(*form, again.form);
    }
}

#[test]
fn solved_grids_have_the_same_form_row_by_row() {
    let mut random = Random(4);
    let mut grids = vec![random.image(&grid(MOST_SYMMETRIC))];
    for _ in 0..3 {
        grids.push(random.image(&grid(GRID)));
    }
    // The row-by-row search, which does not use the table of bands.
    let found = least_row_by_row(&grids);
    for ((grid, by_bands), by_rows) in grids.iter().zip(canonical(&grids)).zip(found) {
        assert_eq!(by_rows.0.apply(grid), by_bands.form);
        assert_eq!(by_rows.1, by_bands.automorphisms);
    }
}

#[test]
fn images_of_a_band_are_of_the_same_kind() {
    let mut random = Random(5);
    let grid = grid(GRID);
    for _ in 0..100 {
        assert_eq!(band_kinds(&random.image(&grid)), band_kinds(&grid));
    }
}

#[test]
fn contradictory_grids_have_no_form() {
    assert_eq!(Grid::BLANK.with(1, 1, 3).with(3, 3, 3).canonical(), None);
    assert!(grid(SEVENTEEN).canonical().is_some());
}

#[test]
fn ways_that_say_the_same_are_equal() {
    let mut random = Random(0x00D1_617A);
    let solved = grid(GRID);
    let grids: Vec<Grid> = (0..400)
        .map(|clues| random.some(&solved, clues % 82))
        .collect();
    let mut forms = Vec::new();
    for kernel in Kernel::available() {
        Canonizer::default().run(kernel, &grids, &mut forms);
        for Canonical { transform, .. } in &forms {
            let hex = |lines: &[usize]| {
                lines
                    .iter()
                    .fold(0, |hex, &line| (hex << 4) | (line as u64 - 1))
            };
            let digits = transform.digits().map(usize::from);
            let same = transform_of(
                transform.is_transposed(),
                hex(&transform.rows()) << 28,
                hex(&transform.columns()) << 28,
                hex(&digits.map(|digit| digit + 1)) << 24,
            );
            assert_eq!(*transform, same);
        }
    }
}

/// Returns 20,000 grids with two digits, many of them equivalent.
fn grids() -> impl Iterator<Item = Grid> {
    (0..20_000_usize).map(|i| {
        let (one, other, digit) = (i % 81, i * 7 % 80, i / 81 % 9);
        let grid = Grid::BLANK.with_cell(one, 1 + (i % 9) as u8);
        grid.with_cell((one + 1 + other) % 81, 1 + digit as u8)
    })
}

#[test]
fn classes_are_those_of_a_map() {
    let grids: Vec<_> = grids().collect();
    let forms = canonical_all(&grids, &Run::new()).expect("there are threads");
    let (mut classes, mut map) = (GridClasses::new(true), HashMap::new());
    for (number, (grid, form)) in grids.iter().zip(&forms).enumerate() {
        let Some(form) = form else { continue };
        let expected = map.get(&form.form).map(|&(first, note): &(Grid, u64)| {
            let is_equal = first == *grid;
            (is_equal, note)
        });
        let found = classes.insert(form, number as u64);
        let found = found.map(|(seen, note)| (seen == Equivalence::Equal, *note.unwrap()));
        assert_eq!(found, expected);
        map.entry(form.form).or_insert((*grid, number as u64));
    }
    assert_eq!(classes.len(), map.len());
}
