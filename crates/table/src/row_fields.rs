//! How a solution stands in a table, said once for every format.

use std::convert::Infallible;

use super::delimited::is_json_number;

/// A solution as a row of a table: its fields, in the order of the [`Columns`](super::Columns).
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
    /// Gives every field to `fields`, in order.
    fn fields(&self, fields: &mut impl Fields);
}

/// The solution of a problem that only counts: there never is one.
impl Row for Infallible {
    fn fields(&self, _: &mut impl Fields) {
        match *self {}
    }
}

/// Takes the fields of a row.
pub trait Fields {
    /// A text; what is not UTF-8 in it is replaced where a format takes only text.
    fn text(&mut self, text: &[u8]);
    /// A text of printable ASCII without blanks, commas, quotes or backslashes, as it is.
    fn plain(&mut self, text: &[u8]);
    /// A number.
    fn number(&mut self, number: u64);
    /// A number as it is written somewhere, by the rules of JSON.
    fn written_number(&mut self, text: &[u8]);
    /// A number that may be larger.
    fn big_number(&mut self, number: u128);
    /// A number of thousandths, with three decimals.
    fn thousandths(&mut self, number: u64);
    /// The numbers of a [list](super::Columns::list).
    fn list(&mut self, numbers: impl Iterator<Item = u64>);
    /// No value.
    fn none(&mut self);
    /// A field of an input as it is written there; it may be a number if the others in its column
    /// are.
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
