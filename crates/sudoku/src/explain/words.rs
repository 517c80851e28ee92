//! Deductions in plain words.

use super::super::cell::Cell;
use super::cells::{CellSet, Marks, bits, unit};
use super::deduction::{Deduction, Effect, View};
use super::frame::Frame;
use super::phrases::{digits, list, names};
use super::state::State;
use super::step::{Candidate, Step};
use super::technique::Technique;

/// Describes a deduction from a state, before it is applied, in the frame of the puzzle.
pub fn step(deduction: &Deduction, found_in: &State, frame: &Frame) -> Step {
    let (effect, before) = (deduction.effect.moved(frame), found_in.moved(frame));
    let mut after = before;
    effect.apply(&mut after);
    let removed = gone(&before, &after, effect);
    let seen = deduction.pattern.seen(&View {
        found_in,
        frame,
        state: &before,
    });
    let title = deduction.technique.title();
    let removal = removal(&removed);
    let (placed, end) = match effect {
        Effect::Placed(cell, digit) if removal.is_empty() => {
            (vec![candidate(cell, digit)], String::new())
        }
        Effect::Placed(cell, digit) => (vec![candidate(cell, digit)], format!("; {removal}")),
        Effect::Removed(_) => (Vec::new(), format!("; so {removal}")),
    };
    Step {
        technique: deduction.technique,
        digits: bits(seen.digits).map(|digit| digit as u8 + 1).collect(),
        cells: seen.cells.into_iter().map(Cell::at).collect(),
        units: seen.units.into_iter().map(unit).collect(),
        chains: seen.chains,
        edges: seen.edges,
        placed,
        removed: candidates(&removed),
        text: format!("{title}: {}{end}.", seen.text),
    }
}

/// Describes a round of plain elimination, which settles the cells that it leaves with one
/// candidate if it `settles`, and otherwise leaves them to naked singles.
pub fn elimination(before: &State, after: &State, settles: bool) -> Step {
    let mut removed = Marks::NONE;
    for digit in 0..9 {
        let placed = before.open() & !after.open();
        removed[digit] = before.marks(digit) & !after.marks(digit) & !placed;
    }
    let single = after.naked().iter().map(|cell| {
        let digit = after.cell(cell).trailing_zeros() as usize;
        candidate(cell, digit)
    });
    let single: Vec<Candidate> = single.collect();
    let result = match (settles, single.len()) {
        (true, 0) => "solves no cell".to_owned(),
        (true, _) => {
            let cells = single.iter();
            let cells = cells.map(|c| format!("{} in {}", c.digit, c.cell));
            format!("places {}", list(cells))
        }
        (false, 0) => "leaves no cell with a single candidate".to_owned(),
        (false, 1) => "leaves one cell with a single candidate".to_owned(),
        (false, cells) => format!("leaves {cells} cells with a single candidate"),
    };
    let count = removed.iter().count();
    let noun = if count == 1 {
        "candidate"
    } else {
        "candidates"
    };
    Step {
        technique: Technique::Elimination,
        digits: Vec::new(),
        cells: Vec::new(),
        units: Vec::new(),
        chains: Vec::new(),
        edges: Vec::new(),
        placed: if settles { single } else { Vec::new() },
        removed: candidates(&removed),
        text: format!(
            "Elimination: the digits of solved cells are removed from the other cells of their \
             houses; this removes {count} {noun} and {result}."
        ),
    }
}

/// The candidates that a deduction removes, without those of the cell it settles.
fn gone(before: &State, after: &State, effect: Effect) -> Marks {
    let settled = match effect {
        Effect::Placed(cell, _) => CellSet::of(cell),
        Effect::Removed(_) => CellSet::NONE,
    };
    let mut gone = Marks::NONE;
    for digit in 0..9 {
        gone[digit] = before.marks(digit) & !after.marks(digit) & !settled;
    }
    gone
}

fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate {
        cell: Cell::at(cell),
        digit: digit as u8 + 1,
    }
}

fn candidates(marks: &Marks) -> Vec<Candidate> {
    marks
        .iter()
        .map(|(digit, cell)| candidate(cell, digit))
        .collect()
}

/// `5 is removed from r1c1 and r1c3, 6 and 7 from r2c2`; nothing if nothing is.
fn removal(removed: &Marks) -> String {
    let mut parts: Vec<(u16, CellSet)> = Vec::new();
    for digit in (0..9).filter(|&digit| !removed[digit].is_empty()) {
        match parts.iter_mut().find(|(_, cells)| *cells == removed[digit]) {
            Some((values, _)) => *values |= 1 << digit,
            None => parts.push((1 << digit, removed[digit])),
        }
    }
    let mut first = true;
    let parts = parts.into_iter().map(|(values, cells)| {
        let verb = match (std::mem::take(&mut first), values.count_ones()) {
            (true, 1) => " is removed",
            (true, _) => " are removed",
            (false, _) => "",
        };
        format!("{}{verb} from {}", digits(values), names(cells))
    });
    parts.collect::<Vec<_>>().join(", ")
}
