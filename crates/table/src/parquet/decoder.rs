//! Decoding of Parquet columns as CSV text.

use std::cell::Cell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};

use super::super::delimited::{push_field, push_fields};
use parquet::basic::{ConvertedType, LogicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::{ColumnDescriptor, SchemaDescriptor};

/// Rows decoded at a time.
const ROWS: usize = 1 << 12;

/// Returns the rows of a table as CSV with a header. Stores the number of bytes read so far in
/// `consumed`.
pub fn rows(file: File, consumed: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let length = file.metadata()?.len();
    let reader = guarded(|| SerializedFileReader::new(file).map_err(failed))?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let mut text = Vec::new();
    push_fields(&mut text, names(schema)?, b',');
    Ok(Box::new(ParquetReader {
        reader,
        length,
        consumed,
        next_group: 0,
        columns: Vec::new(),
        rows: vec![Vec::new(); ROWS],
        text,
        read: 0,
        is_damaged: false,
    }))
}

/// Returns the names of the columns, or an error if CSV cannot represent a column.
fn names(schema: &SchemaDescriptor) -> io::Result<Vec<&str>> {
    let name = |column: &'_ Arc<ColumnDescriptor>| match unsupported_content(column) {
        None => Ok(()),
        Some(what) => Err(invalid(format!(
            "column {} contains {what}; expected text or numbers",
            column.path().string()
        ))),
    };
    let columns = schema.columns();
    columns.iter().try_for_each(name)?;
    Ok(columns.iter().map(|column| column.name()).collect())
}

/// Returns the content of a column that CSV cannot represent, if any.
fn unsupported_content(column: &ColumnDescriptor) -> Option<&'static str> {
    if column.max_rep_level() > 0 || column.path().parts().len() > 1 {
        return Some("lists or records");
    }
    if let ConvertedType::DECIMAL = column.converted_type() {
        return (column.type_scale() != 0 || !is_whole_bytes(column)).then_some("decimals");
    }
    let is_time = matches!(
        column.logical_type_ref(),
        Some(LogicalType::Date | LogicalType::Time { .. } | LogicalType::Timestamp { .. })
    );
    (is_time || column.physical_type() == parquet::basic::Type::INT96).then_some("dates or times")
}

/// Returns whether a decimal is stored as an integer or as at most 16 bytes.
fn is_whole_bytes(column: &ColumnDescriptor) -> bool {
    use parquet::basic::Type;
    match column.physical_type() {
        Type::FIXED_LEN_BYTE_ARRAY => column.type_length() <= 16,
        kind => matches!(kind, Type::INT32 | Type::INT64),
    }
}

/// Reader of a table as text.
struct ParquetReader {
    reader: SerializedFileReader<File>,
    length: u64,
    consumed: Arc<AtomicU64>,
    /// Index of the next group of rows.
    next_group: usize,
    /// Columns of the current group.
    columns: Vec<ColumnDecoder>,
    /// Text of each row that is being decoded.
    rows: Vec<Vec<u8>>,
    text: Vec<u8>,
    /// Number of bytes of `text` that have been read.
    read: usize,
    is_damaged: bool,
}

impl ParquetReader {
    /// Decodes the next rows into `text`, which stays empty at the end of the table.
    fn refill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.read = 0;
        while self.text.is_empty() {
            let mut count = None;
            for column in &mut self.columns {
                let decoded = column(&mut self.rows)?;
                if count.is_some_and(|count| count != decoded) {
                    return Err(invalid("the columns differ in length".to_owned()));
                }
                count = Some(decoded);
            }
            for row in &mut self.rows[..count.unwrap_or(0)] {
                row.pop();
                row.push(b'\n');
                self.text.append(row);
            }
            if count.unwrap_or(0) == 0 && !self.open_next()? {
                break;
            }
        }
        Ok(())
    }

    /// Opens the next group of rows. Returns false if no group remains.
    fn open_next(&mut self) -> io::Result<bool> {
        let done = self.reader.metadata().row_groups()[..self.next_group].iter();
        let done = done.map(|group| u64::try_from(group.compressed_size()).unwrap_or(0));
        let is_last = self.next_group == self.reader.num_row_groups();
        let done = if is_last { self.length } else { done.sum() };
        self.consumed
            .store(done.min(self.length), Ordering::Relaxed);
        if is_last {
            return Ok(false);
        }
        let group = self.reader.get_row_group(self.next_group).map_err(failed)?;
        let columns = (0..group.num_columns()).map(|index| {
            let descriptor = group.metadata().column(index).column_descr();
            Ok(decoder(descriptor, group.get_column_reader(index)?))
        });
        self.columns = columns.collect::<Result<_, _>>().map_err(failed)?;
        self.next_group += 1;
        Ok(true)
    }
}

impl Read for ParquetReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_damaged {
            return Err(damaged());
        }
        if self.read == self.text.len() {
            let refilled = guarded(|| self.refill());
            self.is_damaged = refilled.is_err();
            refilled?;
        }
        let count = buffer.len().min(self.text.len() - self.read);
        buffer[..count].copy_from_slice(&self.text[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

/// Decoder of one column of a group of rows. Appends the next field and a comma to each row, and
/// returns their number.
type ColumnDecoder = Box<dyn FnMut(&mut [Vec<u8>]) -> io::Result<usize> + Send>;

/// Returns the decoder of a column.
fn decoder(column: &ColumnDescriptor, reader: ColumnReader) -> ColumnDecoder {
    use ConvertedType::{UINT_8, UINT_16, UINT_32, UINT_64};
    let converted = column.converted_type();
    let is_unsigned = matches!(converted, UINT_8 | UINT_16 | UINT_32 | UINT_64);
    let is_decimal = converted == ConvertedType::DECIMAL;
    match reader {
        ColumnReader::BoolColumnReader(reader) => of_type(reader, push_shown),
        ColumnReader::Int32ColumnReader(reader) if is_unsigned => of_type(reader, |value, text| {
            push_shown(&value.cast_unsigned(), text);
        }),
        ColumnReader::Int32ColumnReader(reader) => of_type(reader, push_shown),
        ColumnReader::Int64ColumnReader(reader) if is_unsigned => of_type(reader, |value, text| {
            push_shown(&value.cast_unsigned(), text);
        }),
        ColumnReader::Int64ColumnReader(reader) => of_type(reader, push_shown),
        // Dates are refused before.
        ColumnReader::Int96ColumnReader(reader) => of_type(reader, push_shown),
        ColumnReader::FloatColumnReader(reader) => of_type(reader, push_shown),
        ColumnReader::DoubleColumnReader(reader) => of_type(reader, push_shown),
        ColumnReader::ByteArrayColumnReader(reader) => {
            of_type(reader, |value, text| push_text(value.data(), text))
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) if is_decimal => {
            of_type(reader, |value, text| {
                push_shown(&whole_number(value.data()), text);
            })
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            of_type(reader, |value, text| push_text(value.data(), text))
        }
    }
}

/// Returns the decoder of a column whose values `show` appends.
fn of_type<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    show: fn(&T::T, &mut Vec<u8>),
) -> ColumnDecoder {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    Box::new(move |rows| {
        levels.clear();
        values.clear();
        let mut count = 0;
        // A call may stop earlier, at the end of a page.
        while count < rows.len() {
            let most = rows.len() - count;
            let read = reader.read_records(most, Some(&mut levels), None, &mut values);
            match read.map_err(failed)?.0 {
                0 => break,
                read => count += read,
            }
        }
        // A column without missing values has no levels; otherwise the level of a value is 1.
        levels.resize(count, 1);
        let mut values = values.iter();
        for (row, level) in rows.iter_mut().zip(&levels) {
            if *level == 1 {
                let value = values.next();
                let missing = || invalid("a column has fewer values than declared".to_owned());
                show(value.ok_or_else(missing)?, row);
            }
            row.push(b',');
        }
        Ok(count)
    })
}

/// Appends a value by its usual text.
fn push_shown(value: &impl Display, text: &mut Vec<u8>) {
    text.extend_from_slice(value.to_string().as_bytes());
}

/// Appends a text.
fn push_text(value: &[u8], text: &mut Vec<u8>) {
    match value {
        [] => text.extend_from_slice(b"\"\""),
        bytes => push_field(text, bytes, b','),
    }
}

/// Returns the number with these two's complement bytes, in big-endian order.
fn whole_number(bytes: &[u8]) -> i128 {
    let negative = bytes.first().is_some_and(|&byte| byte >= 0x80);
    let start = if negative { -1 } else { 0 };
    bytes
        .iter()
        .fold(start, |number: i128, &byte| number << 8 | i128::from(byte))
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

thread_local! {
    /// True while this thread reads a table that may be damaged.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` and converts a panic to an error, without a message on stderr. Values that `work`
/// was changing must not be used after an error.
pub fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                tell(info);
            }
        }));
    });
    let before = IS_GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|_| Err(damaged()))
}

/// Returns the error for a damaged table.
pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the Parquet table is damaged")
}
