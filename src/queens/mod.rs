//! N queens on an N × N board that do not attack each other.
//!
//! [`search`] visits every solution, depth first; on top of it stand the problems
//! that the engine runs: [`BySearch`] counts, [`Listing`] lists.

mod count;
pub mod known;
mod list;
pub mod search;
mod squares;

pub use count::BySearch;
pub use list::Listing;
pub use search::{Constraint, MAX_N};
pub use squares::{Square, parse_squares};
