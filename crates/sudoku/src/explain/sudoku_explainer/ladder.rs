//! The rungs of the scale, and the loop that rates a puzzle by them.
//!
//! # Rungs up to 4.4
//!
//! Each hint of these rungs stays valid as candidates go, or another one takes its place that is
//! rated no higher: sets shrink, and a wing becomes a pair or a single. So only one number counts,
//! the lowest *level* at which these rungs go on. All hints up to the level so far may be applied
//! in any order, and a rung that finds no more than another one below the level is skipped.

use std::fmt;

use super::super::super::grid::Grid;
use super::super::super::puzzle::PencilMarks;
use super::super::deduction::{Deduction, Effect};
use super::super::layout::{Classic, Layout, LayoutSet, bits};
use super::super::solving_state::{ChangeSet, ChangeTracker, SolvingState};
use super::super::technique::{Level, Technique};
use super::super::{fish, intersections, subsets, wings};
use super::marks::{Hint, Marks};
use super::multiple_chains::MultipleChains;
use super::nested_chains::ChainMemory;
use super::single_chains::SingleChains;
use super::{
    aligned_exclusion, bivalue_grave, direct_hints, large_sets, nested_chains, nishio, unique_loops,
};

/// ER of a puzzle that no rung solves, in tenths.
pub const UNSOLVED: u16 = 200;

/// Lowest rating of a chain, in tenths.
const LOWEST_CHAIN: u16 = 65;

/// Ratings of a puzzle on the scale of Sudoku Explainer 1.2.1, in tenths: 72 for 7.2.
///
/// Equivalent puzzles have equal ratings up to 4.4. Above, another order of their rows or digits may
/// lead to other steps, so a puzzle is rated as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExplainerRating {
    /// Explainer rating: the highest rating of a step; 200 if the rungs do not solve the puzzle.
    pub er: u16,
    /// Pearl rating: the highest rating up to the first step that places a digit.
    pub ep: u16,
    /// Diamond rating: the rating of the first step.
    pub ed: u16,
}

impl ExplainerRating {
    /// Adds a step of the puzzle.
    pub(super) fn add_step(&mut self, rating: u16, places: bool) {
        self.er = self.er.max(rating);
        if self.ed == 0 {
            self.ed = rating;
        }
        if self.ep == 0 && places {
            self.ep = self.er;
        }
    }

    /// Returns the level with the ER in its band.
    pub const fn level(self) -> Level {
        Level::of_er(self.er)
    }
}

/// Limits at which a rating ends, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainerLimits {
    /// ER that is enough: a rating ends once it is reached.
    pub enough: u16,
    /// Highest ER wanted: a rating ends once it is exceeded.
    pub most: u16,
}

impl ExplainerLimits {
    /// Rates without limits.
    pub const NONE: Self = Self {
        enough: u16::MAX,
        most: u16::MAX,
    };

    /// Sets the ER that is enough.
    #[must_use]
    pub fn enough(mut self, enough: u16) -> Self {
        self.enough = enough;
        self
    }

    /// Sets the highest ER wanted.
    #[must_use]
    pub fn most(mut self, most: u16) -> Self {
        self.most = most;
        self
    }
}

/// Result of a rating with limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainerOutcome {
    /// The rating.
    Rated(ExplainerRating),
    /// ER is at least [`ExplainerLimits::enough`], and may exceed [`ExplainerLimits::most`].
    Enough,
    /// ER is more than [`ExplainerLimits::most`].
    Above,
    /// The caller has stopped the rating.
    Stopped,
}

/// Rates a puzzle that is known to have exactly one solution.
///
/// A solved grid has the ratings 0. Another puzzle with no solution or several may get any rating.
///
/// ```
/// use countless_sudoku::{ExplainerRating, Grid, rate_explainer};
///
/// let puzzle: Grid =
///     ".....1..9.3.75.4...7.6...8...4.32..612.8.....5..............9.33....752..5......4".parse()?;
/// let rating = rate_explainer(&puzzle);
/// assert_eq!(rating, ExplainerRating { er: 30, ep: 28, ed: 26 });
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
pub fn rate_explainer(puzzle: &Grid) -> ExplainerRating {
    Climb::new(SolvingState::of(puzzle), true).rate()
}

/// Rates pencil marks that are known to have exactly one solution. A cell with one mark is a clue.
/// Rungs that need a unique solution are used only if the marks say no more than the clues.
pub fn rate_explainer_marks(puzzle: &PencilMarks) -> ExplainerRating {
    Climb::of_marks(puzzle).rate()
}

/// Rates pencil marks as [`rate_explainer_marks`] does, but ends at the limits, or once `stopped`
/// returns true.
///
/// ```
/// use countless_sudoku::{ExplainerLimits, ExplainerOutcome, Grid, rate_explainer_within};
///
/// let puzzle: Grid =
///     ".....1..9.3.75.4...7.6...8...4.32..612.8.....5..............9.33....752..5......4".parse()?;
/// let limits = ExplainerLimits::NONE.most(29);
/// let outcome = rate_explainer_within(&(&puzzle).into(), limits, &|| false);
/// assert_eq!(outcome, ExplainerOutcome::Above);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
pub fn rate_explainer_within(
    puzzle: &PencilMarks,
    limits: ExplainerLimits,
    stopped: &dyn Fn() -> bool,
) -> ExplainerOutcome {
    Climb::of_marks(puzzle).rate_within(limits, stopped)
}

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
    replaced_from: u16,
    search: PatternSearch,
}

/// Number of rows for the rungs up to 4.4.
const PATTERN_RUNGS: usize = 18;

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
    needs_uniqueness: bool,
    search: OrderedSearch,
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
    fn dynamic_chain(&mut self, marks: &Marks, level: u8) -> Option<Hint> {
        nested_chains::first(marks, level, &mut self.dynamic_chains, self.stopped)
    }
}

impl fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Declares the rungs above 4.4: number, condition, search.
macro_rules! ordered_rungs {
    ($($number:literal, $needs_uniqueness:literal, $search:expr;)*) => {
        &[$(OrderedRung {
            number: $number,
            needs_uniqueness: $needs_uniqueness,
            search: $search,
        }),*]
    };
}

/// Rungs above 4.4, in order. Not a static for the same reason.
pub const ORDERED: &[OrderedRung] = ordered_rungs![
    15, true, |marks, _| unique_loops::first(marks);
    16, false, |marks, _| large_sets::naked_quad(marks);
    17, false, |marks, _| large_sets::jellyfish(marks);
    18, false, |marks, _| large_sets::hidden_quad(marks);
    19, true, |marks, _| bivalue_grave::first(marks);
    20, false, |marks, _| aligned_exclusion::pair(marks);
    21, false, |marks, memory| memory.single_chains.get_or_insert_default().first(marks);
    22, false, |marks, _| aligned_exclusion::triplet(marks);
    23, false, |marks, _| nishio::first(marks);
    24, false, |marks, memory| memory.multiple_chains.get_or_insert_default().first(marks);
    25, false, |marks, memory| memory.dynamic_chain(marks, 0);
    26, false, |marks, memory| memory.dynamic_chain(marks, 1);
    27, false, |marks, memory| memory.dynamic_chain(marks, 2);
    28, false, |marks, memory| memory.dynamic_chain(marks, 3);
    29, false, |marks, memory| memory.dynamic_chain(marks, 4);
    30, false, |marks, memory| memory.dynamic_chain(marks, 5);
];

/// Returns the hint of a rung from 4.5.
pub fn hint_of(number: u8, marks: &Marks) -> Option<Hint> {
    let rung = ORDERED.iter().find(|rung| rung.number == number)?;
    (rung.search)(marks, &mut Memory::new(&|| false))
}

/// Step of a rating.
#[derive(Debug)]
pub struct ExplainerStep {
    /// Number of the rung.
    pub rung: u8,
    /// Rating in tenths.
    pub rating: u16,
    /// Result of the rung.
    pub effect: StepEffect,
}

/// Result of a rung.
#[derive(Debug)]
pub enum StepEffect {
    /// Deduction of a rung up to 4.4.
    Pattern(Box<Deduction<Classic>>),
    /// Hint of a rung above 4.4.
    Hint(Hint),
}

/// State of a puzzle while it is rated.
#[derive(Clone, Debug)]
pub struct Climb {
    /// Digits and candidates.
    pub state: SolvingState<Classic>,
    /// Changes since each row of [`PATTERNS`] last failed.
    changes: ChangeTracker<Classic, PATTERN_RUNGS>,
    /// True if the puzzle is known to have exactly one solution.
    unique: bool,
}

impl Climb {
    /// Begins with a state. Rungs that need a unique solution are used if `unique` is true.
    pub fn new(state: SolvingState<Classic>, unique: bool) -> Self {
        Self {
            state,
            changes: ChangeTracker::new(&Classic),
            unique,
        }
    }

    /// Begins with pencil marks. Rungs that need a unique solution are used only if the marks say
    /// no more than the clues.
    pub fn of_marks(puzzle: &PencilMarks) -> Self {
        puzzle.as_grid().map_or_else(
            || {
                let state = SolvingState::from_pencil_marks(puzzle);
                Self::new(state.after_elimination(), false)
            },
            |grid| Self::new(SolvingState::of(&grid), true),
        )
    }

    /// Candidates as the rungs above 4.4 read them.
    pub fn marks(&self) -> Marks {
        let state = &self.state;
        Marks {
            cells: std::array::from_fn(|cell| state.candidates_of(cell) as u16),
            boards: std::array::from_fn(|digit| state.candidate_cells(digit).0),
            empty: state.open.0,
        }
    }

    /// Rates the puzzle.
    fn rate(self) -> ExplainerRating {
        match self.rate_within(ExplainerLimits::NONE, &|| false) {
            ExplainerOutcome::Rated(rating) => rating,
            _ => unreachable!("without limits a rating does not end early"),
        }
    }

    /// Rates the puzzle up to a limit.
    fn rate_within(
        mut self,
        limits: ExplainerLimits,
        stopped: &dyn Fn() -> bool,
    ) -> ExplainerOutcome {
        let mut memory = Memory::new(stopped);
        let mut rating = ExplainerRating::default();
        let mut is_finished = false;
        let mut tried = LOWEST_CHAIN - 1;
        while !self.state.is_solved() {
            if let Some((cell, digit)) = self.easy_single(rating.er) {
                self.state.place(cell, digit);
                rating.add_step(rating.er, true);
                continue;
            }
            let step = self.pattern_step(rating.er).or_else(|| {
                if rating.ep > 0 && rating.er > tried {
                    tried = rating.er;
                    is_finished = self.clone().ends_within(rating.er, &mut memory);
                }
                if is_finished {
                    None
                } else {
                    self.ordered_step(&mut memory)
                }
            });
            if is_finished {
                break;
            }
            if stopped() {
                return ExplainerOutcome::Stopped;
            }
            match &step {
                Some(step) => rating.add_step(step.rating, step.places()),
                None => rating.er = UNSOLVED,
            }
            if rating.er >= limits.enough {
                return ExplainerOutcome::Enough;
            }
            if rating.er > limits.most {
                return ExplainerOutcome::Above;
            }
            let Some(step) = step else { break };
            step.apply(&mut self.state);
        }
        ExplainerOutcome::Rated(rating)
    }

    /// Returns a single that is rated no higher than a level: cell and digit.
    fn easy_single(&self, level: u16) -> Option<(usize, usize)> {
        let hidden = || (level >= 15).then(|| subsets::hidden_single(&self.state))?;
        let naked = || (level >= 23).then(|| subsets::naked_single(&self.state))?;
        let hidden = hidden().map(|(cell, digit, _)| (cell, digit));
        hidden.or_else(naked)
    }

    /// True if rungs up to 4.4, and chains rated up to a level, solve the puzzle.
    ///
    /// Such a chain stays valid as candidates go: if one of its candidates goes, singles follow the
    /// rest of it. So each order of the hints up to the level solves the puzzle, also if rungs
    /// below that of chains take part.
    fn ends_within(mut self, level: u16, memory: &mut Memory<'_>) -> bool {
        while !self.state.is_solved() {
            if let Some((cell, digit)) = self.easy_single(level) {
                self.state.place(cell, digit);
            } else if let Some(step) = self.pattern_step(level) {
                step.apply(&mut self.state);
            } else {
                let chains = memory.single_chains.get_or_insert_default();
                let refuted = chains.refuted_within(&self.marks(), level);
                if refuted.is_empty() {
                    return false;
                }
                for (cell, digit) in refuted {
                    self.state.remove(digit, cell);
                }
            }
        }
        true
    }

    /// Returns the first step of the lowest rung that has one. Steps of rungs up to `level` are
    /// taken to be equally easy, as a rating can take them; with level 0, the steps are those of
    /// Sudoku Explainer, except for the order within a rung up to 4.4.
    pub fn step(&mut self, level: u16, memory: &mut Memory<'_>) -> Option<ExplainerStep> {
        self.pattern_step(level)
            .or_else(|| self.ordered_step(memory))
    }

    /// Returns the first step of a rung up to 4.4.
    fn pattern_step(&mut self, level: u16) -> Option<ExplainerStep> {
        let (state, changes) = (&self.state, &mut self.changes);
        changes.update(state);
        PATTERNS.iter().enumerate().find_map(|(row, rung)| {
            if level >= rung.replaced_from {
                return None;
            }
            let found = (rung.search)(state, changes.unsearched(row));
            if found.is_none() {
                changes.mark_searched(row);
            }
            found.map(|deduction| ExplainerStep {
                rung: rung.number,
                rating: rung.rating,
                effect: StepEffect::Pattern(Box::new(deduction)),
            })
        })
    }

    /// Returns the first step of a rung above 4.4.
    fn ordered_step(&self, memory: &mut Memory<'_>) -> Option<ExplainerStep> {
        let marks = self.marks();
        let mut rungs = ORDERED.iter();
        rungs.find_map(|rung| {
            if rung.needs_uniqueness && !self.unique {
                return None;
            }
            let hint = (rung.search)(&marks, memory)?;
            Some(ExplainerStep {
                rung: rung.number,
                rating: hint.tenths(),
                effect: StepEffect::Hint(hint),
            })
        })
    }
}

impl ExplainerStep {
    /// True if the step places a digit.
    pub fn places(&self) -> bool {
        match &self.effect {
            StepEffect::Pattern(deduction) => matches!(deduction.effect, Effect::Placed(..)),
            StepEffect::Hint(hint) => hint.placed.is_some(),
        }
    }

    /// Applies the step to a state.
    pub fn apply(&self, state: &mut SolvingState<Classic>) {
        match &self.effect {
            StepEffect::Pattern(deduction) => deduction.apply(state),
            StepEffect::Hint(hint) => {
                for &(cell, digits) in &hint.removed {
                    for digit in bits(u32::from(digits) & state.candidates_of(cell)) {
                        state.remove(digit, cell);
                    }
                }
                if let Some((cell, digit)) = hint.placed {
                    state.place(cell, digit);
                }
            }
        }
    }
}
