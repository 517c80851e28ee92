//! Samples of real problems: their estimates are right on average, and their errors cover.

use std::sync::atomic::AtomicBool;

use countless::Kernel;
use countless::engine::{Estimate, Problem, Run, Subtree};
use countless::ledger::Records;
use countless::unstable::engine::{Rounds, Sample};
use countless::unstable::queens::search::{Worker, descend};
use countless::unstable::queens::{JoinCounter, SearchCounter};

/// The subtrees of a problem, as a run cuts it.
fn subtrees<P: Problem>(problem: &P, run: &Run) -> Vec<Subtree<P::Root>> {
    let subtrees = problem.subtrees(&run.cut()).expect("there is such a cut");
    subtrees
        .map(|subtree| subtree.expect("it is made from nothing"))
        .collect()
}

/// The join, which takes the board.
fn join(n: usize) -> JoinCounter {
    let counter = JoinCounter::new(n, 2).expect("threads start");
    counter.expect("the join takes it")
}

/// The mean of some estimates is `truth`, and their errors cover it.
fn check(estimates: &[Estimate], truth: f64) {
    let number = estimates.len() as f64;
    let mean = estimates.iter().map(|one| one.mean).sum::<f64>() / number;
    let squares = estimates.iter().map(|one| one.error.powi(2)).sum::<f64>();
    let error = squares.sqrt() / number;
    assert!(
        (mean - truth).abs() < 2.0 * error,
        "{mean} ± {error} for {truth}"
    );
    let covered = estimates
        .iter()
        .filter(|one| (one.mean - truth).abs() <= one.error);
    let covered = covered.count() as f64 / number;
    assert!((0.9..1.0).contains(&covered), "{covered} are covered");
}

#[test]
fn samples_of_orbits_are_unbiased_and_their_errors_cover() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for n in [13, 14] {
        let problem = join(n);
        // A ledger tells what each took, if every orbit is a subtree.
        let path = folder.path().join(n.to_string());
        let run = Run::new().threads(2).subtrees(Some(1 << 24)).ledger(&path);
        let subtrees = subtrees(&problem, &run);
        run.count(&problem).expect("it counts");
        let records = Records::read(&path).expect("it is complete");
        let works: Vec<f64> = (0..records.len())
            .map(|subtree| records.get(subtree).expect("it is there").summary.work as f64)
            .collect();
        let estimate = |seed| {
            let sample = Sample::new(&subtrees, 32, seed);
            let mut rounds = Rounds::new(sample.draws());
            for draw in (0..4).flat_map(|round| sample.round(round)) {
                rounds.push(draw.weight, works[draw.position]);
            }
            rounds.total()
        };
        let estimates: Vec<Estimate> = (0..400).map(estimate).collect();
        check(&estimates, works.iter().sum());
    }
}

#[test]
fn samples_of_parts_of_a_search_are_unbiased_and_their_errors_cover() {
    let problem = SearchCounter::all(12).expect("it can be searched");
    let subtrees = subtrees(&problem, &Run::new().threads(1));
    let (mut worker, go) = (Worker::new(Kernel::best()), AtomicBool::new(false));
    let mut deeper = 0;
    let mut estimate = |seed: u64| {
        let sample = Sample::new(&subtrees, 32, seed);
        let mut rounds = Rounds::new(sample.draws());
        for (draw, number) in (0..2).flat_map(|round| sample.round(round)).zip(0..) {
            let root = &subtrees[draw.position].root;
            let (part, weight) = descend(root, 100, seed << 20 | number);
            deeper += u32::from(weight > 1.0);
            let solutions = worker.count(&part.board, &go).expect("nobody stops it");
            rounds.push(draw.weight * weight, (part.weight * solutions) as f64);
        }
        rounds.total()
    };
    let estimates: Vec<Estimate> = (0..100).map(&mut estimate).collect();
    check(&estimates, 14_200.0);
    assert!(
        deeper > 1000,
        "only {deeper} parts are smaller than subtrees"
    );
}

#[test]
fn a_board_that_would_take_years_is_estimated_by_its_parts() {
    let problem = SearchCounter::all(24).expect("it can be searched");
    let forecast = Run::new().threads(2).estimate(&problem, 1);
    let forecast = forecast.expect("it counts").expect("nobody cancels it");
    let work = forecast.work;
    // A year of one core, more or less; what matters is that this ends at all.
    assert!(forecast.total.mean > 1e6, "{forecast:?}");
    assert!(work.mean > 0.0 && work.error < work.mean, "{work:?}");
}
