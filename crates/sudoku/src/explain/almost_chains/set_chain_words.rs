//! Chains of almost locked sets in words.

use super::super::deduction::TechniquePattern;
use super::super::edges::{EdgeEnd, alternating_edges, edge};
use super::super::layout::{CellSet, Frame, LayoutSet, PlainLayout};
use super::super::pattern_description::PatternDescription;
use super::super::phrases::{digits, names, says, sign};
use super::super::plain_state::PlainState;
use super::super::step::{ChainStatement, Edge, EdgeKind};
use super::almost_locked_sets::{CellGroup, SetChain};

impl TechniquePattern for SetChain<CellSet> {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let own = self.moved(frame);
        describe_chain(&own, state).with_edges(edges(&own, state))
    }
}

/// Edges of a chain: a set that lacks one digit holds the next, which excludes that digit from the
/// following set.
fn edges(chain: &SetChain<CellSet>, state: &PlainState<'_>) -> Vec<Edge> {
    let mut ends: Vec<EdgeEnd> = Vec::new();
    let mut lacked = chain.digit;
    for (number, &set) in chain.sets().iter().enumerate() {
        let held = chain.links().nth(number).unwrap_or(chain.digit);
        ends.push((lacked, places(set, lacked, state)));
        ends.push((held, places(set, held, state)));
        lacked = held;
    }
    let closing = match ends[..] {
        [first, .., last] if chain.is_loop => Some(edge(state.layout, EdgeKind::Weak, last, first)),
        _ => None,
    };
    alternating_edges(state.layout, ends)
        .into_iter()
        .chain(closing)
        .collect()
}

/// Describes sets, each linked to the next by a digit that only one of the two can hold.
fn describe_chain(chain: &SetChain<CellSet>, state: &PlainState<'_>) -> PatternDescription {
    let sets = chain.sets();
    let mut links: Vec<ChainStatement> = Vec::new();
    let mut text = String::new();
    let mut lacked = chain.digit;
    for (number, &set) in sets.iter().enumerate() {
        let held = chain.links().nth(number).unwrap_or(chain.digit);
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
        lacked = held;
    }
    let cells = sets.iter().fold(CellSet::NONE, |all, set| all | set.cells);
    PatternDescription {
        digits: sets.iter().fold(0, |all, set| all | set.digits),
        cells: cells.iter().collect(),
        chains: vec![links],
        text: format!("{text}; {}", conclusion(chain, state)),
        ..PatternDescription::default()
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
fn conclusion(chain: &SetChain<CellSet>, state: &PlainState<'_>) -> String {
    let (Some(&first), Some(&last)) = (chain.sets().first(), chain.sets().last()) else {
        return String::new();
    };
    let digit = chain.digit;
    let [here, there] = [first, last].map(|set| places(set, digit, state));
    if chain.is_loop {
        let linked = chain.links().fold(1 << digit, |all, link| all | 1 << link);
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
        |house| format!(" ({})", state.layout.label(house)),
    )
}
