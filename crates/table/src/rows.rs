//! Rows of a table: names and types of their columns, and their fields, listed once for all formats.
//!
//! The input of the encoders of Parquet and of arrays is binary rows of typed values:
//!
//! ```text
//! beginning   "typed rows 1\n", the length of the columns; each column a type, the length of its
//!             name, the name
//! row         the length of its values; each value a tag and its bytes
//! ```
//!
//! Lengths have 32 bits, numbers 64 or 128. All are little-endian. A ledger stores its rows in this
//! format in a file beside it, until their table is complete.

use std::convert::Infallible;
use std::io::{self, Write};

use super::number_type::NumberType;
use super::records::is_json_number;

/// Names and types of the columns of a table. Only typed formats use the types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Columns {
    all: Vec<Column>,
    numbers: NumberType,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    name: String,
    value_type: ColumnType,
    /// Prefix of the column names of a list, and the length of the list.
    list: Option<(&'static str, usize)>,
}

/// Type of the values of a column. Typed rows store its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    Text,
    /// Numbers of up to 63 bits.
    Number,
    /// Numbers of up to 38 digits.
    BigNumber,
    /// Numbers with decimal places.
    Decimal,
}

impl ColumnType {
    const ALL: [Self; 4] = [Self::Text, Self::Number, Self::BigNumber, Self::Decimal];

    /// Returns the type with this number.
    pub(super) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }
}

impl Columns {
    /// Returns an empty list of columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column of texts or mixed values.
    pub fn field(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Text)
    }

    /// Adds a column of numbers.
    pub fn number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Number)
    }

    /// Adds a column of numbers of up to 38 digits, which may exceed 63 bits.
    pub fn big_number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::BigNumber)
    }

    /// Adds a column of numbers with decimal places.
    pub fn decimal(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Decimal)
    }

    /// Adds a list of `len` numbers: an array called `name`, or `len` columns. The columns are
    /// called `prefix` followed by their number from 1.
    pub fn list(self, name: impl Into<String>, prefix: &'static str, len: usize) -> Self {
        self.push(name.into(), ColumnType::Number, Some((prefix, len)))
    }

    /// Sets the type of the numbers in an array. The default is 64 bits.
    pub fn numbers_as(self, numbers: NumberType) -> Self {
        Self { numbers, ..self }
    }

    /// Returns the type of the numbers in an array.
    pub(super) fn number_type(&self) -> NumberType {
        self.numbers
    }

    /// Returns whether a column has this name, ignoring ASCII case.
    pub fn has(&self, name: &str) -> bool {
        self.flat_names().any(|own| own.eq_ignore_ascii_case(name))
    }

    pub(super) fn with(self, name: String, value_type: ColumnType) -> Self {
        self.push(name, value_type, None)
    }

    fn push(
        mut self,
        name: String,
        value_type: ColumnType,
        list: Option<(&'static str, usize)>,
    ) -> Self {
        self.all.push(Column {
            name,
            value_type,
            list,
        });
        self
    }

    /// Returns the names of the columns, where a list is one column.
    pub(super) fn distinct_names(&self) -> Vec<String> {
        let names = self.all.iter().map(|column| column.name.clone());
        distinct_names(&names.collect::<Vec<_>>())
    }

    /// Returns the names of the columns, where a list is one column per number.
    pub(super) fn flat_names(&self) -> impl Iterator<Item = String> {
        self.all.iter().flat_map(|column| {
            let (prefix, len) = column.list.unwrap_or(("", 1));
            (1..=len).map(move |number| match column.list {
                Some(_) => format!("{prefix}{number}"),
                None => column.name.clone(),
            })
        })
    }

    /// Returns the types of the columns, where a list is one column per number.
    pub(super) fn column_types(&self) -> impl Iterator<Item = ColumnType> {
        self.all.iter().flat_map(|column| {
            std::iter::repeat_n(column.value_type, column.list.map_or(1, |(_, len)| len))
        })
    }
}

/// Returns the names, with a number appended to each duplicate. Most programs that read tables by
/// name would read only one of two equal names.
pub(super) fn distinct_names(all: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(all.len());
    for (place, name) in all.iter().enumerate() {
        let is_taken = |name: &String| names.contains(name) || all[place + 1..].contains(name);
        let mut candidates = (2..).map(|number| format!("{name}_{number}"));
        let own = if names.contains(name) {
            candidates.find(|candidate| !is_taken(candidate))
        } else {
            None
        };
        names.push(own.unwrap_or_else(|| name.clone()));
    }
    names
}

/// Row of a table. Its fields are in the order of the [`Columns`](super::Columns).
///
/// ```
/// use countless_table::{Columns, Fields, Format, Row, RowFormat};
///
/// struct Pair(u64, &'static str);
///
/// impl Row for Pair {
///     fn fields(&self, fields: &mut impl Fields) {
///         fields.number(self.0);
///         fields.text(self.1.as_bytes());
///     }
/// }
///
/// let columns = Columns::new().field("number").field("name");
/// for (format, table) in [
///     (Format::Csv, "number,name\n7,\"a, b\"\n"),
///     (Format::Ndjson, "{\"number\":7,\"name\":\"a, b\"}\n"),
/// ] {
///     let format = RowFormat::new(format, &columns);
///     let mut text = format.header();
///     format.write(&Pair(7, "a, b"), &mut text);
///     assert_eq!(text, table.as_bytes());
/// }
/// ```
pub trait Row {
    /// Passes every field to `fields`, in order.
    fn fields(&self, fields: &mut impl Fields);
}

/// Solution of a problem that is only counted. It has no values.
impl Row for Infallible {
    fn fields(&self, _: &mut impl Fields) {
        match *self {}
    }
}

/// Receiver of the fields of a row.
pub trait Fields {
    /// Adds a text. Formats that accept only UTF-8 replace other bytes.
    fn text(&mut self, text: &[u8]);
    /// Adds a text of printable ASCII without blanks, commas, quotes or backslashes, which formats
    /// need not escape.
    fn plain(&mut self, text: &[u8]);
    /// Adds a number.
    fn number(&mut self, number: u64);
    /// Adds the text of a JSON number.
    fn written_number(&mut self, text: &[u8]);
    /// Adds a number of up to 128 bits.
    fn big_number(&mut self, number: u128);
    /// Adds a number of these parts: 71 tenths are 7.1.
    fn decimal(&mut self, number: u64, parts: DecimalParts);
    /// Adds the numbers of a [list](super::Columns::list).
    fn list(&mut self, numbers: impl Iterator<Item = u64>);
    /// Adds a missing value.
    fn none(&mut self);
    /// Adds a field of the input, unchanged. With `may_be_number`, an empty field is a missing
    /// value, and a JSON number is written as a number.
    #[inline]
    fn passed(&mut self, text: &str, may_be_number: bool) {
        match text {
            text if !may_be_number => self.text(text.as_bytes()),
            "" => self.none(),
            text if is_json_number(text) => self.written_number(text.as_bytes()),
            text => self.text(text.as_bytes()),
        }
    }
}

const MAGIC: &[u8] = b"typed rows 1\n";

const NONE: u8 = 0;
const TEXT: u8 = 1;
const NUMBER: u8 = 2;
const BIG_NUMBER: u8 = 3;
const THOUSANDTHS: u8 = 4;
const TENTHS: u8 = 5;
const WRITTEN_NUMBER: u8 = 6;

/// Part of one that a decimal number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DecimalParts {
    /// Numbers with one decimal place.
    Tenths = TENTHS,
    /// Numbers with three decimal places.
    Thousandths = THOUSANDTHS,
}

impl DecimalParts {
    /// Number of parts in one.
    pub(super) fn in_one(self) -> u64 {
        match self {
            Self::Tenths => 10,
            Self::Thousandths => 1000,
        }
    }
}

/// Value of a typed row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedValue<'a> {
    None,
    Text(&'a [u8]),
    /// Text of a JSON number.
    WrittenNumber(&'a [u8]),
    Number(u64),
    BigNumber(u128),
    Decimal(u64, DecimalParts),
}

/// Row of typed values, encoded.
#[derive(Clone, Copy, Debug)]
pub struct TypedRow<'a>(&'a [u8]);

/// Returns the first bytes of a file of typed rows with these columns.
pub(super) fn beginning(columns: &Columns) -> Vec<u8> {
    let mut all = MAGIC.to_vec();
    let mut row = TypedFields::new(&mut all);
    for (name, kind) in columns.flat_names().zip(columns.column_types()) {
        row.tagged_text(kind as u8, name.as_bytes());
    }
    row.end();
    all
}

/// Parses the columns at the start of typed rows, and returns them with the length of that start.
/// Returns `None` if more bytes are needed.
///
/// # Errors
///
/// Fails if the bytes are not the start of typed rows.
pub fn typed_columns(text: &[u8]) -> io::Result<Option<(Columns, usize)>> {
    let known = text.len().min(MAGIC.len());
    if text[..known] != MAGIC[..known] {
        return Err(invalid("expected typed rows"));
    }
    let mut rest = &text[known..];
    let Some(TypedRow(mut schema)) = next_typed_row(&mut rest) else {
        return Ok(None);
    };
    let mut columns = Columns::new();
    while let Some((&kind, after)) = schema.split_first() {
        let damaged = || invalid("the columns are damaged");
        let (name, after) = length_prefixed(after).ok_or_else(damaged)?;
        let name = std::str::from_utf8(name).map_err(|_| damaged())?;
        let kind = ColumnType::of(kind).ok_or_else(damaged)?;
        columns = columns.with(name.to_owned(), kind);
        schema = after;
    }
    Ok(Some((columns, text.len() - rest.len())))
}

/// Splits off bytes that follow their length. Returns them and the remaining bytes.
fn length_prefixed(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (size, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*size) as usize)
}

/// Removes the first row from `text` and returns it, or `None` if it is incomplete.
pub fn next_typed_row<'a>(text: &mut &'a [u8]) -> Option<TypedRow<'a>> {
    let (row, rest) = length_prefixed(text)?;
    *text = rest;
    Some(TypedRow(row))
}

impl<'a> TypedRow<'a> {
    /// Returns the values of the row, or an error where they are damaged.
    pub(super) fn values(self) -> impl Iterator<Item = io::Result<TypedValue<'a>>> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let (&tag, after) = rest.split_first()?;
            let value = value(tag, after);
            rest = value.map_or(&[], |(_, rest)| rest);
            let damaged = || invalid("the values of a row are damaged");
            Some(value.map(|(value, _)| value).ok_or_else(damaged))
        })
    }

    /// Returns the length of the row in bytes.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))] // only Parquet has groups
    pub(super) fn len(self) -> usize {
        self.0.len()
    }
}

/// Decodes the value with a tag, and returns it with the remaining bytes.
fn value(tag: u8, bytes: &[u8]) -> Option<(TypedValue<'_>, &[u8])> {
    Some(match tag {
        NONE => (TypedValue::None, bytes),
        TEXT => {
            let (text, rest) = length_prefixed(bytes)?;
            (TypedValue::Text(text), rest)
        }
        WRITTEN_NUMBER => {
            let (text, rest) = length_prefixed(bytes)?;
            (TypedValue::WrittenNumber(text), rest)
        }
        NUMBER | THOUSANDTHS | TENTHS => {
            let (number, rest) = bytes.split_first_chunk()?;
            let number = u64::from_le_bytes(*number);
            let value = match tag {
                NUMBER => TypedValue::Number(number),
                TENTHS => TypedValue::Decimal(number, DecimalParts::Tenths),
                _ => TypedValue::Decimal(number, DecimalParts::Thousandths),
            };
            (value, rest)
        }
        BIG_NUMBER => {
            let (number, rest) = bytes.split_first_chunk()?;
            (TypedValue::BigNumber(u128::from_le_bytes(*number)), rest)
        }
        _ => return None,
    })
}

impl Row for TypedRow<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        // Damaged values cannot occur: the reader of the row has compared its checksum.
        for value in self.values().flatten() {
            match value {
                TypedValue::None => fields.none(),
                TypedValue::Text(text) => fields.text(text),
                TypedValue::WrittenNumber(text) => fields.written_number(text),
                TypedValue::Number(number) => fields.number(number),
                TypedValue::BigNumber(number) => fields.big_number(number),
                TypedValue::Decimal(number, parts) => fields.decimal(number, parts),
            }
        }
    }
}

/// Encoder of typed rows, the last stage of writing them.
pub(super) trait TypedEncoder: Send {
    /// Encodes a row, and writes what is complete.
    fn take(&mut self, row: TypedRow<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the rest.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// First bytes of the complete file, if they differ from those that were written.
    fn head(&self) -> Option<Vec<u8>> {
        None
    }
}

/// Divider of a stream of typed rows, which begins with their columns.
#[derive(Debug, Default)]
pub(super) struct TypedStream {
    /// Bytes of an incomplete row or beginning.
    rest: Vec<u8>,
    has_begun: bool,
}

impl TypedStream {
    /// Adds bytes, and passes each whole row to `take`.
    pub fn write(
        &mut self,
        text: &[u8],
        take: &mut dyn FnMut(TypedRow<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let joined;
        let mut left = if self.rest.is_empty() {
            text
        } else {
            let mut rest = std::mem::take(&mut self.rest);
            rest.extend_from_slice(text);
            joined = rest;
            &joined[..]
        };
        if !self.has_begun
            && let Some((_, beginning)) = typed_columns(left)?
        {
            left = &left[beginning..];
            self.has_begun = true;
        }
        while self.has_begun
            && let Some(row) = next_typed_row(&mut left)
        {
            take(row)?;
        }
        self.rest.extend_from_slice(left);
        Ok(())
    }
}

/// Encoder of the values of a row, which follow their length.
pub(super) struct TypedFields<'a> {
    text: &'a mut Vec<u8>,
    start: usize,
}

impl<'a> TypedFields<'a> {
    pub fn new(text: &'a mut Vec<u8>) -> Self {
        let start = text.len();
        text.extend_from_slice(&[0; 4]);
        Self { text, start }
    }

    /// Ends the row.
    pub fn end(self) {
        let length = (self.text.len() - self.start - 4) as u32;
        self.text[self.start..self.start + 4].copy_from_slice(&length.to_le_bytes());
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.text.push(tag);
        self.text.extend_from_slice(bytes);
    }

    fn tagged_text(&mut self, tag: u8, text: &[u8]) {
        self.tagged(tag, &(text.len() as u32).to_le_bytes());
        self.text.extend_from_slice(text);
    }
}

impl Fields for TypedFields<'_> {
    fn text(&mut self, text: &[u8]) {
        self.tagged_text(TEXT, text);
    }
    fn plain(&mut self, text: &[u8]) {
        match text {
            [] => self.none(),
            text => self.text(text),
        }
    }
    fn number(&mut self, number: u64) {
        self.tagged(NUMBER, &number.to_le_bytes());
    }
    fn written_number(&mut self, text: &[u8]) {
        self.tagged_text(WRITTEN_NUMBER, text);
    }
    fn big_number(&mut self, number: u128) {
        self.tagged(BIG_NUMBER, &number.to_le_bytes());
    }
    fn decimal(&mut self, number: u64, parts: DecimalParts) {
        self.tagged(parts as u8, &number.to_le_bytes());
    }
    fn list(&mut self, numbers: impl Iterator<Item = u64>) {
        numbers.for_each(|number| self.number(number));
    }
    fn none(&mut self) {
        self.tagged(NONE, &[]);
    }
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Format, RowFormat};

    /// Row of a text and numbers of every type, or of missing values.
    #[derive(Debug)]
    struct TextAndNumbers(Option<(Vec<u8>, u64, u128)>);

    impl Row for TextAndNumbers {
        fn fields(&self, fields: &mut impl Fields) {
            match &self.0 {
                Some((text, number, big)) => {
                    fields.text(text);
                    fields.number(*number);
                    fields.big_number(*big);
                    fields.decimal(*number >> 20, DecimalParts::Thousandths);
                    fields.decimal(*number >> 20, DecimalParts::Tenths);
                }
                None => (0..5).for_each(|_| fields.none()),
            }
        }
    }

    fn columns() -> Columns {
        let columns = Columns::new().field("a, \"text\"").number("n");
        columns.big_number("big").decimal("rating").decimal("er")
    }

    fn rows() -> impl Strategy<Value = Vec<TextAndNumbers>> {
        let values = ("[ -~\n\r\té]{0,9}", any::<u64>(), any::<u128>());
        let values = values.prop_map(|(text, number, big)| (text.into_bytes(), number, big));
        prop::collection::vec(prop::option::of(values).prop_map(TextAndNumbers), 0..20)
    }

    proptest! {
        /// Formatting typed rows gives the same text as formatting the original rows.
        #[test]
        fn rows_keep_their_values(rows in rows()) {
            let typed = RowFormat::new(Format::Parquet, &columns());
            let mut bytes = typed.header();
            for row in &rows {
                typed.write(row, &mut bytes);
            }
            let (columns, start) = typed_columns(&bytes)?.expect("all of it is there");
            prop_assert_eq!(&columns, &self::columns());
            for format in [Format::Csv, Format::Tsv, Format::Ndjson] {
                let format = RowFormat::new(format, &columns);
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                let mut rest = &bytes[start..];
                while let Some(row) = next_typed_row(&mut rest) {
                    format.write(&row, &mut found);
                }
                for row in &rows {
                    format.write(row, &mut expected);
                }
                prop_assert!(rest.is_empty());
                prop_assert_eq!(found, expected);
            }
        }

        /// Incomplete rows are not an error. Damaged rows cause at most an error.
        #[test]
        fn parts_and_damage_are_noticed(
            rows in rows(),
            cut in any::<prop::sample::Index>(),
            byte in any::<(prop::sample::Index, u8)>(),
        ) {
            let typed = RowFormat::new(Format::Parquet, &columns());
            let mut bytes = typed.header();
            let start = bytes.len();
            for row in &rows {
                typed.write(row, &mut bytes);
            }
            let part = &bytes[..cut.index(bytes.len())];
            prop_assert_eq!(typed_columns(part)?.is_some(), part.len() >= start);
            let (place, byte) = byte;
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(Some((_, start))) = typed_columns(&bytes) {
                let mut rest = &bytes[start..];
                while let Some(row) = next_typed_row(&mut rest) {
                    prop_assert!(row.values().count() <= row.len());
                }
            }
        }
    }
}
