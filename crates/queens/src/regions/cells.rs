//! Lines of a text that should be a board, and their squares.
//!
//! A row of a board is a line in one of these layouts:
//!
//! ```text
//!     AABB    A A B B    10 10 12 12    A,A,B,B    | A | A | B | B |    [0, 0, 1, 1]
//! ```
//!
//! A field between separators is one square. The reader drops only separators, frames, and the
//! numbers of rows and columns if all are present. It does not drop other characters to make a
//! layout fit. Lines are divided into fields like those of sudokus, with the name of a region in
//! place of a digit.

use super::super::MAX_N;
use super::Regions;
use countless_table::records::RecordFault;
use countless_text::{FieldRow, TextField, is_box_drawing, lists};

/// Board, and its squares as written if each is a single letter or digit.
#[derive(Debug)]
pub struct ReadRegions {
    pub regions: Regions,
    pub letters: Option<String>,
}

/// Reason of a fault: a text without squares.
pub(super) const NO_SQUARES: &str = "expected N lines of N squares, found none";

/// Reason of a fault: an empty field.
const EMPTY_FIELD: &str = "nothing between two separators";

/// Byte of the text at which a fault is, and its reason.
type ByteFault = (usize, String);

/// Lines as one text, without comments, frames and empty lines.
struct ContentLines<'a> {
    text: String,
    /// Byte at which each line begins, and the line.
    lines: Vec<(usize, &'a BoardLine)>,
}

impl<'a> ContentLines<'a> {
    fn of(lines: &'a [BoardLine]) -> Self {
        let mut shown = Self {
            text: String::new(),
            lines: Vec::with_capacity(lines.len()),
        };
        for line in lines {
            if !line.is_blank() && !line.is_border() {
                shown.lines.push((shown.text.len(), line));
                shown.text.push_str(line.without_comment());
                shown.text.push('\n');
            }
        }
        shown
    }

    /// Finds the place of a fault in the lines.
    fn fault(&self, (at, reason): ByteFault) -> RecordFault {
        let after = self.lines.partition_point(|&(start, _)| start <= at);
        match self.lines[..after].last() {
            Some(&(start, line)) => line.fault(at - start, reason),
            None => RecordFault::at_start(reason),
        }
    }

    /// Returns all possible divisions of the lines into squares.
    fn readings(&self) -> Result<Vec<Vec<FieldRow<'_>>>, ByteFault> {
        let Some((_, first)) = self.lines.first() else {
            return Ok(Vec::new());
        };
        if first.is_bracketed() {
            return Ok(vec![bracketed(&self.text)?]);
        }
        let lines = self
            .lines
            .iter()
            .map(|&(at, line)| countless_text::LineSlice {
                text: line.without_comment(),
                at,
            });
        if let Some(between) = first.without_comment().chars().find(|&c| is_separator(c)) {
            let rows = lines.map(|line| separated(line, between));
            return Ok(vec![rows.collect::<Result<_, _>>()?]);
        }
        let words = lines.map(|line| line.parts(char::is_whitespace));
        let mut words: Vec<FieldRow<'_>> = words.collect();
        remove_numbers(&mut words);
        if let Some(rows) = rows_of_words(&words)? {
            return Ok(vec![rows]);
        }
        let mut single = Vec::new();
        for row in &words {
            let mut cells = Vec::new();
            for &word in row {
                cells.extend(characters(word)?);
            }
            single.push(cells);
        }
        let lengths = |rows: &[FieldRow<'_>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
        let is_different = lengths(&single) != lengths(&words);
        let mut readings = vec![single];
        // Lines of one word each are not rows of one square.
        if is_different && words.iter().any(|row| row.len() > 1) {
            readings.push(words);
        }
        Ok(readings)
    }

    /// Reads the board of the lines.
    fn read(&self) -> Result<ReadRegions, ByteFault> {
        let is_binary = |c: char| c.is_control() && !c.is_whitespace();
        if let Some(at) = self.text.find(is_binary) {
            let reason = "expected the letters of a board, found binary data";
            return Err((at, reason.to_owned()));
        }
        let mut fault = None;
        let mut found: Option<ReadRegions> = None;
        for rows in self.readings()? {
            match board_of_rows(&rows) {
                Ok(read) => {
                    let other = found.as_ref().filter(|found| found.regions != read.regions);
                    if other.is_some() {
                        let reason = "expected one board, found one by characters and another by \
                                      words\nhint: commas between the squares";
                        return Err(fault_in(rows[0][0], reason));
                    }
                    found.get_or_insert(read);
                }
                Err(other) => {
                    // A reading with as many squares in each row as rows has the better message.
                    let is_better =
                        rows.len() > 1 && rows.iter().all(|row| row.len() == rows.len());
                    if fault.is_none() || is_better {
                        fault = Some(other);
                    }
                }
            }
        }
        found.ok_or_else(|| fault.unwrap_or((0, NO_SQUARES.to_owned())))
    }
}

/// Reads a board.
pub(super) fn read(lines: &[BoardLine]) -> Result<ReadRegions, RecordFault> {
    let shown = ContentLines::of(lines);
    shown.read().map_err(|bad| match lines.first() {
        Some(first) if shown.lines.is_empty() => first.fault(0, bad.1),
        _ => shown.fault(bad),
    })
}

impl BoardLine {
    /// Returns the possible numbers of squares of the line: by its characters, and by its words or
    /// fields.
    pub fn widths(&self) -> Vec<usize> {
        let shown = ContentLines::of(std::slice::from_ref(self));
        let readings = shown.readings().unwrap_or_default();
        let length = |rows: &Vec<FieldRow<'_>>| rows.iter().map(Vec::len).sum();
        readings.iter().map(length).collect()
    }

    /// Returns whether the line by itself is a board of at least `least` rows.
    pub fn is_board(&self, least: usize) -> bool {
        let read = read(std::slice::from_ref(self));
        read.is_ok_and(|read| read.regions.n() >= least)
    }

    /// Returns the squares of the line if it can be divided into `width` squares, else none.
    pub fn squares(&self, width: usize) -> Vec<String> {
        let shown = ContentLines::of(std::slice::from_ref(self));
        let readings = shown.readings().unwrap_or_default();
        let mut rows = readings.into_iter().map(|rows| rows.concat());
        let row = rows.find(|row| row.len() == width).unwrap_or_default();
        row.iter().map(|cell| cell.text.to_owned()).collect()
    }
}

fn fault_in(field: TextField<'_>, reason: impl Into<String>) -> ByteFault {
    (field.at, reason.into())
}

/// Returns the characters of words that are rows of a board: N words of N characters, on any lines.
fn rows_of_words<'a>(words: &[FieldRow<'a>]) -> Result<Option<Vec<FieldRow<'a>>>, ByteFault> {
    let all = words.concat();
    if all.len() < 2 {
        return Ok(None);
    }
    let mut rows = Vec::with_capacity(all.len());
    for &word in &all {
        if word.text.chars().count() < all.len() {
            return Ok(None);
        }
        rows.push(characters(word)?);
    }
    let is_board = rows.iter().all(|row| row.len() == all.len());
    Ok(is_board.then_some(rows))
}

/// Removes the numbers of columns and rows, if all are present.
fn remove_numbers(rows: &mut Vec<FieldRow<'_>>) {
    let Some((head, body)) = rows.split_first() else {
        return;
    };
    let is_number = |cell: &TextField<'_>, at: usize| cell.text == (at + 1).to_string();
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

/// Returns the characters of a word as squares.
fn characters(word: TextField<'_>) -> Result<FieldRow<'_>, ByteFault> {
    let mut cells: FieldRow<'_> = Vec::new();
    let mut is_joined = false;
    for (at, c) in word.text.char_indices() {
        let joins = matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}')
            || matches!(c, '\u{300}'..='\u{36f}' | '\u{1f3fb}'..='\u{1f3ff}');
        match cells.last_mut() {
            Some(cell) if joins || is_joined => {
                let from = cell.at - word.at;
                cell.text = &word.text[from..at + c.len_utf8()];
            }
            _ if c.is_ascii() && !c.is_ascii_alphanumeric() || joins || is_box_drawing(c) => {
                return Err(illegal(word.at + at, c));
            }
            _ => cells.push(TextField {
                text: &word.text[at..at + c.len_utf8()],
                at: word.at + at,
            }),
        }
        is_joined = c == '\u{200d}';
    }
    Ok(cells)
}

fn illegal(at: usize, c: char) -> ByteFault {
    let reason = match c {
        '*' => "`*` hides the region of its square: draw the board without pieces (--unsolved)"
            .to_owned(),
        c => format!(
            "expected a letter or digit of a region, found `{}`",
            c.escape_debug()
        ),
    };
    (at, reason)
}

/// Returns the fields of a line, separated by `between`. If that is a bar, any bar separates
/// fields.
fn separated(
    line: countless_text::LineSlice<'_>,
    between: char,
) -> Result<FieldRow<'_>, ByteFault> {
    let separates = |c: char| c == between || is_bar(between) && is_bar(c);
    let mut others = line.text.char_indices();
    if let Some((at, other)) = others.find(|&(_, c)| is_separator(c) && !separates(c)) {
        let reason = format!("`{other}` beside another separator of fields");
        return Err((line.at + at, reason));
    }
    let mut row = line.separated(separates);
    if is_bar(between) {
        let is_blank =
            |field: Option<&TextField<'_>>| field.is_some_and(|field| field.text.is_empty());
        match (is_blank(row.first()), is_blank(row.last())) {
            (true, true) if row.len() > 2 => {
                row.pop();
                row.remove(0);
            }
            (false, false) => {}
            _ => return Err((line.at, "a frame at one end of a row only".to_owned())),
        }
    }
    for &field in &row {
        let before = line.text[..field.at - line.at].chars().next_back();
        check_name(field, before.is_some_and(is_quote))?;
    }
    Ok(row)
}

/// Rejects a field that cannot be the name of a region. Quotes around it are already removed.
fn check_name(field: TextField<'_>, is_quoted: bool) -> Result<(), ByteFault> {
    if field.text.is_empty() {
        return Err(fault_in(field, EMPTY_FIELD));
    }
    if !is_quoted && field.text.starts_with(is_quote) {
        return Err(fault_in(field, "a quote that is never closed"));
    }
    let is_illegal = |c: char| {
        c.is_control()
            || is_quote(c)
            || is_box_drawing(c)
            || "[](){}*".contains(c)
            || !is_quoted && c.is_whitespace()
    };
    match field.text.char_indices().find(|&(_, c)| is_illegal(c)) {
        Some((at, c)) => Err(illegal(field.at + at, c)),
        None => Ok(()),
    }
}

/// Returns the innermost lists of nested lists, at any depth. If the rows are texts in one list,
/// each text gives its characters.
fn bracketed(text: &str) -> Result<Vec<FieldRow<'_>>, ByteFault> {
    let (rows, end) = lists::lists(text).map_err(|(at, reason)| (at, reason.to_owned()))?;
    // A comma may follow the last row.
    let behind = text[end..]
        .trim_start()
        .strip_prefix(',')
        .unwrap_or(&text[end..]);
    if let Some(c) = behind.trim_start().chars().next() {
        let at = text.len() - behind.trim_start().len();
        return Err((at, format!("expected the end of the list, found `{c}`")));
    }
    for &field in rows.iter().flatten() {
        let before = text[..field.at].chars().next_back();
        check_name(field, before.is_some_and(is_quote))?;
    }
    if let [row] = &rows[..]
        && row.len() > 1
        && row.iter().all(|field| field.text.chars().count() > 1)
    {
        let texts = row.iter().map(|&field| characters(field));
        let texts: Vec<FieldRow<'_>> = texts.collect::<Result<_, _>>()?;
        if texts.iter().all(|text| text.len() == row.len()) {
            return Ok(texts);
        }
    }
    Ok(rows)
}

/// Makes the board of rows of squares.
fn board_of_rows(rows: &[FieldRow<'_>]) -> Result<ReadRegions, ByteFault> {
    let Some(&first) = rows.iter().flatten().next() else {
        return Err((0, NO_SQUARES.to_owned()));
    };
    let total: usize = rows.iter().map(Vec::len).sum();
    if total > MAX_N * MAX_N {
        let most = MAX_N * MAX_N;
        let beyond = rows.iter().flatten().nth(most).unwrap_or(&first);
        return Err(fault_in(
            *beyond,
            format!("more than {most} squares are too many"),
        ));
    }
    let is_square = rows.iter().any(|row| row.len() == rows.len());
    let expected = if is_square { rows.len() } else { rows[0].len() };
    if let Some(row) = rows.iter().find(|row| row.len() != expected) {
        let place = *row.first().unwrap_or(&first);
        let found = row.len();
        return Err(fault_in(
            place,
            format!("expected {expected} squares in a row, found {found}"),
        ));
    }
    let n = total.isqrt();
    if n * n != total {
        let squares = if total == 1 { "square" } else { "squares" };
        return Err(fault_in(
            first,
            format!(
                "expected N lines of N squares, and blank lines between boards, \
             found {total} {squares}"
            ),
        ));
    }
    if rows.len() > 1 && rows.len() != n {
        let found = rows.len();
        return Err(fault_in(
            first,
            format!("expected as many rows as columns, found {found} rows of {expected} squares"),
        ));
    }
    let mut names: Vec<&str> = Vec::new();
    let mut of = Vec::with_capacity(total);
    for cell in rows.iter().flatten() {
        let place = names.iter().position(|&name| name == cell.text);
        if place.is_none() && names.len() == n {
            return Err(fault_in(
                *cell,
                format!("expected {n} regions on a board of {n} rows, found more"),
            ));
        }
        let region = place.unwrap_or(names.len());
        if place.is_none() {
            let is_illegal = |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control();
            if let Some(c) = cell.text.chars().find(is_illegal) {
                return Err(illegal(cell.at, c));
            }
            names.push(cell.text);
        }
        of.push(region as u8);
    }
    if names.len() < n {
        let found = names.len();
        return Err(fault_in(
            first,
            format!("expected {n} regions on a board of {n} rows, found {found}"),
        ));
    }
    let is_letter = |name: &&str| name.len() == 1 && name.as_bytes()[0].is_ascii_alphanumeric();
    let letters = names.iter().all(is_letter);
    let letters = letters.then(|| rows.iter().flatten().map(|cell| cell.text).collect());
    Ok(ReadRegions {
        regions: Regions {
            n,
            region_of_square: of.into(),
        },
        letters,
    })
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

/// Line of a text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Number of the line in the input, from 1.
    pub number: u64,
    /// Number of characters of the line before the text.
    pub indent: usize,
    pub text: String,
}

impl BoardLine {
    /// Makes a fault at a byte of the line.
    pub fn fault(&self, at: usize, reason: impl Into<String>) -> RecordFault {
        let fault = RecordFault::at_byte(self.text.as_bytes(), at, reason);
        fault.moved(self.number, 1 + self.indent)
    }

    /// Returns the text before a comment. A `#` outside of quotes begins a comment.
    pub fn without_comment(&self) -> &str {
        let mut is_quoted = false;
        let end = self.text.char_indices().find(|&(_, c)| {
            is_quoted ^= c == '"';
            c == '#' && !is_quoted
        });
        &self.text[..end.map_or(self.text.len(), |(at, _)| at)]
    }

    /// True if the line is empty except for a comment.
    pub fn is_blank(&self) -> bool {
        self.without_comment().trim().is_empty()
    }

    /// True if the line is only part of a frame: `+---+---+`.
    pub fn is_border(&self) -> bool {
        let is_drawn = |c: char| "+-=|".contains(c) || is_box_drawing(c) || c.is_whitespace();
        let text = self.without_comment();
        text.chars().all(is_drawn) && text.contains(|c| "-=".contains(c) || is_box_drawing(c))
    }

    /// True if the line begins with a bracket.
    pub fn is_bracketed(&self) -> bool {
        self.without_comment().trim_start().starts_with('[')
    }

    /// True if the line numbers the columns of a drawing: `1 2 3 4`.
    pub fn is_column_numbers(&self) -> bool {
        let mut numbers = 0..;
        let mut words = self.without_comment().split_whitespace().peekable();
        words.peek().is_some()
            && words.all(|word| {
                numbers
                    .next()
                    .is_some_and(|number: usize| word == (number + 1).to_string())
            })
    }
}
