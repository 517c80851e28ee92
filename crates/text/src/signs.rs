//! Signs of digits and empty cells.

use std::str::FromStr;

use super::fields::is_bar;
use super::text_fault::{ORDER, TextFault, TextFaultAt, digits_from};

/// Words for an empty cell in the output of other programs.
const NOTHING: [&str; 7] = ["null", "None", "nan", "NaN", "NULL", "none", "NA"];

/// Signs of digits and empty cells in a text. The usual signs are `1` to `9`, `A` for ten up to
/// `P`, and one of `. 0 * _ - x` for a blank.
///
/// ```
/// use countless_text::Signs;
///
/// let signs: Signs = "0-F".parse()?;
/// assert_eq!(signs.digits(), 16);
/// assert!("1-1".parse::<Signs>().is_err());
/// # Ok::<(), countless_text::SignsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    blank: Option<char>,
    /// Signs of the digits from 1 on. Empty for the usual signs.
    digits: Vec<char>,
}

/// Fault of a list of signs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignsError {
    /// Fewer than two signs.
    #[error("expected at least two symbols, in order: 0-F, 1-G, A-P or 123456789")]
    Few,
    /// A sign that occurs twice.
    #[error("{0:?} appears twice among the symbols")]
    Twice(char),
    /// A character that separates cells.
    #[error("{0:?} separates cells, and cannot stand for one")]
    Separator(char),
}

/// Meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Digit(u32),
    /// An explicit blank or an empty field.
    Blank,
    /// `0`: a blank or the first digit.
    Zero,
    /// `-1`.
    MinusOne,
}

impl FromStr for Signs {
    type Err = SignsError;

    /// Parses a range such as `0-F`, or all signs in order.
    fn from_str(text: &str) -> Result<Self, SignsError> {
        let chars: Vec<char> = text.chars().collect();
        let place = |c: char| {
            ORDER
                .chars()
                .position(|other| other == c.to_ascii_uppercase())
        };
        let digits = match chars[..] {
            [first, '-', last] => match (place(first), place(last)) {
                (Some(from), Some(to)) if from < to => ORDER[from..=to].chars().collect(),
                _ => return Err(SignsError::Few),
            },
            _ => chars,
        };
        if digits.len() < 2 {
            return Err(SignsError::Few);
        }
        for (at, &sign) in digits.iter().enumerate() {
            require_cell_sign(sign)?;
            if digits[..at].contains(&sign) {
                return Err(SignsError::Twice(sign));
            }
        }
        Ok(Self {
            blank: None,
            digits,
        })
    }
}

/// Rejects characters that separate cells.
fn require_cell_sign(sign: char) -> Result<(), SignsError> {
    let separates = sign.is_whitespace() || sign.is_control() || is_bar(sign);
    let separates = separates || ",;/+=\"'[](){}#".contains(sign);
    if separates {
        Err(SignsError::Separator(sign))
    } else {
        Ok(())
    }
}

impl Signs {
    /// Makes `sign` the only sign of a blank.
    ///
    /// # Errors
    ///
    /// [`SignsError`] if the sign separates cells or represents a digit.
    pub fn with_blank(mut self, sign: char) -> Result<Self, SignsError> {
        require_cell_sign(sign)?;
        if self.digits.contains(&sign) {
            return Err(SignsError::Twice(sign));
        }
        self.blank = Some(sign);
        Ok(self)
    }

    /// Number of digits with their own signs; 0 for the usual signs.
    pub fn digits(&self) -> usize {
        self.digits.len()
    }

    /// True for a character that may stand for a cell, but is not the sign of a blank or of one of
    /// `digits` digits.
    pub fn is_unknown(&self, c: char, digits: usize) -> bool {
        require_cell_sign(c).is_ok() && self.of_char(c, digits).is_err()
    }

    /// The signs with letters from `A` on for `digits` digits, and their range such as `A-I`. `None`
    /// if the digits have their own signs.
    pub fn with_letters(&self, digits: usize) -> Option<(Self, String)> {
        let last = digits_from(10, digits).chars().last()?;
        let range = format!("A-{last}");
        let letters: Self = range.parse().ok().filter(|_| self.digits.is_empty())?;
        let blank = self.blank;
        Some((Self { blank, ..letters }, range))
    }

    /// True for the usual signs.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The signs as a text for plans, which [`of`](Self::of) parses.
    pub fn written(&self) -> String {
        let blank = self.blank.map_or(String::new(), String::from);
        let digits: String = self.digits.iter().collect();
        format!("{blank} {digits}")
    }

    /// Parses the text of [`written`](Self::written).
    pub fn of(text: &str) -> Option<Self> {
        let (blank, digits) = text.split_once(' ')?;
        let signs = match digits {
            "" => Self::default(),
            digits => digits.parse().ok()?,
        };
        match blank.chars().next() {
            Some(blank) => signs.with_blank(blank).ok(),
            None => Some(signs),
        }
    }

    /// The 729 pencil marks at the beginning of a text, in the usual signs. `None` if its first
    /// word has another length.
    ///
    /// # Errors
    ///
    /// The first character that is not a pencil mark.
    pub fn pencil_marks(&self, text: &str) -> Result<Option<String>, TextFaultAt> {
        let text = text.trim();
        let word = text.split(char::is_whitespace).next().unwrap_or_default();
        if word.chars().count() != 9 * 81 {
            return Ok(None);
        }
        let mark = |(at, c): (usize, char)| match self.of_char(c, 9) {
            Ok(Sign::Digit(digit)) => {
                char::from_digit(digit, 10).ok_or((at, TextFault::Illegal(c)))
            }
            Ok(_) => Ok('.'),
            Err(fault) => Err((at, fault)),
        };
        word.char_indices()
            .map(mark)
            .collect::<Result<String, TextFaultAt>>()
            .map(Some)
    }

    /// Meaning of a character, among `digits` digits.
    pub(super) fn of_char(&self, c: char, digits: usize) -> Result<Sign, TextFault> {
        if Some(c) == self.blank {
            return Ok(Sign::Blank);
        }
        if !self.digits.is_empty() {
            let is_same = |&other: &char| other == c;
            let place = self.digits.iter().position(is_same).or_else(|| {
                let is_same = |other: &char| other.eq_ignore_ascii_case(&c);
                self.digits.iter().position(is_same)
            });
            if let Some(place) = place {
                return digit_in_range(place as u32 + 1, digits).map(Sign::Digit);
            }
        } else if let Some(digit) = c.to_digit(26)
            && digit > 0
            && (digit <= 9 || digits > 9)
        {
            return digit_in_range(digit, digits).map(Sign::Digit);
        }
        match c {
            _ if self.blank.is_some() => {}
            '0' if self.digits.is_empty() => return Ok(Sign::Zero),
            '0' | '.' | '*' | '_' | '-' | 'x' | 'X' | '·' => return Ok(Sign::Blank),
            _ => {}
        }
        Err(TextFault::Illegal(c))
    }

    /// Meaning of a field between separators: a character, a number, or nothing.
    pub(super) fn of_field(&self, field: &str, digits: usize) -> Result<Sign, TextFault> {
        let mut chars = field.chars();
        match (chars.next(), chars.next()) {
            (None, _) => return Ok(Sign::Blank),
            (Some(c), None) => return self.of_char(c, digits),
            _ => {}
        }
        if NOTHING.contains(&field) {
            return Ok(Sign::Blank);
        }
        // Tables of numbers with missing values are often written with `.0`.
        let number = field.strip_suffix(".0").unwrap_or(field);
        if number == "-1" && self.blank.is_none() {
            return Ok(Sign::MinusOne);
        }
        let word = || TextFault::Word(field.to_owned());
        let is_number =
            (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        if !is_number {
            return Err(word());
        }
        if let [byte] = number.as_bytes() {
            return self.of_char(char::from(*byte), digits);
        }
        if !self.digits.is_empty() {
            return Err(word());
        }
        match number.parse().unwrap_or(u32::MAX) {
            0 => self.of_char('0', digits),
            number if number as usize > digits => Err(word()),
            number => Ok(Sign::Digit(number)),
        }
    }
}

fn digit_in_range(found: u32, digits: usize) -> Result<u32, TextFault> {
    if found as usize <= digits {
        Ok(found)
    } else {
        Err(TextFault::Large { found, digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_signs() {
        let signs: Signs = "0-F".parse().unwrap();
        assert_eq!(signs.of_char('0', 16), Ok(Sign::Digit(1)));
        assert_eq!(signs.of_char('f', 16), Ok(Sign::Digit(16)));
        assert_eq!(signs.of_char('.', 16), Ok(Sign::Blank));
        assert_eq!(signs.of_char('G', 16), Err(TextFault::Illegal('G')));
        let signs: Signs = "A-P".parse().unwrap();
        assert_eq!(signs.of_char('A', 16), Ok(Sign::Digit(1)));
        assert_eq!(signs.of_char('0', 16), Ok(Sign::Blank));
        let signs: Signs = "aAbB".parse().unwrap();
        assert_eq!(signs.of_char('A', 4), Ok(Sign::Digit(2)));
        assert_eq!("".parse::<Signs>(), Err(SignsError::Few));
        assert_eq!("F-0".parse::<Signs>(), Err(SignsError::Few));
        assert_eq!("1231".parse::<Signs>(), Err(SignsError::Twice('1')));
        assert_eq!("12 3".parse::<Signs>(), Err(SignsError::Separator(' ')));
        let signs = Signs::default().with_blank('?').unwrap();
        assert_eq!(signs.of_char('?', 9), Ok(Sign::Blank));
        assert_eq!(signs.of_char('.', 9), Err(TextFault::Illegal('.')));
        for signs in [signs, "0-F".parse().unwrap(), Signs::default()] {
            assert_eq!(Signs::of(&signs.written()), Some(signs));
        }
    }

    #[test]
    fn fields_are_numbers_or_nothing() {
        let usual = Signs::default();
        let of = |field| usual.of_field(field, 9);
        assert_eq!(of("5.0"), Ok(Sign::Digit(5)));
        assert_eq!(of("0.0"), Ok(Sign::Zero));
        assert_eq!(of("-1"), Ok(Sign::MinusOne));
        for nothing in ["", "null", "None", "nan", "NaN", "·"] {
            assert_eq!(of(nothing), Ok(Sign::Blank), "{nothing:?}");
        }
        for wrong in ["28", "5.5", "5.", "-2", "1e0", "a b", "10", "12345"] {
            assert_eq!(of(wrong), Err(TextFault::Word(wrong.to_owned())));
        }
        assert_eq!(usual.of_field("16", 16), Ok(Sign::Digit(16)));
        assert_eq!(usual.of_field("05", 16), Ok(Sign::Digit(5)));
        assert_eq!(usual.of_field("00", 16), Ok(Sign::Zero));
    }
}
