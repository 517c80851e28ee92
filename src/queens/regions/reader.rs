//! Cuts inputs into boards.
//!
//! A board is a row of a table, a line, or N lines of N squares between blank lines; or a list in
//! brackets, over any number of lines. Lines that follow one another without a blank line are
//! one record, good or bad, unless each of them is a board.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use super::super::MAX_N;
use super::Regions;
use super::cells::{Fault, Line, read};
use super::layout::{Beside, Layout};
use crate::error::Error;
use crate::io::delimited::record_end;
use crate::io::{Input, foreign};

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// A line or a list of this many bytes is none of a board.
const TOO_LONG: usize = 1 << 20;

/// How many boards are solved by one thread at a time.
const TOGETHER: usize = 32;

/// How many lines of a record are kept at most.
const MOST_LINES: usize = 4 * MAX_N;

/// How many lines of the head are looked at for columns of numbers.
const TELLING: usize = 64;

/// Some text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The text of the board, at least one line.
    pub lines: Vec<Line>,
    /// All of it as it stands in the input.
    pub row: String,
    /// The other columns, if they are passed on.
    pub kept: Vec<String>,
    /// Why it cannot be a board, whatever its text.
    pub bad: Option<Fault>,
}

/// Some records of one input.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// What messages call the input.
    pub name: Arc<str>,
    pub records: Vec<Record>,
    /// Whether the first rows have numbers in each column that is passed on.
    pub numbers: Arc<[bool]>,
    /// What these take of the input, before decompression.
    pub bytes: u64,
}

/// What the user may say about inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// The column of the board, by name or by number from 1.
    pub column: Option<String>,
    /// The other columns that are passed on, if any are.
    pub kept: Option<Beside>,
}

/// The boards of several inputs, one after the other.
#[derive(Debug)]
pub(super) struct Boards {
    waiting: VecDeque<PathBuf>,
    options: Options,
    open: Option<Reader>,
}

impl Boards {
    /// Those of inputs, of which the first may be open already.
    pub fn new(inputs: &[PathBuf], options: &Options, open: Option<Reader>) -> Self {
        let waiting = inputs.iter().skip(usize::from(open.is_some()));
        Self {
            waiting: waiting.cloned().collect(),
            options: options.clone(),
            open,
        }
    }

    fn chunk(&mut self) -> Result<Option<Chunk>, Error> {
        loop {
            if let Some(reader) = &mut self.open {
                if let Some(chunk) = reader.chunk()? {
                    return Ok(Some(chunk));
                }
                self.open = None;
            }
            match self.waiting.pop_front() {
                Some(path) => {
                    self.open = Some(Reader::new(Input::open(&path)?, &self.options)?);
                }
                None => return Ok(None),
            }
        }
    }
}

impl Iterator for Boards {
    type Item = Result<Chunk, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.chunk();
        if chunk.is_err() {
            self.waiting.clear();
            self.open = None;
        }
        chunk.transpose()
    }
}

/// The board of an input that has just one.
pub(super) fn only(input: Input) -> Result<Regions, Error> {
    let name = input.name().to_owned();
    let error = |fault: Fault| Error::Parse {
        name: name.clone(),
        line: fault.line,
        column: fault.column,
        reason: fault.reason,
    };
    let mut reader = Reader::new(input, &Options::default())?;
    let mut first: Option<Regions> = None;
    while let Some(record) = reader.record()? {
        let board = record.board().map_err(error)?;
        if first.is_some() {
            let place = &record.lines[0];
            return Err(error(
                place.fault(0, "a second board, where one is expected"),
            ));
        }
        first = Some(board);
    }
    first.ok_or_else(|| {
        let place = Fault {
            line: 1,
            column: 1,
            reason: "0 squares are no board of N × N".to_owned(),
        };
        error(place)
    })
}

/// The boards of one input.
#[derive(Debug)]
pub(super) struct Reader {
    input: Input,
    name: Arc<str>,
    layout: Layout,
    beside: Beside,
    /// The columns that are passed on, from 0, and whether they begin with numbers.
    kept: Vec<usize>,
    numbers: Arc<[bool]>,
    buffer: Vec<u8>,
    start: usize,
    at_end: bool,
    /// Whether lines end in carriage returns alone, as they did on old Macs.
    ends_in_returns: bool,
    line: u64,
    /// Lines that were looked at and are still to be cut.
    ahead: VecDeque<Line>,
    /// Boards that were cut out of one list.
    cut: VecDeque<Record>,
}

impl Reader {
    pub fn new(mut input: Input, options: &Options) -> Result<Self, Error> {
        let mut buffer = Vec::new();
        let at_end = input.fill(&mut buffer, BLOCK)? < BLOCK;
        if let Some(kind) = foreign(&buffer) {
            return Err(Error::Impossible(format!(
                "{} is {kind}; boards are text, plain or compressed by gzip or Zstandard",
                input.name()
            )));
        }
        let mark = "\u{FEFF}".as_bytes();
        let has = |byte| memchr::memchr(byte, &buffer).is_some();
        let ends_in_returns = has(b'\r') && !has(b'\n');
        if ends_in_returns {
            returns_to_feeds(&mut buffer);
        }
        let start = if buffer.starts_with(mark) {
            mark.len()
        } else {
            0
        };
        let head = String::from_utf8_lossy(&buffer[start..]);
        let mut head = head.as_ref();
        if !at_end && let Some(feed) = head.rfind('\n') {
            head = &head[..feed];
        }
        let lines = head.split('\n').zip(1..).map(|(text, number)| Line {
            number,
            indent: 0,
            text: text.trim_end_matches('\r').to_owned(),
        });
        let head: Vec<Line> = lines.take(TELLING).collect();
        let layout = Layout::detect(&head, options.column.as_deref(), input.name())?;
        let beside = layout.beside(&head);
        let kept = match &options.kept {
            None => Vec::new(),
            Some(wanted) => places(wanted, &beside).ok_or_else(|| Error::Parse {
                name: input.name().to_owned(),
                line: 1,
                column: 1,
                reason: format!(
                    "other columns than those of the first input, which are: {}",
                    wanted.names.join(", ")
                ),
            })?,
        };
        let numbers = options.kept.iter().flat_map(|kept| &kept.numbers).copied();
        let mut reader = Self {
            name: input.name().into(),
            numbers: numbers.collect(),
            kept,
            layout,
            beside,
            start,
            input,
            buffer,
            at_end,
            ends_in_returns,
            line: 0,
            ahead: VecDeque::new(),
            cut: VecDeque::new(),
        };
        if matches!(&reader.layout, Layout::Table(table) if table.has_header) {
            while reader.read_line()?.is_some_and(|line| line.is_silent()) {}
        }
        Ok(reader)
    }

    /// Passes on all columns beside that of the board.
    pub fn keep_all(&mut self) -> Beside {
        self.kept.clone_from(&self.beside.places);
        self.numbers = self.beside.numbers.iter().copied().collect();
        self.beside.clone()
    }

    fn chunk(&mut self) -> Result<Option<Chunk>, Error> {
        let before = self.input.meter().consumed();
        let mut records = Vec::new();
        while records.len() < TOGETHER {
            match self.record()? {
                Some(record) => records.push(record),
                None => break,
            }
        }
        let chunk = Chunk {
            name: Arc::clone(&self.name),
            records,
            numbers: Arc::clone(&self.numbers),
            bytes: self.input.meter().consumed() - before,
        };
        Ok(Some(chunk).filter(|chunk| !chunk.records.is_empty()))
    }

    /// The next text that should be a board.
    pub fn record(&mut self) -> Result<Option<Record>, Error> {
        match self.layout {
            Layout::Text => self.text(),
            Layout::Table(_) => self.row(),
        }
    }

    /// The next row of a table.
    fn row(&mut self) -> Result<Option<Record>, Error> {
        loop {
            let Layout::Table(table) = &self.layout else {
                return Ok(None);
            };
            let Some(text) = self.cut_off(table.delimiter)? else {
                return Ok(None);
            };
            let number = self.line + 1;
            self.line += text.matches('\n').count().max(1) as u64;
            if let Layout::Table(table) = &self.layout
                && !text.trim().is_empty()
                && (table.has_header || !text.starts_with('#'))
            {
                return Ok(Some(table.record(&text, number, &self.kept)));
            }
        }
    }

    /// Takes the first row of a table out of the input; without a delimiter, the first line.
    fn cut_off(&mut self, delimiter: Option<u8>) -> Result<Option<String>, Error> {
        loop {
            let rest = &self.buffer[self.start..];
            let end = match delimiter {
                Some(delimiter) => record_end(rest, delimiter, self.at_end),
                None => match memchr::memchr(b'\n', rest) {
                    Some(feed) => Some(feed + 1),
                    None => (self.at_end && !rest.is_empty()).then_some(rest.len()),
                },
            };
            if let Some(length) = end {
                let text = String::from_utf8_lossy(&rest[..length]).into_owned();
                self.start += length;
                return Ok(Some(text));
            }
            if self.at_end {
                return Ok(None);
            }
            if rest.len() > TOO_LONG {
                return Err(self.too_long());
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            let old = self.buffer.len();
            self.at_end = self.input.fill(&mut self.buffer, BLOCK)? < BLOCK;
            if self.ends_in_returns {
                returns_to_feeds(&mut self.buffer[old..]);
            }
        }
    }

    fn too_long(&self) -> Error {
        Error::Parse {
            name: self.input.name().to_owned(),
            line: self.line + 1,
            column: 1,
            reason: format!("no line ends within {TOO_LONG} bytes"),
        }
    }

    /// The line after `ahead`, if there is one.
    fn read_line(&mut self) -> Result<Option<Line>, Error> {
        let Some(text) = self.cut_off(None)? else {
            return Ok(None);
        };
        self.line += 1;
        Ok(Some(Line {
            number: self.line,
            indent: 0,
            text: text.trim_end_matches(['\n', '\r']).to_owned(),
        }))
    }

    /// Reads lines on until so many are ahead, the last is silent, or there are no more.
    fn look_ahead(&mut self, wanted: usize) -> Result<(), Error> {
        while self.ahead.len() < wanted && !self.ahead.back().is_some_and(Line::is_silent) {
            match self.read_line()? {
                // A frame between rows says nothing; in front of a list it is one.
                Some(line) if line.is_border() => {}
                Some(line) => self.ahead.push_back(line),
                None => break,
            }
        }
        Ok(())
    }

    /// The next text among lines that should be a board.
    fn text(&mut self) -> Result<Option<Record>, Error> {
        if let Some(record) = self.cut.pop_front() {
            return Ok(Some(record));
        }
        while self.ahead.front().is_none_or(Line::is_silent) {
            self.ahead.pop_front();
            self.look_ahead(1)?;
            if self.ahead.is_empty() {
                return Ok(None);
            }
        }
        let first = &self.ahead[0];
        if first.is_bracketed() && balance(first) != Some(1) {
            return self.list().map(Some);
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
                return Ok(Some(self.take(rows)));
            }
        }
        self.look_ahead(2)?;
        // A board of four rows or more is one by itself, whatever follows; smaller ones are rows of
        // a damaged board rather, but for those of a single square.
        let block = self.block();
        let is_single = |line: &&Line| line.widths() == [1];
        if block.len() == 1 || block[0].is_board(LEAST) || block.iter().all(is_single) {
            return Ok(Some(self.take(1)));
        }
        let mut record = self.take(1);
        loop {
            self.look_ahead(1)?;
            match self.ahead.front() {
                Some(line) if !line.is_silent() && !line.is_board(LEAST) => {
                    if record.lines.len() < MOST_LINES {
                        record.append(self.take(1));
                    } else {
                        self.ahead.pop_front();
                    }
                }
                _ => return Ok(Some(record)),
            }
        }
    }

    /// The lines ahead up to a silent one.
    fn block(&self) -> Vec<&Line> {
        let lines = self.ahead.iter().take_while(|line| !line.is_silent());
        lines.collect()
    }

    /// Takes lines as a record.
    fn take(&mut self, lines: usize) -> Record {
        Record::of(self.ahead.drain(..lines).collect())
    }

    /// Takes a list, which ends where its brackets are closed.
    fn list(&mut self) -> Result<Record, Error> {
        let (mut lines, mut open, mut length) = (Vec::new(), 0_isize, 0);
        loop {
            let line = match self.ahead.pop_front() {
                Some(line) => Some(line),
                None => self.read_line()?,
            };
            let Some(line) = line else { break };
            length += line.text.len();
            if length > TOO_LONG {
                return Err(self.too_long());
            }
            open += opened(&line).sum::<isize>();
            lines.push(line);
            if open <= 0 {
                break;
            }
        }
        let mut boards: VecDeque<Record> = cut(&lines).into_iter().map(Record::of).collect();
        let first = boards.pop_front();
        self.cut = boards;
        Ok(first.unwrap_or_else(|| Record::of(lines)))
    }
}

impl Record {
    fn of(lines: Vec<Line>) -> Self {
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        Self {
            row: texts.join("\n"),
            lines,
            kept: Vec::new(),
            bad: None,
        }
    }

    fn append(&mut self, other: Self) {
        self.row.push('\n');
        self.row += &other.row;
        self.lines.extend(other.lines);
    }

    /// The board.
    pub fn board(&self) -> Result<Regions, Fault> {
        match &self.bad {
            Some(fault) => Err(fault.clone()),
            None => read(&self.lines).map(|read| read.regions),
        }
    }
}

/// The least rows of a board that is recognised among rows of others.
const LEAST: usize = 4;

/// How many lists each bracket of a line opens.
fn opened(line: &Line) -> impl Iterator<Item = isize> {
    line.shown().chars().filter_map(|c| match c {
        '[' => Some(1),
        ']' => Some(-1),
        _ => None,
    })
}

/// How deep the lists of a line are, if all are closed.
fn balance(line: &Line) -> Option<isize> {
    let (mut open, mut deepest) = (0, 0);
    for step in opened(line) {
        open += step;
        deepest = deepest.max(open);
    }
    (open == 0).then_some(deepest)
}

/// The boards of a list of boards, three brackets deep, each with its place; nothing of any
/// other list.
fn cut(lines: &[Line]) -> Vec<Vec<Line>> {
    let (mut boards, mut board): (Vec<Vec<Line>>, Vec<Line>) = (Vec::new(), Vec::new());
    let (mut open, mut deepest) = (0, 0);
    for line in lines {
        let text = line.shown();
        let mut start = (open > 1).then_some(0);
        for (at, c) in text.char_indices() {
            let part = |start: usize, end: usize| Line {
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
            board.push(Line {
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

/// Where the columns that are wanted are, if these are all.
fn places(wanted: &Beside, there: &Beside) -> Option<Vec<usize>> {
    let find = |name: &String| there.names.iter().position(|other| other == name);
    let places = wanted
        .names
        .iter()
        .map(|name| Some(there.places[find(name)?]));
    let places: Option<Vec<usize>> = places.collect();
    places.filter(|places| places.len() == there.names.len())
}

/// Ends lines as all others do.
fn returns_to_feeds(text: &mut [u8]) {
    let returns = text.iter_mut().filter(|byte| **byte == b'\r');
    returns.for_each(|byte| *byte = b'\n');
}

/// Whether lines without a blank one between them are the rows of a board, perhaps with numbers
/// around it: there are as many as squares in each. If each is a board, too, they have more sorts
/// of squares than such boards would have.
fn is_grid(block: &[&Line], width: usize) -> bool {
    if block.len() == width + 1 && block[0].is_ruler() {
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
