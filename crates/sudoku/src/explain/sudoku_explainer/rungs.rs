//! The rungs of the scale.
//!
//! Each hint of the rungs up to 4.4 stays valid as candidates go, or another one takes its place that
//! is rated no higher. So these rungs may be searched in any order, and a rung that finds no more
//! than another one below a level is skipped. Above 4.4, the order counts.

use std::fmt;

use super::super::deduction::Deduction;
use super::super::layout::{Classic, Layout, LayoutSet, bits};
use super::super::solving_state::{ChangeSet, SolvingState};
use super::super::technique::Technique::{self, self as T};
use super::super::{fish, intersections, subsets, wings};
use super::chain_proofs::{self, linear, proof, single_pattern};
use super::chain_search::{ChainSearch, Chains};
use super::dynamic_chains::Branches;
use super::marks::{ChainHint, ChainStep, ExplainedHint, Hint, HintPattern, Marks};
use super::nested_chains::{self, ChainMemory};
use super::places::Places;
use super::{aligned_exclusion, bivalue_grave, direct_hints, large_sets, nishio, unique_loops};

type State = SolvingState<Classic>;
type Changes = ChangeSet<Classic>;

/// Search of a rung up to 4.4, in what has changed since it last failed.
type PatternSearch = fn(&State, Changes, Technique) -> Option<Deduction<Classic>>;

/// Rung up to 4.4, or a part of one: number, rating in tenths, level at which other rungs find as
/// much, so that this one is left out, technique, and search.
type PatternRung = (u8, u16, u16, Technique, PatternSearch);

/// Number of rows for the rungs up to 4.4.
pub const PATTERN_RUNGS: usize = 18;

/// Level from which no rung replaces a search.
const NEVER: u16 = u16::MAX;

/// Rungs up to 4.4, in order. A static would compile all searches into each program of tests.
pub const PATTERNS: [PatternRung; PATTERN_RUNGS] = [
    (1, 10, 15, T::HiddenSingle, full_house),
    (1, 12, NEVER, T::HiddenSingle, hidden_single),
    (1, 15, NEVER, T::HiddenSingleLine, hidden_single),
    (2, 17, 26, T::Pointing, direct_hints::locked),
    (2, 19, 28, T::Claiming, direct_hints::locked),
    (3, 20, 34, T::HiddenPair, direct_hints::hidden),
    (4, 23, NEVER, T::NakedSingle, |state, _, _| {
        subsets::find_naked_single(state)
    }),
    (5, 25, 40, T::HiddenTriple, direct_hints::hidden),
    (6, 26, NEVER, T::Pointing, |state, news, _| {
        intersections::pointing(state, news.digits)
    }),
    (6, 28, NEVER, T::Claiming, |state, news, _| {
        intersections::claiming(state, news.digits)
    }),
    (7, 30, NEVER, T::NakedPair, subsets::naked),
    (8, 32, NEVER, T::XWing, |state, news, technique| {
        fish::find(state, news.digits, technique)
    }),
    (9, 34, NEVER, T::HiddenPair, subsets::hidden),
    (10, 36, NEVER, T::NakedTriple, subsets::naked),
    (11, 38, NEVER, T::Swordfish, |state, news, technique| {
        fish::find(state, news.digits, technique)
    }),
    (12, 40, NEVER, T::HiddenTriple, subsets::hidden),
    (13, 42, NEVER, T::XyWing, |state, news, _| {
        wings::find_xy(state, news)
    }),
    (14, 44, NEVER, T::XyzWing, |state, _, _| {
        wings::find_xyz(state)
    }),
];

/// Finds a house with one empty cell.
fn full_house(state: &State, _: Changes, _: Technique) -> Option<Deduction<Classic>> {
    (0..Classic.houses()).find_map(|house| {
        let cell = (state.open & Classic.group(house)).only()?;
        let digit = bits(state.candidates_of(cell)).next()?;
        let technique = subsets::hidden_single_technique(&Classic, house);
        Some(subsets::hidden_single_in(technique, cell, digit, house))
    })
}

fn hidden_single(state: &State, _: Changes, technique: Technique) -> Option<Deduction<Classic>> {
    subsets::find_hidden_single(state, technique)
}

/// Search of a rung above 4.4 in the candidates of a puzzle.
type OrderedSearch = fn(&Marks, &mut Memory<'_>) -> Option<ExplainedHint>;

/// Rung above 4.4: number, true if it is valid only for puzzles with exactly one solution, search.
type OrderedRung = (u8, bool, OrderedSearch);

/// Rungs above 4.4, in order. Not a static for the same reason.
pub const ORDERED: &[OrderedRung] = &[
    (15, true, |marks, _| unique_loops::first(marks)),
    (16, false, |marks, _| large_sets::naked_quad(marks)),
    (17, false, |marks, _| large_sets::jellyfish(marks)),
    (18, false, |marks, _| large_sets::hidden_quad(marks)),
    (19, true, |marks, _| bivalue_grave::first(marks)),
    (20, false, |marks, memory| {
        aligned_exclusion::pair(marks, memory.explains)
    }),
    (21, false, |marks, memory| memory.single_chain(marks)),
    (22, false, |marks, memory| {
        aligned_exclusion::triplet(marks, memory.explains)
    }),
    (23, false, |marks, memory| {
        nishio::first(marks, memory.explains)
    }),
    (24, false, |marks, memory| memory.multiple_chain(marks)),
    (25, false, |marks, memory| memory.dynamic_chain(marks, 0)),
    (26, false, |marks, memory| memory.dynamic_chain(marks, 1)),
    (27, false, |marks, memory| memory.dynamic_chain(marks, 2)),
    (28, false, |marks, memory| memory.dynamic_chain(marks, 3)),
    (29, false, |marks, memory| memory.dynamic_chain(marks, 4)),
    (30, false, |marks, memory| memory.dynamic_chain(marks, 5)),
];

/// Technique of dynamic chains by level, and the name of the chains inside.
const DYNAMIC: [(Technique, &str); 6] = [
    (Technique::DynamicChains, ""),
    (Technique::DynamicChainsPlus, " (+)"),
    (Technique::NestedChains, " (+ chains)"),
    (Technique::NestedChains, " (+ multiple chains)"),
    (Technique::NestedChains, " (+ dynamic chains)"),
    (Technique::NestedChains, " (+ dynamic chains (+))"),
];

/// Memory that the rungs above 4.4 share in a rating.
pub struct Memory<'a> {
    /// Returns true once the rating is to stop. A long search then returns no hint.
    pub stopped: &'a dyn Fn() -> bool,
    /// True if the patterns of all hints are wanted.
    explains: bool,
    // Most puzzles need no chains.
    chains: Option<Chains>,
    dynamic_chains: ChainMemory,
}

impl<'a> Memory<'a> {
    /// Creates the memory of a rating.
    pub fn new(stopped: &'a dyn Fn() -> bool) -> Self {
        Self {
            stopped,
            explains: false,
            chains: None,
            dynamic_chains: ChainMemory::default(),
        }
    }

    /// Creates the memory of an explanation.
    pub fn of_explanation() -> Self {
        Self {
            explains: true,
            ..Self::new(&|| false)
        }
    }
}

impl Memory<'_> {
    /// Search for chains in the candidates of a state.
    pub fn chains(&mut self, marks: &Marks) -> &mut dyn ChainSearch {
        self.chains.get_or_insert_default().fitting(marks)
    }

    fn single_chain(&mut self, marks: &Marks) -> Option<ExplainedHint> {
        let hint = self.chains(marks).first_single(marks)?;
        let all = self.explains.then(|| self.chains(marks).all_single(marks));
        let first = all.as_ref().and_then(|all| all.first());
        Some((hint, first.map(single_pattern)))
    }

    fn multiple_chain(&mut self, marks: &Marks) -> Option<ExplainedHint> {
        let hint = self.chains(marks).first_multiple(marks)?;
        let all = self
            .explains
            .then(|| self.chains(marks).all_multiple(marks));
        let first = all.as_ref().and_then(|all| all.first());
        Some((hint, first.map(|found| multiple_pattern(marks, found))))
    }

    fn dynamic_chain(&mut self, marks: &Marks, level: u8) -> Option<ExplainedHint> {
        let chains = &mut self.dynamic_chains;
        let hint = nested_chains::first(marks, level, chains, self.stopped)?;
        let found = self.explains.then(|| chains.pattern(marks)).flatten();
        let (technique, inside) = DYNAMIC[usize::from(level)];
        let pattern = found.map(|(branches, pattern)| HintPattern {
            title: Some(title("dynamic ", branches, inside)),
            ..HintPattern::new(technique, pattern)
        });
        Some((hint, pattern))
    }
}

impl fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Title of chains with these branches.
fn title(prefix: &str, branches: Branches, suffix: &str) -> String {
    let kind = match branches {
        Branches::Double => "double forcing chains",
        Branches::Cell => "cell forcing chains",
        Branches::House(_) => "house forcing chains",
        Branches::Contradiction => "contradiction forcing chain",
    };
    let title = format!("{prefix}{kind}{suffix}");
    let (first, rest) = title.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// Returns the hint of a rung from 4.5.
pub fn hint_of(number: u8, marks: &Marks) -> Option<Hint> {
    let (.., search) = ORDERED.iter().find(|rung| rung.0 == number)?;
    let (hint, _) = search(marks, &mut Memory::new(&|| false))?;
    Some(hint)
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
    HintPattern {
        title: Some(title("", branches, "")),
        ..HintPattern::new(Technique::MultipleChains, pattern)
    }
}
