//! Matrices as text: each row is an option, each column an item.

use std::path::Path;

use super::{TextLine, content_lines, end_of_text};
use crate::exact_cover::ExactCover;
use countless_engine::Error;
use countless_simd::sort;
use countless_table::{input_name, read_text_file};

/// Format of a matrix, as far as its text leaves it open.
///
/// A row is an option; columns are items, named by their numbers from 1 on. A dense matrix has rows
/// of 0 and 1, with or without blanks or commas between them. A row of a [sparse](Self::sparse)
/// matrix lists the columns that are 1. Lines that begin with `|` are comments.
///
/// The first line may be a header of one or two numbers: the columns; the rows and the columns, in
/// either order; or the columns or primary columns, and the secondary columns. If the second number
/// may mean secondary columns, [`secondary`](Self::secondary) must be given: programs differ in the
/// position of these columns.
///
/// ```
/// use countless_cover::MatrixFormat;
/// use countless_engine::Run;
///
/// let dense = MatrixFormat::new().parse("matrix", "3\n110\n001\n011\n")?;
/// let sparse = MatrixFormat::new().sparse().parse("matrix", "3\n0 1\n2\n1 2\n")?;
/// assert_eq!(dense, sparse);
/// let outcome = dense.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MatrixFormat {
    is_sparse: bool,
    /// True if each row begins with the number of its columns.
    is_counted: bool,
    base: Option<usize>,
    columns: Option<usize>,
    secondary: Option<SecondaryColumns>,
}

/// Largest number of columns of a matrix.
const MOST: usize = 1 << 24;

/// Number and position of secondary columns.
#[derive(Clone, Copy, Debug, Default)]
struct SecondaryColumns {
    count: usize,
    are_first: bool,
}

impl MatrixFormat {
    /// Creates the format of a dense matrix. It has no secondary columns unless
    /// [`secondary`](Self::secondary) is given.
    pub fn new() -> Self {
        Self::default()
    }

    /// Selects a sparse matrix: a row lists the numbers of its columns. The first line is a header,
    /// unless [`columns`](Self::columns) is given.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.is_sparse = true;
        self
    }

    /// Selects a sparse matrix with a first column numbered 0 or 1. By default it is 0 if a row
    /// lists 0, and 1 if a row lists the number of columns.
    #[must_use]
    pub fn counting_from(mut self, first: u8) -> Self {
        self.base = Some(first.min(1).into());
        self.sparse()
    }

    /// Selects a sparse matrix. Each row begins with the number of columns that it lists.
    ///
    /// ```
    /// use countless_cover::MatrixFormat;
    /// use countless_engine::Run;
    ///
    /// let text = "3 3\n2 1 2\n1 3\n2 2 3\n";
    /// let problem = MatrixFormat::new().counted().parse("matrix", text)?;
    /// let outcome = problem.count(&Run::new())?;
    /// assert_eq!(outcome.total.solutions.to_string(), "1");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    #[must_use]
    pub fn counted(mut self) -> Self {
        self.is_counted = true;
        self.sparse()
    }

    /// Sets the number of columns of a matrix without a header.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns);
        self
    }

    /// Sets the number of secondary columns, which come last.
    #[must_use]
    pub fn secondary(self, count: usize) -> Self {
        self.with_secondary(count, false)
    }

    /// Sets the number of secondary columns, which come first.
    #[must_use]
    pub fn secondary_first(self, count: usize) -> Self {
        self.with_secondary(count, true)
    }

    fn with_secondary(mut self, count: usize, are_first: bool) -> Self {
        self.secondary = Some(SecondaryColumns { count, are_first });
        self
    }

    /// Reads a file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not a matrix.
    pub fn read(&self, path: &Path) -> Result<ExactCover, Error> {
        self.parse(&input_name(path), &read_text_file(path)?)
    }

    /// Reads a text. Errors call it `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`], with the line and the column.
    pub fn parse(&self, name: &str, text: &str) -> Result<ExactCover, Error> {
        let mut lines: Vec<TextLine<'_>> = content_lines(name, text).collect();
        let has_header = self.columns.is_none()
            && match &lines[..] {
                [] => false,
                _ if self.is_sparse => true,
                [first, rest @ ..] => is_header(first, rest.first()),
            };
        let header = has_header.then(|| lines.remove(0));
        let rows = lines.iter().map(|line| self.row(line));
        let rows: Vec<MatrixRow<'_>> = rows.collect::<Result<_, _>>()?;
        let Some(first) = rows.first() else {
            let row = if self.is_sparse {
                "column numbers"
            } else {
                "0 and 1"
            };
            let reason = format!("found no matrix; expected a line of {row} for each option");
            return Err(end_of_text(name, text).error_at(1, reason));
        };
        self.refuse_counts(&rows)?;
        let columns = match (&header, self.columns) {
            (Some(header), _) => self.columns_of_header(header, &rows)?,
            (None, Some(columns)) => columns,
            (None, None) => first.width.unwrap_or(0),
        };
        if columns > MOST {
            let place = header.as_ref().unwrap_or(first.line);
            return Err(place.error_at(1, format!("a matrix has at most {MOST} columns")));
        }
        for row in &rows {
            if let Some(found) = row.width.filter(|&found| found != columns) {
                let wanted = match self.columns {
                    Some(_) => format!("{columns} numbers (--columns)"),
                    None => format!("{columns} numbers as in the row above"),
                };
                return Err(row
                    .line
                    .error_at(1, format!("expected {wanted}, found {found}")));
            }
        }
        let base = if self.is_sparse {
            self.first_column(&rows, columns)?
        } else {
            1
        };
        let mut problem = columns_as_items(columns, self.secondary.unwrap_or_default())?;
        for row in &rows {
            problem.option(&row.option(columns, base)?)?;
        }
        Ok(problem)
    }

    /// Parses the columns of a row.
    fn row<'a>(&self, line: &'a TextLine<'a>) -> Result<MatrixRow<'a>, Error> {
        let (mut ones, mut width) = (Vec::new(), None);
        if self.is_sparse {
            for word in words(line) {
                let number = word.parse().map_err(|_| {
                    line.error_at_word(word, format!("{word:?} is not the number of a column"))
                })?;
                ones.push((word, number));
            }
            if self.is_counted {
                let expected = ones.len().saturating_sub(1);
                if let Some((word, _)) = ones.first().filter(|(_, count)| *count != expected) {
                    let reason = format!(
                        "expected {expected}, the number of columns after it, found {word}"
                    );
                    return Err(line.error_at_word(word, reason));
                }
                ones.remove(0);
            }
        } else {
            let mut cells = 0;
            for (at, digit) in line.text.char_indices() {
                match digit {
                    '0' | '1' => cells += 1,
                    ' ' | '\t' | ',' => continue,
                    other => {
                        let place = &line.text[at..];
                        let reason = format!("{other:?} is neither 0 nor 1");
                        return Err(line.error_at_word(place, reason));
                    }
                }
                if digit == '1' {
                    ones.push((&line.text[at..=at], cells));
                }
            }
            width = Some(cells);
        }
        Ok(MatrixRow { line, ones, width })
    }

    /// Number of columns by a header, checked against the rows and the secondary columns.
    fn columns_of_header(
        &self,
        header: &TextLine<'_>,
        rows: &[MatrixRow<'_>],
    ) -> Result<usize, Error> {
        let numbers = words(header).map(|word| {
            let number = word.parse::<usize>().ok();
            number.ok_or_else(|| {
                let reason = format!("expected the number of columns, found {word:?}");
                header.error_at_word(word, format!("{reason}; --columns N reads rows without it"))
            })
        });
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        let meanings = match numbers[..] {
            [columns] => vec![(columns, 0)],
            // Matrices with counted rows have no secondary columns.
            [columns, second] if self.is_counted && second == rows.len() => vec![(columns, 0)],
            [first, second] => {
                let mut meanings = vec![(first, second)];
                if !self.is_sparse {
                    meanings.push((first.saturating_add(second), second));
                }
                if first == rows.len() {
                    meanings.push((second, 0));
                }
                if second == rows.len() {
                    meanings.push((first, 0));
                }
                meanings
            }
            _ => {
                let found = numbers.len();
                let reason = format!("expected a header of one or two numbers, found {found}");
                return Err(
                    header.error_at(1, format!("{reason}; --columns N reads rows without it"))
                );
            }
        };
        let widest = rows
            .iter()
            .flat_map(|row| &row.ones)
            .map(|&(_, number)| number);
        let widest = widest.max().unwrap_or(0);
        // A base that was given is right: then a column 0 is an error of its row.
        let is_from_zero = match self.base {
            Some(base) => base == 0,
            None => rows.iter().any(MatrixRow::has_zero),
        };
        let fits = |columns: usize| match rows[0].width {
            Some(width) => columns == width,
            None => columns > widest || columns == widest && !is_from_zero,
        };
        let fitting = meanings.into_iter().filter(|&(columns, secondary)| {
            fits(columns) && (secondary == 0 || secondary < columns)
        });
        let mut fitting: Vec<(usize, usize)> = fitting.collect();
        sort(&mut fitting);
        let agreeing = fitting
            .iter()
            .filter(|(_, secondary)| match self.secondary {
                Some(given) => *secondary == 0 || *secondary == given.count,
                None => true,
            });
        let mut agreeing: Vec<usize> = agreeing.map(|&(columns, _)| columns).collect();
        agreeing.dedup();
        let is_sure =
            self.secondary.is_some() || fitting.iter().all(|&(_, secondary)| secondary == 0);
        let text = header.text.trim();
        match agreeing.first() {
            Some(&columns) if agreeing.len() == 1 && is_sure => Ok(columns),
            Some(_) => {
                let second = numbers.last().copied().unwrap_or(0);
                let none = if fitting.iter().any(|&(_, secondary)| secondary == 0) {
                    ", or that there are none by --secondary 0"
                } else {
                    ""
                };
                let reason = format!(
                    "the header {text} may mean {second} secondary columns, first or last\n\
                     hint: say which by --secondary first:{second} or --secondary {second}{none}"
                );
                Err(header.error_at(1, reason))
            }
            None => {
                let found = match rows[0].width {
                    Some(width) => format!("a header that fits rows of {width}"),
                    None if is_from_zero => format!(
                        "at least {} columns for column {widest}, counted from 0",
                        widest.saturating_add(1)
                    ),
                    None => format!("a header that fits a column {widest}"),
                };
                let secondary = match self.secondary {
                    Some(given) if !fitting.is_empty() => {
                        format!(" and --secondary {}", given.count)
                    }
                    _ => String::new(),
                };
                Err(header.error_at(1, format!("expected {found}{secondary}, found {text}")))
            }
        }
    }

    /// Rejects rows that seem to begin with a count.
    fn refuse_counts(&self, rows: &[MatrixRow<'_>]) -> Result<(), Error> {
        // A single row may begin so by chance.
        let is_counted = |row: &MatrixRow<'_>| {
            let parts = row.ones.split_first();
            parts.is_some_and(|(&(_, count), rest)| count == rest.len())
        };
        let is_open = self.is_sparse && self.base.is_none() && !self.is_counted;
        if is_open && rows.len() > 1 && rows.iter().all(is_counted) {
            let reason = "each row begins with the number of columns after it, it seems\n\
                          hint: if so, say --sparse=counted; if not, --sparse=0 or --sparse=1";
            return Err(rows[0].line.error_at(1, reason));
        }
        Ok(())
    }

    /// Number of the first column of a sparse matrix.
    fn first_column(&self, rows: &[MatrixRow<'_>], columns: usize) -> Result<usize, Error> {
        if let Some(base) = self.base {
            return Ok(base);
        }
        let has = |wanted: usize| {
            rows.iter()
                .any(|row| row.ones.iter().any(|&(_, n)| n == wanted))
        };
        match (rows.iter().any(MatrixRow::has_zero), has(columns)) {
            (true, _) => Ok(0),
            (false, true) => Ok(1),
            (false, false) if self.is_counted => Ok(1),
            (false, false) => {
                let reason = format!(
                    "neither column 0 nor column {columns} occurs\n\
                     hint: say where columns begin by --sparse=0 or --sparse=1"
                );
                Err(rows[0].line.error_at(1, reason))
            }
        }
    }
}

/// Row of a matrix.
struct MatrixRow<'a> {
    line: &'a TextLine<'a>,
    /// Columns that are 1: their words in the text, and their numbers there.
    ones: Vec<(&'a str, usize)>,
    /// Number of all columns; only in a dense matrix.
    width: Option<usize>,
}

impl MatrixRow<'_> {
    fn has_zero(&self) -> bool {
        self.ones.iter().any(|&(_, number)| number == 0)
    }

    /// Names of its items, in a matrix of `columns` columns, numbered from `base` on.
    fn option(&self, columns: usize, base: usize) -> Result<Vec<String>, Error> {
        let mut option: Vec<String> = Vec::with_capacity(self.ones.len());
        for &(word, number) in &self.ones {
            if !(base..columns + base).contains(&number) {
                let reason = match columns {
                    0 => format!("column {word} of a matrix without columns"),
                    _ => format!(
                        "column {word}, where columns are {base} to {}",
                        columns + base - 1
                    ),
                };
                return Err(self.line.error_at_word(word, reason));
            }
            let item = (number - base + 1).to_string();
            if option.contains(&item) {
                let reason = format!("column {word} is twice in this row");
                return Err(self.line.error_at_word(word, reason));
            }
            option.push(item);
        }
        Ok(option)
    }
}

/// Words of a line, separated by blanks or commas.
fn words<'a>(line: &TextLine<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    line.text.split(is_between).filter(|word| !word.is_empty())
}

/// Returns whether the first line of a dense matrix is a header. A header made of 0 and 1 names the
/// length of the next line as a number, and has another length itself.
fn is_header(first: &TextLine<'_>, next: Option<&TextLine<'_>>) -> bool {
    let numbers = words(first).map(|word| {
        let is_plain = word == "0" || !word.starts_with('0');
        word.parse::<usize>().ok().filter(|_| is_plain)
    });
    let Some(numbers) = numbers.collect::<Option<Vec<usize>>>() else {
        return false;
    };
    let cells = |line: &TextLine<'_>| words(line).map(str::len).sum::<usize>();
    let is_binary = |line: &TextLine<'_>| {
        words(line).all(|word| word.bytes().all(|b| matches!(b, b'0' | b'1')))
    };
    let fits = |next: &TextLine<'_>| cells(first) != cells(next) && numbers.contains(&cells(next));
    matches!(numbers.len(), 1 | 2) && (!is_binary(first) || next.is_some_and(fits))
}

/// Creates a problem with an item for each column.
fn columns_as_items(columns: usize, secondary: SecondaryColumns) -> Result<ExactCover, Error> {
    let SecondaryColumns { count, are_first } = secondary;
    let Some(primary) = columns.checked_sub(count) else {
        let reason = format!("--secondary {count}: the matrix has {columns} columns");
        return Err(Error::Impossible(reason));
    };
    let split = if are_first { count } else { primary };
    let (first, last) = (1..=split, split + 1..=columns);
    let (primary, secondary) = if are_first {
        (last, first)
    } else {
        (first, last)
    };
    let mut problem = ExactCover::of_items(primary.map(|column| column.to_string()))?;
    for column in secondary {
        problem.secondary(&column.to_string())?;
    }
    Ok(problem)
}

impl ExactCover {
    /// Reads a dense matrix: each line is an option of 0 and 1, one digit for each item, with or
    /// without blanks or commas between them. A line with the number of columns, or of rows and
    /// columns, may come first. Items are named by their numbers, from 1 on. [`MatrixFormat`] reads
    /// other matrices.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    /// use countless_engine::Run;
    ///
    /// let problem = ExactCover::from_matrix("matrix", "110\n011\n100\n001\n")?;
    /// let outcome = problem.count(&Run::new())?;
    /// assert_eq!(outcome.total.solutions.to_string(), "2");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`], with the line and the column.
    pub fn from_matrix(name: &str, text: &str) -> Result<Self, Error> {
        MatrixFormat::new().parse(name, text)
    }

    /// Reads a file with a matrix; `-` is standard input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not a matrix.
    pub fn read_matrix(path: &Path) -> Result<Self, Error> {
        MatrixFormat::new().read(path)
    }
}
