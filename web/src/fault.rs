//! Errors of answers, as JSON.

use countless_engine::Error;
use serde::Serialize;
use serde_json::{Value, json};

/// An answer in JSON, or the reason why there is none.
pub type Answer = Result<Value, Fault>;

/// Error of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fault {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// Line and column of the fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Fault {
    pub fn new(message: &(impl ToString + ?Sized)) -> Self {
        let message = message.to_string();
        let (message, hint) = match message.split_once("\nhint: ") {
            Some((message, hint)) => (message.to_owned(), Some(hint.to_owned())),
            None => (message, None),
        };
        let (line, column) = (None, None);
        Self {
            message,
            hint,
            line,
            column,
        }
    }

    /// A fault at a place of a text.
    pub fn at(line: u64, column: usize, message: &(impl ToString + ?Sized)) -> Self {
        Self {
            line: Some(line),
            column: Some(column),
            ..Self::new(message)
        }
    }

    /// The fault, in a member of a request.
    pub fn within(mut self, name: &str) -> Self {
        self.message = format!("{name}: {}", self.message);
        self
    }

    /// The answer.
    pub fn answer(&self) -> Value {
        json!({ "error": self })
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Parse {
                line,
                column,
                reason,
                ..
            } => Self::at(line, column, &reason),
            other => Self::new(&other),
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::at(error.line() as u64, error.column(), &error)
    }
}

/// Error about a member that is missing, or that has another content.
pub fn expected(name: &str, what: &str) -> Fault {
    Fault::new(&format!("{name}: expected {what}"))
}

/// Error: a question that this module does not answer.
pub fn unknown(name: &str) -> Fault {
    Fault::new(&format!("unknown question {name:?}"))
}
