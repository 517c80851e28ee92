//! The search of a matrix, and of the smaller one that its nodes become.

use std::ops::ControlFlow::{self, Continue};

use super::items::{self, GROUP, Items, Place, Stack, look, of, without};
use super::set::{Gather, Set, and, first, for_each, is_empty, len, take_lowest};
use crate::bounds::Bounds;
use crate::visit::Visit;
use countless_simd::{Simd, Task};

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Choice<const W: usize> {
    /// The options that it does not contradict.
    pub beside: Set<W>,
    /// The number of items to be covered once that it covers.
    pub covers: u32,
    /// The bounded items that it covers, as bits.
    pub bounded: u64,
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
    /// True if it is also searched without the option chosen last.
    decides: bool,
}

/// The most bounded items.
pub const BOUNDED: usize = u64::BITS as usize;

/// The options of a bounded item, and what is left of its bounds.
pub type Bounded<const W: usize> = (Set<W>, Bounds);

/// What there is to do at a node.
enum Next<const W: usize> {
    Dead,
    Solved,
    /// To choose one of these.
    Choose(Set<W>),
    /// To choose this option, or not.
    Decide(usize),
}

/// The options to choose from, and the items to cover.
#[derive(Clone, Copy)]
pub struct Matrix<'a, const W: usize> {
    options: &'a [Choice<W>],
    items: Items<'a>,
    bounds: &'a [Bounded<W>],
}

/// Searches nodes of a few live options, and what it needs for that.
pub trait Fewer {
    /// How many it takes.
    const MOST: usize;

    /// Searches a node of a larger matrix.
    fn search<S: Simd, const X: usize>(
        &mut self,
        simd: S,
        matrix: Matrix<'_, X>,
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
        _: Matrix<'_, X>,
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
    /// The bounded items of the node that is searched.
    pub bounds: Vec<Bounded<W>>,
    /// The rest of their bounds at each node on the way down.
    above: Vec<Bounds>,
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
        matrix: Matrix<'_, X>,
        live: &Set<X>,
        missing: u32,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        self.narrow(simd, matrix, live, missing);
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
        level.above.clear();
        level.singles.resize(level.root.groups, 0);
        let depth = visit.choices.len();
        let mut node = Node {
            live: first::<W>(level.options.len()),
            missing,
            items: level.root,
            depth,
            decides: false,
        };
        'nodes: loop {
            match level.settle(simd, &mut node, visit) {
                Next::Dead => {}
                Next::Solved => visit.solution()?,
                Next::Choose(_) if F::MOST > 0 && len(&node.live) <= F::MOST => {
                    let items = level.items.at::<W>(node.items);
                    let matrix = Matrix {
                        options: &level.options,
                        items,
                        bounds: &level.bounds,
                    };
                    let fewer = &mut level.fewer;
                    fewer.search(simd, matrix, &node.live, node.missing, visit)?;
                }
                Next::Choose(choices) => {
                    visit.node()?;
                    let missing = node.missing as usize;
                    if missing.div_ceil(GROUP) < node.items.groups {
                        node.items = level.items.pack(simd, node.items, &node.live, missing);
                    }
                    level.push(node, choices, visit);
                }
                Next::Decide(option) => {
                    visit.node()?;
                    let mut only = [0; W];
                    only[option / 64] = 1 << (option % 64);
                    for (live, only) in node.live.iter_mut().zip(only) {
                        *live &= !only;
                    }
                    node.decides = true;
                    level.push(node, only, visit);
                }
            }
            // The next option of the last node that has one.
            let option = loop {
                let Some((last, choices)) = level.nodes.last_mut() else {
                    visit.choices.truncate(depth);
                    return Continue(());
                };
                if let Some(option) = take_lowest(choices) {
                    node = Node {
                        decides: false,
                        ..*last
                    };
                    visit.choices.truncate(node.depth);
                    level.restore();
                    break option;
                }
                if last.decides {
                    node = Node {
                        decides: false,
                        ..*last
                    };
                    visit.choices.truncate(node.depth);
                    level.restore();
                    level.pop();
                    continue 'nodes;
                }
                level.pop();
            };
            level.choose(option, &mut node, visit);
        }
    }
}

impl<const W: usize, F> Level<W, F> {
    /// Goes down from a node.
    #[inline(always)]
    fn push(&mut self, mut node: Node<W>, choices: Set<W>, visit: &Visit<'_>) {
        node.depth = visit.choices.len();
        self.nodes.push((node, choices));
        if !self.bounds.is_empty() {
            self.above.extend(self.bounds.iter().map(|(_, left)| *left));
        }
    }

    /// Goes up.
    #[inline(always)]
    fn pop(&mut self) {
        self.nodes.pop();
        self.above.truncate(self.nodes.len() * self.bounds.len());
    }

    /// The bounds as they were at the last node.
    #[inline(always)]
    fn restore(&mut self) {
        let above = self.above.iter().rev();
        for ((_, left), above) in self.bounds.iter_mut().rev().zip(above) {
            *left = *above;
        }
    }

    #[inline(always)]
    fn choose(&mut self, option: usize, node: &mut Node<W>, visit: &mut Visit<'_>) {
        let choice = &self.options[option];
        for (live, beside) in node.live.iter_mut().zip(choice.beside) {
            *live &= beside;
        }
        node.missing -= choice.covers;
        visit.choices.push(choice.number);
        let mut bounded = choice.bounded;
        while bounded != 0 {
            let (options, left) = &mut self.bounds[bounded.trailing_zeros() as usize];
            bounded &= bounded - 1;
            left.take();
            if left.high == 0 {
                for (live, options) in node.live.iter_mut().zip(options) {
                    *live &= !*options;
                }
            }
        }
    }

    /// What to do at a node, given the options of the item with the fewest of those to be covered
    /// once: as [`Table::step`](crate::table::Table::step) does. `None` if an option was forced.
    #[inline(always)]
    fn bounded(
        &mut self,
        node: &mut Node<W>,
        mut fewest: Option<Set<W>>,
        visit: &mut Visit<'_>,
    ) -> Option<Next<W>> {
        let mut tightest: Option<(usize, Set<W>)> = None;
        for at in 0..self.bounds.len() {
            let (options, left) = self.bounds[at];
            let mut options = and(&options, &node.live);
            let Some(spare) = len(&options).checked_sub(left.low as usize) else {
                return Some(Next::Dead);
            };
            if left.low > 0 && spare == 0 {
                let option = take_lowest(&mut options)?;
                self.choose(option, node, visit);
                return None;
            }
            let has_fewer = |fewest: Set<W>| len(&options) < len(&fewest);
            if left == Bounds::ONCE && fewest.is_none_or(has_fewer) {
                fewest = Some(options);
            }
            if left.low > 0 && tightest.is_none_or(|(least, _)| spare < least) {
                tightest = Some((spare, options));
            }
        }
        if let Some(fewest) = fewest {
            return Some(Next::Choose(fewest));
        }
        let mut options = tightest.map_or(node.live, |(_, options)| options);
        Some(match take_lowest(&mut options) {
            Some(option) => Next::Decide(option),
            None => Next::Solved,
        })
    }

    /// Chooses what is the only option of an item, and finds the item with the fewest.
    #[inline(always)]
    fn settle<S: Simd>(&mut self, simd: S, node: &mut Node<W>, visit: &mut Visit<'_>) -> Next<W> {
        loop {
            let mut fewest = None;
            if node.missing > 0 {
                let open = self.items.at::<W>(node.items);
                let none = GROUP * open.groups;
                // Without an instruction that counts, a first pass ends the nodes that are dead.
                if !S::COUNTS_BITS
                    && without(simd, open, &node.live) + node.missing as usize != none
                {
                    return Next::Dead;
                }
                let seen = look(simd, open, &node.live, &mut self.singles);
                if seen.without + node.missing as usize != none {
                    return Next::Dead;
                }
                if seen.single {
                    self.force(node, visit);
                    continue;
                }
                let item = match seen.pair {
                    Some(item) => item,
                    None => items::fewest(simd, open, &node.live),
                };
                let options = of(open, item, &node.live);
                if self.bounds.is_empty() {
                    return Next::Choose(options);
                }
                fewest = Some(options);
            } else if self.bounds.is_empty() {
                return Next::Solved;
            }
            if let Some(next) = self.bounded(node, fewest, visit) {
                return next;
            }
        }
    }

    /// Chooses what is the only option of an item.
    #[inline(always)]
    fn force(&mut self, node: &mut Node<W>, visit: &mut Visit<'_>) {
        let before = node.live;
        for group in 0..node.items.groups {
            let mut bits = self.singles[group];
            while bits != 0 {
                let item = GROUP * group + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let mut only = of(self.items.at::<W>(node.items), item, &before);
                // Unless it is chosen already, or contradicted, which shows in the end.
                if let Some(option) = take_lowest(&mut only)
                    && node.live[option / 64] >> (option % 64) & 1 == 1
                {
                    self.choose(option, node, visit);
                }
            }
        }
    }

    /// Takes the live options of a larger matrix, and their items.
    #[inline(always)]
    fn narrow<S: Simd, const X: usize>(
        &mut self,
        simd: S,
        matrix: Matrix<'_, X>,
        live: &Set<X>,
        missing: u32,
    ) {
        let gather = Gather::new(simd, live);
        self.options.clear();
        for_each(live, |option| {
            let choice = &matrix.options[option];
            self.options.push(Choice {
                beside: gather.of(&choice.beside),
                covers: choice.covers,
                bounded: choice.bounded,
                number: choice.number,
            });
        });
        self.bounds.clear();
        for &(options, left) in matrix.bounds {
            let options = and(&options, live);
            self.bounds.push((gather.of(&options), left));
        }
        self.root = self.items.clear::<W>(missing as usize);
        let mut next = 0;
        for item in 0..GROUP * matrix.items.groups {
            let options = of(matrix.items, item, live);
            if !is_empty(&options) {
                self.items.put(self.root, next, gather.of::<W>(&options));
                next += 1;
            }
        }
    }
}
