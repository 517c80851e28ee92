//! Rival programs: started anew for each run, timed from start to end, their answers checked. They
//! have the time limit of a contestant, and none outlives this process.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::benchmark_set::{BenchmarkSet, solved_grids};
use crate::report::Verdict;
use anyhow::{Context, ensure};
pub use countless_engine::CpuClock;
use countless_engine::{CancelToken, Reason, cpu_time};

/// Text that is replaced by the file of puzzles.
const FILE_MARK: &str = "{file}";

/// Texts that are replaced by the rows of a board. Help texts use the first, because clap turns
/// `{n}` into a line break.
const ROWS_MARKS: [&str; 2] = ["{rows}", "{n}"];

/// Rival program: `NAME=command {file}` solves a file of puzzles, `NAME=command {rows}` or
/// `NAME=command {n}` counts the solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RivalProgram {
    name: String,
    words: Vec<String>,
}

/// Fault in the text of a rival program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RivalProgramError {
    /// Missing name or command.
    #[error("expected NAME=COMMAND, such as other='./other {{rows}}'")]
    Form,
    /// Quotation mark without a second one.
    #[error("a quotation mark is not closed")]
    Quotes,
    /// Missing mark for the input.
    #[error(
        "expected {{file}} (a file of puzzles) or {{rows}} (the rows of a board) in the command"
    )]
    Target,
}

impl std::str::FromStr for RivalProgram {
    type Err = RivalProgramError;

    fn from_str(text: &str) -> Result<Self, RivalProgramError> {
        let (name, command) = text.split_once('=').ok_or(RivalProgramError::Form)?;
        // On Windows a backslash separates the parts of a path.
        let command = if cfg!(windows) {
            Cow::Owned(command.replace('\\', r"\\"))
        } else {
            Cow::Borrowed(command)
        };
        let words = shlex::split(&command).ok_or(RivalProgramError::Quotes)?;
        Self::new(name.trim(), words)
    }
}

impl RivalProgram {
    /// Creates a rival program of a command and its arguments.
    ///
    /// # Errors
    ///
    /// If the name or command is missing, or if the command has no mark for its input.
    pub fn new(name: &str, words: Vec<String>) -> Result<Self, RivalProgramError> {
        if name.is_empty() || words.is_empty() {
            return Err(RivalProgramError::Form);
        }
        let peer = Self {
            name: name.to_owned(),
            words,
        };
        if peer.solves_puzzles() || peer.counts_boards() {
            Ok(peer)
        } else {
            Err(RivalProgramError::Target)
        }
    }

    /// Name of the program, given by the user.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if the system finds the command.
    pub fn is_installed(&self) -> bool {
        let program = Path::new(&self.words[0]);
        let mut folders = std::env::var_os("PATH")
            .map(|path| std::env::split_paths(&path).collect::<Vec<_>>())
            .unwrap_or_default();
        if program.components().count() > 1 {
            folders = vec![PathBuf::new()];
        }
        let ending = std::env::consts::EXE_SUFFIX;
        folders.iter().any(|folder| {
            let path = folder.join(program);
            let mut with_ending = path.clone().into_os_string();
            with_ending.push(ending);
            path.is_file() || Path::new(&with_ending).is_file()
        })
    }

    /// True if it solves files of puzzles.
    pub fn solves_puzzles(&self) -> bool {
        self.words.iter().any(|word| word.contains(FILE_MARK))
    }

    /// True if it counts boards.
    pub fn counts_boards(&self) -> bool {
        self.words
            .iter()
            .any(|word| ROWS_MARKS.iter().any(|place| word.contains(place)))
    }

    /// Counts boards of `n` rows.
    pub(super) fn count(
        &self,
        n: usize,
        solutions: u128,
        token: &CancelToken,
    ) -> anyhow::Result<(TimeTaken, Verdict)> {
        let (taken, text) = self.run(&ROWS_MARKS, &n.to_string(), token)?;
        Ok((taken, count_verdict(&text, n, solutions)))
    }

    /// Solves a set of puzzles.
    pub(super) fn solve(
        &self,
        set: &BenchmarkSet,
        token: &CancelToken,
    ) -> anyhow::Result<(TimeTaken, Verdict)> {
        let (taken, text) = self.run(&[FILE_MARK], &set.path().to_string_lossy(), token)?;
        let found = solved_grids(&text);
        let verdict = if found.is_empty() {
            Verdict::Unchecked
        } else if found == set.solutions() {
            Verdict::Right
        } else {
            Verdict::Wrong
        };
        Ok((taken, verdict))
    }

    /// Runs the command to its end, with `value` in place of the marks, and returns its output.
    /// Errors omit the command, because its folders exist only on this machine. Cancels `token` if
    /// Ctrl-C ended the program.
    fn run(
        &self,
        marks: &[&str],
        value: &str,
        token: &CancelToken,
    ) -> anyhow::Result<(TimeTaken, String)> {
        let filled = |word: &String| {
            let replaced = |word: String, mark: &&str| word.replace(mark, value);
            marks.iter().fold(word.clone(), replaced)
        };
        let words: Vec<String> = self.words.iter().map(filled).collect();
        // The output goes to a file, because a full pipe would block the program.
        let mut printed = tempfile::tempfile()?;
        let stdout = File::try_clone(&printed)?;
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(Stdio::null());
        let clock = Stopwatch::start(CpuClock::Children);
        let status = run_program(&mut command).context("cannot start")?;
        let taken = clock.taken();
        if ended_by_interrupt(status) {
            token.cancel(Reason::Interrupted);
        }
        ensure!(status.success(), "ended with {status}");
        let mut bytes = Vec::new();
        printed.rewind()?;
        printed.read_to_end(&mut bytes)?;
        Ok((taken, String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// True if the signal of Ctrl-C ended the program, or if it exits with code 130, as shells do.
fn ended_by_interrupt(status: ExitStatus) -> bool {
    #[cfg(unix)]
    if std::os::unix::process::ExitStatusExt::signal(&status) == Some(2) {
        return true;
    }
    status.code() == Some(130)
}

/// Checks the output of a program for the number of solutions. Separators of thousands are ignored.
/// Without this number, the answer is wrong if another number exceeds `n`, else unchecked.
fn count_verdict(text: &str, n: usize, solutions: u128) -> Verdict {
    let plain: String = text
        .chars()
        .filter(|&character| !matches!(character, ',' | '_' | '\''))
        .collect();
    let numbers = plain.split(|character: char| !character.is_ascii_digit());
    let numbers: Vec<u128> = numbers.filter_map(|number| number.parse().ok()).collect();
    if numbers.contains(&solutions) {
        Verdict::Right
    } else if numbers.iter().any(|&number| number > n as u128) {
        Verdict::Wrong
    } else {
        Verdict::Unchecked
    }
}

/// Process id of the program; 0 if none runs.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// True once the user has interrupted the run. Later programs are ended at once.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Runs a command to its end. On Unix it leads a process group, so that its child processes end
/// with it.
pub(super) fn run_program(command: &mut Command) -> io::Result<ExitStatus> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    RUNNING.store(child.id(), Ordering::SeqCst);
    // An interruption may have come before the id was stored.
    if ENDED.load(Ordering::SeqCst) {
        end_timed_program();
    }
    let status = wait(&mut child);
    RUNNING.store(0, Ordering::SeqCst);
    #[cfg(windows)]
    countless_engine::add_child(child.id());
    status
}

/// Ends the timed program and every later one, after an interruption.
pub fn end_timed_programs() {
    ENDED.store(true, Ordering::SeqCst);
    end_timed_program();
}

/// Ends the timed program, if one runs.
pub(super) fn end_timed_program() {
    let id = RUNNING.swap(0, Ordering::SeqCst);
    if id > 0 {
        end(id);
    }
}

#[cfg(unix)]
fn end(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    // The program may have ended already.
    let _ = killpg(nix::unistd::Pid::from_raw(id as i32), Signal::SIGKILL);
}

#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    child.wait()
}

/// Interval at which [`wait`] checks a program that another thread cannot end.
#[cfg(not(unix))]
const TICK: std::time::Duration = std::time::Duration::from_millis(1);

/// Waits until [`wait`] has seen that the id is 0.
#[cfg(not(unix))]
fn end(_: u32) {
    std::thread::sleep(20 * TICK);
}

#[cfg(not(unix))]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if RUNNING.load(Ordering::SeqCst) == 0 {
            child.kill()?;
            return child.wait();
        }
        std::thread::sleep(TICK);
    }
}

/// Stops a run that lasts too long: cancels its token with [`Reason::Failed`] and ends the timed
/// program. Dropping it cancels the limit.
#[derive(Debug)]
pub(super) struct TimeLimit(Option<(Sender<()>, JoinHandle<()>)>);

impl TimeLimit {
    /// Starts the limit. Without a `timeout`, nothing is limited.
    pub(super) fn start(timeout: Option<Duration>, token: &CancelToken) -> Self {
        Self(timeout.map(|timeout| {
            let (sender, receiver) = channel::<()>();
            let token = token.clone();
            let watch = move || {
                if receiver.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                    token.cancel(Reason::Failed);
                    end_timed_program();
                }
            };
            (sender, thread::spawn(watch))
        }))
    }
}

impl Drop for TimeLimit {
    fn drop(&mut self) {
        if let Some((sender, watch)) = self.0.take() {
            drop(sender);
            // A panic of the thread is ignored.
            let _ = watch.join();
        }
    }
}

/// Elapsed time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeTaken {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, the sum of all threads.
    pub cpu: Duration,
}

/// Running stopwatch.
#[derive(Debug)]
pub struct Stopwatch {
    cpu_clock: CpuClock,
    start: Instant,
    cpu_start: Duration,
}

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start(clock: CpuClock) -> Self {
        Self {
            cpu_clock: clock,
            cpu_start: cpu_time(clock),
            start: Instant::now(),
        }
    }

    /// Time since the start.
    pub fn taken(&self) -> TimeTaken {
        let wall = self.start.elapsed();
        TimeTaken {
            wall,
            cpu: cpu_time(self.cpu_clock).saturating_sub(self.cpu_start),
        }
    }
}

#[cfg(all(test, unix))]
mod stopwatch_tests {
    use super::*;

    #[test]
    fn work_takes_cpu_time_and_sleep_does_not() {
        let clock = Stopwatch::start(CpuClock::Own);
        let mut sum = 0_u64;
        while clock.start.elapsed() < Duration::from_millis(50) || sum == 0 {
            sum = sum.wrapping_add(std::hint::black_box(1));
        }
        let taken = clock.taken();
        assert!(taken.wall >= Duration::from_millis(50));
        assert!(taken.cpu > Duration::ZERO, "{taken:?}");
        let clock = Stopwatch::start(CpuClock::Children);
        std::thread::sleep(Duration::from_millis(20));
        assert!(clock.taken().wall >= Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_a_name_a_command_and_a_place_for_its_target() {
        let peer: RivalProgram = "fast = solve --all '{file}'".parse().expect("a program");
        assert_eq!(
            (peer.name(), peer.solves_puzzles(), peer.counts_boards()),
            ("fast", true, false)
        );
        assert_eq!(peer.words, ["solve", "--all", "{file}"]);
        assert_eq!(
            "solve {file}".parse::<RivalProgram>(),
            Err(RivalProgramError::Form)
        );
        assert_eq!(
            "=solve {file}".parse::<RivalProgram>(),
            Err(RivalProgramError::Form)
        );
        assert_eq!("a=".parse::<RivalProgram>(), Err(RivalProgramError::Form));
        assert_eq!(
            "a='x {n}".parse::<RivalProgram>(),
            Err(RivalProgramError::Quotes)
        );
        assert_eq!(
            "a=solve".parse::<RivalProgram>(),
            Err(RivalProgramError::Target)
        );
    }

    #[test]
    fn counts_are_found_in_what_is_printed() {
        assert_eq!(count_verdict("N=8: 92 solutions\n", 8, 92), Verdict::Right);
        assert_eq!(count_verdict("14,200", 12, 14_200), Verdict::Right);
        assert_eq!(count_verdict("N=8: 93 solutions\n", 8, 92), Verdict::Wrong);
        assert_eq!(count_verdict("done: 8\n", 8, 92), Verdict::Unchecked);
        assert_eq!(count_verdict("", 8, 92), Verdict::Unchecked);
    }

    #[test]
    #[cfg_attr(windows, ignore = "needs sh")]
    fn a_program_is_run_and_checked() {
        let token = CancelToken::new();
        let run = |command: &str| {
            let peer: RivalProgram = command.parse().expect("a program");
            peer.count(8, 92, &token)
        };
        assert_eq!(run("a=echo {n} 92").expect("echo runs").1, Verdict::Right);
        assert_eq!(
            run("a=echo {rows} 92").expect("echo runs").1,
            Verdict::Right
        );
        assert_eq!(run("a=echo {n} 93").expect("echo runs").1, Verdict::Wrong);
        assert!(run("a=false {n}").is_err());
        assert!(run("a=/no/such/program {n}").is_err());
        assert!(!token.is_cancelled());
        // The signal may be ignored, as below a shell's `&`; then the exit code is tested.
        assert!(run("a=sh -c 'kill -INT $$; exit 130 {n}'").is_err());
        assert!(token.is_cancelled());
    }
}

#[cfg(test)]
mod timed_program_tests {
    use super::*;

    #[test]
    fn only_a_run_that_lasts_too_long_is_stopped() {
        let token = CancelToken::new();
        drop(TimeLimit::start(None, &token));
        drop(TimeLimit::start(Some(Duration::from_secs(3600)), &token));
        assert!(!token.is_cancelled());
        let limit = TimeLimit::start(Some(Duration::from_millis(1)), &token);
        while !token.is_cancelled() {
            thread::yield_now();
        }
        drop(limit);
        assert_eq!(token.reason(), Some(Reason::Failed));
    }
}
