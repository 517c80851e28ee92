//! Alternating inference chains: chains of candidates where at least one end is true.
//!
//! ```text
//!     false ══▶ true ──▶ false ══▶ true ──▶ false ══▶ true
//!       └ first           ══ one of the two must be true        last ┘
//!                         ── not both can be true
//! ```
//!
//! If the first candidate is false, the last one is true: so one of them is, and the candidates
//! that both exclude are removed. If both ends are the same candidate, it is true. If the ends
//! exclude each other, the chain is a loop, and may begin at any node.
//!
//! The search returns a shortest chain, which has no detours. If two of its true candidates
//! excluded each other, the part between them would be a shorter chain, which refutes the first of
//! them.

mod link_graph;

use super::deduction::{CellGroup, Conclusion, Deduction, Pattern, PatternDescription, distinct};
use super::eureka::{self, Proves};
use super::layout::{CandidateSet, CellSet, Layout, LayoutSet, bits, has_two};
use super::solving_state::{ChangeSet, PlainState, SolvingState};
use super::step::{
    ChainStatement, EdgeEnd, alternating_edges, digits_or, either, names, says, sign, statement,
};
use super::technique::Technique;
use super::wording::it_or_both;
use link_graph::{ChainNode, LinkGraph, Links, NodeSet, add_nodes, insert, members};
pub use link_graph::{LinkRules, Nodes};

/// Finds a chain of places of one digit.
pub fn x<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    // A chain through fewer than three houses with two places is a turbot fish, or a colour that
    // clashes.
    let is_linked = |&digit: &usize| {
        let pairs = (0..state.layout.houses()).filter(|&house| has_two(state.places(digit, house)));
        pairs.take(3).count() == 3
    };
    let chains = bits(digits).filter(is_linked).filter_map(|digit| {
        let nodes = Nodes::new(state, LinkRules::OneDigit, digit..digit + 1);
        shortest(&nodes, state)
    });
    let shortest = chains.min_by_key(|found| found.nodes.len());
    deduction(&shortest?, Technique::XChain, state)
}

/// Finds a chain of cells with two candidates, where each shares one with the next.
pub fn xy<L: Layout>(state: &SolvingState<L>, news: ChangeSet<L>) -> Option<Deduction<L>> {
    if (state.bivalue_cells() & news.cells).is_empty() {
        return None;
    }
    find(state, Technique::XyChain, LinkRules::Pairs)
}

/// Finds a chain of candidates of all digits.
pub fn find<L: Layout>(
    state: &SolvingState<L>,
    technique: Technique,
    rules: LinkRules,
) -> Option<Deduction<L>> {
    let found = shortest(&Nodes::new(state, rules, 0..state.layout.digits()), state)?;
    deduction(&found, technique, state)
}

/// Returns a chain, found in `state`, as a deduction.
fn deduction<L: Layout>(
    found: &FoundChain<L>,
    technique: Technique,
    state: &SolvingState<L>,
) -> Option<Deduction<L>> {
    let nodes = found.nodes.iter().map(|node| CellGroup {
        cells: node.cells(state).widened(),
        digits: 1 << node.digit(),
    });
    let pattern = || pattern(nodes.collect(), found.is_loop);
    Deduction::removing(technique, pattern, found.removed)
}

/// Pattern of a chain: its first node is false, the next true, and so on. In a loop, the last node
/// excludes the first.
pub fn pattern(nodes: Vec<Node>, is_loop: bool) -> Pattern {
    Pattern {
        groups: nodes,
        is_loop,
        ..Pattern::new(chain_words)
    }
}

/// Returns the first of the shortest chains.
pub fn shortest<L: Layout>(nodes: &Nodes, state: &SolvingState<L>) -> Option<FoundChain<L>> {
    let (path, is_loop) = shortest_path(Links::new(state, nodes), nodes.candidates)?;
    let [first, .., last] = *path else {
        return None;
    };
    let nodes = &nodes.all;
    let between = |one: usize, other: usize| excluded_by_both(nodes[one], nodes[other], state);
    let mut removed = between(first, last);
    if is_loop {
        for pair in path[1..path.len() - 1].chunks_exact(2) {
            removed |= between(pair[0], pair[1]);
        }
    }
    (!removed.is_empty()).then(|| FoundChain {
        nodes: path.iter().map(|&node| nodes[node]).collect(),
        is_loop,
        removed,
    })
}

/// Returns the path of the first of the shortest chains. The sets are arrays of just the size
/// needed.
fn shortest_path(links: Links, candidates: usize) -> Option<ChainPath> {
    match links.nodes() {
        0..=64 => shortest_path_by::<[u64; 1]>(links, candidates),
        65..=128 => shortest_path_by::<[u64; 2]>(links, candidates),
        129..=256 => shortest_path_by::<[u64; 4]>(links, candidates),
        257..=512 => shortest_path_by::<[u64; 8]>(links, candidates),
        513..=1280 => shortest_path_by::<[u64; 20]>(links, candidates),
        _ => shortest_path_by::<Vec<u64>>(links, candidates),
    }
}

/// Candidate or group: cells that may hold its one digit.
pub type Node = CellGroup<CellSet>;

/// Describes a chain: its first node is false, the next true, and so on. In a loop, the last node
/// excludes the first.
fn chain_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (nodes, is_loop) = (&pattern.groups[..], pattern.is_loop);
    let mut statements: Vec<ChainStatement> = Vec::with_capacity(nodes.len());
    let (mut cells, mut ends): (Vec<usize>, Vec<EdgeEnd>) = (Vec::new(), Vec::new());
    for (number, &node) in nodes.iter().enumerate() {
        let holds = number % 2 == 1;
        let before = number.checked_sub(1).map(|before| nodes[before]);
        let why = before.map_or_else(String::new, |before| {
            linking_house(before, node, holds, state)
        });
        let end = (node.digit(), node.cells);
        statements.push(statement(state.layout, end, holds, &why));
        cells.extend(node.cells.iter());
        ends.push(end);
    }
    let start = statements.first().map_or("", |first| &first.text);
    let then = later_statements(nodes, &statements);
    let (end, conclusion) = end_of_chain(nodes, &pattern.removed, state, is_loop);
    let text = format!("if {start}, then {then}; {end}");
    let is_true = ends.first() == ends.last();
    let proves = match ends.first() {
        Some(&end) if is_true => Proves::True(end),
        _ => Proves::Removed(&pattern.removed),
    };
    PatternDescription {
        cells: distinct(&cells),
        chains: vec![statements],
        edges: alternating_edges(state.layout, &ends, is_loop),
        eureka: Some(eureka::chain(state.layout, &ends, is_loop, proves)),
        title: title_of_loop(nodes, is_loop, is_true),
        conclusion,
        ..pattern.described(text)
    }
}

/// Title of a loop of candidates of several digits. A loop that is not continuous proves its first
/// candidate.
fn title_of_loop(nodes: &[Node], is_loop: bool, is_true: bool) -> Option<&'static str> {
    let has_groups = nodes.iter().any(|node| node.cells.only().is_none());
    let is_of_pairs = nodes.chunks(2).all(|pair| {
        let [one, other] = pair else { return false };
        one.cells == other.cells
    });
    let has_one_digit = nodes.iter().all(|node| node.digits == nodes[0].digits);
    if is_of_pairs || has_one_digit {
        return None;
    }
    match (is_true, is_loop, has_groups) {
        (true, _, false) => Some("Discontinuous nice loop"),
        (true, _, true) => Some("Grouped discontinuous nice loop"),
        (false, true, false) => Some("Continuous nice loop"),
        (false, true, true) => Some("Grouped continuous nice loop"),
        (false, false, _) => None,
    }
}

/// Joins the statements after the first. Two statements in a row about one cell are contracted.
fn later_statements(nodes: &[Node], statements: &[ChainStatement]) -> String {
    let mut joined = String::new();
    for (number, pair) in nodes.windows(2).enumerate() {
        let statement = &statements[number + 1];
        let value = sign(pair[1].digit());
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

/// States the result for the ends, or for all nodes of a loop, and how candidates follow.
fn end_of_chain(
    nodes: &[Node],
    removed: &[(usize, usize)],
    state: &PlainState<'_>,
    is_loop: bool,
) -> (String, Conclusion) {
    let &[first, .., last] = nodes else {
        return (String::new(), Conclusion::Follows);
    };
    let says = |node: Node, holds| says(state.layout, node.cells, node.digit(), holds);
    if first == last {
        (format!("so {}", says(first, true)), Conclusion::Follows)
    } else if is_loop {
        let why = linking_house(last, first, false, state);
        let end = format!(
            "then {}{why}, where it began: every weak link becomes a strong one",
            says(first, false)
        );
        (end, Conclusion::Where(place_by_loop(nodes, removed, state)))
    } else if first.digits == last.digits {
        let both = first.cells | last.cells;
        let end = format!(
            "so {} is {}",
            either(state.layout, both),
            sign(first.digit())
        );
        (end, Conclusion::Sees(it_or_both(state.layout, both)))
    } else if first.cells == last.cells && first.cells.only().is_some() {
        let digits = digits_or(first.digits | last.digits);
        let end = format!("so {} is {digits}", names(state.layout, first.cells));
        (end, Conclusion::Follows)
    } else {
        let end = format!("so {}, or {}", says(first, true), says(last, true));
        (end, Conclusion::EitherWay)
    }
}

/// Place of the candidates that a loop removes.
fn place_by_loop(
    nodes: &[Node],
    removed: &[(usize, usize)],
    state: &PlainState<'_>,
) -> &'static str {
    let excludes = |node: Node, (digit, cell): (usize, usize)| match node.cells.only() {
        Some(own) if own == cell => node.digit() != digit,
        _ => node.digit() == digit && (node.cells & !state.layout.peers(cell)).is_empty(),
    };
    let links = (0..nodes.len()).skip(1).step_by(2);
    let pairs = links.map(|at| [nodes[at], nodes[(at + 1) % nodes.len()]]);
    let by_link = |&gone: &(usize, usize)| {
        let mut pairs = pairs.clone();
        pairs.any(|pair| pair.iter().all(|&node| excludes(node, gone)))
    };
    if removed.iter().all(by_link) {
        "excluded by both ends of a link"
    } else {
        "excluded in both states of the loop"
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

/// Greatest depth of the search, in links; a chain has twice as many nodes.
const DEEPEST: usize = 32;

/// Chain with the candidates that it removes. If its first node is false, the second is true, hence
/// the third is false, and so on. The last one is true.
pub struct FoundChain<L: Layout> {
    pub nodes: Vec<ChainNode>,
    /// True if the last node excludes the first, so that the chain may begin at any node.
    pub is_loop: bool,
    pub removed: CandidateSet<L>,
}

/// Nodes of a chain, and whether it is a loop.
type ChainPath = (Vec<usize>, bool);

/// Returns the path of the first of the shortest chains that remove a candidate. The first
/// `candidates` nodes are candidates.
fn shortest_path_by<S: NodeSet>(links: Links, candidates: usize) -> Option<ChainPath> {
    let none = S::none(links.nodes());
    let graph = LinkGraph::<S>::new(links);
    let mut starts: Vec<usize> = (0..graph.links.linked.len()).collect();
    // Nodes that are false if the start is false, for each start: all of them, and the latest ones.
    let mut reached: Vec<S> = vec![none.clone(); starts.len()];
    let mut front: Vec<S> = graph.next_false.clone();
    let mut next = none;
    for depth in 1..=DEEPEST {
        let mut hit = None;
        starts.retain(|&start| {
            if hit.is_some() {
                return true;
            }
            if depth > 1 {
                next.as_mut().fill(0);
                let front = front[start].as_mut();
                for (word, linked) in front.iter_mut().zip(graph.linked.as_ref()) {
                    *word &= linked;
                }
                for row in members(front).filter_map(|node| graph.row(node)) {
                    add_nodes(&graph.next_false[row], &mut next);
                }
                front.copy_from_slice(next.as_ref());
            }
            let front = front[start].as_mut();
            let reached = reached[start].as_mut().iter_mut();
            let excluded = graph.excluded[start].as_ref();
            let mut any = 0;
            let mut first = None;
            let words = front.iter_mut().zip(reached).zip(excluded).enumerate();
            for (number, ((front, reached), excluded)) in words {
                *front &= !*reached;
                *reached |= *front;
                any |= *front;
                let both = *front & excluded;
                if both != 0 && first.is_none() {
                    first = Some(64 * number + both.trailing_zeros() as usize);
                }
            }
            let first = first.filter(|&node| node < candidates);
            hit = first.map(|node| (start, node));
            any != 0
        });
        if let Some((start, removed)) = hit {
            let nodes = chain_nodes(&graph, start, depth, removed);
            let [first, .., last] = *nodes else {
                return None;
            };
            let is_loop = graph.excludes(last, first);
            return Some((nodes, is_loop));
        }
        if starts.is_empty() {
            break;
        }
    }
    None
}

/// Returns the nodes of the chain with `depth` links from the node of a row to one that excludes
/// the candidate `removed`.
fn chain_nodes<S: NodeSet>(
    graph: &LinkGraph<S>,
    start: usize,
    depth: usize,
    removed: usize,
) -> Vec<usize> {
    let mut first = graph.linked.clone();
    first.as_mut().fill(0);
    let mut layers: Vec<S> = vec![first.clone()];
    insert(&mut layers[0], graph.links.linked[start].into());
    for layer in 1..depth {
        let mut next = first.clone();
        for row in members(layers[layer - 1].as_ref()).filter_map(|node| graph.row(node)) {
            add_nodes(&graph.next_false[row], &mut next);
        }
        layers.push(next);
    }
    let mut path = Vec::with_capacity(2 * depth);
    let mut end = removed;
    for layer in layers.iter().rev() {
        let link = members(layer.as_ref()).find_map(|node| {
            let mut partners = graph.partners(graph.row(node)?);
            let partner = partners.find(|&partner| graph.excludes(partner, end))?;
            Some((node, partner))
        });
        let Some((node, partner)) = link else {
            break;
        };
        path.extend([partner, node]);
        end = node;
    }
    path.reverse();
    path
}

/// Candidates that both nodes exclude.
fn excluded_by_both<L: Layout>(
    one: ChainNode,
    other: ChainNode,
    state: &SolvingState<L>,
) -> CandidateSet<L> {
    let mut both = one.excludes(state);
    let others = other.excludes(state);
    for digit in 0..state.layout.digits() {
        both[digit] &= others[digit];
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_above_nine_are_letters() {
        let nodes = [11, 10, 9].map(|digit| Node {
            cells: CellSet::of(0),
            digits: 1 << digit,
        });
        let statements = [false, true, false].map(|holds| ChainStatement {
            cells: Vec::new(),
            digit: None,
            holds,
            text: String::new(),
            because: Vec::new(),
            cases: Vec::new(),
        });
        assert_eq!(later_statements(&nodes, &statements), "it is B and not A");
    }
}
