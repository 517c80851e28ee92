//! Sudoku: grids, the search for every solution of a grid, and whole inputs of puzzles.
//!
//! ```text
//! text ── parse ──▶ Grid ──▶ Candidates ── search ──▶ solutions
//!                            nine Boards    deduce, guess
//! ```

mod attempt;
mod batch;
mod board;
mod candidates;
mod columns;
mod enumerate;
mod explain;
mod generate;
mod grid;
pub mod lanes;
mod one_by_one;
mod parse;
mod parts;
mod pencil;
mod puzzle;
mod puzzle_set;
pub mod puzzles;
mod search;
mod tally;

pub use attempt::{Attempt, Clash, Review};
pub use batch::{Batch, BatchOptions};
pub use columns::Columns;
pub use enumerate::{Enumerate, Found};
pub use explain::{
    Candidate, End, Level, Link, Rating, Step, Technique, Trace, TraceOptions, UnknownName,
    level_unique, rate, rate_unique,
};
pub use generate::{FEWEST_CLUES, Generate, GenerateOptions, Impossible, Symmetry};
pub(crate) use grid::CELLS;
pub use grid::{Conflict, Grid, Unit};
pub use one_by_one::OneByOne;
pub use parse::{GridError, GridFault};
pub(crate) use parse::{cell, cells};
pub use parts::{Entry, Parts, Root};
pub use pencil::PencilMarks;
pub use puzzle::Puzzle;
pub use search::{Solver, split};
pub use tally::{BatchTally, Complaint, Status, Written};
