//! Forecasts and plans of runs as text and as JSON, and the time limit of commands that print them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::output::{duration_text, escape_controls, plural, print, print_json};
use super::session::Session;
use super::shared_args::duration;
use clap::Args;
use countless::engine::{Basis, CpuClock, Forecast, cpu_time};
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
    let expected = forecast.and_then(Forecast::expected);
    json["core_seconds"] = json!(expected.map(|expected| expected.mean));
    json["error_seconds"] = json!(expected.map(|expected| expected.error));
    json["at_least_core_seconds"] = json!(forecast.map(|forecast| forecast.at_least));
    json["basis"] = json!(forecast.map(|forecast| match forecast.basis {
        Basis::Sample => "sample",
        Basis::Bound => "bound",
        Basis::Growth => "growth",
    }));
    json["setup_seconds"] = json!(forecast.map(|forecast| forecast.setup.as_secs_f64()));
    if let Some(search) = search {
        let expected = search.expected();
        json["search"] = json!({
            "core_seconds": expected.map(|expected| expected.mean),
            "error_seconds": expected.map(|expected| expected.error),
            "at_least_core_seconds": search.at_least,
        });
    }
}

/// Shortest expected time that is printed as it is, in seconds. Shorter times consist mostly of the
/// start of the program and are printed as a bound.
const SHORTEST_SHOWN: f64 = 0.01;

/// Formats a forecast: `2 h 05 min ± 3 min 20 s on one core`, or `at least 3 h 20 min on one core`.
pub fn forecast_text(forecast: &Forecast) -> String {
    let seconds =
        |seconds| duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let Forecast {
        total, at_least, ..
    } = forecast;
    // Mean and error have the same unit.
    let error = if total.mean >= 0.1 && total.error < 0.1 {
        format!("{:.2} s", total.error)
    } else {
        seconds(total.error)
    };
    let mean = seconds(total.mean);
    match forecast.basis {
        Basis::Sample if is_short(forecast) => "less than 10 ms on one core".to_owned(),
        Basis::Sample => format!("{mean} ± {error} on one core"),
        Basis::Bound => format!("at least {} on one core", seconds(*at_least)),
        Basis::Growth => {
            format!("about {mean} ± {error} on one core (extrapolated from a smaller board)")
        }
    }
}

/// Time on a number of cores: `14.38 s ± 7.55 s`, or `at least 3 h 20 min`.
pub fn divided_time(forecast: &Forecast, cores: u64) -> String {
    let seconds = |seconds: f64| {
        let seconds = seconds / cores as f64;
        duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    };
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
    let seconds = forecast.seconds() / threads as f64;
    let time = duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let least = match forecast.basis {
        Basis::Bound => "at least ",
        Basis::Sample | Basis::Growth => "",
    };
    let threads = plural(threads as u128, "thread");
    Some(format!("{least}{time} on {threads}"))
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
    let set = plan.parameters.iter().filter_map(|(name, value)| {
        match (OF_ROWS.contains(&&**name), value.as_str()) {
            (true, _) | (_, "none" | "false") => None,
            (_, "true") => Some(name.clone()),
            (_, value) => Some(format!("{name}={}", shortened(value))),
        }
    });
    let method = METHODS.contains(&&*plan.method);
    let method = method.then(|| format!("by {}", plan.method));
    let parts = [plan.problem.clone()].into_iter().chain(set).chain(method);
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
        "problem": plan.problem,
        "parameters": plan.parameters.iter().cloned().collect::<HashMap<_, _>>(),
        "method": plan.method,
        "split": plan.split,
        "subtrees": plan.subtrees,
        "plan": plan.id(),
    })
}

#[cfg(test)]
mod tests {
    use countless::ledger::Plan;

    use super::plan_line;

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
        let plan = Plan {
            problem: "sudoku solve".to_owned(),
            parameters: parameters.map(own).to_vec(),
            method: "lanes".to_owned(),
            split: "chunks".to_owned(),
            subtrees: 1573,
        };
        let line = "sudoku solve, input=91a8acc5e2293ab9…, limit=2, check: 1,573 chunks, plan ";
        assert_eq!(plan_line(&plan), format!("{line}{}", plan.id()));
    }
}
