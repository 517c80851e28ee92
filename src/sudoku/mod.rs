//! Sudoku: grids, the search for every solution of a grid, and whole inputs of puzzles.

mod batch;
mod board;
mod candidates;
mod enumerate;
pub mod grid;
pub mod parse;
pub mod puzzles;
pub mod search;
mod tally;

pub use batch::{Batch, BatchOptions};
pub use enumerate::{Entry, Enumerate, Found, Parts, Root};
pub use grid::{Conflict, Grid, Unit};
pub use parse::{GridError, GridFault, cell, cells};
pub use search::{Solver, split};
pub use tally::{BatchTally, Complaint, Status};
