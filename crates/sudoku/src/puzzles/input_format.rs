//! Input formats by name, and options for reading inputs.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::setters;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_text::{Outline, Signs};

/// Format of the puzzles in an input.
///
/// ```
/// use countless_sudoku::InputFormat;
///
/// let format: InputFormat = "csv".parse()?;
/// assert_eq!(format.name(), "csv");
/// assert!(InputFormat::ALL.iter().all(|format| !format.about().is_empty()));
/// # Ok::<(), countless_sudoku::UnknownFormat>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputFormat {
    /// One puzzle per line.
    Lines,
    /// One line per row of a puzzle.
    Grid,
    /// Candidates, with one line per row of a puzzle.
    Candidates,
    /// `.sdk` files.
    Sdk,
    /// Comma-separated values.
    Csv,
    /// Tab-separated values.
    Tsv,
    /// JSON objects, one per line.
    Json,
    /// Lines of a `HoDoKu` library.
    Hodoku,
    /// Links with a puzzle in them.
    Link,
    /// Game IDs of Solo.
    Solo,
    /// XML of `OpenSudoku`.
    OpenSudoku,
    /// Candidates, with marks at the digits that were placed.
    Sdx,
}

/// Error: a name that is not an input format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}", names())]
pub struct UnknownFormat;

/// Returns all names as a list for people.
pub fn names() -> String {
    let names: Vec<&str> = InputFormat::ALL
        .iter()
        .map(|format| format.name())
        .collect();
    names.join(", ")
}

/// Description and example of each format, after its name.
const FORMATS: &str = include_str!("input_formats.txt");

impl InputFormat {
    /// All formats.
    pub const ALL: [Self; 12] = [
        Self::Lines,
        Self::Grid,
        Self::Candidates,
        Self::Sdk,
        Self::Csv,
        Self::Tsv,
        Self::Json,
        Self::Hodoku,
        Self::Link,
        Self::Solo,
        Self::OpenSudoku,
        Self::Sdx,
    ];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Grid => "grid",
            Self::Candidates => "candidates",
            Self::Sdk => "sdk",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Hodoku => "hodoku",
            Self::Link => "link",
            Self::Solo => "solo",
            Self::OpenSudoku => "opensudoku",
            Self::Sdx => "sdx",
        }
    }

    /// Description and example.
    fn entry(self) -> (&'static str, &'static str) {
        let of_name = |entry: &'static str| entry.strip_prefix(self.name())?.strip_prefix(": ");
        let mut entries = FORMATS.split("== ").filter_map(of_name);
        let entry = entries.next().and_then(|entry| entry.split_once('\n'));
        entry.expect("each format has an entry")
    }

    /// Returns the description, in a line.
    pub fn about(self) -> &'static str {
        self.entry().0
    }

    /// Returns a text in this format.
    pub fn example(self) -> &'static str {
        self.entry().1
    }
}

impl FromStr for InputFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let mut all = Self::ALL.into_iter();
        let is_it = |format: &Self| format.name().eq_ignore_ascii_case(name);
        all.find(is_it).ok_or(UnknownFormat)
    }
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Options for reading inputs.
///
/// ```
/// use countless_sudoku::{InputFormat, InputOrigin, ReadOptions, puzzles::Inputs};
///
/// let text = "53??7???? 6??195??? ?98????6? 8???6???3 4??8?3??1 7???2???6 ?6????28? ???419??5 ????8??79";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.replace(' ', "\n") };
/// let signs = "1-9".parse::<countless_sudoku::Signs>()?.with_blank('?')?;
/// let reading = ReadOptions::new().format(Some(InputFormat::Grid)).signs(signs);
/// assert!(Inputs::open(vec![origin], reading).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    pub(super) column: Option<String>,
    pub(super) format: Option<InputFormat>,
    pub(super) signs: Arc<Signs>,
    pub(super) records_per_chunk: usize,
    pub(super) outline: Option<Arc<Outline>>,
    pub(super) keep_columns: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            column: None,
            format: None,
            signs: Arc::default(),
            records_per_chunk: 1024,
            outline: None,
            keep_columns: false,
        }
    }
}

impl ReadOptions {
    /// Creates options that detect the column and the format of 9×9 puzzles. A chunk has 1024
    /// records.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the column with the puzzles, by name or by number from 1.
    #[must_use]
    pub fn column(self, column: Option<&str>) -> Self {
        let column = column.map(str::to_owned);
        Self { column, ..self }
    }

    /// Sets the signs of digits and empty cells.
    #[must_use]
    pub fn signs(self, signs: impl Into<Arc<Signs>>) -> Self {
        let signs = signs.into();
        Self { signs, ..self }
    }

    setters! {
        /// Sets the format of the inputs, or `None` to detect it.
        format: Option<InputFormat>;
        /// Sets the number of records in a chunk: lines, grids or rows.
        records_per_chunk: usize;
        /// Sets the positions of the cells, for puzzles other than 9×9.
        outline: Option<Arc<Outline>>;
        /// Passes on the other columns of the input, or the tags. A column with the name of another
        /// is called `given_` and its name. Objects of JSON with a key that the first 64 KiB of the
        /// input lack are rejected.
        keep_columns: bool;
    }

    /// Returns whether the other columns are passed on.
    pub fn keeps_columns(&self) -> bool {
        self.keep_columns
    }

    /// Returns the signs of digits and empty cells.
    pub fn used_signs(&self) -> &Signs {
        &self.signs
    }

    /// Adds format and signs to a plan.
    pub fn describe(&self, spec: Spec) -> Spec {
        let signs = (!self.signs.is_usual()).then(|| self.signs.written());
        spec.with_some("layout", self.format)
            .with_some("signs", signs)
    }

    /// Reads format and signs of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if a parameter is missing or invalid.
    pub fn described(spec: &Spec, column: Option<&str>) -> Result<Self, Error> {
        let wrong = |name| Error::ledger(&spec.problem, format!("the plan has no proper {name}"));
        let format = spec.parameter("layout").map(str::parse);
        let options = Self::new()
            .column(column)
            .format(format.transpose().map_err(|_| wrong("layout"))?);
        Ok(match spec.parameter("signs").map(Signs::of) {
            None => options,
            Some(signs) => options.signs(signs.ok_or_else(|| wrong("signs"))?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_a_text() {
        assert_eq!(FORMATS.split("== ").count(), 1 + InputFormat::ALL.len());
        for (number, format) in InputFormat::ALL.into_iter().enumerate() {
            let name = format!("{format:?}").to_lowercase();
            assert_eq!((format as usize, format.name()), (number, &*name));
            assert!(!format.about().is_empty() && format.example().ends_with('\n'));
        }
    }
}
