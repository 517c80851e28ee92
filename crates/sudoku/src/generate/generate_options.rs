//! Options of generated puzzles: the cells that may hold clues, and symmetric patterns of them. Also
//! the progress of a generation.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::grid::{CELLS, Cell, Grid};
use crate::explain::{
    EXPLAINER_VERSION, ErRange, ExplainerLimits, ExplainerOutcome, Level, SCALE_VERSION, Technique,
    UnknownName, by_name, rate_explainer_within,
};
use crate::setters;
use countless_engine::Error;
use countless_engine::ledger::Spec;

/// Required number and properties of puzzles.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    pub(super) count: u64,
    pub(super) seed: u64,
    pub(super) clues: Option<usize>,
    pub(super) level: Option<Level>,
    pub(super) technique: Option<Technique>,
    /// Range of the ER, and what rates a puzzle within it: only a program that asks for a range
    /// contains the ratings of Sudoku Explainer.
    pub(super) er: Option<(ErRange, RateWithin)>,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) pattern: Option<Pattern>,
    pub(super) minimal: bool,
    pub(super) unique: bool,
}

/// Returns the ER of a puzzle with one solution, in tenths, or `None` if it is outside the range.
pub(super) type RateWithin = fn(&Grid, ErRange) -> Option<u16>;

/// Implements [`RateWithin`].
fn er_within(puzzle: &Grid, range: ErRange) -> Option<u16> {
    let limits = ExplainerLimits::NONE.most(range.max);
    match rate_explainer_within(&puzzle.into(), limits, &|| false) {
        ExplainerOutcome::Rated(rating) => Some(rating.er).filter(|&er| range.contains(er)),
        _ => None,
    }
}

impl Default for GenerateOptions {
    fn default() -> Self {
        Self {
            count: 1,
            seed: 0,
            clues: None,
            level: None,
            technique: None,
            er: None,
            symmetry: Some(Symmetry::None),
            pattern: None,
            minimal: false,
            unique: true,
        }
    }
}

/// Value of a parameter in a spec: no restriction.
const ANY: &str = "any";

/// Value of the symmetry in a spec: a random one for each puzzle.
const RANDOM: &str = "random";

impl GenerateOptions {
    /// Creates the options of one minimal puzzle with one solution.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the number of puzzles.
        count: u64;
        /// Sets the seed of the random numbers.
        seed: u64;
        /// Sets the number of clues. Without it, and without a pattern, the puzzles are minimal.
        clues: Option<usize>;
        /// Sets the level of difficulty.
        level: Option<Level>;
        /// Sets the hardest technique of a human solver.
        technique: Option<Technique>;
        /// Sets the symmetry of the clues. With `None`, each puzzle has a random symmetry other than
        /// [`Symmetry::None`], which is the default.
        symmetry: Option<Symmetry>;
        /// Sets the cells that may hold clues. Without `clues` and `minimal`, every one of these cells
        /// that the symmetry allows has a clue.
        pattern: Option<Pattern>;
        /// Requires minimal puzzles. With a symmetry, no clue is redundant together with its mirror
        /// images.
        minimal: bool;
        /// Requires one solution, which is the default, or allows several.
        unique: bool;
    }

    /// Sets the range of the ER of Sudoku Explainer. Rows then have the ER, and the level is its
    /// band.
    #[must_use]
    pub fn er(self, er: Option<ErRange>) -> Self {
        Self {
            er: er.map(|range| (range, er_within as RateWithin)),
            ..self
        }
    }

    /// Reads the options from a spec.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if a parameter is missing or cannot be read.
    pub(crate) fn of(spec: &Spec) -> Result<Self, Error> {
        fn unless_any<T: FromStr>(spec: &Spec, name: &str) -> Result<Option<T>, Error> {
            match spec.parameter(name) {
                Some(ANY) => Ok(None),
                _ => spec.require(name).map(Some),
            }
        }
        Ok(Self {
            count: spec.require("count")?,
            seed: spec.require("seed")?,
            clues: unless_any(spec, "clues")?,
            level: unless_any(spec, "level")?,
            technique: spec.optional("technique")?,
            er: (spec.optional("er")?).map(|range| (range, er_within as RateWithin)),
            symmetry: match spec.parameter("symmetry") {
                Some(RANDOM) => None,
                _ => spec.require("symmetry").map(Some)?,
            },
            pattern: spec.optional("pattern")?,
            minimal: spec.require("minimal")?,
            unique: spec.require("unique")?,
        })
    }

    /// Writes the options to a spec.
    pub(super) fn spec(&self) -> Spec {
        let clues = self.clues.map_or(ANY.to_owned(), |clues| clues.to_string());
        let symmetry = self.symmetry.map_or(RANDOM, Symmetry::name);
        let spec = Spec::new("sudoku generate", "lanes")
            .with("count", self.count)
            .with("seed", self.seed)
            .with("clues", clues)
            .with("level", self.level.map_or(ANY, Level::name))
            .with("symmetry", symmetry)
            .with("minimal", self.minimal)
            .with("unique", self.unique);
        let spec = spec
            .with_some("technique", self.technique)
            .with_some("er", self.er.map(|(range, _)| range))
            .with_some("pattern", self.pattern);
        // Rows have the level of each puzzle with one solution.
        match self.er {
            Some(_) => spec.with("scale", EXPLAINER_VERSION),
            None => spec.with_some("scale", self.unique.then_some(SCALE_VERSION)),
        }
    }
}

/// Cells that may hold clues, as a drawing of 81 characters, row by row.
///
/// The characters `.`, `0` and `_` are empty cells. A digit, `x`, `X`, `#` or `*` is a cell that
/// may hold a clue. White space and line ends may occur anywhere.
///
/// ```
/// use countless_sudoku::{Cell, Pattern};
///
/// let cross: Pattern = "....x........x........x........x....xxxxxxxxx....x........x........x........x....".parse()?;
/// assert_eq!(cross.len(), 17);
/// assert!(cross.contains(Cell::new(5, 1)) && !cross.contains(Cell::new(1, 1)));
/// # Ok::<(), countless_sudoku::PatternError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern(u128);

/// Error in the text of a [`Pattern`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A character that is neither an empty cell nor a clue; lines and columns count from 1.
    #[error(
        "line {line}, column {column}: expected a blank (. 0 _) or a clue (x X # * 1-9), found \
         {found:?}"
    )]
    Character {
        /// Line of the character.
        line: usize,
        /// Position of the character in its line.
        column: usize,
        /// The character.
        found: char,
    },
    /// Number of cells that is not 81.
    #[error("expected a pattern of 81 cells, found {0}")]
    Length(usize),
}

impl Pattern {
    /// True if the cell may hold a clue.
    pub fn contains(self, cell: Cell) -> bool {
        self.has(cell.index())
    }

    pub(super) fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Number of cells that may hold a clue.
    #[allow(clippy::len_without_is_empty)] // an empty pattern is useless
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if two rows of a band or two columns of a stack are empty: exchanging them turns every
    /// solution into another one.
    pub(super) fn has_exchangeable_lines(self) -> bool {
        let blank = |line: usize, down: bool| {
            (0..9).all(|at| !self.has(if down { 9 * at + line } else { 9 * line + at }))
        };
        let lacks = |down| {
            (0..9)
                .step_by(3)
                .any(|first| (first..first + 3).filter(|&line| blank(line, down)).count() > 1)
        };
        lacks(false) || lacks(true)
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (mut cells, mut count) = (0, 0);
        for (text, line) in text.lines().zip(1..) {
            for (found, column) in text.chars().zip(1..) {
                let clue = match found {
                    '.' | '0' | '_' => 0,
                    'x' | 'X' | '#' | '*' | '1'..='9' => 1,
                    _ if found.is_whitespace() => continue,
                    _ => {
                        return Err(PatternError::Character {
                            line,
                            column,
                            found,
                        });
                    }
                };
                if count < CELLS {
                    cells |= clue << count;
                }
                count += 1;
            }
        }
        if count == CELLS {
            Ok(Self(cells))
        } else {
            Err(PatternError::Length(count))
        }
    }
}

impl fmt::Display for Pattern {
    /// Writes 81 characters, `x` and `.`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..CELLS).try_for_each(|index| f.write_str(if self.has(index) { "x" } else { "." }))
    }
}

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
    /// All symmetries in order, with their names.
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
        Self::ALL[self as usize].1
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

/// Progress of the generation of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenerateProgress {
    /// Number of attempts.
    pub attempts: u64,
    /// Number of puzzles that meet the options.
    pub generated: u64,
}

/// Counters of the progress, which all threads share.
#[derive(Debug, Default)]
pub struct GenerateCounters {
    attempts: AtomicU64,
    generated: AtomicU64,
}

impl GenerateCounters {
    /// Adds attempts, and the puzzles that they made.
    pub fn add(&self, attempts: usize, made: usize) {
        self.attempts.fetch_add(attempts as u64, Ordering::Relaxed);
        self.generated.fetch_add(made as u64, Ordering::Relaxed);
    }

    /// Returns the progress so far.
    pub fn snapshot(&self) -> GenerateProgress {
        GenerateProgress {
            attempts: self.attempts.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_pattern_reads_what_it_prints(cells in 0..1_u128 << 81) {
            let pattern = Pattern(cells);
            prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
            let lines: Vec<String> = pattern
                .to_string()
                .as_bytes()
                .chunks(9)
                .map(|row| String::from_utf8_lossy(row).replace('x', "#"))
                .collect();
            prop_assert_eq!(lines.join("\r\n").parse(), Ok(pattern));
        }

        #[test]
        fn nothing_panics(text in ".{0,100}") {
            let _ = text.parse::<Pattern>();
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!("x".parse::<Pattern>(), Err(PatternError::Length(1)));
        let wrong = PatternError::Character {
            line: 2,
            column: 3,
            found: '?',
        };
        assert_eq!("xx\n..?".parse::<Pattern>(), Err(wrong));
        let many = ".".repeat(200);
        assert_eq!(many.parse::<Pattern>(), Err(PatternError::Length(200)));
    }

    #[test]
    fn lines_that_can_be_exchanged_are_found() {
        let blank = |lines: &[usize], down: bool| {
            let cells = (0..81).filter(|i| !lines.contains(&(if down { i % 9 } else { i / 9 })));
            Pattern(cells.fold(0, |cells, i| cells | 1 << i))
        };
        for down in [false, true] {
            assert!(blank(&[3, 5], down).has_exchangeable_lines());
            assert!(!blank(&[2, 3, 6], down).has_exchangeable_lines());
        }
    }
}

#[cfg(test)]
mod symmetry_tests {
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
