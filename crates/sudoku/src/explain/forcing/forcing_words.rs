//! Forcing chains in words.

use super::super::cage_techniques::says_sum;
use super::super::deduction::{Implication, Pattern, PatternDescription, Rule, distinct};
use super::super::layout::{CellSet, LayoutSet, PlainLayout};
use super::super::phrases::{EdgeEnd, candidate_end, edge, list, names, says, sign};
use super::super::plain_state::PlainState;
use super::super::step::{ChainStatement, Edge, EdgeKind};

/// Describes chains that lead to the removal of the goal, the cell with the digit of the pattern.
pub fn goal_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    describe_chains(pattern, state, Some((cell, digit)))
}

/// Describes a chain that leads to a contradiction.
pub fn contradiction_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    describe_chains(pattern, state, None)
}

fn describe_chains(
    pattern: &Pattern,
    state: &PlainState<'_>,
    goal: Option<(usize, usize)>,
) -> PatternDescription {
    let mut chains: Vec<&[Implication]> = pattern.chains.iter().map(Vec::as_slice).collect();
    let first = |chain: &&[Implication]| chain.first().and_then(Implication::placed_candidate);
    chains.sort_by_key(first);
    let (mut digits, mut cells) = (0, Vec::new());
    for (cell, digit) in chains.iter().filter_map(first) {
        digits |= 1 << digit;
        cells.push(cell);
    }
    let sentences = chains
        .iter()
        .map(|chain| sentence(state.layout, chain, goal));
    PatternDescription {
        digits,
        cells: distinct(&cells),
        houses: pattern.houses.clone(),
        text: sentences.collect::<Vec<_>>().join("; "),
        chains: chains
            .iter()
            .map(|chain| statements(state.layout, chain))
            .collect(),
        edges: edges(&chains, goal, state.layout),
    }
}

/// Writes a chain as `if r1c1 is 2, then r1c2 can only be 3, and r7c8 has no candidate left`. With
/// a goal it ends with `so r7c8 is not 5`.
fn sentence(layout: &PlainLayout, chain: &[Implication], goal: Option<(usize, usize)>) -> String {
    let links = statements(layout, chain);
    let mut parts: Vec<String> = links.into_iter().map(|link| link.text).collect();
    let says_goal = |&goal: &(usize, usize)| {
        let mut last = chain.last().into_iter();
        last.any(|last| last.rule == Rule::Locked && last.candidates[..] == [goal])
    };
    let end = goal.filter(|goal| !says_goal(goal));
    let end =
        end.map(|(cell, digit)| format!("{} is not {}", layout.puzzle_cell(cell), sign(digit)));
    let start = if parts.is_empty() {
        String::new()
    } else {
        parts.remove(0)
    };
    let last = if end.is_none() { parts.pop() } else { None };
    let middle = parts.join(", ");
    match (middle.is_empty(), last, end) {
        (true, last, end) => {
            let then = last.or(end).unwrap_or_default();
            format!("if {start}, then {then}")
        }
        (false, Some(last), _) => format!("if {start}, then {middle}, and {last}"),
        (false, None, Some(end)) => format!("if {start}, then {middle}, so {end}"),
        (false, None, None) => format!("if {start}, then {middle}"),
    }
}

fn statements(layout: &PlainLayout, chain: &[Implication]) -> Vec<ChainStatement> {
    let links = chain
        .iter()
        .map(|implication| statement(layout, implication));
    links.collect()
}

/// Edges of some chains, without duplicates.
fn edges(
    chains: &[&[Implication]],
    goal: Option<(usize, usize)>,
    layout: &PlainLayout,
) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for chain in chains {
        let mut add = |edge: Edge| {
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        };
        for implication in *chain {
            let premises = &implication.premises[..];
            match implication.rule {
                Rule::Assumed | Rule::Locked | Rule::Sum { .. } | Rule::NoSum { .. } => {}
                Rule::OnlyDigit | Rule::OnlyPlace | Rule::Refuted => {
                    let (cell, digit) = implication.first_candidate();
                    for from in starting_candidates(chain, premises) {
                        let end = candidate_end(digit, cell);
                        add(edge(layout, EdgeKind::Leads, from, end));
                    }
                }
                Rule::NoDigit | Rule::NoPlace => {
                    for &lost in &implication.candidates {
                        edges_to_removed(layout, chain, premises, lost, &mut add);
                    }
                }
            }
        }
        if let Some(goal) = goal {
            let all: Vec<usize> = (0..chain.len()).collect();
            edges_to_removed(layout, chain, &all, goal, &mut add);
        }
    }
    edges
}

/// Adds the edges to a removed candidate, from the first of some implications that removes it.
fn edges_to_removed(
    layout: &PlainLayout,
    chain: &[Implication],
    numbers: &[usize],
    removed: (usize, usize),
    add: &mut dyn FnMut(Edge),
) {
    let mut numbers = numbers.iter().copied();
    let Some(number) = numbers.find(|&number| chain[number].excludes(layout, removed)) else {
        return;
    };
    let kind = match chain[number].placed_candidate() {
        Some(_) => EdgeKind::Weak,
        None => EdgeKind::Leads,
    };
    let end = candidate_end(removed.1, removed.0);
    for from in starting_candidates(chain, &[number]) {
        if from != end {
            add(edge(layout, kind, from, end));
        }
    }
}

/// Candidates from which the edges of some implications start: the candidate of the implication
/// itself, or for locked candidates and sums, those of its premises.
fn starting_candidates(chain: &[Implication], numbers: &[usize]) -> Vec<EdgeEnd> {
    let mut ends = Vec::new();
    for &number in numbers {
        let implication = &chain[number];
        if implication.placed_candidate().is_some() || implication.rule == Rule::Refuted {
            let (cell, digit) = implication.first_candidate();
            ends.push(candidate_end(digit, cell));
        } else {
            ends.extend(starting_candidates(chain, &implication.premises));
        }
    }
    ends
}

fn statement(layout: &PlainLayout, implication: &Implication) -> ChainStatement {
    let (cell, digit) = implication.first_candidate();
    let mut cells: Vec<usize> = implication
        .candidates
        .iter()
        .map(|&(cell, _)| cell)
        .collect();
    cells.dedup();
    let (name, value) = (layout.puzzle_cell(cell), sign(digit));
    let house = |number: usize| layout.house(implication.houses[number]);
    let sum = |cage: usize| says_sum(layout, &layout.cages[cage]);
    let mut of_digit = Some(digit);
    let text = match implication.rule {
        Rule::Assumed => format!("{name} is {value}"),
        Rule::OnlyDigit => format!("{name} can only be {value}"),
        Rule::OnlyPlace => format!("{value} of {} can only be in {name}", house(0)),
        Rule::Locked => format!(
            "{value} of {} is in {}, hence not in {}",
            house(0),
            house(1),
            names(layout, cells.iter().copied().collect())
        ),
        Rule::Refuted => {
            let why = sentence(layout, &implication.because, None);
            format!("{name} is not {value} ({why})")
        }
        Rule::Sum { cage } => {
            of_digit = None;
            let not = implication.candidates.iter();
            let not = not.map(|&(cell, digit)| says(layout, CellSet::of(cell), digit, false));
            format!("{}, hence {}", sum(cage), list(not))
        }
        Rule::NoSum { cage } => {
            of_digit = None;
            format!("{}, which cannot be", sum(cage))
        }
        Rule::NoDigit => {
            of_digit = None;
            format!("{name} has no candidate left")
        }
        Rule::NoPlace => {
            cells.clear();
            format!("{} has no place left for {value}", house(0))
        }
    };
    ChainStatement {
        cells: cells.iter().map(|&cell| layout.puzzle_cell(cell)).collect(),
        digit: of_digit.map(|digit| digit as u8 + 1),
        holds: implication.placed_candidate().is_some(),
        text,
        because: statements(layout, &implication.because),
    }
}
