//! Rows of text become columns with types.

use std::io::{self, Write};
use std::mem::take;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{
    ByteArray, ByteArrayType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::super::columns::{Columns, Kind, distinct};

/// So many rows are a group: enough to be read fast, and little enough to be kept.
const ROWS: usize = 1 << 17;

/// A group is no larger than this, by the bytes of its texts.
const BYTES: usize = 64 << 20;

/// How many digits numbers may have, and in how many bytes.
const DIGITS: i32 = 38;
const WIDTH: usize = 16;

/// Takes rows of text, below their header, and writes a table.
pub struct Encoder {
    writer: SerializedFileWriter<Vec<u8>>,
    columns: Vec<Column>,
    /// The beginning of a row whose end is still to come.
    rest: Vec<u8>,
    /// The rows taken, with the header.
    taken: u64,
    /// Those of the group that is being made.
    rows: usize,
    bytes: usize,
    most: usize,
}

/// A column of the group that is being made.
struct Column {
    name: String,
    values: Values,
    /// For each row, 1 if there is a value.
    levels: Vec<i16>,
}

enum Values {
    /// Their bytes, and where each ends.
    Text(Vec<u8>, Vec<usize>),
    Number(Vec<i64>),
    BigNumber(Vec<FixedLenByteArray>),
    Decimal(Vec<f64>),
}

impl Encoder {
    /// Writes a table of `columns`.
    pub fn new(columns: &Columns) -> io::Result<Self> {
        Self::with_rows(columns, ROWS)
    }

    /// The same in groups of so many rows.
    pub(super) fn with_rows(columns: &Columns, most: usize) -> io::Result<Self> {
        let names = distinct(&columns.flat().collect::<Vec<_>>());
        let columns: Vec<Column> = names
            .into_iter()
            .zip(columns.kinds())
            .map(|(name, kind)| Column::new(name, kind))
            .collect();
        let fields = columns.iter().map(Column::field);
        let fields = fields.collect::<Result<_, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("rows").with_fields(fields);
        let schema = Arc::new(schema.build().map_err(failed)?);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("countless ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties));
        Ok(Self {
            writer: writer.map_err(failed)?,
            columns,
            rest: Vec::new(),
            taken: 0,
            rows: 0,
            bytes: 0,
            most,
        })
    }

    /// Takes some text of rows, and writes the groups that are full.
    pub fn write(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let joined;
        let mut left = if self.rest.is_empty() {
            text
        } else {
            let mut rest = take(&mut self.rest);
            rest.extend_from_slice(text);
            joined = rest;
            &joined[..]
        };
        while let Some(length) = row_length(left) {
            let (row, after) = left.split_at(length);
            // The first is the header.
            if self.taken > 0 {
                self.take(&row[..length - 1])?;
            }
            self.taken += 1;
            left = after;
            if self.rows == self.most || self.bytes >= BYTES {
                self.write_group(out)?;
            }
        }
        self.rest.extend_from_slice(left);
        Ok(())
    }

    /// Takes a row.
    fn take(&mut self, row: &[u8]) -> io::Result<()> {
        let mut fields = Fields { row: Some(row) };
        for column in &mut self.columns {
            let taken = match fields.next() {
                Some(field) => column.take(&field),
                None => Err("the value is missing".to_owned()),
            };
            taken.map_err(|reason| {
                let (number, name) = (self.taken, &column.name);
                invalid(format!("row {number}, column {name}: {reason}"))
            })?;
        }
        self.rows += 1;
        self.bytes += row.len();
        Ok(())
    }

    /// Writes the rows taken as a group.
    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for column in &mut self.columns {
            let writer = group.next_column().map_err(failed)?;
            let writer = writer.ok_or_else(|| invalid("a column is missing".to_owned()))?;
            column.write(writer).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        (self.rows, self.bytes) = (0, 0);
        self.pass_on(out)
    }

    /// Writes what is encoded.
    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.flush()?;
        out.write_all(&take(self.writer.inner_mut()))
    }

    /// Writes what is left, and the directory of the table.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group(out)?;
        }
        self.writer.finish().map_err(failed)?;
        self.pass_on(out)
    }
}

impl Column {
    fn new(name: String, kind: Kind) -> Self {
        let values = match kind {
            Kind::Text => Values::Text(Vec::new(), Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::BigNumber => Values::BigNumber(Vec::new()),
            Kind::Thousandths => Values::Decimal(Vec::new()),
        };
        let levels = Vec::new();
        Self {
            name,
            values,
            levels,
        }
    }

    /// How the schema describes it.
    fn field(&self) -> Result<TypePtr, ParquetError> {
        let of = |kind| {
            Type::primitive_type_builder(&self.name, kind).with_repetition(Repetition::OPTIONAL)
        };
        let field = match self.values {
            Values::Text(..) => {
                of(Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String))
            }
            Values::Number(_) => of(Physical::INT64),
            Values::BigNumber(_) => {
                let (precision, scale) = (DIGITS, 0);
                of(Physical::FIXED_LEN_BYTE_ARRAY)
                    .with_length(WIDTH as i32)
                    .with_logical_type(Some(LogicalType::decimal(scale, precision)))
                    .with_precision(precision)
                    .with_scale(scale)
            }
            Values::Decimal(_) => of(Physical::DOUBLE),
        };
        field.build().map(Arc::new)
    }

    /// Takes a value.
    fn take(&mut self, field: &Field) -> Result<(), String> {
        let Some(text) = field.value() else {
            self.levels.push(0);
            return Ok(());
        };
        match &mut self.values {
            Values::Text(bytes, ends) => {
                field.unquote(bytes);
                ends.push(bytes.len());
            }
            Values::Number(numbers) => numbers.push(number(text)?),
            Values::BigNumber(numbers) => {
                let number: i128 = number(text)?;
                if number.unsigned_abs() >= 10_u128.pow(DIGITS as u32) {
                    return Err(format!("{number} has more than {DIGITS} digits"));
                }
                let bytes: [u8; WIDTH] = number.to_be_bytes();
                numbers.push(bytes.to_vec().into());
            }
            Values::Decimal(numbers) => numbers.push(number(text)?),
        }
        self.levels.push(1);
        Ok(())
    }

    /// Writes the values taken.
    fn write(&mut self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = Some(&take(&mut self.levels)[..]);
        match &mut self.values {
            Values::Text(bytes, ends) => {
                let all = ByteArray::from(take(bytes));
                let mut start = 0;
                let texts = ends.drain(..).map(|end| {
                    let text = all.slice(start, end - start);
                    start = end;
                    text
                });
                let texts: Vec<ByteArray> = texts.collect();
                let typed = writer.typed::<ByteArrayType>();
                typed.write_batch(&texts, levels, None)?;
            }
            Values::Number(numbers) => {
                let typed = writer.typed::<Int64Type>();
                typed.write_batch(&take(numbers), levels, None)?;
            }
            Values::BigNumber(numbers) => {
                let typed = writer.typed::<FixedLenByteArrayType>();
                typed.write_batch(&take(numbers), levels, None)?;
            }
            Values::Decimal(numbers) => {
                let typed = writer.typed::<DoubleType>();
                typed.write_batch(&take(numbers), levels, None)?;
            }
        }
        writer.close()
    }
}

/// A field as it is written, perhaps in quotation marks.
struct Field<'a>(&'a [u8]);

impl<'a> Field<'a> {
    /// The text, unless there is none; quotation marks inside are still double.
    fn value(&self) -> Option<&'a [u8]> {
        match self.0 {
            [] => None,
            [b'"', text @ .., b'"'] | text => Some(text),
        }
    }

    /// Appends the text.
    fn unquote(&self, text: &mut Vec<u8>) {
        match self.0 {
            [b'"', quoted @ .., b'"'] => {
                let mut rest = quoted;
                while let Some(mark) = memchr::memchr(b'"', rest) {
                    text.extend_from_slice(&rest[..=mark]);
                    rest = rest.get(mark + 2..).unwrap_or_default();
                }
                text.extend_from_slice(rest);
            }
            plain => text.extend_from_slice(plain),
        }
    }
}

/// The fields of a row.
struct Fields<'a> {
    row: Option<&'a [u8]>,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let row = self.row?;
        let mut end = 0;
        // Behind the quotation marks, of which those inside are double.
        while row.get(end) == Some(&b'"') {
            let closing = memchr::memchr(b'"', &row[end + 1..]);
            end = closing.map_or(row.len(), |closing| end + closing + 2);
        }
        let comma = memchr::memchr(b',', &row[end..]).map(|comma| end + comma);
        self.row = comma.map(|comma| &row[comma + 1..]);
        Some(Field(&row[..comma.unwrap_or(row.len())]))
    }
}

/// The length of the first row, with its line feed, if all of it is there.
fn row_length(text: &[u8]) -> Option<usize> {
    let mut is_quoted = false;
    for at in memchr::memchr2_iter(b'\n', b'"', text) {
        match text[at] {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            _ => return Some(at + 1),
        }
    }
    None
}

fn number<T: std::str::FromStr>(text: &[u8]) -> Result<T, String> {
    let number = std::str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("expected a number, found {}", String::from_utf8_lossy(text)))
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
