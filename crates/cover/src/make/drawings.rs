//! Drawings of boards and pieces.
//!
//! ```text
//! # two pieces       a comment, before a piece
//! L                  a name: one word
//! ##                 a row: # is a cell, . or a blank is an empty square
//! #
//!                    a blank line ends a piece
//! 0-3 I              copies and name
//! ###
//!
//! AAB                a drawing without #: the cells of each letter are a piece of that name
//! ABB
//! ```
//!
//! Either all pieces that are drawn with `#` have names, or none has. Flat pieces may omit the blank
//! line before every name. In space, a line of `-` or `=`, or `|` in one column of all lines,
//! separates two layers. In a board, `+` is a cell that may stay empty. Any other line is an error.
//! So is a drawing with two readings: a blank row or column inside it could also separate two
//! drawings.

use std::ops::RangeInclusive;

use super::drawn_cells::{DrawingSource, DrawnRow, PlacedSign};
use crate::grid::{Point, are_connected};
use countless_engine::Error;
use countless_simd::distinct;

/// Board or piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub name: Option<String>,
    /// Number of copies.
    pub copies: RangeInclusive<u32>,
    /// Cells, and true for those that may stay empty.
    pub cells: Vec<(Point, bool)>,
}

/// Line of a text with drawings.
enum DrawingLine<'a> {
    Blank,
    Comment,
    /// Squares: `#`, `.` and blanks, in a board also `+`, and in space `|` between layers.
    Row,
    /// Dashes between two layers.
    Dashes,
    /// Number of copies, and name.
    Name(Option<&'a str>, &'a str),
    Other,
}

impl<'a> DrawingLine<'a> {
    /// Classifies a line without the blanks at its end.
    fn of(line: &'a str, source: DrawingSource<'_>) -> Self {
        let is_dash = |c: char| matches!(c, '-' | '=' | ' ');
        let is_bar = |c: char| c == '|' && !source.grid.is_flat();
        if line.is_empty() {
            Self::Blank
        } else if line.chars().all(|c| is_square(c, source) || is_bar(c)) {
            Self::Row
        } else if is_comment(line) {
            Self::Comment
        } else if line.chars().all(is_dash) {
            Self::Dashes
        } else {
            Self::name(line).unwrap_or(Self::Other)
        }
    }

    fn name(line: &'a str) -> Option<Self> {
        // With a dot, a word may be a row with a mistyped character.
        let is_in_name = |c: char| !c.is_whitespace() && !matches!(c, '#' | '.' | ':' | '|');
        let is_number = |c: char| c.is_ascii_digit() || c == '-';
        let (copies, name) = match line.split_once(' ') {
            Some((copies, name)) if !copies.is_empty() && copies.chars().all(is_number) => {
                (Some(copies), name.trim())
            }
            _ => (None, line),
        };
        let is_name = name.starts_with(char::is_alphanumeric) && name.chars().all(is_in_name);
        is_name.then_some(Self::Name(copies, name))
    }
}

/// Numbers of copies, such as `2` or `0-3`.
fn numbers(text: &str) -> Option<RangeInclusive<u32>> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (low <= high && high > 0).then_some(low..=high)
}

fn is_square(c: char, source: DrawingSource<'_>) -> bool {
    matches!(c, '#' | '.' | ' ') || c == '+' && source.is_board
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
    copies: RangeInclusive<u32>,
    line: u64,
    /// Rows between lines of dashes, each with the line before them.
    layers: Vec<(u64, Vec<DrawnRow>)>,
}

impl OpenPiece {
    fn has_rows(&self) -> bool {
        !self.layers[0].1.is_empty()
    }
}

/// Reader of the lines of a text.
struct DrawingReader<'a> {
    source: DrawingSource<'a>,
    lines: Vec<&'a str>,
    pieces: Vec<Drawing>,
    open: Option<OpenPiece>,
    /// True if the pieces have names; `None` before the first.
    named: Option<bool>,
    /// Line of the first name directly below rows.
    joined_name: Option<u64>,
    /// True if a blank line separates two pieces.
    has_separate: bool,
}

/// Reads the drawings of a text, at least one.
pub(super) fn read_drawings(text: &str, source: DrawingSource<'_>) -> Result<Vec<Drawing>, Error> {
    let mut reader = DrawingReader {
        source,
        lines: text.lines().map(str::trim_end).collect(),
        pieces: Vec::new(),
        open: None,
        named: None,
        joined_name: None,
        has_separate: false,
    };
    let mut at = 0;
    while let Some(&line) = reader.lines.get(at) {
        let end = reader.letters_end(at)?;
        if end > at {
            reader.letters(at, end)?;
            at = end;
        } else {
            reader.line(at as u64 + 1, line)?;
            at += 1;
        }
    }
    reader.end_piece()?;
    if reader.pieces.is_empty() {
        return reader.refuse_empty(1, "");
    }
    Ok(reader.pieces)
}

impl DrawingReader<'_> {
    fn hint(&self) -> &'static str {
        match self.source.kind() {
            "board" => "# is a cell, + one that may stay empty, . or a blank is an empty square",
            "piece" => {
                "# is a cell, . or a blank is an empty square; a name is one word in its own line"
            }
            _ => "# is a cube, . or a blank is an empty square; a line - separates layers",
        }
    }

    /// Refuses a drawing without cells; `whose` is the end of its description.
    fn refuse_empty<T>(&self, line: u64, whose: &str) -> Result<T, Error> {
        let kind = self.source.kind();
        let parts = if kind == "solid" { "cubes" } else { "cells" };
        let hint = self.hint();
        let reason =
            format!("expected the {parts} of a {kind} as #, found none{whose}\nhint: {hint}");
        self.source.refuse(line, 1, reason)
    }

    fn line(&mut self, number: u64, line: &str) -> Result<(), Error> {
        let has_rows = self.open.as_ref().is_some_and(OpenPiece::has_rows);
        match DrawingLine::of(line, self.source) {
            DrawingLine::Blank if has_rows => self.end_piece(),
            DrawingLine::Blank => Ok(()),
            DrawingLine::Comment if self.open.is_none() => Ok(()),
            DrawingLine::Comment => {
                let reason =
                    "a comment within a drawing\nhint: comments end before a drawing begins";
                self.source.refuse(number, 1, reason)
            }
            DrawingLine::Row => self.row(number, line),
            DrawingLine::Dashes if !self.source.grid.is_flat() => self.dashes(number),
            DrawingLine::Name(copies, name) if !self.source.is_board => {
                self.name(number, copies, name)
            }
            DrawingLine::Dashes | DrawingLine::Name(..) | DrawingLine::Other => {
                self.refuse_sign(number, line)
            }
        }
    }

    /// Refuses a line with a character that is not a square.
    fn refuse_sign(&self, number: u64, line: &str) -> Result<(), Error> {
        let mut signs = line.chars().enumerate();
        let other = signs.find(|(_, c)| !is_square(*c, self.source));
        let (at, c) = other.unwrap_or_default();
        let hint = self.hint();
        let reason = format!("expected a square, # or ., found {c:?}\nhint: {hint}");
        self.source.refuse(number, at + 1, reason)
    }

    fn row(&mut self, number: u64, line: &str) -> Result<(), Error> {
        let (kind, largest) = (self.source.kind(), self.source.grid.largest_side());
        if self.open.is_none() {
            if self.source.is_board && !self.pieces.is_empty() {
                let reason = "expected one board, found a second below a blank line\nhint: draw an empty row as .";
                return self.source.refuse(number, 1, reason);
            }
            if self.named == Some(true) {
                let reason = format!(
                    "expected the name of a {kind}, found a row\nhint: draw an empty row of a {kind} as ."
                );
                return self.source.refuse(number, 1, reason);
            }
            self.begin(number, 1..=1, None);
        }
        let layers = line.split('|').map(|layer| layer.chars().count());
        let length = layers.max().unwrap_or(0);
        if length > largest {
            let reason = format!("expected at most {largest} squares in a row, found {length}");
            return self.source.refuse(number, largest + 1, reason);
        }
        if let Some(open) = &mut self.open
            && let Some((_, rows)) = open.layers.last_mut()
        {
            rows.push(DrawnRow {
                line: number,
                signs: line.chars().collect(),
            });
            if rows.len() > largest {
                let reason = format!("expected at most {largest} rows, found another");
                return self.source.refuse(number, 1, reason);
            }
        }
        Ok(())
    }

    fn dashes(&mut self, number: u64) -> Result<(), Error> {
        let Some(open) = self.open.as_mut().filter(|open| open.has_rows()) else {
            let reason = "expected a row of a layer above this line, found none";
            return self.source.refuse(number, 1, reason);
        };
        open.layers.push((number, Vec::new()));
        Ok(())
    }

    fn name(&mut self, number: u64, copies: Option<&str>, name: &str) -> Result<(), Error> {
        let kind = self.source.kind();
        let is_joined = self.open.as_ref().is_some_and(OpenPiece::has_rows);
        if is_joined && !self.source.grid.is_flat() {
            let reason = format!(
                "expected a row or a line - between layers, found {name:?}\n\
                 hint: a blank line comes before the name of a solid"
            );
            return self.source.refuse(number, 1, reason);
        }
        self.end_piece()?;
        if self.named == Some(false) {
            let reason =
                format!("expected a row, found the name {name:?}\nhint: name each {kind}, or none");
            return self.source.refuse(number, 1, reason);
        }
        self.check_new(number, 1, name)?;
        if is_joined {
            self.joined_name.get_or_insert(number);
        }
        self.has_separate |= !is_joined && !self.pieces.is_empty();
        if let Some(joined) = self.joined_name.filter(|_| self.has_separate) {
            let reason = "expected a row, found a word\nhint: if it is a name, add a blank line before it, as before other names";
            return self.source.refuse(joined, 1, reason);
        }
        let Some(copies) = copies.map_or(Some(1..=1), numbers) else {
            let reason = format!("expected a number of copies before {name}, such as 2 or 0-3");
            return self.source.refuse(number, 1, reason);
        };
        self.begin(number, copies, Some(name));
        Ok(())
    }

    /// Refuses a name that is in use.
    fn check_new(&self, line: u64, column: usize, name: &str) -> Result<(), Error> {
        let mut names = self.pieces.iter().filter_map(|piece| piece.name.as_deref());
        if !names.any(|other| other == name) {
            return Ok(());
        }
        self.source.refuse(
            line,
            column,
            format!("the {} {name} occurs twice", self.source.kind()),
        )
    }

    fn begin(&mut self, line: u64, copies: RangeInclusive<u32>, name: Option<&str>) {
        self.named = Some(name.is_some());
        self.open = Some(OpenPiece {
            name: name.map(str::to_owned),
            copies,
            line,
            layers: vec![(line, Vec::new())],
        });
    }

    /// Ends a piece, if there is one.
    fn end_piece(&mut self) -> Result<(), Error> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let whose = open.name.as_ref().map(|name| format!(" below {name:?}"));
        let signs = if open.has_rows() {
            self.source.signs(&open.layers, false)?
        } else {
            Vec::new()
        };
        if signs.is_empty() {
            return self.refuse_empty(open.line, &whose.unwrap_or_default());
        }
        let cells = self.source.cells(&signs)?.into_iter().zip(&signs);
        self.pieces.push(Drawing {
            name: open.name,
            copies: open.copies,
            cells: cells.map(|(cell, sign)| (cell, sign.sign == '+')).collect(),
        });
        Ok(())
    }

    /// Index of the line behind a drawing in letters that begins at a line; that line itself if
    /// another drawing begins there.
    fn letters_end(&self, at: usize) -> Result<usize, Error> {
        let is_behind = |line: usize| {
            let line = DrawingLine::of(self.lines[line], self.source);
            matches!(line, DrawingLine::Blank | DrawingLine::Comment)
        };
        let begins =
            !self.source.is_board && self.open.is_none() && at.checked_sub(1).is_none_or(is_behind);
        let length = self.lines[at..].iter().take_while(|line| !line.is_empty());
        let block = &self.lines[at..at + length.count()];
        let is_sign = |c: char| match c {
            '.' | ' ' => true,
            '-' | '=' | '|' => !self.source.grid.is_flat(),
            _ => c.is_alphabetic(),
        };
        let letters_of = |lines: &[&str]| {
            let letters = lines.iter().flat_map(|line| line.chars());
            distinct(letters.filter(|c| c.is_alphabetic()).collect())
        };
        let letters = letters_of(block);
        if !begins || letters.is_empty() || !block.iter().all(|line| line.chars().all(is_sign)) {
            return Ok(at);
        }
        let is_word = block[0].chars().all(char::is_alphabetic);
        let first = letters_of(&block[..1]);
        if let [line] = block
            && is_word
        {
            let after = self.lines[at + 1..].iter().find(|line| !line.is_empty());
            let is_name = after
                .is_some_and(|line| matches!(DrawingLine::of(line, self.source), DrawingLine::Row));
            if is_name && first.len() == 1 && line.chars().nth(1).is_some() {
                let reason = format!(
                    "the name of the next {0}, or a {0} in letters?\n\
                     hint: a name stands in the line above its drawing",
                    self.source.kind()
                );
                return self.source.refuse(at as u64 + 1, 1, reason);
            }
            return Ok(if is_name || self.named == Some(true) {
                at
            } else {
                at + 1
            });
        }
        // A name above a drawing with another sign than #?
        let below = letters_of(&block[1..]);
        let is_apart = is_word && !first.iter().any(|letter| below.contains(letter));
        let is_bar = first.len() == 1 && block[0].chars().nth(1).is_some();
        if is_apart && below.is_empty() {
            return Ok(at);
        }
        if is_apart && below.len() == 1 && !is_bar {
            let reason = format!(
                "a name, or a {} in letters?\nhint: below a name, cells are #",
                self.source.kind()
            );
            return self.source.refuse(at as u64 + 1, 1, reason);
        }
        Ok(at + block.len())
    }

    /// Reads a drawing in letters.
    fn letters(&mut self, at: usize, end: usize) -> Result<(), Error> {
        let named = self.named;
        self.begin(at as u64 + 1, 1..=1, None);
        for at in at..end {
            let (number, line) = (at as u64 + 1, self.lines[at]);
            if matches!(DrawingLine::of(line, self.source), DrawingLine::Dashes) {
                self.dashes(number)?;
            } else {
                self.row(number, line)?;
            }
        }
        self.named = named;
        let layers = self.open.take().map(|open| open.layers);
        let signs = self.source.signs(&layers.unwrap_or_default(), true)?;
        let cells = self.source.cells(&signs)?;
        for (number, first) in signs.iter().enumerate() {
            let is_same = |other: &&PlacedSign| other.sign == first.sign;
            if signs[..number].iter().any(|other| is_same(&other)) {
                continue;
            }
            let name = first.sign.to_string();
            self.check_new(first.line, first.column, &name)?;
            let mine = cells.iter().zip(&signs).filter(|(_, sign)| is_same(sign));
            let mine: Vec<Point> = mine.map(|(&cell, _)| cell).collect();
            if !are_connected(self.source.grid, &mine) {
                let reason = format!(
                    "the cells of {name} do not touch: one {0} or several?\n\
                     hint: draw {0}s of several parts with #",
                    self.source.kind()
                );
                return self.source.refuse(first.line, first.column, reason);
            }
            self.pieces.push(Drawing {
                name: Some(name),
                copies: 1..=1,
                cells: mine.into_iter().map(|cell| (cell, false)).collect(),
            });
        }
        Ok(())
    }
}
