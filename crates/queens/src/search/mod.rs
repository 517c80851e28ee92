//! Depth-first search: lists all solutions in order, completes partial boards, and counts with any
//! set of forbidden squares.
//!
//! A search is split into subtrees ([`split`], [`eighths`]). Each of them has a [`SearchBoard`]:
//! the squares that may still hold a queen. A [`BoardSearcher`] counts or lists one board at a
//! time. Its kernel places one queen on each of many partial boards at once:
//!
//! | file | content |
//! |---|---|
//! | `search_board` | squares of a board, and its open rows, prepared for the kernel |
//! | `search_subtree` | subtrees, those of symmetric boards, and random parts of large ones |
//! | `node_pool` | nodes waiting at one level, as a structure of arrays |
//! | `attacks` | attacks of pieces on the rows below them |
//! | `expand` | kernel: places the next queen of a whole batch |
//! | `last_rows` | last two rows, by formula; last row of a rectangle, or of other pieces |
//! | `pool_search` | choice of the level that expands the next batch |
//! | `solution_batch` | sorted solutions, their text, and the number that use each square |

mod attacks;
mod board_searcher;
mod expand;
mod last_rows;
mod node_pool;
mod pool_search;
mod search_board;
mod search_subtree;
mod solution_batch;

pub use attacks::Attacks;
pub use board_searcher::BoardSearcher;
pub use search_board::{MAX_N, SearchBoard};
pub use search_subtree::{
    SearchSubtree, deepen, descend, eighths, halves, split, symmetry_subtrees,
};
pub use solution_batch::SolutionBatch;
