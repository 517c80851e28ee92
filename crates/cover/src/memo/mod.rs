//! Counting by states: equal subproblems are counted once.
//!
//! The items are covered in a fixed order. The remainder of a partial solution depends only on the
//! used items in reach, and on their colours. So all partial solutions that use the same items form
//! one state, with a number of solutions. The states at an item yield those at later items, as
//! [`Frontier`] defines.
//!
//! In a tree, several sets of states grow independently, each along a chain. A chain begins where
//! others end: their states are joined. A line is a tree of one chain.
//!
//! ```text
//! line   a ─ b ─ c ─ d ─ e ─ f        tree   a ─ b ─┐
//!                                                   ├─ e ─ f
//!                                            c ─ d ─┘
//! ```
//!
//! On a line, this is the transfer matrix of statistical mechanics, and the frontier of Sekine, Imai
//! and Tani (Computing the Tutte polynomial of a graph of moderate size, 1995). In a tree, it is the
//! elimination of variables (Dechter, Bucket elimination, 1999). Nishino and others (Dancing with decision
//! diagrams, AAAI 2017) remember subproblems instead. The key is the whole state, so two different
//! states never merge.

mod buckets;
pub mod chain_count;
pub mod frontier;
mod isomorphic_parts;
pub mod line;
pub mod states;
pub mod tree;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bits::Bits;
use crate::cover_total::CoverTotal;
use crate::exact_cover::ExactCover;
use chain_count::{Chain, ChainEnd, MemoLimits, MemoStop};
use countless_simd::sort_by;
use frontier::{ChainDraft, Frontier, StateChains, key_of};
use line::ItemOrder;
use states::{Count32, CountedStates, NARROW, StateCount, WIDE, WideCount96};

/// Total progress of a count, in arbitrary units.
const PROGRESS: f64 = 1e9;
/// Least cost of a line for which a tree is considered. Arranging a tree takes longer than this.
const LEAST_LINE: f64 = 16_384.0;
/// Words of neighbours that may be read for each step, to arrange a tree. That takes at most half of
/// the time of the steps.
const WORK_PER_STEP: u64 = 8;
/// Largest cost of a tree that is tried, as a share of that of the best line.
const LESS: f64 = 0.5;
/// Steps that a tree may take, as a multiple of its cost. Trees that pay take at most 6.5 times
/// their cost.
const PATIENCE: f64 = 8.0;

impl StateChains {
    /// Counts the solutions. The residue is added up independently in every state, and the work is
    /// the number of options tried on states.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn count(&self, limits: MemoLimits<'_>) -> Result<CoverTotal, MemoStop> {
        if self.width <= NARROW {
            count::<1, Count32>(&self.chains, limits)
        } else {
            count::<WIDE, WideCount96>(&self.chains, limits)
        }
    }
}

/// Order of items in a count by memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoOrder {
    /// One item after the other.
    Line(ItemOrder),
    /// By parts whose states are joined.
    Tree,
}

impl MemoOrder {
    /// Name in ledgers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Line(order) => order.name(),
            Self::Tree => "tree",
        }
    }
}

/// Counts by memo: in a tree, if it promises less than half of the best line, otherwise or if it
/// takes much more than it promises, in a line.
///
/// # Errors
///
/// If a limit is reached.
pub fn count_by_memo(
    problem: &ExactCover,
    limits: MemoLimits<'_>,
) -> Result<(MemoOrder, CoverTotal), MemoStop> {
    let lines = lines(problem);
    let tree = promising_tree(problem, lines.first(), limits.steps);
    let Some(tree) = tree else {
        return count_in_line(&lines, limits);
    };
    let counted = |steps| {
        let counted = tree.count(MemoLimits { steps, ..limits })?;
        Ok((MemoOrder::Tree, counted))
    };
    if lines.is_empty() {
        return counted(limits.steps);
    }
    let steps = ((tree.cost * PATIENCE) as u64).min(limits.steps / 2);
    let stop = match counted(steps) {
        Err(stop) if stop != MemoStop::Cancelled => stop,
        result => return result,
    };
    let limits = MemoLimits {
        steps: limits.steps - steps,
        ..limits
    };
    match count_in_line(&lines, limits) {
        // The tree may have been given up too early.
        Err(MemoStop::Memory) if stop == MemoStop::Steps => counted(limits.steps),
        result => result,
    }
}

/// Tree of items, if it promises less than the best line.
fn promising_tree(
    problem: &ExactCover,
    line: Option<&(ItemOrder, StateChains)>,
    steps: u64,
) -> Option<StateChains> {
    let (mut work, mut cost) = (steps, f64::INFINITY);
    if let Some((_, line)) = line {
        if line.cost < LEAST_LINE || line.has_isomorphic_parts() {
            return None;
        }
        cost = LESS * line.cost;
        work = work.min(line.cost as u64);
    }
    StateChains::tree(problem, work.saturating_mul(WORK_PER_STEP), cost)
}

fn count_in_line(
    lines: &[(ItemOrder, StateChains)],
    limits: MemoLimits<'_>,
) -> Result<(MemoOrder, CoverTotal), MemoStop> {
    let (order, counted) = first_within_memory(lines, |line| line.count(limits))?;
    Ok((MemoOrder::Line(order), counted))
}

/// Calls `remember` with the first order of items. If that takes too much memory, the next one is
/// tried.
pub fn first_within_memory<T>(
    lines: &[(ItemOrder, StateChains)],
    remember: impl Fn(&StateChains) -> Result<T, MemoStop>,
) -> Result<(ItemOrder, T), MemoStop> {
    for (order, line) in lines {
        match remember(line) {
            Err(MemoStop::Memory) => {}
            result => return result.map(|found| (*order, found)),
        }
    }
    Err(MemoStop::Memory)
}

/// Orders of items that are narrow enough, those that promise the fewest states first.
pub fn lines(problem: &ExactCover) -> Vec<(ItemOrder, StateChains)> {
    let line = |order: ItemOrder| Some((order, StateChains::line(problem, &order.items(problem))?));
    let mut lines: Vec<(ItemOrder, StateChains)> =
        ItemOrder::ALL.into_iter().filter_map(line).collect();
    sort_by(&mut lines, |(_, a), (_, b)| a.cost.total_cmp(&b.cost));
    lines
}

/// Counts, in each chain that joins no others at first with numbers of type `A`.
fn count<const W: usize, A: StateCount>(
    chains: &[ChainDraft],
    limits: MemoLimits<'_>,
) -> Result<CoverTotal, MemoStop> {
    let cost: f64 = chains.iter().map(ChainDraft::cost).sum();
    if let Some(progress) = limits.progress {
        progress.begin(Some(PROGRESS as u64));
    }
    let mut tree = TreeCount::<W> {
        unit: PROGRESS / cost,
        ends: Vec::new(),
        steps: 0,
        limits,
    };
    for chain in chains {
        let end = tree.follow::<A>(chain)?;
        let is_impossible = end.states.len() == 0;
        tree.ends.push(end);
        if is_impossible {
            break;
        }
    }
    Ok(tree.counted())
}

/// Count in progress.
struct TreeCount<'a, const W: usize> {
    /// Progress for one unit of cost.
    unit: f64,
    /// Ends of the chains that no other has joined yet.
    ends: Vec<StateSet<W>>,
    steps: u64,
    limits: MemoLimits<'a>,
}

/// States at the end of a chain.
struct StateSet<const W: usize> {
    states: Box<dyn CountedStates<W>>,
    /// Bits of the items in reach.
    reach: Bits<W>,
}

impl<const W: usize> TreeCount<'_, W> {
    /// Counts along a chain, behind the last ends if it joins some, those of the fewest states first.
    /// Their numbers are of type `A` or larger.
    fn follow<A: StateCount>(&mut self, chain: &ChainDraft) -> Result<StateSet<W>, MemoStop> {
        let mut joined = self.ends.split_off(self.ends.len() - chain.joined);
        sort_by(&mut joined, |a, b| b.states.len().cmp(&a.states.len()));
        loop {
            let pair = joined.pop().zip(joined.pop());
            let held = self.ends.iter().chain(&joined);
            let held: usize = held.map(|end| end.states.bytes()).sum();
            let limits = MemoLimits {
                steps: self.limits.steps - self.steps,
                memory: self.limits.memory.saturating_sub(held),
                ..self.limits
            };
            let (front, reach) = match &pair {
                Some((one, other)) if !joined.is_empty() => {
                    (Frontier::default(), one.reach.union(other.reach))
                }
                _ => (chain.frontier(), key_of(&chain.reach)),
            };
            let unit = self.unit;
            let line = Chain { front, unit };
            let ChainEnd { states, steps } = match pair {
                None => line.count::<A>(limits)?,
                Some((one, other)) => {
                    let common = one.reach.intersection(other.reach);
                    let most = one.states.approximate() * other.states.approximate();
                    line.count_joined::<A>(one.states, other.states, (common, most), limits)?
                }
            };
            self.steps += steps;
            let end = StateSet { states, reach };
            if joined.is_empty() {
                return Ok(end);
            }
            joined.push(end);
        }
    }

    /// Product of all ends, behind the last chain.
    fn counted(self) -> CoverTotal {
        let start = CoverTotal {
            work: self.steps,
            ..CoverTotal::one()
        };
        self.ends.into_iter().fold(start, |counted, end| {
            let (solutions, residue) = end.states.total();
            counted.product(&CoverTotal::new(solutions, residue, 0))
        })
    }
}

/// Nodes before the first trial, as a multiple of the estimate.
const FAR: u64 = 8;
/// Least number of nodes before the first trial. A smaller search takes about as long as finding an
/// order of items.
const LEAST: u64 = 400_000;
/// Nodes of a search for each step of a trial. A step takes a third to a half of the time of a
/// node, so all trials together take a thirtieth of the search at most.
const NODES_PER_STEP: u64 = 40;

/// Trials of memo during searches whose estimate was wrong. One search at a time uses the memory.
///
/// Random descents may miss repeated states, behind dead ends for instance. If a search visits far
/// more nodes than estimated, memo is tried with a budget that is a small part of these nodes. The
/// trial is repeated each time the nodes have doubled. Budgets are steps, not time, so a search is
/// reproducible.
#[derive(Clone, Debug)]
pub struct MemoTrials {
    memory: Arc<Mutex<usize>>,
    /// Nodes before the first trial: this multiple of the estimate, but not fewer than the least
    /// number.
    pub estimate_factor: u64,
    /// Least number of nodes before the first trial.
    pub least_nodes: u64,
}

impl MemoTrials {
    /// Creates trials with a memory limit in bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            memory: Arc::new(Mutex::new(memory)),
            estimate_factor: FAR,
            least_nodes: LEAST,
        }
    }

    /// Number of nodes before the first trial.
    pub fn first_trial(&self, estimate: u64) -> u64 {
        estimate
            .saturating_mul(self.estimate_factor)
            .max(self.least_nodes)
    }

    /// Tries memo after a search has visited `nodes` nodes. If it fails, the next trial is due when
    /// these have doubled.
    pub fn try_memo(
        &self,
        problem: &ExactCover,
        nodes: u64,
        cancel: &AtomicBool,
    ) -> Option<CoverTotal> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = MemoLimits::new(nodes / NODES_PER_STEP, *memory, cancel);
        let (_, counted) = count_by_memo(problem, limits).ok()?;
        Some(counted)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::cover_total::{BigCount, residue_of};
    use countless_engine::Error;
    use countless_engine::ledger::Residue;
    use num_bigint::BigUint;

    /// Numbers with an error in one bit of some additions.
    #[derive(Clone, Debug)]
    struct Faulty(u64, Residue);

    impl StateCount for Faulty {
        type Larger = Self;
        const MOST: f64 = f64::INFINITY;

        fn one() -> Self {
            Self(1, Residue::of(1))
        }
        fn from_words(words: &[u64], residue: Residue) -> Self {
            Self(words[0], residue)
        }
        fn add(&mut self, other: &Self) {
            let flipped = u64::from(self.0 == 3 && other.0 == 2) << 40;
            self.0 = (self.0 + other.0) ^ flipped;
            self.1 += other.1;
        }
        fn product(&self, other: &Self) -> Self {
            Self(self.0 * other.0, self.1.times(other.1.get().into()))
        }
        fn enlarge(self) -> Self {
            self
        }
        fn approximate(&self) -> f64 {
            self.0 as f64
        }
        fn total(self) -> (BigUint, Residue) {
            (self.0.into(), self.1)
        }
    }

    /// Tilings of a square of `side` cells by dominoes.
    fn dominoes(side: usize) -> Result<ExactCover, Error> {
        let mut problem = ExactCover::new();
        let name = |row, column| format!("r{row}c{column}");
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        for (row, column) in cells.clone() {
            problem.primary(&name(row, column))?;
        }
        for (row, column) in cells {
            for (below, right) in [(row + 1, column), (row, column + 1)] {
                if below.max(right) < side {
                    problem.option(&[name(row, column), name(below, right)])?;
                }
            }
        }
        Ok(problem)
    }

    #[test]
    fn an_addition_that_goes_wrong_shows_in_the_residue() {
        let problem = dominoes(6).expect("it is a board");
        let order = ItemOrder::Near.items(&problem);
        let ordered = StateChains::line(&problem, &order).expect("it is narrow");
        let cancel = AtomicBool::new(false);
        let limits = MemoLimits {
            steps: u64::MAX,
            memory: usize::MAX,
            threads: 1,
            cancel: &cancel,
            progress: None,
        };
        let right = BigCount::from(6728_u32);
        let wrong = count::<1, Faulty>(&ordered.chains, limits).expect("nothing stops it");
        assert_ne!(wrong.solutions, right);
        assert_eq!(wrong.residue, residue_of(&right.0));
        let recorded = wrong.recorded();
        assert_ne!(recorded.residue, Residue::of(recorded.count));
    }
}
