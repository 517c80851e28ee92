//! Cages: cells with different digits and a known sum.

mod cage_constraints;
mod read_cages;
mod rule_of_45;
mod tighten;

pub use cage_constraints::{CageConstraints, PendingCages};
pub(super) use countless_sudoku::sums::SumTable;
pub(super) use read_cages::cages_text;
pub(super) use read_cages::read_cage_line;
pub(super) use read_cages::read_cages;
pub use rule_of_45::RuleOf45;
pub(super) use tighten::{CandidateGrid, Tightened, partners};

use super::cell_positions::CellPositions;
use countless_sudoku::CageOrigin;

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
