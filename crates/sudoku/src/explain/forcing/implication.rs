//! Implications of an assumption, with their premises.

use super::super::layout::{Frame, PlainLayout};

/// Fact that follows, and the numbers of the implications it rests on.
#[derive(Clone, Debug)]
pub struct Implication {
    pub fact: Fact,
    pub premises: Vec<usize>,
}

impl Implication {
    /// Returns the implication in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        Self {
            fact: self.fact.moved(frame),
            premises: self.premises.clone(),
        }
    }
}

/// Fact of an implication. Digits count from 0.
#[derive(Clone, Debug)]
pub enum Fact {
    /// The cell holds the digit by assumption.
    Assumed { cell: usize, digit: usize },
    /// The cell has no other candidate.
    OnlyDigit { cell: usize, digit: usize },
    /// The house has no other place for the digit.
    OnlyPlace {
        cell: usize,
        digit: usize,
        house: usize,
    },
    /// All places of the digit in the house `within` lie in the house `also`: it is removed from
    /// these cells of `also`.
    Locked {
        digit: usize,
        within: usize,
        also: usize,
        cells: Vec<usize>,
    },
    /// The digit leads to a contradiction by these implications, so it is removed.
    Refuted {
        cell: usize,
        digit: usize,
        chain: Vec<Implication>,
    },
    /// The other cells of the cage cannot make up its sum with these candidates, so they are
    /// removed.
    Sum {
        cage: usize,
        gone: Vec<(usize, usize)>,
    },
    /// The cell has no candidate left.
    NoDigit { cell: usize },
    /// The house has no place left for the digit.
    NoPlace { digit: usize, house: usize },
    /// The cage cannot have its sum.
    NoSum { cage: usize },
}

impl Fact {
    /// Candidate that is true by this fact, as cell and digit, or `None` if the fact only removes
    /// candidates or is a contradiction.
    pub fn placed_candidate(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Assumed { cell, digit }
            | Self::OnlyDigit { cell, digit }
            | Self::OnlyPlace { cell, digit, .. } => Some((cell, digit)),
            Self::Locked { .. }
            | Self::Refuted { .. }
            | Self::Sum { .. }
            | Self::NoSum { .. }
            | Self::NoDigit { .. }
            | Self::NoPlace { .. } => None,
        }
    }

    /// True if the fact removes a candidate.
    pub fn excludes(&self, layout: &PlainLayout, cell: usize, digit: usize) -> bool {
        match self {
            Self::Locked {
                digit: gone, cells, ..
            } => digit == *gone && cells.contains(&cell),
            Self::Sum { gone, .. } => gone.contains(&(cell, digit)),
            &Self::Refuted {
                cell: at,
                digit: gone,
                ..
            } => (cell, digit) == (at, gone),
            _ => self.placed_candidate().is_some_and(|(at, held)| {
                cell == at && digit != held || digit == held && layout.peers(at).contains(&cell)
            }),
        }
    }

    /// Returns the fact in the frame of a puzzle.
    fn moved(&self, frame: &Frame) -> Self {
        let mut moved = self.clone();
        let place = |cell: &mut usize| *cell = frame.cell(*cell);
        let value = |digit: &mut usize| *digit = frame.digit(*digit);
        let home = |house: &mut usize| *house = frame.house(*house);
        match &mut moved {
            Self::Assumed { cell, digit } | Self::OnlyDigit { cell, digit } => {
                place(cell);
                value(digit);
            }
            Self::OnlyPlace { cell, digit, house } => {
                place(cell);
                value(digit);
                home(house);
            }
            Self::Locked {
                digit,
                within,
                also,
                cells,
            } => {
                value(digit);
                [within, also].into_iter().for_each(home);
                cells.iter_mut().for_each(place);
                cells.sort_unstable();
            }
            Self::Refuted { cell, digit, chain } => {
                place(cell);
                value(digit);
                *chain = chain.iter().map(|one| one.moved(frame)).collect();
            }
            Self::Sum { gone, .. } => {
                for (cell, digit) in gone {
                    place(cell);
                    value(digit);
                }
            }
            // Cage numbers hold in every frame.
            Self::NoSum { .. } => {}
            Self::NoDigit { cell } => place(cell),
            Self::NoPlace { digit, house } => {
                value(digit);
                home(house);
            }
        }
        moved
    }

    /// True for a cell without a candidate, a house without a place for a digit, or a cage without
    /// its sum.
    pub fn is_contradiction(&self) -> bool {
        matches!(
            self,
            Self::NoDigit { .. } | Self::NoPlace { .. } | Self::NoSum { .. }
        )
    }
}
