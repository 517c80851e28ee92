//! Several inputs as one sequence of chunks.
//! The head of an input determines its format. A reader cuts it into chunks of whole records.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use super::{
    PuzzleChunk, PuzzleFormat, PuzzleRecord, ReadOptions, after_lines, is_blank_or_comment,
};
use countless_engine::Error;
use countless_table::{BYTE_ORDER_MARK, Input, LineEnds, Meter, sniff_non_text};

/// Origin of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputOrigin {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// A text with a name for messages.
    Text {
        /// Name in messages.
        name: String,
        /// Puzzles.
        text: String,
    },
}

impl InputOrigin {
    /// Opens the input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the input cannot be opened or decompressed.
    pub fn open(&self) -> Result<Input, Error> {
        match self {
            Self::File(path) => Ok(Input::open(path)?),
            Self::Text { name, text } => {
                let length = text.len() as u64;
                Ok(Input::new(name, Cursor::new(text.clone()), Some(length))?)
            }
        }
    }
}

/// Reads inputs as one: chunks are numbered through all of them. A chunk never has records of two
/// inputs.
///
/// All inputs are opened at once to detect their formats. Files are closed again until they are
/// read, since there may be thousands.
///
/// ```
/// use countless_sudoku::puzzles::{ReadOptions, InputOrigin, Inputs};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let text = |name: &str, text| InputOrigin::Text { name: name.into(), text };
/// let origins = vec![
///     text("lines", format!("{puzzle}\n{puzzle}\n")),
///     text("table", format!("id,puzzle\n7,{puzzle}\n")),
/// ];
/// let mut seen = Vec::new();
/// let inputs = Inputs::open(origins, &ReadOptions::new())?;
/// inputs.visit(|name, record| seen.push((name.to_owned(), record.line)))?;
/// let place = |name: &str, line| (name.to_owned(), line);
/// assert_eq!(seen, [place("lines", 1), place("lines", 2), place("table", 2)]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Inputs {
    names: Vec<String>,
    are_blank: Vec<bool>,
    formats: Vec<PuzzleFormat>,
    options: ReadOptions,
    /// Inputs that are not read yet, in reverse order.
    pending: Vec<PendingInput>,
    /// Present input, and the number of inputs read before.
    reader: Option<ChunkReader>,
    read: usize,
    /// Number of chunks, and of bytes in the inputs read before.
    chunks: u64,
    consumed: u64,
    total: Option<u64>,
}

/// Input that is not read yet.
#[derive(Debug)]
enum PendingInput {
    Closed(InputOrigin),
    /// First input, or one that cannot be opened twice.
    Open(Box<ChunkReader>),
}

impl Inputs {
    /// Opens the inputs and detects their formats.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read, [`Error::Parse`] if it lacks the column of
    /// `options`, [`Error::Impossible`] if standard input is named twice.
    pub fn open(origins: Vec<InputOrigin>, options: &ReadOptions) -> Result<Self, Error> {
        let stdin = |origin: &&InputOrigin| matches!(origin, InputOrigin::File(path) if path == Path::new("-"));
        if origins.iter().filter(stdin).count() > 1 {
            let reason = "standard input, -, can be read only once";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let mut inputs = Self {
            names: Vec::new(),
            are_blank: Vec::new(),
            formats: Vec::new(),
            options: options.clone(),
            pending: Vec::new(),
            reader: None,
            read: 0,
            chunks: 0,
            consumed: 0,
            total: Some(0),
        };
        for origin in origins {
            let reader = ChunkReader::new(origin.open()?, options)?;
            inputs.add(&reader);
            let is_first = inputs.names.len() == 1;
            // A pipe has no length, and can be read only once.
            let keep = is_first || reader.meter().total().is_none();
            inputs.pending.push(if keep {
                PendingInput::Open(Box::new(reader))
            } else {
                PendingInput::Closed(origin)
            });
        }
        inputs.pending.reverse();
        Ok(inputs)
    }

    /// Error: an input has changed.
    pub fn changed(name: &str, line: u64) -> Error {
        Error::parse(name, line, 1, "it has changed since the start")
    }

    /// Records the name, format and length of an input.
    fn add(&mut self, reader: &ChunkReader) {
        self.names.push(reader.name().to_owned());
        self.are_blank.push(reader.is_blank());
        self.formats.push(reader.format().clone());
        let both = self.total.zip(reader.meter().total());
        self.total = both.map(|(total, more)| total + more);
    }

    /// Names of the inputs in messages.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// True for each input without lines besides blank ones and comments.
    pub fn are_blank(&self) -> &[bool] {
        &self.are_blank
    }

    /// Visits every record, with the name of its input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read, [`Error::Parse`] if a record has no end, or if
    /// the input has changed since it was opened.
    pub fn visit(mut self, mut visit: impl FnMut(&str, PuzzleRecord<'_>)) -> Result<(), Error> {
        while let Some(chunk) = self.next() {
            let chunk = chunk?;
            let name = &self.names[chunk.input];
            self.formats[chunk.input].parse(&chunk, |record| visit(name, record));
        }
        Ok(())
    }

    /// Formats of the inputs, which parse their chunks.
    pub fn formats(&self) -> &[PuzzleFormat] {
        &self.formats
    }

    /// Number of bytes in all inputs, before decompression, if it is known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Number of bytes of the chunks so far, before decompression.
    pub fn consumed(&self) -> u64 {
        let reader = self.reader.as_ref();
        self.consumed + reader.map_or(0, ChunkReader::position)
    }

    /// Opens the next input.
    fn start(&self, waiting: PendingInput) -> Result<ChunkReader, Error> {
        match waiting {
            PendingInput::Open(reader) => Ok(*reader),
            PendingInput::Closed(origin) => {
                let reader = ChunkReader::new(origin.open()?, &self.options)?;
                if *reader.format() == self.formats[self.read] {
                    Ok(reader)
                } else {
                    Err(Self::changed(reader.name(), 1))
                }
            }
        }
    }

    /// Returns the next chunk, or `None` at the end of the last input.
    fn next_chunk(&mut self) -> Result<Option<PuzzleChunk>, Error> {
        loop {
            let Some(reader) = &mut self.reader else {
                let Some(waiting) = self.pending.pop() else {
                    return Ok(None);
                };
                self.reader = Some(self.start(waiting)?);
                continue;
            };
            if let Some(mut chunk) = reader.next().transpose()? {
                (chunk.index, chunk.input) = (self.chunks, self.read);
                self.chunks += 1;
                return Ok(Some(chunk));
            }
            self.consumed += reader.meter().consumed();
            self.reader = None;
            self.read += 1;
        }
    }
}

impl Iterator for Inputs {
    type Item = Result<PuzzleChunk, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.next_chunk();
        if chunk.is_err() {
            self.pending.clear();
        }
        chunk.transpose()
    }
}

/// Bytes read at a time.
const BLOCK: usize = 128 << 10;

/// Bytes after which a chunk is full, with any number of records.
const FULL: usize = 1 << 20;

/// Bytes after which a record without an end is an error.
const TOO_LONG: usize = 1 << 20;

/// Iterator that cuts an input into chunks.
///
/// It ends after an error or the last chunk.
#[derive(Debug)]
pub struct ChunkReader {
    input: Input,
    format: PuzzleFormat,
    records_per_chunk: usize,
    /// Text that has been read; the part from `start` on is not yet cut.
    buffer: Vec<u8>,
    start: usize,
    /// Number of bytes that were in the buffer before.
    dropped: u64,
    at_end: bool,
    ends: LineEnds,
    index: u64,
    line: u64,
    is_blank: bool,
}

impl ChunkReader {
    /// Reads the head of an input and detects its format.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the input cannot be read, [`Error::Parse`] if it lacks the column of
    /// `options`.
    pub fn new(mut input: Input, options: &ReadOptions) -> Result<Self, Error> {
        let mut buffer = Vec::with_capacity(2 * BLOCK);
        let at_end = fill_head(&mut input, &mut buffer)?;
        if let Some(kind) = sniff_non_text(&buffer) {
            return Err(Error::Impossible(format!(
                "{} is {kind}; puzzles are text in UTF-8, plain or compressed by gzip or Zstandard",
                input.name()
            )));
        }
        let ends = LineEnds::of(&buffer);
        ends.make_feeds(&mut buffer);
        let mut start = 0;
        if buffer.starts_with(BYTE_ORDER_MARK) {
            start = BYTE_ORDER_MARK.len();
        }
        let head = &buffer[start..];
        // The last line of the head may be incomplete.
        let whole = match memchr::memrchr(b'\n', head) {
            Some(feed) if !at_end => &head[..=feed],
            _ => head,
        };
        let (layout, skipped) = PuzzleFormat::detect(whole, options, input.name())?;
        start = buffer.len() - after_lines(&buffer[start..], skipped).len();
        let is_content = |line: &[u8]| !is_blank_or_comment(line);
        Ok(Self {
            is_blank: at_end && !head.split(|&byte| byte == b'\n').any(is_content),
            input,
            format: layout,
            records_per_chunk: options.records_per_chunk.max(1),
            buffer,
            start,
            dropped: 0,
            at_end,
            ends,
            index: 0,
            line: 1 + skipped as u64,
        })
    }

    /// Returns whether the input has no lines besides blank ones and comments.
    pub fn is_blank(&self) -> bool {
        self.is_blank
    }

    /// Format that parses the chunks.
    pub fn format(&self) -> &PuzzleFormat {
        &self.format
    }

    /// Name of the input in messages.
    pub fn name(&self) -> &str {
        self.input.name()
    }

    /// Returns the meter of the bytes read.
    pub fn meter(&self) -> &Meter {
        self.input.meter()
    }

    /// Number of stored bytes up to the end of the last chunk. For a compressed input, about that
    /// number.
    pub(super) fn position(&self) -> u64 {
        let consumed = self.meter().consumed();
        let unread = (self.buffer.len() - self.start) as u128;
        let plain = u128::from(self.dropped) + self.buffer.len() as u128;
        consumed - (u128::from(consumed) * unread / plain.max(1)) as u64
    }

    /// Length of the next chunk in bytes, 0 at the end, and its number of records. Reads on until
    /// they are known.
    fn measure(&mut self) -> Result<(usize, usize), Error> {
        let (mut length, mut all, mut wanted) = (0, 0, self.records_per_chunk);
        loop {
            let rest = &self.buffer[self.start..];
            let more = &rest[length..];
            let (records, more) = self.format.measure(
                more,
                self.at_end,
                wanted,
                FULL.saturating_sub(length).max(1),
            );
            (wanted, all, length) = (wanted - records, all + records, length + more);
            if self.at_end || wanted == 0 || length >= FULL {
                match self.format.is_complete(rest, length, self.at_end) {
                    Some(true) => return Ok((length, all)),
                    Some(false) => {
                        wanted = 1;
                        continue;
                    }
                    None => wanted = 0,
                }
            }
            if rest.len() - length > TOO_LONG {
                let before = &rest[..length];
                return Err(Error::Parse {
                    name: self.input.name().to_owned(),
                    line: self.line + memchr::memchr_iter(b'\n', before).count() as u64,
                    column: 1,
                    reason: format!("no puzzle ends within {TOO_LONG} bytes"),
                });
            }
            self.buffer.drain(..self.start);
            self.dropped += self.start as u64;
            self.start = 0;
            let old = self.buffer.len();
            self.at_end = self.input.fill(&mut self.buffer, BLOCK)? < BLOCK;
            self.ends.make_feeds(&mut self.buffer[old..]);
        }
    }
}

impl Iterator for ChunkReader {
    type Item = Result<PuzzleChunk, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (length, records) = match self.measure() {
            Ok((0, _)) => return None,
            Ok(chunk) => chunk,
            Err(error) => {
                self.buffer.clear();
                (self.start, self.at_end) = (0, true);
                return Some(Err(error));
            }
        };
        let bytes = self.buffer[self.start..][..length].to_vec();
        let chunk = PuzzleChunk {
            index: self.index,
            input: 0,
            line: self.line,
            bytes,
            records_before: 0,
        };
        self.index += 1;
        self.line += self.format.lines(&chunk.bytes, records);
        self.start += length;
        Some(Ok(chunk))
    }
}

/// Bytes of the input that are examined, from its first line with content on.
const HEAD: usize = 64 << 10;

/// Most bytes of content to read for a second line.
const LONGEST: usize = 1 << 20;

/// Most bytes of a head, comments and blank lines included.
const MOST: usize = 16 << 20;

/// Reads the head of an input into a buffer: comments and blank lines, and the content after them,
/// at least two lines. Returns true if that is the whole input.
///
/// # Errors
///
/// [`Error::Table`] if the input cannot be read.
pub fn fill_head(input: &mut Input, buffer: &mut Vec<u8>) -> Result<bool, Error> {
    let mut at_end = input.fill(buffer, HEAD)? < HEAD;
    let (mut looked, mut content, mut lines) = (0, None, 0);
    loop {
        while let Some(feed) = memchr::memchr2(b'\n', b'\r', &buffer[looked..]) {
            let line = &buffer[looked..looked + feed];
            if !is_blank_or_comment(line) {
                content = content.or(Some(looked));
                lines += 1;
            }
            looked += feed + 1;
            if lines >= 2 {
                break;
            }
        }
        let rest = &buffer[looked..];
        if content.is_none() && !is_blank_or_comment(rest) {
            content = Some(looked);
        }
        let is_enough = content.is_some_and(|start| {
            let length = buffer.len() - start;
            length >= HEAD && lines >= 2 || length > LONGEST
        });
        if at_end || is_enough || buffer.len() >= MOST {
            return Ok(at_end);
        }
        at_end = input.fill(buffer, BLOCK)? < BLOCK;
    }
}
