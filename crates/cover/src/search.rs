//! The search for all solutions, depth first.
//!
//! At each node, what is forced is chosen, and then the options of the item that has the fewest
//! (Knuth, Dancing Links, 2000), one after the other. Nothing is ever undone: a child is a copy.
//!
//! There are two ways to search the nodes below a subtree's root, and both meet the same nodes in
//! the same order:
//!
//! | | a node is | for |
//! |---|---|---|
//! | [`lists`](super::lists) | a list of live options, each the bits of its items | up to 512 items without colours |
//! | [`matrix`](super::matrix) | the bits of the live options | colours, multiplicities, very many items |

use std::ops::ControlFlow::{self, Continue};

use super::lists::{self, OptionItemBits};
use super::look_ahead::look_ahead;
use super::matrix::{self, RenumberedTask, Renumbering};
use super::problem::ExactCover;
use super::table::{LiveOptions, NOT_CHOSEN, OptionTable, TreeStep};
use super::visit::Visit;
use countless_simd::{Kernel, dispatch};

/// A problem, ready to be searched.
#[derive(Clone, Debug)]
pub struct SearchTree {
    pub table: OptionTable,
    pub root: LiveOptions,
    /// Unless there are colours or bounds, or too many items.
    item_bits: Option<OptionItemBits>,
}

/// The memory of a search.
#[derive(Debug, Default)]
pub struct TreeScratch {
    item_bits: lists::ItemBitScratch,
    option_bits: matrix::OptionBitScratch,
    renumbering: Renumbering,
    renumbering_gain: RenumberingGain,
}

/// What it took to number the options of nodes anew, and what was found below them.
#[derive(Debug, Default)]
struct RenumberingGain {
    renumberings: u64,
    nodes: u64,
}

impl RenumberingGain {
    /// So many nodes below pay for it.
    const WORTH: u64 = 40;
    /// So often it is tried.
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
    /// The tree of a problem.
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

    /// The same to be searched by lists, unless there are colours, or too many items.
    #[cfg(test)]
    pub fn by_item_bits(&self) -> Option<Self> {
        let rows = Some(OptionItemBits::new(&self.table)?);
        Some(Self {
            item_bits: rows,
            ..self.clone()
        })
    }

    /// The same to be searched by bits of options.
    #[cfg(test)]
    pub fn by_option_bits(&self) -> Self {
        Self {
            item_bits: None,
            ..self.clone()
        }
    }

    /// Searches what is below a node.
    pub fn search(
        &self,
        kernel: Kernel,
        memory: &mut TreeScratch,
        live: &LiveOptions,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        match &self.item_bits {
            Some(rows) => rows.search(kernel, &mut memory.item_bits, live, visit),
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
        // The nodes on the way down: what is live, the options yet to be chosen, and how many were.
        let mut nodes: Vec<(LiveOptions, std::vec::IntoIter<u32>, usize)> = Vec::new();
        loop {
            match self.table.step(kernel, &mut live, &mut visit.choices) {
                TreeStep::Dead => {}
                TreeStep::Solved => visit.solution()?,
                TreeStep::Choose(_) if matrix::accepts(&live) && memory.renumbering_gain.pays() => {
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
