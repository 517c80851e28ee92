//! N queens on an N × N board that do not attack each other.
//!
//! [`join`] counts all solutions without visiting them; [`search`] visits each, depth
//! first, under any constraint. On top of them stand the problems that the engine runs:
//! [`ByJoin`] and [`BySearch`] count, [`Listing`] lists, [`ByTurn`] counts the solutions
//! of a symmetry, [`BySquare`] those that use each square. [`construct`] and [`sample`] give single solutions of
//! boards far beyond any search.

mod by_join;
mod by_search;
mod construct;
mod cut;
mod descent;
mod images;
pub mod join;
pub mod known;
mod list;
mod occupancy;
mod recount;
pub mod search;
mod squares;
mod turns;

pub use by_join::ByJoin;
pub use by_search::BySearch;
pub use construct::{construct, is_solution, sample, samples};
pub use descent::Descent;
pub use images::{fundamental, images};
pub use list::Listing;
pub use occupancy::{BySquare, Occupancy, TalliedListing};
pub use recount::Recount;
pub use search::{Constraint, MAX_N};
pub use squares::{Square, parse_squares};
pub use turns::{ByTurn, Turn};
