//! Clues that, added to a puzzle, leave it one solution.
//!
//! A digit in a cell is one of these clues if exactly one solution has it there. For each candidate
//! digit, the search looks for two solutions with it, many puzzles side by side. Those solutions
//! have other candidate digits, too. A digit that two solutions share is excluded at once, so most
//! digits need no search of their own.

use std::sync::atomic::AtomicBool;

use super::lanes::Lanes;
use super::{CELLS, Grid, PencilMarks, split};
use countless_simd::{Kernel, Simd, Task, dispatch};

/// A set of digits for each cell, bit 0 for the digit 1.
pub type DigitMasks = [u16; CELLS];

/// A puzzle to which one clue is to be added.
#[derive(Clone, Debug)]
pub struct Extension {
    /// Digits that solutions may have in each cell.
    marks: DigitMasks,
    /// Digits that may still leave one solution.
    open: DigitMasks,
    /// Digits that occur in the known solutions, which are all different.
    known: DigitMasks,
    /// Digits that leave one solution.
    unique: DigitMasks,
    /// Target of the current search.
    target: ExtensionTarget,
    /// Number of solutions that the current search has found, at most two, and these solutions.
    found_count: usize,
    solutions: [Grid; 2],
}

/// Solutions that a search looks for.
#[derive(Clone, Copy, Debug)]
enum ExtensionTarget {
    /// Any solution.
    Any,
    /// Solutions with a digit in a cell that no known solution has there.
    First(usize, u16),
    /// Solutions with a digit in a cell that one known solution has there.
    Second(usize, u16),
}

impl Extension {
    /// Makes the extension of a puzzle by one clue of the allowed digits, each in an empty cell.
    pub fn new(puzzle: &Grid, allowed: &DigitMasks) -> Self {
        let marks = split(&puzzle.into(), 1).into_iter().next();
        let marks = marks.map_or([0; CELLS], |marks| *marks.cells());
        let open = |cell| match puzzle.digits()[cell] {
            0 => allowed[cell] & marks[cell],
            _ => 0,
        };
        Self {
            marks,
            open: std::array::from_fn(open),
            known: [0; CELLS],
            unique: [0; CELLS],
            target: ExtensionTarget::Any,
            found_count: 0,
            solutions: [Grid::BLANK; 2],
        }
    }

    /// Returns the clues that leave one solution, as cells and digits, in ascending order.
    pub fn unique(&self) -> impl Iterator<Item = (usize, u8)> {
        self.unique.iter().enumerate().flat_map(|(cell, &digits)| {
            let digits_of = (1..=9).filter(move |digit| digits >> (digit - 1) & 1 == 1);
            digits_of.map(move |digit| (cell, digit))
        })
    }

    /// Chooses the next target and returns its candidates; `None` if every digit is decided.
    #[inline(always)]
    fn choose_target(&mut self, is_first: bool) -> Option<PencilMarks> {
        self.found_count = 0;
        if is_first {
            self.target = ExtensionTarget::Any;
            let is_open = self.open.iter().fold(0, |all, &open| all | open) != 0;
            return is_open.then_some(PencilMarks(self.marks));
        }
        // The high byte is the number of new digits of a cell, the low byte is the cell.
        let (mut most, mut any) = (0, 0);
        for cell in 0..CELLS {
            let new = self.open[cell] & !self.known[cell];
            any |= self.open[cell];
            most = most.max((new.count_ones() as u16) << 8 | cell as u16);
        }
        if any == 0 {
            return None;
        }
        let mut marks = self.marks;
        if most >= 1 << 8 {
            let cell = usize::from(most & 0xFF);
            let digit = lowest(self.open[cell] & !self.known[cell]);
            self.target = ExtensionTarget::First(cell, digit);
            marks[cell] = digit;
        } else {
            let cell = self.open.iter().position(|&open| open != 0)?;
            let digit = lowest(self.open[cell]);
            self.target = ExtensionTarget::Second(cell, digit);
            marks[cell] = digit;
        }
        Some(PencilMarks(marks))
    }

    /// Stores one of the first two solutions found.
    fn take(&mut self, solution: &Grid) {
        if let Some(place) = self.solutions.get_mut(self.found_count) {
            *place = *solution;
            self.found_count += 1;
        }
    }

    /// Draws the conclusions from the solutions found. Fewer than two are all solutions of the
    /// target.
    #[inline(always)]
    fn conclude(&mut self) {
        let is_all = self.found_count < 2;
        if !matches!(self.target, ExtensionTarget::Second(..)) {
            for number in 0..self.found_count {
                self.note_solution(number);
            }
        }
        match self.target {
            ExtensionTarget::Any if is_all => {
                for cell in 0..CELLS {
                    self.unique[cell] = self.open[cell] & self.known[cell];
                }
                self.open = [0; CELLS];
            }
            ExtensionTarget::Any => {}
            // The new solutions have a digit that no known solution has, so they are new.
            ExtensionTarget::First(cell, digit) => {
                if self.found_count == 0 {
                    self.marks[cell] &= !digit;
                } else if is_all {
                    self.unique[cell] |= self.open[cell] & digit;
                }
                self.open[cell] &= !digit;
            }
            ExtensionTarget::Second(cell, digit) => {
                if is_all {
                    self.unique[cell] |= digit;
                } else {
                    // One of them may be a known solution.
                    let [one, other] = &self.solutions;
                    for cell in 0..CELLS {
                        self.open[cell] &= !(bit(one.digits()[cell]) & bit(other.digits()[cell]));
                    }
                }
                self.open[cell] &= !digit;
            }
        }
    }

    /// Adds a new solution to the known ones.
    #[inline(always)]
    fn note_solution(&mut self, number: usize) {
        let cells = self.open.iter_mut().zip(&mut self.known);
        for ((open, seen), &digit) in cells.zip(self.solutions[number].digits()) {
            *open &= !(*seen & bit(digit));
            *seen |= bit(digit);
        }
    }
}

/// Returns the bit of a digit, 0 for an empty cell.
#[inline(always)]
fn bit(digit: u8) -> u16 {
    (1 << (digit & 15)) >> 1
}

/// Returns the lowest of some digits, as its bit.
fn lowest(digits: u16) -> u16 {
    digits & digits.wrapping_neg()
}

/// Finds the clues that leave each puzzle one solution. Returns false if `stop` was set before the
/// end.
pub fn extend(
    kernel: Kernel,
    lanes: &mut Lanes,
    extensions: &mut [Extension],
    stop: &AtomicBool,
) -> bool {
    let mut search = ExtensionBatch {
        marks: Vec::new(),
        indices: Vec::new(),
        is_first: true,
    };
    loop {
        dispatch(
            kernel,
            ExtensionRound {
                search: &mut search,
                extensions: &mut *extensions,
            },
        );
        let which = &search.indices;
        if which.is_empty() {
            return true;
        }
        let is_done = lanes.find(kernel, &search.marks, 2, stop, |index, solution| {
            extensions[which[index]].take(solution);
        });
        if !is_done {
            return false;
        }
    }
}

/// The grids that the lanes search next.
struct ExtensionBatch {
    marks: Vec<PencilMarks>,
    /// Index of the extension of each grid.
    indices: Vec<usize>,
    is_first: bool,
}

/// Draws the conclusions from one round of searches and chooses the next targets.
struct ExtensionRound<'a> {
    search: &'a mut ExtensionBatch,
    extensions: &'a mut [Extension],
}

impl Task for ExtensionRound<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let ExtensionBatch {
            marks,
            indices: which,
            is_first,
        } = self.search;
        for &index in &*which {
            self.extensions[index].conclude();
        }
        marks.clear();
        which.clear();
        for index in 0..self.extensions.len() {
            if let Some(next) = self.extensions[index].choose_target(*is_first) {
                marks.push(next);
                which.push(index);
            }
        }
        *is_first = false;
    }
}
