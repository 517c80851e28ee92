//! Options for reading inputs: those of the user, and those of the reader of chunks.

use std::sync::Arc;

use super::InputFormat;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_text::{Outline, Signs};

/// Options for reading inputs where the format is not to be detected.
///
/// ```
/// use countless_sudoku::{Ask, InputFormat, InputOrigin, ReadOptions, Solve};
///
/// let text = "53??7???? 6??195??? ?98????6? 8???6???3 4??8?3??1 7???2???6 ?6????28? ???419??5 ????8??79";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.replace(' ', "\n") };
/// let signs = "1-9".parse::<countless_sudoku::Signs>()?.with_blank('?')?;
/// let reading = ReadOptions::new().format(Some(InputFormat::Grid)).signs(signs);
/// assert!(Ask::open_as(Solve::new(), vec![origin], &reading).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    pub(crate) column: Option<String>,
    pub(crate) format: Option<InputFormat>,
    pub(crate) signs: Signs,
}

impl ReadOptions {
    /// Creates options that detect the column and the format.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the column with the puzzles, by name or by number from 1.
    #[must_use]
    pub fn column(self, column: Option<&str>) -> Self {
        let column = column.map(str::to_owned);
        Self { column, ..self }
    }

    /// Sets the format of the inputs.
    #[must_use]
    pub fn format(self, format: Option<InputFormat>) -> Self {
        Self { format, ..self }
    }

    /// Sets the signs of digits and empty cells.
    #[must_use]
    pub fn signs(self, signs: Signs) -> Self {
        Self { signs, ..self }
    }

    /// Adds the options to a plan, without the column.
    pub fn describe(&self, spec: Spec) -> Spec {
        let spec = match self.format {
            Some(format) => spec.with("layout", format),
            None => spec,
        };
        if self.signs.is_usual() {
            spec
        } else {
            spec.with("signs", self.signs.written())
        }
    }

    /// Reads the options of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if a parameter is missing or invalid.
    pub fn described(spec: &Spec, column: Option<&str>) -> Result<Self, Error> {
        let wrong = |name| Error::ledger(&spec.problem, format!("the plan has no proper {name}"));
        let format = spec.parameter("layout").map(str::parse);
        let signs = spec.parameter("signs").map(Signs::of);
        Ok(Self {
            format: format.transpose().map_err(|_| wrong("layout"))?,
            signs: match signs {
                None => Signs::default(),
                Some(signs) => signs.ok_or_else(|| wrong("signs"))?,
            },
            ..Self::new().column(column)
        })
    }
}

/// Options for reading an input.
#[derive(Clone, Debug)]
pub struct ChunkReaderOptions {
    pub(super) column: Option<String>,
    pub(super) records_per_chunk: usize,
    pub(super) format: Option<InputFormat>,
    pub(super) signs: Arc<Signs>,
    pub(super) outline: Option<Arc<Outline>>,
    pub(super) passes_all: bool,
}

impl Default for ChunkReaderOptions {
    fn default() -> Self {
        Self {
            column: None,
            records_per_chunk: 1024,
            format: None,
            signs: Arc::default(),
            outline: None,
            passes_all: false,
        }
    }
}

impl ChunkReaderOptions {
    /// Creates options that detect the column and the format of 9×9 puzzles. A chunk has 1024
    /// records.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the column with the puzzle, by name or by number from 1.
    #[must_use]
    pub fn column(self, column: Option<&str>) -> Self {
        let column = column.map(str::to_owned);
        Self { column, ..self }
    }

    /// Sets the number of records in a chunk: lines, grids or rows.
    #[must_use]
    pub fn records_per_chunk(self, records_per_chunk: usize) -> Self {
        Self {
            records_per_chunk,
            ..self
        }
    }

    /// Sets the format of the input, or `None` to detect it.
    #[must_use]
    pub fn format(self, format: Option<InputFormat>) -> Self {
        Self { format, ..self }
    }

    /// Sets the signs of digits and empty cells.
    #[must_use]
    pub fn signs(self, signs: impl Into<Arc<Signs>>) -> Self {
        let signs = signs.into();
        Self { signs, ..self }
    }

    /// Rejects objects of JSON with a key that the first 64 KiB of the input lack, because all keys
    /// are passed on.
    #[must_use]
    pub fn passes_all(self, passes_all: bool) -> Self {
        Self { passes_all, ..self }
    }

    /// Sets the positions of the cells, for puzzles other than 9×9.
    #[must_use]
    pub fn outline(self, outline: Option<Arc<Outline>>) -> Self {
        Self { outline, ..self }
    }
}
