//! Round trips of tables, read by this crate and by the parquet crate.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::sync::Arc;

use super::encoder::{ParquetEncoder, encoder};
use super::rows;
use crate::rows::TypedValue;
use crate::{Columns, DecimalParts, Fields, Format, Row, RowFormat, RowWriter};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use proptest::prelude::*;

/// Row with one field of each type; a field may be missing.
#[derive(Clone, Debug)]
struct OptionalFields {
    text: Option<String>,
    number: Option<u64>,
    big: Option<u128>,
    thousandths: Option<u64>,
    list: [u64; 2],
}

impl Row for OptionalFields {
    fn fields(&self, fields: &mut impl Fields) {
        match &self.text {
            Some(text) => fields.text(text.as_bytes()),
            None => fields.none(),
        }
        match self.number {
            Some(number) => fields.number(number),
            None => fields.none(),
        }
        match self.big {
            Some(number) => fields.big_number(number),
            None => fields.none(),
        }
        match self.thousandths {
            Some(number) => fields.decimal(number, DecimalParts::Thousandths),
            None => fields.none(),
        }
        fields.list(self.list.into_iter());
        fields.none();
    }
}

fn columns() -> Columns {
    let columns = Columns::new().field("text, \"so\"").number("number");
    let columns = columns.big_number("big").decimal("rating");
    // A column of this name exists already.
    columns.list("list", "l", 2).field("number")
}

fn mixed() -> impl Strategy<Value = OptionalFields> {
    let text = prop::option::of("[ -~\t\n\ré,\"]{0,9}");
    let numbers = (
        prop::option::of(0..=i64::MAX as u64),
        prop::option::of(0..10_u128.pow(38)),
        prop::option::of(0..1_u64 << 40),
    );
    (text, numbers, any::<[u32; 2]>()).prop_map(|(text, numbers, list)| OptionalFields {
        text,
        number: numbers.0,
        big: numbers.1,
        thousandths: numbers.2,
        list: list.map(u64::from),
    })
}

/// Returns all rows as CSV, and as a table with `group` rows per group. The encoder receives the
/// typed rows in pieces of `piece` bytes.
fn table(all: &[OptionalFields], group: usize, piece: usize) -> (Vec<u8>, File) {
    let columns = columns();
    let [csv, typed] = [Format::Csv, Format::Parquet].map(|it| RowFormat::new(it, &columns));
    let (mut text, mut rows) = (csv.header(), typed.header());
    for row in all {
        csv.write(row, &mut text);
        typed.write(row, &mut rows);
    }
    let mut file = tempfile::tempfile().expect("a file");
    let encoder = ParquetEncoder::with_rows(&columns, group).expect("a table");
    let mut writer = RowWriter::typed(&mut file, Box::new(encoder));
    for piece in rows.chunks(piece) {
        writer.write_all(piece).expect("it is written");
    }
    writer.finish().expect("it is complete");
    file.rewind().expect("it is a file");
    (text, file)
}

proptest! {
    #[test]
    fn tables_are_read_as_they_were_written(
        all in prop::collection::vec(mixed(), 0..30),
        group in 1_usize..12,
        piece in 1_usize..200,
    ) {
        let (text, file) = table(&all, group, piece);
        let copy = file.try_clone()?;

        // The parquet crate returns every value in its type.
        let reader = SerializedFileReader::new(file)?;
        let groups = reader.num_row_groups();
        prop_assert_eq!(groups, all.len().div_ceil(group));
        let mut found = 0;
        for (row, expected) in reader.get_row_iter(None)?.zip(&all) {
            let row = row?.into_columns();
            let names: Vec<&str> = row.iter().map(|(name, _)| name.as_str()).collect();
            prop_assert_eq!(names, ["text, \"so\"", "number", "big", "rating", "l1", "l2", "number_2"]);
            let text = expected.text.clone().map_or(Field::Null, Field::Str);
            prop_assert_eq!(&row[0].1, &text);
            let long = |number| Field::Long(number as i64);
            prop_assert_eq!(&row[1].1, &expected.number.map_or(Field::Null, long));
            let big = match &row[2].1 {
                Field::Null => None,
                // The crate writes a decimal point even for whole numbers.
                field => Some(field.to_string().replace('.', "")),
            };
            prop_assert_eq!(big, expected.big.map(|number| number.to_string()));
            let rating = expected.thousandths.map(|number| number as f64 / 1e3);
            prop_assert_eq!(&row[3].1, &rating.map_or(Field::Null, Field::Double));
            prop_assert_eq!([&row[4].1, &row[5].1], [&long(expected.list[0]), &long(expected.list[1])]);
            prop_assert_eq!(&row[6].1, &Field::Null);
            found += 1;
        }
        prop_assert_eq!(found, all.len());

        // Our reader returns the original text, except for trailing zeros of thousandths and the
        // renamed column.
        let mut again = String::new();
        rows(copy, Arc::default())?.read_to_string(&mut again)?;
        let read = |text: &str| -> Vec<Vec<String>> {
            let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let records = reader.into_records().map(|record| record.expect("a row"));
            let fields = |record: csv::StringRecord| {
                let fields = record.iter().enumerate().map(|(place, field)| match field.parse::<f64>() {
                    Ok(rating) if place == 3 => rating.to_string(),
                    _ => field.to_owned(),
                });
                fields.collect()
            };
            records.map(fields).collect()
        };
        let mut expected = read(std::str::from_utf8(&text)?);
        "number_2".clone_into(&mut expected[0][6]);
        prop_assert_eq!(read(&again), expected);
        // An empty text is different from a missing one.
        let quoted = all.iter().filter(|row| row.text.as_deref() == Some("")).count();
        prop_assert_eq!(again.lines().filter(|line| line.starts_with("\"\",")).count() >= quoted, true);
    }

    /// A damaged file gives an error or text, but does not panic.
    #[test]
    fn damaged_tables_are_errors(
        all in prop::collection::vec(mixed(), 0..20),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let (_, mut file) = table(&all, 7, 1000);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (place, byte) in damage {
            if !bytes.is_empty() {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
        }
        let mut file = tempfile::tempfile()?;
        file.write_all(&bytes)?;
        let mut text = Vec::new();
        if let Ok(mut rows) = rows(file, Arc::default()) {
            let _ = rows.read_to_end(&mut text);
        }
    }
}

/// Row of any values.
struct AnyValues<'a>([Option<TypedValue<'a>>; 3]);

impl Row for AnyValues<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        for value in self.0 {
            match value {
                Some(TypedValue::Text(text)) => fields.text(text),
                Some(TypedValue::Number(number)) => fields.number(number),
                Some(TypedValue::WrittenNumber(text)) => fields.written_number(text),
                Some(TypedValue::BigNumber(number)) => fields.big_number(number),
                Some(TypedValue::Decimal(number, parts)) => fields.decimal(number, parts),
                Some(TypedValue::None) | None => fields.none(),
            }
        }
    }
}

/// Row of one value.
struct ShortRow;

impl Row for ShortRow {
    fn fields(&self, fields: &mut impl Fields) {
        fields.none();
    }
}

#[test]
fn a_value_that_does_not_fit_is_an_error() {
    let columns = Columns::new()
        .field("name")
        .number("number")
        .big_number("big");
    let large = 10_u128.pow(38);
    for (row, reason) in [
        (
            [
                Some(TypedValue::Text(b"a")),
                Some(TypedValue::Text(b"b")),
                None,
            ],
            "row 1, column number: expected another type, found b",
        ),
        (
            [None, Some(TypedValue::Number(1 << 63)), None],
            "row 1, column number: 9223372036854775808 is too large",
        ),
        (
            [None, None, Some(TypedValue::BigNumber(large))],
            "row 1, column big: 100000000000000000000000000000000000000 has more than 38 digits",
        ),
    ] {
        let format = RowFormat::new(Format::Parquet, &columns);
        let mut rows = format.header();
        format.write(&AnyValues(row), &mut rows);
        let encoder = encoder(&columns).expect("a table");
        let mut writer = RowWriter::typed(Vec::new(), encoder);
        let error = writer.write_all(&rows).expect_err(reason);
        assert_eq!(error.to_string(), reason);
    }
    let encoder = encoder(&columns).expect("a table");
    let mut writer = RowWriter::typed(Vec::new(), encoder);
    let format = RowFormat::new(Format::Parquet, &Columns::new());
    let mut rows = format.header();
    format.write(&ShortRow, &mut rows);
    let error = writer.write_all(&rows).expect_err("it is short");
    assert_eq!(
        error.to_string(),
        "row 1, column number: the value is missing"
    );
}
