//! Single and multiple forcing chains against plain walks.

use countless_sudoku::Grid;
use countless_sudoku::internals::techniques::{Chains, Climb, Marks, Memory, cells_of, houses_of};

use super::plain_chains::{multiple_chains, single_chains};

/// Puzzles of 6.5 to 8.5, by ER.
const PUZZLES: [&str; 7] = [
    ".........1.......5...27.43.7....9..2..6.4..5..9.35.......8..1...359..8....9..7...",
    ".......3......9.5..27..5........3.2.6.9......85.6...4..6.5..7..9....4..5..1.7.89.",
    "....146...2..7..........5.7.....674...1.9....8..........63....9.492....631..8....",
    "...3........7..2687.8.4....6..58.4..4.5....16......5..1.9....7...4.6.....3..2..9.",
    ".........85.........3.4.1.2..1.9.8.......6.7552.8...3....6...9......3....7..1...4",
    ".194........67..2......9.3.3.........4...8..5..25...4....3..1.758....4....6.8....",
    ".....6.5.2..9....1..3..2..77...........1..8.5.8..35.6..27......9..8.......16....3",
];

/// Sequence of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Compares both searches with plain walks; returns the number of single and multiple hints.
fn compare(marks: &Marks, chains: &mut Chains) -> [usize; 2] {
    let chains = chains.fitting(marks);
    let expected = single_chains(marks);
    let first = expected.first().map(|found| found.hint.clone());
    assert_eq!(chains.first_single(marks), first, "{marks:?}");
    assert_eq!(chains.all_single(marks), expected, "{marks:?}");
    let more = multiple_chains(marks);
    let first = more.first().map(|found| found.hint.clone());
    assert_eq!(chains.first_multiple(marks), first, "{marks:?}");
    assert_eq!(chains.all_multiple(marks), more, "{marks:?}");
    [expected.len(), more.len()]
}

/// Removes candidates from cells that have others.
fn remove(marks: &mut Marks, random: &mut Random, count: usize) {
    for _ in 0..count {
        let (cell, digit) = (random.below(81), random.below(9));
        if marks.has(cell, digit) && marks.cells[cell].count_ones() > 1 {
            marks.remove(cell, digit);
        }
    }
}

/// Makes a candidate true, and each candidate that is then alone in its cell.
fn assume(marks: &mut Marks, cell: usize, digit: usize) {
    let mut pending = vec![(cell, digit)];
    while let Some((cell, digit)) = pending.pop() {
        let in_cell = (0..9)
            .filter(|&other| other != digit)
            .map(|other| (cell, other));
        let mut rivals: Vec<_> = in_cell.collect();
        for house in houses_of(cell) {
            let places = cells_of(house).iter().map(|&place| usize::from(place));
            rivals.extend(
                places
                    .filter(|&place| place != cell)
                    .map(|place| (place, digit)),
            );
        }
        for (cell, digit) in rivals {
            if marks.has(cell, digit) {
                marks.remove(cell, digit);
                if marks.cells[cell].is_power_of_two() {
                    pending.push((cell, marks.cells[cell].trailing_zeros() as usize));
                }
            }
        }
    }
}

#[test]
fn chains_are_those_of_plain_walks() {
    let mut chains = Chains::default();
    let mut random = Random(1);
    let mut found = [0; 2];
    for text in PUZZLES {
        let puzzle: Grid = text.parse().expect("a puzzle");
        let mut climb = Climb::of_marks(&(&puzzle).into());
        let mut memory = Memory::new(&|| false);
        let mut states = 0;
        while !climb.state.is_solved() {
            let step = climb.step(0, &mut memory);
            if step.as_ref().is_none_or(|step| step.rung > 20) {
                let marks = climb.marks();
                let mut other = marks;
                if states == 0 {
                    remove(&mut other, &mut random, 40);
                } else {
                    let cell = (40..81)
                        .find(|&cell| marks.cells[cell] != 0)
                        .expect("a cell");
                    assume(
                        &mut other,
                        cell,
                        marks.cells[cell].trailing_zeros() as usize,
                    );
                }
                for marks in [marks, other] {
                    let counts = compare(&marks, &mut chains);
                    found = [found[0] + counts[0], found[1] + counts[1]];
                }
                states += 1;
            }
            let Some(step) = step.filter(|_| states < 2) else {
                break;
            };
            step.effect.apply(&mut climb.state);
        }
    }
    assert!(found[0] > 200 && found[1] > 200, "{found:?}");
}

#[test]
fn states_may_have_more_than_256_candidates() {
    let mut chains = Chains::default();
    let mut random = Random(2);
    let mut marks = Marks::new([0x1ff; 81], !0 >> 47);
    while marks.count() > 270 {
        remove(&mut marks, &mut random, 1);
    }
    let [singles, multiples] = compare(&marks, &mut chains);
    assert!(singles > 0 && multiples > 0);
    while marks.count() > 230 {
        remove(&mut marks, &mut random, 1);
    }
    compare(&marks, &mut chains);
}
