//! Layouts, with the engine that answers questions about their sudokus.

use std::ops::ControlFlow;

use countless_sudoku::{
    Cell, Layout, Rating, RepeatedDigit, Status, Step, Trace, TraceEnd, WrongSum,
};
#[cfg(any(feature = "sudoku-reader", feature = "variants"))]
use countless_variants::Shape;

use super::fault::{Answer, Fault};
use super::sudoku_board::{Request, marks_of};

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

/// End of an explanation.
pub struct Explained {
    pub end: TraceEnd,
    pub is_unique: bool,
}

/// Takes a step of an explanation, and the candidates after it. Breaks if no more are needed.
pub type StepVisitor<'a> = &'a mut dyn FnMut(Step, Marks) -> ControlFlow<()>;

/// Layout of a board. Whatever is solved has no equal digits in a group.
pub trait BoardRules {
    fn places(&self) -> Places;

    /// Reads digits that may break rules.
    fn parse(&self, text: &str) -> Result<Vec<u8>, Fault>;

    /// Status and a solution, if there is one.
    fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault>;
}

/// Engine for a layout. Whatever is searched has no equal digits in a group.
pub trait Rules: BoardRules {
    /// Parts with disjoint solutions, in their order.
    fn split(&self, marks: &[u32]) -> Vec<Marks>;

    /// Counts solutions. `found` takes their number so far.
    fn count(&self, marks: &[u32], found: &mut dyn FnMut(u128)) -> Result<u128, Fault>;

    /// Visits the solutions in lexicographic order.
    fn list(&self, marks: &[u32], visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>);

    fn explain(&self, marks: &[u32], visit: StepVisitor<'_>) -> Result<Explained, Fault>;

    /// Rates marks with one solution.
    fn rate(&self, marks: &[u32]) -> Result<Option<Rating>, Fault>;

    /// Answers `generate`.
    fn generate(&self, request: &Request) -> Answer;
}

/// Visits the steps of an explanation.
pub fn explained<L: Layout>(mut trace: Trace<L>, visit: StepVisitor<'_>) -> Explained
where
    Trace<L>: Iterator<Item = Step>,
{
    while let Some(step) = trace.next() {
        if visit(step, trace.possible()).is_break() {
            break;
        }
    }
    Explained {
        end: trace.end().unwrap_or(TraceEnd::Limit),
        is_unique: trace.is_unique(),
    }
}
