//! Runs a problem with progress and signals, the same for every command.

use std::sync::Arc;

use countless::Error;
use countless::engine::{Order, Problem, Pulse, Report, Sink, Subtree, run};

use super::progress::Progress;
use super::{Run, stop_on_signals};

/// Searches `subtrees`, which cost `cost` together, showing progress in `noun`s.
pub fn drive<P, I, S>(
    problem: &P,
    subtrees: I,
    cost: Option<u64>,
    sink: &mut S,
    args: &Run,
    order: Order,
    noun: &'static str,
) -> anyhow::Result<Report>
where
    P: Problem,
    I: IntoIterator<Item = Result<Subtree<P::Root>, Error>>,
    I::IntoIter: Send,
    S: Sink<P::Tally>,
{
    let stop = stop_on_signals()?;
    let pulse = Arc::new(Pulse::new(cost));
    let progress = Progress::start(args.progress, args.quiet, noun, &pulse);
    let report = run(problem, subtrees, sink, args.options(order), stop, &pulse)?;
    drop(progress);
    Ok(report)
}
