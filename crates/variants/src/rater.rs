//! Ratings of puzzles of any shape, by the techniques for all layouts.

use super::cages::{Cages, RuleOf45};
use super::shape::Shape;
use countless_sudoku::{FittedLayout, Level, Rating, Technique};

/// Rater of puzzles of one shape.
#[derive(Clone, Debug)]
pub struct Rater {
    layout: FittedLayout,
    /// Areas from which further cages are derived.
    areas: RuleOf45,
}

impl Rater {
    /// Creates a rater of puzzles of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut rater = Self {
            layout: shape.layout(FittedLayout::new),
            areas: RuleOf45::new(shape),
        };
        rater.set_cages(shape.cage_list());
        rater
    }

    /// Replaces the cages by these cages and the cages derived from them.
    pub fn set_cages(&mut self, cages: &Cages) {
        self.layout = self.layout.with_cages(self.areas.with_derived(cages));
    }

    /// Rates a puzzle with one solution. The result is meaningless once `stopped` returns true.
    pub fn rate(&self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Rating {
        self.layout.rate(puzzle, Technique::ForcingNested, &stopped)
    }

    /// Returns whether techniques up to a level solve a puzzle.
    pub fn solves(&self, puzzle: &[u8], level: Level, stopped: impl Fn() -> bool) -> bool {
        let within = |technique: &&Technique| technique.level() <= level;
        let upto = Technique::ALL.iter().rfind(within);
        let upto = upto.copied().unwrap_or(Technique::Elimination);
        self.layout.rate(puzzle, upto, &stopped).solved
    }

    /// Returns the level of a puzzle with one solution, as in its rating. It is faster than a
    /// rating, because a puzzle that needs forcing chains is extreme in any case.
    pub fn level(&self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Level {
        self.layout
            .rate(puzzle, Technique::AlsChain, &stopped)
            .level()
    }
}
