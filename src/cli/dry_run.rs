//! What `--dry-run` says.

use std::collections::HashMap;
use std::time::Duration;

use countless::engine::{Estimate, Order};
use countless::ledger::{Book, Plan};

use super::Run;
use super::exit::Outcome;
use super::output::{grouped, plural, print, time};
use super::recording::Recording;

/// Shards should take about this long on one core: long enough not to burden a scheduler,
/// short enough that little is lost with one.
const SHARD: f64 = 120.0;

/// How long something will take.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// The CPU time of what every process has to prepare.
    pub setup: Duration,
    /// The CPU time of everything, in seconds.
    pub total: Estimate,
}

/// Says what a command would do: its plan, what is done of it, and how long all of it
/// takes, if that is known.
pub fn dry_run(
    plan: &Plan,
    forecast: Option<Forecast>,
    run: &Run,
    recording: &Recording,
    json: bool,
) -> anyhow::Result<Outcome> {
    let shard = recording.shard();
    let all = shard.len(plan.subtrees);
    let path = recording.path()?.filter(|path| path.exists());
    let known = path.map(|path| Book::read(&path)).transpose()?;
    let done = known.map_or(0, |book| book.own(shard).count() as u64);
    let estimate = forecast.map(|forecast| forecast.total);
    let shards = estimate.map(|estimate| (estimate.mean / SHARD).ceil().max(1.0) as u64);
    if json {
        let json = serde_json::json!({
            "problem": plan.problem,
            "parameters": plan.parameters.iter().cloned().collect::<HashMap<_, _>>(),
            "method": plan.method,
            "split": plan.split,
            "subtrees": plan.subtrees,
            "plan": plan.id(),
            "shard": shard.to_string(),
            "shard_subtrees": all,
            "shard_done": done,
            "core_seconds": estimate.map(|estimate| estimate.mean),
            "error_seconds": estimate.map(|estimate| estimate.error),
            "setup_seconds": forecast.map(|forecast| forecast.setup.as_secs_f64()),
            "shards": shards,
        });
        print(&format!("{json}\n"))?;
        return Ok(Outcome::Complete);
    }
    let done = format!(
        "{} of {}",
        grouped(done.into()),
        plural(all.into(), "subtree")
    );
    let time = match (estimate, shards) {
        (Some(estimate), Some(shards)) => {
            let threads = run.options(Order::Any).threads as u32;
            format!(
                "time: {}, {} on {}\nshards of two minutes: {}\n",
                described(estimate),
                time(estimate.time() / threads),
                plural(threads.into(), "thread"),
                grouped(shards.into())
            )
        }
        _ => "time: not known\n".to_owned(),
    };
    print(&format!("{plan}\nshard {shard}: {done} done\n{time}"))?;
    Ok(Outcome::Complete)
}

/// `2 h 05 min ± 3 min 20 s on one core`.
pub fn described(estimate: Estimate) -> String {
    let error = Duration::try_from_secs_f64(estimate.error).unwrap_or_default();
    format!("{} ± {} on one core", time(estimate.time()), time(error))
}
