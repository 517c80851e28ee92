//! Compression of output, chosen by the file name: Zstandard, or gzip by several threads.
//!
//! ```text
//! bytes ─▶ pieces of 1 MiB ─▶ helper ┐
//!                         └─▶ helper ┴▶ in their order ─▶ one member
//! ```
//!
//! Pieces are compressed independently, so that the bytes do not depend on the number of threads.
//! Each piece ends at a byte boundary ("sync flush" of zlib), so that all form a single member.
//! Some programs read only the first member. Files of pigz (Adler 2007) are one member, too.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{mem, thread};

use crc32fast::Hasher;
use crossbeam::channel::{Receiver, Sender, bounded};
use flate2::{Compress, Compression, FlushCompress};

use super::zstandard;

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
        if has_extension(path, "gz") {
            Self::Gzip
        } else if has_extension(path, "zst") {
            Self::Zstd
        } else {
            Self::None
        }
    }
}

/// Returns the path without the ending of its compression.
pub(super) fn uncompressed(path: &Path) -> PathBuf {
    match Codec::of(path) {
        Codec::None => path.to_owned(),
        Codec::Gzip | Codec::Zstd => path.with_extension(""),
    }
}

/// Returns whether the path has this extension, ignoring ASCII case.
pub(super) fn has_extension(path: &Path, wanted: &str) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// Writer that compresses.
pub(super) enum Compressor<W: Write> {
    Plain(W),
    Gzip(GzipEncoder<W>),
    Zstd(zstandard::Encoder<W>),
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
            Codec::Zstd => Self::Zstd(zstandard::encoder(target, threads)?),
        })
    }

    /// Returns the writer for plain bytes.
    pub fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(target) => target,
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
        }
    }

    /// Writes all remaining bytes and returns the target.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(target) => Ok(target),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

/// Deflate level. It takes less than half the time of the default level 6, for 3 % more bytes of
/// sudokus.
const LEVEL: u32 = 3;

/// Bytes compressed as a unit. At 1 MiB, the start of each piece costs one part in a thousand.
const PIECE_BYTES: usize = 1 << 20;

/// Gzip header: deflate, no name, no time, unknown system. So equal rows give equal files.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// Empty final block of deflate.
const LAST: [u8; 2] = [3, 0];

/// Writer that compresses into one gzip member.
pub(super) struct GzipEncoder<W> {
    target: W,
    threads: usize,
    /// Bytes that do not fill a piece yet.
    rest: Vec<u8>,
    helpers: Option<Sender<CompressionTask>>,
    /// Pieces sent to helpers, in their order.
    pending: VecDeque<Receiver<io::Result<CompressedPiece>>>,
    checksum: Hasher,
    /// Bytes compressed so far, modulo 2^32 as in the trailer.
    length: u32,
    /// First error. Later calls fail, too: a piece is lost, and the output would not show it.
    failed: Option<io::ErrorKind>,
}

/// Bytes to compress, and the channel for the result.
struct CompressionTask {
    plain: Vec<u8>,
    done: Sender<io::Result<CompressedPiece>>,
}

/// Result of a compression.
struct CompressedPiece {
    compressed: Vec<u8>,
    checksum: Hasher,
    length: usize,
}

impl<W: Write> GzipEncoder<W> {
    /// Compresses with `threads` helpers (at least one). They start with the first full piece.
    pub fn new(mut target: W, threads: usize) -> io::Result<Self> {
        target.write_all(&HEADER)?;
        Ok(Self {
            target,
            threads,
            rest: Vec::with_capacity(PIECE_BYTES),
            helpers: None,
            pending: VecDeque::new(),
            checksum: Hasher::new(),
            length: 0,
            failed: None,
        })
    }

    /// Writes all remaining bytes and returns the target.
    pub fn finish(mut self) -> io::Result<W> {
        self.attempt(|encoder| {
            encoder.write_pending(0)?;
            let rest = mem::take(&mut encoder.rest);
            if rest.is_empty() {
                return Ok(());
            }
            encoder.write_piece(&compress(&mut deflate(), &rest)?)
        })?;
        self.target.write_all(&LAST)?;
        let checksum = mem::take(&mut self.checksum).finalize();
        self.target.write_all(&checksum.to_le_bytes())?;
        self.target.write_all(&self.length.to_le_bytes())?;
        Ok(self.target)
    }

    /// Runs a step, unless an earlier one failed.
    fn attempt(&mut self, step: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        if let Some(kind) = self.failed {
            return Err(kind.into());
        }
        step(self).inspect_err(|error| self.failed = Some(error.kind()))
    }

    /// Sends a piece to a helper. First writes pieces until the queue has room for it.
    fn send(&mut self) -> io::Result<()> {
        self.write_pending(2 * self.threads)?;
        let plain = mem::replace(&mut self.rest, Vec::with_capacity(PIECE_BYTES));
        let (done, piece) = bounded(1);
        let threads = self.threads;
        let helpers = self.helpers.get_or_insert_with(|| start_helpers(threads));
        match helpers.send(CompressionTask { plain, done }) {
            Ok(()) => self.pending.push_back(piece),
            // No helper could be started, or all have panicked.
            Err(job) => {
                self.write_pending(0)?;
                self.write_piece(&compress(&mut deflate(), &job.0.plain)?)?;
            }
        }
        Ok(())
    }

    /// Writes pieces until at most `pending` remain.
    fn write_pending(&mut self, pending: usize) -> io::Result<()> {
        while self.pending.len() > pending
            && let Some(piece) = self.pending.pop_front()
        {
            let piece = piece
                .recv()
                .map_err(|_| io::Error::other("a compression thread has panicked"))?;
            self.write_piece(&piece?)?;
        }
        Ok(())
    }

    fn write_piece(&mut self, piece: &CompressedPiece) -> io::Result<()> {
        self.checksum.combine(&piece.checksum);
        // The trailer counts modulo 2^32.
        self.length = self.length.wrapping_add(piece.length as u32);
        self.target.write_all(&piece.compressed)
    }
}

impl<W: Write> Write for GzipEncoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full piece is sent before more bytes are accepted: an accepted byte must not cause an
        // error later.
        if self.rest.len() == PIECE_BYTES {
            self.attempt(Self::send)?;
        }
        let taken = bytes.len().min(PIECE_BYTES - self.rest.len());
        self.rest.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    /// Writes whole pieces only. An unfinished file is of no use, and the reader of a pipe waits
    /// for whole pieces.
    fn flush(&mut self) -> io::Result<()> {
        self.attempt(|encoder| {
            encoder.write_pending(0)?;
            encoder.target.flush()
        })
    }
}

/// Starts up to `threads` helpers. They end when the sender is dropped.
fn start_helpers(threads: usize) -> Sender<CompressionTask> {
    let (sender, receiver) = bounded::<CompressionTask>(threads);
    for _ in 0..threads {
        let receiver = receiver.clone();
        let work = move || {
            let mut deflate = deflate();
            for job in receiver {
                // The receiver is gone if the encoder was dropped.
                let _ = job.done.send(compress(&mut deflate, &job.plain));
            }
        };
        if thread::Builder::new()
            .name("gzip".into())
            .spawn(work)
            .is_err()
        {
            break;
        }
    }
    sender
}

fn deflate() -> Compress {
    Compress::new(Compression::new(LEVEL), false)
}

/// Compresses a piece up to a byte boundary, without the final block.
fn compress(deflate: &mut Compress, plain: &[u8]) -> io::Result<CompressedPiece> {
    // Rows of digits compress to less than half their size.
    compress_into(Vec::with_capacity(plain.len() / 2 + 128), deflate, plain)
}

/// Compresses a piece into the empty list `compressed`, which grows if necessary.
fn compress_into(
    mut compressed: Vec<u8>,
    deflate: &mut Compress,
    plain: &[u8],
) -> io::Result<CompressedPiece> {
    deflate.reset();
    loop {
        let taken = deflate.total_in() as usize;
        let status = deflate.compress_vec(&plain[taken..], &mut compressed, FlushCompress::Sync);
        status.map_err(io::Error::other)?;
        // If capacity remains, everything has been flushed.
        if compressed.len() < compressed.capacity() && deflate.total_in() == plain.len() as u64 {
            break;
        }
        compressed.reserve(plain.len() / 4 + 128);
    }
    let mut checksum = Hasher::new();
    checksum.update(plain);
    Ok(CompressedPiece {
        compressed,
        checksum,
        length: plain.len(),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use flate2::bufread::GzDecoder;
    use proptest::prelude::*;

    #[test]
    fn compressed_bytes_do_not_depend_on_the_threads() -> io::Result<()> {
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

    fn compressed(parts: &[Vec<u8>], threads: usize) -> Vec<u8> {
        let mut encoder = GzipEncoder::new(Vec::new(), threads).unwrap();
        for part in parts {
            encoder.write_all(part).unwrap();
        }
        encoder.finish().unwrap()
    }

    /// Decompresses a member, which must be the only one.
    fn plain(mut member: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        GzDecoder::new(&mut member).read_to_end(&mut plain).unwrap();
        assert!(member.is_empty());
        plain
    }

    /// Returns `length` bytes of `kinds` values.
    fn random(seed: u32, kinds: u32, length: usize) -> Vec<u8> {
        let mut state = u64::from(seed);
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as u32 % kinds) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn one_member_holds_all_whatever_the_threads(
            lengths in prop::collection::vec(0..2 * PIECE_BYTES + PIECE_BYTES / 2, 0..4),
            seed in any::<u32>(),
            kinds in 1u32..200,
        ) {
            let parts: Vec<Vec<u8>> = lengths
                .into_iter()
                .zip(seed..)
                .map(|(length, seed)| random(seed, kinds, length))
                .collect();
            let one = compressed(&parts, 1);
            prop_assert!(plain(&one) == parts.concat());
            prop_assert!(compressed(&parts, 3) == one);
        }
    }

    #[test]
    fn pieces_that_are_just_full_and_nothing_at_all_are_members() {
        for length in [
            0,
            1,
            PIECE_BYTES - 1,
            PIECE_BYTES,
            PIECE_BYTES + 1,
            9 * PIECE_BYTES,
        ] {
            let bytes = vec![7; length];
            assert!(
                plain(&compressed(std::slice::from_ref(&bytes), 2)) == bytes,
                "{length}"
            );
        }
    }

    /// Writer that accepts this number of bytes.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_piece_is_whole_however_little_room_there_was() {
        let bytes = random(5, 40, 3000);
        let mut deflate = deflate();
        let whole = compress(&mut deflate, &bytes).unwrap();
        for room in 0..whole.compressed.len() + 140 {
            let list = Vec::with_capacity(room);
            let piece = compress_into(list, &mut deflate, &bytes).unwrap();
            let member = [&HEADER[..], &piece.compressed, &LAST].concat();
            let mut encoder = GzipEncoder::new(Vec::new(), 1).unwrap();
            encoder.write_piece(&piece).unwrap();
            let member = [&member, &encoder.finish().unwrap()[member.len()..]].concat();
            assert!(plain(&member) == bytes, "{room}");
        }
    }

    #[test]
    fn without_helpers_the_pieces_are_the_same() {
        let bytes = random(3, 50, 3 * PIECE_BYTES + 7);
        let mut encoder = GzipEncoder::new(Vec::new(), 2).unwrap();
        // The receiver is dropped, so that sending fails.
        encoder.helpers = Some(bounded(1).0);
        encoder.write_all(&bytes).unwrap();
        assert!(encoder.finish().unwrap() == compressed(&[bytes], 2));
    }

    #[test]
    fn a_lost_piece_is_an_error_to_the_end() {
        let bytes = random(3, 50, PIECE_BYTES);
        let mut encoder = GzipEncoder::new(Vec::new(), 1).unwrap();
        // A helper that has panicked.
        encoder.pending.push_back(bounded(1).1);
        encoder.write_all(&bytes).unwrap();
        encoder.flush().unwrap_err();
        encoder.write_all(&bytes).unwrap_err();
        encoder.finish().map(|_| ()).unwrap_err();
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let random = random(1, 256, 8 * PIECE_BYTES);
        let length = compressed(std::slice::from_ref(&random), 2).len();
        let rooms = [0, HEADER.len(), PIECE_BYTES / 2, 3 * PIECE_BYTES];
        for room in rooms.into_iter().chain(length - 10..length) {
            let write = || {
                let mut encoder = GzipEncoder::new(Full(room), 2)?;
                encoder.write_all(&random)?;
                encoder.finish()
            };
            let error = write().err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}
