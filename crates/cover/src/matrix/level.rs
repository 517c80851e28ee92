//! The search of a matrix, and of the smaller one that its nodes become.

use std::ops::ControlFlow::{self, Continue};

use super::items::{GROUP, Items, Place, Stack, fewest, look, of, without};
use super::set::{Gather, Set, first, for_each, is_empty, len, take_lowest};
use crate::visit::Visit;
use countless_simd::{Simd, Task};

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Choice<const W: usize> {
    /// The options that it does not contradict.
    pub beside: Set<W>,
    /// How many items it covers.
    pub covers: u32,
    /// Its number in the problem.
    pub number: u32,
}

/// A node of the search.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    live: Set<W>,
    /// How many items are to be covered.
    missing: u32,
    items: Place,
    /// How many options were chosen before.
    depth: usize,
}

/// What there is to do at a node.
enum Next<const W: usize> {
    Dead,
    Solved,
    Choose(Set<W>),
}

/// Searches nodes of a few live options, and what it needs for that.
pub trait Fewer {
    /// How many it takes.
    const MOST: usize;

    /// Searches a node of a larger matrix.
    fn search<S: Simd, const X: usize>(
        &mut self,
        simd: S,
        options: &[Choice<X>],
        items: Items<'_>,
        live: &Set<X>,
        missing: u32,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()>;
}

/// None at all.
impl Fewer for () {
    const MOST: usize = 0;

    #[inline(always)]
    fn search<S: Simd, const X: usize>(
        &mut self,
        _: S,
        _: &[Choice<X>],
        _: Items<'_>,
        _: &Set<X>,
        _: u32,
        _: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        Continue(())
    }
}

/// A matrix of `W` words a set, and what searches fewer options than it is for.
#[derive(Debug, Default)]
pub struct Level<const W: usize, F> {
    pub options: Vec<Choice<W>>,
    pub items: Stack,
    /// Those of the root.
    pub root: Place,
    /// The nodes on the way down, and the options yet to be chosen there.
    nodes: Vec<(Node<W>, Set<W>)>,
    singles: Vec<u64>,
    fewer: F,
}

impl<const W: usize, F: Fewer> Fewer for Level<W, F> {
    const MOST: usize = 64 * W;

    #[inline(always)]
    fn search<S: Simd, const X: usize>(
        &mut self,
        simd: S,
        options: &[Choice<X>],
        items: Items<'_>,
        live: &Set<X>,
        missing: u32,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        self.narrow(simd, options, items, live, missing);
        simd.run(Search {
            level: self,
            missing,
            visit,
        })
    }
}

/// A search of all that is in the matrix of a level.
pub struct Search<'a, 'v, const W: usize, F> {
    pub level: &'a mut Level<W, F>,
    pub missing: u32,
    pub visit: &'a mut Visit<'v>,
}

impl<const W: usize, F: Fewer> Task for Search<'_, '_, W, F> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let Self {
            level,
            missing,
            visit,
        } = self;
        level.nodes.clear();
        level.singles.resize(level.root.groups, 0);
        let depth = visit.choices.len();
        let mut node = Node {
            live: first::<W>(level.options.len()),
            missing,
            items: level.root,
            depth,
        };
        loop {
            match level.settle(simd, &mut node, visit) {
                Next::Dead => {}
                Next::Solved => visit.solution()?,
                Next::Choose(_) if F::MOST > 0 && len(&node.live) <= F::MOST => {
                    let items = level.items.at::<W>(node.items);
                    level.fewer.search(
                        simd,
                        &level.options,
                        items,
                        &node.live,
                        node.missing,
                        visit,
                    )?;
                }
                Next::Choose(choices) => {
                    visit.node()?;
                    let missing = node.missing as usize;
                    if missing.div_ceil(GROUP) < node.items.groups {
                        node.items = level.items.pack(simd, node.items, &node.live, missing);
                    }
                    node.depth = visit.choices.len();
                    level.nodes.push((node, choices));
                }
            }
            // The next option of the last node that has one.
            let option = loop {
                let Some((last, choices)) = level.nodes.last_mut() else {
                    visit.choices.truncate(depth);
                    return Continue(());
                };
                if let Some(option) = take_lowest(choices) {
                    node = *last;
                    visit.choices.truncate(node.depth);
                    break option;
                }
                level.nodes.pop();
            };
            choose(&level.options[option], &mut node, visit);
        }
    }
}

#[inline(always)]
fn choose<const W: usize>(choice: &Choice<W>, node: &mut Node<W>, visit: &mut Visit<'_>) {
    for (live, beside) in node.live.iter_mut().zip(choice.beside) {
        *live &= beside;
    }
    node.missing -= choice.covers;
    visit.choices.push(choice.number);
}

impl<const W: usize, F> Level<W, F> {
    /// Chooses what is the only option of an item, and finds the item with the fewest.
    #[inline(always)]
    fn settle<S: Simd>(&mut self, simd: S, node: &mut Node<W>, visit: &mut Visit<'_>) -> Next<W> {
        let items = self.items.at::<W>(node.items);
        let none = GROUP * items.groups;
        while node.missing > 0 {
            // Without an instruction that counts, a first pass ends the nodes that are dead.
            if !S::COUNTS_BITS && without(simd, items, &node.live) + node.missing as usize != none {
                return Next::Dead;
            }
            let seen = look(simd, items, &node.live, &mut self.singles);
            if seen.without + node.missing as usize != none {
                return Next::Dead;
            }
            if !seen.single {
                let item = match seen.pair {
                    Some(item) => item,
                    None => fewest(simd, items, &node.live),
                };
                return Next::Choose(of(items, item, &node.live));
            }
            let before = node.live;
            for (group, &bits) in self.singles[..items.groups].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let item = GROUP * group + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let mut only = of(items, item, &before);
                    // Unless it is chosen already, or contradicted, which shows in the end.
                    if let Some(option) = take_lowest(&mut only)
                        && node.live[option / 64] >> (option % 64) & 1 == 1
                    {
                        choose(&self.options[option], node, visit);
                    }
                }
            }
        }
        Next::Solved
    }

    /// Takes the live options of a larger matrix, and their items.
    #[inline(always)]
    fn narrow<S: Simd, const X: usize>(
        &mut self,
        simd: S,
        options: &[Choice<X>],
        items: Items<'_>,
        live: &Set<X>,
        missing: u32,
    ) {
        let gather = Gather::new(simd, live);
        self.options.clear();
        for_each(live, |option| {
            let choice = &options[option];
            self.options.push(Choice {
                beside: gather.of(&choice.beside),
                covers: choice.covers,
                number: choice.number,
            });
        });
        self.root = self.items.clear::<W>(missing as usize);
        let mut next = 0;
        for item in 0..GROUP * items.groups {
            let options = of(items, item, live);
            if !is_empty(&options) {
                self.items.put(self.root, next, gather.of::<W>(&options));
                next += 1;
            }
        }
    }
}
