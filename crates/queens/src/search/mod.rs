//! Depth-first search: lists all solutions in order, completes partial boards, and counts with any
//! set of forbidden squares.
//!
//! A search is split into subtrees ([`split`], [`eighths`]). Each of them has a [`SearchBoard`]:
//! the squares that may still hold a queen. A [`BoardSearcher`] counts or lists one board at a
//! time. Its kernel places one queen on each of many partial boards at once:
//!
//! | file | content |
//! |---|---|
//! | `prepared_board` | open rows of a board, prepared for the kernel |
//! | `node_pool` | nodes waiting at one level, as a structure of arrays |
//! | `attacks` | attacks of pieces on the rows below them |
//! | `expand` | kernel: places the next queen of a whole batch |
//! | `last_two_rows` | last two rows, by formula |
//! | `last_row` | last row of a rectangle, whose columns may stay empty, or of other pieces |
//! | `pool_search` | choice of the level that expands the next batch |
//! | `key_sorter`, `csv_lines` | sorted solutions, and their text |
//! | `descent` | random parts of subtrees that are too large to be timed |
//! | `square_counts` | number of solutions that use each square |

mod attacks;
mod board_searcher;
mod csv_lines;
mod descent;
mod eighths;
mod expand;
mod key_sorter;
mod last_row;
mod last_two_rows;
mod node_pool;
mod pool_search;
mod prepared_board;
mod search_board;
mod search_subtree;
mod solution_batch;
mod square_counts;

pub use attacks::Attacks;
pub use board_searcher::BoardSearcher;
pub use descent::descend;
pub use eighths::{eighths, halves, symmetry_subtrees};
pub use search_board::{MAX_N, SearchBoard};
pub use search_subtree::{SearchSubtree, deepen, split};
pub use solution_batch::SolutionBatch;
