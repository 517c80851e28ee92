//! Forecasts and plans of runs as text and as JSON, the time limit of commands that print them, and
//! dry runs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::output::{Exit, duration_text, escape_controls, grouped, plural, print, print_json};
use super::session::Session;
use super::shared_args::{LedgerArgs, RunArgs, duration};
use clap::Args;
use countless::engine::{Basis, CpuClock, Forecast, Job, LedgerState, Run, cpu_time};
use countless::ledger::Plan;
use serde_json::{Value, json};

/// Start of the program, from which the limit counts.
static PROGRAM_START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// True once a thread has begun to print the answer.
static ANSWERED: AtomicBool = AtomicBool::new(false);
/// Best forecast so far.
static KEPT_FORECAST: Mutex<Option<Forecast>> = Mutex::new(None);
/// Default of `--time`.
const USUAL_LIMIT: Duration = Duration::from_secs(10);
/// Share of the limit that an estimate leaves unused, for later steps and for steps that cannot be
/// interrupted.
const RESERVE: f64 = 0.25;

/// Time limit of a command that changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Duration);

impl Deadline {
    /// Sets a limit that counts from the start of the program. After the limit, `answer` is called
    /// with the forecast [kept](Self::keep_forecast) so far, and the program ends with exit code 0.
    pub fn new(limit: Duration, answer: impl FnOnce(Forecast) + Send + 'static) -> Self {
        let left = limit.saturating_sub(PROGRAM_START.elapsed());
        let watch = move || {
            thread::sleep(left);
            if !ANSWERED.swap(true, Ordering::Relaxed) {
                let forecast = *kept_forecast();
                let spent = || Forecast::at_least(cpu_time(CpuClock::Own).as_secs_f64());
                answer(forecast.unwrap_or_else(spent));
                std::process::exit(0);
            }
        };
        // Without the thread, the answer may come late.
        let _ = thread::Builder::new()
            .name("deadline".to_owned())
            .spawn(watch);
        Self(limit)
    }

    /// Returns the remaining time for an estimate.
    pub fn left(self) -> Duration {
        self.0
            .mul_f64(1.0 - RESERVE)
            .saturating_sub(PROGRAM_START.elapsed())
    }

    /// Keeps a forecast for the case that the limit passes before a better one is found.
    pub fn keep_forecast(forecast: Option<Forecast>) {
        *kept_forecast() = forecast;
    }

    /// Claims the right to print the answer. Blocks if the answer at the limit has begun; the
    /// program then ends.
    pub fn claim_answer() {
        while ANSWERED.swap(true, Ordering::Relaxed) {
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// Arguments for the time limit of an estimate.
#[derive(Args, Clone, Copy, Debug)]
pub struct TimeLimitArgs {
    /// Limit of the time for the estimate, such as 30s or 2m
    #[arg(help_heading = "Running", long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    time: Duration,
}

impl TimeLimitArgs {
    /// Starts the deadline. At the limit, it prints the forecast so far.
    pub fn deadline(self, session: Session) -> Deadline {
        self.deadline_with(session, |_, _| None)
    }

    /// Starts the deadline. At the limit, it prints the forecast so far. `add` adds fields to the
    /// JSON, and returns a second line of the text.
    pub fn deadline_with(
        self,
        session: Session,
        add: impl FnOnce(&Forecast, &mut Value) -> Option<String> + Send + 'static,
    ) -> Deadline {
        Deadline::new(self.time, move |forecast| {
            let mut json = json!({});
            forecast_json(&mut json, Some(&forecast), None);
            let second = add(&forecast, &mut json);
            // The program ends; no caller is left to return an error to.
            let _ = if session.json {
                print_json(json)
            } else {
                let lines = [Some(forecast_text(&forecast)), second];
                let lines: Vec<String> = lines.into_iter().flatten().collect();
                print(&(lines.join("\n") + "\n"))
            };
        })
    }

    /// True if the limit is at most the default.
    pub fn is_usual(self) -> bool {
        self.time <= USUAL_LIMIT
    }
}

/// Sets the start of the program.
pub fn mark_program_start() {
    LazyLock::force(&PROGRAM_START);
}

fn kept_forecast() -> MutexGuard<'static, Option<Forecast>> {
    KEPT_FORECAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds the members of a forecast and, under `search`, those of the alternative method.
pub fn forecast_json(json: &mut Value, forecast: Option<&Forecast>, search: Option<&Forecast>) {
    let add_times = |json: &mut Value, forecast: Option<&Forecast>| {
        let expected = forecast.and_then(Forecast::expected);
        json["core_seconds"] = json!(expected.map(|expected| expected.mean));
        json["error_seconds"] = json!(expected.map(|expected| expected.error));
        json["at_least_core_seconds"] = json!(forecast.map(|forecast| forecast.at_least));
    };
    add_times(json, forecast);
    json["basis"] = json!(forecast.map(|forecast| match forecast.basis {
        Basis::Sample => "sample",
        Basis::Bound => "bound",
        Basis::Growth => "growth",
    }));
    json["setup_seconds"] = json!(forecast.map(|forecast| forecast.setup.as_secs_f64()));
    if search.is_some() {
        add_times(&mut json["search"], search);
    }
}

/// Shortest expected time that is printed as it is, in seconds. Shorter times consist mostly of the
/// start of the program and are printed as a bound.
const SHORTEST_SHOWN: f64 = 0.01;

/// Formats a number of seconds.
fn seconds_text(seconds: f64) -> String {
    duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Formats a forecast: `2 h 05 min ± 3 min 20 s on one core`, or `at least 3 h 20 min on one core`.
pub fn forecast_text(forecast: &Forecast) -> String {
    let total = &forecast.total;
    // Mean and error have the same unit.
    let error = if total.mean >= 0.1 && total.error < 0.1 {
        format!("{:.2} s", total.error)
    } else {
        seconds_text(total.error)
    };
    let mean = seconds_text(total.mean);
    match forecast.basis {
        Basis::Sample if is_short(forecast) => "less than 10 ms on one core".to_owned(),
        Basis::Sample => format!("{mean} ± {error} on one core"),
        Basis::Bound => format!("at least {} on one core", seconds_text(forecast.at_least)),
        Basis::Growth => {
            format!("about {mean} ± {error} on one core (extrapolated from a smaller board)")
        }
    }
}

/// Time on a number of cores: `14.38 s ± 7.55 s`, or `at least 3 h 20 min`.
pub fn divided_time(forecast: &Forecast, cores: u64) -> String {
    let seconds = |seconds: f64| seconds_text(seconds / cores as f64);
    match forecast.expected() {
        Some(total) => format!("{} ± {}", seconds(total.mean), seconds(total.error)),
        None => format!("at least {}", seconds(forecast.at_least)),
    }
}

fn is_short(forecast: &Forecast) -> bool {
    let expected = forecast.expected();
    expected.is_some_and(|total| total.mean + total.error < SHORTEST_SHOWN)
}

/// Time on several threads, such as `1 h 03 min on 2 threads`. None if there are fewer subtrees
/// than threads, or if the time is too short to be divided.
pub fn time_on_threads(forecast: &Forecast, threads: usize) -> Option<String> {
    let is_scarce = (1..threads).contains(&forecast.subtrees);
    if is_scarce || is_short(forecast) {
        return None;
    }
    let time = seconds_text(forecast.seconds() / threads as f64);
    let least = match forecast.basis {
        Basis::Bound => "at least ",
        Basis::Sample | Basis::Growth => "",
    };
    let threads = plural(threads as u128, "thread");
    Some(format!("{least}{time} on {threads}"))
}

/// Time on one core and, if it can be divided, on several threads.
pub fn time_text(forecast: &Forecast, threads: usize) -> String {
    let time = forecast_text(forecast);
    match time_on_threads(forecast, threads) {
        Some(divided) => format!("{time}, {divided}"),
        None => time,
    }
}

/// Parameters that only affect the format of rows. The line omits them.
const OF_ROWS: [&str; 2] = ["header", "format"];

/// Methods that a flag selects. The line omits others.
const METHODS: [&str; 3] = ["join", "search", "memo"];

/// Maximum length of a value in characters. Longer values, such as checksums, are shortened.
const LONGEST: usize = 16;

/// Noun for the subtrees of a plan: those of files are chunks of puzzles, or single puzzles.
pub fn part_noun(plan: &Plan) -> &'static str {
    match plan.split.split_once(':') {
        None if plan.split == "chunks" => "chunk",
        None if plan.split == "puzzles" => "puzzle",
        Some(("puzzles", _)) => "chunk",
        _ => "subtree",
    }
}

/// Formats a plan in one line:
/// `queens count, n=16, by join: 1,573 subtrees, plan 1575346f38cc42a6`.
pub fn plan_line(plan: &Plan) -> String {
    let set = plan.spec.parameters.iter().filter_map(|(name, value)| {
        match (OF_ROWS.contains(&&**name), value.as_str()) {
            (true, _) | (_, "none" | "false") => None,
            (_, "true") => Some(name.clone()),
            (_, value) => Some(format!("{name}={}", shortened(value))),
        }
    });
    let method = METHODS.contains(&&*plan.spec.method);
    let method = method.then(|| format!("by {}", plan.spec.method));
    let parts = [plan.spec.problem.clone()]
        .into_iter()
        .chain(set)
        .chain(method);
    let parts: Vec<String> = parts.collect();
    let subtrees = plural(plan.subtrees.into(), part_noun(plan));
    let line = format!("{}: {subtrees}, plan {}", parts.join(", "), plan.id());
    escape_controls(&line).into_owned()
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// Returns a plan as a JSON object.
pub fn plan_json(plan: &Plan) -> Value {
    json!({
        "problem": plan.spec.problem,
        "parameters": plan.spec.parameters.iter().cloned().collect::<HashMap<_, _>>(),
        "method": plan.spec.method,
        "split": plan.split,
        "subtrees": plan.subtrees,
        "plan": plan.id(),
    })
}

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
pub fn dry_run(
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
    let (late, running, recording) = (summary.to_owned(), run_args.clone(), ledger_args.clone());
    let deadline = Deadline::new(LIMIT, move |forecast| {
        let forecast = Some(forecast);
        let prospect = DryRunReport { forecast, ..known };
        // The program ends; no caller is left to return an error to.
        let _ = print_dry_run(session, &late, &prospect, &running, &recording);
    });
    let run = run_args.run().cancel(Session::token()?);
    let prospect = prospect(run.within(deadline.left()))?;
    Session::ensure_not_interrupted()?;
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
    let (plan, forecast) = (prospect.plan.as_ref(), prospect.forecast.as_ref());
    let (state, search) = (prospect.state.as_ref(), prospect.search.as_ref());
    let shard = ledger_args.shard();
    let all = plan.map(|plan| shard.len(plan.subtrees));
    let done = state.map(|state| state.known);
    let left = state.and_then(LedgerState::remaining);
    // Without a plan, the state of a ledger with records is unknown.
    let is_empty = plan.is_some() || prospect.is_new || ledger_args.ledger.is_none();
    let done = done.or(is_empty.then_some(0));
    let expected = forecast.and_then(Forecast::expected);
    let subtrees = plan.map_or(u64::MAX, |plan| plan.subtrees);
    let shards = expected.map(|expected| suggested_shards(expected.mean, subtrees));
    let is_finest = shards == Some(subtrees);
    let is_partial = ledger_args.shard.is_some() || done.is_some_and(|done| done > 0);
    if session.json {
        let mut json = plan.map_or_else(
            || json!({ "plan": null, "subtrees": null, "summary": summary }),
            plan_json,
        );
        json["shard"] = json!(shard.to_string());
        json["shard_subtrees"] = json!(all);
        json["shard_done"] = json!(done);
        json["shards"] = json!(shards);
        json["core_seconds_left"] = json!(left.map(|left| left.as_secs_f64()));
        forecast_json(&mut json, forecast, search);
        print_json(json)?;
        return Ok(Exit::Complete);
    }
    let head = plan.map_or(summary.to_owned(), plan_line);
    let noun = plan.map_or("subtree", part_noun);
    let of_all = all.map(|all| format!(" of {}", plural(all.into(), noun)));
    let done = done.map(|done| format!("{}{}", grouped(done.into()), of_all.unwrap_or_default()));
    let done = done.unwrap_or_else(|| "unknown".to_owned());
    let part = ledger_args.shard.map(|shard| format!("shard {shard}: "));
    let part = part.unwrap_or_default();
    let mut lines = vec![head, format!("{part}{done} done")];
    let threads = run_args.run().thread_count();
    let time = forecast.map(|forecast| time_text(forecast, threads));
    let time = time.unwrap_or_else(|| "not estimated for this problem".to_owned());
    let of_whole = if is_partial { " of the whole run" } else { "" };
    lines.push(format!("time{of_whole}: {time}"));
    if let Some(left) = left.filter(|left| !left.is_zero()) {
        let left = duration_text(left);
        lines.push(format!(
            "remaining: about {left} of CPU time, at the pace so far"
        ));
    }
    if let Some(search) = search {
        let search = forecast_text(search);
        lines.push(format!("by search, unless memo is faster: {search}"));
    }
    if let Some(shards) = shards {
        let each = if is_finest {
            format!("one for each {noun}")
        } else {
            "at most two minutes each".to_owned()
        };
        let shards = grouped(shards.into());
        lines.push(format!("suggested number of shards, {each}: {shards}"));
    }
    print(&(lines.join("\n") + "\n"))?;
    Ok(Exit::Complete)
}

/// Suggests a number of shards for an expected core time in seconds, at most one per subtree.
fn suggested_shards(seconds: f64, subtrees: u64) -> u64 {
    let shards = (seconds / SHARD).ceil() as u64;
    shards.min(subtrees).max(1)
}

#[cfg(test)]
mod tests {
    use countless::ledger::Spec;

    use super::{plan_line, suggested_shards};

    #[test]
    fn a_line_has_what_people_set() {
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let parameters = [
            (
                "input",
                "91a8acc5e2293ab932fe1accc0e0137459d446613ef58d9cf4dda1f5bd1bec98",
            ),
            ("column", "none"),
            ("limit", "2"),
            ("check", "true"),
            ("header", "puzzle,status"),
        ];
        let spec = Spec {
            parameters: parameters.map(own).to_vec(),
            ..Spec::new("sudoku solve", "lanes")
        };
        let plan = spec.plan("chunks", 1573);
        let line = "sudoku solve, input=91a8acc5e2293ab9…, limit=2, check: 1,573 chunks, plan ";
        assert_eq!(plan_line(&plan), format!("{line}{}", plan.id()));
    }

    #[test]
    fn a_shard_has_two_minutes_or_a_subtree() {
        assert_eq!(suggested_shards(0.5, 23), 1);
        assert_eq!(suggested_shards(600.0, 23), 5);
        assert_eq!(suggested_shards(1e12, 23), 23);
        assert_eq!(suggested_shards(1.0, 0), 1);
    }
}
