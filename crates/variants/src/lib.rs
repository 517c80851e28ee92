//! Sudokus of other sizes, layouts and rules.
//!
//! A layout is data: a [`Shape`] is a list of houses, and every house holds every digit once. Cages
//! add sums.
//!
//! ```
//! use countless_variants::{Shape, ShapeOptions};
//!
//! let shape = Shape::new(&ShapeOptions { size: 4, ..ShapeOptions::default() })?;
//! let (_, solution) = shape.solve(&[1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]);
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
mod drawing;
mod explain;
mod families;
mod frame;
mod generate;
mod killer;
mod lanes;
mod list;
mod options;
mod plain;
mod plan;
mod puzzles;
mod rate;
mod read;
mod regions;
mod review;
mod shape;
mod solve;
mod spec;
mod symbols;
#[cfg(test)]
mod tests;
mod text;
mod unit;
mod word;

pub use drawing::ShapeDrawing;
pub use generate::GenerateVariants;
pub use options::ShapeOptions;
pub use puzzles::{VariantPuzzle, VariantPuzzles};
pub use review::{RepeatedDigit, Review, WrongSum};
pub use shape::Shape;
pub use symbols::digits_text;
pub use unit::ShapeHouse;

use countless_engine::Factory;

/// Problems of this crate, by their names.
pub const FACTORIES: [Factory; 5] = {
    let [solve, count, list, rate] = puzzles::FACTORIES;
    [solve, count, list, rate, generate::FACTORY]
};
