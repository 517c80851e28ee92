//! Simple colouring: one digit, and the houses with two places for it.

use super::deduction::Deduction;
use super::edges::{candidate_end, edge};
use super::layout::{CandidateSet, CellSet, Layout, LayoutSet, PlainLayout, bits, has_two};
use super::pattern::{CellGroup, Pattern, PatternDescription};
use super::phrases::{names, says, sign};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::step::{ChainStatement, Edge, EdgeKind};
use super::technique::Technique;

/// Finds an elimination by simple colouring. If a digit has only two places in a house, one of them
/// holds it. Cells linked in this way get two colours in turn: those of one colour hold the digit,
/// those of the other do not. A colour is false if two of its cells see each other. A cell that
/// sees both colours does not hold the digit.
pub fn find<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    bits(digits).find_map(|digit| {
        let marks = state.candidate_cells(digit);
        let mut fresh = marks;
        while let Some(start) = fresh.first() {
            let colours = colour_cells(state, digit, start);
            let [first, second] = colours;
            fresh &= !(first | second);
            let found = clash(state, digit, [first, second])
                .or_else(|| clash(state, digit, [second, first]))
                .or_else(|| {
                    let seen = state.layout.peers_of_any(first)
                        & state.layout.peers_of_any(second)
                        & !(first | second);
                    let pattern = || pattern(digit, colours);
                    let removed = CandidateSet::of(digit, marks & seen);
                    Deduction::removing(Technique::SimpleColouring, pattern, removed)
                });
            if found.is_some() {
                return found;
            }
        }
        None
    })
}

/// Cells linked with `start`: those of its colour, and those of the other colour.
fn colour_cells<L: Layout>(state: &SolvingState<L>, digit: usize, start: usize) -> [L::Cells; 2] {
    let mut colours = [L::Cells::of(start), L::Cells::NONE];
    let (mut front, mut own) = (L::Cells::of(start), 0);
    while !front.is_empty() {
        let other = 1 - own;
        let next = front.iter().fold(L::Cells::NONE, |next, cell| {
            next | strongly_linked(state, digit, cell)
        });
        front = next & !colours[other];
        colours[other] |= front;
        own = other;
    }
    colours
}

/// Other places of the digit in the houses of `cell` where it has exactly two places.
pub fn strongly_linked<L: Layout>(state: &SolvingState<L>, digit: usize, cell: usize) -> L::Cells {
    let houses = state.layout.places_of(cell).map(|(house, _)| house);
    let joined = houses.filter(|&house| has_two(state.places(digit, house)));
    let houses = joined.fold(L::Cells::NONE, |all, house| all | state.layout.group(house));
    state.candidate_cells(digit) & houses & !L::Cells::of(cell)
}

/// Removes the digit from the first colour if two of its cells see each other.
fn clash<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    colours: [L::Cells; 2],
) -> Option<Deduction<L>> {
    let [first, _] = colours;
    let (a, b) = first.iter().find_map(|a| {
        let b = (first & state.layout.peers(a)).first()?;
        Some((a, b))
    })?;
    let pattern = || pattern(digit, colours).with_group(L::Cells::of(a) | L::Cells::of(b), 0);
    let removed = CandidateSet::of(digit, state.candidate_cells(digit) & first);
    Deduction::removing(Technique::SimpleColouring, pattern, removed)
}

/// Creates the pattern of two colours: either all of the first or all of the second hold the digit.
fn pattern<C: LayoutSet>(digit: usize, [first, second]: [C; 2]) -> Pattern {
    let pattern = Pattern::new(words).with_group(first, 1 << digit);
    pattern.with_group(second, 1 << digit)
}

/// Describes two colours, and two cells of the first that see each other, if there are such cells.
fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let [first, second] = pattern.groups();
    let clash = pattern.groups.get(2).map_or_else(String::new, |clash| {
        let cells = names(state.layout, clash.cells);
        format!(", and of the former {cells} see each other")
    });
    let text = format!(
        "{} is in all of {} or in all of {}{clash}",
        sign(first.digit()),
        names(state.layout, first.cells),
        names(state.layout, second.cells)
    );
    PatternDescription {
        chains: [first, second]
            .map(|colour| colour_statements(state.layout, &[colour]))
            .into(),
        edges: strong_edges(state, [first, second]),
        ..pattern.described(text)
    }
}

/// Statements of a colour that is true, one for each candidate.
pub fn colour_statements(
    layout: &PlainLayout,
    colour: &[CellGroup<CellSet>],
) -> Vec<ChainStatement> {
    let mut statements = Vec::new();
    for group in colour {
        for cell in group.cells.iter() {
            statements.push(ChainStatement {
                cells: vec![layout.puzzle_cell(cell)],
                digit: Some(group.digit() as u8 + 1),
                holds: true,
                text: says(layout, CellSet::of(cell), group.digit(), true),
                because: Vec::new(),
            });
        }
    }
    statements
}

/// Strong edges between the two colours of a digit: pairs of cells that are the only places of a
/// house.
pub fn strong_edges(state: &PlainState<'_>, [first, second]: [CellGroup<CellSet>; 2]) -> Vec<Edge> {
    let digit = first.digit();
    let mut edges = Vec::new();
    for cell in first.cells.iter() {
        for other in (state.strongly_linked(digit, cell) & second.cells).iter() {
            let ends = [cell, other].map(|cell| candidate_end(digit, cell));
            edges.push(edge(state.layout, EdgeKind::Strong, ends[0], ends[1]));
        }
    }
    edges
}
