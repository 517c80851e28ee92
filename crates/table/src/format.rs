//! Formats of rows, and their choice by file name.

use std::fs;
use std::path::Path;

use super::compression::{Codec, has_extension};
use super::parquet;
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
}

impl Format {
    /// Returns the format that a file name asks for: `.csv`, `.tsv`, `.ndjson`, `.jsonl` or
    /// `.parquet`. All but `.parquet` may be followed by `.gz` or `.zst`. The format is CSV for a
    /// name without extension, and for a file that is not regular, such as `/dev/null`.
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
        let inner = match Codec::of(path) {
            Codec::None => path.to_owned(),
            Codec::Gzip | Codec::Zstd => path.with_extension(""),
        };
        let formats = [
            (Self::Csv, "csv"),
            (Self::Tsv, "tsv"),
            (Self::Ndjson, "ndjson"),
            (Self::Ndjson, "jsonl"),
            (Self::Parquet, "parquet"),
        ];
        let found = formats
            .into_iter()
            .find(|(_, ending)| has_extension(&inner, &[ending]))
            // Parquet compresses its own pages, and readers do not expect it within another
            // compression.
            .filter(|(format, _)| *format != Self::Parquet || inner == path);
        match found {
            Some((format, _)) => format.built().map_err(|reason| {
                TableError::Format(format!("cannot write {}: {reason}", path.display()))
            }),
            None if inner.extension().is_none() => Ok(Self::Csv),
            None if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) => Ok(Self::Csv),
            None => Err(TableError::Format(format!(
                "cannot write {}: expected a name that ends in .csv, .tsv, .ndjson or .jsonl, \
                 optionally followed by .gz or .zst{}",
                path.display(),
                parquet::built().map_or("", |()| ", or in .parquet")
            ))),
        }
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Ndjson => "ndjson",
            Self::Parquet => "parquet",
        }
    }

    /// Returns the formats that this build can write.
    pub fn available() -> impl Iterator<Item = Self> {
        let all = [Self::Csv, Self::Tsv, Self::Ndjson, Self::Parquet];
        all.into_iter().filter(|format| format.built().is_ok())
    }

    /// Returns the format, or the reason why this build cannot write it.
    fn built(self) -> Result<Self, String> {
        match self {
            Self::Parquet => parquet::built().map(|()| self),
            Self::Csv | Self::Tsv | Self::Ndjson => Ok(self),
        }
    }

    /// Returns the delimiter of fields, or `None` if rows are not lines of fields.
    pub(super) fn delimiter(self) -> Option<u8> {
        match self {
            Self::Csv => Some(b','),
            Self::Tsv => Some(b'\t'),
            Self::Ndjson | Self::Parquet => None,
        }
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
}

impl Format {
    /// Returns the format with this name, even if this build cannot write it.
    pub fn named(name: &str) -> Option<Self> {
        let mut formats = [Self::Csv, Self::Tsv, Self::Ndjson, Self::Parquet].into_iter();
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
