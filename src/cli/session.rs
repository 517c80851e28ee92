//! What every command has in common: a run with progress and signals, and saying what became
//! of it.
//!
//! ```text
//! flags ──▶ Run ──▶ Outcome ──▶ stdout: the result, as text or JSON
//!                              stderr: the summary, unless -q
//! ```

use std::io::stdout;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;
use std::time::Duration;

use anstream::AutoStream;
use anyhow::Context;
use clap::ColorChoice;
use countless::engine::{CancelToken, Outcome, Progress, Reason, Run};
use countless::unstable::table::Output;
use serde_json::{Map, Value, json};

use super::args::{Recording, Running};
use super::exit::Exit;
use super::output::{grouped, plural, print, rate, say, time, write};
use super::progress::Display;
use super::signals;
use countless_measure::end_running;
use countless_picture::Paint;

/// More threads than this for each processor are too many.
const MANY_THREADS: usize = 8;

/// What all commands were told: how much to say.
#[derive(Clone, Copy, Debug)]
pub struct Session {
    pub quiet: bool,
    pub json: bool,
    pub color: ColorChoice,
    /// Whether the command has flags for puzzles of other sizes.
    pub size_hint: Option<&'static str>,
}

/// What a command has found, to be said once its run is complete.
#[derive(Debug, Default)]
pub struct Told {
    /// In words, for people: `92 solutions`.
    pub found: String,
    /// How many this run has found itself, for the rate.
    pub count: u128,
    /// What stdout gets if JSON is not asked for; none if the rows were the result.
    pub text: Option<String>,
    /// What the JSON object has besides times.
    pub json: Value,
    /// How it was done, besides kernel and threads.
    pub method: Option<String>,
    /// Where the text goes, if not to stdout.
    pub output: Option<Output>,
}

impl Session {
    /// The token that Ctrl-C and SIGTERM cancel. The second signal exits at once.
    pub fn token() -> anyhow::Result<&'static CancelToken> {
        static TOKEN: OnceLock<CancelToken> = OnceLock::new();
        static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
        static SIGNALLED: AtomicBool = AtomicBool::new(false);
        let token = TOKEN.get_or_init(CancelToken::new);
        let handler = || {
            // Not whether the token is cancelled: a program that was timed may have ended by the
            // same Ctrl-C before.
            let again = SIGNALLED.swap(true, Ordering::Relaxed);
            token.cancel(Reason::Interrupted);
            end_running();
            if again {
                std::process::exit(130);
            }
        };
        LISTENING
            .get_or_init(|| signals::listen(handler).map_err(|error| error.to_string()))
            .as_ref()
            .map_err(|error| anyhow::anyhow!("{error}"))
            .context("cannot handle signals")?;
        Ok(token)
    }

    /// Ends what leaves nothing behind, if the user has interrupted it.
    pub fn go_on() -> anyhow::Result<()> {
        anyhow::ensure!(
            !Self::token()?.is_cancelled(),
            countless::Error::Interrupted
        );
        Ok(())
    }

    /// Runs something, showing progress in `noun`s.
    pub fn run<T>(
        self,
        running: &Running,
        recording: &Recording,
        noun: &'static str,
        work: impl FnOnce(&Run) -> Result<T, countless::Error>,
    ) -> anyhow::Result<T> {
        let progress = Arc::new(Progress::new());
        let run = running.run().cancel(Self::token()?).progress(&progress);
        let run = recording.record(run);
        self.warn_of_threads(run.thread_count());
        let display = Display::start(running.progress, self.quiet, noun, &progress);
        let result = work(&run);
        drop(display);
        Ok(result?)
    }

    /// A warning if there are far more threads than processors.
    fn warn_of_threads(self, threads: usize) {
        let processors = available_parallelism().map_or(1, usize::from);
        if threads > MANY_THREADS * processors {
            let (threads, processors) = (threads as u128, processors as u128);
            self.note(&format!(
                "warning: {} on {} slow each other down",
                plural(threads, "thread"),
                plural(processors, "processor")
            ));
        }
    }

    /// How text on stdout is marked: in a terminal that has colours, unless the user says.
    pub fn paint(self) -> Paint {
        let marked = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(&stdout()) != anstream::ColorChoice::Never,
        };
        if marked {
            Paint::Terminal
        } else {
            Paint::Plain
        }
    }

    /// Says something on stderr that is worth knowing, unless the user wants quiet.
    pub fn note(self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }

    /// Requires that a drawing does not go where the JSON object goes.
    pub fn require_output(self, output: Option<&Path>) -> anyhow::Result<()> {
        let elsewhere = output.is_some_and(|path| path != Path::new("-"));
        anyhow::ensure!(
            !self.json || elsewhere,
            "--json needs --output FILE for the drawing"
        );
        Ok(())
    }

    /// Says what became of a run whose solutions were counted; `so_far` is what an interrupted
    /// one has found.
    pub fn conclude<T>(
        self,
        outcome: &Outcome<T>,
        running: &Running,
        so_far: &str,
        told: Told,
    ) -> anyhow::Result<Exit> {
        if let Some(kept) = outcome.kept.as_ref().filter(|kept| kept.is_lost) {
            say(&format!(
                "warning: the ledger {} was removed or replaced during the run: its records are \
                 lost",
                kept.path.display()
            ));
        }
        // A crash loses the rows of some subtrees; without its file, all are lost.
        let again = outcome.kept.as_ref().map(|kept| (kept.again, kept.known));
        if let Some((again @ 1.., 0)) = again {
            self.note(&format!(
                "note: {} searched again, as the rows are missing",
                plural(again.into(), "recorded subtree")
            ));
        }
        if outcome.is_interrupted() {
            let exit = interrupted(outcome, so_far);
            if told.text.is_some() && outcome.kept.is_none() {
                self.note("hint: --ledger FILE lets a second run continue the first");
            }
            return Ok(exit);
        }
        if outcome.stopped == Some(Reason::Closed) {
            return Ok(Exit::Complete);
        }
        let Told {
            found,
            count,
            text,
            json,
            method,
            output,
        } = told;
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
            let subtrees = outcome
                .kept
                .as_ref()
                .map_or(outcome.subtrees, |kept| kept.all);
            if self.json {
                let part = json!({ "shard": shard.to_string(), "shard_subtrees": subtrees });
                print(&format!("{}\n", merged(merged(json, part), times)))?;
            }
            let subtrees = plural(subtrees.into(), "subtree");
            self.note(&format!(
                "shard {shard}: {subtrees}, {found}; `countless ledger merge` adds the shards up"
            ));
            return Ok(Exit::Complete);
        }
        match (text, output) {
            (Some(text), Some(output)) => write(output, &text)?,
            (Some(text), None) if !self.json => print(&text)?,
            _ => {}
        }
        if self.json {
            print(&format!("{}\n", merged(json, times)))?;
        }
        let mut how: Vec<String> = method.into_iter().collect();
        how.push(plural(outcome.busy.len() as u128, "thread"));
        how.extend(known(outcome));
        let elapsed = outcome.elapsed;
        let (taken, how) = (time(elapsed), how.join(" · "));
        let rate = pace(outcome, count).filter(|_| count > 0);
        let rate = rate.map_or(String::new(), |rate| format!("{rate} · "));
        self.note(&format!("{found} in {taken} · {rate}{how}"));
        Ok(Exit::Complete)
    }
}

/// Says that a run was interrupted, and what is kept of it.
pub fn interrupted<T>(outcome: &Outcome<T>, so_far: &str) -> Exit {
    match outcome.kept.as_ref().filter(|kept| !kept.is_lost) {
        Some(kept) => say(&format!(
            "interrupted: {} of {} are in {}\nhint: run the same command again to continue",
            grouped(outcome.subtrees.into()),
            plural(kept.all.into(), "subtree"),
            kept.path.display()
        )),
        None => say(&format!("interrupted{so_far}")),
    }
    Exit::Interrupted
}

/// How fast the run was; none if a ledger knew everything before.
fn pace<T>(outcome: &Outcome<T>, count: u128) -> Option<String> {
    let kept = outcome.kept.as_ref();
    let is_idle = kept.is_some_and(|kept| kept.known == kept.all && kept.all > 0);
    (!is_idle).then(|| rate(count, outcome.elapsed))
}

/// Words on what was known before, if anything was.
fn known<T>(outcome: &Outcome<T>) -> Option<String> {
    let kept = outcome.kept.as_ref().filter(|kept| kept.known > 0)?;
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
