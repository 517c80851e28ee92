//! Length and checksum of the rows of a subtree, as its record has them.

use super::detail::Detail;
use super::record_line::{Record, Summary};
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
    /// Adds the length and the checksum to the detail of a summary.
    #[must_use]
    pub fn add_to(self, summary: Summary) -> Summary {
        let numbers = [("bytes", self.bytes), ("crc", self.checksum.into())];
        Summary {
            detail: summary.detail.and(&Detail::new(numbers)),
            ..summary
        }
    }

    /// Reads the length and the checksum from a record.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the record lacks them.
    pub fn of(record: &Record) -> Result<Self, Error> {
        let number = |name| {
            let number = record.summary.detail.get(name);
            number.map_err(|reason| Error::ledger(&record.origin, reason))
        };
        let checksum = u32::try_from(number("crc")?);
        Ok(Self {
            bytes: number("bytes")?,
            checksum: checksum.map_err(|_| Error::ledger(&record.origin, "crc is too large"))?,
        })
    }
}
