//! Boards and grids for people to look at: text and SVG.

mod board;
mod candidates;
mod grid;

pub use board::{board_svg, board_text};
pub use candidates::candidates_text;
pub use grid::{GridStyle, grid_text};
