//! Other programs: started anew for each run, timed from start to end, their answers checked.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, ensure};
use countless_engine::{CancelToken, Reason};

use super::benchmark_set::{BenchmarkSet, solved_grids};
use super::stopwatch::{CpuClock, Stopwatch, TimeTaken};
use super::timed_program;
use crate::report::Verdict;

/// What stands for the file of puzzles in a command.
const FILE_MARK: &str = "{file}";

/// What stands for the rows of a board: in help texts, `{n}` would become a line break.
const ROWS_MARKS: [&str; 2] = ["{rows}", "{n}"];

/// A program to be timed: `NAME=command {file}` solves a file of puzzles, `NAME=command {rows}`
/// counts the solutions of a board; `{n}` is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RivalProgram {
    name: String,
    words: Vec<String>,
}

/// Why a text names no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RivalProgramError {
    /// There is no name, or no command.
    #[error("expected NAME=COMMAND, such as other='./other {{rows}}'")]
    Form,
    /// A quotation mark is never closed.
    #[error("a quotation mark is not closed")]
    Quotes,
    /// Nothing says what to work on.
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
    /// A program and its arguments.
    ///
    /// # Errors
    ///
    /// If there is no name or command, or if it has no place for what to work on.
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

    /// What the user calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the system can find it.
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

    /// Whether it solves files of puzzles.
    pub fn solves_puzzles(&self) -> bool {
        self.words.iter().any(|word| word.contains(FILE_MARK))
    }

    /// Whether it counts boards.
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

    /// Runs the command to its end, with `value` in the place of the marks, and returns its output.
    /// Errors do not name the command, whose folders are of no use on another machine. If Ctrl-C
    /// ended it, `token` is cancelled.
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
        // A file, unlike a pipe, makes no program wait for us.
        let mut printed = tempfile::tempfile()?;
        let stdout = File::try_clone(&printed)?;
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(Stdio::null());
        let clock = Stopwatch::start(CpuClock::Children);
        let status = timed_program::run_program(&mut command).context("cannot start")?;
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

/// Whether the signal of Ctrl-C ended a program, or the program says so in the manner of shells.
fn ended_by_interrupt(status: ExitStatus) -> bool {
    #[cfg(unix)]
    if std::os::unix::process::ExitStatusExt::signal(&status) == Some(2) {
        return true;
    }
    status.code() == Some(130)
}

/// Whether what a program prints has the number of solutions of a board: a number that stands
/// alone, thousands set apart or not. One that has other numbers, but not this, is wrong,
/// unless they are too small to be meant as the count.
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
        // Where the signal is ignored, as below a shell's `&`, the second way of saying so is tried.
        assert!(run("a=sh -c 'kill -INT $$; exit 130 {n}'").is_err());
        assert!(token.is_cancelled());
    }
}
