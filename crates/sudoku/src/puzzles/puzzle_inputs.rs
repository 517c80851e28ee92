//! Several inputs as one sequence of chunks.
//! The head of an input determines its format. A reader cuts it into chunks of whole records.

use std::path::Path;
use std::sync::Arc;

use super::{
    InputOrigin, InputOrigins, OpenedInput, PuzzleChunk, PuzzleFormat, PuzzleRecord, ReadOptions,
    after_lines,
};
use countless_engine::Error;
use countless_table::{Input, Meter};

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
/// let inputs = Inputs::open(origins, ReadOptions::new())?;
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
    options: Arc<ReadOptions>,
    /// Inputs that are not read yet, in reverse order. The first input is open, and those that cannot
    /// be opened twice.
    pending: Vec<(InputOrigin, Option<ChunkReader>)>,
    /// Present input, and the number of inputs read before.
    reader: Option<ChunkReader>,
    read: usize,
    /// Number of chunks, and of bytes in the inputs read before.
    chunks: u64,
    consumed: u64,
    total: Option<u64>,
}

impl Inputs {
    /// Opens the inputs and detects their formats.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read, [`Error::Parse`] if it lacks the column of
    /// `options`, [`Error::Impossible`] if standard input is named twice.
    pub fn open(
        origins: impl Into<InputOrigins>,
        options: impl Into<Arc<ReadOptions>>,
    ) -> Result<Self, Error> {
        Self::open_all(origins.into(), options.into())
    }

    fn open_all(origins: InputOrigins, options: Arc<ReadOptions>) -> Result<Self, Error> {
        let InputOrigins { all, mut first } = origins;
        let stdin = |origin: &&InputOrigin| matches!(origin, InputOrigin::File(path) if path == Path::new("-"));
        if all.iter().filter(stdin).count() > 1 {
            let reason = "standard input, -, can be read only once";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let mut inputs = Self {
            names: Vec::new(),
            are_blank: Vec::new(),
            formats: Vec::new(),
            options,
            pending: Vec::new(),
            reader: None,
            read: 0,
            chunks: 0,
            consumed: 0,
            total: Some(0),
        };
        for origin in all {
            let opened = first.take().map_or_else(|| origin.open(), Ok)?;
            inputs.are_blank.push(opened.is_blank());
            let reader = ChunkReader::of(opened, &inputs.options)?;
            inputs.names.push(reader.name().to_owned());
            inputs.formats.push(reader.format().clone());
            let length = reader.meter().total();
            inputs.total = inputs.total.zip(length).map(|(total, more)| total + more);
            // A pipe has no length, and can be read only once.
            let keep = inputs.names.len() == 1 || length.is_none();
            inputs.pending.push((origin, keep.then_some(reader)));
        }
        inputs.pending.reverse();
        Ok(inputs)
    }

    /// Error: an input has changed.
    pub fn changed(name: &str, line: u64) -> Error {
        Error::parse(name, line, 1, "it has changed since the start")
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
        self.consumed + reader.map_or(0, |reader| reader.opened.position())
    }

    /// Opens an input again, which must have its format.
    fn reopen(&self, origin: &InputOrigin) -> Result<ChunkReader, Error> {
        let reader = ChunkReader::of(origin.open()?, &self.options)?;
        if *reader.format() == self.formats[self.read] {
            Ok(reader)
        } else {
            Err(Self::changed(reader.name(), 1))
        }
    }

    /// Returns the next chunk, or `None` at the end of the last input.
    fn next_chunk(&mut self) -> Result<Option<PuzzleChunk>, Error> {
        loop {
            let Some(reader) = &mut self.reader else {
                let Some((origin, reader)) = self.pending.pop() else {
                    return Ok(None);
                };
                self.reader = Some(reader.map_or_else(|| self.reopen(&origin), Ok)?);
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

/// Bytes after which a chunk is full, with any number of records.
const FULL: usize = 1 << 20;

/// Bytes after which a record without an end is an error.
const TOO_LONG: usize = 1 << 20;

/// Iterator that cuts an input into chunks.
///
/// It ends after an error or the last chunk.
#[derive(Debug)]
pub struct ChunkReader {
    opened: OpenedInput,
    format: PuzzleFormat,
    records_per_chunk: usize,
    index: u64,
    line: u64,
}

impl ChunkReader {
    /// Reads the head of an input and detects its format.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the input cannot be read, [`Error::Parse`] if it lacks the column of
    /// `options`.
    pub fn new(input: Input, options: &ReadOptions) -> Result<Self, Error> {
        Self::of(OpenedInput::new(input)?, options)
    }

    /// Detects the format of an input from its head.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the input lacks the column of `options`.
    pub fn of(mut opened: OpenedInput, options: &ReadOptions) -> Result<Self, Error> {
        let (lines, name) = (opened.whole_lines(), opened.input.name());
        let (format, skipped) = PuzzleFormat::detect(lines, options, name)?;
        opened.start = opened.buffer.len() - after_lines(opened.rest(), skipped).len();
        Ok(Self {
            opened,
            format,
            records_per_chunk: options.records_per_chunk.max(1),
            index: 0,
            line: 1 + skipped as u64,
        })
    }

    /// Format that parses the chunks.
    pub fn format(&self) -> &PuzzleFormat {
        &self.format
    }

    /// Name of the input in messages.
    pub fn name(&self) -> &str {
        self.opened.input.name()
    }

    /// Returns the meter of the bytes read.
    pub fn meter(&self) -> &Meter {
        self.opened.input.meter()
    }

    /// Length of the next chunk in bytes, 0 at the end, and its number of records. Reads on until
    /// they are known.
    fn measure(&mut self) -> Result<(usize, usize), Error> {
        let (mut length, mut all, mut wanted) = (0, 0, self.records_per_chunk);
        loop {
            let (rest, at_end) = (self.opened.rest(), self.opened.at_end);
            let (more, full) = (&rest[length..], FULL.saturating_sub(length).max(1));
            let (records, more) = self.format.measure(more, at_end, wanted, full);
            (wanted, all, length) = (wanted - records, all + records, length + more);
            if at_end || wanted == 0 || length >= FULL {
                match self.format.is_complete(rest, length, at_end) {
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
                    name: self.name().to_owned(),
                    line: self.line + memchr::memchr_iter(b'\n', before).count() as u64,
                    column: 1,
                    reason: format!("no puzzle ends within {TOO_LONG} bytes"),
                });
            }
            self.opened.read_on()?;
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
                self.opened.start = self.opened.buffer.len();
                self.opened.at_end = true;
                return Some(Err(error));
            }
        };
        let bytes = self.opened.rest()[..length].to_vec();
        let chunk = PuzzleChunk {
            index: self.index,
            input: 0,
            line: self.line,
            bytes,
            records_before: 0,
        };
        self.index += 1;
        self.line += self.format.lines(&chunk.bytes, records);
        self.opened.start += length;
        Some(Ok(chunk))
    }
}
