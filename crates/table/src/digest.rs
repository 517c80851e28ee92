//! SHA-256 of files and streams, by which they are recognised.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::table_error::TableError;

/// Returns the SHA-256 of a file in hexadecimal, as `sha256sum` prints it.
///
/// # Errors
///
/// [`TableError::Read`], which names the file.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("abc");
/// std::fs::write(&path, "abc")?;
/// assert!(countless_table::sha256(&path)?.starts_with("ba7816bf8f01cfea"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sha256(path: &Path) -> Result<String, TableError> {
    let name = path.display().to_string();
    let fail = |source| TableError::read(&name, source);
    let mut file = File::open(path).map_err(fail)?;
    let mut hash = HashWriter(Sha256::new());
    io::copy(&mut file, &mut hash).map_err(fail)?;
    Ok(hex(&hash.0.finalize()))
}

/// Returns the SHA-256 of bytes in hexadecimal.
///
/// ```
/// assert!(countless_table::hex_sha256(b"abc").starts_with("ba7816bf8f01cfea"));
/// ```
pub fn hex_sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Reader that hashes the bytes that pass through it.
#[derive(Debug)]
pub struct HashingReader<R> {
    raw: R,
    hash: Arc<Mutex<Sha256>>,
}

/// Access to the hash of the bytes read so far by a [`HashingReader`].
#[derive(Debug)]
pub struct DigestHandle(Arc<Mutex<Sha256>>);

impl<R: Read> HashingReader<R> {
    /// Returns a reader of `raw` and access to its hash.
    pub fn new(raw: R) -> (Self, DigestHandle) {
        let hash = Arc::new(Mutex::new(Sha256::new()));
        let digest = DigestHandle(Arc::clone(&hash));
        (Self { raw, hash }, digest)
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(buffer)?;
        let mut hash = self.hash.lock().unwrap_or_else(PoisonError::into_inner);
        hash.update(&buffer[..count]);
        Ok(count)
    }
}

impl DigestHandle {
    /// Returns the SHA-256 of all bytes read so far, in hexadecimal.
    pub fn hex(&self) -> String {
        let hash = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hex(&hash.clone().finalize())
    }
}

/// Writer that only hashes.
struct HashWriter(Sha256);

impl io::Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
