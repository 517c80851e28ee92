//! Empty rectangle: a box where all places of a digit lie in one row and one column.
//!
//! Suppose that another column has two places for the digit, one of them in that row. If the digit
//! is not in the column's part of the box, it is in the row's part, so the other place of that
//! column holds it. The digit is removed from the cell that sees both the column's part and that
//! place.

use super::deduction::Deduction;
use super::edges::{alternating_edges, candidate_end};
use super::house::HouseKind;
use super::layout::{CandidateSet, Layout, LayoutSet, bits, has_two};
use super::pattern::{Pattern, PatternDescription};
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Finds an empty rectangle, and removes the digit from the cells that both alternatives exclude.
pub fn find<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
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
                    let pattern = Pattern::new(words).with_digits(&[digit]);
                    let pattern = pattern.with_houses(&[area, along, across, link]);
                    pattern.with_group(places, 0).with_cells(&[near, far])
                };
                Deduction::removing(
                    Technique::EmptyRectangle,
                    pattern,
                    CandidateSet::of(digit, removed),
                )
            })
        })
    })
}

/// Describes the places in a box, in two crossing lines, and a strong link that crosses the first
/// line outside the box. The houses are the box, the two lines, and the house of the link.
fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
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
    let [square, along, across, linked] = pattern.houses().map(|house| layout.house(house));
    let text = format!(
        "in {square}, {value} can only be in {along} or {across}, in {linked} only in {near} or \
         {far}; if {far} is not {value}, then {near} is, and {square} has its {value} in {across}"
    );
    PatternDescription {
        cells: places.cells.iter().chain(link).collect(),
        edges: alternating_edges(layout, ends),
        ..pattern.described(text)
    }
}
