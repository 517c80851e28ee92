#![doc = include_str!("../protocol.md")]
#![forbid(unsafe_code)]
// A module of one view does not use all that views share.
#![cfg_attr(
    not(all(
        feature = "cover",
        feature = "queens",
        feature = "sudoku",
        feature = "variants"
    )),
    allow(dead_code)
)]

mod ask;
#[cfg(feature = "sudoku")]
mod classic;
#[cfg(feature = "cover")]
mod cover;
mod fault;
#[cfg(feature = "variants")]
mod layout_members;
#[cfg(feature = "queens")]
mod queens;
mod report;
mod request;
#[cfg(any(feature = "sudoku", feature = "variants"))]
mod rules;
#[cfg(any(feature = "sudoku", feature = "variants"))]
mod sudoku;
#[cfg(any(feature = "sudoku", feature = "variants"))]
mod sudoku_board;
#[cfg(any(feature = "sudoku", feature = "variants"))]
mod sudoku_request;
#[cfg(feature = "variants")]
mod variants;

pub use ask::answer;
