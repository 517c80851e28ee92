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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{canonical_all, solve_all};
    use countless_engine::{CancelToken, Progress, Reason};

    #[test]
    fn a_run_is_cancelled_and_reports_its_progress() {
        let (grids, progress) = (vec![Grid::BLANK; 3000], Arc::new(Progress::new()));
        let run = Run::new().threads(2).progress(&progress);
        assert_eq!(solve_all(&grids, &run).expect("it runs").len(), 3000);
        assert_eq!((progress.done(), progress.total()), (3000, Some(3000)));
        let token = CancelToken::new();
        token.cancel(Reason::Interrupted);
        let run = run.cancel(&token);
        assert!(matches!(solve_all(&grids, &run), Err(Error::Interrupted)));
        let forms = canonical_all(&grids, &run);
        assert!(matches!(forms, Err(Error::Interrupted)));
    }
}
