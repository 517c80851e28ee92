//! Jobs with their arguments, from the command line to the report.
//!
//! ```text
//! flags ──▶ JobRequest ──▶ Outcome ──▶ CommandReport ──▶ stdout: the result, as text or JSON
//!               │                                        stderr: the summary, unless -q
//!               └─ --dry-run: DryRunReport: plan, ledger state, forecast
//! ```

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use super::forecast::dry_run;
pub use super::forecast::{DryRunReport, report_dry_run};
use super::output::{
    Exit, create_text_file, duration_text, grouped, json_number, plural, print, print_json,
    print_message, rate,
};
use super::row_output::{Rejects, RowOutputArgs, digest_of_rows};
use super::session::{RunWatcher, Session, watched};
use super::shared_args::{LedgerArgs, RunArgs};
use anyhow::{bail, ensure};
use countless::Error;
use countless::engine::{Job, Outcome, Reason, Run};
use countless::table::{Columns, FolderOutput, Output, RowOutput};
use serde_json::{Map, Value, json};

/// Ledger arguments of a command without a ledger.
static NONE: LazyLock<LedgerArgs> = LazyLock::new(LedgerArgs::default);

/// Function that reports the outcome of a job.
type Reporter<'a> = Box<dyn FnOnce(&Outcome) -> anyhow::Result<CommandReport> + 'a>;

/// Rows that a command selects.
pub struct RowSelection<'a> {
    pub columns: Columns,
    /// Search that writes the rows to a file.
    pub search: &'a mut dyn FnMut(&Run, &mut RowOutput) -> Result<Outcome, Error>,
}

/// Search in place of a job, which adds files with the rows to a folder.
pub type FolderSearch<'a> = &'a mut dyn FnMut(&Run, &mut FolderOutput) -> Result<Outcome, Error>;

/// Job with its arguments, for [`Session::perform`].
pub struct JobRequest<'a> {
    job: Job<'a>,
    /// Plural noun of the solutions that progress counts.
    noun: &'static str,
    /// Noun for a subtree.
    part: &'static str,
    run_args: &'a RunArgs,
    ledger_args: &'a LedgerArgs,
    /// File of the text; none is stdout.
    output: Option<&'a Path>,
    /// Arguments of the rows, if each solution is one.
    rows: Option<&'a RowOutputArgs>,
    /// Folder of several files with the rows, and the search that writes them.
    folder: Option<(&'a Path, FolderSearch<'a>)>,
    /// True if the summary in words has the digest of the rows.
    has_digest: bool,
    limit: Option<u64>,
    rejects: Option<Rejects>,
    selection: Option<RowSelection<'a>>,
    watch: Option<RunWatcher<'a>>,
}

impl<'a> JobRequest<'a> {
    /// Requests a job with a text on stdout.
    pub fn new(job: Job<'a>, noun: &'static str, run_args: &'a RunArgs) -> Self {
        Self {
            job,
            noun,
            part: "subtree",
            run_args,
            ledger_args: &NONE,
            output: None,
            rows: None,
            folder: None,
            has_digest: false,
            limit: None,
            rejects: None,
            selection: None,
            watch: None,
        }
    }

    /// Sets the noun for a subtree: `chunk`, for example.
    pub fn part(self, part: &'static str) -> Self {
        Self { part, ..self }
    }

    /// Sets the ledger arguments.
    pub fn ledger(mut self, ledger_args: &'a LedgerArgs) -> Self {
        self.ledger_args = ledger_args;
        self
    }

    /// Sets the file of the text.
    pub fn output(self, output: Option<&'a Path>) -> Self {
        Self { output, ..self }
    }

    /// Writes each solution as a row.
    pub fn rows(self, rows: &'a RowOutputArgs) -> Self {
        let rows = Some(rows);
        Self { rows, ..self }
    }

    /// Writes the rows to several files of a folder by a search.
    pub fn folder(self, folder: &'a Path, search: FolderSearch<'a>) -> Self {
        let folder = Some((folder, search));
        Self { folder, ..self }
    }

    /// Adds the digest of the rows to the summary in words.
    pub fn digest(self) -> Self {
        let has_digest = true;
        Self { has_digest, ..self }
    }

    /// Stops after the first `limit` solutions, if given.
    pub fn limit(self, limit: Option<u64>) -> Self {
        Self { limit, ..self }
    }

    /// Sets the collector of invalid records.
    pub fn rejects(self, rejects: Rejects) -> Self {
        let rejects = Some(rejects);
        Self { rejects, ..self }
    }

    /// Writes only the rows of a selection, if one is given.
    pub fn select(self, selection: Option<RowSelection<'a>>) -> Self {
        Self { selection, ..self }
    }

    /// Sets a function that runs beside the job.
    pub fn watch(self, watch: RunWatcher<'a>) -> Self {
        let watch = Some(watch);
        Self { watch, ..self }
    }

    /// With a ledger, requires rows in order, which it returns. Rows that a later run continues are
    /// in a file.
    fn require_order(&self) -> anyhow::Result<()> {
        let ledger_args = self.ledger_args;
        let Some(rows) = self.rows.filter(|_| ledger_args.is_given()) else {
            return Ok(());
        };
        let (flag, needs_file) = (ledger_args.flag(), self.job.needs_row_file());
        ensure!(
            !needs_file || self.limit.is_none(),
            "--ledger records all solutions: omit --limit"
        );
        ensure!(
            !rows.unordered,
            "{flag} keeps the order of the rows: omit --unordered"
        );
        match (ledger_args.shard, &rows.output) {
            _ if !needs_file || ledger_args.dry_run => Ok(()),
            (None, None) => {
                bail!("{flag} needs --output FILE: a later run cannot continue rows on stdout")
            }
            (Some(_), Some(_)) => bail!(
                "--shard keeps its rows beside the ledger: omit --output\nhint: `countless ledger \
                 merge --output FILE` joins the rows of all shards"
            ),
            _ => Ok(()),
        }
    }
}

impl Session {
    /// Performs a job and reports its result. With `--dry-run`, reports the plan instead.
    pub fn perform(
        self,
        request: JobRequest<'_>,
        report: impl FnOnce(&Outcome) -> anyhow::Result<CommandReport>,
    ) -> anyhow::Result<Exit> {
        self.perform_reported(request, Box::new(report))
    }

    /// Does the work of [`perform`](Self::perform), compiled once.
    fn perform_reported(
        self,
        request: JobRequest<'_>,
        report: Reporter<'_>,
    ) -> anyhow::Result<Exit> {
        request.require_order()?;
        let (run_args, ledger_args) = (request.run_args, request.ledger_args);
        let (job, rows) = (request.job, request.rows);
        let mut selected = None;
        let (job, report_session) = match rows {
            None => (job, self),
            Some(rows) => {
                // Rows beside a ledger do not go to stdout, and a shard has no other rows.
                let are_beside = ledger_args.is_given() && job.needs_row_file();
                let are_result = !are_beside && ledger_args.shard.is_none() && rows.is_stdout();
                let with_json = |json| Session { json, ..self };
                let report_session = with_json(self.json && !are_result);
                let format = rows.format(with_json(self.json && !are_beside))?;
                if let Some(RowSelection { columns, search }) = request.selection {
                    let file = RowOutput::create(rows.output.as_deref(), format, &columns)?;
                    selected = Some((file, search));
                }
                (job.rows(rows.table(format)), report_session)
            }
        };
        if ledger_args.dry_run {
            return dry_run(self, job, run_args, ledger_args);
        }
        let output = create_text_file(request.output)?;
        let mut in_folder = request.folder;
        let rejects = request
            .rejects
            .map_or_else(|| Rejects::new(None, self), Ok)?;
        let outcome = watched(request.watch, || {
            self.run(run_args, ledger_args, request.noun, |run| {
                let mut run = rejects.collect_from(run);
                if rows.is_some_and(|rows| rows.unordered) {
                    run = run.unordered();
                }
                if let Some(limit) = request.limit {
                    run = run.limit(limit);
                }
                match (&mut selected, &mut in_folder) {
                    (Some((file, search)), _) => search(&run, file),
                    (None, Some((folder, search))) => fill_folder(&run, folder, search),
                    (None, None) => job.by(run).execute(),
                }
            })
        });
        let folder = in_folder.map(|(folder, _)| folder);
        let is_closed = selected.as_ref().is_some_and(|(file, _)| file.is_closed());
        let is_whole = outcome.as_ref().is_ok_and(|outcome| {
            !is_closed && !matches!(outcome.stopped, Some(Reason::Interrupted | Reason::Closed))
        });
        let ended = rejects.finish(is_whole);
        let outcome = outcome?;
        ended?;
        if is_closed {
            return Ok(Exit::Complete);
        }
        if let Some((file, _)) = selected.filter(|_| !outcome.is_interrupted()) {
            file.finish()?;
        }
        let mut report = report(&outcome)?;
        if self.json || request.has_digest && !self.quiet {
            let file = rows.and_then(|rows| rows.output.as_deref());
            report.sha256 = digest_of_rows(file.or(folder), &outcome)?;
        }
        let digest = report.sha256.clone().filter(|_| request.has_digest);
        if outcome.stopped == Some(Reason::Limit) && rows.is_some() {
            report.found += " (stopped by --limit)";
        }
        report.so_far = report.so_far.or_else(|| {
            Some(match (rows, folder) {
                (Some(rows), _) => rows.progress_text(&outcome),
                (None, Some(folder)) => format!("; {} is not written", folder.display()),
                (None, None) => format!("; partial count: {}", report.found),
            })
        });
        report.output = output;
        let outcome = outcome.map(|_| ());
        let exit = report_session.conclude(&outcome, run_args, report, request.part)?;
        if let Some(digest) = digest {
            self.note(&format!("SHA-256 {digest}"));
        }
        Ok(exit)
    }
}

/// Adds files to a folder by a search. They get their names, unless the run is interrupted.
fn fill_folder(run: &Run, folder: &Path, search: FolderSearch<'_>) -> Result<Outcome, Error> {
    let mut files = FolderOutput::create(folder)?;
    let outcome = search(run, &mut files)?;
    if !outcome.is_interrupted() {
        files.finish()?;
    }
    Ok(outcome)
}

/// Result of a command.
#[derive(Debug, Default)]
pub struct CommandReport {
    /// Summary in words: `92 solutions`. An empty text is not printed.
    pub found: String,
    /// Number of solutions found by this run, for the rate.
    pub count: u128,
    /// Text for stdout without `--json`; none if the rows are the result.
    pub text: Option<String>,
    /// File of the text; none is stdout.
    pub output: Option<Output>,
    /// Members of the JSON object, except times.
    pub json: Value,
    /// Method, besides kernel and threads.
    pub method: Option<String>,
    /// Text after `interrupted`: ` after 3 puzzles`. By default, that of the rows or of the count of
    /// a job.
    pub so_far: Option<String>,
    /// SHA-256 of the rows, if they are in a file and it is reported.
    pub sha256: Option<String>,
    /// True if an input was invalid or a check failed.
    pub is_flawed: bool,
}

impl CommandReport {
    /// Report of a number of solutions, each called `noun`.
    pub fn of_number(problem: &str, number: u128, noun: &str) -> Self {
        Self {
            found: plural(number, noun),
            count: number,
            json: json!({ "problem": problem, format!("{noun}s"): json_number(number) }),
            ..Self::default()
        }
    }

    /// Report of generated rows, each called `noun`.
    pub fn of_generated(problem: &str, outcome: &Outcome, noun: &str, seed: u64) -> Self {
        let mut report = Self::of_number(problem, outcome.table_rows(), noun);
        let made = report.found;
        report.found = format!("{made} (seed {seed})");
        report.so_far = Some(format!(" after {made}"));
        report.json["seed"] = seed.into();
        report.count = outcome.rows.into();
        report
    }
}

impl Session {
    /// Reports the end of a run and returns the outcome of the command. `part` is the noun for a
    /// subtree.
    pub fn conclude(
        self,
        outcome: &Outcome<()>,
        run_args: &RunArgs,
        report: CommandReport,
        part: &str,
    ) -> anyhow::Result<Exit> {
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
            let so_far = report.so_far.unwrap_or_default();
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
        let found = report.found;
        let kernel = run_args.kernel.name();
        let times = json!({
            "seconds": outcome.elapsed.as_secs_f64(),
            "busy_seconds": outcome.busy.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
            format!("{part}s"): outcome.subtrees,
            "kernel": kernel,
            "threads": outcome.busy.len(),
            "method": report.method,
            "sha256": report.sha256,
        });
        if let Some(shard) = outcome.shard() {
            // The count of a shard is not printed as text, because it would be mistaken for the
            // total.
            let subtrees = ledger.map_or(outcome.subtrees, |ledger| ledger.all);
            if self.json {
                let of_shard =
                    json!({ "shard": shard.to_string(), format!("shard_{part}s"): subtrees });
                print_json(merged(merged(report.json, of_shard), times))?;
            }
            let subtrees = plural(subtrees.into(), part);
            self.note(&format!(
                "shard {shard}: {subtrees}, {found}; `countless ledger merge` adds the shards up"
            ));
            return Ok(exit);
        }
        match (report.text, report.output) {
            (Some(text), Some(output)) => output.finish_with(text)?,
            (Some(text), None) if !self.json => print(&text)?,
            _ => {}
        }
        if self.json {
            print_json(merged(report.json, times))?;
        }
        let mut how: Vec<String> = report.method.into_iter().collect();
        how.push(plural(outcome.busy.len() as u128, "thread"));
        if let Some(ledger) = ledger.filter(|ledger| ledger.known > 0) {
            let (known, all) = (grouped(ledger.known.into()), grouped(ledger.all.into()));
            how.push(format!("{known} of {all} {part}s already known"));
        }
        // A run that has searched nothing has no rate.
        let is_idle = ledger.is_some_and(|ledger| ledger.known == ledger.all && ledger.all > 0);
        if report.count > 0 && !is_idle {
            how.insert(0, rate(report.count, outcome.elapsed));
        }
        let (taken, how) = (duration_text(outcome.elapsed), how.join(" · "));
        self.note(&format!("{found} in {taken} · {how}"));
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
