//! Where results end: count them, list them, or list the first few.

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::time::Duration;

use super::{Reason, Tally};
use crate::error::Error;

/// A subtree that was searched to its end.
#[derive(Clone, Debug)]
pub struct Finished<T> {
    /// Its number among all subtrees of the problem.
    pub index: u64,
    /// What it amounts to.
    pub tally: T,
    /// How long the search of it took.
    pub elapsed: Duration,
}

/// Takes the results of a run, on one thread, in the order that the run was asked for.
pub trait Sink<T> {
    /// Takes some whole rows of the current subtree.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error>;

    /// Takes the tally of a subtree, after all its rows.
    ///
    /// # Errors
    ///
    /// When it cannot be recorded.
    fn finished(&mut self, finished: Finished<T>) -> Result<ControlFlow<Reason>, Error>;

    /// Called whenever nothing more waits to be taken.
    ///
    /// # Errors
    ///
    /// When what was taken before cannot be written.
    fn pause(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// No subtree need give more rows than this.
    fn limit(&self) -> u64 {
        u64::MAX
    }
}

/// Adds up the tallies; there are no rows.
#[derive(Clone, Debug, Default)]
pub struct Count<T> {
    /// The sum so far.
    pub total: T,
}

impl<T: Tally> Sink<T> for Count<T> {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }

    fn finished(&mut self, finished: Finished<T>) -> Result<ControlFlow<Reason>, Error> {
        self.total.merge(finished.tally);
        Ok(Continue(()))
    }
}

/// Writes every row, and adds up the tallies.
#[derive(Debug)]
pub struct List<T, W> {
    /// The sum so far.
    pub total: T,
    /// The rows written so far.
    pub rows: u64,
    writer: W,
    path: PathBuf,
}

impl<T: Tally, W: Write> List<T, W> {
    /// Writes to `writer`, which error messages call `path`.
    pub fn new(writer: W, path: impl Into<PathBuf>) -> Self {
        Self {
            total: T::default(),
            rows: 0,
            writer,
            path: path.into(),
        }
    }

    /// The writer, once all is written.
    pub fn into_inner(self) -> W {
        self.writer
    }
}

impl<T: Tally, W: Write> Sink<T> for List<T, W> {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        match self.writer.write_all(bytes) {
            Ok(()) => {
                self.rows += rows;
                Ok(Continue(()))
            }
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Break(Reason::Closed)),
            Err(error) => Err(Error::write(&self.path, error)),
        }
    }

    fn finished(&mut self, finished: Finished<T>) -> Result<ControlFlow<Reason>, Error> {
        self.total.merge(finished.tally);
        Ok(Continue(()))
    }
}

/// Passes on the first rows only, then stops the run. Rows end in a line feed and
/// hold no other.
#[derive(Debug)]
pub struct First<S> {
    /// Where the rows go.
    pub sink: S,
    left: u64,
}

impl<S> First<S> {
    /// Passes on the first `limit` rows to `sink`.
    pub fn new(limit: u64, sink: S) -> Self {
        Self { sink, left: limit }
    }
}

impl<T, S: Sink<T>> Sink<T> for First<S> {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        let wanted = rows.min(self.left);
        let end = match wanted {
            0 => 0,
            _ if wanted == rows => bytes.len(),
            _ => memchr::memchr_iter(b'\n', bytes)
                .nth(wanted as usize - 1)
                .map_or(bytes.len(), |line_feed| line_feed + 1),
        };
        self.left -= wanted;
        let flow = self.sink.rows(&bytes[..end], wanted)?;
        Ok(if flow.is_continue() && self.left == 0 {
            Break(Reason::Limit)
        } else {
            flow
        })
    }

    fn finished(&mut self, finished: Finished<T>) -> Result<ControlFlow<Reason>, Error> {
        self.sink.finished(finished)
    }

    fn pause(&mut self) -> Result<(), Error> {
        self.sink.pause()
    }

    fn limit(&self) -> u64 {
        self.left
    }
}
