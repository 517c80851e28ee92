//! Sudokus of other sizes and shapes.
//!
//! What a sudoku looks like is data: a [`Shape`] is a list of units, and every unit holds every
//! digit once.

mod batch;
mod cages;
mod drawing;
mod families;
mod frame;
mod generate;
mod lanes;
mod list;
mod options;
mod plain;
mod plan;
mod rate;
mod read;
mod regions;
mod shape;
mod solve;
mod spec;
mod symbols;
#[cfg(test)]
mod tests;
mod text;
mod unit;

pub(crate) use batch::FAMILIES;
pub use batch::{Batch, Entry};
pub use drawing::Drawing;
pub(crate) use generate::FAMILY;
pub use generate::Generate;
pub use options::ShapeOptions;
pub use shape::Shape;
pub use unit::{ShapeUnit, UnitKind};
