//! What forces a result: chains from an assumption, in words.

use super::super::super::cell::Cell;
use super::super::cells::{CELLS_OF, CellSet, bits};
use super::super::deduction::{Pattern, View};
use super::super::edges::edge;
use super::super::phrases::{names, unit_name};
use super::super::seen::Seen;
use super::super::state::State;
use super::super::step::{Edge, EdgeKind, Link};
use super::derivation::derive;
use super::fact::{Fact, Implication};

/// What a nested chain counts as: to spell out all of them takes too long, and they have
/// about so many.
const NESTED: u32 = 100;

/// What forces a result. The goal, cell and digit, is the candidate that all alternatives rule
/// out.
#[derive(Clone, Copy, Debug)]
pub enum Forced {
    /// A candidate from which a contradiction follows, by others within it if `nested`.
    Contradiction {
        cell: usize,
        digit: usize,
        nested: bool,
    },
    /// A cell, all of whose candidates lead to the goal.
    EveryDigit { cell: usize, goal: (usize, usize) },
    /// A unit, in which all places of a digit lead to the goal.
    EveryPlace {
        digit: usize,
        unit: usize,
        goal: (usize, usize),
    },
}

impl Forced {
    /// The goal; none of a contradiction.
    fn goal(self) -> Option<(usize, usize)> {
        match self {
            Self::Contradiction { .. } => None,
            Self::EveryDigit { goal, .. } | Self::EveryPlace { goal, .. } => Some(goal),
        }
    }

    /// One chain of facts, or one for each alternative.
    fn chains(self, state: &State) -> Vec<Vec<Implication>> {
        let goal: Vec<_> = self.goal().into_iter().collect();
        let lead = |way| derive(state, way, &goal, false);
        match self {
            Self::Contradiction {
                cell,
                digit,
                nested,
            } => vec![derive(state, (cell, digit), &[], nested)],
            Self::EveryDigit { cell, .. } => {
                let digits = bits(state.cell(cell));
                digits.map(|digit| lead((cell, digit))).collect()
            }
            Self::EveryPlace { digit, unit, .. } => {
                let places = bits(state.places(digit, unit));
                places
                    .map(|place| lead((CELLS_OF[unit][place], digit)))
                    .collect()
            }
        }
    }
}

impl Pattern for Forced {
    fn links(&self, state: &State) -> u32 {
        match self {
            Self::Contradiction { nested: true, .. } => NESTED,
            forced => {
                let chains = forced.chains(state);
                chains.iter().map(|chain| chain.len() as u32).sum()
            }
        }
    }

    fn seen(&self, view: &View<'_>) -> Seen {
        let View { frame, state, .. } = view;
        let mut chains: Vec<Vec<Implication>> = (self.chains(view.found_in).iter())
            .map(|chain| chain.iter().map(|one| one.moved(frame)).collect())
            .collect();
        let first = |chain: &Vec<Implication>| chain.first().and_then(|first| first.fact.held());
        chains.sort_by_key(first);
        let (mut digits, mut cells) = (0, Vec::new());
        for (cell, digit) in chains.iter().filter_map(first) {
            digits |= 1 << digit;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let units = match self {
            Self::EveryPlace { unit, .. } => vec![frame.unit(*unit)],
            _ => Vec::new(),
        };
        let goal = self.goal();
        let goal = goal.map(|(cell, digit)| (frame.cell(cell), frame.digit(digit)));
        let sentences = chains.iter().map(|chain| sentence(chain, goal));
        Seen {
            digits,
            cells,
            units,
            text: sentences.collect::<Vec<_>>().join("; "),
            chains: chains.iter().map(|chain| links(chain)).collect(),
            edges: edges(&chains, goal, state),
        }
    }
}

/// `if r1c1 is 2, then r1c2 can only be 3, and r7c8 has no candidate left`, or `so r7c8 is
/// not 5` if that is the goal.
fn sentence(chain: &[Implication], goal: Option<(usize, usize)>) -> String {
    let links = links(chain);
    let mut parts: Vec<String> = links.into_iter().map(|link| link.text).collect();
    let is_told = match (chain.last().map(|last| &last.fact), goal) {
        (Some(Fact::Locked { digit, cells, .. }), Some((cell, value))) => {
            *digit == value && cells[..] == [cell]
        }
        _ => false,
    };
    let end = goal.filter(|_| !is_told);
    let end = end.map(|(cell, digit)| format!("{} is not {}", Cell::at(cell), digit + 1));
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

fn links(chain: &[Implication]) -> Vec<Link> {
    chain.iter().map(|one| link(&one.fact)).collect()
}

/// The lines of some chains, each once.
fn edges(chains: &[Vec<Implication>], goal: Option<(usize, usize)>, state: &State) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for chain in chains {
        let mut add = |edge: Edge| {
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        };
        for Implication { fact, premises } in chain {
            match *fact {
                Fact::Assumed { .. } | Fact::Locked { .. } => {}
                Fact::OnlyDigit { cell, digit }
                | Fact::OnlyPlace { cell, digit, .. }
                | Fact::Refuted { cell, digit, .. } => {
                    let end = (digit, CellSet::of(cell));
                    let from = premises.iter().flat_map(|&premise| roots(chain, premise));
                    from.for_each(|from| add(edge(EdgeKind::Leads, from, end)));
                }
                Fact::NoDigit { cell } => {
                    for digit in bits(state.cell(cell)) {
                        why_not(chain, premises, (cell, digit)).for_each(&mut add);
                    }
                }
                Fact::NoPlace { digit, unit } => {
                    for place in bits(state.places(digit, unit)) {
                        let cell = CELLS_OF[unit][place];
                        why_not(chain, premises, (cell, digit)).for_each(&mut add);
                    }
                }
            }
        }
        if let Some(goal) = goal {
            let all: Vec<usize> = (0..chain.len()).collect();
            why_not(chain, &all, goal).for_each(&mut add);
        }
    }
    edges
}

/// The lines from the first of some implications with which a candidate goes.
fn why_not(
    chain: &[Implication],
    numbers: &[usize],
    (cell, digit): (usize, usize),
) -> impl Iterator<Item = Edge> {
    let mut excluding = numbers.iter().copied();
    let number = excluding.find(|&number| chain[number].fact.excludes(cell, digit));
    let direct = number.is_some_and(|number| chain[number].fact.held().is_some());
    let kind = if direct {
        EdgeKind::Weak
    } else {
        EdgeKind::Leads
    };
    let from = number.map_or_else(Vec::new, |number| roots(chain, number));
    let end = (digit, CellSet::of(cell));
    let from = from.into_iter().filter(move |&from| from != end);
    from.map(move |from| edge(kind, from, end))
}

/// The candidates that an implication begins with: its own, or, as locked candidates are many,
/// those by which they are locked.
fn roots(chain: &[Implication], number: usize) -> Vec<(usize, CellSet)> {
    let Implication { fact, premises } = &chain[number];
    match fact {
        &Fact::Refuted { cell, digit, .. } => vec![(digit, CellSet::of(cell))],
        fact => match fact.held() {
            Some((cell, digit)) => vec![(digit, CellSet::of(cell))],
            None => premises
                .iter()
                .flat_map(|&premise| roots(chain, premise))
                .collect(),
        },
    }
}

fn link(fact: &Fact) -> Link {
    let link = |cells: Vec<usize>, digit: Option<usize>, holds, text| Link {
        cells: cells.into_iter().map(Cell::at).collect(),
        digit: digit.map(|digit| digit as u8 + 1),
        holds,
        text,
        because: Vec::new(),
    };
    match fact {
        &Fact::Assumed { cell, digit } => {
            let text = format!("{} is {}", Cell::at(cell), digit + 1);
            link(vec![cell], Some(digit), true, text)
        }
        &Fact::OnlyDigit { cell, digit } => {
            let text = format!("{} can only be {}", Cell::at(cell), digit + 1);
            link(vec![cell], Some(digit), true, text)
        }
        &Fact::OnlyPlace { cell, digit, unit } => {
            let place = Cell::at(cell);
            let text = format!(
                "{} of {} can only be in {place}",
                digit + 1,
                unit_name(unit)
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
                digit + 1,
                unit_name(*within),
                unit_name(*also),
                names(gone)
            );
            link(cells.clone(), Some(*digit), false, text)
        }
        &Fact::Refuted {
            cell,
            digit,
            ref chain,
        } => {
            let because = links(chain);
            let why = sentence(chain, None);
            let text = format!("{} is not {} ({why})", Cell::at(cell), digit + 1);
            Link {
                because,
                ..link(vec![cell], Some(digit), false, text)
            }
        }
        &Fact::NoDigit { cell } => {
            let text = format!("{} has no candidate left", Cell::at(cell));
            link(vec![cell], None, false, text)
        }
        &Fact::NoPlace { digit, unit } => {
            let text = format!("{} has no place left for {}", unit_name(unit), digit + 1);
            link(Vec::new(), Some(digit), false, text)
        }
    }
}
