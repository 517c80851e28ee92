//! Random solutions, each with the same probability.
//!
//! The number of completions of each state is counted first. Then a solution is drawn option by
//! option: the probability of an option is its share of the completions of the state (Nijenhuis and
//! Wilf, Combinatorial algorithms, 1978, on random objects by counting).

use std::collections::HashMap;
use std::fmt::Debug;
use std::mem::size_of;

use num_bigint::BigUint;

use super::bits::Bits;
use super::component::Component;
use super::exact_cover::ExactCover;
use super::frontier::Frontier;
use super::memo_limits::{MemoLimits, MemoStop};
use super::stage_draft::StateChains;
use super::state_key::{BuildFoldHasher, NARROW, WIDE};
use countless_engine::{Error, SplitMix64};

/// Source of random solutions.
pub trait SolutionSource: Debug + Send + Sync {
    /// Draws the options of a solution, from 0 on; `None` if the problem has none.
    fn draw(&self, random: &mut SplitMix64) -> Option<Vec<u32>>;
    /// Number of solutions.
    fn total(&self) -> BigUint;
    /// Approximate memory in bytes.
    fn bytes(&self) -> usize;
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

/// Source of solutions of a problem in components.
pub fn of_components(
    components: Vec<Component>,
    draws: impl Fn(&ExactCover, usize) -> Result<Box<dyn SolutionSource>, Error>,
) -> Result<Box<dyn SolutionSource>, Error> {
    let (mut parts, mut taken) = (Vec::new(), 0);
    for Component {
        exact_cover: problem,
        copies,
    } in components
    {
        let draws = draws(&problem, taken)?;
        taken += draws.bytes();
        parts.push((draws, copies));
    }
    Ok(Box::new(ComponentSources(parts)))
}

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
fn random_below(random: &mut SplitMix64, end: &BigUint) -> Option<BigUint> {
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
