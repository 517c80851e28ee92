//! Arrays in the format of `NumPy`: `.npy` files of numbers of one type.
//!
//! ```text
//! bytes 0 to 127   magic, version 1.0, the length of the header, and the header: the type and the
//!                  shape as a Python literal, padded with blanks
//! from byte 128    the numbers, row by row, little-endian
//! ```
//!
//! The number of rows is known at the end. So the header is written last, and an array needs a
//! regular file.

use std::io::{self, Write};

use super::number_type::NumberType;
use super::rows::{ColumnType, Columns, TypedEncoder, TypedRow, TypedValue};

/// Length of the header.
const HEADER: usize = 128;

/// Bytes that are written at once.
const BLOCK: usize = 1 << 16;

/// Encoder of numbers, row by row.
#[derive(Debug)]
pub(super) struct ArrayEncoder {
    kind: NumberType,
    /// Numbers in a row, or `None` for an array of single numbers.
    columns: Option<usize>,
    /// Number of numbers so far.
    numbers: u64,
    /// Bytes that are not written yet.
    bytes: Vec<u8>,
}

impl ArrayEncoder {
    /// Creates an encoder for rows of some numbers, or for single numbers without `columns`.
    pub fn new(kind: NumberType, columns: Option<usize>) -> Self {
        Self {
            kind,
            columns,
            numbers: 0,
            bytes: vec![0; HEADER],
        }
    }

    /// Creates an encoder for the rows of a table.
    ///
    /// # Errors
    ///
    /// Fails if a column is not of numbers.
    pub fn of_table(columns: &Columns) -> io::Result<Self> {
        let mut names = columns.flat_names().zip(columns.column_types());
        if let Some((name, _)) = names.find(|it| it.1 != ColumnType::Number) {
            let reason = format!("an array has numbers only, and the column {name} is text");
            return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
        }
        let count = columns.column_types().count();
        Ok(Self::new(columns.number_type(), Some(count)))
    }

    /// Number of rows so far.
    fn rows(&self) -> u64 {
        self.numbers / self.columns.unwrap_or(1) as u64
    }

    /// Returns the header, with the number of rows so far.
    pub fn header(&self) -> Vec<u8> {
        let columns = self.columns.map(|columns| format!(" {columns}"));
        let text = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({},{}), }}",
            self.kind.description(),
            self.rows(),
            columns.unwrap_or_default()
        );
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend_from_slice(&(HEADER as u16 - 10).to_le_bytes());
        header.extend_from_slice(text.as_bytes());
        // The longest text has 20 digits for each dimension.
        header.resize(HEADER - 1, b' ');
        header.push(b'\n');
        header
    }

    /// Adds numbers that fit into the type.
    pub fn extend(
        &mut self,
        numbers: impl Iterator<Item = u64>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let before = self.bytes.len();
        self.kind.extend(numbers, &mut self.bytes);
        self.numbers += ((self.bytes.len() - before) / self.kind.width()) as u64;
        if self.bytes.len() >= BLOCK {
            self.finish(out)?;
        }
        Ok(())
    }
}

impl TypedEncoder for ArrayEncoder {
    fn take(&mut self, row: TypedRow<'_>, out: &mut dyn Write) -> io::Result<()> {
        let number = self.rows() + 1;
        for value in row.values() {
            match value? {
                TypedValue::Number(value) if value <= self.kind.largest() => {
                    self.extend([value].into_iter(), out)?;
                }
                TypedValue::Number(value) => {
                    let name = self.kind.name();
                    return Err(unfit(&format!(
                        "row {number}: {value} does not fit into {name}"
                    )));
                }
                _ => return Err(unfit(&format!("row {number}: a number is missing"))),
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let written = out.write_all(&self.bytes);
        self.bytes.clear();
        written
    }

    fn head(&self) -> Option<Vec<u8>> {
        Some(self.header())
    }
}

fn unfit(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Fields, Format, Row, RowFormat, Table, TableError};

    struct Numbers([u64; 3]);

    impl Row for Numbers {
        fn fields(&self, fields: &mut impl Fields) {
            fields.number(self.0[0]);
            fields.list(self.0[1..].iter().copied());
        }
    }

    /// Writes rows in pieces of `step` bytes.
    fn write(
        path: &Path,
        kind: NumberType,
        rows: &[[u64; 3]],
        step: usize,
    ) -> Result<(), TableError> {
        let columns = Columns::new()
            .number("a")
            .list("b", "b", 2)
            .numbers_as(kind);
        let format = RowFormat::new(Format::of(path)?, &columns);
        let mut table = Table::file(path, format.format()).open(&format, 1)?;
        let mut text = format.header();
        for row in rows {
            format.write(&Numbers(*row), &mut text);
        }
        let writer = table.writer().expect("it is open");
        for piece in text.chunks(step) {
            let written = writer.write_all(piece);
            written.map_err(|error| TableError::write(path, error))?;
        }
        table.finish()
    }

    #[test]
    fn arrays_have_the_bytes_of_numpy() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("rows.npy");
        for step in [1, 7, 1000] {
            write(&path, NumberType::I16, &[[1, 2, 3], [256, 0, 32767]], step).expect("it fits");
            let bytes = std::fs::read(&path).expect("it is complete");
            assert_eq!(bytes.len(), 128 + 12);
            assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
            let text = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }";
            assert_eq!(bytes[10..128].trim_ascii_end(), text.as_bytes());
            assert_eq!(bytes[127], b'\n');
            assert_eq!(bytes[128..], [1, 0, 2, 0, 3, 0, 0, 1, 0, 0, 255, 127]);
        }
        let mut list = ArrayEncoder::new(NumberType::I32, None);
        list.extend(0..5, &mut Vec::new()).expect("it is written");
        let list = list.header();
        assert!(list.starts_with(
            b"\x93NUMPY\x01\x00\x76\x00{'descr': '<i4', 'fortran_order': False, 'shape': (5,), }"
        ));
    }

    #[test]
    fn numbers_that_do_not_fit_are_errors() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("rows.npy");
        let reason = |result: Result<(), TableError>| match result {
            Err(TableError::Write { source, .. }) => source.to_string(),
            other => panic!("{other:?}"),
        };
        let wrong = write(&path, NumberType::U8, &[[1, 2, 3], [256, 0, 0]], 50);
        assert_eq!(reason(wrong), "row 2: 256 does not fit into uint8");
        assert!(!path.exists());
        let text = RowFormat::new(Format::Npy, &Columns::new().number("a").field("name"));
        let wrong = Table::file(&path, Format::Npy).open(&text, 1).map(drop);
        assert_eq!(
            reason(wrong),
            "an array has numbers only, and the column name is text"
        );
        let numbers = RowFormat::new(Format::Npy, &Columns::new().number("a"));
        let wrong = Table::stdout(Format::Npy).open(&numbers, 1).map(drop);
        assert!(reason(wrong).contains("needs a regular file"));
        let mut bytes = Vec::new();
        let wrong = Table::writer(&mut bytes, Format::Npy)
            .open(&numbers, 1)
            .map(drop);
        assert!(reason(wrong).contains("needs a regular file"));
        assert!(Format::of("a.npy.gz".as_ref()).is_err());
    }
}
