//! Ranges of ratings on the scale of Sudoku Explainer, and conditions such as `er>=7.1`.

use std::fmt;
use std::str::FromStr;

use super::explainer_rating::{ExplainerRating, UNSOLVED as HIGHEST};

/// Version of this scale in plans of runs that rate by it: a ledger has ratings of one scale only.
pub const EXPLAINER_VERSION: &str = "se1";

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
    /// A text that is not a condition.
    #[error("expected er, ep or ed, then one of >= <= = > <, and a rating, found {0:?}")]
    Condition(String),
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

/// Ranges of ER, EP and ED.
///
/// ```
/// use countless_sudoku::{ExplainerRanges, ExplainerRating};
///
/// let ranges = "er>=7.1 ep<2".parse::<ExplainerRanges>()?;
/// assert!(ranges.contains(&ExplainerRating { er: 72, ep: 19, ed: 12 }));
/// assert!(!ranges.contains(&ExplainerRating { er: 72, ep: 20, ed: 12 }));
/// # Ok::<(), countless_sudoku::ErRangeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExplainerRanges {
    /// Range of ER.
    pub er: ErRange,
    /// Range of EP.
    pub ep: ErRange,
    /// Range of ED.
    pub ed: ErRange,
}

impl ExplainerRanges {
    /// True if each of the three ratings is in its range.
    pub fn contains(&self, rating: &ExplainerRating) -> bool {
        let ExplainerRating { er, ep, ed } = *rating;
        self.er.contains(er) && self.ep.contains(ep) && self.ed.contains(ed)
    }

    /// Narrows a range by a condition: `er`, `ep` or `ed`, an operator, and a rating.
    ///
    /// # Errors
    ///
    /// If the text is not a condition. A range may become empty.
    fn narrow(&mut self, condition: &str) -> Result<(), ErRangeError> {
        let wrong = || ErRangeError::Condition(condition.to_owned());
        let (name, rest) = condition.split_at_checked(2).ok_or_else(wrong)?;
        let range = match name {
            "er" => &mut self.er,
            "ep" => &mut self.ep,
            "ed" => &mut self.ed,
            _ => return Err(wrong()),
        };
        let (sign, rating) = [">=", "<=", "=", ">", "<"]
            .into_iter()
            .find_map(|sign| Some((sign, rest.strip_prefix(sign)?)))
            .ok_or_else(wrong)?;
        let er = parse_er(rating)?;
        let (min, max) = match sign {
            ">=" => (er, HIGHEST),
            "<=" => (0, er),
            ">" => (er + 1, HIGHEST),
            "<" => (0, er - 1),
            _ => (er, er),
        };
        range.min = range.min.max(min);
        range.max = range.max.min(max);
        Ok(())
    }
}

impl FromStr for ExplainerRanges {
    type Err = ErRangeError;

    /// Reads conditions between blanks. All must hold.
    fn from_str(text: &str) -> Result<Self, ErRangeError> {
        let mut ranges = Self::default();
        let mut conditions = text.split_whitespace().peekable();
        if conditions.peek().is_none() {
            return Err(ErRangeError::Condition(text.to_owned()));
        }
        conditions.try_for_each(|condition| ranges.narrow(condition))?;
        Ok(ranges)
    }
}

impl fmt::Display for ExplainerRanges {
    /// Writes the conditions, none for ranges of all ratings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut conditions = Vec::new();
        for (name, range) in [("er", self.er), ("ep", self.ep), ("ed", self.ed)] {
            if range.min > ErRange::ALL.min {
                conditions.push(format!("{name}>={}", tenths_text(range.min)));
            }
            if range.max < ErRange::ALL.max {
                conditions.push(format!("{name}<={}", tenths_text(range.max)));
            }
        }
        f.pad(&conditions.join(" "))
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
    let digits = [whole, tenth].concat();
    let is_number = (1..=2).contains(&whole.len())
        && tenth.len() == 1
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(tenths) if is_number && (10..=HIGHEST).contains(&tenths) => Ok(tenths),
        _ => Err(ErRangeError::Rating(text.to_owned())),
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
        if min.is_empty() && max.is_empty() {
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
        let min = end(self.min, Self::ALL.min);
        let max = match self.max {
            // A text without an end is not a range.
            HIGHEST if min.is_empty() => tenths_text(HIGHEST),
            max => end(max, HIGHEST),
        };
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
        fn conditions_are_read_as_they_are_printed(ends in prop::array::uniform3([10..=HIGHEST, 10..=HIGHEST])) {
            let [er, ep, ed] = ends.map(|[a, b]| ErRange { min: a.min(b), max: a.max(b) });
            let ranges = ExplainerRanges { er, ep, ed };
            prop_assert_eq!(ranges.to_string().parse(), Ok(ranges));
        }

        #[test]
        fn a_condition_holds_as_its_operator_says(
            er in 10..=HIGHEST,
            bound in 10..=HIGHEST,
            sign in prop::sample::select(vec![">=", "<=", "=", ">", "<"]),
        ) {
            let holds = match sign {
                ">=" => er >= bound,
                "<=" => er <= bound,
                "=" => er == bound,
                ">" => er > bound,
                _ => er < bound,
            };
            let condition = format!("er{sign}{}", tenths_text(bound));
            let ranges: ExplainerRanges = condition.parse().expect("a condition");
            prop_assert_eq!(ranges.contains(&ExplainerRating { er, ep: 10, ed: 10 }), holds);
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
        for text in [
            "", "er", "7", "er7", "er>", "ex>7", "er>=7.15", "er=>7", "é>7",
        ] {
            assert!(text.parse::<ExplainerRanges>().is_err(), "{text}");
        }
        assert_eq!("..20.0".parse(), Ok(ErRange::ALL));
        let empty = ErRangeError::Empty("7.5".into(), "7.1".into());
        assert_eq!("7.5..7.1".parse::<ErRange>(), Err(empty));
    }
}
