//! The rows that go with a ledger: how many of them are whole.

use std::path::Path;

use crate::error::Error;
use crate::io::Input;

/// The beginning of a file of rows that is as its ledger says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intact {
    /// How many of the parts are whole.
    pub parts: u64,
    /// The bytes of these, and of the header, before compression.
    pub bytes: u64,
    /// Whether nothing follows them.
    pub ends: bool,
}

impl Intact {
    /// Compares the file at `path`, decompressed if need be, with its header and with the
    /// bytes and CRC-32 of its parts, up to the first difference or the end. A file that is
    /// not there has no whole part.
    ///
    /// # Errors
    ///
    /// [`Error::Read`] if the file cannot be read.
    pub fn of(
        path: &Path,
        header: &[u8],
        parts: impl Iterator<Item = (u64, u32)>,
    ) -> Result<Self, Error> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let mut rows = Input::open(path)?;
        let mut bytes = Vec::new();
        let mut next = |length: u64| -> Result<Option<u32>, Error> {
            bytes.clear();
            let whole = rows.fill(&mut bytes, length as usize)? as u64 == length;
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
        // A byte more than there are parts, if there is one.
        intact.ends = next(1)?.is_none();
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
            let Intact { parts, bytes, ends } =
                Intact::of(&path, b"head\n", parts.into_iter()).expect("it can be read");
            (parts, bytes, ends)
        };
        assert_eq!(intact("head\none\nthree\nfour\n"), (3, 20, true));
        assert_eq!(intact("head\none\nthree\nfour\nmore"), (3, 20, false));
        assert_eq!(intact("head\none\nthree\nfou").0, 2);
        assert_eq!(intact("head\none\nthree\nfaur\n").1, 9);
        assert_eq!(intact("head\non").1, 5);
        assert_eq!(intact("hood\none\n").1, 0);
        assert_eq!(intact("he").1, 0);
        let nothing = Intact::of(&folder.path().join("none"), b"", [].into_iter());
        assert_eq!(nothing.expect("it need not be there"), Intact::default());
    }
}
