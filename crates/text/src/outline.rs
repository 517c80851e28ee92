//! Where the cells of a puzzle are, for whoever reads it.

use std::sync::{Arc, LazyLock};

/// The cells of a puzzle: those of each row, within the square around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    digits: usize,
    /// The rows of a band of boxes; 1 if there are none.
    box_rows: usize,
    /// The columns of the cells of each row, from 0.
    rows: Vec<Vec<usize>>,
    variant: VariantRules,
}

/// The rules of puzzles beside those of rows, columns and boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is a rule of its own
pub struct VariantRules {
    /// Whether both diagonals have different digits.
    pub diagonals: bool,
    /// Whether each puzzle has regions of its own.
    pub own_regions: bool,
    /// Whether each puzzle has cages of its own.
    pub own_cages: bool,
    /// Whether there are windows, or regions, cages or grids that all puzzles have.
    pub has_other: bool,
}

/// That of the puzzles of nine by nine cells.
static NINE: LazyLock<Arc<Outline>> = LazyLock::new(|| Arc::new(Outline::square(9, 3)));

impl Outline {
    /// That of the puzzles of nine by nine cells.
    pub fn nine() -> &'static Arc<Self> {
        &NINE
    }

    /// A square of so many digits, rows and columns, whose boxes have so many rows.
    pub fn square(digits: usize, box_rows: usize) -> Self {
        Self {
            digits,
            box_rows,
            rows: vec![(0..digits).collect(); digits],
            variant: VariantRules::default(),
        }
    }

    /// Cells at these places, in order, in a square of so many rows.
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

    /// The same with other rules.
    #[must_use]
    pub fn with_variant(self, variant: VariantRules) -> Self {
        Self { variant, ..self }
    }

    /// The rules.
    pub fn variant(&self) -> VariantRules {
        self.variant
    }

    /// How many digits there are.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of rows of a box; 1 if there are no boxes.
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// How many rows and columns there are to draw.
    pub fn side(&self) -> usize {
        self.rows.len()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The columns of the cells of a row.
    pub fn row(&self, row: usize) -> &[usize] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }

    /// Whether some row may have so many fields.
    pub fn has_row_of(&self, fields: usize) -> bool {
        fields == self.side() || self.rows.iter().any(|row| row.len() == fields)
    }
}
