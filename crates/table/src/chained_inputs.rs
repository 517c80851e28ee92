//! Several inputs, one after another.

use std::collections::VecDeque;
use std::path::PathBuf;

use super::input::Input;
use super::table_error::TableError;

/// Reader of one input, in chunks.
pub trait ReadChunks {
    /// Several whole records.
    type Chunk;
    /// Reason why a chunk cannot be read.
    type Error: From<TableError>;

    /// Returns the next chunk, or `None` at the end.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`], or a fault of the input as a whole.
    fn chunk(&mut self) -> Result<Option<Self::Chunk>, Self::Error>;
}

/// Chunks of several inputs. Each input is opened when the previous ones have been read. An error
/// ends the iteration.
#[derive(Debug)]
pub struct ChainedInputs<R, F> {
    waiting: VecDeque<PathBuf>,
    open: Option<R>,
    start: F,
}

impl<R: ReadChunks, F: FnMut(Input) -> Result<R, R::Error>> ChainedInputs<R, F> {
    /// Chains `inputs`. `open` is the reader of the first input, if it is open already; `start`
    /// makes the readers of the remaining inputs.
    pub fn new(inputs: &[PathBuf], open: Option<R>, start: F) -> Self {
        let waiting = inputs.iter().skip(usize::from(open.is_some()));
        Self {
            waiting: waiting.cloned().collect(),
            open,
            start,
        }
    }

    fn chunk(&mut self) -> Result<Option<R::Chunk>, R::Error> {
        loop {
            if let Some(reader) = &mut self.open {
                if let Some(chunk) = reader.chunk()? {
                    return Ok(Some(chunk));
                }
                self.open = None;
            }
            let Some(path) = self.waiting.pop_front() else {
                return Ok(None);
            };
            self.open = Some((self.start)(Input::open(&path)?)?);
        }
    }
}

impl<R: ReadChunks, F: FnMut(Input) -> Result<R, R::Error>> Iterator for ChainedInputs<R, F> {
    type Item = Result<R::Chunk, R::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.chunk();
        if chunk.is_err() {
            self.waiting.clear();
            self.open = None;
        }
        chunk.transpose()
    }
}
