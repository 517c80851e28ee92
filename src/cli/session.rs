//! Settings and signals that all commands share, and runs with a progress line on stderr, which its
//! own thread draws from the counters of the engine.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use super::output::{grouped, plural, print_message};
use super::paths::beside_stdout;
use super::shared_args::{LedgerArgs, RunArgs, ShowProgress};
use anstream::AutoStream;
use anyhow::Context;
use clap::ColorChoice;
use countless::engine::{CancelToken, Progress, Reason, Run};
use countless_measure::end_timed_programs;
use countless_picture::Paint;
use indicatif::{FormattedDuration, ProgressBar};
use terminal_size::{Width, terminal_size_of};

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
        let is_shown = match run_args.progress {
            ShowProgress::Auto => !self.quiet && stderr().is_terminal(),
            ShowProgress::Always => true,
            ShowProgress::Never => false,
        };
        let show: RunWatcher<'_> = &|is_done| show_progress(noun, &progress, is_done);
        Ok(watched(is_shown.then_some(show), || work(&run))?)
    }

    /// Warns if there are more than [`MANY_THREADS`] threads per processor.
    fn warn_of_threads(self, threads: usize) {
        let processors = Run::new().thread_count();
        if threads > MANY_THREADS * processors {
            let threads = plural(threads as u128, "thread");
            let processors = plural(processors as u128, "processor");
            self.note(&format!(
                "warning: {threads} on {processors} slow each other down"
            ));
        }
    }

    /// Style of text: plain in a file, and on stdout by `--color`, else colours if the terminal
    /// supports them.
    pub fn paint(self, output: Option<&Path>) -> Paint {
        let is_coloured = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(&stdout()) != anstream::ColorChoice::Never,
        };
        match beside_stdout(output) {
            None if is_coloured => Paint::Terminal,
            _ => Paint::Plain,
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
    // The lowest bit stands for signal 1.
    let is_ignored = |signal: &i32| mask >> (signal - 1) & 1 == 1;
    signals.iter().copied().filter(is_ignored).collect()
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

/// Interval between two redraws.
const TICK: Duration = Duration::from_millis(100);
/// Minimum duration of a run with a progress line.
const GRACE: Duration = Duration::from_millis(300);
/// Number of positions of the bar, independent of the unit of work.
const STEPS: u64 = 10_000;

/// Text between the parts of the line.
const SEPARATOR: &str = " · ";
/// Number of columns of the line that stay blank, for the `^C` that the terminal echoes.
const SPARE: usize = 3;

/// Function that runs beside a run until the channel closes.
pub type RunWatcher<'a> = &'a (dyn Fn(&Receiver<()>) + Sync);

/// Does `work`, and runs `watch` beside it on a thread of its own.
pub fn watched<T>(watch: Option<RunWatcher<'_>>, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = channel();
        let watcher = watch.map(|watch| scope.spawn(move || watch(&is_done)));
        let result = work();
        drop(done);
        // A panic of the watcher is ignored.
        let _ = watcher.map(ScopedJoinHandle::join);
        result
    })
}

/// Shows the progress of a run until the channel closes. The noun is the plural name of the
/// solutions.
fn show_progress(noun: &str, progress: &Progress, is_done: &Receiver<()>) {
    let still_runs = |time| is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !still_runs(GRACE) {
        return;
    }
    // The hidden bar computes the remaining time; this module draws the line.
    let bar = ProgressBar::hidden();
    bar.set_length(STEPS);
    while still_runs(TICK) {
        bar.set_position(bar_position(progress));
        let parts = line_parts(progress, noun, bar.elapsed(), bar.eta());
        if stderr().is_terminal() {
            redraw(&line(progress, &parts, columns()));
        } else {
            // Only a terminal can redraw a line.
            print_message(&parts.join(SEPARATOR));
        }
    }
    if stderr().is_terminal() {
        redraw("");
    }
}

/// Replaces the progress line. Nothing is written after its last character, so that text echoed by
/// the terminal stays in the same line.
fn redraw(line: &str) {
    // Errors of writing are ignored.
    let _ = write!(stderr().lock(), "\r{line}\x1b[K");
}

/// Replaces the status line on a terminal; an empty text clears it. Does nothing if stderr is not a
/// terminal.
pub fn show_status_line(text: &str) {
    if stderr().is_terminal() {
        let columns = columns().saturating_sub(1);
        redraw(&text.chars().take(columns).collect::<String>());
    }
}

/// Progress line: the bar, if the total is known, and the parts that fit.
fn line(progress: &Progress, parts: &[String], columns: usize) -> String {
    let (steps, room) = bar_and_text_widths(columns, progress.total().is_some());
    let done = (bar_position(progress) * steps as u64 / STEPS) as usize;
    let bar = "█".repeat(done) + &"░".repeat(steps - done);
    let words = fitting(parts, room);
    if steps == 0 {
        words
    } else {
        format!("{bar} {words}")
    }
}

/// Width of the terminal in columns, or 80 if unknown.
fn columns() -> usize {
    terminal_size_of(stderr()).map_or(80, |(Width(columns), _)| columns.into())
}

/// Widths of the bar and of the text, in characters. Some columns stay blank: the terminal echoes
/// `^C` after the text, which must not start a new line.
fn bar_and_text_widths(columns: usize, has_bar: bool) -> (usize, usize) {
    let steps = if has_bar {
        (columns / 4).clamp(5, 40)
    } else {
        0
    };
    (steps, columns.saturating_sub(steps + 1 + SPARE))
}

/// Parts of the line, the most important first.
fn line_parts(progress: &Progress, noun: &str, elapsed: Duration, left: Duration) -> Vec<String> {
    let found = grouped(progress.solutions().into());
    let mut parts = vec![
        format!("{found} {noun}"),
        format!("{} elapsed", FormattedDuration(elapsed)),
    ];
    if progress.total().is_some() {
        let percent = bar_position(progress) as f64 * 100.0 / STEPS as f64;
        parts.insert(0, format!("{percent:5.1} %"));
        if bar_position(progress) > 0 {
            parts.insert(1, format!("{} left", FormattedDuration(left)));
        }
    }
    parts
}

/// Joins as many parts as fit into `room` characters.
fn fitting(parts: &[String], room: usize) -> String {
    let mut line = String::new();
    for part in parts {
        let longer = match &line[..] {
            "" => part.clone(),
            line => [line, part].join(SEPARATOR),
        };
        if longer.chars().count() > room {
            break;
        }
        line = longer;
    }
    line
}

/// Position of the bar, from 0 to [`STEPS`].
fn bar_position(progress: &Progress) -> u64 {
    let total = progress.total().unwrap_or(0).max(1);
    let steps = u128::from(progress.done()) * u128::from(STEPS) / u128::from(total);
    steps.min(u128::from(STEPS)) as u64
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

#[cfg(test)]
mod progress_tests {
    use super::*;

    #[test]
    fn the_line_is_shorter_than_the_terminal_and_its_bar_keeps_its_width() {
        let parts = [
            "  5.0 %",
            "00:03:20 left",
            "1,234,567 solutions",
            "00:00:10 elapsed",
        ];
        let parts = parts.map(str::to_owned);
        for columns in [20, 40, 60, 80, 200] {
            for has_bar in [true, false] {
                let (steps, room) = bar_and_text_widths(columns, has_bar);
                let words = fitting(&parts, room).chars().count();
                assert!(steps + 1 + words + SPARE <= columns, "{columns}");
            }
        }
        assert_eq!(bar_and_text_widths(40, true).0, 10);
        assert_eq!(fitting(&parts, 26), "  5.0 % · 00:03:20 left");
        assert_eq!(fitting(&parts, 3), "");
    }
}
