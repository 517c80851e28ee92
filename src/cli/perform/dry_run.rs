//! Report of `--dry-run`.

use std::time::Duration;

use super::super::forecast::{
    Deadline, forecast_json, forecast_text, part_noun, plan_json, plan_line, time_on_threads,
};
use super::super::output::{
    Exit, duration_text, grouped, plural, print, print_json, print_message,
};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
use countless::engine::{Forecast, Job, LedgerState, Run};
use countless::ledger::Plan;
use serde_json::json;

/// Suggested time of a shard on one core, in seconds: long enough for a scheduler, short enough
/// that little is lost with a shard.
const SHARD: f64 = 120.0;

/// Time limit of a dry run.
const LIMIT: Duration = Duration::from_secs(3);

/// Result of a dry run.
#[derive(Clone, Debug, Default)]
pub struct DryRunReport {
    /// Plan of the command, unless its computation takes too long.
    pub plan: Option<Plan>,
    /// State of the ledger.
    pub state: Option<LedgerState>,
    /// True if the ledger has no header yet. Then no subtree is done, whatever the plan is.
    pub is_new: bool,
    /// Expected time, if known.
    pub forecast: Option<Forecast>,
    /// Expected time by search, if the method is still open.
    pub search: Option<Forecast>,
}

/// Reports a job: its plan, the finished subtrees, and the expected time of all subtrees.
pub(super) fn dry_run(
    session: Session,
    job: Job<'_>,
    run_args: &RunArgs,
    ledger_args: &LedgerArgs,
) -> anyhow::Result<Exit> {
    let summary = "the plan takes longer than a dry run allows";
    let known = DryRunReport::default();
    report_dry_run(session, summary, known, run_args, ledger_args, |run| {
        let job = job.by(ledger_args.with_ledger(run));
        let forecast = job.forecast(1)?;
        Deadline::keep_forecast(forecast);
        let report = DryRunReport::of(&job)?;
        Ok(DryRunReport { forecast, ..report })
    })
}

impl DryRunReport {
    /// Report of the plan of a job and the state of its ledger.
    pub fn of(job: &Job<'_>) -> anyhow::Result<Self> {
        let plan = job.plan()?;
        Ok(Self {
            state: job.state(&plan)?,
            plan: Some(plan),
            ..Self::default()
        })
    }
}

/// Reports the part of a dry run that is known in time. `known` is known already; `summary` replaces
/// a plan that takes too long.
pub fn report_dry_run(
    session: Session,
    summary: &str,
    known: DryRunReport,
    run_args: &RunArgs,
    ledger_args: &LedgerArgs,
    prospect: impl FnOnce(Run) -> anyhow::Result<DryRunReport>,
) -> anyhow::Result<Exit> {
    let late = (summary.to_owned(), run_args.clone(), ledger_args.clone());
    let deadline = Deadline::new(LIMIT, move |forecast| {
        let (summary, run_args, ledger_args) = &late;
        let prospect = DryRunReport {
            forecast: Some(forecast),
            ..known.clone()
        };
        // The program ends; no caller is left to return an error to.
        let _ = print_dry_run(session, summary, &prospect, run_args, ledger_args);
    });
    let run = run_args.run().cancel(Session::token()?);
    let prospect = prospect(run.within(deadline.left()))?;
    if Session::token()?.is_cancelled() {
        print_message("interrupted");
        return Ok(Exit::Interrupted);
    }
    Deadline::claim_answer();
    print_dry_run(session, summary, &prospect, run_args, ledger_args)
}

fn print_dry_run(
    session: Session,
    summary: &str,
    prospect: &DryRunReport,
    run_args: &RunArgs,
    ledger_args: &LedgerArgs,
) -> anyhow::Result<Exit> {
    let DryRunReport {
        plan,
        state,
        is_new,
        forecast,
        search,
    } = prospect;
    let shard = ledger_args.shard();
    let all = plan.as_ref().map(|plan| shard.len(plan.subtrees));
    let done = state.as_ref().map(|state| state.known);
    let left = state.as_ref().and_then(LedgerState::remaining);
    // Without a plan, the state of a ledger with records is unknown.
    let is_empty = plan.is_some() || *is_new || ledger_args.ledger.is_none();
    let done = done.or(is_empty.then_some(0));
    let expected = forecast.as_ref().and_then(Forecast::expected);
    let subtrees = plan.as_ref().map_or(u64::MAX, |plan| plan.subtrees);
    let shards = expected.map(|expected| suggested_shards(expected.mean, subtrees));
    let is_finest = shards == Some(subtrees);
    let is_partial = ledger_args.shard.is_some() || done.is_some_and(|done| done > 0);
    if session.json {
        let mut json = plan.as_ref().map_or_else(
            || json!({ "plan": null, "subtrees": null, "summary": summary }),
            plan_json,
        );
        json["shard"] = json!(shard.to_string());
        json["shard_subtrees"] = json!(all);
        json["shard_done"] = json!(done);
        json["shards"] = json!(shards);
        json["core_seconds_left"] = json!(left.map(|left| left.as_secs_f64()));
        forecast_json(&mut json, forecast.as_ref(), search.as_ref());
        print_json(json)?;
        return Ok(Exit::Complete);
    }
    let head = plan.as_ref().map_or(summary.to_owned(), plan_line);
    let noun = plan.as_ref().map_or("subtree", part_noun);
    let of_all = all.map(|all| format!(" of {}", plural(all.into(), noun)));
    let done = done.map(|done| format!("{}{}", grouped(done.into()), of_all.unwrap_or_default()));
    let done = done.unwrap_or_else(|| "unknown".to_owned());
    let part = ledger_args
        .shard
        .map_or(String::new(), |shard| format!("shard {shard}: "));
    let mut text = format!("{head}\n{part}{done} done\n");
    let threads = run_args.run().thread_count();
    text += if is_partial {
        "time of the whole run: "
    } else {
        "time: "
    };
    text += &forecast
        .as_ref()
        .map_or("not estimated for this problem".to_owned(), |forecast| {
            let parts = [
                Some(forecast_text(forecast)),
                time_on_threads(forecast, threads),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
    if let Some(left) = left.filter(|left| !left.is_zero()) {
        text += "\nremaining: about ";
        text += &duration_text(left);
        text += " of CPU time, at the pace so far";
    }
    if let Some(search) = search {
        text += "\nby search, unless memo is faster: ";
        text += &forecast_text(search);
    }
    if let Some(shards) = shards {
        let size = if is_finest {
            format!("one for each {noun}")
        } else {
            "at most two minutes each".to_owned()
        };
        text += &[
            "\nsuggested number of shards, ",
            &size,
            ": ",
            &grouped(shards.into()),
        ]
        .concat();
    }
    print(&(text + "\n"))?;
    Ok(Exit::Complete)
}

/// Suggests a number of shards for an expected core time in seconds, at most one per subtree.
fn suggested_shards(seconds: f64, subtrees: u64) -> u64 {
    let shards = (seconds / SHARD).ceil() as u64;
    shards.min(subtrees).max(1)
}

#[cfg(test)]
mod tests {
    use super::suggested_shards;

    #[test]
    fn a_shard_has_two_minutes_or_a_subtree() {
        assert_eq!(suggested_shards(0.5, 23), 1);
        assert_eq!(suggested_shards(600.0, 23), 5);
        assert_eq!(suggested_shards(1e12, 23), 23);
        assert_eq!(suggested_shards(1.0, 0), 1);
    }
}
