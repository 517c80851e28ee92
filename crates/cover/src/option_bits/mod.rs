//! Search of a few options by the bits of those that can be chosen together.
//!
//! Once at most 512 options are live, they get new numbers, and so do the items yet to cover:
//!
//! ```text
//!              option 0 1 2 3 …                     option 0 1 2 3 …
//! option 0            . # # .       items' options  item 0 # . . #
//! option 1            # . . #                       item 1 # # . .
//! ```
//!
//! A node of the search is a set of live options. Choosing one is a single AND with its row. The
//! live options of each item are counted by AND with the options of the item, several items to a
//! vector. Covered items have no live options; if more items have none, the node is dead. Once at
//! most 256 options are live, they are renumbered again, and sets are half as long.
//!
//! Items with a multiplicity are kept beside the matrix, each with its options and its remaining
//! multiplicity. Options of these items do not conflict until the last allowed one is chosen.
//!
//! | type | content |
//! |---|---|
//! | `Bits` | sets of options |
//! | `ItemOptions` | options of items, counted and packed |
//! | `MatrixSearch` | search |
//! | `RenumberedTask` | entry point |

mod item_options;
mod option_matrix;
mod option_set;
mod renumbering;

pub use renumbering::{OptionBitScratch, RenumberedTask, Renumbering, accepts};
