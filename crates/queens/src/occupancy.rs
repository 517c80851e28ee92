//! Numbers of solutions with a queen on each square.

use std::fmt::Write;

use countless_engine::Tally;

/// Number of solutions, and the number of those with a queen on each square.
///
/// Every row and every column of the table adds up to the number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// Number of solutions.
    pub solutions: u128,
    n: usize,
    /// Number of solutions for each square, row by row.
    squares: Vec<u128>,
}

impl Occupancy {
    /// Makes the table of a board of `n` rows from a tally, which has no places before the first
    /// count.
    pub(super) fn of(n: usize, tally: &Tally) -> Self {
        let mut squares = tally.places.clone();
        squares.resize(n * n, 0);
        Self {
            solutions: tally.count,
            n,
            squares,
        }
    }

    /// Number of rows of the board.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Number of solutions with a queen on a square. Row and column count from 1.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    pub fn at(&self, row: usize, column: usize) -> u128 {
        let n = self.n;
        assert!(
            (1..=n).contains(&row) && (1..=n).contains(&column),
            "a board of {n} rows"
        );
        let place = (row - 1) * n + column - 1;
        self.squares[place]
    }

    /// Formats the table as CSV: a header `c1,…,cN`, and a line of N numbers for each row of the
    /// board.
    pub fn csv(&self) -> String {
        let join = |fields: Vec<String>| fields.join(",") + "\n";
        let mut text = join((1..=self.n).map(|column| format!("c{column}")).collect());
        for row in 1..=self.n {
            let row = (1..=self.n).map(|column| self.at(row, column).to_string());
            // Writing to a String cannot fail.
            let _ = write!(text, "{}", join(row.collect()));
        }
        text
    }

    /// Returns the mean over all rotations and reflections.
    pub(super) fn symmetric(&self) -> Self {
        let n = self.n;
        let square = |place: usize| {
            let (row, column) = (place / n + 1, place % n + 1);
            let turned = [
                (row, column),
                (column, n + 1 - row),
                (n + 1 - row, n + 1 - column),
                (n + 1 - column, row),
            ];
            let all = turned
                .into_iter()
                .flat_map(|(row, column)| [(row, column), (column, row)]);
            all.map(|(row, column)| self.at(row, column)).sum::<u128>() / 8
        };
        Self {
            squares: (0..n * n).map(square).collect(),
            ..*self
        }
    }
}
