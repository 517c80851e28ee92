//! The rungs of the scale.
//!
//! Each hint of the rungs up to 4.4 stays valid as candidates go, or another one takes its place that
//! is rated no higher. So these rungs may be searched in any order, and a rung that finds no more
//! than another one below a level is skipped. Above 4.4, the order counts.

use std::fmt;

use super::super::deduction::{Deduction, Pattern};
use super::super::layout::{Classic, Layout, LayoutSet, bits};
use super::super::solving_state::{ChangeSet, SolvingState};
use super::super::technique::Technique;
use super::super::{fish, intersections, subsets, wings};
use super::chain_hints::{ChainHint, ChainStep};
use super::chain_proofs::{self, linear, proof, single_pattern};
use super::dynamic_chains::Branches;
use super::marks::{Hint, Marks};
use super::multiple_chains::MultipleChains;
use super::nested_chains::{self, ChainMemory};
use super::places::Places;
use super::single_chains::SingleChains;
use super::{aligned_exclusion, bivalue_grave, direct_hints, large_sets, nishio, unique_loops};

/// Search of a rung up to 4.4, in what has changed since it last failed.
type PatternSearch = fn(&SolvingState<Classic>, ChangeSet<Classic>) -> Option<Deduction<Classic>>;

/// Rung up to 4.4, or a part of one.
#[derive(Debug)]
pub struct PatternRung {
    /// Number of the rung.
    pub number: u8,
    /// Rating in tenths.
    pub rating: u16,
    /// Level at which other rungs find as much, so that this one is left out.
    pub replaced_from: u16,
    /// Search.
    pub search: PatternSearch,
}

/// Number of rows for the rungs up to 4.4.
pub const PATTERN_RUNGS: usize = 18;

/// Level from which no rung replaces a search.
const NEVER: u16 = u16::MAX;

/// Declares the rungs up to 4.4: number, rating in tenths, level from which it is replaced, search.
macro_rules! pattern_rungs {
    ($($number:literal, $rating:literal, $replaced_from:expr, $search:expr;)*) => {
        [$(PatternRung {
            number: $number,
            rating: $rating,
            replaced_from: $replaced_from,
            search: $search,
        }),*]
    };
}

/// Rungs up to 4.4, in order. A static would compile all searches into each program of tests.
pub const PATTERNS: [PatternRung; PATTERN_RUNGS] = pattern_rungs![
    1, 10, 15, |state, _| full_house(state);
    1, 12, NEVER, |state, _| subsets::find_hidden_single(state, Technique::HiddenSingle);
    1, 15, NEVER, |state, _| subsets::find_hidden_single(state, Technique::HiddenSingleLine);
    2, 17, 26, direct_hints::pointing;
    2, 19, 28, direct_hints::claiming;
    3, 20, 34, direct_hints::hidden::<2>;
    4, 23, NEVER, |state, _| subsets::find_naked_single(state);
    5, 25, 40, direct_hints::hidden::<3>;
    6, 26, NEVER, |state, news| intersections::pointing(state, news.digits);
    6, 28, NEVER, |state, news| intersections::claiming(state, news.digits);
    7, 30, NEVER, |state, news| subsets::naked::<2, _>(state, news, Technique::NakedPair);
    8, 32, NEVER, |state, news| fish::find::<2, _>(state, news.digits, Technique::XWing);
    9, 34, NEVER, |state, news| subsets::hidden::<2, _>(state, news, Technique::HiddenPair);
    10, 36, NEVER, |state, news| subsets::naked::<3, _>(state, news, Technique::NakedTriple);
    11, 38, NEVER, |state, news| fish::find::<3, _>(state, news.digits, Technique::Swordfish);
    12, 40, NEVER, |state, news| subsets::hidden::<3, _>(state, news, Technique::HiddenTriple);
    13, 42, NEVER, wings::find_xy;
    14, 44, NEVER, |state, _| wings::find_xyz(state);
];

/// Finds a house with one empty cell.
fn full_house(state: &SolvingState<Classic>) -> Option<Deduction<Classic>> {
    (0..Classic.houses()).find_map(|house| {
        let cell = (state.open & Classic.group(house)).only()?;
        let digit = bits(state.candidates_of(cell)).next()?;
        let technique = subsets::hidden_single_technique(&Classic, house);
        Some(subsets::hidden_single_in(technique, cell, digit, house))
    })
}

/// Search of a rung above 4.4 in the candidates of a puzzle.
type OrderedSearch = fn(&Marks, &mut Memory<'_>) -> Option<Hint>;

/// Rung above 4.4, where the order of the search counts.
#[derive(Debug)]
pub struct OrderedRung {
    /// Number of the rung.
    pub number: u8,
    /// True if the rung is valid only for puzzles with exactly one solution.
    pub needs_uniqueness: bool,
    /// Search.
    pub search: OrderedSearch,
    pattern: PatternOfHint,
}

/// Memory that the rungs above 4.4 share in a rating.
pub struct Memory<'a> {
    /// Returns true once the rating is to stop. A long search then returns no hint.
    pub stopped: &'a dyn Fn() -> bool,
    // Most puzzles need no chains.
    single_chains: Option<SingleChains>,
    multiple_chains: Option<MultipleChains>,
    dynamic_chains: ChainMemory,
}

impl<'a> Memory<'a> {
    /// Creates the memory of a rating.
    pub fn new(stopped: &'a dyn Fn() -> bool) -> Self {
        Self {
            stopped,
            single_chains: None,
            multiple_chains: None,
            dynamic_chains: ChainMemory::default(),
        }
    }
}

impl Memory<'_> {
    /// Searches for single chains.
    pub fn single_chains(&mut self) -> &mut SingleChains {
        self.single_chains.get_or_insert_default()
    }

    fn multiple_chains(&mut self) -> &mut MultipleChains {
        self.multiple_chains.get_or_insert_default()
    }

    fn dynamic_chain(&mut self, marks: &Marks, level: u8) -> Option<Hint> {
        nested_chains::first(marks, level, &mut self.dynamic_chains, self.stopped)
    }

    /// Pattern of the last dynamic chain, with the chains inside it as the title names them.
    fn dynamic_pattern(&mut self, marks: &Marks, inside: &str) -> Option<HintPattern> {
        let (branches, pattern) = self.dynamic_chains.pattern(marks)?;
        let technique = match inside {
            "" => Technique::DynamicChains,
            " (+)" => Technique::DynamicChainsPlus,
            _ => Technique::NestedChains,
        };
        Some(HintPattern::of_chains(
            technique, "dynamic ", branches, inside, pattern,
        ))
    }
}

impl fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Pattern of the hint that a rung has found last, in the same candidates.
type PatternOfHint = fn(&Marks, &mut Memory<'_>) -> Option<HintPattern>;

/// Pattern of a hint above 4.4.
pub struct HintPattern {
    /// Technique.
    pub technique: Technique,
    /// Name of the chains, in place of the title of the technique.
    pub title: Option<String>,
    /// Pattern without the candidates that it removes.
    pub pattern: Pattern,
}

impl HintPattern {
    fn new(technique: Technique, pattern: Option<Pattern>) -> Option<Self> {
        Some(Self {
            technique,
            title: None,
            pattern: pattern?,
        })
    }

    /// Pattern of chains.
    fn of_chains(
        technique: Technique,
        prefix: &str,
        branches: Branches,
        suffix: &str,
        pattern: Pattern,
    ) -> Self {
        let kind = match branches {
            Branches::Double => "double forcing chains",
            Branches::Cell => "cell forcing chains",
            Branches::House(_) => "house forcing chains",
            Branches::Contradiction => "contradiction forcing chain",
        };
        let title = format!("{prefix}{kind}{suffix}");
        let (first, rest) = title.split_at(1);
        Self {
            technique,
            title: Some(format!("{}{rest}", first.to_uppercase())),
            pattern,
        }
    }
}

/// Declares the rungs above 4.4: number, condition, search, pattern.
macro_rules! ordered_rungs {
    ($($number:literal, $needs_uniqueness:literal, $search:expr, $pattern:expr;)*) => {
        &[$(OrderedRung {
            number: $number,
            needs_uniqueness: $needs_uniqueness,
            search: $search,
            pattern: $pattern,
        }),*]
    };
}

/// Rungs above 4.4, in order. Not a static for the same reason.
pub const ORDERED: &[OrderedRung] = ordered_rungs![
    15, true, |marks, _| unique_loops::first(marks), |marks, _| {
        let (technique, pattern) = unique_loops::pattern(marks)?;
        HintPattern::new(technique, Some(pattern))
    };
    16, false, |marks, _| Some(large_sets::naked_quad(marks)?.hint), |marks, _| {
        let set = large_sets::naked_quad(marks)?;
        HintPattern::new(Technique::NakedQuad, Some(set.pattern(subsets::naked_words)))
    };
    17, false, |marks, _| Some(large_sets::jellyfish(marks)?.hint), |marks, _| {
        let set = large_sets::jellyfish(marks)?;
        HintPattern::new(Technique::Jellyfish, Some(set.fish_pattern(marks)))
    };
    18, false, |marks, _| Some(large_sets::hidden_quad(marks)?.hint), |marks, _| {
        let set = large_sets::hidden_quad(marks)?;
        HintPattern::new(Technique::HiddenQuad, Some(set.pattern(subsets::hidden_words)))
    };
    19, true, |marks, _| bivalue_grave::first(marks), |marks, _| {
        HintPattern::new(Technique::BivalueGrave, bivalue_grave::pattern(marks))
    };
    20, false, |marks, _| aligned_exclusion::pair(marks), |marks, _| {
        HintPattern::new(Technique::AlignedPair, aligned_exclusion::pattern(marks, 2))
    };
    21, false, |marks, memory| memory.single_chains().first(marks), |marks, memory| {
        let all = memory.single_chains().all(marks);
        let (technique, pattern) = single_pattern(all.first()?);
        HintPattern::new(technique, Some(pattern))
    };
    22, false, |marks, _| aligned_exclusion::triplet(marks), |marks, _| {
        HintPattern::new(Technique::AlignedTriplet, aligned_exclusion::pattern(marks, 3))
    };
    23, false, |marks, _| nishio::first(marks), |marks, _| {
        HintPattern::new(Technique::Nishio, nishio::pattern(marks))
    };
    24, false, |marks, memory| memory.multiple_chains().first(marks), |marks, memory| {
        let all = memory.multiple_chains().all(marks);
        Some(multiple_pattern(marks, all.first()?))
    };
    25, false, |marks, memory| memory.dynamic_chain(marks, 0),
        |marks, memory| memory.dynamic_pattern(marks, "");
    26, false, |marks, memory| memory.dynamic_chain(marks, 1),
        |marks, memory| memory.dynamic_pattern(marks, " (+)");
    27, false, |marks, memory| memory.dynamic_chain(marks, 2),
        |marks, memory| memory.dynamic_pattern(marks, " (+ chains)");
    28, false, |marks, memory| memory.dynamic_chain(marks, 3),
        |marks, memory| memory.dynamic_pattern(marks, " (+ multiple chains)");
    29, false, |marks, memory| memory.dynamic_chain(marks, 4),
        |marks, memory| memory.dynamic_pattern(marks, " (+ dynamic chains)");
    30, false, |marks, memory| memory.dynamic_chain(marks, 5),
        |marks, memory| memory.dynamic_pattern(marks, " (+ dynamic chains (+))");
];

/// Returns the hint of a rung from 4.5.
pub fn hint_of(number: u8, marks: &Marks) -> Option<Hint> {
    let rung = ORDERED.iter().find(|rung| rung.number == number)?;
    (rung.search)(marks, &mut Memory::new(&|| false))
}

/// Returns the pattern of the hint that a rung has found last, in the same candidates.
pub fn pattern_of(number: u8, marks: &Marks, memory: &mut Memory<'_>) -> Option<HintPattern> {
    let rung = ORDERED.iter().find(|rung| rung.number == number)?;
    (rung.pattern)(marks, memory)
}

/// Pattern of multiple chains.
fn multiple_pattern(marks: &Marks, found: &ChainHint) -> HintPattern {
    let places = Places::new(marks);
    let chains = found.ends.iter();
    let chains = chains.map(|links| proof(&places, linear(links)));
    let (start, result) = (found.ends[0].last(), found.ends[0][0].literal);
    let branches = match start.map(|link| link.by) {
        Some(ChainStep::House(house)) => Branches::House(house),
        _ => Branches::Cell,
    };
    let pattern = chain_proofs::pattern(branches, result, chains.collect());
    HintPattern::of_chains(Technique::MultipleChains, "", branches, "", pattern)
}
