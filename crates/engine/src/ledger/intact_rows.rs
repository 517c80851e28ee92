//! The beginning of a file of rows that matches its ledger.

use std::path::Path;

use super::row_checksum::RowChecksum;
use crate::error::Error;
use countless_table::Input;

/// The beginning of a file of rows that matches its ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntactRows {
    /// Number of subtrees with whole rows.
    pub subtrees: u64,
    /// Number of bytes of these rows and of the header, before compression.
    pub bytes: u64,
    /// True if the file ends after them.
    pub is_at_end: bool,
}

impl IntactRows {
    /// Compares the file at `path` with its header and with the length and CRC-32 of each subtree,
    /// up to the first difference or the end.
    ///
    /// A compressed file is decompressed. A missing file has zero subtrees.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read.
    pub fn of(
        path: &Path,
        header: &[u8],
        parts: impl Iterator<Item = RowChecksum>,
    ) -> Result<Self, Error> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let mut rows = Input::open(path)?;
        let mut buffer = Vec::new();
        let mut next = |length: u64| -> Result<Option<u32>, Error> {
            buffer.clear();
            let whole = rows.fill(&mut buffer, length as usize)? as u64 == length;
            Ok(whole.then(|| crc32fast::hash(&buffer)))
        };
        let mut intact = Self::default();
        if next(header.len() as u64)? != Some(crc32fast::hash(header)) {
            return Ok(intact);
        }
        intact.bytes = header.len() as u64;
        for RowChecksum { bytes, checksum } in parts {
            if next(bytes)? != Some(checksum) {
                break;
            }
            intact.subtrees += 1;
            intact.bytes += bytes;
        }
        // Tries to read one more byte.
        intact.is_at_end = next(1)?.is_none();
        Ok(intact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn rows_are_whole_up_to_the_first_damage() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("rows");
        let parts = ["one\n", "", "three\nfour\n"];
        let intact = |text: &str| {
            fs::write(&path, text).expect("it can be written");
            let parts = parts.map(|part| RowChecksum {
                bytes: part.len() as u64,
                checksum: crc32fast::hash(part.as_bytes()),
            });
            let IntactRows {
                subtrees: parts,
                bytes,
                is_at_end: ends,
            } = IntactRows::of(&path, b"head\n", parts.into_iter()).expect("it can be read");
            (parts, bytes, ends)
        };
        assert_eq!(intact("head\none\nthree\nfour\n"), (3, 20, true));
        assert_eq!(intact("head\none\nthree\nfour\nmore"), (3, 20, false));
        assert_eq!(intact("head\none\nthree\nfou").0, 2);
        assert_eq!(intact("head\none\nthree\nfaur\n").1, 9);
        assert_eq!(intact("head\non").1, 5);
        assert_eq!(intact("hood\none\n").1, 0);
        assert_eq!(intact("he").1, 0);
        let nothing = IntactRows::of(&folder.path().join("none"), b"", [].into_iter());
        assert_eq!(
            nothing.expect("it need not be there"),
            IntactRows::default()
        );
    }
}
