//! Rows of delimited values (RFC 4180), with any content.
//!
//! Unlike the `csv` crate, all functions work on slices of the input and report the offset of each
//! field in its row.

use std::borrow::Cow;

use super::table_error::TableError;

/// Characters that separate fields.
pub const DELIMITERS: &[u8] = b",;\t";

/// Length in bytes from which a quoted field is not accepted: its quote is an ordinary character.
///
/// Likewise a field of several lines is not accepted if its closing quote is followed by anything
/// but a delimiter or the end of the row. That quote opens another field. So an unclosed quote
/// damages one row, not the rest of the input.
const LONGEST_QUOTE: usize = 64 << 10;

/// Length in bytes from which a field is not the name of a column.
const LONGEST_NAME: usize = 40;

/// Returns the most frequent delimiter of a row.
pub fn delimiter_of(row: &[u8]) -> u8 {
    let count = |delimiter: &u8| memchr::memchr_iter(*delimiter, row).count();
    let all = DELIMITERS.iter().copied().rev();
    all.max_by_key(count).unwrap_or(b',')
}

/// Parses the number of a column, from 1 to `columns`. Returns the index from 0.
pub fn column_by_number(wanted: &str, columns: usize) -> Option<usize> {
    let index = wanted.parse::<usize>().ok()?.checked_sub(1)?;
    (index < columns).then_some(index)
}

/// Returns the error for the missing column `wanted`, in line `line` of the input `input`.
pub fn missing_column(wanted: &str, names: &[String], input: &str, line: u64) -> TableError {
    // Without a header, these would be the fields of the first row.
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

/// Returns the column that `wanted` selects: by its number from 1, or else by its name.
///
/// # Errors
///
/// [`TableError::Parse`] for line `line` of the input `input`, if the column does not exist, or if two
/// columns have the name.
///
/// ```
/// use countless_table::delimited::wanted_column;
///
/// let names = ["id", "puzzle", "2", "Puzzle"].map(str::to_owned);
/// let column = |wanted| wanted_column(&names, wanted, "table.csv", 1);
/// assert_eq!(column("2")?, 1);
/// assert_eq!(column("id")?, 0);
/// let twice = column("puzzle").unwrap_err().to_string();
/// assert!(twice.contains("columns 2 and 4 are called puzzle"));
/// # Ok::<(), countless_table::TableError>(())
/// ```
pub fn wanted_column(
    names: &[String],
    wanted: &str,
    input: &str,
    line: u64,
) -> Result<usize, TableError> {
    if let Some(number) = column_by_number(wanted, names.len()) {
        return Ok(number);
    }
    let named = usual_column(names, &[wanted], input, line)?;
    named.ok_or_else(|| missing_column(wanted, names, input, line))
}

/// Returns the column of the first of the `usual` names that exists, ignoring ASCII case.
///
/// # Errors
///
/// [`TableError::Parse`] for line `line` of the input `input`, if two columns have the name.
pub fn usual_column(
    names: &[String],
    usual: &[&str],
    input: &str,
    line: u64,
) -> Result<Option<usize>, TableError> {
    for name in usual {
        match only_column(names, name) {
            Ok(None) => {}
            Ok(column) => return Ok(column),
            Err([first, second]) => {
                return Err(TableError::Parse {
                    name: input.to_owned(),
                    line,
                    column: 1,
                    reason: format!(
                        "columns {first} and {second} are called {name}\n\
                         hint: --column {first} selects the first"
                    ),
                });
            }
        }
    }
    Ok(None)
}

/// Returns the column of a name, ignoring ASCII case.
///
/// # Errors
///
/// The numbers, from 1, of the first two columns with the name, if there are several.
pub fn only_column(names: &[String], name: &str) -> Result<Option<usize>, [usize; 2]> {
    let mut same = (0..names.len()).filter(|&at| names[at].eq_ignore_ascii_case(name));
    match (same.next(), same.next()) {
        (Some(first), Some(second)) => Err([first + 1, second + 1]),
        (column, _) => Ok(column),
    }
}

/// Returns the column of the first of the wanted names that exists, ignoring ASCII case.
pub fn find(names: &[String], wanted: &[&str]) -> Option<usize> {
    wanted.iter().find_map(|wanted| {
        names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(wanted))
    })
}

/// Names of columns that change the puzzles of a table.
const RULE_COLUMNS: [&str; 3] = ["cages", "regions", "rules"];

/// Returns the first column that changes the puzzles of a table, besides the column `puzzle` and
/// those called `used`.
pub fn unused_rules<'a>(names: &'a [String], puzzle: usize, used: &[&str]) -> Option<&'a str> {
    let is_one_of = |name: &str, all: &[&str]| all.iter().any(|one| name.eq_ignore_ascii_case(one));
    let others = names.iter().enumerate().filter(|(at, _)| *at != puzzle);
    let mut names = others.map(|(_, name)| name.as_str());
    names.find(|name| is_one_of(name, &RULE_COLUMNS) && !is_one_of(name, used))
}

/// Returns the place in `there` of each name in `wanted`, or `None` unless both have the same names.
/// Equal names are taken in order.
///
/// ```
/// use countless_table::delimited::places_by_name;
///
/// assert_eq!(places_by_name(&["a", "b", "a"], &["a", "a", "b"]), Some(vec![0, 2, 1]));
/// assert_eq!(places_by_name(&["a", "b"], &["a", "a", "b"]), None);
/// ```
pub fn places_by_name<T: AsRef<str>>(wanted: &[T], there: &[T]) -> Option<Vec<usize>> {
    let find = |(at, name): (usize, &T)| {
        let is_same = |other: &&T| other.as_ref() == name.as_ref();
        let before = wanted[..at].iter().filter(is_same).count();
        let mut same = (0..there.len()).filter(|&place| is_same(&&there[place]));
        same.nth(before)
    };
    let places: Option<Vec<usize>> = wanted.iter().enumerate().map(find).collect();
    places.filter(|places| places.len() == there.len())
}

/// Returns a name for the column `name` of the input where the output has a column of this name:
/// `given_name`, with further prefixes as long as one of `names` is the same.
pub fn given_name(name: &str, names: &[String]) -> String {
    let mut given = format!("given_{name}");
    while names.contains(&given) {
        given.insert_str(0, "given_");
    }
    given
}

/// Returns whether a field is the name of a column rather than a puzzle.
pub fn is_name(field: &str) -> bool {
    field.len() < LONGEST_NAME && field.starts_with(|c: char| c.is_alphabetic())
}

/// Returns whether a field is a JSON number of at most 15 digits. Every program keeps that many
/// digits exactly.
pub fn is_json_number(field: &str) -> bool {
    let digits = field.bytes().filter(u8::is_ascii_digit).count();
    (1..=15).contains(&digits)
        && field.trim_ascii() == field
        && serde_json::from_str::<serde_json::Number>(field).is_ok()
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
            let inner = &rest[1..quoted - 1];
            visit(start + 1, unquote(inner, &rest[quoted..end]));
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
