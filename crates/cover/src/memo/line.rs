//! Lines: orders of the items of an exact cover, and the bits of their states.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::frontier::{
    ChainDraft, CoveringCounter, ItemTurn, OptionOpening, StageDraft, StateChains,
};
use super::isomorphic_parts::{PartItems, isomorphic_parts};
use super::states::WIDEST;
use crate::exact_cover::{ExactCover, ItemUse, Multiplicity};
use countless_simd::{distinct, sort_by, sort_by_key};

/// Largest number of bits of a part that is sorted.
const PATTERN: usize = u128::BITS as usize;

impl StateChains {
    /// Orders the primary items of a problem, those with a multiplicity last; `None` if a state
    /// would be too wide.
    ///
    /// Some items are the first of no option, such as secondary items. Their turn comes right after
    /// the last option that covers them, and so does that of items with a multiplicity.
    pub fn line(problem: &ExactCover, order: &[usize]) -> Option<Self> {
        let bounds = |item: usize| (item < problem.primary).then(|| problem.multiplicity(item));
        let is_bounded =
            |item: usize| bounds(item).is_some_and(|bounds| bounds != Multiplicity::ONCE);
        let mut order = order.to_vec();
        sort_by(&mut order, |&a, &b| is_bounded(a).cmp(&is_bounded(b)));
        let (openings, last) = openings(problem, &order);
        let coverings = problem.coverings();
        let degree = |item: usize| coverings[item].len() as u32;
        let mut is_fixed = vec![false; problem.items.len()];
        for (&item, openings) in order.iter().zip(&openings) {
            is_fixed[item] = !openings.is_empty();
        }
        let mut behind = vec![Vec::new(); order.len()];
        for (item, last) in last.iter().enumerate() {
            if let Some(last) = *last
                && (!is_fixed[item] || is_bounded(item))
            {
                behind[last].push(item);
            }
        }
        // Only items that begin no option may exchange their names.
        let numbers = openings.iter().flatten();
        let options = numbers.map(|&number| &problem.options[number as usize][..]);
        let options: Vec<&[ItemUse]> = options.collect();
        let sets = isomorphic_parts(&options, &is_fixed, bounds);
        let bits_of = |item| {
            let bounds = bounds(item).filter(|&bounds| bounds != Multiplicity::ONCE)?;
            Some(counting_bits(bounds, degree(item)))
        };
        let bounded: Vec<_> = (0..problem.items.len()).map(bits_of).collect();
        if bounded.iter().flatten().any(|&(bits, _)| bits > WIDEST) {
            return None;
        }
        let colours = |list: &Vec<(u32, u32)>| distinct(list.iter().map(|it| it.1).collect());
        let mut bits = BitAssignment {
            colours: coverings.iter().map(colours).collect(),
            bounded,
            assigned: vec![None; problem.items.len()],
            free: Vec::new(),
            width: 0,
        };
        let mut places = Vec::new();
        for (at, &item) in order.iter().enumerate() {
            let opening = |bits: &mut BitAssignment, number: u32| {
                let uses = problem.options[number as usize].iter();
                bits.opening(
                    number,
                    uses.filter(|used| is_bounded(item) || used.item as usize != item),
                )
            };
            let (mut turn, mut groups) = (ItemTurn::Open, Vec::new());
            if is_bounded(item) {
                if bounds(item).is_some_and(|bounds| bounds.low > degree(item)) {
                    // No option covers the item often enough.
                    places.push(StageDraft::default());
                }
                groups.extend(openings[at].chunks(1));
            } else if is_fixed[item] || last[item].is_none() {
                turn = (bits.release(item).next()).map_or(ItemTurn::Open, ItemTurn::Primary);
                groups.push(&openings[at][..]);
            }
            for (nth, numbers) in groups.into_iter().enumerate() {
                // After the first decision, names may not be exchanged any more.
                let isomorphic_parts = match nth {
                    0 => bits.isomorphic_bits(&sets),
                    _ => Vec::new(),
                };
                let options = numbers.iter().map(|&number| opening(&mut bits, number));
                let mut options: Vec<OptionOpening> = options.collect();
                sort_by_key(&mut options, |option| !option.counters.is_empty());
                places.push(StageDraft {
                    turn,
                    options,
                    is_optional: is_bounded(item),
                    isomorphic_parts,
                    reach: bits.width - bits.free.len(),
                });
            }
            if bits.width > WIDEST {
                return None;
            }
            for &item in &behind[at] {
                // Bit that must be used, if one must.
                let wanted = bounds(item).and_then(|bounds| (bounds.low as usize).checked_sub(1));
                places.extend(bits.release(item).enumerate().map(|(at, bit)| StageDraft {
                    turn: if wanted == Some(at) {
                        ItemTurn::Primary(bit)
                    } else {
                        ItemTurn::Secondary(bit)
                    },
                    ..StageDraft::default()
                }));
            }
        }
        let chain = ChainDraft {
            stages: places,
            ..ChainDraft::default()
        };
        Some(Self {
            cost: chain.cost(),
            chains: vec![chain],
            width: bits.width,
        })
    }

    /// Numbers of the options that begin at each stage of a line, from 0 on, in the order of
    /// [`Frontier::successors`].
    pub fn option_numbers(&self) -> Vec<Vec<u32>> {
        let stages = self.chains.iter().flat_map(|chain| &chain.stages);
        let numbers =
            stages.map(|stage| stage.options.iter().map(|option| option.number).collect());
        numbers.collect()
    }

    /// True if states sort the bits of isomorphic parts.
    pub fn has_isomorphic_parts(&self) -> bool {
        let mut stages = self.chains.iter().flat_map(|chain| &chain.stages);
        stages.any(|stage| !stage.isomorphic_parts.is_empty())
    }
}

/// Number of counting bits of an item with this many options, and true if all of them may be chosen.
fn counting_bits(bounds: Multiplicity, options: u32) -> (usize, bool) {
    let saturates = bounds.high >= options;
    let bits = if bounds.low > options {
        // No solution exists, and no covering needs to be counted.
        0
    } else if saturates {
        bounds.low
    } else {
        bounds.high
    };
    (bits as usize, saturates)
}

/// Options that begin with each item of an order, and for each item of the problem the position in
/// the order at which its last option begins.
fn openings(problem: &ExactCover, order: &[usize]) -> (Vec<Vec<u32>>, Vec<Option<usize>>) {
    let mut rank = vec![usize::MAX; problem.items.len()];
    for (at, &item) in order.iter().enumerate() {
        rank[item] = at;
    }
    let mut openings = vec![Vec::new(); order.len()];
    let mut last = vec![None; problem.items.len()];
    for number in problem.choosable() {
        let uses = &problem.options[number as usize];
        let ranks = uses.iter().map(|used| rank[used.item as usize]);
        let first = ranks.min().unwrap_or(usize::MAX);
        openings[first].push(number);
        for used in uses {
            let last = &mut last[used.item as usize];
            *last = Some(first).max(*last);
        }
    }
    (openings, last)
}

/// Assignment of bits to the items in reach.
struct BitAssignment {
    /// Colours of each item. Each has a bit, which says that another colour was used.
    colours: Vec<Vec<u32>>,
    /// Number of counting bits of each item with a multiplicity, and true if all its options may be
    /// chosen.
    bounded: Vec<Option<(usize, bool)>>,
    /// Bits of each item in reach.
    assigned: Vec<Option<Vec<usize>>>,
    /// Bits of no item, the least one last.
    free: Vec<usize>,
    width: usize,
}

impl BitAssignment {
    /// Assigns bits to an item that comes into reach.
    fn assign(&mut self, item: usize) {
        let Self { free, width, .. } = self;
        let bits = match self.bounded[item] {
            Some((bits, _)) => bits,
            None => self.colours[item].len(),
        };
        self.assigned[item].get_or_insert_with(|| {
            let bits = (0..bits).map(|_| {
                free.pop().unwrap_or_else(|| {
                    *width += 1;
                    *width - 1
                })
            });
            bits.collect()
        });
    }

    /// Bits of an item in reach.
    fn assigned(&self, item: usize) -> &[usize] {
        self.assigned[item].as_deref().unwrap_or_default()
    }

    /// Sets of isomorphic parts, as their bits in reach.
    fn isomorphic_bits(&self, sets: &[Vec<PartItems>]) -> Vec<Vec<Vec<usize>>> {
        let bits = |part: &PartItems| {
            let held = part.iter().filter_map(|&item| self.assigned[item].as_ref());
            held.flatten().copied().collect::<Vec<usize>>()
        };
        let sets = sets.iter().map(|parts| parts.iter().map(bits).collect());
        let sets = sets.filter(|parts: &Vec<Vec<usize>>| {
            let first = parts[0].len();
            (1..=PATTERN).contains(&first) && parts.iter().all(|part| part.len() == first)
        });
        sets.collect()
    }

    /// Frees the bits of an item at its turn.
    fn release(&mut self, item: usize) -> impl Iterator<Item = usize> + use<> {
        let bits = self.assigned[item].take().unwrap_or_default();
        for &bit in &bits {
            let place = self.free.partition_point(|&other| other > bit);
            self.free.insert(place, bit);
        }
        bits.into_iter()
    }

    /// Opens an option: its later items come into reach.
    fn opening<'a>(
        &mut self,
        number: u32,
        uses: impl Iterator<Item = &'a ItemUse>,
    ) -> OptionOpening {
        let most = uses.size_hint().1.unwrap_or(0);
        let (mut needs, mut used_up) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut counters = Vec::new();
        for used in uses {
            let item = used.item as usize;
            self.assign(item);
            let bits = self.assigned(item);
            if let Some((_, saturates)) = self.bounded[item] {
                let bits = bits.to_vec();
                counters.push(CoveringCounter { bits, saturates });
                continue;
            }
            // An option with a colour leaves the item to options of this colour, another to none.
            for (&bit, &colour) in bits.iter().zip(&self.colours[item]) {
                if colour == used.colour {
                    needs.push(bit);
                }
                if colour == 0 || colour != used.colour {
                    used_up.push(bit);
                }
            }
        }
        OptionOpening {
            number,
            needs,
            uses: used_up,
            counters,
        }
    }
}

/// Order of the primary items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemOrder {
    /// Order in which they were added.
    Given,
    /// Each next item is the one that brings the fewest new items into reach.
    Near,
}

impl ItemOrder {
    /// All orders, in the order of trials.
    pub const ALL: [Self; 2] = [Self::Given, Self::Near];

    /// Name in ledgers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Near => "near",
        }
    }

    /// Items in this order.
    pub fn items(self, problem: &ExactCover) -> Vec<usize> {
        match self {
            Self::Given => (0..problem.primary).collect(),
            Self::Near => near(problem),
        }
    }
}

/// Grows a frontier of items that share options with those before.
fn near(problem: &ExactCover) -> Vec<usize> {
    let neighbours = neighbours(problem);
    let mut growth = FrontierGrowth {
        newcomers: neighbours.iter().map(Vec::len).collect(),
        reached: vec![None; neighbours.len()],
        waiting: BinaryHeap::new(),
        is_waiting: vec![false; neighbours.len()],
        changed: (0..neighbours.len()).collect(),
    };
    growth.put_changed();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some(Reverse(rank)) = growth.waiting.pop() {
        let item = rank.3;
        if rank != growth.rank(item) || !std::mem::take(&mut growth.is_waiting[item]) {
            continue;
        }
        for &other in neighbours[item].iter().chain([&item]) {
            if growth.reached[other].is_none() {
                growth.take(other);
                growth.reached[other] = Some(order.len());
                for &next in &neighbours[other] {
                    growth.take(next);
                    growth.newcomers[next] -= 1;
                }
            }
        }
        growth.put_changed();
        order.push(item);
    }
    order
}

/// Primary items that share an option with each item.
fn neighbours(problem: &ExactCover) -> Vec<Vec<usize>> {
    let primary = |option: &[ItemUse]| {
        let uses = option.iter().map(|used| used.item as usize);
        uses.filter(|&item| item < problem.primary)
            .collect::<Vec<usize>>()
    };
    let mut options: Vec<Vec<usize>> = problem.options.iter().map(|uses| primary(uses)).collect();
    // All items of a long option would be in reach at once: too many for any order.
    options.retain(|items| items.len() <= WIDEST);
    let mut options_of = vec![Vec::new(); problem.primary];
    for (number, items) in options.iter().enumerate() {
        for &item in items {
            options_of[item].push(number);
        }
    }
    // Last item that found each item among its neighbours.
    let mut known = vec![usize::MAX; problem.primary];
    let mut neighbours = vec![Vec::new(); problem.primary];
    for (item, own) in options_of.iter().enumerate() {
        known[item] = item;
        for &other in own.iter().flat_map(|&number: &usize| &options[number]) {
            if known[other] != item {
                known[other] = item;
                neighbours[item].push(other);
            }
        }
    }
    neighbours
}

/// Growing frontier.
struct FrontierGrowth {
    /// Number of items that each would bring into reach.
    newcomers: Vec<usize>,
    /// Step at which each came into reach.
    reached: Vec<Option<usize>>,
    /// Ranks of the items that are not yet in the order, except those that change now. They may have
    /// former ranks, too.
    waiting: BinaryHeap<Reverse<GrowthRank>>,
    is_waiting: Vec<bool>,
    changed: Vec<usize>,
}

/// Rank of an item: first those in reach, then those with the fewest newcomers, then those that
/// came into reach first.
type GrowthRank = (bool, usize, Option<usize>, usize);

impl FrontierGrowth {
    fn rank(&self, item: usize) -> GrowthRank {
        let reached = self.reached[item];
        (reached.is_none(), self.newcomers[item], reached, item)
    }

    /// Takes out an item whose rank changes.
    fn take(&mut self, item: usize) {
        if std::mem::take(&mut self.is_waiting[item]) {
            self.changed.push(item);
        }
    }

    /// Puts the changed items back.
    fn put_changed(&mut self) {
        while let Some(item) = self.changed.pop() {
            self.is_waiting[item] = true;
            self.waiting.push(Reverse(self.rank(item)));
        }
    }
}
