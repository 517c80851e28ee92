//! The command `countless queens estimate`.

use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use countless::engine::{Basis, CpuClock, ErasedProblem, Forecast, Job, Run, cpu_time};
use countless::queens::{self, BoardProblem, BoardVariant, JoinCounter, growth};

use super::super::forecast::{
    Deadline, TimeLimitArgs, divided_time, forecast_json, forecast_text, time_on_threads,
};
use super::super::output::{Exit, plural, print, print_json, print_message};
use super::super::session::Session;
use super::super::shared_args::{RunArgs, whole};
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
    let n = args.size.n();
    let run = args.run.run().cancel(Session::token()?);
    let threads = run.thread_count();
    let variant = args.variant.board_variant()?;
    let is_join =
        !is_board_variant(&variant) && args.method.resolve(n)? == queens::QueensMethod::Join;
    let cores = args.cores;
    let deadline = args.time.deadline_with(session, move |forecast, json| {
        let resources = Resources::new(n, is_join, forecast, cores);
        resources.add_json(json);
        resources.cores_text()
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
        return print_estimate(n, &variant, &forecast, args, session);
    }
    if let Some(forecast) = growth.filter(|_| !args.time.is_usual()) {
        session.note(&format!("at first: {}", forecast_text(&forecast)));
    }
    let problem = if is_board_variant(&variant) {
        ensure!(
            args.method != QueensMethodName::Join,
            "--method join: expected queens on a square board without --torus or --regions\nhint: omit --method"
        );
        BoardProblem::of_variant(n, n, &variant)?.erased()
    } else {
        queens::counter(n, args.method.resolve(n)?, threads)?
    };
    let forecast = estimate_in_stages(&*problem, &run, deadline, growth, args.seed, session)?;
    let Some(forecast) = forecast else {
        print_message("interrupted");
        return Ok(Exit::Interrupted);
    };
    print_estimate(n, &variant, &forecast, args, session)
}

/// Samples for a few seconds, and again for longer, until the error is small or the time is up.
/// Each figure but the last is a note. `None` if it was interrupted.
fn estimate_in_stages(
    problem: &dyn ErasedProblem,
    run: &Run,
    deadline: Deadline,
    growth: Option<Forecast>,
    seed: u64,
    session: Session,
) -> anyhow::Result<Option<Forecast>> {
    let after_setup = cpu_time(CpuClock::Own);
    let mut stage = FIRST_STAGE;
    loop {
        let (start, left) = (Instant::now(), deadline.left());
        // A stage that would leave little time to the next is the last.
        let time = if stage * 2 < left { stage } else { left };
        let earlier = cpu_time(CpuClock::Own).saturating_sub(after_setup);
        let job = Job::of(problem).by(run.clone().within(time));
        let Some(mut forecast) = job.forecast(seed)? else {
            return Ok(None);
        };
        // The time of earlier stages does not belong to the setup.
        forecast.setup = forecast.setup.saturating_sub(earlier);
        forecast.total.mean -= earlier.as_secs_f64().min(forecast.total.mean);
        // A forecast extrapolated from a smaller board says more than a lower bound.
        let is_bound = forecast.basis == Basis::Bound;
        let forecast = growth.filter(|_| is_bound).unwrap_or(forecast);
        let is_precise = !is_bound && start.elapsed() < time.mul_f64(0.9);
        if time == left || is_precise {
            return Ok(Some(forecast));
        }
        Deadline::keep_forecast(Some(forecast));
        session.note(&format!("so far: {}", forecast_text(&forecast)));
        stage *= STAGE_GROWTH;
    }
}

/// Resources for a count on several cores, or in shards.
struct Resources {
    /// The number of cores, the time on them and, if it is known, the memory.
    on_cores: Option<(u32, Forecast, Option<u64>)>,
    /// The number of shards that take about an hour each, and of subtrees for them.
    shards: Option<(u64, u64)>,
}

impl Resources {
    fn new(n: usize, is_join: bool, forecast: &Forecast, cores: Option<u32>) -> Self {
        let on_cores = cores.map(|cores| {
            let memory = is_join.then(|| JoinCounter::memory_bytes(n, cores as usize));
            (cores, *forecast, memory)
        });
        let shards = forecast.expected().map(|expected| {
            let shards = (expected.mean / SHARD_SECONDS).ceil().max(1.0) as u64;
            (shards, (2 * shards).clamp(USUAL_SUBTREES, MOST_SUBTREES))
        });
        Self { on_cores, shards }
    }

    /// `64 cores: 2 h 05 min ± 6 min 10 s, 19.6 GB of memory`
    fn cores_text(&self) -> Option<String> {
        let (cores, forecast, memory) = self.on_cores?;
        let time = divided_time(&forecast, cores.into());
        let memory = memory.map_or(String::new(), |bytes| match bytes {
            0..1_000_000_000 => format!(", {} MB of memory", bytes / 1_000_000),
            _ => format!(", {:.1} GB of memory", bytes as f64 / 1e9),
        });
        let cores = plural(cores.into(), "core");
        Some(format!("{cores}: {time}{memory}"))
    }

    /// `2,000 shards of about an hour with --subtrees 4000`, if there is more than one.
    fn shards_text(&self) -> Option<String> {
        let (shards, subtrees) = self.shards.filter(|(shards, _)| *shards > 1)?;
        let shards = plural(shards.into(), "shard");
        Some(format!(
            "{shards} of about an hour with --subtrees {subtrees}"
        ))
    }

    fn add_json(&self, json: &mut serde_json::Value) {
        if let Some((cores, forecast, memory)) = self.on_cores {
            json["cores"] = cores.into();
            json["cores_seconds"] = (forecast.seconds() / f64::from(cores)).into();
            json["memory_bytes"] = memory.into();
        }
        json["shards"] = self.shards.map(|(shards, _)| shards).into();
        json["shard_subtrees"] = self.shards.map(|(_, subtrees)| subtrees).into();
    }
}

fn print_estimate(
    n: usize,
    variant: &BoardVariant,
    forecast: &Forecast,
    args: &QueensEstimateArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let threads = args.run.run().thread_count();
    let is_join =
        !is_board_variant(variant) && args.method.resolve(n)? == queens::QueensMethod::Join;
    let resources = Resources::new(n, is_join, forecast, args.cores);
    Deadline::claim_answer();
    let Forecast {
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
            "kernel": args.run.kernel.name(),
            "threads": threads,
        });
        forecast_json(&mut json, Some(forecast), None);
        resources.add_json(&mut json);
        add_variant_json(&mut json, variant, false);
        print_json(json)?;
    } else {
        let lines = [Some(forecast_text(forecast)), resources.cores_text()];
        for line in lines.into_iter().flatten() {
            print(&format!("{line}\n"))?;
        }
        let parts = [time_on_threads(forecast, threads), resources.shards_text()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            session.note(&parts.join("; "));
        }
    }
    Ok(Exit::Complete)
}
