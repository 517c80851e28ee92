//! Random solutions, as a problem of the engine.

use std::sync::Arc;

use num_bigint::BigUint;

use super::big_count::BigCount;
use super::component::components;
use super::cover_method::{memo_memory, refused};
use super::cover_solution::{Solution, option_texts};
use super::exact_cover::ExactCover;
use super::memo::in_best_order;
use super::memo_limits::MemoLimits;
use super::solution_source::{self, SolutionSource};
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Granularity, Job, Run, Subtrees, Tally};
use countless_engine::{Error, SplitMix64};
use countless_simd::Kernel;
use countless_table::Columns;

/// Number of solutions of a subtree.
const BLOCK: u64 = 64;

/// Random solutions of an [`ExactCover`], drawn with replacement, each with the same probability.
///
/// ```
/// use countless_cover::{RandomCovers, make};
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
///
/// // One of the 12,988,816 domino tilings of a chessboard.
/// let sample = RandomCovers::new(make::dominoes(8, 8)?, 1, 7, &Run::new())?;
/// assert_eq!(sample.total().to_string(), "12988816");
/// let mut text = Vec::new();
/// Run::new().write(&sample, Table::writer(&mut text, Format::Csv))?;
/// let row = String::from_utf8(text)?.lines().last().map(str::to_owned);
/// assert_eq!(row.expect("a row").split(' ').count(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomCovers {
    hash: String,
    count: u64,
    seed: u64,
    names: Option<Arc<Vec<String>>>,
    exact_cover: Arc<ExactCover>,
    source: Arc<dyn SolutionSource>,
    /// Number of components; `None` if there is only one.
    components: Option<usize>,
}

impl RandomCovers {
    /// Draws `count` solutions, which the seed determines. States are counted at once on one
    /// thread, until `run` is cancelled, and take at most about its [memory](Run::memory), or
    /// [`MEMORY`](super::MEMORY).
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if memo cannot count the problem within its memory;
    /// [`Error::Unsolvable`] if it has no solution; [`Error::Interrupted`] if it was cancelled.
    pub fn new(problem: ExactCover, count: u64, seed: u64, run: &Run) -> Result<Self, Error> {
        let Some(components) = components(&problem) else {
            return Self::undivided(problem, count, seed, run);
        };
        let number = components.iter().map(|one| one.copies.len()).sum();
        let draws = solution_source::of_components(components, |component, taken| {
            solution_source(component, taken, run)
        })?;
        let sample = Self::of(problem, draws, count, seed)?;
        Ok(Self {
            components: Some(number),
            ..sample
        })
    }

    /// Draws from the problem as a whole, without a division into components.
    pub(super) fn undivided(
        problem: ExactCover,
        count: u64,
        seed: u64,
        run: &Run,
    ) -> Result<Self, Error> {
        let draws = solution_source(&problem, 0, run)?;
        Self::of(problem, draws, count, seed)
    }

    fn of(
        problem: ExactCover,
        draws: Box<dyn SolutionSource>,
        count: u64,
        seed: u64,
    ) -> Result<Self, Error> {
        if draws.total() == BigUint::ZERO {
            return Err(Error::Unsolvable);
        }
        Ok(Self {
            hash: problem.sha256(),
            count,
            seed,
            names: None,
            exact_cover: Arc::new(problem),
            source: draws.into(),
            components: None,
        })
    }

    /// Lists the items of options instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(option_texts(&self.exact_cover));
        Self { names, ..self }
    }

    /// Number of solutions of the problem.
    pub fn total(&self) -> BigCount {
        BigCount(self.source.total())
    }

    /// Returns a job that lists the sample.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

/// Source of the solutions of a component. Of the memory of the run, `taken` bytes are used already.
fn solution_source(
    problem: &ExactCover,
    taken: usize,
    run: &Run,
) -> Result<Box<dyn SolutionSource>, Error> {
    let (memory, cancel) = (memo_memory(run), run.child_token());
    let limits = MemoLimits {
        steps: u64::MAX,
        memory: memory.saturating_sub(taken),
        threads: 1,
        cancel: cancel.flag(),
        progress: None,
    };
    let found = in_best_order(problem, |ordered| ordered.solution_source(limits));
    let (_, draws) = found.map_err(|stop| refused(&stop, memory, ""))?;
    Ok(draws)
}

impl countless_engine::Problem for RandomCovers {
    /// Number of a block, and its number of solutions.
    type Root = (u64, u64);
    type Scratch = ();
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("cover sample", "memo").with("input", &self.hash);
        let spec = spec.with("count", self.count).with("seed", self.seed);
        let spec = match self.components {
            Some(components) => spec.with("parts", components),
            None => spec,
        };
        Ok(match self.names {
            Some(_) => spec.with("names", true),
            None => spec,
        })
    }

    fn columns(&self) -> Columns {
        Solution::columns()
    }

    fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, (u64, u64)>, Error> {
        let blocks = (0..self.count.div_ceil(BLOCK)).map(|block| {
            let count = BLOCK.min(self.count - block * BLOCK);
            Ok((count, (block, count)))
        });
        let blocks = Subtrees::stream(format!("block:{BLOCK}"), blocks);
        Ok(blocks.with_count(Some(self.count.div_ceil(BLOCK))))
    }

    fn scratch(&self, _: Kernel) {}

    fn search(
        &self,
        (): &mut (),
        (block, count): (u64, u64),
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut random = SplitMix64(SplitMix64(self.seed).next() ^ block);
        for _ in 0..count {
            let Some(options) = self.source.draw(&mut random) else {
                break;
            };
            let solution = Solution::new(&options, self.names.as_ref());
            if emitter.is_cancelled() || emitter.push(solution).is_break() {
                break;
            }
        }
        Tally::of(count)
    }
}
