//! Sudokus of other sizes, layouts and rules.
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
//! [`VariantPuzzles`] answers questions about puzzles in files, and [`GenerateVariants`] makes new
//! puzzles. Tests check the vector search against a slow search without vectors.
//!
//! The crate depends on `countless-sudoku` for records, techniques and answers, and on
//! `countless-text` for reading grids. It also depends on `countless-engine`, `countless-simd` and
//! `countless-table`.

#![forbid(unsafe_code)]

mod cages;
mod compiled_shape;
mod digits;
mod generate;
mod house_families;
#[doc(hidden)]
pub mod internals;
mod killer;
mod lanes;
mod list_solutions;
mod plain_search;
mod puzzle_text;
mod puzzles;
mod rater;
mod review;
mod shape;
mod shape_drawing;
mod shape_options;

pub use digits::digits_text;
pub use generate::GenerateVariants;
pub use house_families::ShapeHouse;
pub use puzzles::{VariantPuzzle, VariantPuzzles};
pub use review::{RepeatedDigit, Review, WrongSum};
pub use shape::Shape;
pub use shape_drawing::ShapeDrawing;
pub use shape_options::ShapeOptions;

use countless_engine::Factory;

/// Problems of this crate, by their names.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 5] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 5] = {
    let [solve, count, list, rate] = puzzles::FACTORIES;
    [solve, count, list, rate, generate::FACTORY]
};
