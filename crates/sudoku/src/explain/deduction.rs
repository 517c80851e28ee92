//! Result of a technique: a pattern and its effect.

use std::fmt;

use super::layout::{CandidateSet, Frame, Layout};
use super::pattern_description::PatternDescription;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Pattern in the candidates, with its effect.
#[derive(Debug)]
pub struct Deduction<L: Layout> {
    pub technique: Technique,
    pub pattern: Box<dyn TechniquePattern<L>>,
    pub effect: Effect<L>,
}

/// Effect of a deduction on the candidates.
#[derive(Debug)]
pub enum Effect<L: Layout> {
    /// Cell and the digit it must hold, both from 0.
    Placed(usize, usize),
    /// Candidates that are in no solution; never empty.
    Removed(CandidateSet<L>),
}

/// Pattern found by a technique. Digits count from 0; houses and cells have the numbers of the
/// layout.
pub trait TechniquePattern<L: Layout>: fmt::Debug {
    /// Describes the pattern for people, in the frame of the puzzle.
    fn describe(&self, view: &DeductionContext<'_, L>) -> PatternDescription;

    /// Number of links in the forcing chains of the pattern, in the state where it was found; 0 for
    /// other patterns.
    fn count_links(&self, _: &SolvingState<L>) -> u32 {
        0
    }
}

/// Returns a pattern behind a pointer. Its description is compiled only for layouts that are
/// explained.
fn boxed<L: Layout, P: TechniquePattern<L> + 'static>(pattern: P) -> Box<dyn TechniquePattern<L>> {
    if const { L::IS_EXPLAINED } {
        Box::new(pattern)
    } else {
        Box::new(Unexplained(pattern))
    }
}

/// Pattern in a layout that is only rated.
#[derive(Debug)]
struct Unexplained<P>(P);

impl<L: Layout, P: TechniquePattern<L>> TechniquePattern<L> for Unexplained<P> {
    fn describe(&self, _: &DeductionContext<'_, L>) -> PatternDescription {
        PatternDescription::default()
    }

    fn count_links(&self, state: &SolvingState<L>) -> u32 {
        self.0.count_links(state)
    }
}

/// State in which a deduction is found, with the frame that maps it to the puzzle.
pub struct DeductionContext<'a, L: Layout> {
    /// State in which the deduction was found.
    pub found_in: &'a SolvingState<L>,
    /// Frame that maps this state to the puzzle.
    pub frame: &'a L::Frame,
    /// `found_in`, moved to the frame of the puzzle.
    pub state: &'a SolvingState<L>,
}

impl<L: Layout> Deduction<L> {
    /// Returns a deduction that removes candidates, or `None` if `removed` is empty.
    pub fn removing(
        technique: Technique,
        pattern: impl TechniquePattern<L> + 'static,
        removed: CandidateSet<L>,
    ) -> Option<Self> {
        (!removed.is_empty()).then(|| Self {
            technique,
            pattern: boxed(pattern),
            effect: Effect::Removed(removed),
        })
    }

    /// Returns a deduction that solves a cell.
    pub fn placing(
        technique: Technique,
        pattern: impl TechniquePattern<L> + 'static,
        cell: usize,
        digit: usize,
    ) -> Self {
        Self {
            technique,
            pattern: boxed(pattern),
            effect: Effect::Placed(cell, digit),
        }
    }

    /// Applies the effect to a state.
    pub fn apply(&self, state: &mut SolvingState<L>) {
        self.effect.apply(state);
    }
}

// A derived impl would require `L: Copy`.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<L: Layout> Clone for Effect<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for Effect<L> {}

impl<L: Layout> Effect<L> {
    /// Returns the effect in the frame of a puzzle.
    pub fn moved(&self, layout: &L, frame: &L::Frame) -> Self {
        match self {
            &Self::Placed(cell, digit) => Self::Placed(frame.cell(cell), frame.digit(digit)),
            Self::Removed(marks) => Self::Removed(frame.candidates(layout, marks)),
        }
    }

    /// Places the digit in a state, or removes the candidates from it.
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
