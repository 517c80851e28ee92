//! Reader of Knuth's text format.

use std::path::Path;
use std::str::FromStr;

use super::exact_cover::ExactCover;
use super::set_list;
use super::text_line::{content_lines, end_of_text};
use countless_engine::Error;
use countless_table::{input_name, read_text_file};

/// Hint for a line of items that may be a row of a matrix.
const MATRIX: &str = "\nhint: if the text is a matrix of 0 and 1, add --matrix";

impl ExactCover {
    /// Reads Knuth's text: first a line of items, then one line for each option. In the first line,
    /// `|` stands before the secondary items, and `low:high|` or `times|` before the name of an
    /// item with a multiplicity. An option has `item:colour` for a secondary item with a colour.
    /// Lines that begin with `|` are comments. Errors call the text `name`.
    ///
    /// A text with the line `p ec 7`, for 7 items, or `p ec 7 9`, for 7 items and 9 options, and
    /// options such as `s 1 4 7` is read as well. Its comments begin with `c`.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    /// use countless_engine::Run;
    ///
    /// let text = "| a problem with colours\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    /// assert_eq!(ExactCover::from_knuth("toy", text)?.solutions(&Run::new())?, [[2, 4]]);
    /// let wrong = ExactCover::from_knuth("toy", "a b\na c\n").unwrap_err();
    /// assert_eq!(wrong.to_string(), "toy:2:3: unknown item c");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`], with the line and the column.
    pub fn from_knuth(name: &str, text: &str) -> Result<Self, Error> {
        if let Some(problem) = set_list::read_set_list(name, text) {
            return problem;
        }
        let mut lines = content_lines(name, text);
        let Some(first) = lines.next() else {
            return Err(end_of_text(name, text)
                .error_at(1, "expected a line with the names of items, found none"));
        };
        let is_binary = first.words().all(|word| matches!(word, "0" | "1"));
        let hint = if is_binary { MATRIX } else { "" };
        let mut problem = Self::new();
        let mut are_secondary = false;
        for word in first.words() {
            if word == "|" && are_secondary {
                return Err(
                    first.error_at_word(word, "expected one | among the items, found a second")
                );
            }
            if word == "|" {
                are_secondary = true;
                continue;
            }
            let added = if are_secondary {
                problem.secondary(word)
            } else if let Some((times, item)) = word.rsplit_once('|') {
                let (low, high) = times.split_once(':').unwrap_or((times, times));
                match (low.parse(), high.parse()) {
                    (Ok(low), Ok(high)) => problem.repeated(item, low..=high),
                    _ => Err(Error::Impossible(format!(
                        "expected a multiplicity of {item}, found {times}"
                    ))),
                }
            } else {
                problem.primary(word)
            };
            added.map_err(|error| first.error_at_word(word, format!("{error}{hint}")))?;
        }
        for line in lines {
            problem.read_option(&line, line.words())?;
        }
        Ok(problem)
    }
}

/// Reads [Knuth's text](ExactCover::from_knuth). Errors call it `problem`.
impl FromStr for ExactCover {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_knuth("problem", text)
    }
}

impl ExactCover {
    /// Reads a file in Knuth's text; `-` is standard input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not a problem.
    pub fn read_knuth(path: &Path) -> Result<Self, Error> {
        Self::from_knuth(&input_name(path), &read_text_file(path)?)
    }
}
