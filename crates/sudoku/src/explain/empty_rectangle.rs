//! Empty rectangle: a box where all places of a digit lie in one row and one column.
//!
//! Suppose that another column has two places for the digit, one of them in that row. If the digit
//! is not in the column's part of the box, it is in the row's part, so the other place of that
//! column holds it. The digit is removed from the cell that sees both the column's part and that
//! place.

use super::deduction::{Deduction, TechniquePattern};
use super::edges::{alternating_edges, candidate_end};
use super::house::HouseKind;
use super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, bits, has_two};
use super::pattern_description::PatternDescription;
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Places of a digit in a box, in two crossing lines, and a strong link that crosses the first line
/// outside the box. The houses are the box, the two lines, and the house of the link.
#[derive(Debug)]
struct EmptyRectangle {
    digit: usize,
    places: CellSet,
    houses: [usize; 4],
    link: [usize; 2],
}

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
                let pattern = || EmptyRectangle {
                    digit,
                    places: places.widened(),
                    houses: [area, along, across, link],
                    link: [near, far],
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

impl TechniquePattern for EmptyRectangle {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let (digit, places) = (frame.digit(self.digit), frame.cells(self.places));
        let houses = self.houses.map(|house| frame.house(house));
        let link = self.link.map(|cell| frame.cell(cell));
        let value = sign(digit);
        let [near, far] = link.map(|cell| state.layout.puzzle_cell(cell));
        let [square, along, across, linked] = houses.map(|house| state.layout.label(house));
        let in_across = places & state.layout.group(houses[2]);
        let in_along = places & state.layout.group(houses[1]) & !in_across;
        PatternDescription {
            digits: 1 << digit,
            cells: places.iter().chain(link).collect(),
            houses: houses.to_vec(),
            edges: alternating_edges(
                state.layout,
                [
                    candidate_end(digit, link[1]),
                    candidate_end(digit, link[0]),
                    (digit, in_along),
                    (digit, in_across),
                ],
            ),
            text: format!(
                "in {square}, {value} can only be in {along} or {across}, in {linked} only in \
                 {near} or {far}; if {far} is not {value}, then {near} is, and {square} has its \
                 {value} in {across}"
            ),
            ..PatternDescription::default()
        }
    }
}
