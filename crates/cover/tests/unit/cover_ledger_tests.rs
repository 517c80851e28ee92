//! Ledgers of counts, recounted.

use countless_cover::{BigCount, CoverMethod, CoverProblem, ExactCover, FACTORIES, Grid, make};
use countless_engine::ledger::Records;
use countless_engine::{Audit, Error, Problem as _, Registry, ReopenInputs, Run};

use crate::component_tests::joined;

/// A ledger of a count by search: both methods recount some of its subtrees.
#[test]
fn a_ledger_is_made_again_and_verified() -> Result<(), Error> {
    // Five tetrominoes, each twice, on 5×8: 2⁵ times the number for single pieces.
    let text = "I\n####\n\nO\n##\n##\n\nT\n###\n.#.\n\nL\n###\n#..\n\nS\n.##\n##.\n";
    let pieces = make::Pieces::drawn(text, "pieces", Grid::squares())?;
    let board = make::TilingBoard::rectangle(5, 8)?;
    let single = make::polyominoes(&board, &pieces, false)?.to_knuth();
    let twice = single
        .replacen("I O T L S", "2|I 2|O 2|T 2|L 2|S", 1)
        .parse()?;
    for (problem, known) in [(make::soma()?, 11_520), (twice, 3106)] {
        verify(problem, CoverMethod::Search, known, "search")?;
    }
    Ok(())
}

/// One component is searched, the rest are a factor; or all are counted before the run.
#[test]
fn so_is_that_of_several_components() -> Result<(), Error> {
    let (soma, langford) = (make::soma()?, make::langford(11)?);
    let small = make::langford(7)?;
    for (parts, known, method) in [
        (
            vec![&soma, &langford, &small],
            11_520 * 35_584 * 52,
            "search",
        ),
        (vec![&small, &small, &small], 52 * 52 * 52, "search"),
        (vec![&soma, &soma], 11_520 * 11_520, "search"),
        (
            vec![&make::dominoes(8, 8)?, &small],
            12_988_816 * 52,
            "memo",
        ),
    ] {
        verify(joined(&parts), CoverMethod::Auto, known, method)?;
    }
    Ok(())
}

fn verify(problem: ExactCover, method: CoverMethod, known: u64, found: &str) -> Result<(), Error> {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, ledger) = (
        folder.path().join("problem.txt"),
        folder.path().join("ledger.csv"),
    );
    std::fs::write(&input, problem.to_knuth()).expect("it can be written");
    let cover = CoverProblem::counting(problem, method, &Run::new())?;
    let run = Run::new().ledger(&ledger);
    assert_eq!(cover.count(&run)?.total.solutions, BigCount::from(known));
    let records = Records::read(&ledger)?;
    let inputs = ReopenInputs::new().files([input.display().to_string()]);
    let again = Registry::new(FACTORIES).reopen(records.plan(), &inputs)?;
    let mut audit = Audit::new(&records, 20, 1);
    assert!(audit.search(&*again, &Run::new())? && audit.recount(&*again, &Run::new())?);
    assert!(audit.rounds == 2 && audit.mismatches.is_empty());
    assert_eq!(cover.spec()?.method, found);
    Ok(())
}
