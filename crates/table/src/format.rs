//! Formats of rows: their choice by file name, rows with given columns, and the last stage of writing
//! them, unchanged or as Parquet.

use std::fmt::{self, Debug, Formatter};
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use super::Columns;
use super::compression::{has_extension, uncompressed};
use super::delimited::{end_row, push_field, push_fields};
use super::number_text::{push_decimal, push_number};
use super::parquet;
use super::rows::{DecimalParts, Fields, Row, TypedEncoder, TypedFields, TypedStream, beginning};
use super::table_error::TableError;

/// Format of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header (RFC 4180).
    #[default]
    Csv,
    /// Tab-separated values with a header.
    Tsv,
    /// One JSON object a line.
    Ndjson,
    /// Typed columns in groups of rows (Apache Parquet). Only builds with the feature `parquet`
    /// write and read it.
    Parquet,
    /// Array of numbers (`NumPy`), written to a file alone.
    Npy,
}

impl Format {
    /// All formats.
    const ALL: [Self; 5] = [Self::Csv, Self::Tsv, Self::Ndjson, Self::Parquet, Self::Npy];

    /// Returns the format that a file name asks for: `.csv`, `.tsv`, `.ndjson`, `.jsonl`,
    /// `.parquet` or `.npy`. All but the last two may be followed by `.gz` or `.zst`. The format is
    /// CSV for a name without extension, and for a file that is not regular, such as `/dev/null`.
    ///
    /// ```
    /// use countless_table::Format;
    ///
    /// assert_eq!(Format::of("rows.ndjson.zst".as_ref())?, Format::Ndjson);
    /// assert_eq!(Format::of("rows".as_ref())?, Format::Csv);
    /// assert!(Format::of("rows.xlsx".as_ref()).is_err());
    /// # Ok::<(), countless_table::TableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TableError::Format`] for any other extension, and for Parquet in a build without it.
    pub fn of(path: &Path) -> Result<Self, TableError> {
        let inner = uncompressed(path);
        // Parquet compresses its own pages, and readers of both do not expect them within another
        // compression.
        let found = Self::of_ending(path).filter(|format| !format.is_typed() || inner == path);
        match found {
            Some(format) => format.built().map_err(|reason| {
                TableError::Format(format!("cannot write {}: {reason}", path.display()))
            }),
            None if inner.extension().is_none() => Ok(Self::Csv),
            None if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) => Ok(Self::Csv),
            None => Err(TableError::Format(format!(
                "cannot write {}: expected a name that ends in .csv, .tsv, .ndjson or .jsonl, \
                 optionally followed by .gz or .zst, or in .npy{}",
                path.display(),
                parquet::built().map_or("", |()| " or .parquet")
            ))),
        }
    }

    /// Returns the format whose ending a file name has, also before `.gz` or `.zst`.
    ///
    /// ```
    /// use countless_table::Format;
    ///
    /// assert_eq!(Format::of_ending("rows.tsv.gz".as_ref()), Some(Format::Tsv));
    /// assert_eq!(Format::of_ending("rows.txt".as_ref()), None);
    /// ```
    pub fn of_ending(path: &Path) -> Option<Self> {
        let inner = uncompressed(path);
        let endings = Self::ALL.map(|format| (format, format.name()));
        let mut endings = endings.into_iter().chain([(Self::Ndjson, "jsonl")]);
        let found = endings.find(|(_, ending)| has_extension(&inner, ending));
        found.map(|(format, _)| format)
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Ndjson => "ndjson",
            Self::Parquet => "parquet",
            Self::Npy => "npy",
        }
    }

    /// Returns the formats of any rows that this build can write.
    pub fn available() -> impl Iterator<Item = Self> {
        let any = |format: &Self| *format != Self::Npy && format.built().is_ok();
        Self::ALL.into_iter().filter(any)
    }

    /// Returns the format, or the reason why this build cannot write it.
    fn built(self) -> Result<Self, String> {
        match self {
            Self::Parquet => parquet::built().map(|()| self),
            Self::Csv | Self::Tsv | Self::Ndjson | Self::Npy => Ok(self),
        }
    }

    /// Returns the delimiter of fields, or `None` if rows are not lines of fields.
    pub(super) fn delimiter(self) -> Option<u8> {
        match self {
            Self::Csv => Some(b','),
            Self::Tsv => Some(b'\t'),
            Self::Ndjson | Self::Parquet | Self::Npy => None,
        }
    }

    /// Returns whether rows stay typed until the last stage of writing them.
    pub fn is_typed(self) -> bool {
        matches!(self, Self::Parquet | Self::Npy)
    }

    /// Returns the possible formats of rows below this header, the likeliest first. A header of one
    /// column, or with a tab in a name, has several.
    pub fn of_header(header: &str) -> &'static [Self] {
        match header {
            "" => &[Self::Ndjson],
            _ if header.contains('\t') => &[Self::Tsv, Self::Csv],
            _ if header.contains(',') => &[Self::Csv],
            _ => &[Self::Csv, Self::Tsv],
        }
    }

    /// Returns the format with this name, even if this build cannot write it.
    pub fn named(name: &str) -> Option<Self> {
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.name() == name)
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::named(name)
            .ok_or_else(|| "expected csv, tsv, ndjson or parquet".to_owned())?
            .built()
    }
}

/// Largest whole number that JSON contains as a number. Larger ones are strings, because many
/// programs read numbers as 64-bit floats, which round them.
pub const LARGEST_JSON_NUMBER: u128 = 1 << 53;

/// Writer of rows with given columns in a format.
#[derive(Clone, Debug)]
pub struct RowFormat {
    format: Format,
    columns: Columns,
    header: Vec<u8>,
    /// JSON text before each value of an object: the opening brace or comma, the key and the colon.
    keys: Vec<Vec<u8>>,
}

impl RowFormat {
    /// Creates a writer of rows with `columns`.
    pub fn new(format: Format, columns: &Columns) -> Self {
        let (mut header, mut keys) = (Vec::new(), Vec::new());
        if format.is_typed() {
            header = beginning(columns);
        } else if let Some(delimiter) = format.delimiter() {
            push_fields(&mut header, columns.flat_names(), delimiter);
        } else {
            let key = |name: String| {
                let mut key = vec![b','];
                push_json(&mut key, name.as_bytes());
                key.push(b':');
                key
            };
            keys = columns.distinct_names().into_iter().map(key).collect();
            if let Some(first) = keys.first_mut() {
                first[0] = b'{';
            }
        }
        Self {
            format,
            columns: columns.clone(),
            header,
            keys,
        }
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the columns.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the first bytes of every file of these rows that contains a row.
    pub fn beginning(&self) -> &[u8] {
        match self.keys.first() {
            Some(key) => key,
            None => &self.header,
        }
    }

    /// Returns the text before the first row.
    pub fn header(&self) -> Vec<u8> {
        self.header.clone()
    }

    /// Returns the names of the columns as a line, which identifies the columns in plans. It is
    /// empty for NDJSON, where each row names its values.
    pub fn names(&self) -> Vec<u8> {
        match self.format {
            Format::Parquet | Format::Npy => Self::new(Format::Csv, &self.columns).header,
            Format::Csv | Format::Tsv | Format::Ndjson => self.header.clone(),
        }
    }

    /// Appends a row.
    #[inline]
    pub fn write(&self, row: &impl Row, text: &mut Vec<u8>) {
        if let Some(delimiter) = self.format.delimiter() {
            let start = text.len();
            row.fields(&mut DelimitedFields { text, delimiter });
            end_row(text, start);
        } else if self.format.is_typed() {
            let mut fields = TypedFields::new(text);
            row.fields(&mut fields);
            fields.end();
        } else {
            let mut fields = JsonFields {
                text,
                keys: self.keys.iter(),
            };
            row.fields(&mut fields);
            text.extend_from_slice(b"}\n");
        }
    }
}

/// Solutions that a search passes on together.
///
/// An implementation that can write many rows at once overrides [`write`](Self::write). Its bytes
/// must equal those of the provided method.
pub trait RowBatch {
    /// Type of one solution.
    type Solution: Row;

    /// Returns the number of solutions.
    fn len(&self) -> usize;

    /// Returns whether the batch is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the solution at an index.
    fn get(&self, index: usize) -> Self::Solution;

    /// Appends the rows of a range of solutions.
    fn write(&self, range: Range<usize>, format: &RowFormat, text: &mut Vec<u8>) {
        for index in range {
            format.write(&self.get(index), text);
        }
    }
}

/// Fields of a CSV or TSV row, each followed by a delimiter until [`end_row`].
struct DelimitedFields<'a> {
    text: &'a mut Vec<u8>,
    delimiter: u8,
}

impl Fields for DelimitedFields<'_> {
    #[inline]
    fn text(&mut self, text: &[u8]) {
        push_field(self.text, text, self.delimiter);
        self.text.push(self.delimiter);
    }
    #[inline]
    fn plain(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.text.push(self.delimiter);
    }
    #[inline]
    fn number(&mut self, number: u64) {
        push_number(self.text, number);
        self.text.push(self.delimiter);
    }
    fn written_number(&mut self, text: &[u8]) {
        self.plain(text);
    }
    fn big_number(&mut self, number: u128) {
        self.plain(number.to_string().as_bytes());
    }
    fn decimal(&mut self, number: u64, parts: DecimalParts) {
        push_decimal(self.text, number, parts);
        self.text.push(self.delimiter);
    }
    fn list(&mut self, numbers: impl Iterator<Item = u64>) {
        for number in numbers {
            self.number(number);
        }
    }
    fn none(&mut self) {
        self.text.push(self.delimiter);
    }
}

/// Members of a JSON object.
struct JsonFields<'a> {
    text: &'a mut Vec<u8>,
    keys: std::slice::Iter<'a, Vec<u8>>,
}

impl JsonFields<'_> {
    #[inline]
    fn key(&mut self) {
        if let Some(key) = self.keys.next() {
            self.text.extend_from_slice(key);
        }
    }
}

impl Fields for JsonFields<'_> {
    fn text(&mut self, text: &[u8]) {
        self.key();
        push_json(self.text, text);
    }
    fn plain(&mut self, text: &[u8]) {
        self.key();
        self.text.push(b'"');
        self.text.extend_from_slice(text);
        self.text.push(b'"');
    }
    fn number(&mut self, number: u64) {
        self.key();
        push_json_number(self.text, number.into());
    }
    fn written_number(&mut self, text: &[u8]) {
        self.key();
        self.text.extend_from_slice(text);
    }
    fn big_number(&mut self, number: u128) {
        self.key();
        push_json_number(self.text, number);
    }
    fn decimal(&mut self, number: u64, parts: DecimalParts) {
        self.key();
        push_decimal(self.text, number, parts);
    }
    fn list(&mut self, numbers: impl Iterator<Item = u64>) {
        self.key();
        let start = self.text.len();
        for number in numbers {
            self.text.push(b',');
            push_json_number(self.text, number.into());
        }
        match self.text.get_mut(start) {
            Some(comma) => *comma = b'[',
            None => self.text.push(b'['),
        }
        self.text.push(b']');
    }
    fn none(&mut self) {
        self.key();
        self.text.extend_from_slice(b"null");
    }
}

/// Appends a JSON string.
fn push_json(row: &mut Vec<u8>, text: &[u8]) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(row, &String::from_utf8_lossy(text));
}

/// Appends a JSON number, or a string if it is above [`LARGEST_JSON_NUMBER`].
#[inline]
fn push_json_number(row: &mut Vec<u8>, number: u128) {
    if number <= LARGEST_JSON_NUMBER {
        push_number(row, number as u64);
    } else {
        row.extend_from_slice(format!("\"{number}\"").as_bytes());
    }
}

/// Writer of formatted rows, including their header. It passes text on unchanged and encodes typed
/// rows as Parquet or as an array.
pub struct RowWriter<W> {
    out: W,
    /// Last stage of typed rows; `None` for text.
    encoder: Option<(TypedStream, Box<dyn TypedEncoder>)>,
}

impl<W: Write> RowWriter<W> {
    /// Creates a writer for rows of a format.
    ///
    /// # Errors
    ///
    /// Fails if this build cannot write the format, and for an array, which needs a file.
    pub fn new(out: W, rows: &RowFormat) -> io::Result<Self> {
        match rows.format() {
            Format::Parquet => Ok(Self::typed(out, parquet::encoder(rows.columns())?)),
            Format::Csv | Format::Tsv | Format::Ndjson => Ok(Self::plain(out)),
            Format::Npy => {
                let reason = "an array needs a regular file: its header has the number of rows";
                Err(io::Error::new(io::ErrorKind::Unsupported, reason))
            }
        }
    }

    /// Creates a writer that encodes typed rows.
    pub(super) fn typed(out: W, encoder: Box<dyn TypedEncoder>) -> Self {
        let encoder = Some((TypedStream::default(), encoder));
        Self { out, encoder }
    }

    /// Returns the first bytes of the complete file, if they are to be written again.
    pub(super) fn head(&self) -> Option<Vec<u8>> {
        self.encoder.as_ref()?.1.head()
    }

    /// Creates a writer that passes rows on unchanged.
    pub fn plain(out: W) -> Self {
        let encoder = None;
        Self { out, encoder }
    }

    /// Returns the underlying writer.
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// Writes all remaining bytes and returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Error of the underlying writer or of the encoder.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some((_, mut encoder)) = self.encoder {
            encoder.finish(&mut self.out)?;
        }
        Ok(self.out)
    }
}

impl<W: Write> Write for RowWriter<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let Some((stream, encoder)) = &mut self.encoder else {
            return self.out.write(text);
        };
        stream.write(text, &mut |row| encoder.take(row, &mut self.out))?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Debug> Debug for RowWriter<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowWriter")
            .field("out", &self.out)
            .field("is_text", &self.encoder.is_none())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn a_header_names_every_format_that_writes_it() {
        use crate::{Columns, RowFormat};
        for names in [&["a"][..], &["a", "b"], &["a\tb"], &["a\tb", "c"]] {
            let columns = names
                .iter()
                .fold(Columns::new(), |columns, name| columns.field(*name));
            for format in [Format::Csv, Format::Tsv, Format::Ndjson] {
                let header = RowFormat::new(format, &columns).header();
                let header = String::from_utf8(header).expect("it is text");
                let formats = Format::of_header(header.trim_end());
                assert!(formats.contains(&format), "{header:?} of {format:?}");
            }
        }
    }

    #[test]
    fn only_names_that_say_a_format_are_taken() {
        let of = |name: &str| Format::of(name.as_ref()).ok();
        for (name, format) in [
            ("a.csv", Format::Csv),
            ("a.b.TSV.gz", Format::Tsv),
            ("a.jsonl", Format::Ndjson),
            ("a.ndjson.zst", Format::Ndjson),
            ("a", Format::Csv),
            ("a.gz", Format::Csv),
            ("/dev/null", Format::Csv),
        ] {
            assert_eq!(of(name), Some(format), "{name}");
        }
        let parquet = of("a.Parquet");
        assert_eq!(parquet.is_some(), cfg!(feature = "parquet"));
        for name in [
            "a.json",
            "a.xlsx",
            "a.csv.bz2",
            "a.xz",
            "a.svg.gz",
            "a.png",
            "a.parquet.gz",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
    }
}

#[cfg(test)]
mod row_format_tests {
    use super::*;
    use proptest::prelude::*;

    /// Row with one field of each type.
    struct EveryField {
        text: Vec<u8>,
        number: u64,
        list: Vec<u64>,
    }

    impl Row for EveryField {
        fn fields(&self, fields: &mut impl Fields) {
            fields.text(&self.text);
            fields.number(self.number);
            fields.list(self.list.iter().copied());
            fields.none();
            fields.decimal(self.number % (1 << 40), DecimalParts::Thousandths);
            fields.decimal(self.number % 1000, DecimalParts::Tenths);
            fields.big_number(u128::from(self.number) << 64);
            fields.plain(b"plain");
        }
    }

    fn written(format: Format, row: &EveryField) -> Vec<u8> {
        let columns = Columns::new()
            .field("text, \"so\"")
            .field("number")
            .list("list", "l", row.list.len())
            .field("none")
            .field("thousandths")
            .field("tenths")
            .field("big")
            .field("plain");
        let format = RowFormat::new(format, &columns);
        let mut text = format.header();
        format.write(row, &mut text);
        text
    }

    /// Numbers of any length, and those around the largest JSON number.
    fn numbers() -> impl Strategy<Value = u64> {
        let around = (1_u64 << 53) - 3..(1 << 53) + 4;
        prop_oneof![any::<u64>(), 0..2000_u64, around]
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        let near = powers.flat_map(|power| [power - 1, power, power + 1]);
        for number in near.chain([u64::MAX - 1, u64::MAX]) {
            let mut text = b"x".to_vec();
            push_number(&mut text, number);
            assert_eq!(text, format!("x{number}").as_bytes());
        }
    }

    proptest! {
        /// The csv crate and serde_json read the written values.
        #[test]
        fn rows_can_be_read_again(
            text in "[ -~\t\n\ré]{0,12}",
            number in numbers(),
            list in prop::collection::vec(numbers(), 0..4),
        ) {
            let row = EveryField { text: text.clone().into_bytes(), number, list: list.clone() };
            let thousandths = number % (1 << 40);
            let decimal = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
            let tenths = format!("{}.{}", number % 1000 / 10, number % 10);
            let big = (u128::from(number) << 64).to_string();

            for (format, delimiter) in [(Format::Csv, b','), (Format::Tsv, b'\t')] {
                let table = written(format, &row);
                let mut reader = csv::ReaderBuilder::new();
                let mut reader = reader.delimiter(delimiter).from_reader(&table[..]);
                let mut names = vec!["text, \"so\"".to_owned(), "number".into()];
                names.extend((1..=list.len()).map(|number| format!("l{number}")));
                names.extend(["none", "thousandths", "tenths", "big", "plain"].map(str::to_owned));
                prop_assert_eq!(reader.headers()?.iter().collect::<Vec<_>>(), names);
                let record = reader.records().next().expect("a row")?;
                let mut fields = vec![text.clone(), number.to_string()];
                fields.extend(list.iter().map(u64::to_string));
                fields.extend([String::new(), decimal.clone(), tenths.clone(), big.clone(), "plain".into()]);
                prop_assert_eq!(record.iter().collect::<Vec<_>>(), fields);
            }

            let json = written(Format::Ndjson, &row);
            let json: serde_json::Value = serde_json::from_slice(&json)?;
            prop_assert_eq!(&json["text, \"so\""], &serde_json::json!(text));
            let exact = |number: u128| match number {
                // Neighbours differ as 64-bit floats up to here.
                0..=9_007_199_254_740_992 => serde_json::json!(number as u64),
                _ => serde_json::json!(number.to_string()),
            };
            prop_assert_eq!(&json["number"], &exact(number.into()));
            prop_assert_eq!(&json["big"], &exact(u128::from(number) << 64));
            let list: Vec<_> = list.iter().map(|&number| exact(number.into())).collect();
            prop_assert_eq!(&json["list"], &serde_json::json!(list));
            prop_assert!(json["none"].is_null());
        }
    }
}
