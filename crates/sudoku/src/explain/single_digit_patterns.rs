//! Patterns of one digit: skyscraper, two-string kite, turbot fish and empty rectangle.
//!
//! In a turbot fish, two houses have two places each for a digit, and a place of the first sees a
//! place of the second. Not both of these hold the digit, so at least one of the other two does.
//!
//! In an empty rectangle, all places of a digit in a box lie in one row and one column. Suppose
//! that another column has two places for the digit, one of them in that row. If the digit is not
//! in the column's part of the box, it is in the row's part, so the other place of that column
//! holds it. The digit is removed from the cell that sees both the column's part and that place.

use super::deduction::{Conclusion, Deduction, Pattern, PatternDescription};
use super::layout::{CellSet, HouseKind, Layout, LayoutSet, ValueStore, bits, has_two};
use super::solving_state::{PlainState, SolvingState};
use super::step::{candidate_end, either, names, sign};
use super::technique::Technique;

/// The only two places of a digit in a house.
#[derive(Clone, Copy, Debug, Default)]
struct ConjugatePair {
    house: usize,
    places: [usize; 2],
}

/// Finds the first chain of the easiest kind up to `upto`: a skyscraper, a two-string kite, or any
/// other.
pub fn find_turbot_fish<L: Layout>(
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
                let pattern = Pattern::new(turbot_words).with_digits(&[digit]);
                let pattern = pattern.with_houses(&[one.house, other.house, shared]);
                pattern.with_cells(&[outer, inner, joined, last])
            };
            Deduction::excluding(technique, pattern, digit, removed)
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
fn turbot_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], cells) = (pattern.digits(), pattern.cells());
    let value = sign(digit);
    let [outer, inner, joined, last] = cells.map(|cell| state.layout.puzzle_cell(cell));
    let [first, second, shared] = pattern.houses().map(|house| state.layout.house(house));
    let ends = cells.map(|cell| candidate_end(digit, cell));
    let text = format!(
        "conjugate pairs of {value}: {outer} and {inner} in {first}, {joined} and {last} in \
         {second}; {inner} and {joined}, both in {shared}, are not both {value}, so {outer} or \
         {last} is"
    );
    PatternDescription {
        conclusion: Conclusion::Sees("both".to_owned()),
        ..pattern.described_chain(state.layout, &ends, text)
    }
}

/// Finds an empty rectangle, and removes the digit from the cells that both alternatives exclude.
pub fn find_empty_rectangle<L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
) -> Option<Deduction<L>> {
    bits(digits).find_map(|digit| {
        let mut areas = state.layout.lines()..state.layout.houses();
        areas.find_map(|area| in_area(state, digit, area))
    })
}

fn in_area<L: Layout>(state: &SolvingState<L>, digit: usize, area: usize) -> Option<Deduction<L>> {
    let layout = &state.layout;
    let places = state.candidate_cells(digit) & layout.group(area);
    if places.len() < 2 {
        return None;
    }
    layout.members(area).iter().find_map(|&crossing| {
        let lines = |kind| layout.houses_of(crossing.into(), kind);
        lines(HouseKind::Row).find_map(|row| {
            lines(HouseKind::Column).find_map(|column| {
                if !(places & !(layout.group(row) | layout.group(column))).is_empty() {
                    return None;
                }
                with_link(state, digit, [area, row, column], places)
                    .or_else(|| with_link(state, digit, [area, column, row], places))
            })
        })
    })
}

/// Finds a strong link with one end in `along`, outside the area.
fn with_link<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    [area, along, across]: [usize; 3],
    places: L::Cells,
) -> Option<Deduction<L>> {
    let (layout, marks) = (&state.layout, state.candidate_cells(digit));
    let outside = marks & !layout.group(area);
    let [level_kind, link_kind] = [along, across].map(|line| layout.kind(line));
    (outside & layout.group(along)).iter().find_map(|near| {
        let links = layout.houses_of(near, link_kind);
        let mut links = links.filter(|&link| has_two(state.places(digit, link)));
        links.find_map(|link| {
            let far = (marks & layout.group(link) & !L::Cells::of(near)).first()?;
            // Line through the far place that crosses `across`.
            layout.houses_of(far, level_kind).find_map(|level| {
                let removed = outside & layout.group(level) & layout.group(across);
                let pattern = || {
                    let pattern = Pattern::new(rectangle_words).with_digits(&[digit]);
                    let pattern = pattern.with_houses(&[area, along, across, link]);
                    pattern.with_group(places, 0).with_cells(&[near, far])
                };
                Deduction::excluding(Technique::EmptyRectangle, pattern, digit, removed)
            })
        })
    })
}

/// Describes the places in a box, in two crossing lines, and a strong link that crosses the first
/// line outside the box. The houses are the box, the two lines, and the house of the link.
fn rectangle_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, [digit], link) = (state.layout, pattern.digits(), pattern.cells());
    let ([places], [_, along, across, _]) = (pattern.groups(), pattern.houses());
    let in_across = places.cells & layout.group(across);
    let in_along = places.cells & layout.group(along) & !in_across;
    let ends = [
        candidate_end(digit, link[1]),
        candidate_end(digit, link[0]),
        (digit, in_along),
        (digit, in_across),
    ];
    let value = sign(digit);
    let [near, far] = link.map(|cell| layout.puzzle_cell(cell));
    let in_box = either(layout, in_across);
    let [square, along, across, linked] = pattern.houses().map(|house| layout.house(house));
    let text = format!(
        "in {square}, {value} can only be in {along} or {across}; {near} and {far} are a conjugate \
         pair of {value} in {linked}; so {far} is {value}, or {near} is and {square} has its \
         {value} in {across}, at {in_box}"
    );
    PatternDescription {
        cells: places.cells.iter().chain(link).collect(),
        conclusion: Conclusion::Sees(names(layout, in_across | CellSet::of(link[1]))),
        ..pattern.described_chain(layout, &ends, text)
    }
}
