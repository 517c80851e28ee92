//! The result of one or more subtrees: a count, its residue, and named numbers, with their form in
//! a ledger.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::residue::{CheckedCount, Residue};

/// The result of one or more subtrees, besides their solutions. A run adds it up, and a ledger
/// stores it.
///
/// ```
/// use countless_engine::Tally;
/// use countless_engine::ledger::Numbers;
///
/// let mut total = Tally::of(2);
/// total.merge(Tally { numbers: Numbers::new([("symmetric", 1)]), ..Tally::of(3) });
/// assert_eq!((total.count, total.number("symmetric")), (5, 1));
/// assert_eq!(total.to_string(), "5 symmetric=1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions, or the largest `u128` if it does not fit.
    pub count: u128,
    /// The count modulo a prime, summed independently of it.
    pub residue: Residue,
    /// Work of the search: leaves, nodes or pairs, depending on the problem.
    pub work: u64,
    /// Further numbers, by name.
    pub numbers: Numbers,
    /// Further counts, by place, such as those of the squares of a board. A ledger does not store
    /// them.
    pub places: Vec<u128>,
}

impl Tally {
    /// The count of a kernel, and the work of its search.
    pub fn new(checked: CheckedCount, work: u64) -> Self {
        Self {
            count: checked.count.into(),
            residue: checked.residue,
            work,
            ..Self::default()
        }
    }

    /// A number of solutions that were counted one by one.
    pub fn of(solutions: u64) -> Self {
        Self {
            count: solutions.into(),
            residue: Residue::of(solutions.into()),
            work: solutions,
            ..Self::default()
        }
    }

    /// Adds the result of other subtrees.
    pub fn merge(&mut self, other: Self) {
        // The residue detects an overflow.
        self.count = self.count.saturating_add(other.count);
        self.residue += other.residue;
        self.work = self.work.saturating_add(other.work);
        self.numbers.merge(other.numbers);
        let most = self.places.len().max(other.places.len());
        self.places.resize(most, 0);
        for (place, count) in self.places.iter_mut().zip(other.places) {
            *place += count;
        }
    }

    /// The number with this name, or 0.
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.find(name).unwrap_or(0)
    }

    /// The tally with at most `limit` solutions.
    pub(crate) fn capped(self, limit: u128) -> Self {
        if self.count <= limit {
            return self;
        }
        Self {
            count: limit,
            residue: Residue::of(limit),
            ..self
        }
    }
}

impl fmt::Display for Tally {
    /// Writes the count and the numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.numbers.is_empty() { "" } else { " " };
        write!(f, "{}{blank}{}", self.count, self.numbers)
    }
}

/// Named numbers, in the order in which their names were added. Names are words without spaces,
/// commas or equals signs.
///
/// ```
/// use countless_engine::ledger::Numbers;
///
/// let mut numbers = Numbers::new([("unique", 3), ("invalid", 1)]);
/// assert_eq!(numbers.to_string(), "unique=3 invalid=1");
/// assert_eq!(numbers.get("invalid"), Ok(1));
/// assert!(numbers.get("wrong").is_err());
/// numbers.merge("invalid=1 wrong=2".parse()?);
/// assert_eq!(numbers.to_string(), "unique=3 invalid=2 wrong=2");
/// assert!("unique=three".parse::<Numbers>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<(Cow<'static, str>, u64)>);

impl Numbers {
    /// These numbers, in this order.
    pub fn new(numbers: impl IntoIterator<Item = (&'static str, u64)>) -> Self {
        let numbers = numbers.into_iter();
        Self(
            numbers
                .map(|(name, number)| (name.into(), number))
                .collect(),
        )
    }

    /// Adds a number to that with the same name, or appends it.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, number: u64) {
        self.add_at(usize::MAX, name.into(), number);
    }

    /// Adds a number, whose name is probably at this position.
    fn add_at(&mut self, at: usize, name: Cow<'static, str>, number: u64) {
        let at = match self.0.get(at) {
            Some((other, _)) if *other == name => Some(at),
            _ => self.0.iter().position(|(other, _)| *other == name),
        };
        match at {
            Some(at) => self.0[at].1 = self.0[at].1.saturating_add(number),
            None => self.0.push((name, number)),
        }
    }

    /// Adds other numbers by their names.
    pub fn merge(&mut self, other: Self) {
        for (at, (name, number)) in other.0.into_iter().enumerate() {
            self.add_at(at, name, number);
        }
    }

    /// The number with this name.
    ///
    /// # Errors
    ///
    /// A message that names the missing number.
    pub fn get(&self, name: &str) -> Result<u64, String> {
        self.find(name).ok_or_else(|| {
            let all = self.to_string();
            format!("expected a number {name} in the detail, found {all:?}")
        })
    }

    /// The number with this name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<u64> {
        let mut numbers = self.iter();
        let found = numbers.find(|(other, _)| *other == name);
        found.map(|(_, number)| number)
    }

    /// The names and numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, number)| (&**name, *number))
    }

    /// Keeps the numbers for whose names `keep` returns true.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|(name, _)| keep(name));
    }

    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if every number that both contain is equal.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        self.iter()
            .all(|(name, number)| other.find(name).is_none_or(|other| other == number))
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, number)) in self.iter().enumerate() {
            let blank = if at == 0 { "" } else { " " };
            write!(f, "{blank}{name}={number}")?;
        }
        Ok(())
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| {
            let (name, number) = word.split_once('=')?;
            Some((Cow::from(name.to_owned()), number.parse().ok()?))
        };
        let words = text.split(' ').filter(|_| !text.is_empty());
        let numbers: Option<Vec<_>> = words.map(number).collect();
        let reason = || format!("expected name=number in the detail, found {text:?}");
        numbers.map(Self).ok_or_else(reason)
    }
}
