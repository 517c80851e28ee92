//! Input formats by name, and options for reading inputs.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

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

/// Name, description and example of each format, in the order of the formats.
const TABLE: [(InputFormat, &str, &str, &str); 12] = [
    (
        InputFormat::Lines,
        "lines",
        "one puzzle per line: 81 characters, 729 pencil marks, or cells between separators; a tag may follow",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 first\n",
    ),
    (
        InputFormat::Grid,
        "grid",
        "a line for each row: plain, drawn, between separators, or a list in brackets",
        "| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n| . 9 8 | . . . | . 6 . |\n\
         +-------+-------+-------+\n\
         | 8 . . | . 6 . | . . 3 |\n| 4 . . | 8 . 3 | . . 1 |\n| 7 . . | . 2 . | . . 6 |\n\
         +-------+-------+-------+\n\
         | . 6 . | . . . | 2 8 . |\n| . . . | 4 1 9 | . . 5 |\n| . . . | . 8 . | . 7 9 |\n",
    ),
    (
        InputFormat::Candidates,
        "candidates",
        "a line for each row, with the candidates of each cell side by side; a single digit solves its cell",
        "5    3    1249 | 26   7    2468 | 1489 1249 248\n\
         6    247  247  | 1    9    5    | 3478 234  2478\n\
         12   9    8    | 23   34   24   | 1345 6    247\n\
         ---------------+----------------+---------------\n\
         8    125  1259 | 579  6    147  | 4579 2459 3\n\
         4    25   2569 | 8    5    3    | 579  259  1\n\
         7    15   1359 | 59   2    14   | 4589 459  6\n\
         ---------------+----------------+---------------\n\
         139  6    134579 | 357 35  7    | 2    8    4\n\
         23   278  237  | 4    1    9    | 36   3    5\n\
         123  1245 12345 | 2356 8   26   | 1346 7    9\n",
    ),
    (
        InputFormat::Sdk,
        "sdk",
        "SadMan Software Sudoku: comments and a section [Puzzle]; .sdm files are lines",
        "#DA puzzle\n[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n\
         .6....28.\n...419..5\n....8..79\n",
    ),
    (
        InputFormat::Csv,
        "csv",
        "comma-separated values (or semicolons) with a header, or with --column N",
        "id,puzzle\n1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    ),
    (
        InputFormat::Tsv,
        "tsv",
        "the same with tabs",
        "id\tpuzzle\n1\t53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    ),
    (
        InputFormat::Json,
        "json",
        "JSON objects, one per line, with a key puzzle, such as NDJSON (--format ndjson)",
        "{\"id\":1,\"puzzle\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}\n",
    ),
    (
        InputFormat::Hodoku,
        "hodoku",
        "lines of a HoDoKu library, :technique:candidates:cells:deleted:…; a digit after + is not a clue",
        ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::\n",
    ),
    (
        InputFormat::Link,
        "link",
        "links with 81 digits after = or /, as of solvers on the web",
        "https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079\n",
    ),
    (
        InputFormat::Solo,
        "solo",
        "game IDs of Solo in Simon Tatham's Portable Puzzle Collection, also of its variants",
        "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9\n",
    ),
    (
        InputFormat::OpenSudoku,
        "opensudoku",
        "XML of OpenSudoku, with an element game for each puzzle",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Examples</name>\n  \
         <game data=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\" />\n</opensudoku>\n",
    ),
    (
        InputFormat::Sdx,
        "sdx",
        "candidates of SudoCue: nine lines of nine cells, with u before a digit that was placed",
        "5 3 1249 26 7 2468 1489 1249 248\n6 247 247 1 9 5 3478 234 2478\n\
         12 9 8 23 34 24 1345 6 247\n8 125 1259 579 6 147 4579 2459 3\n\
         4 25 2569 8 u5 3 579 259 1\n7 15 1359 59 2 14 4589 459 6\n\
         139 6 134579 357 35 7 2 8 4\n23 278 237 4 1 9 36 3 5\n\
         123 1245 12345 2356 8 26 1346 7 9\n",
    ),
];

impl InputFormat {
    /// All formats.
    pub const ALL: [Self; 12] = const_array!(Self::Lines; 12, number => TABLE[number].0);

    fn entry(self) -> &'static (Self, &'static str, &'static str, &'static str) {
        &TABLE[self as usize]
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns the description, in a line.
    pub fn about(self) -> &'static str {
        self.entry().2
    }

    /// Returns a text in this format.
    pub fn example(self) -> &'static str {
        self.entry().3
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
/// assert!(Inputs::open(vec![origin], &reading).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    pub(super) column: Option<String>,
    pub(super) format: Option<InputFormat>,
    pub(super) signs: Arc<Signs>,
    pub(super) records_per_chunk: usize,
    pub(super) outline: Option<Arc<Outline>>,
    pub(super) keeps_columns: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            column: None,
            format: None,
            signs: Arc::default(),
            records_per_chunk: 1024,
            outline: None,
            keeps_columns: false,
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

    /// Sets the format of the inputs, or `None` to detect it.
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

    /// Sets the number of records in a chunk: lines, grids or rows.
    #[must_use]
    pub fn records_per_chunk(self, records_per_chunk: usize) -> Self {
        Self {
            records_per_chunk,
            ..self
        }
    }

    /// Sets the positions of the cells, for puzzles other than 9×9.
    #[must_use]
    pub fn outline(self, outline: Option<Arc<Outline>>) -> Self {
        Self { outline, ..self }
    }

    /// Passes on the other columns of the input, or the tags. A column with the name of another is
    /// called `given_` and its name. Objects of JSON with a key that the first 64 KiB of the input
    /// lack are rejected.
    #[must_use]
    pub fn keep_columns(self, keeps_columns: bool) -> Self {
        Self {
            keeps_columns,
            ..self
        }
    }

    /// Returns whether the other columns are passed on.
    pub fn keeps_columns(&self) -> bool {
        self.keeps_columns
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
    fn formats_are_in_the_order_of_the_table() {
        for (number, format) in InputFormat::ALL.into_iter().enumerate() {
            assert_eq!((format as usize, format.entry().0), (number, format));
        }
    }
}
