//! Exact cover whose states form a tree: each part of the items that has begun has a set of its own.
//!
//! The turn of an item joins the sets that reach it. A state then has few bits, even if the items
//! reached by all sets together are many: in rooms that doors join to a tree, a set is about one
//! room, and a line of states is about all rooms that have begun.

use super::chain_count::STEPS_PER_PAIR;
use super::frontier::{ChainDraft, ItemTurn, OptionOpening, StageDraft, StateChains, stage_cost};
use super::states::{WIDE, WIDEST};
use crate::bits::Bits;
use crate::exact_cover::ExactCover;
use crate::search::option_table::bits;
use countless_simd::sort_by;

/// Share of pairs of states that use no item together, for each item that both reach.
const DISJOINT: f64 = 0.75;
/// Pairs that are joined for each pair so estimated, with a margin. In tilings, more states than
/// assumed use no common item.
const PAIRS: f64 = 16.0 / 3.0;

impl StateChains {
    /// Arranges items in a tree; `None` if that takes more than `work` steps, if the cost would not
    /// be less than `most`, if a state would be too wide, or if the problem has colours or
    /// multiplicities.
    ///
    /// An item has the same bit in all sets.
    pub fn tree(problem: &ExactCover, work: u64, most: f64) -> Option<Self> {
        let mut uses = problem.options.iter().flatten();
        if problem.has_multiplicities() || uses.any(|used| used.colour != 0) {
            return None;
        }
        let turns = eliminate(problem, work)?;
        let (bits, width) = assign_bits(&turns);
        let mut options = problem.coverings();
        let mut opened = vec![false; problem.options.len()];
        for turn in &turns {
            let begins =
                |(option, _): &(u32, u32)| !std::mem::replace(&mut opened[*option as usize], true);
            options[turn.item].retain(begins);
        }
        let bits_of = |items: &[usize]| items.iter().map(|&item| bits[item]).collect::<Vec<_>>();
        let cost = tree_cost(&turns, &options, bits_of);
        if cost >= most {
            return None;
        }
        let mut tree = Self {
            chains: Vec::new(),
            width,
            cost,
        };
        for turn in turns {
            let item = turn.item;
            if turn.children != 1 {
                tree.chains.push(ChainDraft {
                    joined: turn.children,
                    ..ChainDraft::default()
                });
            }
            let opening = |&(option, _): &(u32, u32)| {
                let uses = problem.options[option as usize].iter();
                let others = uses.map(|used| used.item as usize);
                let others = others.filter(|&other| other != item);
                let others: Vec<usize> = others.map(|other| bits[other]).collect();
                OptionOpening {
                    number: option,
                    needs: others.clone(),
                    uses: others,
                    counters: Vec::new(),
                }
            };
            let stage = StageDraft {
                turn: if item < problem.primary {
                    ItemTurn::Primary(bits[item])
                } else {
                    ItemTurn::Secondary(bits[item])
                },
                options: options[item].iter().map(opening).collect(),
                reach: turn.reach.len(),
                ..StageDraft::default()
            };
            if let Some(chain) = tree.chains.last_mut() {
                chain.stages.push(stage);
                chain.reach = bits_of(&turn.reach);
            }
        }
        Some(tree)
    }
}

/// Estimated cost of a count. `options` are those that begin with each item.
fn tree_cost(
    turns: &[EliminatedItem],
    options: &[Vec<(u32, u32)>],
    bits_of: impl Fn(&[usize]) -> Vec<usize>,
) -> f64 {
    let mut cost = 0.0;
    // Bits in reach at the ends of chains that are not joined yet.
    let mut ends: Vec<Vec<usize>> = Vec::new();
    for turn in turns {
        let joined = ends.split_off(ends.len() - turn.children);
        if turn.children != 1 {
            cost += join_cost(joined);
        }
        cost += stage_cost(options[turn.item].len(), turn.reach.len());
        ends.push(bits_of(&turn.reach));
    }
    cost
}

/// Bit of each item, and the number of bits. In reverse order, each item gets the least bit that no
/// item in reach behind it has.
fn assign_bits(turns: &[EliminatedItem]) -> (Vec<usize>, usize) {
    let items = turns.iter().map(|turn| turn.item + 1).max().unwrap_or(0);
    let (mut bits, mut width) = (vec![0; items], 0);
    for turn in turns.iter().rev() {
        let mut taken = Bits::<WIDE>::default();
        for &item in &turn.reach {
            taken.insert(bits[item]);
        }
        let bit = (0..taken.len()).find(|&bit| !taken.has(bit));
        bits[turn.item] = bit.unwrap_or(taken.len());
        width = width.max(bits[turn.item] + 1);
    }
    (bits, width)
}

/// Estimated cost of joining sets with these bits in reach, smaller sets first.
fn join_cost(mut sets: Vec<Vec<usize>>) -> f64 {
    sort_by(&mut sets, |a, b| a.len().cmp(&b.len()));
    let (mut all, mut cost) = (Bits::<WIDE>::default(), 0.0);
    for (number, set) in sets.into_iter().enumerate() {
        let common = set.iter().filter(|&&bit| all.has(bit)).count();
        if number > 0 {
            let pairs = ((all.len() + set.len()) as f64 / 2.0).exp2();
            cost += STEPS_PER_PAIR as f64 * PAIRS * pairs * DISJOINT.powi(common as i32);
        }
        for bit in set {
            all.insert(bit);
        }
    }
    cost
}

/// Largest number of items: their neighbours are kept as a square of bits.
const MOST_ITEMS: usize = 1 << 13;

/// Item in the order of elimination.
///
/// Two items are neighbours if an option covers both. Eliminating an item joins its neighbours to
/// each other: they are in reach together from then on. The next item is one whose elimination joins
/// the fewest pairs (least fill; Rose, 1972), among these one with the fewest neighbours. Its
/// parent in the tree is the first of its neighbours that is eliminated later.
#[derive(Clone, Debug)]
pub struct EliminatedItem {
    pub item: usize,
    /// Items in reach behind it.
    pub reach: Vec<usize>,
    /// Number of items whose parent it is. They come before it.
    pub children: usize,
}

/// Order of elimination in which the children of an item, each with all below it, come directly
/// before the item; `None` if it would take more than `work` steps, or too many items would be in
/// reach at once.
pub fn eliminate(problem: &ExactCover, work: u64) -> Option<Vec<EliminatedItem>> {
    let mut graph = ItemGraph::new(problem, work)?;
    let mut turns = Vec::new();
    while let Some(item) = graph.next() {
        let reach = graph.eliminate(item)?;
        if reach.len() >= WIDEST {
            return None;
        }
        turns.push((item, reach));
    }
    Some(by_subtrees(turns))
}

/// Sorts items by subtrees: all items below one come directly before it. The children of an item
/// that reach most items on the way, beyond those at their end, come first: then the fewest states
/// wait at a time.
fn by_subtrees(turns: Vec<(usize, Vec<usize>)>) -> Vec<EliminatedItem> {
    let mut places = vec![usize::MAX; turns.iter().map(|(item, _)| item + 1).max().unwrap_or(0)];
    for (place, (item, _)) in turns.iter().enumerate() {
        places[*item] = place;
    }
    let ends = |place: usize| turns[place].1.len();
    let mut children = vec![Vec::new(); turns.len()];
    let mut most = vec![0; turns.len()];
    let mut roots = Vec::new();
    for (place, (_, reach)) in turns.iter().enumerate() {
        let net = |child: usize| ends(child) as isize - most[child] as isize;
        sort_by(&mut children[place], |&a, &b| net(a).cmp(&net(b)));
        let (mut waiting, mut most_here) = (0, reach.len() + 1);
        for &child in &children[place] {
            most_here = most_here.max(waiting + most[child]);
            waiting += ends(child);
        }
        most[place] = most_here;
        match reach.iter().map(|&item| places[item]).min() {
            Some(parent) => children[parent].push(place),
            None => roots.push(place),
        }
    }
    // Each item before its children, the last child first: the reverse of the order.
    let (mut order, mut open) = (Vec::new(), roots);
    while let Some(place) = open.pop() {
        open.extend(&children[place]);
        order.push(place);
    }
    let mut turns: Vec<Option<_>> = turns.into_iter().map(Some).collect();
    let order = order.into_iter().rev().filter_map(|place| {
        let (item, reach) = turns[place].take()?;
        Some(EliminatedItem {
            item,
            reach,
            children: children[place].len(),
        })
    });
    order.collect()
}

/// Items that are not yet eliminated, and their neighbours.
struct ItemGraph {
    /// Neighbours of each item, as bits of `words` words.
    neighbours: Vec<u64>,
    words: usize,
    /// Number of pairs of neighbours that are not joined, and of neighbours.
    ranks: Vec<(usize, usize)>,
    /// Number of pairs of neighbours that were joined since the rank was corrected.
    filled: Vec<usize>,
    /// Items that may be next.
    open: Vec<usize>,
    /// Options of each item, until one of their primary items is eliminated.
    options: Vec<Vec<u32>>,
    is_opened: Vec<bool>,
    /// Secondary items of each option.
    secondary: Vec<Vec<usize>>,
    /// Number of options of each secondary item that no primary item has opened. It is not
    /// eliminated before, so every option begins with a primary item.
    closed: Vec<usize>,
    /// Steps that may still be taken.
    work: u64,
}

impl ItemGraph {
    fn new(problem: &ExactCover, work: u64) -> Option<Self> {
        let items = problem.items.len();
        if items > MOST_ITEMS {
            return None;
        }
        let words = items.div_ceil(64);
        let mut graph = Self {
            neighbours: vec![0; items * words],
            words,
            ranks: vec![(0, 0); items],
            filled: vec![0; items],
            open: (0..problem.primary).collect(),
            options: vec![Vec::new(); items],
            is_opened: vec![false; problem.options.len()],
            secondary: vec![Vec::new(); problem.options.len()],
            closed: vec![0; items],
            work,
        };
        for option in problem.choosable() {
            let uses = &problem.options[option as usize];
            graph.spend(uses.len() * uses.len())?;
            for used in uses {
                let item = used.item as usize;
                graph.options[item].push(option);
                for other in uses.iter().filter(|other| other.item != used.item) {
                    graph.join(item, other.item as usize);
                }
                if item >= problem.primary {
                    graph.secondary[option as usize].push(item);
                    graph.closed[item] += 1;
                }
            }
        }
        for item in 0..items {
            graph.ranks[item] = graph.rank(item)?;
        }
        Some(graph)
    }

    /// Takes out the item of the least rank, the first of several.
    fn next(&mut self) -> Option<usize> {
        let open = self.open.iter().enumerate();
        let next = open.min_by_key(|&(_, &item)| (self.ranks[item], item));
        let (place, _) = next?;
        Some(self.open.swap_remove(place))
    }

    /// Eliminates an item and returns its neighbours.
    fn eliminate(&mut self, item: usize) -> Option<Vec<usize>> {
        let reach = self.of(item);
        self.spend(self.words + reach.len())?;
        for &one in &reach {
            self.part(one, item);
        }
        if self.ranks[item].0 == 0 {
            self.leave_joined(&reach);
        } else {
            self.join_all(&reach)?;
        }
        for option in std::mem::take(&mut self.options[item]) {
            if std::mem::replace(&mut self.is_opened[option as usize], true) {
                continue;
            }
            for item in std::mem::take(&mut self.secondary[option as usize]) {
                self.closed[item] -= 1;
                if self.closed[item] == 0 {
                    self.open.push(item);
                }
            }
        }
        Some(reach)
    }

    /// Corrects the ranks of the neighbours of an eliminated item, which are joined already: each
    /// loses the item, and its pairs with neighbours that are not neighbours of the item.
    fn leave_joined(&mut self, reach: &[usize]) {
        for &one in reach {
            let (fill, degree) = self.ranks[one];
            self.ranks[one] = (fill + reach.len() - degree, degree - 1);
        }
    }

    /// Joins the neighbours of an eliminated item to each other.
    fn join_all(&mut self, reach: &[usize]) -> Option<()> {
        let mut others = vec![u64::MAX; self.words];
        for &item in reach {
            others[item / 64] &= !(1 << (item % 64));
        }
        let mut touched = vec![0; self.words];
        for (at, &one) in reach.iter().enumerate() {
            for &other in &reach[at + 1..] {
                if !self.has(one, other) {
                    self.join(one, other);
                    self.join(other, one);
                    self.fill_between(one, other, &others, &mut touched)?;
                }
            }
        }
        for item in items_of(&touched) {
            let (fill, degree) = self.ranks[item];
            let filled = std::mem::take(&mut self.filled[item]);
            self.ranks[item] = (fill - filled, degree);
        }
        for &one in reach {
            self.ranks[one] = self.rank(one)?;
        }
        Some(())
    }

    /// Counts a joined pair for its common neighbours in `others`, and adds these to `touched`.
    fn fill_between(
        &mut self,
        one: usize,
        other: usize,
        others: &[u64],
        touched: &mut [u64],
    ) -> Option<()> {
        self.spend(self.words)?;
        let (one, other) = (one * self.words, other * self.words);
        for word in 0..self.words {
            let common = self.neighbours[one + word] & self.neighbours[other + word];
            let common = common & others[word];
            touched[word] |= common;
            for bit in bits(common) {
                self.filled[64 * word + bit] += 1;
            }
        }
        Some(())
    }

    /// Computes the rank of an item.
    fn rank(&mut self, item: usize) -> Option<(usize, usize)> {
        let neighbours = self.of(item);
        self.spend((neighbours.len() + 1) * self.words)?;
        let row = |item: usize| &self.neighbours[item * self.words..][..self.words];
        let joined = neighbours.iter().map(|&one| {
            let both = row(item).iter().zip(row(one));
            both.map(|(a, b)| (a & b).count_ones() as usize)
                .sum::<usize>()
        });
        let joined: usize = joined.sum();
        let degree = neighbours.len();
        let pairs = degree * degree.saturating_sub(1);
        Some(((pairs - joined) / 2, degree))
    }

    /// Neighbours of an item, in their order.
    fn of(&self, item: usize) -> Vec<usize> {
        items_of(&self.neighbours[item * self.words..][..self.words])
    }

    fn has(&self, one: usize, other: usize) -> bool {
        self.neighbours[one * self.words + other / 64] >> (other % 64) & 1 != 0
    }

    fn join(&mut self, one: usize, other: usize) {
        self.neighbours[one * self.words + other / 64] |= 1 << (other % 64);
    }

    fn part(&mut self, one: usize, other: usize) {
        self.neighbours[one * self.words + other / 64] &= !(1 << (other % 64));
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.work = self.work.checked_sub(steps as u64)?;
        Some(())
    }
}

/// Items of a set, in their order.
fn items_of(set: &[u64]) -> Vec<usize> {
    let mut items = Vec::new();
    for (word, &set) in set.iter().enumerate() {
        items.extend(bits(set).map(|bit| 64 * word + bit));
    }
    items
}
