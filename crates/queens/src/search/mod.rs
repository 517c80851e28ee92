//! Depth-first search: lists every solution in order, completes partial boards,
//! counts under any set of forbidden squares.
//!
//! A search is cut into subtrees ([`split`], [`eighths`]), each of them a
//! [`Constraint`]: the squares that may still hold a queen. A [`Worker`] counts
//! or lists one constraint at a time, with a kernel that places one queen on each
//! of many partial boards at once:
//!
//! | file | what it holds |
//! |---|---|
//! | `plan` | the open rows of a constraint, made ready for the kernel |
//! | `pool` | partial boards waiting at one level, a structure of arrays |
//! | `attacks` | how pieces attack the rows below them |
//! | `expand` | the kernel: places the next queen of a whole batch |
//! | `leaf` | the last two rows, by formula |
//! | `last` | the last row of a rectangle, where columns stay empty, or of other pieces |
//! | `drive` | which level's pool to take the next batch from |
//! | `order`, `rows` | solutions sorted, and written as text |
//! | `descent` | parts of subtrees that are too large to be timed |
//! | `squares` | how many solutions use each square |

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
