//! What a technique has found: a pattern, and what follows from it.

use std::fmt;

use super::layout::{CandidateSet, Frame, Layout};
use super::seen::PatternDescription;
use super::state::SolvingState;
use super::technique::Technique;

/// A pattern in the candidates, and what follows from it.
#[derive(Debug)]
pub struct Deduction<L: Layout> {
    pub technique: Technique,
    pub pattern: Box<dyn TechniquePattern<L>>,
    pub effect: Effect<L>,
}

/// What follows.
#[derive(Debug)]
pub enum Effect<L: Layout> {
    /// A cell, and the digit it must hold, from 0.
    Placed(usize, usize),
    /// Candidates that are in no solution, at least one.
    Removed(CandidateSet<L>),
}

/// The pattern that a technique has found. Digits count from 0, houses and cells as everywhere.
pub trait TechniquePattern<L: Layout>: fmt::Debug {
    /// What people see in it, in the frame of the puzzle.
    fn describe(&self, view: &DeductionContext<'_, L>) -> PatternDescription;

    /// How many links its forcing chains have in the state in which it was found.
    fn count_links(&self, _: &SolvingState<L>) -> u32 {
        0
    }
}

/// How a puzzle looks where a deduction is found.
pub struct DeductionContext<'a, L: Layout> {
    /// The state in which it is found.
    pub found_in: &'a SolvingState<L>,
    /// The frame that leads from there to the puzzle.
    pub frame: &'a L::Frame,
    /// The same state in the frame of the puzzle.
    pub state: &'a SolvingState<L>,
}

impl<L: Layout> Deduction<L> {
    /// A deduction that removes candidates, if any of `removed` is still there.
    pub fn removing(
        technique: Technique,
        pattern: impl TechniquePattern<L> + 'static,
        removed: CandidateSet<L>,
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
        pattern: impl TechniquePattern<L> + 'static,
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
    pub fn apply(&self, state: &mut SolvingState<L>) {
        self.effect.apply(state);
    }
}

// Derived, these would ask as much of the layout.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<L: Layout> Clone for Effect<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for Effect<L> {}

impl<L: Layout> Effect<L> {
    /// The same in the frame of a puzzle.
    pub fn moved(&self, layout: &L, frame: &L::Frame) -> Self {
        match self {
            &Self::Placed(cell, digit) => Self::Placed(frame.cell(cell), frame.digit(digit)),
            Self::Removed(marks) => Self::Removed(frame.candidates(layout, marks)),
        }
    }

    /// Changes the candidates as it says.
    pub fn apply(&self, state: &mut SolvingState<L>) {
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
