//! Options of a shape.

use super::shape_drawing::ShapeDrawing;
use countless_text::VariantRules;

/// Options of a [`Shape`](super::Shape). The default is the classic 9×9 sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
pub struct ShapeOptions {
    /// Number of digits, rows and columns: 2 to 25.
    pub size: usize,
    /// Rows and columns of a box. By default, boxes are as square as possible, and not higher than
    /// wide.
    pub boxes: Option<(usize, usize)>,
    /// True if both diagonals hold every digit.
    pub diagonals: bool,
    /// True if the windows between the boxes hold every digit, as in a windoku.
    pub windows: bool,
    /// Regions in place of boxes, as in a jigsaw: cells with one letter.
    pub regions: Option<ShapeDrawing>,
    /// True if five grids overlap at their corners.
    pub samurai: bool,
    /// Cages, as in a killer sudoku: cells with one letter hold different digits with a given sum.
    pub cages: Option<ShapeDrawing>,
    /// True if each puzzle has its own regions, in place of boxes.
    pub own_regions: bool,
    /// True if each puzzle has its own cages.
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
    /// Returns the rules besides rows, columns and boxes, for readers of puzzles.
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

    /// Returns whether the options describe the classic 9×9 sudoku.
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
