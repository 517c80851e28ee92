//! The rows that go with a ledger: how many of them are whole.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use crate::error::Error;

/// The beginning of a file of rows that is as its ledger says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intact {
    /// How many of the parts are whole.
    pub parts: u64,
    /// The bytes of these, and of the header.
    pub bytes: u64,
}

impl Intact {
    /// Compares the file at `path` with its header and with the bytes and CRC-32 of its
    /// parts, up to the first difference or the end. A file that is not there has no
    /// whole part.
    ///
    /// # Errors
    ///
    /// [`Error::Read`] if the file cannot be read.
    pub fn of(
        path: &Path,
        header: &[u8],
        parts: impl Iterator<Item = (u64, u32)>,
    ) -> Result<Self, Error> {
        let fail = |error| Error::read(&path.display().to_string(), error);
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(fail(error)),
        };
        let mut file = BufReader::with_capacity(1 << 17, file);
        let mut bytes = Vec::new();
        let mut next = |length: u64| -> Result<Option<u32>, Error> {
            bytes.clear();
            let read = (&mut file).take(length).read_to_end(&mut bytes);
            let whole = read.map_err(fail)? as u64 == length;
            Ok(whole.then(|| crc32fast::hash(&bytes)))
        };
        let mut intact = Self::default();
        if next(header.len() as u64)? != Some(crc32fast::hash(header)) {
            return Ok(intact);
        }
        intact.bytes = header.len() as u64;
        for (length, checksum) in parts {
            if next(length)? != Some(checksum) {
                break;
            }
            intact.parts += 1;
            intact.bytes += length;
        }
        Ok(intact)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn rows_are_whole_up_to_the_first_damage() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("rows");
        let parts = ["one\n", "", "three\nfour\n"];
        let intact = |text: &str| {
            fs::write(&path, text).expect("it can be written");
            let parts = parts.map(|part| (part.len() as u64, crc32fast::hash(part.as_bytes())));
            let Intact { parts, bytes } =
                Intact::of(&path, b"head\n", parts.into_iter()).expect("it can be read");
            (parts, bytes)
        };
        assert_eq!(intact("head\none\nthree\nfour\n"), (3, 20));
        assert_eq!(intact("head\none\nthree\nfour\nmore"), (3, 20));
        assert_eq!(intact("head\none\nthree\nfou"), (2, 9));
        assert_eq!(intact("head\none\nthree\nfaur\n"), (2, 9));
        assert_eq!(intact("head\non"), (0, 5));
        assert_eq!(intact("hood\none\n"), (0, 0));
        assert_eq!(intact("he"), (0, 0));
        let nothing = Intact::of(&folder.path().join("none"), b"", [].into_iter());
        assert_eq!(nothing.expect("it need not be there"), Intact::default());
    }
}
