//! Cages: cells whose digits differ and have a known sum.

mod areas;
mod letters;
mod line;
mod read;
mod sums;
mod tighten;

pub(super) use areas::Areas;
pub(super) use letters::written;
pub(super) use line::read_line;
pub(super) use read::read;
pub(super) use sums::Sums;
pub(super) use tighten::{Grid, Tightened};

use super::frame::Frame;

/// A cage, whose cells lie one behind the other in a list of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cage {
    from: u32,
    len: u16,
    sum: u16,
    /// The cells that share units with all of them lie in a list of such.
    seers_from: u32,
    seers: u16,
}

/// The cages of a puzzle: those that are drawn, and those that follow from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cages {
    list: Vec<Cage>,
    cells: Vec<u16>,
    seers: Vec<u16>,
    /// How many are drawn, which are the first.
    drawn: usize,
}

impl Cages {
    /// Adds a cage.
    pub fn push(&mut self, cells: &[u16], sum: u32) {
        self.list.push(Cage {
            from: self.cells.len() as u32,
            len: cells.len() as u16,
            sum: sum as u16,
            seers_from: 0,
            seers: 0,
        });
        self.cells.extend_from_slice(cells);
        self.drawn = self.list.len();
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn cells_of(&self, cage: Cage) -> &[u16] {
        &self.cells[cage.from as usize..][..cage.len.into()]
    }

    fn seers_of(&self, cage: Cage) -> &[u16] {
        &self.seers[cage.seers_from as usize..][..cage.seers.into()]
    }

    /// The cages that are drawn: their cells, in ascending order, and sums.
    pub fn drawn(&self) -> impl Iterator<Item = (&[u16], u32)> + Clone {
        let cages = self.list[..self.drawn].iter();
        cages.map(|&cage| (self.cells_of(cage), cage.sum.into()))
    }

    /// All cages: their cells, their sums, and whether they are drawn.
    pub fn all(&self) -> impl Iterator<Item = (&[u16], u32, bool)> {
        let cages = self.list.iter().enumerate();
        cages.map(|(number, &cage)| (self.cells_of(cage), cage.sum.into(), number < self.drawn))
    }

    /// Whether digits, a bit each and none missing, are as the cages want.
    #[inline(always)]
    pub fn allow(&self, digits: &[u32]) -> bool {
        for &cage in &self.list[..self.drawn] {
            let (mut all, mut sum) = (0, 0);
            for &cell in self.cells_of(cage) {
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

    /// What the digits of a puzzle, 0 for a blank, have against a cage, if anything.
    pub fn conflict(&self, frame: &Frame, digits: &[u8]) -> Option<String> {
        self.drawn().find_map(|(cells, sum)| {
            let first = frame.name(cells[0].into());
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
                    return Some(format!(
                        "digit {digit} stands twice in the cage of {first}, at {a} and {b}"
                    ));
                }
            }
            let is_wrong = found > sum || blanks == 0 && found != sum;
            is_wrong.then(|| format!("the cage of {first} has the sum {found} instead of {sum}"))
        })
    }
}
