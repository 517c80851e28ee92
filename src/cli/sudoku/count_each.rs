//! `countless sudoku count FILE…`: the number of solutions of each puzzle. With a ledger, a
//! puzzle is a subtree.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::ensure;
use countless::Error;
use countless::engine::{Finished, Order, Reason, Sink};
use countless::io::{Format, push_csv};
use countless::ledger::{Plan, Shard};
use countless::sudoku::puzzles::Inputs;
use countless::sudoku::{Entry, Enumerate, Found, Parts};

use super::super::drive::drive;
use super::super::dry_run::dry_run;
use super::super::exit::Outcome;
use super::super::output::plural;
use super::super::recording::{Ended, Job, Kept, report_shard};
use super::count::CountArgs;
use super::{complain, summarize, warn_if_empty};

/// Rows are printed at the latest when they are so many bytes.
const BLOCK: usize = 64 << 10;

pub fn count_each(args: &CountArgs) -> anyhow::Result<Outcome> {
    let (run, recording) = (&args.run, &args.recording);
    let plan = if recording.is_given() {
        ensure!(
            recording.subtrees.is_none(),
            "--subtrees: every puzzle of an input is one"
        );
        let hash = args.source.hash()?;
        Some(Parts::plan_of_inputs(args.source.open()?, &hash)?)
    } else {
        None
    };
    if let Some(plan) = plan.as_ref().filter(|_| recording.dry_run) {
        return dry_run(plan, None, run, recording, args.json);
    }
    let shard = recording.shard();
    let format = match args.json {
        _ if shard != Shard::WHOLE => None,
        true => Some(Format::Ndjson),
        false => Some(Format::Csv),
    };
    let inputs = args.source.open()?;
    let mut sink = PerPuzzle::new(inputs.names().to_vec(), args.limit, format);
    let (report, kept) = match count(args, plan, inputs, &mut sink)? {
        Ended::Now(report, kept) => (report, kept),
        Ended::Before(book) => {
            let found = plural(book.total(shard)?.count, "solution");
            report_shard(shard, shard.len(book.plan().subtrees), &found, run.quiet);
            return Ok(Outcome::Complete);
        }
    };
    if Outcome::of(report.stopped) == Outcome::Interrupted {
        sink.flush()?;
        if let Some(kept) = kept {
            kept.interrupted(&report);
        } else {
            let puzzles = plural(sink.puzzles.into(), "puzzle");
            eprintln!("interrupted after {puzzles}");
        }
        return Ok(Outcome::Interrupted);
    }
    // The run is over: nothing is left to stop.
    let _ = sink.complete()?;
    sink.flush()?;
    warn_if_empty(sink.puzzles, &sink.names);
    let found = plural(sink.solutions, "solution");
    if let Some(kept) = kept.as_ref().filter(|kept| kept.shard != Shard::WHOLE) {
        report_shard(shard, kept.all, &found, run.quiet);
        return Ok(sink.outcome());
    }
    let known = kept.as_ref().and_then(Kept::known);
    let known = known.map_or(String::new(), |known| format!(", {known}"));
    let puzzles = plural(sink.puzzles.into(), "puzzle");
    let found = format!("{found} of {puzzles}{known}");
    summarize(&found, sink.solutions, &report, run);
    Ok(sink.outcome())
}

/// Counts what is to be counted of the inputs.
fn count(
    args: &CountArgs,
    plan: Option<Plan>,
    inputs: Inputs,
    sink: &mut PerPuzzle,
) -> anyhow::Result<Ended> {
    let run = &args.run;
    let problem = Enumerate::count(run.kernel, args.limit);
    let (order, noun) = (Order::Ascending, "solutions");
    let Some(plan) = plan else {
        let parts = Parts::read(inputs, run.options(order).threads, run.kernel);
        let report = drive(&problem, parts, None, sink, run, order, noun)?;
        return Ok(Ended::Now(report, None));
    };
    let job = Job {
        problem: &problem,
        cost: Some(plan.subtrees),
        plan,
        subtrees: Parts::read(inputs, 0, run.kernel),
        order,
        noun,
    };
    job.run(sink, run, &args.recording)
}

/// Prints the number of solutions of each puzzle.
struct PerPuzzle {
    /// What the inputs are called.
    names: Vec<String>,
    limit: Option<u64>,
    /// None of a shard, which is only a part of the table.
    format: Option<Format>,
    /// Rows not yet printed.
    text: Vec<u8>,
    /// Whether nobody reads them any more.
    closed: bool,
    current: Option<(Arc<Entry>, u128)>,
    puzzles: u64,
    invalid: u64,
    solutions: u128,
}

impl PerPuzzle {
    fn new(names: Vec<String>, limit: Option<u64>, format: Option<Format>) -> Self {
        let header: &[u8] = match format {
            Some(Format::Csv) => b"puzzle,solutions\n",
            _ => b"",
        };
        Self {
            names,
            limit,
            format,
            text: header.to_vec(),
            closed: false,
            current: None,
            puzzles: 0,
            invalid: 0,
            solutions: 0,
        }
    }

    /// Prints the row of the puzzle whose last part has been counted.
    fn complete(&mut self) -> Result<ControlFlow<Reason>, Error> {
        let Some((entry, found)) = self.current.take() else {
            return Ok(ControlFlow::Continue(()));
        };
        let found = found.min(self.limit.map_or(u128::MAX, u128::from));
        self.puzzles += 1;
        self.solutions += found;
        if let Some(complaint) = &entry.complaint {
            self.invalid += 1;
            complain(&self.names, complaint);
        }
        match self.format {
            None => {}
            Some(Format::Csv) => {
                push_csv(&mut self.text, entry.text.as_bytes());
                self.text
                    .extend_from_slice(format!(",{found}\n").as_bytes());
            }
            Some(Format::Ndjson) => {
                let json = serde_json::json!({ "puzzle": entry.text, "solutions": found });
                self.text.extend_from_slice(format!("{json}\n").as_bytes());
            }
        }
        if self.text.len() > BLOCK {
            self.flush()?;
        }
        Ok(if self.closed {
            ControlFlow::Break(Reason::Closed)
        } else {
            ControlFlow::Continue(())
        })
    }

    /// Prints what is to be printed.
    fn flush(&mut self) -> Result<(), Error> {
        let mut stdout = io::stdout();
        let written = stdout.write_all(&self.text).and_then(|()| stdout.flush());
        self.text.clear();
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => return Err(Error::write(Path::new("standard output"), error)),
            Ok(()) => {}
        }
        Ok(())
    }

    fn outcome(&self) -> Outcome {
        if self.invalid > 0 || self.puzzles == 0 {
            Outcome::Flawed
        } else {
            Outcome::Complete
        }
    }
}

impl Sink<Found> for PerPuzzle {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, finished: Finished<Found>) -> Result<ControlFlow<Reason>, Error> {
        for (entry, found) in finished.tally.each {
            match &mut self.current {
                Some((current, solutions)) if current.number == entry.number => {
                    *solutions += found;
                }
                _ => {
                    if self.complete()?.is_break() {
                        return Ok(ControlFlow::Break(Reason::Closed));
                    }
                    self.current = Some((entry, found));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn pause(&mut self) -> Result<(), Error> {
        self.flush()
    }
}
