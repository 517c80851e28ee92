//! Syncs of a file to the disk while it is still being written.

use std::fs::File;
use std::io;
use std::thread::{self, JoinHandle};

/// Bytes written between two syncs.
const BYTES_PER_SYNC: u64 = 32 << 20;

/// Syncs a long file in the background from time to time, so that the end of the run does not wait
/// for the disk. By itself, Linux starts to write back only after half a minute or gigabytes. Files
/// are synced early only on Linux, where it was measured: Windows blocks writes to a file during a
/// sync.
///
/// Dropping it waits for a running sync, because the handle of the sync would keep the lock of the
/// file.
#[derive(Debug, Default)]
pub(super) struct EarlySync {
    /// Bytes written since the start of the last sync.
    unsynced: u64,
    running: Option<JoinHandle<io::Result<()>>>,
}

impl EarlySync {
    /// Records that bytes were written to the file, and starts a sync if they suffice.
    ///
    /// # Errors
    ///
    /// Error of an earlier sync, which the system reports only once.
    pub fn advance(&mut self, file: &File, bytes: usize) -> io::Result<()> {
        self.unsynced += bytes as u64;
        let idle = self.running.as_ref().is_none_or(JoinHandle::is_finished);
        if self.unsynced < BYTES_PER_SYNC || !idle || !cfg!(target_os = "linux") {
            return Ok(());
        }
        self.join()?;
        self.unsynced = 0;
        // Without a thread or a second handle, `finish` syncs everything.
        if let Ok(file) = file.try_clone() {
            let thread = thread::Builder::new().name("sync".into());
            self.running = thread.spawn(move || file.sync_data()).ok();
        }
        Ok(())
    }

    /// Syncs all remaining bytes.
    ///
    /// # Errors
    ///
    /// Error of this or an earlier sync.
    pub fn finish(&mut self, file: &File) -> io::Result<()> {
        self.join()?;
        file.sync_all()
    }

    fn join(&mut self) -> io::Result<()> {
        self.running.take().map_or(Ok(()), |thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
        })
    }
}

impl Drop for EarlySync {
    fn drop(&mut self) {
        // The error cannot be reported any more.
        let _ = self.join();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write;
    use std::os::fd::OwnedFd;

    use super::*;

    #[test]
    fn an_error_of_an_early_sync_is_told_in_the_end() {
        // Pipes cannot be synced.
        let (_reader, writer) = io::pipe().unwrap();
        let pipe = File::from(OwnedFd::from(writer));
        let regular = tempfile::tempfile().unwrap();
        let mut sync = EarlySync::default();
        sync.advance(&pipe, BYTES_PER_SYNC as usize).unwrap();
        sync.finish(&regular).unwrap_err();
        sync.finish(&regular).unwrap();
    }

    #[test]
    fn a_long_file_is_synced_early_and_few_bytes_are_not() {
        let mut file = tempfile::tempfile().unwrap();
        let mut sync = EarlySync::default();
        for _ in 0..BYTES_PER_SYNC / 4 - 1 {
            sync.advance(&file, 4).unwrap();
        }
        assert!(sync.running.is_none());
        file.write_all(b"last").unwrap();
        sync.advance(&file, 4).unwrap();
        assert!(sync.running.is_some());
        sync.finish(&file).unwrap();
        assert!(sync.running.is_none());
    }

    #[test]
    fn what_was_given_up_keeps_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let mut file = File::create(&path).unwrap();
        file.write_all(&vec![1; BYTES_PER_SYNC as usize]).unwrap();
        file.lock().unwrap();
        let mut sync = EarlySync::default();
        sync.advance(&file, BYTES_PER_SYNC as usize).unwrap();
        drop((file, sync));
        File::open(&path).unwrap().try_lock().unwrap();
    }
}
