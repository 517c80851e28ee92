//! Arguments for given queens and blocked squares.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use countless::Error;
use countless::queens::{Board, BoardVariant};
use countless::queens::{Square, only_partial_board, parse_squares};

use super::super::output::print_message;
use super::super::paths::TextOrFile;

/// Maximum size of a file of squares in bytes, including comments.
const LONGEST: u64 = 1 << 20;

#[derive(Args, Debug)]
pub struct GivenSquaresArgs {
    /// Squares that hold a queen, such as 1:5,2:7 (row:column), or a file of boards
    #[arg(long, value_name = "SQUARES|FILE")]
    queens: Vec<TextOrFile>,
    /// Squares that stay empty, such as 3:3, or a file of them
    #[arg(long, value_name = "SQUARES|FILE")]
    blocked: Option<TextOrFile>,
}

/// Given squares of a board.
pub struct GivenSquares {
    pub queens: Vec<Square>,
    pub blocked: Vec<Square>,
}

impl GivenSquaresArgs {
    /// True if any square is given.
    pub fn is_any(&self) -> bool {
        !self.queens.is_empty() || self.blocked.is_some()
    }

    /// Files of boards, if `--queens` names files.
    pub fn files(&self) -> anyhow::Result<Option<Vec<PathBuf>>> {
        let is_file = |queens: &&TextOrFile| names_file(queens);
        let files = self.queens.iter().filter(is_file);
        let files: Vec<PathBuf> = files.map(|file| PathBuf::from(&**file)).collect();
        let others = self.queens.len() - files.len();
        ensure!(
            files.is_empty() || others == 0,
            "--queens: give squares or files of boards, not both"
        );
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    /// Blocked squares of a board of `n` rows.
    pub fn blocked(&self, n: usize) -> anyhow::Result<Vec<Square>> {
        let blocked = self.blocked.as_deref();
        blocked.map_or(Ok(Vec::new()), |blocked| blocked_squares(blocked, n))
    }

    /// Given squares of a board of `n` rows. A file must contain one board.
    pub fn squares(&self, n: usize, kind: &BoardVariant) -> anyhow::Result<GivenSquares> {
        let mut blocked = self.blocked(n)?;
        let mut queens = Vec::new();
        for file in self.files()?.unwrap_or_default() {
            let board = only_partial_board(&file, n, kind.regions())?;
            queens.extend(board.queens);
            blocked.extend(board.blocked);
        }
        for squares in self.queens.iter().filter(|queens| !names_file(queens)) {
            queens.extend(typed_squares(squares, "--queens", n)?);
        }
        Ok(GivenSquares { queens, blocked })
    }
}

/// True if an argument of `--queens` names a file, false if it lists squares.
fn names_file(argument: &str) -> bool {
    let has_name = argument.contains(char::is_alphabetic);
    let is_path = !argument.contains(':') && argument.contains(['.', '/']) && has_name;
    argument == "-" || is_path || Path::new(argument).exists()
}

impl GivenSquares {
    /// Board of `n` rows with the given squares.
    pub fn board(&self, n: usize, kind: &BoardVariant) -> Result<Board, countless::Error> {
        let mut board = Board::of_variant(n, n, kind)?;
        for &(row, column) in &self.blocked {
            board = board.blocked(row, column)?;
        }
        // A queen on a blocked or attacked square leaves its row without any.
        for &(row, column) in &self.queens {
            board = board.queen(row, column)?;
        }
        Ok(board)
    }

    /// Reason why the given squares exclude a solution, if it is obvious.
    pub fn reason_without_solution(&self, n: usize, kind: &BoardVariant) -> Option<String> {
        let named = |&(row, column): &Square| format!("{row}:{column}");
        let Self { queens, blocked } = self;
        if let Some(queen) = queens.iter().find(|queen| blocked.contains(queen)) {
            return Some(format!(
                "square {} holds a queen and is blocked",
                named(queen)
            ));
        }
        let pairs = queens
            .iter()
            .enumerate()
            .flat_map(|(at, one)| queens[at + 1..].iter().map(move |other| (one, other)));
        let (one, other) = pairs
            .into_iter()
            .find(|&(&one, &other)| kind.attacks(n, one, other))?;
        let (one, other) = (named(one), named(other));
        let piece = kind.piece().name().replace('-', " ");
        Some(format!(
            "the {piece}s on the squares {one} and {other} attack each other"
        ))
    }
}

/// Parses squares of the command line. Errors name the character instead of a line and column.
fn typed_squares(argument: &str, flag: &str, n: usize) -> anyhow::Result<Vec<Square>> {
    ensure!(
        argument.contains(':') || argument.is_empty(),
        "{flag} {argument}: no such file, and not squares such as 1:5,2:7"
    );
    parse_squares(argument, flag, n).map_err(|error| match error {
        Error::Parse { column, reason, .. } => {
            anyhow!("{flag} {argument}, character {column}: {reason}")
        }
        error => error.into(),
    })
}

/// Reads squares from the command line, or from the file that it names.
fn blocked_squares(argument: &str, n: usize) -> anyhow::Result<Vec<Square>> {
    if argument.contains(':') && !Path::new(argument).exists() {
        return typed_squares(argument, "--blocked", n);
    }
    let fail = || format!("cannot read {argument}");
    let file = File::open(argument).with_context(fail)?;
    let mut text = String::new();
    let length = file.take(LONGEST + 1).read_to_string(&mut text);
    ensure!(
        length.with_context(fail)? as u64 <= LONGEST,
        "{argument}: expected a list of squares of at most {LONGEST} bytes"
    );
    let squares = parse_squares(&text, argument, n)?;
    if squares.is_empty() {
        print_message(&format!("warning: {argument} contains no square"));
    }
    Ok(squares)
}
