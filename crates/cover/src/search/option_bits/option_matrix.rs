//! Search of a matrix, and of the smaller matrix of its nodes.

use std::ops::ControlFlow::{self, Continue};

use super::item_options;
use super::item_options::{GROUP, ItemSpan, ItemStack, count_without, live_options, survey};
use crate::bits::{BitGather, Bits};
use crate::exact_cover::Multiplicity;
use crate::search::visit::Visit;
use countless_simd::{Simd, Task};

/// Option of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixOption<const W: usize> {
    /// Options that it does not conflict with.
    pub compatible: Bits<W>,
    /// Number of its items that are covered once.
    pub covers: u32,
    /// Its bounded items, as bits.
    pub bounded: u64,
    /// Number in the problem.
    pub number: u32,
}

/// Node of the search.
#[derive(Clone, Copy, Debug)]
struct MatrixNode<const W: usize> {
    live: Bits<W>,
    /// Number of items yet to cover.
    missing: u32,
    items: ItemSpan,
    /// Number of options chosen above.
    depth: usize,
    /// True if the node is also searched without the option of its branch.
    decides: bool,
}

/// Largest number of bounded items.
pub const BOUNDED: usize = u64::BITS as usize;

/// Options of a bounded item, and its remaining multiplicity.
pub type BoundedItem<const W: usize> = (Bits<W>, Multiplicity);

/// Next step at a node.
enum MatrixStep<const W: usize> {
    Dead,
    Solved,
    /// Choose one of these options.
    Choose(Bits<W>),
    /// Choose this option, or not.
    Decide(usize),
}

/// Number of words of the smaller matrix.
const FEW: usize = 4;

/// Matrix with sets of `W` words, and the smaller one of nodes with fewer options.
#[derive(Debug, Default)]
pub struct MatrixLevel<const W: usize> {
    pub options: Vec<MatrixOption<W>>,
    pub items: ItemStack,
    /// Items at the root.
    pub root: ItemSpan,
    /// Bounded items at the current node.
    pub bounds: Vec<BoundedItem<W>>,
    /// Remaining multiplicities at each node on the way down.
    above: Vec<Multiplicity>,
    /// Nodes on the way down, and the options yet to choose there.
    nodes: Vec<(MatrixNode<W>, Bits<W>)>,
    singles: Vec<u64>,
    /// Memory of the smaller matrix, once it is needed.
    fewer: Option<Box<MatrixLevel<FEW>>>,
}

/// Search of all nodes of a level's matrix.
pub struct MatrixSearch<'a, 'v, const W: usize> {
    pub level: &'a mut MatrixLevel<W>,
    pub missing: u32,
    pub visit: &'a mut Visit<'v>,
}

impl<const W: usize> Task for MatrixSearch<'_, '_, W> {
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
        let mut node = MatrixNode {
            live: Bits::first(level.options.len()),
            missing,
            items: level.root,
            depth,
            decides: false,
        };
        'nodes: loop {
            match level.propagate(simd, &mut node, visit) {
                MatrixStep::Dead => {}
                MatrixStep::Solved => visit.solution()?,
                MatrixStep::Choose(_)
                    if MatrixLevel::<W>::HAS_FEWER && node.live.len() <= 64 * FEW =>
                {
                    let mut fewer = level.fewer.take().unwrap_or_default();
                    fewer.take_submatrix(simd, level, &node);
                    let end = simd.run(MatrixSearch {
                        level: &mut fewer,
                        missing: node.missing,
                        visit: &mut *visit,
                    });
                    level.fewer = Some(fewer);
                    end?;
                }
                MatrixStep::Choose(choices) => {
                    visit.node()?;
                    let missing = node.missing as usize;
                    if missing.div_ceil(GROUP) < node.items.groups {
                        node.items = level.items.pack(simd, node.items, node.live, missing);
                    }
                    level.push(node, choices, visit);
                }
                MatrixStep::Decide(option) => {
                    visit.node()?;
                    node.live = node.live.without(option);
                    node.decides = true;
                    level.push(node, Bits::default().with(option), visit);
                }
            }
            // Next option of the deepest node that has one.
            let option = loop {
                let Some((last, choices)) = level.nodes.last_mut() else {
                    visit.choices.truncate(depth);
                    return Continue(());
                };
                let (next, decides) = (choices.take_lowest(), last.decides);
                if next.is_some() || decides {
                    node = MatrixNode {
                        decides: false,
                        ..*last
                    };
                    visit.choices.truncate(node.depth);
                    level.restore();
                }
                if let Some(option) = next {
                    break option;
                }
                level.pop();
                if decides {
                    continue 'nodes;
                }
            };
            level.choose(option, &mut node, visit);
        }
    }
}

impl<const W: usize> MatrixLevel<W> {
    /// True if nodes with few options have a smaller matrix.
    const HAS_FEWER: bool = W > FEW;

    /// Pushes a node with its branch.
    #[inline(always)]
    fn push(&mut self, mut node: MatrixNode<W>, choices: Bits<W>, visit: &Visit<'_>) {
        node.depth = visit.choices.len();
        self.nodes.push((node, choices));
        if !self.bounds.is_empty() {
            self.above.extend(self.bounds.iter().map(|(_, left)| *left));
        }
    }

    /// Pops the deepest node.
    #[inline(always)]
    fn pop(&mut self) {
        self.nodes.pop();
        self.above.truncate(self.nodes.len() * self.bounds.len());
    }

    /// Restores the multiplicities of the deepest node.
    #[inline(always)]
    fn restore(&mut self) {
        let above = self.above.iter().rev();
        for ((_, left), above) in self.bounds.iter_mut().rev().zip(above) {
            *left = *above;
        }
    }

    #[inline(always)]
    fn choose(&mut self, option: usize, node: &mut MatrixNode<W>, visit: &mut Visit<'_>) {
        let choice = &self.options[option];
        node.live = node.live.intersection(choice.compatible);
        node.missing -= choice.covers;
        visit.choices.push(choice.number);
        let mut bounded = choice.bounded;
        while bounded != 0 {
            let (options, left) = &mut self.bounds[bounded.trailing_zeros() as usize];
            bounded &= bounded - 1;
            left.cover_once();
            if left.high == 0 {
                node.live = node.live.difference(*options);
            }
        }
    }

    /// Next step at a node, as `OptionTable::step` defines it; `None` if an option was forced.
    /// `fewest` are the options of the item with the fewest, among those to cover once.
    #[inline(always)]
    fn bounded_step(
        &mut self,
        node: &mut MatrixNode<W>,
        mut fewest: Option<Bits<W>>,
        visit: &mut Visit<'_>,
    ) -> Option<MatrixStep<W>> {
        let mut tightest: Option<(usize, Bits<W>)> = None;
        for at in 0..self.bounds.len() {
            let (options, left) = self.bounds[at];
            let mut options = options.intersection(node.live);
            let Some(spare) = options.len().checked_sub(left.low as usize) else {
                return Some(MatrixStep::Dead);
            };
            if left.low > 0 && spare == 0 {
                let option = options.take_lowest()?;
                self.choose(option, node, visit);
                return None;
            }
            let has_fewer = |fewest: Bits<W>| options.len() < fewest.len();
            if left == Multiplicity::ONCE && fewest.is_none_or(has_fewer) {
                fewest = Some(options);
            }
            if left.low > 0 && tightest.is_none_or(|(least, _)| spare < least) {
                tightest = Some((spare, options));
            }
        }
        if let Some(fewest) = fewest {
            return Some(MatrixStep::Choose(fewest));
        }
        let mut options = tightest.map_or(node.live, |(_, options)| options);
        Some(match options.take_lowest() {
            Some(option) => MatrixStep::Decide(option),
            None => MatrixStep::Solved,
        })
    }

    /// Chooses all forced options, and finds the item with the fewest options.
    #[inline(always)]
    fn propagate<S: Simd>(
        &mut self,
        simd: S,
        node: &mut MatrixNode<W>,
        visit: &mut Visit<'_>,
    ) -> MatrixStep<W> {
        loop {
            let mut fewest = None;
            if node.missing > 0 {
                let open = self.items.at::<W>(node.items);
                let none = GROUP * open.groups;
                // Without an instruction that counts bits, a first pass finds dead nodes.
                if !S::COUNTS_BITS
                    && count_without(simd, open, node.live) + node.missing as usize != none
                {
                    return MatrixStep::Dead;
                }
                let seen = survey(simd, open, node.live, &mut self.singles);
                if seen.without + node.missing as usize != none {
                    return MatrixStep::Dead;
                }
                if seen.single {
                    self.force(node, visit);
                    continue;
                }
                let item = match seen.pair {
                    Some(item) => item,
                    None => item_options::fewest(simd, open, node.live),
                };
                let options = live_options(open, item, node.live);
                if self.bounds.is_empty() {
                    return MatrixStep::Choose(options);
                }
                fewest = Some(options);
            } else if self.bounds.is_empty() {
                return MatrixStep::Solved;
            }
            if let Some(next) = self.bounded_step(node, fewest, visit) {
                return next;
            }
        }
    }

    /// Chooses all options that are the only option of an item.
    #[inline(always)]
    fn force(&mut self, node: &mut MatrixNode<W>, visit: &mut Visit<'_>) {
        let before = node.live;
        for group in 0..node.items.groups {
            let mut bits = self.singles[group];
            while bits != 0 {
                let item = GROUP * group + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let mut only = live_options(self.items.at::<W>(node.items), item, before);
                // The option may be chosen already, or conflict. The next round detects a conflict.
                if let Some(option) = only.take_lowest()
                    && node.live.has(option)
                {
                    self.choose(option, node, visit);
                }
            }
        }
    }

    /// Copies the live options of a node of a larger matrix, and their items.
    #[inline(always)]
    fn take_submatrix<S: Simd, const X: usize>(
        &mut self,
        simd: S,
        larger: &MatrixLevel<X>,
        node: &MatrixNode<X>,
    ) {
        let (live, items) = (node.live, larger.items.at::<X>(node.items));
        let gather = BitGather::new(simd, live);
        self.options.clear();
        let mut left = live;
        while let Some(option) = left.take_lowest() {
            let choice = &larger.options[option];
            self.options.push(MatrixOption {
                compatible: gather.of(choice.compatible),
                covers: choice.covers,
                bounded: choice.bounded,
                number: choice.number,
            });
        }
        self.bounds.clear();
        for &(options, left) in &larger.bounds {
            let options = gather.of(options.intersection(live));
            self.bounds.push((options, left));
        }
        self.root = self.items.clear::<W>(node.missing as usize);
        let mut next = 0;
        for item in 0..GROUP * items.groups {
            let options = live_options(items, item, live);
            if !options.is_empty() {
                self.items.put(self.root, next, gather.of::<W>(options));
                next += 1;
            }
        }
    }
}
