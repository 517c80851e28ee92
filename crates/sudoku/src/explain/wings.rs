//! Patterns of a few cells with few candidates: XY-wing, XYZ-wing, WXYZ-wing, W-wing and remote
//! pairs.
//!
//! A WXYZ-wing is four cells with four digits, where only one digit can appear twice. The cells are
//! one bivalue cell and three cells of a house, or two pairs of cells, each pair in a house. If all
//! places of a digit see each other, at most one of them holds it. If three of the four digits are
//! limited in this way, the fourth fills at least one cell. So it is removed from the cells that see
//! all its places.

use super::almost_locked_sets::seen_by;
use super::deduction::{CellGroup, Conclusion, Deduction, Pattern, PatternDescription};
use super::eureka::{self, Proves};
use super::layout::{Layout, LayoutSet, bits, has_at_most, has_two};
use super::solving_state::{ChangeSet, PlainState, SolvingState};
use super::step::{
    EdgeEnd, EdgeKind, candidate_end, digits as listed, edge, either, list, names, sign,
};
use super::technique::Technique;
use super::wording::{cell_with_candidates, it_or_both};

/// Finds a pivot with candidates x and y that sees a cell with x and z and one with y and z. Either
/// digit in the pivot forces z into one of the two.
pub fn find_xy<L: Layout>(state: &SolvingState<L>, news: ChangeSet<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|pivot| {
        let near = pairs & state.layout.peers(pivot);
        let [x, y] = both_digits(state.candidates_of(pivot));
        let firsts = near & state.candidate_cells(x) & !state.candidate_cells(y);
        firsts.iter().find_map(|first| {
            let z = (state.candidates_of(first) & !(1 << x)).trailing_zeros() as usize;
            let seconds = near & state.candidate_cells(y) & state.candidate_cells(z);
            seconds.iter().find_map(|second| {
                let seen = state.layout.peers(first) & state.layout.peers(second);
                let pattern = || wing([pivot, first, second], z);
                let removed = state.candidate_cells(z) & seen;
                Deduction::excluding(Technique::XyWing, pattern, z, removed)
            })
        })
    })
}

/// Finds a wing where the pivot has z, too: z is removed from the cells that see all three.
pub fn find_xyz<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    let mut triples = state.open & !pairs;
    for cell in triples.iter() {
        if state.candidates_of(cell).count_ones() != 3 {
            triples.remove(cell);
        }
    }
    triples.iter().find_map(|pivot| {
        let digits = state.candidates_of(pivot);
        let near = pairs & state.layout.peers(pivot);
        let within = |&cell: &usize| state.candidates_of(cell) & !digits == 0;
        near.iter().filter(within).find_map(|first| {
            let later = near.iter().filter(|&second| second > first);
            later.filter(within).find_map(|second| {
                let shared = state.candidates_of(first) & state.candidates_of(second);
                if state.candidates_of(first) == state.candidates_of(second) {
                    return None;
                }
                let z = shared.trailing_zeros() as usize;
                let seen = state.layout.peers(pivot)
                    & state.layout.peers(first)
                    & state.layout.peers(second);
                let pattern = || wing([pivot, first, second], z);
                let removed = state.candidate_cells(z) & seen;
                Deduction::excluding(Technique::XyzWing, pattern, z, removed)
            })
        })
    })
}

/// Finds two cells with candidates x and y that see the two places of x in a house, one each. Not
/// both cells hold x, so one of them holds y.
pub fn find_w<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    pairs.iter().find_map(|first| {
        let [a, b] = both_digits(state.candidates_of(first));
        let same = pairs
            & state.candidate_cells(a)
            & state.candidate_cells(b)
            & !state.layout.peers(first);
        let later = same.iter().filter(|&second| second > first);
        later.into_iter().find_map(|second| {
            let seen = state.layout.peers(first) & state.layout.peers(second);
            [(a, b), (b, a)].into_iter().find_map(|(linked, digit)| {
                let removed = state.candidate_cells(digit) & seen;
                if removed.is_empty() {
                    return None;
                }
                let (house, places) = strong_link(state, linked, [first, second])?;
                let pattern = || {
                    let pattern = Pattern::new(w_wing_words).with_digits(&[linked, digit]);
                    let pattern = pattern.with_cells(&[first, second]).with_cells(&places);
                    pattern.with_houses(&[house])
                };
                Deduction::excluding(Technique::WWing, pattern, digit, removed)
            })
        })
    })
}

/// Finds a house with two places for a digit, outside of `ends`: the first end sees the first
/// place, and the second end the second.
fn strong_link<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    ends: [usize; 2],
) -> Option<(usize, [usize; 2])> {
    let [near_first, near_second] = ends.map(|cell| state.layout.peers(cell));
    (0..state.layout.houses()).find_map(|house| {
        if !has_two(state.places(digit, house)) {
            return None;
        }
        let places = state.layout.group(house) & state.candidate_cells(digit);
        let first = (places & near_first).first()?;
        let second = (places & near_second & !L::Cells::of(first)).first();
        let swapped = || {
            let second = (places & near_second).first()?;
            let first = (places & near_first & !L::Cells::of(second)).first()?;
            Some([first, second])
        };
        let found = second.map(|second| [first, second]).or_else(swapped)?;
        let apart = found.iter().all(|place| !ends.contains(place));
        apart.then_some((house, found))
    })
}

/// The two candidates of a bivalue cell.
fn both_digits(digits: u32) -> [usize; 2] {
    let mut digits = bits(digits);
    std::array::from_fn(|_| digits.next().unwrap_or_default())
}

/// Creates the pattern of a pivot and two pincers: one of the three holds the digit.
fn wing(cells: [usize; 3], digit: usize) -> Pattern {
    Pattern::new(wing_words)
        .with_cells(&cells)
        .with_digits(&[digit])
}

/// Describes the pivot and the two pincers.
fn wing_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, cells, [digit]) = (state.layout, pattern.cells(), pattern.digits());
    let value = sign(digit);
    let [pivot, first, second] = cells;
    let [own, one, other] = cells.map(|cell| state.candidates_of(cell));
    let name = layout.puzzle_cell(pivot);
    let ways = [(first, one), (second, other)].map(|(cell, candidates)| {
        let other = listed(candidates & !(1 << digit));
        let pincer = layout.puzzle_cell(cell);
        format!("if {name} is {other}, {pincer} is {value}")
    });
    let (itself, seen) = if own >> digit & 1 == 0 {
        (String::new(), "both pincers")
    } else {
        (format!("; otherwise {name} is {value}"), "all three")
    };
    let [pivot_name, pincer, other_pincer] = cells.map(|cell| cell_with_candidates(state, cell));
    let text = format!(
        "pivot {pivot_name}, pincers {pincer} and {other_pincer}: {}{itself}",
        ways.join("; ")
    );
    // Each pincer does not hold the digit of the pivot, so it holds `digit`.
    let mut edges = Vec::new();
    for (pincer, candidates) in [(first, one), (second, other)] {
        for shared in bits(candidates & !(1 << digit)) {
            let [near, far] = [pivot, pincer].map(|cell| candidate_end(shared, cell));
            let end = candidate_end(digit, pincer);
            edges.push(edge(layout, EdgeKind::Weak, near, far));
            edges.push(edge(layout, EdgeKind::Strong, far, end));
        }
    }
    // Without the digit in the pivot, the three cells are a chain.
    let chain = (own >> digit & 1 == 0).then(|| {
        let [near, far] = [one, other].map(|two| (two & !(1 << digit)).trailing_zeros() as usize);
        let ends = [
            candidate_end(digit, first),
            candidate_end(near, first),
            candidate_end(near, pivot),
            candidate_end(far, pivot),
            candidate_end(far, second),
            candidate_end(digit, second),
        ];
        eureka::chain(layout, &ends, false, Proves::Removed(&pattern.removed))
    });
    PatternDescription {
        digits: own | one | other,
        edges,
        eureka: chain,
        conclusion: Conclusion::Sees(seen.to_owned()),
        ..pattern.described(text)
    }
}

/// Describes the two bivalue cells, then the two places that link them.
fn w_wing_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, cells, [house]) = (state.layout, pattern.cells(), pattern.houses());
    let [linked, digit] = pattern.digits();
    let (linked_value, value) = (sign(linked), sign(digit));
    let [first, second, near_first, near_second] = cells.map(|cell| layout.puzzle_cell(cell));
    let text = format!(
        "{first} and {second} can only hold {}; {near_first} and {near_second} are a conjugate pair \
         of {linked_value} in {}; {first} sees {near_first} and {second} sees {near_second}, so \
         {first} or {second} is {value}",
        listed(1 << linked | 1 << digit),
        layout.house(house)
    );
    let ends = [
        candidate_end(digit, cells[0]),
        candidate_end(linked, cells[0]),
        candidate_end(linked, cells[2]),
        candidate_end(linked, cells[3]),
        candidate_end(linked, cells[1]),
        candidate_end(digit, cells[1]),
    ];
    PatternDescription {
        conclusion: Conclusion::Sees("both".to_owned()),
        ..pattern.described_chain(layout, &ends, text)
    }
}

/// Finds a chain with an even number of cells, at least four. Its first and last cell hold
/// different digits, so a cell that sees both has neither. Only the shortest chains from each cell
/// are tried.
pub fn find_remote_pairs<L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|start| {
        let digits = state.candidates_of(start);
        let same = bits(digits).fold(pairs, |same, digit| same & state.candidate_cells(digit));
        if same.len() < 4 {
            return None;
        }
        find_from(state, same, start, digits)
    })
}

fn find_from<L: Layout>(
    state: &SolvingState<L>,
    same: L::Cells,
    start: usize,
    digits: u32,
) -> Option<Deduction<L>> {
    let mut layers = vec![L::Cells::of(start)];
    let mut fresh = same & !L::Cells::of(start);
    while let Some(&front) = layers.last() {
        let next = fresh & state.layout.peers_of_any(front);
        if next.is_empty() {
            return None;
        }
        fresh &= !next;
        layers.push(next);
        if layers.len() < 4 || layers.len() % 2 != 0 {
            continue;
        }
        let found = next.iter().find_map(|end| {
            let seen = state.layout.peers(start) & state.layout.peers(end);
            let removed = state.candidates_among(digits, seen);
            if removed.is_empty() {
                return None;
            }
            let mut cells: Vec<usize> = chain_cells(&state.layout, &layers, end).collect();
            cells.reverse();
            let digits: Vec<usize> = bits(digits).collect();
            let pattern = || {
                Pattern::new(remote_words)
                    .with_cells(&cells)
                    .with_digits(&digits)
            };
            Deduction::removing(Technique::RemotePairs, pattern, removed)
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Cells from `end`, in the last layer, back to the start.
fn chain_cells<L: Layout>(
    layout: &L,
    layers: &[L::Cells],
    end: usize,
) -> impl Iterator<Item = usize> {
    let mut cell = end;
    let before = layers.iter().rev().skip(1).map(move |&layer| {
        cell = (layer & layout.peers(cell)).first().unwrap_or(cell);
        cell
    });
    std::iter::once(end).chain(before)
}

fn remote_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, cells) = (state.layout, &pattern.cells);
    let names: Vec<String> = cells
        .iter()
        .map(|&cell| layout.puzzle_cell(cell).to_string())
        .collect();
    let ends = [names.first(), names.last()].map(|end| end.map_or("", String::as_str));
    let seen = pattern.described(String::new());
    let text = format!(
        "{} can only hold {}, and each sees the next; so {} alternate, and {} and {} hold one of \
         them each",
        list(names.iter().cloned()),
        listed(seen.digits),
        listed(seen.digits),
        ends[0],
        ends[1]
    );
    // Adjacent cells of the chain do not hold equal digits.
    let mut edges = Vec::new();
    for pair in cells.windows(2) {
        for digit in bits(seen.digits) {
            let ends = [pair[0], pair[1]].map(|cell| candidate_end(digit, cell));
            edges.push(edge(layout, EdgeKind::Weak, ends[0], ends[1]));
        }
    }
    // The chain for the first digit that is removed.
    let own = pattern.removed.first().map_or(0, |&(digit, _)| digit);
    let other = (seen.digits & !(1 << own)).trailing_zeros() as usize;
    let ends = cells.iter().enumerate().flat_map(|(number, &cell)| {
        let digits = if number % 2 == 0 {
            [own, other]
        } else {
            [other, own]
        };
        digits.map(|digit| candidate_end(digit, cell))
    });
    let ends: Vec<EdgeEnd> = ends.collect();
    let proves = Proves::Removed(&pattern.removed);
    PatternDescription {
        edges,
        eureka: Some(eureka::chain(layout, &ends, false, proves)),
        text,
        conclusion: Conclusion::Sees("both ends".to_owned()),
        ..seen
    }
}

/// Finds a WXYZ-wing: two almost locked sets with four cells and four digits in all, at least one
/// of them changed since the last search.
pub fn wxyz<L: Layout>(state: &SolvingState<L>, news: ChangeSet<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    let mut twos = TwoCellSets::new(state.layout.digits());
    for group in 0..state.layout.groups() {
        let small = |&cell: &usize| has_at_most(state.candidates_of(cell), 4);
        let cells = (state.open & state.layout.group(group))
            .iter()
            .filter(small);
        let cells: Vec<usize> = cells.collect();
        for (at, &first) in cells.iter().enumerate() {
            for (later, &second) in cells.iter().enumerate().skip(at + 1) {
                let two = CellGroup::of(first, state).with(CellGroup::of(second, state));
                if has_at_most(two.digits, 3) {
                    twos.push(AlmostLockedSet::of(two, state), news);
                } else if !has_at_most(two.digits, 4) {
                    continue;
                }
                for &third in &cells[later + 1..] {
                    let three = two.with(CellGroup::of(third, state));
                    if !has_at_most(three.digits, 4) {
                        continue;
                    }
                    let mut within = pairs & !state.layout.group(group);
                    // At least one of the two sets has changed.
                    if (three.cells & news.cells).is_empty() {
                        within &= news.cells;
                    }
                    for digit in bits(state.layout.all_digits() & !three.digits) {
                        within &= !state.candidate_cells(digit);
                    }
                    if within.is_empty() {
                        continue;
                    }
                    let three = AlmostLockedSet::of(three, state);
                    let found = within.iter().find_map(|cell| {
                        let other = AlmostLockedSet::of(CellGroup::of(cell, state), state);
                        deduce_from_two_sets(state, &three, &other)
                    });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    for (number, one) in twos.all.iter().enumerate() {
        for word in number / 64..twos.changed.len() {
            let mut partners = twos.partners(number, word);
            while partners != 0 {
                let other = &twos.all[64 * word + partners.trailing_zeros() as usize];
                partners &= partners - 1;
                let found = deduce_from_two_sets(state, one, other);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Two-cell sets with up to three digits, indexed by digit: a bit per set in each word.
struct TwoCellSets<L: Layout> {
    all: Vec<AlmostLockedSet<L>>,
    with_digit: Vec<Vec<u64>>,
    /// Sets with a changed cell, one bit each.
    changed: Vec<u64>,
}

impl<L: Layout> TwoCellSets<L> {
    fn new(digits: usize) -> Self {
        Self {
            all: Vec::new(),
            with_digit: vec![Vec::new(); digits],
            changed: Vec::new(),
        }
    }

    fn push(&mut self, two: AlmostLockedSet<L>, news: ChangeSet<L>) {
        let (word, bit) = (self.all.len() / 64, self.all.len() % 64);
        if bit == 0 {
            self.with_digit.iter_mut().for_each(|with| with.push(0));
            self.changed.push(0);
        }
        bits(two.group.digits).for_each(|digit| self.with_digit[digit][word] |= 1 << bit);
        let is_new = two.group.cells.meets(news.cells);
        self.changed[word] |= u64::from(is_new) << bit;
        self.all.push(two);
    }

    /// Later sets among those of a word that share exactly two digits with a set, if at least one
    /// of the two has changed.
    fn partners(&self, number: usize, word: usize) -> u64 {
        let (first, bit) = (number / 64, number % 64);
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for digit in bits(self.all[number].group.digits) {
            let with = self.with_digit[digit][word];
            thrice |= twice & with;
            twice |= once & with;
            once |= with;
        }
        let is_new = self.changed[first] >> bit & 1 != 0;
        let worth = if is_new { u64::MAX } else { self.changed[word] };
        let later = if word == first { !1 << bit } else { u64::MAX };
        twice & !thrice & worth & later
    }
}

/// Set of cells and, for each of its digits, the cells that see all its places in the set.
struct AlmostLockedSet<L: Layout> {
    group: CellGroup<L::Cells>,
    seen_by_places: L::OfDigits<L::Cells>,
}

impl<L: Layout> AlmostLockedSet<L> {
    fn of(group: CellGroup<L::Cells>, state: &SolvingState<L>) -> Self {
        Self {
            group,
            seen_by_places: seen_by(group, state),
        }
    }
}

/// Removes one of the two digits that two sets share, if only one set can hold the other digit (the
/// restricted common digit).
fn deduce_from_two_sets<L: Layout>(
    state: &SolvingState<L>,
    one: &AlmostLockedSet<L>,
    other: &AlmostLockedSet<L>,
) -> Option<Deduction<L>> {
    let [mine, others] = [one, other].map(|set| set.group);
    let shared = mine.digits & others.digits;
    if !has_two(shared) || mine.cells.meets(others.cells) {
        return None;
    }
    let [first, second] = [shared.trailing_zeros(), shared.ilog2()].map(|digit| digit as usize);
    let is_single =
        |digit: usize| (others.places(digit, state) & !one.seen_by_places[digit]).is_empty();
    let digit = match [first, second].map(is_single) {
        [true, false] => second,
        [false, true] => first,
        _ => return None,
    };
    let group = mine.with(others);
    if group.digits.count_ones() != 4 {
        return None;
    }
    let removed =
        state.candidate_cells(digit) & one.seen_by_places[digit] & other.seen_by_places[digit];
    let pattern = || {
        let pattern = Pattern::new(words).with_digits(&[digit]);
        pattern.with_group(group.cells, group.digits)
    };
    Deduction::excluding(Technique::WxyzWing, pattern, digit, removed)
}

/// Describes four cells with four digits, where only one digit can appear twice.
fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([group], [digit]) = (pattern.groups(), pattern.digits());
    let places = group.cells & state.candidate_cells(digit);
    let text = format!(
        "{} can only hold {}; {} are restricted (all places of each see each other), so each is in \
         these cells at most once; so {} is {}",
        names(state.layout, group.cells),
        listed(group.digits),
        listed(group.digits & !(1 << digit)),
        either(state.layout, places),
        sign(digit)
    );
    PatternDescription {
        conclusion: Conclusion::Sees(it_or_both(state.layout, places)),
        ..pattern.described(text)
    }
}
