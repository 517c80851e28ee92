//! Length and checksum of the rows of a subtree, as its record has them.

use super::record_line::Record;
use super::tally::Tally;
use crate::error::Error;

/// Length and checksum of the rows of a subtree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowChecksum {
    /// Number of bytes.
    pub bytes: u64,
    /// Their CRC-32.
    pub checksum: u32,
}

impl RowChecksum {
    /// Adds the length and the checksum to the numbers of a subtree.
    pub fn add_to(self, tally: &mut Tally) {
        tally.numbers.add("bytes", self.bytes);
        tally.numbers.add("crc", self.checksum.into());
    }

    /// Reads the length and the checksum from a record.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the record lacks them.
    pub fn of(record: &Record) -> Result<Self, Error> {
        let number = |name| {
            let number = record.tally.numbers.get(name);
            number.map_err(|reason| Error::ledger(&record.origin, reason))
        };
        let checksum = u32::try_from(number("crc")?);
        Ok(Self {
            bytes: number("bytes")?,
            checksum: checksum.map_err(|_| Error::ledger(&record.origin, "crc is too large"))?,
        })
    }
}
