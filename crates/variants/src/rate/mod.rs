//! How hard a puzzle of any shape is for people: one technique after the other, by units as data.
//!
//! ```text
//!                         ┌────────── next ──────────┐
//!     digits ──▶ State ──▶ singles, Ladder ──▶ remove ┘
//!                            easiest │
//!                            first   └──▶ Rating
//! ```
//!
//! Techniques, levels and ratings are those of nine by nine cells, as far as a technique says
//! something of units in general, and those of cages are added. Each is a function from a
//! [`State`] to candidates that go; what it relies on are a [`Field`] and nothing else.

mod board;
mod cages;
mod chains;
mod field;
mod fish;
mod forcing;
mod hall;
mod ladder;
mod links;
mod locked;
mod reach;
mod sight;
mod state;
mod subsets;
#[cfg(test)]
mod tests;

use super::cages::{Areas, Cages, Constraints};
use super::shape::Shape;
pub(super) use cages::{combination, is_broken};
use countless_sudoku::{Level, Rating, Technique};
pub(super) use field::Field;
use ladder::Ladder;
use state::Candidate;
pub(super) use state::State;

/// Rates puzzles of one shape.
#[derive(Clone, Debug)]
pub(super) struct Rater {
    field: Field,
    /// Where cages follow from others, and those that there are.
    areas: Areas,
    constraints: Constraints,
    state: State,
    ladder: Ladder,
    gone: Vec<Candidate>,
}

impl Rater {
    /// For puzzles of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut rater = Self {
            field: Field::new(shape),
            areas: Areas::new(shape),
            constraints: Constraints::default(),
            state: State::default(),
            ladder: Ladder::default(),
            gone: Vec::new(),
        };
        rater.set_cages(shape.caged());
        rater
    }

    /// Takes these cages, and what follows from them, in the place of those before.
    pub fn set_cages(&mut self, cages: &Cages) {
        self.constraints.set(cages, &self.areas);
        self.field.set_cages(self.constraints.all());
    }

    /// Rates a puzzle that has one solution, with techniques up to a level; once `stopped` says
    /// so, there is no sense in what comes out.
    ///
    /// No technique relies on there being one solution: what is solved has no other.
    pub fn rate(&mut self, puzzle: &[u8], upto: Level, stopped: impl Fn() -> bool) -> Rating {
        let Self {
            field,
            state,
            ladder,
            gone,
            ..
        } = self;
        let mut rating = Rating::START;
        state.begin(field, puzzle);
        while !state.is_dead() && !stopped() {
            if let Some(single) = state.hidden_single(field, false) {
                rating.count(Technique::HiddenSingle);
                state.place(field, single);
            } else if let Some(single) = state.hidden_single(field, true) {
                rating.count(Technique::HiddenSingleLine);
                state.place(field, single);
            } else if let Some(single) = state.naked_single() {
                rating.count(Technique::NakedSingle);
                state.place(field, single);
            } else if state.is_solved() {
                rating.solved = !cages::is_broken(field, state);
                break;
            } else if let Some(found) = ladder.find(field, state, upto, &stopped, gone) {
                rating.count(found.technique);
                rating.links += found.links;
                state.remove_all(field, gone);
            } else {
                break;
            }
        }
        rating
    }

    /// The level of a puzzle that has one solution, as its rating has it, but sooner: where
    /// nothing short of forcing chains helps, it is extreme.
    pub fn level(&mut self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Level {
        self.rate(puzzle, Level::Expert, stopped).level()
    }
}
