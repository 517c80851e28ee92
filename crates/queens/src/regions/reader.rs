//! Cuts inputs into boards.
//!
//! A board is a row of a table, a line, or N lines of N squares between blank lines; or a list in
//! brackets, over any number of lines. Lines that follow one another without a blank line are
//! one record, good or bad, unless each of them is a board.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::MAX_N;
use super::Regions;
use super::layout::{Beside, Layout};
use super::record::Record;
use super::text::{Fault, Line};
use countless_engine::Error;
use countless_table::Input;
use countless_table::in_turn::Chunks;
use countless_table::lines::{Lines, TOO_LONG};

/// How many boards are solved by one thread at a time.
const TOGETHER: usize = 32;

/// How many lines of a record are kept at most.
const MOST_LINES: usize = 4 * MAX_N;

/// How many lines of the head are looked at for columns of numbers.
const TELLING: usize = 64;

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

/// The board of an input that has just one.
pub(super) fn only(input: Input) -> Result<Regions, Error> {
    let mut boards = Numbered::of(input)?;
    let Some((_, board)) = boards.next()? else {
        return Err(boards.error(nothing()));
    };
    match boards.next()? {
        None => Ok(board),
        Some((second, _)) => {
            let reason = "expected one board, found a second\nhint: --board K selects the K-th";
            Err(boards.error(second.fault(0, reason)))
        }
    }
}

/// One of the boards of an input, by its number from 1.
pub(super) fn nth(input: Input, number: u64) -> Result<Regions, Error> {
    let mut boards = Numbered::of(input)?;
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
        None => Err(boards.error(nothing())),
    }
}

/// The fault of an input without boards.
fn nothing() -> Fault {
    Fault {
        line: 1,
        column: 1,
        reason: super::cells::EMPTY.to_owned(),
    }
}

/// The boards of an input that may not have others.
struct Numbered {
    reader: Reader,
}

impl Numbered {
    fn of(input: Input) -> Result<Self, Error> {
        let reader = Reader::new(input, &Options::default())?;
        Ok(Self { reader })
    }

    fn error(&self, fault: Fault) -> Error {
        Error::Parse {
            name: self.reader.source.name().to_string(),
            line: fault.line,
            column: fault.column,
            reason: fault.reason,
        }
    }

    /// The next board, and its first line.
    fn next(&mut self) -> Result<Option<(Line, Regions)>, Error> {
        let Some(record) = self.reader.record()? else {
            return Ok(None);
        };
        let board = record.board().map_err(|fault| self.error(fault))?;
        let place = record.lines.into_iter().next();
        Ok(place.map(|place| (place, board)))
    }
}

/// The boards of one input.
#[derive(Debug)]
pub(super) struct Reader {
    source: Lines,
    layout: Layout,
    beside: Beside,
    /// The columns that are passed on, from 0, and whether they begin with numbers.
    kept: Vec<usize>,
    numbers: Arc<[bool]>,
    /// Lines that were looked at and are still to be cut.
    ahead: VecDeque<Line>,
    /// Boards that were cut out of one list.
    cut: VecDeque<Record>,
}

impl Chunks for Reader {
    type Chunk = Chunk;
    type Error = Error;

    fn chunk(&mut self) -> Result<Option<Chunk>, Error> {
        let before = self.source.consumed();
        let records = std::iter::from_fn(|| self.record().transpose()).take(TOGETHER);
        let records: Vec<Record> = records.collect::<Result<_, _>>()?;
        let chunk = Chunk {
            name: Arc::clone(self.source.name()),
            records,
            numbers: Arc::clone(&self.numbers),
            bytes: self.source.consumed() - before,
        };
        Ok(Some(chunk).filter(|chunk| !chunk.records.is_empty()))
    }
}

impl Reader {
    pub fn new(input: Input, options: &Options) -> Result<Self, Error> {
        let source = Lines::new(input, "boards")?;
        let name = Arc::clone(source.name());
        let head = source.head(TELLING).into_iter().zip(1..);
        let head = head.map(|(text, number)| Line {
            number,
            indent: 0,
            text,
        });
        let head: Vec<Line> = head.collect();
        let layout = Layout::detect(&head, options.column.as_deref(), &name)?;
        let beside = layout.beside(&head);
        let kept = match &options.kept {
            None => Vec::new(),
            Some(wanted) => places(wanted, &beside).ok_or_else(|| Error::Parse {
                name: name.to_string(),
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
            source,
            numbers: numbers.collect(),
            kept,
            layout,
            beside,
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
            let Some((number, text)) = self.source.next(table.delimiter)? else {
                return Ok(None);
            };
            if let Layout::Table(table) = &self.layout
                && !text.trim().is_empty()
                && (table.has_header || !text.starts_with('#'))
            {
                return Ok(Some(table.record(&text, number, &self.kept)));
            }
        }
    }

    /// The line after `ahead`, if there is one.
    fn read_line(&mut self) -> Result<Option<Line>, Error> {
        let line = self.source.line()?;
        Ok(line.map(|(number, text)| Line {
            number,
            indent: 0,
            text,
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
                return Err(self.source.too_long().into());
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
