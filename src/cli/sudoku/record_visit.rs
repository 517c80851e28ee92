//! Visit of the records in a range, one at a time.

use std::io::{IsTerminal, stdin};
use std::ops::RangeInclusive;
use std::path::Path;

use countless::engine::Diagnostic;

use super::super::exit::Exit;
use super::super::output::{grouped, plural, print_message};
use super::super::rejects::Rejects;
use super::super::session::Session;
use super::question_command::warn_of_no_puzzle;
use super::typed_puzzle::PUZZLE_NAME;

/// Visit of a range of records.
pub struct RecordVisit {
    which: RangeInclusive<u64>,
    /// Number of records that are read at most, to report how many follow the range.
    most: u64,
    session: Session,
    complaints: Rejects,
    read: u64,
    flawed: bool,
}

/// Number of records after the range that are counted in files. In a pipe, one record more is read,
/// because its end may be far.
const MOST_COUNTED: u64 = 100_000;

impl RecordVisit {
    /// Starts at the first record. `rejects` is the file of invalid records.
    pub fn new(
        rejects: Option<&Path>,
        session: Session,
        which: RangeInclusive<u64>,
        has_pipe: bool,
    ) -> anyhow::Result<Self> {
        let counted = match has_pipe {
            true if stdin().is_terminal() => 0,
            true => 1,
            false => MOST_COUNTED,
        };
        Ok(Self {
            most: which.end().saturating_add(counted),
            which,
            session,
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

    /// True after the last record to be read.
    pub fn is_over(&self) -> bool {
        self.read >= self.most
    }

    /// Note on the puzzles outside the range: `6 of 100 puzzles; --limit all includes the others`.
    fn rest(&self) -> Option<String> {
        let (first, last) = (*self.which.start(), *self.which.end());
        let end = last.min(self.read);
        let visited = (end + 1)
            .checked_sub(first)
            .filter(|&visited| visited > 0)?;
        let outside = self.read - visited;
        let all = if self.read == self.most && self.read > last {
            format!("more than {}", plural((self.read - 1).into(), "puzzle"))
        } else {
            plural(self.read.into(), "puzzle")
        };
        (outside > 0).then(|| {
            format!(
                "{} of {all}; --nth and --limit select them",
                grouped(visited.into())
            )
        })
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
        if let Some(rest) = self.rest() {
            self.session.note(&rest);
        }
        self.complaints.finish(true)?;
        Ok(Exit::Complete.flawed_if(flawed || passed == 0))
    }
}
