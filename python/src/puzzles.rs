//! Puzzles in a list, an array or a column of Python.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::DataType;
use countless::sudoku::{Grid, GridError, Puzzle};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use pyo3_arrow::input::AnyArray;

/// Number of cells of a grid.
pub const CELLS: usize = 81;

/// Puzzles, with the owner of their memory.
pub enum Puzzles<'py> {
    /// Puzzles parsed from a list; `None` is a missing value.
    List(Vec<Option<Result<Puzzle, GridError>>>),
    /// Digits, with one puzzle in each row of an array.
    Digits(PyReadonlyArray2<'py, u8>),
    /// Texts, one in each row of an array, padded with zero bytes.
    Texts(PyReadonlyArray2<'py, u8>),
    /// Column of texts.
    Column(Column),
}

/// View of puzzles that any thread can use.
pub enum View<'a> {
    List(&'a [Option<Result<Puzzle, GridError>>]),
    Digits(&'a [u8]),
    Texts(&'a [u8], usize),
    Column(&'a Column),
}

impl<'py> Puzzles<'py> {
    /// Reads puzzles in one of the forms `list`, `digits`, `texts` and `column`.
    pub fn of(form: &str, puzzles: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(match form {
            "list" => {
                let list = puzzles.cast::<PyList>()?;
                let texts = list.iter().enumerate();
                let read = texts.map(|(row, text)| read(row, &text));
                Self::List(read.collect::<PyResult<_>>()?)
            }
            "digits" => Self::Digits(puzzles.extract()?),
            "texts" => Self::Texts(puzzles.extract()?),
            _ => Self::Column(Column::of(puzzles)?),
        })
    }

    pub fn view(&self) -> PyResult<View<'_>> {
        Ok(match self {
            Self::List(list) => View::List(list),
            Self::Digits(array) => View::Digits(array.as_slice()?),
            Self::Texts(array) => View::Texts(array.as_slice()?, array.shape()[1]),
            Self::Column(column) => View::Column(column),
        })
    }
}

/// Parses an entry of a list.
fn read(row: usize, text: &Bound<'_, PyAny>) -> PyResult<Option<Result<Puzzle, GridError>>> {
    if text.is_none() {
        Ok(None)
    } else if let Ok(text) = text.cast::<PyString>() {
        // Surrogates are replaced by a character that is invalid in a cell.
        Ok(Some(Puzzle::try_from(text.to_string_lossy().as_bytes())))
    } else if let Ok(bytes) = text.cast::<PyBytes>() {
        Ok(Some(Puzzle::try_from(bytes.as_bytes())))
    } else {
        let found = text.get_type().name()?;
        let reason = format!("row {row}: expected a puzzle as str or bytes, found {found}");
        Err(PyTypeError::new_err(reason))
    }
}

/// Result for a missing value.
fn missing() -> Result<Puzzle, GridError> {
    Puzzle::try_from(&b""[..])
}

impl View<'_> {
    pub fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Digits(digits) => digits.len() / CELLS,
            Self::Texts(_, 0) => 0,
            Self::Texts(bytes, width) => bytes.len() / width,
            Self::Column(column) => column.len(),
        }
    }

    /// Returns the puzzle in a row, counted from 0.
    pub fn get(&self, row: usize) -> Result<Puzzle, GridError> {
        match self {
            Self::List(list) => list[row].clone().unwrap_or_else(missing),
            Self::Digits(digits) => {
                let digits = &digits.as_chunks::<CELLS>().0[row];
                Grid::try_from(digits).map(Puzzle::Grid)
            }
            Self::Texts(bytes, width) => {
                let text = &bytes[row * width..(row + 1) * width];
                let zeros = text.iter().rev().take_while(|&&byte| byte == 0).count();
                Puzzle::try_from(&text[..width - zeros])
            }
            Self::Column(column) => column.text(row).map_or_else(missing, Puzzle::try_from),
        }
    }

    /// True if the value in a row is missing.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Self::List(list) => list[row].is_none(),
            Self::Digits(_) | Self::Texts(..) => false,
            Self::Column(column) => column.text(row).is_none(),
        }
    }
}

/// Column of texts, in chunks.
pub struct Column {
    /// Chunks, each with the number of its first row.
    pieces: Vec<(usize, ArrayRef)>,
    len: usize,
}

impl Column {
    /// Returns the column that an object exports as Arrow, or the column of puzzles of a table.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let chunked = object.extract::<AnyArray>()?.into_chunked_array()?;
        let (chunks, _) = chunked.into_inner();
        let (mut pieces, mut len) = (Vec::new(), 0);
        for chunk in chunks {
            let chunk = match chunk.as_struct_opt() {
                Some(table) => column_of(object.py(), table)?,
                None => chunk,
            };
            if !is_text(chunk.data_type()) {
                let found = chunk.data_type();
                let reason = format!("expected a column of texts, found {found}");
                return Err(PyTypeError::new_err(reason));
            }
            let rows = chunk.len();
            if rows > 0 {
                pieces.push((len, chunk));
            }
            len += rows;
        }
        Ok(Self { pieces, len })
    }

    fn len(&self) -> usize {
        self.len
    }

    /// Returns the text in a row, or none for a missing value.
    fn text(&self, row: usize) -> Option<&[u8]> {
        let piece = self.pieces.partition_point(|&(first, _)| first <= row) - 1;
        let (first, array) = &self.pieces[piece];
        let row = row - first;
        if array.is_null(row) {
            return None;
        }
        Some(match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes(),
            DataType::LargeUtf8 => array.as_string::<i64>().value(row).as_bytes(),
            DataType::Utf8View => array.as_string_view().value(row).as_bytes(),
            DataType::Binary => array.as_binary::<i32>().value(row),
            DataType::LargeBinary => array.as_binary::<i64>().value(row),
            DataType::BinaryView => array.as_binary_view().value(row),
            DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().value(row),
            // `of` refuses all other types.
            _ => return None,
        })
    }
}

fn is_text(kind: &DataType) -> bool {
    use DataType as T;
    matches!(
        kind,
        T::Utf8
            | T::LargeUtf8
            | T::Utf8View
            | T::Binary
            | T::LargeBinary
            | T::BinaryView
            | T::FixedSizeBinary(_)
    )
}

/// Returns the column of a table that contains puzzles.
fn column_of(py: Python<'_>, table: &StructArray) -> PyResult<ArrayRef> {
    let kinds = py.import("countless._kinds")?;
    let chosen = kinds.call_method1("column_of_puzzles", (table.column_names(),))?;
    Ok(table.column(chosen.extract()?).clone())
}
