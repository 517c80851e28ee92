//! Reports while a question is answered, and parts of answers that several questions have.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use countless_engine::{Forecast, Progress, Run};
use serde_json::{Value, json};

use super::request::{Request, number_to};

/// Least time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(100);
/// Threads whose granularity a run has: more subtrees than one thread needs, for its progress.
const GRANULARITY: usize = 8;

/// An answer in JSON, or the reason why there is none.
pub type Answer = Result<Value>;

/// Receiver of the reports of a question.
type Receiver = Box<dyn FnMut(&str)>;

thread_local! {
    /// Receiver of the question that this thread answers.
    static RECEIVER: RefCell<Option<Receiver>> = const { RefCell::new(None) };
}

/// Sets the receiver of the reports that follow.
pub fn report_to(receiver: impl FnMut(&str) + 'static) {
    RECEIVER.set(Some(Box::new(receiver)));
}

/// Sends a report.
pub fn report(value: &Value) {
    if let Some(mut receive) = RECEIVER.take() {
        receive(&value.to_string());
        RECEIVER.set(Some(receive));
    }
}

/// A count as a JSON number, or as text above the largest whole number of JavaScript.
pub fn count(number: &impl ToString) -> Value {
    let text = number.to_string();
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => number.into(),
        _ => text.into(),
    }
}

/// A progress that is reported.
pub fn progress() -> Progress {
    Progress::watched(INTERVAL, |now| {
        let (done, total) = (now.done(), now.total().map(|total| count(&total)));
        let (done, solutions) = (count(&done), count(&now.solutions()));
        report(&json!({ "progress": { "done": done, "total": total, "solutions": solutions } }));
    })
}

/// A run on this thread that reports its progress.
pub fn run() -> Run {
    let run = Run::new().inline().threads(GRANULARITY);
    run.progress(&Arc::new(progress()))
}

/// Answer about the time of a count.
pub fn estimated(forecast: Option<Forecast>) -> Answer {
    let forecast = forecast.context("the time cannot be estimated")?;
    Ok(json!({ "seconds": forecast.seconds(), "solutions": null }))
}

/// Receives the rows of a list until it breaks, each as a function that makes it.
pub type Take<'a> = &'a mut dyn FnMut(&dyn Fn() -> Value) -> ControlFlow<()>;

/// Part of a list: the rows number `from` to `from` + `limit`. `visit` passes the first rows, whose
/// number it receives, or all if there are fewer.
pub fn listed(request: &Request, visit: impl FnOnce(u64, Take<'_>) -> Result<()>) -> Answer {
    let limit = number_to("limit", request.limit, 50, 10_000)?;
    let needed = request.from.saturating_add(limit + 1);
    let (mut seen, mut rows) = (0, Vec::new());
    visit(needed, &mut |row| {
        seen += 1;
        if seen == needed {
            return ControlFlow::Break(());
        }
        if seen > request.from {
            rows.push(row());
        }
        ControlFlow::Continue(())
    })?;
    Ok(json!({ "solutions": rows, "more": seen == needed }))
}
