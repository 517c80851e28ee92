//! Searching a few options by which of them can be chosen together, bit by bit.
//!
//! Once 512 options are live, they are numbered anew, and so are the items that are still to be
//! covered:
//!
//! ```text
//!              option 0 1 2 3 …                     option 0 1 2 3 …
//! beside 0            . # # .       items' options  item 0 # . . #
//! beside 1            # . . #                       item 1 # # . .
//! ```
//!
//! A node of the search is a set of live options, nothing else. To choose one takes a single AND
//! with its row. The options of all items are counted by AND with theirs, several items to a
//! vector; an item that is covered has none left, and so has one that cannot be covered any more:
//! there is one too many then. With 256 live options they are numbered once more, and sets are
//! half as long.
//!
//! Items with a multiplicity stand beside the matrix, each with its options and what is left of its
//! bounds: an option does not contradict others of these items, until their last is chosen.
//!
//! | file | what it holds |
//! |---|---|
//! | `set` | sets of options |
//! | `items` | the options of items, counted and packed |
//! | `level` | the search |
//! | `number` | the way in |

mod items;
mod level;
mod number;
mod set;

pub use number::{OptionBitScratch, RenumberedTask, Renumbering, accepts};
