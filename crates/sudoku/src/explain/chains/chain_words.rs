//! Alternating chains in words, with a reason for each link.

use super::super::deduction::{DeductionContext, TechniquePattern};
use super::super::edges::{EdgeEnd, alternating_edges, edge};
use super::super::layout::{Layout, LayoutSet};
use super::super::pattern_description::PatternDescription;
use super::super::phrases::{self, names};
use super::super::solving_state::SolvingState;
use super::super::step::{ChainStatement, Edge, EdgeKind};
use super::chain::{Chain, ChainNode};

impl<L: Layout> TechniquePattern<L> for Chain {
    fn describe(
        &self,
        DeductionContext { frame, state, .. }: &DeductionContext<'_, L>,
    ) -> PatternDescription {
        let chain = self.moved::<L>(frame);
        describe_chain(&chain, state).with_edges(edges(&chain, state))
    }
}

fn edges<L: Layout>(chain: &Chain, state: &SolvingState<L>) -> Vec<Edge> {
    let ends = chain.nodes().iter();
    let ends: Vec<EdgeEnd<L>> = ends.map(|node| (node.digit(), node.cells(state))).collect();
    let closing = match ends[..] {
        [first, .., last] if chain.is_loop => {
            Some(edge(&state.layout, EdgeKind::Weak, last, first))
        }
        _ => None,
    };
    alternating_edges(&state.layout, ends)
        .into_iter()
        .chain(closing)
        .collect()
}

/// Describes a chain: its first node is false, the next true, and so on.
fn describe_chain<L: Layout>(chain: &Chain, state: &SolvingState<L>) -> PatternDescription {
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
                .cells(state)
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
        .flat_map(|node| node.cells(state).iter())
        .collect();
    let mut seen = L::Cells::NONE;
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
fn conclusion<L: Layout>(chain: &Chain, state: &SolvingState<L>) -> String {
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
            names(&state.layout, first.cells(state)),
            is(last)
        )
    } else {
        format!("so {} or {}", is(first), is(last))
    }
}

/// States that a node is true or false: `r1c2 is 5`, `r1c2 is not 5`.
fn says<L: Layout>(node: ChainNode, holds: bool, state: &SolvingState<L>) -> String {
    phrases::says(&state.layout, node.cells(state), node.digit(), holds)
}

/// Names the house of a link as ` (row 1)`. For two digits of one cell the text is empty.
fn linking_house<L: Layout>(
    before: ChainNode,
    node: ChainNode,
    holds: bool,
    state: &SolvingState<L>,
) -> String {
    if before.digit() != node.digit() {
        return String::new();
    }
    let both = before.cells(state) | node.cells(state);
    // A strong link holds only in a house without further places.
    let marks = state.candidate_cells(node.digit());
    let house = (0..state.layout.houses()).find(|&house| {
        let inside = state.layout.group(house);
        (both & !inside).is_empty() && (!holds || (marks & inside & !both).is_empty())
    });
    house.map_or_else(String::new, |house| {
        format!(" ({})", state.layout.label(house))
    })
}
