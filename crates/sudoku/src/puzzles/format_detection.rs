//! Detection of the format of an input from its head.

use std::sync::Arc;

use super::grid_format::GridFormat;
use super::input_format::{InputFormat, ReadOptions};
use super::other_programs::ProgramFormat;
use super::table_format::TableFormat;
use super::unknown_format::{
    UnknownSymbol, is_headed, is_json, is_three_lines_a_row, puzzle_beside_fields,
    unknown_format_reason,
};
use super::{
    UnreadRecord, after_lines, is_blank_or_comment, is_puzzle, line_format, numbered_lines,
    puzzle_size,
};
use crate::GridFault;
use countless_engine::Error;
use countless_table::delimited::DELIMITERS;
use countless_table::records::unused_rules;
use countless_text::{Expect, Outline, Signs, TextFault};

/// Number of lines examined to distinguish lines from grids.
const FIRST_LINES: usize = 64;

/// Format of an input, with its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FormatKind {
    Lines,
    Grids(GridFormat),
    Table(TableFormat),
    Special(ProgramFormat),
}

impl FormatKind {
    /// Visits the records of a text, whose first line is line `first`, without reading their puzzles.
    pub fn visit_unread(&self, text: &[u8], first: u64, visit: impl FnMut(UnreadRecord<'_>)) {
        match self {
            Self::Lines => line_format::visit_unread(text, first, visit),
            Self::Grids(grids) => grids.visit_unread(text, first, visit),
            Self::Table(table) => table.visit_unread(text, first, visit),
            Self::Special(special) => special.visit_unread(text, first, visit),
        }
    }
}

/// Head of an input.
#[derive(Clone)]
pub(super) struct InputHead<'a> {
    text: &'a [u8],
    /// First lines with content, with their numbers from 0.
    first_lines: Vec<(u64, &'a [u8])>,
    name: &'a str,
    options: &'a ReadOptions,
    signs: Arc<Signs>,
    outline: &'a Arc<Outline>,
}

impl<'a> InputHead<'a> {
    pub fn new(text: &'a [u8], options: &'a ReadOptions, name: &'a str) -> Self {
        let telling = numbered_lines(text, 0).filter(|(_, line)| !is_blank_or_comment(line));
        Self {
            first_lines: telling.take(FIRST_LINES).collect(),
            text,
            name,
            options,
            signs: Arc::clone(&options.signs),
            outline: options.outline.as_ref().unwrap_or(Outline::nine()),
        }
    }

    /// Number of digits of the puzzles.
    pub fn digits(&self) -> usize {
        self.outline.digits()
    }

    fn first(&self) -> Option<(u64, &'a [u8])> {
        self.first_lines.first().copied()
    }

    /// Text up to the last line that is examined.
    ///
    /// It includes blank lines, which may be rows.
    fn beginning(&self) -> &'a [u8] {
        if self.first_lines.len() < FIRST_LINES {
            return self.text;
        }
        let last = self.first_lines.last().map_or(0, |(_, line)| {
            line.as_ptr().addr() - self.text.as_ptr().addr() + line.len()
        });
        &self.text[..last]
    }

    /// Error about the input as a whole, at its first line.
    fn error(&self, reason: impl Into<String>) -> Error {
        let (line, _) = self.first().unwrap_or_default();
        Error::parse(self.name, line + 1, 1, reason)
    }

    /// Number of lines before the first record.
    pub fn skipped(&self, kind: &FormatKind) -> usize {
        match kind {
            FormatKind::Table(table) => self.lines_before(table),
            _ => 0,
        }
    }

    /// Number of lines before the first row.
    fn lines_before(&self, table: &TableFormat) -> usize {
        let (first, _) = self.first().unwrap_or_default();
        first as usize + usize::from(table.records.has_header)
    }

    /// Format with columns.
    fn table(&self, mut table: TableFormat) -> Result<FormatKind, Error> {
        let rows = after_lines(self.text, self.lines_before(&table));
        table.records.passes_all = self.options.keep_columns;
        let found = table.look_at_head(rows, self.options.column.as_deref());
        found.map_err(|reason| self.error(reason))?;
        self.require_rules(&table.records.names, table.records.wanted)?;
        Ok(FormatKind::Table(table))
    }

    /// Requires that columns with rules of the puzzles are read, unless the user names the column
    /// of the puzzles.
    fn require_rules(&self, names: &[String], puzzle: usize) -> Result<(), Error> {
        let variant = self.outline.variant();
        let used = [
            (variant.own_cages, "cages"),
            (variant.own_regions, "regions"),
        ];
        let used = used
            .into_iter()
            .filter_map(|(is_used, name)| is_used.then_some(name));
        let unused = unused_rules(names, puzzle, &used.collect::<Vec<_>>());
        let Some(name) = unused.filter(|_| self.options.column.is_none()) else {
            return Ok(());
        };
        let lower = name.to_ascii_lowercase();
        let reads = match &*lower {
            "rules" => String::new(),
            _ => format!("--{lower} each reads it, in commands with this flag; "),
        };
        let ignores = format!("--column {} ignores it", names[puzzle]);
        let reason = format!("the column {name} changes the puzzles, and is not read");
        Err(self.error(format!("{reason}\nhint: {reads}{ignores}")))
    }

    /// Column of puzzles that the user wants, or none if the format has no such column.
    fn wanted_column(&self, first: &[u8]) -> Result<Option<TableFormat>, String> {
        let Some(column) = &self.options.column else {
            return Ok(None);
        };
        let is_line = |field: &str| self.is_line(field.as_bytes());
        TableFormat::with_column(first, column, is_line).map(Some)
    }

    /// Format with JSON objects, if the first line is one.
    fn objects(&self) -> Result<Option<FormatKind>, Error> {
        let (_, first) = self.first().unwrap_or_default();
        let objects = TableFormat::of_object(first, self.options.column.as_deref());
        let objects = objects.map_err(|reason| self.error(reason))?;
        objects.map(|objects| self.table(objects)).transpose()
    }

    /// Format with grids, if at least one can be read.
    fn grids(&self, expect: Expect) -> Option<GridFormat> {
        GridFormat::detect(self.beginning(), self.outline, &self.signs, expect)
    }

    /// Format with grids, even if none can be read.
    fn any_grids(&self, expect: Expect) -> GridFormat {
        self.grids(expect).unwrap_or_else(|| GridFormat {
            outline: Arc::clone(self.outline),
            signs: Arc::clone(&self.signs),
            expect,
            dash_is_cell: false,
            is_spaced: false,
        })
    }

    /// Format with columns between one of these delimiters.
    fn delimited(&self, delimiters: &[u8]) -> Result<FormatKind, Error> {
        let Some((_, first)) = self.first() else {
            return Ok(FormatKind::Lines);
        };
        let found = match self.wanted_column(first) {
            Ok(None) => TableFormat::detect(first, delimiters),
            found => found,
        };
        let table = found.and_then(|table| {
            table.ok_or_else(|| {
                "no header that names a column of puzzles\nhint: --column N names one by its number"
                    .to_owned()
            })
        });
        self.table(table.map_err(|reason| self.error(reason))?)
    }

    /// Returns the format.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for a format that is not known, or without the column of the options, and if
    /// nothing can be read unless with other symbols.
    pub fn format(&self, expect: Expect) -> Result<FormatKind, Error> {
        let format = |head: &Self| match head.options.format {
            Some(format) => head.named_format(format),
            None => head.detected_format(expect),
        };
        let reads_some = |head: &Self, found: &Result<FormatKind, Error>| {
            let found = found.as_ref();
            found.is_ok_and(|kind| head.reads_some(kind, expect))
        };
        let found = format(self);
        if reads_some(self, &found) {
            return found;
        }
        let Some(unknown) = UnknownSymbol::of(&self.first_lines, &self.signs, self.digits()) else {
            return found;
        };
        for (signs, hint) in unknown.explanations(&self.signs, self.digits()) {
            let head = Self {
                signs: Arc::new(signs),
                ..self.clone()
            };
            if reads_some(&head, &format(&head)) {
                return Err(Error::Parse {
                    name: self.name.to_owned(),
                    line: unknown.line + 1,
                    column: unknown.column,
                    reason: format!("{}\nhint: {hint}", TextFault::Illegal(unknown.symbol)),
                });
            }
        }
        found
    }

    /// True if a puzzle among the first lines can be read.
    fn reads_some(&self, kind: &FormatKind, expect: Expect) -> bool {
        let rows = after_lines(self.beginning(), self.skipped(kind));
        let reads_it = |text: &[u8]| is_puzzle(text, self.outline, &self.signs, expect);
        let mut reads = false;
        kind.visit_unread(rows, 1, |raw| {
            reads = reads || raw.reject.is_none() && reads_it(raw.text);
        });
        reads
    }

    /// Returns the format for a name.
    fn named_format(&self, format: InputFormat) -> Result<FormatKind, Error> {
        Ok(match format {
            InputFormat::Hodoku
            | InputFormat::Link
            | InputFormat::Solo
            | InputFormat::OpenSudoku
            | InputFormat::Sdx => FormatKind::Special(ProgramFormat::named(format, self.outline)),
            InputFormat::Lines => FormatKind::Lines,
            InputFormat::Grid | InputFormat::Sdk => {
                FormatKind::Grids(self.any_grids(Expect::Digits))
            }
            InputFormat::Candidates => FormatKind::Grids(self.any_grids(Expect::Candidates)),
            InputFormat::Csv => self.delimited(b",;")?,
            InputFormat::Tsv => self.delimited(b"\t")?,
            InputFormat::Json => match (self.objects()?, self.first()) {
                (Some(found), _) => found,
                (None, Some(_)) => return Err(self.error("not an object of JSON")),
                (None, None) => FormatKind::Lines,
            },
        })
    }

    /// Detects the format from the head.
    fn detected_format(&self, expect: Expect) -> Result<FormatKind, Error> {
        let Some((_, first)) = self.first() else {
            return Ok(FormatKind::Lines);
        };
        if first.trim_ascii_start().starts_with(b"{")
            && let Some(found) = self.objects()?
        {
            return Ok(found);
        }
        if self.options.column.is_none()
            && let Some(special) = ProgramFormat::detect(self.text, &self.first_lines, self.outline)
        {
            return Ok(FormatKind::Special(special));
        }
        let found = match self.wanted_column(first) {
            Ok(None) => TableFormat::detect(first, DELIMITERS)
                .map(|table| table.or_else(|| TableFormat::detect_rows(&self.first_lines))),
            found => found,
        };
        if let Some(table) = found.map_err(|reason| self.error(reason))? {
            return self.table(table);
        }
        let unnamed = self
            .first_lines
            .get(1)
            .filter(|_| self.options.outline.is_none());
        if let Some(names) =
            unnamed.and_then(|(_, row)| TableFormat::names_without_puzzle(first, row))
        {
            let names = names.join(", ");
            let reason = format!("no column called puzzle\nhint: --column NAME, one of: {names}");
            return Err(self.error(reason));
        }
        self.lines_or_grids(first, expect)
    }

    /// Detects lines or grids of 9×9 cells, or of a variant.
    fn lines_or_grids(&self, first: &[u8], expect: Expect) -> Result<FormatKind, Error> {
        let is_classic = self.options.outline.is_none();
        let mut lines = self.first_lines.iter().map(|&(_, line)| line);
        let looks_whole = |line: &[u8]| {
            line_format::looks_like_puzzle(line) || line_format::is_puzzle_of_separated_cells(line)
        };
        let has_lines = if is_classic {
            self.signs.is_usual() && lines.all(looks_whole)
        } else {
            self.is_line(first)
        };
        if has_lines {
            return Ok(FormatKind::Lines);
        }
        if let Some(grids) = self.grids(expect) {
            return Ok(FormatKind::Grids(grids));
        }
        if self.first_lines.iter().any(|(_, line)| self.is_meant(line)) {
            return Ok(FormatKind::Lines);
        }
        if is_classic && let Some(side) = puzzle_size::size_of_lines(&self.first_lines) {
            let reason = GridFault::Size(side).to_string();
            return Err(self.error(format!(
                "{reason}\nhint: `countless sudoku solve --size {side}` reads it, as do all commands \
                 with --size"
            )));
        }
        self.damaged(expect)
    }

    /// True if a line is meant as a puzzle.
    fn is_meant(&self, line: &[u8]) -> bool {
        if self.is_line(line) {
            return true;
        }
        if self.options.outline.is_none() {
            return line_format::looks_like_puzzle(line);
        }
        // A puzzle has more characters than half of its cells, and more than a row can have.
        let (word, cells) = (line_format::cells(line).len(), self.outline.cells());
        2 * word > cells && word > 2 * self.outline.side() || word == cells
    }

    /// True if a line is a puzzle.
    fn is_line(&self, line: &[u8]) -> bool {
        is_puzzle(line, self.outline, &self.signs, Expect::Digits)
    }

    /// Returns grids even though they cannot be read, or an error that names the apparent format.
    fn damaged(&self, expect: Expect) -> Result<FormatKind, Error> {
        if let Some(reason) = puzzle_beside_fields(&self.first_lines) {
            return Err(self.error(reason));
        }
        let lines = self.first_lines.iter().map(|&(_, line)| line);
        let is_known = is_json(&self.first_lines)
            || is_headed(&self.first_lines)
            || is_three_lines_a_row(&self.first_lines);
        if !is_known {
            if let Some(grids) = self.any_grids(expect).if_mostly_rows(lines) {
                return Ok(FormatKind::Grids(grids));
            }
            // Puzzles may follow after many lines of something else.
            let mut all = numbered_lines(self.text, 0);
            if all.any(|(_, line)| !is_blank_or_comment(line) && self.is_meant(line)) {
                return Ok(FormatKind::Lines);
            }
        }
        match unknown_format_reason(&self.first_lines) {
            Some(reason) => Err(self.error(reason)),
            None => Ok(FormatKind::Lines),
        }
    }
}
