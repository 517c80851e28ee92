//! Ratings of puzzles of any shape, by the techniques of all layouts.

use super::cages::{Cages, RuleOf45};
use super::shape::Shape;
use countless_sudoku::{FittedLayout, Level, Rating, Technique};

/// Rates puzzles of one shape.
#[derive(Clone, Debug)]
pub(super) struct Rater {
    layout: FittedLayout,
    /// The areas in which cages follow from others.
    areas: RuleOf45,
}

impl Rater {
    /// For puzzles of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut rater = Self {
            layout: shape.layout(FittedLayout::new),
            areas: RuleOf45::new(shape),
        };
        rater.set_cages(shape.cage_list());
        rater
    }

    /// Takes these cages, and what follows from them, in the place of those before.
    pub fn set_cages(&mut self, cages: &Cages) {
        self.layout = self.layout.with_cages(self.areas.with_derived(cages));
    }

    /// Rates a puzzle that has one solution; once `stopped` says so, what comes out means nothing.
    pub fn rate(&self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Rating {
        self.layout.rate(puzzle, Technique::ForcingNested, &stopped)
    }

    /// True if techniques up to a level solve a puzzle.
    pub fn solves(&self, puzzle: &[u8], level: Level, stopped: impl Fn() -> bool) -> bool {
        let within = |technique: &&Technique| technique.level() <= level;
        let upto = Technique::ALL.iter().rfind(within);
        let upto = upto.copied().unwrap_or(Technique::Elimination);
        self.layout.rate(puzzle, upto, &stopped).solved
    }

    /// The level of a puzzle that has one solution, as its rating has it, but sooner: where
    /// nothing short of forcing chains helps, it is extreme.
    pub fn level(&self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Level {
        self.layout
            .rate(puzzle, Technique::AlsChain, &stopped)
            .level()
    }
}

#[cfg(test)]
mod tests;
