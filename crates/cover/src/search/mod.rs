//! Depth-first search for all solutions.
//!
//! At each node, forced options are chosen first. Then the options of the item with the fewest are
//! tried one after the other (Knuth, Dancing Links, 2000). Nothing is undone: a child is a copy.
//!
//! Two searches exist for the nodes below the root of a subtree. Both visit the same nodes in the
//! same order:
//!
//! | search | node | used for |
//! |---|---|---|
//! | [`ItemBitTask`] | live options with item bits | ≤ 512 items, no colours or multiplicities |
//! | [`RenumberedTask`] | bits of the live options | colours, multiplicities, many items |

mod item_bits;
mod option_bits;
pub mod option_table;
pub mod split;
pub mod visit;

use std::ops::ControlFlow::{self, Continue};

use crate::exact_cover::ExactCover;
use countless_simd::{Kernel, dispatch};
use item_bits::{ItemBitTask, OptionItemBits};
use option_bits::{RenumberedTask, Renumbering};
use option_table::{LiveOptions, NOT_CHOSEN, OptionTable, TreeStep, look_ahead};
use visit::Visit;

/// Exact cover, ready to be searched.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// Options and the items that they cover.
    pub table: OptionTable,
    /// Options that are live before the first choice.
    pub root: LiveOptions,
    /// `None` with colours or multiplicities, or with too many items: then the search is by option
    /// bits.
    pub item_bits: Option<OptionItemBits>,
}

/// Memory of a search.
#[derive(Debug, Default)]
pub struct TreeScratch {
    item_bits: item_bits::ItemBitScratch,
    option_bits: option_bits::OptionBitScratch,
    renumbering: Renumbering,
    renumbering_gain: RenumberingGain,
}

/// Costs and gains of renumbering: the number of times, and the nodes visited below.
#[derive(Debug, Default)]
struct RenumberingGain {
    renumberings: u64,
    nodes: u64,
}

impl RenumberingGain {
    /// Least average number of nodes below that pays for renumbering.
    const WORTH: u64 = 40;
    /// Number of renumberings before the average counts.
    const TRIED: u64 = 64;

    fn pays(&self) -> bool {
        self.renumberings < Self::TRIED || self.nodes / self.renumberings >= Self::WORTH
    }

    fn record(&mut self, nodes: u64) {
        self.renumberings += 1;
        self.nodes += nodes;
    }
}

impl SearchTree {
    /// Builds the search tree of a problem.
    pub fn new(problem: &ExactCover) -> Self {
        let table = OptionTable::new(problem);
        let mut root = table.root(problem);
        look_ahead(&table, &mut root);
        let rows = OptionItemBits::new(&table);
        Self {
            table,
            root,
            item_bits: rows,
        }
    }

    /// Searches the subtree of a node.
    pub fn search(
        &self,
        kernel: Kernel,
        memory: &mut TreeScratch,
        live: &LiveOptions,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        match &self.item_bits {
            Some(rows) => {
                let memory = &mut memory.item_bits;
                let task = ItemBitTask {
                    rows,
                    live,
                    memory,
                    visit,
                };
                dispatch(kernel, task)
            }
            None => self.search_option_bits(kernel, memory, live.clone(), visit),
        }
    }

    fn search_option_bits(
        &self,
        kernel: Kernel,
        memory: &mut TreeScratch,
        mut live: LiveOptions,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        // Nodes on the way down: live options, options yet to choose, and number of options chosen.
        let mut nodes: Vec<(LiveOptions, std::vec::IntoIter<u32>, usize)> = Vec::new();
        loop {
            match self.table.step(kernel, &mut live, &mut visit.choices) {
                TreeStep::Dead => {}
                TreeStep::Solved => visit.solution()?,
                TreeStep::Choose(_)
                    if option_bits::accepts(&live) && memory.renumbering_gain.pays() =>
                {
                    let before = visit.nodes;
                    let small = RenumberedTask {
                        table: &self.table,
                        live: &live,
                        memory: &mut memory.option_bits,
                        renumbering: &mut memory.renumbering,
                        visit,
                    };
                    dispatch(kernel, small)?;
                    memory.renumbering_gain.record(visit.nodes - before);
                }
                TreeStep::Choose(options) => {
                    visit.node()?;
                    nodes.push((live, options.into_iter(), visit.choices.len()));
                }
            }
            live = loop {
                let Some((live, options, depth)) = nodes.last_mut() else {
                    return Continue(());
                };
                visit.choices.truncate(*depth);
                if let Some(option) = options.next() {
                    if option & NOT_CHOSEN == 0 {
                        visit.choices.push(option);
                    }
                    break self.table.choose(live, option);
                }
                nodes.pop();
            };
        }
    }
}
