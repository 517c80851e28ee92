//! Skyscraper, two-string kite and turbot fish: chains of four cells of one digit.
//!
//! Two houses have two places each for a digit, and a place of the first sees a place of the
//! second. Not both of these hold the digit, so at least one of the other two does.

use super::deduction::Deduction;
use super::edges::{alternating_edges, candidate_end};
use super::house::HouseKind;
use super::layout::{CandidateSet, Layout, LayoutSet, ValueStore, bits, has_two};
use super::pattern::{Pattern, PatternDescription};
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// The only two places of a digit in a house.
#[derive(Clone, Copy, Debug, Default)]
struct ConjugatePair {
    house: usize,
    places: [usize; 2],
}

/// Finds the first chain of the easiest kind up to `upto`: a skyscraper, a two-string kite, or any
/// other.
pub fn find<L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
    upto: Technique,
) -> Option<Deduction<L>> {
    let mut easiest: Option<Deduction<L>> = None;
    // A chain needs four cells, and one more to remove the digit from.
    for digit in bits(digits).filter(|&digit| state.candidate_cells(digit).len() > 4) {
        let mut pairs = L::OfGroups::from_fn(state.layout.groups(), |_| ConjugatePair::default());
        let mut count = 0;
        let houses = 0..state.layout.houses();
        for house in houses.filter(|&house| has_two(state.places(digit, house))) {
            let mut places = (state.candidate_cells(digit) & state.layout.group(house)).iter();
            if let (Some(first), Some(second)) = (places.next(), places.next()) {
                pairs[count] = ConjugatePair {
                    house,
                    places: [first, second],
                };
                count += 1;
            }
        }
        for (number, &one) in pairs.as_ref()[..count].iter().enumerate() {
            let near = state.layout.peers(one.places[0]) | state.layout.peers(one.places[1]);
            for &other in &pairs.as_ref()[number + 1..count] {
                if !other.places.iter().any(|&place| near.contains(place)) {
                    continue;
                }
                let found = joined(state, digit, one, other);
                let found = found.filter(|found| found.technique <= upto);
                if let Some(found) = found
                    && (easiest.as_ref()).is_none_or(|easiest| found.technique < easiest.technique)
                {
                    if found.technique == Technique::Skyscraper {
                        return Some(found);
                    }
                    easiest = Some(found);
                }
            }
        }
    }
    easiest
}

/// Returns the chain through two pairs, if a place of one sees a place of the other.
fn joined<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    one: ConjugatePair,
    other: ConjugatePair,
) -> Option<Deduction<L>> {
    let marks = state.candidate_cells(digit);
    [(0, 0), (0, 1), (1, 0), (1, 1)]
        .into_iter()
        .find_map(|(i, j)| {
            let [inner, joined] = [one.places[i], other.places[j]];
            let [outer, last] = [one.places[1 - i], other.places[1 - j]];
            if !state.layout.peers(inner).contains(joined) {
                return None;
            }
            let seen = state.layout.peers(outer) & state.layout.peers(last);
            let removed = marks & seen & !L::Cells::of(inner) & !L::Cells::of(joined);
            if removed.is_empty() || outer == last || outer == joined || inner == last {
                return None;
            }
            let both = L::Cells::of(inner) | L::Cells::of(joined);
            let shared = state.layout.common_groups(both).next()?;
            let technique = chain_technique(&state.layout, [one.house, other.house, shared]);
            let pattern = || {
                let pattern = Pattern::new(words).with_digits(&[digit]);
                let pattern = pattern.with_houses(&[one.house, other.house, shared]);
                pattern.with_cells(&[outer, inner, joined, last])
            };
            Deduction::removing(technique, pattern, CandidateSet::of(digit, removed))
        })
}

/// Technique of a chain through two houses that are joined in a third.
fn chain_technique(layout: &impl Layout, houses: [usize; 3]) -> Technique {
    use HouseKind::{Column, Row};
    let [first, second, shared] = houses.map(|house| layout.kind(house));
    match (first, second) {
        (Row, Row) | (Column, Column) if shared.is_line() => Technique::Skyscraper,
        (Row, Column) if !shared.is_line() => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

/// Describes the chain of the four cells: the two in the middle see each other.
fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], cells) = (pattern.digits(), pattern.cells());
    let value = sign(digit);
    let [outer, inner, joined, last] = cells.map(|cell| state.layout.puzzle_cell(cell));
    let [first, second, shared] = pattern.houses().map(|house| state.layout.house(house));
    let text = format!(
        "in {first}, {value} can only be in {outer} or {inner}, in {second} only in {last} or \
         {joined}; {inner} and {joined} are both in {shared}, so that {outer} or {last} is {value}"
    );
    PatternDescription {
        edges: alternating_edges(state.layout, cells.map(|cell| candidate_end(digit, cell))),
        ..pattern.described(text)
    }
}
