//! The outline of a puzzle: the cells of each row.

use std::sync::{Arc, LazyLock};

/// The cells of a puzzle, within the square around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    digits: usize,
    /// Number of rows of a box; 1 without boxes.
    box_rows: usize,
    /// Columns of the cells of each row, from 0.
    rows: Vec<Vec<usize>>,
    variant: VariantRules,
}

/// The rules of a puzzle besides rows, columns and boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent rules
pub struct VariantRules {
    /// True if both diagonals contain different digits.
    pub diagonals: bool,
    /// True if each puzzle has its own regions.
    pub own_regions: bool,
    /// True if each puzzle has its own cages.
    pub own_cages: bool,
    /// True if all puzzles share windows, regions, cages or grids.
    pub has_other: bool,
}

/// The outline of 9×9 puzzles.
static NINE: LazyLock<Arc<Outline>> = LazyLock::new(|| Arc::new(Outline::square(9, 3)));

impl Outline {
    /// The outline of 9×9 puzzles.
    pub fn nine() -> &'static Arc<Self> {
        &NINE
    }

    /// A square with `digits` digits, rows and columns, and boxes of `box_rows` rows.
    pub fn square(digits: usize, box_rows: usize) -> Self {
        let places = (0..digits).flat_map(|row| (0..digits).map(move |column| (row, column)));
        Self::new(digits, box_rows, digits, places)
    }

    /// Cells at these places (row, column), in order, in a square with `side` rows.
    pub fn new(
        digits: usize,
        box_rows: usize,
        side: usize,
        places: impl Iterator<Item = (usize, usize)>,
    ) -> Self {
        let mut rows = vec![Vec::new(); side];
        for (row, column) in places {
            rows[row].push(column);
        }
        Self {
            digits,
            box_rows,
            rows,
            variant: VariantRules::default(),
        }
    }

    /// The outline with other rules.
    #[must_use]
    pub fn with_variant(self, variant: VariantRules) -> Self {
        Self { variant, ..self }
    }

    /// The rules besides rows, columns and boxes.
    pub fn variant(&self) -> VariantRules {
        self.variant
    }

    /// Number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// Number of rows of a box; 1 without boxes.
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// Number of rows and columns of the square.
    pub fn side(&self) -> usize {
        self.rows.len()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// Columns of the cells of a row.
    pub fn row(&self, row: usize) -> &[usize] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }

    /// True if no two of these cells, numbered row by row, are in one row, column or box. Always true
    /// for overlapping grids, whose rows are longer than a house.
    ///
    /// ```
    /// use countless_text::Outline;
    ///
    /// let outline = Outline::square(4, 2);
    /// assert!(outline.may_be_equal([0, 6, 9, 15]));
    /// assert!(!outline.may_be_equal([0, 5]));
    /// ```
    pub fn may_be_equal(&self, cells: impl IntoIterator<Item = usize>) -> bool {
        let side = self.side();
        if side != self.digits || self.cells() != side * side {
            return true;
        }
        // Without boxes, a row stands for each.
        let (height, width) = (self.box_rows, side / self.box_rows.max(1));
        let mut seen = [0_u64; 3];
        cells.into_iter().all(|cell| {
            let (row, column) = (cell / side, cell % side);
            let numbers = [row, column, row / height * height + column / width];
            let is_new = |(seen, number): (&mut u64, usize)| {
                let bit = 1_u64.checked_shl(number as u32).unwrap_or(0);
                let is_new = *seen & bit == 0;
                *seen |= bit;
                is_new
            };
            seen.iter_mut().zip(numbers).all(is_new)
        })
    }

    /// True if a row may have this number of fields.
    pub fn has_row_of(&self, fields: usize) -> bool {
        fields == self.side() || self.rows.iter().any(|row| row.len() == fields)
    }
}
