//! Forcing chains: what follows from an assumption by singles and locked candidates.
//!
//! What every candidate of a cell leads to is true, and so is what every place of a
//! digit in a house leads to. An assumption that leads to a contradiction is wrong; nested
//! chains draw on such contradictions while another assumption holds.
//!
//! All candidates are supposed at once, and deduced from round by round until a chain is
//! found: people prefer short ones.

mod derivation;
mod fact;
mod forced;
mod swift;

use super::deduction::Deduction;
use super::layout::{CandidateSet, Layout, LayoutSet, RemainingCandidates, ValueStore, bits};
use super::state::SolvingState;
use super::technique::Technique;
use derivation::derive;
use forced::ForcingPattern;

/// The most candidates of which each is supposed within suppositions of the others: of more it
/// would take too long.
const MOST_NESTED: u32 = 1024;

/// The candidates of a state.
fn remaining_candidates<L: Layout, S: RemainingCandidates<L>>(state: &SolvingState<L>) -> S {
    let mut marks = CandidateSet::from_fn(&state.layout, |digit| state.candidate_cells(digit));
    for (cell, &digit) in state.digits().iter().enumerate() {
        if let Some(digit) = digit.checked_sub(1) {
            marks[digit.into()].insert(cell);
        }
    }
    S::of(&state.layout, &marks, state.solved())
}

/// What follows from each candidate of a state, after some rounds of deduction.
struct Suppositions<'a, L: Layout> {
    state: &'a SolvingState<L>,
    /// The first supposition of each cell; they follow in the order of its digits.
    starts: L::OfCells<u16>,
    all: Vec<Supposition<L>>,
}

/// What follows from one candidate.
struct Supposition<L: Layout> {
    /// The candidates that are left.
    remaining: L::Remaining,
    /// Whether there was no contradiction yet.
    is_possible: bool,
    /// Whether something may follow that did not before the last round.
    has_changed: bool,
}

impl<L: Layout> Supposition<L> {
    /// Puts a digit into a cell.
    fn new(layout: &L, base: &L::Remaining, cell: usize, digit: usize) -> Self {
        let mut left = base.clone();
        left.assign(layout, cell, digit);
        Self {
            remaining: left,
            is_possible: true,
            has_changed: true,
        }
    }

    /// Deduces once more, and tells whether there was something to deduce from.
    fn deduce_once(&mut self, layout: &L) -> bool {
        let deepens = self.is_possible && self.remaining.has_changes();
        if deepens {
            self.is_possible = self.remaining.deduce(layout);
        }
        self.has_changed = deepens;
        deepens
    }

    /// Deduces until nothing new follows.
    fn complete(mut self, layout: &L) -> Self {
        while self.deduce_once(layout) {}
        self
    }
}

/// The first of the forcing chains up to a technique that take the fewest rounds; none once
/// `stopped` says so.
pub fn shortest<L: Layout>(
    state: &SolvingState<L>,
    upto: Technique,
    stopped: &impl Fn() -> bool,
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
        for cell in state.open().iter() {
            starts[cell] = all.len() as u16;
            for digit in bits(state.candidates_of(cell)) {
                all.push(Supposition::new(layout, &base, cell, digit));
            }
        }
        Self { state, starts, all }
    }

    /// Deduces once more from each, and tells whether anything was new.
    fn deepen(&mut self, stopped: &impl Fn() -> bool) -> bool {
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

    /// A cell all of whose candidates lead to the same.
    fn common_to_cell(&self) -> Option<Deduction<L>> {
        self.state.open().iter().find_map(|cell| {
            if self.state.candidates_of(cell) == 0 {
                return None;
            }
            let ways = bits(self.state.candidates_of(cell)).map(|digit| (cell, digit));
            let forced = |goal| ForcingPattern::EveryDigit { cell, goal };
            self.all_lead(Technique::ForcingCell, forced, ways)
        })
    }

    /// A house in which all places of a digit lead to the same.
    fn common_to_house(&self) -> Option<Deduction<L>> {
        let layout = &self.state.layout;
        let mut houses = (0..layout.houses())
            .flat_map(|house| (0..layout.digits()).map(move |digit| (house, digit)));
        houses.find_map(|(house, digit)| {
            let places = self.state.places(digit, house);
            if places == 0 {
                return None;
            }
            let ways = bits(places).map(|place| (layout.cell_at(house, place), digit));
            let forced = |goal| ForcingPattern::EveryPlace { digit, house, goal };
            self.all_lead(Technique::ForcingUnit, forced, ways)
        })
    }

    /// A candidate that leads to a contradiction.
    fn contradiction(&self) -> Option<Deduction<L>> {
        let (cell, digit) = self.state.open().iter().find_map(|cell| {
            let is_wrong = |&digit: &usize| !self.of(cell, digit).is_possible;
            let wrong = bits(self.state.candidates_of(cell)).find(is_wrong);
            wrong.map(|digit| (cell, digit))
        })?;
        contradiction_deduction(Technique::ForcingContradiction, cell, digit)
    }

    /// The first candidate that is left in none of these ways; or one of these, if it turns
    /// out to refute itself before it rules that candidate out.
    fn all_lead(
        &self,
        technique: Technique,
        forced: impl Fn((usize, usize)) -> ForcingPattern,
        ways: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Option<Deduction<L>> {
        let (digit, cell) = self.all_remove(ways.clone())?.iter().next()?;
        let mut ways = ways;
        let wrong = ways.find(|&way| {
            let end = derive(self.state, way, &[(cell, digit)], false).pop();
            end.is_some_and(|end| end.fact.is_contradiction())
        });
        if let Some((cell, digit)) = wrong {
            return contradiction_deduction(Technique::ForcingContradiction, cell, digit);
        }
        let removed = CandidateSet::of(digit, L::Cells::of(cell));
        Deduction::removing(technique, forced((cell, digit)), removed)
    }

    /// The candidates that are left in none of these ways, each of which is possible.
    fn all_remove(
        &self,
        ways: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Option<CandidateSet<L>> {
        let layout = &self.state.layout;
        // Else nothing was found before.
        let mut deepened = ways
            .clone()
            .map(|(cell, digit)| self.of(cell, digit).has_changed);
        if !deepened.any(|has| has) {
            return None;
        }
        let mut gone = CandidateSet::from_fn(layout, |_| layout.all_cells());
        for (cell, digit) in ways {
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

/// A candidate that leads to a contradiction by way of others that do.
pub fn nested<L: Layout>(
    state: &SolvingState<L>,
    stopped: &impl Fn() -> bool,
) -> Option<Deduction<L>> {
    let layout = &state.layout;
    let candidates: u32 = (0..layout.digits())
        .map(|digit| state.candidate_cells(digit).len())
        .sum();
    if candidates > MOST_NESTED {
        return None;
    }
    let base: L::Remaining = remaining_candidates(state);
    // The first will do, in a cell with few candidates: trying all takes too long.
    let by_size = (2..=layout.digits() as u32).flat_map(|size| {
        let cells = state.open().iter();
        cells.filter(move |&cell| state.candidates_of(cell).count_ones() == size)
    });
    let (cell, digit) = by_size.into_iter().find_map(|cell| {
        let is_wrong = |&digit: &usize| {
            let supposition = Supposition::new(layout, &base, cell, digit).complete(layout);
            !is_possible(layout, &supposition, stopped)
        };
        bits(state.candidates_of(cell))
            .find(is_wrong)
            .map(|digit| (cell, digit))
    })?;
    contradiction_deduction(Technique::ForcingNested, cell, digit)
}

fn contradiction_deduction<L: Layout>(
    technique: Technique,
    cell: usize,
    digit: usize,
) -> Option<Deduction<L>> {
    let nested = technique == Technique::ForcingNested;
    let pattern = ForcingPattern::Contradiction {
        cell,
        digit,
        nested,
    };
    Deduction::removing(
        technique,
        pattern,
        CandidateSet::of(digit, L::Cells::of(cell)),
    )
}

/// Whether contradictions that follow from other candidates do not lead to one, as far as that
/// is known once `stopped` says so.
fn is_possible<L: Layout>(
    layout: &L,
    supposition: &Supposition<L>,
    stopped: &impl Fn() -> bool,
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
                // It may have gone, or be the last, since the cell was looked at.
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
