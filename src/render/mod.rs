//! Boards and grids for people to look at: text and SVG.

mod board;

pub use board::{board_svg, board_text};
