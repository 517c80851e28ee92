//! The options of each item, and the tree that all searches walk.
//!
//! A node is the set of options that are live, and how many items are to be covered. The options
//! of an item that is covered are not live, so items need no marks: one that has none is covered,
//! or the node is dead.
//!
//! Items with a multiplicity are *bounded*: a node has the bounds that are left of each. They are
//! not branched on unless nothing else is open, so no solution is found twice.

use std::num::NonZeroU32;
use std::ops::Range;

use super::bounds::Multiplicity;
use super::problem::{ExactCover, ItemUse};
use countless_simd::{Kernel, Simd, Task, dispatch};

/// So many empty words do not end a run.
const GAP: usize = 4;
/// To look at an option takes as long as so many words of options.
const OPTION: usize = 12;
/// Marks a decision that an option is not chosen.
pub const NOT_CHOSEN: u32 = 1 << 31;

/// A problem without what contradicts nothing.
#[derive(Clone, Debug, Default)]
pub struct OptionTable {
    /// The options of each item that is kept: those to be covered once, the bounded ones, and
    /// the secondary ones.
    pub items: Vec<SparseOptions>,
    /// The number of items to be covered once.
    pub primary: usize,
    /// The bounds of those behind them.
    multiplicities: Vec<Multiplicity>,
    /// The options that contradict a secondary item in one of its colours.
    pub shades: Vec<SparseOptions>,
    /// The words of all primary items.
    pub item_words: usize,
    /// The uses of all options, one after the other, and where those of each begin.
    uses: Vec<IndexedUse>,
    starts: Vec<u32>,
}

/// An item of an option; the number of its colour is one more than its shade.
#[derive(Clone, Copy, Debug)]
pub struct IndexedUse {
    pub item: u32,
    shade: Option<NonZeroU32>,
}

impl IndexedUse {
    /// Which of the [`Table::shades`] its colour is, if it has one.
    #[inline(always)]
    pub fn shade(self) -> Option<usize> {
        self.shade.map(|shade| shade.get() as usize - 1)
    }
}

/// A set of options: the words of 64 that are not empty, and few that are.
#[derive(Clone, Debug, Default)]
pub struct SparseOptions {
    runs: Vec<WordRun>,
    /// The words of all runs, one after the other.
    words: Vec<u64>,
    /// How many options there are.
    len: usize,
}

/// Words that follow each other: the first of them among those of all options, the first among
/// those of the set, and how many they are.
#[derive(Clone, Copy, Debug)]
struct WordRun {
    start: usize,
    at: usize,
    len: usize,
}

/// A node of the search.
#[derive(Clone, Debug)]
pub struct LiveOptions {
    /// The options that can still be chosen, as bits.
    pub options: Vec<u64>,
    /// The number of items to be covered once.
    pub missing: usize,
    /// The rest of the bounds of the others.
    pub multiplicities: Vec<Multiplicity>,
    /// The number of options of each item to be covered once; empty if they were not counted.
    counts: Vec<u32>,
}

/// What there is to do at a node.
#[derive(Debug)]
pub enum TreeStep {
    /// Nothing: an item has no option left.
    Dead,
    /// Nothing: all is covered.
    Solved,
    /// Make one of these decisions: to choose an option, or to leave one that is marked as
    /// [`LEFT`].
    Choose(Vec<u32>),
}

impl SparseOptions {
    /// Adds an option behind all others.
    fn push(&mut self, option: usize) {
        self.len += 1;
        let word = option / 64;
        match self.runs.last_mut() {
            Some(run) if word < run.start + run.len + GAP => {
                run.len = word + 1 - run.start;
                self.words.resize(run.at + run.len, 0);
            }
            _ => {
                let at = self.words.len();
                let (start, len) = (word, 1);
                self.runs.push(WordRun { start, at, len });
                self.words.push(0);
            }
        }
        if let Some(last) = self.words.last_mut() {
            *last |= 1 << (option % 64);
        }
    }

    /// Those that are not among others, all of which are here.
    fn without(&self, others: &Self) -> Self {
        let mut left = self.clone();
        left.len -= others.len;
        let mut runs = self.runs.iter().peekable();
        for other in &others.runs {
            for (word, bits) in (other.start..).zip(&others.words[other.at..][..other.len]) {
                while runs.next_if(|run| run.start + run.len <= word).is_some() {}
                if let Some(run) = runs.peek().filter(|run| run.start <= word) {
                    left.words[run.at + word - run.start] &= !bits;
                }
            }
        }
        left
    }

    /// The words of each run, and where they stand among those of all options.
    #[inline(always)]
    pub fn runs(&self) -> impl Iterator<Item = (Range<usize>, &[u64])> {
        let runs = self.runs.iter();
        runs.map(|run| {
            let words = &self.words[run.at..][..run.len];
            (run.start..run.start + run.len, words)
        })
    }
}

impl LiveOptions {
    /// How many options there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let mut len = 0;
        for word in &self.options {
            len += word.count_ones() as usize;
        }
        len
    }

    /// Takes an option away that has no item to be covered once, or is gone already.
    fn remove(&mut self, option: u32) {
        self.options[option as usize / 64] &= !(1 << (option % 64));
    }

    /// Whether it is known how many options each item has.
    #[cfg(test)]
    pub fn is_counted(&self) -> bool {
        !self.counts.is_empty()
    }

    /// The options, in order.
    pub fn options(&self) -> impl Iterator<Item = usize> {
        let words = self.options.iter().enumerate();
        words.flat_map(|(at, &word)| bits(word).map(move |bit| 64 * at + bit))
    }

    /// How many of some options are live.
    #[inline(always)]
    fn count(&self, options: &SparseOptions) -> u32 {
        let mut count = 0;
        for (range, words) in options.runs() {
            for (word, live) in words.iter().zip(&self.options[range]) {
                count += (word & live).count_ones();
            }
        }
        count
    }

    /// Those of some options that are live, in order.
    pub fn of(&self, options: &SparseOptions) -> impl Iterator<Item = u32> {
        options.runs().flat_map(|(range, words)| {
            let live = self.options[range.clone()].iter().zip(words);
            range.zip(live).flat_map(|(at, (live, word))| {
                bits(word & live).map(move |bit| (64 * at + bit) as u32)
            })
        })
    }
}

/// The bits of a word, the lowest first.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

impl OptionTable {
    /// The table of a problem.
    pub fn new(problem: &ExactCover) -> Self {
        let mut degrees = vec![0_usize; problem.items.len()];
        // The colours of each item, none as 0.
        let mut palettes: Vec<Vec<u32>> = vec![Vec::new(); problem.items.len()];
        for used in problem.options.iter().flatten() {
            degrees[used.item as usize] += 1;
            palettes[used.item as usize].push(used.colour);
        }
        for palette in &mut palettes {
            palette.sort_unstable();
            palette.dedup();
        }
        // A secondary item contradicts nothing in one option only, or in a single colour.
        let matters = |item: usize| {
            let palette = &palettes[item];
            item < problem.primary || degrees[item] > 1 && (palette.len() > 1 || palette[0] == 0)
        };
        let (once, bounded): (Vec<usize>, Vec<usize>) = (0..problem.primary)
            .partition(|&item| problem.multiplicity(item) == Multiplicity::ONCE);
        let secondary = problem.primary..problem.items.len();
        let order = once.iter().chain(&bounded).copied().chain(secondary);
        let (mut items, mut shades) = (0, 0);
        // Where each item stands, and its first colour.
        let mut places: Vec<Option<(u32, u32)>> = vec![None; problem.items.len()];
        for item in order.filter(|&item| matters(item)) {
            places[item] = Some((items, shades));
            items += 1;
            shades += palettes[item].iter().filter(|&&colour| colour > 0).count() as u32;
        }
        let used = |used: &ItemUse| {
            let (item, shade) = places[used.item as usize]?;
            let colours = palettes[used.item as usize].iter();
            let mut colours = colours.filter(|&&colour| colour > 0);
            let number = colours.position(|&colour| colour == used.colour);
            let shade = number.and_then(|number| NonZeroU32::new(shade + number as u32 + 1));
            Some(IndexedUse { item, shade })
        };
        let mut table = Self {
            items: vec![SparseOptions::default(); items as usize],
            primary: once.len(),
            multiplicities: bounded
                .iter()
                .map(|&item| problem.multiplicity(item))
                .collect(),
            shades: vec![SparseOptions::default(); shades as usize],
            item_words: 0,
            uses: Vec::new(),
            starts: vec![0],
        };
        for (number, option) in problem.options.iter().enumerate() {
            for used in option.iter().filter_map(used) {
                table.items[used.item as usize].push(number);
                if let Some(shade) = used.shade() {
                    table.shades[shade].push(number);
                }
                table.uses.push(used);
            }
            table.starts.push(table.uses.len() as u32);
        }
        // Of all options with an item, those in the same colour do not contradict it.
        for (&place, palette) in places.iter().zip(&palettes) {
            let Some((item, first)) = place else { continue };
            let colours = palette.iter().filter(|&&colour| colour > 0).count();
            for shade in &mut table.shades[first as usize..][..colours] {
                *shade = table.items[item as usize].without(shade);
            }
        }
        let primary = table.items[..table.primary].iter();
        table.item_words = primary.map(|options| options.words.len()).sum();
        table
    }

    /// The bounded items, by their places among all.
    pub fn bounded(&self) -> Range<usize> {
        self.primary..self.primary + self.multiplicities.len()
    }

    /// The number of options.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The items of an option.
    pub fn uses(&self, option: usize) -> &[IndexedUse] {
        &self.uses[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// The root of the search: all options of a problem that have a primary item.
    pub fn root(&self, problem: &ExactCover) -> LiveOptions {
        let mut live = LiveOptions {
            options: vec![0; problem.options.len().div_ceil(64)],
            missing: self.primary,
            multiplicities: self.multiplicities.clone(),
            counts: Vec::new(),
        };
        for option in problem.choosable() {
            live.options[option as usize / 64] |= 1 << (option % 64);
        }
        live
    }

    /// The node after a decision on an option.
    pub fn choose(&self, live: &LiveOptions, option: u32) -> LiveOptions {
        let mut after = LiveOptions {
            options: live.options.clone(),
            missing: live.missing,
            multiplicities: live.multiplicities.clone(),
            counts: Vec::new(),
        };
        if option & NOT_CHOSEN != 0 {
            after.remove(option & !NOT_CHOSEN);
            return after;
        }
        if self.contradicts_few(option) {
            after.counts.clone_from(&live.counts);
        }
        self.take(&mut after, option);
        after
    }

    /// Whether it takes less to keep counts up to date than to count again.
    #[inline(always)]
    fn contradicts_few(&self, option: u32) -> bool {
        let uses = self.uses(option as usize).iter();
        let contradicted = uses.map(|&used| self.contradicted(used).len);
        contradicted.sum::<usize>() * OPTION <= self.item_words
    }

    /// What an option with this item contradicts.
    fn contradicted(&self, used: IndexedUse) -> &SparseOptions {
        match used.shade() {
            Some(shade) => &self.shades[shade],
            None => &self.items[used.item as usize],
        }
    }

    /// Chooses an option, and keeps counts up to date if there are any.
    #[inline(always)]
    fn take(&self, live: &mut LiveOptions, option: u32) {
        for &used in self.uses(option as usize) {
            if let Some(bounds) = (used.item as usize)
                .checked_sub(self.primary)
                .and_then(|at| live.multiplicities.get_mut(at))
            {
                bounds.cover_once();
                if bounds.high > 0 {
                    continue;
                }
            }
            for (range, words) in self.contradicted(used).runs() {
                if live.counts.is_empty() {
                    for (live, contradicted) in live.options[range].iter_mut().zip(words) {
                        *live &= !contradicted;
                    }
                    continue;
                }
                for (at, contradicted) in range.zip(words) {
                    let gone = live.options[at] & contradicted;
                    live.options[at] ^= gone;
                    for used in bits(gone).flat_map(|bit| self.uses(64 * at + bit)) {
                        if let Some(count) = live.counts.get_mut(used.item as usize) {
                            *count -= 1;
                        }
                    }
                }
            }
            live.missing -= usize::from((used.item as usize) < self.primary);
        }
        if !live.multiplicities.is_empty() {
            live.remove(option);
        }
    }

    /// Counts how many live options each primary item has, unless one has none that should.
    #[inline(always)]
    fn count(&self, live: &mut LiveOptions) -> bool {
        let mut counts = std::mem::take(&mut live.counts);
        if live.len() * OPTION > self.item_words {
            // So many may have none.
            let mut covered = self.primary - live.missing;
            counts.reserve(self.primary);
            for options in &self.items[..self.primary] {
                let count = live.count(options);
                if count == 0 {
                    if covered == 0 {
                        return false;
                    }
                    covered -= 1;
                }
                counts.push(count);
            }
        } else {
            counts.resize(self.items.len(), 0);
            for (at, &word) in live.options.iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    for used in self.uses(64 * at + word.trailing_zeros() as usize) {
                        counts[used.item as usize] += 1;
                    }
                    word &= word - 1;
                }
            }
            counts.truncate(self.primary);
        }
        live.counts = counts;
        true
    }

    /// Whether what was counted is right.
    #[cfg(test)]
    pub fn counts_hold(&self, live: &LiveOptions) -> bool {
        let items = self.items[..self.primary].iter();
        let counts: Vec<u32> = items.map(|options| live.count(options)).collect();
        live.counts.is_empty() || live.counts == counts
    }

    /// Makes all forced moves, adds them to `chosen`, and says what to do then: the item with the
    /// fewest options, the first of several, is branched on.
    pub fn step(&self, kernel: Kernel, live: &mut LiveOptions, chosen: &mut Vec<u32>) -> TreeStep {
        dispatch(
            kernel,
            StepTask {
                table: self,
                live,
                chosen,
            },
        )
    }
}

/// The next move where each item to be covered once has at least two options.
enum TableMove {
    /// To choose the first option of a bounded item, which needs all it has.
    Force(usize),
    Step(TreeStep),
}

impl OptionTable {
    /// The next move at a node, given the item to be covered once with the fewest options.
    ///
    /// A bounded item is branched on like these when it is to be covered once more. If nothing else
    /// is open, an option is chosen, or it is not: of the item that has the fewest to spare, if one
    /// must still be covered.
    #[inline(always)]
    fn next_move(&self, live: &LiveOptions, fewest: Option<usize>) -> TableMove {
        let count = |item: usize| live.counts.get(item).copied();
        let mut fewest = fewest.map(|item| (count(item).unwrap_or(u32::MAX), item));
        let mut tightest: Option<(u32, usize)> = None;
        for (item, &bounds) in self.bounded().zip(&live.multiplicities) {
            let count = live.count(&self.items[item]);
            let Some(spare) = count.checked_sub(bounds.low) else {
                return TableMove::Step(TreeStep::Dead);
            };
            if bounds.low > 0 && spare == 0 {
                return TableMove::Force(item);
            }
            if bounds == Multiplicity::ONCE && fewest.is_none_or(|(least, _)| count < least) {
                fewest = Some((count, item));
            }
            if bounds.low > 0 && tightest.is_none_or(|(least, _)| spare < least) {
                tightest = Some((spare, item));
            }
        }
        if let Some((_, item)) = fewest {
            return TableMove::Step(TreeStep::Choose(live.of(&self.items[item]).collect()));
        }
        let option = match tightest {
            Some((_, item)) => live.of(&self.items[item]).next(),
            None if live.multiplicities.is_empty() => None,
            None => live.options().next().map(|option| option as u32),
        };
        TableMove::Step(match option {
            Some(option) => TreeStep::Choose(vec![option, NOT_CHOSEN | option]),
            None => TreeStep::Solved,
        })
    }
}

/// What [`Table::step`] does, by the instructions of a kernel.
struct StepTask<'a> {
    table: &'a OptionTable,
    live: &'a mut LiveOptions,
    chosen: &'a mut Vec<u32>,
}

impl Task for StepTask<'_> {
    type Output = TreeStep;

    #[inline(always)]
    fn run<S: Simd>(self, _: S) -> TreeStep {
        let Self {
            table,
            live,
            chosen,
        } = self;
        let mut singles = Vec::new();
        loop {
            let mut fewest = None;
            if live.missing > 0 {
                if live.counts.is_empty() && !table.count(live) {
                    return TreeStep::Dead;
                }
                // One that has none has the most.
                let (mut none, mut least) = (0_u32, u32::MAX);
                for &count in &live.counts {
                    none += u32::from(count == 0);
                    least = least.min(count.wrapping_sub(1));
                }
                if none as usize > table.primary - live.missing {
                    return TreeStep::Dead;
                }
                let mut items = (0..table.primary).filter(|&item| live.counts[item] == least + 1);
                if least > 0 {
                    fewest = items.next();
                } else {
                    singles.extend(items);
                }
            }
            if singles.is_empty() {
                match table.next_move(live, fewest) {
                    TableMove::Force(item) => singles.push(item),
                    TableMove::Step(step) => return step,
                }
            }
            for item in singles.drain(..) {
                // Unless it is chosen already, or contradicted, which shows in the end.
                let option = live.of(&table.items[item]).next();
                if let Some(option) = option {
                    chosen.push(option);
                    if !live.counts.is_empty() && !table.contradicts_few(option) {
                        live.counts.clear();
                    }
                    table.take(live, option);
                }
            }
        }
    }
}
