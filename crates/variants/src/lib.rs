//! Sudokus of other sizes, layouts and rules, and questions about the puzzles of files.
//!
//! A layout is data: a [`Shape`] is a list of houses, and every house holds every digit once. Cages
//! add sums.
//!
//! ```
//! use countless_engine::Run;
//! use countless_variants::{Shape, ShapeOptions};
//!
//! let shape = Shape::new(&ShapeOptions::new().size(4))?;
//! let puzzle = [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2];
//! let (_, solution) = shape.solve(&puzzle, &Run::new())?;
//! assert_eq!(solution, [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2]);
//! # Ok::<(), countless_engine::Error>(())
//! ```
//!
//! [`Ask`] answers a question about the puzzles of files, and [`AskMemory`] about classic puzzles in
//! memory. Puzzles of the classic layout are searched by the lanes of `countless-sudoku`, others by
//! lanes for any layout. [`GenerateVariants`] makes new puzzles. Tests check the vector search
//! against a slow search without vectors.
//!
//! The crate depends on `countless-sudoku` for records, techniques and answers, and on
//! `countless-text` for reading grids. It also depends on `countless-engine`, `countless-simd` and
//! `countless-table`.

#![forbid(unsafe_code)]

mod any_puzzle;
mod cages;
mod compiled_shape;
mod digits;
mod factories;
mod generate;
#[doc(hidden)]
pub mod internals;
mod killer;
mod lanes;
mod puzzle_text;
pub mod questions;
mod review;
mod shape;
mod shape_options;
mod single_puzzles;

pub use any_puzzle::{AnyPuzzle, Explanation, VariantPuzzle};
pub use digits::{candidate_texts, digits_text, single_digits};
#[cfg(not(test))]
pub use factories::FACTORIES;
pub use generate::GenerateVariants;
pub use questions::{
    Ask, AskMemory, CanonicalAnswer, Canonicalise, Count, CountAnswer, FindNeighbours,
    FindRedundant, List, ListAnswer, NeighbourAnswer, NodeBudget, PuzzleRow, Question, Rate,
    RateAnswer, RedundantAnswer, Solution, SolutionCheck, Solve, SolveAnswer, puzzles_in,
};
pub use review::{RepeatedDigit, Review, SolveDigits, WrongEntry, WrongSum};
pub use shape::Shape;
pub use shape_options::{ShapeDrawing, ShapeHouse, ShapeOptions};
