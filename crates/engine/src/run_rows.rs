//! Completion of the rows that a run has written.

use crate::error::Error;
use crate::ledger::RowFile;
use countless_table::OpenTable;

/// The rows of a run, if the run writes any.
#[derive(Default)]
pub(super) struct RunRows<'t, 'f> {
    pub table: Option<OpenTable<'t>>,
    /// The file of rows beside a ledger.
    pub row_file: Option<&'f RowFile>,
}

impl RunRows<'_, '_> {
    /// Completes the table under its final name.
    pub fn complete(&mut self) -> Result<(), Error> {
        match (self.table.take(), self.row_file) {
            (Some(table), Some(file)) => file.complete(table),
            (Some(table), None) => Ok(table.finish()?),
            (None, _) => Ok(()),
        }
    }

    /// Removes the unfinished file that is obsolete once the ledger is complete.
    pub fn remove_part(&self) -> Result<(), Error> {
        self.row_file.map_or(Ok(()), RowFile::remove_part)
    }
}
