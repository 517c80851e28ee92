//! What `--dry-run` says.

use std::collections::HashMap;
use std::time::Duration;

use countless::engine::AnyProblem;
use countless::engine::{Cut, Estimate, Run};
use countless::io::Format;
use countless::unstable::ledger::Plan;
use serde_json::{Value, json};

use super::args::{Recording, Running};
use super::exit::Exit;
use super::output::{grouped, plural, print, say, time};
use super::session::Session;

/// Shards should take about this long on one core: long enough not to burden a scheduler,
/// short enough that little is lost with one.
const SHARD: f64 = 120.0;

/// Says what a command would do: its plan, what is done of it, and how long all of it takes,
/// if that is known. Rows that are kept beside the ledger have this format.
pub fn dry_run(
    session: Session,
    problem: &dyn AnyProblem,
    running: &Running,
    recording: &Recording,
    rows: Option<Format>,
) -> anyhow::Result<Exit> {
    let run = running.run().cancel(Session::token()?);
    // Drawn from the finest cut: larger subtrees would take longer.
    let forecast = problem.estimate(&run, 1)?;
    if Session::token()?.is_cancelled() {
        say("interrupted");
        return Ok(Exit::Interrupted);
    }
    let plan = problem.plan(&Cut::Subtrees(recording.subtrees), rows)?;
    let shard = recording.shard();
    let all = shard.len(plan.subtrees);
    let done = recording.record(Run::new()).recorded(&plan)?;
    let estimate = forecast.map(|forecast| forecast.total);
    let shards = estimate.map(|estimate| (estimate.mean / SHARD).ceil().max(1.0) as u64);
    if session.json {
        let mut json = plan_json(&plan);
        json["shard"] = json!(shard.to_string());
        json["shard_subtrees"] = json!(all);
        json["shard_done"] = json!(done);
        json["core_seconds"] = json!(estimate.map(|estimate| estimate.mean));
        json["error_seconds"] = json!(estimate.map(|estimate| estimate.error));
        json["setup_seconds"] = json!(forecast.map(|forecast| forecast.setup.as_secs_f64()));
        json["shards"] = json!(shards);
        print(&format!("{json}\n"))?;
        return Ok(Exit::Complete);
    }
    let done = format!(
        "{} of {}",
        grouped(done.into()),
        plural(all.into(), "subtree")
    );
    let time = match (estimate, shards) {
        (Some(estimate), Some(shards)) => {
            let threads = run.thread_count() as u32;
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
    Ok(Exit::Complete)
}

/// A plan as an object.
pub fn plan_json(plan: &Plan) -> Value {
    json!({
        "problem": plan.problem,
        "parameters": plan.parameters.iter().cloned().collect::<HashMap<_, _>>(),
        "method": plan.method,
        "split": plan.split,
        "subtrees": plan.subtrees,
        "plan": plan.id(),
    })
}

/// `2 h 05 min ± 3 min 20 s on one core`.
pub fn described(estimate: Estimate) -> String {
    let error = Duration::try_from_secs_f64(estimate.error).unwrap_or_default();
    format!("{} ± {} on one core", time(estimate.time()), time(error))
}
