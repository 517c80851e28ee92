//! A progress bar on stderr, drawn by a thread of its own from the engine's counters.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::ValueEnum;
use countless::engine::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::{grouped, say};

/// How often the bar is redrawn.
const TICK: Duration = Duration::from_millis(100);
/// Runs shorter than this never show a bar.
const GRACE: Duration = Duration::from_millis(300);
/// The steps of the bar, whatever the unit of the work.
const STEPS: u64 = 10_000;

/// When to show progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// If stderr is a terminal
    #[default]
    Auto,
    /// Even if stderr is no terminal
    Always,
    /// Not at all
    Never,
}

/// A running progress display; it is cleared when dropped.
pub struct Display {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Display {
    /// Starts to show `progress`, whose solutions are called `noun`.
    pub fn start(when: When, quiet: bool, noun: &'static str, progress: &Arc<Progress>) -> Self {
        let shown = match when {
            When::Auto => !quiet && stderr().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        let running = shown.then(|| {
            let (sender, receiver) = channel();
            let progress = Arc::clone(progress);
            let thread = thread::spawn(move || {
                if receiver.recv_timeout(GRACE) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                let bar = bar(&progress);
                while receiver.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    bar.set_position(position(&progress));
                    bar.set_message(format!(
                        "{} {noun}",
                        grouped(u128::from(progress.solutions()))
                    ));
                    if !stderr().is_terminal() {
                        // Without a terminal there is no line to redraw.
                        say(&format!("{} {}", percent(&progress), bar.message()));
                    }
                }
                bar.finish_and_clear();
            });
            (sender, thread)
        });
        Self { running }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.running.take() {
            drop(sender);
            // A display that failed is not worth failing for.
            let _ = thread.join();
        }
    }
}

fn bar(progress: &Progress) -> ProgressBar {
    let (bar, template) = match progress.total() {
        Some(_) => (
            ProgressBar::new(STEPS),
            "{wide_bar} {percent_precise:>7}% · {elapsed} · ETA {eta} · {msg}",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {elapsed} · {msg}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    bar.with_style(style)
}

/// How far the run is, in steps of the bar.
fn position(progress: &Progress) -> u64 {
    let total = progress.total().unwrap_or(0).max(1);
    let steps = u128::from(progress.done()) * u128::from(STEPS) / u128::from(total);
    steps.min(u128::from(STEPS)) as u64
}

fn percent(progress: &Progress) -> String {
    match progress.total() {
        Some(_) => format!("{:.2} %", position(progress) as f64 * 100.0 / STEPS as f64),
        None => "…".to_owned(),
    }
}
