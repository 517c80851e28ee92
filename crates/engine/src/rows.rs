//! What becomes of the rows that a run has written.

use crate::error::Error;
use crate::ledger::RowFile;
use countless_table::OpenTable;

/// The rows of a run that writes some.
#[derive(Default)]
pub(super) struct Rows<'t, 'f> {
    pub table: Option<OpenTable<'t>>,
    /// Where they are kept beside a ledger.
    pub beside: Option<&'f RowFile>,
}

impl Rows<'_, '_> {
    /// Gives the table its name.
    pub fn complete(&mut self) -> Result<(), Error> {
        match (self.table.take(), self.beside) {
            (Some(table), Some(file)) => file.complete(table),
            (Some(table), None) => Ok(table.finish()?),
            (None, _) => Ok(()),
        }
    }

    /// Removes what is of no use once the ledger is complete, too.
    pub fn clear(&self) -> Result<(), Error> {
        self.beside.map_or(Ok(()), RowFile::clear)
    }
}
