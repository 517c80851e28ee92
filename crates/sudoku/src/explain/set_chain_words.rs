//! Words of ALS-XZ, ALS-XY-wings and ALS chains.

use super::deduction::{CellGroup, Conclusion, Pattern, PatternDescription};
use super::eureka::{self, Proves};
use super::layout::{CellSet, LayoutSet, PlainLayout};
use super::solving_state::PlainState;
use super::step::{
    ChainStatement, EdgeEnd, alternating_edges, digits, either, list, names, sign, statement,
};
use super::wording::{cells_with_digits, it_or_both};

/// Describes sets, each linked to the next by a digit that only one of the two can hold. The ends
/// exclude the first digit; all further digits link the sets. In a loop, the last set is linked with
/// the first, too.
pub fn chain_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (sets, digits, is_loop) = (&pattern.groups[..], &pattern.digits[..], pattern.is_loop);
    let mut links: Vec<ChainStatement> = Vec::new();
    let mut ends: Vec<EdgeEnd> = Vec::new();
    let mut terms: Vec<EdgeEnd> = Vec::new();
    for (number, &set) in sets.iter().enumerate() {
        // A set that lacks one digit holds the next, which excludes that digit from the following
        // set. The chain ends with its first digit.
        let lacked = digits[number];
        let held = digits.get(number + 1).copied().unwrap_or(digits[0]);
        let before = number.checked_sub(1).map(|before| sets[before]);
        let apart = before.map_or_else(String::new, |before| {
            shared_house(before, set, lacked, state)
        });
        let own = [lacked, held].map(|digit| (digit, places(set, digit, state)));
        let without = statement(state.layout, own[0], false, &apart);
        let with = statement(state.layout, own[1], true, &held_by(state.layout, set));
        links.extend([without, with]);
        ends.extend(own);
        terms.extend([lacked, held].map(|digit| (digit, set.cells)));
    }
    let (reason, conclusion) = if is_loop {
        reason_of_loop(digits)
    } else {
        reason_of_chain(sets, digits, state)
    };
    let distinct = sets.iter().enumerate();
    let distinct = distinct.filter(|&(number, set)| !sets[..number].contains(set));
    let named = distinct.map(|(number, set)| {
        let cells = cells_with_digits(state.layout, set.cells, set.digits);
        format!("{} = {cells}", name_of(sets, number))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let commons = restricted_commons(sets, digits, state, is_loop);
    let proves = Proves::Removed(&pattern.removed);
    PatternDescription {
        chains: vec![links],
        edges: alternating_edges(state.layout, &ends, is_loop),
        eureka: Some(eureka::chain(state.layout, &terms, is_loop, proves)),
        conclusion,
        ..pattern.described(format!("almost locked sets {named}; {commons}; {reason}"))
    }
}

/// Names a set of a chain by a letter. A chain may return to its first set.
fn name_of(sets: &[CellGroup<CellSet>], number: usize) -> char {
    let first = sets.iter().position(|set| *set == sets[number]);
    char::from(b'A' + first.unwrap_or(number) as u8)
}

/// Names the digits that only one of two sets can hold: `restricted common 2 of A and B (row 1)`.
fn restricted_commons(
    sets: &[CellGroup<CellSet>],
    digits: &[usize],
    state: &PlainState<'_>,
    is_loop: bool,
) -> String {
    let house =
        |one: usize, other: usize, digit: usize| shared_house(sets[one], sets[other], digit, state);
    if is_loop {
        let commons = digits
            .iter()
            .map(|&digit| format!("{}{}", sign(digit), house(0, 1, digit)));
        return format!("restricted commons {}", list(commons));
    }
    let commons = digits[1..].iter().enumerate().map(|(number, &digit)| {
        let house = house(number, number + 1, digit);
        let [one, other] = [number, number + 1].map(|number| name_of(sets, number));
        format!("{} of {one} and {other}{house}", sign(digit))
    });
    match sets.len() {
        2 => format!(
            "restricted common {}{}",
            sign(digits[1]),
            house(0, 1, digits[1])
        ),
        _ => format!("restricted commons {}", list(commons)),
    }
}

/// States why one of the first and the last set of a chain holds a digit.
fn reason_of_chain(
    sets: &[CellGroup<CellSet>],
    digits: &[usize],
    state: &PlainState<'_>,
) -> (String, Conclusion) {
    let (digit, last) = (sign(digits[0]), name_of(sets, sets.len() - 1));
    let holds = digits[1..].iter().enumerate().map(|(number, &link)| {
        let verb = if number == 0 { " holds" } else { "" };
        format!("{}{verb} {}", name_of(sets, number), sign(link))
    });
    let holds = holds.collect::<Vec<_>>().join(", ");
    let places = [sets[0], sets[sets.len() - 1]].map(|set| places(set, digits[0], state));
    let places = places[0] | places[1];
    let names = either(state.layout, places);
    let reason =
        format!("if A lacks {digit}, then {holds} and {last} {digit}; so {names} is {digit}");
    (reason, Conclusion::Sees(it_or_both(state.layout, places)))
}

/// States that two sets hold all digits that do not link them.
fn reason_of_loop(linked: &[usize]) -> (String, Conclusion) {
    let linked = linked.iter().fold(0, |all, digit| all | 1 << digit);
    let text = format!(
        "each set holds one of {}, and all its other digits",
        digits(linked)
    );
    (
        text,
        Conclusion::Sees(
            "all places of the digit in a set or, of a restricted common, in both".to_owned(),
        ),
    )
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
