//! Numbers of a subtree besides its count.

use std::fmt;
use std::str::FromStr;

/// Named numbers. Names are words without spaces, commas or equals signs.
///
/// ```
/// use countless_engine::ledger::Detail;
///
/// let detail = Detail::new([("unique", 3), ("invalid", 1)]);
/// assert_eq!(detail.to_string(), "unique=3 invalid=1");
/// assert_eq!(detail.get("invalid"), Ok(1));
/// assert!(detail.get("wrong").is_err());
/// assert!("unique=three".parse::<Detail>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail(Box<str>);

impl Detail {
    /// These numbers, in this order.
    pub fn new<const N: usize>(numbers: [(&str, u64); N]) -> Self {
        let words = numbers.map(|(name, number)| format!("{name}={number}"));
        Self(words.join(" ").into())
    }

    /// Appends the numbers of another detail.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        let texts = [&*self.0, &*other.0];
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        Self(texts.join(" ").into())
    }

    /// The number with this name.
    ///
    /// # Errors
    ///
    /// A message that names the missing number.
    pub fn get(&self, name: &str) -> Result<u64, String> {
        let mut numbers = self.numbers();
        let found = numbers.find(|(other, _)| *other == name);
        let number = found.and_then(|(_, number)| number.parse().ok());
        number.ok_or_else(|| {
            format!(
                "expected a number {name} in the detail, found {:?}",
                &*self.0
            )
        })
    }

    /// True if the detail is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if every number that both contain is equal.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        self.numbers().all(|(name, number)| {
            let mut others = other.numbers();
            let found = others.find(|(other, _)| *other == name);
            found.is_none_or(|(_, other)| other == number)
        })
    }

    fn numbers(&self) -> impl Iterator<Item = (&str, &str)> {
        let words = self.0.split(' ');
        words.filter_map(|word| word.split_once('='))
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Detail {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_number = |word: &str| {
            let number = word.split_once('=').map(|(_, number)| number);
            number.is_some_and(|number| number.parse::<u64>().is_ok())
        };
        if text.is_empty() || text.split(' ').all(is_number) {
            Ok(Self(text.into()))
        } else {
            Err(format!(
                "expected name=number in the detail, found {text:?}"
            ))
        }
    }
}
