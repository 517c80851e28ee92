//! Forcing chains in words and edges.
//!
//! A chain is a list of statements: `r1c2 is 3` if the cell has no other candidate left, `r1c2 is 3
//! (row 1)` if the row has no other place, `r1c2 is not 3 (3 of box 1 is in row 2)` for locked
//! candidates, and `r1c2 is not 3 (else …)` for a contradiction. A long text loses the statements in
//! parentheses, then those in the middle.

use super::super::cage_techniques::says_sum;
use super::super::deduction::{Implication, Pattern, PatternDescription, Rule, distinct};
use super::super::layout::{CellSet, LayoutSet, PlainLayout};
use super::super::solving_state::PlainState;
use super::super::step::{
    ChainStatement, Edge, EdgeEnd, EdgeKind, candidate_end, edge, list, says, sign,
};

/// Most characters of a text, without its conclusion.
const MOST_CHARACTERS: usize = 1400;

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
    let layout = state.layout;
    let mut chains: Vec<&[Implication]> = pattern.chains.iter().map(Vec::as_slice).collect();
    let first = |chain: &&[Implication]| chain.first().and_then(Implication::placed_candidate);
    chains.sort_by_key(first);
    let (mut digits, mut cells) = (0, Vec::new());
    for (cell, digit) in chains.iter().filter_map(first) {
        digits |= 1 << digit;
        cells.push(cell);
    }
    let most = MOST_CHARACTERS / chains.len().max(1);
    let sentences = chains
        .iter()
        .map(|chain| sentence(layout, chain, goal, most));
    PatternDescription {
        digits,
        cells: distinct(&cells),
        houses: pattern.houses.clone(),
        text: sentences.collect::<Vec<_>>().join("; "),
        chains: chains
            .iter()
            .map(|chain| statements(layout, chain))
            .collect(),
        edges: edges(&chains, goal, layout),
        ..PatternDescription::default()
    }
}

/// Writes a chain as `if r1c1 is 2, then r1c2 is 3, and r7c8 has no candidate left`. With a goal it
/// ends with `so r7c8 is not 5`.
fn sentence(
    layout: &PlainLayout,
    chain: &[Implication],
    goal: Option<(usize, usize)>,
    most: usize,
) -> String {
    let needed = needed_candidates(layout, chain, goal);
    let mut parts: Vec<String> = Vec::new();
    // Statements with their reasons in parentheses, which replace those without where they fit.
    let mut reasoned: Vec<(usize, String)> = Vec::new();
    for (number, (implication, needed)) in chain.iter().zip(&needed).enumerate() {
        if implication.rule == Rule::Refuted {
            reasoned.push((number, told(layout, implication, needed, true)));
        }
        parts.push(told(layout, implication, needed, false));
    }
    let last = chain.last().filter(|last| last.rule == Rule::Locked);
    let says_goal = |goal| last.is_some() && needed.last().is_some_and(|last| last[..] == [goal]);
    let end = goal.filter(|&goal| !says_goal(goal));
    let end =
        end.map(|(cell, digit)| format!("{} is not {}", layout.puzzle_cell(cell), sign(digit)));
    let concludes = end.is_some();
    parts.extend(end);
    let mut length: usize = parts.iter().map(|part| part.len() + 2).sum();
    reasoned.sort_by_key(|(_, text)| text.len());
    for (number, text) in reasoned {
        let longer = length - parts[number].len() + text.len();
        if longer <= most {
            length = longer;
            parts[number] = text;
        }
    }
    let parts = without_middle(parts, most);
    match &parts[..] {
        [] => String::new(),
        [only] => format!("if {only}"),
        [first, last] => format!("if {first}, then {last}"),
        [first, middle @ .., last] => {
            let joint = if concludes { "so" } else { "and" };
            format!("if {first}, then {}, {joint} {last}", middle.join(", "))
        }
    }
}

/// Replaces statements in the middle by their number, so that the rest has at most `most`
/// characters. The first and the last statement remain.
fn without_middle(parts: Vec<String>, most: usize) -> Vec<String> {
    let length = |part: &String| part.len() + 2;
    if parts.iter().map(length).sum::<usize>() <= most {
        return parts;
    }
    let (mut before, mut after) = (1, 1);
    let mut used = length(&parts[0]) + length(&parts[parts.len() - 1]) + 20;
    while before + after < parts.len() {
        let is_before = before <= after;
        let next = if is_before {
            before
        } else {
            parts.len() - 1 - after
        };
        used += length(&parts[next]);
        if used > most {
            break;
        }
        before += usize::from(is_before);
        after += usize::from(!is_before);
    }
    let left_out = parts.len() - before - after;
    let steps = if left_out == 1 { "step" } else { "steps" };
    let mut told = parts[..before].to_vec();
    told.push(format!("({left_out} further {steps})"));
    told.extend_from_slice(&parts[parts.len() - after..]);
    told
}

/// Candidates of each implication that a later one, or the goal, rests on. A contradiction and a
/// true candidate keep theirs.
fn needed_candidates(
    layout: &PlainLayout,
    chain: &[Implication],
    goal: Option<(usize, usize)>,
) -> Vec<Vec<(usize, usize)>> {
    let needed = chain.iter().enumerate().map(|(number, implication)| {
        if implication.rule != Rule::Locked {
            return implication.candidates.clone();
        }
        let is_needed = |candidate: &&(usize, usize)| {
            goal == Some(**candidate)
                || chain[number + 1..]
                    .iter()
                    .any(|later| rests_on(layout, later, **candidate))
        };
        implication
            .candidates
            .iter()
            .filter(is_needed)
            .copied()
            .collect()
    });
    needed.collect()
}

/// True if an implication may rest on the removal of a candidate.
fn rests_on(layout: &PlainLayout, later: &Implication, (cell, digit): (usize, usize)) -> bool {
    let (own_cell, own_digit) = later.first_candidate();
    match later.rule {
        Rule::Assumed => false,
        Rule::OnlyDigit | Rule::NoDigit => cell == own_cell,
        Rule::OnlyPlace | Rule::NoPlace | Rule::Locked => {
            digit == own_digit && layout.group(later.houses[0]).contains(cell)
        }
        Rule::Refuted => {
            let mut inner = later.because.iter();
            inner.any(|inner| rests_on(layout, inner, (cell, digit)))
        }
        Rule::Sum { cage } | Rule::NoSum { cage } => {
            let mut cells = layout.cages[cage].cells.iter();
            cells.any(|&of| usize::from(of) == cell)
        }
    }
}

/// States an implication, with some of its candidates. A contradiction has all its statements, or
/// their number and the last.
fn told(
    layout: &PlainLayout,
    implication: &Implication,
    needed: &[(usize, usize)],
    has_reasons: bool,
) -> String {
    let (cell, digit) = implication.first_candidate();
    let (name, value) = (layout.puzzle_cell(cell), sign(digit));
    let house = |number: usize| layout.house(implication.houses[number]);
    let sum = |cage: usize| says_sum(layout, &layout.cages[cage]);
    match implication.rule {
        Rule::Assumed | Rule::OnlyDigit => format!("{name} is {value}"),
        Rule::OnlyPlace => format!("{name} is {value} ({})", house(0)),
        Rule::Locked => {
            let cells = needed.iter().map(|&(cell, _)| cell).collect();
            let not = says(layout, cells, digit, false);
            format!("{not} ({value} of {} is in {})", house(0), house(1))
        }
        Rule::Refuted => {
            let why = refutation(layout, &implication.because, has_reasons);
            format!("{name} is not {value} (else {why})")
        }
        Rule::Sum { cage } => {
            let not = implication.candidates.iter();
            let not = not.map(|&(cell, digit)| says(layout, CellSet::of(cell), digit, false));
            format!("{}, hence {}", sum(cage), list(not))
        }
        Rule::NoSum { cage } => format!("{}, which cannot be", sum(cage)),
        Rule::NoDigit => format!("{name} has no candidate left"),
        Rule::NoPlace => format!("{} has no place left for {value}", house(0)),
    }
}

/// Statements that refute a candidate, without the assumption: all, or their number and the last.
fn refutation(layout: &PlainLayout, chain: &[Implication], has_reasons: bool) -> String {
    let needed = needed_candidates(layout, chain, None);
    let statements = chain.iter().zip(&needed).skip(1);
    let mut parts: Vec<String> = statements
        .map(|(implication, needed)| told(layout, implication, needed, has_reasons))
        .collect();
    let last = parts.pop().unwrap_or_default();
    match (parts.len(), has_reasons) {
        (0, _) => last,
        (_, true) => format!("{}, and {last}", parts.join(", ")),
        (1, false) => format!("after one step {last}"),
        (steps, false) => format!("after {steps} steps {last}"),
    }
}

/// Statements of a chain, each with all its candidates.
fn statements(layout: &PlainLayout, chain: &[Implication]) -> Vec<ChainStatement> {
    let links = chain
        .iter()
        .map(|implication| statement(layout, implication));
    links.collect()
}

fn statement(layout: &PlainLayout, implication: &Implication) -> ChainStatement {
    let (_, digit) = implication.first_candidate();
    let cells = implication.candidates.iter();
    let mut cells: Vec<usize> = cells.map(|&(cell, _)| cell).collect();
    cells.dedup();
    if implication.rule == Rule::NoPlace {
        cells.clear();
    }
    let has_digit = matches!(
        implication.rule,
        Rule::Assumed
            | Rule::OnlyDigit
            | Rule::OnlyPlace
            | Rule::Locked
            | Rule::Refuted
            | Rule::NoPlace
    );
    ChainStatement {
        cells: cells.iter().map(|&cell| layout.puzzle_cell(cell)).collect(),
        digit: has_digit.then_some(digit as u8 + 1),
        holds: implication.placed_candidate().is_some(),
        text: told(layout, implication, &implication.candidates, true),
        because: statements(layout, &implication.because),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_their_beginning_and_end() {
        let parts: Vec<String> = (0..30)
            .map(|number| format!("statement {number}"))
            .collect();
        assert_eq!(without_middle(parts.clone(), 1000), parts);
        for most in [60, 100, 200] {
            let short = without_middle(parts.clone(), most);
            let middle = short.iter().position(|part| part.starts_with('('));
            let middle = middle.expect("statements are left out");
            let after = short.len() - middle - 1;
            assert_eq!(short[..middle], parts[..middle]);
            assert_eq!(short[middle + 1..], parts[30 - after..]);
            assert_eq!(
                short[middle],
                format!("({} further steps)", 30 - middle - after)
            );
            assert!(middle > 0 && after > 0 && short.join(", ").len() <= most);
        }
    }
}
