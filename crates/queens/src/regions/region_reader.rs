//! Reader that divides inputs into boards.
//!
//! A board is a row of a table, a line, N lines of N squares between blank lines, or a list in
//! brackets over any number of lines. Consecutive lines without a blank line between them are one
//! record, valid or not, unless each of them is a board.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::MAX_N;
use super::super::board_batch::ReadBoards;
use super::Regions;
use super::board_line::{BoardLine, RegionFault};
use super::region_format::{OtherColumns, RegionFormat};
use super::region_record::RegionRecord;
use countless_engine::Error;
use countless_table::Input;
use countless_table::delimited::places_by_name;
use countless_table::input_lines::{LONGEST_RECORD, Lines};

/// Most lines of a record that are stored.
const MOST_LINES: usize = 4 * MAX_N;

/// Number of lines of the head that are examined for the input format and columns of numbers.
const HEAD_LINES: usize = 64;

/// Options of the user for reading inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionReaderOptions {
    /// Column of the board, by name or by number from 1.
    pub column: Option<String>,
    /// Passed columns; `None` if columns are not passed.
    pub passed: Option<OtherColumns>,
}

/// Reads the board of an input with exactly one board.
pub(super) fn only_board(input: Input) -> Result<Regions, Error> {
    let mut boards = StrictReader::of(input)?;
    let Some((_, board)) = boards.next()? else {
        return Err(boards.error(no_board()));
    };
    match boards.next()? {
        None => Ok(board),
        Some((second, _)) => {
            let reason = "expected one board, found a second\nhint: --board K selects the K-th";
            Err(boards.error(second.fault(0, reason)))
        }
    }
}

/// Reads one board of an input, by its number from 1.
pub(super) fn nth_board(input: Input, number: u64) -> Result<Regions, Error> {
    let mut boards = StrictReader::of(input)?;
    let (mut last, mut found) = (None, 0);
    while found < number {
        match boards.next()? {
            Some((place, board)) => last = Some((place, board)),
            None => break,
        }
        found += 1;
    }
    match last {
        Some((_, board)) if found == number => Ok(board),
        Some((place, _)) => {
            let reason =
                format!("--board: expected at most {found}, the number of boards, found {number}");
            Err(boards.error(place.fault(0, reason)))
        }
        None => Err(boards.error(no_board())),
    }
}

/// Fault of an input without boards.
fn no_board() -> RegionFault {
    RegionFault {
        line: 1,
        column: 1,
        reason: super::cells::NO_SQUARES.to_owned(),
    }
}

/// Reader of an input that fails at the first invalid record.
struct StrictReader {
    reader: RegionReader,
}

impl StrictReader {
    fn of(input: Input) -> Result<Self, Error> {
        let reader = RegionReader::new(input, &RegionReaderOptions::default())?;
        Ok(Self { reader })
    }

    fn error(&self, fault: RegionFault) -> Error {
        Error::Parse {
            name: self.reader.source.name().to_string(),
            line: fault.line,
            column: fault.column,
            reason: fault.reason,
        }
    }

    /// Returns the next board, and its first line.
    fn next(&mut self) -> Result<Option<(BoardLine, Regions)>, Error> {
        let Some(record) = self.reader.record()? else {
            return Ok(None);
        };
        let board = record.board().map_err(|fault| self.error(fault))?;
        let place = record.lines.into_iter().next();
        Ok(place.map(|place| (place, board)))
    }
}

/// Reader of the boards of one input.
#[derive(Debug)]
pub(super) struct RegionReader {
    source: Lines,
    layout: RegionFormat,
    other_columns: OtherColumns,
    /// Indices of the passed columns, from 0.
    passed: Vec<usize>,
    /// Lines that were read ahead and do not belong to a record yet.
    ahead: VecDeque<BoardLine>,
    /// Boards of a list that was read, and that are still to be returned.
    from_list: VecDeque<RegionRecord>,
}

impl ReadBoards for RegionReader {
    type Record = RegionRecord;

    fn source(&self) -> &Lines {
        &self.source
    }

    fn record(&mut self) -> Result<Option<RegionRecord>, Error> {
        match self.layout {
            RegionFormat::Text => self.text_record(),
            RegionFormat::Table(_) => self.row_record(),
        }
    }
}

impl RegionReader {
    pub fn new(input: Input, options: &RegionReaderOptions) -> Result<Self, Error> {
        let source = Lines::new(input, "boards")?;
        let name = Arc::clone(source.name());
        let head = source.head(HEAD_LINES).into_iter().zip(1..);
        let head = head.map(|(text, number)| BoardLine {
            number,
            indent: 0,
            text,
        });
        let head: Vec<BoardLine> = head.collect();
        let mut layout = RegionFormat::detect(&head, options.column.as_deref(), &name)?;
        let beside = layout.other_columns(&head);
        if options.passed.is_some() {
            layout.pass_all();
        }
        let kept = match &options.passed {
            None => Vec::new(),
            Some(wanted) => passed_places(wanted, &beside).ok_or_else(|| Error::Parse {
                name: name.to_string(),
                line: 1,
                column: 1,
                reason: format!(
                    "other columns than those of the first input, which are: {}",
                    wanted.names.join(", ")
                ),
            })?,
        };
        let mut reader = Self {
            source,
            passed: kept,
            layout,
            other_columns: beside,
            ahead: VecDeque::new(),
            from_list: VecDeque::new(),
        };
        if matches!(&reader.layout, RegionFormat::Table(table) if table.has_header) {
            while reader.read_line()?.is_some_and(|line| line.is_blank()) {}
        }
        Ok(reader)
    }

    /// Passes on all columns other than that of the board.
    pub fn pass_all(&mut self) -> OtherColumns {
        self.layout.pass_all();
        self.passed.clone_from(&self.other_columns.places);
        self.other_columns.clone()
    }

    /// Returns the next row of a table.
    fn row_record(&mut self) -> Result<Option<RegionRecord>, Error> {
        loop {
            let RegionFormat::Table(table) = &self.layout else {
                return Ok(None);
            };
            let Some((number, text)) = self.source.next(table.delimiter)? else {
                return Ok(None);
            };
            if let RegionFormat::Table(table) = &self.layout
                && !text.trim().is_empty()
                && (table.has_header || !text.starts_with('#'))
            {
                return Ok(Some(table.record(&text, number, &self.passed)));
            }
        }
    }

    /// Reads the line after `ahead`; `None` at the end.
    fn read_line(&mut self) -> Result<Option<BoardLine>, Error> {
        let line = self.source.line()?;
        Ok(line.map(|(number, text)| BoardLine {
            number,
            indent: 0,
            text,
        }))
    }

    /// Reads ahead until `wanted` lines are ahead, the last is blank, or the input ends.
    fn look_ahead(&mut self, wanted: usize) -> Result<(), Error> {
        while self.ahead.len() < wanted && !self.ahead.back().is_some_and(BoardLine::is_blank) {
            match self.read_line()? {
                // Lines of a frame are ignored.
                Some(line) if line.is_border() => {}
                Some(line) => self.ahead.push_back(line),
                None => break,
            }
        }
        Ok(())
    }

    /// Returns the next text among lines that should be a board.
    fn text_record(&mut self) -> Result<Option<RegionRecord>, Error> {
        if let Some(record) = self.from_list.pop_front() {
            return Ok(Some(record));
        }
        while self.ahead.front().is_none_or(BoardLine::is_blank) {
            self.ahead.pop_front();
            self.look_ahead(1)?;
            if self.ahead.is_empty() {
                return Ok(None);
            }
        }
        let first = &self.ahead[0];
        if first.is_bracketed() && bracket_depth(first) != Some(1) {
            return self.list_record().map(Some);
        }
        let widths = first.widths();
        let widths = widths
            .into_iter()
            .filter(|width| (2..=MAX_N).contains(width));
        for width in widths.collect::<Vec<_>>() {
            self.look_ahead(width + 2)?;
            let block = self.block();
            if is_grid(&block, width) {
                let rows = block.len();
                return Ok(Some(self.take_record(rows)));
            }
        }
        self.look_ahead(2)?;
        // A line that is a board of four rows or more is a record. Smaller boards are rather rows
        // of a damaged board, except boards of a single square.
        let block = self.block();
        let is_single = |line: &&BoardLine| line.widths() == [1];
        if block.len() == 1 || block[0].is_board(LEAST_ROWS) || block.iter().all(is_single) {
            return Ok(Some(self.take_record(1)));
        }
        let mut record = self.take_record(1);
        loop {
            self.look_ahead(1)?;
            match self.ahead.front() {
                Some(line) if !line.is_blank() && !line.is_board(LEAST_ROWS) => {
                    if record.lines.len() < MOST_LINES {
                        record.append(self.take_record(1));
                    } else {
                        self.ahead.pop_front();
                    }
                }
                _ => return Ok(Some(record)),
            }
        }
    }

    /// Returns the lines ahead up to a blank line.
    fn block(&self) -> Vec<&BoardLine> {
        let lines = self.ahead.iter().take_while(|line| !line.is_blank());
        lines.collect()
    }

    /// Removes the first lines ahead and makes a record of them.
    fn take_record(&mut self, lines: usize) -> RegionRecord {
        RegionRecord::of(self.ahead.drain(..lines).collect())
    }

    /// Reads a list, which ends where its brackets are closed.
    fn list_record(&mut self) -> Result<RegionRecord, Error> {
        let (mut lines, mut open, mut length) = (Vec::new(), 0_isize, 0);
        loop {
            let line = match self.ahead.pop_front() {
                Some(line) => Some(line),
                None => self.read_line()?,
            };
            let Some(line) = line else { break };
            length += line.text.len();
            if length > LONGEST_RECORD {
                return Err(self.source.too_long().into());
            }
            open += bracket_steps(&line).sum::<isize>();
            lines.push(line);
            if open <= 0 {
                break;
            }
        }
        if is_row(&lines) {
            // With rows below it, it is the first row of a board with damaged brackets.
            while lines.len() < MOST_LINES {
                self.look_ahead(1)?;
                match self.ahead.front() {
                    Some(line) if line.is_bracketed() && bracket_depth(line) == Some(1) => {
                        lines.extend(self.ahead.pop_front());
                    }
                    _ => break,
                }
            }
        }
        let mut boards: VecDeque<RegionRecord> = boards_of_list(&lines)
            .into_iter()
            .map(RegionRecord::of)
            .collect();
        let first = boards.pop_front();
        self.from_list = boards;
        Ok(first.unwrap_or_else(|| RegionRecord::of(lines)))
    }
}

/// Least rows of a board that is recognised among rows of other boards.
const LEAST_ROWS: usize = 4;

/// Returns 1 for each opening bracket of a line, and -1 for each closing one.
fn bracket_steps(line: &BoardLine) -> impl Iterator<Item = isize> {
    line.without_comment().chars().filter_map(|c| match c {
        '[' => Some(1),
        ']' => Some(-1),
        _ => None,
    })
}

/// Returns the depth of the lists of a line; `None` unless all are closed.
fn bracket_depth(line: &BoardLine) -> Option<isize> {
    let (mut open, mut deepest) = (0, 0);
    for step in bracket_steps(line) {
        open += step;
        deepest = deepest.max(open);
    }
    (open == 0).then_some(deepest)
}

/// Returns whether the brackets of a list hold a single list of squares.
fn is_row(lines: &[BoardLine]) -> bool {
    let mut steps = lines.iter().flat_map(bracket_steps);
    let opening = steps.by_ref().take_while(|&step| step > 0).count();
    opening > 0 && steps.all(|step| step < 0)
}

/// Returns the boards of a list of boards, three brackets deep, each with its place. Empty for any
/// other list.
fn boards_of_list(lines: &[BoardLine]) -> Vec<Vec<BoardLine>> {
    let (mut boards, mut board): (Vec<Vec<BoardLine>>, Vec<BoardLine>) = (Vec::new(), Vec::new());
    let (mut open, mut deepest) = (0, 0);
    for line in lines {
        let text = line.without_comment();
        let mut start = (open > 1).then_some(0);
        for (at, c) in text.char_indices() {
            let part = |start: usize, end: usize| BoardLine {
                number: line.number,
                indent: line.indent + text[..start].chars().count(),
                text: text[start..end].to_owned(),
            };
            match c {
                '[' => {
                    open += 1;
                    deepest = deepest.max(open);
                    if open == 2 {
                        start = Some(at);
                    }
                }
                ']' => {
                    open -= 1;
                    if open == 1 {
                        board.extend(start.take().map(|start| part(start, at + 1)));
                        boards.push(std::mem::take(&mut board));
                    }
                }
                c if open == 1 && c != ',' && !c.is_whitespace() => return Vec::new(),
                _ => {}
            }
        }
        if let Some(start) = start.filter(|_| open > 1) {
            board.push(BoardLine {
                number: line.number,
                indent: line.indent + text[..start].chars().count(),
                text: text[start..].to_owned(),
            });
        }
    }
    if deepest == 3 && open == 0 {
        boards
    } else {
        Vec::new()
    }
}

/// Returns the indices of the wanted columns; `None` unless the input has these columns and no
/// others. Columns of one name are taken in their order.
fn passed_places(wanted: &OtherColumns, there: &OtherColumns) -> Option<Vec<usize>> {
    let places = places_by_name(&wanted.names, &there.names)?;
    Some(
        places
            .into_iter()
            .map(|place| there.places[place])
            .collect(),
    )
}

/// Returns whether lines without blank lines between them are the rows of one board, perhaps with
/// row and column numbers. There must be as many lines as squares in each. If every line could be a
/// board, too, together they must have more regions than one such board.
fn is_grid(block: &[&BoardLine], width: usize) -> bool {
    if block.len() == width + 1 && block[0].is_column_numbers() {
        return true;
    }
    if block.len() != width || block.iter().any(|line| !line.widths().contains(&width)) {
        return false;
    }
    let mut sorts: Vec<String> = block.iter().flat_map(|line| line.squares(width)).collect();
    sorts.sort_unstable();
    sorts.dedup();
    sorts.len() > width.isqrt() || !block.iter().all(|line| line.is_board(1))
}
