//! Arguments for layout and rules of variants.

use std::path::Path;
use std::sync::Arc;

use countless::table::read_text_file;
use countless::variants::{Shape, ShapeDrawing, ShapeOptions};

use super::super::prelude::*;
use super::puzzle_inputs::{PuzzleInputArgs, PuzzleInputs};

/// Arguments for variants.
#[derive(Args, Clone, Debug)]
pub struct VariantArgs {
    /// Number of digits, rows and columns, 2 to 25 [default: that of the first puzzle, or 9]
    #[arg(help_heading = "Variant", long, value_name = "N")]
    #[arg(value_parser = whole::<u8>(2..=25))]
    size: Option<u8>,
    /// Boxes of R rows and C columns [default: as square as possible]
    #[arg(help_heading = "Variant", long, value_name = "RxC", value_parser = box_size)]
    boxes: Option<(usize, usize)>,
    /// Both diagonals contain every digit (X-sudoku)
    #[arg(help_heading = "Variant", long)]
    diagonals: bool,
    /// Further boxes contain every digit (windoku); in 9×9, these are four 3×3 boxes in the rows and
    /// columns 2-4 and 6-8
    #[arg(help_heading = "Variant", long)]
    windows: bool,
    /// Regions instead of boxes (jigsaw): a FILE with a letter per cell, or the word each if
    /// every puzzle has its own
    #[arg(help_heading = "Variant", long, value_name = "FILE|each")]
    regions: Option<InputFile>,
    /// Cages of different digits with sums (killer): a FILE with a letter per cell and sums such as
    /// A=12, or the word each if every puzzle has its own
    #[arg(help_heading = "Variant", long, value_name = "FILE|each")]
    cages: Option<InputFile>,
    /// Five grids that overlap in their corner boxes
    #[arg(help_heading = "Variant", long)]
    samurai: bool,
}

/// Parses the rows and columns of a box.
fn box_size(text: &str) -> Result<(usize, usize), &'static str> {
    let pair = text.split_once(['x', 'X', '×']);
    let pair = pair.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    pair.ok_or("expected rows and columns of a box, such as 2x3")
}

impl VariantArgs {
    /// Layout and rules by the arguments alone.
    pub fn shape_without_input(&self) -> anyhow::Result<Arc<Shape>> {
        // An empty text has no size.
        self.shape(&mut PuzzleInputArgs::of("").inputs())
    }

    /// Inputs of puzzles of this layout.
    pub fn inputs<'a>(&self, source: &'a PuzzleInputArgs) -> anyhow::Result<PuzzleInputs<'a>> {
        let mut inputs = source.inputs();
        let shape = self.shape(&mut inputs)?;
        inputs.of_shape(shape)
    }

    /// Layout and rules of the puzzles of some inputs.
    pub fn shape(&self, inputs: &mut PuzzleInputs<'_>) -> anyhow::Result<Arc<Shape>> {
        let (regions, own_regions) = drawing(self.regions.as_deref())?;
        let (cages, own_cages) = drawing(self.cages.as_deref())?;
        let size = match (self.size, &regions) {
            (Some(size), _) => size.into(),
            (None, Some(drawing)) => side(drawing)?,
            (None, None) if self.samurai => 9,
            (None, None) => inputs.size()?.unwrap_or(9),
        };
        let options = ShapeOptions::new()
            .size(size)
            .boxes(self.boxes)
            .diagonals(self.diagonals)
            .windows(self.windows)
            .regions(regions)
            .samurai(self.samurai)
            .cages(cages)
            .own_regions(own_regions)
            .own_cages(own_cages);
        if options.is_classic() {
            return Ok(Shape::classic());
        }
        let shape = Shape::new(&options).map_err(|error| match inputs.args.symbols() {
            Some(signs) if self.size.is_none() => {
                anyhow!("--symbols: expected 9 symbols for 9×9, found {signs}; {error}")
            }
            _ => error.into(),
        })?;
        Ok(Arc::new(shape))
    }
}

/// Number of rows of a drawing of regions.
fn side(drawing: &ShapeDrawing) -> anyhow::Result<usize> {
    let rows = drawing.rows();
    anyhow::ensure!(
        rows > 1,
        "--regions {}: expected N lines of N letters, found {}",
        drawing.name,
        plural(rows as u128, "line")
    );
    Ok(rows)
}

/// Value of `--regions` and `--cages` for inputs in which each puzzle has its own drawing.
const PER_PUZZLE: &str = "each";

/// Drawing of a file. If each puzzle has its own, the drawing is none, and the second value is true.
fn drawing(path: Option<&Path>) -> anyhow::Result<(Option<ShapeDrawing>, bool)> {
    match path {
        None => Ok((None, false)),
        Some(path) if path == PER_PUZZLE => Ok((None, true)),
        Some(path) => {
            let (name, text) = (path.display().to_string(), read_text_file(path)?);
            Ok((Some(ShapeDrawing { name, text }), false))
        }
    }
}
