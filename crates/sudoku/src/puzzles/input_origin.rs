//! Origins of puzzles, and inputs that are open. The head of an input is read once: it determines
//! the size of the puzzles and their format, and is then read as puzzles.

use std::io::Cursor;
use std::path::PathBuf;

use super::{is_blank_or_comment, other_size};
use countless_engine::Error;
use countless_table::{BYTE_ORDER_MARK, Input, LineEnds, sniff_non_text};

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
    /// Opens the input and reads its head.
    ///
    /// # Errors
    ///
    /// Errors of [`OpenedInput::new`], and [`Error::Table`] if the input cannot be opened.
    pub fn open(&self) -> Result<OpenedInput, Error> {
        OpenedInput::new(match self {
            Self::File(path) => Input::open(path)?,
            Self::Text { name, text } => {
                let length = text.len() as u64;
                Input::new(name, Cursor::new(text.clone()), Some(length))?
            }
        })
    }
}

/// Origins of inputs, in order. The first may be open.
#[derive(Debug, Default)]
pub struct InputOrigins {
    /// All origins.
    pub all: Vec<InputOrigin>,
    /// The first input, if it is open. A pipe cannot be opened twice.
    pub first: Option<OpenedInput>,
}

impl From<Vec<InputOrigin>> for InputOrigins {
    fn from(all: Vec<InputOrigin>) -> Self {
        Self { all, first: None }
    }
}

/// Bytes read at a time.
const BLOCK: usize = 128 << 10;

/// Bytes of the input that are examined, from its first line with content on.
const HEAD: usize = 64 << 10;

/// Most bytes of content to read for a second line.
const LONGEST: usize = 1 << 20;

/// Most bytes of a head, comments and blank lines included.
const MOST: usize = 16 << 20;

/// Input that is open, with its head: comments and blank lines, and the content after them, at least
/// two lines.
///
/// ```
/// use countless_sudoku::puzzles::{ChunkReader, InputOrigin, ReadOptions};
/// use countless_text::Outline;
///
/// let text = "# a puzzle of 4×4 cells\n1...............\n".to_owned();
/// let opened = InputOrigin::Text { name: "example".into(), text }.open()?;
/// assert_eq!(opened.other_size(), Some(4));
/// let options = ReadOptions::new().outline(Some(Outline::square(4, 2).into()));
/// let mut reader = ChunkReader::of(opened, &options)?;
/// assert_eq!(reader.next().transpose()?.map(|chunk| chunk.line), Some(1));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct OpenedInput {
    pub(super) input: Input,
    ends: LineEnds,
    /// Text that has been read, at first the head; the part before `start` is done.
    pub(super) buffer: Vec<u8>,
    pub(super) start: usize,
    /// True if the rest of the buffer is that of the input.
    pub(super) at_end: bool,
    /// Number of bytes that were in the buffer before.
    dropped: u64,
}

impl OpenedInput {
    /// Reads the head of an input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the input cannot be read, [`Error::Impossible`] if it is not text.
    pub fn new(mut input: Input) -> Result<Self, Error> {
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
        let has_mark = buffer.starts_with(BYTE_ORDER_MARK);
        Ok(Self {
            input,
            ends,
            start: if has_mark { BYTE_ORDER_MARK.len() } else { 0 },
            buffer,
            at_end,
            dropped: 0,
        })
    }

    /// Returns the number of rows of the puzzles, by the first one, unless they are 9×9.
    pub fn other_size(&self) -> Option<usize> {
        other_size(self.whole_lines())
    }

    /// Text that is not done.
    pub(super) fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads more text after the rest.
    pub(super) fn read_on(&mut self) -> Result<(), Error> {
        self.buffer.drain(..self.start);
        self.dropped += self.start as u64;
        self.start = 0;
        let old = self.buffer.len();
        self.at_end = self.input.fill(&mut self.buffer, BLOCK)? < BLOCK;
        self.ends.make_feeds(&mut self.buffer[old..]);
        Ok(())
    }

    /// Number of stored bytes before the rest. For a compressed input, about that number.
    pub(super) fn position(&self) -> u64 {
        let consumed = self.input.meter().consumed();
        let unread = self.rest().len() as u128;
        let plain = u128::from(self.dropped) + self.buffer.len() as u128;
        consumed - (u128::from(consumed) * unread / plain.max(1)) as u64
    }

    /// Head without its last line, which may be incomplete.
    pub(super) fn whole_lines(&self) -> &[u8] {
        let head = self.rest();
        match memchr::memrchr(b'\n', head) {
            Some(feed) if !self.at_end => &head[..=feed],
            _ => head,
        }
    }

    /// True if the input has no lines besides blank ones and comments.
    pub(super) fn is_blank(&self) -> bool {
        let mut lines = self.rest().split(|&byte| byte == b'\n');
        self.at_end && lines.all(is_blank_or_comment)
    }
}

/// Reads the head of an input into a buffer: comments and blank lines, and the content after them,
/// at least two lines. Returns true if that is the whole input.
fn fill_head(input: &mut Input, buffer: &mut Vec<u8>) -> Result<bool, Error> {
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
