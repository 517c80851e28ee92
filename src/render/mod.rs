//! Boards and grids for people to look at: text, SVG, PNG and PDF.
//!
//! ```text
//! puzzle ───▶ Diagram ─▶ grid_text
//!                 │
//!                 ▼
//! Chessboard ─▶ Figure ─▶ picture, Sheet::page ─▶ Drawing ─▶ to_svg, to_png, pdf
//! Tiling ───────┘                    charts ─▶ Canvas ─┘
//! ```

mod board;
mod cages;
mod candidates;
mod canvas;
mod diagram;
mod drawing;
mod glyphs;
mod grid;
mod grid_text;
mod markup;
mod paint;
mod pdf;
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
pub use canvas::Canvas;
pub use diagram::{Diagram, index};
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
