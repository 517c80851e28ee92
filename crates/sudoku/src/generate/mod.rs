//! Generation of puzzles: a uniformly sampled solved grid loses digits.
//!
//! ```text
//! index ──▶ random numbers ──▶ solved grid ──▶ reduce ──▶ rate ──▶ row
//!            of the puzzle       uniform        in lanes
//! ```
//!
//! The random numbers of a puzzle depend only on the seed and its index. So a seed gives the same
//! puzzles on every machine and with any number of threads.

mod generate_options;
mod generate_progress;
mod partitions;
mod pattern;
mod reduce;
mod symmetry;
mod uniform;

use std::ops::Range;

use super::explain::{Level, Technique, is_hardest_technique, level_unique};
use super::grid::{CELLS, Grid};
use super::lanes::Lanes;
use countless_engine::ledger::Spec;
use countless_engine::{Counted, Emitter, Granularity, Job, Known, Problem, Subtrees};
use countless_engine::{Error, SplitMix64};
use countless_simd::Kernel;
use countless_table::{Columns, Fields, Row};
pub use generate_options::GenerateOptions;
pub use generate_progress::GenerateCounters;
pub use generate_progress::GenerateProgress;
pub use pattern::{Pattern, PatternError};
use reduce::{DrawnGrid, ReduceGoal, Reducer};
pub use symmetry::Symmetry;
use symmetry::{Orbits, can_reach};
use uniform::GridSampler;

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

/// Number of puzzles in a subtree.
const PER_SUBTREE: u64 = 256;

/// Number of attempts that are made side by side.
const ATTEMPTS_AT_ONCE: usize = 256;

/// Largest number of attempts at a puzzle in the first round. Later rounds make as many as all
/// rounds before them.
const FIRST_ATTEMPTS: u64 = 4;

/// Reason for which the number of puzzles is known.
pub(super) const KNOWN_TOTAL_SOURCE: &str = "the number requested";

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
    /// A level, a technique or minimality, for puzzles with several solutions.
    #[error("--level, --technique and --minimal need puzzles with one solution")]
    Level,
    /// A technique of another level than the required one.
    #[error("--technique {0} is of level {1}, but --level is another: omit --level")]
    Technique(Technique, Level),
    /// A technique that is the hardest one of solved grids only.
    #[error("{0} is the hardest technique only of solved grids; expected a harder one")]
    Needless(Technique),
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

/// Makes puzzles, one row each: `puzzle,solution,clues,level`.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Generate, GenerateOptions, Symmetry};
///
/// let options = GenerateOptions::new().count(3).symmetry(Some(Symmetry::Rotational));
/// let generate = Generate::new(options)?;
/// let mut puzzles = Vec::new();
/// Run::new().for_each(&generate, |made| puzzles.push(made.puzzle))?;
/// assert_eq!(puzzles.len(), 3);
/// assert_eq!(puzzles[0].at(1, 1).is_some(), puzzles[0].at(9, 9).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Generate {
    options: GenerateOptions,
    /// Orbits of each symmetry that a puzzle may have.
    orbits: Vec<Orbits>,
    counters: GenerateCounters,
}

impl Generate {
    /// Makes the problem of generating puzzles.
    ///
    /// # Errors
    ///
    /// If no puzzle can meet the options.
    pub fn new(options: GenerateOptions) -> Result<Self, Impossible> {
        let rated = options.level.is_some() || options.technique.is_some();
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
        Ok(Self {
            orbits,
            options,
            counters: GenerateCounters::default(),
        })
    }

    /// Returns the progress of all runs together, including those under way.
    pub fn progress(&self) -> GenerateProgress {
        self.counters.snapshot()
    }

    /// Returns the random numbers of one attempt at a puzzle.
    fn random(&self, index: u64, attempt: u64) -> SplitMix64 {
        let mut random = SplitMix64(self.options.seed);
        for number in [index, attempt] {
            random = SplitMix64(random.next() ^ number);
        }
        random
    }

    /// Returns the orbits of the symmetry of a puzzle. It does not depend on the attempt: otherwise
    /// symmetries with more successful attempts would be more frequent.
    fn orbits(&self, index: u64) -> &Orbits {
        match &self.orbits[..] {
            [orbits] => orbits,
            several => &several[self.random(index, u64::MAX).below(several.len())],
        }
    }

    /// Makes one attempt at each of some puzzles. Returns the puzzles that meet the options.
    fn attempt(
        &self,
        worker: &mut ReduceWorker,
        attempts: &[(u64, u64)],
    ) -> Vec<Option<GeneratedPuzzle>> {
        let wanted = ReduceGoal {
            clues: self.options.clues,
            minimal: self.options.minimal,
            unique: self.options.unique,
            has_pattern: self.options.pattern.is_some(),
        };
        let drawn = attempts.iter().map(|&(index, attempt)| {
            let mut random = self.random(index, attempt);
            DrawnGrid {
                solution: GridSampler::get().draw(&mut random),
                orbits: self.orbits(index),
                random,
            }
        });
        let reduced = worker
            .reducer
            .reduce(worker.kernel, &mut worker.lanes, &wanted, drawn);
        reduced
            .into_iter()
            .map(|reduced| {
                let (puzzle, solution) = reduced?;
                let GenerateOptions {
                    unique,
                    technique,
                    level: wanted,
                    ..
                } = self.options;
                let level = match technique {
                    Some(technique) => {
                        is_hardest_technique(&puzzle, technique).then(|| technique.level())
                    }
                    None => unique.then(|| level_unique(&puzzle)),
                };
                let fits = match technique {
                    Some(_) => level.is_some(),
                    None => wanted.is_none() || wanted == level,
                };
                fits.then_some(GeneratedPuzzle {
                    clues: puzzle.clues(),
                    puzzle,
                    solution,
                    level,
                })
            })
            .collect()
    }

    /// Makes a job to generate the puzzles.
    pub fn job(&self) -> Job<'_, Counted> {
        Job::of(self)
    }
}

/// A puzzle that meets the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Grid,
    /// The solution, or one of several.
    pub solution: Grid,
    /// Number of clues.
    pub clues: usize,
    /// Level of the puzzle, if it has one solution.
    pub level: Option<Level>,
}

impl Row for GeneratedPuzzle {
    fn fields(&self, fields: &mut impl Fields) {
        self.puzzle.fields(fields);
        self.solution.fields(fields);
        fields.number(self.clues as u64);
        match self.level {
            Some(level) => fields.plain(level.name().as_bytes()),
            None => fields.none(),
        }
    }
}

/// Memory of one thread.
#[derive(Debug)]
pub struct ReduceWorker {
    kernel: Kernel,
    lanes: Lanes,
    reducer: Reducer,
}

impl Problem for Generate {
    type Root = Range<u64>;
    type Scratch = ReduceWorker;
    type Tally = Counted;
    type Solution = GeneratedPuzzle;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(self.options.spec())
    }

    /// Divides the indices of the puzzles into ranges. The cost of a range is its number of
    /// puzzles.
    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, Range<u64>>, Error> {
        let count = self.options.count;
        let each = match cut {
            Granularity::Split(_) => cut.number("puzzles")?.max(1) as u64,
            Granularity::Subtrees(None) => PER_SUBTREE,
            Granularity::Subtrees(Some(subtrees)) => {
                count.div_ceil(u64::from(*subtrees).max(1)).max(1)
            }
            // Smaller ranges, so that rare puzzles do not wait for one another.
            Granularity::Threads(_) => {
                let subtrees = cut.least_subtrees(1).unwrap_or(1) as u64;
                count.div_ceil(subtrees.max(1)).clamp(1, PER_SUBTREE)
            }
        };
        let subtrees = count.div_ceil(each);
        let ranges = (0..subtrees).map(move |index| {
            let range = index * each..count.min((index + 1) * each);
            Ok((range.end - range.start, range))
        });
        let stream = Subtrees::stream(format!("puzzles:{each}"), ranges);
        Ok(stream.with_count(Some(subtrees)).with_cost(Some(count)))
    }

    fn scratch(&self, kernel: Kernel) -> ReduceWorker {
        ReduceWorker {
            kernel,
            lanes: Lanes::new(),
            reducer: Reducer::default(),
        }
    }

    /// Makes the puzzles of a range. The first successful attempt at each puzzle counts. If many
    /// attempts are needed, several are made at once.
    fn search(
        &self,
        worker: &mut ReduceWorker,
        range: Range<u64>,
        emitter: &mut Emitter<'_, Self>,
    ) -> Counted {
        let start = range.start;
        let mut made: Vec<Option<GeneratedPuzzle>> = range.clone().map(|_| None).collect();
        let mut missing: Vec<u64> = range.collect();
        let mut attempts_made = 0;
        while !missing.is_empty() && !emitter.is_cancelled() {
            let most = ATTEMPTS_AT_ONCE.div_ceil(missing.len()) as u64;
            let each = most.min(attempts_made.max(FIRST_ATTEMPTS));
            let attempts: Vec<(u64, u64)> = missing
                .iter()
                .flat_map(|&index| {
                    (attempts_made..attempts_made + each).map(move |attempt| (index, attempt))
                })
                .collect();
            let (results, before) = (self.attempt(worker, &attempts), missing.len());
            for (&(index, _), result) in attempts.iter().zip(results) {
                let place = &mut made[(index - start) as usize];
                *place = place.or(result);
            }
            missing.retain(|&index| made[(index - start) as usize].is_none());
            attempts_made += each;
            self.counters.add(attempts.len(), before - missing.len());
        }
        let mut emitted = 0;
        for made in made.into_iter().flatten() {
            emitted += 1;
            if emitter.push(made).is_break() {
                break;
            }
        }
        Counted::of(emitted)
    }

    fn columns(&self) -> Columns {
        let columns = Columns::new().field("puzzle").field("solution");
        columns.number("clues").field("level")
    }

    fn known_total(&self) -> Option<Known> {
        Some(Known {
            total: self.options.count.into(),
            source: KNOWN_TOTAL_SOURCE,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FACTORIES;
    use countless_engine::{ErasedProblem, Registry, ReopenInputs, Run};

    #[test]
    fn a_plan_makes_the_same_puzzles_again() {
        for options in [
            GenerateOptions::new(),
            GenerateOptions::new()
                .count(300)
                .seed(7)
                .clues(Some(32))
                .symmetry(Some(Symmetry::Quarter)),
            GenerateOptions::new()
                .count(5)
                .level(Some(Level::Hard))
                .minimal(true),
            GenerateOptions::new().count(5).clues(Some(9)).unique(false),
            GenerateOptions::new()
                .count(3)
                .symmetry(None)
                .technique(Some(Technique::NakedPair)),
            GenerateOptions::new()
                .count(3)
                .pattern("x".repeat(81).replacen("xx", "..", 4).parse().ok())
                .clues(Some(40)),
        ] {
            let generate = Generate::new(options.clone()).unwrap();
            let plan = generate.plan(&Granularity::Subtrees(None), None).unwrap();
            assert_eq!(plan.split, "puzzles:256");
            let again = GenerateOptions::of(&plan.spec()).unwrap();
            assert_eq!(format!("{again:?}"), format!("{options:?}"));
            let registry = Registry::new(FACTORIES);
            let again = registry.reopen(&plan, &ReopenInputs::new()).unwrap();
            let total = again.count(&Run::new()).unwrap().total.count;
            assert_eq!(total, options.count.into());
        }
    }

    #[test]
    fn a_puzzle_comes_with_what_is_said_of_it() {
        let options = GenerateOptions::new().count(20);
        let generate = Generate::new(options).unwrap();
        let mut made = Vec::new();
        let run = Run::new().threads(2);
        run.for_each(&generate, |puzzle| made.push(puzzle)).unwrap();
        assert_eq!(made.len(), 20);
        for GeneratedPuzzle {
            puzzle,
            solution,
            clues,
            level,
        } in made
        {
            assert_eq!(puzzle.solve().unique(), Some(solution));
            assert_eq!((clues, level), (puzzle.clues(), puzzle.level()));
        }
    }
}
