//! A rectangle, and what follows from it, in words.

use super::super::super::cell::Cell;
use super::super::cells::CellSet;
use super::super::deduction::{Pattern, View};
use super::super::edges::{edge, one};
use super::super::frame::Frame;
use super::super::phrases::{digits as listed, digits_or, either, names, unit_name};
use super::super::seen::Seen;
use super::super::state::State;
use super::super::step::{Edge, EdgeKind};

/// The corners of a rectangle that must not hold just two digits.
#[derive(Debug)]
pub struct Deadly {
    pub corners: [usize; 4],
    pub digits: u16,
    pub reason: Reason,
}

/// What follows from a rectangle that must not hold just two digits.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// All corners but one can hold nothing else.
    Filled,
    /// The others can hold one and the same digit besides.
    Extra(usize),
    /// What two corners can hold besides is in one of them, and with cells of their unit
    /// that have the other digits takes all of these.
    Subset {
        cells: CellSet,
        digits: u16,
        unit: usize,
    },
    /// One of the two digits is in one of two corners for sure.
    Link { digit: usize, unit: usize },
    /// One of the two digits is in opposite corners.
    Diagonal { digit: usize, units: [usize; 2] },
    /// One of the two digits, if the other one is in a corner, is in those beside it.
    Hidden {
        digit: usize,
        units: [usize; 2],
        cell: usize,
    },
}

impl Reason {
    /// The same in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        let houses = |units: [usize; 2]| units.map(|unit| frame.unit(unit));
        match self {
            Self::Filled => Self::Filled,
            Self::Extra(digit) => Self::Extra(frame.digit(digit)),
            Self::Subset {
                cells,
                digits,
                unit,
            } => Self::Subset {
                cells: frame.cells(cells),
                digits: frame.digits(digits),
                unit: frame.unit(unit),
            },
            Self::Link { digit, unit } => Self::Link {
                digit: frame.digit(digit),
                unit: frame.unit(unit),
            },
            Self::Diagonal { digit, units } => Self::Diagonal {
                digit: frame.digit(digit),
                units: houses(units),
            },
            Self::Hidden { digit, units, cell } => Self::Hidden {
                digit: frame.digit(digit),
                units: houses(units),
                cell: frame.cell(cell),
            },
        }
    }
}

impl Pattern for Deadly {
    fn seen(&self, View { frame, state, .. }: &View<'_>) -> Seen {
        let (digits, reason) = (frame.digits(self.digits), self.reason.moved(frame));
        let corners = self.corners.map(|cell| frame.cell(cell));
        describe(corners, digits, reason, state).with_edges(edges(state, corners, reason))
    }
}

/// The corners, those that may hold nothing but the digits first, and what follows.
fn describe(corners: [usize; 4], digits: u16, reason: Reason, state: &State) -> Seen {
    let is_bare = |cell: &usize| state.possible(*cell) & !digits == 0;
    let bare: CellSet = corners.into_iter().filter(is_bare).collect();
    let more: CellSet = corners.into_iter().filter(|cell| !is_bare(cell)).collect();
    let values = listed(digits);
    let other = |digit: usize| (digits & !(1 << digit)).trailing_zeros() + 1;
    let mut seen = Seen {
        digits,
        cells: corners.to_vec(),
        ..Seen::default()
    };
    let deadly = format!("{values} could be exchanged in these four cells, for a second solution");
    let floor = format!("{} can only hold {values}", names(bare));
    seen.text = match reason {
        Reason::Filled => format!(
            "{floor}; if this were true of {}, too, {deadly}",
            names(more)
        ),
        Reason::Extra(extra) => {
            seen.digits |= 1 << extra;
            let floor = if bare.is_empty() {
                String::new()
            } else {
                format!("{floor}, ")
            };
            let all = listed(digits | 1 << extra);
            format!(
                "{floor}{} only {all}; unless {} is {}, {deadly}",
                names(more),
                either(more),
                extra + 1
            )
        }
        Reason::Subset {
            cells,
            digits: taken,
            unit,
        } => {
            seen.digits |= taken;
            seen.units = vec![unit];
            seen.cells.extend(cells.iter());
            let extras = more.iter().fold(0, |all, cell| all | state.possible(cell)) & !digits;
            format!(
                "{floor}; unless {} is {}, {deadly}; one of these two, together with {}, holds {} of {}",
                either(more),
                digits_or(extras),
                names(cells),
                listed(taken),
                unit_name(unit)
            )
        }
        Reason::Link { digit, unit } => {
            seen.units = vec![unit];
            format!(
                "{floor}; in {}, {} can only be in {}; if the other one were {}, {deadly}",
                unit_name(unit),
                digit + 1,
                either(more),
                other(digit)
            )
        }
        Reason::Diagonal { digit, units } => {
            seen.units = units.to_vec();
            format!(
                "{floor}; in {} and {}, {} can only be in opposite corners; if these were {}, {deadly}",
                unit_name(units[0]),
                unit_name(units[1]),
                digit + 1,
                names(more)
            )
        }
        Reason::Hidden { digit, units, cell } => {
            seen.units = units.to_vec();
            let corner = Cell::at(cell);
            let opposite = opposite(corners, cell);
            format!(
                "{} can only hold {values}; if {corner} were {}, {} of {} and of {} would be in the \
                 other corners, and {deadly}",
                Cell::at(opposite),
                other(digit),
                digit + 1,
                unit_name(units[0]),
                unit_name(units[1])
            )
        }
    };
    seen
}

/// The corner that shares no line with another.
fn opposite(corners: [usize; 4], cell: usize) -> usize {
    let apart = |other: &usize| other / 9 != cell / 9 && other % 9 != cell % 9;
    corners.into_iter().find(apart).unwrap_or(cell)
}

/// The two corners of a unit that has no other place for a digit.
fn edges(state: &State, corners: [usize; 4], reason: Reason) -> Vec<Edge> {
    let (digit, units) = match reason {
        Reason::Link { digit, unit } => (digit, [Some(unit), None]),
        Reason::Diagonal { digit, units } | Reason::Hidden { digit, units, .. } => {
            (digit, units.map(Some))
        }
        Reason::Filled | Reason::Extra(_) | Reason::Subset { .. } => return Vec::new(),
    };
    let corners: CellSet = corners.into_iter().collect();
    let edges = units.into_iter().flatten().filter_map(|unit| {
        let mut places = (state.marks(digit) & corners & CellSet::unit(unit)).iter();
        let ends = [one(digit, places.next()?), one(digit, places.next()?)];
        Some(edge(EdgeKind::Strong, ends[0], ends[1]))
    });
    edges.collect()
}
