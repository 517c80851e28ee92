//! Simple colouring: one digit, and the units that have two places for it.

use super::cells::{CellSet, Marks, UNITS_OF, bits, has_two};
use super::deduction::{Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// Of two cells that are the only places of a digit in a unit, one holds it. Cells
/// joined in this way are coloured by turns: all of one colour hold the digit, and
/// none of the other. A colour of which two cells see each other does not; and no
/// cell that sees both colours does.
pub fn find(state: &State, digits: u16) -> Option<Deduction> {
    bits(digits).find_map(|digit| {
        let marks = state.marks(digit);
        let mut fresh = marks;
        while let Some(start) = fresh.first() {
            let colours = colour(state, digit, start);
            let [first, second] = colours;
            fresh &= !(first | second);
            let found = clash(state, digit, [first, second])
                .or_else(|| clash(state, digit, [second, first]))
                .or_else(|| {
                    let seen = seen(first) & seen(second) & !(first | second);
                    let pattern = Pattern::Colours {
                        digit,
                        colours,
                        clash: None,
                    };
                    let removed = Marks::of(digit, marks & seen);
                    Deduction::removing(Technique::SimpleColouring, pattern, removed)
                });
            if found.is_some() {
                return found;
            }
        }
        None
    })
}

/// The cells joined with `start`: those of its colour, and those of the other.
fn colour(state: &State, digit: usize, start: usize) -> [CellSet; 2] {
    let mut colours = [CellSet::of(start), CellSet::NONE];
    let (mut front, mut own) = (CellSet::of(start), 0);
    while !front.is_empty() {
        let other = 1 - own;
        let next = front.iter().fold(CellSet::NONE, |next, cell| {
            next | partners(state, digit, cell)
        });
        front = next & !colours[other];
        colours[other] |= front;
        own = other;
    }
    colours
}

/// The cells of which one holds the digit if `cell` does not, for each unit at least.
pub fn partners(state: &State, digit: usize, cell: usize) -> CellSet {
    let joined = UNITS_OF[cell]
        .into_iter()
        .filter(|&unit| has_two(state.places(digit, unit)));
    let units = joined.fold(CellSet::NONE, |all, unit| all | CellSet::unit(unit));
    state.marks(digit) & units & !CellSet::of(cell)
}

/// Removes the first colour, if two of its cells see each other.
fn clash(state: &State, digit: usize, colours: [CellSet; 2]) -> Option<Deduction> {
    let [first, _] = colours;
    let (a, b) = first.iter().find_map(|a| {
        let b = (first & CellSet::peers(a)).first()?;
        Some((a, b))
    })?;
    let pattern = Pattern::Colours {
        digit,
        colours,
        clash: Some([a, b]),
    };
    let removed = Marks::of(digit, state.marks(digit) & first);
    Deduction::removing(Technique::SimpleColouring, pattern, removed)
}

/// The cells that see any of these.
fn seen(cells: CellSet) -> CellSet {
    cells
        .iter()
        .fold(CellSet::NONE, |seen, cell| seen | CellSet::peers(cell))
}
