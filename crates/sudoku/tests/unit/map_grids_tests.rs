//! Runs over many grids.

use std::sync::Arc;

use countless_engine::{CancelToken, Error, Progress, Reason, Run};
use countless_sudoku::{Grid, canonical_all, solve_all};

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
