//! Shares of a set of puzzles, and strata whose classes are divided exactly by them.
//!
//! Each class has a random number of 64 bits. Without strata, the range of all numbers is divided by
//! the shares. With strata, the sorted numbers of the classes in a stratum are divided.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use countless_sudoku::Level;

/// Names of parts with their shares, written `train=90,valid=5,test=5`.
///
/// ```
/// use countless_variants::questions::Shares;
///
/// let shares: Shares = "train=9,test=1".parse()?;
/// assert_eq!(shares.names(), ["train", "test"]);
/// assert_eq!((shares.part(0), shares.part(u64::MAX)), (0, 1));
/// assert!("train=90,train=10".parse::<Shares>().is_err());
/// # Ok::<(), countless_variants::questions::SharesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    names: Vec<String>,
    /// Sum of the shares up to each part.
    sums: Vec<u64>,
}

/// Error in the text of shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharesError(String);

impl fmt::Display for SharesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SharesError {}

/// Largest share.
const MOST: u64 = 1_000_000_000;

impl FromStr for Shares {
    type Err = SharesError;

    fn from_str(text: &str) -> Result<Self, SharesError> {
        let (mut names, mut sums) = (Vec::<String>::new(), Vec::new());
        let mut sum = 0;
        for part in text.split(',') {
            let wrong = |reason: &str| SharesError(format!("{reason}, found {part:?}"));
            let (name, share) = part
                .split_once('=')
                .ok_or_else(|| wrong("expected NAME=SHARE"))?;
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if name.is_empty() || !name.chars().all(is_plain) {
                return Err(wrong("expected a name of letters, digits, - and _"));
            }
            if names.iter().any(|other| other.eq_ignore_ascii_case(name)) {
                return Err(wrong("expected each name once"));
            }
            let share: u64 = share.parse().unwrap_or(0);
            if !(1..=MOST).contains(&share) {
                return Err(wrong(
                    "expected a share as a whole number from 1 to 1,000,000,000",
                ));
            }
            sum += share;
            names.push(name.to_owned());
            sums.push(sum);
        }
        Ok(Self { names, sums })
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (part, name) in self.names.iter().enumerate() {
            let comma = if part == 0 { "" } else { "," };
            write!(f, "{comma}{name}={}", self.share(part))?;
        }
        Ok(())
    }
}

impl Shares {
    /// Names of the parts.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Share of a part.
    pub fn share(&self, part: usize) -> u64 {
        self.sums[part] - part.checked_sub(1).map_or(0, |before| self.sums[before])
    }

    /// Sum of all shares.
    pub fn total(&self) -> u64 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// Part of a random number.
    pub fn part(&self, number: u64) -> usize {
        let place = (u128::from(number) * u128::from(self.total())) >> 64;
        self.sums.partition_point(|&sum| u128::from(sum) <= place)
    }

    /// Divides `count` things. Each part differs from its share by less than one.
    fn counts(&self, count: u64) -> Vec<u64> {
        let total = u128::from(self.total());
        let exact = |part: usize| u128::from(count) * u128::from(self.share(part));
        let parts = 0..self.names.len();
        let mut counts: Vec<u64> = parts.map(|part| (exact(part) / total) as u64).collect();
        let mut by_rest: Vec<usize> = (0..counts.len()).collect();
        // The largest remainders are rounded up; of equal ones, the first.
        by_rest.sort_by_key(|&part| std::cmp::Reverse(exact(part) % total));
        let left = count - counts.iter().sum::<u64>();
        for part in by_rest.into_iter().take(left as usize) {
            counts[part] += 1;
        }
        counts
    }
}

/// Classes of a set with their strata, which divide each stratum by the shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitStrata {
    names: Vec<String>,
    /// Numbers of all classes in ascending order, with their strata.
    classes: Vec<(u64, u32)>,
    /// First number of each later part, for each stratum; above all numbers for an empty part.
    starts: Vec<Vec<u128>>,
    /// Number of classes of each part, for each stratum.
    counts: Vec<Vec<u64>>,
}

impl SplitStrata {
    /// Names of the strata, the easiest first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of classes of each part in a stratum.
    pub fn counts(&self, stratum: usize) -> &[u64] {
        &self.counts[stratum]
    }

    /// Part of a class, or `None` if the set does not have it.
    pub(super) fn part(&self, number: u64) -> Option<usize> {
        let place = self.classes.binary_search_by_key(&number, |class| class.0);
        let (_, stratum) = self.classes[place.ok()?];
        let starts = &self.starts[stratum as usize];
        Some(starts.partition_point(|&start| start <= u128::from(number)))
    }
}

/// Collector of the classes of a set.
#[derive(Debug, Default)]
pub struct StrataBuilder {
    names: Vec<String>,
    classes: Vec<(u64, u32)>,
    /// Number of classes after the last removal of repetitions.
    distinct: usize,
}

impl StrataBuilder {
    /// Largest number of strata.
    pub const MOST: usize = 1000;

    /// Creates an empty collector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a puzzle of a class, by the random number of the class and the name of its stratum.
    /// Returns false if there are too many strata.
    pub fn add(&mut self, class: u64, stratum: &str) -> bool {
        let known = self.names.iter().position(|name| name == stratum);
        let number = known.unwrap_or_else(|| {
            self.names.push(stratum.to_owned());
            self.names.len() - 1
        });
        self.classes.push((class, number as u32));
        if self.classes.len() > 1 << 16 && self.classes.len() > 2 * self.distinct {
            self.remove_repetitions();
        }
        self.names.len() <= Self::MOST
    }

    /// Keeps each class once, in its hardest stratum.
    fn remove_repetitions(&mut self) {
        let ranks = ranks(&self.names);
        let rank = |stratum: u32| ranks[stratum as usize];
        self.classes
            .sort_unstable_by_key(|&(class, stratum)| (class, std::cmp::Reverse(rank(stratum))));
        self.classes.dedup_by_key(|class| class.0);
        self.distinct = self.classes.len();
    }

    /// Divides the classes of each stratum.
    pub fn divide(mut self, shares: &Shares) -> SplitStrata {
        self.remove_repetitions();
        let ranks = ranks(&self.names);
        let mut names = vec![String::new(); self.names.len()];
        for (name, &rank) in self.names.iter().zip(&ranks) {
            names[rank].clone_from(name);
        }
        let mut within = vec![Vec::new(); names.len()];
        for (class, stratum) in &mut self.classes {
            *stratum = ranks[*stratum as usize] as u32;
            within[*stratum as usize].push(*class);
        }
        let mut strata = SplitStrata {
            names,
            classes: self.classes,
            starts: Vec::new(),
            counts: Vec::new(),
        };
        for classes in within {
            let counts = shares.counts(classes.len() as u64);
            let (mut starts, mut sum) = (Vec::new(), 0);
            for count in &counts[..counts.len() - 1] {
                sum += *count as usize;
                let start = classes.get(sum).map(|&class| class.into());
                starts.push(start.unwrap_or(u128::MAX));
            }
            strata.starts.push(starts);
            strata.counts.push(counts);
        }
        strata
    }
}

/// Rank of each name, 0 for the easiest: by level, as a number, or in alphabetical order.
fn ranks(names: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&one, &other| compare(&names[one], &names[other]));
    let mut ranks = vec![0; names.len()];
    for (rank, name) in order.into_iter().enumerate() {
        ranks[name] = rank;
    }
    ranks
}

/// Compares two names of strata: levels first, then numbers, then other texts.
fn compare(one: &str, other: &str) -> Ordering {
    let key = |name: &str| {
        let level = name.parse::<Level>().ok();
        let number = name.parse::<f64>().ok().filter(|number| number.is_finite());
        (level.is_none(), level, number.is_none(), number)
    };
    let (one_key, other_key) = (key(one), key(other));
    let ordered = one_key.partial_cmp(&other_key).unwrap_or(Ordering::Equal);
    ordered.then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shares(text: &str) -> Shares {
        text.parse().expect("valid shares")
    }

    #[test]
    fn shares_divide_the_range() {
        let shares = shares("a=90,b=5,c=5");
        assert_eq!(shares.to_string(), "a=90,b=5,c=5");
        let at = |fraction: f64| shares.part((fraction * 2_f64.powi(64)) as u64);
        assert_eq!(
            [at(0.0), at(0.899), at(0.901), at(0.949), at(0.951)],
            [0, 0, 1, 1, 2]
        );
        for wrong in [
            "",
            "a",
            "a=",
            "a=0",
            "a=1,,b=1",
            "a=1,A=2",
            "a/b=1",
            "a=x",
            "a=1000000001",
        ] {
            assert!(wrong.parse::<Shares>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn hardest_strata_come_last() {
        let mut names = ["12", "extreme", "b", "easy", "9.5", "hard", "a"].map(str::to_owned);
        names.sort_by(|one, other| compare(one, other));
        assert_eq!(names, ["easy", "hard", "extreme", "9.5", "12", "a", "b"]);
    }

    proptest! {
        #[test]
        fn strata_are_divided_to_one_class(
            puzzles in prop::collection::vec((0_u64..500, 0_usize..4), 1..400),
            parts in prop::collection::vec(1_u64..100, 1..5),
        ) {
            let text: Vec<String> = (0..).zip(&parts).map(|(n, share)| format!("p{n}={share}")).collect();
            let shares = shares(&text.join(","));
            let levels = ["easy", "medium", "hard", "expert"];
            let mut builder = StrataBuilder::new();
            let spread = |class: u64| class.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut hardest = std::collections::BTreeMap::new();
            for &(class, level) in &puzzles {
                prop_assert!(builder.add(spread(class), levels[level]));
                let most = hardest.entry(class).or_insert(level);
                *most = level.max(*most);
            }
            let strata = builder.divide(&shares);
            let mut found = vec![vec![0_u64; parts.len()]; levels.len()];
            for (&class, &level) in &hardest {
                found[level][strata.part(spread(class)).expect("it was added")] += 1;
            }
            prop_assert_eq!(strata.part(1), None);
            for (stratum, name) in strata.names().iter().enumerate() {
                let level = levels.iter().position(|level| level == name).expect("a level");
                prop_assert_eq!(strata.counts(stratum), &found[level][..]);
                let all: u64 = found[level].iter().sum();
                for (part, &count) in found[level].iter().enumerate() {
                    let exact = all as f64 * parts[part] as f64 / shares.total() as f64;
                    prop_assert!((count as f64 - exact).abs() < 1.0, "{} {}", count, exact);
                }
            }
        }
    }
}
