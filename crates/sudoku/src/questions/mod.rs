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
//! answers. Each question is one file: its options, columns and answer, and the numbers that its
//! answers add up to. A puzzle with many
//! solutions is cut. Its pieces are deferred to other threads, with the rows that follow in the
//! chunk, so that rows come in the order of the input. With a ledger of counts, a subtree is a
//! single puzzle.

mod answer_tally;
mod ask;
mod ask_memory;
mod canonicalise_question;
mod chunk_records;
mod count_question;
mod list_question;
mod neighbours_question;
mod nine_by_nine;
mod node_budget;
mod ordered_rows;
mod passed_columns;
mod puzzle_files;
mod puzzle_kind;
mod puzzle_row;
mod question;
mod rate_question;
mod redundant_question;
mod reopen;
mod solution_check;
mod solve_question;

pub use answer_tally::Status;
pub use answer_tally::{AnswerNumber, AnswerTally, puzzles_in};
pub use ask::Ask;
pub use ask_memory::{AskMemory, MemoryRow};
pub use canonicalise_question::{CanonicalAnswer, Canonicalise};
pub use chunk_records::PuzzlePiece;
pub use chunk_records::{ChunkRecords, PuzzleInput, SingleRecord};
pub use chunk_records::{PuzzlePlace, RecordTexts};
pub use count_question::{Count, CountAnswer};
pub use list_question::{List, ListAnswer};
pub use neighbours_question::Clues;
pub use neighbours_question::{FindNeighbours, NeighbourAnswer};
pub(crate) use nine_by_nine::MOST_VISITED;
pub use nine_by_nine::NineByNine;
pub use node_budget::NodeBudget;
pub use ordered_rows::AnswerSink;
pub use passed_columns::PassedColumns;
pub use puzzle_files::PuzzleFiles;
pub use puzzle_kind::{PlainCount, PuzzleBatch, PuzzleKind, PuzzleResult, SolutionField};
pub use puzzle_row::{AnswerRow, CopiedAnswer};
pub use puzzle_row::{NoAnswer, PassedField, PuzzleRow, RowView};
pub use question::{AskedPuzzles, Question, SingleCount};
pub use rate_question::{Rate, RateAnswer};
pub use redundant_question::{FindRedundant, RedundantAnswer, RedundantClues};
pub use reopen::Compiled;
pub use reopen::reopen;
pub use solution_check::SolutionCheck;
pub use solve_question::{Solve, SolveAnswer};

use crate::compile_questions;

compile_questions!(NineByNine: Solve, Rate, Count, List, Canonicalise, FindRedundant, FindNeighbours);
