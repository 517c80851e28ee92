//! Boards, grids, tilings and steps of explanations, drawn as text, SVG, PNG, PDF and HTML.
//!
//! ```text
//! puzzle ───▶ Diagram ─▶ grid_text
//!                 │
//!                 ▼
//! Chessboard ─▶ Figure ─▶ picture, Sheet::page ─▶ Drawing ─▶ to_svg, to_png, pdf
//! Tiling ───────┘                                   ▲
//! numbers ─▶ chart::{Lines, Bars, Histogram, Heat} ─┴─▶ to_page_svg
//! ```
//!
//! ```
//! use countless_picture::{Chessboard, Figure, Paint, board_text, picture};
//!
//! let board = Chessboard::of(&[2, 4, 1, 3]);
//! assert_eq!(board_text(&board, Paint::default()), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
//! let drawing = picture(&Figure::Board(board), "Four queens", None);
//! assert!(drawing.to_svg().starts_with("<svg"));
//! ```
//!
//! There is one [`Drawing`] for each picture, and every format is made of it: the same figure gives
//! the same bytes on every machine. Lengths are in millimeters.
//!
//! The crate depends on `countless-queens`, `countless-sudoku` and `countless-variants` for boards,
//! steps and layouts. It reads and writes no file.

#![forbid(unsafe_code)]

mod board;
mod cages;
mod candidates;
pub mod chart;
mod diagram;
mod drawing;
mod font;
mod grid;
mod grid_text;
mod markup;
mod paint;
mod pdf;
mod pdf_font;
mod pdf_stream;
mod png;
mod scene;
mod sheet;
mod story;
mod story_page;
mod svg;
#[cfg(test)]
mod tests;
mod tiling;

pub use board::{Chessboard, board_text};
pub use candidates::{Marked, candidates_text};
pub use diagram::{Cell, Diagram};
pub use drawing::Drawing;
pub use grid_text::{GridStyle, grid_text};
pub use markup::escaped;
pub use paint::Paint;
pub use pdf::pdf;
pub use scene::Scene;
pub use sheet::{Captioned, Figure, Paper, Sheet, picture};
pub use story::{Story, on_paper, on_scroll};
pub use story_page::page;
pub use tiling::{Tiling, tiling_text};
