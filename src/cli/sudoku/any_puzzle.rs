//! Puzzles of any kind, for commands on single puzzles, and the visit of those in a range.

use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::RangeInclusive;
use std::sync::Arc;

use countless::engine::{Diagnostic, Run};
use countless::sudoku::{
    Layout, Level, Puzzle, Rating, Solve, Solved, Status, Step, Trace, TraceEnd, TraceOptions,
};
use countless::variants::{Shape, ShapeOptions, VariantPuzzle, VariantPuzzles};

use super::super::exit::Exit;
use super::super::output::{grouped, plural, print_message};
use super::super::rejects::Rejects;
use super::super::session::Session;
use super::super::shared_args::LedgerArgs;
use super::puzzle_inputs::{PUZZLE_NAME, PuzzleInputs};
use super::question_command::warn_of_no_puzzle;
use countless_picture::Diagram;

/// Puzzle, classic or variant.
pub enum AnyPuzzle {
    /// 9×9 puzzle without further rules.
    Classic(Puzzle),
    /// Puzzle of a variant.
    Variant(VariantPuzzle),
}

/// Steps that solve a puzzle of any kind.
pub trait Explanation: Iterator<Item = Step> {
    /// End of the explanation; none if there may be another step.
    fn end(&self) -> Option<TraceEnd>;

    /// True if the puzzle has exactly one solution.
    fn is_unique(&self) -> bool;

    /// Candidates of each cell so far, one bit per digit. A solved cell has one bit.
    fn candidates(&self) -> Vec<u32>;
}

impl<L: Layout> Explanation for Trace<L>
where
    Self: Iterator<Item = Step>,
{
    fn end(&self) -> Option<TraceEnd> {
        Trace::end(self)
    }

    fn is_unique(&self) -> bool {
        Trace::is_unique(self)
    }

    fn candidates(&self) -> Vec<u32> {
        Trace::possible(self)
    }
}

/// Result of solving a puzzle.
pub struct SolvedPuzzle {
    pub status: Status,
    /// Digits of a solution; empty without a solution.
    pub solution: Vec<u8>,
    /// Level of the puzzle; empty if unknown.
    pub level: &'static str,
}

impl AnyPuzzle {
    /// Diagram of the puzzle.
    pub fn diagram(&self) -> Diagram {
        match self {
            Self::Classic(puzzle) => Diagram::of(puzzle),
            Self::Variant(entry) => Diagram::of_variant(entry.shape.clone(), &entry.digits),
        }
    }

    /// Starts an explanation, before the first step.
    pub fn explain(&self, options: TraceOptions) -> anyhow::Result<Box<dyn Explanation>> {
        Ok(match self {
            Self::Classic(puzzle) => Box::new(Trace::of(puzzle, options)),
            Self::Variant(entry) => {
                let run = single_puzzle_run()?;
                Box::new(entry.shape.explain(&entry.digits, options, &run)?)
            }
        })
    }

    /// Rates the puzzle, if it has exactly one solution.
    pub fn rate(&self) -> anyhow::Result<Option<Rating>> {
        Ok(match self {
            Self::Classic(puzzle) => puzzle.rate(),
            Self::Variant(entry) => entry.shape.rate(&entry.digits, &single_puzzle_run()?)?,
        })
    }

    /// Puzzle in one line.
    pub fn written(&self) -> String {
        match self {
            Self::Classic(puzzle) => puzzle.to_string(),
            Self::Variant(entry) => entry.shape.write(&entry.digits),
        }
    }

    /// Layout and rules of the puzzle.
    pub fn shape(&self) -> anyhow::Result<Arc<Shape>> {
        match self {
            Self::Classic(_) => Ok(Arc::new(Shape::new(&ShapeOptions::new())?)),
            Self::Variant(entry) => Ok(entry.shape.clone()),
        }
    }

    /// Solves the puzzle.
    pub fn solve(&self) -> anyhow::Result<SolvedPuzzle> {
        let puzzle = match self {
            Self::Classic(puzzle) => puzzle,
            Self::Variant(entry) => {
                let run = single_puzzle_run()?;
                let (status, solution) = entry.shape.solve(&entry.digits, &run)?;
                return Ok(SolvedPuzzle {
                    status,
                    solution,
                    level: "",
                });
            }
        };
        let (status, solution) = match puzzle.marks().solve() {
            Solved::Unique(solution) => (Status::Unique, Some(solution)),
            Solved::Multiple(one, _) => (Status::Multiple, Some(one)),
            Solved::None => (Status::None, None),
        };
        let level = match (status, puzzle) {
            (Status::Unique, Puzzle::Grid(grid)) => grid.level().map_or("", Level::name),
            _ => "",
        };
        Ok(SolvedPuzzle {
            status,
            solution: solution.map_or(Vec::new(), |grid| grid.digits().to_vec()),
            level,
        })
    }
}

/// Run for a single puzzle, until the user interrupts the program.
pub fn single_puzzle_run() -> anyhow::Result<Run> {
    Ok(Run::new().threads(1).cancel(Session::token()?))
}

/// Function that is called with the number of a puzzle, its tag and the puzzle. It returns whether
/// the puzzle passes its check.
type VisitPuzzle<'a> = &'a mut dyn FnMut(u64, Option<String>, AnyPuzzle) -> anyhow::Result<bool>;

impl PuzzleInputs<'_> {
    /// Visits the puzzles with the numbers `which`, from 1, as soon as each is read. Invalid records
    /// are reported.
    pub fn visit(
        mut self,
        session: Session,
        which: RangeInclusive<u64>,
        visit: VisitPuzzle<'_>,
    ) -> anyhow::Result<Exit> {
        match self.shape.take() {
            Some(shape) => self.visit_variants(shape, session, which, visit),
            None => self.visit_classic(session, which, visit),
        }
    }

    fn visit_classic(
        self,
        session: Session,
        which: RangeInclusive<u64>,
        visit: VisitPuzzle<'_>,
    ) -> anyhow::Result<Exit> {
        let inputs = self.args.open(self.origins, 1)?;
        let formats = inputs.formats().to_vec();
        let names = inputs.names().iter().map(|name| name.as_str().into());
        let names: Vec<Arc<str>> = names.collect();
        let rejects = self.args.rejects(&LedgerArgs::default(), session)?;
        let mut reading = RecordVisit::new(rejects, session, which, self.args.has_pipe());
        for chunk in inputs {
            let (chunk, mut records) = (chunk?, Vec::new());
            let name = &names[chunk.input()];
            formats[chunk.input()].parse(&chunk, |record| {
                if let Some(number) = reading.next_number() {
                    let (tag, row) = (record.tag.map(str::to_owned), record.row);
                    let puzzle = record.puzzle.map_err(|bad| bad.diagnostic(name, row));
                    records.push((number, tag, puzzle));
                }
            });
            for (number, tag, puzzle) in records {
                reading.visit(puzzle, |puzzle| {
                    visit(number, tag, AnyPuzzle::Classic(puzzle))
                })?;
            }
            if reading.is_over() {
                break;
            }
        }
        reading.end(names.iter().map(|name| &**name))
    }

    fn visit_variants(
        self,
        shape: Shape,
        session: Session,
        which: RangeInclusive<u64>,
        visit: VisitPuzzle<'_>,
    ) -> anyhow::Result<Exit> {
        let options = self.args.read_options()?;
        let puzzles = VariantPuzzles::new(shape).ask(Solve::new(), self.origins, &options)?;
        let rejects = self.args.rejects(&LedgerArgs::default(), session)?;
        let mut reading = RecordVisit::new(rejects, session, which, self.args.has_pipe());
        let mut result = Ok(());
        puzzles.visit_puzzles(|entry| {
            if let Some(number) = reading.next_number() {
                result = reading.visit(entry, |entry| {
                    visit(number, entry.tag.clone(), AnyPuzzle::Variant(entry))
                });
            }
            if result.is_err() || reading.is_over() {
                Break(())
            } else {
                Continue(())
            }
        })?;
        result?;
        reading.end(puzzles.inputs().names())
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
    fn visit<T>(
        &mut self,
        record: Result<T, Diagnostic>,
        visit: impl FnOnce(T) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        self.flawed |= match record {
            Ok(made) => !visit(made)?,
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
