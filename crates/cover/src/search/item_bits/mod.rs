//! Search with lists of live options, which are copied for each child.
//!
//! | type | content |
//! |---|---|
//! | `ItemSet` | items as bits |
//! | `OptionList` | live options, word by word; filtered |
//! | `ItemCounts` | number of options of each item |
//! | `ListLevel` | memory of the search |
//! | `FirstPass` | policy for finding dead children early |
//! | `ListNode` | node, and its search: forced moves, item of the branch, children |
//! | `NarrowLists` | fewer words once few items are left |
//! | `LeafOptions` | last few options, in registers |
//! | `ItemBitTask` | entry point |

mod few_options;
mod item_sets;
mod levels;
mod list_search;
mod narrow_lists;
mod option_list;

use std::ops::ControlFlow;

use crate::bits::Bits;
use crate::search::option_table::{LiveOptions, OptionTable};
use crate::search::visit::Visit;
use countless_simd::{Simd, Task};
use item_sets::ItemCounts;
use levels::{FirstPass, LeveledWord, ListLevel, ListNode};
use narrow_lists::{ListShape, NarrowLists};

/// Largest number of words of an option.
const WIDEST: usize = 8;

/// Items of all options as bits.
#[derive(Clone, Debug)]
pub struct OptionItemBits {
    /// Number of words of an option: 1, 2, 4 or 8.
    words: usize,
    /// Words of one option after the other.
    options: Vec<u64>,
    /// Items to cover at the root.
    primary: Vec<u64>,
}

impl OptionItemBits {
    /// Item bits of a table; `None` with colours or multiplicities, or with too many items.
    pub fn new(table: &OptionTable) -> Option<Self> {
        let words = table.items.len().div_ceil(64).next_power_of_two();
        if words > WIDEST || !table.shades.is_empty() || !table.bounded().is_empty() {
            return None;
        }
        let bits = |items: &mut dyn Iterator<Item = usize>| {
            let mut row = vec![0; words];
            for item in items {
                row[item / 64] |= 1 << (item % 64);
            }
            row
        };
        let rows = (0..table.len()).flat_map(|option| {
            let uses = table.uses(option).iter();
            bits(&mut uses.map(|used| used.item as usize))
        });
        Some(Self {
            words,
            options: rows.collect(),
            primary: bits(&mut (0..table.primary)),
        })
    }
}

/// Memory of a search.
#[derive(Debug, Default)]
pub struct ItemBitScratch {
    levels: Vec<ListLevel>,
    first_pass: FirstPass,
}

/// Search of the subtree of a node.
pub struct ItemBitTask<'a, 'v> {
    pub rows: &'a OptionItemBits,
    pub live: &'a LiveOptions,
    pub memory: &'a mut ItemBitScratch,
    pub visit: &'a mut Visit<'v>,
}

impl Task for ItemBitTask<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        if S::IS_FALLBACK {
            return match self.rows.words {
                1 => self.node::<S, 1, 2>(simd),
                _ => self.node::<S, 8, 9>(simd),
            };
        }
        match (self.rows.words, self.visit.wants_solutions()) {
            (1, false) => self.node::<S, 1, 1>(simd),
            (1, true) => self.node::<S, 1, 2>(simd),
            (2, false) => self.node::<S, 2, 2>(simd),
            (2, true) => self.node::<S, 2, 3>(simd),
            (4, _) => self.node::<S, 4, 5>(simd),
            (_, _) => self.node::<S, 8, 9>(simd),
        }
    }
}

impl ItemBitTask<'_, '_> {
    #[inline(always)]
    fn node<S: Simd, const W: usize, const P: usize>(self, simd: S) -> ControlFlow<()>
    where
        ListShape<u64, W, P>: NarrowLists<u64, W, P>,
    {
        if self.live.missing == 0 {
            return self.visit.solution();
        }
        // One level for each item, and one for each change to fewer words.
        let count = self.live.missing + 8;
        let levels = &mut self.memory.levels;
        levels.resize_with(count.max(levels.len()), ListLevel::default);
        let list = &mut u64::lists(&mut levels[0]).list;
        list.clear(P, self.live.len());
        let mut items = Bits::<W>::default();
        for (index, option) in self.live.options().enumerate() {
            let words =
                padded::<W>(&self.rows.options[option * self.rows.words..][..self.rows.words]);
            items = items.union(Bits(words));
            let mut rows = [option as u64; P];
            rows[..W].copy_from_slice(&words);
            list.put::<P>(index, rows);
        }
        list.seal::<P>(self.live.len());
        let counts = ItemCounts::of(simd, list.rows::<S, W>());
        // The primary items of live options are those yet to cover.
        let required = items.intersection(Bits(padded(&self.rows.primary)));
        if required.len() < self.live.missing {
            return ControlFlow::Continue(());
        }
        simd.run(ListNode::<'_, '_, u64, W, P> {
            levels,
            first_pass: &mut self.memory.first_pass,
            required,
            counts,
            visit: self.visit,
        })
    }
}

/// Words with zeros behind them, up to `W`.
#[inline(always)]
fn padded<const W: usize>(words: &[u64]) -> [u64; W] {
    let mut padded = [0; W];
    padded[..words.len()].copy_from_slice(words);
    padded
}
