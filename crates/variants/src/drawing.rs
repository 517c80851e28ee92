//! Drawings that say which cells belong together.

use super::frame::CellPositions;
use countless_engine::Error;

/// A drawing that says which cells belong together, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeDrawing {
    /// What messages call it.
    pub name: String,
    /// A line for each row, a character for each cell; blank lines are nothing.
    pub text: String,
}

impl ShapeDrawing {
    /// How many rows there are, of whatever length.
    pub fn rows(&self) -> usize {
        let lines = self.text.lines();
        lines.filter(|line| !line.trim().is_empty()).count()
    }

    /// The characters of the cells of a shape; where it has none, there is a dot. In a single line,
    /// these can be left out.
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

    /// The characters of a drawing of some rows and columns, blanks between them left out. A drawing
    /// in a single line has all of its rows there.
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
