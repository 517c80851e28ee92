//! Result of a technique: a pattern and its effect.

use super::layout::{CandidateSet, Layout, LayoutSet};
use super::pattern::Pattern;
use super::plain_state::CandidateList;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Pattern in the candidates, with its effect.
#[derive(Debug)]
pub struct Deduction<L: Layout> {
    pub technique: Technique,
    pub pattern: Pattern,
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

impl<L: Layout> Deduction<L> {
    /// Returns a deduction that removes candidates, or `None` if `removed` is empty.
    pub fn removing(
        technique: Technique,
        pattern: impl FnOnce() -> Pattern,
        removed: CandidateSet<L>,
    ) -> Option<Self> {
        (!removed.is_empty()).then(|| Self {
            technique,
            pattern: pattern(),
            effect: Effect::Removed(removed),
        })
    }

    /// Returns a deduction that solves a cell.
    pub fn placing(technique: Technique, pattern: Pattern, cell: usize, digit: usize) -> Self {
        Self {
            technique,
            pattern,
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
    /// Candidates of a state that the effect removes, without those of the cell that it solves.
    pub fn removed(&self, state: &SolvingState<L>) -> CandidateList {
        match self {
            &Self::Placed(cell, digit) => {
                let seen = state.candidate_cells(digit) & state.layout.peers(cell);
                seen.iter().map(|cell| (digit, cell)).collect()
            }
            Self::Removed(marks) => {
                let present = |&(digit, cell): &(usize, usize)| state.has(digit, cell);
                marks.iter().filter(present).collect()
            }
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
