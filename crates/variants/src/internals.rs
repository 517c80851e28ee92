//! Private items that the tests in `tests/unit` use.

use super::Shape;
pub use super::any_puzzle::PlainSearch;
pub use super::cages::{CageConstraints, Cages, RuleOf45};
pub use super::compiled_shape::CompiledShape;
pub use super::generate::generate_problem::GeneratedVariant;
pub use super::generate::random_grid::{CellNeighbours, random_solution, with_sums};
pub use super::lanes::{LaneResults, VariantLanes};
pub use super::puzzle_text::{RecordText, conflict, read_digits};
pub use super::single_puzzles::{Piece, Rater, cut, list_solutions};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::TableLayout;

/// A shape with other cages.
pub fn with_cages(shape: &Shape, cages: &Cages) -> Shape {
    shape.with_cages(cages)
}

/// The layout of a shape for techniques.
pub fn tables(shape: &Shape) -> TableLayout {
    shape.tables()
}

/// A plan with the options of a shape.
pub fn describe(shape: &Shape, spec: Spec) -> Spec {
    shape.describe(spec)
}

/// The shape of a plan.
///
/// # Errors
///
/// If the plan has none.
pub fn described(spec: &Spec) -> Result<Shape, Error> {
    Shape::described(spec)
}
