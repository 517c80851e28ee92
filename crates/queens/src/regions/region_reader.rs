//! Reader that divides inputs into boards.
//!
//! A board is a row of a table, a line, N lines of N squares between blank lines, or a list in
//! brackets over any number of lines. Consecutive lines without a blank line between them are one
//! record, valid or not, unless each of them is a board.

use std::collections::VecDeque;

use super::super::MAX_N;
use super::super::board_batch::{BoardRecord, ReadBoards, SolvedBoard};
use super::Regions;
use super::cells::{BoardLine, NO_SQUARES, ReadRegions, read};
use countless_engine::Error;
use countless_simd::distinct;
use countless_table::Input;
use countless_table::delimited::{delimiter_of, names};
use countless_table::input_lines::{LONGEST_RECORD, Lines};
use countless_table::json_object::JsonObject;
use countless_table::records::{
    Place, RecordFault, RecordFormat, RecordSyntax, given_name, is_name, missing_column, place_of,
    places_by_name, unused_rules, usual_column,
};

/// Most lines of a record that are stored.
const MOST_LINES: usize = 4 * MAX_N;

/// Number of lines of the head that are examined for the input format and columns of numbers.
const HEAD_LINES: usize = 64;

/// Options of the user for reading inputs.
#[derive(Clone, Debug, Default)]
pub struct RegionReaderOptions {
    /// Column of the board, by name or by number from 1.
    pub column: Option<String>,
    /// Passed columns; `None` if columns are not passed.
    pub passed: Option<OtherColumns>,
}

/// Text that should be a board, as lines.
pub type RegionRecord = BoardRecord<Vec<BoardLine>>;

/// Makes a record of lines.
fn record_of(lines: Vec<BoardLine>) -> RegionRecord {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    BoardRecord {
        place: lines
            .first()
            .map_or((1, 1), |line| (line.number, line.indent + 1)),
        row: texts.join("\n"),
        passed: Vec::new(),
        board: Ok(lines),
    }
}

/// Reads the board of a record.
///
/// # Errors
///
/// The fault of the record, or of its board.
pub fn board_of(record: &RegionRecord) -> Result<ReadRegions, RecordFault> {
    record
        .board
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|lines| read(lines))
}

/// Reads one board of an input, by its number from 1, or the only one.
pub(super) fn one_board(input: Input, number: Option<u64>) -> Result<Regions, Error> {
    let mut boards = RegionReader::new(input, &RegionReaderOptions::default())?;
    let (mut last, mut found) = (None, 0);
    while found < number.unwrap_or(2)
        && let Some(board) = boards.next_board()?
    {
        last = Some(board);
        found += 1;
    }
    let Some((place, board)) = last else {
        return Err(boards.error(RecordFault::at_start(NO_SQUARES)));
    };
    let reason = match number {
        None if found > 1 => {
            "expected one board, found a second\nhint: --board K selects the K-th".to_owned()
        }
        Some(number) if found < number => {
            format!("--board: expected at most {found}, the number of boards, found {number}")
        }
        _ => return Ok(board),
    };
    Err(boards.error(RecordFault::at(place, reason)))
}

/// Reader of the boards of one input.
#[derive(Debug)]
pub struct RegionReader {
    lines: Lines,
    /// Columns of the boards, if they are not lines of text.
    table: Option<RecordFormat>,
    /// Indices of the passed columns, from 0.
    passed: Vec<usize>,
    /// Lines that were read ahead and do not belong to a record yet.
    ahead: VecDeque<BoardLine>,
    /// Boards of a list that was read, and that are still to be returned.
    from_list: VecDeque<RegionRecord>,
}

impl ReadBoards for RegionReader {
    type Board = Vec<BoardLine>;

    fn lines(&self) -> &Lines {
        &self.lines
    }

    fn record(&mut self) -> Result<Option<RegionRecord>, Error> {
        let Some(table) = &self.table else {
            return self.text_record();
        };
        while let Some((number, row)) = self.lines.record(table)? {
            if !row.trim().is_empty() && (table.has_header || !row.starts_with('#')) {
                return Ok(Some(table_record(table, row, number, &self.passed)));
            }
        }
        Ok(None)
    }
}

impl RegionReader {
    /// Opens an input and recognises its format.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or its head fits no format.
    pub fn new(input: Input, options: &RegionReaderOptions) -> Result<Self, Error> {
        let lines = Lines::new(input, "boards")?;
        let head = lines.head(HEAD_LINES).into_iter().zip(1..);
        let head = head.map(|(text, number)| BoardLine {
            number,
            indent: 0,
            text,
        });
        let head: Vec<BoardLine> = head.collect();
        let table = table_of_head(&head, options.column.as_deref()).map_err(|reason| {
            let first = head
                .iter()
                .find(|line| !line.is_blank())
                .unwrap_or(&head[0]);
            first.fault(0, reason).in_input(lines.name())
        })?;
        let mut reader = Self {
            lines,
            table,
            passed: Vec::new(),
            ahead: VecDeque::new(),
            from_list: VecDeque::new(),
        };
        if let Some(wanted) = &options.passed {
            let there = reader.pass_all();
            let places = places_by_name(&wanted.names, &there.names).ok_or_else(|| {
                let names = wanted.names.join(", ");
                let reason =
                    format!("other columns than those of the first input, which are: {names}");
                reader.error(RecordFault::at_start(reason))
            })?;
            reader.passed = places
                .into_iter()
                .map(|place| there.places[place])
                .collect();
        }
        if reader.table.as_ref().is_some_and(|table| table.has_header) {
            while reader.read_line()?.is_some_and(|line| line.is_blank()) {}
        }
        Ok(reader)
    }

    /// Passes on all columns other than that of the board.
    pub fn pass_all(&mut self) -> OtherColumns {
        let Some(table) = &mut self.table else {
            return OtherColumns::default();
        };
        table.passes_all = true;
        let all = OtherColumns::of(table);
        self.passed.clone_from(&all.places);
        all
    }

    /// Returns the next board, and its place.
    fn next_board(&mut self) -> Result<Option<(Place, Regions)>, Error> {
        let Some(record) = self.record()? else {
            return Ok(None);
        };
        let read = board_of(&record).map_err(|fault| self.error(fault))?;
        Ok(Some((record.place, read.regions)))
    }

    /// Reads the line after `ahead`; `None` at the end.
    fn read_line(&mut self) -> Result<Option<BoardLine>, Error> {
        Ok(self.lines.line()?.map(|(number, text)| BoardLine {
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
                return Ok(Some(self.take_record(block.len())));
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
        let mut lines: Vec<BoardLine> = self.ahead.drain(..1).collect();
        loop {
            self.look_ahead(1)?;
            match self.ahead.front() {
                Some(line) if !line.is_blank() && !line.is_board(LEAST_ROWS) => {
                    let line = self.ahead.pop_front();
                    lines.extend(line.filter(|_| lines.len() < MOST_LINES));
                }
                _ => return Ok(Some(record_of(lines))),
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
        record_of(self.ahead.drain(..lines).collect())
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
                return Err(self.lines.too_long().into());
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
        let mut boards: VecDeque<RegionRecord> =
            boards_of_list(&lines).into_iter().map(record_of).collect();
        let first = boards.pop_front();
        self.from_list = boards;
        Ok(first.unwrap_or_else(|| record_of(lines)))
    }
}

/// Least rows of a board that is recognised among rows of other boards, or in a column with another
/// name. Smaller boards have no solution, except a single square.
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
    let squares = block.iter().flat_map(|line| line.squares(width));
    let sorts: Vec<String> = distinct(squares.collect());
    sorts.len() > width.isqrt() || !block.iter().all(|line| line.is_board(1))
}

/// Names of a column of boards, in order of preference.
const BOARD_NAMES: &[&str] = &["puzzle", "puzzles", "board", "boards", "regions", "grid"];

/// Name of a region that no board has: a character for private use.
const OTHER_REGION: &str = "\u{e000}";

/// Columns of an input other than that of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherColumns {
    /// Names in the result.
    pub names: Vec<String>,
    /// Indices in the input, from 0.
    pub places: Vec<usize>,
    /// True for each column with numbers in the first rows.
    pub numbers: Vec<bool>,
}

impl OtherColumns {
    /// Returns the columns of an input.
    pub fn of(table: &RecordFormat) -> Self {
        let own = SolvedBoard::columns(true);
        let name = |&place: &usize| {
            let name = &table.names[place];
            if own.has(name) {
                given_name(name, &table.names)
            } else {
                name.clone()
            }
        };
        let places = (0..table.names.len()).filter(|&place| place != table.wanted);
        let places: Vec<usize> = places.collect();
        Self {
            names: places.iter().map(name).collect(),
            numbers: places.iter().map(|&place| table.numbers[place]).collect(),
            places,
        }
    }
}

/// Recognises the table of an input by the first lines. `wanted` is the column of boards, if the user
/// names it. An error is the reason, which is about the first line with content.
pub(super) fn table_of_head(
    head: &[BoardLine],
    wanted: Option<&str>,
) -> Result<Option<RecordFormat>, String> {
    let mut lines = head.iter().filter(|line| !line.is_blank());
    let Some(first) = lines.next() else {
        return Ok(None);
    };
    let Some(mut table) = detect(&first.text, lines.clone().next(), wanted)? else {
        return Ok(None);
    };
    let rows = std::iter::once(first).chain(lines);
    let rows = rows.skip(usize::from(table.has_header));
    let rows: Vec<&str> = rows.map(|line| line.text.as_str()).collect();
    table.look_at_head(rows.join("\n").as_bytes(), |_| false);
    Ok(Some(table))
}

/// Recognises a table by its first two lines with content.
fn detect(
    first: &str,
    second: Option<&BoardLine>,
    wanted: Option<&str>,
) -> Result<Option<RecordFormat>, String> {
    let text = first.trim_end();
    if text.trim_start().starts_with('{') {
        let object: JsonObject = serde_json::from_str(text)
            .map_err(|fault| format!("not an object of JSON in one line: {fault}"))?;
        let objects = RecordFormat::of_object(object, wanted, |names| {
            usual_board(names)?.ok_or_else(|| missing_column(BOARD_NAMES[0], names))
        });
        return objects.map(Some);
    }
    if text.trim_start().starts_with('[') && wanted.is_none() {
        return Ok(None);
    }
    let delimiter = delimiter_of(text.as_bytes());
    let syntax = RecordSyntax::Delimited(delimiter);
    let fields = names(text.as_bytes(), delimiter).unwrap_or_default();
    if let Some(wanted) = wanted {
        let is_content = |field: &str| field_lines(field, 1, 0)[0].is_board(2);
        return RecordFormat::with_column(syntax, fields, wanted, is_content).map(Some);
    }
    if let Some(board) = usual_board(&fields)? {
        return Ok(Some(RecordFormat::new(syntax, fields, board, true)));
    }
    if fields.len() < 2 || is_board_with_separators(&fields) {
        return Ok(None);
    }
    if let Some(board) = board_field(&fields)? {
        return Ok(Some(RecordFormat::new(syntax, fields, board, false)));
    }
    let below = second.and_then(|line| names(line.text.as_bytes(), delimiter));
    let is_header = |field: &String| is_name(field) && !is_board(field);
    match below {
        Some(below) if below.len() == fields.len() && fields.iter().all(is_header) => {
            let board = board_field(&below)?;
            Ok(board.map(|board| RecordFormat::new(syntax, fields, board, true)))
        }
        _ => Ok(None),
    }
}

/// Returns the column with one of the usual names. Columns that change the boards are refused.
fn usual_board(names: &[String]) -> Result<Option<usize>, String> {
    let board = usual_column(names, BOARD_NAMES)?;
    if let Some(board) = board
        && let Some(name) = unused_rules(names, board, &[])
    {
        return Err(format!(
            "the column {name} changes the boards, and is not read\nhint: --column {} ignores it",
            names[board]
        ));
    }
    Ok(board)
}

/// Returns the index of the only field that is a board. An error is the reason, if there are several.
fn board_field(fields: &[String]) -> Result<Option<usize>, String> {
    let mut boards = (1..).zip(fields).filter(|(_, field)| is_board(field));
    match (boards.next(), boards.next()) {
        (Some((one, _)), Some((other, _))) => Err(format!(
            "columns {one} and {other} hold boards: name one by --column"
        )),
        (board, _) => Ok(board.map(|(number, _): (usize, _)| number - 1)),
    }
}

/// Reads the row that begins on line `number`, and passes on the columns `passed`.
pub(super) fn table_record(
    table: &RecordFormat,
    row: String,
    number: u64,
    passed: &[usize],
) -> BoardRecord<Vec<BoardLine>> {
    let mut fields = Vec::new();
    let read = table.read(row.as_bytes(), Ok(&row), number, &mut fields);
    let (line, column) = place_of(row.as_bytes(), read.offset);
    let place = (number + line - 1, column);
    let (board, passed) = if let Some(fault) = read.fault {
        (Err(fault), vec![String::new(); passed.len()])
    } else {
        let board = field_lines(&read.fields[table.wanted], place.0, column - 1);
        let passed = passed.iter().map(|&index| read.fields[index].to_string());
        (Ok(board), passed.collect())
    };
    BoardRecord {
        place,
        row,
        passed,
        board,
    }
}

/// Divides a field into lines. The field of an object is a single line.
fn field_lines(text: &str, number: u64, indent: usize) -> Vec<BoardLine> {
    let lines = text.split('\n').zip(number..).enumerate();
    let line = |(index, (text, number)): (usize, (&str, u64))| BoardLine {
        number,
        indent: if index == 0 { indent } else { 0 },
        text: text.trim_end_matches('\r').to_owned(),
    };
    lines.map(line).collect()
}

/// Returns whether a line is rather one board with separators than a table: without its separators,
/// or with a square in place of each. A field of a damaged board can be a smaller board.
fn is_board_with_separators(fields: &[String]) -> bool {
    let known: String = fields.concat().chars().take(1).collect();
    ["", &known, OTHER_REGION]
        .iter()
        .any(|square| is_board(&fields.join(square)))
}

/// Returns whether a field is a board by itself.
fn is_board(field: &str) -> bool {
    let is_long = field.chars().count() >= LEAST_ROWS * LEAST_ROWS;
    is_long && field_lines(field, 1, 0)[0].is_board(LEAST_ROWS)
}
