//! Cuts inputs into boards: one a line, or N lines of N squares between blank lines.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use super::super::MAX_N;
use super::AFTER;
use crate::error::Error;
use crate::io::{Input, foreign};

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// A line of this many bytes is none of a board.
const TOO_LONG: usize = 1 << 20;

/// What a table calls its first column.
const HEADER: &str = "puzzle";

/// How many boards are solved by one thread at a time.
const TOGETHER: usize = 32;

/// Some text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it begins, from 1.
    pub line: u64,
    pub text: String,
}

/// Some records of one input.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// What messages call the input.
    pub name: Arc<str>,
    pub records: Vec<Record>,
    /// What these take of the input, before decompression.
    pub bytes: u64,
}

/// The boards of several inputs, one after the other.
#[derive(Debug)]
pub(super) struct Boards {
    waiting: VecDeque<PathBuf>,
    open: Option<Reader>,
}

impl Boards {
    pub fn new(inputs: &[PathBuf]) -> Self {
        Self {
            waiting: inputs.iter().cloned().collect(),
            open: None,
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
                Some(path) => self.open = Some(Reader::new(Input::open(&path)?)?),
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

/// The boards of one input.
#[derive(Debug)]
struct Reader {
    input: Input,
    name: Arc<str>,
    buffer: Vec<u8>,
    start: usize,
    at_end: bool,
    line: u64,
    /// Lines that were looked at and are still to be cut.
    ahead: VecDeque<Record>,
}

impl Reader {
    fn new(mut input: Input) -> Result<Self, Error> {
        let mut buffer = Vec::new();
        let at_end = input.fill(&mut buffer, BLOCK)? < BLOCK;
        if let Some(kind) = foreign(&buffer) {
            return Err(Error::Impossible(format!(
                "{} is {kind}; boards are text, plain or compressed by gzip or Zstandard",
                input.name()
            )));
        }
        let mark = "\u{FEFF}".as_bytes();
        Ok(Self {
            name: input.name().into(),
            start: if buffer.starts_with(mark) {
                mark.len()
            } else {
                0
            },
            input,
            buffer,
            at_end,
            line: 0,
            ahead: VecDeque::new(),
        })
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
            bytes: self.input.meter().consumed() - before,
        };
        Ok(Some(chunk).filter(|chunk| !chunk.records.is_empty()))
    }

    /// The line after `ahead`, if there is one.
    fn read_line(&mut self) -> Result<Option<Record>, Error> {
        loop {
            let rest = &self.buffer[self.start..];
            let end = memchr::memchr(b'\n', rest);
            if end.is_some() || self.at_end {
                let length = end.unwrap_or(rest.len());
                if end.is_none() && rest.is_empty() {
                    return Ok(None);
                }
                let text = String::from_utf8_lossy(&rest[..length]).into_owned();
                self.start += length + usize::from(end.is_some());
                self.line += 1;
                let line = self.line;
                return Ok(Some(Record { line, text }));
            }
            if rest.len() > TOO_LONG {
                return Err(Error::Parse {
                    name: self.input.name().to_owned(),
                    line: self.line + 1,
                    column: 1,
                    reason: format!("no line ends within {TOO_LONG} bytes"),
                });
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            self.at_end = self.input.fill(&mut self.buffer, BLOCK)? < BLOCK;
        }
    }

    /// The next text that should be a board.
    fn record(&mut self) -> Result<Option<Record>, Error> {
        while self.ahead.front().is_none_or(Record::is_silent) {
            self.ahead.pop_front();
            match self.read_line()? {
                Some(line) => self.ahead.push_back(line),
                None if self.ahead.is_empty() => return Ok(None),
                None => {}
            }
        }
        let width = self.ahead.front().map_or(0, Record::width);
        if width <= MAX_N {
            let is_like = |line: &Record| !line.is_silent() && line.width().abs_diff(width) <= 1;
            // Two lines more than the grid has tell whether it ends.
            while self.ahead.len() < width + 2 && self.ahead.iter().all(is_like) {
                match self.read_line()? {
                    Some(line) => self.ahead.push_back(line),
                    None => break,
                }
            }
            let block = self.ahead.iter().take_while(|line| is_like(line)).count();
            if is_grid(self.ahead.iter().take(block), block, width) {
                let lines: Vec<Record> = self.ahead.drain(..block).collect();
                let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
                let (line, text) = (lines[0].line, texts.join("\n"));
                return Ok(Some(Record { line, text }));
            }
        }
        Ok(self.ahead.pop_front())
    }
}

impl Record {
    /// The letters, without comments.
    fn letters(&self) -> impl Iterator<Item = char> {
        letters(&self.text)
    }

    fn width(&self) -> usize {
        self.letters().count()
    }

    /// Whether it holds no board: it is empty, a comment, or the header of a table.
    fn is_silent(&self) -> bool {
        self.letters().next().is_none() || self.line == 1 && self.letters().eq(HEADER.chars())
    }
}

/// The letters of a line, without what comes after them.
pub(super) fn letters(line: &str) -> impl Iterator<Item = char> {
    let text = line.split(AFTER).next().unwrap_or_default();
    text.chars().filter(|letter| !letter.is_whitespace())
}

/// Whether a block of lines that are about as long as the first is one board, or what should be:
/// there are about as many as letters in each, which is no board of its own; or just as many, with
/// more sorts of letters than such boards would have.
fn is_grid<'a>(lines: impl Iterator<Item = &'a Record>, block: usize, width: usize) -> bool {
    let side = width.isqrt();
    if side * side != width {
        return block.abs_diff(width) <= 1;
    }
    let (mut widths, mut letters) = (Vec::new(), Vec::new());
    for line in lines {
        widths.push(line.width());
        letters.extend(line.letters());
    }
    letters.sort_unstable();
    letters.dedup();
    block == width && widths.iter().all(|&other| other == width) && letters.len() > side
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;
    use crate::queens::Regions;

    fn records(text: &str) -> Vec<(u64, String)> {
        let length = text.len() as u64;
        let input = Input::new("text", Cursor::new(text.to_owned()), Some(length));
        let mut reader = Reader::new(input.expect("it is text")).expect("it is text");
        let mut all = Vec::new();
        while let Some(record) = reader.record().expect("it is text") {
            all.push((record.line, record.text));
        }
        all
    }

    #[test]
    fn lines_and_grids_are_told_apart() {
        let grid = "AABB\nACBB\nCCCD\nCDDD";
        let line = "AABBACBBCCCDCDDD";
        let text = format!("# boards\n{line}\n\n{grid}\n\n{line}\n{line} # the same\n\nA\n");
        let expected = [
            (2, line.to_owned()),
            (4, grid.to_owned()),
            (9, line.to_owned()),
            (10, format!("{line} # the same")),
            (12, "A".to_owned()),
        ];
        assert_eq!(records(&text), expected);
        // Sixteen boards of four rows are no grid of sixteen.
        let many = format!("{line}\n").repeat(16);
        assert_eq!(records(&many).len(), 16);
        let rows: Vec<String> = (b'A'..=b'P')
            .map(|letter| char::from(letter).to_string().repeat(16))
            .collect();
        assert_eq!(records(&rows.join("\n")), [(1, rows.join("\n"))]);
        // A damaged grid is one record.
        assert_eq!(records("AABBC\nACBB\nCCCD\nCDDD\n\nA").len(), 2);
        assert_eq!(records("\u{FEFF}A\r\n"), [(1, "A\r".to_owned())]);
        assert_eq!(records(""), []);
        let table = "puzzle,status\nA,unique\n";
        assert_eq!(records(table), [(2, "A,unique".to_owned())]);
    }

    proptest! {
        #[test]
        fn boards_come_back_as_they_were_written(
            sizes in prop::collection::vec((1_usize..=12, any::<bool>()), 0..6),
        ) {
            let (mut text, mut expected) = (String::new(), Vec::new());
            for (n, as_grid) in sizes {
                // The columns are the regions.
                let squares: Vec<u8> = (0..n * n).map(|square| (square % n) as u8).collect();
                let regions = Regions::of_squares(n, &squares);
                let letters = regions.to_string();
                if as_grid {
                    let rows = letters.as_bytes().chunks(n).map(String::from_utf8_lossy);
                    text += &rows.collect::<Vec<_>>().join("\n");
                } else {
                    text += &letters;
                }
                text += "\n\n";
                expected.push(regions);
            }
            let read = records(&text).into_iter().map(|(_, text)| Regions::read(&text));
            let read: Result<Vec<Regions>, _> = read.collect();
            prop_assert_eq!(read.ok(), Some(expected));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[ABC#,\\n 1é.]{0,60}") {
            for (line, text) in records(&text) {
                prop_assert!(line >= 1);
                match Regions::read(&text) {
                    Ok(regions) => prop_assert!(regions.n() >= 1),
                    Err(fault) => prop_assert!(text.is_char_boundary(fault.place)),
                }
            }
        }
    }
}
