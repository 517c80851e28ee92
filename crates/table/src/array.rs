//! Arrays in the format of `NumPy`: `.npy` files of numbers of one type.
//!
//! ```text
//! bytes 0 to 127   magic, version 1.0, the length of the header, and the header: the type and the
//!                  shape as a Python literal, padded with blanks
//! from byte 128    the numbers, row by row, little-endian
//! ```
//!
//! The number of rows is known at the end. So the header is written twice, and an array needs a
//! regular file.

use std::io::{self, Write};
use std::mem::take;

use super::number_type::NumberType;
use super::rows::{ColumnType, Columns, TypedRow, TypedStream, TypedValue};

/// Length of the header.
const HEADER: usize = 128;

/// Returns the header of an array of `rows` rows, each of some numbers, or a number without
/// `columns`.
pub(super) fn header(kind: NumberType, rows: u64, columns: Option<usize>) -> [u8; HEADER] {
    let columns = columns.map_or(String::new(), |columns| columns.to_string());
    let text = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}",
        kind.description()
    );
    let text = text.replace(", )", ",)");
    let mut header = [b' '; HEADER];
    header[..8].copy_from_slice(b"\x93NUMPY\x01\x00");
    header[8..10].copy_from_slice(&(HEADER as u16 - 10).to_le_bytes());
    // The longest text has 20 digits for each dimension.
    header[10..10 + text.len()].copy_from_slice(text.as_bytes());
    header[HEADER - 1] = b'\n';
    header
}

/// Encoder of typed rows of numbers.
#[derive(Debug)]
pub(super) struct ArrayEncoder {
    kind: NumberType,
    columns: usize,
    rows: u64,
    stream: TypedStream,
    bytes: Vec<u8>,
}

impl ArrayEncoder {
    /// Creates an encoder for rows of `columns`.
    ///
    /// # Errors
    ///
    /// Fails if a column is not of numbers.
    pub fn new(columns: &Columns) -> io::Result<Self> {
        let mut names = columns.flat_names().zip(columns.column_types());
        if let Some((name, _)) = names.find(|it| it.1 != ColumnType::Number) {
            let reason = format!("an array has numbers only, and the column {name} is text");
            return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
        }
        Ok(Self {
            kind: columns.number_type(),
            columns: columns.column_types().count(),
            rows: 0,
            stream: TypedStream::default(),
            bytes: Vec::new(),
        })
    }

    /// Returns the header, with the number of rows so far.
    pub fn header(&self) -> [u8; HEADER] {
        header(self.kind, self.rows, Some(self.columns))
    }

    /// Encodes typed rows. The last row may be incomplete.
    pub fn write(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let mut stream = take(&mut self.stream);
        let taken = stream.write(text, &mut |row| self.take(row));
        self.stream = stream;
        taken?;
        let written = out.write_all(&self.bytes);
        self.bytes.clear();
        written
    }

    fn take(&mut self, row: TypedRow<'_>) -> io::Result<()> {
        self.rows += 1;
        for value in row.values() {
            match value? {
                TypedValue::Number(number) if number <= self.kind.largest() => {
                    self.kind.push(number, &mut self.bytes);
                }
                TypedValue::Number(number) => {
                    let (row, name) = (self.rows, self.kind.name());
                    return Err(unfit(&format!(
                        "row {row}: {number} does not fit into {name}"
                    )));
                }
                _ => return Err(unfit(&format!("row {}: a number is missing", self.rows))),
            }
        }
        Ok(())
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
        let list = header(NumberType::I32, 5, None);
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
