//! Several inputs, one after the other, as one sequence of chunks.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use super::{ChunkReader, ChunkReaderOptions, PuzzleChunk, PuzzleFormat, PuzzleRecord};
use countless_engine::Error;
use countless_table::Input;

/// Where puzzles come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputOrigin {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// The text itself, with a name for messages.
    Text {
        /// What messages call it.
        name: String,
        /// The puzzles.
        text: String,
    },
}

impl InputOrigin {
    /// Opens it.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if it cannot be opened or decompressed.
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

/// Reads inputs as if they were one: it cuts them into chunks, which are numbered through all
/// of them. No chunk has records of two inputs.
///
/// All are opened at once to recognise their layouts, but files are closed again until
/// their turn has come: there may be thousands.
///
/// ```
/// use countless_sudoku::puzzles::{Inputs, Options, Origin};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let text = |name: &str, text| Origin::Text { name: name.into(), text };
/// let origins = vec![
///     text("lines", format!("{puzzle}\n{puzzle}\n")),
///     text("table", format!("id,puzzle\n7,{puzzle}\n")),
/// ];
/// let mut seen = Vec::new();
/// let inputs = Inputs::open(origins, &Options::default())?;
/// inputs.visit(|name, record| seen.push((name.to_owned(), record.line)))?;
/// let place = |name: &str, line| (name.to_owned(), line);
/// assert_eq!(seen, [place("lines", 1), place("lines", 2), place("table", 2)]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Inputs {
    names: Vec<String>,
    formats: Vec<PuzzleFormat>,
    options: ChunkReaderOptions,
    /// In reverse: the last is the next.
    pending: Vec<PendingInput>,
    /// The one being read, and how many were read before.
    reader: Option<ChunkReader>,
    read: usize,
    /// The chunks and bytes of those before.
    chunks: u64,
    consumed: u64,
    total: Option<u64>,
}

/// An input whose turn has not come.
#[derive(Debug)]
enum PendingInput {
    Closed(InputOrigin),
    /// What cannot be opened twice.
    Open(Box<ChunkReader>),
}

impl Inputs {
    /// Recognises the layout of each.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if one cannot be read, [`Error::Parse`] if it lacks the column that
    /// `options` name, [`Error::Impossible`] if standard input is to be read twice.
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
            // A pipe has no length, and its beginning comes only once.
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

    /// An input is not what it was.
    pub(crate) fn changed(name: &str, line: u64) -> Error {
        Error::Parse {
            name: name.to_owned(),
            line,
            column: 1,
            reason: "it has changed since the start".to_owned(),
        }
    }

    /// Notes what is to be known of an input beforehand.
    fn add(&mut self, reader: &ChunkReader) {
        self.names.push(reader.name().to_owned());
        self.formats.push(reader.format().clone());
        let both = self.total.zip(reader.meter().total());
        self.total = both.map(|(total, more)| total + more);
    }

    /// What messages call each input.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Visits every record, with the name of its input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read, [`Error::Parse`] if it has no end of a
    /// record, or has changed since it was opened.
    pub fn visit(mut self, mut visit: impl FnMut(&str, PuzzleRecord<'_>)) -> Result<(), Error> {
        while let Some(chunk) = self.next() {
            let chunk = chunk?;
            let name = &self.names[chunk.input()];
            self.formats[chunk.input()].parse(&chunk, |record| visit(name, record));
        }
        Ok(())
    }

    /// The layout of each, which parses its chunks.
    #[doc(hidden)]
    pub fn formats(&self) -> &[PuzzleFormat] {
        &self.formats
    }

    /// Bytes there are in all, before decompression, if that is known.
    #[doc(hidden)]
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Bytes read so far, before decompression.
    #[doc(hidden)]
    pub fn consumed(&self) -> u64 {
        let reader = self.reader.as_ref();
        self.consumed + reader.map_or(0, |reader| reader.meter().consumed())
    }

    /// Opens what is next.
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
    /// A single input.
    fn from(reader: ChunkReader) -> Self {
        let mut inputs = Self::none(ChunkReaderOptions::default());
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
