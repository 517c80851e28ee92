//! Shares of a set of puzzles, and strata whose classes are divided exactly by them.
//!
//! Each class has a random number of 64 bits. Without strata, the range of all numbers is divided by
//! the shares. With strata, the sorted numbers of the classes in a stratum are divided.

use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};
use std::str::FromStr;

use countless_simd::{sort_by, sort_by_key};
use countless_sudoku::Level;
use countless_table::Format;

/// Names of parts with their shares, written `train=90,valid=5,test=5`.
///
/// ```
/// use countless_variants::questions::Shares;
///
/// let shares: Shares = "train=9,test=1".parse()?;
/// assert_eq!(shares.names(), ["train", "test"]);
/// assert_eq!((shares.part(0), shares.part(u64::MAX)), (0, 1));
/// assert!("train=90,train=10".parse::<Shares>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    names: Vec<String>,
    /// Sum of the shares up to each part.
    sums: Vec<u64>,
}

/// Largest share.
const MOST: u64 = 1_000_000_000;

impl FromStr for Shares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut names, mut sums) = (Vec::<String>::new(), Vec::new());
        let mut sum = 0;
        for part in text.split(',') {
            let wrong = |reason: &str| format!("{reason}, found {part:?}");
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

    /// Names of the files of the parts in a format.
    pub fn files(&self, format: Format) -> Vec<String> {
        let names = self.names.iter();
        names
            .map(|name| format!("{name}.{}", format.name()))
            .collect()
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
        sort_by_key(&mut by_rest, |&part| Reverse(exact(part) % total));
        let left = count - counts.iter().sum::<u64>();
        for part in by_rest.into_iter().take(left as usize) {
            counts[part] += 1;
        }
        counts
    }
}

/// Classes of a set, where each stratum is divided by the shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitStrata {
    strata: Vec<(String, Vec<u64>)>,
    /// Numbers of all classes in ascending order, with their parts.
    classes: Vec<(u64, u32)>,
}

impl SplitStrata {
    /// Names of the strata, the easiest first, with the number of classes in each part.
    pub fn strata(&self) -> &[(String, Vec<u64>)] {
        &self.strata
    }

    /// Part of a class, or `None` if the set does not have it.
    pub fn part(&self, number: u64) -> Option<usize> {
        let place = self.classes.binary_search_by_key(&number, |class| class.0);
        Some(self.classes[place.ok()?].1 as usize)
    }
}

/// Collector of the classes of a set.
#[derive(Debug, Default)]
pub struct StrataBuilder {
    names: Vec<String>,
    /// Number of each class, with the number of its stratum.
    classes: Vec<(u64, u32)>,
    /// Number of classes after the last removal of repetitions.
    distinct: usize,
}

impl StrataBuilder {
    /// Largest number of strata.
    const MOST: usize = 1000;

    /// Creates an empty collector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a puzzle of a class, by the random number of the class and the name of its stratum.
    /// Breaks if there are too many strata.
    pub fn add(&mut self, class: u64, stratum: &str) -> ControlFlow<()> {
        let known = self.names.iter().position(|name| name == stratum);
        let number = known.unwrap_or(self.names.len());
        if known.is_none() {
            self.names.push(stratum.to_owned());
        }
        self.classes.push((class, number as u32));
        if self.classes.len() > 1 << 16 && self.classes.len() > 2 * self.distinct {
            self.remove_repetitions();
        }
        match self.names.len() {
            ..=Self::MOST => Continue(()),
            _ => Break(()),
        }
    }

    /// Keeps each class once, in its hardest stratum.
    fn remove_repetitions(&mut self) {
        let name = |class: &(u64, u32)| &self.names[class.1 as usize];
        self.classes.sort_unstable_by(|one, other| {
            let hardest_first = || compare(name(other), name(one));
            one.0.cmp(&other.0).then_with(hardest_first)
        });
        self.classes.dedup_by_key(|class| class.0);
        self.distinct = self.classes.len();
    }

    /// Divides the classes of each stratum: those with the lowest numbers are in the first part.
    ///
    /// # Errors
    ///
    /// Fails if there are too many strata.
    pub fn divide(mut self, shares: &Shares) -> Result<SplitStrata, String> {
        if self.names.len() > Self::MOST {
            return Err("expected at most 1,000 different values".to_owned());
        }
        self.remove_repetitions();
        let mut sizes = vec![0; self.names.len()];
        for (_, stratum) in &self.classes {
            sizes[*stratum as usize] += 1;
        }
        let counts: Vec<Vec<u64>> = sizes.into_iter().map(|size| shares.counts(size)).collect();
        let mut left = counts.clone();
        for (_, place) in &mut self.classes {
            let left = &mut left[*place as usize];
            let part = left.iter().position(|&count| count > 0).unwrap_or(0);
            left[part] -= 1;
            *place = part as u32;
        }
        let mut strata: Vec<_> = self.names.into_iter().zip(counts).collect();
        sort_by(&mut strata, |(one, _), (other, _)| compare(one, other));
        let classes = self.classes;
        Ok(SplitStrata { strata, classes })
    }
}

/// Compares two names of strata: levels first, then numbers, then other texts.
fn compare(one: &String, other: &String) -> Ordering {
    if one == other {
        return Ordering::Equal;
    }
    let key = |name: &str| {
        let level = name.parse::<Level>().ok();
        let number = name.parse::<f64>().ok().filter(|number| number.is_finite());
        (level.is_none(), level, number.is_none(), number)
    };
    let ordered = key(one).partial_cmp(&key(other));
    ordered
        .unwrap_or(Ordering::Equal)
        .then_with(|| one.cmp(other))
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
        names.sort_by(compare);
        assert_eq!(names, ["easy", "hard", "extreme", "9.5", "12", "a", "b"]);
    }

    #[test]
    fn too_many_strata_are_an_error() {
        let mut builder = StrataBuilder::new();
        let all_fit = (0..1000).all(|class| builder.add(class, &class.to_string()).is_continue());
        assert!(all_fit && builder.add(1, "7").is_continue());
        assert!(builder.add(1, "other").is_break());
        let error = builder.divide(&shares("a=1")).expect_err("1,001 strata");
        assert_eq!(error, "expected at most 1,000 different values");
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
                prop_assert!(builder.add(spread(class), levels[level]).is_continue());
                let most = hardest.entry(class).or_insert(level);
                *most = level.max(*most);
            }
            let strata = builder.divide(&shares).expect("four strata");
            let mut found = vec![vec![0_u64; parts.len()]; levels.len()];
            for (&class, &level) in &hardest {
                found[level][strata.part(spread(class)).expect("it was added")] += 1;
            }
            prop_assert_eq!(strata.part(1), None);
            for (name, counts) in strata.strata() {
                let level = levels.iter().position(|level| level == name).expect("a level");
                prop_assert_eq!(counts, &found[level]);
                let all: u64 = found[level].iter().sum();
                for (part, &count) in found[level].iter().enumerate() {
                    let exact = all as f64 * parts[part] as f64 / shares.total() as f64;
                    prop_assert!((count as f64 - exact).abs() < 1.0, "{} {}", count, exact);
                }
            }
        }
    }
}
