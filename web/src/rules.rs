//! Engines that answer questions about the sudokus of a layout.

use std::ops::ControlFlow;

use countless_sudoku::{Layout, Rating, Status, Step, Trace, TraceEnd};

use super::fault::{Answer, Fault};
use super::places::{Marks, Places};
use super::sudoku_request::Request;

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
