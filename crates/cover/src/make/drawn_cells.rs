//! Rows of a drawing, and the cells that they show.

use crate::grid::{Grid, Place, Point, are_connected};
use countless_engine::Error;

/// Row of a drawing, with its line in the text.
#[derive(Clone, Debug)]
pub struct DrawnRow {
    pub line: u64,
    pub signs: Vec<char>,
}

impl DrawnRow {
    /// Sign at a column, a blank behind the last one.
    fn sign(&self, column: usize) -> char {
        self.signs.get(column).copied().unwrap_or(' ')
    }
}

/// Sign in a drawing.
#[derive(Clone, Copy, Debug)]
pub struct PlacedSign {
    pub place: Place,
    pub sign: char,
    /// Line and column in the text, from 1 on.
    pub line: u64,
    pub column: usize,
}

/// Text of drawings: the name that errors give it, its grid, and true for one board without a name.
#[derive(Clone, Copy, Debug)]
pub struct DrawingSource<'a> {
    name: &'a str,
    pub grid: Grid,
    pub is_board: bool,
}

impl<'a> DrawingSource<'a> {
    pub fn new(name: &'a str, grid: Grid, is_board: bool) -> Self {
        Self {
            name,
            grid: grid.without_torus(),
            is_board,
        }
    }

    /// Refuses the text at this place.
    pub fn refuse<T>(
        &self,
        line: u64,
        column: usize,
        reason: impl Into<String>,
    ) -> Result<T, Error> {
        Err(Error::parse(self.name, line, column, reason))
    }

    pub fn kind(&self) -> &'static str {
        match (self.is_board, self.grid.is_flat()) {
            (true, _) => "board",
            (false, true) => "piece",
            (false, false) => "solid",
        }
    }

    /// Signs of a drawing. `groups` are rows between lines of dashes, each with the line before; in
    /// each, columns of `|` separate layers.
    pub fn signs(
        &self,
        groups: &[(u64, Vec<DrawnRow>)],
        are_letters: bool,
    ) -> Result<Vec<PlacedSign>, Error> {
        let (mut signs, mut layer) = (Vec::new(), 0);
        for (line, rows) in groups {
            if rows.is_empty() {
                let reason = "expected a row of a layer below this line, found none";
                return self.refuse(*line, 1, reason);
            }
            for columns in self.layers(rows)? {
                if !are_letters && let Some(column) = self.blank_column(rows, &columns) {
                    return self.refuse_divided(rows[0].line, column + 1);
                }
                if layer == self.grid.largest_side() {
                    let reason = format!("expected at most {layer} layers, found another");
                    return self.refuse(rows[0].line, columns.start + 1, reason);
                }
                for (row, drawn) in rows.iter().enumerate() {
                    for column in columns.clone() {
                        let sign = drawn.sign(column);
                        if !matches!(sign, '.' | ' ') {
                            signs.push(PlacedSign {
                                place: [layer, row, column - columns.start],
                                sign,
                                line: drawn.line,
                                column: column + 1,
                            });
                        }
                    }
                }
                layer += 1;
            }
        }
        Ok(signs)
    }

    /// Columns of the layers side by side.
    fn layers(&self, rows: &[DrawnRow]) -> Result<Vec<std::ops::Range<usize>>, Error> {
        let width = rows.iter().map(|row| row.signs.len()).max().unwrap_or(0);
        let bars = |row: &DrawnRow| {
            let mut columns: Vec<usize> = (0..width).collect();
            columns.retain(|&column| row.sign(column) == '|');
            columns
        };
        for row in rows {
            let mut bars = bars(row).into_iter();
            if let Some(column) = bars.find(|&bar| rows.iter().any(|row| row.sign(bar) != '|')) {
                let reason = "expected | in this column of all lines of a drawing, or of none";
                return self.refuse(row.line, column + 1, reason);
            }
        }
        let bars = bars(&rows[0]);
        let is_blank = |column: Option<usize>| {
            column.is_some_and(|column| rows.iter().all(|row| row.sign(column) == ' '))
        };
        let (mut layers, mut start) = (Vec::new(), 0);
        for end in bars.iter().copied().chain([width]) {
            layers.push(start..end);
            start = end + 1;
        }
        for (number, &bar) in bars.iter().enumerate() {
            let (before, after) = (is_blank(bar.checked_sub(1)), is_blank(Some(bar + 1)));
            if before && after {
                layers[number].end -= 1;
                layers[number + 1].start += 1;
            } else if before || after && bar + 1 < width {
                let reason = "only blanks beside | on one side\nhint: draw an empty square as .";
                return self.refuse(rows[0].line, bar + 1, reason);
            }
        }
        if let Some(empty) = layers.iter().find(|layer| layer.is_empty()) {
            let reason = "expected a layer on both sides of |, found none";
            return self.refuse(rows[0].line, empty.start.max(1), reason);
        }
        Ok(layers)
    }

    /// First column between others that has blanks in all rows, unless it is between cells of a
    /// grid with blanks.
    fn blank_column(&self, rows: &[DrawnRow], columns: &std::ops::Range<usize>) -> Option<usize> {
        let is_drawn = |column: &usize| rows.iter().any(|row| row.sign(*column) != ' ');
        let drawn: Vec<usize> = columns.clone().filter(is_drawn).collect();
        let far = |pair: &&[usize]| pair[1] - pair[0] > 1 + self.grid.blank_columns();
        drawn.windows(2).find(far).map(|pair| pair[0] + 1)
    }

    /// Refuses a drawing that a blank column divides.
    fn refuse_divided<T>(&self, line: u64, column: usize) -> Result<T, Error> {
        let part = match self.kind() {
            "solid" => "layer",
            kind => kind,
        };
        let advice = match self.kind() {
            "board" => "",
            "piece" => ", and pieces below each other",
            _ => ", and layers below each other with a line - between",
        };
        let reason = format!(
            "only blanks in column {column} of this drawing: one {part} or two?\n\
             hint: draw an empty square as .{advice}"
        );
        self.refuse(line, column, reason)
    }

    /// Cells at signs. If only every second place of a grid is a cell, a drawing may begin with
    /// either.
    pub fn cells(&self, signs: &[PlacedSign]) -> Result<Vec<Point>, Error> {
        let grid = self.grid;
        let moved = |right: usize| {
            let cells = signs.iter().map(|&PlacedSign { place, .. }| {
                grid.cell_at([place[0], place[1], place[2] + right])
            });
            cells.collect::<Option<Vec<Point>>>()
        };
        let here = moved(0);
        let other = if grid.is_usual() { None } else { moved(1) };
        match (here, other) {
            (Some(here), Some(other))
                if !are_connected(grid, &here) && are_connected(grid, &other) =>
            {
                let reason = format!(
                    "the {} do not touch; one column further right, they would\n\
                     hint: {}; another . at the start of each row moves them",
                    grid.name(),
                    grid.lattice.places
                );
                self.refuse(signs[0].line, signs[0].column, reason)
            }
            (Some(here), _) => Ok(here),
            (None, Some(other)) if grid.step() == 1 => Ok(other),
            (None, _) => {
                let wrong = signs.iter().find(|sign| grid.cell_at(sign.place).is_none());
                let (line, column) = wrong.map_or((1, 1), |sign| (sign.line, sign.column));
                let reason = format!(
                    "expected no {} at this place, found one\nhint: {}",
                    grid.name().trim_end_matches('s'),
                    grid.lattice.places
                );
                self.refuse(line, column, reason)
            }
        }
    }
}
