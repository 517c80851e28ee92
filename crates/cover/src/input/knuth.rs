//! Knuth's text format, lists of sets, and DIMACS.

use std::fmt::Write;
use std::path::Path;
use std::str::FromStr;

use super::{TextLine, content_lines, end_of_text};
use crate::exact_cover::ExactCover;
use crate::grid::Grid;
use countless_engine::Error;
use countless_table::{input_name, read_text_file};

/// Hint for a line of items that may be a row of a matrix.
const MATRIX: &str = "\nhint: if the text is a matrix of 0 and 1, add --matrix";

impl ExactCover {
    /// Reads Knuth's text: first a line of items, then one line for each option. In the first line,
    /// `|` stands before the secondary items, and `low:high|` or `times|` before the name of an
    /// item with a multiplicity. An option has `item:colour` for a secondary item with a colour.
    /// Lines that begin with `|` are comments; above the items, `| grid triangles` names the grid of
    /// the cells. Errors call the text `name`.
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
        if let Some(problem) = read_set_list(name, text) {
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
                        "expected a multiplicity of {item} up to {}, found {times}",
                        u32::MAX
                    ))),
                }
            } else {
                problem.primary(word)
            };
            added.map_err(|error| first.error_at_word(word, format!("{error}{hint}")))?;
        }
        for line in lines {
            problem.add_option(line.words(), &|word, reason| {
                line.error_at_word(word, reason)
            })?;
        }
        Ok(problem.with_grid(grid_in_comments(text)))
    }
}

/// Grid of the cells, from a comment such as `| grid triangles` above the items.
fn grid_in_comments(text: &str) -> Option<Grid> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let comments = lines.map_while(|line| line.strip_prefix('|'));
    let mut grids = comments.filter_map(|comment| comment.trim().strip_prefix("grid "));
    grids.find_map(|grid| grid.parse().ok())
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

/// Largest number of items.
const MOST: usize = 1 << 24;

/// Reads a list of sets; `None` if the text has another format.
///
/// Lines that begin with `c` are comments. The line `p ec 7` has the number of items, and `p ec 7 9`
/// that of options, too. Each line such as `s 1 4 7` is an option; items are numbered from 1.
pub fn read_set_list(name: &str, text: &str) -> Option<Result<ExactCover, Error>> {
    let mut lines = content_lines(name, text).skip_while(|line| line.words().next() == Some("c"));
    let header = lines.next()?;
    let mut words = header.words();
    if (words.next(), words.next()) != (Some("p"), Some("ec")) {
        return None;
    }
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut lines = lines.peekable();
    // Without a number, `p` and `ec` may be names of items.
    if !words.next().is_some_and(is_number)
        && !matches!(lines.peek()?.words().next(), Some("s" | "c"))
    {
        return None;
    }
    Some(parse_sets(&header, lines))
}

fn parse_sets<'a>(
    header: &TextLine<'a>,
    lines: impl Iterator<Item = TextLine<'a>>,
) -> Result<ExactCover, Error> {
    let mut words = header.words().skip(2);
    let word = words.next().unwrap_or_default();
    let count = word.parse().ok().filter(|&count: &usize| count <= MOST);
    let Some(count) = count else {
        let reason = format!("expected the number of items, at most {MOST}, found {word:?}");
        return Err(header.error_at(1, reason));
    };
    let declared = match words.next() {
        None => None,
        Some(word) => {
            let declared = word.parse::<usize>().map_err(|_| {
                let reason = format!("expected the number of options, found {word:?}");
                header.error_at_word(word, reason)
            })?;
            Some((word, declared))
        }
    };
    if let Some(word) = words.next() {
        let reason = format!("expected the end of the header, found {word:?}");
        return Err(header.error_at_word(word, reason));
    }
    let items = (1..=count).map(|item| item.to_string());
    let mut problem = ExactCover::of_items(items)?;
    for line in lines {
        let mut words = line.words();
        match words.next() {
            Some("c") => continue,
            Some("s") => {}
            word => {
                let word = word.unwrap_or_default();
                return Err(line.error_at(1, format!("expected a line s or c, found {word:?}")));
            }
        }
        if let Some((_, declared)) = declared
            && problem.option_count() == declared
        {
            let reason =
                format!("expected {declared}, the number of options in the header, found more");
            return Err(line.error_at(1, reason));
        }
        problem.add_option(words, &|word, reason| line.error_at_word(word, reason))?;
    }
    let found = problem.option_count();
    match declared {
        Some((word, declared)) if declared != found => {
            let reason =
                format!("expected {declared}, the number of options in the header, found {found}");
            Err(header.error_at_word(word, reason))
        }
        _ => Ok(problem),
    }
}

impl ExactCover {
    /// Writes Knuth's text, which [`from_knuth`](Self::from_knuth) reads.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    ///
    /// let text = "a 2|b 0:3|c | x\na b x:red\nb c\n";
    /// assert_eq!(text.parse::<ExactCover>()?.to_knuth(), text);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn to_knuth(&self) -> String {
        let (primary, secondary) = self.items.split_at(self.primary);
        let primary = primary
            .iter()
            .map(|item| match (item.bounds.low, item.bounds.high) {
                (1, 1) => item.name.clone(),
                (low, high) if low == high => format!("{low}|{}", item.name),
                (low, high) => format!("{low}:{high}|{}", item.name),
            });
        let mut items: Vec<String> = primary.collect();
        // A bar at the beginning of the line would make it a comment.
        if !secondary.is_empty() || items.is_empty() {
            items.push(if items.is_empty() { " |" } else { "|" }.to_owned());
        }
        items.extend(secondary.iter().map(|item| item.name.clone()));
        let mut text = items.join(" ") + "\n";
        for option in &self.options {
            self.write_option(option, &mut text);
            text.push('\n');
        }
        text
    }

    /// Writes [Knuth's text](Self::to_knuth) below a comment with the grid of the cells, unless it
    /// is clear from their names.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    ///
    /// let text = "| grid triangles\n1.2 1.3\n1.2 1.3\n";
    /// assert_eq!(text.parse::<ExactCover>()?.to_knuth_with_grid(), text);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn to_knuth_with_grid(&self) -> String {
        let grid = self.grid().map(|grid| format!("| grid {grid}\n"));
        grid.unwrap_or_default() + &self.to_knuth()
    }

    /// Writes a formula in conjunctive normal form, in DIMACS format. Variable `i` is true if
    /// option `i` is chosen, and the models are the solutions. Options that are never chosen are
    /// false.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    ///
    /// let problem: ExactCover = "a b\na\na b\n".parse()?;
    /// assert_eq!(problem.to_dimacs()?, "p cnf 2 3\n1 2 0\n-1 -2 0\n2 0\n");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if an item has a multiplicity other than once.
    pub fn to_dimacs(&self) -> Result<String, Error> {
        if self.has_multiplicities() {
            let reason = "DIMACS does not support multiplicities";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let (mut clauses, mut text) = (0, String::new());
        for (item, coverings) in self.coverings().iter().enumerate() {
            if item < self.primary {
                for (option, _) in coverings {
                    // Writing to a String cannot fail.
                    let _ = write!(text, "{} ", option + 1);
                }
                text += "0\n";
                clauses += 1;
            }
            for (at, (first, colour)) in coverings.iter().enumerate() {
                for (second, other) in &coverings[at + 1..] {
                    if *colour == 0 || colour != other {
                        let _ = writeln!(text, "-{} -{} 0", first + 1, second + 1);
                        clauses += 1;
                    }
                }
            }
        }
        let choosable = self.choosable();
        for option in 0..self.options.len() as u32 {
            if choosable.binary_search(&option).is_err() {
                let _ = writeln!(text, "-{} 0", option + 1);
                clauses += 1;
            }
        }
        Ok(format!("p cnf {} {clauses}\n{text}", self.options.len()))
    }
}
