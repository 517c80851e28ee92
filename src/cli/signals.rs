//! Signals that ask the program to stop.

use std::io;

/// Calls `handler` for every Ctrl-C, SIGTERM and SIGHUP, on a thread of its own. What the
/// program was told to ignore when it was started, as `nohup` does, stays ignored.
#[cfg(unix)]
pub fn listen(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status);
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let mut signals = Signals::new(wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0))?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

#[cfg(not(unix))]
pub fn listen(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// The signals that Linux says are ignored, the lowest bit for signal 1; elsewhere none, for
/// lack of a way to ask.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0)
}

#[cfg(all(test, unix))]
mod tests {
    use super::ignored;

    #[test]
    fn what_is_ignored_is_read() {
        let status = "Name:\tcountless\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001003\n";
        assert_eq!(ignored(status), 0x1003);
        assert_eq!(ignored(""), 0);
    }
}
