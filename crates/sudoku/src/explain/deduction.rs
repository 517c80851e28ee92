//! What a technique has found: a pattern, and what follows from it.

use std::fmt;

use super::cells::Marks;
use super::frame::Frame;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// A pattern in the candidates, and what follows from it.
#[derive(Debug)]
pub struct Deduction {
    pub technique: Technique,
    pub pattern: Box<dyn Pattern>,
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
pub trait Pattern: fmt::Debug {
    /// What people see in it, in the frame of the puzzle.
    fn seen(&self, view: &View<'_>) -> Seen;

    /// How many links its forcing chains have in the state in which it was found.
    fn links(&self, _: &State) -> u32 {
        0
    }
}

/// How a puzzle looks where a deduction is found.
pub struct View<'a> {
    /// The state in which it is found.
    pub found_in: &'a State,
    /// The frame that leads from there to the puzzle.
    pub frame: &'a Frame,
    /// The same state in the frame of the puzzle.
    pub state: &'a State,
}

impl Deduction {
    /// A deduction that removes candidates, if any of `removed` is still there.
    pub fn removing(
        technique: Technique,
        pattern: impl Pattern + 'static,
        removed: Marks,
    ) -> Option<Self> {
        (!removed.is_empty()).then(|| Self {
            technique,
            pattern: Box::new(pattern),
            effect: Effect::Removed(removed),
        })
    }

    /// A deduction that settles a cell.
    pub fn placing(
        technique: Technique,
        pattern: impl Pattern + 'static,
        cell: usize,
        digit: usize,
    ) -> Self {
        Self {
            technique,
            pattern: Box::new(pattern),
            effect: Effect::Placed(cell, digit),
        }
    }

    /// Changes the candidates as the deduction says.
    pub fn apply(&self, state: &mut State) {
        self.effect.apply(state);
    }
}

impl Effect {
    /// The same in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        match self {
            &Self::Placed(cell, digit) => Self::Placed(frame.cell(cell), frame.digit(digit)),
            Self::Removed(marks) => Self::Removed(frame.marks(marks)),
        }
    }

    /// Changes the candidates as it says.
    pub fn apply(&self, state: &mut State) {
        match self {
            &Self::Placed(cell, digit) => state.place(cell, digit),
            Self::Removed(marks) => {
                for (digit, cell) in marks.iter() {
                    state.remove(digit, cell);
                }
            }
        }
    }
}
