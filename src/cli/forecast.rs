//! Forecasts as text and as JSON, and the time limit of commands that print them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use countless::engine::{Basis, CpuClock, Forecast, cpu_time};
use serde_json::{Value, json};

use super::output::{duration_text, plural, print, print_json};
use super::session::Session;
use super::shared_args::duration;

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
