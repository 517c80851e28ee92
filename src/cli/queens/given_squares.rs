//! Arguments for given queens and blocked squares.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, ensure};
use clap::Args;
use countless::Error;
use countless::queens::{
    Board, BoardVariant, Square, blocked_squares, only_partial_board, parse_squares,
};

use super::super::paths::TextOrFile;

#[derive(Args, Debug)]
pub struct GivenSquaresArgs {
    /// Squares that hold a queen, such as 1:5,2:7 (row:column), or a file of boards
    #[arg(long, value_name = "SQUARES|FILE")]
    queens: Vec<TextOrFile>,
    /// Squares that stay empty, such as 3:3, or a file of them, which may draw them as #
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
        let is_stdin = |file: &&TextOrFile| {
            let name: &str = file;
            name == "-"
        };
        let all = self.queens.iter().chain(&self.blocked);
        ensure!(
            all.filter(is_stdin).count() < 2,
            "standard input, -, can be read only once"
        );
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    /// Blocked squares of a board of `n` rows.
    pub fn blocked(&self, n: usize, kind: &BoardVariant) -> anyhow::Result<Vec<Square>> {
        let Some(blocked) = self.blocked.as_deref() else {
            return Ok(Vec::new());
        };
        let file = Path::new(blocked);
        if blocked.contains(':') && !file.exists() {
            return typed_squares(blocked, "--blocked", n);
        }
        Ok(blocked_squares(file, n, kind.regions())?)
    }

    /// Given squares of a board of `n` rows. A file must contain one board.
    pub fn squares(&self, n: usize, kind: &BoardVariant) -> anyhow::Result<GivenSquares> {
        let mut blocked = self.blocked(n, kind)?;
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
