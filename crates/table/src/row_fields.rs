//! Fields of a row, listed once for all formats.

use std::convert::Infallible;

use super::records::is_json_number;

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
