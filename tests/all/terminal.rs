//! Output in a terminal.
use std::time::Duration;

use crate::common::terminal::in_terminal;
use crate::common::{Folder, countless, lines, program};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "\
┌───────┬───────┬───────┐
│ 5 3 4 │ 6 7 8 │ 9 1 2 │
│ 6 7 2 │ 1 9 5 │ 3 4 8 │
│ 1 9 8 │ 3 4 2 │ 5 6 7 │
├───────┼───────┼───────┤
│ 8 5 9 │ 7 6 1 │ 4 2 3 │
│ 4 2 6 │ 8 5 3 │ 7 9 1 │
│ 7 1 3 │ 9 2 4 │ 8 5 6 │
├───────┼───────┼───────┤
│ 9 6 1 │ 5 3 7 │ 2 8 4 │
│ 2 8 7 │ 4 1 9 │ 6 3 5 │
│ 3 4 5 │ 2 8 6 │ 1 7 9 │
└───────┴───────┴───────┘
";

/// Output of the program with these arguments in a terminal of 80 columns.
fn shown(args: &[&str]) -> String {
    in_terminal(program().args(args), 80, None).0
}

#[test]
fn a_puzzle_is_solved_as_a_grid_in_a_terminal_and_as_a_row_elsewhere() {
    let plain = shown(&["sudoku", "solve", PUZZLE, "--color", "never"]);
    assert_eq!(plain, SOLVED);
    let coloured = shown(&["sudoku", "solve", PUZZLE]);
    assert!(
        coloured.contains("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m \x1b[36m4\x1b[0m │"),
        "{coloured:?}"
    );
    let (uncoloured, _) = in_terminal(
        program()
            .args(["sudoku", "solve", PUZZLE])
            .env("NO_COLOR", "1"),
        80,
        None,
    );
    assert_eq!(uncoloured, SOLVED);
    let rows = shown(&["sudoku", "solve", PUZZLE, "--format", "csv", "-q"]);
    assert!(
        rows.starts_with("puzzle,status,solutions,solution\n"),
        "{rows}"
    );
    let piped = countless(&["sudoku", "solve", PUZZLE]);
    assert_eq!(lines(&piped.stdout)[0], "puzzle,status,solutions,solution");
    let grid = countless(&["sudoku", "solve", PUZZLE, "--format", "grid"]);
    assert_eq!(String::from_utf8_lossy(&grid.stdout), SOLVED);
    let always = countless(&[
        "sudoku", "solve", PUZZLE, "--format", "grid", "--color", "always",
    ]);
    assert!(always.stdout.starts_with("┌".as_bytes()) && always.stdout.contains(&0x1b));
}

#[test]
fn rows_do_not_command_the_terminal() {
    let folder = Folder::new();
    let input = folder.file("in.txt", format!("{PUZZLE}\nbad\u{1b}[2J row\n"));
    let rows = shown(&[
        "sudoku", "solve", &input, "--format", "csv", "--color", "never", "-q",
    ]);
    assert!(rows.contains("bad\\u{1b}[2J,invalid"), "{rows:?}");
    // In a file, they are unchanged.
    let piped = countless(&["sudoku", "solve", &input]).stdout;
    assert!(piped.contains(&0x1b));
}

#[test]
fn a_grid_says_where_there_is_not_one_solution() {
    let folder = Folder::new();
    let several = ".".repeat(81);
    let content = format!("{several}\n{}\n{}\n", without_solution(), "1".repeat(81));
    let file = folder.file("three.txt", content);
    let output = folder.path("answers.txt");
    let run = countless(&["sudoku", "solve", &file, "--format", "grid", "-o", &output]);
    assert_eq!(run.status.code(), Some(1));
    let text = std::fs::read_to_string(&output).expect("it is written");
    assert!(text.starts_with("one of several solutions:\n┌"), "{text}");
    assert!(text.ends_with("┘\n\nno solution\n"), "{text}");
    let both = ["sudoku", "solve", &file, "--format", "grid", "--all"];
    assert_eq!(countless(&both).status.code(), Some(2));
    // Commands that do not draw accept only formats of rows.
    let list = countless(&["sudoku", "list", PUZZLE, "--format", "grid"]);
    assert_eq!(list.status.code(), Some(2));
}

/// Puzzle that repeats no digit, but has no candidate for the last cell of the first row.
fn without_solution() -> String {
    format!("12345678.........9{}", ".".repeat(63))
}

#[test]
fn explanations_fold_at_the_width_of_the_terminal() {
    let (text, _) = in_terminal(program().args(["sudoku", "explain", PUZZLE]), 50, None);
    let steps = text
        .lines()
        .filter(|line| *line != PUZZLE && line.len() != 81);
    assert!(steps.clone().count() > 50);
    assert!(
        steps.clone().all(|line| line.chars().count() <= 50),
        "{text}"
    );
    assert!(text.contains("\n   "), "{text}");
    let piped = countless(&["sudoku", "explain", PUZZLE]).stdout;
    assert!(lines(&piped).iter().any(|line| line.len() > 90));
    // The contents of a file do not depend on the terminal.
    let folder = Folder::new();
    let file = folder.path("steps.txt");
    let args = ["sudoku", "explain", PUZZLE, "-o", &file];
    in_terminal(program().args(args), 50, None);
    let written = std::fs::read(&file).expect("it is written");
    assert!(written == piped);
}

#[test]
fn the_progress_line_never_wraps_and_leaves_nothing_behind() {
    let mut command = program();
    command.args([
        "queens", "count", "19", "--method", "search", "--kernel", "scalar", "-j", "1",
    ]);
    let (text, status) = in_terminal(&mut command, 40, Some(Duration::from_millis(1500)));
    assert_eq!(status.code(), Some(130));
    // The line is cleared before the interruption is reported.
    let (line, last) = text
        .rsplit_once("\x1b[Kinterrupted")
        .expect("it is cleared and reported");
    assert!(last.contains("hint: --ledger FILE"), "{text:?}");
    let drawn = line.split('\r').map(without_escapes);
    let widest = drawn.map(|drawn| drawn.chars().count()).max();
    assert!(
        widest.is_some_and(|widest| (20..=37).contains(&widest)),
        "{text:?}"
    );
    assert!(line.contains("░  ") && line.contains(" % · "), "{text:?}");
}

/// Removes ECMA-48 control sequences.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|character: char| character.is_ascii_alphabetic());
        plain.push_str(end.map_or("", |end| &part[end + 1..]));
    }
    plain
}

#[test]
fn given_queens_stand_out_in_a_terminal() {
    let board = shown(&[
        "queens", "show", "4", "--queens", "1:2", "--color", "always",
    ]);
    assert!(board.starts_with(". \x1b[1mQ\x1b[0m . .\n"), "{board:?}");
    assert!(board.contains("\x1b[36mQ\x1b[0m"), "{board:?}");
}
