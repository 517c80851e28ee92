//! Boards and grids for people to look at: text, SVG, PNG and PDF.
//!
//! ```text
//! puzzle ─▶ Diagram ─▶ grid_text
//!              │
//!              ▼
//! columns ─▶ Figure ─▶ picture, Sheet::page ─▶ Drawing ─▶ to_svg, to_png, pdf
//!                                    charts ─▶ Canvas ─┘
//! ```

mod board;
mod candidates;
mod canvas;
mod diagram;
mod drawing;
mod glyphs;
mod grid;
mod pdf;
mod png;
mod sheet;
mod svg;

pub use board::board_text;
pub use candidates::candidates_text;
pub(crate) use canvas::Canvas;
pub use diagram::{Cell, Diagram};
pub use drawing::Drawing;
pub use grid::{GridStyle, grid_text};
pub use pdf::pdf;
pub use sheet::{Captioned, Figure, Paper, Sheet, picture};
