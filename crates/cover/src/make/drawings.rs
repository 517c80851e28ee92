//! Drawings of boards, polyominoes and polycubes.
//!
//! ```text
//! # two pieces       a comment, before a piece
//! L                  a name: one word
//! ##                 a row: # is a cell, . or a blank is an empty square
//! #
//!                    a blank line ends a piece
//! I
//! ###
//! ```
//!
//! Either all pieces have names, or none has. Polyominoes may omit the blank line before every
//! name. In a polycube, a line of `-` or `=` separates two layers. Any other line is an error. So
//! is a drawing with two readings: a blank row or column inside it could also separate two drawings.

use countless_engine::Error;

/// Cells by row and column, from 0 on.
pub(super) type DrawnCells = Vec<(usize, usize)>;

/// Piece with its name and the cells of its layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawnPiece {
    pub name: String,
    pub layers: Vec<DrawnCells>,
}

/// Content of a text with drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawingKind {
    /// One board, without a name.
    Board,
    Polyominoes,
    Polycubes,
}

impl DrawnPiece {
    /// Cells of a piece of one layer.
    pub fn only_layer(self) -> DrawnCells {
        self.layers.into_iter().flatten().collect()
    }
}

impl DrawingKind {
    fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Polyominoes => "piece",
            Self::Polycubes => "solid",
        }
    }

    /// Most squares of a side.
    pub fn largest(self) -> usize {
        match self {
            Self::Board | Self::Polyominoes => 256,
            Self::Polycubes => 32,
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Board => "# is a cell, . or a blank is an empty square",
            Self::Polyominoes => {
                "# is a cell, . or a blank is an empty square; a name is one word in its own line"
            }
            Self::Polycubes => {
                "# is a cube, . or a blank is an empty square; a line - separates layers"
            }
        }
    }
}

/// Line of a text with drawings.
enum DrawingLine<'a> {
    Blank,
    Comment,
    /// Squares: `#`, `.` and blanks.
    Row,
    /// Dashes between two layers.
    Dashes,
    Name(&'a str),
    Other,
}

fn is_square(c: char) -> bool {
    matches!(c, '#' | '.' | ' ')
}

impl<'a> DrawingLine<'a> {
    /// Classifies a line without the blanks at its end.
    fn of(line: &'a str) -> Self {
        let is_dash = |c: char| matches!(c, '-' | '=' | ' ');
        // With a dot, a word may be a row with a mistyped character.
        let is_in_name = |c: char| !c.is_whitespace() && !matches!(c, '#' | '.' | ':' | '|');
        if line.is_empty() {
            Self::Blank
        } else if line.chars().all(is_square) {
            Self::Row
        } else if is_comment(line) {
            Self::Comment
        } else if line.chars().all(is_dash) {
            Self::Dashes
        } else if line.starts_with(char::is_alphanumeric) && line.chars().all(is_in_name) {
            Self::Name(line)
        } else {
            Self::Other
        }
    }
}

/// Returns whether a line is a comment such as `# my pieces`. It has a word of three letters, so that
/// no row with a mistyped character is a comment.
fn is_comment(line: &str) -> bool {
    let has_letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    line.strip_prefix("# ")
        .is_some_and(|text| !text.contains('#') && text.split_whitespace().any(has_letters))
}

/// Piece whose end is not known yet.
struct OpenPiece {
    name: Option<String>,
    line: u64,
    /// Rows of each layer, with the line of the first one, or before them.
    layers: Vec<(u64, Vec<String>)>,
}

impl OpenPiece {
    fn has_rows(&self) -> bool {
        self.layers.iter().any(|(_, rows)| !rows.is_empty())
    }
}

/// Reader of the lines of a text.
struct DrawingReader<'a> {
    source: &'a str,
    kind: DrawingKind,
    pieces: Vec<DrawnPiece>,
    open: Option<OpenPiece>,
    /// True if the pieces have names; `None` before the first.
    named: Option<bool>,
    /// Line of the first name directly below rows.
    joined_name: Option<u64>,
    /// True if a blank line separates two pieces.
    has_separate: bool,
}

/// Reads the drawings of a text, at least one. Errors call the text `source`. Pieces without names
/// are called by their numbers from 1.
pub(super) fn read_drawings(
    text: &str,
    source: &str,
    kind: DrawingKind,
) -> Result<Vec<DrawnPiece>, Error> {
    let mut reader = DrawingReader {
        source,
        kind,
        pieces: Vec::new(),
        open: None,
        named: None,
        joined_name: None,
        has_separate: false,
    };
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line.trim_end())?;
    }
    reader.end_piece()?;
    if reader.pieces.is_empty() {
        return Err(reader.nothing(1, ""));
    }
    Ok(reader.pieces)
}

impl DrawingReader<'_> {
    fn fault(&self, line: u64, column: usize, reason: &str) -> Error {
        Error::Parse {
            name: self.source.to_owned(),
            line,
            column,
            reason: reason.to_owned(),
        }
    }

    /// Fault of a drawing without cells; `whose` is the end of its description.
    fn nothing(&self, line: u64, whose: &str) -> Error {
        let parts = match self.kind {
            DrawingKind::Polycubes => "cubes",
            _ => "cells",
        };
        let kind = self.kind.name();
        let hint = self.kind.hint();
        let reason =
            format!("expected the {parts} of a {kind} as #, found none{whose}\nhint: {hint}");
        self.fault(line, 1, &reason)
    }

    fn line(&mut self, number: u64, line: &str) -> Result<(), Error> {
        let has_rows = self.open.as_ref().is_some_and(OpenPiece::has_rows);
        match DrawingLine::of(line) {
            DrawingLine::Blank if has_rows => self.end_piece(),
            DrawingLine::Blank => Ok(()),
            DrawingLine::Comment if self.open.is_none() => Ok(()),
            DrawingLine::Comment => {
                let reason =
                    "a comment within a drawing\nhint: comments end before a drawing begins";
                Err(self.fault(number, 1, reason))
            }
            DrawingLine::Row => self.row(number, line),
            DrawingLine::Dashes if self.kind == DrawingKind::Polycubes => self.dashes(number),
            DrawingLine::Name(name) if self.kind != DrawingKind::Board => self.name(number, name),
            DrawingLine::Dashes | DrawingLine::Name(_) | DrawingLine::Other => {
                Err(self.unexpected(number, line))
            }
        }
    }

    /// Fault of a line with a character that is not a square.
    fn unexpected(&self, number: u64, line: &str) -> Error {
        let other = line.chars().enumerate().find(|(_, c)| !is_square(*c));
        let (at, c) = other.unwrap_or_default();
        let hint = self.kind.hint();
        let reason = format!("expected a square, # or ., found {c:?}\nhint: {hint}");
        self.fault(number, at + 1, &reason)
    }

    fn row(&mut self, number: u64, line: &str) -> Result<(), Error> {
        let (kind, largest) = (self.kind.name(), self.kind.largest());
        if self.open.is_none() {
            if self.kind == DrawingKind::Board && !self.pieces.is_empty() {
                let reason = "expected one board, found a second below a blank line\nhint: draw an empty row as .";
                return Err(self.fault(number, 1, reason));
            }
            if self.named == Some(true) {
                let reason = format!(
                    "expected the name of a {kind}, found a row\nhint: draw an empty row of a {kind} as ."
                );
                return Err(self.fault(number, 1, &reason));
            }
            self.begin(number, None);
        }
        let length = line.chars().count();
        if length > largest {
            let reason = format!("expected at most {largest} squares in a row, found {length}");
            return Err(self.fault(number, largest + 1, &reason));
        }
        if let Some(open) = &mut self.open
            && let Some((first, rows)) = open.layers.last_mut()
        {
            if rows.is_empty() {
                *first = number;
            }
            rows.push(line.to_owned());
            if rows.len() > largest {
                let reason = format!("expected at most {largest} rows, found another");
                return Err(self.fault(number, 1, &reason));
            }
        }
        Ok(())
    }

    fn dashes(&mut self, number: u64) -> Result<(), Error> {
        let largest = self.kind.largest();
        let Some(open) = self.open.as_mut().filter(|open| open.has_rows()) else {
            let reason = "expected a row of a layer above this line, found none";
            return Err(self.fault(number, 1, reason));
        };
        open.layers.push((number, Vec::new()));
        if open.layers.len() > largest {
            let reason = format!("expected at most {largest} layers, found another");
            return Err(self.fault(number, 1, &reason));
        }
        Ok(())
    }

    fn name(&mut self, number: u64, name: &str) -> Result<(), Error> {
        let kind = self.kind.name();
        let is_joined = self.open.as_ref().is_some_and(OpenPiece::has_rows);
        if is_joined && self.kind == DrawingKind::Polycubes {
            let reason = format!(
                "expected a row or a line - between layers, found {name:?}\n\
                 hint: a blank line comes before the name of a solid"
            );
            return Err(self.fault(number, 1, &reason));
        }
        self.end_piece()?;
        if self.named == Some(false) {
            let reason =
                format!("expected a row, found the name {name:?}\nhint: name each {kind}, or none");
            return Err(self.fault(number, 1, &reason));
        }
        if self.pieces.iter().any(|piece| piece.name == name) {
            return Err(self.fault(number, 1, &format!("the {kind} {name} occurs twice")));
        }
        if is_joined {
            self.joined_name.get_or_insert(number);
        }
        self.has_separate |= !is_joined && !self.pieces.is_empty();
        if let Some(joined) = self.joined_name.filter(|_| self.has_separate) {
            let reason = "expected a row, found a word\nhint: if it is a name, add a blank line before it, as before other names";
            return Err(self.fault(joined, 1, reason));
        }
        self.begin(number, Some(name));
        Ok(())
    }

    fn begin(&mut self, line: u64, name: Option<&str>) {
        self.named = Some(name.is_some());
        self.open = Some(OpenPiece {
            name: name.map(str::to_owned),
            line,
            layers: vec![(line, Vec::new())],
        });
    }

    /// Ends a piece, if there is one.
    fn end_piece(&mut self) -> Result<(), Error> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let whose = match &open.name {
            Some(name) => format!(" below {name:?}"),
            None => String::new(),
        };
        let mut layers = Vec::new();
        for (line, rows) in &open.layers {
            if rows.is_empty() && layers.is_empty() {
                return Err(self.nothing(open.line, &whose));
            }
            if rows.is_empty() {
                let reason = "expected a row of a layer below this line, found none";
                return Err(self.fault(*line, 1, reason));
            }
            if let Some(column) = blank_column(rows) {
                return Err(self.divided(*line, column));
            }
            layers.push(cells(rows));
        }
        if layers.iter().all(Vec::is_empty) {
            return Err(self.nothing(open.line, &whose));
        }
        let number = self.pieces.len() + 1;
        let name = open.name.unwrap_or_else(|| number.to_string());
        self.pieces.push(DrawnPiece { name, layers });
        Ok(())
    }

    /// Fault of a drawing that a blank column divides.
    fn divided(&self, line: u64, column: usize) -> Error {
        let column = column + 1;
        let reason = format!(
            "only blanks in column {column} of this drawing: one {} or two?\n\
             hint: draw an empty square as .{}",
            match self.kind {
                DrawingKind::Polycubes => "layer",
                kind => kind.name(),
            },
            match self.kind {
                DrawingKind::Board => "",
                DrawingKind::Polyominoes => ", and pieces below each other",
                DrawingKind::Polycubes => ", and layers below each other with a line - between",
            }
        );
        self.fault(line, column, &reason)
    }
}

/// Index of the first column between others that has blanks in all rows.
fn blank_column(rows: &[String]) -> Option<usize> {
    let is_drawn = |column: usize| {
        rows.iter()
            .any(|row| !matches!(row.chars().nth(column), None | Some(' ')))
    };
    let width = rows
        .iter()
        .map(|row| row.chars().count())
        .max()
        .unwrap_or(0);
    let first = (0..width).find(|&column| is_drawn(column))?;
    (first..width).find(|&column| !is_drawn(column))
}

fn cells(rows: &[String]) -> DrawnCells {
    let cells = rows.iter().enumerate().flat_map(|(row, line)| {
        let columns = line.chars().enumerate().filter(|(_, c)| *c == '#');
        columns.map(move |(column, _)| (row, column))
    });
    cells.collect()
}
