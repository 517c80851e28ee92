//! Rows: arguments for their output, files of rows that a command writes itself, and rejects.

use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{bail, ensure};
use clap::builder::ValueParser;
use clap::{ArgAction, Args};
use countless::engine::{Diagnostic, Outcome, Reason, Run};
use countless::table::{Columns, Fields, Format, Row, RowOutput, Table, sha256_of_rows};

use super::output::{grouped, plural, print_message};
use super::paths::{OutputFile, beside_stdout};
use super::session::Session;
use super::shared_args::{choice, first_given};

/// Form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// Rows of a table.
    Rows(Format),
    /// Grid drawn with characters, where a command supports it.
    Grid,
}

/// Parser of `--format` for commands that only write rows.
pub fn rows_only() -> ValueParser {
    let names = Format::available().map(Format::name);
    choice(names, |name| name.parse().map(OutputForm::Rows))
}

/// Parser of `--format` for commands that also draw.
pub fn grid_or_rows() -> ValueParser {
    let names = Format::available().map(Format::name);
    choice(["grid"].into_iter().chain(names), |name| match name {
        "grid" => Ok(OutputForm::Grid),
        _ => name.parse().map(OutputForm::Rows),
    })
}

/// Output arguments of commands that list.
#[derive(Args, Clone, Debug)]
pub struct RowOutputArgs {
    /// Write to FILE: .csv, .tsv or .ndjson, optionally .gz or .zst; .parquet in builds
    /// with Parquet [default: stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    pub output: Option<OutputFile>,
    /// Format of the rows [default: by the name of FILE, else csv]
    // Not in the plan: changes no result.
    #[arg(help_heading = "Output", long, value_name = "FORMAT", value_parser = rows_only())]
    format: Option<OutputForm>,
    /// Write rows as they are found, in any order
    // Not in the plan: changes no result.
    #[arg(help_heading = "Output", long, action = ArgAction::SetTrue)]
    pub unordered: bool,
}

impl RowOutputArgs {
    /// Format of the rows. With `--json`, rows on stdout are NDJSON.
    pub fn format(&self, session: Session) -> anyhow::Result<Format> {
        let given = match self.format {
            Some(OutputForm::Rows(format)) => Some(format),
            Some(OutputForm::Grid) | None => None,
        };
        if session.json && self.is_stdout() {
            ensure!(
                given.is_none_or(|format| format == Format::Ndjson),
                "--json writes NDJSON to stdout: omit --format, or write the rows to --output FILE"
            );
            return Ok(Format::Ndjson);
        }
        match (given, &self.output) {
            (Some(format), Some(path)) if is_other_typed(format, path) => bail!(
                "--format {} contradicts the ending of {}: omit --format, or choose another name",
                format.name(),
                path.display()
            ),
            (Some(format), _) => Ok(format),
            (None, Some(path)) => Ok(Format::of(path)?),
            (None, None) => Ok(Format::default()),
        }
    }

    /// True if the rows go to stdout.
    pub fn is_stdout(&self) -> bool {
        beside_stdout(self.output.as_deref()).is_none()
    }

    /// True if a grid is drawn instead of rows. `by_default` applies to a terminal without
    /// `--format`.
    pub fn is_grid(&self, by_default: bool) -> bool {
        match self.format {
            Some(form) => form == OutputForm::Grid,
            None => by_default && self.output.is_none() && stdout().is_terminal(),
        }
    }

    /// True if the format is given.
    pub fn has_format(&self) -> bool {
        self.format.is_some()
    }

    /// First of these flags that is given.
    pub fn given_flag(&self) -> Option<&'static str> {
        first_given([
            ("--output", self.output.is_some()),
            ("--format", self.format.is_some()),
            ("--unordered", self.unordered),
        ])
    }

    /// Table of the rows.
    pub fn table(&self, format: Format) -> Table<'static> {
        match &self.output {
            Some(path) => Table::file(path, format),
            None => Table::stdout(format),
        }
    }

    /// Progress of an interrupted run. A file without a ledger is written only if complete.
    pub fn progress_text<T>(&self, outcome: &Outcome<T>) -> String {
        let rows = plural(outcome.rows.into(), "row");
        let file = beside_stdout(self.output.as_deref());
        let lost = file.map(|path| format!("; {} is not written", path.display()));
        format!(" after {rows}{}", lost.unwrap_or_default())
    }
}

/// True if the ending of a file names a binary format other than this one.
fn is_other_typed(format: Format, path: &Path) -> bool {
    Format::of_ending(path).is_some_and(|ending| ending.is_typed() && ending != format)
}

/// SHA-256 of the rows in an output before compression, or `None` without a file or folder of all
/// rows.
pub fn digest_of_rows(output: Option<&Path>, outcome: &Outcome) -> anyhow::Result<Option<String>> {
    let output = output.filter(|path| path.is_file() || path.is_dir());
    let is_whole = !matches!(outcome.stopped, Some(Reason::Interrupted | Reason::Closed));
    let output = output.filter(|_| is_whole && outcome.shard().is_none());
    Ok(output.map(sha256_of_rows).transpose()?)
}

/// Opens the file of a flag, for rows beside the result.
pub fn rows_beside(flag: &str, path: &Path, columns: &Columns) -> anyhow::Result<RowOutput> {
    ensure!(
        path != Path::new("-"),
        "{flag} needs a FILE: stdout is reserved for the result"
    );
    Ok(RowOutput::create(Some(path), Format::of(path)?, columns)?)
}

/// Maximum number of rejects that are printed.
const MOST_SHOWN: u64 = 20;

/// Collector of rejects, in the order of the input.
pub struct Rejects(Arc<Mutex<RejectState>>);

struct RejectState {
    quiet: bool,
    size_hint: Option<&'static str>,
    count: u64,
    shown: u64,
    /// Input and reason of the printed rejects that are common to many records. Each is printed
    /// once.
    shown_common: Vec<(Arc<str>, String)>,
    rejects: Option<RowOutput>,
}

impl Rejects {
    /// Creates an empty collector that also writes to the file `rejects`.
    pub fn new(rejects: Option<&Path>, session: Session) -> anyhow::Result<Self> {
        let columns = Columns::new().field("file").number("line").number("column");
        let columns = columns.field("reason").field("row");
        let rejects = rejects.map(|path| rows_beside("--rejects", path, &columns));
        let rejects = rejects.transpose()?;
        Ok(Self(Arc::new(Mutex::new(RejectState {
            quiet: session.quiet,
            size_hint: session.size_hint,
            count: 0,
            shown: 0,
            shown_common: Vec::new(),
            rejects,
        }))))
    }

    fn state(&self) -> MutexGuard<'_, RejectState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the run with its diagnostics sent to this collector.
    pub fn collect_from(&self, run: &Run) -> Run {
        let same = Self(Arc::clone(&self.0));
        run.clone()
            .on_diagnostic(move |diagnostic| same.add(diagnostic))
    }

    /// Adds a reject.
    pub fn add(&self, diagnostic: &Diagnostic) {
        let state = &mut *self.state();
        state.count += 1;
        if let Some(rejects) = &mut state.rejects {
            rejects.write(&RejectRow(diagnostic));
        }
        if state.quiet || state.shown == MOST_SHOWN {
            return;
        }
        if diagnostic.is_common {
            let what = (Arc::clone(&diagnostic.input), diagnostic.reason.clone());
            if state.shown_common.contains(&what) {
                return;
            }
            state.shown_common.push(what);
        }
        state.shown += 1;
        print_message(&diagnostic.to_string());
        let has_hint = diagnostic.reason.contains("\nhint: ");
        let hint = state.size_hint;
        if let Some(hint) = hint.filter(|_| diagnostic.is_common && !has_hint) {
            print_message(&format!("hint: {hint}"));
        }
    }

    /// Prints the number of rejects not shown. The file is completed if `is_whole` is true.
    pub fn finish(&self, is_whole: bool) -> anyhow::Result<()> {
        let mut state = self.state();
        let Some(rejects) = state.rejects.take() else {
            state.print_rest("; --rejects FILE lists them all");
            return Ok(());
        };
        let listed = format!("; all are listed in {}", rejects.path().display());
        let finished = if is_whole { rejects.finish() } else { Ok(()) };
        let is_listed = is_whole && finished.is_ok();
        state.print_rest(if is_listed { &listed } else { "" });
        Ok(finished?)
    }
}

impl RejectState {
    /// Prints the number of rejects that were not printed, and where they are.
    fn print_rest(&self, place: &str) {
        let more = self.count - self.shown;
        if more == 0 {
            return;
        }
        let what = if self.quiet {
            plural(more.into(), "invalid record")
        } else {
            format!("and {} more", grouped(more.into()))
        };
        print_message(&format!("{what}{place}"));
    }
}

/// Row of the file of rejects.
struct RejectRow<'a>(&'a Diagnostic);

impl Row for RejectRow<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        fields.text(self.0.input.as_bytes());
        fields.number(self.0.line);
        fields.number(self.0.column as u64);
        fields.text(self.0.reason.as_bytes());
        fields.text(&self.0.row);
    }
}
