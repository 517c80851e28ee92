#![doc = include_str!("../protocol.md")]
#![forbid(unsafe_code)]
// A module of one view does not use all that views share.
#![cfg_attr(
    not(all(feature = "cover", feature = "queens", feature = "variants")),
    allow(dead_code)
)]

mod ask;
#[cfg(feature = "cover")]
mod cover;
mod fault;
#[cfg(feature = "queens")]
mod queens;
mod report;
mod request;
#[cfg(feature = "sudoku")]
mod sudoku;
#[cfg(feature = "sudoku")]
mod sudoku_board;
#[cfg(feature = "variants")]
mod variants;

pub use ask::answer;
