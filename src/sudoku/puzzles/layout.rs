//! How puzzles lie in an input, recognised from its head.

use super::blocks::Blocks;
use super::csv::Csv;
use super::reader::Options;
use super::rows::Rows;
use super::typed::Typed;
use super::{Chunk, Raw, Record, is_silent, lines, next_line, numbered_lines};
use crate::error::Error;
use crate::sudoku::{GridFault, Repeats, sizes};

/// How many lines are looked at to tell lines from grids.
const TELLING: usize = 64;

/// How puzzles lie in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Lines,
    Blocks(Blocks),
    Csv(Csv),
    Typed(Typed),
    Rows(Rows),
}

impl Layout {
    /// Recognises the layout of an input that starts with `head`.
    ///
    /// Also returns the number of lines before the first record.
    pub(super) fn detect(
        head: &[u8],
        options: &Options,
        name: &str,
    ) -> Result<(Self, usize), Error> {
        let telling = numbered_lines(head, 0).filter(|(_, line)| !is_silent(line));
        let telling: Vec<(u64, &[u8])> = telling.take(TELLING).collect();
        if let Some(&(number, line)) = telling.first() {
            let csv = match options.column.as_deref() {
                Some(column) => Some(Csv::choose(line, column, name, number + 1)?),
                None => Csv::detect(line),
            };
            if let Some(mut csv) = csv {
                let skipped = number as usize + usize::from(csv.has_header);
                let mut rows = head;
                for _ in 0..skipped {
                    rows = next_line(rows, true).map_or(&[], |(_, length)| &rows[length..]);
                }
                csv.look_for_numbers(rows);
                return Ok((Self(Kind::Csv(csv)), skipped));
            }
            let unnamed = telling
                .get(1)
                .filter(|_| options.rows.is_none())
                .and_then(|(_, row)| Csv::without_puzzle(line, row));
            if let Some(names) = unnamed {
                let names = names.join(", ");
                let reason = format!(
                    "which column holds the puzzles? Say so by --column; there are: {names}"
                );
                return Err(parse_error(name, number + 1, reason));
            }
        }
        if let Some(rows) = options.rows {
            let lines = telling.iter().map(|&(_, line)| line);
            return Ok((
                Self(Rows::detect(rows, lines).map_or(Kind::Lines, Kind::Rows)),
                0,
            ));
        }
        if let Some(typed) = Typed::detect(head) {
            return Ok((Self(Kind::Typed(typed)), 0));
        }
        let drawn = Blocks {
            dash_is_cell: false,
        };
        let dashed = Blocks { dash_is_cell: true };
        let (mut puzzle, mut sure, mut dash_is_cell) = (false, false, false);
        for &(_, line) in &telling {
            puzzle |= lines::looks_like_puzzle(line);
            sure |= drawn.is_sure(line) || dashed.is_sure(line);
            // Dashes beside digits in a row of nine.
            dash_is_cell |= line.iter().any(u8::is_ascii_digit)
                && dashed.is_good_row(line)
                && !drawn.is_good_row(line);
        }
        let kind = if sure && !puzzle {
            Kind::Blocks(Blocks { dash_is_cell })
        } else {
            let other = sizes::drawn(telling.iter().map(|&(_, line)| line));
            if let Some(side) = other.filter(|_| !puzzle) {
                let number = telling.first().map_or(1, |(number, _)| number + 1);
                return Err(parse_error(name, number, GridFault::Size(side).to_string()));
            }
            Kind::Lines
        };
        Ok((Self(kind), 0))
    }

    /// How many whole records `text` starts with, and their length: at most so many, and no more
    /// once they are `full` bytes.
    pub(super) fn measure(
        &self,
        text: &[u8],
        at_end: bool,
        most: usize,
        full: usize,
    ) -> (usize, usize) {
        let (mut records, mut length) = (0, 0);
        if self.0 == Kind::Lines {
            // Much faster than one after the other.
            for feed in memchr::memchr_iter(b'\n', text).take(most) {
                (records, length) = (records + 1, feed + 1);
                if length >= full {
                    break;
                }
            }
        }
        while records < most
            && length < full
            && let Some(end) = self.record_end(&text[length..], at_end)
        {
            (records, length) = (records + 1, length + end);
        }
        (records, length)
    }

    /// Where the first record of `text` ends, if that is certain.
    fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        match &self.0 {
            Kind::Lines => lines::record_end(text, at_end),
            Kind::Blocks(blocks) => blocks.record_end(text, at_end),
            Kind::Csv(csv) => csv.record_end(text, at_end),
            Kind::Typed(typed) => typed.record_end(text, at_end),
            Kind::Rows(rows) => rows.record_end(text, at_end),
        }
    }

    /// Visits the records of a chunk in order.
    pub fn parse(&self, chunk: &Chunk, visit: impl FnMut(Record<'_>)) {
        self.read(chunk, Repeats::Refused, visit);
    }

    /// The same, and perhaps of grids that break the rules.
    pub(crate) fn read(&self, chunk: &Chunk, repeats: Repeats, visit: impl FnMut(Record<'_>)) {
        let (text, first) = (chunk.bytes(), chunk.line());
        match &self.0 {
            Kind::Lines => lines::parse(text, first, repeats, visit),
            Kind::Csv(csv) => csv.parse(text, first, repeats, visit),
            // Of these there are few.
            Kind::Blocks(blocks) => blocks.parse(text, first, visit),
            Kind::Typed(typed) => typed.parse(text, first, visit),
            // Of other shapes, records are read by whoever knows the shape.
            Kind::Rows(_) => {}
        }
    }

    /// Visits the records of a chunk in order, whose puzzles are of another shape and still to be
    /// read.
    pub(crate) fn raw(&self, chunk: &Chunk, visit: impl FnMut(Raw<'_>)) {
        match &self.0 {
            Kind::Csv(csv) => csv.raw(chunk.bytes(), chunk.line(), visit),
            Kind::Rows(rows) => rows.raw(chunk.bytes(), chunk.line(), visit),
            Kind::Lines | Kind::Blocks(_) | Kind::Typed(_) => {
                lines::raw(chunk.bytes(), chunk.line(), visit);
            }
        }
    }

    /// The names of the columns, if there are columns: those in the header or, without
    /// one, the numbers from 1. A [`Record`] has its fields in the same order.
    pub fn columns(&self) -> &[String] {
        match &self.0 {
            Kind::Csv(csv) => &csv.names,
            _ => &[],
        }
    }

    /// The column that holds the puzzle, from 0.
    pub fn puzzle_column(&self) -> Option<usize> {
        match &self.0 {
            Kind::Csv(csv) => Some(csv.puzzle),
            _ => None,
        }
    }

    /// Which column holds the puzzle, from 1: one number for all layouts, or one for each.
    pub(in crate::sudoku) fn puzzle_columns(layouts: &[Self]) -> String {
        let column = |layout: &Self| match layout.puzzle_column() {
            Some(index) => (index + 1).to_string(),
            None => "none".to_owned(),
        };
        let mut columns: Vec<String> = layouts.iter().map(column).collect();
        if columns.windows(2).all(|pair| pair[0] == pair[1]) {
            columns.truncate(1);
        }
        columns.join("+")
    }

    /// Whether a column, from 0, begins with numbers.
    pub(in crate::sudoku) fn has_numbers(&self, column: usize) -> bool {
        match &self.0 {
            Kind::Csv(csv) => csv.numbers.get(column).copied().unwrap_or(false),
            _ => false,
        }
    }

    /// The column that holds the solution, from 0.
    pub fn solution_column(&self) -> Option<usize> {
        match &self.0 {
            Kind::Csv(csv) => csv.solution,
            _ => None,
        }
    }
}

/// The number of rows of the puzzles of an input that starts with `head`, if they are no sudokus
/// of nine by nine cells.
///
/// The first puzzle tells: by the length of its line, or by its lines.
pub fn other_size(head: &[u8]) -> Option<usize> {
    let telling = numbered_lines(head, 0).map(|(_, line)| line);
    let telling: Vec<&[u8]> = telling
        .filter(|line| !is_silent(line))
        .take(TELLING)
        .collect();
    let first = telling.first()?;
    if let Some(csv) = Csv::detect(first) {
        let mut size = None;
        csv.raw(telling.get(1)?, 1, |raw| size = sizes::of_line(raw.text));
        return size;
    }
    sizes::of_line(lines::cells(first)).or_else(|| sizes::drawn(telling.into_iter()))
}

/// Something is wrong with an input as a whole, from a line on.
fn parse_error(name: &str, line: u64, reason: String) -> Error {
    Error::Parse {
        name: name.to_owned(),
        line,
        column: 1,
        reason,
    }
}
