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
//! Each technique has its own file, or shares one with related techniques. The file has the search
//! from a [`SolvingState`] to a deduction, and the words for its pattern.
//! [`Technique`] lists the techniques with their names and weights. `TechniqueSearch` tries them in
//! order.
//!
//! All techniques work on a [`Layout`], of 81 cells or of any number. Only the layout of 81 cells
//! has a [frame](layout::Frame) other than that of the puzzle. Text is made only on demand, from
//! plain lists of a state, so explanations and ratings take the same steps.

mod almost_chains;
mod almost_locked_sets;
mod bivalue_grave;
mod cage_techniques;
mod chains;
mod change_set;
mod colouring;
mod deduction;
#[cfg(test)]
mod definitions_tests;
#[cfg(test)]
mod equivalence_tests;
mod fish;
mod forcing;
mod house;
mod layout;
mod locked_candidates;
mod phrases;
mod plain_state;
mod rating;
mod rectangles;
mod single_digit_patterns;
mod singles;
mod solving_state;
mod step;
mod step_words;
mod subsets;
mod sue_de_coq;
mod technique;
mod technique_search;
mod trace;
mod wings;
mod wxyz_wing;

pub use house::{House, HouseKind};
pub use layout::{Cage, CageOrigin, Layout, TableLayout};
pub use rating::{
    FittedLayout, Rating, is_hardest_technique, level_unique, rate, rate_unique, rate_unique_marks,
};
pub use solving_state::SolvingState;
pub use step::{Candidate, ChainStatement, Edge, EdgeKind, Step};
pub use technique::by_name;
pub use technique::{Level, SCALE_VERSION, Technique, UnknownName};
pub use technique_search::{TechniqueResult, find_by};
pub use trace::{Trace, TraceEnd, TraceOptions};
