//! Random solutions, each with the same probability.
//!
//! The number of completions of each state is counted first. Then a solution is drawn option by
//! option: the probability of an option is its share of the completions of the state (Nijenhuis and
//! Wilf, Combinatorial algorithms, 1978, on random objects by counting).

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::mem::size_of;
use std::sync::Arc;

use num_bigint::BigUint;

use super::bits::Bits;
use super::components::components;
use super::cover_method::{memo_memory, refused};
use super::cover_solution::{Solution, option_texts};
use super::cover_total::BigCount;
use super::exact_cover::ExactCover;
use super::memo::chain_count::{MemoLimits, MemoStop};
use super::memo::frontier::{Frontier, StateChains};
use super::memo::states::{BuildFoldHasher, NARROW, WIDE};
use super::memo::{first_within_memory, lines};
use super::symmetry::cover_symmetries::CoverSymmetries;
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Run, SplitMix64, Subtrees, Tally};
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
    count: u64,
    seed: u64,
    names: Option<Arc<Vec<String>>>,
    exact_cover: Arc<ExactCover>,
    source: Arc<dyn SolutionSource>,
    /// Number of components; `None` if there is only one.
    components: Option<usize>,
    /// Symmetries under which solutions are equivalent.
    pub(super) symmetries: Option<CoverSymmetries>,
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
        let (draws, components) = divided_source(&problem, 0, run)?;
        let sample = Self::of(problem, draws, count, seed)?;
        Ok(Self {
            components,
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

    pub(super) fn of(
        problem: ExactCover,
        draws: Box<dyn SolutionSource>,
        count: u64,
        seed: u64,
    ) -> Result<Self, Error> {
        if draws.total() == BigUint::ZERO {
            return Err(Error::Unsolvable);
        }
        Ok(Self {
            count,
            seed,
            names: None,
            exact_cover: Arc::new(problem),
            source: draws.into(),
            components: None,
            symmetries: None,
        })
    }

    /// Lists the items of options instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(option_texts(&self.exact_cover));
        Self { names, ..self }
    }

    /// Number of solutions of the problem, or of classes.
    pub fn total(&self) -> BigCount {
        BigCount(self.source.total())
    }

    /// Returns a job that lists the sample.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

/// Source of the solutions of a problem, and the number of its components if there are several. Of
/// the memory of the run, `taken` bytes are used already.
pub fn divided_source(
    problem: &ExactCover,
    taken: usize,
    run: &Run,
) -> Result<(Box<dyn SolutionSource>, Option<usize>), Error> {
    let Some(components) = components(problem) else {
        return Ok((solution_source(problem, taken, run)?, None));
    };
    let (mut sources, mut taken, mut number) = (Vec::new(), taken, 0);
    for component in components {
        let source = solution_source(&component.exact_cover, taken, run)?;
        taken += source.bytes();
        number += component.copies.len();
        sources.push((source, component.copies));
    }
    Ok((Box::new(ComponentSources(sources)), Some(number)))
}

/// Source of the solutions of a component. Of the memory of the run, `taken` bytes are used already.
fn solution_source(
    problem: &ExactCover,
    taken: usize,
    run: &Run,
) -> Result<Box<dyn SolutionSource>, Error> {
    let (memory, cancel) = (memo_memory(run), run.child_token());
    let limits = MemoLimits::new(u64::MAX, memory.saturating_sub(taken), cancel.flag());
    let found = first_within_memory(&lines(problem), |ordered| ordered.solution_source(limits));
    let (_, draws) = found.map_err(|stop| refused(&stop, memory, ""))?;
    Ok(draws)
}

impl countless_engine::Problem for RandomCovers {
    /// Number of a block, and its number of solutions.
    type Root = (u64, u64);
    type Scratch = ();
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("cover sample", "memo").with("input", self.exact_cover.sha256());
        let spec = spec.with("count", self.count).with("seed", self.seed);
        let spec = spec.with_some("parts", self.components);
        let spec = match &self.symmetries {
            Some(symmetries) => symmetries.add_to(spec),
            None => spec,
        };
        Ok(spec.with_some("names", self.names.as_ref().map(|_| true)))
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
        for drawn in 0..count {
            // There are solutions. Without one, the total shows that rows are missing.
            let Some(options) = self.source.draw(&mut random) else {
                return Tally::of(drawn);
            };
            let solution = Solution::new(&options, self.names.as_ref(), None);
            if emitter.is_cancelled() || emitter.push(solution).is_break() {
                break;
            }
        }
        Tally::of(count)
    }
}

/// Source of random solutions.
pub trait SolutionSource: Send + Sync {
    /// Draws the options of a solution, from 0 on; `None` if the problem has none.
    fn draw(&self, random: &mut SplitMix64) -> Option<Vec<u32>>;
    /// Number of solutions.
    fn total(&self) -> BigUint;
    /// Approximate memory in bytes.
    fn bytes(&self) -> usize;
}

impl Debug for dyn SolutionSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolutionSource").finish_non_exhaustive()
    }
}

impl StateChains {
    /// Counts the completions of each state of a line and keeps them.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn solution_source(
        &self,
        limits: MemoLimits<'_>,
    ) -> Result<Box<dyn SolutionSource>, MemoStop> {
        Ok(if self.width <= NARROW {
            Box::new(CompletionCounts::<1>::new(self, limits)?)
        } else {
            Box::new(CompletionCounts::<WIDE>::new(self, limits)?)
        })
    }
}

/// States at a stage, each with its number of completions.
type StateCompletions<const W: usize> = HashMap<Bits<W>, BigUint, BuildFoldHasher>;

#[derive(Debug)]
struct CompletionCounts<const W: usize> {
    front: Frontier<W>,
    /// Numbers of the options that begin at each stage.
    option_numbers: Vec<Vec<u32>>,
    completions: Vec<StateCompletions<W>>,
}

impl<const W: usize> CompletionCounts<W> {
    fn new(line: &StateChains, limits: MemoLimits<'_>) -> Result<Self, MemoStop> {
        let front: Frontier<W> = line.chains[0].frontier();
        let end = front.end();
        let mut ways: Vec<StateCompletions<W>> = vec![StateCompletions::default(); end + 1];
        if let Some(start) = front.first_stage() {
            ways[start].insert(Bits::default(), BigUint::default());
        }
        let mut states = 0;
        // Forward pass: finds the states.
        for place in 0..end {
            let (here, later) = ways.split_at_mut(place + 1);
            states += here[place].len();
            for (number, &key) in here[place].keys().enumerate() {
                if number % 1024 == 0 {
                    let later = later.iter().map(StateCompletions::len).sum::<usize>();
                    limits.check(bytes::<W>(states + later))?;
                }
                for (_, next, key) in front.successors(place, key) {
                    later[next - place - 1].entry(key).or_default();
                }
            }
        }
        // Backward pass: counts the completions of each state.
        for one in ways[end].values_mut() {
            *one = 1_u32.into();
        }
        for place in (0..end).rev() {
            let (here, later) = ways.split_at_mut(place + 1);
            limits.check(0)?;
            for (&key, sum) in &mut here[place] {
                for (_, next, key) in front.successors(place, key) {
                    *sum += &later[next - place - 1][&key];
                }
            }
        }
        Ok(Self {
            front,
            option_numbers: line.option_numbers(),
            completions: ways,
        })
    }
}

/// Approximate bytes of states, with numbers of a few words.
fn bytes<const W: usize>(states: usize) -> usize {
    states * (2 * (size_of::<(Bits<W>, BigUint)>() + 1) + 4 * size_of::<usize>())
}

impl<const W: usize> SolutionSource for CompletionCounts<W> {
    fn draw(&self, random: &mut SplitMix64) -> Option<Vec<u32>> {
        let (mut place, mut key) = (self.front.first_stage()?, Bits::default());
        let mut left = random_below(random, &self.completions[place][&key])?;
        let mut options = Vec::new();
        'places: while place < self.front.end() {
            for (at, next, after) in self.front.successors(place, key) {
                let ways = &self.completions[next][&after];
                if left < *ways {
                    // The last branch may choose no option.
                    options.extend(self.option_numbers[place].get(at));
                    (place, key) = (next, after);
                    continue 'places;
                }
                left -= ways;
            }
            return None;
        }
        Some(options)
    }

    fn total(&self) -> BigUint {
        let start = self.front.first_stage();
        start.map_or(BigUint::ZERO, |start| {
            self.completions[start][&Bits::default()].clone()
        })
    }

    fn bytes(&self) -> usize {
        bytes::<W>(self.completions.iter().map(StateCompletions::len).sum())
    }
}

/// Sources of all components; equal components share one.
#[derive(Debug)]
struct ComponentSources(Vec<ComponentSource>);

/// Source of a component, and the option numbers of each of its copies.
type ComponentSource = (Box<dyn SolutionSource>, Vec<Vec<u32>>);

impl SolutionSource for ComponentSources {
    fn draw(&self, random: &mut SplitMix64) -> Option<Vec<u32>> {
        let mut options = Vec::new();
        for (draws, copies) in &self.0 {
            for numbers in copies {
                let drawn = draws.draw(random)?.into_iter();
                options.extend(drawn.map(|option| numbers[option as usize]));
            }
        }
        Some(options)
    }

    fn total(&self) -> BigUint {
        let totals = self.0.iter();
        let totals = totals.map(|(draws, copies)| draws.total().pow(copies.len() as u32));
        totals.product()
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|(draws, _)| draws.bytes()).sum()
    }
}

/// Uniformly random number below `end`; `None` if `end` is 0.
pub fn random_below(random: &mut SplitMix64, end: &BigUint) -> Option<BigUint> {
    let bits = end.bits();
    if bits == 0 {
        return None;
    }
    loop {
        let words: Vec<u32> = (0..bits.div_ceil(32))
            .map(|_| random.next() as u32)
            .collect();
        let spare = (32 - bits % 32) % 32;
        let number = BigUint::new(words) >> spare;
        if number < *end {
            return Some(number);
        }
    }
}
