//! Cells, houses and cages of a layout, and the digits and candidates in them.

use countless_sudoku::{Cell, RepeatedDigit, WrongSum};
#[cfg(any(feature = "sudoku-reader", feature = "variants"))]
use countless_variants::Shape;
use serde_json::Value;

/// Candidates of each cell as bits, bit 0 for a 1: one for a filled cell, all for an empty one.
pub type Marks = Vec<u32>;

/// Cells of a layout, and the groups in which digits differ.
pub struct Places {
    pub digits: usize,
    pub cells: Vec<Cell>,
    /// Names and cells of houses, then of cages.
    pub groups: Vec<(String, Vec<u16>)>,
    /// Sums of the cages.
    pub sums: Vec<u32>,
}

impl Places {
    #[cfg(any(feature = "sudoku-reader", feature = "variants"))]
    pub fn of(shape: &Shape) -> Self {
        Self {
            digits: shape.digits(),
            cells: (0..shape.cells()).map(|cell| shape.cell(cell)).collect(),
            groups: shape.groups(),
            sums: shape.cages().map(|(_, sum)| sum).collect(),
        }
    }

    /// Candidates that no group excludes.
    pub fn candidates(&self, digits: &[u8]) -> Marks {
        let mut marks = marks_of(digits, self.digits);
        for (_, group) in &self.groups {
            let cells = group.iter().map(|&cell| usize::from(cell));
            let seen = cells.clone().filter(|&cell| digits[cell] > 0);
            let seen = seen.fold(0, |seen, cell| seen | 1 << (digits[cell] - 1));
            for cell in cells.filter(|&cell| digits[cell] == 0) {
                marks[cell] &= !seen;
            }
        }
        marks
    }

    /// Equal digits in a group.
    pub fn clashes(&self, digits: &[u8]) -> Vec<RepeatedDigit> {
        RepeatedDigit::all(&self.groups, digits, &|cell| self.cells[cell])
    }

    /// True if digits break no rule. Only such digits are searched.
    pub fn are_lawful(&self, digits: &[u8]) -> bool {
        let mut cages = self.cages().iter().zip(&self.sums);
        let is_wrong = |((_, cells), &sum): (&(String, Vec<u16>), &u32)| {
            WrongSum::of(cells, sum, digits, &|cell| self.cells[cell]).is_some()
        };
        self.clashes(digits).is_empty() && !cages.any(is_wrong)
    }

    pub fn houses(&self) -> &[(String, Vec<u16>)] {
        &self.groups[..self.groups.len() - self.sums.len()]
    }

    pub fn cages(&self) -> &[(String, Vec<u16>)] {
        &self.groups[self.groups.len() - self.sums.len()..]
    }
}

/// The marks of digits: all candidates for an empty cell.
pub fn marks_of(digits: &[u8], most: usize) -> Marks {
    let marks = digits.iter().map(|&digit| match digit {
        0 => (1 << most) - 1,
        digit => 1 << (digit - 1),
    });
    marks.collect()
}

/// The digits of cells with one candidate.
pub fn digits_of(marks: &[u32]) -> Vec<u8> {
    let digits = marks.iter().map(|marks| match marks.count_ones() {
        1 => marks.trailing_zeros() as u8 + 1,
        _ => 0,
    });
    digits.collect()
}

/// Sign of a digit, and `.` for an empty cell.
fn sign(digit: u8) -> char {
    match digit {
        0 => '.',
        digit => char::from_digit(digit.into(), 36).map_or('?', |sign| sign.to_ascii_uppercase()),
    }
}

/// A grid as text.
pub fn grid_text(digits: &[u8]) -> String {
    digits.iter().map(|&digit| sign(digit)).collect()
}

/// Digits of cells as texts.
pub fn texts(marks: Marks) -> Value {
    let text = |mask: u32| {
        let digits = (0..25).filter(|digit| mask >> digit & 1 == 1);
        digits.map(|digit| sign(digit + 1)).collect::<String>()
    };
    marks.into_iter().map(text).collect()
}
