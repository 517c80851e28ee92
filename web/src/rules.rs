//! Layouts, with the engine that answers questions about their sudokus.

use std::ops::ControlFlow;

use countless_sudoku::{
    Cell, ExplainerRating, Layout, Rating, Status, Step, Trace, TraceEnd, TraceOptions,
};
use serde_json::Value;

use super::fault::{Answer, Fault};
use super::sudoku_request::Request;

/// Candidates of each cell as bits, bit 0 for a 1: one for a filled cell, all for an empty one.
pub type Marks = Vec<u32>;

/// Cells of a layout, and the groups in which digits differ.
pub struct Places {
    /// Rows, and columns, of the square around all cells.
    pub side: usize,
    pub digits: usize,
    pub cells: Vec<Cell>,
    /// Names and cells of houses, then of cages.
    pub groups: Vec<(String, Vec<u16>)>,
    /// Sums of the cages.
    pub sums: Vec<u32>,
}

/// End of an explanation.
pub struct Explained {
    pub end: TraceEnd,
    pub is_unique: bool,
    /// Candidates after the last step.
    pub candidates: Marks,
}

/// Takes a step of an explanation, and the candidates after it. Breaks if no more are needed.
pub type StepVisitor<'a> = &'a mut dyn FnMut(Step, Marks) -> ControlFlow<()>;

/// Layout of a board, and the engine for it. Whatever is searched has no equal digits in a group.
pub trait Rules {
    fn places(&self) -> Places;

    /// Reads digits that may break rules.
    fn parse(&self, text: &str) -> Result<Vec<u8>, Fault>;

    /// Status and a solution, if there is one.
    fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault>;

    /// Parts with disjoint solutions, in their order.
    fn split(&self, marks: &[u32]) -> Vec<Marks>;

    /// Counts solutions until `found`, which takes their number so far, breaks.
    fn count(
        &self,
        marks: &[u32],
        limit: u64,
        found: &mut dyn FnMut(u128) -> ControlFlow<()>,
    ) -> Result<u128, Fault>;

    /// Visits the solutions in lexicographic order.
    fn list(&self, marks: &[u32], visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>);

    fn explain(
        &self,
        marks: &[u32],
        options: TraceOptions,
        visit: StepVisitor<'_>,
    ) -> Result<Explained, Fault>;

    /// Rates marks with one solution.
    fn rate(&self, marks: &[u32]) -> Result<Option<Rating>, Fault>;

    /// Explains at most `limit` steps of Sudoku Explainer, and rates marks with one solution. `None`
    /// if the layout has no such steps.
    fn explainer(
        &self,
        _marks: &[u32],
        _limit: u64,
        _visit: StepVisitor<'_>,
    ) -> Option<ExplainerRating> {
        None
    }

    /// Canonical form of digits, and the number of their automorphisms. `None` if the layout has no
    /// such form, or if digits are equal in a house.
    fn canonical(&self, _digits: &[u8]) -> Option<(String, u64)> {
        None
    }

    /// Answers `read`.
    fn read(&self, request: &Request) -> Answer;

    /// Makes puzzles.
    fn generate(&self, request: &Request) -> Result<Vec<Value>, Fault>;
}

/// Visits steps, each with the candidates after it, until `visit` breaks.
pub fn visit_steps<T: Iterator<Item = Step>>(
    trace: &mut T,
    possible: impl Fn(&T) -> Marks,
    visit: StepVisitor<'_>,
) {
    while let Some(step) = trace.next() {
        if visit(step, possible(trace)).is_break() {
            break;
        }
    }
}

/// Visits the steps of an explanation.
pub fn explained<L: Layout>(mut trace: Trace<L>, visit: StepVisitor<'_>) -> Explained
where
    Trace<L>: Iterator<Item = Step>,
{
    visit_steps(&mut trace, Trace::possible, visit);
    Explained {
        end: trace.end().unwrap_or(TraceEnd::Limit),
        is_unique: trace.is_unique(),
        candidates: trace.possible(),
    }
}
