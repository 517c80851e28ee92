//! Some of the nine rows, or of the nine columns.

use super::cells::{COLUMN, CellSet, bits};
use super::frame::Frame;
use super::phrases::digits;

/// Some of the nine rows or the nine columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The number of the first of all nine among the units.
    pub first: usize,
    /// A bit for each of the nine.
    pub bits: u16,
}

impl Lines {
    /// Their numbers among the units.
    pub fn units(self) -> impl Iterator<Item = usize> + Clone {
        bits(self.bits).map(move |line| self.first + line)
    }

    /// All cells of these lines.
    pub fn cells(self) -> CellSet {
        self.units()
            .fold(CellSet::NONE, |all, unit| all | CellSet::unit(unit))
    }

    /// The same in the frame of a puzzle.
    pub fn moved(self, frame: &Frame) -> Self {
        let units = self.units().map(|unit| frame.unit(unit));
        let first = if units.clone().all(|unit| unit < COLUMN) {
            0
        } else {
            COLUMN
        };
        Self {
            first,
            bits: units.fold(0, |all, unit| all | 1 << (unit - first)),
        }
    }

    /// `rows 1 and 4`.
    pub fn names(self) -> String {
        let kind = if self.first == 0 { "rows" } else { "columns" };
        format!("{kind} {}", digits(self.bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_names_and_numbers() {
        let columns = Lines {
            first: 9,
            bits: 0o401,
        };
        assert_eq!(columns.names(), "columns 1 and 9");
        assert_eq!(columns.units().collect::<Vec<_>>(), [9, 17]);
    }
}
