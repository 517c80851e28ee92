//! Searching by copied lists of live options.

mod leaf;
mod list;
mod narrow;
pub mod search;
mod set;
pub mod worker;
