//! Options that no puzzle can meet.

use super::generate_options::{GenerateOptions, Orbits, Pattern, Symmetry, can_reach};
use crate::CELLS;
use crate::explain::{Level, Technique};

/// Least number of clues of a puzzle with one solution (`McGuire` and others 2014).
pub const FEWEST_CLUES: usize = 17;

/// Largest number of clues of a known minimal puzzle (Dobrichev 2014).
const MOST_MINIMAL: usize = 40;

/// Largest number of clues of a puzzle with an empty cell in every row.
///
/// A full row has, in every symmetry, a clue that is redundant together with its mirror images:
/// each of them is the only one in a full row or column.
const MOST_IN_ROWS: usize = CELLS - 9;

/// Number of empty cells up to which a puzzle is easy: some row or column has only one of them.
const BLANKS_OF_EASY: usize = 3;

/// Reason for which no puzzle can meet the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// Too few clues for one solution.
    #[error(
        "--clues: expected at least {FEWEST_CLUES} for one solution, found {0}\nhint: --any allows several solutions"
    )]
    TooFew(usize),
    /// More clues than cells.
    #[error("--clues: expected at most 81, found {0}")]
    TooMany(usize),
    /// More clues than any known minimal puzzle.
    #[error("no minimal puzzle of {0} clues is known: expected at most {MOST_MINIMAL}")]
    NotMinimal(usize),
    /// More clues than a minimal puzzle can have: some row is full, and one of its clues redundant.
    #[error(
        "a minimal puzzle has a blank in every row: expected at most {MOST_IN_ROWS} clues, found \
         {0}"
    )]
    FullRow(usize),
    /// Too few empty cells for a puzzle that is not easy.
    #[error("a puzzle of {0} clues is easy, not {1}")]
    Easy(usize, Level),
    /// Number of clues that is impossible with the symmetry.
    #[error("--symmetry: {0} clues cannot have this symmetry\nhint: choose other --clues")]
    Symmetry(usize),
    /// Too few cells of the pattern are in whole orbits of the symmetry.
    #[error("--symmetry: the pattern has too few cells in this symmetry")]
    Asymmetric,
    /// A level, a technique, an ER or minimality, for puzzles with several solutions.
    #[error("--level, --technique, --er and --minimal need puzzles with one solution")]
    Level,
    /// A technique of another level than the required one.
    #[error("--technique {0} is of level {1}, but --level is another: omit --level")]
    Technique(Technique, Level),
    /// A technique that is the hardest one of solved grids only.
    #[error("{0} is the hardest technique only of solved grids; expected a harder one")]
    Needless(Technique),
    /// A technique that no rating on the scale points has.
    #[error("only Sudoku Explainer has {0}; expected a technique of the scale points")]
    Unrated(Technique),
    /// More clues than cells in the pattern.
    #[error("the pattern has cells for {1} clues, not {0}")]
    Pattern(usize, usize),
    /// A pattern with a second solution of every puzzle.
    #[error(
        "the pattern has no clues in two lines of one band or stack: every puzzle has a second \
         solution"
    )]
    Lines,
}

/// Checks options, and returns the orbits of each symmetry that a puzzle may have.
pub(super) fn orbits_of(options: &GenerateOptions) -> Result<Vec<Orbits>, Impossible> {
    let rated = options.level.is_some() || options.technique.is_some() || options.er.is_some();
    if !options.unique && (rated || options.minimal) {
        return Err(Impossible::Level);
    }
    if let Some(technique) = options.technique {
        let level = technique.level();
        if options.level.is_some_and(|wanted| wanted != level) {
            return Err(Impossible::Technique(technique, level));
        }
        if technique == Technique::Elimination {
            return Err(Impossible::Needless(technique));
        }
        if technique.is_of_explainer() {
            return Err(Impossible::Unrated(technique));
        }
    }
    let pattern = options.pattern;
    if options.unique && pattern.is_some_and(Pattern::has_exchangeable_lines) {
        return Err(Impossible::Lines);
    }
    let room = pattern.map_or(CELLS, Pattern::len);
    let clues = options.clues.or(pattern.map(|_| room));
    if let Some(clues) = clues {
        if clues > CELLS {
            return Err(Impossible::TooMany(clues));
        }
        if clues > room {
            return Err(Impossible::Pattern(clues, room));
        }
        if options.unique && clues < FEWEST_CLUES {
            return Err(Impossible::TooFew(clues));
        }
        let technique = options.technique.map(Technique::level);
        if let Some(level) = options.level.or(technique)
            && level > Level::Easy
            && CELLS - clues <= BLANKS_OF_EASY
        {
            return Err(Impossible::Easy(clues, level));
        }
    }
    if let Some(clues) = options.clues {
        // With a symmetry, clues are removed together, and more of them may stay.
        let alone = options.symmetry == Some(Symmetry::None);
        if options.minimal && alone && clues > MOST_MINIMAL {
            return Err(Impossible::NotMinimal(clues));
        }
        if options.minimal && clues > MOST_IN_ROWS {
            return Err(Impossible::FullRow(clues));
        }
    }
    let symmetries = match options.symmetry {
        Some(symmetry) => vec![symmetry],
        None => Symmetry::ALL[1..].iter().map(|&(one, _)| one).collect(),
    };
    let least = if options.unique { FEWEST_CLUES } else { 0 };
    let mut orbits: Vec<Orbits> = symmetries
        .into_iter()
        .map(|symmetry| symmetry.orbits_within(pattern))
        .collect();
    orbits.retain(|orbits| match options.clues {
        Some(clues) => can_reach(orbits, clues),
        None => orbits.iter().map(Vec::len).sum::<usize>() >= least,
    });
    if orbits.is_empty() {
        return Err(options
            .clues
            .map_or(Impossible::Asymmetric, Impossible::Symmetry));
    }
    Ok(orbits)
}
