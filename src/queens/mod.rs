//! N queens on an N × N board that do not attack each other.
//!
//! [`search`] visits every solution, depth first. On top of it stand the problems
//! that the engine runs: [`BySearch`] counts, [`Listing`] lists, [`ByTurn`] counts the
//! solutions of a symmetry. [`construct`] and [`sample`] give single solutions of
//! boards far beyond any search.

mod construct;
mod count;
pub mod known;
mod list;
pub mod search;
mod squares;
mod turns;

pub use construct::{construct, is_solution, sample, samples};
pub use count::BySearch;
pub use list::Listing;
pub use search::{Constraint, MAX_N};
pub use squares::{Square, parse_squares};
pub use turns::{ByTurn, Turn};
