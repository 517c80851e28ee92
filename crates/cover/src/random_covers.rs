//! Random solutions, each with the same probability.
//!
//! The number of completions of each state is counted first. Then a solution is drawn option by
//! option: the probability of an option is its share of the completions of the state (Nijenhuis and
//! Wilf, Combinatorial algorithms, 1978, on random objects by counting).

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;

use super::bits::Bits;
use super::components::components;
use super::cover_method::{memo_memory, refused};
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::memo::chain_count::{MemoLimits, MemoStop};
use super::memo::frontier::{Frontier, StateChains};
use super::memo::states::{BuildFoldHasher, NARROW, WIDE};
use super::memo::{first_within_memory, lines};
use super::search::split::SizedSubtree;
use super::tree_search::{CoverSubtree, SolutionVisitor};
use countless_engine::ledger::Spec;
use countless_engine::{Error, Run, SplitMix64, Subtrees};

/// Number of solutions of a subtree.
const BLOCK: u64 = 64;

/// Random solutions, drawn with replacement, each with the same probability.
#[derive(Debug)]
pub struct RandomSample {
    pub source: SolutionSource,
    count: u64,
    seed: u64,
}

impl RandomSample {
    /// Draws `count` solutions, which the seed determines.
    ///
    /// # Errors
    ///
    /// [`Error::Unsolvable`] without a solution.
    pub fn new(source: SolutionSource, count: u64, seed: u64) -> Result<Self, Error> {
        if source.total == BigUint::ZERO {
            return Err(Error::Unsolvable);
        }
        Ok(Self {
            source,
            count,
            seed,
        })
    }

    /// Adds its parameters to a plan.
    pub fn add_to(&self, spec: Spec) -> Spec {
        spec.with("count", self.count).with("seed", self.seed)
    }

    /// Subtrees: blocks of solutions.
    pub fn blocks(&self) -> Subtrees<'_, CoverSubtree> {
        let number = self.count.div_ceil(BLOCK);
        let blocks = (0..number).map(|block| {
            let count = BLOCK.min(self.count - block * BLOCK);
            Ok((count, (block as usize, SizedSubtree::whole(count))))
        });
        Subtrees::stream(format!("block:{BLOCK}"), blocks).with_count(Some(number))
    }

    /// Calls `visit` with the solutions of a block.
    pub fn list(
        &self,
        (block, solutions): &CoverSubtree,
        cancel: &AtomicBool,
        visit: SolutionVisitor<'_>,
    ) -> CoverTotal {
        let mut random = SplitMix64(SplitMix64(self.seed).next() ^ *block as u64);
        for drawn in 0..solutions.size {
            // There are solutions. Without one, the total shows that rows are missing.
            let Some(options) = (self.source.draw)(&mut random) else {
                return CoverTotal::of(drawn, drawn);
            };
            if cancel.load(Ordering::Relaxed) || visit(&options, 1).is_break() {
                break;
            }
        }
        CoverTotal::of(solutions.size, solutions.size)
    }
}

/// Source of the solutions of a problem, and the number of its components if there are several. Of
/// the memory of the run, `taken` bytes are used already.
pub fn divided_source(
    problem: &ExactCover,
    taken: usize,
    run: &Run,
) -> Result<(SolutionSource, Option<usize>), Error> {
    let Some(components) = components(problem) else {
        return Ok((solution_source(problem, taken, run)?, None));
    };
    // Sources of all components; equal components share one.
    let mut sources = Vec::new();
    let (mut total, mut bytes, mut number) = (BigUint::from(1_u32), 0, 0);
    for component in components {
        let source = solution_source(&component.exact_cover, taken + bytes, run)?;
        total *= source.total.pow(component.copies.len() as u32);
        bytes += source.bytes;
        number += component.copies.len();
        sources.push((source, component.copies));
    }
    let draw = move |random: &mut SplitMix64| {
        let mut options = Vec::new();
        for (source, copies) in &sources {
            for numbers in copies {
                let drawn = (source.draw)(random)?.into_iter();
                options.extend(drawn.map(|option| numbers[option as usize]));
            }
        }
        Some(options)
    };
    let draw = Box::new(draw);
    Ok((SolutionSource { total, bytes, draw }, Some(number)))
}

/// Source of the solutions of a problem that is not divided into components. Of the memory of the
/// run, `taken` bytes are used already.
pub fn solution_source(
    problem: &ExactCover,
    taken: usize,
    run: &Run,
) -> Result<SolutionSource, Error> {
    let (memory, cancel) = (memo_memory(run), run.child_token());
    let limits = MemoLimits::new(u64::MAX, memory.saturating_sub(taken), cancel.flag());
    let found = first_within_memory(&lines(problem), |ordered| ordered.solution_source(limits));
    let (_, source) = found.map_err(|stop| refused(&stop, memory, ""))?;
    Ok(source)
}

/// Source of random solutions.
pub struct SolutionSource {
    /// Number of solutions.
    pub total: BigUint,
    /// Approximate memory in bytes.
    pub bytes: usize,
    /// Draws the options of a solution, from 0 on; `None` if the problem has none.
    pub draw: Box<DrawSolution>,
}

type DrawSolution = dyn Fn(&mut SplitMix64) -> Option<Vec<u32>> + Send + Sync;

impl Debug for SolutionSource {
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
    pub fn solution_source(&self, limits: MemoLimits<'_>) -> Result<SolutionSource, MemoStop> {
        if self.width <= NARROW {
            CompletionCounts::<1>::source(self, limits)
        } else {
            CompletionCounts::<WIDE>::source(self, limits)
        }
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
    fn source(line: &StateChains, limits: MemoLimits<'_>) -> Result<SolutionSource, MemoStop> {
        let front: Frontier<W> = line.chains[0].frontier();
        let (start, end) = (front.next_stage(0, Bits::default()), front.end());
        let mut ways: Vec<StateCompletions<W>> = vec![StateCompletions::default(); end + 1];
        if let Some((start, _)) = start {
            ways[start].insert(Bits::default(), BigUint::default());
        }
        let bytes = |states: usize| {
            // Numbers have a few words.
            states * (2 * (size_of::<(Bits<W>, BigUint)>() + 1) + 4 * size_of::<usize>())
        };
        let mut states = 0;
        // Forward pass: finds the states.
        for place in 0..end {
            let (here, later) = ways.split_at_mut(place + 1);
            states += here[place].len();
            for (number, &key) in here[place].keys().enumerate() {
                if number % 1024 == 0 {
                    let later = later.iter().map(StateCompletions::len).sum::<usize>();
                    limits.check(bytes(states + later))?;
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
        let total = start.map(|(start, key)| ways[start][&key].clone());
        let bytes = bytes(ways.iter().map(StateCompletions::len).sum());
        let counts = Self {
            front,
            option_numbers: line.option_numbers(),
            completions: ways,
        };
        Ok(SolutionSource {
            total: total.unwrap_or_default(),
            bytes,
            draw: Box::new(move |random| counts.draw(random)),
        })
    }

    fn draw(&self, random: &mut SplitMix64) -> Option<Vec<u32>> {
        let (mut place, mut key) = self.front.next_stage(0, Bits::default())?;
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
