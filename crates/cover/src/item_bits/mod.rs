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

mod few_options;
mod first_pass;
mod item_counts;
mod item_set;
mod list_levels;
mod list_node;
mod list_search;
mod narrow_lists;
mod option_item_bits;
mod option_list;

pub use option_item_bits::{ItemBitScratch, OptionItemBits};
