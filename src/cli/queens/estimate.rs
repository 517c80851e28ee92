//! `countless queens estimate`

use std::time::Duration;

use clap::Args;
use countless::engine::{
    Counted, Draw, Drawn, Estimate, Order, Problem, Sample, Subtree, Whose, cpu_time, survey,
};
use countless::queens::{ByJoin, BySearch, Descent};

use super::super::dry_run::{Forecast, described};
use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print, time};
use super::super::{Run, stop_on_signals};
use super::Board;
use super::count::Method;

/// A sample has taken this long on one core.
const ENOUGH: Duration = Duration::from_millis(800);
/// How many subtrees are drawn in a round.
const DRAWS: usize = 32;
/// Parts of a search with about so many boards take 10 ms or so.
const SMALL: u64 = 10_000_000;

#[derive(Args, Debug)]
#[command(after_help = "\
The estimate is the CPU time of all threads together on this machine, if it is as busy
with other things then as it is now. It includes the tables of the join, which every
process makes for itself: 8 MB for 18 rows, 64 MB for 20, 550 MB for 22. The error is
twice the standard error, of the sample and of the machine's speed, which is taken to
change by 5 % at least.

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
    let join = match args.method.resolve(n)? {
        Method::Search => None,
        _ => ByJoin::new(n, run.kernel, threads)?,
    };
    let sampled = if let Some(problem) = join {
        sample_join(&problem, run, args.seed)?
    } else {
        // Cut as the count is: finer would take longer.
        let problem = BySearch::all(n, run.kernel, threads);
        sample_search(&problem, run, args.seed)?
    };
    let Some(sampled) = sampled else {
        eprintln!("interrupted");
        return Ok(Outcome::Interrupted);
    };
    let Forecast { setup, total } = sampled.time;
    if args.json {
        let json = serde_json::json!({
            "problem": "queens",
            "n": n,
            "core_seconds": total.mean,
            "error_seconds": total.error,
            "setup_seconds": setup.as_secs_f64(),
            "work": sampled.work.mean,
            "error_work": sampled.work.error,
            "sampled": sampled.drawn,
            "subtrees": sampled.subtrees,
            "kernel": run.kernel.name(),
            "threads": threads,
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{}\n", described(total)))?;
        if !run.quiet {
            eprintln!(
                "{} drawn of {}; {} to prepare; {} on {}",
                grouped(sampled.drawn as u128),
                plural(sampled.subtrees as u128, "subtree"),
                time(setup),
                time(total.time() / threads as u32),
                plural(threads as u128, "thread")
            );
        }
    }
    Ok(Outcome::Complete)
}

/// What a sample tells.
pub struct Sampled {
    /// The CPU time of all subtrees and of what comes before them.
    pub time: Forecast,
    work: Estimate,
    drawn: usize,
    subtrees: usize,
}

/// Times a sample of orbits; none if it was interrupted. What this process has done until
/// now is taken for what every one has to prepare.
pub fn sample_join(problem: &ByJoin, run: &Run, seed: u64) -> anyhow::Result<Option<Sampled>> {
    sample(problem, problem.subtrees(), run, seed, |draw, _| Drawn {
        root: draw.position,
        weight: draw.weight,
        before: draw.position.checked_sub(1),
    })
}

/// Times a sample of a search likewise.
pub fn sample_search(problem: &BySearch, run: &Run, seed: u64) -> anyhow::Result<Option<Sampled>> {
    let descent = Descent::new(problem, SMALL);
    sample(&descent, problem.subtrees(), run, seed, |draw, seed| {
        descent.draw(draw, seed)
    })
}

fn sample<P>(
    problem: &P,
    subtrees: impl Iterator<Item = Subtree<usize>>,
    run: &Run,
    seed: u64,
    drawn: impl Fn(Draw, u64) -> Drawn<P::Root> + Send + Sync,
) -> anyhow::Result<Option<Sampled>>
where
    P: Problem<Tally = Counted>,
{
    let setup = cpu_time(Whose::Own);
    let subtrees: Vec<_> = subtrees.collect();
    let sample = Sample::new(&subtrees, DRAWS, seed);
    let drawn = &drawn;
    let rounds = |round| {
        let numbers = round * DRAWS as u64..;
        let draws = sample.round(round).zip(numbers);
        draws.map(move |(draw, number)| drawn(draw, seed ^ number << 20))
    };
    let survey = survey(
        problem,
        sample.draws(),
        rounds,
        ENOUGH,
        run.options(Order::Any),
        stop_on_signals()?,
    )?;
    Ok(survey.map(|survey| Sampled {
        time: Forecast {
            setup,
            total: survey.time.forecast(setup.as_secs_f64()),
        },
        work: survey.work.total(),
        drawn: survey.drawn,
        subtrees: subtrees.len(),
    }))
}
