//! Answers that come in time, whatever takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use countless::engine::Forecast;
use countless::engine::{CpuClock, cpu_time};
use serde_json::json;

use super::forecast_text::{forecast_json, forecast_text};
use super::output::print;
use super::session::Session;
use super::shared_args::duration;

/// When the program began, as far as it matters.
static PROGRAM_START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Whether somebody is answering.
static ANSWERED: AtomicBool = AtomicBool::new(false);
/// What is known so far.
static KEPT_FORECAST: Mutex<Option<Forecast>> = Mutex::new(None);
/// An estimate takes no longer unless asked for.
const USUAL_LIMIT: Duration = Duration::from_secs(10);
/// What an estimate leaves of the time to what comes after it, and to those who cannot be cut short.
const RESERVE: f64 = 0.25;

/// A time limit for a command that changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Duration);

impl Deadline {
    /// A limit from the start of the program on. Once it has passed, `answer` is called with what is
    /// [known](Self::know) so far, and the program ends with exit code 0.
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

    /// The time for an estimate.
    pub fn left(self) -> Duration {
        self.0
            .mul_f64(1.0 - RESERVE)
            .saturating_sub(PROGRAM_START.elapsed())
    }

    /// Keeps what is known, in case that more does not come in time.
    pub fn keep_forecast(forecast: Option<Forecast>) {
        *kept_forecast() = forecast;
    }

    /// To be called by whoever answers: comes back if nobody else does.
    pub fn claim_answer() {
        while ANSWERED.swap(true, Ordering::Relaxed) {
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// How long an estimate may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct TimeLimitArgs {
    /// Limit of the time for the estimate, such as 30s or 2m
    #[arg(help_heading = "Running", long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    time: Duration,
}

impl TimeLimitArgs {
    /// The limit, with which an estimate ends with what is known.
    pub fn deadline(self, session: Session) -> Deadline {
        Deadline::new(self.time, move |forecast| {
            let mut json = json!({});
            forecast_json(&mut json, Some(&forecast), None);
            let text = if session.json {
                json.to_string()
            } else {
                forecast_text(&forecast)
            };
            // There is nobody to take an error.
            let _ = print(&(text + "\n"));
        })
    }

    /// Whether it is as long as usual.
    pub fn is_usual(self) -> bool {
        self.time <= USUAL_LIMIT
    }
}

/// The program begins.
pub fn mark_program_start() {
    LazyLock::force(&PROGRAM_START);
}

fn kept_forecast() -> MutexGuard<'static, Option<Forecast>> {
    KEPT_FORECAST.lock().unwrap_or_else(PoisonError::into_inner)
}
