//! Errors of answers, as JSON.

use countless_engine::Error;
use serde_json::{Value, json};

/// Error of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    message: String,
    /// Line and column of the fault.
    place: Option<(u64, usize)>,
}

impl Fault {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: None,
        }
    }

    /// A fault at a place of a text.
    pub fn at(line: u64, column: usize, message: impl Into<String>) -> Self {
        Self {
            place: Some((line, column)),
            ..Self::new(message)
        }
    }

    /// The fault of a member of a request.
    pub fn of(name: &str, reason: &dyn std::fmt::Display) -> Self {
        Self::new(format!("{name}: {reason}"))
    }

    /// The fault, in a member of a request.
    #[cfg(any(feature = "queens", feature = "cover", feature = "variants"))]
    pub fn within(mut self, name: &str) -> Self {
        self.message = format!("{name}: {}", self.message);
        self
    }

    /// The answer.
    pub fn answer(&self) -> Value {
        let (message, hint) = match self.message.split_once("\nhint: ") {
            Some((message, hint)) => (message, Some(hint)),
            None => (&*self.message, None),
        };
        let mut error = json!({ "message": message });
        if let Some(hint) = hint {
            error["hint"] = hint.into();
        }
        if let Some((line, column)) = self.place {
            error["line"] = line.into();
            error["column"] = column.into();
        }
        json!({ "error": error })
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
            } => Self::at(line, column, reason),
            other => Self::new(other.to_string()),
        }
    }
}

/// Error about a member that is missing, or of another type.
pub fn expected(name: &str, what: &str) -> Fault {
    Fault::new(format!("{name}: expected {what}"))
}

/// Error: a question that this module does not answer.
pub fn unknown(name: &str) -> Fault {
    Fault::new(format!("unknown question {name:?}"))
}
