//! Searching by copied lists of live options.
//!
//! | file | what it holds |
//! |---|---|
//! | `set` | items and colours as bits |
//! | `list` | live options, word by word; filtered and counted |
//! | `search` | nodes: forced moves, the item to branch on, children |
//! | `narrow` | fewer words once few items are left |
//! | `leaf` | the last few options, in registers |
//! | `worker` | the way in |

mod leaf;
mod list;
mod narrow;
mod search;
mod set;
mod worker;

pub use search::Visit;
pub use worker::{Memory, search};
