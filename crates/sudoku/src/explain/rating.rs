//! Difficulty of a puzzle for people.

use super::super::grid::{Cell, Grid};
use super::super::puzzle::PencilMarks;
use super::layout::{Cage, Classic, Frame, HouseKind, Layout, TableLayout};
use super::solving_state::SolvingState;
use super::technique::{Level, Technique};
use super::technique_search::TechniqueSearch;
use super::{forcing, subsets};

/// Difficulty of a puzzle: its hardest technique, and the sum of its steps.
///
/// Each step uses the easiest technique that applies. Equivalent puzzles have equal ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Hardest technique used.
    pub hardest: Technique,
    /// Number of steps; a step solves a cell or removes candidates.
    pub steps: u32,
    /// Sum of the weights of all steps.
    pub effort: u32,
    /// Number of links in all forcing chains; a nested chain counts as 100.
    pub links: u32,
    /// True if the techniques solve the puzzle.
    pub solved: bool,
}

/// Score, in whole points, of a puzzle that no technique solves.
const UNSOLVED: u64 = 100;

/// Score, in whole points, from which puzzles need forcing chains.
const FORCING: u64 = 70;

impl Rating {
    /// Rating before the first step.
    pub const START: Self = Self {
        hardest: Technique::Elimination,
        steps: 0,
        effort: 0,
        links: 0,
        solved: false,
    };

    /// Returns the level of the hardest technique, or extreme if the puzzle is not solved.
    pub fn level(&self) -> Level {
        if self.solved {
            self.hardest.level()
        } else {
            Level::Extreme
        }
    }

    /// Returns the rating in thousandths of a point.
    ///
    /// Rounded down to a point, it is the weight of the hardest technique; its fraction grows with
    /// the effort e as e / (e + 1000). At the level extreme, the length of all forcing chains says
    /// more than their kind. With L links the rating is 70 + 30 L / (L + 300). It is 100 if the
    /// puzzle is not solved.
    ///
    /// ```
    /// # use countless_sudoku::Grid;
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = puzzle.rate().expect("it has one solution");
    /// assert_eq!(rating.score() / 1000, rating.hardest.weight());
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn score(&self) -> u32 {
        let part = |of: u32, half: u64| {
            let of = u64::from(of);
            1000 * of / (of + half)
        };
        let score = match (self.solved, self.level()) {
            (true, Level::Extreme) => 1000 * FORCING + 30 * part(self.links, 300),
            (true, _) => 1000 * u64::from(self.hardest.weight()) + part(self.effort, 1000),
            (false, _) => 1000 * UNSOLVED,
        };
        score as u32
    }

    /// Returns the rating in points: a thousandth of the [score](Self::score).
    pub fn points(&self) -> f64 {
        f64::from(self.score()) / 1000.0
    }

    /// Adds a step.
    pub fn add_step(&mut self, technique: Technique) {
        self.hardest = self.hardest.max(technique);
        self.steps += 1;
        self.effort += technique.weight();
    }
}

/// Rates a puzzle that is known to have exactly one solution.
///
/// Uses techniques that need a unique solution; for another puzzle the rating is meaningless.
pub fn rate_unique(puzzle: &Grid) -> Rating {
    rate_canonical(puzzle, Technique::ForcingNested)
}

/// Rates pencil marks that are known to have exactly one solution. Techniques that need a unique
/// solution are used only if the marks say no more than the clues.
pub fn rate_unique_marks(puzzle: &PencilMarks) -> Rating {
    if let Some(grid) = puzzle.as_grid() {
        return rate_unique(&grid);
    }
    let search = TechniqueSearch::new(&Classic, Technique::ForcingNested, false);
    let state = SolvingState::from_pencil_marks(puzzle).after_elimination();
    rate_from(state, Rating::START, search, &|| false)
}

/// Returns the level of a puzzle that is known to have exactly one solution. It is the level of
/// [`rate_unique`], but faster: a puzzle that needs forcing chains is extreme without a search for
/// them.
pub fn level_unique(puzzle: &Grid) -> Level {
    rate_canonical(puzzle, Technique::AlsChain).level()
}

/// True if `technique` is the hardest that a puzzle with exactly one solution needs. It agrees with
/// `hardest` of [`rate_unique`], but is faster.
pub fn is_hardest_technique(puzzle: &Grid, technique: Technique) -> bool {
    // The shortest chain of any kind comes first, so all three kinds are allowed.
    let upto = match technique {
        Technique::ForcingCell | Technique::ForcingUnit => Technique::ForcingContradiction,
        technique => technique,
    };
    let rating = rate_canonical(puzzle, upto);
    rating.solved && rating.hardest == technique
}

/// Rates a puzzle with one solution in its canonical form, with techniques up to `upto`.
fn rate_canonical(puzzle: &Grid, upto: Technique) -> Rating {
    // Hidden singles in boxes solve the same cells in any order, so they need no canonical form.
    let mut state = SolvingState::of(puzzle);
    let mut rating = Rating::START;
    while let Some((cell, digit, _)) = subsets::hidden_in_box(&state) {
        rating.add_step(Technique::HiddenSingle);
        state.place(cell, digit);
    }
    if state.is_solved() {
        rating.solved = true;
        return rating;
    }
    let (_, frame) = Frame::canonical(puzzle);
    let state = state.moved(&frame.reversed());
    rate_from(
        state,
        rating,
        TechniqueSearch::new(&Classic, upto, true),
        &|| false,
    )
}

/// Rates a puzzle of any layout that has one solution, with techniques up to `upto`. Digits count
/// from 1; 0 is an empty cell. Once `stopped` returns true, the result is meaningless.
fn rate_within<L: Layout>(
    layout: &L,
    puzzle: L::OfCells<u8>,
    upto: Technique,
    stopped: &dyn Fn() -> bool,
) -> Rating {
    let search = TechniqueSearch::new(layout, upto, true);
    let state = SolvingState::new(layout.clone(), puzzle);
    rate_from(state, Rating::START, search, stopped)
}

/// Adds the steps for the rest of a puzzle to a rating.
fn rate_from<L: Layout>(
    mut state: SolvingState<L>,
    mut rating: Rating,
    mut search: TechniqueSearch<L>,
    stopped: &dyn Fn() -> bool,
) -> Rating {
    loop {
        // Most steps are singles, which need no search and no pattern.
        if stopped() {
            return rating;
        }
        if let Some((cell, digit, house)) = subsets::hidden_single(&state) {
            rating.add_step(subsets::hidden_single_technique(&state.layout, house));
            state.place(cell, digit);
        } else if let Some((cell, digit)) = subsets::naked_single(&state) {
            rating.add_step(Technique::NakedSingle);
            state.place(cell, digit);
        } else if state.is_solved() {
            rating.solved = true;
            return rating;
        } else if let Some(deduction) =
            search.find_from(Technique::CageCombination, &state, stopped)
        {
            rating.add_step(deduction.technique);
            if deduction.technique >= Technique::ForcingCell {
                rating.links += forcing::count_links(deduction.technique, &deduction.pattern);
            }
            deduction.apply(&mut state);
        } else {
            return rating;
        }
    }
}

/// Layout in the smallest tables that fit its digits and cells.
#[derive(Clone, Debug)]
pub struct FittedLayout(FittedTables);

/// Tables for 9×9 cells.
#[cfg(not(target_family = "wasm"))]
type SmallTables = TableLayout<9, 2>;
#[cfg(target_family = "wasm")]
type SmallTables = TableLayout;

/// Tables by number of digits and number of 64-bit words in a set of cells.
#[derive(Clone, Debug)]
enum FittedTables {
    Small(SmallTables),
    /// 16×16 cells, or five overlapping 9×9 grids.
    Medium(TableLayout<16, 6>),
    Large(TableLayout),
}

impl FittedLayout {
    /// Creates a layout without cages. Each family has houses of one kind, as lists of cell
    /// indices.
    ///
    /// # Panics
    ///
    /// If there are more than 25 digits, 1,024 cells or 256 houses.
    pub fn new(digits: usize, cells: Vec<Cell>, families: &[(HouseKind, Vec<Vec<u16>>)]) -> Self {
        let count = cells.len();
        Self(if SmallTables::has_room(digits, count) {
            FittedTables::Small(TableLayout::new(digits, cells, families))
        } else if TableLayout::<16, 6>::has_room(digits, count) {
            FittedTables::Medium(TableLayout::new(digits, cells, families))
        } else {
            FittedTables::Large(TableLayout::new(digits, cells, families))
        })
    }

    /// Returns the layout with `cages` in place of its present cages.
    #[must_use]
    pub fn with_cages(&self, cages: Vec<Cage>) -> Self {
        Self(match &self.0 {
            FittedTables::Small(tables) => FittedTables::Small(tables.with_cages(cages)),
            FittedTables::Medium(tables) => FittedTables::Medium(tables.with_cages(cages)),
            FittedTables::Large(tables) => FittedTables::Large(tables.with_cages(cages)),
        })
    }

    /// Rates a puzzle with one solution, by techniques up to `upto`. Digits count from 1; 0 is an
    /// empty cell. Once `stopped` returns true, the result is meaningless.
    pub fn rate(&self, puzzle: &[u8], upto: Technique, stopped: &dyn Fn() -> bool) -> Rating {
        let puzzle = puzzle.to_vec();
        match &self.0 {
            FittedTables::Small(tables) => rate_within(tables, puzzle, upto, stopped),
            FittedTables::Medium(tables) => rate_within(tables, puzzle, upto, stopped),
            FittedTables::Large(tables) => rate_within(tables, puzzle, upto, stopped),
        }
    }
}
