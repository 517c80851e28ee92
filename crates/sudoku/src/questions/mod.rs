//! Questions about each puzzle of some files, or about puzzles in memory.
//!
//! [`Ask`] is a problem for the engine, where a subtree is a chunk of an input. Its parts:
//!
//! ```text
//!            PuzzleKind                     Question
//! chunk ──▶ records ──▶ puzzles, solved ──▶ answers ──▶ rows
//!                        └─ many solutions ──▶ pieces ──▶ rows
//! ```
//!
//! A [`PuzzleKind`] reads records and searches puzzles; a [`Question`] turns the results into
//! answers. Each question is one file: its options, columns, answer and tally. A puzzle with many
//! solutions is cut. Its pieces are deferred to other threads, with the rows that follow in the
//! chunk, so that rows come in the order of the input. With a ledger of counts, a subtree is a
//! single puzzle.

mod answer;
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
mod in_order;
mod kind;
mod lines;
mod list;
mod memory;
mod neighbours;
mod nine;
mod passed;
mod piece;
mod problem;
mod puzzle_files;
mod question;
mod rate;
mod records;
mod redundant;
mod reopen;
mod reread;
mod root;
mod row;
mod solve;
mod statuses;
mod tally;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod within_tests;

pub use answer::AnswerRow;
pub use ask::Ask;
pub use budget::NodeBudget;
pub use canonicalise::{CanonicalAnswer, CanonicalTally, Canonicalise};
pub use check::SolutionCheck;
pub use clues::Clues;
pub use compiled::Compiled;
pub use count::{Count, CountAnswer};
pub use enumerate::SolutionTally;
pub use give::AnswerSink;
pub use kind::{PlainCount, PuzzleBatch, PuzzleKind, PuzzleResult, SolutionField};
pub use lines::{PuzzlePlace, RecordTexts};
pub use list::{List, ListAnswer};
pub use memory::{AskMemory, MemoryRow};
pub use neighbours::{FindNeighbours, NeighbourAnswer, NeighbourTally};
pub(crate) use nine::MOST_VISITED;
pub use nine::NineByNine;
pub use passed::{ColumnsVersion, PassedColumns};
pub use piece::PuzzlePiece;
pub use puzzle_files::PuzzleFiles;
pub use question::{AskedPuzzles, Question, SingleCount};
pub use rate::{Rate, RateAnswer, RateTally};
pub use records::{ChunkRecords, PuzzleInput, SingleRecord};
pub use redundant::{FindRedundant, RedundantAnswer, RedundantClues, RedundantTally};
pub use reopen::reopen;
pub use row::{NoAnswer, PassedField, PuzzleRow, RowView};
pub use solve::{Solve, SolveAnswer};
pub use statuses::{Status, Statuses};
pub use tally::PuzzleTally;

use crate::compile_questions;

compile_questions!(NineByNine: Solve, Rate, Count, List, Canonicalise, FindRedundant, FindNeighbours);
