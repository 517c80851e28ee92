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

use super::lists::{self, Rows};
use super::look_ahead::look_ahead;
use super::matrix::{self, Renumbering, Small};
use super::problem::Problem;
use super::table::{LEFT, Live, Step, Table};
use super::visit::Visit;
use countless_simd::{Kernel, dispatch};

/// A problem, ready to be searched.
#[derive(Clone, Debug)]
pub struct Tree {
    pub table: Table,
    pub root: Live,
    /// Unless there are colours or bounds, or too many items.
    rows: Option<Rows>,
}

/// The memory of a search.
#[derive(Debug, Default)]
pub struct Memory {
    lists: lists::Memory,
    matrix: matrix::Memory,
    renumbering: Renumbering,
    entries: Entries,
}

/// What it took to number the options of nodes anew, and what was found below them.
#[derive(Debug, Default)]
struct Entries {
    number: u64,
    nodes: u64,
}

impl Entries {
    /// So many nodes below pay for it.
    const WORTH: u64 = 40;
    /// So often it is tried.
    const TRIED: u64 = 64;

    fn pay(&self) -> bool {
        self.number < Self::TRIED || self.nodes / self.number >= Self::WORTH
    }

    fn record(&mut self, nodes: u64) {
        self.number += 1;
        self.nodes += nodes;
    }
}

impl Tree {
    /// The tree of a problem.
    pub fn new(problem: &Problem) -> Self {
        let table = Table::new(problem);
        let mut root = table.root(problem);
        look_ahead(&table, &mut root);
        let rows = Rows::new(&table);
        Self { table, root, rows }
    }

    /// The same to be searched by lists, unless there are colours, or too many items.
    #[cfg(test)]
    pub fn by_lists(&self) -> Option<Self> {
        let rows = Some(Rows::new(&self.table)?);
        Some(Self {
            rows,
            ..self.clone()
        })
    }

    /// The same to be searched by bits of options.
    #[cfg(test)]
    pub fn by_bits(&self) -> Self {
        Self {
            rows: None,
            ..self.clone()
        }
    }

    /// Searches what is below a node.
    pub fn search(
        &self,
        kernel: Kernel,
        memory: &mut Memory,
        live: &Live,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        match &self.rows {
            Some(rows) => rows.search(kernel, &mut memory.lists, live, visit),
            None => self.search_bits(kernel, memory, live.clone(), visit),
        }
    }

    fn search_bits(
        &self,
        kernel: Kernel,
        memory: &mut Memory,
        mut live: Live,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        // The nodes on the way down: what is live, the options yet to be chosen, and how many were.
        let mut nodes: Vec<(Live, std::vec::IntoIter<u32>, usize)> = Vec::new();
        loop {
            match self.table.step(kernel, &mut live, &mut visit.choices) {
                Step::Dead => {}
                Step::Solved => visit.solution()?,
                Step::Choose(_) if matrix::takes(&live) && memory.entries.pay() => {
                    let before = visit.nodes;
                    let small = Small {
                        table: &self.table,
                        live: &live,
                        memory: &mut memory.matrix,
                        renumbering: &mut memory.renumbering,
                        visit,
                    };
                    dispatch(kernel, small)?;
                    memory.entries.record(visit.nodes - before);
                }
                Step::Choose(options) => {
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
                    if option & LEFT == 0 {
                        visit.choices.push(option);
                    }
                    break self.table.choose(live, option);
                }
                nodes.pop();
            };
        }
    }
}
