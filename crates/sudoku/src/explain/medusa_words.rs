//! 3D Medusa in words.

use super::super::cell::Cell;
use super::cells::{CELLS_OF, CellSet, Marks, bits};
use super::deduction::Flaw;
use super::phrases::{names, says, unit_name};
use super::seen::Seen;
use super::state::State;
use super::step::Link;

/// The candidates of both colours, and what is wrong with the first.
pub fn describe(colours: &[Marks; 2], flaw: Option<Flaw>, state: &State) -> Seen {
    let [first, second] = colours.each_ref().map(listed);
    let mut digits = 0;
    let mut cells = CellSet::NONE;
    for (digit, cell) in colours.iter().flat_map(Marks::iter) {
        digits |= 1 << digit;
        cells.insert(cell);
    }
    match flaw {
        Some(Flaw::NoDigit { cell }) => cells.insert(cell),
        Some(Flaw::NoPlace { digit, unit }) => {
            let places = bits(state.places(digit, unit)).map(|place| CELLS_OF[unit][place]);
            places.for_each(|cell| cells.insert(cell));
        }
        Some(Flaw::Twice { .. } | Flaw::Both { .. }) | None => {}
    }
    let wrong = flaw.map_or_else(String::new, |flaw| format!("; {}", says_flaw(flaw)));
    Seen {
        digits,
        cells: cells.iter().collect(),
        chains: colours.iter().map(links).collect(),
        text: format!("either all of these are true: {first}; or all of these: {second}{wrong}"),
        ..Seen::default()
    }
}

/// `1 in r1c1 and r2c5, 2 in r3c3`.
fn listed(colour: &Marks) -> String {
    let digits = (0..9).filter(|&digit| !colour[digit].is_empty());
    let parts = digits.map(|digit| format!("{} in {}", digit + 1, names(colour[digit])));
    parts.collect::<Vec<_>>().join(", ")
}

fn says_flaw(flaw: Flaw) -> String {
    match flaw {
        Flaw::Twice { cell } => {
            format!("the first would put two digits into {}", Cell::at(cell))
        }
        Flaw::Both { digit, unit } => {
            format!(
                "the first would put {} into {} twice",
                digit + 1,
                unit_name(unit)
            )
        }
        Flaw::NoDigit { cell } => {
            format!("the first would leave {} no candidate", Cell::at(cell))
        }
        Flaw::NoPlace { digit, unit } => format!(
            "the first would leave {} no place for {}",
            unit_name(unit),
            digit + 1
        ),
    }
}

/// What a colour says, if it is true.
pub fn links(colour: &Marks) -> Vec<Link> {
    let links = colour.iter().map(|(digit, cell)| Link {
        cells: vec![Cell::at(cell)],
        digit: Some(digit as u8 + 1),
        holds: true,
        text: says(CellSet::of(cell), digit, true),
        because: Vec::new(),
    });
    links.collect()
}
