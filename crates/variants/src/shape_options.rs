//! Options of a shape, drawings of its regions or cages, the positions of its cells, and its houses.
//!
//! ```text
//! AAAB
//! ACBB
//! CCDB
//! CDDD
//! ```

use std::fmt;

use countless_engine::Error;
use countless_simd::sort;
use countless_sudoku::HouseKind;
use countless_sudoku::setters;
use countless_text::{Outline, VariantRules};
use serde::Deserialize;

/// Options of a [`Shape`](super::Shape). The default is the classic 9×9 sudoku.
///
/// ```
/// use countless_variants::{Shape, ShapeOptions};
///
/// let shape = Shape::new(&ShapeOptions::new().size(6).boxes(Some((3, 2))).diagonals(true))?;
/// assert_eq!((shape.side(), shape.cells()), (6, 36));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
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

    setters! {
        /// Sets the number of digits, rows and columns: 2 to 25.
        size: usize;
        /// Sets the rows and columns of a box. By default, boxes are as square as possible, and
        /// not higher than wide.
        boxes: Option<(usize, usize)>;
        /// Requires every digit in both diagonals.
        diagonals: bool;
        /// Requires every digit in the windows between the boxes, as in a windoku.
        windows: bool;
        /// Sets regions in place of boxes, as in a jigsaw: cells with one letter.
        regions: Option<ShapeDrawing>;
        /// Selects five grids that overlap at their corners.
        samurai: bool;
        /// Sets cages, as in a killer sudoku: cells with one letter hold different digits with a
        /// given sum.
        cages: Option<ShapeDrawing>;
        /// Lets each puzzle have its own regions, in place of boxes.
        own_regions: bool;
        /// Lets each puzzle have its own cages.
        own_cages: bool;
    }

    /// Returns whether regions replace boxes: those of all puzzles, or those of each.
    pub fn has_regions(&self) -> bool {
        self.regions.is_some() || self.own_regions
    }

    /// Returns whether each puzzle has its own regions or cages.
    pub fn has_own(&self) -> bool {
        self.own_regions || self.own_cages
    }

    /// Returns the rules besides rows, columns and boxes, for readers of puzzles.
    pub(super) fn variant(&self) -> VariantRules {
        let has_drawing = self.regions.is_some() || self.cages.is_some();
        VariantRules {
            diagonals: self.diagonals,
            own_regions: self.own_regions,
            own_cages: self.own_cages,
            has_other: self.windows || self.samurai || has_drawing,
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

/// Drawing of regions or cages, with its origin. Deserializes from its text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct ShapeDrawing {
    /// Name of the drawing in messages.
    pub name: String,
    /// Text with a line for each row and a character for each cell. Blank lines are ignored.
    pub text: String,
}

impl From<String> for ShapeDrawing {
    fn from(text: String) -> Self {
        let name = "the drawing".to_owned();
        Self { name, text }
    }
}

impl ShapeDrawing {
    /// Returns the number of rows, which may differ in length.
    pub fn rows(&self) -> usize {
        let lines = self.text.lines();
        lines.filter(|line| !line.trim().is_empty()).count()
    }

    /// Returns the error for a line and column, from 1.
    pub(super) fn fault(&self, line: usize, column: usize, reason: String) -> Error {
        Error::parse(&self.name, line as u64, column, reason)
    }

    /// Returns the characters of the cells of a layout. A drawing in a single line may leave out
    /// the characters of gaps.
    pub(super) fn cell_letters(&self, frame: &CellPositions) -> Result<Vec<char>, Error> {
        let side = frame.side;
        let mut words = self.text.split_whitespace();
        if let (Some(word), None) = (words.next(), words.next())
            && word.chars().count() == frame.cells()
        {
            return Ok(word.chars().collect());
        }
        let square = self.letters(side, side)?;
        let places = (0..frame.cells()).map(|cell| frame.position(cell));
        let letters = places.map(|(row, column)| square[row * side + column]);
        Ok(letters.collect())
    }

    /// Returns the characters of a drawing with this number of rows and columns, without blanks. A
    /// single line may contain all rows.
    pub(super) fn letters(&self, rows: usize, columns: usize) -> Result<Vec<char>, Error> {
        let fail = |line, reason| Err(self.fault(line, 1, reason));
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

/// Returns the cells of each region, ordered by their first cells.
pub(super) fn read_regions(drawing: &ShapeDrawing, size: usize) -> Result<Vec<Vec<u16>>, Error> {
    let letters = drawing.letters(size, size)?;
    let mut regions: Vec<(char, Vec<u16>)> = Vec::new();
    for (cell, &letter) in letters.iter().enumerate() {
        match regions.iter_mut().find(|(name, _)| *name == letter) {
            Some((_, cells)) => cells.push(cell as u16),
            None => regions.push((letter, vec![cell as u16])),
        }
    }
    match regions.iter().find(|(_, cells)| cells.len() != size) {
        Some((name, cells)) => {
            let reason = format!(
                "region {name:?}: expected {size} cells, found {}",
                cells.len()
            );
            Err(drawing.fault(1, 1, reason))
        }
        None => Ok(regions.into_iter().map(|(_, cells)| cells).collect()),
    }
}

/// Cells of one grid, or of five overlapping grids, and their positions in the square around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellPositions {
    pub digits: usize,
    /// Number of rows and columns of the surrounding square.
    pub side: usize,
    /// Row and column of the first cell of each grid.
    pub corners: Vec<(usize, usize)>,
    /// Row and column of each cell, from 0.
    positions: Vec<(u16, u16)>,
}

impl CellPositions {
    /// Returns the layout of one grid with this number of digits.
    pub fn square(digits: usize) -> Self {
        Self::new(digits, vec![(0, 0)])
    }

    /// Returns the layout of five grids. Each outer grid shares a box of `rows` rows with the
    /// middle one.
    pub fn samurai(digits: usize, rows: usize) -> Self {
        let middle = digits - rows;
        let far = 2 * middle;
        let corners = vec![(0, 0), (0, far), (middle, middle), (far, 0), (far, far)];
        Self::new(digits, corners)
    }

    fn new(digits: usize, corners: Vec<(usize, usize)>) -> Self {
        let side = digits + corners.iter().map(|corner| corner.0).max().unwrap_or(0);
        let is_cell = |&(row, column): &(usize, usize)| {
            corners.iter().any(|&(top, left)| {
                (top..top + digits).contains(&row) && (left..left + digits).contains(&column)
            })
        };
        let all = (0..side * side).map(|i| (i / side, i % side));
        let places = all.filter(is_cell);
        let places = places.map(|(row, column)| (row as u16, column as u16));
        Self {
            digits,
            side,
            positions: places.collect(),
            corners,
        }
    }

    /// Returns the outline for reading puzzles. `band` is the number of rows of a box.
    pub fn outline(&self, band: usize) -> Outline {
        let places = (0..self.cells()).map(|cell| self.position(cell));
        Outline::new(self.digits, band, self.side, places)
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.positions.len()
    }

    /// Returns the row and column of a cell, from 0.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.positions[cell];
        (row.into(), column.into())
    }

    /// Returns the cell in a row and column, from 0; `None` in a gap.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        let place = (row.try_into().ok()?, column.try_into().ok()?);
        self.positions.binary_search(&place).ok()
    }

    /// Returns the name of a cell, such as `r1c1`.
    pub fn name(&self, cell: usize) -> String {
        let (row, column) = self.position(cell);
        format!("r{}c{}", row + 1, column + 1)
    }
}

/// Returns the houses in families of disjoint houses. The last families are the rows, one family
/// per grid. `boxes` is the number of rows and columns of a box; `regions` replace the boxes.
pub(super) fn house_families(
    options: &ShapeOptions,
    frame: &CellPositions,
    boxes: (usize, usize),
    regions: Option<Vec<Vec<u16>>>,
) -> Vec<Vec<ShapeHouse>> {
    let (size, side, corners) = (options.size, frame.side, &frame.corners);
    let mut map = vec![u16::MAX; side * side];
    for cell in 0..frame.cells() {
        let (row, column) = frame.position(cell);
        map[row * side + column] = cell as u16;
    }
    // Cells of a grid, given by their rows and columns in the grid.
    let cells = |corner: (usize, usize), of: &mut dyn Iterator<Item = (usize, usize)>| {
        let cell = |(row, column)| map[(corner.0 + row) * side + corner.1 + column];
        let mut cells: Vec<u16> = of.map(cell).collect();
        sort(&mut cells);
        cells
    };
    let mut families: Vec<(HouseKind, Vec<Vec<u16>>)> = Vec::new();
    if options.diagonals {
        for &corner in corners {
            for back in [false, true] {
                let column = |i| if back { size - 1 - i } else { i };
                let diagonal = cells(corner, &mut (0..size).map(|i| (i, column(i))));
                families.push((HouseKind::Diagonal, vec![diagonal]));
            }
        }
    }
    if options.windows {
        for &corner in corners {
            let bands = window_bands(boxes.0);
            let house = |(down, across): (usize, usize)| {
                let rows = bands[down].iter();
                let of = rows.flat_map(|&row| bands[across].iter().map(move |&c| (row, c)));
                cells(corner, &mut of.into_iter())
            };
            let pairs = (0..bands.len()).flat_map(|i| (0..bands.len()).map(move |j| (i, j)));
            let (windows, implied): (Vec<_>, Vec<_>) = pairs.partition(|&(i, j)| i > 0 && j > 0);
            families.push((HouseKind::Window, windows.into_iter().map(house).collect()));
            families.push((HouseKind::Implied, implied.into_iter().map(house).collect()));
        }
    }
    if let Some(regions) = regions {
        families.push((HouseKind::Region, regions));
    } else if !options.own_regions {
        let (rows, columns) = boxes;
        let mut boxes = Vec::new();
        for &corner in corners {
            for i in 0..size {
                let (top, left) = (i / rows * rows, i % rows * columns);
                let of = (0..size).map(|j| (top + j / columns, left + j % columns));
                let cells = cells(corner, &mut of.into_iter());
                // A box in the overlap of two grids belongs to both.
                if !boxes.contains(&cells) {
                    boxes.push(cells);
                }
            }
        }
        families.push((HouseKind::Box, boxes));
    }
    for &corner in corners {
        let column = |c| cells(corner, &mut (0..size).map(|row| (row, c)));
        families.push((HouseKind::Column, (0..size).map(column).collect()));
    }
    for &corner in corners {
        let row = |r| cells(corner, &mut (0..size).map(|column| (r, column)));
        families.push((HouseKind::Row, (0..size).map(row).collect()));
    }
    let mut numbers = Vec::new();
    let number = |(kind, houses): (HouseKind, Vec<Vec<u16>>)| {
        let number = |cells| {
            numbers.push(kind);
            let number = numbers.iter().filter(|other| **other == kind).count();
            ShapeHouse {
                kind,
                number,
                cells,
            }
        };
        houses.into_iter().map(number).collect()
    };
    families.into_iter().map(number).collect()
}

/// Returns the rows without windows, followed by the rows of each window, for boxes of `side` rows.
///
/// The free rows lie between the windows. Consider `side` rows of a window, which hold every digit
/// `side` times. Each of the `side - 1` windows in them holds every digit once, so the remaining
/// cells hold every digit once. They are an implied house.
fn window_bands(side: usize) -> Vec<Vec<usize>> {
    let free = (0..side).map(|i| i * (side + 1)).collect();
    let windows = (0..side - 1).map(|i| (0..side).map(|j| i * (side + 1) + 1 + j).collect());
    std::iter::once(free).chain(windows).collect()
}

/// House: cells that hold every digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeHouse {
    /// Kind of the house.
    pub kind: HouseKind,
    /// Number of the house among those of its kind, from 1.
    pub number: usize,
    /// Cells of the house, in ascending order.
    pub cells: Vec<u16>,
}

impl fmt::Display for ShapeHouse {
    /// Formats the house, such as `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, size: usize) -> Result<Vec<Vec<u16>>, String> {
        let drawing = ShapeDrawing {
            name: "map".to_owned(),
            text: text.to_owned(),
        };
        read_regions(&drawing, size).map_err(|error| error.to_string())
    }

    #[test]
    fn letters_make_regions() {
        let regions = [[0, 1, 2, 4], [3, 6, 7, 11], [5, 8, 9, 12], [10, 13, 14, 15]];
        let expected = Ok(regions.map(Vec::from).to_vec());
        assert_eq!(read_text("AAAB\nACBB\nCCDB\nCDDD\n", 4), expected);
        assert_eq!(
            read_text("\n1 1 1 2\r\n1 3 2 2\n\n3 3 4 2\n3 4 4 4", 4),
            expected
        );
        assert_eq!(read_text("AAABACBBCCDBCDDD", 4), expected);
    }

    #[test]
    fn faults_have_a_place_and_a_reason() {
        let short = read_text("AAAB\nACB\nCCDB\nCDDD\n", 4);
        assert_eq!(
            short.unwrap_err(),
            "map:2:1: expected 4 cells in a line, found 3"
        );
        let low = read_text("AAAB\nACBB\nCCDB\n", 4);
        assert_eq!(
            low.unwrap_err(),
            "map:3:1: expected 4 lines of cells, found 3"
        );
        let uneven = read_text("AAAA\nACBB\nCCDB\nCDDD\n", 4);
        assert_eq!(
            uneven.unwrap_err(),
            "map:1:1: region 'A': expected 4 cells, found 5"
        );
        assert!(read_text("", 4).is_err());
    }
}
