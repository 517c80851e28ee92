//! End of a run: the result of a command on stdout, its summary on stderr.

use std::time::Duration;

use countless::engine::{Outcome, Reason};
use countless::table::Output;
use serde_json::{Map, Value, json};

use super::super::exit::Exit;
use super::super::output::{
    duration_text, grouped, plural, print, print_json, print_message, rate, write_text_file,
};
use super::super::session::Session;
use super::super::shared_args::RunArgs;

/// Result of a command.
#[derive(Debug, Default)]
pub struct CommandReport {
    /// Summary in words: `92 solutions`. An empty text is not printed.
    pub found: String,
    /// Number of solutions found by this run, for the rate.
    pub count: u128,
    /// Text for stdout without `--json`; none if the rows are the result.
    pub text: Option<String>,
    /// Members of the JSON object, except times.
    pub json: Value,
    /// Method, besides kernel and threads.
    pub method: Option<String>,
    /// Progress of an interrupted run, if the rows or the count do not show it: ` after 3 puzzles`.
    pub so_far: Option<String>,
    /// True if an input was invalid or a check failed.
    pub is_flawed: bool,
}

/// Destination of a result, and progress of an interrupted run.
#[derive(Debug)]
pub struct ReportOutput {
    /// File of the text; none is stdout.
    pub output: Option<Output>,
    /// Text after `interrupted`: ` after 3 rows`.
    pub so_far: String,
    /// Noun for a subtree.
    pub part: &'static str,
}

impl Default for ReportOutput {
    fn default() -> Self {
        Self {
            output: None,
            so_far: String::new(),
            part: "subtree",
        }
    }
}

impl Session {
    /// Reports the end of a run and returns the outcome of the command.
    pub fn conclude<T: Clone>(
        self,
        outcome: &Outcome<T>,
        run_args: &RunArgs,
        report: CommandReport,
        place: ReportOutput,
    ) -> anyhow::Result<Exit> {
        self.report_end(&outcome.clone().map(|_| ()), run_args, report, place)
    }

    /// Does the work of [`conclude`](Self::conclude), compiled once for all totals.
    fn report_end(
        self,
        outcome: &Outcome<()>,
        run_args: &RunArgs,
        report: CommandReport,
        place: ReportOutput,
    ) -> anyhow::Result<Exit> {
        let ReportOutput {
            output,
            so_far,
            part,
        } = place;
        let ledger = outcome.ledger.as_ref();
        if let Some(ledger) = ledger.filter(|ledger| ledger.is_lost) {
            print_message(&format!(
                "warning: the ledger {} was removed or replaced during the run: its records are \
                 lost",
                ledger.path.display()
            ));
        }
        // After a crash, the rows of some recorded subtrees are missing; without the file of rows,
        // those of all.
        let again = ledger.map(|ledger| (ledger.rows_missing, ledger.known));
        if let Some((again @ 1.., 0)) = again {
            self.note(&format!(
                "note: {} searched again, as the rows are missing",
                plural(again.into(), &format!("recorded {part}"))
            ));
        }
        if outcome.is_interrupted() {
            let exit = report_interruption(outcome, &so_far, part);
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
        let kernel = run_args.kernel.name();
        let times = json!({
            "seconds": outcome.elapsed.as_secs_f64(),
            "busy_seconds": outcome.busy.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
            format!("{part}s"): outcome.subtrees,
            "kernel": kernel,
            "threads": outcome.busy.len(),
            "method": method,
        });
        if let Some(shard) = outcome.shard() {
            // The count of a shard is not printed as text, because it would be mistaken for the
            // total.
            let subtrees = ledger.map_or(outcome.subtrees, |ledger| ledger.all);
            if self.json {
                let of_shard =
                    json!({ "shard": shard.to_string(), format!("shard_{part}s"): subtrees });
                print_json(merged(merged(json, of_shard), times))?;
            }
            let subtrees = plural(subtrees.into(), part);
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
            print_json(merged(json, times))?;
        }
        let mut how: Vec<String> = method.into_iter().collect();
        how.push(plural(outcome.busy.len() as u128, "thread"));
        how.extend(known_subtrees(outcome, part));
        let elapsed = outcome.elapsed;
        let (taken, how) = (duration_text(elapsed), how.join(" · "));
        let rate = run_rate(outcome, count).filter(|_| count > 0);
        let rate = rate.map_or(String::new(), |rate| format!("{rate} · "));
        self.note(&format!("{found} in {taken} · {rate}{how}"));
        Ok(exit)
    }
}

/// Reports an interrupted run and its recorded subtrees.
pub fn report_interruption<T>(outcome: &Outcome<T>, so_far: &str, part: &str) -> Exit {
    match outcome.ledger.as_ref().filter(|kept| !kept.is_lost) {
        Some(kept) => print_message(&format!(
            "interrupted: {} of {} are in {}\nhint: run the same command again to continue",
            grouped(outcome.subtrees.into()),
            plural(kept.all.into(), part),
            kept.path.display()
        )),
        None => print_message(&format!("interrupted{so_far}")),
    }
    Exit::Interrupted
}

/// Rate of the run; none if the ledger had all subtrees before.
fn run_rate(outcome: &Outcome<()>, count: u128) -> Option<String> {
    let kept = outcome.ledger.as_ref();
    let is_idle = kept.is_some_and(|kept| kept.known == kept.all && kept.all > 0);
    (!is_idle).then(|| rate(count, outcome.elapsed))
}

/// Note on the subtrees recorded before the run; none without them.
fn known_subtrees(outcome: &Outcome<()>, part: &str) -> Option<String> {
    let kept = outcome.ledger.as_ref().filter(|kept| kept.known > 0)?;
    let (known, all) = (grouped(kept.known.into()), grouped(kept.all.into()));
    Some(format!("{known} of {all} {part}s already known"))
}

/// Merges the members of two objects. The first takes precedence; null members of the second are
/// dropped.
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
