//! Game IDs of Solo, in Simon Tatham's Portable Puzzle Collection.
//!
//! ```text
//! 3x3:a5b3c_1…      2x3x:…      6j:…,regions      3x3k:…,cages,sums
//! ```
//!
//! The size is that of a box in rows and columns, or of the grid for a jigsaw, `j`. `x` stands for
//! diagonals and `k` for a killer. Letters are runs of empty cells. Regions and cages are given by
//! the lines that divide them.

use std::fmt::Write;

use super::{FormatFault, FoundCells};

/// Puzzle and its variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoloGame {
    /// Cells and tag.
    pub found: FoundCells,
    /// Number of rows and columns.
    pub size: usize,
    /// Rows and columns of a box; `None` for a jigsaw.
    pub boxes: Option<(usize, usize)>,
    /// True if the diagonals are houses.
    pub diagonals: bool,
    /// One character per cell.
    pub regions: Option<String>,
    /// One character per cell, and the sums: `AAB…;A=5;B=17`.
    pub cages: Option<String>,
}

/// Number of rows in the largest grid.
const LARGEST: usize = 25;

/// Characters of digits.
const DIGITS: &[u8; 25] = b"123456789ABCDEFGHIJKLMNOP";

/// True if a line begins like a game ID.
pub fn is_solo(line: &str) -> bool {
    parameters(line.trim()).is_some()
}

/// Size and flags of a game ID, and the text after the colon.
struct SoloParameters<'a> {
    size: usize,
    boxes: Option<(usize, usize)>,
    flags: &'a str,
    description: &'a str,
}

fn parameters(text: &str) -> Option<SoloParameters<'_>> {
    let (head, description) = text.split_once(':')?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let length = digits(head);
    let first: usize = head[..length].parse().ok()?;
    let rest = &head[length..];
    let second = rest.strip_prefix('x').filter(|rest| digits(rest) > 0);
    let (size, boxes, flags) = match second {
        Some(rest) => {
            let length = digits(rest);
            let second: usize = rest[..length].parse().ok()?;
            (
                first.checked_mul(second)?,
                Some((first, second)),
                &rest[length..],
            )
        }
        None => (first, None, rest),
    };
    let is_known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_jigsaw = flags.contains('j');
    (flags.chars().all(is_known) && (boxes.is_some() || is_jigsaw)).then_some(SoloParameters {
        size,
        boxes: boxes.filter(|_| !is_jigsaw),
        flags,
        description,
    })
}

/// Reads a game ID, perhaps with a tag after it.
///
/// # Errors
///
/// The place of the fault, and the reason.
pub fn read_solo(line: &str) -> Result<SoloGame, FormatFault> {
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    let (id, tag) = match text.split_once(char::is_whitespace) {
        Some((id, tag)) => (id, Some(tag.trim().to_owned())),
        None => (text, None),
    };
    let Some(SoloParameters {
        size,
        boxes,
        flags,
        description,
    }) = parameters(id)
    else {
        return Err((indent, "expected a game ID such as 3x3:…".to_owned()));
    };
    if !(1..=LARGEST).contains(&size) {
        let reason = format!("a grid of {size} rows; at most {LARGEST} are read");
        return Err((indent, reason));
    }
    let mut at = indent + id.len() - description.len();
    let begin = at;
    let mut parts = description.split(',').map(|part| {
        let start = at;
        at += part.len() + 1;
        (start, part)
    });
    let end = indent + id.len();
    let mut next = |what: &str| {
        parts
            .next()
            .ok_or_else(|| (end, format!("no {what} in the game ID")))
    };
    let cells = numbers(next("cells")?, size * size, size)?;
    let regions = if boxes.is_some() {
        None
    } else {
        let part = next("regions")?;
        let areas = areas(part, size)?;
        let mut sizes = vec![0; size * size];
        for &area in &areas {
            sizes[area] += 1;
        }
        if let Some(wrong) = sizes.iter().find(|&&cells| cells != 0 && cells != size) {
            let reason = format!("expected regions of {size} cells, found one of {wrong}");
            return Err((part.0, reason));
        }
        Some(areas.iter().map(|&area| letter(area)).collect())
    };
    let cages = if flags.contains('k') {
        let part = next("cages")?;
        let areas = areas(part, size)?;
        let sums = numbers(next("sums")?, size * size, size * size * size)?;
        Some(cages(&areas, &sums, part.0)?)
    } else {
        None
    };
    if let Some((start, _)) = parts.next() {
        return Err((
            start,
            "more than the game ID of this variant has".to_owned(),
        ));
    }
    let digit = |&number: &usize| match number {
        0 => '.',
        number => char::from(DIGITS[number - 1]),
    };
    Ok(SoloGame {
        found: FoundCells {
            cells: cells.iter().map(digit).collect(),
            offset: begin,
            tag,
        },
        size,
        boxes,
        diagonals: flags.contains('x'),
        regions,
        cages,
    })
}

/// Returns the character of an area.
fn letter(area: usize) -> char {
    let ascii = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let mut letters = ascii.chain(('\u{c0}'..).filter(|c| c.is_alphabetic()));
    letters.nth(area).unwrap_or('?')
}

/// Reads the numbers of a grid, with 0 for an empty cell.
fn numbers(
    (at, text): (usize, &str),
    wanted: usize,
    most: usize,
) -> Result<Vec<usize>, FormatFault> {
    let mut all = Vec::with_capacity(wanted);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let place = at + text.len() - rest.len();
        let mut length = 1;
        match c {
            '_' => {}
            'a'..='z' => all.extend(vec![0; c as usize - 'a' as usize + 1]),
            '1'..='9' => {
                length = rest.bytes().take_while(u8::is_ascii_digit).count();
                let number = rest[..length].parse().ok().filter(|&number| number <= most);
                let number: usize = number.ok_or_else(|| {
                    (
                        place,
                        format!("expected a number up to {most}, found {}", &rest[..length]),
                    )
                })?;
                all.push(number);
            }
            c => {
                return Err((
                    place,
                    format!("expected a digit, a letter or _, found {c:?}"),
                ));
            }
        }
        if all.len() > wanted {
            return Err((place, format!("more than {wanted} cells in the game ID")));
        }
        rest = &rest[length..];
    }
    if all.len() < wanted {
        let found = all.len();
        return Err((at, format!("expected {wanted} cells, found {found}")));
    }
    Ok(all)
}

/// Returns the area of each cell, numbered in the order of their first cells. The text describes
/// the borders between neighbours in rows, from left to right, then in columns, from top to bottom.
/// A letter is a number of borders without a line, followed by a line; `_` is a line alone, and `z`
/// are 25 borders without a line.
fn areas((at, text): (usize, &str), size: usize) -> Result<Vec<usize>, FormatFault> {
    let borders = size * (size - 1);
    let lines = (0..size).flat_map(|line| (1..size).map(move |place| (line, place)));
    let in_rows = lines
        .clone()
        .map(|(row, column)| (row * size + column - 1, row * size + column));
    let in_columns = lines.map(|(column, row)| ((row - 1) * size + column, row * size + column));
    let mut neighbours = in_rows.chain(in_columns);
    let mut parent: Vec<usize> = (0..size * size).collect();
    let mut border = 0;
    for (offset, c) in text.char_indices() {
        let (run, ends) = match c {
            '_' => (0, true),
            'z' => (25, false),
            'a'..='y' => (c as usize - 'a' as usize + 1, true),
            c => {
                let reason = format!("expected a letter or _, found {c:?}");
                return Err((at + offset, reason));
            }
        };
        for _ in 0..run {
            let Some((one, other)) = neighbours.next() else {
                return Err((at + offset, "more lines than the grid has".to_owned()));
            };
            let (one, other) = (first_cell(&parent, one), first_cell(&parent, other));
            // Each area is represented by its first cell.
            parent[one.max(other)] = one.min(other);
            border += 1;
        }
        if ends {
            neighbours.next();
            border += 1;
        }
    }
    // The end of the text counts as a line.
    if border != 2 * borders + 1 {
        let reason = format!(
            "expected {} lines between cells, found {}",
            2 * borders,
            border.saturating_sub(1)
        );
        return Err((at, reason));
    }
    let mut firsts: Vec<usize> = Vec::new();
    let area = (0..size * size).map(|cell| {
        let first = first_cell(&parent, cell);
        let known = firsts.iter().position(|&other| other == first);
        known.unwrap_or_else(|| {
            firsts.push(first);
            firsts.len() - 1
        })
    });
    Ok(area.collect())
}

/// First cell of the area of a cell.
fn first_cell(parent: &[usize], mut cell: usize) -> usize {
    while parent[cell] != cell {
        cell = parent[cell];
    }
    cell
}

/// Writes cages as a line. A sum stands in the first cell of its cage.
fn cages(areas: &[usize], sums: &[usize], at: usize) -> Result<String, FormatFault> {
    let mut text: String = areas.iter().map(|&area| letter(area)).collect();
    for (cell, &sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0) {
        let first = areas.iter().position(|&area| area == areas[cell]);
        if first != Some(cell) {
            let reason = format!("the sum {sum} does not stand in the first cell of its cage");
            return Err((at, reason));
        }
        // A write to a `String` cannot fail.
        let _ = write!(text, ";{}={sum}", letter(areas[cell]));
    }
    let count = areas.iter().max().map_or(0, |last| last + 1);
    let found = sums.iter().filter(|&&sum| sum > 0).count();
    if found != count {
        return Err((
            at,
            format!("expected a sum for each of {count} cages, found {found}"),
        ));
    }
    Ok(text)
}
