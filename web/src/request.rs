//! Requests: the name of a question, and its members.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Result, anyhow, ensure};
use countless_engine::ledger::Shard;
use serde::Deserialize;

/// Request of the page. A question reads its own members; the others keep their defaults.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
pub struct Request {
    pub ask: String,
    /// Pasted puzzles, or a cover in Knuth's format.
    pub text: String,
    pub shard: Option<String>,
    pub from: u64,
    pub limit: Option<u64>,
    pub count: Option<u64>,
    pub seed: u64,
    pub torus: bool,

    // Board of a sudoku.
    #[cfg(feature = "sudokus")]
    pub layout: Option<countless_variants::ShapeOptions>,
    pub puzzle: Option<String>,
    pub attempt: Option<String>,
    pub removed: Vec<String>,
    pub reveal: bool,

    // New sudokus.
    pub level: Option<String>,
    pub technique: Option<String>,
    pub er: Option<String>,
    pub symmetry: Option<String>,

    // Board of queens.
    pub n: usize,
    pub piece: Option<String>,
    pub regions: Option<String>,
    pub queens: String,
    pub blocked: String,
    pub fundamental: bool,

    // Board and pieces of a cover.
    pub all: String,
    pub board: String,
    pub without: String,
    pub pieces: String,
    pub turns: String,
    pub unlimited: bool,
}

impl Request {
    /// The shard of a count.
    pub fn shard(&self) -> Result<Shard> {
        Ok(parsed_if("shard", self.shard.as_deref())?.unwrap_or(Shard::WHOLE))
    }
}

/// A number of at most `most`, or the default.
pub fn number_to(name: &str, number: Option<u64>, default: u64, most: u64) -> Result<u64> {
    let number = number.unwrap_or(default);
    ensure!(number <= most, "{name}: expected at most {most}");
    Ok(number)
}

/// Parses the text of a member.
pub fn parsed<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T> {
    text.parse().map_err(|error| anyhow!("{name}: {error}"))
}

/// Parses the text of a member that may be left out.
pub fn parsed_if<T: FromStr<Err: Display>>(name: &str, text: Option<&str>) -> Result<Option<T>> {
    text.map(|text| parsed(name, text)).transpose()
}
