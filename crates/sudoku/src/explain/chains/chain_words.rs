//! Alternating chains in words, with a reason for each link.

use super::super::deduction::TechniquePattern;
use super::super::edges::{EdgeEnd, alternating_edges, edge};
use super::super::layout::{CellSet, Frame, LayoutSet};
use super::super::pattern_description::PatternDescription;
use super::super::phrases::{self, names};
use super::super::plain_state::PlainState;
use super::super::step::{ChainStatement, Edge, EdgeKind};
use super::chain::{Chain, ChainNode};

impl TechniquePattern for Chain {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let chain = self.moved(frame);
        describe_chain(&chain, state).with_edges(edges(&chain, state))
    }
}

fn edges(chain: &Chain, state: &PlainState<'_>) -> Vec<Edge> {
    let ends = chain.nodes().iter();
    let ends: Vec<EdgeEnd> = ends
        .map(|node| (node.digit(), node.places(state)))
        .collect();
    let closing = match ends[..] {
        [first, .., last] if chain.is_loop => Some(edge(state.layout, EdgeKind::Weak, last, first)),
        _ => None,
    };
    alternating_edges(state.layout, ends)
        .into_iter()
        .chain(closing)
        .collect()
}

/// Describes a chain: its first node is false, the next true, and so on.
fn describe_chain(chain: &Chain, state: &PlainState<'_>) -> PatternDescription {
    let nodes = chain.nodes();
    let values = nodes.iter().fold(0, |all, node| all | 1 << node.digit());
    let mut links: Vec<ChainStatement> = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        let holds = number % 2 == 1;
        let before = number.checked_sub(1).map(|before| nodes[before]);
        let why = before.map_or_else(String::new, |before| {
            linking_house(before, *node, holds, state)
        });
        links.push(ChainStatement {
            cells: node
                .places(state)
                .iter()
                .map(|cell| state.layout.puzzle_cell(cell))
                .collect(),
            digit: Some(node.digit() as u8 + 1),
            holds,
            text: format!("{}{why}", says(*node, holds, state)),
            because: Vec::new(),
        });
    }
    let start = links.first().map_or("", |link| &link.text);
    let told = later_statements(nodes, &links);
    let end = conclusion(chain, state);
    let mut cells: Vec<usize> = nodes
        .iter()
        .flat_map(|node| node.places(state).iter())
        .collect();
    let mut seen = CellSet::NONE;
    cells.retain(|&cell| {
        let is_new = !seen.contains(cell);
        seen.insert(cell);
        is_new
    });
    PatternDescription {
        digits: values,
        cells,
        text: format!("if {start}, then {told}; {end}"),
        chains: vec![links],
        ..PatternDescription::default()
    }
}

/// Joins the statements after the first. Two statements in a row about one cell are contracted.
fn later_statements(nodes: &[ChainNode], links: &[ChainStatement]) -> String {
    let mut told = String::new();
    for (number, pair) in nodes.windows(2).enumerate() {
        let link = &links[number + 1];
        let value = pair[1].digit() + 1;
        let is_same = pair[0].cell().is_some() && pair[0].cell() == pair[1].cell();
        let next = match (is_same, link.holds) {
            (true, true) if number == 0 => format!("it is {value}"),
            (true, true) => format!(" but {value}"),
            (true, false) => format!(" and not {value}"),
            (false, _) if number == 0 => link.text.clone(),
            (false, _) => format!(", {}", link.text),
        };
        told.push_str(&next);
    }
    told
}

/// States the conclusion for the ends, or for all nodes of a loop.
fn conclusion(chain: &Chain, state: &PlainState<'_>) -> String {
    let [first, .., last] = chain.nodes() else {
        return String::new();
    };
    let is = |node: &ChainNode| says(*node, true, state);
    if first == last {
        format!("so {}", is(first))
    } else if chain.is_loop {
        let why = linking_house(*last, *first, false, state);
        format!(
            "then {}{why}, where it began: so of each two that exclude each other one is true",
            says(*first, false, state)
        )
    } else if first.digit() == last.digit() && first.cell().is_some() {
        format!(
            "so {} or {}",
            names(state.layout, first.places(state)),
            is(last)
        )
    } else {
        format!("so {} or {}", is(first), is(last))
    }
}

/// States that a node is true or false: `r1c2 is 5`, `r1c2 is not 5`.
fn says(node: ChainNode, holds: bool, state: &PlainState<'_>) -> String {
    phrases::says(state.layout, node.places(state), node.digit(), holds)
}

/// Names the house of a link as ` (row 1)`. For two digits of one cell the text is empty.
fn linking_house(
    before: ChainNode,
    node: ChainNode,
    holds: bool,
    state: &PlainState<'_>,
) -> String {
    if before.digit() != node.digit() {
        return String::new();
    }
    let both = before.places(state) | node.places(state);
    // A strong link holds only in a house without further places.
    let marks = state.candidate_cells(node.digit());
    let house = (0..state.layout.houses).find(|&house| {
        let inside = state.layout.group(house);
        (both & !inside).is_empty() && (!holds || (marks & inside & !both).is_empty())
    });
    house.map_or_else(String::new, |house| {
        format!(" ({})", state.layout.label(house))
    })
}
