//! Boards, grids, tilings and steps of explanations, drawn as text, SVG, PNG, PDF and HTML.
//!
//! ```text
//! puzzle ───▶ Diagram ─▶ grid_text
//!                 │
//!                 ▼
//! Chessboard ─▶ Figure ─▶ picture, SheetLayout::page ─▶ Drawing ─▶ to_svg, to_png, pdf
//! Tiling, Mosaic┘                                          ▲
//! numbers ─▶ chart::{LineChart, BarChart, Histogram, …} ───┴─▶ to_page_svg
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
//! Each picture is one [`Drawing`], which all formats are made from. A figure yields equal bytes on
//! every machine. Lengths are in millimeters.
//!
//! The crate depends on `countless-queens`, `countless-sudoku` and `countless-variants` for boards,
//! steps and layouts. It does not read or write files.

#![forbid(unsafe_code)]

pub mod chart;
mod chessboard;
mod drawing;
#[cfg(test)]
mod drawing_tests;
mod grid_drawing;
mod grid_text;
mod mosaic;
mod pdf;
mod sheet_layout;
mod step_diagram;
mod svg;
mod tiling;
mod walkthrough;

pub use chessboard::{Chessboard, board_text};
pub use drawing::Drawing;
pub use grid_drawing::{CellContent, Diagram};
pub use grid_text::{GridStyle, Paint, StepMarks, candidates_text, grid_text};
pub use mosaic::{Mosaic, MosaicCell, mosaic_text};
pub use pdf::pdf;
pub use sheet_layout::{CaptionedFigure, Figure, Paper, SheetLayout, picture};
pub use step_diagram::StepDiagram;
pub use svg::escaped;
pub use tiling::{Tiling, tiling_text};
pub use walkthrough::{Walkthrough, walkthrough_page, walkthrough_pages, walkthrough_scroll};
