//! Ratings on the scale of Sudoku Explainer 1.2.1 (Juillerat 2009): ER, EP and ED.
//!
//! Sudoku Explainer tries its rungs in order, and applies the first hint of the first rung that has
//! one. Up to 4.4 its hints are those of the techniques of this program. Above, the order in which
//! hints are found decides which one is applied, so these rungs search as Sudoku Explainer does.
//!
//! ```text
//!     SolvingState ──▶ rungs up to 4.4, in any order ──┐
//!          │                                           ├──▶ ladder ──▶ ER, EP, ED
//!          └─▶ Marks ─▶ rungs above ─▶ Hint ───────────┘
//! ```

mod aligned_exclusion;
mod bivalue_grave;
mod candidate_rows;
mod chain_order;
mod chain_proofs;
mod chain_search;
mod cycles;
mod direct_hints;
mod dynamic_chains;
mod embedded_techniques;
mod er_range;
mod explainer_rating;
mod explainer_trace;
mod fronts;
mod ladder;
mod large_sets;
mod link_rows;
mod marks;
mod multiple_chains;
mod nested_chains;
mod nishio;
mod places;
mod propagation;
mod rungs;
mod single_chains;
mod unique_loops;

pub use chain_search::Chains;
pub use er_range::{
    EXPLAINER_VERSION, ErRange, ErRangeError, ExplainerRanges, parse_er, tenths_text,
};
pub use explainer_rating::{ExplainerLimits, ExplainerOutcome, ExplainerRating};
pub use explainer_trace::ExplainerTrace;
pub use ladder::{Climb, ExplainerStep, rate_explainer, rate_explainer_within};
pub use marks::{ChainHint, ChainLink, ChainStep, Hint, Literal, Marks, cells_of, houses_of};
pub use nested_chains::{ChainMemory, first as first_dynamic_chain};
pub use places::Places;
pub use propagation::Propagation;
pub use rungs::{Memory, hint_of};
