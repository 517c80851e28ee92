//! Rectangles in words, with their conclusions.

use super::super::edges::{candidate_end, edge};
use super::super::layout::{CellSet, LayoutSet};
use super::super::pattern::{Pattern, PatternDescription};
use super::super::phrases::{digits as listed, digits_or, either, names, sign};
use super::super::plain_state::PlainState;
use super::super::step::{Edge, EdgeKind};

/// Corners of a rectangle, and what must not happen to them.
struct Rectangle {
    /// The two digits of the rectangle, one bit each.
    digits: u32,
    /// Corners that can hold other digits.
    more: CellSet,
    /// Names the other corners: `r1c1 and r1c5 can only hold 1 and 2`.
    floor: String,
    deadly: String,
}

impl Rectangle {
    /// Reads the first two digits and the first four cells of a pattern.
    fn of(pattern: &Pattern, state: &PlainState<'_>) -> Self {
        let [one, other] = pattern.digits();
        let digits = 1 << one | 1 << other;
        let corners = pattern.cells[..4].iter().copied();
        let is_bare = |cell: &usize| state.possible(*cell) & !digits == 0;
        let (bare, more): (Vec<usize>, Vec<usize>) = corners.partition(is_bare);
        let bare: CellSet = bare.into_iter().collect();
        let values = listed(digits);
        let floor = if bare.is_empty() {
            String::new()
        } else {
            format!("{} can only hold {values}", names(state.layout, bare))
        };
        Self {
            digits,
            more: more.into_iter().collect(),
            floor,
            deadly: format!(
                "{values} could be exchanged in these four cells, for a second solution"
            ),
        }
    }
}

/// States that only one corner can hold other digits.
pub fn filled_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let Rectangle {
        more,
        floor,
        deadly,
        ..
    } = Rectangle::of(pattern, state);
    let more = names(state.layout, more);
    pattern.described(format!(
        "{floor}; if this were true of {more}, too, {deadly}"
    ))
}

/// States that all corners that can hold other digits have one extra, the third digit.
pub fn extra_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = Rectangle::of(pattern, state);
    let [.., extra] = pattern.digits::<3>();
    let comma = if rectangle.floor.is_empty() { "" } else { ", " };
    pattern.described(format!(
        "{}{comma}{} only {}; unless {} is {}, {}",
        rectangle.floor,
        names(state.layout, rectangle.more),
        listed(rectangle.digits | 1 << extra),
        either(state.layout, rectangle.more),
        sign(extra),
        rectangle.deadly
    ))
}

/// States that one of two corners holds an extra digit, and forms a naked set with cells of a
/// house.
pub fn subset_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = Rectangle::of(pattern, state);
    let ([subset], [house]) = (pattern.groups(), pattern.houses());
    let mut extras = 0;
    for cell in rectangle.more.iter() {
        extras |= state.possible(cell) & !rectangle.digits;
    }
    pattern.described(format!(
        "{}; unless {} is {}, {}; one of these two, together with {}, holds {} of {}",
        rectangle.floor,
        either(state.layout, rectangle.more),
        digits_or(extras),
        rectangle.deadly,
        names(state.layout, subset.cells),
        listed(subset.digits),
        state.layout.house(house)
    ))
}

/// States that the first digit has to be in one of two corners.
pub fn link_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = Rectangle::of(pattern, state);
    let ([digit, other], [house]) = (pattern.digits(), pattern.houses());
    let text = format!(
        "{}; in {}, {} can only be in {}; if the other one were {}, {}",
        rectangle.floor,
        state.layout.house(house),
        sign(digit),
        either(state.layout, rectangle.more),
        sign(other),
        rectangle.deadly
    );
    linked(pattern, state, text)
}

/// States that the first digit has to be in opposite corners.
pub fn diagonal_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = Rectangle::of(pattern, state);
    let [digit] = pattern.digits().map(sign);
    let [one, other] = pattern.houses().map(|house| state.layout.house(house));
    let text = format!(
        "{}; in {one} and {other}, {digit} can only be in opposite corners; if these were {}, {}",
        rectangle.floor,
        names(state.layout, rectangle.more),
        rectangle.deadly
    );
    linked(pattern, state, text)
}

/// States that the second digit in a corner would force the first into the corners beside it. The
/// last two cells are this corner and the opposite one.
pub fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let Rectangle { digits, deadly, .. } = Rectangle::of(pattern, state);
    let [digit, other] = pattern.digits().map(sign);
    let [.., corner, opposite] = (pattern.cells::<6>()).map(|cell| state.layout.puzzle_cell(cell));
    let [one, two] = pattern.houses().map(|house| state.layout.house(house));
    let text = format!(
        "{opposite} can only hold {}; if {corner} were {other}, {digit} of {one} and of {two} would \
         be in the other corners, and {deadly}",
        listed(digits)
    );
    linked(pattern, state, text)
}

/// Adds edges between the two corners of each house where the first digit has no other place.
fn linked(pattern: &Pattern, state: &PlainState<'_>, text: String) -> PatternDescription {
    let [digit] = pattern.digits();
    let corners: CellSet = pattern.cells[..4].iter().copied().collect();
    let edge_in = |&house: &usize| -> Option<Edge> {
        let places = state.candidate_cells(digit) & corners & state.layout.group(house);
        let mut places = places.iter().map(|cell| candidate_end(digit, cell));
        let (from, to) = (places.next()?, places.next()?);
        Some(edge(state.layout, EdgeKind::Strong, from, to))
    };
    PatternDescription {
        edges: pattern.houses.iter().filter_map(edge_in).collect(),
        ..pattern.described(text)
    }
}
