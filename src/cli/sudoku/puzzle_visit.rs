//! Visit of the puzzles in a range.

use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::RangeInclusive;

use countless::engine::{Diagnostic, Run};
use countless::sudoku::questions::{PuzzleFiles, SingleRecord};
use countless::variants::AnyPuzzle;

use super::super::output::{Exit, grouped, plural, print_message};
use super::super::row_output::Rejects;
use super::super::session::Session;
use super::super::shared_args::LedgerArgs;
use super::puzzle_inputs::{PUZZLE_NAME, PuzzleInputs};
use super::question_command::warn_of_no_puzzle;

/// Run for a single puzzle, until the user interrupts the program.
pub fn single_puzzle_run() -> anyhow::Result<Run> {
    Ok(Run::new().threads(1).cancel(Session::token()?))
}

impl PuzzleInputs<'_> {
    /// Visits the puzzles with the numbers `which`, from 1, as soon as each is read. Invalid records
    /// are reported. `visit` is called with the number of a puzzle, its tag and the puzzle, and
    /// returns whether the puzzle passes its check.
    pub fn visit(
        self,
        session: Session,
        which: RangeInclusive<u64>,
        visit: &mut dyn FnMut(u64, Option<String>, AnyPuzzle) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let options = self.args.read_options()?;
        let files = PuzzleFiles::one_by_one(self.shape, self.origins, &options)?;
        let rejects = self.args.rejects(&LedgerArgs::default(), session)?;
        let mut reading = RecordVisit::new(rejects, session, which, self.args.has_pipe());
        let mut result = Ok(());
        files.visit(&mut |record| {
            if let Some(number) = reading.next_number() {
                let SingleRecord { tag, puzzle, .. } = record;
                result = reading.visit(puzzle, |puzzle| visit(number, tag, puzzle));
            }
            if result.is_err() || reading.is_over() {
                Break(())
            } else {
                Continue(())
            }
        })?;
        result?;
        reading.end(files.names())
    }
}

/// Visit of a range of records.
struct RecordVisit {
    which: RangeInclusive<u64>,
    /// Number of records that are read at most, to report how many follow the range.
    most: u64,
    session: Session,
    rejects: Rejects,
    read: u64,
    flawed: bool,
}

/// Number of records after the range that are counted in files. In a pipe, one record more is read,
/// because its end may be far.
const MOST_COUNTED: u64 = 100_000;

impl RecordVisit {
    /// Starts at the first record.
    fn new(rejects: Rejects, session: Session, which: RangeInclusive<u64>, has_pipe: bool) -> Self {
        let counted = match has_pipe {
            true if stdin().is_terminal() => 0,
            true => 1,
            false => MOST_COUNTED,
        };
        Self {
            most: which.end().saturating_add(counted),
            which,
            session,
            rejects,
            read: 0,
            flawed: false,
        }
    }

    /// Number of the next record, if it is in the range.
    fn next_number(&mut self) -> Option<u64> {
        self.read += 1;
        Some(self.read).filter(|number| self.which.contains(number))
    }

    /// Visits a record, or reports an invalid one.
    fn visit(
        &mut self,
        record: Result<AnyPuzzle, Diagnostic>,
        visit: impl FnOnce(AnyPuzzle) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        self.flawed |= match record {
            Ok(puzzle) => !visit(puzzle)?,
            Err(bad) => {
                self.rejects.add(&bad);
                true
            }
        };
        Ok(())
    }

    /// True after the last record to be read.
    fn is_over(&self) -> bool {
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
    fn end<'a>(self, names: impl Iterator<Item = &'a str>) -> anyhow::Result<Exit> {
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
        self.rejects.finish(true)?;
        Ok(Exit::Complete.flawed_if(flawed || passed == 0))
    }
}
