//! Members of a request. Each is taken by its name; what nobody takes is an error.

use std::str::FromStr;

use countless_engine::ledger::Shard;
use serde_json::{Map, Value};

use super::fault::{Fault, expected};

/// Request in JSON.
#[derive(Debug)]
pub struct Request(Map<String, Value>);

impl Request {
    /// Reads a request.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        match serde_json::from_str(text) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(_) => Err(Fault::new("expected an object of JSON")),
            Err(error) => {
                let message = format!("expected JSON: {error}");
                Err(Fault::at(error.line() as u64, error.column(), message))
            }
        }
    }

    /// Takes the members of the object that a member is.
    #[cfg(feature = "variants")]
    pub fn object(&mut self, name: &str) -> Result<Option<Self>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Object(members)) => Ok(Some(Self(members))),
            Some(_) => Err(expected(name, "an object")),
        }
    }

    /// Takes a member. A member that is null counts as missing.
    fn value(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// Takes a text.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(expected(name, "a text")),
        }
    }

    /// Takes a text that must be there.
    pub fn needed_text(&mut self, name: &str) -> Result<String, Fault> {
        self.text(name)?.ok_or_else(|| expected(name, "a text"))
    }

    /// Takes a text and parses it.
    pub fn parsed<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, Fault>
    where
        T::Err: std::fmt::Display,
    {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let parsed = text.parse();
        parsed.map(Some).map_err(|error| Fault::of(name, &error))
    }

    /// Takes a flag, which is false by default.
    pub fn flag(&mut self, name: &str) -> Result<bool, Fault> {
        Ok(self.choice(name)?.unwrap_or(false))
    }

    /// Takes a flag.
    pub fn choice(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(_) => Err(expected(name, "true or false")),
        }
    }

    /// Takes a count: a number, or its decimal digits.
    pub fn count(&mut self, name: &str) -> Result<Option<u64>, Fault> {
        let number = match self.value(name) {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_u64(),
            Some(Value::String(text)) => text.parse().ok(),
            Some(_) => None,
        };
        number.map(Some).ok_or_else(|| expected(name, "a count"))
    }

    /// Takes a count of at most `most`, or the default.
    pub fn count_to(&mut self, name: &str, default: u64, most: u64) -> Result<u64, Fault> {
        match self.count(name)?.unwrap_or(default) {
            number if number <= most => Ok(number),
            _ => Err(expected(name, &format!("at most {most}"))),
        }
    }

    /// Takes a list.
    pub fn list(&mut self, name: &str) -> Result<Option<Vec<Value>>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(_) => Err(expected(name, "a list")),
        }
    }

    /// Takes a list of texts.
    pub fn texts(&mut self, name: &str) -> Result<Option<Vec<String>>, Fault> {
        let Some(list) = self.list(name)? else {
            return Ok(None);
        };
        let texts = list.into_iter().map(|value| match value {
            Value::String(text) => Some(text),
            _ => None,
        });
        let texts: Option<Vec<String>> = texts.collect();
        texts
            .map(Some)
            .ok_or_else(|| expected(name, "a list of texts"))
    }

    /// Takes the shard of a count.
    pub fn shard(&mut self) -> Result<Shard, Fault> {
        let shard = self.text("shard")?;
        let Some(text) = shard else {
            return Ok(Shard::WHOLE);
        };
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.and_then(|(index, of)| Shard::new(index, of));
        shard.ok_or_else(|| expected("shard", "one such as 0/3"))
    }

    /// Requires that every member was taken.
    pub fn end(self) -> Result<(), Fault> {
        match self.0.into_iter().next() {
            None => Ok(()),
            Some((name, _)) => Err(Fault::new(format!("unknown member {name:?}"))),
        }
    }
}
