//! Patterns of forcing chains, in words.

use super::super::cage_techniques::says_sum;
use super::super::deduction::TechniquePattern;
use super::super::edges::edge;
use super::super::layout::{CellSet, Frame, LayoutSet, PlainLayout, bits};
use super::super::pattern_description::PatternDescription;
use super::super::phrases::{list, names, says, sign};
use super::super::plain_state::PlainState;
use super::super::step::{ChainStatement, Edge, EdgeKind};
use super::derivation::derive;
use super::implication::{Fact, Implication};

/// Links counted for a nested chain: about its typical number of links, since the search for all of
/// them would take too long.
const LINKS_OF_NESTED: u32 = 100;

/// Pattern of forcing chains. The goal, as cell and digit, is the candidate that all alternatives
/// exclude.
#[derive(Clone, Copy, Debug)]
pub enum ForcingPattern {
    /// Candidate that leads to a contradiction. If `nested` is true, the chain contains
    /// contradictions of other candidates.
    Contradiction {
        cell: usize,
        digit: usize,
        nested: bool,
    },
    /// Cell where every candidate leads to the goal.
    EveryDigit { cell: usize, goal: (usize, usize) },
    /// House where every place of a digit leads to the goal.
    EveryPlace {
        digit: usize,
        house: usize,
        goal: (usize, usize),
    },
}

impl ForcingPattern {
    /// Goal of the alternatives; `None` for a contradiction.
    fn goal(self) -> Option<(usize, usize)> {
        match self {
            Self::Contradiction { .. } => None,
            Self::EveryDigit { goal, .. } | Self::EveryPlace { goal, .. } => Some(goal),
        }
    }

    /// Chains of implications, one for each alternative.
    fn chains(self, state: &PlainState<'_>) -> Vec<Vec<Implication>> {
        let goal: Vec<_> = self.goal().into_iter().collect();
        let lead = |way| derive(state, way, &goal, false);
        match self {
            Self::Contradiction {
                cell,
                digit,
                nested,
            } => vec![derive(state, (cell, digit), &[], nested)],
            Self::EveryDigit { cell, .. } => {
                let digits = bits(state.candidates_of(cell));
                digits.map(|digit| lead((cell, digit))).collect()
            }
            Self::EveryPlace { digit, house, .. } => {
                let places = state.places(digit, house);
                places.map(|cell| lead((cell, digit))).collect()
            }
        }
    }
}

impl TechniquePattern for ForcingPattern {
    fn count_links(&self, state: &PlainState<'_>) -> u32 {
        match self {
            Self::Contradiction { nested: true, .. } => LINKS_OF_NESTED,
            forced => {
                let chains = forced.chains(state);
                chains.iter().map(|chain| chain.len() as u32).sum()
            }
        }
    }

    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let chains = self.chains(&state.moved(&frame.reversed()));
        let mut chains: Vec<Vec<Implication>> = (chains.iter())
            .map(|chain| chain.iter().map(|one| one.moved(frame)).collect())
            .collect();
        let first = |chain: &Vec<Implication>| {
            chain
                .first()
                .and_then(|first| first.fact.placed_candidate())
        };
        chains.sort_by_key(first);
        let (mut digits, mut cells) = (0, Vec::new());
        for (cell, digit) in chains.iter().filter_map(first) {
            digits |= 1 << digit;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let houses = match self {
            Self::EveryPlace { house, .. } => vec![frame.house(*house)],
            _ => Vec::new(),
        };
        let goal = self.goal();
        let goal = goal.map(|(cell, digit)| (frame.cell(cell), frame.digit(digit)));
        let sentences = chains
            .iter()
            .map(|chain| sentence(state.layout, chain, goal));
        PatternDescription {
            digits,
            cells,
            houses,
            text: sentences.collect::<Vec<_>>().join("; "),
            chains: chains
                .iter()
                .map(|chain| statements(state.layout, chain))
                .collect(),
            edges: edges(&chains, goal, state),
        }
    }
}

/// Writes a chain as `if r1c1 is 2, then r1c2 can only be 3, and r7c8 has no candidate left`. With
/// a goal it ends with `so r7c8 is not 5`.
fn sentence(layout: &PlainLayout, chain: &[Implication], goal: Option<(usize, usize)>) -> String {
    let links = statements(layout, chain);
    let mut parts: Vec<String> = links.into_iter().map(|link| link.text).collect();
    let is_told = match (chain.last().map(|last| &last.fact), goal) {
        (Some(Fact::Locked { digit, cells, .. }), Some((cell, value))) => {
            *digit == value && cells[..] == [cell]
        }
        _ => false,
    };
    let end = goal.filter(|_| !is_told);
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
    let links = chain.iter().map(|one| statement(layout, &one.fact));
    links.collect()
}

/// Edges of some chains, without duplicates.
fn edges(
    chains: &[Vec<Implication>],
    goal: Option<(usize, usize)>,
    state: &PlainState<'_>,
) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for chain in chains {
        let mut add = |edge: Edge| {
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        };
        for Implication { fact, premises } in chain {
            match *fact {
                Fact::Assumed { .. }
                | Fact::Locked { .. }
                | Fact::Sum { .. }
                | Fact::NoSum { .. } => {}
                Fact::OnlyDigit { cell, digit }
                | Fact::OnlyPlace { cell, digit, .. }
                | Fact::Refuted { cell, digit, .. } => {
                    let end = (digit, CellSet::of(cell));
                    let from = premises
                        .iter()
                        .flat_map(|&premise| starting_candidates(chain, premise));
                    from.for_each(|from| add(edge(state.layout, EdgeKind::Leads, from, end)));
                }
                Fact::NoDigit { cell } => {
                    for digit in bits(state.candidates_of(cell)) {
                        edges_to_removed(state.layout, chain, premises, (cell, digit))
                            .for_each(&mut add);
                    }
                }
                Fact::NoPlace { digit, house } => {
                    for cell in state.places(digit, house) {
                        edges_to_removed(state.layout, chain, premises, (cell, digit))
                            .for_each(&mut add);
                    }
                }
            }
        }
        if let Some(goal) = goal {
            let all: Vec<usize> = (0..chain.len()).collect();
            edges_to_removed(state.layout, chain, &all, goal).for_each(&mut add);
        }
    }
    edges
}

/// Edges to a removed candidate, from the first of some implications that removes it.
fn edges_to_removed<'a>(
    layout: &'a PlainLayout,
    chain: &[Implication],
    numbers: &[usize],
    (cell, digit): (usize, usize),
) -> impl Iterator<Item = Edge> + use<'a> {
    let mut excluding = numbers.iter().copied();
    let number = excluding.find(|&number| chain[number].fact.excludes(layout, cell, digit));
    let direct = number.is_some_and(|number| chain[number].fact.placed_candidate().is_some());
    let kind = if direct {
        EdgeKind::Weak
    } else {
        EdgeKind::Leads
    };
    let from = number.map_or_else(Vec::new, |number| starting_candidates(chain, number));
    let end = (digit, CellSet::of(cell));
    let from = from.into_iter().filter(move |&from| from != end);
    from.map(move |from| edge(layout, kind, from, end))
}

/// Candidates from which an edge starts: the candidate of the implication itself, or for locked
/// candidates and sums, those of its premises.
fn starting_candidates(chain: &[Implication], number: usize) -> Vec<(usize, CellSet)> {
    let Implication { fact, premises } = &chain[number];
    match fact {
        &Fact::Refuted { cell, digit, .. } => vec![(digit, CellSet::of(cell))],
        fact => match fact.placed_candidate() {
            Some((cell, digit)) => vec![(digit, CellSet::of(cell))],
            None => premises
                .iter()
                .flat_map(|&premise| starting_candidates(chain, premise))
                .collect(),
        },
    }
}

fn statement(layout: &PlainLayout, fact: &Fact) -> ChainStatement {
    let link = |cells: Vec<usize>, digit: Option<usize>, holds, text| ChainStatement {
        cells: cells
            .into_iter()
            .map(|cell| layout.puzzle_cell(cell))
            .collect(),
        digit: digit.map(|digit| digit as u8 + 1),
        holds,
        text,
        because: Vec::new(),
    };
    match fact {
        &Fact::Assumed { cell, digit } => {
            let text = format!("{} is {}", layout.puzzle_cell(cell), sign(digit));
            link(vec![cell], Some(digit), true, text)
        }
        &Fact::OnlyDigit { cell, digit } => {
            let text = format!("{} can only be {}", layout.puzzle_cell(cell), sign(digit));
            link(vec![cell], Some(digit), true, text)
        }
        &Fact::OnlyPlace { cell, digit, house } => {
            let place = layout.puzzle_cell(cell);
            let text = format!(
                "{} of {} can only be in {place}",
                sign(digit),
                layout.label(house)
            );
            link(vec![cell], Some(digit), true, text)
        }
        Fact::Locked {
            digit,
            within,
            also,
            cells,
        } => {
            let gone: CellSet = cells.iter().copied().collect();
            let text = format!(
                "{} of {} is in {}, hence not in {}",
                sign(*digit),
                layout.label(*within),
                layout.label(*also),
                names(layout, gone)
            );
            link(cells.clone(), Some(*digit), false, text)
        }
        &Fact::Refuted {
            cell,
            digit,
            ref chain,
        } => {
            let because = statements(layout, chain);
            let why = sentence(layout, chain, None);
            let text = format!(
                "{} is not {} ({why})",
                layout.puzzle_cell(cell),
                sign(digit)
            );
            ChainStatement {
                because,
                ..link(vec![cell], Some(digit), false, text)
            }
        }
        Fact::Sum { cage, gone } => {
            let mut cells: Vec<usize> = gone.iter().map(|(cell, _)| *cell).collect();
            cells.dedup();
            let not = gone.iter().map(|&(cell, digit)| {
                let cells = CellSet::of(cell);
                says(layout, cells, digit, false)
            });
            let text = format!(
                "{}, hence {}",
                says_sum(layout, &layout.cages[*cage]),
                list(not)
            );
            link(cells, None, false, text)
        }
        Fact::NoSum { cage } => {
            let sum = says_sum(layout, &layout.cages[*cage]);
            link(Vec::new(), None, false, format!("{sum}, which cannot be"))
        }
        &Fact::NoDigit { cell } => {
            let text = format!("{} has no candidate left", layout.puzzle_cell(cell));
            link(vec![cell], None, false, text)
        }
        &Fact::NoPlace { digit, house } => {
            let text = format!(
                "{} has no place left for {}",
                layout.label(house),
                sign(digit)
            );
            link(Vec::new(), Some(digit), false, text)
        }
    }
}
