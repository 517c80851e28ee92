//! Chains of almost locked sets in words.

use super::super::edges::{EdgeEnd, alternating_edges, edge};
use super::super::layout::{CellSet, LayoutSet, PlainLayout};
use super::super::pattern::{CellGroup, Pattern, PatternDescription};
use super::super::phrases::{digits, names, says, sign};
use super::super::plain_state::PlainState;
use super::super::step::{ChainStatement, EdgeKind};

/// Describes sets, each linked to the next by a digit that only one of the two can hold. The first
/// digit is the one that the ends exclude, the others link the sets.
pub fn chain_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    describe_chain(pattern, state, false)
}

/// Describes sets where the last one is linked with the first, too.
pub fn loop_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    describe_chain(pattern, state, true)
}

fn describe_chain(pattern: &Pattern, state: &PlainState<'_>, is_loop: bool) -> PatternDescription {
    let (sets, digits) = (&pattern.groups[..], &pattern.digits[..]);
    let mut links: Vec<ChainStatement> = Vec::new();
    let mut ends: Vec<EdgeEnd> = Vec::new();
    let mut text = String::new();
    for (number, &set) in sets.iter().enumerate() {
        // A set that lacks one digit holds the next, which excludes that digit from the following
        // set. The chain ends with its first digit.
        let lacked = digits[number];
        let held = digits.get(number + 1).copied().unwrap_or(digits[0]);
        let before = number.checked_sub(1).map(|before| sets[before]);
        let apart = before.map_or_else(String::new, |before| {
            shared_house(before, set, lacked, state)
        });
        let without = set_statement(set, lacked, false, &apart, state);
        let with = set_statement(set, held, true, &held_by(state.layout, set), state);
        text.push_str(if number == 0 { "if " } else { ", " });
        text.push_str(&without.text);
        let next = match (number, set.cells.only()) {
            (0, Some(_)) => format!(", then it is {}", sign(held)),
            (0, None) => format!(", then {}", with.text),
            (_, Some(_)) => format!(" but {}", sign(held)),
            (_, None) => format!(", {}", with.text),
        };
        text.push_str(&next);
        links.extend([without, with]);
        ends.extend([lacked, held].map(|digit| (digit, places(set, digit, state))));
    }
    let mut edges = alternating_edges(state.layout, ends.iter().copied());
    if let [first, .., last] = ends[..]
        && is_loop
    {
        edges.push(edge(state.layout, EdgeKind::Weak, last, first));
    }
    let end = conclusion(sets, digits, state, is_loop);
    PatternDescription {
        chains: vec![links],
        edges,
        ..pattern.described(format!("{text}; {end}"))
    }
}

/// States that a set holds a digit, or does not.
fn set_statement(
    set: CellGroup<CellSet>,
    digit: usize,
    holds: bool,
    why: &str,
    state: &PlainState<'_>,
) -> ChainStatement {
    let cells = places(set, digit, state);
    ChainStatement {
        cells: cells
            .iter()
            .map(|cell| state.layout.puzzle_cell(cell))
            .collect(),
        digit: Some(digit as u8 + 1),
        holds,
        text: format!("{}{why}", says(state.layout, cells, digit, holds)),
        because: Vec::new(),
    }
}

/// Names a set as ` (r1c1 and r1c5 hold all but one of 1, 2 and 5)`. For a set of one cell the text
/// is empty.
fn held_by(layout: &PlainLayout, set: CellGroup<CellSet>) -> String {
    if set.cells.only().is_some() {
        return String::new();
    }
    let (cells, digits) = (names(layout, set.cells), digits(set.digits));
    format!(" ({cells} hold all but one of {digits})")
}

/// States the conclusion for the ends, or for both sets of a loop.
fn conclusion(
    sets: &[CellGroup<CellSet>],
    linked: &[usize],
    state: &PlainState<'_>,
    is_loop: bool,
) -> String {
    let (first, last, digit) = (sets[0], sets[sets.len() - 1], linked[0]);
    let [here, there] = [first, last].map(|set| places(set, digit, state));
    if is_loop {
        let linked = linked.iter().fold(0, |all, digit| all | 1 << digit);
        format!(
            "then {}{}, where it began: so {} are in one of the two sets each, and the sets hold \
             all their other digits",
            says(state.layout, here, digit, false),
            shared_house(last, first, digit, state),
            digits(linked)
        )
    } else {
        format!("so {}", says(state.layout, here | there, digit, true))
    }
}

/// Cells of a set that may hold a digit.
fn places(set: CellGroup<CellSet>, digit: usize, state: &PlainState<'_>) -> CellSet {
    set.cells & state.candidate_cells(digit)
}

/// Names the house in which the places of a digit in two sets see each other: ` (row 1)`.
fn shared_house(
    before: CellGroup<CellSet>,
    set: CellGroup<CellSet>,
    digit: usize,
    state: &PlainState<'_>,
) -> String {
    let both = places(before, digit, state) | places(set, digit, state);
    let house = state.layout.common_groups(both).next();
    house.map_or_else(
        || " (all see each other)".to_owned(),
        |house| format!(" ({})", state.layout.house(house)),
    )
}
