//! Time limit of estimates and dry runs: prints the best forecast so far when the time is up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use countless::engine::Forecast;
use countless::engine::{CpuClock, cpu_time};
use serde_json::{Value, json};

use super::forecast_text::{forecast_json, forecast_text};
use super::output::{print, print_json};
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
