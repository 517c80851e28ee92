//! Making puzzles: a solved grid, all of which are equally likely, from which digits are
//! taken away.
//!
//! ```text
//! index ──▶ random numbers ──▶ solved grid ──▶ reduce ──▶ rate ──▶ row
//!              of its own        uniform        in lanes
//! ```
//!
//! Every puzzle has random numbers of its own, made of the seed and its index, so that
//! the same seed gives the same puzzles on every machine and any number of threads.

mod partitions;
mod reduce;
mod symmetry;
mod uniform;

use std::ops::Range;

use super::explain::{Level, level_unique};
use super::grid::{CELLS, Grid};
use super::lanes::Lanes;
use crate::engine::{Part, Problem, Subtree};
use crate::io::Format;
use crate::random::SplitMix64;
use crate::simd::Kernel;
use reduce::{Reducer, Wanted};
pub use symmetry::Symmetry;
use uniform::Uniform;

/// The fewest clues of a puzzle with one solution (established by Gary Mc Guire and others, 2014).
pub const FEWEST_CLUES: usize = 17;

/// Puzzles in a subtree.
const PER_SUBTREE: u64 = 256;

/// Attempts that are made at the same time.
const AT_ONCE: usize = 256;

/// What puzzles are wanted.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// How many.
    pub count: u64,
    /// Another seed makes other puzzles.
    pub seed: u64,
    /// The number of clues; if none is given, no clue can be taken away.
    pub clues: Option<usize>,
    /// How hard.
    pub level: Option<Level>,
    /// How the clues lie.
    pub symmetry: Symmetry,
    /// Only puzzles of which no clue, or none together with its mirror images, can be
    /// taken away.
    pub minimal: bool,
    /// Only puzzles with one solution.
    pub unique: bool,
    /// The format of the rows.
    pub format: Format,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        Self {
            count: 1,
            seed: 0,
            clues: None,
            level: None,
            symmetry: Symmetry::None,
            minimal: false,
            unique: true,
            format: Format::Csv,
        }
    }
}

/// Why no puzzle can be as wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// Too few clues for one solution.
    #[error("a puzzle of {0} clues has more than one solution: {FEWEST_CLUES} is the least")]
    TooFew(usize),
    /// More clues than cells.
    #[error("a grid has 81 cells, not {0}")]
    TooMany(usize),
    /// The number of clues does not go with the symmetry.
    #[error("{0} clues cannot have this symmetry")]
    Symmetry(usize),
    /// A puzzle with several solutions has no level.
    #[error("only puzzles with one solution have a level or can be minimal")]
    Level,
}

/// Makes puzzles, one row each: `puzzle,solution,clues,level`.
///
/// ```
/// use countless::engine::{List, Options, Pulse, Stop, run};
/// use countless::simd::Kernel;
/// use countless::sudoku::{Generate, GenerateOptions, Symmetry};
///
/// let options = GenerateOptions { count: 3, symmetry: Symmetry::Rotational, ..Default::default() };
/// let generate = Generate::new(Kernel::best(), options).expect("there are such puzzles");
/// let mut rows = List::new(Vec::new(), "rows");
/// run(&generate, generate.subtrees(), &mut rows, Options::default(), &Stop::new(), &Pulse::new(None))?;
/// let rows = String::from_utf8(rows.into_inner())?;
/// assert_eq!(rows.lines().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Generate {
    kernel: Kernel,
    options: GenerateOptions,
    orbits: Vec<Vec<usize>>,
}

impl Generate {
    /// Prepares to make puzzles.
    ///
    /// # Errors
    ///
    /// If there can be no such puzzle.
    pub fn new(kernel: Kernel, options: GenerateOptions) -> Result<Self, Impossible> {
        if !options.unique && (options.level.is_some() || options.minimal) {
            return Err(Impossible::Level);
        }
        if let Some(clues) = options.clues {
            if clues > CELLS {
                return Err(Impossible::TooMany(clues));
            }
            if options.unique && clues < FEWEST_CLUES {
                return Err(Impossible::TooFew(clues));
            }
            if !options.symmetry.allows(clues) {
                return Err(Impossible::Symmetry(clues));
            }
        }
        Ok(Self {
            kernel,
            orbits: options.symmetry.orbits(),
            options,
        })
    }

    /// What stands before the first row.
    pub fn header(&self) -> &'static [u8] {
        match self.options.format {
            Format::Csv => b"puzzle,solution,clues,level\n",
            Format::Ndjson => b"",
        }
    }

    /// The puzzles by their indices, in pieces that cost what they have of them.
    pub fn subtrees(
        &self,
    ) -> impl Iterator<Item = Result<Subtree<Range<u64>>, crate::Error>> + Send + use<> {
        let count = self.options.count;
        (0..count.div_ceil(PER_SUBTREE)).map(move |index| {
            let start = index * PER_SUBTREE;
            let root = start..count.min(start + PER_SUBTREE);
            Ok(Subtree {
                index,
                cost: root.end - root.start,
                root,
            })
        })
    }

    /// Random numbers for one attempt at a puzzle.
    fn random(&self, index: u64, attempt: u64) -> SplitMix64 {
        let mut random = SplitMix64(self.options.seed);
        for number in [index, attempt] {
            random = SplitMix64(random.next() ^ number);
        }
        random
    }

    /// Makes one attempt each at some puzzles, and says which came out as wanted.
    fn attempt(&self, worker: &mut Worker, attempts: &[(u64, u64)]) -> Vec<Option<Made>> {
        let wanted = Wanted {
            orbits: &self.orbits,
            clues: self.options.clues,
            minimal: self.options.minimal,
            unique: self.options.unique,
        };
        let drawn = attempts.iter().map(|&(index, attempt)| {
            let mut random = self.random(index, attempt);
            (Uniform::get().draw(&mut random), random)
        });
        let reduced = worker
            .reducer
            .reduce(self.kernel, &mut worker.lanes, &wanted, drawn);
        reduced
            .into_iter()
            .map(|reduced| {
                let (puzzle, solution) = reduced?;
                let level = self.options.unique.then(|| level_unique(&puzzle));
                let fits = self.options.level.is_none() || self.options.level == level;
                fits.then_some(Made {
                    puzzle,
                    solution,
                    level,
                })
            })
            .collect()
    }

    fn write(&self, made: &Made, row: &mut Vec<u8>) {
        let (puzzle, solution) = (made.puzzle.to_ascii(b'.'), made.solution.to_ascii(b'.'));
        let clues = made.puzzle.clues().to_string();
        let level = made.level.map(Level::name);
        match self.options.format {
            Format::Csv => {
                let fields = [
                    &puzzle[..],
                    &solution,
                    clues.as_bytes(),
                    level.unwrap_or("").as_bytes(),
                ];
                row.extend_from_slice(&fields.join(&b','));
            }
            Format::Ndjson => {
                row.extend_from_slice(b"{\"puzzle\":\"");
                row.extend_from_slice(&puzzle);
                row.extend_from_slice(b"\",\"solution\":\"");
                row.extend_from_slice(&solution);
                row.extend_from_slice(b"\",\"clues\":");
                row.extend_from_slice(clues.as_bytes());
                row.extend_from_slice(b",\"level\":");
                match level {
                    Some(level) => row.extend_from_slice(format!("\"{level}\"").as_bytes()),
                    None => row.extend_from_slice(b"null"),
                }
                row.push(b'}');
            }
        }
        row.push(b'\n');
    }
}

/// A puzzle that came out as wanted.
#[derive(Clone, Copy, Debug)]
struct Made {
    puzzle: Grid,
    solution: Grid,
    level: Option<Level>,
}

/// One thread's memory.
#[derive(Debug, Default)]
pub struct Worker {
    lanes: Lanes,
    reducer: Reducer,
}

impl Problem for Generate {
    type Root = Range<u64>;
    type Worker = Worker;
    type Tally = u128;

    fn worker(&self) -> Worker {
        Worker::default()
    }

    /// Makes the puzzles of a piece. Of each, the first attempt that comes out as wanted
    /// counts; where many attempts are needed, several are made at once.
    fn search(&self, worker: &mut Worker, root: Range<u64>, part: &mut Part<'_, u128>) -> u128 {
        let start = root.start;
        let mut made: Vec<Option<Made>> = root.clone().map(|_| None).collect();
        let mut missing: Vec<u64> = root.collect();
        let mut attempts_made = 0;
        while !missing.is_empty() && !part.stop().load(std::sync::atomic::Ordering::Relaxed) {
            let each = AT_ONCE.div_ceil(missing.len()) as u64;
            let attempts: Vec<(u64, u64)> = missing
                .iter()
                .flat_map(|&index| {
                    (attempts_made..attempts_made + each).map(move |attempt| (index, attempt))
                })
                .collect();
            let results = self.attempt(worker, &attempts);
            for (&(index, _), result) in attempts.iter().zip(results) {
                let place = &mut made[(index - start) as usize];
                *place = place.or(result);
            }
            missing.retain(|&index| made[(index - start) as usize].is_none());
            attempts_made += each;
        }
        let mut written = 0;
        for made in made.iter().flatten() {
            self.write(made, part.buffer());
            written += 1;
            if part.end_row().is_break() {
                break;
            }
        }
        written
    }
}
