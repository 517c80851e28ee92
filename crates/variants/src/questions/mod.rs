//! Questions about each puzzle of some files, or about puzzles in memory.
//!
//! [`Ask`] is a problem for the engine, where a subtree is a chunk of an input. Its parts:
//!
//! ```text
//!            PuzzleBatch                    Question
//! chunk ──▶ records ──▶ puzzles, solved ──▶ answers ──▶ rows
//!                        └─ many solutions ──▶ pieces ──▶ rows
//! ```
//!
//! A [`PuzzleBatch`] searches the puzzles of a chunk, of the classic layout or another; a
//! [`Question`] turns the results into answers. Each question is in one file: its options, columns
//! and answer, and the numbers that its answers add up to. A puzzle with many solutions is cut. Its
//! pieces are deferred to other threads, with the rows that follow in the chunk, so that rows come in
//! the order of the input. With a ledger of counts, a subtree is a single puzzle.

mod answer_tally;
mod ask;
mod ask_memory;
mod augment_question;
mod canonicalise_question;
mod chunk_records;
mod count_question;
mod list_question;
mod neighbours_question;
mod ordered_rows;
mod puzzle_batch;
mod puzzle_files;
mod puzzle_row;
mod question;
mod rate_question;
mod read_records;
mod redundant_question;
mod requirements;
mod solve_question;
mod split_question;
mod split_strata;
mod steps_question;
mod variant_batch;

pub use answer_tally::{AnswerNumber, AnswerTally, puzzles_in};
pub use ask::Ask;
pub use ask_memory::{AskMemory, MemoryRow};
pub use augment_question::{Augment, AugmentAnswer};
pub use canonicalise_question::{CanonicalAnswer, Canonicalise};
pub use chunk_records::{
    ChunkRecords, PuzzleInput, PuzzlePiece, PuzzlePlace, PuzzleResult, RecordTexts, SingleRecord,
};
pub use count_question::{Count, CountAnswer};
pub use list_question::{List, ListAnswer};
pub use neighbours_question::{FindNeighbours, NeighbourAnswer};
pub use puzzle_batch::{PuzzleBatch, Solution};
pub use puzzle_files::PuzzleFiles;
pub(crate) use puzzle_files::hash_inputs;
pub use puzzle_row::{
    AnswerRow, NoAnswer, OwnedAnswer, PassedField, PuzzleRow, RowView, SolutionCheck,
};
pub use question::{AnswerSink, AskedPuzzles, Question};
pub use rate_question::{PuzzleRating, Rate, RateAnswer, RatingScale};
pub use read_records::visit_text;
pub use redundant_question::{FindRedundant, RedundantAnswer, RedundantClues};
pub use requirements::{NodeBudget, PassedColumns, Requirements};
pub use solve_question::{Solve, SolveAnswer};
pub use split_question::{Split, SplitAnswer, SplitBy};
pub use split_strata::{Shares, SplitStrata, StrataBuilder};
pub use steps_question::{Steps, StepsAnswer};
