//! Shapes: the cells of a variant, and the houses and cages in which digits differ. The plans of
//! ledgers have them as text.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::cages::{self, Cages, cages_text};
use super::digits::{MOST_DIGITS, symbol};
use super::shape_options::{
    self, CellPositions, ShapeDrawing, ShapeHouse, ShapeOptions, house_families,
};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::{Cell, HouseKind, TableLayout};
use countless_text::Outline;

/// Largest number of cells of a puzzle.
pub(super) const MOST_CELLS: usize = TableLayout::MOST_CELLS;

/// Variant of sudoku: its cells, and the houses and cages in which digits differ.
///
/// ```
/// use countless_variants::{Shape, ShapeOptions};
///
/// let options = ShapeOptions::new().size(6).diagonals(true);
/// let shape = Shape::new(&options)?;
/// assert_eq!((shape.digits(), shape.cells()), (6, 36));
/// assert_eq!(shape.to_string(), "6×6, boxes of 2×3, diagonals");
///
/// let seven = ShapeOptions::new().size(7);
/// let error = Shape::new(&seven).unwrap_err();
/// assert_eq!(error.to_string(), "size 7 has no boxes of several rows: give --regions");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    options: ShapeOptions,
    /// Rows and columns of a box.
    pub(super) boxes: (usize, usize),
    pub(super) positions: CellPositions,
    /// Positions and rules for readers of puzzles.
    pub(super) outline: Arc<Outline>,
    /// Houses in families of disjoint houses. The last families are the rows.
    pub(super) families: Vec<Vec<ShapeHouse>>,
    /// Cages in the form that the search uses.
    pub(super) cages: Cages,
}

impl Shape {
    /// Creates the shape with these options.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the options contradict each other; [`Error::Parse`] if a drawing of
    /// regions or cages does not have this size.
    pub fn new(options: &ShapeOptions) -> Result<Self, Error> {
        let size = options.size;
        let no = |reason: String| Err(Error::Impossible(reason));
        if !(2..=MOST_DIGITS).contains(&size) {
            return no(format!(
                "expected a size from 2 to {MOST_DIGITS}, found {size}"
            ));
        }
        if options.own_regions && options.regions.is_some()
            || options.own_cages && options.cages.is_some()
        {
            return no(
                "regions and cages are common to all puzzles or belong to each, not both"
                    .to_owned(),
            );
        }
        let has_regions = options.has_regions();
        let boxes = match (options.boxes, has_regions) {
            (Some(_), true) => {
                return no("--regions replaces the boxes: omit --boxes".to_owned());
            }
            (Some((rows, columns)), false) if rows.checked_mul(columns) != Some(size) => {
                return no(format!(
                    "--boxes {rows}x{columns}: expected boxes of {size} cells, one per digit, found {}",
                    rows.saturating_mul(columns)
                ));
            }
            (Some(boxes), false) => boxes,
            // Windows have the positions that they have between boxes.
            (None, true) if size.isqrt().pow(2) == size => (size.isqrt(), size.isqrt()),
            (None, true) => (1, size),
            (None, false) => match widest(size) {
                (1, _) => {
                    return no(format!(
                        "size {size} has no boxes of several rows: give --regions"
                    ));
                }
                boxes => boxes,
            },
        };
        let has_squares = boxes.0 == boxes.1;
        if options.windows && !has_squares {
            return no("--windows needs square boxes: a size of 4, 9, 16 or 25".to_owned());
        }
        if options.samurai && has_regions {
            return no("--samurai needs boxes: omit --regions".to_owned());
        }
        if options.samurai && !has_squares {
            return no("--samurai needs square boxes: a size of 4, 9, 16 or 25".to_owned());
        }
        let frame = if options.samurai {
            CellPositions::samurai(size, boxes.0)
        } else {
            CellPositions::square(size)
        };
        let cells = frame.cells();
        if cells > MOST_CELLS {
            return no(format!(
                "expected at most {MOST_CELLS} cells, found {cells}"
            ));
        }
        let regions = options.regions.as_ref();
        let regions = regions.map(|drawing| shape_options::read_regions(drawing, size));
        let cages = options.cages.as_ref();
        let cages = cages.map(|drawing| cages::read_cages(drawing, &frame));
        let (regions, cages) = (regions.transpose()?, cages.transpose()?.unwrap_or_default());
        let outline = frame.outline(if has_regions { 1 } else { boxes.0 });
        Ok(Self {
            options: options.clone(),
            boxes,
            families: house_families(options, &frame, boxes, regions),
            cages,
            outline: Arc::new(outline.with_variant(options.variant())),
            positions: frame,
        })
    }

    /// Returns the classic layout: 9×9 cells with boxes of 3×3 cells.
    pub fn classic() -> Arc<Self> {
        static CLASSIC: LazyLock<Arc<Shape>> = LazyLock::new(|| {
            let classic = Shape::new(&ShapeOptions::new());
            Arc::new(classic.expect("the default is a shape"))
        });
        CLASSIC.clone()
    }

    /// Returns whether this is the classic layout, without further rules.
    pub fn is_classic(&self) -> bool {
        self.options.is_classic()
    }

    /// Returns the options.
    pub fn options(&self) -> &ShapeOptions {
        &self.options
    }

    /// Returns the number of digits.
    pub fn digits(&self) -> usize {
        self.options.size
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.positions.cells()
    }

    /// Returns the number of rows and columns of the square around all cells.
    pub fn side(&self) -> usize {
        self.positions.side
    }

    /// Returns the row and column of a cell, from 0. Cells are numbered row by row.
    ///
    /// # Panics
    ///
    /// If the cell does not exist.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        self.positions.position(cell)
    }

    /// Returns the cell in a row and column, from 0; `None` in a gap of a samurai, or outside.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        self.positions.cell_at(row, column)
    }

    /// Returns the number of a cell; `None` if the shape does not have it.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.cell_at(cell.row() - 1, cell.column() - 1)
    }

    /// Returns the candidates that neither a house nor a cage excludes, bit 0 for a 1. A cell with a
    /// digit has it alone; 0 is an empty cell.
    ///
    /// ```
    /// use countless_variants::{Shape, ShapeOptions, candidate_texts};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let candidates = shape.candidates(&shape.parse("12.............3")?);
    /// assert_eq!(candidate_texts(&candidates)[..4], ["1", "2", "34", "4"]);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `digits` does not have a digit for each cell.
    pub fn candidates(&self, digits: &[u8]) -> Vec<u32> {
        let all = digits.iter().map(|&digit| match digit {
            0 => (1 << self.digits()) - 1,
            digit => 1 << (digit - 1),
        });
        let mut candidates: Vec<u32> = all.collect();
        let houses = self.houses().map(|house| &house.cells[..]);
        for group in houses.chain(self.cages().map(|(cells, _)| cells)) {
            let cells = group.iter().map(|&cell| usize::from(cell));
            let filled = cells.clone().filter(|&cell| digits[cell] > 0);
            let seen = filled.fold(0, |seen, cell| seen | 1 << (digits[cell] - 1));
            for cell in cells.filter(|&cell| digits[cell] == 0) {
                candidates[cell] &= !seen;
            }
        }
        candidates
    }

    /// Returns the houses, rows last.
    pub fn houses(&self) -> impl Iterator<Item = &ShapeHouse> {
        self.families.iter().flatten()
    }

    /// Returns the cages: their cells in ascending order, and their sums.
    pub fn cages(&self) -> impl Iterator<Item = (&[u16], u32)> {
        self.cages.drawn()
    }

    /// Returns the cages in one line, or `None` without cages. The line has a letter for each cell
    /// and the sum of each letter, such as `AAB.CB;A=12;B=5;C=3`.
    pub fn cages_text(&self) -> Option<String> {
        let has_cages = !self.cages.is_empty();
        has_cages.then(|| cages::cages_text(&self.cages, self.cells()))
    }

    /// Returns a letter for each cell, which names its region, or `None` without regions.
    pub fn regions_text(&self) -> Option<String> {
        self.options.regions.as_ref()?;
        let mut letters = vec!['.'; self.cells()];
        for house in self
            .houses()
            .filter(|house| house.kind == HouseKind::Region)
        {
            for &cell in &house.cells {
                letters[usize::from(cell)] = char::from(symbol(house.number as u8));
            }
        }
        Some(letters.into_iter().collect())
    }

    /// Returns a copy of the shape with these cages.
    pub(super) fn with_cages(&self, cages: &Cages) -> Self {
        let drawing = ShapeDrawing {
            name: "the cages".to_owned(),
            text: cages::cages_text(cages, self.cells()),
        };
        let mut caged = self.clone();
        caged.options.cages = Some(drawing);
        caged.options.own_cages = false;
        caged.cages.clone_from(cages);
        caged
    }

    /// Builds a layout for human techniques, without cages. `build` receives the number of digits,
    /// the cells and the houses by kind.
    pub(super) fn layout<T>(
        &self,
        build: impl FnOnce(usize, Vec<Cell>, &[(HouseKind, Vec<Vec<u16>>)]) -> T,
    ) -> T {
        let cells = (0..self.cells()).map(|cell| self.cell(cell));
        let families = self.families.iter().filter_map(|family| {
            let cells = family.iter().map(|house| house.cells.clone());
            Some((family.first()?.kind, cells.collect()))
        });
        let families: Vec<_> = families.collect();
        build(self.digits(), cells.collect(), &families)
    }

    /// Returns the number of families of rows, which are the last families.
    pub(super) fn row_families(&self) -> usize {
        self.positions.corners.len()
    }

    /// Returns the name of a cell, such as `r1c1`.
    pub(super) fn name(&self, cell: usize) -> String {
        self.positions.name(cell)
    }
}

impl fmt::Display for Shape {
    /// Formats the shape, such as `9×9, regions, diagonals`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (options, size) = (&self.options, self.options.size);
        write!(f, "{size}×{size}, ")?;
        match (&options.regions, self.boxes) {
            (Some(_), _) => f.write_str("regions")?,
            (None, _) if options.own_regions => f.write_str("regions of each")?,
            (None, (rows, columns)) => write!(f, "boxes of {rows}×{columns}")?,
        }
        for (has, name) in [
            (options.diagonals, "diagonals"),
            (options.windows, "windows"),
            (options.samurai, "samurai"),
            (options.cages.is_some(), "cages"),
            (options.own_cages, "cages of each"),
        ] {
            if has {
                write!(f, ", {name}")?;
            }
        }
        Ok(())
    }
}

/// Returns the rows and columns of the squarest box of `size` cells that is not higher than wide.
fn widest(size: usize) -> (usize, usize) {
    let mut rows = (1..=size.isqrt()).rev();
    let rows = rows.find(|&rows| size.is_multiple_of(rows)).unwrap_or(1);
    (rows, size / rows)
}

impl Shape {
    /// Adds the options of the shape to a specification.
    pub(super) fn describe(&self, spec: Spec) -> Spec {
        let ShapeOptions {
            size,
            boxes: _,
            diagonals,
            windows,
            regions: _,
            samurai,
            cages,
            own_regions,
            own_cages,
        } = self.options();
        let spec = spec.with("size", size);
        let spec = match (self.regions_text(), self.boxes) {
            (Some(regions), _) => spec.with("regions", regions),
            (None, _) if *own_regions => spec,
            (None, (rows, columns)) => spec.with("boxes", format!("{rows}x{columns}")),
        };
        let has = [
            ("diagonals", diagonals),
            ("windows", windows),
            ("samurai", samurai),
            ("own regions", own_regions),
            ("own cages", own_cages),
        ];
        let has = has.into_iter().filter(|(_, has)| **has);
        let spec = has.fold(spec, |spec, (name, _)| spec.with(name, true));
        let cages = cages.as_ref();
        spec.with_some(
            "cages",
            cages.map(|_| cages_text(&self.cages, self.cells())),
        )
    }

    /// Returns the shape of a specification.
    pub(super) fn described(spec: &Spec) -> Result<Self, Error> {
        let drawn = |name: &str| {
            let text = spec.parameter(name)?.to_owned();
            let name = format!("the {name} of the plan");
            Some(ShapeDrawing { name, text })
        };
        let regions = drawn("regions");
        let boxes = match spec.parameter("boxes") {
            Some(_) if regions.is_some() => None,
            Some(boxes) => {
                let pair = boxes.split_once('x');
                let pair = pair
                    .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
                let wrong = || Error::ledger(&spec.problem, "the plan has no valid boxes");
                Some(pair.ok_or_else(wrong)?)
            }
            None => None,
        };
        Self::new(
            &ShapeOptions::new()
                .size(spec.require("size")?)
                .boxes(boxes)
                .diagonals(spec.parameter("diagonals").is_some())
                .windows(spec.parameter("windows").is_some())
                .regions(regions)
                .samurai(spec.parameter("samurai").is_some())
                .cages(drawn("cages"))
                .own_regions(spec.parameter("own regions").is_some())
                .own_cages(spec.parameter("own cages").is_some()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_sudoku::HouseKind;

    fn shape(options: &ShapeOptions) -> Result<Shape, String> {
        Shape::new(options).map_err(|error| error.to_string())
    }

    fn sized(size: usize) -> ShapeOptions {
        ShapeOptions::new().size(size)
    }

    #[test]
    fn rows_columns_and_boxes_have_every_cell_once() {
        for size in [4, 6, 8, 9, 10, 12, 15, 16, 20, 24, 25] {
            let shape = shape(&sized(size)).unwrap();
            assert_eq!(shape.cells(), size * size);
            assert_eq!(shape.families.len(), 3);
            for family in &shape.families {
                let mut cells: Vec<u16> = family
                    .iter()
                    .flat_map(|house| house.cells.clone())
                    .collect();
                cells.sort_unstable();
                let all: Vec<u16> = (0..(size * size) as u16).collect();
                assert_eq!(cells, all);
                assert!(family.iter().all(|house| house.cells.len() == size));
            }
        }
    }

    #[test]
    fn boxes_lie_where_they_should() {
        let shape = shape(&sized(6)).unwrap();
        let boxes: Vec<&ShapeHouse> = shape
            .houses()
            .filter(|house| house.kind == HouseKind::Box)
            .collect();
        assert_eq!(boxes[1].to_string(), "box 2");
        assert_eq!(boxes[1].cells, [3, 4, 5, 9, 10, 11]);
        assert_eq!(boxes[4].cells, [24, 25, 26, 30, 31, 32]);
    }

    #[test]
    fn windows_and_what_they_imply_are_a_partition() {
        for size in [4, 9, 16, 25] {
            let options = sized(size).windows(true);
            let shape = shape(&options).unwrap();
            let is_window =
                |house: &&ShapeHouse| matches!(house.kind, HouseKind::Window | HouseKind::Implied);
            let mut cells: Vec<u16> = shape
                .houses()
                .filter(is_window)
                .flat_map(|house| house.cells.clone())
                .collect();
            cells.sort_unstable();
            let all: Vec<u16> = (0..(size * size) as u16).collect();
            assert_eq!(cells, all);
            let windows = shape
                .houses()
                .filter(|house| house.kind == HouseKind::Window);
            let side = size.isqrt() - 1;
            assert_eq!(windows.count(), side * side);
        }
        let options = ShapeOptions::new().windows(true);
        let shape = shape(&options).unwrap();
        let first = shape
            .houses()
            .find(|house| house.kind == HouseKind::Window)
            .unwrap();
        assert_eq!(first.cells, [10, 11, 12, 19, 20, 21, 28, 29, 30]);
    }

    #[test]
    fn windows_lie_in_jigsaws_as_they_do_between_boxes() {
        let windows = |regions| {
            let options = sized(4).windows(true).regions(regions);
            let shape = shape(&options).unwrap();
            let kind = HouseKind::Window;
            let houses = shape.houses().filter(|house| house.kind == kind).cloned();
            houses.collect::<Vec<_>>()
        };
        let regions = ShapeDrawing {
            name: "regions".to_owned(),
            text: "AAABACBBCCDBCDDD".to_owned(),
        };
        assert_eq!(windows(Some(regions)), windows(None));
    }

    #[test]
    fn five_grids_share_four_boxes() {
        let options = ShapeOptions::new().samurai(true).diagonals(true);
        let shape = shape(&options).unwrap();
        assert_eq!((shape.cells(), shape.side()), (369, 21));
        let count = |kind| shape.houses().filter(|house| house.kind == kind).count();
        assert_eq!(count(HouseKind::Row), 45);
        assert_eq!(count(HouseKind::Column), 45);
        assert_eq!(count(HouseKind::Box), 41);
        assert_eq!(count(HouseKind::Diagonal), 10);
        for house in shape.houses() {
            let mut cells = house.cells.clone();
            cells.dedup();
            assert_eq!(cells.len(), 9);
            assert!(cells.iter().all(|&cell| usize::from(cell) < 369));
        }
        assert_eq!(shape.to_string(), "9×9, boxes of 3×3, diagonals, samurai");
    }

    #[test]
    fn impossible_shapes_are_refused() {
        let with = |change: fn(&mut ShapeOptions)| {
            let mut options = ShapeOptions::new();
            change(&mut options);
            shape(&options).unwrap_err()
        };
        assert_eq!(
            with(|o| o.size = 1),
            "expected a size from 2 to 25, found 1"
        );
        assert_eq!(
            with(|o| o.size = 26),
            "expected a size from 2 to 25, found 26"
        );
        let wrong = "--boxes 2x3: expected boxes of 9 cells, one per digit, found 6";
        assert_eq!(with(|o| o.boxes = Some((2, 3))), wrong);
        let huge = with(|o| o.boxes = Some((usize::MAX, 3)));
        assert!(huge.contains("expected boxes of 9 cells"));
        let oblong = |o: &mut ShapeOptions| (o.size, o.windows) = (6, true);
        assert_eq!(
            with(oblong),
            "--windows needs square boxes: a size of 4, 9, 16 or 25"
        );
        let oblong = |o: &mut ShapeOptions| (o.size, o.samurai) = (6, true);
        assert_eq!(
            with(oblong),
            "--samurai needs square boxes: a size of 4, 9, 16 or 25"
        );
        let regions = |o: &mut ShapeOptions| {
            o.samurai = true;
            o.regions = Some(ShapeDrawing {
                name: "regions".to_owned(),
                text: String::new(),
            });
        };
        assert_eq!(with(regions), "--samurai needs boxes: omit --regions");
        let large = |o: &mut ShapeOptions| (o.size, o.samurai) = (16, true);
        assert_eq!(with(large), "expected at most 1024 cells, found 1216");
    }

    #[test]
    fn the_classic_sudoku_is_known() {
        assert!(ShapeOptions::new().is_classic());
        let boxes = |boxes| ShapeOptions::new().boxes(Some(boxes));
        assert!(boxes((3, 3)).is_classic());
        assert!(!boxes((1, 9)).is_classic());
        assert!(!sized(4).is_classic());
        assert!(!ShapeOptions::new().diagonals(true).is_classic());
    }
}
