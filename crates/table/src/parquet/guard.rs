//! Protection against panics of the parquet crate on damaged tables.

use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// True while this thread reads a table that may be damaged.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` and converts a panic to an error, without a message on stderr. Values that `work`
/// was changing must not be used after an error.
pub fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                tell(info);
            }
        }));
    });
    let before = IS_GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|_| Err(damaged()))
}

/// Returns the error for a damaged table.
pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the Parquet table is damaged")
}
