//! What becomes of the rows that a run has written.

use crate::error::Error;
use crate::ledger::RowFile;
use countless_table::OpenTable;

/// The rows of a run that writes some.
#[derive(Default)]
pub(super) struct RunRows<'t, 'f> {
    pub table: Option<OpenTable<'t>>,
    /// Where they are kept beside a ledger.
    pub row_file: Option<&'f RowFile>,
}

impl RunRows<'_, '_> {
    /// Gives the table its name.
    pub fn complete(&mut self) -> Result<(), Error> {
        match (self.table.take(), self.row_file) {
            (Some(table), Some(file)) => file.complete(table),
            (Some(table), None) => Ok(table.finish()?),
            (None, _) => Ok(()),
        }
    }

    /// Removes what is of no use once the ledger is complete, too.
    pub fn remove_part(&self) -> Result<(), Error> {
        self.row_file.map_or(Ok(()), RowFile::remove_part)
    }
}
