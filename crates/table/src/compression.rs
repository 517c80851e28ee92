//! Compression of output, by the name of the file.

use std::fmt::{self, Debug, Formatter};
use std::io::{self, Write};
use std::path::Path;
use std::thread;

use crossbeam::channel::bounded;

use super::gzip::GzipEncoder;

/// The fastest level makes rows of digits no larger than the next two do: 71 MB of a million
/// solved sudokus, 173 MB, in 1.3 s; level 3 makes 77 MB of them in 2.2 s.
const ZSTD_LEVEL: i32 = 1;

/// More would keep too much in memory.
const MOST_THREADS: usize = 64;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    None,
    Gzip,
    Zstd,
}

impl Codec {
    /// As its name says.
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

/// Whether a name has one of these endings, in small letters or capitals.
pub(super) fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| wanted.iter().any(|w| extension.eq_ignore_ascii_case(w)))
}

/// Compresses what is written.
#[derive(Debug)]
pub(super) enum Compressor<W: Write> {
    Plain(W),
    Gzip(GzipEncoder<W>),
    Zstd(ZstdEncoder<W>),
}

/// `zstd::Encoder` has no `Debug` of its own.
pub(super) struct ZstdEncoder<W: Write>(zstd::Encoder<'static, W>);

impl<W: Write + Debug> Debug for ZstdEncoder<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ZstdEncoder")
            .field(self.0.get_ref())
            .finish()
    }
}

impl<W: Write> Compressor<W> {
    /// Compresses as the name of the file says, with so many threads besides this one. What is
    /// written does not depend on their number, but for three bytes that mean nothing, with which
    /// Zstandard may end what is a multiple of 2 MiB.
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

    /// Takes what is to be written.
    pub fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(target) => target,
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => &mut encoder.0,
        }
    }

    /// Writes what is left, and gives back what it went to.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(target) => Ok(target),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.0.finish(),
        }
    }
}

/// How many threads can be started, up to so many: Zstandard fails if one of its cannot be.
fn startable(threads: usize) -> usize {
    let (sender, receiver) = bounded::<()>(0);
    let wait = || {
        let receiver = receiver.clone();
        let wait = move || {
            // Until all have been started.
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
