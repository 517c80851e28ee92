//! One of several equal shares of the subtrees.

use std::fmt;
use std::str::FromStr;

/// The subtrees with an index congruent to `index` modulo `count`, like the `res/mod` of nauty's
/// geng.
///
/// Subtrees are numbered by decreasing cost, so that all shards take about the same time. Shards
/// nest: `1/3` is the union of `1/6` and `4/6`, so that a slow shard can be split again.
///
/// ```
/// use countless_engine::ledger::Shard;
///
/// let shard: Shard = "1/3".parse()?;
/// let halves: [Shard; 2] = ["1/6".parse()?, "4/6".parse()?];
/// assert!((0..100).all(|i| shard.contains(i) == halves.iter().any(|half| half.contains(i))));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// All subtrees.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Share `index` of `count`, or `None` unless `index < count`.
    pub fn new(index: u64, count: u64) -> Option<Self> {
        (index < count).then_some(Self { index, count })
    }

    /// Index of the shard, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// Number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// True if a subtree belongs to the shard.
    pub fn contains(self, subtree: u64) -> bool {
        subtree % self.count == self.index
    }

    /// Number of subtrees below `subtrees` that belong to the shard.
    pub fn len(self, subtrees: u64) -> u64 {
        subtrees.saturating_sub(self.index).div_ceil(self.count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `I/K`, or `env:NAME/K` with the index in an environment variable.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected I/K, such as 0/2, or env:NAME/K".to_owned();
        let (index, count) = text.rsplit_once('/').ok_or_else(expected)?;
        let count = number(count).map_err(|_| expected())?;
        let index = match index.strip_prefix("env:") {
            None => number(index).map_err(|_| expected())?,
            Some(name) => {
                let value = std::env::var(name)
                    .map_err(|_| format!("the environment variable {name} is not set"))?;
                number(value.trim()).map_err(|error| format!("{name}: {error}"))?
            }
        };
        Self::new(index, count).ok_or(format!(
            "expected a shard from 0 to K-1 of K, found {index} \
                                               of {count}"
        ))
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number, found {text:?}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in [
            "",
            "3",
            "/",
            "a/3",
            "3/3",
            "0/0",
            "-1/2",
            "env:NO_SUCH_NAME/2",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let path_is_no_number = "env:PATH/2".parse::<Shard>().unwrap_err();
        assert!(
            path_is_no_number.starts_with("PATH: "),
            "{path_is_no_number}"
        );
    }

    proptest! {
        #[test]
        fn every_subtree_is_in_one_shard(subtrees in 0u64..200, count in 1u64..50) {
            let shards: Vec<Shard> = (0..count).filter_map(|i| Shard::new(i, count)).collect();
            for subtree in 0..subtrees {
                let owners = shards.iter().filter(|shard| shard.contains(subtree));
                prop_assert_eq!(owners.count(), 1);
            }
            prop_assert_eq!(shards.iter().map(|shard| shard.len(subtrees)).sum::<u64>(), subtrees);
            for shard in shards {
                prop_assert_eq!(shard.to_string().parse(), Ok(shard));
            }
        }
    }
}
