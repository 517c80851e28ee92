//! Guesses about an input in an unknown format, or with an unknown symbol.

use super::input_format;
use super::table_format::puzzles_beside_fields;
use countless_table::delimited::{DELIMITERS, names};
use countless_table::records::is_name;
use countless_text::Signs;

/// Reason and hint, if the first line has a puzzle beside other fields.
pub(super) fn puzzle_beside_fields(lines: &[(u64, &[u8])]) -> Option<String> {
    let (puzzles, between) = puzzles_beside_fields(lines.first()?.1)?;
    let column = puzzles[0] + 1;
    let what = match puzzles.get(1) {
        None => format!("a puzzle in field {column}"),
        Some(other) => format!("puzzles in fields {column} and {}", other + 1),
    };
    Some(format!(
        "fields between {between}, with {what}\nhint: --column {column}"
    ))
}

/// True if the first three lines draw the candidates of a row of cells, three in each line: `123
/// 1.3 ...`, `4.6 456 ..6`, `789 ... 7.9`.
pub(super) fn is_three_lines_a_row(lines: &[(u64, &[u8])]) -> bool {
    let is_third = |line: &[u8], digits: &[u8]| {
        let is_word_apart = |&byte: &u8| byte.is_ascii_whitespace() || byte == b'|';
        let words = line.split(is_word_apart).filter(|word| !word.is_empty());
        let mut number = 0;
        let fits = words.inspect(|_| number += 1).all(|word| {
            let is_digit = |(byte, digit)| [digit, &b'.', &b'-', &b'0'].contains(&byte);
            word.len() == digits.len() && word.iter().zip(digits).all(is_digit)
        });
        fits && number == 9
    };
    let thirds: [&[u8]; 3] = [b"123", b"456", b"789"];
    lines.len() >= 9
        && lines
            .iter()
            .zip(thirds)
            .all(|(&(_, line), digits)| is_third(line, digits))
}

/// True if the first lines are JSON, but not one object per line.
pub(super) fn is_json(lines: &[(u64, &[u8])]) -> bool {
    let Some((_, first)) = lines.first() else {
        return false;
    };
    let has_key = |(_, line): &(u64, &[u8])| line.contains(&b'"') && line.contains(&b':');
    first.trim_ascii_start().starts_with(b"{") && lines.iter().take(3).any(has_key)
        || first.trim_ascii_start().starts_with(b"[")
            && lines
                .iter()
                .take(3)
                .any(|line| has_key(line) && line.1.contains(&b'{') || line.1.trim_ascii() == b"{")
}

/// True if the first lines are a table with a header.
pub(super) fn is_headed(lines: &[(u64, &[u8])]) -> bool {
    let Some((_, first)) = lines.first() else {
        return false;
    };
    DELIMITERS.iter().any(|&delimiter| {
        let names = names(first, delimiter).unwrap_or_default();
        lines.len() > 1
            && names.len() > 1
            && names.iter().all(|name| is_name(name))
            && is_table(lines, delimiter)
    })
}

/// Reason why an input with these first lines is rejected: the format that it seems to have.
pub(super) fn unknown_format_reason(lines: &[(u64, &[u8])]) -> Option<String> {
    let &(_, first) = lines.first()?;
    let all = |is: fn(&str) -> bool| {
        lines
            .iter()
            .all(|(_, line)| std::str::from_utf8(line).is_ok_and(|line| is(line.trim())))
    };
    let text = String::from_utf8_lossy(first);
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let kind = if lines
        .iter()
        .any(|(_, line)| line.iter().any(|&byte| byte < 9 || byte == 127))
    {
        "a binary file\nhint: text may be compressed by gzip or Zstandard"
    } else if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        "HTML"
    } else if lower.starts_with('<') {
        "XML"
    } else if lower.starts_with("{\\rtf") {
        "a document in RTF"
    } else if is_three_lines_a_row(lines) {
        "candidates in three lines for each row of cells\n\
         hint: --format-in candidates reads nine lines of nine cells, as `countless sudoku show \
         --candidates` writes them"
    } else if is_json(lines) {
        if lower.starts_with('{') {
            "JSON that is not one object per line\nhint: jq -c . FILE writes an object in one line"
        } else {
            "JSON that is not one object per line\nhint: jq -c '.[]' FILE writes the objects of an array in lines"
        }
    } else if all(|line| line.starts_with("http://") || line.starts_with("https://")) {
        "a list of URLs"
    } else if all(is_candidates) {
        "candidates of another arrangement than nine lines of nine cells"
    } else if lines.len() > 1
        && DELIMITERS
            .iter()
            .any(|&delimiter| is_table(lines, delimiter))
    {
        "a table without a column of puzzles"
    } else {
        "plain text"
    };
    let (kind, hint) = match kind.split_once('\n') {
        Some((kind, hint)) => (kind, hint.to_owned()),
        None => (
            kind,
            format!(
                "hint: --format-in NAME names the format: {}",
                input_format::names()
            ),
        ),
    };
    Some(format!("no puzzle: this looks like {kind}\n{hint}"))
}

/// True if a line has nothing but groups of digits.
fn is_candidates(line: &str) -> bool {
    let is_part = |c: char| {
        c.is_ascii_digit()
            || c.is_whitespace()
            || "|+-=:.'(){}[]*".contains(c)
            || ('\u{2500}'..='\u{257f}').contains(&c)
    };
    line.chars().all(is_part)
}

/// True if all lines have the same number of fields, at least two.
fn is_table(lines: &[(u64, &[u8])], delimiter: u8) -> bool {
    let count = |line: &[u8]| memchr::memchr_iter(delimiter, line).count();
    let first = count(lines[0].1);
    first > 0 && lines.iter().all(|(_, line)| count(line) == first)
}

/// Most frequent character of the first lines that may stand for a cell, but is not a known symbol.
pub(super) struct UnknownSymbol {
    pub symbol: char,
    /// Line of the first one, from 0.
    pub line: u64,
    /// Column of the first one in characters, from 1.
    pub column: usize,
}

impl UnknownSymbol {
    /// Finds the symbol in lines of puzzles with `digits` digits.
    pub fn of(lines: &[(u64, &[u8])], signs: &Signs, digits: usize) -> Option<Self> {
        let mut found: Vec<(usize, Self)> = Vec::new();
        for &(line, text) in lines {
            let text = String::from_utf8_lossy(text);
            let unknown = text
                .chars()
                .zip(1..)
                .filter(|&(c, _)| signs.is_unknown(c, digits));
            for (symbol, column) in unknown {
                match found.iter_mut().find(|(_, other)| other.symbol == symbol) {
                    Some((count, _)) => *count += 1,
                    None => found.push((
                        1,
                        Self {
                            symbol,
                            line,
                            column,
                        },
                    )),
                }
            }
        }
        let most = found.into_iter().max_by_key(|(count, _)| *count);
        most.map(|(_, symbol)| symbol)
    }

    /// Symbols with which the lines may be readable, and hints at their flags.
    pub fn explanations(&self, signs: &Signs, digits: usize) -> Vec<(Signs, String)> {
        let symbol = self.symbol;
        let quote = if symbol.is_alphanumeric() { "" } else { "'" };
        let blank = signs.clone().with_blank(symbol).ok();
        let blank = blank.map(|signs| {
            let hint = format!("--blank {quote}{symbol}{quote} reads it as a blank");
            (signs, hint)
        });
        let letters = signs.with_letters(digits).map(|(signs, range)| {
            let hint = format!("--symbols {range} if A is the first digit");
            (signs, hint)
        });
        blank.into_iter().chain(letters).collect()
    }
}
