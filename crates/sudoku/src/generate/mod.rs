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
mod impossible;
mod partitions;
mod reduce;
mod uniform;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::explain::{Level, as_decimal, is_hardest_technique, level_unique};
use super::grid::Grid;
use super::lanes::Lanes;
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Granularity, Job, Known, Problem, Subtrees, Tally};
use countless_engine::{Error, SplitMix64};
use countless_simd::Kernel;
use countless_table::{Columns, DecimalParts, Fields, Row};
use generate_options::Orbits;
pub use generate_options::{
    GenerateCounters, GenerateOptions, GenerateProgress, Pattern, PatternError, Symmetry,
};
use impossible::orbits_of;
pub use impossible::{FEWEST_CLUES, Impossible};
use reduce::{DrawnGrid, ReduceGoal, Reducer};
use serde::Serialize;
use uniform::SAMPLER;

/// Number of puzzles in a subtree.
const PER_SUBTREE: u64 = 256;

/// Number of attempts that are made side by side.
const ATTEMPTS_AT_ONCE: usize = 256;

/// Largest number of attempts at a puzzle in the first round. Later rounds make as many as all
/// rounds before them.
const FIRST_ATTEMPTS: u64 = 4;

/// Reason for which the number of puzzles is known.
pub(super) const KNOWN_TOTAL_SOURCE: &str = "the number requested";

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
        Ok(Self {
            orbits: orbits_of(&options)?,
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
                solution: SAMPLER.draw(&mut random),
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
                let (level, er) = self.wanted_difficulty(&puzzle)?;
                Some(GeneratedPuzzle {
                    clues: puzzle.clues(),
                    puzzle,
                    solution,
                    level,
                    er,
                })
            })
            .collect()
    }

    /// Returns the level of a puzzle, if it has one solution, and its ER, if a range is requested.
    /// Returns `None` if the puzzle is not as difficult as requested.
    fn wanted_difficulty(&self, puzzle: &Grid) -> Option<(Option<Level>, Option<u16>)> {
        let options = &self.options;
        if let Some((range, rate)) = options.er {
            let er = rate(puzzle, range)?;
            return Some((Some(Level::of_er(er)), Some(er)));
        }
        let level = match options.technique {
            Some(technique) if !is_hardest_technique(puzzle, technique) => return None,
            Some(technique) => Some(technique.level()),
            None => options.unique.then(|| level_unique(puzzle)),
        };
        let fits = options.level.is_none() || options.level == level;
        fits.then_some((level, None))
    }

    /// Makes the puzzles of a range. The first successful attempt at each puzzle counts. If many
    /// attempts are needed, several are made at once. Fewer puzzles are made once `stop` is set.
    fn make(
        &self,
        worker: &mut ReduceWorker,
        range: Range<u64>,
        stop: &AtomicBool,
    ) -> Vec<GeneratedPuzzle> {
        let start = range.start;
        let mut made: Vec<Option<GeneratedPuzzle>> = range.clone().map(|_| None).collect();
        let mut missing: Vec<u64> = range.collect();
        let mut attempts_made = 0;
        while !missing.is_empty() && !stop.load(Ordering::Relaxed) {
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
        made.into_iter().flatten().collect()
    }

    /// Makes all puzzles on the calling thread, without a run. They are those of each run.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::{Generate, GenerateOptions};
    ///
    /// let generate = Generate::new(GenerateOptions::new().count(3).seed(7))?;
    /// let puzzles = generate.puzzles();
    /// let mut others = Vec::new();
    /// Run::new().for_each(&generate, |puzzle| others.push(puzzle))?;
    /// assert_eq!(puzzles, others);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzles(&self) -> Vec<GeneratedPuzzle> {
        let mut worker = ReduceWorker::new(Kernel::best());
        let all = 0..self.options.count;
        // Ranges as in a run, whose memory is bounded.
        let ranges = all.clone().step_by(PER_SUBTREE as usize);
        let ranges = ranges.map(|start| start..all.end.min(start + PER_SUBTREE));
        let made = ranges.flat_map(|range| self.make(&mut worker, range, &AtomicBool::new(false)));
        made.collect()
    }

    /// Makes a job to generate the puzzles.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

/// A puzzle that meets the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// ER of Sudoku Explainer in tenths, if a range of it was requested. The level is then that of
    /// the ER. As JSON, 71 is 7.1.
    #[serde(serialize_with = "as_decimal")]
    pub er: Option<u16>,
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
        if let Some(er) = self.er {
            fields.decimal(er.into(), DecimalParts::Tenths);
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

impl ReduceWorker {
    fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            lanes: Lanes::new(),
            reducer: Reducer::default(),
        }
    }
}

impl Problem for Generate {
    type Root = Range<u64>;
    type Scratch = ReduceWorker;
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
        ReduceWorker::new(kernel)
    }

    fn search(
        &self,
        worker: &mut ReduceWorker,
        range: Range<u64>,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut emitted = 0;
        for made in self.make(worker, range, emitter.cancel_flag()) {
            emitted += 1;
            if emitter.push(made).is_break() {
                break;
            }
        }
        Tally::of(emitted)
    }

    fn columns(&self) -> Columns {
        let columns = Columns::new().field("puzzle").field("solution");
        let columns = columns.number("clues").field("level");
        match self.options.er {
            Some(_) => columns.decimal("er"),
            None => columns,
        }
    }

    fn known_total(&self) -> Option<Known> {
        Some(Known {
            total: self.options.count.into(),
            source: KNOWN_TOTAL_SOURCE,
        })
    }
}
