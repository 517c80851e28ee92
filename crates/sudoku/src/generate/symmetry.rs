//! Symmetric patterns of clues.

use std::fmt;
use std::str::FromStr;

use super::pattern::Pattern;
use crate::Cell;
use crate::explain::{UnknownName, by_name};

/// Cells, by index, in orbits: all cells of an orbit have a clue, or none has.
pub(super) type Orbits = Vec<Vec<usize>>;

/// Symmetry of the cells with clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by 180 degrees.
    Rotational,
    /// Rotation by 90 degrees.
    Quarter,
    /// Reflection in the diagonal from the top left.
    Diagonal,
    /// Reflection in the diagonal from the top right.
    Antidiagonal,
    /// Reflection from left to right.
    Horizontal,
    /// Reflection from top to bottom.
    Vertical,
    /// All rotations and reflections.
    Full,
}

impl Symmetry {
    /// All symmetries, with their names.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::None, "none"),
        (Self::Rotational, "rotational"),
        (Self::Quarter, "quarter"),
        (Self::Diagonal, "diagonal"),
        (Self::Antidiagonal, "antidiagonal"),
        (Self::Horizontal, "horizontal"),
        (Self::Vertical, "vertical"),
        (Self::Full, "full"),
    ];

    /// Name of the symmetry.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(symmetry, _)| *symmetry == self);
        found.map_or("", |&(_, name)| name)
    }

    /// Returns the cells in orbits: all cells of an orbit have a clue, or none has.
    ///
    /// ```
    /// use countless_sudoku::{Cell, Symmetry};
    ///
    /// let orbits = Symmetry::Rotational.orbits();
    /// assert_eq!(orbits[0], [Cell::new(1, 1), Cell::new(9, 9)]);
    /// ```
    pub fn orbits(self) -> Vec<Vec<Cell>> {
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        for cell in Cell::all() {
            if orbits.iter().any(|orbit| orbit.contains(&cell)) {
                continue;
            }
            let mut orbit = vec![cell];
            let mut at = 0;
            while let Some(&cell) = orbit.get(at) {
                for image in self.images(cell) {
                    if !orbit.contains(&image) {
                        orbit.push(image);
                    }
                }
                at += 1;
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// Returns the images of a cell under the generators of the symmetry.
    fn images(self, cell: Cell) -> Vec<Cell> {
        let (row, column) = (cell.row(), cell.column());
        let quarter = Cell::new(column, 10 - row);
        let mirror = Cell::new(row, 10 - column);
        match self {
            Self::None => vec![],
            Self::Rotational => vec![Cell::new(10 - row, 10 - column)],
            Self::Quarter => vec![quarter],
            Self::Diagonal => vec![Cell::new(column, row)],
            Self::Antidiagonal => vec![Cell::new(10 - column, 10 - row)],
            Self::Horizontal => vec![mirror],
            Self::Vertical => vec![Cell::new(10 - row, column)],
            Self::Full => vec![quarter, mirror],
        }
    }

    /// True if a pattern with this number of clues can have the symmetry.
    pub fn allows(self, clues: usize) -> bool {
        can_reach(&self.orbits_within(None), clues)
    }

    /// Returns the orbits with all their cells in the pattern.
    pub(super) fn orbits_within(self, pattern: Option<Pattern>) -> Orbits {
        let within = |cell: &Cell| pattern.is_none_or(|pattern| pattern.contains(*cell));
        self.orbits()
            .into_iter()
            .filter(|orbit| orbit.iter().all(within))
            .map(|orbit| orbit.into_iter().map(Cell::index).collect())
            .collect()
    }
}

/// True if some of the orbits have `clues` cells in total.
pub(super) fn can_reach(orbits: &Orbits, clues: usize) -> bool {
    // Possible totals, one bit each.
    let sums = orbits
        .iter()
        .fold(1_u128, |sums, orbit| sums | sums << orbit.len());
    clues <= 81 && sums >> clues & 1 == 1
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name(&Self::ALL.map(|(symmetry, _)| symmetry), name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_share_the_cells_and_keep_the_symmetry() {
        let sizes = [
            (Symmetry::None, 81),
            (Symmetry::Rotational, 41),
            (Symmetry::Quarter, 21),
            (Symmetry::Diagonal, 45),
            (Symmetry::Antidiagonal, 45),
            (Symmetry::Horizontal, 45),
            (Symmetry::Vertical, 45),
            (Symmetry::Full, 15),
        ];
        for (symmetry, number) in sizes {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.len(), number, "{symmetry:?}");
            let mut cells = orbits.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(Cell::all()));
            for orbit in orbits {
                for &cell in &orbit {
                    for image in symmetry.images(cell) {
                        assert!(orbit.contains(&image));
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_clues_that_a_symmetry_allows() {
        assert!((0..=81).all(|clues| Symmetry::None.allows(clues)));
        assert!((0..=81).all(|clues| Symmetry::Rotational.allows(clues)));
        assert!(Symmetry::Quarter.allows(24) && Symmetry::Quarter.allows(25));
        assert!(!Symmetry::Quarter.allows(26) && !Symmetry::Full.allows(27));
        assert!(!Symmetry::None.allows(82));
    }
}
