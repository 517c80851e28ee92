//! Compression of output, chosen by the file name.

use std::fmt::{self, Debug, Formatter};
use std::io::{self, Write};
use std::path::Path;
use std::thread;

use crossbeam::channel::bounded;

use super::gzip::GzipEncoder;

/// Zstandard level. For rows of digits, the fastest level compresses no worse than the next two. A
/// million solved sudokus (173 MB): 71 MB in 1.3 s; at level 3, 77 MB in 2.2 s.
const ZSTD_LEVEL: i32 = 1;

/// Limit for the number of compression threads, which bounds the memory.
const MOST_THREADS: usize = 64;

/// Compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    None,
    Gzip,
    Zstd,
}

impl Codec {
    /// Returns the compression that a file name asks for.
    pub fn of(path: &Path) -> Self {
        if has_extension(path, &["gz"]) {
            Self::Gzip
        } else if has_extension(path, &["zst"]) {
            Self::Zstd
        } else {
            Self::None
        }
    }
}

/// Returns whether the path has one of these extensions, ignoring ASCII case.
pub(super) fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| wanted.iter().any(|w| extension.eq_ignore_ascii_case(w)))
}

/// Writer that compresses.
#[derive(Debug)]
pub(super) enum Compressor<W: Write> {
    Plain(W),
    Gzip(GzipEncoder<W>),
    Zstd(ZstdEncoder<W>),
}

/// Wrapper with a `Debug` implementation, which `zstd::Encoder` lacks.
pub(super) struct ZstdEncoder<W: Write>(zstd::Encoder<'static, W>);

impl<W: Write + Debug> Debug for ZstdEncoder<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ZstdEncoder")
            .field(self.0.get_ref())
            .finish()
    }
}

impl<W: Write> Compressor<W> {
    /// Compresses as the file name says, with up to `threads` additional threads. The output is
    /// independent of their number, with one exception: after a multiple of 2 MiB, Zstandard may
    /// append three bytes without content.
    pub fn new(path: &Path, target: W, threads: usize) -> io::Result<Self> {
        let threads = threads.clamp(1, MOST_THREADS);
        Ok(match Codec::of(path) {
            Codec::None => Self::Plain(target),
            Codec::Gzip => Self::Gzip(GzipEncoder::new(target, threads)?),
            Codec::Zstd => {
                let mut encoder = zstd::Encoder::new(target, ZSTD_LEVEL)?;
                encoder.multithread(startable(threads) as u32)?;
                Self::Zstd(ZstdEncoder(encoder))
            }
        })
    }

    /// Returns the writer for plain bytes.
    pub fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(target) => target,
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => &mut encoder.0,
        }
    }

    /// Writes all remaining bytes and returns the target.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(target) => Ok(target),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.0.finish(),
        }
    }
}

/// Returns the number of threads that can be started, at most `threads`. Zstandard fails if it
/// cannot start a thread.
fn startable(threads: usize) -> usize {
    let (sender, receiver) = bounded::<()>(0);
    let wait = || {
        let receiver = receiver.clone();
        let wait = move || {
            // Blocks until all threads have been started.
            let _ = receiver.recv();
        };
        thread::Builder::new().spawn(wait).ok()
    };
    let started: Vec<_> = (0..threads).map_while(|_| wait()).collect();
    drop(sender);
    started
        .into_iter()
        .filter_map(|thread| thread.join().ok())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_does_not_depend_on_the_threads() -> io::Result<()> {
        let mut text = Vec::new();
        for number in 0..800_000_u64 {
            writeln!(text, "{}", number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40)?;
        }
        for name in ["rows.zst", "rows.gz", "rows"] {
            let [one, three] = [1, 3].map(|threads| {
                let mut encoder = Compressor::new(Path::new(name), Vec::new(), threads)?;
                encoder.writer().write_all(&text)?;
                encoder.finish()
            });
            let one = one?;
            assert!(one == three?, "{name}");
            let mut plain = Vec::new();
            let bytes = io::Cursor::new(one);
            let input = super::super::Input::new(name, bytes, None);
            input
                .and_then(|mut input| input.fill(&mut plain, usize::MAX >> 1))
                .expect(name);
            assert!(plain == text, "{name}");
        }
        Ok(())
    }

    #[test]
    fn threads_can_be_started() {
        assert_eq!(startable(3), 3);
    }
}
