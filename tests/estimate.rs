//! Samples of real problems: their estimates are right on average, and their errors cover.

use std::time::Duration;

use countless::engine::{
    Count, Counted, Drawn, Estimate, Options, Problem, Pulse, Rounds, Sample, Stop, Subtree, run,
    survey,
};
use countless::queens::{ByJoin, BySearch, Descent};
use countless::simd::Kernel;

/// Searches some subtrees.
fn count<P: Problem<Tally = Counted>>(
    problem: &P,
    roots: impl IntoIterator<Item = P::Root>,
) -> Counted
where
    P::Root: Send,
{
    let subtrees: Vec<_> = roots.into_iter().zip(0..).collect();
    let subtrees = subtrees.into_iter().map(|(root, index)| {
        Ok(Subtree {
            index,
            cost: 0,
            root,
        })
    });
    let mut count = Count::default();
    let (stop, pulse) = (Stop::new(), Pulse::new(None));
    run(
        problem,
        subtrees,
        &mut count,
        Options::default(),
        &stop,
        &pulse,
    )
    .expect("it counts");
    count.total
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
    for n in [13, 14] {
        let problem = ByJoin::new(n, Kernel::best(), 2)
            .expect("threads start")
            .expect("the join takes them");
        let subtrees: Vec<_> = problem.subtrees().collect();
        let works = subtrees
            .iter()
            .map(|subtree| count(&problem, [subtree.root]).work as f64);
        let works: Vec<f64> = works.collect();
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
    let problem = BySearch::all(12, Kernel::best(), 1);
    let subtrees: Vec<_> = problem.subtrees().collect();
    let descent = Descent::new(&problem, 100);
    let mut deeper = 0;
    let mut estimate = |seed: u64| {
        let sample = Sample::new(&subtrees, 32, seed);
        let mut rounds = Rounds::new(sample.draws());
        for (draw, number) in (0..2).flat_map(|round| sample.round(round)).zip(0..) {
            let Drawn { root, weight, .. } = descent.draw(draw, seed << 20 | number);
            deeper += u32::from(weight > draw.weight);
            rounds.push(weight, count(&descent, [root]).solutions as f64);
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
fn a_survey_ends_when_it_has_taken_enough() {
    let problem = ByJoin::new(14, Kernel::best(), 2)
        .expect("threads start")
        .expect("the join takes them");
    let subtrees: Vec<_> = problem.subtrees().collect();
    let sample = Sample::new(&subtrees, 32, 1);
    let rounds = |round| {
        sample.round(round).map(|draw| Drawn {
            root: draw.position,
            weight: draw.weight,
            before: None,
        })
    };
    let survey_for = |milliseconds, stop: &Stop| {
        let enough = Duration::from_millis(milliseconds);
        let options = Options::default();
        survey(&problem, sample.draws(), rounds, enough, options, stop).expect("it counts")
    };
    let short = survey_for(0, &Stop::new()).expect("nobody stops it");
    let long = survey_for(20, &Stop::new()).expect("nobody stops it");
    assert!(short.drawn >= 2 * 32 && short.drawn < long.drawn);
    assert_eq!(long.drawn % 32, 0);
    let truth = count(&problem, 0..subtrees.len()).work as f64;
    let work = long.work.total();
    assert!(
        (work.mean - truth).abs() < 2.0 * work.error,
        "{work:?} for {truth}"
    );
    let time = long.time.forecast(0.0);
    assert!(time.mean > 0.0 && time.error >= 0.1 * time.mean);
    let stop = Stop::new();
    stop.raise(countless::engine::Reason::Interrupted);
    assert!(survey_for(20, &stop).is_none());
}
