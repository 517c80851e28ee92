//! Records with columns: rows of separated fields, or JSON objects, one a line.
//!
//! ```text
//!     id,puzzle      id  puzzle      7 53..7… easy      {"id":7,"puzzle":"53..7…"}
//!     7,53..7…       7   53..7…      8 .6..1… hard      {"id":8,"puzzle":".6..1…"}
//! ```
//!
//! A [`RecordFormat`] has the names of the columns and the one that is wanted. Its records have the
//! fields, and the place of their faults.

use std::borrow::Cow;
use std::str::Utf8Error;

use super::delimited::{line_end, record_end, split};
use super::json_object::{JsonObject, repeated_key_reason};
use super::table_error::TableError;

/// Length in bytes from which a field is not the name of a column.
const LONGEST_NAME: usize = 40;

/// Line of an input, and column in characters, both from 1.
pub type Place = (u64, usize);

/// Place and reason of a fault in an input, or in a text that is part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: usize,
    /// Expected and found text.
    pub reason: String,
}

impl RecordFault {
    /// Creates a fault at the start of a text.
    pub fn at_start(reason: impl Into<String>) -> Self {
        Self::at((1, 1), reason)
    }

    /// Creates a fault at a line and a column.
    pub fn at((line, column): Place, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self {
            line,
            column,
            reason,
        }
    }

    /// Creates a fault at a byte of a text.
    pub fn at_byte(text: &[u8], at: usize, reason: impl Into<String>) -> Self {
        Self::at(place_of(text, at), reason)
    }

    /// Moves the fault of a text that begins at this line and column of its input.
    #[must_use]
    pub fn moved(self, line: u64, column: usize) -> Self {
        let column = if self.line == 1 { column } else { 1 };
        Self {
            line: self.line + line - 1,
            column: self.column + column - 1,
            ..self
        }
    }

    /// Returns the error for the input `name`.
    pub fn in_input(self, name: &str) -> TableError {
        TableError::Parse {
            name: name.to_owned(),
            line: self.line,
            column: self.column,
            reason: self.reason,
        }
    }
}

/// Returns the place of a byte of a text.
pub fn place_of(text: &[u8], at: usize) -> Place {
    let before = &text[..at.min(text.len())];
    let start = memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1);
    let column = 1 + String::from_utf8_lossy(&before[start..]).chars().count();
    (
        1 + memchr::memchr_iter(b'\n', before).count() as u64,
        column,
    )
}

/// Arrangement of the fields of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordSyntax {
    /// Fields between a delimiter, some perhaps in quotes (RFC 4180).
    Delimited(u8),
    /// Words between blanks.
    Words,
    /// Values of a JSON object in one line.
    Object,
}

/// Record of a text with columns.
#[derive(Debug)]
pub struct Record<'a> {
    /// First line, from 1.
    pub line: u64,
    /// Record as in the input, without the end of its last line.
    pub row: &'a [u8],
    /// Fields in the order of the columns. If there is a fault, they may be fewer or more.
    pub fields: &'a [Cow<'a, str>],
    /// Byte of `row` at which the field of the wanted column begins.
    pub offset: usize,
    /// Fault, if the record does not have a field for each column.
    pub fault: Option<RecordFault>,
}

/// Columns of an input, and the one that is wanted.
///
/// ```
/// use countless_table::records::{RecordFormat, RecordSyntax};
///
/// let header = ["id", "puzzle"].map(str::to_owned).to_vec();
/// let format = RecordFormat::new(RecordSyntax::Delimited(b','), header, 1, true);
/// let mut seen = Vec::new();
/// format.visit(b"7,53\n8,6,1\n", 2, |_| false, |record| {
///     let fault = record.fault.map(|fault| fault.reason);
///     seen.push((record.line, record.fields[1].to_string(), fault));
/// });
/// assert_eq!(seen[0], (2, "53".to_owned(), None));
/// assert_eq!(seen[1].2.as_deref(), Some("expected 2 fields, found 3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFormat {
    /// Arrangement of the fields.
    pub syntax: RecordSyntax,
    /// Names in the header, keys of the first objects, or numbers from 1.
    pub names: Vec<String>,
    /// Index of the wanted column, from 0.
    pub wanted: usize,
    /// True if the first line is a header.
    pub has_header: bool,
    /// True for each column that has numbers in the first records.
    pub numbers: Vec<bool>,
    /// True if objects with a key that the first objects lack are rejected, because all keys are
    /// passed on.
    pub passes_all: bool,
    /// True if a key may occur twice, because the user selects the wanted key by its number.
    repeats: bool,
}

impl RecordFormat {
    /// Creates the format of records whose first line has these fields: names if `has_header`.
    pub fn new(syntax: RecordSyntax, fields: Vec<String>, wanted: usize, has_header: bool) -> Self {
        let names = if has_header {
            fields
        } else {
            (1..=fields.len())
                .map(|number| number.to_string())
                .collect()
        };
        Self {
            syntax,
            numbers: vec![false; names.len()],
            names,
            wanted,
            has_header,
            passes_all: false,
            repeats: false,
        }
    }

    /// Creates the format of records with the column `wanted`, by its number from 1 or its name. The
    /// first line, which has these fields, is a header if the column has a name there, unless
    /// `is_content`.
    ///
    /// # Errors
    ///
    /// The reason, if the column does not exist, or if two columns have the name.
    pub fn with_column(
        syntax: RecordSyntax,
        fields: Vec<String>,
        wanted: &str,
        is_content: impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        let column = wanted_column(&fields, wanted)?;
        let by_number = column_by_number(wanted, fields.len()).is_some();
        let has_header = !by_number || is_name(&fields[column]) && !is_content(&fields[column]);
        Ok(Self::new(syntax, fields, column, has_header))
    }

    /// Creates the format of objects like the first one. The wanted key is `wanted`, or else the one
    /// that `find` returns.
    ///
    /// # Errors
    ///
    /// The reason, if the key does not exist, or if a key occurs twice and `wanted` is not a number.
    pub fn of_object(
        first: JsonObject,
        wanted: Option<&str>,
        find: impl FnOnce(&[String]) -> Result<usize, String>,
    ) -> Result<Self, String> {
        let repeated = first.repeated_key().map(repeated_key_reason);
        let names: Vec<String> = first.into_keys().collect();
        let by_number = wanted.and_then(|wanted| column_by_number(wanted, names.len()));
        let repeats = repeated.is_some();
        if let (Some(reason), None) = (repeated, by_number) {
            return Err(reason);
        }
        let column = match wanted {
            Some(wanted) => wanted_column(&names, wanted)?,
            None => find(&names)?,
        };
        Ok(Self {
            has_header: false,
            repeats,
            ..Self::new(RecordSyntax::Object, names, column, true)
        })
    }

    /// Finds the keys that the first object lacks, and the columns of numbers, in the first records.
    pub fn look_at_head(&mut self, head: &[u8], is_comment: impl Fn(&[u8]) -> bool) {
        if self.syntax == RecordSyntax::Object {
            for line in head.split(|&byte| byte == b'\n') {
                if let Ok(object) = serde_json::from_slice::<JsonObject>(line)
                    && (self.repeats || object.repeated_key().is_none())
                {
                    object.add_keys(&mut self.names);
                }
            }
        }
        let mut seen = vec![(false, true); self.names.len()];
        self.visit(head, 1, is_comment, |record| {
            if record.fields.len() == seen.len() {
                for ((any, all), field) in seen.iter_mut().zip(record.fields) {
                    *any |= !field.is_empty();
                    *all &= field.is_empty() || is_json_number(field);
                }
            }
        });
        self.numbers = seen.iter().map(|(any, all)| *any && *all).collect();
    }

    /// Returns the end of the first record of `text`, or `None` if it may go on.
    pub fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        match self.syntax {
            RecordSyntax::Delimited(delimiter) => record_end(text, delimiter, at_end),
            RecordSyntax::Words | RecordSyntax::Object => line_end(text, at_end),
        }
    }

    /// Visits the records of whole lines, except blank ones and comments. The first is on line
    /// `first`.
    pub fn visit(
        &self,
        text: &[u8],
        first: u64,
        is_comment: impl Fn(&[u8]) -> bool,
        mut visit: impl FnMut(Record<'_>),
    ) {
        // Both checks are much faster for all records at once.
        let utf8 = std::str::from_utf8(text).ok();
        let has_quotes = memchr::memchr(b'"', text).is_some();
        let (mut line, mut start) = (first, 0);
        let mut fields = Vec::with_capacity(self.names.len());
        while let Some(length) = self.record_end(&text[start..], true) {
            let part = start..start + length;
            let row = &text[part.clone()];
            if !row.trim_ascii().is_empty() && !is_comment(row) {
                let utf8 = utf8.map_or_else(|| std::str::from_utf8(row), |text| Ok(&text[part]));
                visit(self.read(row, utf8, line, &mut fields));
            }
            line += if has_quotes {
                memchr::memchr_iter(b'\n', row).count() as u64
            } else {
                1
            };
            start += length;
        }
    }

    /// Reads the record that begins on line `line` into `fields`, and drops their old content. `utf8`
    /// is the same text, if it is valid.
    pub fn read<'a: 'f, 'f>(
        &self,
        row: &'a [u8],
        utf8: Result<&'a str, Utf8Error>,
        line: u64,
        fields: &'f mut Vec<Cow<'a, str>>,
    ) -> Record<'f> {
        fields.clear();
        let mut record = Record {
            line,
            row: without_end(row),
            fields: &[],
            offset: 0,
            fault: None,
        };
        let text = match utf8 {
            Ok(text) => text,
            Err(error) => {
                let fault = RecordFault::at_byte(row, error.valid_up_to(), "not UTF-8 text");
                record.fault = Some(fault.moved(line, 1));
                return record;
            }
        };
        match self.syntax {
            RecordSyntax::Delimited(delimiter) => split(text, delimiter, |start, field| {
                if fields.len() == self.wanted {
                    record.offset = start;
                }
                fields.push(field);
            }),
            RecordSyntax::Words => {
                for word in text.split_ascii_whitespace() {
                    if fields.len() == self.wanted {
                        record.offset = word.as_ptr().addr() - text.as_ptr().addr();
                    }
                    fields.push(Cow::Borrowed(word));
                }
            }
            RecordSyntax::Object => match self.read_object(text.trim_end(), fields) {
                Ok(offset) => record.offset = offset,
                Err(fault) => {
                    record.fault = Some(fault.moved(line, 1));
                    return record;
                }
            },
        }
        record.fields = fields;
        let (found, expected) = (record.fields.len(), self.names.len());
        if found != expected {
            let reason = format!("expected {expected} fields, found {found}");
            record.fault = Some(RecordFault::at_start(reason).moved(line, 1));
        }
        record
    }

    /// Returns the byte at which the field of a column begins in a row.
    pub fn start_of(&self, row: &str, column: usize) -> usize {
        let format = Self {
            wanted: column,
            ..self.clone()
        };
        format
            .read(row.as_bytes(), Ok(row), 1, &mut Vec::new())
            .offset
    }

    /// Reads the values of an object in the order of the columns. Returns the byte at which the wanted
    /// value begins.
    fn read_object(&self, row: &str, fields: &mut Vec<Cow<'_, str>>) -> Result<usize, RecordFault> {
        let mut object: JsonObject = serde_json::from_str(row).map_err(|error| RecordFault {
            column: error.column().max(1),
            ..RecordFault::at_start("not an object of JSON")
        })?;
        if let Some(key) = object.repeated_key().filter(|_| !self.repeats) {
            return Err(RecordFault::at_start(repeated_key_reason(key)));
        }
        let mut values: Vec<Option<String>> = Vec::with_capacity(self.names.len());
        values.extend(self.names.iter().map(|name| object.take(name)));
        let Some(wanted) = &values[self.wanted] else {
            let reason = format!("no key {:?}", self.names[self.wanted]);
            return Err(RecordFault::at_start(reason));
        };
        if self.passes_all
            && let Some((key, reason)) = object.unexpected_key()
        {
            let at = row.find(&format!("\"{key}\"")).unwrap_or(0);
            return Err(RecordFault::at_byte(row.as_bytes(), at, reason));
        }
        let content = wanted.trim_start();
        let at = row.find(content.trim_end()).unwrap_or(0);
        let offset = at.saturating_sub(wanted.len() - content.len());
        let values = values.into_iter().map(Option::unwrap_or_default);
        fields.extend(values.map(Cow::Owned));
        Ok(offset)
    }
}

/// Returns a row without its line end.
fn without_end(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

/// Parses the number of a column, from 1 to `columns`. Returns the index from 0.
pub fn column_by_number(wanted: &str, columns: usize) -> Option<usize> {
    let index = wanted.parse::<usize>().ok()?.checked_sub(1)?;
    (index < columns).then_some(index)
}

/// Returns the reason of a fault: the missing column `wanted`.
pub fn missing_column(wanted: &str, names: &[String]) -> String {
    // Without a header, these would be the fields of the first row.
    let columns = if names.iter().all(|name| name.len() < LONGEST_NAME) {
        format!("; the columns are {}", names.join(", "))
    } else {
        String::new()
    };
    format!(
        "found no column {wanted}, by its name or its number from 1 to {}{columns}",
        names.len()
    )
}

/// Returns the column that `wanted` selects: by its number from 1, or else by its name.
///
/// # Errors
///
/// The reason, if the column does not exist, or if two columns have the name.
///
/// ```
/// use countless_table::records::wanted_column;
///
/// let names = ["id", "puzzle", "2", "Puzzle"].map(str::to_owned);
/// assert_eq!(wanted_column(&names, "2"), Ok(1));
/// assert_eq!(wanted_column(&names, "id"), Ok(0));
/// let twice = wanted_column(&names, "puzzle").unwrap_err();
/// assert!(twice.starts_with("columns 2 and 4 are called puzzle"));
/// ```
pub fn wanted_column(names: &[String], wanted: &str) -> Result<usize, String> {
    if let Some(number) = column_by_number(wanted, names.len()) {
        return Ok(number);
    }
    usual_column(names, &[wanted])?.ok_or_else(|| missing_column(wanted, names))
}

/// Returns the column of the first of the `usual` names that exists, ignoring ASCII case.
///
/// # Errors
///
/// The reason, if two columns have the name.
pub fn usual_column(names: &[String], usual: &[&str]) -> Result<Option<usize>, String> {
    for name in usual {
        match only_column(names, name) {
            Ok(None) => {}
            Ok(column) => return Ok(column),
            Err([first, second]) => {
                return Err(format!(
                    "columns {first} and {second} are called {name}\n\
                     hint: --column {first} selects the first"
                ));
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
/// use countless_table::records::places_by_name;
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
