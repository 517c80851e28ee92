//! Settings and signals that all commands share, and runs with progress.

use std::io::stdout;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

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

/// Maximum number of threads per processor without a warning.
const MANY_THREADS: usize = 8;

/// Global options of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Session {
    pub quiet: bool,
    pub json: bool,
    pub color: ColorChoice,
    /// Hint for puzzles of another size, if the command has flags for them.
    pub size_hint: Option<&'static str>,
}

impl Session {
    /// Returns the token that Ctrl-C, SIGTERM and SIGHUP cancel. The second signal ends the program
    /// at once.
    pub fn token() -> anyhow::Result<&'static CancelToken> {
        static TOKEN: OnceLock<CancelToken> = OnceLock::new();
        static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
        static SIGNALLED: AtomicBool = AtomicBool::new(false);
        let token = TOKEN.get_or_init(CancelToken::new);
        let handler = || {
            // The token may already be cancelled: Ctrl-C can end a timed program before this
            // handler runs.
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

    /// Returns an error if the user has interrupted the program.
    pub fn ensure_not_interrupted() -> anyhow::Result<()> {
        anyhow::ensure!(
            !Self::token()?.is_cancelled(),
            countless::Error::Interrupted
        );
        Ok(())
    }

    /// Runs `work` with a progress line that counts `noun`s.
    pub fn run<T>(
        self,
        run_args: &RunArgs,
        ledger_args: &LedgerArgs,
        noun: &'static str,
        work: impl FnOnce(&Run) -> Result<T, countless::Error>,
    ) -> anyhow::Result<T> {
        let progress = Arc::new(Progress::new());
        let run = run_args.run().cancel(Self::token()?).progress(&progress);
        let run = ledger_args.with_ledger(run);
        self.warn_of_threads(run.thread_count());
        let display = ProgressDisplay::start(run_args.progress, self.quiet, noun, &progress);
        let result = work(&run);
        drop(display);
        Ok(result?)
    }

    /// Warns if there are more than [`MANY_THREADS`] threads per processor.
    fn warn_of_threads(self, threads: usize) {
        let processors = Run::new().thread_count();
        if threads > MANY_THREADS * processors {
            let (threads, processors) = (threads as u128, processors as u128);
            self.note(&format!(
                "warning: {} on {} slow each other down",
                plural(threads, "thread"),
                plural(processors, "processor")
            ));
        }
    }

    /// Style of text on stdout: by `--color`, else colours if the terminal supports them.
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

    /// Prints a note to stderr, unless `--quiet` is given.
    pub fn note(self, text: &str) {
        if !self.quiet {
            print_message(text);
        }
    }

    /// Requires a file for the drawing if `--json` uses stdout.
    pub fn require_output(self, output: Option<&Path>) -> anyhow::Result<()> {
        let elsewhere = output.is_some_and(|path| path != Path::new("-"));
        anyhow::ensure!(
            !self.json || elsewhere,
            "--json needs --output FILE for the drawing"
        );
        Ok(())
    }
}
