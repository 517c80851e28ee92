//! Private items that unit tests use. Searches are compiled here, since a generic one would be
//! compiled again where it is called, and without optimisation.

use std::ops::Range;

use super::chains::{self, Nodes};
use super::find_by;

pub use super::chains::LinkRules;
pub use super::deduction::Deduction;
pub use super::forcing::remaining_candidates;
pub use super::layout::{Classic, DeducedCandidates, Frame, LayoutSet, RemainingCandidates, bits};
pub use super::rating::is_hardest_technique;
pub use super::sudoku_explainer::{
    ChainHint, ChainLink, ChainMemory, ChainStep, Chains, Climb, ExplainerStep, Hint, Literal,
    Marks, Memory, Places, Propagation, cells_of, first_dynamic_chain, hint_of, houses_of,
};
pub use super::technique_search::TechniqueSearch;
use super::{SolvingState, TableLayout, Technique, TechniqueResult, Trace, TraceOptions};
use crate::Grid;
pub use crate::grid_candidates::Candidates;

/// Returns the first deduction of the easiest technique that applies.
pub fn next_deduction(
    search: &mut TechniqueSearch<Classic>,
    state: &SolvingState<Classic>,
) -> Option<Deduction<Classic>> {
    search.find(state)
}

/// Returns the first result of a technique, or of one that is searched together with it.
pub fn result_of(state: &SolvingState<Classic>, technique: Technique) -> Option<TechniqueResult> {
    find_by(state, technique, true)
}

/// Returns the first result of a technique in a variant.
pub fn variant_result_of(
    state: &SolvingState<TableLayout>,
    technique: Technique,
    is_unique: bool,
) -> Option<TechniqueResult> {
    find_by(state, technique, is_unique)
}

/// Explains a puzzle with one solution in the order of its own cells and digits.
pub fn trace_in_order(puzzle: &Grid, options: TraceOptions) -> Trace {
    Trace::in_order(puzzle, options)
}

/// Chain with the candidates that it removes.
#[derive(Debug)]
pub struct PlainChain {
    /// Digit and cells of each node.
    pub nodes: Vec<(usize, Vec<usize>)>,
    /// Digit and cell of each candidate.
    pub removed: Vec<(usize, usize)>,
}

/// Returns the first of the shortest chains of some digits.
pub fn shortest_chain(
    state: &SolvingState<Classic>,
    rules: LinkRules,
    digits: Range<usize>,
) -> Option<PlainChain> {
    let found = chains::shortest(&Nodes::new(state, rules, digits), state)?;
    let nodes = found.nodes.iter();
    let nodes = nodes.map(|node| (node.digit(), node.cells(state).iter().collect()));
    Some(PlainChain {
        nodes: nodes.collect(),
        removed: found.removed.iter().collect(),
    })
}
