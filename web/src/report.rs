//! Reports while a question is answered, as JSON.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use countless_engine::Instant;
#[cfg(any(feature = "queens", feature = "cover", feature = "variants"))]
use countless_engine::{Progress, Run};
use serde_json::{Value, json};

use super::fault::Fault;
use super::request::Request;

/// Least time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Receiver of reports.
type Receiver = Box<dyn FnMut(&str)>;

thread_local! {
    /// Receiver of the question that this thread answers.
    static RECEIVER: RefCell<Option<Receiver>> = const { RefCell::new(None) };
}

/// Answers a question while `receiver` takes its reports.
pub fn with_receiver<T>(receiver: Receiver, answer: impl FnOnce() -> T) -> T {
    RECEIVER.set(Some(receiver));
    let answer = answer();
    RECEIVER.set(None);
    answer
}

/// Sends a report.
pub fn report(value: &Value) {
    let receiver = RECEIVER.take();
    if let Some(mut receive) = receiver {
        receive(&value.to_string());
        RECEIVER.set(Some(receive));
    }
}

/// A count as a JSON number, or as text above the largest whole number of JavaScript.
pub fn count(number: u128) -> Value {
    match u64::try_from(number) {
        Ok(number) if number < 1 << 53 => number.into(),
        _ => number.to_string().into(),
    }
}

/// Reports progress.
fn report_progress(done: u64, total: Option<u64>, solutions: u128) {
    let total = total.map(|total| count(total.into()));
    let (done, solutions) = (count(done.into()), count(solutions));
    report(&json!({ "progress": { "done": done, "total": total, "solutions": solutions } }));
}

/// A run on this thread that reports its progress.
#[cfg(any(feature = "queens", feature = "cover", feature = "variants"))]
pub fn run() -> Run {
    Run::new().inline().on_progress(INTERVAL, |now: &Progress| {
        report_progress(now.done(), now.total(), now.solutions().into());
    })
}

/// Answer about the time of a count.
#[cfg(any(feature = "queens", feature = "cover"))]
pub fn estimated(forecast: Option<countless_engine::Forecast>) -> Result<Value, Fault> {
    let forecast = forecast.ok_or_else(|| Fault::new("the time cannot be estimated"))?;
    let reliable = forecast.expected().is_some();
    Ok(json!({ "seconds": forecast.seconds(), "reliable": reliable, "solutions": null }))
}

/// Reports progress at most ten times a second.
pub struct Ticker {
    last: Instant,
}

impl Ticker {
    pub fn new() -> Self {
        Self {
            last: Instant::now(),
        }
    }

    /// Reports progress if it is time.
    pub fn tick(&mut self, done: u64, total: Option<u64>, solutions: u128) {
        if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            report_progress(done, total, solutions);
        }
    }
}

/// Part of a list: the rows number `from` to `from` + `limit`, and one more if there is one.
pub struct Window {
    pub from: u64,
    pub limit: u64,
    seen: u64,
    pub rows: Vec<Value>,
}

impl Window {
    /// Takes the members `from` and `limit`.
    pub fn take_from(request: &mut Request) -> Result<Self, Fault> {
        Ok(Self {
            from: request.count("from")?.unwrap_or(0),
            limit: request.count_to("limit", 50, 10_000)?,
            seen: 0,
            rows: Vec::new(),
        })
    }

    /// Number of rows to visit.
    pub fn needed(&self) -> u64 {
        self.from.saturating_add(self.limit).saturating_add(1)
    }

    /// Takes the next row. Breaks once it is known that more follow.
    pub fn take(&mut self, row: impl FnOnce() -> Value) -> ControlFlow<()> {
        self.seen += 1;
        if self.seen <= self.from {
            return ControlFlow::Continue(());
        }
        if self.seen == self.needed() {
            return ControlFlow::Break(());
        }
        self.rows.push(row());
        ControlFlow::Continue(())
    }

    /// The answer.
    pub fn answer(self) -> Value {
        let more = self.seen == self.needed();
        json!({ "solutions": self.rows, "from": count(self.from.into()), "more": more })
    }
}
