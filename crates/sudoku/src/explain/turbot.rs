//! Skyscraper, two-string kite and turbot fish: chains of four cells of one digit.
//!
//! Two units have two places each for a digit, and one place of the first sees one of the
//! second: not both of these hold the digit, so one of the other two does.

use super::super::cell::Cell;
use super::cells::{BOX, COLUMN, CellSet, Marks, UNITS, UNITS_OF, bits, has_two};
use super::deduction::{Deduction, Pattern, View};
use super::edges::{by_turns, one};
use super::phrases::unit_name;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// Two units with two places for a digit, and the unit in which one place of each is: the cells
/// are these two in the middle, and one of the outer ones holds the digit.
#[derive(Debug)]
struct Turbot {
    digit: usize,
    units: [usize; 3],
    cells: [usize; 4],
}

/// Two places of a digit, the only ones of a unit.
#[derive(Clone, Copy)]
struct Pair {
    unit: usize,
    places: [usize; 2],
}

/// The first chain of the easiest kind up to a technique: a skyscraper, a two-string kite,
/// or any other.
pub fn find(state: &State, digits: u16, upto: Technique) -> Option<Deduction> {
    let mut easiest: Option<Deduction> = None;
    // Four cells, and one at least to remove the digit from.
    for digit in bits(digits).filter(|&digit| state.marks(digit).len() > 4) {
        let mut pairs = [Pair {
            unit: 0,
            places: [0; 2],
        }; UNITS];
        let mut count = 0;
        for unit in (0..UNITS).filter(|&unit| has_two(state.places(digit, unit))) {
            let mut places = (state.marks(digit) & CellSet::unit(unit)).iter();
            if let (Some(first), Some(second)) = (places.next(), places.next()) {
                pairs[count] = Pair {
                    unit,
                    places: [first, second],
                };
                count += 1;
            }
        }
        for (number, &one) in pairs[..count].iter().enumerate() {
            let near = CellSet::peers(one.places[0]) | CellSet::peers(one.places[1]);
            for &other in &pairs[number + 1..count] {
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

/// The chain through two pairs, if a place of one sees a place of the other.
fn joined(state: &State, digit: usize, one: Pair, other: Pair) -> Option<Deduction> {
    let marks = state.marks(digit);
    [(0, 0), (0, 1), (1, 0), (1, 1)]
        .into_iter()
        .find_map(|(i, j)| {
            let [inner, joined] = [one.places[i], other.places[j]];
            let [outer, last] = [one.places[1 - i], other.places[1 - j]];
            if !CellSet::peers(inner).contains(joined) {
                return None;
            }
            let seen = CellSet::peers(outer) & CellSet::peers(last);
            let removed = marks & seen & !CellSet::of(inner) & !CellSet::of(joined);
            if removed.is_empty() || outer == last || outer == joined || inner == last {
                return None;
            }
            let shared =
                (UNITS_OF[inner].into_iter()).find(|unit| UNITS_OF[joined].contains(unit))?;
            let technique = kind(one.unit, other.unit, shared);
            let pattern = Turbot {
                digit,
                units: [one.unit, other.unit, shared],
                cells: [outer, inner, joined, last],
            };
            Deduction::removing(technique, pattern, Marks::of(digit, removed))
        })
}

/// What a chain through two units is called that are joined in a third.
fn kind(first: usize, second: usize, shared: usize) -> Technique {
    let [first_is_row, second_is_row] = [first, second].map(|unit| unit < COLUMN);
    if second < BOX && first_is_row == second_is_row && shared < BOX {
        Technique::Skyscraper
    } else if first_is_row && !second_is_row && second < BOX && shared >= BOX {
        Technique::TwoStringKite
    } else {
        Technique::TurbotFish
    }
}

impl Pattern for Turbot {
    /// The cells are in the order of the chain.
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let digit = frame.digit(self.digit);
        let units = self.units.map(|unit| frame.unit(unit));
        let cells = self.cells.map(|cell| frame.cell(cell));
        let value = digit + 1;
        let [outer, inner, joined, last] = cells.map(Cell::at);
        let [first, second, shared] = units.map(unit_name);
        Seen {
            digits: 1 << digit,
            cells: cells.to_vec(),
            units: units.to_vec(),
            edges: by_turns(cells.map(|cell| one(digit, cell))),
            text: format!(
                "in {first}, {value} can only be in {outer} or {inner}, in {second} only in {last} \
                 or {joined}; {inner} and {joined} are both in {shared}, so that {outer} or {last} \
                 is {value}"
            ),
            ..Seen::default()
        }
    }
}
