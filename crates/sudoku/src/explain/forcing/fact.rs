//! Implications: what follows from an assumption, and from what.

use super::super::cells::CellSet;
use super::super::frame::Frame;

/// An implication, and the numbers of those that it rests on.
#[derive(Clone, Debug)]
pub struct Implication {
    pub fact: Fact,
    pub premises: Vec<usize>,
}

impl Implication {
    /// The same in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        Self {
            fact: self.fact.moved(frame),
            premises: self.premises.clone(),
        }
    }
}

/// What an implication says. Digits count from 0.
#[derive(Clone, Debug)]
pub enum Fact {
    /// The cell holds the digit, as was assumed.
    Assumed { cell: usize, digit: usize },
    /// The cell has no other candidate.
    OnlyDigit { cell: usize, digit: usize },
    /// The unit has no other place for the digit.
    OnlyPlace {
        cell: usize,
        digit: usize,
        unit: usize,
    },
    /// The digit's places in one unit all lie in another: it goes from these cells.
    Locked {
        digit: usize,
        within: usize,
        also: usize,
        cells: Vec<usize>,
    },
    /// The digit would lead to a contradiction, by these implications, so it goes.
    Refuted {
        cell: usize,
        digit: usize,
        chain: Vec<Implication>,
    },
    /// The cell has no candidate left.
    NoDigit { cell: usize },
    /// The unit has no place left for the digit.
    NoPlace { digit: usize, unit: usize },
}

impl Fact {
    /// The candidate that holds, cell and digit, if one does.
    pub fn held(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Assumed { cell, digit }
            | Self::OnlyDigit { cell, digit }
            | Self::OnlyPlace { cell, digit, .. } => Some((cell, digit)),
            Self::Locked { .. }
            | Self::Refuted { .. }
            | Self::NoDigit { .. }
            | Self::NoPlace { .. } => None,
        }
    }

    /// Whether a candidate goes with it.
    pub fn excludes(&self, cell: usize, digit: usize) -> bool {
        match self {
            Self::Locked {
                digit: gone, cells, ..
            } => digit == *gone && cells.contains(&cell),
            &Self::Refuted {
                cell: at,
                digit: gone,
                ..
            } => (cell, digit) == (at, gone),
            _ => self.held().is_some_and(|(at, held)| {
                cell == at && digit != held || digit == held && CellSet::peers(at).contains(cell)
            }),
        }
    }

    /// The same in the frame of a puzzle.
    fn moved(&self, frame: &Frame) -> Self {
        let mut moved = self.clone();
        let place = |cell: &mut usize| *cell = frame.cell(*cell);
        let value = |digit: &mut usize| *digit = frame.digit(*digit);
        let house = |unit: &mut usize| *unit = frame.unit(*unit);
        match &mut moved {
            Self::Assumed { cell, digit } | Self::OnlyDigit { cell, digit } => {
                place(cell);
                value(digit);
            }
            Self::OnlyPlace { cell, digit, unit } => {
                place(cell);
                value(digit);
                house(unit);
            }
            Self::Locked {
                digit,
                within,
                also,
                cells,
            } => {
                value(digit);
                [within, also].into_iter().for_each(house);
                cells.iter_mut().for_each(place);
                cells.sort_unstable();
            }
            Self::Refuted { cell, digit, chain } => {
                place(cell);
                value(digit);
                *chain = chain.iter().map(|one| one.moved(frame)).collect();
            }
            Self::NoDigit { cell } => place(cell),
            Self::NoPlace { digit, unit } => {
                value(digit);
                house(unit);
            }
        }
        moved
    }

    /// Whether a cell or a unit is left without what it needs.
    pub fn is_contradiction(&self) -> bool {
        matches!(self, Self::NoDigit { .. } | Self::NoPlace { .. })
    }
}
