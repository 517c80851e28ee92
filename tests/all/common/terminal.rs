//! Pseudo-terminal for the program. Its output is read from the other side.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use nix::pty::{Winsize, openpty};

/// Runs a program with stdout and stderr in a terminal of a width in columns. Returns its output
/// and exit status. Interrupts the program after a time, if given.
pub fn in_terminal(
    command: &mut Command,
    columns: u16,
    interrupt: Option<Duration>,
) -> (String, ExitStatus) {
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let pty = openpty(Some(&size), None).expect("there is a terminal");
    let side = || -> OwnedFd { pty.slave.try_clone().expect("it can be shared") };
    command
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(side())
        .stderr(side());
    let mut child = command.spawn().expect("the program starts");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    drop(pty.slave);
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        // When the program closes its side, Linux returns an error.
        let _ = File::from(pty.master).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
    });
    if let Some(wait) = interrupt {
        super::wait_until_it_handles_interrupts(child.id());
        thread::sleep(wait);
        let id = child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.expect("kill runs").success());
    }
    let status = child.wait().expect("the program ends");
    (reader.join().expect("the terminal is read"), status)
}
