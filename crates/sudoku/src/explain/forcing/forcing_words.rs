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
    ChainStatement, Edge, EdgeEnd, EdgeKind, candidate_end, digits as listed, edge, either, list,
    names, says, sign,
};
use super::super::wording::house_names;
use countless_simd::{sort_by, sort_by_key};

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

/// Describes chains that all solve the cell with the digit of the pattern, or refute that it does
/// not hold it.
pub fn placing_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    let described = describe_chains(pattern, state, None);
    let so = match pattern.chains.len() {
        1 => "so",
        2 => "either way",
        _ => "in each case",
    };
    let solved = says(state.layout, CellSet::of(cell), digit, true);
    PatternDescription {
        text: format!("{}; {so} {solved}", described.text),
        ..described
    }
}

fn describe_chains(
    pattern: &Pattern,
    state: &PlainState<'_>,
    goal: Option<(usize, usize)>,
) -> PatternDescription {
    let layout = state.layout;
    let mut chains: Vec<&[Implication]> = pattern.chains.iter().map(Vec::as_slice).collect();
    let first = |chain: &&[Implication]| chain.first().map(Implication::first_candidate);
    sort_by_key(&mut chains, first);
    let (mut digits, mut cells) = (0, Vec::new());
    for (cell, digit) in chains.iter().filter_map(first) {
        digits |= 1 << digit;
        cells.push(cell);
    }
    let most = MOST_CHARACTERS / chains.len().max(1);
    let sentences = chains
        .iter()
        .map(|chain| sentence(layout, chain, goal, most));
    // The places of a digit in a house cover all cases.
    let lead = pattern.houses.first().map_or_else(String::new, |&house| {
        let places = either(layout, cells.iter().copied().collect());
        let house = layout.house(house);
        format!("in {house}, {} can only be in {places}; ", listed(digits))
    });
    PatternDescription {
        digits,
        cells: distinct(&cells),
        houses: pattern.houses.clone(),
        text: lead + &sentences.collect::<Vec<_>>().join("; "),
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
    let told = |detail| {
        let all = chain.iter().zip(&needed);
        let told = all.map(|(implication, needed)| told(layout, implication, needed, detail));
        told.collect::<Vec<String>>()
    };
    let removes = chain.last().is_some_and(Implication::states_removal);
    let says_goal = |goal| removes && needed.last().is_some_and(|last| last[..] == [goal]);
    let end = goal.filter(|&goal| !says_goal(goal));
    let end =
        end.map(|(cell, digit)| format!("{} is not {}", layout.puzzle_cell(cell), sign(digit)));
    let concludes = end.is_some();
    let end_length = end.as_ref().map_or(0, |end| end.len() + 2);
    let mut parts = fitted(
        &[Detail::Brief, Detail::Short, Detail::Full].map(told),
        most.saturating_sub(end_length),
    );
    parts.extend(end);
    let parts = without_middle(parts, most);
    match &parts[..] {
        [] => String::new(),
        [only] => format!("if {only}, that is the conclusion"),
        [first, last] => format!("if {first}, then {last}"),
        [first, middle @ .., last] => {
            let joint = if concludes { "so" } else { "and" };
            format!("if {first}, then {}, {joint} {last}", middle.join(", "))
        }
    }
}

/// Detail of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Without its reason.
    Brief,
    /// With its house or houses, or with the number of statements that refute it.
    Short,
    /// With all statements that refute it.
    Full,
}

/// Statements with as much detail as fits into `most` characters, from three texts of each. All have
/// the second one if possible: then the shortest of the third texts replace them; otherwise the first
/// texts, where they are shortest compared with the second.
fn fitted([brief, short, full]: &[Vec<String>; 3], most: usize) -> Vec<String> {
    let mut parts = short.clone();
    let mut length: usize = parts.iter().map(|part| part.len() + 2).sum();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    if length > most {
        sort_by(&mut order, |&one, &other| {
            let saved = |at: usize| short[at].len() - brief[at].len();
            saved(other).cmp(&saved(one))
        });
        for at in order {
            if length > most {
                length -= short[at].len() - brief[at].len();
                parts[at].clone_from(&brief[at]);
            }
        }
        return parts;
    }
    sort_by(&mut order, |&one, &other| {
        full[one].len().cmp(&full[other].len())
    });
    for at in order {
        let longer = length - parts[at].len() + full[at].len();
        if longer <= most {
            length = longer;
            parts[at].clone_from(&full[at]);
        }
    }
    parts
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
    let in_houses = || { later.houses.iter() }.any(|&house| layout.group(house).contains(cell));
    match later.rule {
        Rule::Assumed | Rule::AssumedFalse => false,
        Rule::OnlyDigit | Rule::NoDigit => cell == own_cell,
        Rule::OnlyPlace | Rule::NoPlace | Rule::Locked => {
            digit == own_digit && layout.group(later.houses[0]).contains(cell)
        }
        Rule::NakedPair { cells, .. } => cells.contains(&cell),
        Rule::HiddenPair { digits, .. } => digits >> digit & 1 != 0 && in_houses(),
        Rule::XWing => digit == own_digit && in_houses(),
        Rule::Refuted | Rule::EachCase => {
            let mut inner = later.because.iter().flatten();
            inner.any(|inner| rests_on(layout, inner, (cell, digit)))
        }
        Rule::Sum { cage } | Rule::NoSum { cage } => {
            let mut cells = layout.cages[cage].cells.iter();
            cells.any(|&of| usize::from(of) == cell)
        }
    }
}

/// States an implication, with some of its candidates.
fn told(
    layout: &PlainLayout,
    implication: &Implication,
    needed: &[(usize, usize)],
    detail: Detail,
) -> String {
    let (cell, digit) = implication.first_candidate();
    let (name, value) = (layout.puzzle_cell(cell), sign(digit));
    let house = |number: usize| layout.house(implication.houses[number]);
    let sum = |cage: usize| says_sum(layout, &layout.cages[cage]);
    let not = || {
        let cells = needed.iter().map(|&(cell, _)| cell).collect();
        says(layout, cells, digit, false)
    };
    let pair = |cells: [usize; 2]| names(layout, cells.into_iter().collect());
    match implication.rule {
        Rule::Assumed | Rule::OnlyDigit => format!("{name} is {value}"),
        Rule::OnlyPlace if detail == Detail::Brief => format!("{name} is {value}"),
        Rule::OnlyPlace => format!("{name} is {value} ({})", house(0)),
        Rule::AssumedFalse => not(),
        Rule::Locked | Rule::NakedPair { .. } | Rule::HiddenPair { .. } | Rule::XWing
            if detail == Detail::Brief =>
        {
            not()
        }
        Rule::Locked => format!("{} ({value} of {} is in {})", not(), house(0), house(1)),
        Rule::NakedPair { cells, digits } => {
            format!("{} ({} are {})", not(), pair(cells), listed(digits))
        }
        Rule::HiddenPair { cells, digits } => {
            let (digits, cells) = (listed(digits), pair(cells));
            format!("{} ({digits} of {} are in {cells})", not(), house(0))
        }
        Rule::XWing => {
            let lines = house_names(layout, &implication.houses);
            format!("{} (X-Wing in {lines})", not())
        }
        Rule::Refuted => {
            let why = match detail {
                Detail::Brief => "by contradiction".to_owned(),
                _ => format!("else {}", refutation(layout, &implication.because, detail)),
            };
            format!("{name} is not {value} ({why})")
        }
        Rule::EachCase => {
            let why = match detail {
                Detail::Brief => "in each case".to_owned(),
                Detail::Short => assumptions(layout, implication),
                Detail::Full => {
                    let cases = implication.because.iter();
                    let cases = cases.map(|chain| case(layout, chain, (cell, digit)));
                    cases.collect::<Vec<_>>().join("; ")
                }
            };
            format!("{name} is not {value} ({why})")
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
fn refutation(layout: &PlainLayout, because: &[Vec<Implication>], detail: Detail) -> String {
    let chain = because.first().map_or(&[][..], Vec::as_slice);
    let needed = needed_candidates(layout, chain, None);
    let statements = chain.iter().zip(&needed).skip(1);
    let mut parts: Vec<String> = statements
        .map(|(implication, needed)| told(layout, implication, needed, detail))
        .collect();
    let last = parts.pop().unwrap_or_default();
    match (parts.len(), detail) {
        (0, _) => last,
        (_, Detail::Full) => format!("{}, and {last}", parts.join(", ")),
        (1, _) => format!("after one step {last}"),
        (steps, _) => format!("after {steps} steps {last}"),
    }
}

/// States the alternatives of an implication: `whether r1c1 is 2 or r1c1 is 5`.
fn assumptions(layout: &PlainLayout, implication: &Implication) -> String {
    let firsts = { implication.because.iter() }.filter_map(|chain| chain.first());
    let firsts = firsts.map(|first| told(layout, first, &first.candidates, Detail::Short));
    format!("whether {}", list(firsts).replace(" and ", " or "))
}

/// States one of the alternatives that exclude a candidate: `if r1c1 is 2, r1c5 is 3`.
fn case(layout: &PlainLayout, chain: &[Implication], candidate: (usize, usize)) -> String {
    let needed = needed_candidates(layout, chain, Some(candidate));
    let parts = chain.iter().zip(&needed);
    let parts = parts.map(|(implication, needed)| told(layout, implication, needed, Detail::Full));
    match &parts.collect::<Vec<_>>()[..] {
        [] => String::new(),
        [only] => format!("if {only}, at once"),
        [first, rest @ ..] => format!("if {first}, {}", rest.join(", ")),
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
    let has_digit = !matches!(
        implication.rule,
        Rule::NoDigit | Rule::Sum { .. } | Rule::NoSum { .. }
    );
    let chains = { implication.because.iter() }.map(|chain| statements(layout, chain));
    let mut chains: Vec<Vec<ChainStatement>> = chains.collect();
    let because = match implication.rule {
        Rule::Refuted => chains.pop(),
        _ => None,
    };
    ChainStatement {
        cells: cells.iter().map(|&cell| layout.puzzle_cell(cell)).collect(),
        digit: has_digit.then_some(digit as u8 + 1),
        holds: implication.placed_candidate().is_some(),
        text: told(layout, implication, &implication.candidates, Detail::Full),
        because: because.unwrap_or_default(),
        cases: chains,
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
                Rule::Assumed
                | Rule::AssumedFalse
                | Rule::Locked
                | Rule::NakedPair { .. }
                | Rule::HiddenPair { .. }
                | Rule::XWing
                | Rule::Sum { .. }
                | Rule::NoSum { .. } => {}
                Rule::OnlyDigit | Rule::OnlyPlace | Rule::Refuted | Rule::EachCase => {
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
        let is_removed = matches!(
            implication.rule,
            Rule::AssumedFalse | Rule::Refuted | Rule::EachCase
        );
        if implication.placed_candidate().is_some() || is_removed {
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
