//! Settings and signals that all commands share, and runs with progress.

use std::io::{self, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use super::output::{plural, print_message};
use super::paths::beside_stdout;
use super::progress_display::ProgressDisplay;
use super::shared_args::{LedgerArgs, RunArgs};
use anstream::AutoStream;
use anyhow::Context;
use clap::ColorChoice;
use countless::engine::{CancelToken, Progress, Reason, Run};
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
        static TOKEN: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);
        static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
        static SIGNALLED: AtomicBool = AtomicBool::new(false);
        let handler = || {
            // The token may already be cancelled: Ctrl-C can end a timed program before this
            // handler runs.
            let again = SIGNALLED.swap(true, Ordering::Relaxed);
            TOKEN.cancel(Reason::Interrupted);
            end_timed_programs();
            if again {
                std::process::exit(130);
            }
        };
        LISTENING
            .get_or_init(|| listen(handler).map_err(|error| error.to_string()))
            .as_ref()
            .map_err(|error| anyhow::anyhow!("{error}"))
            .context("cannot handle signals")?;
        Ok(&TOKEN)
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
        anyhow::ensure!(
            !self.json || beside_stdout(output).is_some(),
            "--json needs --output FILE for the drawing"
        );
        Ok(())
    }
}

/// Calls `handler` for every Ctrl-C, SIGTERM and SIGHUP, on its own thread. Signals that were
/// ignored at the start, as under `nohup`, stay ignored.
#[cfg(unix)]
pub fn listen(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let all = [SIGINT, SIGTERM, SIGHUP];
    let ignored = ignored(&all);
    let mut signals = Signals::new(all.iter().filter(|signal| !ignored.contains(signal)))?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

/// Makes a write beyond a file size limit, such as that of `ulimit -f`, fail with an error. By
/// default the signal SIGXFSZ ends the program.
#[cfg(unix)]
pub fn survive_file_size_limit() {
    use signal_hook::consts::SIGXFSZ;

    // Without a handler, only such a write is affected.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn survive_file_size_limit() {}

#[cfg(not(unix))]
pub fn listen(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// Returns the ignored ones of `signals`.
#[cfg(target_os = "linux")]
fn ignored(signals: &[i32]) -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_by(&status, signals)
}

/// Returns the ignored ones of `signals` by a file like /proc/self/status.
#[cfg(target_os = "linux")]
fn ignored_by(status: &str, signals: &[i32]) -> Vec<i32> {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let mask = mask.unwrap_or(0);
    let signals = signals.iter().copied();
    // The lowest bit stands for signal 1.
    signals
        .filter(|signal| mask >> (signal - 1) & 1 == 1)
        .collect()
}

/// Returns the ignored ones of `signals` on systems without /proc.
#[cfg(all(unix, not(target_os = "linux")))]
fn ignored(signals: &[i32]) -> Vec<i32> {
    outlived(signals)
}

/// Returns those of `signals` that a shell survives when it sends them to itself. A shell ignores
/// the signals that its parent process ignores.
#[cfg(all(unix, any(test, not(target_os = "linux"))))]
fn outlived(signals: &[i32]) -> Vec<i32> {
    use std::process::{Command, Stdio};

    let start = |&signal: &i32| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("kill -{signal} $$")]);
        shell.stdin(Stdio::null()).stdout(Stdio::null());
        Some((signal, shell.stderr(Stdio::null()).spawn().ok()?))
    };
    // All shells are started first, because they run in parallel.
    let shells: Vec<_> = signals.iter().filter_map(start).collect();
    let outlives = |(signal, mut shell): (i32, std::process::Child)| {
        let ended = shell.wait();
        ended.is_ok_and(|status| status.success()).then_some(signal)
    };
    shells.into_iter().filter_map(outlives).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use signal_hook::consts::{SIGCHLD, SIGKILL};

    #[test]
    #[cfg(target_os = "linux")]
    fn ignored_signals_are_read() {
        let status = "Name:\tcountless\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001003\n";
        assert_eq!(ignored_by(status, &[1, 2, 3, 13, 15]), [1, 2, 13]);
        assert!(ignored_by("", &[1]).is_empty());
    }

    #[test]
    fn a_shell_outlives_ignored_signals() {
        assert_eq!(outlived(&[SIGCHLD, SIGKILL]), [SIGCHLD]);
    }
}
