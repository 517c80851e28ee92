//! Forcing chains in words.

use super::super::cell::Cell;
use super::cells::{CELLS_OF, CellSet, bits};
use super::deduction::{Deduction, Effect, Pattern};
use super::derivation::{Fact, derive};
use super::phrases::{names, unit_name};
use super::seen::Seen;
use super::state::State;
use super::step::Link;

/// What forces the result of a deduction: one chain, or one for each alternative.
pub fn forcing(deduction: &Deduction, state: &State) -> Seen {
    let goal: Vec<_> = match deduction.effect {
        Effect::Removed(removed) => removed.iter().map(|(digit, cell)| (cell, digit)).collect(),
        Effect::Placed(..) => Vec::new(),
    };
    let all = |ways: &mut dyn Iterator<Item = (usize, usize)>| -> Vec<Vec<Link>> {
        ways.map(|way| links(&derive(state, way, &goal, false)))
            .collect()
    };
    match deduction.pattern {
        Pattern::Contradiction {
            cell,
            digit,
            nested,
        } => {
            let chain = links(&derive(state, (cell, digit), &[], nested));
            Seen {
                digits: 1 << digit,
                cells: vec![cell],
                text: sentence(&chain),
                chains: vec![chain],
                ..Seen::default()
            }
        }
        Pattern::EveryDigit { cell } => {
            let digits = state.cell(cell);
            let chains = all(&mut bits(digits).map(|digit| (cell, digit)));
            Seen {
                digits,
                cells: vec![cell],
                text: alternatives(&chains),
                chains,
                ..Seen::default()
            }
        }
        Pattern::EveryPlace { digit, unit } => {
            let cells: Vec<usize> = bits(state.places(digit, unit))
                .map(|place| CELLS_OF[unit][place])
                .collect();
            let chains = all(&mut cells.iter().map(|&cell| (cell, digit)));
            Seen {
                digits: 1 << digit,
                cells,
                units: vec![unit],
                text: alternatives(&chains),
                chains,
            }
        }
        _ => Seen::default(),
    }
}

/// The sentences of all chains; `if r1c1 is 2, …; if r1c1 is 3, …`.
fn alternatives(chains: &[Vec<Link>]) -> String {
    let sentences: Vec<String> = chains.iter().map(|chain| sentence(chain)).collect();
    sentences.join("; ")
}

/// `if r1c1 is 2, then r1c2 is 3, r4c4 is 5, and r7c8 has no candidate left`.
fn sentence(chain: &[Link]) -> String {
    let parts: Vec<&str> = chain.iter().map(|link| link.text.as_str()).collect();
    match &parts[..] {
        [] => String::new(),
        [start] => format!("if {start}, at once"),
        [start, end] => format!("if {start}, then {end}"),
        [start, middle @ .., end] => format!("if {start}, then {}, and {end}", middle.join(", ")),
    }
}

fn links(facts: &[Fact]) -> Vec<Link> {
    facts.iter().map(link).collect()
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
        &(Fact::Assumed { cell, digit } | Fact::OnlyDigit { cell, digit }) => {
            let text = format!("{} is {}", Cell::at(cell), digit + 1);
            link(vec![cell], Some(digit), true, text)
        }
        &Fact::OnlyPlace { cell, digit, unit } => {
            let place = Cell::at(cell);
            let text = format!("{} has {} in {place}", unit_name(unit), digit + 1);
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
            let why = sentence(&because);
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
