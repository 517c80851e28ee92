//! Where the puzzles come from, for every command.

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use countless::sudoku::{Batch, BatchOptions, Grid, GridError, GridFault, Puzzle};
use countless::unstable::sudoku::puzzles::{Inputs, Options, Origin};

use super::super::args::Recording;
use super::super::exit::Exit;
use super::super::output::say;
use super::super::session::Session;
use super::batch::warn_if_empty;
use super::complaints::Complaints;

#[derive(Args, Debug)]
pub struct Source {
    /// Files of puzzles, - for stdin, or puzzles of 81 or 729 characters [default: stdin, unless
    /// that is a terminal]
    #[arg(value_name = "FILE|PUZZLE")]
    sources: Vec<String>,
    /// CSV column that holds the puzzle, by name or number [default: by common names]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Write what is wrong with records, and the records as they are, to FILE
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

pub const FORMATS: &str = "\
Input is recognised by its content: a puzzle a line (81 characters, a blank is one of
. 0 * _ - x, or 729 pencil marks, nine for each cell; # begins a comment; text after the
puzzle is its tag), SadMan .sdk and .sdm, grids of nine lines with or without drawing characters, or CSV with a header;
plain, gzip or Zstandard. Several inputs, of the same kind or not, are read as one.";

impl Source {
    pub fn of(sources: Vec<String>, column: Option<String>) -> Self {
        Self {
            sources,
            column,
            rejects: None,
        }
    }

    /// The puzzle, if that is the only argument.
    pub fn puzzle(&self) -> anyhow::Result<Option<Puzzle>> {
        match &self.sources[..] {
            [source] => puzzle(source),
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
        let stdin = self.sources.iter().filter(|source| *source == "-").count();
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
            "--rejects takes no --ledger: what that knows is not read again"
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

    /// Visits every puzzle as soon as it is read, and says on stderr which rows are none; `visit`
    /// says whether all is well with it.
    pub fn each(
        &self,
        mut visit: impl FnMut(Numbered) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let inputs = self.open(1)?;
        let (names, layouts) = (inputs.names().to_vec(), inputs.layouts().to_vec());
        let (mut number, mut flawed) = (0, false);
        for chunk in inputs {
            let (chunk, mut records) = (chunk?, Vec::new());
            let input = &names[chunk.input()];
            layouts[chunk.input()].parse(&chunk, |record| records.push(record.puzzle));
            for record in records {
                number += 1;
                let fine = match record {
                    Ok(puzzle) => visit(Numbered {
                        number,
                        input: input.clone(),
                        puzzle,
                    })?,
                    Err(bad) => {
                        say(&format!("{input}:{bad}"));
                        false
                    }
                };
                flawed |= !fine;
            }
        }
        warn_if_empty(number, names.iter().map(String::as_str));
        Ok(Exit::Complete.flawed_if(flawed || number == 0))
    }

    /// Visits every puzzle that is given by its clues; people do not solve pencil marks.
    pub fn each_grid(
        &self,
        mut visit: impl FnMut(u64, &Grid) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        self.each(
            |Numbered {
                 number,
                 input,
                 puzzle,
             }| match puzzle {
                Puzzle::Grid(grid) => visit(number, &grid),
                Puzzle::Pencilled(_) => {
                    say(&format!(
                        "{input}: puzzle {number} is in pencil marks; only grids are explained"
                    ));
                    Ok(false)
                }
            },
        )
    }

    /// Opens the inputs, to be cut into chunks of so many records.
    pub fn open(&self, records_per_chunk: usize) -> anyhow::Result<Inputs> {
        let options = Options {
            column: self.column.clone(),
            records_per_chunk,
        };
        Ok(Inputs::open(self.origins()?, &options)?)
    }
}

/// A puzzle, and where it comes from.
pub struct Numbered {
    /// Its number among all, from 1.
    pub number: u64,
    /// What the input is called.
    pub input: String,
    pub puzzle: Puzzle,
}

/// What an argument names.
fn origin(source: &str) -> anyhow::Result<Origin> {
    Ok(match puzzle(source)? {
        Some(puzzle) => Origin::Text {
            name: "the puzzle".to_owned(),
            text: puzzle.to_string(),
        },
        None => Origin::File(source.into()),
    })
}

/// The puzzle that an argument is, if it is one.
fn puzzle(source: &str) -> anyhow::Result<Option<Puzzle>> {
    match source.parse::<Puzzle>() {
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

/// Refuses what was meant as a puzzle and not as the name of a file.
pub fn no_file(source: &str, error: GridError) -> anyhow::Result<()> {
    // Longer than half a grid, most of it digits and blanks.
    let cells = source
        .bytes()
        .filter(|byte| b"0123456789.*_-xX".contains(byte));
    let is_meant = source.len() > 40 && 2 * cells.count() > source.len();
    if is_meant && !Path::new(source).exists() {
        let why = match error.fault {
            GridFault::Illegal(_) => error.to_string(),
            fault => fault.to_string(),
        };
        bail!("there is no file of this name, and as a puzzle it is wrong: {why}");
    }
    Ok(())
}
