//! Patterns in words.

use super::super::cell::Cell;
use super::cells::{CellSet, bits};
use super::deduction::{Chain, Deduction, Effect, Pattern};
use super::links;
use super::phrases::{digits, lines, list, names, unit_name, units_of};
use super::seen::Seen;
use super::state::State;
use super::step::Link;

/// Describes the pattern of a deduction from a state.
pub fn describe(deduction: &Deduction, state: &State) -> Seen {
    match deduction.pattern {
        Pattern::NakedSingle | Pattern::HiddenSingle { .. } | Pattern::Bug => single(deduction),
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
            extra,
        } => rectangle(corners, digits, extra),
        Pattern::Chain(chain) => alternating(&chain),
        Pattern::Contradiction { .. } | Pattern::EveryDigit { .. } | Pattern::EveryPlace { .. } => {
            links::forcing(deduction, state)
        }
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
                 digit two places in each unit, and all could be exchanged"
            ),
        ),
        _ => (Vec::new(), format!("{name} can only be {value}")),
    };
    Seen::of(1 << digit, CellSet::of(cell), units, text)
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
            list_or(own),
            ways.join(", ")
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
             by {first}, or in {near_second}, seen by {second}, so one of the two is {value}",
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
    Seen::of(
        1 << digit,
        colours[0] | colours[1],
        Vec::new(),
        format!("{value} is in all of {first} or in all of {second}{ends}"),
    )
}

fn rectangle(corners: [usize; 4], values: u16, extra: Option<usize>) -> Seen {
    let [first, second, third, fourth] = corners.map(Cell::at);
    let text = match extra {
        None => format!(
            "{first}, {second} and {third} can only hold {0}; if {fourth} did, too, {0} could be \
             exchanged in all four",
            digits(values)
        ),
        Some(digit) => format!(
            "{first} and {second} can only hold {0}, {third} and {fourth} only {1} besides; \
             without {1}, {0} could be exchanged in all four",
            digits(values),
            digit + 1
        ),
    };
    Seen {
        digits: values | extra.map_or(0, |digit| 1 << digit),
        cells: corners.to_vec(),
        text,
        ..Seen::default()
    }
}

/// X-chains and XY-chains: the first of the nodes is false, the next true, and so on.
fn alternating(chain: &Chain) -> Seen {
    let nodes: Vec<_> = chain.nodes().collect();
    let values = nodes.iter().fold(0, |all, &(_, digit)| all | 1 << digit);
    let is_x = nodes.iter().all(|&(_, digit)| 1 << digit == values);
    let links = nodes.iter().enumerate().map(|(number, &(cell, digit))| {
        let holds = number % 2 == 1;
        let not = if holds { "" } else { "not " };
        Link {
            cells: vec![Cell::at(cell)],
            digit: Some(digit as u8 + 1),
            holds,
            text: format!("{} is {not}{}", Cell::at(cell), digit + 1),
            because: Vec::new(),
        }
    });
    let links: Vec<Link> = links.collect();
    let is = |&(cell, digit): &(usize, usize)| format!("{} is {}", Cell::at(cell), digit + 1);
    let ends = [nodes.first(), nodes.last()].map(|end| end.map_or_else(String::new, is));
    // Of a cell with two candidates, that it is not the one says nothing new.
    let told = links.iter().skip(1).filter(|link| is_x || link.holds);
    let told: Vec<&str> = told.map(|link| link.text.as_str()).collect();
    let text = format!(
        "if {}, then {}; so {}",
        links.first().map_or("", |link| &link.text),
        told.join(", "),
        ends.join(" or ")
    );
    let mut cells: Vec<usize> = nodes.iter().map(|&(cell, _)| cell).collect();
    cells.dedup();
    Seen {
        digits: values,
        cells,
        chains: vec![links],
        text,
        ..Seen::default()
    }
}

/// `1 or 2`.
fn list_or(values: u16) -> String {
    let values = bits(values).map(|digit| (digit + 1).to_string());
    list(values).replace(" and ", " or ")
}
