//! Depth-first search: lists all solutions in order, completes partial boards, and counts with any
//! set of forbidden squares.
//!
//! A search is split into subtrees ([`split`], [`symmetry_subtrees`]). Each of them has a [`SearchBoard`]:
//! the squares that may still hold a queen. A [`BoardSearcher`] counts or lists one board at a
//! time. Its kernel places one queen on each of many partial boards at once:
//!
//! | file | content |
//! |---|---|
//! | `search_board` | squares of a board, prepared for the kernel; subtrees, also of symmetric boards |
//! | `expand` | kernel: places the next queen of a whole batch of nodes; attacks of pieces |
//! | `last_rows` | last two rows, by formula; last row of a rectangle, or of other pieces |
//! | `pool_search` | choice of the level that expands the next batch |
//! | `solution_batch` | sorted solutions, their text, and the number that use each square |

mod board_searcher;
mod expand;
mod last_rows;
mod pool_search;
mod search_board;
mod solution_batch;

pub use board_searcher::BoardSearcher;
pub use expand::Attacks;
pub use search_board::{
    MAX_N, SearchBoard, SearchSubtree, deepen, descend, split, symmetry_subtrees,
};
pub use solution_batch::SolutionBatch;
