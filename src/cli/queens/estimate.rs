//! `countless queens estimate`

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use countless::Error;
use countless::engine::{
    Counted, Estimate, Finished, Order, Problem, Pulse, Reason, Sample, Sink, Subtree, run,
};
use countless::queens::{ByJoin, BySearch};

use super::super::dry_run::described;
use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print, time};
use super::super::{Run, stop_on_signals};
use super::Board;
use super::count::Method;

/// Samples grow until one has taken this long on one core, or is the whole.
const ENOUGH: Duration = Duration::from_millis(250);
/// The size of the first sample, and how much larger the next ones are.
const FIRST: usize = 256;
const GROWTH: usize = 4;
/// The largest board whose search is sampled; a subtree of a larger one takes minutes.
const LARGEST_SEARCH: usize = 20;
/// A search is cut as for this many threads at least, to have enough to draw from.
const SEARCHED: usize = 32;

#[derive(Args, Debug)]
#[command(after_help = "\
The estimate is the time that all threads together spend on the subtrees, on this
machine, if it is as busy with other things then as it is now; the error is twice the
standard error.

Examples:
  countless queens estimate 20
  countless queens estimate 18 --method search --json")]
pub struct EstimateArgs {
    #[command(flatten)]
    board: Board,
    /// How to count
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    method: Method,
    /// Draw another sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: Run,
}

pub fn estimate(args: &EstimateArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    let run = &args.run;
    let threads = run.options(Order::Any).threads;
    let drawing = match args.method.resolve(n)? {
        Method::Search => {
            let problem = BySearch::all(n, run.kernel, threads.max(SEARCHED));
            draw_by_search(n, &problem, run, args.seed)?
        }
        _ => match ByJoin::new(n, run.kernel, threads)? {
            Some(problem) => draw(&problem, problem.subtrees(), run, args.seed)?,
            None => Drawing::TooLong,
        },
    };
    let drawn = match drawing {
        Drawing::Done(drawn) => drawn,
        Drawing::TooLong => bail!("boards of {n} rows take the search too long even to sample"),
        Drawing::Interrupted => {
            eprintln!("interrupted");
            return Ok(Outcome::Interrupted);
        }
    };
    if args.json {
        let json = serde_json::json!({
            "problem": "queens",
            "n": n,
            "core_seconds": drawn.time.mean,
            "error_seconds": drawn.time.error,
            "work": drawn.work.mean,
            "error_work": drawn.work.error,
            "sampled": drawn.sampled,
            "subtrees": drawn.subtrees,
            "kernel": run.kernel.name(),
            "threads": threads,
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{}\n", described(drawn.time)))?;
        if !run.quiet {
            eprintln!(
                "from {} of {}; {} on {}",
                grouped(drawn.sampled as u128),
                plural(drawn.subtrees as u128, "subtree"),
                time(drawn.time.time() / threads as u32),
                plural(threads as u128, "thread")
            );
        }
    }
    Ok(Outcome::Complete)
}

/// How drawing a sample ended.
pub enum Drawing {
    Done(Drawn),
    /// Even a few subtrees would take minutes.
    TooLong,
    Interrupted,
}

impl Drawing {
    /// The time that was estimated, if it was.
    pub fn time(&self) -> Option<Estimate> {
        match self {
            Self::Done(drawn) => Some(drawn.time),
            Self::TooLong | Self::Interrupted => None,
        }
    }
}

/// Estimates a search, unless the board is too large for that.
pub fn draw_by_search(
    n: usize,
    problem: &BySearch,
    run: &Run,
    seed: u64,
) -> anyhow::Result<Drawing> {
    if n > LARGEST_SEARCH {
        return Ok(Drawing::TooLong);
    }
    draw(problem, problem.subtrees(), run, seed)
}

/// What a sample tells.
pub struct Drawn {
    /// In seconds on one core.
    time: Estimate,
    work: Estimate,
    sampled: usize,
    subtrees: usize,
}

/// Estimates what the subtrees take, from larger and larger samples.
pub fn draw<P>(
    problem: &P,
    subtrees: impl Iterator<Item = Subtree<usize>>,
    args: &Run,
    seed: u64,
) -> anyhow::Result<Drawing>
where
    P: Problem<Root = usize, Tally = Counted>,
{
    let stop = stop_on_signals()?;
    let subtrees: Vec<Subtree<usize>> = subtrees.collect();
    let mut size = FIRST.min(subtrees.len());
    loop {
        let sample = Sample::new(&subtrees, size, seed);
        let wanted = sample.subtrees();
        let whole = size >= subtrees.len();
        let drawn = subtrees
            .iter()
            .filter(|subtree| whole || wanted.contains(&subtree.index))
            .cloned();
        let mut took = Took::default();
        let (options, pulse) = (args.options(Order::Any), Pulse::new(None));
        run(problem, drawn.map(Ok), &mut took, options, stop, &pulse)?;
        if stop.is_raised() {
            return Ok(Drawing::Interrupted);
        }
        let spent: Duration = took.0.values().map(|took| took.0).sum();
        if whole {
            let exactly = |mean| Estimate { mean, error: 0.0 };
            return Ok(Drawing::Done(Drawn {
                time: exactly(spent.as_secs_f64()),
                work: exactly(took.0.values().map(|took| took.1 as f64).sum()),
                sampled: size,
                subtrees: size,
            }));
        }
        if spent >= ENOUGH {
            let of = |part: fn(&(Duration, u64)) -> f64| {
                sample.estimate(|index| took.0.get(&index).map_or(0.0, part))
            };
            return Ok(Drawing::Done(Drawn {
                time: of(|took| took.0.as_secs_f64()),
                work: of(|took| took.1 as f64),
                sampled: took.0.len(),
                subtrees: subtrees.len(),
            }));
        }
        size = (size * GROWTH).min(subtrees.len());
    }
}

/// The time and the work that each subtree took.
#[derive(Default)]
struct Took(HashMap<u64, (Duration, u64)>);

impl Sink<Counted> for Took {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, finished: Finished<Counted>) -> Result<ControlFlow<Reason>, Error> {
        let took = (finished.elapsed, finished.tally.work);
        self.0.insert(finished.index, took);
        Ok(ControlFlow::Continue(()))
    }
}
