//! Sudoku: grids, and the search for every solution of a grid.

mod board;
mod candidates;
pub mod grid;
pub mod parse;
pub mod search;

pub use grid::{Conflict, Grid, Unit};
pub use parse::{GridError, GridFault, cell, cells};
pub use search::{Solver, split};
