//! Rows of delimited values (RFC 4180), with any content.
//!
//! Unlike the `csv` crate, all functions work on slices of the input and report the offset of each
//! field in its row.

use std::borrow::Cow;

/// Characters that separate fields.
pub const DELIMITERS: &[u8] = b",;\t";

/// Length in bytes from which a quoted field is not accepted: its quote is an ordinary character.
///
/// Likewise a field of several lines is not accepted if its closing quote is followed by anything
/// but a delimiter or the end of the row. That quote opens another field. So an unclosed quote
/// damages one row, not the rest of the input.
const LONGEST_QUOTE: usize = 64 << 10;

/// Returns the most frequent delimiter of a row.
pub fn delimiter_of(row: &[u8]) -> u8 {
    let count = |delimiter: &u8| memchr::memchr_iter(*delimiter, row).count();
    let all = DELIMITERS.iter().copied().rev();
    all.max_by_key(count).unwrap_or(b',')
}

/// Returns the end of the first line of `text`, or `None` if the line may continue.
pub fn line_end(text: &[u8], at_end: bool) -> Option<usize> {
    match memchr::memchr(b'\n', text) {
        Some(feed) => Some(feed + 1),
        None => (at_end && !text.is_empty()).then_some(text.len()),
    }
}

/// Returns the end of the first record of `text`, or `None` if the record may continue.
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

/// Returns the names in a header, or `None` if it is not UTF-8.
pub fn names(header: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let mut names = Vec::new();
    split(std::str::from_utf8(header).ok()?, delimiter, |_, field| {
        names.push(field.trim().to_owned());
    });
    Some(names)
}

/// Visits the fields of a row, with the offset at which the text of each starts.
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
            visit(start + 1, unquote(&rest[1..quoted - 1], &rest[quoted..end]));
        }
        if end == rest.len() {
            return;
        }
        start += end + 1;
    }
}

/// Returns the text between the quotes of a field, followed by the text after them.
fn unquote<'a>(inner: &'a str, after: &str) -> Cow<'a, str> {
    if after.is_empty() && !inner.contains('"') {
        Cow::Borrowed(inner)
    } else {
        Cow::Owned(inner.replace("\"\"", "\"") + after)
    }
}

/// Extent of the field at the start of a text.
struct FieldExtent {
    /// Length of the quoted part, with its quotes; 0 without quotes.
    quoted: usize,
    /// Length of the field, without its delimiter.
    end: usize,
    /// True for the last field of the row.
    is_last: bool,
}

/// Finds the end of the field at the start of `text`. Returns `None` if the field may continue.
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

/// Returns the length of the quoted part at the start of `text`, with its quotes. It is 0 without
/// quotes, and `None` if it depends on the following bytes.
#[inline]
fn quoted_length(text: &[u8], delimiter: u8, at_end: bool) -> Option<usize> {
    if text.first() == Some(&b'"') {
        closed_quote_length(text, delimiter, at_end)
    } else {
        Some(0)
    }
}

/// Returns `quoted_length` of a text that begins with a quote.
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

/// Appends a row of texts.
pub(super) fn push_fields(
    row: &mut Vec<u8>,
    fields: impl IntoIterator<Item = impl AsRef<str>>,
    delimiter: u8,
) {
    let start = row.len();
    for field in fields {
        push_field(row, field.as_ref().as_bytes(), delimiter);
        row.push(delimiter);
    }
    end_row(row, start);
}

/// Ends a row that began at `start`, in which a delimiter follows each field. A lone empty field is
/// quoted, because readers skip blank lines. A row without fields is not written.
#[inline]
pub(super) fn end_row(row: &mut Vec<u8>, start: usize) {
    match row.len() - start {
        0 => return,
        1 => row.splice(start.., *b"\"\"").for_each(drop),
        _ => drop(row.pop()),
    }
    row.push(b'\n');
}

/// Appends a field, quoted if necessary (RFC 4180).
#[inline]
pub(super) fn push_field(row: &mut Vec<u8>, field: &[u8], delimiter: u8) {
    let special = |byte: u8| byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    // A loop without an early end is compiled to vectors.
    let is_quoted = field.iter().fold(false, |is, &byte| is | special(byte));
    if !is_quoted {
        row.extend_from_slice(field);
        return;
    }
    row.push(b'"');
    for &byte in field {
        if byte == b'"' {
            row.push(b'"');
        }
        row.push(byte);
    }
    row.push(b'"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the fields of all rows of a text.
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
