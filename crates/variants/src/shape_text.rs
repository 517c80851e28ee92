//! Single puzzles as text.

use super::read_digits::{conflict, read_digits};
use super::shape::Shape;
use super::symbols::digits_text;
use countless_engine::Error;
use countless_text::Signs;

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

    /// Returns digits as one string, with `.` for an empty cell.
    pub fn write(&self, digits: &[u8]) -> String {
        digits_text(digits)
    }
}
