//! The squares of a board, as a text has them.
//!
//! A row of a board is a line of one of these layouts:
//!
//! ```text
//!     AABB    A A B B    10 10 12 12    A,A,B,B    | A | A | B | B |    [0, 0, 1, 1]
//! ```
//!
//! A field between separators is one square. Nothing is dropped but separators, frames, and the
//! numbers of rows and columns if all are there: a layout that fits only without some character
//! does not fit.

use super::super::MAX_N;
use super::Regions;

/// A line of a text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// The characters of the line before the text.
    pub indent: usize,
    pub text: String,
}

/// The place and kind of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: u64,
    /// In characters, from 1.
    pub column: usize,
    pub reason: String,
}

/// A square and its place.
#[derive(Clone, Copy, Debug)]
struct Cell<'a> {
    text: &'a str,
    line: &'a Line,
    /// In bytes.
    at: usize,
}

type Row<'a> = Vec<Cell<'a>>;

/// A board, and its squares as they are written if each is a single character.
pub(super) struct Read {
    pub regions: Regions,
    pub letters: Option<String>,
}

/// The text before the character at a byte.
pub(super) fn text_before(text: &str, at: usize) -> &str {
    let mut end = at.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

impl Line {
    /// The fault at a byte of it.
    pub fn fault(&self, at: usize, reason: impl Into<String>) -> Fault {
        let before = text_before(&self.text, at);
        Fault {
            line: self.number,
            column: 1 + self.indent + before.chars().count(),
            reason: reason.into(),
        }
    }

    /// The text before a comment, which a `#` outside of quotes begins.
    pub fn shown(&self) -> &str {
        let mut is_quoted = false;
        let end = self.text.char_indices().find(|&(_, c)| {
            is_quoted ^= c == '"';
            c == '#' && !is_quoted
        });
        &self.text[..end.map_or(self.text.len(), |(at, _)| at)]
    }

    /// Whether it is empty but for a comment.
    pub fn is_silent(&self) -> bool {
        self.shown().trim().is_empty()
    }

    /// Whether it is only part of a frame: `+---+---+`.
    pub fn is_border(&self) -> bool {
        let is_drawn = |c: char| "+-=|".contains(c) || is_box(c) || c.is_whitespace();
        let text = self.shown();
        text.chars().all(is_drawn) && text.contains(|c| "-=".contains(c) || is_box(c))
    }

    /// Whether its squares are in brackets.
    pub fn is_bracketed(&self) -> bool {
        self.shown().trim_start().starts_with('[')
    }

    /// How many squares it may have: by its characters, and by its words or fields.
    pub fn widths(&self) -> Vec<usize> {
        let readings = readings(std::slice::from_ref(self)).unwrap_or_default();
        let length = |rows: &Vec<Row<'_>>| rows.iter().map(Vec::len).sum();
        readings.iter().map(length).collect()
    }

    /// Whether it is a board of at least so many rows by itself.
    pub fn is_board(&self, least: usize) -> bool {
        let read = read(std::slice::from_ref(self));
        read.is_ok_and(|read| read.regions.n() >= least)
    }

    /// Its squares, where it has so many.
    pub fn squares(&self, width: usize) -> Vec<String> {
        let readings = readings(std::slice::from_ref(self)).unwrap_or_default();
        let mut rows = readings.into_iter().map(|rows| rows.concat());
        let row = rows.find(|row| row.len() == width).unwrap_or_default();
        row.iter().map(|cell| cell.text.to_owned()).collect()
    }

    /// Whether it numbers the columns of a drawing: `1 2 3 4`.
    pub fn is_ruler(&self) -> bool {
        let mut numbers = 0..;
        let mut words = self.shown().split_whitespace().peekable();
        words.peek().is_some()
            && words.all(|word| {
                numbers
                    .next()
                    .is_some_and(|number: usize| word == (number + 1).to_string())
            })
    }
}

/// Reads a board.
pub(super) fn read(lines: &[Line]) -> Result<Read, Fault> {
    let shown: Vec<Line> = lines
        .iter()
        .filter(|line| !line.is_silent() && !line.is_border())
        .cloned()
        .collect();
    let mut fault = None;
    let mut found: Option<Read> = None;
    for rows in readings(&shown)? {
        match fit(&rows, lines) {
            Ok(read) => {
                let other = found.as_ref().filter(|found| found.regions != read.regions);
                if other.is_some() {
                    let first = rows[0][0];
                    let reason = "its characters make one board, and its words another";
                    return Err(first.fault(reason));
                }
                found.get_or_insert(read);
            }
            Err(other) => {
                // The better reading has as many squares in each row as there are rows.
                let is_better = rows.len() > 1 && rows.iter().all(|row| row.len() == rows.len());
                if fault.is_none() || is_better {
                    fault = Some(other);
                }
            }
        }
    }
    let none = || {
        lines
            .first()
            .map_or_else(nowhere, |line| line.fault(0, EMPTY))
    };
    found.ok_or_else(|| fault.unwrap_or_else(none))
}

/// The reason of a text without squares.
const EMPTY: &str = "found 0 squares; expected a board of N × N";

/// The fault of a text without lines.
fn nowhere() -> Fault {
    Fault {
        line: 1,
        column: 1,
        reason: EMPTY.to_owned(),
    }
}

/// All ways to divide lines into squares.
fn readings(lines: &[Line]) -> Result<Vec<Vec<Row<'_>>>, Fault> {
    let Some(first) = lines.first() else {
        return Ok(Vec::new());
    };
    if first.is_bracketed() {
        let rows = bracketed(lines)?;
        // A list of rows, each of which is a text.
        if let [row] = &rows[..]
            && row.len() > 1
            && row.iter().all(|cell| cell.text.chars().count() > 1)
        {
            let texts = row
                .iter()
                .map(|cell| characters(cell.line, cell.at, cell.text));
            let texts: Vec<Row<'_>> = texts.collect::<Result<_, _>>()?;
            if texts.iter().all(|text| text.len() == row.len()) {
                return Ok(vec![texts]);
            }
        }
        return Ok(vec![rows]);
    }
    if first.shown().contains(is_separator) {
        let rows = lines.iter().map(|line| separated(line, first));
        return Ok(vec![rows.collect::<Result<_, _>>()?]);
    }
    let mut words: Vec<Row<'_>> = lines.iter().map(words).collect();
    unnumber(&mut words);
    if let Some(rows) = rows_of(&words)? {
        return Ok(vec![rows]);
    }
    let mut single = Vec::new();
    for row in &words {
        let mut cells = Vec::new();
        for word in row {
            cells.extend(characters(word.line, word.at, word.text)?);
        }
        single.push(cells);
    }
    let lengths = |rows: &[Row<'_>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
    let is_different = lengths(&single) != lengths(&words);
    let mut readings = vec![single];
    // A word alone is no square.
    if is_different && words.iter().any(|row| row.len() > 1) {
        readings.push(words);
    }
    Ok(readings)
}

/// The characters of words that are the rows of a board: N words of N characters, on any lines.
fn rows_of<'a>(words: &[Row<'a>]) -> Result<Option<Vec<Row<'a>>>, Fault> {
    let all = words.concat();
    if all.len() < 2 {
        return Ok(None);
    }
    let mut rows = Vec::with_capacity(all.len());
    for word in &all {
        if word.text.chars().count() < all.len() {
            return Ok(None);
        }
        rows.push(characters(word.line, word.at, word.text)?);
    }
    let is_board = rows.iter().all(|row| row.len() == all.len());
    Ok(is_board.then_some(rows))
}

/// Takes the numbers of columns and rows away, if all are there.
fn unnumber(rows: &mut Vec<Row<'_>>) {
    let Some((head, body)) = rows.split_first() else {
        return;
    };
    let is_number = |cell: &Cell<'_>, at: usize| cell.text == (at + 1).to_string();
    let is_ruler =
        head.len() == body.len() && head.iter().zip(0..).all(|(cell, at)| is_number(cell, at));
    let is_numbered = body
        .iter()
        .zip(0..)
        .all(|(row, at)| row.len() == head.len() + 1 && is_number(&row[0], at));
    if is_ruler && is_numbered && !body.is_empty() {
        rows.remove(0);
        for row in rows {
            row.remove(0);
        }
    }
}

/// The words of a line.
fn words(line: &Line) -> Row<'_> {
    let text = line.shown();
    let start = text.as_ptr() as usize;
    let cell = |word: &'_ str| (word.as_ptr() as usize - start, word.len());
    let words = text.split_whitespace().map(cell);
    let cell = |(at, length): (usize, usize)| Cell {
        text: &text[at..at + length],
        line,
        at,
    };
    words.map(cell).collect()
}

/// The characters of a word as squares.
fn characters<'a>(line: &'a Line, start: usize, word: &'a str) -> Result<Row<'a>, Fault> {
    let mut cells: Row<'a> = Vec::new();
    let mut is_joined = false;
    for (at, c) in word.char_indices() {
        let joins = matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}')
            || matches!(c, '\u{300}'..='\u{36f}' | '\u{1f3fb}'..='\u{1f3ff}');
        match cells.last_mut() {
            Some(cell) if joins || is_joined => {
                let from = cell.at - start;
                cell.text = &word[from..at + c.len_utf8()];
            }
            _ if c.is_ascii() && !c.is_ascii_alphanumeric() || joins || is_box(c) => {
                return Err(illegal(line, start + at, c));
            }
            _ => cells.push(Cell {
                text: &word[at..at + c.len_utf8()],
                line,
                at: start + at,
            }),
        }
        is_joined = c == '\u{200d}';
    }
    Ok(cells)
}

fn illegal(line: &Line, at: usize, c: char) -> Fault {
    let reason = match c {
        '*' => "`*` hides the region of its square: draw the board without pieces (--unsolved)"
            .to_owned(),
        c => format!(
            "expected a letter or digit of a region, found `{}`",
            c.escape_debug()
        ),
    };
    line.fault(at, reason)
}

/// The fields of a line, which are divided as those of the first.
fn separated<'a>(line: &'a Line, first: &Line) -> Result<Row<'a>, Fault> {
    let separator = first.shown().chars().find(|&c| is_separator(c));
    let is_like = |c: char| separator.is_some_and(|s| s == c || is_bar(s) && is_bar(c));
    let text = line.shown();
    if let Some((at, other)) = text
        .char_indices()
        .find(|&(_, c)| is_separator(c) && !is_like(c))
    {
        return Err(line.fault(at, format!("`{other}` beside another separator of fields")));
    }
    let (mut at, mut inner) = (text.len() - text.trim_start().len(), text.trim());
    if separator.is_some_and(is_bar) {
        match (inner.strip_prefix(is_bar), inner.strip_suffix(is_bar)) {
            (Some(rest), Some(_)) if rest.len() > 1 => {
                at += inner.len() - rest.len();
                inner = rest.trim_end_matches(is_bar);
                if rest.strip_suffix(is_bar) != Some(inner) {
                    return Err(line.fault(at + inner.len(), NOTHING));
                }
            }
            (None, None) => {}
            _ => return Err(line.fault(at, "a frame at one end of a row only")),
        }
    }
    let mut row = Vec::new();
    for field in inner.split(is_like) {
        let start = at + field.len() - field.trim_start().len();
        row.push(unquoted(line, start, field.trim())?);
        let after = at + field.len();
        at = after + text[after..].chars().next().map_or(0, char::len_utf8);
    }
    Ok(row)
}

/// The reason of a field that is empty.
const NOTHING: &str = "nothing between two separators";

/// A field without its quotes.
fn unquoted<'a>(line: &'a Line, at: usize, field: &'a str) -> Result<Cell<'a>, Fault> {
    let quote = field.chars().next().filter(|&c| is_quote(c));
    let (at, text) = match quote {
        None => (at, field),
        Some(quote) => match field[1..].strip_suffix(quote) {
            Some(text) => (at + 1, text),
            None => return Err(line.fault(at, "a quote that is never closed")),
        },
    };
    if text.trim().is_empty() {
        return Err(line.fault(at, NOTHING));
    }
    let is_bad = |c: char| {
        c.is_control()
            || is_quote(c)
            || is_box(c)
            || "[](){}*".contains(c)
            || quote.is_none() && c.is_whitespace()
    };
    match text.char_indices().find(|&(_, c)| is_bad(c)) {
        Some((place, c)) => Err(illegal(line, at + place, c)),
        None => Ok(Cell { text, line, at }),
    }
}

/// The innermost lists of lists, however deep.
fn bracketed(lines: &[Line]) -> Result<Vec<Row<'_>>, Fault> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    // Of each open list: whether it has fields, and lists.
    let mut open: Vec<(Row<'_>, bool)> = Vec::new();
    // Whether a value may come, and a comma or an end.
    let mut wants_value = true;
    for line in lines {
        let text = line.shown();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let here = at;
            at += c.len_utf8();
            match c {
                c if c.is_whitespace() => {}
                '[' if wants_value || open.is_empty() => {
                    if let Some((row, has_lists)) = open.last_mut() {
                        if !row.is_empty() {
                            return Err(line.fault(here, "a list beside squares"));
                        }
                        *has_lists = true;
                    }
                    open.push((Vec::new(), false));
                    wants_value = true;
                }
                ']' if !wants_value => match open.pop() {
                    Some((row, has_lists)) => {
                        if !has_lists {
                            rows.push(row);
                        }
                    }
                    None => return Err(line.fault(here, "`]` without `[`")),
                },
                ',' if !wants_value => wants_value = true,
                ',' | ']' => return Err(line.fault(here, NOTHING)),
                _ if !wants_value || open.is_empty() => {
                    return Err(line.fault(here, format!("`{c}` where a comma is expected")));
                }
                c => {
                    let length = if is_quote(c) {
                        text[at..].find(c).map_or(text.len() - here, |end| end + 2)
                    } else {
                        let end =
                            text[here..].find(|c: char| c.is_whitespace() || "[],".contains(c));
                        end.unwrap_or(text.len() - here)
                    };
                    let cell = unquoted(line, here, &text[here..here + length])?;
                    match open.last_mut() {
                        Some((row, false)) => row.push(cell),
                        _ => return Err(line.fault(here, "a square beside lists")),
                    }
                    at = here + length;
                    wants_value = false;
                }
            }
        }
    }
    match (lines.last(), open.is_empty()) {
        (Some(last), false) => Err(last.fault(last.text.len(), "`[` is never closed")),
        _ => Ok(rows),
    }
}

/// The board of rows of squares.
fn fit(rows: &[Row<'_>], lines: &[Line]) -> Result<Read, Fault> {
    let first = rows.iter().flatten().next();
    let Some(first) = first else {
        return Err(lines
            .first()
            .map_or_else(nowhere, |line| line.fault(0, EMPTY)));
    };
    let total: usize = rows.iter().map(Vec::len).sum();
    if total > MAX_N * MAX_N {
        let most = MAX_N * MAX_N;
        let beyond = rows.iter().flatten().nth(most).unwrap_or(first);
        return Err(beyond.fault(format!("more than {most} squares are too many")));
    }
    let is_square = rows.iter().any(|row| row.len() == rows.len());
    let expected = if is_square { rows.len() } else { rows[0].len() };
    if let Some(row) = rows.iter().find(|row| row.len() != expected) {
        let place = row.first().unwrap_or(first);
        let found = row.len();
        return Err(place.fault(format!("{found} instead of {expected} squares in a row")));
    }
    let n = total.isqrt();
    if n * n != total {
        let squares = if total == 1 { "square" } else { "squares" };
        return Err(first.fault(format!(
            "found {total} {squares}; expected a board of N × N"
        )));
    }
    if rows.len() > 1 && rows.len() != n {
        let found = rows.len();
        return Err(first.fault(format!(
            "found {found} rows of {expected} squares; expected as many rows as columns"
        )));
    }
    let mut names: Vec<&str> = Vec::new();
    let mut of = Vec::with_capacity(total);
    for cell in rows.iter().flatten() {
        let place = names.iter().position(|&name| name == cell.text);
        if place.is_none() && names.len() == n {
            return Err(cell.fault(format!("more than {n} regions on a board of {n} rows")));
        }
        let region = place.unwrap_or(names.len());
        if place.is_none() {
            let bad = |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control();
            if let Some(c) = cell.text.chars().find(bad) {
                return Err(illegal(cell.line, cell.at, c));
            }
            names.push(cell.text);
        }
        of.push(region as u8);
    }
    if names.len() < n {
        let found = names.len();
        return Err(first.fault(format!(
            "{found} regions instead of {n} on a board of {n} rows"
        )));
    }
    let is_letter = |name: &&str| name.len() == 1 && name.as_bytes()[0].is_ascii_alphanumeric();
    let letters = names.iter().all(is_letter);
    let letters = letters.then(|| rows.iter().flatten().map(|cell| cell.text).collect());
    Ok(Read {
        regions: Regions { n, of: of.into() },
        letters,
    })
}

impl Cell<'_> {
    fn fault(&self, reason: impl Into<String>) -> Fault {
        self.line.fault(self.at, reason)
    }
}

fn is_box(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

fn is_separator(c: char) -> bool {
    is_bar(c) || matches!(c, ',' | ';')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}
