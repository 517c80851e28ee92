//! Sudokus of 9×9 cells: grids, a search for all solutions of a grid, and formats of files.
//!
//! ```
//! use countless_engine::Run;
//! use countless_sudoku::{Grid, Solved};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! if let Solved::Unique(solution) = grid.solve() {
//!     println!("{solution}, by {} steps", grid.explain().count());
//! }
//! // Without the 5 in its corner it has several solutions.
//! let fewer = grid.with(1, 1, 0).with(1, 2, 0);
//! assert_eq!(fewer.solutions().count() as u128, fewer.count(&Run::new())?.total.count);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve_all`] solves many grids side by side. Long computations, with or without a ledger, are
//! [problems](countless_engine::Problem) for a [`Run`](countless_engine::Run). [`Enumerate`] finds
//! all solutions of a puzzle, [`Generate`] makes puzzles, and [`Unavoidable`] and [`Scan`] examine
//! the puzzles of a solved grid. [`puzzles`] reads the puzzles of files.
//!
//! ```text
//! text ── parse ──▶ Grid ─┬─▶ lanes      many grids, or many nodes of one, side by side
//!                         ├─▶ Solver     one grid, without lanes
//!                         ├─▶ explain    one grid, by the techniques of people
//!                         └─▶ canon      the least of all equivalent grids
//! ```
//!
//! The answer to a puzzle does not depend on other puzzles, the number of threads or the kernel.
//!
//! The crate depends on `countless-engine` for runs and ledgers, `countless-simd` for kernels,
//! `countless-table` for rows and files, and `countless-text` for grids in text.

#![forbid(unsafe_code)]

/// Array of a constant: its value at each index, where `for` and closures are not available.
macro_rules! const_array {
    ($zero:expr; $len:expr, $index:ident => $value:expr) => {{
        let (mut array, mut $index) = ([$zero; $len], 0);
        while $index < $len {
            array[$index] = $value;
            $index += 1;
        }
        array
    }};
}

mod canon;
mod clue_extension;
mod enumerate;
mod explain;
mod factories;
mod generate;
mod grid;
mod grid_candidates;
#[doc(hidden)]
pub mod internals;
pub mod lanes;
mod map_grids;
mod option_setters;
mod puzzle;
pub mod puzzles;
mod scan;
mod solved;
mod solver;
pub mod sums;
mod unavoidable;

pub use canon::{
    Canonical, Canonizer, ClassId, Equivalence, GridClasses, Transform, canonical_all,
};
pub use clue_extension::{DigitMasks, Extension, extend};
pub use countless_text::{Signs, SignsError};
pub use enumerate::Enumerate;
pub use explain::{
    Cage, CageOrigin, Candidate, ChainStatement, Classic as ClassicLayout, EXPLAINER_VERSION, Edge,
    EdgeKind, ErRange, ErRangeError, ExplainerLimits, ExplainerOutcome, ExplainerRanges,
    ExplainerRating, ExplainerTrace, FittedLayout, House, HouseKind, Layout, Level, Rating,
    SCALE_VERSION, SolvingState, Step, TableLayout, Technique, TechniqueResult, Trace, TraceEnd,
    TraceOptions, UnknownName, find_by, level_unique, parse_er, rate_explainer,
    rate_explainer_within, rate_unique, rate_unique_marks, tenths_text,
};
#[cfg(not(test))]
pub use factories::FACTORIES;
pub use generate::{
    FEWEST_CLUES, Generate, GenerateCounters, GenerateOptions, GenerateProgress, GeneratedPuzzle,
    Impossible, Pattern, PatternError, Symmetry,
};
pub use grid::{CELLS, Cell, Conflict, Grid, GridHouse};
pub use puzzle::{Attempt, GridError, GridFault, PencilMarks, Puzzle, Repeats, parse_cell};
pub use puzzles::{InputFormat, InputOrigin, ReadOptions, UnknownFormat};
pub use scan::Scan;
pub use solved::{PuzzleSolutions, Solved, Status, solve_all};
pub use solver::{Solver, split};
pub use unavoidable::{Clues, Unavoidable};
