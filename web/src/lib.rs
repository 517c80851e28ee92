#![doc = include_str!("../protocol.md")]
#![forbid(unsafe_code)]
// A module does not use all that modules share.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod ask;
#[cfg(feature = "cover")]
mod cover;
#[cfg(feature = "queens")]
mod queens;
mod report;
mod request;
#[cfg(feature = "sudokus")]
mod sudoku;

pub use ask::answer;
