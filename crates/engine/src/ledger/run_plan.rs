//! The plan of a ledger: a problem and its split; and shards, equal shares of the subtrees.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use countless_table::{Format, RowFormat, hex};
use sha2::{Digest, Sha256};

/// Version of the ledger format, which is part of every plan.
const VERSION: &str = "1";
/// Parameter for the format of rows. Used if the header does not determine it.
const FORMAT_PARAMETER: &str = "format";

/// Parameter for the header of rows.
const HEADER_PARAMETER: &str = "header";

/// Largest number of characters of a value, such as a checksum, in messages.
const LONGEST_SHOWN: usize = 24;

/// A problem and its split into subtrees. It contains nothing of the machine or the program.
/// Ledgers of equal plans can be continued and merged on any machine.
///
/// ```
/// use countless_engine::ledger::Spec;
///
/// let plan = Spec::new("queens count", "join").with("n", 18).plan("orbits", 12_283);
/// assert_eq!(plan.id(), "258f2d6824725910");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The problem.
    pub spec: Spec,
    /// Description of the split.
    pub split: String,
    /// Number of subtrees.
    pub subtrees: u64,
}

/// A problem with its parameters and method, before it is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Name of the problem, such as `queens count`.
    pub problem: String,
    /// Parameters: names and values.
    pub parameters: Vec<(String, String)>,
    /// Method of the search.
    pub method: String,
}

impl Spec {
    /// A specification without parameters.
    pub fn new(problem: impl Into<String>, method: impl Into<String>) -> Self {
        Self {
            problem: problem.into(),
            parameters: Vec::new(),
            method: method.into(),
        }
    }

    /// Adds a parameter.
    #[must_use]
    #[allow(clippy::needless_pass_by_value)] // accepts numbers by value
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.parameters.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds a parameter if it has a value.
    #[must_use]
    pub fn with_some(self, name: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters = self.parameters.iter();
        let found = parameters.find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Parses the value of a required parameter.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if it is missing or cannot be parsed.
    pub fn require<T: FromStr>(&self, name: &str) -> Result<T, Error> {
        let value = self.parameter(name).and_then(|value| value.parse().ok());
        let reason = || format!("the plan has no valid {name}");
        value.ok_or_else(|| Error::ledger(&self.problem, reason()))
    }

    /// Parses the value of an optional parameter.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if it cannot be parsed.
    pub fn optional<T: FromStr>(&self, name: &str) -> Result<Option<T>, Error> {
        match self.parameter(name) {
            None => Ok(None),
            Some(_) => self.require(name).map(Some),
        }
    }

    /// Adds the header of the rows beside the ledger, and their format if the header does not
    /// determine it.
    #[must_use]
    pub(crate) fn with_rows(self, rows: &RowFormat) -> Self {
        let header = String::from_utf8_lossy(rows.names().trim_ascii_end()).into_owned();
        let is_told = *Format::of_header(&header) == [rows.format()];
        let format = (!is_told).then(|| rows.format().name());
        self.with(HEADER_PARAMETER, header)
            .with_some(FORMAT_PARAMETER, format)
    }

    /// The plan with a split into `subtrees` subtrees.
    pub fn plan(self, split: impl Into<String>, subtrees: u64) -> Plan {
        Plan {
            spec: self,
            split: split.into(),
            subtrees,
        }
    }
}

impl Plan {
    /// Hash of the whole plan: 64 bits of SHA-256, in hexadecimal.
    pub fn id(&self) -> String {
        let mut hash = Sha256::new();
        for (name, value) in self.fields() {
            // The lengths make the text of each plan unique.
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update((value.len() as u64).to_le_bytes());
            hash.update(value);
        }
        hex(&hash.finalize()[..8])
    }

    /// Possible formats of the rows beside the ledger, the likeliest first. Empty if the plan has
    /// no rows.
    ///
    /// Plans of version 0.2 allow more than one format if their header does.
    pub fn row_formats(&self) -> Vec<Format> {
        let parameter = |name| self.spec.parameter(name);
        let named = parameter(FORMAT_PARAMETER).and_then(Format::named);
        match (named, parameter(HEADER_PARAMETER)) {
            (Some(format), _) => vec![format],
            (None, Some(header)) => Format::of_header(header).to_vec(),
            (None, None) => Vec::new(),
        }
    }

    /// True if a file beside the ledger stores the rows.
    pub fn has_row_file(&self) -> bool {
        self.spec.parameter(HEADER_PARAMETER).is_some()
    }

    /// True if a ledger of this plan can be continued as one of the plan `wanted`. The plans are
    /// equal, except for a format that version 0.2 omitted.
    fn serves(&self, wanted: &Self) -> bool {
        let mut wanted = wanted.clone();
        let (own, formats) = (self.row_formats(), wanted.row_formats());
        let is_allowed = own.iter().any(|format| formats.contains(format));
        if is_allowed && self.spec.parameter(FORMAT_PARAMETER).is_none() {
            let parameters = &mut wanted.spec.parameters;
            parameters.retain(|(name, _)| name != FORMAT_PARAMETER);
        }
        *self == wanted
    }

    /// Requires this plan, of the ledger `name`, to be compatible with `wanted`.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] with the differences.
    pub fn require(&self, wanted: &Self, name: &dyn fmt::Display) -> Result<(), Error> {
        if self.serves(wanted) {
            return Ok(());
        }
        let reason = self.difference(wanted);
        Err(Error::ledger(
            name,
            format!(
                "the ledger is of another plan: {reason}\n\
                 hint: `countless ledger plan FILE` prints its plan; each plan needs its own ledger"
            ),
        ))
    }

    /// Describes the differences from `wanted`.
    fn difference(&self, wanted: &Self) -> String {
        let (own, other) = (&self.spec, &wanted.spec);
        let (found, wanted) = (self.fields(), wanted.fields());
        let value = |fields: &[(&str, String)], name: &str| {
            let field = fields.iter().find(|(other, _)| *other == name);
            field.map(|(_, value)| value.clone())
        };
        let shown = |value: Option<String>, none: &str| {
            value.map_or(none.to_owned(), |value| shortened(&value).into_owned())
        };
        let others = wanted
            .iter()
            .filter(|(name, _)| value(&found, name).is_none());
        // Another method splits differently.
        let same_method = own.method == other.method;
        let is_own = |name: &str| same_method || name != "split" && name != "subtrees";
        let names = found.iter().chain(others).filter(|(name, _)| is_own(name));
        let differing = names.filter_map(|(name, _)| {
            let (has, wants) = (value(&found, name), value(&wanted, name));
            let differs = has != wants;
            differs.then(|| match *name {
                "input" => "its input files differ from those given".to_owned(),
                "scale" => format!(
                    "its ratings are on scale {}, expected {}",
                    shown(has, "1"),
                    shown(wants, "1")
                ),
                "squares" => "its given squares differ from those of this run".to_owned(),
                name => format!(
                    "{name} is {}, expected {}",
                    shown(has, "not set"),
                    shown(wants, "none")
                ),
            })
        });
        // Parameters of another problem differ anyway.
        let most = if own.problem == other.problem {
            usize::MAX
        } else {
            1
        };
        differing.take(most).collect::<Vec<_>>().join("; ")
    }

    /// Names and values in the order of the ledger.
    fn fields(&self) -> Vec<(&str, String)> {
        let own = |name, value: &String| (name, value.clone());
        let mut fields = vec![
            ("ledger", VERSION.to_owned()),
            own("problem", &self.spec.problem),
        ];
        let parameters = self.spec.parameters.iter();
        fields.extend(parameters.map(|(name, value)| own(name, value)));
        fields.push(own("method", &self.spec.method));
        fields.push(own("split", &self.split));
        fields.push(("subtrees", self.subtrees.to_string()));
        fields
    }

    /// The first line of a ledger.
    pub(super) fn to_record(&self) -> Vec<String> {
        let fields = self.fields().into_iter();
        let mut record: Vec<String> = fields
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        record.push(format!("plan={}", self.id()));
        record
    }

    /// Parses the first line of a ledger, or describes its fault.
    pub(super) fn from_record<'a>(record: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let no_header =
            || "not a ledger: expected a first line that begins with ledger=1,problem=".to_owned();
        let incomplete = || "not a ledger: the first line is incomplete".to_owned();
        let fields: Option<Vec<(&str, &str)>> = record.map(|field| field.split_once('=')).collect();
        let fields = fields.ok_or_else(no_header)?;
        let &[
            ("ledger", version),
            ("problem", problem),
            ref parameters @ ..,
            ("method", method),
            ("split", split),
            ("subtrees", subtrees),
            ("plan", id),
        ] = &fields[..]
        else {
            let version = fields.first().filter(|field| field.0 == "ledger");
            return Err(match version {
                Some((_, version)) if *version != VERSION => other_version(version),
                Some(_) if matches!(fields.get(1), Some(("problem", _))) => incomplete(),
                _ => no_header(),
            });
        };
        if version != VERSION {
            return Err(other_version(version));
        }
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let spec = Spec {
            parameters: parameters.iter().map(own).collect(),
            ..Spec::new(problem, method)
        };
        let subtrees = subtrees
            .parse()
            .map_err(|_| format!("expected a number of subtrees, found {subtrees:?}"))?;
        let plan = spec.plan(split, subtrees);
        if plan.id() != id {
            return Err(format!(
                "the plan was changed: its values have the id {}, but the line ends in {id}",
                plan.id()
            ));
        }
        Ok(plan)
    }
}

fn other_version(version: &str) -> String {
    format!("expected a ledger of version {VERSION}, found version {version}")
}

/// A value, shortened for messages.
fn shortened(value: &str) -> Cow<'_, str> {
    match value.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &value[..end]).into(),
        None => value.into(),
    }
}

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
    fn invalid_shards_are_refused() {
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
