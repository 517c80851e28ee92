//! Progress line on stderr, drawn by its own thread from the counters of the engine.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::ValueEnum;
use countless::engine::Progress;
use indicatif::{FormattedDuration, ProgressBar};
use terminal_size::{Width, terminal_size_of};

use super::output::{grouped, print_message};

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

/// Condition for showing progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowProgress {
    /// If stderr is a terminal
    #[default]
    Auto,
    /// Even if stderr is not a terminal
    Always,
    /// Never
    Never,
}

/// Running progress line. Dropping it clears the line.
pub struct ProgressDisplay {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressDisplay {
    /// Starts to show `progress`. The noun is the plural name of the solutions.
    pub fn start(
        when: ShowProgress,
        quiet: bool,
        noun: &'static str,
        progress: &Arc<Progress>,
    ) -> Self {
        let shown = match when {
            ShowProgress::Auto => !quiet && stderr().is_terminal(),
            ShowProgress::Always => true,
            ShowProgress::Never => false,
        };
        let running = shown.then(|| {
            let (sender, receiver) = channel();
            let progress = Arc::clone(progress);
            let thread = thread::spawn(move || {
                if receiver.recv_timeout(GRACE) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                // The hidden bar computes the remaining time; this module draws the line.
                let bar = ProgressBar::hidden();
                bar.set_length(STEPS);
                while receiver.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    bar.set_position(bar_position(&progress));
                    let parts = line_parts(&progress, noun, bar.elapsed(), bar.eta());
                    if stderr().is_terminal() {
                        redraw(&line(&progress, &parts, columns()));
                    } else {
                        // Only a terminal can redraw a line.
                        print_message(&parts.join(SEPARATOR));
                    }
                }
                if stderr().is_terminal() {
                    redraw("");
                }
            });
            (sender, thread)
        });
        Self { running }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.running.take() {
            drop(sender);
            // A panic of the display is ignored.
            let _ = thread.join();
        }
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

#[cfg(test)]
mod tests {
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
