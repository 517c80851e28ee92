//! Runs that Python can interrupt and watch.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use countless::Error;
use countless::engine::{CancelToken, Progress, Reason, Run};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::exception;

/// Interval between checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// Options of a run, checked in `countless/_run.py`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct How {
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

/// Runs `work` in another thread, without the lock of the interpreter. Meanwhile this thread
/// reports progress, and cancels the work on Ctrl-C.
pub fn watch<T: Send>(
    py: Python<'_>,
    how: &How,
    work: impl FnOnce(&Run, &CancelToken) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (token, progress) = (CancelToken::new(), Arc::new(Progress::new()));
    let mut run = Run::new().cancel(&token).progress(&progress);
    if let Some(threads) = how.threads {
        run = run.threads(threads);
    }
    let report = Report::new(how.progress.as_ref(), &progress);
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let (run, token) = (&run, &token);
            scope.spawn(move || {
                // A receiver that has stopped waiting returns its own error.
                let _ = sender.send(work(run, token));
            });
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(done) => break Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| report.send(py)) {
                            token.cancel(Reason::Interrupted);
                            let _ = receiver.recv();
                            break Err(error);
                        }
                    }
                    // The panic continues at the end of the scope.
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(PyRuntimeError::new_err(
                            "the search failed with an internal error",
                        ));
                    }
                }
            }
        })
    })?;
    let done = done.map_err(|error| exception(&error))?;
    report.send(py)?;
    Ok(done)
}

/// Reporter of the progress of a run.
struct Report<'a> {
    callback: Option<&'a Py<PyAny>>,
    progress: &'a Progress,
}

impl<'a> Report<'a> {
    fn new(callback: Option<&'a Py<PyAny>>, progress: &'a Progress) -> Self {
        Self { callback, progress }
    }

    /// Calls the callback, and raises the exception of a signal.
    fn send(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if let Some(callback) = self.callback {
            let progress = self.progress;
            callback.call1(
                py,
                (progress.done(), progress.total(), progress.solutions()),
            )?;
        }
        Ok(())
    }
}
