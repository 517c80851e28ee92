//! Words of unique, hidden and avoidable rectangles, and of unique loops.
//!
//! The floor of a rectangle are the corners that can hold only its two digits. The other corners
//! are the roof. The cells of a loop are its corners.

use super::deduction::{Conclusion, Pattern, PatternDescription};
use super::layout::{CellSet, LayoutSet};
use super::solving_state::PlainState;
use super::step::{
    Edge, EdgeKind, candidate_end, digits as listed, digits_or, edge, either, names, sign,
};
use super::wording::{both_or_all, house_names, naked_set_name};

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
    is_loop: bool,
    /// True if a corner is solved, in an avoidable rectangle.
    is_avoidable: bool,
}

impl RectangleText {
    /// Reads the first two digits of a pattern, and its corners.
    fn of(pattern: &Pattern, corners: &[usize], state: &PlainState<'_>) -> Self {
        let [one, other] = pattern.digits();
        let digits = 1 << one | 1 << other;
        let is_bare = |cell: &usize| state.possible(*cell) & !digits == 0;
        let (bare, more): (Vec<usize>, Vec<usize>) = { corners.iter() }.partition(|it| is_bare(it));
        let [bare, more] = [bare, more].map(|cells| cells.into_iter().collect::<CellSet>());
        let values = listed(digits);
        let is_avoidable = corners.iter().any(|&cell| state.digits[cell] != 0);
        let origin = if is_avoidable {
            ", none of them a clue,"
        } else {
            ""
        };
        let is_loop = corners.len() > 4;
        let floor = if is_loop {
            let path = corners.iter().chain(corners.first());
            let path = path.map(|&cell| state.layout.puzzle_cell(cell).to_string());
            let path = path.collect::<Vec<_>>().join("-");
            let more = names(state.layout, more);
            format!("in the loop {path}, all cells but {more} can only hold {values}; ")
        } else if bare.is_empty() {
            String::new()
        } else {
            let bare = names(state.layout, bare);
            format!("the floor {bare}{origin} can only hold {values}; ")
        };
        Self {
            digits,
            more,
            floor,
            is_loop,
            is_avoidable,
        }
    }

    /// States that all corners are a deadly pattern: `the loop is …`, or `the four corners are …`.
    fn deadly(&self, of_loop: &str, of_corners: &str) -> String {
        if self.is_loop {
            format!("the loop {of_loop} {DEADLY}")
        } else {
            format!("the four corners {of_corners} {DEADLY}")
        }
    }

    /// Names the roof as the subject of a sentence: `the roof r1c1 and r1c5 has`.
    fn roof(&self, state: &PlainState<'_>, one: &str, several: &str) -> String {
        let more = names(state.layout, self.more);
        if self.is_loop {
            format!("{more} {several}")
        } else {
            format!("the roof {more} {one}")
        }
    }

    /// Title of a loop, or of an avoidable rectangle.
    fn title(
        &self,
        of_loop: &'static str,
        of_avoidable: Option<&'static str>,
    ) -> Option<&'static str> {
        if self.is_loop {
            return Some(of_loop);
        }
        of_avoidable.filter(|_| self.is_avoidable)
    }
}

/// States that only one corner can hold other digits.
pub fn filled_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, &pattern.cells, state);
    let lost = pattern.removed.iter();
    let lost = lost.fold(0, |lost, &(digit, _)| lost | 1 << digit);
    let text = format!(
        "{}with {} in {}, {}",
        rectangle.floor,
        digits_or(lost),
        names(state.layout, rectangle.more),
        rectangle.deadly("would be", "would be")
    );
    PatternDescription {
        title: rectangle.title("Unique loop type 1", Some("Avoidable rectangle type 1")),
        ..pattern.described(text)
    }
}

/// States that all corners that can hold other digits have one extra, the third digit.
pub fn extra_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, &pattern.cells, state);
    let [.., extra] = pattern.digits::<3>().map(sign);
    let text = format!(
        "{}{} the extra candidate {extra}; unless {} is {extra}, {}",
        rectangle.floor,
        rectangle.roof(state, "has", "have"),
        either(state.layout, rectangle.more),
        rectangle.deadly("is", "are")
    );
    PatternDescription {
        title: rectangle.title("Unique loop type 2", Some("Avoidable rectangle type 2")),
        conclusion: Conclusion::Sees(both_or_all(rectangle.more)),
        ..pattern.described(text)
    }
}

/// States that one of two corners holds an extra digit, and forms a naked set with cells of a
/// house.
pub fn subset_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let [subset] = pattern.groups();
    let set = naked_set_name(subset.digits);
    let [house] = pattern.houses();
    let end = format!(
        "and {} form a {set} of {} in {}",
        names(state.layout, subset.cells),
        listed(subset.digits),
        state.layout.house(house)
    );
    describe_subset(pattern, state, &end)
}

/// States that one of two corners holds an extra digit, so that only the other one can hold a digit
/// of a hidden set.
pub fn hidden_subset_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([subset], [house]) = (pattern.groups(), pattern.houses());
    let places = match subset.cells.only() {
        Some(_) => "place of these is",
        None => "places of these are",
    };
    let end = format!(
        "can hold only one of {}; in {}, the only other {places} {}",
        listed(subset.digits),
        state.layout.house(house),
        names(state.layout, subset.cells)
    );
    describe_subset(pattern, state, &end)
}

fn describe_subset(pattern: &Pattern, state: &PlainState<'_>, end: &str) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, &pattern.cells, state);
    let mut extras = 0;
    for cell in rectangle.more.iter() {
        extras |= state.possible(cell) & !rectangle.digits;
    }
    let (roof, named) = if rectangle.is_loop {
        ("", "the two")
    } else {
        (", the roof,", "the roof")
    };
    let text = format!(
        "{}unless {}{roof} is {}, {}; so {named} {end}",
        rectangle.floor,
        either(state.layout, rectangle.more),
        digits_or(extras),
        rectangle.deadly("is", "are"),
    );
    PatternDescription {
        title: rectangle.title("Unique loop type 3", None),
        ..pattern.described(text)
    }
}

/// States that the first digit has to be in one of two corners.
pub fn link_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, &pattern.cells, state);
    let ([digit, other], [house]) = (pattern.digits(), pattern.houses());
    let text = format!(
        "{}{} a conjugate pair of {} in {}; with {} in {}, {}",
        rectangle.floor,
        rectangle.roof(state, "is", "are"),
        sign(digit),
        state.layout.house(house),
        sign(other),
        either(state.layout, pattern.losing_cells()),
        rectangle.deadly("would be", "would be")
    );
    PatternDescription {
        title: rectangle.title("Unique loop type 4", None),
        ..linked(pattern, &pattern.cells, state, text)
    }
}

/// States that the first digit has to be in opposite corners.
pub fn diagonal_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let rectangle = RectangleText::of(pattern, &pattern.cells[..4], state);
    let [digit, second] = pattern.digits().map(sign);
    let text = format!(
        "{}in {}, {digit} can only be in the corners; if {} were {digit}, both would be, \
         and the floor {second}: {DEADLY}",
        rectangle.floor,
        house_names(state.layout, &pattern.houses),
        either(state.layout, rectangle.more)
    );
    linked(pattern, &pattern.cells[..4], state, text)
}

/// States that the second digit in a corner would force the first into the corners beside it. The
/// last two cells are this corner and the opposite one.
pub fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let RectangleText { digits, .. } = RectangleText::of(pattern, &pattern.cells[..4], state);
    let [digit, other] = pattern.digits().map(sign);
    let [corners @ .., corner, opposite] = pattern.cells::<6>();
    let beside = { corners }.into_iter();
    let beside = beside.filter(|&cell| cell != corner && cell != opposite);
    let beside = names(state.layout, beside.collect());
    let [corner, opposite] = [corner, opposite].map(|cell| state.layout.puzzle_cell(cell));
    let text = format!(
        "{opposite} can only hold {}; in {}, {digit} can only be in the corners; if \
         {corner} were {other}, {beside} would be {digit} and {opposite} {other}: {DEADLY}",
        listed(digits),
        house_names(state.layout, &pattern.houses)
    );
    linked(pattern, &pattern.cells[..4], state, text)
}

/// Adds edges between the two corners of each house where the first digit has no other place.
fn linked(
    pattern: &Pattern,
    corners: &[usize],
    state: &PlainState<'_>,
    text: String,
) -> PatternDescription {
    let [digit] = pattern.digits();
    let corners: CellSet = corners.iter().copied().collect();
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
