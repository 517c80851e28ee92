//! Arguments for the layout of a matrix.

use std::path::Path;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use countless::cover::{ExactCover, MatrixFormat};

use super::super::shared_args::whole;

#[derive(Args, Debug)]
pub struct MatrixLayoutArgs {
    /// The file is a sparse matrix: a line with the number of columns N, then for each option the
    /// columns that are 1. They are counted from BASE [default: 0 if a column 0 occurs; 1 if a
    /// column N occurs]
    #[arg(long, value_name = "BASE", help_heading = "Matrix", value_enum)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    sparse: Option<SparseBase>,
    /// Number of columns of a sparse matrix, if the file has no first line with it
    #[arg(long, value_name = "N", help_heading = "Matrix", value_parser = whole::<usize>(1..=MOST))]
    columns: Option<usize>,
    /// The last K columns are secondary items, which need not be covered; with first:K, the first K
    #[arg(long, value_name = "[first:]K", help_heading = "Matrix")]
    secondary: Option<SecondaryColumns>,
}

/// Maximum number of columns of a matrix.
const MOST: u64 = 1 << 24;

/// Number of the first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SparseBase {
    #[value(hide = true)]
    Auto,
    /// The first column is 0
    #[value(name = "0")]
    Zero,
    /// The first column is 1
    #[value(name = "1")]
    One,
    /// Each line begins with the number of its columns
    Counted,
}

/// Secondary columns: their number, at the start or the end.
#[derive(Clone, Copy, Debug)]
enum SecondaryColumns {
    First(usize),
    Last(usize),
}

impl FromStr for SecondaryColumns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (is_first, number) = match text.strip_prefix("first:") {
            Some(number) => (true, number),
            None => (false, text),
        };
        let count = whole(0..=MOST)(number)?;
        Ok(if is_first {
            Self::First(count)
        } else {
            Self::Last(count)
        })
    }
}

impl MatrixLayoutArgs {
    pub fn is_sparse(&self) -> bool {
        self.sparse.is_some()
    }

    /// Returns a flag that is given and requires a matrix.
    pub fn given_flag(&self) -> Option<&'static str> {
        let columns = self.columns.map(|_| "--columns");
        columns.or_else(|| self.secondary.map(|_| "--secondary"))
    }

    /// Reads a matrix.
    pub fn read(&self, file: &Path) -> anyhow::Result<ExactCover> {
        let format = MatrixFormat::new();
        let format = match self.sparse {
            None => format,
            Some(SparseBase::Auto) => format.sparse(),
            Some(SparseBase::Zero) => format.counting_from(0),
            Some(SparseBase::One) => format.counting_from(1),
            Some(SparseBase::Counted) => format.counted(),
        };
        let format = match self.columns {
            Some(columns) => format.columns(columns),
            None => format,
        };
        let format = match self.secondary {
            None => format,
            Some(SecondaryColumns::First(count)) => format.secondary_first(count),
            Some(SecondaryColumns::Last(count)) => format.secondary(count),
        };
        Ok(format.read(file)?)
    }
}
