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
//! A technique has a file of its own, or a few that are found together: a function from a
//! [`State`] to a deduction, the pattern that it sees, and how people say and draw it.
//! [`technique`] lists them with their names and weights, and [`ladder`] how they are looked for.
//! All are over a [`Layout`], of 81 cells or of any number; only a [frame](layout::Frame) other than the puzzle's
//! own is for 81 cells alone. Words are made only if they are wanted, so explaining and rating take the same steps.

mod almost_chains;
mod bent;
mod bug;
mod cages;
mod chains;
mod colouring;
mod deduction;
#[cfg(test)]
mod definitions;
mod edges;
mod empty;
mod finned;
mod fish;
mod fitted;
mod forcing;
mod hall;
mod house;
mod ladder;
mod layout;
mod lines;
mod locked;
mod medusa;
mod news;
mod phrases;
mod rating;
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

pub use fitted::FittedLayout;
pub use house::{House, HouseKind};
pub use ladder::{TechniqueResult, find_by};
pub use layout::{Cage, CageOrigin, Layout, TableLayout};
pub use rating::{
    Rating, is_hardest_technique, level_unique, rate, rate_unique, rate_unique_marks,
};
pub use state::SolvingState;
pub use step::{Candidate, ChainStatement, Edge, EdgeKind, Step};
pub use technique::by_name;
pub use technique::{Level, SCALE_VERSION, Technique, UnknownName};
pub use trace::{Trace, TraceEnd, TraceOptions};
