//! Options of a shape.

use super::shape_drawing::ShapeDrawing;
use countless_text::VariantRules;

/// Options of a [`Shape`](super::Shape). The default is the classic 9×9 sudoku.
///
/// ```
/// use countless_variants::{Shape, ShapeOptions};
///
/// let shape = Shape::new(&ShapeOptions::new().size(6).boxes(Some((3, 2))).diagonals(true))?;
/// assert_eq!((shape.side(), shape.cells()), (6, 36));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[must_use]
pub struct ShapeOptions {
    pub(crate) size: usize,
    pub(crate) boxes: Option<(usize, usize)>,
    pub(crate) diagonals: bool,
    pub(crate) windows: bool,
    pub(crate) regions: Option<ShapeDrawing>,
    pub(crate) samurai: bool,
    pub(crate) cages: Option<ShapeDrawing>,
    pub(crate) own_regions: bool,
    pub(crate) own_cages: bool,
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
    /// Creates the options of the classic 9×9 sudoku.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of digits, rows and columns: 2 to 25.
    pub fn size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// Sets the rows and columns of a box. By default, boxes are as square as possible, and not
    /// higher than wide.
    pub fn boxes(self, boxes: Option<(usize, usize)>) -> Self {
        Self { boxes, ..self }
    }

    /// Requires every digit in both diagonals.
    pub fn diagonals(self, diagonals: bool) -> Self {
        Self { diagonals, ..self }
    }

    /// Requires every digit in the windows between the boxes, as in a windoku.
    pub fn windows(self, windows: bool) -> Self {
        Self { windows, ..self }
    }

    /// Sets regions in place of boxes, as in a jigsaw: cells with one letter.
    pub fn regions(self, regions: Option<ShapeDrawing>) -> Self {
        Self { regions, ..self }
    }

    /// Selects five grids that overlap at their corners.
    pub fn samurai(self, samurai: bool) -> Self {
        Self { samurai, ..self }
    }

    /// Sets cages, as in a killer sudoku: cells with one letter hold different digits with a given
    /// sum.
    pub fn cages(self, cages: Option<ShapeDrawing>) -> Self {
        Self { cages, ..self }
    }

    /// Lets each puzzle have its own regions, in place of boxes.
    pub fn own_regions(mut self, own_regions: bool) -> Self {
        self.own_regions = own_regions;
        self
    }

    /// Lets each puzzle have its own cages.
    pub fn own_cages(self, own_cages: bool) -> Self {
        Self { own_cages, ..self }
    }

    /// Returns whether regions replace boxes: those of all puzzles, or those of each.
    pub fn has_regions(&self) -> bool {
        self.regions.is_some() || self.own_regions
    }

    /// Returns the rules besides rows, columns and boxes, for readers of puzzles.
    pub(super) fn variant(&self) -> VariantRules {
        let has_drawing = self.regions.is_some() || self.cages.is_some();
        VariantRules::new()
            .diagonals(self.diagonals)
            .own_regions(self.own_regions)
            .own_cages(self.own_cages)
            .has_other(self.windows || self.samurai || has_drawing)
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
