//! Encoding of typed rows as Parquet columns.

use std::io::{self, Write};
use std::mem::take;
use std::sync::Arc;

use super::super::number_text::push_decimal;
use super::super::rows::{ColumnType, Columns, TypedEncoder, TypedRow, TypedValue, distinct_names};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{
    ByteArray, ByteArrayType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

/// Rows in a group: enough for fast reading, and few enough for memory.
const ROWS_PER_GROUP: usize = 1 << 17;

/// Bytes of rows that complete a group.
const BYTES_PER_GROUP: usize = 64 << 20;

/// Decimal digits of the largest big number.
const DIGITS: i32 = 38;
/// Bytes of a big number.
const WIDTH: usize = 16;

/// Encoder of typed rows, including their header, as a table.
pub struct ParquetEncoder {
    writer: SerializedFileWriter<Vec<u8>>,
    columns: Vec<ColumnBuffer>,
    /// Number of rows received.
    taken: u64,
    /// Number of rows in the current group.
    rows: usize,
    bytes: usize,
    most_rows: usize,
}

/// Creates an encoder for a table of `columns`.
pub fn encoder(columns: &Columns) -> io::Result<Box<dyn TypedEncoder>> {
    let encoder = ParquetEncoder::with_rows(columns, ROWS_PER_GROUP)?;
    Ok(Box::new(encoder))
}

/// Column of the current group.
struct ColumnBuffer {
    name: String,
    values: BufferedValues,
    /// For each row, 1 if it has a value.
    levels: Vec<i16>,
}

enum BufferedValues {
    /// Concatenated texts, and the end of each.
    Text(Vec<u8>, Vec<usize>),
    Number(Vec<i64>),
    BigNumber(Vec<FixedLenByteArray>),
    Decimal(Vec<f64>),
}

impl ParquetEncoder {
    /// Creates an encoder for groups of `most` rows.
    pub(super) fn with_rows(columns: &Columns, most: usize) -> io::Result<Self> {
        let names = distinct_names(&columns.flat_names().collect::<Vec<_>>());
        let columns: Vec<ColumnBuffer> = names
            .into_iter()
            .zip(columns.column_types())
            .map(|(name, kind)| ColumnBuffer::new(name, kind))
            .collect();
        let fields = columns.iter().map(ColumnBuffer::field);
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
            taken: 0,
            rows: 0,
            bytes: 0,
            most_rows: most,
        })
    }

    /// Writes the current group.
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

    /// Writes all encoded bytes.
    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.flush()?;
        out.write_all(&take(self.writer.inner_mut()))
    }
}

impl TypedEncoder for ParquetEncoder {
    fn take(&mut self, row: TypedRow<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.taken += 1;
        let mut values = row.values();
        for column in &mut self.columns {
            let taken = match values.next().transpose()? {
                Some(value) => column.take(value),
                None => Err("the value is missing".to_owned()),
            };
            taken.map_err(|reason| {
                let (number, name) = (self.taken, &column.name);
                invalid(format!("row {number}, column {name}: {reason}"))
            })?;
        }
        self.rows += 1;
        self.bytes += row.len();
        if self.rows == self.most_rows || self.bytes >= BYTES_PER_GROUP {
            self.write_group(out)?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group(out)?;
        }
        self.writer.finish().map_err(failed)?;
        self.pass_on(out)
    }
}

impl ColumnBuffer {
    fn new(name: String, kind: ColumnType) -> Self {
        let values = match kind {
            ColumnType::Text => BufferedValues::Text(Vec::new(), Vec::new()),
            ColumnType::Number => BufferedValues::Number(Vec::new()),
            ColumnType::BigNumber => BufferedValues::BigNumber(Vec::new()),
            ColumnType::Decimal => BufferedValues::Decimal(Vec::new()),
        };
        let levels = Vec::new();
        Self {
            name,
            values,
            levels,
        }
    }

    /// Returns the schema of the column.
    fn field(&self) -> Result<TypePtr, ParquetError> {
        let of = |kind| {
            Type::primitive_type_builder(&self.name, kind).with_repetition(Repetition::OPTIONAL)
        };
        let field = match self.values {
            BufferedValues::Text(..) => {
                of(Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String))
            }
            BufferedValues::Number(_) => of(Physical::INT64),
            BufferedValues::BigNumber(_) => {
                let (precision, scale) = (DIGITS, 0);
                of(Physical::FIXED_LEN_BYTE_ARRAY)
                    .with_length(WIDTH as i32)
                    .with_logical_type(Some(LogicalType::decimal(scale, precision)))
                    .with_precision(precision)
                    .with_scale(scale)
            }
            BufferedValues::Decimal(_) => of(Physical::DOUBLE),
        };
        field.build().map(Arc::new)
    }

    /// Adds a value.
    fn take(&mut self, value: TypedValue<'_>) -> Result<(), String> {
        match (&mut self.values, value) {
            (_, TypedValue::None) => {
                self.levels.push(0);
                return Ok(());
            }
            (BufferedValues::Text(bytes, ends), value) => {
                match value {
                    TypedValue::Text(text) | TypedValue::WrittenNumber(text) => {
                        bytes.extend_from_slice(text);
                    }
                    other => bytes.extend_from_slice(shown(other).as_bytes()),
                }
                ends.push(bytes.len());
            }
            (BufferedValues::Number(numbers), TypedValue::Number(number)) => {
                let number = i64::try_from(number);
                numbers.push(number.map_err(|_| format!("{} is too large", shown(value)))?);
            }
            (BufferedValues::BigNumber(numbers), TypedValue::BigNumber(number)) => {
                if number >= 10_u128.pow(DIGITS as u32) {
                    return Err(format!("{number} has more than {DIGITS} digits"));
                }
                let bytes: [u8; WIDTH] = number.to_be_bytes();
                numbers.push(bytes.to_vec().into());
            }
            (BufferedValues::Decimal(numbers), TypedValue::Decimal(number, parts)) => {
                numbers.push(number as f64 / parts.in_one() as f64);
            }
            _ => return Err(format!("expected another type, found {}", shown(value))),
        }
        self.levels.push(1);
        Ok(())
    }

    /// Writes the values of the group.
    fn write(&mut self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = Some(&take(&mut self.levels)[..]);
        match &mut self.values {
            BufferedValues::Text(bytes, ends) => {
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
            BufferedValues::Number(numbers) => {
                let typed = writer.typed::<Int64Type>();
                typed.write_batch(&take(numbers), levels, None)?;
            }
            BufferedValues::BigNumber(numbers) => {
                let typed = writer.typed::<FixedLenByteArrayType>();
                typed.write_batch(&take(numbers), levels, None)?;
            }
            BufferedValues::Decimal(numbers) => {
                let typed = writer.typed::<DoubleType>();
                typed.write_batch(&take(numbers), levels, None)?;
            }
        }
        writer.close()
    }
}

/// Returns a value as text.
fn shown(value: TypedValue<'_>) -> String {
    match value {
        TypedValue::None => String::new(),
        TypedValue::Text(text) | TypedValue::WrittenNumber(text) => {
            String::from_utf8_lossy(text).into_owned()
        }
        TypedValue::Number(number) => number.to_string(),
        TypedValue::BigNumber(number) => number.to_string(),
        TypedValue::Decimal(number, parts) => {
            let mut text = Vec::new();
            push_decimal(&mut text, number, parts);
            String::from_utf8_lossy(&text).into_owned()
        }
    }
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
