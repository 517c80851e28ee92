//! Searching by copied lists of live options.
//!
//! | file | what it holds |
//! |---|---|
//! | `set` | items as bits |
//! | `list` | live options, word by word; filtered |
//! | `count` | how many options each item has |
//! | `levels` | the memory of the search |
//! | `first_pass` | whether to look for children that end at once |
//! | `node` | where the search is |
//! | `search` | what is done at a node: forced moves, the item to branch on, children |
//! | `narrow` | fewer words once few items are left |
//! | `leaf` | the last few options, in registers |
//! | `worker` | the way in |

mod count;
mod first_pass;
mod leaf;
mod levels;
mod list;
mod narrow;
mod node;
mod search;
mod set;
mod worker;

pub use worker::{ItemBitScratch, OptionItemBits};
