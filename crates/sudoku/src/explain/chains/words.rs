//! Alternating chains in words, each link with its reason.

use super::super::deduction::{Pattern, View};
use super::super::edges::{End, by_turns, edge};
use super::super::layout::{Layout, Set};
use super::super::phrases::{self, names};
use super::super::seen::Seen;
use super::super::state::State;
use super::super::step::{Edge, EdgeKind, Link};
use super::chain::{Chain, Node};

impl<L: Layout> Pattern<L> for Chain {
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        let chain = self.moved::<L>(frame);
        alternating(&chain, state).with_edges(edges(&chain, state))
    }
}

fn edges<L: Layout>(chain: &Chain, state: &State<L>) -> Vec<Edge> {
    let ends = chain.nodes().iter();
    let ends: Vec<End<L>> = ends.map(|node| (node.digit(), node.cells(state))).collect();
    let closing = match ends[..] {
        [first, .., last] if chain.is_loop => {
            Some(edge(&state.layout, EdgeKind::Weak, last, first))
        }
        _ => None,
    };
    by_turns(&state.layout, ends)
        .into_iter()
        .chain(closing)
        .collect()
}

/// The first of the nodes is false, the next true, and so on.
fn alternating<L: Layout>(chain: &Chain, state: &State<L>) -> Seen {
    let nodes = chain.nodes();
    let values = nodes.iter().fold(0, |all, node| all | 1 << node.digit());
    let mut links: Vec<Link> = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        let holds = number % 2 == 1;
        let before = number.checked_sub(1).map(|before| nodes[before]);
        let why = before.map_or_else(String::new, |before| reason(before, *node, holds, state));
        links.push(Link {
            cells: node
                .cells(state)
                .iter()
                .map(|cell| state.layout.name(cell))
                .collect(),
            digit: Some(node.digit() as u8 + 1),
            holds,
            text: format!("{}{why}", says(*node, holds, state)),
            because: Vec::new(),
        });
    }
    let start = links.first().map_or("", |link| &link.text);
    let told = told(nodes, &links);
    let end = end(chain, state);
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
    Seen {
        digits: values,
        cells,
        text: format!("if {start}, then {told}; {end}"),
        chains: vec![links],
        ..Seen::default()
    }
}

/// The links after the first; what is said of a cell twice in a row is said at once.
fn told(nodes: &[Node], links: &[Link]) -> String {
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

/// What follows for the ends, or for all if the chain is a loop.
fn end<L: Layout>(chain: &Chain, state: &State<L>) -> String {
    let [first, .., last] = chain.nodes() else {
        return String::new();
    };
    let is = |node: &Node| says(*node, true, state);
    if first == last {
        format!("so {}", is(first))
    } else if chain.is_loop {
        let why = reason(*last, *first, false, state);
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

/// `r1c2 is 5`, or that it is not.
fn says<L: Layout>(node: Node, holds: bool, state: &State<L>) -> String {
    phrases::says(&state.layout, node.cells(state), node.digit(), holds)
}

/// ` (row 1)` or, of two digits of a cell, nothing that is not seen.
fn reason<L: Layout>(before: Node, node: Node, holds: bool, state: &State<L>) -> String {
    if before.digit() != node.digit() {
        return String::new();
    }
    let both = before.cells(state) | node.cells(state);
    // Where a place is left out, the link holds in the house with no further place.
    let marks = state.marks(node.digit());
    let house = (0..state.layout.houses()).find(|&house| {
        let inside = state.layout.group(house);
        (both & !inside).is_empty() && (!holds || (marks & inside & !both).is_empty())
    });
    house.map_or_else(String::new, |house| {
        format!(" ({})", state.layout.label(house))
    })
}
