//! What a ledger is about: a problem, and how it is cut.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::io::hex;

/// The version of the format, which is part of every plan.
const VERSION: &str = "1";

/// A problem and how it is cut into subtrees. Ledgers of the same plan can be continued
/// and merged, whoever wrote them; nothing of the machine or the program is part of it.
///
/// ```
/// use countless::ledger::Plan;
///
/// let plan = Plan {
///     problem: "queens count".into(),
///     parameters: vec![("n".into(), "18".into())],
///     method: "join".into(),
///     split: "orbits".into(),
///     subtrees: 12_283,
/// };
/// assert_eq!(plan.id(), "258f2d6824725910");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What is asked, such as `queens count`.
    pub problem: String,
    /// Of what: names and values.
    pub parameters: Vec<(String, String)>,
    /// How it is searched.
    pub method: String,
    /// How it is cut.
    pub split: String,
    /// Into how many subtrees.
    pub subtrees: u64,
}

impl Plan {
    /// A hash of the whole plan: 64 bits of SHA-256, in hexadecimal.
    pub fn id(&self) -> String {
        let mut hash = Sha256::new();
        for (name, value) in self.fields() {
            // Lengths first: no two plans are the same text.
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update((value.len() as u64).to_le_bytes());
            hash.update(value);
        }
        hex(&hash.finalize()[..8])
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters = self.parameters.iter();
        let found = parameters.find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Names and values in the order in which they are written.
    fn fields(&self) -> Vec<(&str, String)> {
        let own = |name, value: &String| (name, value.clone());
        let mut fields = vec![
            ("ledger", VERSION.to_owned()),
            own("problem", &self.problem),
        ];
        let parameters = self.parameters.iter();
        fields.extend(parameters.map(|(name, value)| own(name, value)));
        fields.push(own("method", &self.method));
        fields.push(own("split", &self.split));
        fields.push(("subtrees", self.subtrees.to_string()));
        fields
    }

    /// The first record of a ledger.
    pub(super) fn to_record(&self) -> Vec<String> {
        let fields = self.fields().into_iter();
        let mut record: Vec<String> = fields
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        record.push(format!("plan={}", self.id()));
        record
    }

    /// Reads the first record of a ledger, or says what is wrong with it.
    pub(super) fn from_record<'a>(record: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let no_header = || "this is no ledger: its first line is no plan".to_owned();
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
                _ => no_header(),
            });
        };
        if version != VERSION {
            return Err(other_version(version));
        }
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let plan = Self {
            problem: problem.to_owned(),
            parameters: parameters.iter().map(own).collect(),
            method: method.to_owned(),
            split: split.to_owned(),
            subtrees: subtrees
                .parse()
                .map_err(|_| format!("{subtrees:?} is no number of subtrees"))?,
        };
        if plan.id() != id {
            return Err(format!(
                "the plan is damaged: its id is {}, not {id}",
                plan.id()
            ));
        }
        Ok(plan)
    }
}

fn other_version(version: &str) -> String {
    format!("this is a ledger of version {version}, and not {VERSION}")
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        for (name, value) in &self.parameters {
            write!(f, " {name}={value}")?;
        }
        write!(
            f,
            " by {}, {} subtrees ({}), plan {}",
            self.method,
            self.subtrees,
            self.split,
            self.id()
        )
    }
}
