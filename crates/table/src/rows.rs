//! Rows of a table: names and types of their columns, and their fields, listed once for all formats.

use std::convert::Infallible;

use super::records::is_json_number;

/// Names and types of the columns of a table. Only typed formats use the types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

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
    /// Numbers with three decimals.
    Thousandths,
}

impl ColumnType {
    const ALL: [Self; 4] = [Self::Text, Self::Number, Self::BigNumber, Self::Thousandths];

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
    #[must_use]
    pub fn field(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Text)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Number)
    }

    /// Adds a column of numbers of up to 38 digits, which may exceed 63 bits.
    #[must_use]
    pub fn big_number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::BigNumber)
    }

    /// Adds a column of numbers with three decimals.
    #[must_use]
    pub fn thousandths(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Thousandths)
    }

    /// Adds a list of `len` numbers: an array called `name`, or `len` columns. The columns are
    /// called `prefix` followed by their number from 1.
    #[must_use]
    pub fn list(mut self, name: impl Into<String>, prefix: &'static str, len: usize) -> Self {
        self.0.push(Column {
            name: name.into(),
            value_type: ColumnType::Number,
            list: Some((prefix, len)),
        });
        self
    }

    /// Returns whether a column has this name, ignoring ASCII case.
    pub fn has(&self, name: &str) -> bool {
        self.flat_names().any(|own| own.eq_ignore_ascii_case(name))
    }

    pub(super) fn with(mut self, name: String, kind: ColumnType) -> Self {
        let list = None;
        self.0.push(Column {
            name,
            value_type: kind,
            list,
        });
        self
    }

    /// Returns the names of the columns, where a list is one column.
    pub(super) fn distinct_names(&self) -> Vec<String> {
        let names = self.0.iter().map(|column| column.name.clone());
        distinct_names(&names.collect::<Vec<_>>())
    }

    /// Returns the names of the columns, where a list is one column per number.
    pub(super) fn flat_names(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|column| {
            let (prefix, len) = column.list.unwrap_or(("", 1));
            (1..=len).map(move |number| match column.list {
                Some(_) => format!("{prefix}{number}"),
                None => column.name.clone(),
            })
        })
    }

    /// Returns the types of the columns, where a list is one column per number.
    pub(super) fn column_types(&self) -> impl Iterator<Item = ColumnType> {
        self.0.iter().flat_map(|column| {
            let len = column.list.map_or(1, |(_, len)| len);
            std::iter::repeat_n(column.value_type, len)
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
    /// Adds a number of thousandths, which is shown with three decimals.
    fn thousandths(&mut self, number: u64);
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
