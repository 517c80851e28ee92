//! Depth-first search: lists all solutions in order, completes partial boards, and counts with any
//! set of forbidden squares.
//!
//! A search is split into subtrees ([`split`], [`eighths`]). Each of them has a [`SearchBoard`]:
//! the squares that may still hold a queen. A [`BoardSearcher`] counts or lists one board at a
//! time. Its kernel places one queen on each of many partial boards at once:
//!
//! | file | content |
//! |---|---|
//! | `plan` | open rows of a board, prepared for the kernel |
//! | `pool` | nodes waiting at one level, as a structure of arrays |
//! | `attacks` | attacks of pieces on the rows below them |
//! | `expand` | kernel: places the next queen of a whole batch |
//! | `leaf` | last two rows, by formula |
//! | `last` | last row of a rectangle, whose columns may stay empty, or of other pieces |
//! | `drive` | choice of the level that expands the next batch |
//! | `order`, `rows` | sorted solutions, and their text |
//! | `descent` | random parts of subtrees that are too large to be timed |
//! | `squares` | number of solutions that use each square |

mod attacks;
mod constraint;
mod descent;
mod drive;
mod eighths;
mod expand;
mod last;
mod leaf;
mod order;
mod plan;
mod pool;
mod rows;
mod solutions;
mod split;
mod squares;
#[cfg(test)]
mod tests;
mod worker;

pub use attacks::Attacks;
pub use constraint::{MAX_N, SearchBoard};
pub use descent::descend;
pub use eighths::{eighths, halves, symmetry_subtrees};
pub use solutions::SolutionBatch;
pub use split::{SearchSubtree, deepen, split};
pub use worker::BoardSearcher;
