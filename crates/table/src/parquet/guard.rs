//! What the crate that reads tables does with damaged ones: it panics on some.

use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread reads what may be damaged.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does something with a table; a panic on the way is an error that says nothing on stderr. What
/// it has left half done is not to be used again.
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

/// That a table cannot be read.
pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the Parquet table is damaged")
}
