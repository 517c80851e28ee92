//! Forcing chains: conclusions from an assumption by singles and locked candidates.
//!
//! A conclusion of every candidate of a cell is true, and so is a conclusion of every place of a
//! digit in a house. An assumption that leads to a contradiction is wrong. Nested chains refute
//! further candidates under an assumption.
//!
//! The search follows all assumptions side by side, round by round, until it finds a chain: people
//! prefer short ones.

mod derivation;
mod forcing_words;
mod nested_chain;

use super::deduction::{Deduction, Implication, Pattern, Words};
use super::layout::{CandidateSet, Layout, LayoutSet, RemainingCandidates, ValueStore, bits};
use super::solving_state::{PlainState, SolvingState};
use super::technique::Technique;
use derivation::derive;

pub use forcing_words::{contradiction_words, goal_words, placing_words};

/// Most candidates for the nested search, which assumes pairs of them: more would take too long.
const MOST_NESTED: u32 = 1024;

/// Links counted for a nested chain: about its typical number of links, since the search for all of
/// them would take too long.
const LINKS_OF_NESTED: u32 = 100;

/// Candidates of a state, where a solved cell has its digit.
pub fn remaining_candidates<L: Layout, S: RemainingCandidates<L>>(state: &SolvingState<L>) -> S {
    let mut marks = CandidateSet::from_fn(&state.layout, |digit| state.candidate_cells(digit));
    for (cell, &digit) in state.digits().iter().enumerate() {
        if let Some(digit) = digit.checked_sub(1) {
            marks[digit.into()].insert(cell);
        }
    }
    S::of(&state.layout, &marks, state.solved())
}

/// Consequences of each candidate of a state, after some rounds of deduction.
struct Suppositions<'a, L: Layout> {
    state: &'a SolvingState<L>,
    /// Number of the first supposition of each cell; those of its other digits follow in order.
    starts: L::OfCells<u16>,
    all: Vec<Supposition<L>>,
}

/// Consequences of one candidate.
struct Supposition<L: Layout> {
    /// Candidates that remain.
    remaining: L::Remaining,
    /// True while no contradiction is found.
    is_possible: bool,
    /// True if the last round may have found something new.
    has_changed: bool,
}

impl<L: Layout> Supposition<L> {
    /// Places a digit in a cell.
    fn new(layout: &L, base: &L::Remaining, cell: usize, digit: usize) -> Self {
        let mut left = base.clone();
        left.assign(layout, cell, digit);
        Self {
            remaining: left,
            is_possible: true,
            has_changed: true,
        }
    }

    /// Runs one round of deduction. Returns whether there were changes to deduce from.
    fn deduce_once(&mut self, layout: &L) -> bool {
        let deepens = self.is_possible && self.remaining.has_changes();
        if deepens {
            self.is_possible = self.remaining.deduce(layout);
        }
        self.has_changed = deepens;
        deepens
    }

    /// Runs rounds of deduction until nothing new follows.
    fn complete(mut self, layout: &L) -> Self {
        while self.deduce_once(layout) {}
        self
    }
}

/// Returns the first forcing chain up to `upto` that takes the fewest rounds, or `None` once
/// `stopped` returns true.
pub fn shortest<L: Layout>(
    state: &SolvingState<L>,
    upto: Technique,
    stopped: &dyn Fn() -> bool,
) -> Option<Deduction<L>> {
    let mut suppositions = Suppositions::new(state);
    while suppositions.deepen(stopped) {
        let all = &suppositions;
        let allowed = |found: &Deduction<L>| found.technique <= upto;
        let found = all
            .common_to_cell()
            .filter(allowed)
            .or_else(|| all.common_to_house().filter(allowed))
            .or_else(|| all.contradiction().filter(allowed));
        if found.is_some() {
            return found;
        }
    }
    None
}

impl<'a, L: Layout> Suppositions<'a, L> {
    fn new(state: &'a SolvingState<L>) -> Self {
        let layout = &state.layout;
        let base: L::Remaining = remaining_candidates(state);
        let mut starts = L::OfCells::from_fn(layout.cells(), |_| 0);
        let mut all = Vec::with_capacity(3 * layout.cells());
        for cell in state.open.iter() {
            starts[cell] = all.len() as u16;
            for digit in bits(state.candidates_of(cell)) {
                all.push(Supposition::new(layout, &base, cell, digit));
            }
        }
        Self { state, starts, all }
    }

    /// Runs one round for each supposition. Returns whether any had changes to deduce from.
    fn deepen(&mut self, stopped: &dyn Fn() -> bool) -> bool {
        let mut deepens = false;
        for supposition in &mut self.all {
            if stopped() {
                return false;
            }
            deepens |= supposition.deduce_once(&self.state.layout);
        }
        deepens
    }

    fn of(&self, cell: usize, digit: usize) -> &Supposition<L> {
        let before = self.state.candidates_of(cell) & ((1 << digit) - 1);
        &self.all[usize::from(self.starts[cell]) + before.count_ones() as usize]
    }

    /// Finds a cell where all candidates lead to one conclusion.
    fn common_to_cell(&self) -> Option<Deduction<L>> {
        let mut ways = Vec::new();
        self.state.open.iter().find_map(|cell| {
            if self.state.candidates_of(cell) == 0 {
                return None;
            }
            ways.clear();
            ways.extend(bits(self.state.candidates_of(cell)).map(|digit| (cell, digit)));
            self.all_lead(Technique::ForcingCell, &[], &ways)
        })
    }

    /// Finds a house where all places of a digit lead to one conclusion.
    fn common_to_house(&self) -> Option<Deduction<L>> {
        let layout = &self.state.layout;
        let mut ways = Vec::new();
        for house in 0..layout.houses() {
            for digit in 0..layout.digits() {
                let places = self.state.places(digit, house);
                if places == 0 {
                    continue;
                }
                ways.clear();
                ways.extend(bits(places).map(|place| (layout.cell_at(house, place), digit)));
                let found = self.all_lead(Technique::ForcingUnit, &[house], &ways);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Finds a candidate that leads to a contradiction.
    fn contradiction(&self) -> Option<Deduction<L>> {
        let (cell, digit) = self.state.open.iter().find_map(|cell| {
            let is_wrong = |&digit: &usize| !self.of(cell, digit).is_possible;
            let wrong = bits(self.state.candidates_of(cell)).find(is_wrong);
            wrong.map(|digit| (cell, digit))
        })?;
        let chain = derive(&PlainState::of(self.state), (cell, digit), &[]);
        contradiction_deduction(Technique::ForcingContradiction, cell, digit, vec![chain])
    }

    /// Removes the first candidate that all alternatives exclude. If an alternative refutes itself
    /// before it excludes that candidate, the alternative is removed instead.
    fn all_lead(
        &self,
        technique: Technique,
        houses: &[usize],
        ways: &[(usize, usize)],
    ) -> Option<Deduction<L>> {
        let (digit, cell) = self.all_remove(ways)?.iter().next()?;
        let state = PlainState::of(self.state);
        let mut chains = Vec::new();
        for &way in ways {
            let chain = derive(&state, way, &[(cell, digit)]);
            if chain.last().is_some_and(Implication::is_contradiction) {
                let (technique, (cell, digit)) = (Technique::ForcingContradiction, way);
                return contradiction_deduction(technique, cell, digit, vec![chain]);
            }
            chains.push(chain);
        }
        let pattern = || Pattern {
            chains,
            ..with_candidate(goal_words, cell, digit).with_houses(houses)
        };
        Deduction::excluding(technique, pattern, digit, L::Cells::of(cell))
    }

    /// Candidates that all alternatives exclude, if each alternative is possible.
    fn all_remove(&self, ways: &[(usize, usize)]) -> Option<CandidateSet<L>> {
        let layout = &self.state.layout;
        // If none of them changed in the last round, an earlier round would have found the result.
        let has_changed = |&(cell, digit): &(usize, usize)| self.of(cell, digit).has_changed;
        if !ways.iter().any(has_changed) {
            return None;
        }
        let mut gone = CandidateSet::from_fn(layout, |_| layout.all_cells());
        for &(cell, digit) in ways {
            let way = self.of(cell, digit);
            if !way.is_possible {
                return None;
            }
            for digit in 0..layout.digits() {
                gone[digit] &= self.state.candidate_cells(digit) & !way.remaining.cells(digit);
            }
            if gone.is_empty() {
                return None;
            }
        }
        Some(gone)
    }
}

/// Finds a candidate that leads to a contradiction by nested contradictions.
pub fn nested<L: Layout>(
    state: &SolvingState<L>,
    stopped: &dyn Fn() -> bool,
) -> Option<Deduction<L>> {
    let layout = &state.layout;
    let mut candidates = 0;
    for digit in 0..layout.digits() {
        candidates += state.candidate_cells(digit).len();
    }
    if candidates > MOST_NESTED {
        return None;
    }
    let base: L::Remaining = remaining_candidates(state);
    // Takes the first candidate found, in a cell with few candidates: a trial of all takes too
    // long.
    for size in 2..=layout.digits() as u32 {
        for cell in state.open.iter() {
            if state.candidates_of(cell).count_ones() != size {
                continue;
            }
            for digit in bits(state.candidates_of(cell)) {
                let supposition = Supposition::new(layout, &base, cell, digit).complete(layout);
                if !is_possible(layout, &supposition, stopped) {
                    let technique = Technique::ForcingNested;
                    return contradiction_deduction(technique, cell, digit, Vec::new());
                }
            }
        }
    }
    None
}

/// Returns the chain of a pattern that [`nested`] has found. The search for it takes long, so the
/// pattern does not have it.
pub fn nested_chain(pattern: &Pattern, state: &PlainState<'_>) -> Vec<Implication> {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    nested_chain::derive_nested(state, (cell, digit))
}

/// Number of links in the chains of a pattern.
pub fn count_links(technique: Technique, pattern: &Pattern) -> u32 {
    if technique == Technique::ForcingNested {
        return LINKS_OF_NESTED;
    }
    pattern.chains.iter().map(|chain| chain.len() as u32).sum()
}

fn with_candidate(words: Words, cell: usize, digit: usize) -> Pattern {
    Pattern::new(words)
        .with_cells(&[cell])
        .with_digits(&[digit])
}

fn contradiction_deduction<L: Layout>(
    technique: Technique,
    cell: usize,
    digit: usize,
    chains: Vec<Vec<Implication>>,
) -> Option<Deduction<L>> {
    let pattern = || Pattern {
        chains,
        ..with_candidate(contradiction_words, cell, digit)
    };
    Deduction::excluding(technique, pattern, digit, L::Cells::of(cell))
}

/// True if nested contradictions of other candidates do not refute the supposition. Also true once
/// `stopped` returns true.
fn is_possible<L: Layout>(
    layout: &L,
    supposition: &Supposition<L>,
    stopped: &dyn Fn() -> bool,
) -> bool {
    let mut left = supposition.remaining.clone();
    let mut changed = supposition.is_possible;
    while changed {
        changed = false;
        for cell in left.unsolved(layout).iter() {
            for digit in bits(left.digits(layout, cell)) {
                if stopped() {
                    return true;
                }
                // The candidate may be gone by now, or be the last of its cell.
                let now = left.digits(layout, cell);
                let is_left = now.count_ones() > 1 && now >> digit & 1 != 0;
                if is_left
                    && !Supposition::new(layout, &left, cell, digit)
                        .complete(layout)
                        .is_possible
                {
                    left.exclude(layout, cell, digit);
                    if !left.propagate(layout) {
                        return false;
                    }
                    changed = true;
                }
            }
        }
    }
    supposition.is_possible
}
