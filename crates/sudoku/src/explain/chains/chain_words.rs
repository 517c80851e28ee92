//! Alternating chains in words, with a reason for each link.

use super::super::edges::{EdgeEnd, alternating_edges, edge};
use super::super::layout::{CellSet, LayoutSet};
use super::super::pattern::{CellGroup, Pattern, PatternDescription, distinct};
use super::super::phrases::{names, says};
use super::super::plain_state::PlainState;
use super::super::step::{ChainStatement, EdgeKind};

/// Candidate or group: cells that may hold its one digit.
type Node = CellGroup<CellSet>;

/// Describes a chain: its first node is false, the next true, and so on.
pub fn chain_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    describe_chain(pattern, state, false)
}

/// Describes a chain whose last node excludes the first.
pub fn loop_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    describe_chain(pattern, state, true)
}

fn describe_chain(pattern: &Pattern, state: &PlainState<'_>, is_loop: bool) -> PatternDescription {
    let nodes = &pattern.groups[..];
    let mut statements: Vec<ChainStatement> = Vec::with_capacity(nodes.len());
    let (mut cells, mut ends): (Vec<usize>, Vec<EdgeEnd>) = (Vec::new(), Vec::new());
    for (number, &node) in nodes.iter().enumerate() {
        let holds = number % 2 == 1;
        let before = number.checked_sub(1).map(|before| nodes[before]);
        let why = before.map_or_else(String::new, |before| {
            linking_house(before, node, holds, state)
        });
        let own: Vec<usize> = node.cells.iter().collect();
        statements.push(ChainStatement {
            cells: own
                .iter()
                .map(|&cell| state.layout.puzzle_cell(cell))
                .collect(),
            digit: Some(node.digit() as u8 + 1),
            holds,
            text: format!(
                "{}{why}",
                says(state.layout, node.cells, node.digit(), holds)
            ),
            because: Vec::new(),
        });
        cells.extend(own);
        ends.push((node.digit(), node.cells));
    }
    let start = statements.first().map_or("", |first| &first.text);
    let then = later_statements(nodes, &statements);
    let end = conclusion(nodes, state, is_loop);
    let text = format!("if {start}, then {then}; {end}");
    let mut edges = alternating_edges(state.layout, ends.iter().copied());
    if let [first, .., last] = ends[..]
        && is_loop
    {
        edges.push(edge(state.layout, EdgeKind::Weak, last, first));
    }
    PatternDescription {
        cells: distinct(&cells),
        chains: vec![statements],
        edges,
        ..pattern.described(text)
    }
}

/// Joins the statements after the first. Two statements in a row about one cell are contracted.
fn later_statements(nodes: &[Node], statements: &[ChainStatement]) -> String {
    let mut joined = String::new();
    for (number, pair) in nodes.windows(2).enumerate() {
        let statement = &statements[number + 1];
        let value = pair[1].digit() + 1;
        let is_same = pair[0].cells.only().is_some() && pair[0].cells == pair[1].cells;
        let next = match (is_same, statement.holds) {
            (true, true) if number == 0 => format!("it is {value}"),
            (true, true) => format!(" but {value}"),
            (true, false) => format!(" and not {value}"),
            (false, _) if number == 0 => statement.text.clone(),
            (false, _) => format!(", {}", statement.text),
        };
        joined.push_str(&next);
    }
    joined
}

/// States the conclusion for the ends, or for all nodes of a loop.
fn conclusion(nodes: &[Node], state: &PlainState<'_>, is_loop: bool) -> String {
    let &[first, .., last] = nodes else {
        return String::new();
    };
    let says = |node: Node, holds| says(state.layout, node.cells, node.digit(), holds);
    if first == last {
        format!("so {}", says(first, true))
    } else if is_loop {
        let why = linking_house(last, first, false, state);
        format!(
            "then {}{why}, where it began: so of each two that exclude each other one is true",
            says(first, false)
        )
    } else if first.digits == last.digits && first.cells.only().is_some() {
        format!(
            "so {} or {}",
            names(state.layout, first.cells),
            says(last, true)
        )
    } else {
        format!("so {} or {}", says(first, true), says(last, true))
    }
}

/// Names the house of a link as ` (row 1)`. For two digits of one cell the text is empty.
fn linking_house(before: Node, node: Node, holds: bool, state: &PlainState<'_>) -> String {
    if before.digits != node.digits {
        return String::new();
    }
    let both = before.cells | node.cells;
    // A strong link holds only in a house without further places.
    let marks = state.candidate_cells(node.digit());
    let house = (0..state.layout.houses).find(|&house| {
        let inside = state.layout.group(house);
        (both & !inside).is_empty() && (!holds || (marks & inside & !both).is_empty())
    });
    house.map_or_else(String::new, |house| {
        format!(" ({})", state.layout.house(house))
    })
}
