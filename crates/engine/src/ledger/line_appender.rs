//! Appending whole lines to a file: what was written of others, when a disk is full, is cut
//! off again.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// A file that can be cut.
pub(super) trait Truncate: Write {
    /// Cuts off what lies behind `length` bytes, and goes there.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
}

impl Truncate for File {
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(|_| ())
    }
}

/// The end of a file that is written by nobody else, and only there.
#[derive(Debug)]
pub(super) struct LineAppender<F> {
    file: F,
    /// The bytes up to the end of the last line that is whole.
    length: u64,
    /// Whether something may stand behind it.
    is_torn: bool,
}

impl<F: Truncate> LineAppender<F> {
    /// The end of the first `length` bytes of a file, whose rest is cut off.
    pub fn new(mut file: F, length: u64) -> io::Result<Self> {
        file.truncate(length)?;
        Ok(Self {
            file,
            length,
            is_torn: false,
        })
    }

    /// The file.
    pub fn file(&self) -> &F {
        &self.file
    }

    /// Appends lines. After an error none of them is there, and they may be appended again.
    pub fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.is_torn {
            self.truncate_to_whole_lines()?;
        }
        if let Err(error) = self.file.write_all(lines) {
            self.is_torn = true;
            // Should that fail, too, it is tried again before anything else is written; a
            // line without an end is passed over by whoever reads.
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

    /// A disk with room for so many bytes, which can be cut only if it is told so.
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
