//! Solving as people do: one technique after the other, each step explained or counted.
//!
//! ```text
//!                               ┌──────────── next ────────────┐
//!     Grid ─▶ Frame ─▶ State ─▶ Ladder ──▶ Deduction ──▶ apply ┘
//!         canonical    candi-   easiest        │
//!             form     dates    technique      ├──▶ Rating   (hardest, steps, effort)
//!                               first          └──▶ Step     (in plain words)
//! ```
//!
//! Each technique is a function from a [`State`](state::State) to a small, copied
//! deduction; words are made of it only if they are wanted. So explaining and rating
//! take the same steps.

mod almost;
mod almost_chains;
mod almost_words;
mod bent;
mod bug;
mod cells;
mod chain_words;
mod chains;
mod colouring;
mod corners;
mod deduction;
#[cfg(test)]
mod definitions;
mod derivation;
mod edges;
mod empty;
mod finned;
mod fish;
mod forcing;
mod frame;
mod hall;
mod ladder;
mod links;
mod locked;
mod medusa;
mod medusa_words;
mod news;
mod patterns;
mod phrases;
mod rating;
mod rectangle_words;
mod rectangles;
mod remote;
mod seen;
mod singles;
mod state;
mod step;
mod subsets;
mod sue_de_coq;
mod technique;
#[cfg(test)]
mod tests;
mod trace;
mod turbot;
mod wings;
mod words;

pub use rating::{Rating, level_unique, rate, rate_unique, rate_unique_marks, takes};
pub use step::{Candidate, Edge, EdgeKind, Link, Step};
pub use technique::by_name;
pub use technique::{Level, SCALE, Technique, UnknownName};
pub use trace::{End, Trace, TraceOptions};
