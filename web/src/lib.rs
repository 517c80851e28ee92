#![doc = include_str!("../protocol.md")]
#![forbid(unsafe_code)]
// A module does not use all that modules share.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod ask;
#[cfg(feature = "sudokus")]
mod classic;
#[cfg(feature = "cover")]
mod cover;
#[cfg(feature = "sudoku-explainer")]
mod explainer;
mod fault;
#[cfg(any(feature = "sudoku-reader", feature = "variants"))]
mod layout_members;
#[cfg(feature = "sudokus")]
mod places;
#[cfg(feature = "queens")]
mod queens;
#[cfg(feature = "sudoku-reader")]
mod reader;
mod report;
mod request;
#[cfg(feature = "sudokus")]
mod rules;
#[cfg(any(feature = "sudoku", feature = "variants"))]
mod sudoku;
#[cfg(feature = "sudokus")]
mod sudoku_board;
#[cfg(feature = "sudokus")]
mod sudoku_request;
#[cfg(feature = "variants")]
mod variants;

pub use ask::answer;
