//! Almost locked sets, and ALS-XZ, ALS-XY-wing and ALS chains of them.
//!
//! An almost locked set is cells of a house with one digit more than cells. A set that lacks one of
//! its digits holds every other one.
//!
//! Suppose that a candidate is true. If it sees all places of its digit in a set, the set lacks
//! this digit and so holds all its other digits. A second set lacks one of these if its places all
//! see the places in the first set. A set that lacks two digits has too few: the candidate is
//! false. All candidates are followed side by side, one set at a time, so the first chain found is
//! a shortest one.

use super::deduction::{CellGroup, Deduction, Pattern};
use super::layout::{CandidateSet, Layout, LayoutSet, bits, has_at_most, has_two};
use super::set_chain_words::chain_words;
use super::solving_state::SolvingState;
use super::technique::Technique;
use countless_simd::sort_by;

/// Most cells of a set.
const MOST_CELLS: u32 = 5;

/// Most sets of a state; the smallest are preferred.
const MOST_SETS: usize = 1 << 14;

/// All almost locked sets of a state, the smallest first, then by house.
pub fn almost_locked_sets<L: Layout>(state: &SolvingState<L>) -> Vec<CellGroup<L::Cells>> {
    let mut found = Vec::with_capacity(256);
    for house in 0..state.layout.groups() {
        let rest = state.open & state.layout.group(house);
        let cells: Vec<usize> = rest.iter().collect();
        extend(state, house, &cells, (CellGroup::NONE, 0), &mut found);
    }
    sort_by(&mut found, |one, other| one.1.cmp(&other.1));
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
        let wider = group.with(CellGroup::of(cell, state));
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
#[derive(Debug)]
struct SetChain<C> {
    /// Sets with their links. That of the last set has no meaning.
    sets: Vec<(CellGroup<C>, usize)>,
    digit: usize,
    /// True if the chain has two sets that cannot both hold `digit` either. Then each set holds all
    /// its other digits in any case.
    is_loop: bool,
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

/// Greatest number of links followed from an assumption.
const DEEPEST: usize = 2;

/// Finds the first chain of the easiest kind up to `upto`: with two sets, three sets, or more.
pub fn find<L: Layout>(state: &SolvingState<L>, upto: Technique) -> Option<Deduction<L>> {
    let net = SetGraph::new(state);
    let depths = match upto {
        Technique::AlsXz | Technique::AlsXyWing => 1,
        _ => DEEPEST,
    };
    let mut lacks = vec![Lack::NONE; net.sets.len()];
    let mut best: Option<SetChain<L::Cells>> = None;
    for digit in 0..state.layout.digits() {
        for target in state.candidate_cells(digit).iter() {
            let most = best.as_ref().map_or(usize::MAX, counted_sets);
            let found = net.follow(&mut lacks, digit, target, most, depths);
            best = found.filter(|found| counted_sets(found) < most).or(best);
        }
    }
    let chain = best?;
    let technique = match counted_sets(&chain) {
        2 => Technique::AlsXz,
        3 => Technique::AlsXyWing,
        _ => Technique::AlsChain,
    };
    let found = net.deduction(state, chain, technique);
    found.filter(|found| found.technique <= upto)
}

/// Number of different sets in a chain, where a third set equal to the first does not count. A
/// longer chain that returns to its first set counts as at least four.
fn counted_sets<C: LayoutSet>(chain: &SetChain<C>) -> usize {
    let sets = &chain.sets;
    let returns = sets.first().map(|(set, _)| set) == sets.last().map(|(set, _)| set);
    match sets.len() {
        3 if returns => 2,
        length if returns => length.max(5) - 1,
        length => length,
    }
}

/// Lower bound for [`counted_sets`] of a chain with `sets` sets.
fn least_counted_sets(sets: usize) -> usize {
    if sets > 3 { 4 } else { 2 }
}

/// Almost locked sets, linked by digits that only one of two sets can hold.
struct SetGraph<L: Layout> {
    sets: Vec<CellGroup<L::Cells>>,
    /// Cells that see all places of a digit in a set, by set and digit.
    seen_by_places: Vec<L::OfDigits<L::Cells>>,
    /// Linked sets of each set, with the digit that only one of the two can hold.
    links: Vec<Vec<(u16, u8)>>,
    /// Sets that may hold a digit and exclude it elsewhere, for each digit.
    sets_with_digit: Vec<Vec<u16>>,
}

/// Places of a digit in a set, and the cells that see all of them.
struct SetPlaces<L: Layout> {
    set: u16,
    places: L::Cells,
    seen_by_places: L::Cells,
}

impl<L: Layout> SetPlaces<L> {
    /// True if only one of two sets can hold the digit. The sets may share cells, but no place of
    /// the digit, since a cell does not see itself.
    #[inline(always)]
    fn is_linked(&self, other: &Self) -> bool {
        (self.places & !other.seen_by_places).is_empty()
    }
}

/// Digit that a set lacks, with its cause.
#[derive(Clone, Copy)]
struct Lack {
    digit: u8,
    depth: u8,
    /// Set that holds the digit; meaningless at depth 0.
    cause: u16,
}

impl Lack {
    /// No digit is known to be lacking.
    const NONE: Self = Self {
        digit: u8::MAX,
        depth: 0,
        cause: 0,
    };
}

/// Numbers of the sets of a chain through a set that lacks two digits, each with the digit that
/// links it to the next.
fn linked_sets(lacks: &[Lack], set: usize, [one, other]: [Lack; 2]) -> Vec<(usize, usize)> {
    let [mut sets, after] = [one, other].map(|lack| causes(lacks, lack));
    sets.reverse();
    sets.push((set, other.digit.into()));
    // After this set the links are reversed: each digit links a set to its cause.
    for (number, &(set, _)) in after.iter().enumerate() {
        sets.push((set, after.get(number + 1).map_or(0, |&(_, link)| link)));
    }
    sets
}

/// Sets that cause a lack, from the last to the first, each with the digit that it holds and the
/// next set lacks.
fn causes(lacks: &[Lack], mut lack: Lack) -> Vec<(usize, usize)> {
    let mut sets = Vec::new();
    while lack.depth > 0 {
        sets.push((lack.cause.into(), lack.digit.into()));
        lack = lacks[usize::from(lack.cause)];
    }
    sets
}

impl<L: Layout> SetGraph<L> {
    fn new(state: &SolvingState<L>) -> Self {
        let sets = almost_locked_sets(state);
        let seen: Vec<_> = sets.iter().map(|&set| seen_by(set, state)).collect();
        let mut links = vec![Vec::new(); sets.len()];
        let mut with = vec![Vec::new(); state.layout.digits()];
        for (digit, with) in with.iter_mut().enumerate() {
            let mut of: Vec<SetPlaces<L>> = Vec::new();
            for (number, set) in sets.iter().enumerate() {
                let seen_by_places = seen[number][digit];
                if seen_by_places.meets(state.candidate_cells(digit)) {
                    of.push(SetPlaces {
                        set: number as u16,
                        places: set.places(digit, state),
                        seen_by_places,
                    });
                }
            }
            for (at, one) in of.iter().enumerate() {
                for other in &of[at + 1..] {
                    if other.is_linked(one) {
                        links[usize::from(one.set)].push((other.set, digit as u8));
                        links[usize::from(other.set)].push((one.set, digit as u8));
                    }
                }
            }
            with.extend(of.iter().map(|one| one.set));
        }
        Self {
            sets,
            seen_by_places: seen,
            links,
            sets_with_digit: with,
        }
    }

    /// Returns the shortest chain that refutes a candidate, if it has fewer than `most` sets.
    /// `lacks` is scratch memory: the first digit that each set is found to lack.
    fn follow(
        &self,
        lacks: &mut [Lack],
        digit: usize,
        target: usize,
        most: usize,
        depths: usize,
    ) -> Option<SetChain<L::Cells>> {
        lacks.fill(Lack::NONE);
        let sees = |&&set: &&u16| self.seen_by_places[usize::from(set)][digit].contains(target);
        let mut front: Vec<u16> = Vec::new();
        for &set in self.sets_with_digit[digit].iter().filter(sees) {
            lacks[usize::from(set)] = Lack {
                digit: digit as u8,
                depth: 0,
                cause: set,
            };
            front.push(set);
        }
        let mut best: Option<SetChain<L::Cells>> = None;
        for depth in 1..=depths {
            if front.is_empty() || 2 * depth >= most {
                break;
            }
            let mut next = Vec::new();
            for &set in &front {
                let lacked = lacks[usize::from(set)].digit;
                for &(other, link) in &self.links[usize::from(set)] {
                    let found = Lack {
                        digit: link,
                        depth: depth as u8,
                        cause: set,
                    };
                    let first = lacks[usize::from(other)];
                    if link == first.digit || link == lacked {
                        continue;
                    }
                    if first.digit == Lack::NONE.digit {
                        lacks[usize::from(other)] = found;
                        next.push(other);
                        continue;
                    }
                    let least = best.as_ref().map_or(most, counted_sets);
                    let sets = usize::from(first.depth) + depth + 1;
                    if least_counted_sets(sets) < least {
                        let chain = self.chain(lacks, other.into(), [first, found], digit);
                        best = Some(chain)
                            .filter(|chain| counted_sets(chain) < least)
                            .or(best);
                    }
                }
            }
            if best.is_some() {
                break;
            }
            front = next;
        }
        best
    }

    /// Returns the chain through a set that lacks two digits.
    fn chain(
        &self,
        lacks: &[Lack],
        set: usize,
        [one, other]: [Lack; 2],
        digit: usize,
    ) -> SetChain<L::Cells> {
        let sets = linked_sets(lacks, set, [one, other]).into_iter();
        SetChain {
            sets: sets.map(|(set, link)| (self.sets[set], link)).collect(),
            digit,
            is_loop: false,
        }
    }

    fn deduction(
        &self,
        state: &SolvingState<L>,
        mut chain: SetChain<L::Cells>,
        technique: Technique,
    ) -> Option<Deduction<L>> {
        let (&(first, _), &(last, _)) = (chain.sets.first()?, chain.sets.last()?);
        let (second, _) = *chain.sets.get(1)?;
        let seen = |set: CellGroup<L::Cells>| seen_by(set, state);
        let double = match technique {
            Technique::AlsXz => self.linked_by(first, second),
            _ => 0,
        };
        let mut removed = CandidateSet::none();
        if has_two(double) {
            let [link, digit] = [double.trailing_zeros(), double.ilog2()];
            chain = SetChain {
                sets: vec![(first, link as usize), (second, 0)],
                digit: digit as usize,
                is_loop: true,
            };
            let [seen_one, seen_other] = [first, second].map(seen);
            for digit in bits(first.digits | second.digits) {
                let gone = if double >> digit & 1 != 0 {
                    seen_one[digit] & seen_other[digit]
                } else {
                    seen_one[digit] | seen_other[digit]
                };
                removed[digit] = state.candidate_cells(digit) & gone;
            }
        } else {
            let both = seen(first)[chain.digit] & seen(last)[chain.digit];
            removed[chain.digit] = state.candidate_cells(chain.digit) & both;
        }
        let pattern = || {
            let mut pattern = Pattern::new(chain_words).with_digits(&[chain.digit]);
            for &(set, link) in &chain.sets {
                pattern = pattern.with_group(set.cells, set.digits);
                pattern.digits.push(link);
            }
            pattern.digits.pop();
            pattern.is_loop = chain.is_loop;
            pattern
        };
        Deduction::removing(technique, pattern, removed)
    }

    /// Digits that only one of two sets can hold.
    fn linked_by(&self, one: CellGroup<L::Cells>, other: CellGroup<L::Cells>) -> u32 {
        let number = |set: CellGroup<L::Cells>| self.sets.iter().position(|&found| found == set);
        let (Some(one), Some(other)) = (number(one), number(other)) else {
            return 0;
        };
        let links = self.links[one].iter();
        let links = links.filter(|&&(to, _)| usize::from(to) == other);
        links.fold(0, |all, &(_, digit)| all | 1 << digit)
    }
}
