//! Answers that come in time, whatever takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use countless::engine::Forecast;
use countless::engine::{CpuClock, cpu_time};
use serde_json::json;

use super::args::duration;
use super::forecast::{described, forecast_json};
use super::output::print;
use super::session::Session;

/// When the program began, as far as it matters.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Whether somebody is answering.
static ANSWERED: AtomicBool = AtomicBool::new(false);
/// What is known so far.
static KNOWN: Mutex<Option<Forecast>> = Mutex::new(None);
/// An estimate takes no longer unless asked for.
const USUAL: Duration = Duration::from_secs(10);
/// What an estimate leaves of the time to what comes after it, and to those who cannot be cut short.
const RESERVE: f64 = 0.25;

/// A time limit for a command that changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Duration);

impl Deadline {
    /// A limit from the start of the program on. Once it has passed, `answer` is called with what is
    /// [known](Self::know) so far, and the program ends with exit code 0.
    pub fn new(limit: Duration, answer: impl FnOnce(Forecast) + Send + 'static) -> Self {
        let left = limit.saturating_sub(BEGIN.elapsed());
        let watch = move || {
            thread::sleep(left);
            if !ANSWERED.swap(true, Ordering::Relaxed) {
                let forecast = *known();
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
            .saturating_sub(BEGIN.elapsed())
    }

    /// Keeps what is known, in case that more does not come in time.
    pub fn know(forecast: Option<Forecast>) {
        *known() = forecast;
    }

    /// To be called by whoever answers: comes back if nobody else does.
    pub fn answer() {
        while ANSWERED.swap(true, Ordering::Relaxed) {
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// How long an estimate may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct Time {
    /// Limit of the time for the estimate, such as 30s or 2m
    #[arg(help_heading = "Running", long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    time: Duration,
}

impl Time {
    /// The limit, with which an estimate ends with what is known.
    pub fn deadline(self, session: Session) -> Deadline {
        Deadline::new(self.time, move |forecast| {
            let mut json = json!({});
            forecast_json(&mut json, Some(&forecast), None);
            let text = if session.json {
                json.to_string()
            } else {
                described(&forecast)
            };
            // There is nobody to take an error.
            let _ = print(&(text + "\n"));
        })
    }

    /// Whether it is as long as usual.
    pub fn is_usual(self) -> bool {
        self.time <= USUAL
    }
}

/// The program begins.
pub fn begin() {
    LazyLock::force(&BEGIN);
}

fn known() -> MutexGuard<'static, Option<Forecast>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
