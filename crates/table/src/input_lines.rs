//! Text of files: its lines and records, line ends and control characters, files that are not text,
//! and small files read as a whole.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::delimited::line_end;
use super::input::Input;
use super::records::{RecordFault, RecordFormat};
use super::table_error::TableError;

/// Returns the name of an input file in messages: its path, or `standard input` for `-`.
pub fn input_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a text file. The path `-` is standard input.
///
/// The file may be compressed. A byte order mark is removed. If all line ends are carriage returns,
/// they are converted to line feeds.
///
/// # Errors
///
/// [`TableError::Read`] if the file cannot be read; [`TableError::Format`] if it is not text;
/// [`TableError::Parse`] at the first byte that is not UTF-8.
pub fn read_text_file(path: &Path) -> Result<String, TableError> {
    let mut input = Input::open(path)?;
    let mut bytes = Vec::new();
    input.fill(&mut bytes, usize::MAX)?;
    text(input.name(), bytes)
}

/// Decodes the text of a file called `name`.
fn text(name: &str, mut bytes: Vec<u8>) -> Result<String, TableError> {
    if let Some(kind) = sniff_non_text(&bytes) {
        return Err(TableError::Format(format!(
            "{name} is {kind}; expected text in UTF-8"
        )));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    LineEnds::of(&bytes).make_feeds(&mut bytes);
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        let reason = format!("expected text in UTF-8, found the byte {:#04x}", bytes[at]);
        RecordFault::at_byte(bytes, at, reason).in_input(name)
    })
}

/// First bytes of kinds of files that users may take for text.
const KINDS: [(&[u8], &str); 11] = [
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"\xfd7zXZ\0", "compressed by xz"),
    (b"\x04\x22\x4d\x18", "compressed by LZ4"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"PK\x03\x04", "a ZIP archive, such as .xlsx or .ods"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PAR1", "a Parquet table"),
];

/// Number of bytes examined for two-byte characters.
const UTF16_SAMPLE: usize = 16;

/// Returns the kind of a file that begins with `head`, or `None` if it may be UTF-8 text.
pub fn sniff_non_text(head: &[u8]) -> Option<&'static str> {
    let known = KINDS.iter().find(|(begin, _)| head.starts_with(begin));
    known
        .map(|&(_, kind)| kind)
        .or_else(|| is_bzip2(head).then_some("compressed by bzip2"))
        .or_else(|| is_two_byte(head).then_some("UTF-16 text"))
}

/// Returns whether the bytes start a bzip2 file: any block size, then a block or the end of an
/// empty file.
fn is_bzip2(head: &[u8]) -> bool {
    let blocks: [&[u8]; 2] = [b"1AY&SY", b"\x17rE8P\x90"];
    let block = head.strip_prefix(b"BZh").and_then(|rest| rest.get(1..));
    block.is_some_and(|block| blocks.iter().any(|begin| block.starts_with(begin)))
}

/// Returns whether every other byte is zero, as in ASCII letters in UTF-16 without a byte order
/// mark.
fn is_two_byte(head: &[u8]) -> bool {
    let Some(head) = head.get(..UTF16_SAMPLE) else {
        return false;
    };
    let zeros = |parity: usize| {
        let mut pairs = head.chunks_exact(2);
        pairs.all(|pair| pair[parity] == 0 && pair[1 - parity] != 0)
    };
    zeros(0) || zeros(1)
}

/// Bytes of a UTF-8 byte order mark, which some editors write first.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Line ends of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// Line feeds, with or without carriage returns before them.
    Feeds,
    /// Carriage returns alone, as on old Macs.
    Returns,
}

impl LineEnds {
    /// Returns the line ends of a text that starts with `head`.
    pub fn of(head: &[u8]) -> Self {
        let has = |byte| memchr::memchr(byte, head).is_some();
        if has(b'\r') && !has(b'\n') {
            Self::Returns
        } else {
            Self::Feeds
        }
    }

    /// Converts the line ends of a part of the text to line feeds.
    pub fn make_feeds(self, text: &mut [u8]) {
        if self == Self::Returns {
            let returns = text.iter_mut().filter(|byte| **byte == b'\r');
            returns.for_each(|byte| *byte = b'\n');
        }
    }
}

/// Escapes control characters, except line feeds and tabs, because text from files must not control
/// the terminal.
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let spell = |mut all: String, c: char| {
        if commands(c) {
            all.extend(c.escape_default());
        } else {
            all.push(c);
        }
        all
    };
    Cow::Owned(text.chars().fold(String::new(), spell))
}

/// Bytes read at a time.
const BLOCK_BYTES: usize = 64 << 10;

/// Limit for the bytes of a record. Reading a longer one is an error.
pub const LONGEST_RECORD: usize = 1 << 20;

/// Divides an input into lines or records. Skips a byte order mark. Carriage returns end lines if
/// the beginning of the input has no line feed.
#[derive(Debug)]
pub struct Lines {
    input: Input,
    name: Arc<str>,
    buffer: Vec<u8>,
    start: usize,
    at_end: bool,
    ends: LineEnds,
    /// Number of the last line that was returned.
    line: u64,
}

impl Lines {
    /// Reads the lines of an input. `what` names the expected content in messages.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`] if it cannot be read, [`TableError::Format`] if it is not text.
    pub fn new(mut input: Input, what: &str) -> Result<Self, TableError> {
        let mut buffer = Vec::new();
        let at_end = input.fill(&mut buffer, BLOCK_BYTES)? < BLOCK_BYTES;
        if let Some(kind) = sniff_non_text(&buffer) {
            return Err(TableError::Format(format!(
                "{} is {kind}; {what} are text, plain or compressed by gzip or Zstandard",
                input.name()
            )));
        }
        let ends = LineEnds::of(&buffer);
        ends.make_feeds(&mut buffer);
        let start = if buffer.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        Ok(Self {
            name: input.name().into(),
            input,
            buffer,
            start,
            at_end,
            ends,
            line: 0,
        })
    }

    /// Returns the name of the input for messages.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the number of bytes read so far, before decompression.
    pub fn consumed(&self) -> u64 {
        self.input.meter().consumed()
    }

    /// Returns the first lines, at most `most`, without their line ends. A last line that may be
    /// incomplete is left out, unless it is the only one.
    pub fn head(&self, most: usize) -> Vec<String> {
        let head = String::from_utf8_lossy(&self.buffer[self.start..]);
        let mut head = head.as_ref();
        if !self.at_end
            && let Some(feed) = head.rfind('\n')
        {
            head = &head[..feed];
        }
        let lines = head.split('\n').map(|line| line.trim_end_matches('\r'));
        lines.take(most).map(str::to_owned).collect()
    }

    /// Returns the next record without its line end, and the number of its first line.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`] if the input cannot be read; [`TableError::Parse`] if the record is too
    /// long.
    pub fn record(&mut self, format: &RecordFormat) -> Result<Option<(u64, String)>, TableError> {
        self.next(&|text, at_end| format.record_end(text, at_end))
    }

    /// Returns the next text up to the end that `end` finds, without its line end.
    fn next(
        &mut self,
        end: &dyn Fn(&[u8], bool) -> Option<usize>,
    ) -> Result<Option<(u64, String)>, TableError> {
        loop {
            let rest = &self.buffer[self.start..];
            if let Some(length) = end(rest, self.at_end) {
                let text = String::from_utf8_lossy(&rest[..length]);
                let number = self.line + 1;
                self.line += text.matches('\n').count().max(1) as u64;
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                self.start += length;
                return Ok(Some((number, text)));
            }
            if self.at_end {
                return Ok(None);
            }
            if rest.len() > LONGEST_RECORD {
                return Err(self.too_long());
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            let old = self.buffer.len();
            self.at_end = self.input.fill(&mut self.buffer, BLOCK_BYTES)? < BLOCK_BYTES;
            self.ends.make_feeds(&mut self.buffer[old..]);
        }
    }

    /// Returns the next line without its line end, and its number.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`] if the input cannot be read; [`TableError::Parse`] if the line is too
    /// long.
    pub fn line(&mut self) -> Result<Option<(u64, String)>, TableError> {
        self.next(&line_end)
    }

    /// Returns the error for a record without an end.
    pub fn too_long(&self) -> TableError {
        let reason = format!("no line ends within {LONGEST_RECORD} bytes");
        RecordFault::at((self.line + 1, 1), reason).in_input(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{escape_controls, *};

    #[test]
    fn lines_end_in_any_way() {
        for bytes in [
            "a b\nc\n",
            "a b\rc\r",
            "\u{feff}a b\nc\n",
            "\u{feff}a b\rc\r",
        ] {
            assert_eq!(
                text("x", bytes.as_bytes().to_vec()).unwrap(),
                "a b\nc\n",
                "{bytes:?}"
            );
        }
        // A carriage return before a line feed stays.
        assert_eq!(text("x", b"a\r\nb".to_vec()).unwrap(), "a\r\nb");
        assert_eq!(text("x", b"".to_vec()).unwrap(), "");
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        for bytes in [&b"a b\n\xc3\xa9c\xff"[..], b"a b\r\xc3\xa9c\xff"] {
            let error = text("x", bytes.to_vec()).unwrap_err().to_string();
            assert_eq!(error, "x:2:3: expected text in UTF-8, found the byte 0xff");
        }
        let error = text("x", b"PK\x03\x04...".to_vec())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("x is a ZIP archive"), "{error}");
    }

    #[test]
    fn files_are_read_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("drawing");
        fs::write(&path, "\u{feff}ab\r").expect("writable");
        assert_eq!(read_text_file(&path).unwrap(), "ab\n");
        let error = read_text_file(&folder.path().join("none")).unwrap_err();
        assert!(matches!(error, TableError::Read { .. }));
    }

    #[test]
    fn files_that_are_no_text_are_known() {
        let little: Vec<u8> = "53..7...."
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = "53..7...."
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for (head, kind) in [
            (&b"\xff\xfe5\x003\x00"[..], "UTF-16 text"),
            (&little, "UTF-16 text"),
            (&big, "UTF-16 text"),
            (b"BZh91AY&SYxx", "compressed by bzip2"),
            (b"BZh31AY&SYxx", "compressed by bzip2"),
            (b"BZh9\x17rE8P\x90", "compressed by bzip2"),
            (b"\xfd7zXZ\0\0\x04", "compressed by xz"),
            (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
            (b"%PDF-1.7\n", "a PDF document"),
        ] {
            assert_eq!(sniff_non_text(head), Some(kind), "{head:?}");
        }
        let texts: [&[u8]; 6] = [
            b"",
            b"5",
            b"BZh9",
            "é3..7....".as_bytes(),
            b"%P",
            b"\0\0\0\0",
        ];
        assert!(texts.iter().all(|text| sniff_non_text(text).is_none()));
    }

    #[test]
    fn returns_alone_become_feeds() {
        for (text, ends, expected) in [
            ("a\rb\r", LineEnds::Returns, "a\nb\n"),
            ("a\r\nb\r\n", LineEnds::Feeds, "a\r\nb\r\n"),
            ("a\nb", LineEnds::Feeds, "a\nb"),
            ("", LineEnds::Feeds, ""),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            assert_eq!(LineEnds::of(&bytes), ends, "{text:?}");
            ends.make_feeds(&mut bytes);
            assert_eq!(bytes, expected.as_bytes());
        }
    }

    #[test]
    fn no_text_commands_the_terminal() {
        assert_eq!(escape_controls("grüne\nZeilen\t1"), "grüne\nZeilen\t1");
        assert_eq!(
            escape_controls("\u{1b}[2Jx\r\u{9b}"),
            "\\u{1b}[2Jx\\r\\u{9b}"
        );
    }
}
