//! Members of requests.

use std::fmt::Display;
use std::str::FromStr;

use countless_engine::ledger::Shard;

use super::fault::{Fault, expected};

/// Parses the text of a member.
pub fn parsed<T: FromStr>(name: &str, text: Option<&str>) -> Result<Option<T>, Fault>
where
    T::Err: Display,
{
    let parsed = text.map(str::parse).transpose();
    parsed.map_err(|error| Fault::new(&error).within(name))
}

/// A number of at most `most`, or the default.
pub fn number_to(name: &str, number: Option<u64>, default: u64, most: u64) -> Result<u64, Fault> {
    match number.unwrap_or(default) {
        number if number <= most => Ok(number),
        _ => Err(expected(name, &format!("at most {most}"))),
    }
}

/// Two numbers around a sign, such as `2x3`.
pub fn pair<T: FromStr>(text: &str, sign: char) -> Option<(T, T)> {
    let (one, other) = text.split_once(sign)?;
    Some((one.parse().ok()?, other.parse().ok()?))
}

/// The shard of a count.
pub fn shard_of(text: Option<&str>) -> Result<Shard, Fault> {
    let shard = match text {
        None => Some(Shard::WHOLE),
        Some(text) => pair(text, '/').and_then(|(index, of)| Shard::new(index, of)),
    };
    shard.ok_or_else(|| expected("shard", "one such as 0/3"))
}
