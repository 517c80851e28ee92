//! Words of unique, hidden and avoidable rectangles.
//!
//! The floor of a rectangle are the corners that can hold only its two digits. The other corners
//! are the roof.

use super::deduction::{Conclusion, Pattern, PatternDescription};
use super::layout::{CellSet, LayoutSet};
use super::solving_state::PlainState;
use super::step::{
    Edge, EdgeKind, candidate_end, digits as listed, digits_or, edge, either, names, sign,
};
use super::wording::both_or_all;

/// Consequence of four corners with two digits.
const DEADLY: &str = "a deadly pattern: the puzzle would have two solutions";

/// Corners of a rectangle in words.
struct RectangleText {
    /// The two digits of the rectangle, one bit each.
    digits: u32,
    /// Corners that can hold other digits: the roof.
    more: CellSet,
    /// Names the other corners, the floor: `the floor r1c1 and r1c5 can only hold 1 and 2; `. The
    /// text is empty if all corners can hold other digits.
    floor: String,
}

impl RectangleText {
    /// Reads the first two digits and the first four cells of a pattern.
    fn of(pattern: &Pattern, state: &PlainState<'_>) -> Self {
        let [one, other] = pattern.digits();
        let digits = 1 << one | 1 << other;
        let corners = pattern.cells[..4].iter().copied();
        let is_bare = |cell: &usize| state.possible(*cell) & !digits == 0;
        let (bare, more): (Vec<usize>, Vec<usize>) = corners.partition(is_bare);
        let bare: CellSet = bare.into_iter().collect();
        let values = listed(digits);
        let is_solved = |cell: usize| state.digits[cell] != 0;
        // In an avoidable rectangle, some corners are solved.
        let origin = if pattern.cells[..4].iter().any(|&cell| is_solved(cell)) {
            ", none of them a clue,"
        } else {
            ""
        };
        let floor = if bare.is_empty() {
            String::new()
        } else {
            let bare = names(state.layout, bare);
            format!("the floor {bare}{origin} can only hold {values}; ")
        };
        Self {
            digits,
            more: more.into_iter().collect(),
            floor,
        }
    }
}

/// States that only one corner can hold other digits.
pub fn filled_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let RectangleText { more, floor, .. } = RectangleText::of(pattern, state);
    let lost = pattern.removed.iter();
    let lost = lost.fold(0, |lost, &(digit, _)| lost | 1 << digit);
    let text = format!(
        "{floor}with {} in {}, the four corners would be {DEADLY}",
        digits_or(lost),
        names(state.layout, more)
    );
    PatternDescription {
        title: avoidable(pattern, state, "Avoidable rectangle type 1"),
        ..pattern.described(text)
    }
}

/// Returns the title of a rectangle with a solved corner.
fn avoidable(
    pattern: &Pattern,
    state: &PlainState<'_>,
    title: &'static str,
) -> Option<&'static str> {
    let mut corners = pattern.cells[..4].iter();
    let is_solved = corners.any(|&cell| state.digits[cell] != 0);
    is_solved.then_some(title)
}

/// States that all corners that can hold other digits have one extra, the third digit.
pub fn extra_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, state);
    let [.., extra] = pattern.digits::<3>().map(sign);
    let text = format!(
        "{}the roof {} has the extra candidate {extra}; unless {} is {extra}, the four corners are \
         {DEADLY}",
        rectangle.floor,
        names(state.layout, rectangle.more),
        either(state.layout, rectangle.more)
    );
    PatternDescription {
        title: avoidable(pattern, state, "Avoidable rectangle type 2"),
        conclusion: Conclusion::Sees(both_or_all(rectangle.more)),
        ..pattern.described(text)
    }
}

/// States that one of two corners holds an extra digit, and forms a naked set with cells of a
/// house.
pub fn subset_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, state);
    let ([subset], [house]) = (pattern.groups(), pattern.houses());
    let mut extras = 0;
    for cell in rectangle.more.iter() {
        extras |= state.possible(cell) & !rectangle.digits;
    }
    let house = state.layout.house(house);
    let set = match subset.digits.count_ones() {
        2 => "naked pair",
        3 => "naked triple",
        _ => "naked quad",
    };
    pattern.described(format!(
        "{}unless {}, the roof, is {}, the four corners are {DEADLY}; so the roof and {} form a {set} of {} in {house}",
        rectangle.floor,
        either(state.layout, rectangle.more),
        digits_or(extras),
        names(state.layout, subset.cells),
        listed(subset.digits),
    ))
}

/// States that the first digit has to be in one of two corners.
pub fn link_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, state);
    let ([digit, other], [house]) = (pattern.digits(), pattern.houses());
    let text = format!(
        "{}the roof {} is a conjugate pair of {} in {}; with {} in {}, the four corners would be \
         {DEADLY}",
        rectangle.floor,
        names(state.layout, rectangle.more),
        sign(digit),
        state.layout.house(house),
        sign(other),
        either(state.layout, pattern.losing_cells())
    );
    linked(pattern, state, text)
}

/// States that the first digit has to be in opposite corners.
pub fn diagonal_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, state);
    let [digit, second] = pattern.digits().map(sign);
    let [one, other] = pattern.houses().map(|house| state.layout.house(house));
    let text = format!(
        "{}in {one} and {other}, {digit} can only be in the corners; if {} were {digit}, both would be, \
         and the floor {second}: {DEADLY}",
        rectangle.floor,
        either(state.layout, rectangle.more)
    );
    linked(pattern, state, text)
}

/// States that the second digit in a corner would force the first into the corners beside it. The
/// last two cells are this corner and the opposite one.
pub fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let RectangleText { digits, .. } = RectangleText::of(pattern, state);
    let [digit, other] = pattern.digits().map(sign);
    let [corners @ .., corner, opposite] = pattern.cells::<6>();
    let beside = { corners }.into_iter();
    let beside = beside.filter(|&cell| cell != corner && cell != opposite);
    let beside = names(state.layout, beside.collect());
    let [corner, opposite] = [corner, opposite].map(|cell| state.layout.puzzle_cell(cell));
    let [one, two] = pattern.houses().map(|house| state.layout.house(house));
    let text = format!(
        "{opposite} can only hold {}; in {one} and {two}, {digit} can only be in the corners; if \
         {corner} were {other}, {beside} would be {digit} and {opposite} {other}: {DEADLY}",
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
