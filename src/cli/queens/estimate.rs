//! `countless queens estimate`

use anyhow::ensure;
use clap::Args;
use countless::engine::{Basis, Forecast, Job};
use countless::queens::{self, Kind};
use countless::queens::{SearchCounter, growth};

use super::super::args::{Running, whole};
use super::super::deadline::{Deadline, Time};
use super::super::exit::Exit;
use super::super::forecast::{described, forecast_json, share};
use super::super::output::{plural, print, say, time};
use super::super::session::Session;
use super::Size;
use super::count::Method;
use super::kind::{KindArgs, describe, is_other};

/// From here on, the tables take longer to make than an estimate may take.
const LARGE: usize = 24;

#[derive(Args, Debug)]
#[command(after_help = "\
The estimate includes the tables of the join, which every process computes: 8 MB for 18 rows, 64 MB
for 20, 550 MB for 22. For 24 to 27 rows, the tables need longer than the default --time:
the estimate is then extrapolated from 18 rows. With --time 30m it is a sample. From 28 rows on, the
search is sampled. See
`countless help estimates`.

Examples:
  countless queens estimate 20
  countless queens estimate 18 --method search --json")]
pub struct EstimateArgs {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    kind: KindArgs,
    /// Counting method
    #[arg(
        help_heading = "Running",
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t
    )]
    method: Method,
    /// Seed of the random sample
    #[arg(help_heading = "Running", long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    time: Time,
    #[command(flatten)]
    running: Running,
}

pub fn estimate(args: &EstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let deadline = args.time.deadline(session);
    let run = args.running.run().cancel(Session::token()?);
    let threads = run.thread_count();
    let kind = args.kind.kind()?;
    // Tables of larger boards take longer than an estimate may, unless more time is asked for.
    let is_join = !is_other(&kind) && args.method.resolve(n)? == queens::Method::Join;
    let growth = if is_join {
        growth::growth(n, &run.clone().within(deadline.left()), args.seed)?
    } else {
        None
    };
    Deadline::know(growth);
    if let Some(forecast) = growth
        && (n >= LARGE && args.time.is_usual())
    {
        return tell(n, &kind, &forecast, args, session);
    }
    let problem = if is_other(&kind) {
        ensure!(
            args.method != Method::Join,
            "--method join: expected queens on a square board without --torus or --regions\nhint: omit --method"
        );
        SearchCounter::of_kind(n, n, &kind)?.erased()
    } else {
        queens::counter(n, args.method.resolve(n)?, threads)?
    };
    let job = Job::erased(&*problem).by(run.within(deadline.left()));
    let estimate = job.forecast(args.seed)?;
    let Some(forecast) = estimate else {
        say("interrupted");
        return Ok(Exit::Interrupted);
    };
    // A bound says less than the growth from a smaller board.
    let is_bound = forecast.basis == Basis::Bound;
    let forecast = growth.filter(|_| is_bound).unwrap_or(forecast);
    tell(n, &kind, &forecast, args, session)
}

fn tell(
    n: usize,
    kind: &Kind,
    forecast: &Forecast,
    args: &EstimateArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let threads = args.running.run().thread_count();
    Deadline::answer();
    let Forecast {
        setup,
        work,
        drawn,
        subtrees,
        ..
    } = *forecast;
    if session.json {
        let mut json = serde_json::json!({
            "problem": "queens",
            "n": n,
            "work": work.mean,
            "error_work": work.error,
            "sampled": drawn,
            "subtrees": subtrees,
            "kernel": args.running.kernel.name(),
            "threads": threads,
        });
        forecast_json(&mut json, Some(forecast), None);
        describe(&mut json, kind, false);
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{}\n", described(forecast)))?;
        let sample = (drawn > 0).then(|| {
            let (drawn, subtrees) = (
                plural(drawn as u128, "draw"),
                plural(subtrees as u128, "subtree"),
            );
            format!("{drawn} from {subtrees}; {} to prepare", time(setup))
        });
        let parts = [sample, share(forecast, threads)];
        session.note(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "));
    }
    Ok(Exit::Complete)
}
