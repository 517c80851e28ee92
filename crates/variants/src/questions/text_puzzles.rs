//! Puzzles of a text in memory, such as a pasted one, of any layout.

use std::sync::Arc;

use super::chunk_records::{ChunkRecords, PuzzleInput, SingleRecord};
use super::read_records::visit_records;
use super::requirements::Requirements;
use crate::shape::Shape;
use countless_engine::Error;
use countless_sudoku::Repeats;
use countless_sudoku::puzzles::{ReadOptions, text_chunk};

/// Visits the records of a text in any format, as [`PuzzleFiles`](super::PuzzleFiles) does those of
/// a file. Puzzles of a shape with own regions or cages have a shape each. `repeats` may accept
/// digits that break rules. Errors call the text `name`.
///
/// ```
/// use std::sync::Arc;
///
/// use countless_sudoku::Repeats;
/// use countless_variants::questions::visit_text;
/// use countless_variants::{Shape, ShapeOptions};
///
/// let shape = Arc::new(Shape::new(&ShapeOptions::new().size(4).own_cages(true))?);
/// let text = "................ ABBCADECDDEFGGFF;A=6;B=5;C=4;D=6;E=5;F=9;G=5 first\n";
/// let mut cages = Vec::new();
/// visit_text(text, "text", &shape, Repeats::Refused, &mut |record| {
///     cages.extend(record.puzzle.map(|puzzle| puzzle.shape().cages().count()));
/// })?;
/// assert_eq!(cages, [7]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] if the format is not known.
pub fn visit_text(
    text: &str,
    name: &str,
    shape: &Arc<Shape>,
    repeats: Repeats,
    visit: &mut dyn FnMut(SingleRecord),
) -> Result<(), Error> {
    let outline = (!shape.is_classic()).then(|| Arc::clone(&shape.outline));
    let (format, chunk) = text_chunk(text, name, &ReadOptions::new().outline(outline))?;
    let input = PuzzleInput {
        name: name.into(),
        format,
        passed: Vec::new(),
        is_blank: false,
    };
    let records = ChunkRecords {
        chunk: &chunk,
        input: &input,
        are_numbers: &[],
        wanted: &Requirements::new(1),
    };
    visit_records(&records, shape, repeats, visit);
    Ok(())
}
