//! Cages: cells with different digits and a known sum, as drawn and as constraints of a search.

mod read_cages;
mod rule_of_45;
mod tighten;

pub(super) use countless_sudoku::sums::SumTable;
pub(super) use read_cages::{cages_text, read_cage_line, read_cages};
pub use rule_of_45::RuleOf45;
pub(super) use tighten::{CandidateGrid, Tightened, partners};

use super::shape_options::CellPositions;
use countless_sudoku::CageOrigin;
pub(super) use rule_of_45::{cell_set, members};

/// Cage, as a range in a list of the cells of all cages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CageSpan {
    from: u32,
    len: u16,
    sum: u16,
}

impl CageSpan {
    fn cells(self, of_all: &[u16]) -> &[u16] {
        &of_all[self.from as usize..][..self.len.into()]
    }
}

/// Drawn cages of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cages {
    list: Vec<CageSpan>,
    cells: Vec<u16>,
}

impl Cages {
    /// Adds a cage.
    pub fn push(&mut self, cells: &[u16], sum: u32) {
        self.list.push(CageSpan {
            from: self.cells.len() as u32,
            len: cells.len() as u16,
            sum: sum as u16,
        });
        self.cells.extend_from_slice(cells);
    }

    /// Creates cages with these sizes and sums. Their cells are added later.
    fn with_sizes(sizes: impl Iterator<Item = (usize, u32)>) -> Self {
        let mut from = 0;
        let cage = |(size, sum): (usize, u32)| {
            let cage = CageSpan {
                from,
                len: 0,
                sum: sum as u16,
            };
            from += size as u32;
            cage
        };
        let list = sizes.map(cage).collect();
        let cells = vec![0; from as usize];
        Self { list, cells }
    }

    /// Adds the next cell of a cage.
    fn add_cell(&mut self, number: usize, cell: u16) {
        let cage = &mut self.list[number];
        self.cells[cage.from as usize + usize::from(cage.len)] = cell;
        cage.len += 1;
    }

    /// Returns whether the list of cages is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the cages: their cells in ascending order, and their sums.
    pub fn drawn(&self) -> impl Iterator<Item = (&[u16], u32)> + Clone {
        let cages = self.list.iter();
        cages.map(|&cage| (cage.cells(&self.cells), cage.sum.into()))
    }

    /// Returns the cages in the form that techniques use.
    pub fn for_techniques(&self) -> Vec<countless_sudoku::Cage> {
        let drawn = self.drawn().map(|(cells, sum)| countless_sudoku::Cage {
            cells: cells.to_vec(),
            sum,
            origin: CageOrigin::Drawn,
        });
        drawn.collect()
    }

    /// Returns whether a complete grid satisfies the cages. Each digit is given by its bit.
    #[inline(always)]
    pub fn allow(&self, digits: &[u32]) -> bool {
        for &cage in &self.list {
            let (mut all, mut sum) = (0, 0);
            for &cell in cage.cells(&self.cells) {
                let digit = digits[usize::from(cell) % digits.len()];
                sum += digit.trailing_zeros() + 1;
                all |= digit;
            }
            if sum != u32::from(cage.sum) || all.count_ones() != u32::from(cage.len) {
                return false;
            }
        }
        true
    }

    /// Describes a cage that the digits of a puzzle violate, if any. Empty cells are 0.
    pub(super) fn conflict(&self, frame: &CellPositions, digits: &[u8]) -> Option<String> {
        self.drawn().find_map(|(cells, sum)| {
            let mut seen = [None; 32];
            let (mut found, mut blanks) = (0, 0);
            for &cell in cells {
                let digit = digits[usize::from(cell)];
                if digit == 0 {
                    blanks += 1;
                    continue;
                }
                found += u32::from(digit);
                if let Some(other) = seen[usize::from(digit) % seen.len()].replace(cell) {
                    let (a, b) = (frame.name(other.into()), frame.name(cell.into()));
                    let first = frame.name(cells[0].into());
                    return Some(format!(
                        "digit {digit} occurs twice in the cage of {first}: at {a} and {b}"
                    ));
                }
            }
            let is_wrong = found > sum || blanks == 0 && found != sum;
            is_wrong.then(|| {
                let first = frame.name(cells[0].into());
                format!("the cage of {first} has the sum {found}, expected {sum}")
            })
        })
    }
}

/// Largest number of cells of a cage.
pub(super) const MOST: usize = 32;

/// Cage and the cells that see it.
#[derive(Clone, Copy, Debug)]
struct PlacedCage {
    cage: CageSpan,
    /// Cells that see all cells of the cage.
    seen_by: u128,
}

/// Drawn and derived cages of a puzzle, in ascending order of size.
#[derive(Clone, Debug, Default)]
pub struct CageConstraints {
    list: Vec<PlacedCage>,
    cells: Vec<u16>,
    /// The list before sorting.
    unsorted: Vec<PlacedCage>,
    /// Number of words with a bit for every cage.
    words: usize,
    /// For each cell, a bit for each cage that contains it.
    cages_of: Vec<u64>,
}

impl CageConstraints {
    /// Replaces all cages by those of another puzzle.
    pub fn load(&mut self, cages: &Cages, areas: &RuleOf45) {
        self.list.clear();
        self.cells.clear();
        for (cells, sum) in cages.drawn() {
            self.push(cells.iter().copied(), sum, areas.cells_seeing(cells));
        }
        areas.derive(cages, |part, seers, _, _| {
            self.push(members(part.cells).map(u16::from), part.sum, seers);
        });
        self.sort();
        self.words = self.list.len().div_ceil(64);
        self.cages_of.clear();
        self.cages_of.resize(areas.cells() * self.words, 0);
        for (number, PlacedCage { cage, .. }) in self.list.iter().enumerate() {
            for &cell in cage.cells(&self.cells) {
                self.cages_of[usize::from(cell) * self.words + number / 64] |= 1 << (number % 64);
            }
        }
    }

    /// Sorts cages by size.
    fn sort(&mut self) {
        self.unsorted.clear();
        self.unsorted.append(&mut self.list);
        for len in 1..=MOST {
            let cages = self.unsorted.iter();
            self.list
                .extend(cages.filter(|known| usize::from(known.cage.len) == len));
            if self.list.len() == self.unsorted.len() {
                break;
            }
        }
    }

    /// Adds a cage.
    pub(super) fn push(&mut self, cells: impl Iterator<Item = u16>, sum: u32, seers: u128) {
        let from = self.cells.len();
        self.cells.extend(cells);
        let cage = CageSpan {
            from: from as u32,
            len: (self.cells.len() - from) as u16,
            sum: sum.min(u16::MAX.into()) as u16,
        };
        self.list.push(PlacedCage {
            cage,
            seen_by: seers,
        });
    }

    /// Returns the number of cages.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the cells and the sum of a cage.
    #[inline(always)]
    pub(super) fn cage(&self, number: usize) -> (&[u16], u32) {
        let PlacedCage { cage, .. } = self.list[number];
        (cage.cells(&self.cells), cage.sum.into())
    }

    /// Returns the cells that see all cells of a cage.
    #[inline(always)]
    pub(super) fn cells_seeing(&self, number: usize) -> u128 {
        self.list[number].seen_by
    }
}

/// Cages that wait for propagation.
#[derive(Clone, Debug, Default)]
pub struct PendingCages {
    /// A bit for each cage with a changed cell.
    cages: Vec<u64>,
    /// For each cage, the digits removed from the cells that see it.
    cleared_digits: Vec<u32>,
}

impl PendingCages {
    /// Unmarks all cages.
    pub fn reset(&mut self, constraints: &CageConstraints) {
        self.cages.clear();
        self.cages.resize(constraints.words, 0);
        self.cleared_digits.clear();
        self.cleared_digits.resize(constraints.len(), 0);
    }

    /// Marks all cages.
    pub fn mark_all(&mut self, constraints: &CageConstraints) {
        self.reset(constraints);
        for number in 0..constraints.len() {
            self.cages[number / 64] |= 1 << (number % 64);
        }
    }

    /// Marks the cages of a cell if the cell has changed.
    #[inline(always)]
    pub fn mark_if(&mut self, constraints: &CageConstraints, cell: u16, has_changed: bool) {
        let words = constraints.words;
        let of_cell = &constraints.cages_of[usize::from(cell) * words..][..words];
        let mask = if has_changed { u64::MAX } else { 0 };
        for (word, more) in self.cages.iter_mut().zip(of_cell) {
            *word |= more & mask;
        }
    }

    /// Unmarks a cage that is at its fixed point.
    #[inline(always)]
    pub(super) fn unmark(&mut self, number: usize) {
        self.cages[number / 64] &= !(1 << (number % 64));
    }

    /// Unmarks and returns the first marked cage from this number on.
    #[inline(always)]
    pub(super) fn take_next(&mut self, from: usize) -> Option<usize> {
        let (mut index, mut mask) = (from / 64, u64::MAX << (from % 64));
        loop {
            let word = self.cages.get_mut(index)?;
            let left = *word & mask;
            if left != 0 {
                *word ^= left & left.wrapping_neg();
                return Some(64 * index + left.trailing_zeros() as usize);
            }
            (index, mask) = (index + 1, u64::MAX);
        }
    }

    /// Records digits as removed from the cells that see a cage. Returns whether any of them is
    /// new.
    #[inline(always)]
    pub(super) fn mark_cleared(&mut self, number: usize, digits: u32) -> bool {
        let cleared = &mut self.cleared_digits[number];
        let is_more = digits & !*cleared != 0;
        *cleared |= digits;
        is_more
    }
}
