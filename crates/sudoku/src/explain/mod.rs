//! Solving as people do: one technique after another, each step explained or counted.
//!
//! ```text
//!                                             ┌───────────── next ─────────────┐
//!     Grid ─▶ Frame ─▶ SolvingState ─▶ TechniqueSearch ──▶ Deduction ──▶ apply ┘
//!          canonical    candidates         easiest             │
//!              form                         first              ├──▶ Rating   (hardest, steps, effort)
//!                                                              └──▶ Step     (in plain words)
//! ```
//!
//! Related techniques share a file. It has their search from a [`SolvingState`] to a deduction, and
//! the words for their patterns, unless these have a file of their own. [`Technique`] lists the techniques with their names and weights.
//! `TechniqueSearch` tries them in order.
//!
//! All techniques work on a [`Layout`], of 81 cells or of any number. Only the layout of 81 cells
//! has a [frame](layout::Frame) other than that of the puzzle. Text is made only on demand, from
//! plain lists of a state, so explanations and ratings take the same steps.

mod almost_locked_sets;
mod cage_techniques;
mod chains;
mod colouring;
mod deduction;
mod eureka;
mod fish;
mod forcing;
pub mod internals;
mod intersections;
mod layout;
mod rating;
mod rectangle_words;
mod set_chain_words;
mod single_digit_patterns;
mod solving_state;
mod step;
mod subsets;
mod sudoku_explainer;
mod technique;
mod technique_search;
mod trace;
mod uniqueness;
mod wings;
mod wording;

pub use layout::{Cage, CageOrigin, Classic, House, HouseKind, Layout, TableLayout};
pub use rating::{
    FittedLayout, Rating, is_hardest_technique, level_unique, rate_unique, rate_unique_marks,
};
pub use solving_state::SolvingState;
pub use step::{Candidate, ChainStatement, Edge, EdgeKind, Step, as_decimal};
pub use sudoku_explainer::{
    EXPLAINER_VERSION, ErRange, ErRangeError, ExplainerLimits, ExplainerOutcome, ExplainerRanges,
    ExplainerRating, ExplainerTrace, parse_er, rate_explainer, rate_explainer_within, tenths_text,
};
pub use technique::{Level, SCALE_VERSION, Technique, UnknownName, by_name};
pub use technique_search::{TechniqueResult, find_by};
pub use trace::{Trace, TraceEnd, TraceOptions};
