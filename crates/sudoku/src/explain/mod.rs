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
//! Each technique has its own file, or shares one with those that are searched together. The file
//! has the search from a [`SolvingState`] to a deduction, the pattern, and its text and drawing.
//! [`Technique`] lists the techniques with their names and weights. `TechniqueSearch` tries them in
//! order.
//!
//! All techniques work on a [`Layout`], of 81 cells or of any number. Only the layout of 81 cells
//! has a [frame](layout::Frame) other than that of the puzzle. Text is made only on demand, so
//! explanations and ratings take the same steps.

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
