//! Goals of the searches: count, solve, find or list.

use super::lane_grids::LaneCells;
use super::transpose::RootPuzzle;
use crate::Grid;
use countless_simd::Simd;

/// Condition for branching before propagation has ended.
///
/// This pays if puzzles have more solutions than are wanted. Most branches then lead to a solution,
/// and the rest of the propagation takes more time than it saves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EarlyBranching {
    Never,
    /// Branches early once the puzzles prove to be of this kind. The solutions that are found then
    /// depend on the other puzzles.
    WhereItPays,
    /// Branches after every pass. Searches one side of a branch at a time while puzzles are
    /// waiting.
    Always,
}

/// Goal of a search: its puzzles, the use of their solutions, and when to branch.
pub(super) trait Goal {
    /// Form of the puzzles.
    type Root: RootPuzzle;

    /// True to branch in stacks only. A grid is passed to [`take_settled`](Self::take_settled) once
    /// each minicolumn has three digits.
    const STACKS_ONLY: bool = false;

    /// Condition for branching before propagation has ended.
    const EARLY_BRANCHING: EarlyBranching = EarlyBranching::Never;

    /// True to search each puzzle depth first in one lane and to report its
    /// [branches](Self::record_branch). Their number then depends neither on the kernel nor on the
    /// other puzzles.
    const ONE_LANE_EACH: bool = false;

    /// Returns the puzzles, which are the roots of the search trees.
    fn roots(&self) -> &[Self::Root];

    /// Records a solution of a puzzle. Returns true to have it [delivered](Self::deliver).
    fn record_solution(&mut self, root: usize) -> bool;

    /// Receives a solution of a puzzle.
    fn deliver(&mut self, _root: usize, _solution: &Grid) {}

    /// Records a branch of a puzzle, with [`ONE_LANE_EACH`](Self::ONE_LANE_EACH).
    fn record_branch(&mut self, _root: usize) {}

    /// Receives the grid in a lane once each of its minicolumns has three digits.
    fn take_settled<S: Simd>(&mut self, _simd: S, _root: usize, _cells: &LaneCells, _lane: usize) {}

    /// True if more solutions of a puzzle are wanted.
    fn wants(&self, _root: usize) -> bool {
        true
    }

    /// True if a puzzle has become unwanted since the last call. Clears the flag.
    fn take_finished(&mut self) -> bool {
        false
    }

    /// True to end the search.
    fn stopped(&self) -> bool {
        false
    }
}
