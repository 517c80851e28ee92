//! Searching by copied lists of live options.
//!
//! | file | what it holds |
//! |---|---|
//! | `set` | items as bits |
//! | `list` | live options, word by word; filtered and counted |
//! | `levels` | the memory of the search |
//! | `node` | where the search is |
//! | `search` | what is done at a node: forced moves, the item to branch on, children |
//! | `narrow` | fewer words once few items are left |
//! | `leaf` | the last few options, in registers |
//! | `worker` | the way in |

mod leaf;
mod levels;
mod list;
mod narrow;
mod node;
mod search;
mod set;
mod worker;

pub use worker::{Memory, Rows};
