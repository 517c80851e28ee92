//! Inputs: a file or standard input, decompressed if necessary.

use std::fs::{File, Metadata};
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

use super::parquet;
use super::table_error::TableError;
use super::zstandard;

/// First bytes of every gzip member.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// First bytes of a Zstandard frame.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// Last three of the first four bytes of a skippable Zstandard frame.
const ZSTD_SKIPPABLE: &[u8] = &[0x2a, 0x4d, 0x18];

/// First bytes of a Parquet table.
const PARQUET: &[u8] = b"PAR1";

/// Bytes read from a compressed file at a time.
const BUFFER_BYTES: usize = 128 << 10;

/// Source of plain bytes with a name for messages.
///
/// gzip and Zstandard are recognised by their first bytes, independent of the name. All members or
/// frames are decompressed. A Parquet table is recognised, too; its rows are read as CSV.
pub struct Input {
    name: String,
    plain: Box<dyn Read + Send>,
    meter: Meter,
}

impl Input {
    /// Opens a file. The path `-` is standard input.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`], which names the file, if it cannot be opened or decompressed.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        if path == Path::new("-") {
            return Self::new("standard input", io::stdin(), None);
        }
        let name = path.display().to_string();
        let error = |source| TableError::read(&name, source);
        let file = File::open(path).map_err(|source| {
            // Windows reports a folder only as "access denied".
            let is_folder = path.is_dir();
            error(if is_folder {
                io::ErrorKind::IsADirectory.into()
            } else {
                source
            })
        })?;
        // Windows does not have metadata for devices.
        let metadata = file.metadata().ok().filter(Metadata::is_file);
        let total = metadata.map(|metadata| metadata.len());
        if total.is_none() || !starts_as_parquet(&file).map_err(error)? {
            return Self::new(&name, file, total);
        }
        let meter = Meter {
            consumed: Arc::default(),
            total,
        };
        let plain = parquet::rows(file, Arc::clone(&meter.consumed)).map_err(error)?;
        Ok(Self { name, plain, meter })
    }

    /// Reads from `raw`. `total` is its length in bytes, if known.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`], which names the input, if it cannot be read or decompressed.
    pub fn new(
        name: &str,
        raw: impl Read + Send + 'static,
        total: Option<u64>,
    ) -> Result<Self, TableError> {
        let meter = Meter {
            consumed: Arc::default(),
            total,
        };
        let mut raw = MeteredReader {
            raw: Box::new(raw),
            consumed: Arc::clone(&meter.consumed),
        };
        let plain = peek(&mut raw).and_then(|first| decompress(first, raw));
        Ok(Self {
            name: name.to_owned(),
            plain: plain.map_err(|source| TableError::read(name, source))?,
            meter,
        })
    }

    /// Returns the path of the file, or "standard input".
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the meter of the bytes read.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Returns the reader of the plain bytes.
    pub(super) fn plain(&mut self) -> &mut dyn Read {
        &mut self.plain
    }

    /// Appends up to `limit` plain bytes to `buffer`, and returns their number. Fewer than `limit`
    /// mean the end of the input.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`], which names the file.
    pub fn fill(&mut self, buffer: &mut Vec<u8>, limit: usize) -> Result<usize, TableError> {
        (&mut self.plain)
            .take(limit as u64)
            .read_to_end(buffer)
            .map_err(|source| TableError::read(&self.name, source))
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Input").field(&self.name).finish()
    }
}

/// Number of stored bytes of an input that have been read, for progress.
#[derive(Clone, Debug)]
pub struct Meter {
    consumed: Arc<AtomicU64>,
    total: Option<u64>,
}

impl Meter {
    /// Returns the number of bytes read so far, before decompression.
    pub fn consumed(&self) -> u64 {
        self.consumed.load(Ordering::Relaxed)
    }

    /// Returns the number of all bytes before decompression, if known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }
}

/// Reader that counts bytes.
struct MeteredReader {
    raw: Box<dyn Read + Send>,
    consumed: Arc<AtomicU64>,
}

impl Read for MeteredReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(buffer)?;
        self.consumed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Returns whether a regular file starts as a Parquet table.
fn starts_as_parquet(mut file: &File) -> io::Result<bool> {
    let first = peek(&mut file)?;
    file.rewind()?;
    Ok(first == PARQUET)
}

/// Returns the first four bytes, or fewer at the end of the input.
fn peek(raw: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut first = Vec::with_capacity(4);
    raw.take(4).read_to_end(&mut first)?;
    Ok(first)
}

/// Returns the plain bytes of `first` followed by `rest`.
fn decompress(first: Vec<u8>, rest: MeteredReader) -> io::Result<Box<dyn Read + Send>> {
    let is_gzip = first.starts_with(GZIP);
    let is_zstd = first == ZSTD || first.get(1..) == Some(ZSTD_SKIPPABLE);
    let is_parquet = first == PARQUET;
    let mut whole = Cursor::new(first).chain(rest);
    Ok(if is_parquet {
        // Parquet is read from its end, which needs a file.
        let mut file = tempfile::tempfile()?;
        io::copy(&mut whole, &mut file)?;
        parquet::rows(file, Arc::default())?
    } else if is_gzip {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(
            BUFFER_BYTES,
            whole,
        )))
    } else if is_zstd {
        let buffered = BufReader::with_capacity(BUFFER_BYTES, whole);
        zstandard::decoder(buffered)?
    } else {
        Box::new(whole)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    fn read(raw: Vec<u8>) -> Result<Vec<u8>, TableError> {
        let total = Some(raw.len() as u64);
        let mut input = Input::new("test", Cursor::new(raw), total)?;
        let mut plain = Vec::new();
        while input.fill(&mut plain, 7)? == 7 {}
        assert_eq!(Some(input.meter().consumed()), input.meter().total());
        Ok(plain)
    }

    #[test]
    fn plain_bytes_pass() {
        for plain in [
            &b""[..],
            b"\x1f",
            b"abc",
            b"plain text longer than a few bytes",
        ] {
            assert_eq!(read(plain.to_vec()).unwrap(), plain);
        }
    }

    #[test]
    fn every_member_and_frame_is_read() {
        let parts: [&[u8]; 3] = [b"one\n", b"", b"two\n"];
        let members = parts.map(gzip).concat();
        assert_eq!(read(members).unwrap(), b"one\ntwo\n");
        let skippable = b"\x5e\x2a\x4d\x18\x02\x00\x00\x00xx".to_vec();
        let frames = parts
            .map(|part| zstd::encode_all(part, 3).unwrap())
            .concat();
        assert_eq!(read([skippable, frames].concat()).unwrap(), b"one\ntwo\n");
    }

    #[test]
    fn damage_is_an_error_that_names_the_input() {
        for whole in [
            gzip(b"some text"),
            zstd::encode_all(&b"some text"[..], 3).unwrap(),
        ] {
            let error = read(whole[..whole.len() - 3].to_vec()).unwrap_err();
            assert!(error.to_string() == "cannot read test", "{error}");
        }
    }

    #[test]
    fn a_missing_file_and_a_folder_are_errors() {
        for path in ["no/such/file", "."] {
            let opened = Input::open(Path::new(path));
            let error = opened.map(|_| ()).unwrap_err().to_string();
            assert!(error == format!("cannot read {path}"), "{error}");
        }
    }
}
