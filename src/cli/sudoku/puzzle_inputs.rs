//! Inputs of the sudoku commands: arguments, and the puzzles typed among them.

use std::io::{IsTerminal, stdin};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use countless::sudoku::puzzles::{InputOrigin, Inputs, cells_and_tag, fill_head, other_size};
use countless::sudoku::{
    Ask, GridError, GridFault, InputFormat, Puzzle, Question, ReadOptions, Signs,
};
use countless::table::Input;
use countless::variants::Shape;

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
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
}

/// Inputs of puzzles, in order.
pub struct PuzzleInputs<'a> {
    pub args: &'a PuzzleInputArgs,
    /// Layout and rules of the puzzles.
    pub shape: Arc<Shape>,
    pub origins: Vec<InputOrigin>,
    /// Classic puzzle, if it is the only argument.
    pub puzzle: Option<Puzzle>,
    /// True if the only argument is a puzzle of this layout.
    pub is_puzzle: bool,
}

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

    /// Opens inputs of classic puzzles.
    pub fn open(&self, origins: Vec<InputOrigin>) -> anyhow::Result<Inputs> {
        Ok(Inputs::open(origins, &self.read_options()?)?)
    }

    /// Inputs of puzzles of a shape.
    pub fn inputs(&self, shape: Arc<Shape>) -> anyhow::Result<PuzzleInputs<'_>> {
        let mut inputs = PuzzleInputs {
            args: self,
            shape,
            origins: Vec::new(),
            puzzle: None,
            is_puzzle: false,
        };
        if self.sources.is_empty() {
            ensure!(
                !stdin().is_terminal(),
                "expected a FILE, a PUZZLE, or - to type puzzles"
            );
            inputs.origins.push(InputOrigin::File("-".into()));
        }
        for source in &self.sources {
            let typed = self.typed_puzzles(source, &inputs.shape)?;
            inputs.origins.push(match typed {
                // The text is kept as typed, because rows repeat it.
                Some(_) => typed_text(source),
                None => InputOrigin::File((**source).into()),
            });
            if let ([_], Some(mut typed)) = (&self.sources[..], typed) {
                inputs.is_puzzle = !inputs.shape.is_classic() || typed.len() == 1;
                inputs.puzzle = typed.pop().filter(|_| inputs.is_puzzle);
            }
        }
        Ok(inputs)
    }

    /// Returns the 9×9 puzzles in an argument, or none if it is a file. The list of a variant is
    /// empty.
    fn typed_puzzles(&self, source: &str, shape: &Shape) -> anyhow::Result<Option<Vec<Puzzle>>> {
        if !shape.is_classic() {
            return Ok(self.is_variant_puzzle(source, shape)?.then(Vec::new));
        }
        let is_usual = self.blank.is_none() && self.symbols.is_none();
        let error = match parse_line::<Puzzle>(source) {
            Ok(puzzle) if is_usual => return Ok(Some(vec![puzzle])),
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

    /// Parses the puzzles of a text. The error is the reason of the first invalid record.
    fn parse_text(&self, text: &str) -> Result<Vec<Puzzle>, Option<String>> {
        let inputs = self.open(vec![typed_text(text)]);
        let inputs = inputs.map_err(|error| match error.downcast() {
            Ok(Error::Parse { reason, .. }) => Some(reason),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        })?;
        let (mut puzzles, mut wrong) = (Vec::new(), None);
        let visited = inputs.visit(|_, record| match record.puzzle {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(bad) => {
                wrong.get_or_insert(bad.reason.to_string());
            }
        });
        visited.map_err(|error| Some(error.to_string()))?;
        wrong.map_or(Ok(puzzles), |reason| Err(Some(reason)))
    }

    /// True if an argument is a puzzle of a variant.
    fn is_variant_puzzle(&self, source: &str, shape: &Shape) -> anyhow::Result<bool> {
        if source == "-" || names_file(source) {
            return Ok(false);
        }
        let Err(error) = shape.parse_as(source, &self.signs()?) else {
            return Ok(true);
        };
        let is_blank = |byte: &u8| b"0123456789.*_- ,".contains(byte);
        let blanks = source.bytes().filter(is_blank);
        let is_long = source.len() > shape.cells() / 2 && 2 * blanks.count() > source.len();
        ensure!(
            !is_long && !is_signs(source),
            "{source:?}: no such file, and not a puzzle of {} cells: {error}",
            shape.cells()
        );
        Ok(false)
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
        let end = head.iter().rposition(|&byte| byte == b'\n');
        let end = end.filter(|_| !whole);
        Ok(other_size(&head[..end.unwrap_or(head.len())]))
    }

    /// True if a source may be a pipe.
    pub fn has_pipe(&self) -> bool {
        let is_pipe = |source: &PuzzleSource| {
            source.is_stdin() || names_file(source) && !Path::new(&**source).is_file()
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
        self.inputs(Shape::classic())?.ask(question, keep_columns)
    }

    /// Creates a question about a file beside the inputs, which has their signs. Its format and column
    /// may be others.
    pub fn ask_beside<Q: Question>(&self, file: &Path, question: &Q) -> anyhow::Result<Ask<Q>> {
        let open = |reading: &ReadOptions| {
            let origins = vec![InputOrigin::File(file.to_owned())];
            Ask::open_as(question.clone(), Shape::classic(), origins, reading)
        };
        // A pipe cannot be opened twice.
        if file.is_file()
            && let Ok(asked) = open(&self.read_options()?)
        {
            return Ok(asked);
        }
        Ok(open(&ReadOptions::new().signs(self.signs()?))?)
    }
}

impl PuzzleInputs<'_> {
    /// Creates a question about the puzzles, and keeps the other columns of the inputs or not.
    pub fn ask<Q: Question>(self, question: Q, keep_columns: bool) -> anyhow::Result<Ask<Q>> {
        let reading = self.args.read_options()?.keep_columns(keep_columns);
        Ok(Ask::open_as(question, self.shape, self.origins, &reading)?)
    }
}

/// Names of all input formats.
fn formats() -> impl Iterator<Item = &'static str> {
    InputFormat::ALL.into_iter().map(InputFormat::name)
}

/// Puzzle of the command line as an input.
fn typed_text(source: &str) -> InputOrigin {
    InputOrigin::Text {
        name: PUZZLE_NAME.to_owned(),
        text: source.to_owned(),
    }
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
    parse_line(text).map_err(|error: GridError| {
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

/// Parses the cells of an argument, which may be a line of a file with its tag.
pub fn parse_line<T: FromStr>(line: &str) -> Result<T, T::Err> {
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
