//! Simple colouring: one digit, and the houses with two places for it.

use super::deduction::{Deduction, TechniquePattern};
use super::edges::{candidate_end, edge};
use super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, PlainLayout, bits, has_two};
use super::pattern_description::PatternDescription;
use super::phrases::{names, says, sign};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::step::{ChainStatement, Edge, EdgeKind};
use super::technique::Technique;

/// Two groups of cells: either all of the first or all of the second hold `digit`. If two cells of
/// the first see each other, the second group holds it.
#[derive(Debug)]
struct Colouring {
    digit: usize,
    colours: [CellSet; 2],
    clash: Option<[usize; 2]>,
}

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
                    let pattern = || Colouring {
                        digit,
                        colours: colours.map(L::Cells::widened),
                        clash: None,
                    };
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
    let pattern = || Colouring {
        digit,
        colours: colours.map(L::Cells::widened),
        clash: Some([a, b]),
    };
    let removed = CandidateSet::of(digit, state.candidate_cells(digit) & first);
    Deduction::removing(Technique::SimpleColouring, pattern, removed)
}

impl TechniquePattern for Colouring {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let digit = frame.digit(self.digit);
        let colours = self.colours.map(|cells| frame.cells(cells));
        let value = sign(digit);
        let [first, second] = colours.map(|cells| names(state.layout, cells));
        let ends = self.clash.map_or_else(String::new, |cells| {
            let cells: CellSet = cells.into_iter().map(|cell| frame.cell(cell)).collect();
            format!(
                ", and of the former {} see each other",
                names(state.layout, cells)
            )
        });
        let seen = PatternDescription::of(
            1 << digit,
            colours[0] | colours[1],
            Vec::new(),
            format!("{value} is in all of {first} or in all of {second}{ends}"),
        );
        PatternDescription {
            chains: (colours.into_iter())
                .map(|colour| {
                    colour_statements(state.layout, colour.iter().map(|cell| (digit, cell)))
                })
                .collect(),
            edges: strong_edges(state, digit, colours),
            ..seen
        }
    }
}

/// Statements of a colour that is true, one for each candidate.
pub fn colour_statements(
    layout: &PlainLayout,
    colour: impl Iterator<Item = (usize, usize)>,
) -> Vec<ChainStatement> {
    let links = colour.map(|(digit, cell)| ChainStatement {
        cells: vec![layout.puzzle_cell(cell)],
        digit: Some(digit as u8 + 1),
        holds: true,
        text: says(layout, CellSet::of(cell), digit, true),
        because: Vec::new(),
    });
    links.collect()
}

/// Strong edges between the two colours: pairs of cells that are the only places of a house.
pub fn strong_edges(
    state: &PlainState<'_>,
    digit: usize,
    [first, second]: [CellSet; 2],
) -> Vec<Edge> {
    let pairs = first.iter().flat_map(|cell| {
        let others = state.strongly_linked(digit, cell) & second;
        others.iter().map(move |other| {
            edge(
                state.layout,
                EdgeKind::Strong,
                candidate_end(digit, cell),
                candidate_end(digit, other),
            )
        })
    });
    pairs.collect()
}
