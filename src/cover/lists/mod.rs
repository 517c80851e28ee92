//! Searching by copied lists of live options.
//!
//! | file | what it holds |
//! |---|---|
//! | `set` | items and colours as bits |
//! | `list` | live options, word by word; filtered and counted |
//! | `levels` | the memory of the search |
//! | `node` | where the search is, and the solutions it finds |
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

pub use node::Visit;
pub use worker::{Memory, search};
