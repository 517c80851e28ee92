//! Work on many grids, several at a time, on the threads of a run.

use rayon::prelude::*;

use super::Grid;
use countless_engine::{Error, Run};

/// Maps grids to results in the order of the grids. `work` handles up to `batch_len` grids at a
/// time, with the scratch of its thread. The progress of the run counts grids.
///
/// # Errors
///
/// [`Error::Interrupted`] if the run was cancelled, [`Error::Threads`] if the threads cannot be
/// started.
pub(super) fn map_grids<S, T: Send>(
    grids: &[Grid],
    batch_len: usize,
    run: &Run,
    scratch: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, &[Grid]) -> Vec<T> + Send + Sync,
) -> Result<Vec<T>, Error> {
    let (token, progress) = (run.child_token(), run.progress_used());
    progress.begin(Some(grids.len() as u64));
    let batches = grids.par_chunks(batch_len);
    let batches = batches.map_init(scratch, |scratch, grids| {
        if token.is_cancelled() {
            return Err(Error::Interrupted);
        }
        let results = work(scratch, grids);
        progress.advance(grids.len() as u64);
        Ok(results)
    });
    let results: Vec<Vec<T>> = run.parallel(|| batches.collect::<Result<_, _>>())??;
    Ok(results.into_iter().flatten().collect())
}
