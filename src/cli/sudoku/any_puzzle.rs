//! Puzzles of any kind, for commands on single puzzles.

use std::sync::Arc;

use countless::engine::Run;
use countless::sudoku::{Layout, Level, Puzzle, Rating, Solved, Status, Step, Trace};
use countless::sudoku::{TraceEnd, TraceOptions};
use countless::variants::{Shape, ShapeOptions, VariantPuzzle};

use super::super::session::Session;
use countless_picture::Diagram;

/// Puzzle, classic or variant.
pub enum AnyPuzzle {
    /// 9×9 puzzle without further rules.
    Classic(Puzzle),
    /// Puzzle of a variant.
    Variant(VariantPuzzle),
}

/// Steps that solve a puzzle of any kind.
pub trait Explanation: Iterator<Item = Step> {
    /// End of the explanation; none if there may be another step.
    fn end(&self) -> Option<TraceEnd>;

    /// True if the puzzle has exactly one solution.
    fn is_unique(&self) -> bool;

    /// Candidates of each cell so far, one bit per digit. A solved cell has one bit.
    fn candidates(&self) -> Vec<u32>;
}

impl<L: Layout> Explanation for Trace<L>
where
    Self: Iterator<Item = Step>,
{
    fn end(&self) -> Option<TraceEnd> {
        Trace::end(self)
    }

    fn is_unique(&self) -> bool {
        Trace::is_unique(self)
    }

    fn candidates(&self) -> Vec<u32> {
        Trace::possible(self)
    }
}

/// Result of solving a puzzle.
pub struct SolvedPuzzle {
    pub status: Status,
    /// Digits of a solution; empty without a solution.
    pub solution: Vec<u8>,
    /// Level of the puzzle; empty if unknown.
    pub level: &'static str,
}

impl AnyPuzzle {
    /// Diagram of the puzzle.
    pub fn diagram(&self) -> Diagram {
        match self {
            Self::Classic(puzzle) => Diagram::of(puzzle),
            Self::Variant(entry) => Diagram::of_variant(entry.shape.clone(), &entry.digits),
        }
    }

    /// Starts an explanation, before the first step.
    pub fn explain(&self, options: TraceOptions) -> anyhow::Result<Box<dyn Explanation>> {
        Ok(match self {
            Self::Classic(puzzle) => Box::new(Trace::of(puzzle, options)),
            Self::Variant(entry) => {
                let run = single_puzzle_run()?;
                Box::new(entry.shape.explain(&entry.digits, options, &run)?)
            }
        })
    }

    /// Rates the puzzle, if it has exactly one solution.
    pub fn rate(&self) -> anyhow::Result<Option<Rating>> {
        Ok(match self {
            Self::Classic(puzzle) => puzzle.rate(),
            Self::Variant(entry) => entry.shape.rate(&entry.digits, &single_puzzle_run()?)?,
        })
    }

    /// Puzzle in one line.
    pub fn written(&self) -> String {
        match self {
            Self::Classic(puzzle) => puzzle.to_string(),
            Self::Variant(entry) => entry.shape.write(&entry.digits),
        }
    }

    /// Layout and rules of the puzzle.
    pub fn shape(&self) -> anyhow::Result<Arc<Shape>> {
        match self {
            Self::Classic(_) => Ok(Arc::new(Shape::new(&ShapeOptions::new())?)),
            Self::Variant(entry) => Ok(entry.shape.clone()),
        }
    }

    /// Solves the puzzle.
    pub fn solve(&self) -> anyhow::Result<SolvedPuzzle> {
        let puzzle = match self {
            Self::Classic(puzzle) => puzzle,
            Self::Variant(entry) => {
                let run = single_puzzle_run()?;
                let (status, solution) = entry.shape.solve(&entry.digits, &run)?;
                return Ok(SolvedPuzzle {
                    status,
                    solution,
                    level: "",
                });
            }
        };
        let (status, solution) = match puzzle.marks().solve() {
            Solved::Unique(solution) => (Status::Unique, Some(solution)),
            Solved::Multiple(one, _) => (Status::Multiple, Some(one)),
            Solved::None => (Status::None, None),
        };
        let level = match (status, puzzle) {
            (Status::Unique, Puzzle::Grid(grid)) => grid.level().map_or("", Level::name),
            _ => "",
        };
        Ok(SolvedPuzzle {
            status,
            solution: solution.map_or(Vec::new(), |grid| grid.digits().to_vec()),
            level,
        })
    }
}

/// Run for a single puzzle, until the user interrupts the program.
pub fn single_puzzle_run() -> anyhow::Result<Run> {
    Ok(Run::new().threads(1).cancel(Session::token()?))
}
