//! Inputs of the sudoku commands: arguments, and the puzzles typed among them.

use std::io::{IsTerminal, stdin};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use countless::sudoku::puzzles::{
    InputOrigin, InputOrigins, cells_and_tag, is_blank_or_comment, other_size,
};
use countless::sudoku::{
    Ask, GridError, GridFault, InputFormat, Puzzle, Question, ReadOptions, Repeats, Signs,
};
use countless::variants::questions::{SingleRecord, visit_text};
use countless::variants::{AnyPuzzle, Shape, VariantPuzzle};

use super::super::paths::{PuzzleSource, names_file};
use super::super::prelude::*;

#[derive(Args, Debug, Default)]
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
    // Not in the plan: changes no result.
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
}

/// Inputs of puzzles, in order.
pub struct PuzzleInputs<'a> {
    pub args: &'a PuzzleInputArgs,
    /// Layout and rules of the puzzles.
    pub shape: Arc<Shape>,
    pub origins: InputOrigins,
    /// Column, format and signs of the puzzles. An error is reported where they are read.
    pub reading: anyhow::Result<ReadOptions>,
    /// The puzzle, if it is the only argument.
    pub puzzle: Option<AnyPuzzle>,
    /// First argument as a 9×9 puzzle, if its size was needed.
    first: Option<Result<Puzzle, GridError>>,
}

/// Puzzles of an argument, in order; `None` for an invalid record.
type TypedPuzzles = Vec<Option<AnyPuzzle>>;

impl PuzzleInputArgs {
    /// Creates the arguments for a single source.
    pub fn of(source: &str) -> Self {
        Self {
            sources: vec![PuzzleSource::new(source)],
            ..Self::default()
        }
    }

    /// Signs of digits and empty cells.
    fn signs(&self) -> anyhow::Result<Signs> {
        let signs = self.symbols.clone().unwrap_or_default();
        let Some(blank) = self.blank else {
            return Ok(signs);
        };
        let signs = signs.with_blank(blank);
        signs.map_err(|error| anyhow!("--blank {blank}: {error}"))
    }

    /// Number of signs of `--symbols`, if given.
    pub fn symbols(&self) -> Option<usize> {
        self.symbols.as_ref().map(Signs::digits)
    }

    /// Column, format and signs of the inputs.
    pub fn read_options(&self) -> anyhow::Result<ReadOptions> {
        Ok(ReadOptions::new()
            .column(self.column.as_deref())
            .format(self.format_in)
            .signs(self.signs()?))
    }

    /// Inputs of classic puzzles, before the arguments are read.
    pub fn inputs(&self) -> PuzzleInputs<'_> {
        PuzzleInputs {
            args: self,
            shape: Shape::classic(),
            origins: InputOrigins::default(),
            reading: self.read_options(),
            puzzle: None,
            first: None,
        }
    }

    /// True if a source may be a pipe.
    pub fn has_pipe(&self) -> bool {
        let is_pipe = |source: &PuzzleSource| {
            &**source == "-" || names_file(source) && !Path::new(&**source).is_file()
        };
        self.sources.is_empty() || self.sources.iter().any(is_pipe)
    }

    /// Collector of invalid records, which are also written to `--rejects`.
    pub fn rejects(&self, ledger_args: &LedgerArgs, session: Session) -> anyhow::Result<Rejects> {
        ensure!(
            self.rejects.is_none() || !ledger_args.is_given(),
            "--rejects and {} exclude each other: recorded puzzles are not read again",
            ledger_args.flag()
        );
        Rejects::new(self.rejects.as_deref(), session)
    }

    /// Creates a question about the classic puzzles of all inputs, whose other columns are kept or
    /// not.
    pub fn ask<Q: Question>(&self, question: Q, keep_columns: bool) -> anyhow::Result<Ask<Q>> {
        let inputs = self.inputs().of_shape(Shape::classic())?;
        inputs.ask(question, keep_columns)
    }

    /// Creates a question about a file beside the inputs, which has their signs. Its format and column
    /// may be others.
    pub fn ask_beside<Q: Question>(&self, file: &Path, question: &Q) -> anyhow::Result<Ask<Q>> {
        let open = |reading| {
            let origins = vec![InputOrigin::File(file.to_owned())];
            Ask::open_as(question.clone(), Shape::classic(), origins, reading)
        };
        // A pipe cannot be opened twice.
        if file.is_file()
            && let Ok(asked) = open(self.read_options()?)
        {
            return Ok(asked);
        }
        Ok(open(ReadOptions::new().signs(self.signs()?))?)
    }
}

impl PuzzleInputs<'_> {
    /// Number of rows of the puzzles according to the first input, if it is known. A terminal is not
    /// examined, since it is read after all checks.
    pub fn size(&mut self) -> anyhow::Result<Option<usize>> {
        // Without a header, the first field of a table may be something else than a puzzle.
        if self.args.symbols.is_some() || self.args.column.is_some() {
            return Ok(self.args.symbols());
        }
        let source = self.args.sources.first().map_or("-", |source| source);
        let is_there = match source {
            "-" => !stdin().is_terminal(),
            path => names_file(path),
        };
        Ok(match self.first.insert(parse_line(source)) {
            Err(_) if is_there => {
                let opened = InputOrigin::File(source.into()).open()?;
                self.origins.first.insert(opened).other_size()
            }
            &mut Err(GridError {
                fault: GridFault::Size(side),
                ..
            }) => Some(side),
            // A path usually has neither blanks nor brackets.
            Err(_) if source.contains(['\n', ',', ' ', '[', '{']) => other_size(source.as_bytes()),
            _ => None,
        })
    }

    /// Reads the arguments as puzzles of a shape and names of files.
    pub fn of_shape(mut self, shape: Arc<Shape>) -> anyhow::Result<Self> {
        self.shape = shape;
        let sources = &self.args.sources;
        if sources.is_empty() {
            ensure!(
                !stdin().is_terminal(),
                "expected a FILE, a PUZZLE, or - to type puzzles"
            );
            self.origins.all.push(InputOrigin::File("-".into()));
        }
        for source in sources {
            ensure!(
                !source.is_empty(),
                "an argument is empty; expected a FILE or a PUZZLE"
            );
            let mut typed = self.typed_puzzles(source)?;
            self.origins.all.push(match &typed {
                // The text is kept as typed, because rows repeat it.
                Some(_) => InputOrigin::Text {
                    name: PUZZLE_NAME.to_owned(),
                    text: (**source).to_owned(),
                },
                None => InputOrigin::File((**source).into()),
            });
            if let ([_], Some([puzzle])) = (&sources[..], typed.as_deref_mut()) {
                self.puzzle = puzzle.take();
            }
        }
        Ok(self)
    }

    /// Returns the puzzles in an argument, or none if it is a file.
    fn typed_puzzles(&mut self, source: &str) -> anyhow::Result<Option<TypedPuzzles>> {
        let first = self.first.take();
        if !self.shape.is_classic() {
            return self.typed_variants(source);
        }
        let is_usual = self.args.blank.is_none() && self.args.symbols.is_none();
        let error = match first.unwrap_or_else(|| parse_line(source)) {
            Ok(first) if is_usual => return Ok(Some(self.with_those_below(source, first.into()))),
            parsed => parsed.err(),
        };
        // The length and the characters are those of a puzzle: the argument is not a path.
        match error.map(|error| error.fault).filter(|_| is_usual) {
            Some(fault @ (GridFault::Repeated(_) | GridFault::Misplaced { .. })) => {
                bail!("the puzzle breaks the rules: {fault}")
            }
            Some(fault @ GridFault::Zero) => bail!("the puzzle: {fault}"),
            _ => {}
        }
        if source.len() <= HALF_GRID || names_file(source) {
            if let Some(error) = error {
                refuse_misread_puzzle(source, error, None)?;
            }
            return Ok(None);
        }
        match (self.parse_text(source), error) {
            (Ok(puzzles), _) => Ok(Some(puzzles).filter(|puzzles| !puzzles.is_empty())),
            (Err(why), None) => bail!("the puzzle: {}", why.unwrap_or_default()),
            (Err(why), Some(error)) => refuse_misread_puzzle(source, error, why).map(|()| None),
        }
    }

    /// Parses the records of a text. The error is the reason why the first is not a puzzle.
    fn parse_text(&self, text: &str) -> Result<TypedPuzzles, Option<String>> {
        let reading = self.reading.as_ref();
        let reading = reading.map_err(|error| Some(error.to_string()))?.clone();
        let mut records = Vec::new();
        let visit = &mut |record: SingleRecord| records.push(record.puzzle);
        let (shape, repeats) = (&self.shape, Repeats::Refused);
        match visit_text(text, PUZZLE_NAME, shape, reading, repeats, visit) {
            Err(Error::Parse { reason, .. }) => Err(Some(reason)),
            Err(_) => Err(None),
            Ok(()) => match records.first() {
                Some(Err(bad)) if bad.line > 1 => Err(Some(format!(
                    "line {}, column {}: {}",
                    bad.line, bad.column, bad.reason
                ))),
                Some(Err(bad)) => Err(Some(bad.reason.clone())),
                _ => Ok(records.into_iter().map(Result::ok).collect()),
            },
        }
    }

    /// Returns the puzzles of an argument that begins with `first`.
    fn with_those_below(&self, source: &str, first: AnyPuzzle) -> TypedPuzzles {
        if source.trim_ascii().contains(['\n', '\r']) {
            self.parse_text(source).unwrap_or_default()
        } else {
            vec![Some(first)]
        }
    }

    /// Returns the puzzles of a variant in an argument, or none if it is a file.
    fn typed_variants(&self, source: &str) -> anyhow::Result<Option<TypedPuzzles>> {
        let shape = &self.shape;
        let digits = match &self.reading {
            Ok(reading) if source != "-" && !names_file(source) => {
                shape.parse_as(source, reading.used_signs())
            }
            _ => return Ok(None),
        };
        let error = match digits {
            Ok(digits) => {
                let shape = Arc::clone(shape);
                let first = AnyPuzzle::Variant(VariantPuzzle { shape, digits });
                return Ok(Some(self.with_those_below(source, first)));
            }
            Err(error) => error,
        };
        if let Some(puzzles) = self.parse_text(source).ok().filter(|all| !all.is_empty()) {
            return Ok(Some(puzzles));
        }
        let is_blank = |byte: &u8| b"0123456789.*_- ,".contains(byte);
        let blanks = source.bytes().filter(is_blank);
        let is_long = source.len() > shape.cells() / 2 && 2 * blanks.count() > source.len();
        ensure!(
            !is_long && !is_signs(source),
            "{source:?}: no such file, and not a puzzle of {} cells: {error}",
            shape.cells()
        );
        Ok(None)
    }

    /// Takes the puzzle if it is the only argument, with nothing to be read besides its cells.
    pub fn lone_puzzle(&mut self) -> Option<AnyPuzzle> {
        let args = self.args;
        let has_flag = args.column.is_some() || args.format_in.is_some() || args.symbols.is_some();
        let has_tag = |source: &PuzzleSource| !cells_and_tag(source).1.is_empty();
        let is_read = !has_flag && !args.sources.iter().any(has_tag);
        let puzzle = self.puzzle.take();
        puzzle.filter(|_| is_read && !self.shape.options().has_own())
    }

    /// Creates a question about the puzzles, and keeps the other columns of the inputs or not.
    pub fn ask<Q: Question>(self, question: Q, keep_columns: bool) -> anyhow::Result<Ask<Q>> {
        let reading = self.reading?.keep_columns(keep_columns);
        Ok(Ask::open_as(question, self.shape, self.origins, reading)?)
    }
}

/// Names of all input formats.
fn formats() -> impl Iterator<Item = &'static str> {
    InputFormat::ALL.into_iter().map(InputFormat::name)
}

/// Parses the sign of an empty cell.
fn blank(text: &str) -> Result<char, &'static str> {
    text.parse().map_err(|_| "expected one character")
}

/// Name of an argument that is a puzzle, in messages.
pub const PUZZLE_NAME: &str = "the puzzle";

/// Maximum length of an argument that is not taken for a puzzle: half a grid, in characters.
pub const HALF_GRID: usize = 40;

/// True if an argument has only digits and dots: it is meant as a puzzle, not as a file name.
pub fn is_signs(source: &str) -> bool {
    let mut bytes = source.bytes();
    source.len() > 1 && bytes.all(|byte| byte.is_ascii_digit() || byte == b'.') && source != ".."
}

/// Parses the digits of a grid that must be a text, not a file.
pub fn parse_typed<T: FromStr<Err = GridError>>(text: &str) -> Result<T, String> {
    parse_only(text).map_err(|error: GridError| {
        if Path::new(text).exists() {
            return format!(
                "expected 81 characters, found the name of a file\nhint: give its text, \"$(cat {text})\""
            );
        }
        fault_text(error)
    })
}

/// Fault of a text that is meant as a puzzle, with the place of an illegal character.
fn fault_text(error: GridError) -> String {
    match error.fault {
        GridFault::Illegal(_) => error.to_string(),
        fault => fault.to_string(),
    }
}

/// Parses the cells of an argument with a single grid.
pub fn parse_only<T: FromStr>(text: &str) -> Result<T, T::Err> {
    let mut below = cells_and_tag(text).1.lines().skip(1);
    if below.all(|line| is_blank_or_comment(line.as_bytes())) {
        parse_line(text)
    } else {
        text.parse()
    }
}

/// Parses the cells of an argument, which may begin with a line of a file and its tag.
fn parse_line<T: FromStr>(line: &str) -> Result<T, T::Err> {
    match cells_and_tag(line) {
        (cells, _) if cells.len() > HALF_GRID => cells.parse(),
        _ => line.parse(),
    }
}

/// Returns an error for an argument that looks like a puzzle and is neither a puzzle nor a file.
/// `why` is the reason for cells with separators, if known.
fn refuse_misread_puzzle(
    source: &str,
    error: GridError,
    why: Option<String>,
) -> anyhow::Result<()> {
    ensure!(
        !source.trim_start().starts_with('#') || names_file(source),
        "the argument is a comment; expected a FILE or a PUZZLE\n\
         hint: \"$(grep -vm1 '^#' FILE)\" is the first puzzle of a file"
    );
    // Longer than half a grid, most of it digits and blanks.
    let is_cell = |byte: &u8| b"0123456789.*_-xX,; |\n[]".contains(byte);
    let cells = source.bytes().filter(is_cell);
    let is_long = source.len() > HALF_GRID && 2 * cells.count() > source.len();
    if (is_long || is_signs(source)) && !names_file(source) {
        let is_apart = source.len() > HALF_GRID && cells_and_tag(source).0.len() <= HALF_GRID;
        let why = why.filter(|why| is_apart || why.contains("\nhint: "));
        let why = why.unwrap_or_else(|| fault_text(error));
        bail!("{source:?}: no such file, and not a puzzle: {why}");
    }
    Ok(())
}
