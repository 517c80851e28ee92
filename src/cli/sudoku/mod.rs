//! The commands `countless sudoku`.

mod augment_puzzles;
mod classes;
mod explain_puzzles;
mod generate_puzzles;
mod play_check;
mod properties;
mod puzzle_inputs;
mod question_command;
mod show_puzzles;
mod solve_puzzles;
mod solved_grid;
mod split_puzzles;
mod step_rows;
mod variant_args;

pub use self::explain_puzzles::techniques;
pub use self::puzzle_inputs::{HALF_GRID, PuzzleInputArgs, parse_typed};
use super::prelude::*;
use super::row_output::grid_or_rows;

commands! {
    SudokuCommand by run:

    /// Solve puzzles and prove them unique, one row each
    #[command(after_help = include_str!("../help/sudoku-solve.txt"), mut_args(in_chunks))]
    #[command(mut_arg("format", |format| format
        .value_parser(grid_or_rows())
        .help("Format of the rows [default: by the name of FILE, else csv; grid for a single puzzle \
              argument on a terminal]")))]
    Solve(solve_puzzles::SudokuSolveArgs) => solve_puzzles::solve,
    /// Count all solutions of each puzzle
    #[command(after_help = include_str!("../help/sudoku-count.txt"))]
    #[command(mut_arg("subtrees", |flag| flag.help(
        "Split a single puzzle into about COUNT subtrees, for --ledger and --dry-run [default: set by \
         the problem]"
    )))]
    Count(solve_puzzles::SudokuCountArgs) => solve_puzzles::count,
    /// List all solutions of each puzzle, one row each
    List(solve_puzzles::SudokuListArgs) => solve_puzzles::list,
    /// Solve a puzzle by human techniques and explain each step
    Explain(explain_puzzles::SudokuExplainArgs) => explain_puzzles::explain,
    /// Print the next step of each puzzle
    Hint(explain_puzzles::SudokuHintArgs) => explain_puzzles::hint,
    /// Rate the difficulty of each puzzle, one row each
    #[command(after_help = include_str!("../help/sudoku-rate.txt"), mut_args(in_chunks))]
    Rate(properties::SudokuRateArgs) => properties::rate,
    /// Generate puzzles with their solutions and levels
    Generate(generate_puzzles::SudokuGenerateArgs) => generate_puzzles::generate,
    /// Compute the canonical form of each puzzle or grid, one row each
    #[command(after_help = include_str!("../help/sudoku-canon.txt"), mut_args(in_chunks))]
    Canon(properties::SudokuCanonArgs) => properties::canon,
    /// Keep the first of each set of equivalent puzzles
    Distinct(classes::SudokuDistinctArgs) => classes::distinct,
    /// Write images of each puzzle under symmetries, for training
    Augment(augment_puzzles::SudokuAugmentArgs) => augment_puzzles::augment,
    /// Split puzzles into parts without equivalent solutions
    Split(split_puzzles::SudokuSplitArgs) => split_puzzles::split,
    /// Find the redundant clues of each puzzle, one row each
    #[command(after_help = include_str!("../help/sudoku-minimal.txt"), mut_args(in_chunks))]
    Minimal(properties::SudokuMinimalArgs) => properties::minimal,
    /// Find puzzles that differ from a given puzzle by a few clues
    #[command(after_help = include_str!("../help/sudoku-neighbours.txt"), mut_args(in_chunks))]
    Neighbours(classes::SudokuNeighboursArgs) => classes::neighbours,
    /// List the unavoidable sets of a solved grid, one row each
    Unavoidable(solved_grid::SudokuUnavoidableArgs) => solved_grid::unavoidable,
    /// Find every K-clue puzzle with the given solution
    Scan(solved_grid::SudokuScanArgs) => solved_grid::scan,
    /// Draw puzzles as text, SVG, PNG or PDF
    Show(show_puzzles::SudokuShowArgs) => show_puzzles::show,
    /// Check an attempt at a puzzle and report wrong digits
    PlayCheck(play_check::SudokuPlayCheckArgs) => play_check::play_check,
}
