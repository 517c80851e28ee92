//! How puzzles lie in an input, recognised from its head or told by name.

use std::sync::Arc;

use super::detect::{Head, Kind};
use super::formats::InputFormat;
use super::reader::Options;
use super::record::Reading;
use super::{Chunk, Raw, Record, lines};
use crate::Repeats;
use countless_engine::Error;
use countless_text::{Expect, Signs};

/// How puzzles lie in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    kind: Kind,
    signs: Arc<Signs>,
    expect: Expect,
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
        let head = Head::new(head, options, name);
        let (own, digits) = (options.signs.digits(), head.digits());
        if own > 0 && own != digits {
            return Err(Error::Impossible(format!(
                "--symbols has {own} signs, where the puzzles have {digits} digits"
            )));
        }
        let expect = match options.format {
            Some(InputFormat::Candidates) => Expect::Candidates,
            Some(InputFormat::Grid | InputFormat::Sdk) => Expect::Digits,
            _ if options.outline.is_some() => Expect::Digits,
            _ => Expect::Any,
        };
        let (kind, skipped) = match options.format {
            Some(format) => head.named(format)?,
            None => head.guessed(expect)?,
        };
        let expect = match &kind {
            Kind::Special(special) => special.expect(expect),
            _ => expect,
        };
        let layout = Self {
            kind,
            signs: Arc::clone(&options.signs),
            expect,
        };
        Ok((layout, skipped))
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
        if self.kind == Kind::Lines {
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
        match &self.kind {
            Kind::Lines | Kind::Objects(_) => lines::record_end(text, at_end),
            Kind::Grids(grids) => grids.record_end(text, at_end),
            Kind::Csv(csv) => csv.record_end(text, at_end),
            Kind::Special(special) => special.record_end(text, at_end),
        }
    }

    /// Visits the records of a chunk in order.
    pub fn parse(&self, chunk: &Chunk, visit: impl FnMut(Record<'_>)) {
        self.read(chunk, Repeats::Refused, visit);
    }

    /// The same, and perhaps of grids that break the rules.
    pub fn read(&self, chunk: &Chunk, repeats: Repeats, mut visit: impl FnMut(Record<'_>)) {
        let (text, first) = (chunk.bytes(), chunk.line());
        match &self.kind {
            Kind::Lines if self.signs.is_usual() => lines::parse(text, first, repeats, visit),
            Kind::Csv(csv) if self.signs.is_usual() => csv.parse(text, first, repeats, visit),
            // Of these there are few.
            _ => {
                let reading = Reading {
                    signs: &self.signs,
                    expect: self.expect,
                    repeats,
                };
                self.raw(chunk, |raw| visit(reading.record(&raw)));
            }
        }
    }

    /// Visits the records of a chunk in order, whose puzzles are still to be read.
    pub fn raw(&self, chunk: &Chunk, visit: impl FnMut(Raw<'_>)) {
        let (text, first) = (chunk.bytes(), chunk.line());
        match &self.kind {
            Kind::Lines => lines::raw(text, first, visit),
            Kind::Grids(grids) => grids.raw(text, first, visit),
            Kind::Csv(csv) => csv.raw(text, first, visit),
            Kind::Objects(objects) => objects.raw(text, first, visit),
            Kind::Special(special) => special.raw(text, first, visit),
        }
    }

    /// Signs of digits and empty cells.
    pub fn signs(&self) -> &Signs {
        &self.signs
    }

    /// The names of the columns, if there are columns: those in the header or, without
    /// one, the numbers from 1. A [`Record`] has its fields in the same order.
    pub fn columns(&self) -> &[String] {
        match &self.kind {
            Kind::Csv(csv) => &csv.names,
            Kind::Objects(objects) => &objects.names,
            Kind::Lines | Kind::Grids(_) | Kind::Special(_) => &[],
        }
    }

    /// The column that holds the puzzle, from 0.
    pub fn puzzle_column(&self) -> Option<usize> {
        match &self.kind {
            Kind::Csv(csv) => Some(csv.puzzle),
            Kind::Objects(objects) => Some(objects.puzzle),
            Kind::Lines | Kind::Grids(_) | Kind::Special(_) => None,
        }
    }

    /// Which column holds the puzzle, from 1: one number for all layouts, or one for each.
    pub(crate) fn puzzle_columns(layouts: &[Self]) -> String {
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
    pub(crate) fn has_numbers(&self, column: usize) -> bool {
        match &self.kind {
            Kind::Csv(csv) => csv.numbers.get(column).copied().unwrap_or(false),
            Kind::Objects(objects) => objects.numbers.get(column).copied().unwrap_or(false),
            Kind::Lines | Kind::Grids(_) | Kind::Special(_) => false,
        }
    }

    /// The column that holds the solution, from 0.
    pub fn solution_column(&self) -> Option<usize> {
        match &self.kind {
            Kind::Csv(csv) => csv.solution,
            Kind::Objects(objects) => objects.solution,
            Kind::Lines | Kind::Grids(_) | Kind::Special(_) => None,
        }
    }
}
