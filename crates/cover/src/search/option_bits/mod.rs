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

use std::ops::ControlFlow::{self, Continue};

use crate::bits::Bits;
use crate::exact_cover::Multiplicity;
use crate::search::option_table::{LiveOptions, OptionTable, bits};
use crate::search::visit::Visit;
use countless_simd::{Simd, Task};
use option_matrix::{BOUNDED, MatrixLevel, MatrixOption, MatrixSearch};

/// Largest number of live options, and its number of words.
const MOST: usize = 64 * WORDS;
const WORDS: usize = 8;

/// True if a node is small enough for this search.
pub fn accepts(live: &LiveOptions) -> bool {
    live.multiplicities.len() <= BOUNDED && live.len() <= MOST
}

/// Memory of a search of at most [`MOST`] live options.
pub type OptionBitScratch = MatrixLevel<WORDS>;

/// Memory for renumbering the options of a table.
#[derive(Debug, Default)]
pub struct Renumbering {
    /// Live options of each item, and of each colour.
    items: Vec<Bits<WORDS>>,
    shades: Vec<Bits<WORDS>>,
    /// Items to cover once that have live options.
    present: Vec<u64>,
}

impl MatrixLevel<WORDS> {
    /// Takes the live options of a table, at most [`MOST`], and their items. Returns the number of
    /// items to cover once, or `None` if one of them has no option.
    fn renumber(
        &mut self,
        table: &OptionTable,
        live: &LiveOptions,
        sets: &mut Renumbering,
    ) -> Option<u32> {
        sets.items.resize(table.items.len(), Bits::default());
        sets.shades.resize(table.shades.len(), Bits::default());
        sets.present.clear();
        sets.present.resize(table.bounded().end.div_ceil(64), 0);
        self.options.clear();
        self.bounds.clear();
        let bounds = |item: usize| match item.checked_sub(table.primary) {
            None => Multiplicity::ONCE,
            // Secondary items are covered at most once.
            Some(at) => live
                .multiplicities
                .get(at)
                .copied()
                .unwrap_or(Multiplicity { low: 0, high: 1 }),
        };
        let is_open = |item: &usize| bounds(*item) != Multiplicity::ONCE && bounds(*item).high > 0;
        let open = table.bounded().filter(is_open);
        let open: Vec<usize> = open.collect();
        for option in live.options() {
            let number = self.options.len();
            let (mut covers, mut bounded) = (0, 0);
            for used in table.uses(option) {
                let item = used.item as usize;
                sets.items[item].insert(number);
                if let Some(shade) = used.shade() {
                    sets.shades[shade].insert(number);
                }
                if bounds(item) == Multiplicity::ONCE {
                    sets.present[item / 64] |= 1 << (item % 64);
                    covers += 1;
                } else if let Ok(at) = open.binary_search(&item) {
                    bounded |= 1 << at;
                }
            }
            self.options.push(MatrixOption {
                compatible: Bits::default(),
                covers,
                bounded,
                number: option as u32,
            });
        }
        let all = Bits::first(self.options.len());
        for (at, choice) in self.options.iter_mut().enumerate() {
            // An option is not chosen again.
            let mut compatible = all.without(at);
            for used in table.uses(choice.number as usize) {
                if open.binary_search(&(used.item as usize)).is_ok() {
                    continue;
                }
                let item = sets.items[used.item as usize];
                let same = used.shade().map(|shade| sets.shades[shade]);
                compatible = compatible.difference(item.difference(same.unwrap_or_default()));
            }
            choice.compatible = compatible;
        }
        let present: usize = sets
            .present
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum();
        self.root = self.items.clear::<WORDS>(present);
        let mut next = 0;
        for (at, &word) in sets.present.iter().enumerate() {
            for bit in bits(word) {
                self.items.put(self.root, next, sets.items[64 * at + bit]);
                next += 1;
            }
        }
        for &item in &open {
            self.bounds.push((sets.items[item], bounds(item)));
        }
        for choice in &self.options {
            for used in table.uses(choice.number as usize) {
                sets.items[used.item as usize] = Bits::default();
                if let Some(shade) = used.shade() {
                    sets.shades[shade] = Bits::default();
                }
            }
        }
        let once = live
            .multiplicities
            .iter()
            .filter(|&&left| left == Multiplicity::ONCE);
        (present == live.missing + once.count()).then_some(present as u32)
    }
}

/// Search of a node of a table.
pub struct RenumberedTask<'a, 'v> {
    pub table: &'a OptionTable,
    pub live: &'a LiveOptions,
    pub memory: &'a mut OptionBitScratch,
    pub renumbering: &'a mut Renumbering,
    pub visit: &'a mut Visit<'v>,
}

impl Task for RenumberedTask<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let numbered = self
            .memory
            .renumber(self.table, self.live, self.renumbering);
        let Some(missing) = numbered else {
            return Continue(());
        };
        simd.run(MatrixSearch {
            level: self.memory,
            missing,
            visit: self.visit,
        })
    }
}
