//! Almost locked sets: cells of a house with one digit more than cells.
//!
//! A set that lacks one of its digits holds every other one.

use super::deduction::CellGroup;
use super::layout::{Layout, LayoutSet, bits, has_at_most};
use super::solving_state::SolvingState;
use countless_simd::stable_sort;

/// Most cells of a set.
const MOST_CELLS: u32 = 5;

/// Most sets of a chain.
const LONGEST_CHAIN: usize = 5;

/// Most sets of a state; the smallest are preferred.
const MOST_SETS: usize = 1 << 14;

/// All almost locked sets of a state, the smallest first, then by house.
pub fn almost_locked_sets<L: Layout>(state: &SolvingState<L>) -> Vec<CellGroup<L::Cells>> {
    let mut found = Vec::with_capacity(256);
    for house in 0..state.layout.groups() {
        let rest = state.open() & state.layout.group(house);
        let cells: Vec<usize> = rest.iter().collect();
        extend(state, house, &cells, (CellGroup::NONE, 0), &mut found);
    }
    stable_sort(&mut found, |one, other| one.1.cmp(&other.1));
    found.truncate(MOST_SETS);
    found.into_iter().map(|(group, _)| group).collect()
}

/// Adds the almost locked sets of a house that extend `group` by some cells of `rest`, each with
/// its size.
fn extend<L: Layout>(
    state: &SolvingState<L>,
    house: usize,
    rest: &[usize],
    (group, size): (CellGroup<L::Cells>, u32),
    found: &mut Vec<(CellGroup<L::Cells>, u32)>,
) {
    for (at, &cell) in rest.iter().enumerate() {
        let wider = CellGroup {
            cells: group.cells | L::Cells::of(cell),
            digits: group.digits | state.candidates_of(cell),
        };
        if !has_at_most(wider.digits, MOST_CELLS + 1) {
            continue;
        }
        // A set that lies in two houses is found in the first only.
        let is_first = || state.layout.common_groups(wider.cells).next() == Some(house);
        if wider.digits.count_ones() == size + 2 && is_first() {
            found.push((wider, size + 1));
        }
        if size + 1 < MOST_CELLS {
            extend(state, house, &rest[at + 1..], (wider, size + 1), found);
        }
    }
}

/// Chain of almost locked sets, each with a link: a digit that it and the next set cannot both
/// hold. If the first set lacks `digit`, it holds its link, so the second set lacks that digit and
/// holds its own link, and so on. The last set then holds `digit`.
#[derive(Clone, Copy, Debug)]
pub struct SetChain<C> {
    sets: [CellGroup<C>; LONGEST_CHAIN],
    links: [u8; LONGEST_CHAIN],
    length: usize,
    pub digit: usize,
    /// True if the chain has two sets that cannot both hold `digit` either. Then each set holds all
    /// its other digits in any case.
    pub is_loop: bool,
}

impl<C: LayoutSet> SetChain<C> {
    /// Creates a chain from sets. Each but the last comes with the digit that links it to the next.
    /// Returns `None` if there are too many sets.
    pub fn new(sets: &[(CellGroup<C>, usize)], digit: usize) -> Option<Self> {
        let mut chain = Self {
            sets: [CellGroup::NONE; LONGEST_CHAIN],
            links: [0; LONGEST_CHAIN],
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

    pub fn sets(&self) -> &[CellGroup<C>] {
        &self.sets[..self.length]
    }

    /// Digits that link each set to the next.
    pub fn links(&self) -> impl Iterator<Item = usize> {
        let links = &self.links[..self.length.saturating_sub(1)];
        links.iter().map(|&link| link.into())
    }
}

/// Cells that see all places of a digit in a set, for each digit of the set.
pub fn seen_by<L: Layout>(
    set: CellGroup<L::Cells>,
    state: &SolvingState<L>,
) -> L::OfDigits<L::Cells> {
    let mut seen = state.layout.for_digits(|_| L::Cells::NONE);
    for digit in bits(set.digits) {
        seen[digit] = state.layout.common_peers(set.places(digit, state));
    }
    seen
}
