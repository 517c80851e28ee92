//! Symmetries that make two solutions equivalent.

use std::fmt;

use crate::cell_board::CellBoard;
use crate::exact_cover::ExactCover;
use countless_engine::Error;

/// Kind of symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryKind {
    /// All permutations of the options that come from a permutation of the items, and of the colours
    /// of each item. A permutation keeps the bounds of items, and secondary items stay secondary.
    #[default]
    Problem,
    /// Those that move the cells as the grid does: rotations, reflections, and shifts of a torus.
    /// Equal pieces are exchanged.
    Board,
    /// Those of a board without reflections.
    Rotations,
}

/// Items, and their images under several maps.
pub(super) type ItemMaps = (Vec<u32>, Vec<Vec<u32>>);

impl SymmetryKind {
    /// Usual symmetries of a problem: those of its board if each option covers a cell and neighbours
    /// connect all cells, otherwise those of the problem.
    #[must_use]
    pub fn usual(problem: &ExactCover) -> Self {
        let is_usual = |board: &CellBoard| {
            let mut is_cell = vec![false; problem.item_count()];
            for &(item, _) in board.cells() {
                is_cell[item] = true;
            }
            let mut options = problem.options.iter();
            let covers = options.all(|uses| uses.iter().any(|used| is_cell[used.item as usize]));
            covers && board.is_connected()
        };
        match problem.cell_board().filter(is_usual) {
            Some(_) => Self::Board,
            None => Self::Problem,
        }
    }

    /// Maps of the items that are cells, if the symmetries are those of a board.
    pub(super) fn item_maps(self, problem: &ExactCover) -> Result<Option<ItemMaps>, Error> {
        if self == Self::Problem {
            return Ok(None);
        }
        let board = problem.cell_board().ok_or_else(|| {
            Error::Impossible(format!(
                "--symmetry {self}: expected items that are cells, such as 2.5 for row 2, column 5"
            ))
        })?;
        let items = board.items().map(|item| item as u32).collect();
        let operations = board.operations().into_iter();
        let operations = operations.filter(|it| self == Self::Board || it.turn.is_rotation());
        let maps = operations.map(|operation| operation.images).collect();
        Ok(Some((items, maps)))
    }
}

impl fmt::Display for SymmetryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Problem => "problem",
            Self::Board => "board",
            Self::Rotations => "rotations",
        })
    }
}

/// Symmetries under which solutions are equivalent.
///
/// ```
/// use countless_cover::{SymmetryOptions, make};
/// use countless_engine::Run;
///
/// // Latin squares of order 3: all twelve are equivalent, by permutations of rows, columns and
/// // symbols.
/// let latin = make::latin(3)?;
/// let group = latin.symmetries(&SymmetryOptions::new(), &Run::new())?;
/// assert_eq!(group.order.to_string(), "1296");
/// // Rows, columns and symbols are not exchanged for each other.
/// let kept = SymmetryOptions::new().keep(["r*", "c*"]);
/// let group = latin.symmetries(&kept, &Run::new())?;
/// assert_eq!(group.order.to_string(), "216");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymmetryOptions {
    /// Kind of symmetries; the usual one of a problem if `None`.
    kind: Option<SymmetryKind>,
    patterns: Vec<String>,
}

impl SymmetryOptions {
    /// The [usual](SymmetryKind::usual) symmetries of a problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the kind of symmetries.
    ///
    /// ```
    /// use countless_cover::{SymmetryKind, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// // Rotations of a cube, without reflections.
    /// let rotations = SymmetryOptions::new().kind(SymmetryKind::Rotations);
    /// let group = make::soma()?.symmetries(&rotations, &Run::new())?;
    /// assert_eq!(group.order.to_string(), "24");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    #[must_use]
    pub fn kind(self, kind: SymmetryKind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Kind of the symmetries of a problem.
    pub(super) fn kind_for(&self, problem: &ExactCover) -> SymmetryKind {
        self.kind.unwrap_or_else(|| SymmetryKind::usual(problem))
    }

    /// Keeps the items that match a pattern together: symmetries exchange them among themselves
    /// only. In a pattern, `*` is any text. An item belongs to the first pattern that it matches.
    #[must_use]
    pub fn keep(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.patterns.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// The patterns, separated by blanks.
    pub(super) fn kept(&self) -> String {
        self.patterns.join(" ")
    }

    /// Options from the kind and the patterns of a plan.
    pub(crate) fn of_plan(kind: &str, kept: &str) -> Self {
        let kind = match kind {
            "board" => SymmetryKind::Board,
            "rotations" => SymmetryKind::Rotations,
            _ => SymmetryKind::Problem,
        };
        Self::new().kind(kind).keep(kept.split_whitespace())
    }

    /// Number of the first pattern that each item matches, from 1 on; 0 without one.
    pub(super) fn pattern_numbers(&self, problem: &ExactCover) -> Result<Vec<u32>, Error> {
        let mut is_used = vec![false; self.patterns.len()];
        let numbers = problem.items.iter().map(|item| {
            let mut patterns = self.patterns.iter();
            let first = patterns.position(|pattern| matches(pattern, &item.name));
            first.map_or(0, |first| {
                is_used[first] = true;
                first as u32 + 1
            })
        });
        let numbers = numbers.collect();
        match self.patterns.iter().zip(is_used).find(|(_, used)| !used) {
            None => Ok(numbers),
            Some((pattern, _)) => Err(Error::Impossible(format!(
                "--keep {pattern}: expected the name of an item, such as a1, or a pattern, such as \
                 a*, that no pattern before it includes"
            ))),
        }
    }
}

/// Returns whether a name matches a pattern, in which `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, yes, no) in [
            ("a", "a", "ab"),
            ("a*", "ab", "ba"),
            ("*a", "ba", "ab"),
            ("a*a", "aba", "a"),
            ("*", "", "none"),
            ("r*.*c", "r1.2c", "r12c"),
            ("a**b", "ab", "abc"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(no == "none" || !matches(pattern, no), "{pattern} {no}");
        }
    }
}
