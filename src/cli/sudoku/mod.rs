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

use clap::Subcommand;

pub use self::explain_puzzles::techniques;
pub use self::puzzle_inputs::{FORMATS, PuzzleInputArgs, parse_typed};
use super::output::Exit;
use super::row_output::grid_or_rows;
use super::session::Session;
use super::shared_args::in_chunks;

#[derive(Debug, Subcommand)]
pub enum SudokuCommand {
    /// Solve puzzles and prove them unique, one row each
    #[command(after_help = include_str!("../help/sudoku-solve.txt"), mut_args(in_chunks))]
    #[command(mut_arg("format", |format| format
        .value_parser(grid_or_rows())
        .help("Format of the rows [default: by the name of FILE, else csv; grid for a single puzzle \
              argument on a terminal]")))]
    Solve(solve_puzzles::SudokuSolveArgs),
    /// Count all solutions of each puzzle
    #[command(after_help = include_str!("../help/sudoku-count.txt"))]
    #[command(mut_arg("subtrees", |flag| flag.help(
        "Split a single puzzle into about COUNT subtrees, for --ledger and --dry-run [default: set by \
         the problem]"
    )))]
    Count(solve_puzzles::SudokuCountArgs),
    /// List all solutions of each puzzle, one row each
    List(solve_puzzles::SudokuListArgs),
    /// Solve a puzzle by human techniques and explain each step
    Explain(explain_puzzles::SudokuExplainArgs),
    /// Print the next step of each puzzle
    Hint(explain_puzzles::SudokuHintArgs),
    /// Rate the difficulty of each puzzle, one row each
    #[command(after_help = include_str!("../help/sudoku-rate.txt"), mut_args(in_chunks))]
    Rate(properties::SudokuRateArgs),
    /// Generate puzzles with their solutions and levels
    Generate(generate_puzzles::SudokuGenerateArgs),
    /// Compute the canonical form of each puzzle or grid, one row each
    #[command(after_help = include_str!("../help/sudoku-canon.txt"), mut_args(in_chunks))]
    Canon(properties::SudokuCanonArgs),
    /// Keep the first of each set of equivalent puzzles
    Distinct(classes::SudokuDistinctArgs),
    /// Write images of each puzzle under symmetries, for training
    Augment(augment_puzzles::SudokuAugmentArgs),
    /// Split puzzles into parts without equivalent solutions
    Split(split_puzzles::SudokuSplitArgs),
    /// Find the redundant clues of each puzzle, one row each
    #[command(after_help = include_str!("../help/sudoku-minimal.txt"), mut_args(in_chunks))]
    Minimal(properties::SudokuMinimalArgs),
    /// Find puzzles that differ from a given puzzle by a few clues
    #[command(after_help = include_str!("../help/sudoku-neighbours.txt"), mut_args(in_chunks))]
    Neighbours(classes::SudokuNeighboursArgs),
    /// List the unavoidable sets of a solved grid, one row each
    Unavoidable(solved_grid::SudokuUnavoidableArgs),
    /// Find every K-clue puzzle with the given solution
    Scan(solved_grid::SudokuScanArgs),
    /// Draw puzzles as text, SVG, PNG or PDF
    Show(show_puzzles::SudokuShowArgs),
    /// Check an attempt at a puzzle and report wrong digits
    PlayCheck(play_check::SudokuPlayCheckArgs),
}

pub fn run(command: &SudokuCommand, session: Session) -> anyhow::Result<Exit> {
    match command {
        SudokuCommand::Solve(args) => solve_puzzles::solve(args, session),
        SudokuCommand::Count(args) => solve_puzzles::count(args, session),
        SudokuCommand::List(args) => solve_puzzles::list(args, session),
        SudokuCommand::Explain(args) => explain_puzzles::explain(args, session),
        SudokuCommand::Hint(args) => explain_puzzles::hint(args, session),
        SudokuCommand::Rate(args) => properties::rate(args, session),
        SudokuCommand::Generate(args) => generate_puzzles::generate(args, session),
        SudokuCommand::Canon(args) => properties::canon(args, session),
        SudokuCommand::Distinct(args) => classes::distinct(args, session),
        SudokuCommand::Augment(args) => augment_puzzles::augment(args, session),
        SudokuCommand::Split(args) => split_puzzles::split(args, session),
        SudokuCommand::Minimal(args) => properties::minimal(args, session),
        SudokuCommand::Neighbours(args) => classes::neighbours(args, session),
        SudokuCommand::Unavoidable(args) => solved_grid::unavoidable(args, session),
        SudokuCommand::Scan(args) => solved_grid::scan(args, session),
        SudokuCommand::Show(args) => show_puzzles::show(args, session),
        SudokuCommand::PlayCheck(args) => play_check::play_check(args, session),
    }
}
