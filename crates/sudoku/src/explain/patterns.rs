//! Patterns in words.

use super::super::cell::Cell;
use super::cells::{CellSet, Marks};
use super::deduction::{Chain, Deduction, Effect, Pattern};
use super::derivation::Implication;
use super::phrases::{digits, digits_or, either, lines, list, names, unit_name, units_of};
use super::seen::Seen;
use super::state::State;
use super::{almost_words, chain_words, edges, links, medusa, medusa_words, rectangle_words};

/// Describes the pattern of a deduction from a state, and the chains that force it.
pub fn describe(deduction: &Deduction, chains: &[Vec<Implication>], state: &State) -> Seen {
    let seen = match deduction.pattern {
        Pattern::NakedSingle | Pattern::HiddenSingle { .. } | Pattern::Bug => single(deduction),
        Pattern::Locked { .. } | Pattern::NakedSubset { .. } | Pattern::HiddenSubset { .. } => {
            subset(&deduction.pattern)
        }
        Pattern::Fish { .. } | Pattern::FinnedFish { .. } => fish(&deduction.pattern),
        Pattern::Wing {
            pivot,
            pincers,
            digit,
        } => wing(pivot, pincers, digit, state),
        Pattern::WWing { .. } => w_wing(&deduction.pattern),
        Pattern::Colours {
            digit,
            colours,
            clash,
        } => colouring(digit, colours, clash),
        Pattern::Rectangle {
            corners,
            digits,
            reason,
        } => rectangle_words::describe(corners, digits, reason, state),
        Pattern::Turbot {
            digit,
            units,
            cells,
        } => turbot(digit, units, cells),
        Pattern::EmptyRectangle {
            digit,
            places,
            units,
            link,
        } => empty_rectangle(digit, places, units, link),
        Pattern::RemotePairs(chain) => remote_pairs(&chain, state),
        Pattern::Chain(chain) => chain_words::alternating(&chain, state),
        Pattern::Bent { group, digit } => almost_words::bent(group, digit),
        Pattern::SueDeCoq { groups, units } => almost_words::sue_de_coq(groups, units),
        Pattern::AlmostLocked(chain) => almost_words::chain(&chain, state),
        Pattern::Medusa { digit, cell, flaw } => {
            let (colours, _) = medusa::colour(state, digit, cell);
            medusa_words::describe(&colours, flaw, state)
        }
        Pattern::Contradiction { .. } | Pattern::EveryDigit { .. } | Pattern::EveryPlace { .. } => {
            return links::forcing(deduction, chains, state);
        }
    };
    Seen {
        edges: edges::edges(deduction, state),
        ..seen
    }
}

/// Naked and hidden singles, and BUG+1: what settles a cell.
fn single(deduction: &Deduction) -> Seen {
    let Effect::Placed(cell, digit) = deduction.effect else {
        return Seen::default();
    };
    let (name, value) = (Cell::at(cell), digit + 1);
    let (units, text) = match deduction.pattern {
        Pattern::HiddenSingle { unit } => (
            vec![unit],
            format!("in {}, {value} can only be in {name}", unit_name(unit)),
        ),
        Pattern::Bug => (
            Vec::new(),
            format!(
                "without {value} in {name}, every open cell would have two candidates and every \
                 digit two places in each house, and all could be exchanged"
            ),
        ),
        _ => (Vec::new(), format!("{name} can only be {value}")),
    };
    Seen::of(1 << digit, CellSet::of(cell), units, text)
}

/// Cells and digits of a unit that take each other's places, and locked candidates.
fn subset(pattern: &Pattern) -> Seen {
    match *pattern {
        Pattern::Locked {
            digit,
            cells,
            within,
            also,
        } => Seen::of(
            1 << digit,
            cells,
            vec![within, also],
            format!(
                "in {}, {} can only be in {}, all in {}",
                unit_name(within),
                digit + 1,
                names(cells),
                unit_name(also)
            ),
        ),
        Pattern::NakedSubset {
            cells,
            digits: values,
            unit,
        } => Seen::of(
            values,
            cells,
            vec![unit],
            format!(
                "in {}, {} can only hold {}",
                unit_name(unit),
                names(cells),
                digits(values)
            ),
        ),
        Pattern::HiddenSubset {
            cells,
            digits: values,
            unit,
        } => Seen::of(
            values,
            cells,
            vec![unit],
            format!(
                "in {}, {} can only be in {}",
                unit_name(unit),
                digits(values),
                names(cells)
            ),
        ),
        _ => Seen::default(),
    }
}

/// Fish, with fins or without.
fn fish(pattern: &Pattern) -> Seen {
    match *pattern {
        Pattern::Fish {
            digit,
            cells,
            base,
            cover,
        } => Seen::of(
            1 << digit,
            cells,
            units_of(base).chain(units_of(cover)).collect(),
            format!(
                "in {}, {} can only be in {}",
                lines(base),
                digit + 1,
                lines(cover)
            ),
        ),
        Pattern::FinnedFish {
            digit,
            cells,
            base,
            cover,
            fins,
        } => Seen::of(
            1 << digit,
            cells,
            units_of(base).chain(units_of(cover)).collect(),
            format!(
                "in {0}, {1} can only be in {2} or in {3}: either {3} is {1}, or {2} have no \
                 further place for it",
                lines(base),
                digit + 1,
                lines(cover),
                either(fins)
            ),
        ),
        _ => Seen::default(),
    }
}

/// XY-wing and XYZ-wing. The cells are the pivot and the two that it sees.
fn wing(pivot: usize, pincers: [usize; 2], digit: usize, state: &State) -> Seen {
    let value = digit + 1;
    let cells = [pivot, pincers[0], pincers[1]];
    let [own, first, second] = cells.map(|cell| state.cell(cell));
    let ways = [(pincers[0], first), (pincers[1], second)].map(|(cell, candidates)| {
        let other = digits(candidates & !(1 << digit));
        format!("if it is {other}, {} is {value}", Cell::at(cell))
    });
    let itself = if own >> digit & 1 == 0 {
        String::new()
    } else {
        format!("; else it is {value} itself")
    };
    Seen {
        digits: own | first | second,
        cells: cells.to_vec(),
        text: format!(
            "{} is {}: {}{itself}",
            Cell::at(pivot),
            digits_or(own),
            ways.join("; ")
        ),
        ..Seen::default()
    }
}

/// The cells are the two with two candidates, then those that link them.
fn w_wing(pattern: &Pattern) -> Seen {
    let &Pattern::WWing {
        ends,
        places,
        unit,
        linked,
        digit,
    } = pattern
    else {
        return Seen::default();
    };
    let (linked_value, value) = (linked + 1, digit + 1);
    let [first, second] = ends.map(Cell::at);
    let [near_first, near_second] = places.map(Cell::at);
    Seen {
        digits: 1 << linked | 1 << digit,
        cells: [ends, places].concat(),
        units: vec![unit],
        text: format!(
            "{first} and {second} can only hold {}; in {}, {linked_value} is in {near_first}, seen \
             by {first}, or in {near_second}, seen by {second}, so {first} or {second} is {value}",
            digits(1 << linked | 1 << digit),
            unit_name(unit)
        ),
        ..Seen::default()
    }
}

fn colouring(digit: usize, colours: [CellSet; 2], clash: Option<[usize; 2]>) -> Seen {
    let value = digit + 1;
    let [first, second] = colours.map(names);
    let ends = match clash {
        None => String::new(),
        Some(cells) => {
            let cells: CellSet = cells.into_iter().collect();
            format!(", and of the former {} see each other", names(cells))
        }
    };
    let seen = Seen::of(
        1 << digit,
        colours[0] | colours[1],
        Vec::new(),
        format!("{value} is in all of {first} or in all of {second}{ends}"),
    );
    let marks = colours.map(|colour| Marks::of(digit, colour));
    Seen {
        chains: marks.iter().map(medusa_words::links).collect(),
        ..seen
    }
}

/// The cells are in the order of the chain.
fn turbot(digit: usize, units: [usize; 3], cells: [usize; 4]) -> Seen {
    let value = digit + 1;
    let [outer, inner, joined, last] = cells.map(Cell::at);
    let [first, second, shared] = units.map(unit_name);
    Seen {
        digits: 1 << digit,
        cells: cells.to_vec(),
        units: units.to_vec(),
        text: format!(
            "in {first}, {value} can only be in {outer} or {inner}, in {second} only in {last} or \
             {joined}; {inner} and {joined} are both in {shared}, so that {outer} or {last} is {value}"
        ),
        ..Seen::default()
    }
}

fn empty_rectangle(digit: usize, places: CellSet, units: [usize; 4], link: [usize; 2]) -> Seen {
    let value = digit + 1;
    let [near, far] = link.map(Cell::at);
    let [square, along, across, linked] = units.map(unit_name);
    Seen {
        digits: 1 << digit,
        cells: places.iter().chain(link).collect(),
        units: units.to_vec(),
        text: format!(
            "in {square}, {value} can only be in {along} or {across}, in {linked} only in {near} or \
             {far}; if {far} is not {value}, then {near} is, and {square} has its {value} in {across}"
        ),
        ..Seen::default()
    }
}

fn remote_pairs(chain: &Chain, state: &State) -> Seen {
    let cells: Vec<usize> = chain
        .nodes()
        .iter()
        .filter_map(|node| node.cell())
        .collect();
    let values = cells.first().map_or(0, |&cell| state.cell(cell));
    let ends = [cells.first(), cells.last()].map(|cell| cell.map_or(0, |&cell| cell));
    let [first, last] = ends.map(Cell::at);
    Seen {
        digits: values,
        text: format!(
            "{} can only hold {} and alternate, since each shares a house with the next; so {first} and \
             {last} differ",
            list(cells.iter().map(|&cell| Cell::at(cell).to_string())),
            digits(values)
        ),
        cells,
        ..Seen::default()
    }
}
