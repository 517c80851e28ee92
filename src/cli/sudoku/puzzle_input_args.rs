//! Input arguments of the sudoku commands.

use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use countless::Error;
use countless::sudoku::puzzles::{
    ChunkReaderOptions, InputOrigin, Inputs, PuzzleRecord, PuzzleReject, fill_head, other_size,
};
use countless::sudoku::{
    Ask, ColumnsVersion, GridError, GridFault, InputFormat, NineByNine, Puzzle, Question,
    ReadOptions, Signs, Solve,
};
use countless::table::Input;
use countless::variants::{Shape, VariantPuzzle, VariantPuzzles};

use super::super::exit::Exit;
use super::super::paths::{PuzzleSource, SideFile, names_file};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, choice};
use super::any_ask::AnyAsk;
use super::record_visit::RecordVisit;
use super::typed_puzzle::{HALF_GRID, PUZZLE_NAME, is_signs, parse_line, refuse_misread_puzzle};

#[derive(Args, Debug)]
pub struct PuzzleInputArgs {
    /// Files of puzzles, - for stdin, or puzzles, such as 81 characters [default: stdin, unless that
    /// is a terminal]
    #[arg(value_name = "FILE|PUZZLE")]
    sources: Vec<PuzzleSource>,
    /// Column or key that holds the puzzle, by number or name [default: by common names]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Format of the input [default: recognised]
    #[arg(long, alias = "from", value_name = "NAME")]
    #[arg(value_parser = choice(formats(), str::parse::<InputFormat>))]
    format_in: Option<InputFormat>,
    /// Read only CHAR as a blank cell [default: any of . 0 * _ - x]
    #[arg(long, value_name = "CHAR", value_parser = blank)]
    blank: Option<char>,
    /// One symbol per digit, in order; or 0-F (0 to 9, then A to F), 1-G or A-P [default: 1-9,
    /// then A-P]
    #[arg(long, value_name = "SYMBOLS")]
    symbols: Option<Signs>,
    /// Write invalid records and the reasons to FILE
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
}

pub const FORMATS: &str = "\
The format of the input is recognised by its content: a puzzle per line, a grid in lines, CSV, JSON
objects, candidates, or a file of another program. --format-in names it. Files are plain or
compressed by gzip or Zstandard. `countless formats` lists all formats with examples.";

impl PuzzleInputArgs {
    /// Creates the arguments for a single source.
    pub fn of(source: &str) -> Self {
        Self {
            sources: vec![PuzzleSource::new(source)],
            column: None,
            format_in: None,
            blank: None,
            symbols: None,
            rejects: None,
        }
    }

    /// Signs of digits and empty cells.
    fn signs(&self) -> anyhow::Result<Signs> {
        let signs = self.symbols.clone().unwrap_or_default();
        match self.blank {
            Some(blank) => signs
                .with_blank(blank)
                .map_err(|error| anyhow!("--blank {blank}: {error}")),
            None => Ok(signs),
        }
    }

    /// Number of signs of `--symbols`, if given.
    pub fn symbols(&self) -> Option<usize> {
        self.symbols.as_ref().map(Signs::digits)
    }

    /// Format and signs of the inputs.
    fn read_options(&self) -> anyhow::Result<ReadOptions> {
        Ok(ReadOptions::new()
            .column(self.column.as_deref())
            .format(self.format_in)
            .signs(self.signs()?))
    }

    /// Returns the puzzle if it is the only argument.
    pub fn puzzle(&self) -> anyhow::Result<Option<Puzzle>> {
        match &self.sources[..] {
            [source] => match self.typed_puzzles(source)?.as_deref() {
                Some([puzzle]) => Ok(Some(puzzle.clone())),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Returns the puzzles in an argument, or none if it is a file.
    fn typed_puzzles(&self, source: &str) -> anyhow::Result<Option<Vec<Puzzle>>> {
        let is_usual = self.blank.is_none() && self.symbols.is_none();
        let plain = parse_line::<Puzzle>(source);
        let error = match plain {
            Ok(puzzle) if is_usual => return Ok(Some(vec![puzzle])),
            // The length and the characters are those of a puzzle: the argument is not a path.
            Err(GridError { fault, .. }) if is_usual => match fault {
                GridFault::Repeated(_) | GridFault::Misplaced { .. } => {
                    bail!("the puzzle breaks the rules: {fault}")
                }
                GridFault::Zero => bail!("the puzzle: {fault}"),
                _ => plain.err(),
            },
            other => other.err(),
        };
        if source.len() <= HALF_GRID || names_file(source) {
            return match error {
                Some(error) => refuse_misread_puzzle(source, error, None).map(|()| None),
                None => Ok(None),
            };
        }
        let read = self.parse_text(source);
        match read {
            Ok(puzzles) if !puzzles.is_empty() => Ok(Some(puzzles)),
            Ok(_) => Ok(None),
            Err(why) => match error {
                Some(error) => refuse_misread_puzzle(source, error, why).map(|()| None),
                None => bail!("the puzzle: {}", why.unwrap_or_default()),
            },
        }
    }

    /// Parses the puzzles of a text. The error is the reason of the first invalid record.
    fn parse_text(&self, text: &str) -> Result<Vec<Puzzle>, Option<String>> {
        let origin = InputOrigin::Text {
            name: PUZZLE_NAME.to_owned(),
            text: text.to_owned(),
        };
        let options = self.options(1).map_err(|error| Some(error.to_string()))?;
        let inputs = Inputs::open(vec![origin], &options).map_err(|error| match error {
            Error::Parse { reason, .. } => Some(reason),
            _ => None,
        })?;
        let (mut puzzles, mut wrong) = (Vec::new(), None);
        let visited = inputs.visit(|_, record| match record.puzzle {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(bad) => {
                wrong.get_or_insert(bad.reason.to_string());
            }
        });
        visited.map_err(|error| Some(error.to_string()))?;
        match wrong {
            Some(reason) => Err(Some(reason)),
            None => Ok(puzzles),
        }
    }

    fn options(&self, records_per_chunk: usize) -> anyhow::Result<ChunkReaderOptions> {
        Ok(ChunkReaderOptions::new()
            .column(self.column.as_deref())
            .format(self.format_in)
            .signs(self.signs()?)
            .records_per_chunk(records_per_chunk))
    }

    /// File or text that an argument stands for.
    fn origin(&self, source: &str) -> anyhow::Result<InputOrigin> {
        Ok(match self.typed_puzzles(source)? {
            // The text is kept as typed, because rows repeat it.
            Some(_) => InputOrigin::Text {
                name: PUZZLE_NAME.to_owned(),
                text: source.to_owned(),
            },
            None => InputOrigin::File(source.into()),
        })
    }

    /// Inputs, in order.
    pub fn origins(&self) -> anyhow::Result<Vec<InputOrigin>> {
        if self.sources.is_empty() {
            ensure!(
                !stdin().is_terminal(),
                "expected a FILE, a PUZZLE, or - to type puzzles"
            );
            return Ok(vec![InputOrigin::File("-".into())]);
        }
        let all = self.sources.iter();
        all.map(|source| self.origin(source)).collect()
    }

    /// True if a source may be a pipe.
    fn has_pipe(&self) -> bool {
        let is_pipe = |source: &PuzzleSource| {
            source.is_stdin() || names_file(source) && !Path::new(&**source).is_file()
        };
        self.sources.is_empty() || self.sources.iter().any(is_pipe)
    }

    /// File of invalid records, if given.
    pub fn rejects(&self, recording: &LedgerArgs) -> anyhow::Result<Option<&Path>> {
        ensure!(
            self.rejects.is_none() || !recording.is_given(),
            "--rejects and {} exclude each other: recorded puzzles are not read again",
            recording.flag()
        );
        Ok(self.rejects.as_deref())
    }

    /// Creates a question about the puzzles of all inputs.
    pub fn ask<Q: Question<NineByNine>>(&self, question: Q) -> anyhow::Result<Ask<Q>> {
        self.ask_version(question, ColumnsVersion::Second)
    }

    /// Creates a question with the columns of a version.
    pub fn ask_version<Q: Question<NineByNine>>(
        &self,
        question: Q,
        version: ColumnsVersion,
    ) -> anyhow::Result<Ask<Q>> {
        let (origins, reading) = (self.origins()?, self.read_options()?);
        let ask = Ask::open_kind(NineByNine, question, origins, &reading, version);
        Ok(ask?)
    }

    /// Creates a question about a file beside the inputs, which has their signs. Its format and column
    /// may be others.
    pub fn ask_beside<Q: Question<NineByNine>>(
        &self,
        file: &Path,
        question: &Q,
    ) -> anyhow::Result<Ask<Q>> {
        let origins = vec![InputOrigin::File(file.to_owned())];
        let open = |reading: &ReadOptions| {
            let version = ColumnsVersion::Second;
            Ask::open_kind(
                NineByNine,
                question.clone(),
                origins.clone(),
                reading,
                version,
            )
        };
        // A pipe cannot be opened twice.
        let own = ReadOptions::new().signs(self.signs()?);
        if file.is_file()
            && let Ok(asked) = open(&self.read_options()?)
        {
            return Ok(asked);
        }
        Ok(open(&own)?)
    }

    /// Number of rows of the puzzles according to the first input; none for 9×9 puzzles. Standard
    /// input is not examined.
    pub fn size(&self) -> anyhow::Result<Option<usize>> {
        if let Some(symbols) = &self.symbols {
            return Ok(Some(symbols.digits()).filter(|&digits| digits != 9));
        }
        // Without a header, the first field of a table may be something else than a puzzle.
        let first = self.sources.first().filter(|source| !source.is_stdin());
        let Some(first) = first.filter(|_| self.column.is_none()) else {
            return Ok(None);
        };
        if !Path::new(&**first).is_file() {
            return Ok(match parse_line::<Puzzle>(first) {
                Err(GridError {
                    fault: GridFault::Size(side),
                    ..
                }) => Some(side),
                // A path usually has no blanks or brackets.
                Err(_) if first.contains(['\n', ',', ' ', '[']) => other_size(first.as_bytes()),
                _ => None,
            });
        }
        let mut head = Vec::new();
        let whole = fill_head(&mut Input::open(Path::new(&**first))?, &mut head)?;
        // The last line of the head may be incomplete.
        let end = head
            .iter()
            .rposition(|&byte| byte == b'\n')
            .filter(|_| !whole);
        Ok(other_size(&head[..end.unwrap_or(head.len())]))
    }

    /// Inputs of variant puzzles, in order.
    fn variant_origins(&self, shape: &Shape) -> anyhow::Result<Vec<InputOrigin>> {
        if self.sources.is_empty() {
            return self.origins();
        }
        let origin = |source: &PuzzleSource| {
            Ok(if self.is_variant_puzzle(source, shape)? {
                InputOrigin::Text {
                    name: PUZZLE_NAME.to_owned(),
                    text: (**source).to_owned(),
                }
            } else {
                InputOrigin::File((**source).into())
            })
        };
        self.sources.iter().map(origin).collect()
    }

    /// True if an argument is a puzzle of a variant.
    fn is_variant_puzzle(&self, source: &str, shape: &Shape) -> anyhow::Result<bool> {
        if source == "-" || names_file(source) {
            return Ok(false);
        }
        let Err(error) = shape.parse_as(source, &self.signs()?) else {
            return Ok(true);
        };
        let blanks = source
            .bytes()
            .filter(|byte| b"0123456789.*_- ,".contains(byte));
        let is_long = source.len() > shape.cells() / 2 && 2 * blanks.count() > source.len();
        ensure!(
            !is_long && !is_signs(source),
            "{source:?}: no such file, and not a puzzle of {} cells: {error}",
            shape.cells()
        );
        Ok(false)
    }

    /// True if the only argument is a puzzle of a variant.
    pub fn is_puzzle(&self, shape: &Shape) -> anyhow::Result<bool> {
        match &self.sources[..] {
            [source] => self.is_variant_puzzle(source, shape),
            _ => Ok(false),
        }
    }

    /// Creates a question about the variant puzzles of all inputs.
    pub fn ask_variant<Q: Question<VariantPuzzles>>(
        &self,
        shape: Shape,
        question: Q,
    ) -> anyhow::Result<Ask<Q, VariantPuzzles>> {
        let origins = self.variant_origins(&shape)?;
        let puzzles = VariantPuzzles::new(shape);
        Ok(puzzles.ask(question, origins, &self.read_options()?)?)
    }

    /// Creates a question about the puzzles of all inputs: variants if `shape` is given.
    pub fn ask_any<Q>(&self, shape: Option<Shape>, question: Q) -> anyhow::Result<AnyAsk<Q>>
    where
        Q: Question<NineByNine> + Question<VariantPuzzles>,
    {
        Ok(match shape {
            Some(shape) => AnyAsk::Variant(self.ask_variant(shape, question)?),
            None => AnyAsk::Classic(self.ask(question)?),
        })
    }

    /// Visits the records with the numbers `which`, from 1, as soon as each is read. `of` converts
    /// a record, and an invalid one is reported. `visit` returns whether the record passes its
    /// check.
    pub fn visit_records<T>(
        &self,
        session: Session,
        which: RangeInclusive<u64>,
        of: impl Fn(&PuzzleRecord<'_>) -> Result<T, PuzzleReject>,
        mut visit: impl FnMut(u64, T) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let inputs = self.open(1)?;
        let layouts = inputs.formats().to_vec();
        let names = inputs.names().iter().map(|name| name.as_str().into());
        let names: Vec<Arc<str>> = names.collect();
        let rejects = self.rejects(&LedgerArgs::default())?;
        let mut reading = RecordVisit::new(rejects, session, which, self.has_pipe())?;
        for chunk in inputs {
            let (chunk, mut records) = (chunk?, Vec::new());
            let name = &names[chunk.input()];
            layouts[chunk.input()].parse(&chunk, |record| {
                if let Some(number) = reading.next_number() {
                    let made = of(&record).map_err(|bad| bad.diagnostic(name, record.row));
                    records.push((number, made));
                }
            });
            for (number, record) in records {
                reading.visit(record, |made| visit(number, made))?;
            }
            if reading.is_over() {
                break;
            }
        }
        reading.end(names.iter().map(|name| &**name))
    }

    /// Visits variant puzzles with the numbers `which`, from 1. `visit` returns whether the puzzle
    /// passes its check.
    pub fn visit_variants(
        &self,
        session: Session,
        which: RangeInclusive<u64>,
        shape: Shape,
        mut visit: impl FnMut(u64, VariantPuzzle) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let puzzles = self.ask_variant(shape, Solve::new())?;
        let rejects = self.rejects(&LedgerArgs::default())?;
        let mut reading = RecordVisit::new(rejects, session, which, self.has_pipe())?;
        let mut result = Ok(());
        puzzles.visit_puzzles(|entry| {
            if let Some(number) = reading.next_number() {
                result = reading.visit(entry, |entry| visit(number, entry));
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

    /// Opens the inputs with a number of records per chunk.
    pub fn open(&self, records_per_chunk: usize) -> anyhow::Result<Inputs> {
        let options = self.options(records_per_chunk)?;
        Ok(Inputs::open(self.origins()?, &options)?)
    }
}

/// Names of all input formats.
fn formats() -> impl Iterator<Item = &'static str> {
    InputFormat::ALL.into_iter().map(InputFormat::name)
}

/// Parses the sign of an empty cell.
fn blank(text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(sign), None) => Ok(sign),
        _ => Err("expected one character".to_owned()),
    }
}
