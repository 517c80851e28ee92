//! Helpers of the tests of the whole program.

pub mod cell_numbers;
pub mod chain_statements;
pub mod help_pages;
pub mod premises;
pub mod sentences;
pub mod svg;
#[cfg(unix)]
pub mod terminal;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::thread::{self, sleep};
use std::time::Duration;

/// Creates a command that runs the program.
pub fn program() -> Command {
    stop_ignoring_signals();
    Command::new(env!("CARGO_BIN_EXE_countless"))
}

/// Lets Ctrl-C and a hangup end the programs that are started from now on, also if this program
/// ignores them, as jobs in the background do. A signal with a handler has its default action in
/// the programs that are started.
fn stop_ignoring_signals() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT};
        use signal_hook::flag::register_conditional_default;

        static HANDLED: Once = Once::new();
        HANDLED.call_once(|| {
            for signal in [SIGHUP, SIGINT] {
                let always = Arc::new(AtomicBool::new(true));
                register_conditional_default(signal, always).expect("it can be handled");
            }
        });
    }
}

/// Waits until a program that was just started handles SIGINT, which ends it at once before.
#[cfg(unix)]
pub fn wait_until_it_handles_interrupts(id: u32) {
    if !cfg!(target_os = "linux") {
        return sleep(Duration::from_secs(1));
    }
    // The signals with a handler are bits of a hexadecimal number; SIGINT is the second.
    let is_handled = |line: &str| {
        let bits = line.strip_prefix("SigCgt:").map(str::trim);
        bits.and_then(|bits| u64::from_str_radix(bits, 16).ok())
            .is_some_and(|bits| bits & 2 != 0)
    };
    let status = format!("/proc/{id}/status");
    let status = || fs::read_to_string(&status).expect("the program runs");
    while !status().lines().any(is_handled) {
        sleep(Duration::from_millis(1));
    }
}

/// Checks every item, on four threads: for checks that wait for other programs.
pub fn check_side_by_side<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(item);
                }
            });
        }
    });
}

/// Runs the program to its end.
pub fn countless(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

/// Runs the program to its end, with a text on standard input.
pub fn piped(args: &[&str], text: impl AsRef<[u8]>) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(text.as_ref()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Runs the program, and kills it once its ledger has `length` lines, or its output is complete.
pub fn kill_at(length: usize, ledger: &str, output: &str, args: &[&str]) {
    let mut child = program()
        .args(args)
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let recorded = || fs::read_to_string(ledger).map_or(0, |text| text.lines().count());
    while recorded() < length && !Path::new(output).exists() {
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it can be waited for");
}

/// Sources below a folder.
pub fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            all.extend(sources(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push(path);
        }
    }
    Ok(all)
}

/// Lines of the output of the program.
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(bytes).expect("the output is text");
    text.lines().map(str::to_owned).collect()
}

/// Temporary folder of a test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    /// Path of a file in the folder, which may be missing.
    pub fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("the path is text").to_owned()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("it can be written");
        path
    }
}

/// Error message for a missing folder. On Windows the path contains the current drive.
pub fn folder_not_found(folder: &str) -> String {
    let folder = std::path::absolute(folder).expect("a path");
    format!("folder {} not found", folder.display())
}
