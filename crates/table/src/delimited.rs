//! Rows of delimited values (RFC 4180), whatever they hold.
//!
//! All works on slices of the input and reports where in its row a field begins, which the
//! `csv` crate does not.

use std::borrow::Cow;

use super::table_error::TableError;

/// The characters that separate fields.
pub const DELIMITERS: &[u8] = b",;\t";

/// A quoted field longer than this is not one: its quote is an ordinary character.
///
/// Neither is a field of several lines whose closing quote is followed by something other than a
/// delimiter or the end of the row: that quote opens another field. So a quote that is never
/// closed damages one row, not the rest of the input.
const LONGEST_QUOTE: usize = 64 << 10;

/// A longer field is not the name of a column.
const LONGEST_NAME: usize = 40;

/// The delimiter that a row has most often.
pub fn delimiter_of(row: &[u8]) -> u8 {
    let count = |delimiter: &u8| memchr::memchr_iter(*delimiter, row).count();
    let all = DELIMITERS.iter().copied().rev();
    all.max_by_key(count).unwrap_or(b',')
}

/// A column called by its number from 1, counted from 0, if there are so many.
pub fn column_by_number(wanted: &str, columns: usize) -> Option<usize> {
    let index = wanted.parse::<usize>().ok()?.checked_sub(1)?;
    (index < columns).then_some(index)
}

/// The error of a row, on line `line` of the input `input`, without the column that is wanted.
pub fn missing_column(wanted: &str, names: &[String], input: &str, line: u64) -> TableError {
    // Without a header, these are the fields of the first row.
    let columns = if names.iter().all(|name| name.len() < LONGEST_NAME) {
        format!("; the columns are {}", names.join(", "))
    } else {
        String::new()
    };
    TableError::Parse {
        name: input.to_owned(),
        line,
        column: 1,
        reason: format!(
            "found no column {wanted}, by its name or its number from 1 to {}{columns}",
            names.len()
        ),
    }
}

/// Where the first record of `text` ends, if it ends.
pub fn record_end(text: &[u8], delimiter: u8, at_end: bool) -> Option<usize> {
    match memchr::memchr2(b'\n', b'"', text) {
        Some(at) if text[at] == b'\n' => Some(at + 1),
        None => (at_end && !text.is_empty()).then_some(text.len()),
        Some(_) => {
            let mut start = 0;
            loop {
                let field = next_field(&text[start..], delimiter, at_end)?;
                start += field.end;
                if field.is_last {
                    return Some(text.len().min(start + 1));
                }
                start += 1;
            }
        }
    }
}

/// The names in a header; `None` if it is not UTF-8.
pub fn names(header: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let mut names = Vec::new();
    split(std::str::from_utf8(header).ok()?, delimiter, |_, field| {
        names.push(field.trim().to_owned());
    });
    Some(names)
}

/// The first column that has the first of these names that there is, in any case.
pub fn find(names: &[String], wanted: &[&str]) -> Option<usize> {
    wanted.iter().find_map(|wanted| {
        names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(wanted))
    })
}

/// Whether a field is the name of a column rather than a puzzle.
pub fn is_name(field: &str) -> bool {
    field.len() < LONGEST_NAME && field.starts_with(|c: char| c.is_alphabetic())
}

/// Whether a field is a number that JSON has, too, short enough for every program to keep all
/// of its digits.
pub fn is_json_number(field: &str) -> bool {
    let digits = field.bytes().filter(u8::is_ascii_digit).count();
    (1..=15).contains(&digits)
        && field.trim_ascii() == field
        && serde_json::from_str::<serde_json::Number>(field).is_ok()
}

/// Visits the fields of a row, with the byte at which the text of each starts.
#[inline]
pub fn split<'a>(row: &'a str, delimiter: u8, mut visit: impl FnMut(usize, Cow<'a, str>)) {
    let row = row.strip_suffix('\n').unwrap_or(row);
    let row = row.strip_suffix('\r').unwrap_or(row);
    let mut start = 0;
    loop {
        let rest = &row[start..];
        let Some(FieldExtent { quoted, end, .. }) = next_field(rest.as_bytes(), delimiter, true)
        else {
            return visit(start, Cow::Borrowed(""));
        };
        if quoted == 0 {
            visit(start, Cow::Borrowed(&rest[..end]));
        } else {
            let inner = &rest[1..quoted - 1];
            visit(start + 1, unquote(inner, &rest[quoted..end]));
        }
        if end == rest.len() {
            return;
        }
        start += end + 1;
    }
}

/// The text between the quotes of a field, and what stands after them.
fn unquote<'a>(inner: &'a str, after: &str) -> Cow<'a, str> {
    if after.is_empty() && !inner.contains('"') {
        Cow::Borrowed(inner)
    } else {
        Cow::Owned(inner.replace("\"\"", "\"") + after)
    }
}

/// How the field at the start of a text lies in it.
struct FieldExtent {
    /// The length of the quoted part, with its quotes; 0 if there is none.
    quoted: usize,
    /// The length of the field, without what ends it.
    end: usize,
    /// Whether it ends its row.
    is_last: bool,
}

/// Finds the end of the field at the start of `text`; `None` if it may go on.
#[inline]
fn next_field(text: &[u8], delimiter: u8, at_end: bool) -> Option<FieldExtent> {
    let quoted = quoted_length(text, delimiter, at_end)?;
    match memchr::memchr2(delimiter, b'\n', &text[quoted..]) {
        Some(at) => Some(FieldExtent {
            quoted,
            end: quoted + at,
            is_last: text[quoted + at] == b'\n',
        }),
        None => (at_end && !text.is_empty()).then_some(FieldExtent {
            quoted,
            end: text.len(),
            is_last: true,
        }),
    }
}

/// The length of the quoted field at the start of `text`, with its quotes; 0 if
/// there is none, `None` if that depends on what follows.
#[inline]
fn quoted_length(text: &[u8], delimiter: u8, at_end: bool) -> Option<usize> {
    if text.first() == Some(&b'"') {
        closed_quote_length(text, delimiter, at_end)
    } else {
        Some(0)
    }
}

/// The same of a text that begins with a quote.
#[cold]
fn closed_quote_length(text: &[u8], delimiter: u8, at_end: bool) -> Option<usize> {
    let window = &text[..text.len().min(LONGEST_QUOTE)];
    let mut at = 1;
    loop {
        match memchr::memchr(b'"', window.get(at..).unwrap_or_default()) {
            Some(quote) => {
                at += quote + 1;
                match text.get(at) {
                    Some(b'"') => at += 1,
                    None if !at_end => return None,
                    Some(&next) if next != delimiter && next != b'\r' && next != b'\n' => {
                        let has_lines = memchr::memchr(b'\n', &text[..at]).is_some();
                        return Some(if has_lines { 0 } else { at });
                    }
                    _ => return Some(at),
                }
            }
            None if at_end || window.len() == LONGEST_QUOTE => return Some(0),
            None => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fields of all rows of a text.
    fn rows(mut text: &str) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        while let Some(end) = record_end(text.as_bytes(), b',', true) {
            let (row, rest) = text.split_at(end);
            let mut fields = Vec::new();
            split(row, b',', |_, field| fields.push(field.into_owned()));
            rows.push(fields);
            text = rest;
        }
        rows
    }

    fn written(field: &str) -> String {
        format!("\"{}\"", field.replace('"', "\"\""))
    }

    #[test]
    fn an_unclosed_quote_damages_one_row() {
        let text = "1,\"never closed\n2,plain\n3,\"a,b\"\n4,\"two\nlines\"\n";
        let expected: [&[&str]; 4] = [
            &["1", "\"never closed"],
            &["2", "plain"],
            &["3", "a,b"],
            &["4", "two\nlines"],
        ];
        assert_eq!(rows(text), expected);
    }

    proptest! {
        #[test]
        fn quoted_fields_are_read_as_written(
            table in prop::collection::vec(prop::collection::vec("[ab\",\n]{0,6}", 1..4), 0..6),
        ) {
            let text: String = table
                .iter()
                .map(|row| row.iter().map(|field| written(field)).collect::<Vec<_>>().join(",") + "\n")
                .collect();
            prop_assert_eq!(rows(&text), table);
        }

        #[test]
        fn rows_beside_an_unclosed_quote_are_whole(
            table in prop::collection::vec("[a-c][a-c, ]{0,5}", 1..8),
            which: prop::sample::Index,
        ) {
            let line = |field: &String| format!("7,{}\n", written(field));
            let mut lines: Vec<String> = table.iter().map(line).collect();
            let which = which.index(lines.len());
            lines[which].insert_str(2, "\"x\"\" ");
            let expected = |index: usize| vec!["7".to_owned(), table[index].clone()];
            let found = rows(&lines.concat());
            for index in (0..table.len()).filter(|&index| index != which) {
                prop_assert!(found.contains(&expected(index)), "{:?} of {:?}", table[index], found);
            }
        }
    }
}
