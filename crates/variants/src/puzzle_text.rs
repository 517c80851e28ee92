//! Single puzzles as text: reading of their digits, with exact diagnostics, and writing.
//!
//! | text | cells |
//! |---|---|
//! | `1..4.2..` | a character for each cell; text after a blank is the tag |
//! | `1 . 12 4` | numbers, letters or empty cells between blanks, commas, semicolons or bars |
//! | `[[1, 0], …]` | lists |
//! | lines | a line for each row, in any of these formats; borders are skipped |
//!
//! Drawings of layouts with gaps may leave out the gaps or contain any blank there.

use super::digits::{digit, digits_text};
use super::shape::Shape;
use countless_engine::Error;
use countless_text::{CellValues, Expect, Signs, TextFault, read as read_text};

/// Offset of a byte of the text, and its fault.
pub type FaultAt = (usize, TextFault);

/// Parts of a record besides its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordText<'a> {
    /// Cells, if they are characters without separators.
    pub cells: Option<&'a str>,
    /// Text after the cells.
    pub tag: Option<&'a str>,
}

/// Appends the digits of a puzzle, with 0 for an empty cell. After an error, the number of appended
/// digits is unspecified.
///
/// # Errors
///
/// The first fault of the text.
pub fn read_digits<'a>(
    shape: &Shape,
    signs: &Signs,
    text: &'a [u8],
    digits: &mut Vec<u8>,
) -> Result<RecordText<'a>, FaultAt> {
    let cells = shape.cells();
    // Fast path for nearly all lines of a valid file.
    if let Some((first, rest)) = text.split_at_checked(cells)
        && rest.first().is_none_or(|&byte| is_separator(byte))
        && signs.is_usual()
    {
        let (from, most) = (digits.len(), shape.digits() as u8);
        digits.extend(first.iter().map(|&byte| digit(byte).unwrap_or(u8::MAX)));
        // A 0 beside another sign for an empty cell may be the first digit.
        let is_other_blank = |(byte, digit): (&u8, &u8)| *digit == 0 && *byte != b'0';
        let is_clear = memchr::memchr(b'0', first).is_none()
            || memchr::memchr(most, &digits[from..]).is_some()
            || most <= 9 && !first.iter().zip(&digits[from..]).any(is_other_blank);
        if is_clear && digits[from..].iter().all(|&digit| digit <= most) {
            return Ok(RecordText {
                cells: str::from_utf8(first).ok(),
                tag: tag(text, cells)?,
            });
        }
        digits.truncate(from);
    }
    let utf8 = str::from_utf8(text).map_err(|error| (error.valid_up_to(), TextFault::NotUtf8))?;
    let found = read_text(utf8, &shape.outline, signs, Expect::Digits)?;
    let CellValues::Digits(cells) = found.cells else {
        return Err((0, TextFault::Candidates));
    };
    digits.extend(cells);
    Ok(RecordText {
        cells: found.text,
        tag: found.tag,
    })
}

/// Returns whether a byte ends the cells of a line.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;:|/#".contains(&byte)
}

/// Returns the text after the cells of a line.
fn tag(text: &[u8], from: usize) -> Result<Option<&str>, FaultAt> {
    let rest = str::from_utf8(&text[from..]);
    let rest = rest.map_err(|error| (from + error.valid_up_to(), TextFault::NotUtf8))?;
    let rest = rest.trim_matches(|c: char| c.is_ascii() && is_separator(c as u8));
    Ok(Some(rest).filter(|tag| !tag.is_empty()))
}

/// Describes two equal digits in a house or cage, or a wrong sum. Returns `None` without a
/// conflict.
pub fn conflict(shape: &Shape, digits: &[u8]) -> Option<String> {
    let in_unit = shape.houses().find_map(|house| {
        let mut seen = [None; 32];
        house.cells.iter().find_map(|&cell| {
            let digit = digits[usize::from(cell)];
            let first = seen[usize::from(digit) % seen.len()].replace(cell)?;
            (digit != 0).then(|| {
                let (first, second) = (shape.name(first.into()), shape.name(cell.into()));
                format!("{digit} appears twice in {house}, at {first} and {second}")
            })
        })
    });
    in_unit.or_else(|| shape.cages.conflict(&shape.positions, digits))
}

impl Shape {
    /// Reads the digits of a puzzle row by row. Empty cells are 0.
    ///
    /// The text has a character for each cell, or numbers separated by blanks or commas, or a line
    /// for each row. The digits are `1` to `9` and `A` for 10 up to `P` for 25.
    ///
    /// ```
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let digits = shape.parse("1 . . 4  . 3 . .  2 . . .  4 . . 1")?;
    /// assert_eq!(shape.write(&digits), "1..4.3..2...4..1");
    /// assert!(shape.parse("11..............").is_err());
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] with the reason.
    pub fn parse(&self, text: &str) -> Result<Vec<u8>, Error> {
        self.parse_as(text, &Signs::default())
    }

    /// Reads the digits of a puzzle that is written in other signs.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] with the reason.
    pub fn parse_as(&self, text: &str, signs: &Signs) -> Result<Vec<u8>, Error> {
        let digits = self.digits_of(text, signs)?;
        match conflict(self, &digits) {
            Some(reason) => Err(Error::Impossible(reason)),
            None => Ok(digits),
        }
    }

    /// Reads an attempt at a puzzle in the formats of [`parse`](Self::parse). Its digits may break
    /// the rules.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] with the reason.
    pub fn parse_attempt(&self, text: &str) -> Result<Vec<u8>, Error> {
        self.digits_of(text, &Signs::default())
    }

    fn digits_of(&self, text: &str, signs: &Signs) -> Result<Vec<u8>, Error> {
        let mut digits = Vec::with_capacity(self.cells());
        let read = read_digits(self, signs, text.as_bytes(), &mut digits);
        read.map_err(|(_, fault)| Error::Impossible(fault.to_string()))?;
        Ok(digits)
    }

    /// Returns whether digits break no rule. In cages with empty cells, only sums that are too large
    /// do. Empty cells are 0.
    ///
    /// ```
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// assert!(shape.is_lawful(&shape.parse_attempt("12..............")?));
    /// assert!(!shape.is_lawful(&shape.parse_attempt("11..............")?));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `digits` does not have a digit for each cell.
    pub fn is_lawful(&self, digits: &[u8]) -> bool {
        conflict(self, digits).is_none()
    }

    /// Returns digits as one string, with `.` for an empty cell.
    pub fn write(&self, digits: &[u8]) -> String {
        digits_text(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::{digits_text, symbol};
    use crate::shape_options::ShapeOptions;

    fn sized(size: usize) -> Shape {
        let options = ShapeOptions::new().size(size);
        Shape::new(&options).unwrap()
    }

    /// Returns the puzzle as text with its tag, or the fault.
    fn read_text(shape: &Shape, text: &str) -> Result<(String, Option<String>), (usize, String)> {
        let mut digits = Vec::new();
        match read_digits(shape, &Signs::default(), text.as_bytes(), &mut digits) {
            Ok(read) => Ok((digits_text(&digits), read.tag.map(str::to_owned))),
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
    fn gaps_of_the_layout_may_be_drawn() {
        let options = ShapeOptions::new().size(4).samurai(true);
        let shape = Shape::new(&options).unwrap();
        assert_eq!((shape.cells(), shape.side()), (72 - 8, 8));
        let text = |hole| {
            let mut text = String::new();
            let mut cells = 0;
            for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
                let is_cell = (0..shape.cells()).any(|cell| shape.position(cell) == (row, column));
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
    fn faults_have_a_place_and_a_reason() {
        let six = sized(6);
        let fault = |text: &str| read_text(&six, text).unwrap_err();
        let blank = ".".repeat(36);
        assert_eq!(
            fault(&blank[1..]),
            (0, "expected 36 cells, found 35".into())
        );
        assert_eq!(
            fault(&format!("{blank}.")),
            (0, "expected 36 cells, found 37".into())
        );
        assert_eq!(
            fault(&format!("7{}", &blank[1..])),
            (0, "the digit 7 is too large: expected 1 to 6".into())
        );
        let letter = format!("..?{}", &blank[3..]);
        assert_eq!(
            fault(&letter),
            (2, "'?' is neither a digit nor a blank".into())
        );
        let row = "......\n......\n.....\n......\n......\n......";
        assert_eq!(
            fault(row),
            (19, "expected 6 cells in a row, found 5".into())
        );
        let rows = "......\n......\n......";
        assert_eq!(
            fault(rows),
            (0, "expected 6 rows in a grid, found 3".into())
        );
        let lines = format!("{0}\n{0}\n", ".".repeat(81));
        assert_eq!(fault(&lines).1, "expected 36 cells, found 81");
        let number = format!("12 {}", ". ".repeat(35));
        assert_eq!(
            fault(&number),
            (0, "\"12\" is neither a digit nor a blank".into())
        );
        assert_eq!(fault(""), (0, "expected 36 cells, found 0".into()));
    }

    #[test]
    fn conflicts_name_the_unit() {
        let options = ShapeOptions::new().diagonals(true);
        let shape = Shape::new(&options).unwrap();
        let mut digits = vec![0; 81];
        (digits[0], digits[40]) = (7, 7);
        let expected = "7 appears twice in diagonal 1, at r1c1 and r5c5";
        assert_eq!(conflict(&shape, &digits).as_deref(), Some(expected));
        digits[40] = 6;
        assert_eq!(conflict(&shape, &digits), None);
    }
}
