//! JSON objects as rows of a table.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// JSON object: the text of each value, with the keys in their order.
///
/// Texts are those between quotation marks, `null` is empty, and other values are as in the input, so
/// that no digit of a number is lost.
///
/// ```
/// use countless_table::json_object::JsonObject;
///
/// let text = r#"{"id": 123456789012345678901234567890, "name": "a, b", "note": null}"#;
/// let mut row: JsonObject = serde_json::from_str(text)?;
/// assert_eq!(row.take("id").as_deref(), Some("123456789012345678901234567890"));
/// assert_eq!(row.take("name").as_deref(), Some("a, b"));
/// assert_eq!(row.take("note"), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonObject(Vec<(String, JsonText)>);

/// Text of a value; `None` for `null`.
#[derive(Debug)]
struct JsonText {
    text: Option<String>,
    /// True if it was between quotation marks.
    is_string: bool,
}

impl JsonObject {
    /// Returns the keys.
    pub fn into_keys(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(key, _)| key)
    }

    /// Removes the first value of a key. Returns `None` for `null` or a missing key.
    pub fn take(&mut self, key: &str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| other == key)?;
        self.0.remove(at).1.text
    }

    /// Removes the first value of a key. Returns `None` if the key is missing.
    pub fn take_value(&mut self, key: &str) -> Option<Value> {
        let at = self.0.iter().position(|(other, _)| other == key)?;
        match self.0.remove(at).1 {
            JsonText { text: None, .. } => Some(Value::Null),
            JsonText {
                text: Some(text),
                is_string: true,
            } => Some(Value::String(text)),
            JsonText {
                text: Some(text),
                is_string: false,
            } => serde_json::from_str(&text).ok(),
        }
    }

    /// Returns the first key that occurs twice.
    ///
    /// ```
    /// use countless_table::json_object::JsonObject;
    ///
    /// let object: JsonObject = serde_json::from_str(r#"{"id": 1, "puzzle": "53", "id": 2}"#)?;
    /// assert_eq!(object.repeated_key(), Some("id"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn repeated_key(&self) -> Option<&str> {
        let keys = || self.0.iter().map(|(key, _)| key.as_str());
        let mut all = keys().enumerate();
        all.find(|&(at, key)| keys().take(at).any(|other| other == key))
            .map(|(_, key)| key)
    }

    /// Returns the first key with a value other than `null`, and the reason why a table without a
    /// column for it cannot have the row.
    pub fn unexpected_key(&self) -> Option<(&str, String)> {
        let (key, _) = self.0.iter().find(|(_, value)| value.text.is_some())?;
        let reason = format!("no column for the key {key:?}: put an object with all keys first");
        Some((key, reason))
    }

    /// Appends the keys that `names` lacks, except those with `null`.
    ///
    /// ```
    /// use countless_table::json_object::JsonObject;
    ///
    /// let mut names = vec!["puzzle".to_owned()];
    /// let object: JsonObject = serde_json::from_str(r#"{"id": 1, "puzzle": "53", "note": null}"#)?;
    /// object.add_keys(&mut names);
    /// assert_eq!(names, ["puzzle", "id"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn add_keys(mut self, names: &mut Vec<String>) {
        for name in names.iter() {
            self.take(name);
        }
        let others = self.0.into_iter().filter(|(_, value)| value.text.is_some());
        names.extend(others.map(|(key, _)| key));
    }
}

/// Describes a key that occurs twice in an object.
pub fn repeated_key_reason(key: &str) -> String {
    format!("the key {key:?} occurs twice\nhint: --column N selects a key by its number")
}

/// Returns the text of a value.
fn text_of(value: &RawValue) -> serde_json::Result<JsonText> {
    let is_string = value.get().starts_with('"');
    let text = match value.get() {
        "null" => None,
        text if is_string => Some(serde_json::from_str(text)?),
        text => Some(text.to_owned()),
    };
    Ok(JsonText { text, is_string })
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = JsonObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject, A::Error> {
                let mut fields = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    fields.push((key, text_of(&value).map_err(A::Error::custom)?));
                }
                Ok(JsonObject(fields))
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}
