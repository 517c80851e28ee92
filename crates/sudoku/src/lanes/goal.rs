//! What a search is for.

use super::grids::LaneCells;
use super::transpose::RootPuzzle;
use crate::Grid;
use countless_simd::Simd;

/// When to branch though there may be more to deduce. This pays where puzzles have more solutions
/// than are wanted: most branches lead to one then, and what a pass still deduces is not worth the
/// time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EarlyBranching {
    Never,
    /// Where puzzles turn out to be of this kind. Which solutions are found of several depends on
    /// the other puzzles then.
    WhereItPays,
    /// After every pass, and only one side of a branch is searched at a time.
    Always,
}

/// What a search is for.
pub(super) trait Goal {
    /// How puzzles are given.
    type Root: RootPuzzle;

    /// Whether to branch in stacks only, until all minicolumns are settled, and to hand
    /// such grids to [`settled`](Self::settled).
    const STACKS_ONLY: bool = false;

    /// When to branch though there may be more to deduce.
    const EARLY_BRANCHING: EarlyBranching = EarlyBranching::Never;

    /// Search each puzzle depth first in one lane, and report its [branches](Self::branched): their
    /// number then depends on the puzzle alone, and not on the kernel or on other puzzles.
    const ONE_LANE_EACH: bool = false;

    /// The puzzles at the roots of the search trees.
    fn roots(&self) -> &[Self::Root];

    /// Takes note of a solution, and says whether it is to be [delivered](Self::deliver).
    fn record_solution(&mut self, root: usize) -> bool;

    /// Takes a solution.
    fn deliver(&mut self, _root: usize, _solution: &Grid) {}

    /// Takes note of a branch, where puzzles are searched apart.
    fn record_branch(&mut self, _root: usize) {}

    /// Takes the grid in a lane, whose minicolumns are settled.
    fn take_settled<S: Simd>(&mut self, _simd: S, _root: usize, _cells: &LaneCells, _lane: usize) {}

    /// Whether more solutions of a puzzle are wanted.
    fn wants(&self, _root: usize) -> bool {
        true
    }

    /// Whether a solution found since the last call has made nodes unwanted.
    fn take_finished(&mut self) -> bool {
        false
    }

    /// Whether to give up.
    fn stopped(&self) -> bool {
        false
    }
}
