//! Visit of the records in a range, one at a time.

use std::ops::RangeInclusive;
use std::path::Path;

use countless::engine::Diagnostic;

use super::super::exit::Exit;
use super::super::output::{grouped, print_message};
use super::super::rejects::Rejects;
use super::super::session::Session;
use super::question_command::warn_of_no_puzzle;
use super::typed_puzzle::PUZZLE_NAME;

/// Visit of a range of records.
pub struct RecordVisit {
    which: RangeInclusive<u64>,
    complaints: Rejects,
    read: u64,
    flawed: bool,
}

impl RecordVisit {
    /// Starts at the first record. `rejects` is the file of invalid records.
    pub fn new(
        rejects: Option<&Path>,
        session: Session,
        which: RangeInclusive<u64>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            which,
            complaints: Rejects::new(rejects, session)?,
            read: 0,
            flawed: false,
        })
    }

    /// Number of the next record, if it is in the range.
    pub fn next_number(&mut self) -> Option<u64> {
        self.read += 1;
        Some(self.read).filter(|number| self.which.contains(number))
    }

    /// Visits a record, or reports an invalid one.
    pub fn visit<T>(
        &mut self,
        record: Result<T, Diagnostic>,
        visit: impl FnOnce(T) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        self.flawed |= match record {
            Ok(made) => !visit(made)?,
            Err(bad) => {
                self.complaints.add(&bad);
                true
            }
        };
        Ok(())
    }

    /// True after the end of the range.
    pub fn is_over(&self) -> bool {
        self.read >= *self.which.end()
    }

    /// Reports a range beyond the end, and missing puzzles.
    pub fn end<'a>(self, names: impl Iterator<Item = &'a str>) -> anyhow::Result<Exit> {
        let (passed, mut flawed) = (self.read, self.flawed);
        let names: Vec<&str> = names.collect();
        if passed > 0 && passed < *self.which.start() {
            let of = match names[..] {
                [PUZZLE_NAME] => String::new(),
                _ => format!(" of {}", names.join(" and ")),
            };
            print_message(&format!(
                "error: --nth: expected at most {}, the number of puzzles{of}, found {}",
                grouped(passed.into()),
                self.which.start()
            ));
            flawed = true;
        }
        if passed == 0 {
            warn_of_no_puzzle(&names);
        }
        self.complaints.finish(true)?;
        Ok(Exit::Complete.flawed_if(flawed || passed == 0))
    }
}
