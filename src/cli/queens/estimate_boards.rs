//! The command `countless queens estimate`.

use std::time::{Duration, Instant};

use countless::engine::{Basis, CpuClock, ErasedProblem, Forecast, cpu_time};
use countless::queens::{self, BoardProblem, BoardVariant, JoinCounter, growth};

use super::super::forecast::{
    Deadline, TimeLimitArgs, divided_time, forecast_json, forecast_text, time_on_threads,
};
use super::super::prelude::*;
use super::BoardSizeArgs;
use super::board_args::{BoardVariantArgs, add_variant_json, is_board_variant};
use super::count_boards::QueensMethodName;

/// Smallest board whose list of orbits needs longer than an estimate usually may.
const MANY_ORBITS: usize = 29;
/// Time until the first figure at the latest.
const FIRST_STAGE: Duration = Duration::from_secs(7);
/// Time until each further figure, in units of the time of the one before.
const STAGE_GROWTH: u32 = 5;
/// Approximate time of a shard in seconds.
const SHARD_SECONDS: f64 = 3600.0;
/// The subtrees of a plan unless there are more shards.
const USUAL_SUBTREES: u64 = 2048;
/// The most subtrees that --subtrees accepts.
const MOST_SUBTREES: u64 = 1 << 24;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/queens-estimate.txt"))]
pub struct QueensEstimateArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    variant: BoardVariantArgs,
    /// Counting method
    #[arg(help_heading = "Running", long, value_name = "METHOD")]
    #[arg(value_enum, default_value_t)]
    method: QueensMethodName,
    /// Seed of the random sample
    #[arg(help_heading = "Running", long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    time: TimeLimitArgs,
    /// Also print the elapsed time and the memory of a machine with C cores
    #[arg(help_heading = "Output", long, value_name = "C")]
    #[arg(value_parser = whole::<u32>(1..=1_000_000))]
    cores: Option<u32>,
    #[command(flatten)]
    run: RunArgs,
}

pub fn estimate(args: &QueensEstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n;
    let run = args.run.run().cancel(Session::token()?);
    let threads = run.thread_count();
    let variant = args.variant.board_variant()?;
    let is_join =
        !is_board_variant(&variant) && args.method.resolve(n)? == queens::QueensMethod::Join;
    let resources = Resources {
        n,
        is_join,
        cores: args.cores,
    };
    let deadline = args.time.deadline_with(session, move |forecast, json| {
        resources.add_json(forecast, json);
        resources.cores_text(forecast)
    });
    let growth = if is_join {
        growth::estimate_by_growth(n, &run.clone().within(deadline.left()), args.seed)?
    } else {
        None
    };
    Deadline::keep_forecast(growth);
    if let Some(forecast) = growth
        && (n >= MANY_ORBITS && args.time.is_usual())
    {
        return print_estimate(resources, &variant, &forecast, args, session);
    }
    if let Some(forecast) = growth.filter(|_| !args.time.is_usual()) {
        session.note(&format!("at first: {}", forecast_text(&forecast)));
    }
    let problem = if is_board_variant(&variant) {
        args.method.require_search()?;
        BoardProblem::of_variant(n, n, &variant)?.erased()
    } else {
        queens::counter(n, args.method.resolve(n)?, threads)?
    };
    let forecast = estimate_in_stages(&*problem, &run, deadline, growth, args.seed, session)?;
    print_estimate(resources, &variant, &forecast, args, session)
}

/// Samples for a few seconds, and again for longer, until the error is small or the time is up.
/// Each figure but the last is a note.
fn estimate_in_stages(
    problem: &dyn ErasedProblem,
    run: &Run,
    deadline: Deadline,
    growth: Option<Forecast>,
    seed: u64,
    session: Session,
) -> anyhow::Result<Forecast> {
    let after_setup = cpu_time(CpuClock::Own);
    let mut stage = FIRST_STAGE;
    loop {
        let (start, left) = (Instant::now(), deadline.left());
        // A stage that would leave little time to the next is the last.
        let time = if stage * 2 < left { stage } else { left };
        let earlier = cpu_time(CpuClock::Own).saturating_sub(after_setup);
        let job = Job::of(problem).by(run.clone().within(time));
        let mut forecast = job.forecast(seed)?.ok_or(Error::Interrupted)?;
        // The time of earlier stages does not belong to the setup.
        forecast.setup = forecast.setup.saturating_sub(earlier);
        forecast.total.mean -= earlier.as_secs_f64().min(forecast.total.mean);
        // A forecast extrapolated from a smaller board says more than a lower bound.
        let is_bound = forecast.basis == Basis::Bound;
        let forecast = growth.filter(|_| is_bound).unwrap_or(forecast);
        let is_precise = !is_bound && start.elapsed() < time.mul_f64(0.9);
        if time == left || is_precise {
            return Ok(forecast);
        }
        Deadline::keep_forecast(Some(forecast));
        session.note(&format!("so far: {}", forecast_text(&forecast)));
        stage *= STAGE_GROWTH;
    }
}

/// Resources for a count of a board of `n` rows, on several cores or in shards.
#[derive(Clone, Copy)]
struct Resources {
    n: usize,
    is_join: bool,
    cores: Option<u32>,
}

impl Resources {
    /// Memory on several cores in bytes, if it is known.
    fn memory(self) -> Option<u64> {
        let cores = self.cores.filter(|_| self.is_join)?;
        Some(JoinCounter::memory_bytes(self.n, cores as usize))
    }

    /// `64 cores: 2 h 05 min ± 6 min 10 s, 19.6 GB of memory`
    fn cores_text(self, forecast: &Forecast) -> Option<String> {
        let cores = self.cores?;
        let time = divided_time(forecast, cores.into());
        let memory = self.memory().map_or(String::new(), |bytes| match bytes {
            0..1_000_000_000 => format!(", {} MB of memory", bytes / 1_000_000),
            _ => format!(", {:.1} GB of memory", bytes as f64 / 1e9),
        });
        let cores = plural(cores.into(), "core");
        Some(format!("{cores}: {time}{memory}"))
    }

    fn add_json(self, forecast: &Forecast, json: &mut Value) {
        if let Some(cores) = self.cores {
            json["cores"] = cores.into();
            json["cores_seconds"] = (forecast.seconds() / f64::from(cores)).into();
            json["memory_bytes"] = self.memory().into();
        }
        let shards = shards(forecast);
        json["shards"] = shards.map(|(shards, _)| shards).into();
        json["shard_subtrees"] = shards.map(|(_, subtrees)| subtrees).into();
    }
}

/// Number of shards that take about an hour each, and of subtrees for them.
fn shards(forecast: &Forecast) -> Option<(u64, u64)> {
    let expected = forecast.expected()?;
    let shards = (expected.mean / SHARD_SECONDS).ceil().max(1.0) as u64;
    Some((shards, (2 * shards).clamp(USUAL_SUBTREES, MOST_SUBTREES)))
}

/// `2,000 shards of about an hour with --subtrees 4000`, if there is more than one.
fn shards_text(forecast: &Forecast) -> Option<String> {
    let (shards, subtrees) = shards(forecast).filter(|(shards, _)| *shards > 1)?;
    let shards = plural(shards.into(), "shard");
    Some(format!(
        "{shards} of about an hour with --subtrees {subtrees}"
    ))
}

fn print_estimate(
    resources: Resources,
    variant: &BoardVariant,
    forecast: &Forecast,
    args: &QueensEstimateArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let threads = args.run.run().thread_count();
    Deadline::claim_answer();
    if session.json {
        let mut json = json!({
            "problem": "queens",
            "n": resources.n,
            "work": forecast.work.mean,
            "error_work": forecast.work.error,
            "sampled": forecast.drawn,
            "subtrees": forecast.subtrees,
            "kernel": args.run.kernel.name(),
            "threads": threads,
        });
        forecast_json(&mut json, Some(forecast), None);
        resources.add_json(forecast, &mut json);
        add_variant_json(&mut json, variant, false);
        print_json(json)?;
        return Ok(Exit::Complete);
    }
    print(&format!("{}\n", forecast_text(forecast)))?;
    if let Some(cores) = resources.cores_text(forecast) {
        print(&format!("{cores}\n"))?;
    }
    let parts = [time_on_threads(forecast, threads), shards_text(forecast)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if !parts.is_empty() {
        session.note(&parts.join("; "));
    }
    Ok(Exit::Complete)
}
