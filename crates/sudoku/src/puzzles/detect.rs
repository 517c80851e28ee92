//! How an input is recognised by its head.

use std::sync::Arc;

use super::csv::Csv;
use super::formats::InputFormat;
use super::grids::Grids;
use super::json::Objects;
use super::reader::Options;
use super::special::Special;
use super::strange::{beside_others, is_headed, is_json, is_three_lines_a_row, strange};
use super::{is_silent, lines, next_line, numbered_lines, size};
use crate::GridFault;
use countless_engine::Error;
use countless_text::{Expect, Fault, Outline, read};

/// How many lines are looked at to tell lines from grids.
const TELLING: usize = 64;

/// How the puzzles of an input lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Lines,
    Grids(Grids),
    Csv(Csv),
    Objects(Objects),
    Special(Special),
}

/// The head of an input.
pub(super) struct Head<'a> {
    text: &'a [u8],
    /// The first lines with content, with their numbers from 0.
    telling: Vec<(u64, &'a [u8])>,
    name: &'a str,
    options: &'a Options,
    outline: &'a Arc<Outline>,
}

impl<'a> Head<'a> {
    pub fn new(text: &'a [u8], options: &'a Options, name: &'a str) -> Self {
        let telling = numbered_lines(text, 0).filter(|(_, line)| !is_silent(line));
        Self {
            telling: telling.take(TELLING).collect(),
            text,
            name,
            options,
            outline: options.outline.as_ref().unwrap_or(Outline::nine()),
        }
    }

    /// How many digits the puzzles have.
    pub fn digits(&self) -> usize {
        self.outline.digits()
    }

    fn first(&self) -> Option<(u64, &'a [u8])> {
        self.telling.first().copied()
    }

    /// The text up to the last line that is looked at.
    ///
    /// Lines of blanks may be rows.
    fn beginning(&self) -> &'a [u8] {
        if self.telling.len() < TELLING {
            return self.text;
        }
        let last = self.telling.last().map_or(0, |(_, line)| {
            line.as_ptr().addr() - self.text.as_ptr().addr() + line.len()
        });
        &self.text[..last]
    }

    /// Something is wrong with the input as a whole, from a line on, counted from 0.
    fn error(&self, line: u64, reason: impl Into<String>) -> Error {
        Error::Parse {
            name: self.name.to_owned(),
            line: line + 1,
            column: 1,
            reason: reason.into(),
        }
    }

    /// The rows below a header, if the first line is one, and the number of lines up to them.
    fn rows(&self, has_header: bool) -> (&'a [u8], usize) {
        let number = self.first().map_or(0, |(number, _)| number);
        let skipped = number as usize + usize::from(has_header);
        let mut rows = self.text;
        for _ in 0..skipped {
            rows = next_line(rows, true).map_or(&[], |(_, length)| &rows[length..]);
        }
        (rows, skipped)
    }

    /// Columns, with the lines before the first record.
    fn columns(&self, mut csv: Csv) -> (Kind, usize) {
        let (rows, skipped) = self.rows(csv.has_header);
        csv.look_for_numbers(rows);
        (Kind::Csv(csv), skipped)
    }

    /// Objects, if the first line is one.
    fn objects(&self) -> Result<Option<(Kind, usize)>, Error> {
        let Some((number, first)) = self.first() else {
            return Ok(None);
        };
        let wanted = self.options.column.as_deref();
        let objects = Objects::detect(first, wanted, self.name, number + 1)?;
        Ok(objects.map(|mut objects| {
            let (rows, skipped) = self.rows(false);
            objects.look_for_numbers(rows);
            (Kind::Objects(objects), skipped)
        }))
    }

    /// Grids, of which at least one can be read.
    fn grids(&self, expect: Expect) -> Option<Grids> {
        Grids::detect(self.beginning(), self.outline, &self.options.signs, expect)
    }

    /// Grids, whatever can be read.
    fn any_grids(&self, expect: Expect) -> Grids {
        self.grids(expect).unwrap_or_else(|| Grids {
            outline: Arc::clone(self.outline),
            signs: Arc::clone(&self.options.signs),
            expect,
            dash_is_cell: false,
            is_spaced: false,
        })
    }

    /// Columns between delimiters of this kind.
    fn delimited(&self, delimiters: &[u8]) -> Result<(Kind, usize), Error> {
        let Some((number, first)) = self.first() else {
            return Ok((Kind::Lines, 0));
        };
        if let Some(column) = self.options.column.as_deref() {
            return Ok(self.columns(Csv::choose(first, column, self.name, number + 1)?));
        }
        let mut delimiters = delimiters.iter();
        let csv = delimiters.find_map(|&delimiter| Csv::detect_by(first, delimiter));
        let csv = csv.ok_or_else(|| {
            self.error(number, "no header that names a column of puzzles\nhint: --column N names one by its number")
        })?;
        Ok(self.columns(csv))
    }

    /// The layout of a format that was named.
    pub fn named(&self, format: InputFormat) -> Result<(Kind, usize), Error> {
        if let Some(special) = Special::named(format, self.outline) {
            return Ok((Kind::Special(special), 0));
        }
        Ok(match format {
            InputFormat::Lines
            | InputFormat::Hodoku
            | InputFormat::Link
            | InputFormat::Solo
            | InputFormat::OpenSudoku
            | InputFormat::Sdx => (Kind::Lines, 0),
            InputFormat::Grid | InputFormat::Sdk => {
                (Kind::Grids(self.any_grids(Expect::Digits)), 0)
            }
            InputFormat::Candidates => (Kind::Grids(self.any_grids(Expect::Candidates)), 0),
            InputFormat::Csv => self.delimited(b",;")?,
            InputFormat::Tsv => self.delimited(b"\t")?,
            InputFormat::Json => match (self.objects()?, self.first()) {
                (Some(found), _) => found,
                (None, Some((number, _))) => {
                    return Err(self.error(number, "not an object of JSON"));
                }
                (None, None) => (Kind::Lines, 0),
            },
        })
    }

    /// The layout that the head tells.
    pub fn guessed(&self, expect: Expect) -> Result<(Kind, usize), Error> {
        let Some((number, first)) = self.first() else {
            return Ok((Kind::Lines, 0));
        };
        if first.trim_ascii_start().starts_with(b"{")
            && let Some(found) = self.objects()?
        {
            return Ok(found);
        }
        if self.options.column.is_none() {
            let lines = self.telling.iter().map(|&(_, line)| line);
            if let Some(special) = Special::detect(self.text, lines, self.outline) {
                return Ok((Kind::Special(special), 0));
            }
        }
        let csv = match self.options.column.as_deref() {
            Some(column) => Some(Csv::choose(first, column, self.name, number + 1)?),
            None => Csv::detect(first).or_else(|| Csv::pairs(&self.telling)),
        };
        if let Some(csv) = csv {
            return Ok(self.columns(csv));
        }
        let unnamed = self
            .telling
            .get(1)
            .filter(|_| self.options.outline.is_none());
        if let Some(names) = unnamed.and_then(|(_, row)| Csv::without_puzzle(first, row)) {
            let names = names.join(", ");
            let reason = format!("no column called puzzle\nhint: --column NAME, one of: {names}");
            return Err(self.error(number, reason));
        }
        if self.options.outline.is_none() {
            self.classic(expect)
        } else {
            self.shaped()
        }
    }

    /// Lines or grids of nine by nine cells.
    fn classic(&self, expect: Expect) -> Result<(Kind, usize), Error> {
        let lines = || self.telling.iter().map(|&(_, line)| line);
        let is_puzzle = |line: &[u8]| lines::looks_like_puzzle(line) || lines::is_apart(line);
        if self.options.signs.is_usual() && lines().all(is_puzzle) {
            return Ok((Kind::Lines, 0));
        }
        if let Some(grids) = self.grids(expect) {
            return Ok((Kind::Grids(grids), 0));
        }
        if lines().any(|line| self.is_meant(line)) {
            return Ok((Kind::Lines, 0));
        }
        let number = self.telling.first().map_or(0, |(number, _)| *number);
        if let Some(side) = size::of_lines(&self.telling) {
            let reason = GridFault::Size(side).to_string();
            return Err(self.error(
                number,
                format!(
                    "{reason}\nhint: solve, count, list, rate and show read it with --size {side}"
                ),
            ));
        }
        self.damaged(expect)
    }

    /// Lines or grids of another shape.
    fn shaped(&self) -> Result<(Kind, usize), Error> {
        let grids = self.grids(Expect::Digits);
        if self
            .telling
            .first()
            .is_some_and(|(_, line)| self.is_line(line))
        {
            return Ok((Kind::Lines, 0));
        }
        if let Some(grids) = grids {
            return Ok((Kind::Grids(grids), 0));
        }
        if self.telling.iter().any(|(_, line)| self.is_meant(line)) {
            return Ok((Kind::Lines, 0));
        }
        self.damaged(Expect::Digits)
    }

    /// Whether a line is meant as a puzzle.
    fn is_meant(&self, line: &[u8]) -> bool {
        if self.is_line(line) {
            return true;
        }
        if self.options.outline.is_none() {
            return lines::looks_like_puzzle(line);
        }
        // More characters than half of the cells, and than a row may have.
        let (word, cells) = (lines::cells(line).len(), self.outline.cells());
        2 * word > cells && word > 2 * self.outline.side() || word == cells
    }

    /// Whether a line is a puzzle.
    fn is_line(&self, line: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(line) else {
            return false;
        };
        let found = read(text, self.outline, &self.options.signs, Expect::Digits);
        matches!(found, Ok(_) | Err((_, Fault::Zero { .. })))
    }

    /// Grids of which none can be read, or what else the input seems to be.
    fn damaged(&self, expect: Expect) -> Result<(Kind, usize), Error> {
        if let Some((number, reason)) = beside_others(&self.telling) {
            return Err(self.error(number, reason));
        }
        let lines = self.telling.iter().map(|&(_, line)| line);
        let is_known = is_json(&self.telling)
            || is_headed(&self.telling)
            || is_three_lines_a_row(&self.telling);
        if !is_known {
            if let Some(grids) = self.any_grids(expect).damaged(lines) {
                return Ok((Kind::Grids(grids), 0));
            }
            // After many lines of something else.
            let mut all = numbered_lines(self.text, 0);
            if all.any(|(_, line)| !is_silent(line) && self.is_meant(line)) {
                return Ok((Kind::Lines, 0));
            }
        }
        match strange(&self.telling) {
            Some((number, reason)) => Err(self.error(number, reason)),
            None => Ok((Kind::Lines, 0)),
        }
    }
}
