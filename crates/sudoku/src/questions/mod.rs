//! Questions asked of each puzzle of some files, or of puzzles in memory.
//!
//! [`Ask`] is a problem for the engine: a subtree is a chunk of an input. Its parts:
//!
//! ```text
//!            PuzzleKind                     Question
//! chunk ──▶ records ──▶ puzzles, solved ──▶ answers ──▶ rows
//!                        └─ many solutions ──▶ pieces ──▶ rows
//! ```
//!
//! A [`PuzzleKind`] reads records and searches puzzles; a [`Question`] makes answers of what is
//! found. Each question is one file: its options, columns, answer and tally. A puzzle with many
//! solutions is cut, and its pieces are left to whoever is free, with the rows that follow in
//! the chunk, so that rows come in the order of the input. With a ledger of counts, a subtree is
//! a single puzzle.

mod ask;
mod budget;
mod canonicalise;
mod check;
mod clue_tests;
mod clues;
mod compiled;
mod count;
mod enumerate;
mod give;
mod kind;
mod lines;
mod list;
mod memory;
mod neighbours;
mod nine;
mod passed;
mod puzzle_files;
mod question;
mod rate;
mod redundant;
mod reread;
mod row;
mod solve;
mod statuses;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod within_tests;

pub use ask::Ask;
pub use budget::NodeBudget;
pub use canonicalise::{CanonicalAnswer, CanonicalTally, Canonicalise};
pub use check::Check;
pub use clues::Clues;
pub use compiled::Compiled;
pub use count::{Count, CountAnswer};
pub use enumerate::SolutionTally;
pub use give::Give;
pub use kind::{ChunkRecords, PuzzleKind, PuzzleResult, PuzzleSet, SingleRecord, Written};
pub use lines::{Lines, Place};
pub use list::{List, ListAnswer};
pub use memory::{AskMemory, MemoryRow};
pub use neighbours::{FindNeighbours, NeighbourAnswer, NeighbourTally};
pub use nine::NineByNine;
pub use passed::{ColumnsVersion, Passed};
pub use puzzle_files::{InputForm, PuzzleFiles};
pub use question::{Alone, Answer, Asked, PuzzleTally, Question, reopen};
pub use rate::{Rate, RateAnswer, RateTally};
pub use redundant::{FindRedundant, RedundantAnswer, RedundantTally};
pub use row::{Bare, PassedField, PuzzleRow, RowView};
pub use solve::{Solve, SolveAnswer};
pub use statuses::{Status, Statuses};

use crate::compile_questions;

compile_questions!(NineByNine: Solve, Rate, Count, List, Canonicalise, FindRedundant, FindNeighbours);

/// More solutions than this are not visited one by one.
pub(super) const VISITED: u128 = 1 << 24;
