//! Search with lists of live options, which are copied for each child.
//!
//! | type | content |
//! |---|---|
//! | `ItemSet` | items as bits |
//! | `OptionList` | live options, word by word; filtered |
//! | `ItemCounts` | number of options of each item |
//! | `ListLevels` | memory of the search |
//! | `FirstPass` | policy for finding dead children early |
//! | `ListNode` | node, and its search: forced moves, item of the branch, children |
//! | `NarrowLists` | fewer words once few items are left |
//! | `LeafOptions` | last few options, in registers |
//! | `OptionItemBits` | entry point |

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
