//! Almost locked sets: cells of a unit with one digit more between them than they are.
//!
//! Whichever digit such a set lacks, it holds all its others.

use super::super::cells::{CellSet, UNITS, bits, has_at_most};
use super::super::frame::Frame;
use super::super::state::State;

/// The most cells of a set that are looked for.
const MOST: u32 = 5;

/// Some cells, and the digits that they can hold between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellGroup {
    pub cells: CellSet,
    pub digits: u16,
}

impl CellGroup {
    /// No cells.
    pub const NONE: Self = Self {
        cells: CellSet::NONE,
        digits: 0,
    };

    /// Some open cells of a state.
    pub fn of(cells: CellSet, state: &State) -> Self {
        let digits = cells.iter().fold(0, |all, cell| all | state.cell(cell));
        Self { cells, digits }
    }

    /// The same in the frame of a puzzle.
    pub fn moved(self, frame: &Frame) -> Self {
        Self {
            cells: frame.cells(self.cells),
            digits: frame.digits(self.digits),
        }
    }

    /// The cells of the group that may hold a digit.
    pub fn places(self, digit: usize, state: &State) -> CellSet {
        self.cells & state.marks(digit)
    }
}

/// All almost locked sets of a state, the smallest first, then unit by unit.
pub fn all(state: &State) -> Vec<CellGroup> {
    let mut found = Vec::with_capacity(256);
    for unit in 0..UNITS {
        let rest = state.open() & CellSet::unit(unit);
        let cells: Vec<usize> = rest.iter().collect();
        extend(state, unit, &cells, (CellGroup::NONE, 0), &mut found);
    }
    found.sort_by_key(|&(_, size)| size);
    found.into_iter().map(|(group, _)| group).collect()
}

/// Adds the sets of a unit that have these cells and some of the rest besides, each with its
/// number of cells.
fn extend(
    state: &State,
    unit: usize,
    rest: &[usize],
    (group, size): (CellGroup, u32),
    found: &mut Vec<(CellGroup, u32)>,
) {
    for (at, &cell) in rest.iter().enumerate() {
        let wider = CellGroup {
            cells: group.cells | CellSet::of(cell),
            digits: group.digits | state.cell(cell),
        };
        if !has_at_most(wider.digits, MOST + 1) {
            continue;
        }
        // What lies in two units is found in the first.
        let is_first = || wider.cells.common_units().next() == Some(unit);
        if wider.digits.count_ones() == size + 2 && is_first() {
            found.push((wider, size + 1));
        }
        if size + 1 < MOST {
            extend(state, unit, &rest[at + 1..], (wider, size + 1), found);
        }
    }
}

/// A list of almost locked sets, each with a digit that it and the next cannot both hold: if
/// the first lacks `digit`, it holds the first of these, so that the second set lacks this and
/// holds the next, and so on; the last one holds `digit`.
#[derive(Clone, Copy, Debug)]
pub struct SetChain {
    sets: [CellGroup; Self::LONGEST],
    links: [u8; Self::LONGEST],
    length: usize,
    pub digit: usize,
    /// Whether there are two, which cannot both hold `digit` either: then each holds all its
    /// other digits, whatever it lacks.
    pub is_loop: bool,
}

impl SetChain {
    /// The most sets of a chain.
    pub const LONGEST: usize = 5;

    /// Sets, each but the last with the digit that links it to the next; none if there are
    /// too many.
    pub fn new(sets: &[(CellGroup, usize)], digit: usize) -> Option<Self> {
        let mut chain = Self {
            sets: [CellGroup::NONE; Self::LONGEST],
            links: [0; Self::LONGEST],
            length: sets.len(),
            digit,
            is_loop: false,
        };
        for (number, &(set, link)) in sets.iter().enumerate() {
            *chain.sets.get_mut(number)? = set;
            chain.links[number] = link as u8;
        }
        Some(chain)
    }

    /// The same in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        let mut moved = *self;
        moved.sets = self.sets.map(|set| set.moved(frame));
        for link in &mut moved.links[..self.length] {
            *link = frame.digit(usize::from(*link)) as u8;
        }
        moved.digit = frame.digit(self.digit);
        moved
    }

    pub fn sets(&self) -> &[CellGroup] {
        &self.sets[..self.length]
    }

    /// The digits that link each set to the next.
    pub fn links(&self) -> impl Iterator<Item = usize> {
        let links = &self.links[..self.length.saturating_sub(1)];
        links.iter().map(|&link| link.into())
    }
}

/// The digits of a set, each with what sees all its places there.
pub fn seen_by(set: CellGroup, state: &State) -> [CellSet; 9] {
    let mut seen = [CellSet::NONE; 9];
    for digit in bits(set.digits) {
        seen[digit] = set.places(digit, state).common_peers();
    }
    seen
}
