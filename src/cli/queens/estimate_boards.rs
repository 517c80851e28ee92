//! The command `countless queens estimate`.

use anyhow::ensure;
use clap::Args;
use countless::engine::{Basis, Forecast, Job};
use countless::queens::{self, BoardVariant};
use countless::queens::{SearchCounter, growth};

use super::super::deadline::{Deadline, TimeLimitArgs};
use super::super::exit::Exit;
use super::super::forecast_text::{forecast_json, forecast_text, time_on_threads};
use super::super::output::{duration_text, plural, print, print_message};
use super::super::session::Session;
use super::super::shared_args::{RunArgs, whole};
use super::BoardSizeArgs;
use super::board_variant_args::{BoardVariantArgs, add_variant_json, is_board_variant};
use super::count_boards::QueensMethodName;

/// Smallest number of rows for which the tables take longer than the default of `--time`.
const LARGE_TABLES: usize = 24;

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
pub struct QueensEstimateArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    kind: BoardVariantArgs,
    /// Counting method
    #[arg(
        help_heading = "Running",
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t
    )]
    method: QueensMethodName,
    /// Seed of the random sample
    #[arg(help_heading = "Running", long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    time: TimeLimitArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn estimate(args: &QueensEstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let deadline = args.time.deadline(session);
    let run = args.running.run().cancel(Session::token()?);
    let threads = run.thread_count();
    let kind = args.kind.board_variant()?;
    // Large tables take longer than the default limit. Without more time, the forecast is
    // extrapolated.
    let is_join = !is_board_variant(&kind) && args.method.resolve(n)? == queens::QueensMethod::Join;
    let growth = if is_join {
        growth::estimate_by_growth(n, &run.clone().within(deadline.left()), args.seed)?
    } else {
        None
    };
    Deadline::keep_forecast(growth);
    if let Some(forecast) = growth
        && (n >= LARGE_TABLES && args.time.is_usual())
    {
        return print_estimate(n, &kind, &forecast, args, session);
    }
    let problem = if is_board_variant(&kind) {
        ensure!(
            args.method != QueensMethodName::Join,
            "--method join: expected queens on a square board without --torus or --regions\nhint: omit --method"
        );
        SearchCounter::of_variant(n, n, &kind)?.erased()
    } else {
        queens::counter(n, args.method.resolve(n)?, threads)?
    };
    let job = Job::erased(&*problem).by(run.within(deadline.left()));
    let estimate = job.forecast(args.seed)?;
    let Some(forecast) = estimate else {
        print_message("interrupted");
        return Ok(Exit::Interrupted);
    };
    // A forecast extrapolated from a smaller board says more than a lower bound.
    let is_bound = forecast.basis == Basis::Bound;
    let forecast = growth.filter(|_| is_bound).unwrap_or(forecast);
    print_estimate(n, &kind, &forecast, args, session)
}

fn print_estimate(
    n: usize,
    kind: &BoardVariant,
    forecast: &Forecast,
    args: &QueensEstimateArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let threads = args.running.run().thread_count();
    Deadline::claim_answer();
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
        add_variant_json(&mut json, kind, false);
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{}\n", forecast_text(forecast)))?;
        let sample = (drawn > 0).then(|| {
            let (drawn, subtrees) = (
                plural(drawn as u128, "draw"),
                plural(subtrees as u128, "subtree"),
            );
            format!(
                "{drawn} from {subtrees}; {} to prepare",
                duration_text(setup)
            )
        });
        let parts = [sample, time_on_threads(forecast, threads)];
        session.note(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "));
    }
    Ok(Exit::Complete)
}
