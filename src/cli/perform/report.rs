//! The end of a run: what a command has found, on stdout, and the summary of it, on stderr.

use std::time::Duration;

use countless::engine::{Outcome, Reason};
use countless::table::Output;
use serde_json::{Map, Value, json};

use super::super::exit::Exit;
use super::super::output::{
    duration_text, grouped, plural, print, print_message, rate, write_text_file,
};
use super::super::row_output_args::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::RunArgs;

/// What a command has found.
#[derive(Debug, Default)]
pub struct CommandReport {
    /// In words, for people: `92 solutions`. Nothing is reported if it is empty.
    pub found: String,
    /// How many this run has found itself, for the rate.
    pub count: u128,
    /// What stdout gets if JSON is not asked for; none if the rows were the result.
    pub text: Option<String>,
    /// The members of the JSON object besides times.
    pub json: Value,
    /// How it was done, besides kernel and threads.
    pub method: Option<String>,
    /// How far the run has come if it was interrupted, if the rows or the count do not say it:
    /// ` after 3 puzzles`.
    pub so_far: Option<String>,
    /// Whether an input was bad, or a check failed.
    pub is_flawed: bool,
}

/// Where a result goes, and how far an interrupted run has come.
#[derive(Debug, Default)]
pub struct ReportOutput {
    /// Where the text goes, if not to stdout.
    pub output: Option<Output>,
    /// Behind `interrupted`: ` after 3 rows`.
    pub so_far: String,
}

impl ReportOutput {
    /// The place of a report of rows.
    pub fn of_rows<T>(rows: &RowOutputArgs, outcome: &Outcome<T>) -> Self {
        Self {
            output: None,
            so_far: rows.progress_text(outcome),
        }
    }
}

impl Session {
    /// Ends a command whose run has ended.
    pub fn conclude<T>(
        self,
        outcome: &Outcome<T>,
        running: &RunArgs,
        report: CommandReport,
        place: ReportOutput,
    ) -> anyhow::Result<Exit> {
        let ReportOutput { output, so_far } = place;
        let ledger = outcome.ledger.as_ref();
        if let Some(ledger) = ledger.filter(|ledger| ledger.is_lost) {
            print_message(&format!(
                "warning: the ledger {} was removed or replaced during the run: its records are \
                 lost",
                ledger.path.display()
            ));
        }
        // A crash loses the rows of some subtrees; without its file, all are lost.
        let again = ledger.map(|ledger| (ledger.rows_missing, ledger.known));
        if let Some((again @ 1.., 0)) = again {
            self.note(&format!(
                "note: {} searched again, as the rows are missing",
                plural(again.into(), "recorded subtree")
            ));
        }
        if outcome.is_interrupted() {
            let exit = report_interruption(outcome, &so_far);
            if report.text.is_some() && ledger.is_none() {
                self.note("hint: --ledger FILE lets a second run continue the first");
            }
            return Ok(exit);
        }
        let exit = Exit::Complete.flawed_if(report.is_flawed);
        if outcome.stopped == Some(Reason::Closed) || report.found.is_empty() {
            return Ok(exit);
        }
        let CommandReport {
            found,
            count,
            text,
            json,
            method,
            ..
        } = report;
        let kernel = running.kernel.name();
        let times = json!({
            "seconds": outcome.elapsed.as_secs_f64(),
            "busy_seconds": outcome.busy.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
            "subtrees": outcome.subtrees,
            "kernel": kernel,
            "threads": outcome.busy.len(),
            "method": method,
        });
        if let Some(shard) = outcome.shard() {
            // As text on stdout it would be taken for the total.
            let subtrees = ledger.map_or(outcome.subtrees, |ledger| ledger.all);
            if self.json {
                let part = json!({ "shard": shard.to_string(), "shard_subtrees": subtrees });
                print(&format!("{}\n", merged(merged(json, part), times)))?;
            }
            let subtrees = plural(subtrees.into(), "subtree");
            self.note(&format!(
                "shard {shard}: {subtrees}, {found}; `countless ledger merge` adds the shards up"
            ));
            return Ok(exit);
        }
        match (text, output) {
            (Some(text), Some(output)) => write_text_file(output, &text)?,
            (Some(text), None) if !self.json => print(&text)?,
            _ => {}
        }
        if self.json {
            print(&format!("{}\n", merged(json, times)))?;
        }
        let mut how: Vec<String> = method.into_iter().collect();
        how.push(plural(outcome.busy.len() as u128, "thread"));
        how.extend(known_subtrees(outcome));
        let elapsed = outcome.elapsed;
        let (taken, how) = (duration_text(elapsed), how.join(" · "));
        let rate = run_rate(outcome, count).filter(|_| count > 0);
        let rate = rate.map_or(String::new(), |rate| format!("{rate} · "));
        self.note(&format!("{found} in {taken} · {rate}{how}"));
        Ok(exit)
    }
}

/// Says that a run was interrupted, and what is kept of it.
pub fn report_interruption<T>(outcome: &Outcome<T>, so_far: &str) -> Exit {
    match outcome.ledger.as_ref().filter(|kept| !kept.is_lost) {
        Some(kept) => print_message(&format!(
            "interrupted: {} of {} are in {}\nhint: run the same command again to continue",
            grouped(outcome.subtrees.into()),
            plural(kept.all.into(), "subtree"),
            kept.path.display()
        )),
        None => print_message(&format!("interrupted{so_far}")),
    }
    Exit::Interrupted
}

/// How fast the run was; none if a ledger knew everything before.
fn run_rate<T>(outcome: &Outcome<T>, count: u128) -> Option<String> {
    let kept = outcome.ledger.as_ref();
    let is_idle = kept.is_some_and(|kept| kept.known == kept.all && kept.all > 0);
    (!is_idle).then(|| rate(count, outcome.elapsed))
}

/// Words on what was known before, if anything was.
fn known_subtrees<T>(outcome: &Outcome<T>) -> Option<String> {
    let kept = outcome.ledger.as_ref().filter(|kept| kept.known > 0)?;
    let (known, all) = (grouped(kept.known.into()), grouped(kept.all.into()));
    Some(format!("{known} of {all} subtrees already known"))
}

/// The members of both objects.
fn merged(first: Value, second: Value) -> Value {
    let members = |value| match value {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    let mut all = members(second);
    all.retain(|_, value| !value.is_null());
    all.extend(members(first));
    Value::Object(all)
}
