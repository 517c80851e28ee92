//! Forcing chains: what follows from an assumption by singles and locked candidates.
//!
//! What every candidate of a cell leads to is true, and so is what every place of a
//! digit in a unit leads to. An assumption that leads to a contradiction is wrong; nested
//! chains draw on such contradictions while another assumption holds.
//!
//! All candidates are supposed at once, and deduced from round by round until a chain is
//! found: people prefer short ones.

mod derivation;
mod fact;
mod forced;

use super::super::board::Board;
use super::super::candidates::Candidates;
use super::super::grid::CELLS;
use super::cells::{CELLS_OF, CellSet, Marks, UNITS, bits};
use super::deduction::Deduction;
use super::state::State;
use super::technique::Technique;
use derivation::derive;
use forced::Forced;

/// What follows from each candidate of a state, after some rounds of deduction.
struct Suppositions<'a> {
    state: &'a State,
    /// Where the supposition of a digit in a cell is.
    index: [[u16; 9]; CELLS],
    all: Vec<Supposition>,
}

/// What follows from one candidate.
struct Supposition {
    /// The candidates that are left.
    left: Candidates,
    /// Whether there was no contradiction yet.
    is_possible: bool,
}

impl Supposition {
    /// Puts a digit into a cell.
    fn new(base: &Candidates, cell: usize, digit: usize) -> Self {
        let mut left = *base;
        left.assign(cell, digit);
        Self {
            left,
            is_possible: true,
        }
    }

    /// Deduces once more, and tells whether there was something to deduce from.
    fn deepen(&mut self) -> bool {
        let deepens = self.is_possible && self.left.has_news();
        if deepens {
            self.is_possible = self.left.deduce();
        }
        deepens
    }

    /// Deduces until nothing new follows.
    fn complete(mut self) -> Self {
        while self.deepen() {}
        self
    }
}

/// The first of the forcing chains up to a technique that take the fewest rounds.
pub fn shortest(state: &State, upto: Technique) -> Option<Deduction> {
    let mut suppositions = Suppositions::new(state);
    while suppositions.deepen() {
        let all = &suppositions;
        let allowed = |found: &Deduction| found.technique <= upto;
        let found = all
            .cell()
            .filter(allowed)
            .or_else(|| all.unit().filter(allowed))
            .or_else(|| all.contradiction().filter(allowed));
        if found.is_some() {
            return found;
        }
    }
    None
}

impl<'a> Suppositions<'a> {
    fn new(state: &'a State) -> Self {
        let base = candidates(state);
        let mut index = [[0; 9]; CELLS];
        let mut all = Vec::with_capacity(3 * CELLS);
        for cell in state.open().iter() {
            for digit in bits(state.cell(cell)) {
                index[cell][digit] = all.len() as u16;
                all.push(Supposition::new(&base, cell, digit));
            }
        }
        Self { state, index, all }
    }

    /// Deduces once more from each, and tells whether anything was new.
    fn deepen(&mut self) -> bool {
        let mut deepens = false;
        for supposition in &mut self.all {
            deepens |= supposition.deepen();
        }
        deepens
    }

    fn of(&self, cell: usize, digit: usize) -> &Supposition {
        &self.all[self.index[cell][digit] as usize]
    }

    /// A cell all of whose candidates lead to the same.
    fn cell(&self) -> Option<Deduction> {
        self.state.open().iter().find_map(|cell| {
            if self.state.cell(cell) == 0 {
                return None;
            }
            let ways = bits(self.state.cell(cell)).map(|digit| (cell, digit));
            let forced = |goal| Forced::EveryDigit { cell, goal };
            self.all_lead(Technique::ForcingCell, forced, ways)
        })
    }

    /// A unit in which all places of a digit lead to the same.
    fn unit(&self) -> Option<Deduction> {
        let mut units = (0..UNITS).flat_map(|unit| (0..9).map(move |digit| (unit, digit)));
        units.find_map(|(unit, digit)| {
            let places = self.state.places(digit, unit);
            if places == 0 {
                return None;
            }
            let ways = bits(places).map(|place| (CELLS_OF[unit][place], digit));
            let forced = |goal| Forced::EveryPlace { digit, unit, goal };
            self.all_lead(Technique::ForcingUnit, forced, ways)
        })
    }

    /// A candidate that leads to a contradiction.
    fn contradiction(&self) -> Option<Deduction> {
        let (cell, digit) = self.state.open().iter().find_map(|cell| {
            let is_wrong = |&digit: &usize| !self.of(cell, digit).is_possible;
            let wrong = bits(self.state.cell(cell)).find(is_wrong);
            wrong.map(|digit| (cell, digit))
        })?;
        removing(Technique::ForcingContradiction, cell, digit)
    }

    /// The first candidate that is left in none of these ways; or one of these, if it turns
    /// out to refute itself before it rules that candidate out.
    fn all_lead(
        &self,
        technique: Technique,
        forced: impl Fn((usize, usize)) -> Forced,
        ways: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Option<Deduction> {
        let (digit, cell) = self.all_remove(ways.clone())?.iter().next()?;
        let mut ways = ways;
        let wrong = ways.find(|&way| {
            let end = derive(self.state, way, &[(cell, digit)], false).pop();
            end.is_some_and(|end| end.fact.is_contradiction())
        });
        if let Some((cell, digit)) = wrong {
            return removing(Technique::ForcingContradiction, cell, digit);
        }
        let removed = Marks::of(digit, CellSet::of(cell));
        Deduction::removing(technique, forced((cell, digit)), removed)
    }

    /// The candidates that are left in none of these ways, each of which is possible.
    fn all_remove(&self, ways: impl Iterator<Item = (usize, usize)>) -> Option<Marks> {
        let mut gone = Marks::ALL;
        for (cell, digit) in ways {
            let way = self.of(cell, digit);
            if !way.is_possible {
                return None;
            }
            for digit in 0..9 {
                let left = CellSet::from_bands(way.left.board(digit).bands());
                gone[digit] &= self.state.marks(digit) & !left;
            }
            if gone.is_empty() {
                return None;
            }
        }
        Some(gone)
    }
}

/// A candidate that leads to a contradiction by way of others that do.
pub fn nested(state: &State) -> Option<Deduction> {
    let base = candidates(state);
    // The first will do, in a cell with few candidates: trying all takes too long.
    let by_size = (2..=9).flat_map(|size| {
        let cells = state.open().iter();
        cells.filter(move |&cell| state.cell(cell).count_ones() == size)
    });
    let (cell, digit) = by_size.into_iter().find_map(|cell| {
        let is_wrong =
            |&digit: &usize| !is_possible(&Supposition::new(&base, cell, digit).complete());
        bits(state.cell(cell))
            .find(is_wrong)
            .map(|digit| (cell, digit))
    })?;
    removing(Technique::ForcingNested, cell, digit)
}

fn removing(technique: Technique, cell: usize, digit: usize) -> Option<Deduction> {
    let nested = technique == Technique::ForcingNested;
    let pattern = Forced::Contradiction {
        cell,
        digit,
        nested,
    };
    Deduction::removing(technique, pattern, Marks::of(digit, CellSet::of(cell)))
}

/// The candidates of a state, all that singles and locked candidates give drawn from them.
fn candidates(state: &State) -> Candidates {
    let grid = state.grid();
    let mut boards: [CellSet; 9] = std::array::from_fn(|digit| state.marks(digit));
    for cell in (0..CELLS).filter(|&cell| grid.0[cell] != 0) {
        boards[grid.0[cell] as usize - 1].insert(cell);
    }
    let boards = boards.map(|cells| Board::new(cells.bands()));
    Candidates::deduced(boards, Board::new((!state.open()).bands()))
}

/// Whether contradictions that follow from other candidates do not lead to one.
fn is_possible(supposition: &Supposition) -> bool {
    let mut left = supposition.left;
    let mut changed = supposition.is_possible;
    while changed {
        changed = false;
        for cell in left.open().iter() {
            for digit in left.candidates(cell) {
                // It may have gone, or be the last, since the cell was looked at.
                let is_open = left.candidates(cell).count() > 1;
                let is_left = left.candidates(cell).any(|other| other == digit);
                if is_open
                    && is_left
                    && !Supposition::new(&left, cell, digit).complete().is_possible
                {
                    left.exclude(cell, digit);
                    if !left.propagate() {
                        return false;
                    }
                    changed = true;
                }
            }
        }
    }
    supposition.is_possible
}
