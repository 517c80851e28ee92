//! From text to the digits of a puzzle, saying exactly what is wrong if anything is.
//!
//! | text | cells |
//! |---|---|
//! | `1..4.2..` | a character for each cell; whatever follows a blank is the tag |
//! | `1 . 12 4` | a number, a letter or a blank cell between blanks, commas, semicolons or bars |
//! | lines | a line for each row, like the one or the other; borders are passed over |
//!
//! Of shapes that leave out parts of their square, a drawing may, too, or have any blank there.

use std::fmt;

use super::shape::Shape;
use super::symbols::{digit, symbol};
use crate::sudoku::puzzles::rows::is_row;

/// What is wrong with the cells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// So many cells instead of those of the shape.
    Cells { found: usize, expected: usize },
    /// So many cells in a row.
    Row { found: usize, expected: usize },
    /// So many rows.
    Rows { found: usize, expected: usize },
    /// A character that is no cell.
    Illegal(char),
    /// A digit that the shape has not.
    Large { found: u32, digits: usize },
    /// A number that is no digit.
    Number(String),
    /// The tag is not UTF-8.
    NotUtf8,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells { found, expected } => write!(f, "{found} instead of {expected} cells"),
            Self::Row { found, expected } => {
                write!(f, "{found} instead of {expected} cells in a row")
            }
            Self::Rows { found, expected } => write!(f, "{found} instead of {expected} rows"),
            Self::Illegal(found) => write!(f, "{found:?} is neither a digit nor a blank"),
            Self::Large { found, digits } => {
                write!(f, "the digit {found} where there are {digits}")
            }
            Self::Number(found) => write!(f, "{found:?} is neither a digit nor a blank"),
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
        }
    }
}

/// What is wrong, and with which byte of the text.
pub(super) type Bad = (usize, Fault);

/// What was read besides digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read<'a> {
    /// The cells, if they are characters without anything between.
    pub cells: Option<&'a str>,
    /// What follows them.
    pub tag: Option<&'a str>,
}

/// Appends the digits of a puzzle, 0 for a blank; after an error, any number of them.
pub(super) fn read<'a>(
    shape: &Shape,
    text: &'a [u8],
    digits: &mut Vec<u8>,
) -> Result<Read<'a>, Bad> {
    let cells = shape.cells();
    // Nearly every line of a good file.
    if let Some((first, rest)) = text.split_at_checked(cells)
        && rest.first().is_none_or(|&byte| is_separator(byte))
    {
        let (from, most) = (digits.len(), shape.digits() as u8);
        digits.extend(first.iter().map(|&byte| digit(byte).unwrap_or(u8::MAX)));
        if digits[from..].iter().all(|&digit| digit <= most) {
            return Ok(Read {
                cells: str::from_utf8(first).ok(),
                tag: tag(text, cells)?,
            });
        }
        digits.truncate(from);
    }
    if memchr::memchr(b'\n', text).is_some() {
        drawn(shape, text, digits)?;
        return Ok(Read {
            cells: None,
            tag: None,
        });
    }
    let tokens: Vec<Token<'_>> = tokens(text, is_separator).collect();
    let end = |token: &Token<'_>| token.at + token.text.len();
    let joined: usize = tokens.iter().map(|token| token.text.len()).sum();
    let stop = if tokens
        .first()
        .is_some_and(|token| token.text.len() >= cells)
    {
        // With blanks where the shape has nothing.
        characters(shape, &tokens[..1], digits)?;
        end(&tokens[0])
    } else if tokens.len() >= cells {
        for token in &tokens[..cells] {
            digits.push(number(shape, token)?);
        }
        end(&tokens[cells - 1])
    } else if joined >= cells {
        characters(shape, &tokens, digits)?;
        text.len()
    } else {
        let longest = tokens.iter().map(|token| token.text.len()).max();
        let found = if longest.unwrap_or(0) > 2 {
            tokens.first().map_or(0, |token| token.text.len())
        } else {
            tokens.len()
        };
        let illegal = text
            .iter()
            .position(|&byte| digit(byte).is_none() && !is_separator(byte));
        return Err(match illegal {
            Some(at) if found >= cells / 2 => illegal_at(text, at),
            _ => (
                0,
                Fault::Cells {
                    found,
                    expected: cells,
                },
            ),
        });
    };
    Ok(Read {
        cells: None,
        tag: tag(text, stop)?,
    })
}

/// A word of a text, and where it begins.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    at: usize,
    text: &'a [u8],
}

fn tokens(text: &[u8], separates: fn(u8) -> bool) -> impl Iterator<Item = Token<'_>> {
    let words = text.split(move |&byte| separates(byte));
    let placed = words.scan(0, |next, text| {
        let at = *next;
        *next += text.len() + 1;
        Some(Token { at, text })
    });
    placed.filter(|token| !token.text.is_empty())
}

/// Whether a byte ends a cell, or the cells, of a line.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;:|/#".contains(&byte)
}

/// Whether a byte in a drawing is no cell. Characters for boxes are not ASCII.
fn is_drawing(byte: u8) -> bool {
    is_separator(byte) || b"-+=!(){}[]".contains(&byte) || !byte.is_ascii()
}

/// What follows the cells of a line.
fn tag(text: &[u8], from: usize) -> Result<Option<&str>, Bad> {
    let rest = str::from_utf8(&text[from..]);
    let rest = rest.map_err(|error| (from + error.valid_up_to(), Fault::NotUtf8))?;
    let rest = rest.trim_matches(|c: char| c.is_ascii() && is_separator(c as u8));
    Ok(Some(rest).filter(|tag| !tag.is_empty()))
}

/// Reads a character for each cell, or for each of the square that the shape lies in.
fn characters(shape: &Shape, tokens: &[Token<'_>], digits: &mut Vec<u8>) -> Result<(), Bad> {
    let found = tokens.iter().map(|token| token.text.len()).sum();
    let bytes = tokens.iter().flat_map(|token| (token.at..).zip(token.text));
    let (cells, side) = (shape.cells(), shape.side());
    if found == cells {
        for (at, &byte) in bytes {
            digits.push(cell(shape, at, byte)?);
        }
        return Ok(());
    }
    if found != side * side {
        for (at, &byte) in bytes {
            cell(shape, at, byte)?;
        }
        return Err((
            tokens.first().map_or(0, |token| token.at),
            Fault::Cells {
                found,
                expected: cells,
            },
        ));
    }
    let mut places = (0..cells).map(|cell| shape.place(cell)).peekable();
    for (i, (at, &byte)) in bytes.enumerate() {
        let digit = cell(shape, at, byte)?;
        if places.next_if_eq(&(i / side, i % side)).is_some() {
            digits.push(digit);
        } else if digit != 0 {
            return Err((at, Fault::Illegal(char::from(byte))));
        }
    }
    Ok(())
}

/// Reads a line for each row.
fn drawn(shape: &Shape, text: &[u8], digits: &mut Vec<u8>) -> Result<(), Bad> {
    let (mut from, mut row, side) = (0, 0, shape.side());
    let (mut next, mut rows) = (0, 0);
    for line in text.split(|&byte| byte == b'\n') {
        if is_row(line) {
            rows += 1;
        }
        if is_row(line) && row < side {
            let first = next;
            while next < shape.cells() && shape.place(next).0 == row {
                next += 1;
            }
            let columns: Vec<usize> = (first..next).map(|cell| shape.place(cell).1).collect();
            drawn_row(shape, &columns, from, line, digits)?;
            row += 1;
        }
        from += line.len() + 1;
    }
    if rows == side {
        return Ok(());
    }
    let (found, expected) = (rows, side);
    Err((0, Fault::Rows { found, expected }))
}

/// Reads the cells of a row, which are in these columns; the line begins at `from`.
fn drawn_row(
    shape: &Shape,
    columns: &[usize],
    from: usize,
    line: &[u8],
    digits: &mut Vec<u8>,
) -> Result<(), Bad> {
    let tokens: Vec<Token<'_>> = tokens(line, is_drawing)
        .map(|token| Token {
            at: from + token.at,
            ..token
        })
        .collect();
    let side = shape.side();
    let mut read = Vec::with_capacity(side);
    if tokens.len() == columns.len() || tokens.len() == side {
        for token in &tokens {
            read.push((token.at, number(shape, token)?));
        }
    } else {
        for token in &tokens {
            for (at, &byte) in (token.at..).zip(token.text) {
                read.push((at, cell(shape, at, byte)?));
            }
        }
    }
    if read.len() == columns.len() {
        digits.extend(read.into_iter().map(|(_, digit)| digit));
    } else if read.len() == side {
        for (column, (at, digit)) in read.into_iter().enumerate() {
            if columns.contains(&column) {
                digits.push(digit);
            } else if digit != 0 {
                return Err((at, Fault::Illegal(char::from(symbol(digit)))));
            }
        }
    } else {
        let (found, expected) = (read.len(), columns.len());
        return Err((from, Fault::Row { found, expected }));
    }
    Ok(())
}

/// The digit that a character stands for.
fn cell(shape: &Shape, at: usize, byte: u8) -> Result<u8, Bad> {
    match digit(byte) {
        Some(digit) => fitting(shape, at, digit.into()),
        None => Err(illegal_at(&[byte], 0)).map_err(|(_, fault)| (at, fault)),
    }
}

/// The digit that a word stands for: a number, or a character.
fn number(shape: &Shape, token: &Token<'_>) -> Result<u8, Bad> {
    if let [byte] = token.text {
        return cell(shape, token.at, *byte);
    }
    let text = String::from_utf8_lossy(token.text);
    match text.parse() {
        Ok(number) => fitting(shape, token.at, number),
        Err(_) => Err((token.at, Fault::Number(text.into_owned()))),
    }
}

fn fitting(shape: &Shape, at: usize, found: u32) -> Result<u8, Bad> {
    let digits = shape.digits();
    if found as usize <= digits {
        Ok(found as u8)
    } else {
        Err((at, Fault::Large { found, digits }))
    }
}

/// Blames a byte of a text.
fn illegal_at(text: &[u8], at: usize) -> Bad {
    let first = text[at..].utf8_chunks().next();
    let valid = first.and_then(|chunk| chunk.valid().chars().next());
    let found = valid.unwrap_or(char::REPLACEMENT_CHARACTER);
    (at, Fault::Illegal(found))
}

/// Two equal digits in a unit or a cage, or a sum that is wrong, if there are any.
pub(super) fn conflict(shape: &Shape, digits: &[u8]) -> Option<String> {
    let in_unit = shape.units().find_map(|unit| {
        let mut seen = [None; 32];
        unit.cells.iter().find_map(|&cell| {
            let digit = digits[usize::from(cell)];
            let first = seen[usize::from(digit) % seen.len()].replace(cell)?;
            (digit != 0).then(|| {
                let (first, second) = (shape.name(first.into()), shape.name(cell.into()));
                format!("digit {digit} stands twice in {unit}, at {first} and {second}")
            })
        })
    });
    in_unit.or_else(|| shape.caged().conflict(shape.frame(), digits))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shapes::options::ShapeOptions;
    use crate::shapes::symbols::written;
    use crate::shapes::tests::shapes;

    fn sized(size: usize) -> Shape {
        let options = ShapeOptions {
            size,
            ..ShapeOptions::default()
        };
        Shape::new(&options).unwrap()
    }

    /// The puzzle as it is written, and its tag; or what is wrong.
    fn read_text(shape: &Shape, text: &str) -> Result<(String, Option<String>), (usize, String)> {
        let mut digits = Vec::new();
        match read(shape, text.as_bytes(), &mut digits) {
            Ok(read) => Ok((written(&digits), read.tag.map(str::to_owned))),
            Err((at, fault)) => Err((at, fault.to_string())),
        }
    }

    #[test]
    fn a_puzzle_is_written_in_many_ways() {
        let four = sized(4);
        for text in [
            "1..4.3..2...4..1",
            "1004030020004001",
            "1 0 0 4 0 3 0 0 2 0 0 0 4 0 0 1",
            "1,.,.,4,.,3,.,.,2,.,.,.,4,.,.,1",
            "1..4 .3.. 2... 4..1",
            "1..4\n.3..\n2...\n4..1",
            "+--+--+\n|1.|.4|\n|.3|..|\n+--+--+\n|2.|..|\n|4.|.1|\n+--+--+",
            " 1 . | . 4\r\n . 3 | . .\r\n-----+-----\r\n 2 . | . .\r\n 4 . | . 1",
        ] {
            let expected = "1..4.3..2...4..1".to_owned();
            assert_eq!(read_text(&four, text), Ok((expected, None)), "{text}");
        }
        let tagged = read_text(&four, "1..4.3..2...4..1 ; the first").unwrap();
        assert_eq!(tagged.1.as_deref(), Some("the first"));
    }

    #[test]
    fn numbers_may_have_two_digits() {
        let twelve = sized(12);
        let line = (0..144).map(|i| (i % 13).to_string()).collect::<Vec<_>>();
        let letters: String = (0..144).map(|i| char::from(symbol(i % 13))).collect();
        for separator in [" ", ",", " , ", ";"] {
            let read = read_text(&twelve, &line.join(separator)).unwrap();
            assert_eq!(read, (letters.clone(), None));
        }
        let rows: Vec<String> = line.chunks(12).map(|row| row.join(" ")).collect();
        assert_eq!(read_text(&twelve, &rows.join("\n")).unwrap().0, letters);
        assert_eq!(
            read_text(&twelve, &letters.to_lowercase()).unwrap().0,
            letters
        );
    }

    #[test]
    fn what_the_shape_leaves_out_may_be_drawn() {
        let options = ShapeOptions {
            size: 4,
            samurai: true,
            ..ShapeOptions::default()
        };
        let shape = Shape::new(&options).unwrap();
        assert_eq!((shape.cells(), shape.side()), (72 - 8, 8));
        let text = |hole| {
            let mut text = String::new();
            let mut cells = 0;
            for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
                let is_cell = (0..shape.cells()).any(|cell| shape.place(cell) == (row, column));
                text.push(if is_cell {
                    char::from(b'1' + cells % 4)
                } else {
                    hole
                });
                cells += u8::from(is_cell);
                if column == 7 {
                    text.push('\n');
                }
            }
            text
        };
        let expected: String = (0..64).map(|i| char::from(b'1' + i % 4)).collect();
        assert_eq!(read_text(&shape, &text('.')).unwrap().0, expected);
        assert_eq!(read_text(&shape, &text(' ')).unwrap().0, expected);
        assert_eq!(read_text(&shape, &expected).unwrap().0, expected);
    }

    #[test]
    fn what_is_wrong_is_said_and_where() {
        let six = sized(6);
        let fault = |text: &str| read_text(&six, text).unwrap_err();
        let blank = ".".repeat(36);
        assert_eq!(fault(&blank[1..]), (0, "35 instead of 36 cells".into()));
        assert_eq!(
            fault(&format!("{blank}.")),
            (0, "37 instead of 36 cells".into())
        );
        assert_eq!(
            fault(&format!("7{}", &blank[1..])),
            (0, "the digit 7 where there are 6".into())
        );
        let letter = format!("..?{}", &blank[3..]);
        assert_eq!(
            fault(&letter),
            (2, "'?' is neither a digit nor a blank".into())
        );
        let row = "......\n......\n.....\n......\n......\n......";
        assert_eq!(fault(row), (14, "5 instead of 6 cells in a row".into()));
        let rows = "......\n......\n......";
        assert_eq!(fault(rows), (0, "3 instead of 6 rows".into()));
        let number = format!("12 {}", ". ".repeat(35));
        assert_eq!(fault(&number), (0, "the digit 12 where there are 6".into()));
        assert_eq!(fault(""), (0, "0 instead of 36 cells".into()));
    }

    #[test]
    fn conflicts_name_the_unit() {
        let options = ShapeOptions {
            diagonals: true,
            ..ShapeOptions::default()
        };
        let shape = Shape::new(&options).unwrap();
        let mut digits = vec![0; 81];
        (digits[0], digits[40]) = (7, 7);
        let expected = "digit 7 stands twice in diagonal 1, at r1c1 and r5c5";
        assert_eq!(conflict(&shape, &digits).as_deref(), Some(expected));
        digits[40] = 6;
        assert_eq!(conflict(&shape, &digits), None);
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "[0-9A-Pa-z.,; |\n*-]{0,400}", bytes: Vec<u8>) {
            for shape in shapes() {
                for text in [text.as_bytes(), &bytes] {
                    let mut digits = Vec::new();
                    match read(&shape, text, &mut digits) {
                        Ok(_) => prop_assert_eq!(digits.len(), shape.cells()),
                        Err((at, _)) => prop_assert!(at <= text.len()),
                    }
                }
            }
        }

        #[test]
        fn what_is_written_is_read(seed: u64) {
            for shape in shapes() {
                let mut random = crate::random::SplitMix64(seed);
                let digits: Vec<u8> =
                    (0..shape.cells()).map(|_| random.below(shape.digits() + 1) as u8).collect();
                let text = written(&digits);
                let mut found = Vec::new();
                let read = read(&shape, text.as_bytes(), &mut found);
                let expected = Read { cells: Some(text.as_str()), tag: None };
                prop_assert_eq!(read, Ok(expected));
                prop_assert_eq!(found, digits);
            }
        }
    }
}
