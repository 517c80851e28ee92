//! Arguments that are puzzles themselves, and not files of puzzles.

use std::path::Path;
use std::str::FromStr;

use anyhow::{bail, ensure};
use countless::sudoku::puzzles::cells_and_tag;
use countless::sudoku::{GridError, GridFault};

use super::super::paths::names_file;

/// Name of an argument that is a puzzle, in messages.
pub const PUZZLE_NAME: &str = "the puzzle";

/// Maximum length of an argument that is not taken for a puzzle: half a grid, in characters.
pub const HALF_GRID: usize = 40;

/// True if an argument has only digits and dots: it is meant as a puzzle, not as a file name.
pub fn is_signs(source: &str) -> bool {
    let mut bytes = source.bytes();
    source.len() > 1 && bytes.all(|byte| byte.is_ascii_digit() || byte == b'.') && source != ".."
}

/// Parses the digits of a grid that must be a text, not a file.
pub fn parse_typed<T: FromStr<Err = GridError>>(text: &str) -> Result<T, String> {
    parse_line(text).map_err(|error: GridError| {
        if Path::new(text).exists() {
            return format!(
                "expected 81 characters, found the name of a file\nhint: give its text, \"$(cat {text})\""
            );
        }
        match error.fault {
            GridFault::Illegal(_) => error.to_string(),
            fault => fault.to_string(),
        }
    })
}

/// Parses the cells of an argument, which may be a line of a file with its tag.
pub fn parse_line<T: FromStr>(line: &str) -> Result<T, T::Err> {
    match cells_and_tag(line) {
        (cells, _) if cells.len() > HALF_GRID => cells.parse(),
        _ => line.parse(),
    }
}

/// Returns an error for an argument that looks like a puzzle and is neither a puzzle nor a file.
/// `why` is the reason for cells with separators, if known.
pub fn refuse_misread_puzzle(
    source: &str,
    error: GridError,
    why: Option<String>,
) -> anyhow::Result<()> {
    ensure!(
        !source.trim_start().starts_with('#') || names_file(source),
        "the argument is a comment; expected a FILE or a PUZZLE\n\
         hint: \"$(grep -vm1 '^#' FILE)\" is the first puzzle of a file"
    );
    // Longer than half a grid, most of it digits and blanks.
    let cells = source
        .bytes()
        .filter(|byte| b"0123456789.*_-xX,; |\n[]".contains(byte));
    let is_long = source.len() > HALF_GRID && 2 * cells.count() > source.len();
    if (is_long || is_signs(source)) && !names_file(source) {
        let is_apart = source.len() > HALF_GRID && cells_and_tag(source).0.len() <= HALF_GRID;
        let why = why
            .filter(|why| is_apart || why.contains("\nhint: "))
            .unwrap_or_else(|| match error.fault {
                GridFault::Illegal(_) => error.to_string(),
                fault => fault.to_string(),
            });
        bail!("{source:?}: no such file, and not a puzzle: {why}");
    }
    Ok(())
}
