//! Options of each item, and the tree that all searches walk. Options that leave an item without
//! options are removed before the search.
//!
//! A node is the set of live options and the number of items yet to cover. The options of a covered
//! item are not live, so items need no flags: an item without live options is covered, or the node
//! is dead.
//!
//! Items with a multiplicity are *bounded*: a node has the remaining multiplicity of each. They are
//! branched on only if no other item is open, so no solution is found twice.

use std::num::NonZeroU32;
use std::ops::Range;

use crate::exact_cover::{ExactCover, ItemUse, Multiplicity};
use countless_simd::{Kernel, Simd, Task, dispatch, sort};

/// Cost of reading an option, in words of option sets.
const OPTION: usize = 12;
/// Flag of a decision not to choose an option.
pub const NOT_CHOSEN: u32 = 1 << 31;

/// Exact cover without secondary items that never conflict.
#[derive(Clone, Debug, Default)]
pub struct OptionTable {
    /// Options of each item: first items covered once, then bounded items, then secondary items.
    pub items: Vec<SparseOptions>,
    /// Number of items covered once.
    pub primary: usize,
    /// Multiplicities of the bounded items.
    multiplicities: Vec<Multiplicity>,
    /// Options that conflict with a secondary item in each of its colours.
    pub shades: Vec<SparseOptions>,
    /// Number of words of the options of all items covered once.
    pub item_words: usize,
    /// Items of all options, one option after the other, and the start of each.
    uses: Vec<IndexedUse>,
    starts: Vec<u32>,
}

/// Item of an option; `shade` is the number of its colour plus 1.
#[derive(Clone, Copy, Debug)]
pub struct IndexedUse {
    pub item: u32,
    shade: Option<NonZeroU32>,
}

impl IndexedUse {
    /// Index into [`OptionTable::shades`], if the item has a colour.
    #[inline(always)]
    pub fn shade(self) -> Option<usize> {
        self.shade.map(|shade| shade.get() as usize - 1)
    }
}

/// Node of the search.
#[derive(Clone, Debug)]
pub struct LiveOptions {
    /// Options that can still be chosen, as bits.
    pub options: Vec<u64>,
    /// Number of items to cover once.
    pub missing: usize,
    /// Remaining multiplicities of the bounded items.
    pub multiplicities: Vec<Multiplicity>,
    /// Number of live options of each item covered once; empty if they were not counted.
    pub counts: Vec<u32>,
}

/// Next step at a node.
#[derive(Debug)]
pub enum TreeStep {
    /// An item has no option left.
    Dead,
    /// All items are covered.
    Solved,
    /// Branch on these decisions: to choose an option, or not to choose one with the flag
    /// `NOT_CHOSEN`.
    Choose(Vec<u32>),
}

impl LiveOptions {
    /// Number of live options.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let mut len = 0;
        for word in &self.options {
            len += word.count_ones() as usize;
        }
        len
    }

    /// Removes an option that has no item to cover once, or that was removed already.
    fn remove(&mut self, option: u32) {
        self.options[option as usize / 64] &= !(1 << (option % 64));
    }

    /// Live options, in order.
    pub fn options(&self) -> impl Iterator<Item = usize> {
        let words = self.options.iter().enumerate();
        words.flat_map(|(at, &word)| bits(word).map(move |bit| 64 * at + bit))
    }

    /// Number of live options in a set.
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

    /// Live options in a set, in order.
    pub fn of(&self, options: &SparseOptions) -> impl Iterator<Item = u32> {
        options.runs().flat_map(|(range, words)| {
            let live = self.options[range.clone()].iter().zip(words);
            range.zip(live).flat_map(|(at, (live, word))| {
                bits(word & live).map(move |bit| (64 * at + bit) as u32)
            })
        })
    }
}

/// Bits of a word, the lowest first.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

impl OptionTable {
    /// Builds the table of a problem.
    pub fn new(problem: &ExactCover) -> Self {
        let mut degrees = vec![0_usize; problem.items.len()];
        // Colours of each item; 0 stands for none.
        let mut palettes: Vec<Vec<u32>> = vec![Vec::new(); problem.items.len()];
        for used in problem.options.iter().flatten() {
            degrees[used.item as usize] += 1;
            palettes[used.item as usize].push(used.colour);
        }
        for palette in &mut palettes {
            sort(palette);
            palette.dedup();
        }
        // A secondary item never conflicts if one option covers it, or all in one colour.
        let matters = |item: usize| {
            let palette = &palettes[item];
            item < problem.primary || degrees[item] > 1 && (palette.len() > 1 || palette[0] == 0)
        };
        let (once, bounded): (Vec<usize>, Vec<usize>) = (0..problem.primary)
            .partition(|&item| problem.multiplicity(item) == Multiplicity::ONCE);
        let secondary = problem.primary..problem.items.len();
        let order = once.iter().chain(&bounded).copied().chain(secondary);
        let (mut items, mut shades) = (0, 0);
        // New number of each item, and the index of its first shade.
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
        // Removes the options of a colour from all options of the item: the remainder conflicts
        // with it.
        for (&place, palette) in places.iter().zip(&palettes) {
            let Some((item, first)) = place else { continue };
            let colours = palette.iter().filter(|&&colour| colour > 0).count();
            for shade in &mut table.shades[first as usize..][..colours] {
                *shade = table.items[item as usize].without(shade);
            }
        }
        let primary = table.items[..table.primary].iter();
        table.item_words = primary.map(SparseOptions::word_count).sum();
        table
    }

    /// Numbers of the bounded items.
    pub fn bounded(&self) -> Range<usize> {
        self.primary..self.primary + self.multiplicities.len()
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Items of an option.
    pub fn uses(&self, option: usize) -> &[IndexedUse] {
        &self.uses[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// Root of the search: all options with a primary item.
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

    /// Node after a decision on an option.
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

    /// Returns whether updating the counts costs less than counting again.
    #[inline(always)]
    fn contradicts_few(&self, option: u32) -> bool {
        let uses = self.uses(option as usize).iter();
        let contradicted = uses.map(|&used| self.contradicted(used).len());
        contradicted.sum::<usize>() * OPTION <= self.item_words
    }

    /// Options that conflict with an option through this item.
    fn contradicted(&self, used: IndexedUse) -> &SparseOptions {
        match used.shade() {
            Some(shade) => &self.shades[shade],
            None => &self.items[used.item as usize],
        }
    }

    /// Chooses an option, and updates the counts if there are any.
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

    /// Counts the live options of each item covered once; false if an item that must still be
    /// covered has none.
    #[inline(always)]
    fn count(&self, live: &mut LiveOptions) -> bool {
        let mut counts = std::mem::take(&mut live.counts);
        if live.len() * OPTION > self.item_words {
            // This number of items may have none.
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

    /// Returns whether the counts are right.
    pub fn counts_hold(&self, live: &LiveOptions) -> bool {
        let items = self.items[..self.primary].iter();
        let counts: Vec<u32> = items.map(|options| live.count(options)).collect();
        live.counts.is_empty() || live.counts == counts
    }

    /// Chooses all forced options, appends them to `chosen`, and returns the next step. The branch
    /// is on the item with the fewest options, the first of several.
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

/// Next move when each item to cover once has at least two options.
enum TableMove {
    /// Choose the first option of a bounded item that needs all its options.
    Force(usize),
    Step(TreeStep),
}

impl OptionTable {
    /// Next move at a node, given the item with the fewest options of those covered once.
    ///
    /// A bounded item that must be covered exactly once more is branched on like these. If no other
    /// item is open, the next branch chooses an option or not. The option belongs to the item with
    /// the fewest options to spare, if one must still be covered.
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

/// Task of [`OptionTable::step`], compiled for each kernel.
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
                // Subtracting 1 turns 0 options into the largest count.
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
                // No option is live if it was chosen already or conflicts. The next round detects a
                // conflict.
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

/// Number of empty words that do not end a run.
const GAP: usize = 4;

/// Set of options: its nonempty words of 64, and a few empty ones between them.
#[derive(Clone, Debug, Default)]
pub struct SparseOptions {
    runs: Vec<WordRun>,
    /// Words of all runs, one after the other.
    words: Vec<u64>,
    /// Number of options.
    len: usize,
}

/// Run of words: its start in a full bit set, its start among the words of this set, and its
/// length.
#[derive(Clone, Copy, Debug)]
struct WordRun {
    start: usize,
    at: usize,
    len: usize,
}

impl SparseOptions {
    /// Adds an option behind all others.
    pub fn push(&mut self, option: usize) {
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

    /// Options that are not in `others`, which is a subset.
    pub fn without(&self, others: &Self) -> Self {
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

    /// Number of options.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of words of all runs.
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Words of each run, and their positions in a full bit set.
    #[inline(always)]
    pub fn runs(&self) -> impl Iterator<Item = (Range<usize>, &[u64])> {
        let runs = self.runs.iter();
        runs.map(|run| {
            let words = &self.words[run.at..][..run.len];
            (run.start..run.start + run.len, words)
        })
    }
}

/// Largest number of live options that are examined.
const MOST: usize = 4096;

/// Removes options that would leave an item without options, until none remain.
pub fn look_ahead(table: &OptionTable, live: &mut LiveOptions) {
    if live.len() > MOST {
        return;
    }
    while live.len() > 0 {
        let dead = dead_options(table, live);
        if dead.iter().all(|&word| word == 0) {
            break;
        }
        for (live, dead) in live.options.iter_mut().zip(dead) {
            *live &= !dead;
        }
    }
}

/// Live options that conflict with every option of some item and do not cover it, as bits.
fn dead_options(table: &OptionTable, live: &LiveOptions) -> Vec<u64> {
    let mut dead = vec![0; live.options.len()];
    // Live options after the choice of each option, computed once for all its items.
    let mut left_by: Vec<Option<Vec<u64>>> = vec![None; table.len()];
    for options in &table.items[..table.primary] {
        let mut all = live.options.clone();
        for (range, words) in options.runs() {
            for (all, word) in all[range].iter_mut().zip(words) {
                *all &= !word;
            }
        }
        for option in live.of(options) {
            // Conflicts are symmetric.
            let after =
                left_by[option as usize].get_or_insert_with(|| table.choose(live, option).options);
            let mut left = 0;
            for (all, after) in all.iter_mut().zip(after) {
                *all &= !*after;
                left |= *all;
            }
            // A few options usually suffice to clear all bits.
            if left == 0 {
                break;
            }
        }
        for (dead, all) in dead.iter_mut().zip(all) {
            *dead |= all;
        }
    }
    dead
}
