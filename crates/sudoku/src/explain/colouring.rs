//! Simple colouring: one digit, and the units that have two places for it.

use super::super::cell::Cell;
use super::cells::{CellSet, Marks, UNITS_OF, bits, has_two};
use super::deduction::{Deduction, Pattern, View};
use super::edges::{edge, one};
use super::phrases::{names, says};
use super::seen::Seen;
use super::state::State;
use super::step::{Edge, EdgeKind, Link};
use super::technique::Technique;

/// Two groups of cells, of which one holds `digit` throughout. If two cells of the first see each
/// other, it is the second.
#[derive(Debug)]
struct Colouring {
    digit: usize,
    colours: [CellSet; 2],
    clash: Option<[usize; 2]>,
}

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
                    let pattern = Colouring {
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
    let pattern = Colouring {
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

impl Pattern for Colouring {
    fn seen(&self, View { frame, state, .. }: &View<'_>) -> Seen {
        let digit = frame.digit(self.digit);
        let colours = self.colours.map(|cells| frame.cells(cells));
        let value = digit + 1;
        let [first, second] = colours.map(names);
        let ends = self.clash.map_or_else(String::new, |cells| {
            let cells: CellSet = cells.into_iter().map(|cell| frame.cell(cell)).collect();
            format!(", and of the former {} see each other", names(cells))
        });
        let seen = Seen::of(
            1 << digit,
            colours[0] | colours[1],
            Vec::new(),
            format!("{value} is in all of {first} or in all of {second}{ends}"),
        );
        Seen {
            chains: colours
                .iter()
                .map(|&colour| links(&Marks::of(digit, colour)))
                .collect(),
            edges: joined(state, digit, colours),
            ..seen
        }
    }
}

/// What a colour says, if it is true.
pub fn links(colour: &Marks) -> Vec<Link> {
    let links = colour.iter().map(|(digit, cell)| Link {
        cells: vec![Cell::at(cell)],
        digit: Some(digit as u8 + 1),
        holds: true,
        text: says(CellSet::of(cell), digit, true),
        because: Vec::new(),
    });
    links.collect()
}

/// The places of a digit of which one is first, and one second, and that are all of a unit.
pub fn joined(state: &State, digit: usize, [first, second]: [CellSet; 2]) -> Vec<Edge> {
    let pairs = first.iter().flat_map(|cell| {
        let others = partners(state, digit, cell) & second;
        others
            .iter()
            .map(move |other| edge(EdgeKind::Strong, one(digit, cell), one(digit, other)))
    });
    pairs.collect()
}
