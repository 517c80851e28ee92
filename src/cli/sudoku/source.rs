//! Where the puzzles come from, for every command.

use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use clap::Args;
use countless::engine::Diagnostic;
use countless::shapes::{self, Entry, Shape};
use countless::sudoku::{Batch, BatchOptions, GridError, GridFault, Puzzle};
use countless::unstable::io::Input;
use countless::unstable::sudoku::puzzles::{
    BadPuzzle, Inputs, Options, Origin, Record, cells_and_tag, other_size,
};

use super::super::args::Recording;
use super::super::complaints::Complaints;
use super::super::exit::Exit;
use super::super::output::{plural, say};
use super::super::paths::{PuzzleSource, SideFile};
use super::super::session::Session;
use super::batch::warn_if_empty;

#[derive(Args, Debug)]
pub struct Source {
    /// Files of puzzles, - for stdin, or puzzles of 81 or 729 characters [default: stdin, unless
    /// that is a terminal]
    #[arg(value_name = "FILE|PUZZLE")]
    sources: Vec<PuzzleSource>,
    /// CSV column that holds the puzzle, by name or number [default: by common names]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Write what is wrong with records, and the records as they are, to FILE
    #[arg(long, value_name = "FILE")]
    rejects: Option<SideFile>,
}

/// How much of the first input is looked at to recognise the size of its puzzles.
const HEAD: usize = 64 << 10;

pub const FORMATS: &str = "\
Input is recognised by its content: a puzzle a line (81 characters, a blank is one of
. 0 * _ - x, or 729 pencil marks, nine for each cell; # begins a comment; text after the
puzzle is its tag), SadMan .sdk and .sdm, grids of nine lines with or without drawing characters, or CSV with a header;
plain, gzip or Zstandard. Several inputs, of the same kind or not, are read as one.";

impl Source {
    /// One source, by itself.
    pub fn of(source: &str) -> Self {
        Self {
            sources: vec![PuzzleSource::new(source)],
            column: None,
            rejects: None,
        }
    }

    /// The puzzle, if that is the only argument.
    pub fn puzzle(&self) -> anyhow::Result<Option<Puzzle>> {
        match &self.sources[..] {
            [source] => given(source),
            _ => Ok(None),
        }
    }

    /// The inputs, in order.
    pub fn origins(&self) -> anyhow::Result<Vec<Origin>> {
        if self.sources.is_empty() {
            ensure!(
                !stdin().is_terminal(),
                "there is no puzzle: give a FILE, a PUZZLE, or - to type some"
            );
            return Ok(vec![Origin::File("-".into())]);
        }
        let stdin = self
            .sources
            .iter()
            .filter(|source| source.is_stdin())
            .count();
        ensure!(stdin <= 1, "standard input, -, can be read only once");
        self.sources.iter().map(|source| origin(source)).collect()
    }

    /// What takes complaints about the records.
    pub fn complaints(
        &self,
        session: Session,
        recording: &Recording,
    ) -> anyhow::Result<Complaints> {
        ensure!(
            self.rejects.is_none() || !recording.is_given(),
            "--rejects and {} exclude each other: recorded puzzles are not read again",
            recording.flag()
        );
        Complaints::new(self.rejects.as_deref(), session)
    }

    /// A batch of the puzzles of all inputs.
    pub fn batch(&self, options: BatchOptions) -> anyhow::Result<Batch> {
        Ok(Batch::open(
            self.origins()?,
            self.column.as_deref(),
            options,
        )?)
    }

    /// The number of rows of the puzzles, if they are no sudokus of nine by nine cells, as far as
    /// the first input tells; what comes from stdin is not looked at.
    pub fn size(&self) -> anyhow::Result<Option<usize>> {
        // Of a table without a header, the first field need not be a puzzle.
        let first = self.sources.first().filter(|source| !source.is_stdin());
        let Some(first) = first.filter(|_| self.column.is_none()) else {
            return Ok(None);
        };
        if !Path::new(&**first).is_file() {
            return Ok(match of_line::<Puzzle>(first) {
                Err(GridError {
                    fault: GridFault::Size(side),
                    ..
                }) => Some(side),
                _ => None,
            });
        }
        let mut head = Vec::new();
        let whole = Input::open(Path::new(&**first))?.fill(&mut head, HEAD)? < HEAD;
        // The last line of the head may be cut short.
        let end = head
            .iter()
            .rposition(|&byte| byte == b'\n')
            .filter(|_| !whole);
        Ok(other_size(&head[..end.unwrap_or(head.len())]))
    }

    /// The inputs, in order, of puzzles of another shape.
    fn shaped_origins(&self, shape: &Shape) -> anyhow::Result<Vec<Origin>> {
        if self.sources.is_empty() {
            return self.origins();
        }
        let stdin = self
            .sources
            .iter()
            .filter(|source| source.is_stdin())
            .count();
        ensure!(stdin <= 1, "standard input, -, can be read only once");
        let origin = |source: &PuzzleSource| {
            Ok(match shaped(source, shape)? {
                Some(text) => Origin::Text {
                    name: "the puzzle".to_owned(),
                    text,
                },
                None => Origin::File((**source).into()),
            })
        };
        self.sources.iter().map(origin).collect()
    }

    /// Whether the only argument is a puzzle of a shape.
    pub fn is_puzzle(&self, shape: &Shape) -> anyhow::Result<bool> {
        match &self.sources[..] {
            [source] => Ok(shaped(source, shape)?.is_some()),
            _ => Ok(false),
        }
    }

    /// A batch of the puzzles of all inputs, which are of another shape.
    pub fn shaped(&self, shape: Shape, options: BatchOptions) -> anyhow::Result<shapes::Batch> {
        let origins = self.shaped_origins(&shape)?;
        let column = self.column.as_deref();
        Ok(shapes::Batch::open(shape, origins, column, options)?)
    }

    /// Visits the records from number `which` to `which`, counted from 1, each as soon as it is
    /// read, with its number and what `of` makes of it. What is wrong is told; `visit` says
    /// whether all is well with the others.
    pub fn each<T>(
        &self,
        session: Session,
        which: RangeInclusive<u64>,
        of: impl Fn(&Record<'_>) -> Result<T, BadPuzzle>,
        mut visit: impl FnMut(u64, T) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let inputs = self.open(1)?;
        let layouts = inputs.layouts().to_vec();
        let names = inputs.names().iter().map(|name| name.as_str().into());
        let names: Vec<Arc<str>> = names.collect();
        let mut reading = Reading::new(self, session, which)?;
        for chunk in inputs {
            let (chunk, mut records) = (chunk?, Vec::new());
            let name = &names[chunk.input()];
            layouts[chunk.input()].parse(&chunk, |record| {
                if let Some(number) = reading.next() {
                    let made = of(&record).map_err(|bad| bad.diagnostic(name, record.row));
                    records.push((number, made));
                }
            });
            for (number, record) in records {
                reading.take(record, |made| visit(number, made))?;
            }
            if reading.is_over() {
                break;
            }
        }
        reading.end(names.iter().map(|name| &**name))
    }

    /// The same of puzzles of another shape.
    pub fn each_shaped(
        &self,
        session: Session,
        which: RangeInclusive<u64>,
        shape: Shape,
        mut visit: impl FnMut(u64, Entry) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let batch = self.shaped(shape, BatchOptions::default())?;
        let mut reading = Reading::new(self, session, which)?;
        let mut result = Ok(());
        batch.each(|entry| {
            if let Some(number) = reading.next() {
                result = reading.take(entry, |entry| visit(number, entry));
            }
            if result.is_err() || reading.is_over() {
                Break(())
            } else {
                Continue(())
            }
        })?;
        result?;
        reading.end(batch.names())
    }

    /// Opens the inputs, to be cut into chunks of so many records.
    pub fn open(&self, records_per_chunk: usize) -> anyhow::Result<Inputs> {
        let options = Options {
            column: self.column.clone(),
            records_per_chunk,
            ..Options::default()
        };
        Ok(Inputs::open(self.origins()?, &options)?)
    }
}

/// Some of the records of inputs, one by one.
struct Reading {
    which: RangeInclusive<u64>,
    complaints: Complaints,
    passed: u64,
    flawed: bool,
}

impl Reading {
    fn new(source: &Source, session: Session, which: RangeInclusive<u64>) -> anyhow::Result<Self> {
        Ok(Self {
            which,
            complaints: source.complaints(session, &Recording::default())?,
            passed: 0,
            flawed: false,
        })
    }

    /// The number of the next record, if it is to be visited.
    fn next(&mut self) -> Option<u64> {
        self.passed += 1;
        Some(self.passed).filter(|number| self.which.contains(number))
    }

    /// Visits a record, or tells what is wrong with it.
    fn take<T>(
        &mut self,
        record: Result<T, Diagnostic>,
        visit: impl FnOnce(T) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        self.flawed |= match record {
            Ok(made) => !visit(made)?,
            Err(bad) => {
                self.complaints.tell(&bad);
                true
            }
        };
        Ok(())
    }

    /// Whether no more records are to be visited.
    fn is_over(&self) -> bool {
        self.passed >= *self.which.end()
    }

    /// Says what was missed.
    fn end<'a>(self, names: impl Iterator<Item = &'a str>) -> anyhow::Result<Exit> {
        let (passed, mut flawed) = (self.passed, self.flawed);
        let names: Vec<&str> = names.collect();
        if passed > 0 && passed < *self.which.start() {
            say(&format!(
                "{} holds only {}",
                names.join(" and "),
                plural(passed.into(), "puzzle")
            ));
            flawed = true;
        }
        warn_if_empty(passed, names);
        self.complaints.close(true)?;
        Ok(Exit::Complete.flawed_if(flawed || passed == 0))
    }
}

/// The puzzle of a record.
pub fn puzzle(record: &Record<'_>) -> Result<Puzzle, BadPuzzle> {
    record.puzzle.clone()
}

/// What an argument names.
fn origin(source: &str) -> anyhow::Result<Origin> {
    Ok(match given(source)? {
        Some(puzzle) => Origin::Text {
            name: "the puzzle".to_owned(),
            text: puzzle.to_string() + cells_and_tag(source).1,
        },
        None => Origin::File(source.into()),
    })
}

/// Half a grid: of fewer characters, an argument is not meant as a puzzle.
const HALF: usize = 40;

/// Reads the cells of an argument, which may be a line as it stands in a file, with its tag.
pub fn of_line<T: FromStr>(line: &str) -> Result<T, T::Err> {
    match cells_and_tag(line) {
        (cells, _) if cells.len() > HALF => cells.parse(),
        _ => line.parse(),
    }
}

/// The puzzle that an argument is, if it is one.
fn given(source: &str) -> anyhow::Result<Option<Puzzle>> {
    match of_line::<Puzzle>(source) {
        Ok(puzzle) => Ok(Some(puzzle)),
        // Of the right length and letters: it is meant as a puzzle.
        Err(error)
            if matches!(
                error.fault,
                GridFault::Repeated(_) | GridFault::Misplaced { .. }
            ) =>
        {
            Err(error).context("the puzzle breaks the rules")
        }
        Err(error) => no_file(source, error).map(|()| None),
    }
}

/// The puzzle of a shape that an argument is, if it is one.
fn shaped(source: &str, shape: &Shape) -> anyhow::Result<Option<String>> {
    if source == "-" || Path::new(source).exists() {
        return Ok(None);
    }
    let (cells, tag) = cells_and_tag(source);
    let parsed = shape.parse(source).map(|digits| (digits, ""));
    // What follows the cells may be a tag.
    let parsed = parsed.or_else(|error| match shape.parse(cells) {
        Ok(digits) => Ok((digits, tag)),
        Err(_) => Err(error),
    });
    match parsed {
        Ok((digits, tag)) => {
            let options = shape.options();
            // What follows the puzzle is what it looks like.
            let has_own = options.own_regions || options.own_cages;
            Ok(Some(if has_own {
                source.to_owned()
            } else {
                shape.write(&digits) + tag
            }))
        }
        Err(error) => {
            let blanks = source
                .bytes()
                .filter(|byte| b"0123456789.*_- ,".contains(byte));
            let is_meant = source.len() > shape.cells() / 2 && 2 * blanks.count() > source.len();
            ensure!(
                !is_meant,
                "there is no file of this name, and as a puzzle it is wrong: {error}"
            );
            Ok(None)
        }
    }
}

/// Refuses what was meant as a puzzle and not as the name of a file.
fn no_file(source: &str, error: GridError) -> anyhow::Result<()> {
    ensure!(
        !source.trim_start().starts_with('#') || Path::new(source).exists(),
        "the argument is a comment; expected a FILE or a PUZZLE\n\
         hint: \"$(grep -vm1 '^#' FILE)\" is the first puzzle of a file"
    );
    // Longer than half a grid, most of it digits and blanks.
    let cells = source
        .bytes()
        .filter(|byte| b"0123456789.*_-xX".contains(byte));
    let is_meant = source.len() > HALF && 2 * cells.count() > source.len();
    if is_meant && !Path::new(source).exists() {
        let why = match error.fault {
            GridFault::Illegal(_) => error.to_string(),
            fault => fault.to_string(),
        };
        bail!("there is no file of this name, and as a puzzle it is wrong: {why}");
    }
    Ok(())
}
