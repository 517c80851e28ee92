//! Sudoku: grids, and the search for every solution of a grid.
//!
//! ```text
//! text ── parse ──▶ Grid ──▶ Candidates ── search ──▶ solutions
//!                            nine Boards    deduce, guess
//! ```

mod board;
mod candidates;
mod grid;
mod parse;
mod search;

pub(crate) use grid::CELLS;
pub use grid::{Conflict, Grid, Unit};
pub use parse::{GridError, GridFault};
pub(crate) use parse::{cell, cells};
pub use search::{Solver, split};
