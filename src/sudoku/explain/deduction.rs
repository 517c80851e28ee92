//! What a technique has found, without a word of text: small, and copied freely.

use super::cells::{CellSet, Marks};
use super::state::State;
use super::technique::Technique;

/// A pattern in the candidates, and what follows from it.
#[derive(Clone, Copy, Debug)]
pub struct Deduction {
    pub technique: Technique,
    pub pattern: Pattern,
    pub effect: Effect,
}

/// What follows.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// A cell, and the digit it must hold, from 0.
    Placed(usize, usize),
    /// Candidates that are in no solution, at least one.
    Removed(Marks),
}

/// What a technique has seen. Digits count from 0, units and cells as everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Pattern {
    /// A cell with one candidate.
    NakedSingle,
    /// A unit with one place for a digit.
    HiddenSingle { unit: usize },
    /// The places of a digit in one unit that all lie in another.
    Locked {
        digit: usize,
        cells: CellSet,
        within: usize,
        also: usize,
    },
    /// Cells of a unit with as many candidates between them.
    NakedSubset {
        cells: CellSet,
        digits: u16,
        unit: usize,
    },
    /// Digits of a unit with as many places between them.
    HiddenSubset {
        cells: CellSet,
        digits: u16,
        unit: usize,
    },
    /// The lines in which a digit's places are, and the crossing lines they lie in.
    Fish {
        digit: usize,
        cells: CellSet,
        base: Lines,
        cover: Lines,
    },
    /// A cell, and two with two candidates each, of which one holds `digit` for sure,
    /// or the cell itself does.
    Wing {
        pivot: usize,
        pincers: [usize; 2],
        digit: usize,
    },
    /// Two cells with candidates `digit` and `linked`; `linked` has two places in a
    /// unit, of which each cell sees one.
    WWing {
        ends: [usize; 2],
        places: [usize; 2],
        unit: usize,
        linked: usize,
        digit: usize,
    },
    /// Two groups of cells, of which one holds `digit` throughout. If two cells of the
    /// first see each other, it is the second.
    Colours {
        digit: usize,
        colours: [CellSet; 2],
        clash: Option<[usize; 2]>,
    },
    /// Candidates, the first of them or the last true.
    Chain(Chain),
    /// The corners of a rectangle with two candidates in common; the last ones have
    /// others. `extra` is the one that two of them share.
    Rectangle {
        corners: [usize; 4],
        digits: u16,
        extra: Option<usize>,
    },
    /// The one cell with three candidates among cells with two.
    Bug,
    /// A candidate from which a contradiction follows, by others within it if `nested`.
    Contradiction {
        cell: usize,
        digit: usize,
        nested: bool,
    },
    /// A cell, all of whose candidates lead to the result.
    EveryDigit { cell: usize },
    /// A unit, in which all places of a digit lead to the result.
    EveryPlace { digit: usize, unit: usize },
}

/// Some of the nine rows or the nine columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The number of the first of all nine among the units.
    pub first: usize,
    /// A bit for each of the nine.
    pub bits: u16,
}

/// The most candidates of a chain.
const LONGEST: usize = 64;

/// A list of candidates: if the first is false, the second is true, hence the third
/// false, and so on; the last one is true.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    nodes: [(u8, u8); LONGEST],
    length: usize,
}

impl Chain {
    /// Follows `nodes`, cells and digits, from the last; none if there are too many.
    pub fn from_last(nodes: impl Iterator<Item = (usize, usize)>) -> Option<Self> {
        let mut chain = Self {
            nodes: [(0, 0); LONGEST],
            length: 0,
        };
        for (cell, digit) in nodes {
            *chain.nodes.get_mut(chain.length)? = (cell as u8, digit as u8);
            chain.length += 1;
        }
        chain.nodes[..chain.length].reverse();
        Some(chain)
    }

    /// Its cells and digits in order.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, usize)> {
        let nodes = &self.nodes[..self.length];
        nodes
            .iter()
            .map(|&(cell, digit)| (cell.into(), digit.into()))
    }
}

impl Deduction {
    /// A deduction that removes candidates, if any of `removed` is still there.
    pub fn removing(technique: Technique, pattern: Pattern, removed: Marks) -> Option<Self> {
        (!removed.is_empty()).then_some(Self {
            technique,
            pattern,
            effect: Effect::Removed(removed),
        })
    }

    /// Changes the candidates as the deduction says.
    pub fn apply(&self, state: &mut State) {
        match &self.effect {
            &Effect::Placed(cell, digit) => state.place(cell, digit),
            Effect::Removed(marks) => {
                for (digit, cell) in marks.iter() {
                    state.remove(digit, cell);
                }
            }
        }
    }
}
