//! The settings and signals that all commands share, and a run with its progress.

use std::io::stdout;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;

use anstream::AutoStream;
use anyhow::Context;
use clap::ColorChoice;
use countless::engine::{CancelToken, Progress, Reason, Run};

use super::output::{plural, print_message};
use super::progress_display::ProgressDisplay;
use super::shared_args::{LedgerArgs, RunArgs};
use super::signals;
use countless_measure::end_timed_programs;
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
            end_timed_programs();
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
    pub fn ensure_not_interrupted() -> anyhow::Result<()> {
        anyhow::ensure!(
            !Self::token()?.is_cancelled(),
            countless::Error::Interrupted
        );
        Ok(())
    }

    /// Runs something, showing progress in `noun`s.
    pub fn run<T>(
        self,
        running: &RunArgs,
        recording: &LedgerArgs,
        noun: &'static str,
        work: impl FnOnce(&Run) -> Result<T, countless::Error>,
    ) -> anyhow::Result<T> {
        let progress = Arc::new(Progress::new());
        let run = running.run().cancel(Self::token()?).progress(&progress);
        let run = recording.with_ledger(run);
        self.warn_of_threads(run.thread_count());
        let display = ProgressDisplay::start(running.progress, self.quiet, noun, &progress);
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
            print_message(text);
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
}
