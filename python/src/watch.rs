//! Runs that Python can interrupt and watch.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use countless::Error;
use countless::engine::{CancelToken, Progress, Reason, Run};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::error::exception;

/// So often it is asked whether Ctrl-C was pressed.
const TICK: Duration = Duration::from_millis(20);

/// How to run something.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct How {
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

/// Runs `work` on a thread of its own, without the interpreter's lock. Meanwhile this thread
/// tells how far it has come, and cancels it on Ctrl-C.
pub fn watch<T: Send>(
    py: Python<'_>,
    how: &How,
    work: impl FnOnce(&Run, &CancelToken) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (token, progress) = (CancelToken::new(), Arc::new(Progress::new()));
    let mut run = Run::new().cancel(&token).progress(&progress);
    match how.threads {
        None => {}
        Some(0) => return Err(PyValueError::new_err("threads must be at least 1")),
        Some(threads) => run = run.threads(threads),
    }
    let told = Told::new(how.progress.as_ref(), &progress);
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let (run, token) = (&run, &token);
            scope.spawn(move || {
                // Whoever does not wait for it any more has an error of his own.
                let _ = sender.send(work(run, token));
            });
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(done) => break Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| told.tell(py)) {
                            token.cancel(Reason::Interrupted);
                            let _ = receiver.recv();
                            break Err(error);
                        }
                    }
                    // The panic goes on where the scope ends.
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(PyRuntimeError::new_err("the search has panicked"));
                    }
                }
            }
        })
    })?;
    let done = done.map_err(|error| exception(&error))?;
    told.tell(py)?;
    Ok(done)
}

/// Tells how far a run has come.
struct Told<'a> {
    callback: Option<&'a Py<PyAny>>,
    progress: &'a Progress,
}

impl<'a> Told<'a> {
    fn new(callback: Option<&'a Py<PyAny>>, progress: &'a Progress) -> Self {
        Self { callback, progress }
    }

    /// Calls back, and raises what a signal raises.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if let Some(callback) = self.callback {
            callback.call1(py, (self.progress.done(), self.progress.total()))?;
        }
        Ok(())
    }
}
