//! The commands `countless sudoku distinct` and `neighbours`, which write one puzzle of each class.

use std::cell::Cell;
use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;

use countless::engine::{Problem, memory};
use countless::sudoku::puzzles::Inputs;
use countless::sudoku::questions::{AnswerNumber, NoAnswer};
use countless::sudoku::{
    CanonicalAnswer, Canonicalise, Equivalence, FindNeighbours, GridClasses, InputOrigin,
    PuzzleRow, ReadOptions, puzzles_in,
};
use countless::table::{Columns, Fields, Output, Row, RowOutput};

use super::super::perform::{RowSelection, report_interruption};
use super::super::prelude::*;
use super::super::row_output::rows_beside;
use super::PuzzleInputArgs;
use super::question_command::{QuestionArgs, QuestionReport, perform_shown, warn_if_empty};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-distinct.txt"))]
pub struct SudokuDistinctArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    rows: RowOutputArgs,
    /// Write only the puzzles that are equivalent to one of FILE, repetitions included
    #[arg(long, value_name = "FILE", conflicts_with = "without")]
    against: Option<InputFile>,
    /// Omit the puzzles that are equivalent to one of FILE
    #[arg(long, value_name = "FILE")]
    without: Option<InputFile>,
    /// Write the classes with several puzzles to FILE
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    report: Option<SideFile>,
    /// Compare the solution column of the input with the puzzle; report wrong solutions
    #[arg(help_heading = "Output", long)]
    check: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Counts of written puzzles and of equivalent ones.
#[derive(Clone, Copy, Debug, Default)]
struct DistinctCounts {
    written: u64,
    equal: u64,
    symmetric: u64,
    /// Classes with more than one puzzle.
    repeated: u64,
}

/// Row of the report: a puzzle of a class.
struct ClassMember<'a> {
    class: u64,
    file: &'a str,
    line: u64,
    relation: &'static str,
}

impl Row for ClassMember<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        fields.number(self.class);
        fields.text(self.file.as_bytes());
        fields.number(self.line);
        fields.plain(self.relation.as_bytes());
    }
}

/// File of equivalent puzzles.
struct ClassReport {
    file: RowOutput,
    names: Vec<String>,
}

/// Bit that marks the number of a class. A value without this bit is the packed place of the first
/// puzzle of a class.
const CLASS_NUMBER_BIT: u64 = 1 << 63;
const LINE_BITS: u32 = 44;

/// Packs the place of a puzzle, its input and line, into a number.
fn packed_place(row: &PuzzleRow<CanonicalAnswer>, inputs_before: usize) -> u64 {
    let (input, line) = row.at.unwrap_or_default();
    ((inputs_before + input) as u64) << LINE_BITS | line
}

pub fn distinct(args: &SudokuDistinctArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        !args.rows.unordered,
        "the order determines the first of each class: omit --unordered"
    );
    let question = Canonicalise::new().compare(args.check);
    let ask = args.source.ask(question, args.keep_columns)?;
    let other = args.against.as_ref().or(args.without.as_ref());
    let other = other.map(|path| args.source.ask_beside(path, &Canonicalise::new()));
    let other = other.transpose()?;
    let others = other.iter().flat_map(|other| other.inputs().names());
    let names = ask.inputs().names().chain(others);
    let names: Vec<String> = names.map(str::to_owned).collect();
    require_memory(args, &names)?;
    let rejects = args.source.rejects(&LedgerArgs::default(), session)?;
    let mut classes = GridClasses::new(args.report.is_some());
    let mut is_other_flawed = false;
    if let Some(other) = &other {
        let inputs_before = ask.inputs().names().count();
        let known = session.run(&args.run, &LedgerArgs::default(), "puzzles", |run| {
            other.visit(&rejects.collect_from(run), &mut |row| {
                if let Some(form) = row.answer.form {
                    classes.insert(&form, packed_place(&row, inputs_before));
                }
                Continue(())
            })
        })?;
        if known.is_interrupted() {
            rejects.finish(false)?;
            let so_far = " before the first puzzle";
            return Ok(report_interruption(&known, so_far, "chunk"));
        }
        let is_empty = warn_if_empty(puzzles_in(&known.total), other.inputs());
        is_other_flawed = is_empty || AnswerNumber::Invalid.of(&known.total) > 0;
    }
    let columns = Columns::new().number("class").field("file");
    let columns = columns.number("line").field("like");
    let report = args.report.as_deref();
    let report = report.map(|path| rows_beside("--report", path, &columns));
    let mut report = report.transpose()?.map(|file| ClassReport { file, names });
    let columns = ask.inputs().columns_beside_puzzle();
    let columns = columns.iter().map(String::as_str);
    let columns = columns.fold(Columns::new().field("puzzle"), Columns::field);
    let counted = Cell::new(DistinctCounts::default());
    let mut write_distinct = |run: &Run, rows: &mut RowOutput| {
        let mut counts = DistinctCounts::default();
        let outcome = ask.visit(run, &mut |row| {
            let Some(form) = row.answer.form else {
                return Continue(());
            };
            let place = packed_place(&row, 0);
            let seen = if args.against.is_some() {
                classes.get(&form)
            } else {
                classes.insert(&form, place)
            };
            let is_known = seen.is_some();
            let mut goes_on = true;
            if let Some((seen, note)) = seen {
                goes_on = counts.add(seen, note, place, report.as_mut());
            }
            if is_known == args.against.is_some() {
                counts.written += 1;
                goes_on &= rows.write(&row.with_answer(NoAnswer));
            }
            if goes_on { Continue(()) } else { Break(()) }
        })?;
        counted.set(counts);
        let is_whole = !outcome.is_interrupted() && !rows.is_closed();
        if let Some(report) = report.take().filter(|_| is_whole) {
            report.file.finish()?;
        }
        Ok(outcome)
    };
    let selection = Some(RowSelection {
        columns,
        search: &mut write_distinct,
    });
    let request = JobRequest::new(ask.job(), "puzzles", &args.run).part("chunk");
    let request = request.rows(&args.rows).rejects(rejects).select(selection);
    let shown = [AnswerNumber::Invalid, AnswerNumber::Wrong];
    perform_shown(request, ask.inputs(), &shown, session, |_, report| {
        add_counts(args, counted.get(), report);
        report.is_flawed |= is_other_flawed;
        Ok(())
    })
}

/// Adds the counts to a report.
fn add_counts(args: &SudokuDistinctArgs, counts: DistinctCounts, report: &mut QuestionReport) {
    let written = match args.against {
        Some(_) => "with an equivalent in --against",
        None => "distinct",
    };
    let (equal, symmetric) = match (&args.against, &args.without) {
        (Some(_), _) => ("of these equal", "of these symmetric"),
        (None, Some(_)) => (
            "equal to one before or in --without",
            "symmetric to one before or in --without",
        ),
        (None, None) => ("equal to one before", "symmetric to one before"),
    };
    report.json["written"] = counts.written.into();
    report.json["equal"] = counts.equal.into();
    report.json["symmetric"] = counts.symmetric.into();
    let kinds = [
        (counts.written, written),
        (counts.equal, equal),
        (counts.symmetric, symmetric),
    ];
    report.counts.splice(..0, kinds);
    if !args.check {
        report.json["wrong"] = Value::Null;
    }
}

impl DistinctCounts {
    /// Counts a puzzle that is equivalent to an earlier one. `note` is the packed place of the
    /// first puzzle, or the number of the class. Returns false if the report cannot be written.
    fn add(
        &mut self,
        seen: Equivalence,
        note: Option<&mut u64>,
        place: u64,
        report: Option<&mut ClassReport>,
    ) -> bool {
        let (like, count) = match seen {
            Equivalence::Equal => ("equal", &mut self.equal),
            Equivalence::Symmetric => ("symmetric", &mut self.symmetric),
        };
        *count += 1;
        let (Some(note), Some(report)) = (note, report) else {
            return true;
        };
        if *note & CLASS_NUMBER_BIT == 0 {
            self.repeated += 1;
            report.write_member(self.repeated, *note, "first");
            *note = CLASS_NUMBER_BIT | self.repeated;
        }
        report.write_member(*note & !CLASS_NUMBER_BIT, place, like)
    }
}

impl ClassReport {
    fn write_member(&mut self, class: u64, place: u64, like: &'static str) -> bool {
        let file = self.names.get((place >> LINE_BITS) as usize);
        self.file.write(&ClassMember {
            class,
            file: file.map_or("", String::as_str),
            line: place & ((1 << LINE_BITS) - 1),
            relation: like,
        })
    }
}

/// Requires enough memory for the table of classes, as estimated from the sizes of uncompressed
/// files.
fn require_memory(args: &SudokuDistinctArgs, names: &[String]) -> anyhow::Result<()> {
    let Some(available) = memory::available() else {
        return Ok(());
    };
    let known = names.iter().map(Path::new).filter_map(estimated_puzzles);
    let puzzles: u64 = known.sum();
    let needed = puzzles.saturating_mul(GridClasses::BYTES[usize::from(args.report.is_some())]);
    ensure!(
        needed <= available,
        "about {} puzzles need {} MB of memory, but {} MB are available",
        grouped(puzzles.into()),
        grouped((needed >> 20).into()),
        grouped((available >> 20).into())
    );
    Ok(())
}

/// Estimates the number of puzzles in a file from its size and first chunk.
fn estimated_puzzles(path: &Path) -> Option<u64> {
    let file = fs::metadata(path).ok()?;
    if !file.is_file() || Output::is_compressed(path) {
        return None;
    }
    let origin = InputOrigin::File(path.to_owned());
    let mut inputs = Inputs::open(vec![origin], ReadOptions::new()).ok()?;
    let chunk = inputs.next()?.ok()?;
    let mut records = 0;
    inputs.formats()[0].parse(&chunk, |_| records += 1);
    Some((u128::from(file.len()) * records / chunk.bytes.len().max(1) as u128) as u64)
}

pub type SudokuNeighboursArgs = QuestionArgs<NeighbourFlags, ()>;

/// Flags of the command.
#[derive(Args, Debug)]
pub struct NeighbourFlags {
    /// Number of clues to remove
    #[arg(long, value_name = "A", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(0..=81))]
    remove: u8,
    /// Number of clues to add
    #[arg(long, value_name = "B", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(1..=81))]
    add: u8,
    /// Write the neighbours of each puzzle, even if another puzzle has them too
    #[arg(long)]
    each: bool,
}

pub fn neighbours(args: &SudokuNeighboursArgs, session: Session) -> anyhow::Result<Exit> {
    let flags = &args.first;
    let question = FindNeighbours::new()
        .remove(flags.remove.into())
        .add(flags.add.into());
    let ask = args.source.ask(question, false)?;
    if !flags.each {
        ensure!(
            !args.ledger.is_given(),
            "{} needs --each\nhint: `countless sudoku distinct --column neighbour` removes \
             equivalent neighbours later",
            args.ledger.flag()
        );
        ensure!(
            !args.rows.unordered,
            "the order determines the first of each class: omit --unordered, or give --each"
        );
    }
    let (mut classes, firsts) = (GridClasses::new(false), Cell::new(0));
    let mut write_firsts = |run: &Run, rows: &mut RowOutput| {
        ask.visit(run, &mut |row| {
            if classes.insert(&row.answer.form, 0).is_some() || rows.write(&row) {
                Continue(())
            } else {
                Break(())
            }
        })
        .inspect(|_| firsts.set(classes.len() as u128))
    };
    let selection = RowSelection {
        columns: ask.columns(),
        search: &mut write_firsts,
    };
    let selection = Some(selection).filter(|_| !flags.each);
    args.ask(&ask, selection, session, |tally, report| {
        let firsts = (!flags.each).then(|| firsts.get());
        let neighbours = u64::try_from(firsts.unwrap_or(tally.count)).unwrap_or(u64::MAX);
        let noun = if neighbours == 1 {
            "neighbour"
        } else {
            "neighbours"
        };
        report.counts.insert(0, (neighbours, noun));
        report.json["neighbours"] = neighbours.into();
    })
}
