//! What a shape is to have.

use super::drawing::ShapeDrawing;
use countless_text::VariantRules;

/// What a [`Shape`](super::Shape) has; the default is the sudoku of nine by nine cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
pub struct ShapeOptions {
    /// The number of digits, 2 to 25, which is that of rows and columns.
    pub size: usize,
    /// The rows and columns of a box; if none are given, as square as possible, and wide.
    pub boxes: Option<(usize, usize)>,
    /// Whether the two diagonals hold every digit, too.
    pub diagonals: bool,
    /// Whether the windows between the boxes do, as in a windoku.
    pub windows: bool,
    /// Regions in the place of boxes, as in a jigsaw: cells of the same letter.
    pub regions: Option<ShapeDrawing>,
    /// Whether five grids overlap at their corners.
    pub samurai: bool,
    /// Cages, as in a killer: cells of the same letter hold different digits, whose sum is that of
    /// the letter.
    pub cages: Option<ShapeDrawing>,
    /// Whether each puzzle has regions of its own, and there are no boxes.
    pub own_regions: bool,
    /// Whether each puzzle has cages of its own.
    pub own_cages: bool,
}

impl Default for ShapeOptions {
    fn default() -> Self {
        Self {
            size: 9,
            boxes: None,
            diagonals: false,
            windows: false,
            regions: None,
            samurai: false,
            cages: None,
            own_regions: false,
            own_cages: false,
        }
    }
}

impl ShapeOptions {
    /// The rules beside those of rows, columns and boxes, for readers.
    pub(super) fn variant(&self) -> VariantRules {
        VariantRules {
            diagonals: self.diagonals,
            own_regions: self.own_regions,
            own_cages: self.own_cages,
            has_other: self.windows
                || self.samurai
                || self.regions.is_some()
                || self.cages.is_some(),
        }
    }

    /// Whether these are the sudokus of nine by nine cells, and nothing else.
    pub fn is_classic(&self) -> bool {
        let boxes = self.boxes.unwrap_or((3, 3));
        *self
            == Self {
                boxes: self.boxes,
                ..Self::default()
            }
            && boxes == (3, 3)
    }
}
