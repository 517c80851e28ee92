//! Drawings of regions or cages.

use super::cell_positions::CellPositions;
use countless_engine::Error;

/// Drawing of regions or cages, with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeDrawing {
    /// Name of the drawing in messages.
    pub name: String,
    /// Text with a line for each row and a character for each cell. Blank lines are ignored.
    pub text: String,
}

impl ShapeDrawing {
    /// Returns the number of rows, which may differ in length.
    pub fn rows(&self) -> usize {
        let lines = self.text.lines();
        lines.filter(|line| !line.trim().is_empty()).count()
    }

    /// Returns the characters of the cells of a layout. A drawing in a single line may leave out
    /// the characters of gaps.
    pub(super) fn cell_letters(&self, frame: &CellPositions) -> Result<Vec<char>, Error> {
        let side = frame.side();
        let mut words = self.text.split_whitespace();
        if let (Some(word), None) = (words.next(), words.next())
            && word.chars().count() == frame.cells()
        {
            return Ok(word.chars().collect());
        }
        let square = self.letters(side, side)?;
        let places = (0..frame.cells()).map(|cell| frame.position(cell));
        Ok(places
            .map(|(row, column)| square[row * side + column])
            .collect())
    }

    /// Returns the characters of a drawing with this number of rows and columns, without blanks. A
    /// single line may contain all rows.
    pub(super) fn letters(&self, rows: usize, columns: usize) -> Result<Vec<char>, Error> {
        let fail = |line: usize, reason: String| {
            Err(Error::Parse {
                name: self.name.clone(),
                line: line as u64,
                column: 1,
                reason,
            })
        };
        let lines = self.text.lines().enumerate();
        let lines = lines.map(|(number, line)| {
            let letters: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
            (number + 1, letters)
        });
        let lines: Vec<(usize, Vec<char>)> = lines.filter(|(_, line)| !line.is_empty()).collect();
        if let [(_, line)] = &lines[..]
            && line.len() == rows * columns
        {
            return Ok(line.clone());
        }
        if lines.len() != rows {
            let last = lines.last().map_or(1, |(number, _)| *number);
            return fail(
                last,
                format!("expected {rows} lines of cells, found {}", lines.len()),
            );
        }
        if let Some((number, line)) = lines.iter().find(|(_, line)| line.len() != columns) {
            return fail(
                *number,
                format!("expected {columns} cells in a line, found {}", line.len()),
            );
        }
        Ok(lines.into_iter().flat_map(|(_, line)| line).collect())
    }
}
