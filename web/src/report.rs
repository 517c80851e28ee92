//! Reports while a question is answered, as JSON.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use countless_engine::{Forecast, Progress, Run};
use serde_json::{Value, json};

use super::fault::{Answer, Fault};
use super::request::number_to;

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

/// A progress that is reported.
pub fn progress() -> Progress {
    Progress::watched(INTERVAL, |now| {
        let total = now.total().map(|total| count(total.into()));
        let (done, solutions) = (count(now.done().into()), count(now.solutions().into()));
        report(&json!({ "progress": { "done": done, "total": total, "solutions": solutions } }));
    })
}

/// A run on this thread that reports its progress.
pub fn run() -> Run {
    Run::new().inline().progress(&Arc::new(progress()))
}

/// Answer about the time of a count.
pub fn estimated(forecast: Option<Forecast>) -> Answer {
    let forecast = forecast.ok_or_else(|| Fault::new("the time cannot be estimated"))?;
    Ok(json!({ "seconds": forecast.seconds(), "solutions": null }))
}

/// Part of a list: the rows number `from` to `from` + `limit`, and one more if there is one.
pub struct Window {
    from: u64,
    /// Number of rows to visit.
    pub needed: u64,
    seen: u64,
    rows: Vec<Value>,
}

impl Window {
    pub fn of(from: u64, limit: Option<u64>) -> Result<Self, Fault> {
        let limit = number_to("limit", limit, 50, 10_000)?;
        Ok(Self {
            from,
            needed: from.saturating_add(limit + 1),
            seen: 0,
            rows: Vec::new(),
        })
    }

    /// Takes the next row. Breaks once it is known that more follow.
    pub fn take(&mut self, row: impl FnOnce() -> Value) -> ControlFlow<()> {
        self.seen += 1;
        if self.seen == self.needed {
            return ControlFlow::Break(());
        }
        if self.seen > self.from {
            self.rows.push(row());
        }
        ControlFlow::Continue(())
    }

    /// The answer.
    pub fn answer(self) -> Value {
        let more = self.seen == self.needed;
        json!({ "solutions": self.rows, "more": more })
    }
}
