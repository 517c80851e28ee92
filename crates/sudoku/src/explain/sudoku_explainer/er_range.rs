//! Range of ratings on the scale of Sudoku Explainer.

use std::fmt;
use std::str::FromStr;

/// Version of this scale in plans of runs that rate by it: a ledger has ratings of one scale only.
pub const EXPLAINER_VERSION: &str = "se1";

/// Highest rating, that of a grid that no rung helps with, in tenths.
pub const HIGHEST: u16 = 200;

/// Range of ratings in tenths, both ends included.
///
/// The text of a range is `7.1..7.5`, `7.1..`, `..7.5` or a single rating such as `7.1`.
///
/// ```
/// use countless_sudoku::ErRange;
///
/// let range: ErRange = "7.1..7.5".parse()?;
/// assert!(range.contains(71) && range.contains(75) && !range.contains(76));
/// assert_eq!("7".parse::<ErRange>()?.to_string(), "7.0");
/// assert!("7.5..7.1".parse::<ErRange>().is_err());
/// # Ok::<(), countless_sudoku::ErRangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErRange {
    /// Lowest rating.
    pub min: u16,
    /// Highest rating.
    pub max: u16,
}

/// Error in the text of an [`ErRange`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErRangeError {
    /// A text that is not a rating.
    #[error("expected a rating from 1.0 to 20.0 with at most one decimal, found {0:?}")]
    Rating(String),
    /// A range with its ends exchanged.
    #[error("{0} is above {1}")]
    Empty(String, String),
}

impl ErRange {
    /// Range of all ratings.
    pub const ALL: Self = Self {
        min: 0,
        max: HIGHEST,
    };

    /// True if a rating, in tenths, lies in the range.
    pub fn contains(self, er: u16) -> bool {
        (self.min..=self.max).contains(&er)
    }
}

impl Default for ErRange {
    fn default() -> Self {
        Self::ALL
    }
}

/// Returns a rating in tenths as text: 71 is `7.1`.
///
/// ```
/// assert_eq!(countless_sudoku::tenths_text(71), "7.1");
/// ```
pub fn tenths_text(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Reads a rating with at most one decimal, and returns it in tenths.
///
/// ```
/// assert_eq!(countless_sudoku::parse_er("7.1"), Ok(71));
/// ```
///
/// # Errors
///
/// [`ErRangeError::Rating`] for any other text.
pub fn parse_er(text: &str) -> Result<u16, ErRangeError> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let tenths = match (whole.parse::<u16>(), tenth.parse::<u16>()) {
        (Ok(whole), Ok(tenth)) => 10 * whole.min(HIGHEST) + tenth,
        _ => 0,
    };
    if is_number(whole, 2) && is_number(tenth, 1) && (10..=HIGHEST).contains(&tenths) {
        Ok(tenths)
    } else {
        Err(ErRangeError::Rating(text.to_owned()))
    }
}

impl FromStr for ErRange {
    type Err = ErRangeError;

    fn from_str(text: &str) -> Result<Self, ErRangeError> {
        let Some((min, max)) = text.split_once("..") else {
            let er = parse_er(text)?;
            return Ok(Self { min: er, max: er });
        };
        let end = |text: &str, without: u16| match text {
            "" => Ok(without),
            text => parse_er(text),
        };
        let range = Self {
            min: end(min, Self::ALL.min)?,
            max: end(max, Self::ALL.max)?,
        };
        if range == Self::ALL {
            return Err(ErRangeError::Rating(text.to_owned()));
        }
        if range.min > range.max {
            return Err(ErRangeError::Empty(min.to_owned(), max.to_owned()));
        }
        Ok(range)
    }
}

impl fmt::Display for ErRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max {
            return f.pad(&tenths_text(self.min));
        }
        let end = |tenths: u16, without: u16| match tenths {
            tenths if tenths == without => String::new(),
            tenths => tenths_text(tenths),
        };
        let (min, max) = (end(self.min, Self::ALL.min), end(self.max, Self::ALL.max));
        f.pad(&format!("{min}..{max}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_range_reads_what_it_prints(min in 10..=HIGHEST, max in 10..=HIGHEST, open in 0..3) {
            let (min, max) = (min.min(max), min.max(max));
            let range = match open {
                0 => ErRange { min, max },
                1 => ErRange { min, ..ErRange::ALL },
                _ => ErRange { max, ..ErRange::ALL },
            };
            prop_assert_eq!(range.to_string().parse(), Ok(range));
        }

        #[test]
        fn texts_without_meaning_are_errors(text in "[0-9. -]{0,9}") {
            if let Ok(range) = text.parse::<ErRange>() {
                let again = range.to_string().parse();
                prop_assert!(range.min <= range.max && again == Ok(range), "{}", text);
            }
        }
    }

    #[test]
    fn wrong_ratings_are_named() {
        for text in [
            "",
            "..",
            "0.9",
            "20.1",
            "7.15",
            "7.",
            ".5",
            "+7",
            "7,1",
            "99999999999",
        ] {
            assert!(text.parse::<ErRange>().is_err(), "{text}");
        }
        let empty = ErRangeError::Empty("7.5".into(), "7.1".into());
        assert_eq!("7.5..7.1".parse::<ErRange>(), Err(empty));
    }
}
