//! Many sudokus at once, one per vector lane.

mod grids;
mod guess;
mod pass;
mod solve;

#[cfg(test)]
mod tests;

pub use solve::{Lanes, Outcome};
