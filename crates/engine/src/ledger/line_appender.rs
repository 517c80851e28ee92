//! Appends whole lines to a file. Partial lines, which a full disk may leave, are truncated.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// A file that can be truncated.
pub(super) trait Truncate: Write {
    /// Truncates the file to `length` bytes, and moves to its end.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
}

impl Truncate for File {
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(|_| ())
    }
}

/// The end of a file. No other code may write to the file.
#[derive(Debug)]
pub(super) struct LineAppender<F> {
    file: F,
    /// Length of the file up to the end of the last whole line, in bytes.
    length: u64,
    /// True if a partial line may follow.
    is_torn: bool,
}

impl<F: Truncate> LineAppender<F> {
    /// Truncates a file to `length` bytes, and appends after them.
    pub fn new(mut file: F, length: u64) -> io::Result<Self> {
        file.truncate(length)?;
        Ok(Self {
            file,
            length,
            is_torn: false,
        })
    }

    /// Returns the file.
    pub fn file(&self) -> &F {
        &self.file
    }

    /// Appends lines. After an error the file contains none of them, and the caller may try again.
    pub fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.is_torn {
            self.truncate_to_whole_lines()?;
        }
        if let Err(error) = self.file.write_all(lines) {
            self.is_torn = true;
            // If this fails, too, the next call tries again before it writes. Readers ignore a last
            // line without a line feed.
            let _ = self.truncate_to_whole_lines();
            return Err(error);
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    fn truncate_to_whole_lines(&mut self) -> io::Result<()> {
        self.file.truncate(self.length)?;
        self.is_torn = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for `room` bytes. Files can be truncated only if `cuts` is true.
    #[derive(Default)]
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
        cuts: bool,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.room - self.bytes.len();
            if room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let written = bytes.len().min(room);
            self.bytes.extend_from_slice(&bytes[..written]);
            Ok(written)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Truncate for Disk {
        fn truncate(&mut self, length: u64) -> io::Result<()> {
            if !self.cuts {
                return Err(io::ErrorKind::Other.into());
            }
            self.bytes.truncate(length as usize);
            Ok(())
        }
    }

    #[test]
    fn a_disk_that_is_full_for_a_moment_leaves_no_torn_line() {
        for cuts in [true, false] {
            let disk = Disk {
                room: 7,
                cuts: true,
                ..Disk::default()
            };
            let mut tail = LineAppender::new(disk, 0).expect("it can be cut");
            tail.file.cuts = cuts;
            tail.append(b"one\n").expect("there is room");
            tail.append(b"two\nthree\n").expect_err("it is full");
            assert!(!cuts || tail.file.bytes == b"one\n");
            if !cuts {
                let error = tail.append(b"").expect_err("it is still torn");
                assert_eq!(error.kind(), io::ErrorKind::Other);
            }
            (tail.file.room, tail.file.cuts) = (100, true);
            tail.append(b"two\nthree\n").expect("there is room");
            assert_eq!(tail.file.bytes, b"one\ntwo\nthree\n");
        }
    }
}
