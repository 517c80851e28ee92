//! Several inputs as one sequence of chunks.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use super::{ChunkReader, ChunkReaderOptions, PuzzleChunk, PuzzleFormat, PuzzleRecord};
use countless_engine::Error;
use countless_table::Input;

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
/// use countless_sudoku::puzzles::{ChunkReaderOptions, InputOrigin, Inputs};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let text = |name: &str, text| InputOrigin::Text { name: name.into(), text };
/// let origins = vec![
///     text("lines", format!("{puzzle}\n{puzzle}\n")),
///     text("table", format!("id,puzzle\n7,{puzzle}\n")),
/// ];
/// let mut seen = Vec::new();
/// let inputs = Inputs::open(origins, &ChunkReaderOptions::new())?;
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
    options: ChunkReaderOptions,
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
    pub fn open(origins: Vec<InputOrigin>, options: &ChunkReaderOptions) -> Result<Self, Error> {
        let stdin = |origin: &&InputOrigin| matches!(origin, InputOrigin::File(path) if path == Path::new("-"));
        if origins.iter().filter(stdin).count() > 1 {
            let reason = "standard input, -, can be read only once";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let mut inputs = Self::none(options.clone());
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

    fn none(options: ChunkReaderOptions) -> Self {
        Self {
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
        }
    }

    /// Error: an input has changed.
    pub(crate) fn changed(name: &str, line: u64) -> Error {
        Error::Parse {
            name: name.to_owned(),
            line,
            column: 1,
            reason: "it has changed since the start".to_owned(),
        }
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
            let name = &self.names[chunk.input()];
            self.formats[chunk.input()].parse(&chunk, |record| visit(name, record));
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
}

impl From<ChunkReader> for Inputs {
    /// Reads a single input.
    fn from(reader: ChunkReader) -> Self {
        let mut inputs = Self::none(ChunkReaderOptions::new());
        inputs.add(&reader);
        inputs.pending.push(PendingInput::Open(Box::new(reader)));
        inputs
    }
}

impl Iterator for Inputs {
    type Item = Result<PuzzleChunk, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(reader) = &mut self.reader else {
                let waiting = self.pending.pop()?;
                match self.start(waiting) {
                    Ok(reader) => self.reader = Some(reader),
                    Err(error) => {
                        self.pending.clear();
                        return Some(Err(error));
                    }
                }
                continue;
            };
            match reader.next() {
                Some(Ok(mut chunk)) => {
                    chunk.index = self.chunks;
                    chunk.input = self.read;
                    self.chunks += 1;
                    return Some(Ok(chunk));
                }
                Some(Err(error)) => {
                    self.pending.clear();
                    return Some(Err(error));
                }
                None => {
                    self.consumed += reader.meter().consumed();
                    self.reader = None;
                    self.read += 1;
                }
            }
        }
    }
}
