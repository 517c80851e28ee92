//! JSON objects, one per line, with a puzzle under one of their keys.

use std::borrow::Cow;

use super::csv_format::{PUZZLE_NAMES, only_solutions, solution_column};
use super::{
    PuzzleReject, RejectReason, UnreadRecord, column, is_blank_or_comment, numbered_lines,
};
use countless_engine::Error;
use countless_table::delimited::{column_by_number, is_json_number, usual_column, wanted_column};
use countless_table::json_object::{JsonObject, repeated_key_reason};

/// Keys of the objects, and their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFormat {
    /// Keys of the first object.
    pub names: Vec<String>,
    /// Number of the puzzle's key, from 0.
    pub puzzle: usize,
    /// Number of the solution's key, from 0.
    pub solution: Option<usize>,
    /// True for each key that has numbers in the first objects.
    pub numbers: Vec<bool>,
    /// True if objects with a key that the first objects lack are rejected.
    pub passes_all: bool,
    /// True if a key may occur twice, because the user selects the puzzle by the number of its key.
    repeats: bool,
}

impl JsonFormat {
    /// Detects objects from the first line of an input, which is line `number`. Returns an error if
    /// the first object lacks a key for puzzles: `wanted`, or one of the common names.
    pub fn detect(
        first: &[u8],
        wanted: Option<&str>,
        name: &str,
        number: u64,
    ) -> Result<Option<Self>, Error> {
        let Ok(object) = serde_json::from_slice::<JsonObject>(first) else {
            return Ok(None);
        };
        let error = |reason| Error::Parse {
            name: name.to_owned(),
            line: number,
            column: 1,
            reason,
        };
        let repeats = object.repeated_key().map(repeated_key_reason);
        let names: Vec<String> = object.into_keys().collect();
        let by_number = wanted.and_then(|wanted| column_by_number(wanted, names.len()));
        if let (Some(reason), None) = (&repeats, by_number) {
            return Err(error(reason.clone()));
        }
        let puzzle = match wanted {
            Some(wanted) => wanted_column(&names, wanted, name, number)?,
            None => usual_column(&names, PUZZLE_NAMES, name, number)?
                .or_else(|| only_solutions(&names))
                .ok_or_else(|| {
                    let names = names.join(", ");
                    error(format!(
                        "no key called puzzle\nhint: --column NAME, one of: {names}"
                    ))
                })?,
        };
        Ok(Some(Self {
            repeats: repeats.is_some(),
            numbers: vec![false; names.len()],
            names,
            puzzle,
            solution: None,
            passes_all: false,
        }))
    }

    /// Finds the keys that the first object lacks in `lines`, the first objects, the key of
    /// solutions, and the keys of numbers. `wanted`, `name` and `number` are those of
    /// [`detect`](Self::detect).
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if two keys have the name for solutions.
    pub fn look_for_columns(
        &mut self,
        lines: &[u8],
        wanted: Option<&str>,
        name: &str,
        number: u64,
    ) -> Result<(), Error> {
        for (_, row) in numbered_lines(lines, 1) {
            if let Ok(object) = serde_json::from_slice::<JsonObject>(row)
                && (self.repeats || object.repeated_key().is_none())
            {
                object.add_keys(&mut self.names);
            }
        }
        self.solution = solution_column(&self.names, self.puzzle, wanted, name, number)?;
        let mut seen = vec![(false, true); self.names.len()];
        self.visit_unread(lines, 1, |raw| {
            for ((any, all), field) in seen.iter_mut().zip(raw.fields) {
                *any |= !field.is_empty();
                *all &= field.is_empty() || is_json_number(field);
            }
        });
        self.numbers = seen.iter().map(|(any, all)| *any && *all).collect();
        Ok(())
    }

    /// Visits the records of whole lines; the first is line `first`.
    pub fn visit_unread(&self, text: &[u8], first: u64, mut visit: impl FnMut(UnreadRecord<'_>)) {
        for (line, row) in numbered_lines(text, first) {
            if is_blank_or_comment(row) {
                continue;
            }
            let found = std::str::from_utf8(row).map_err(|error| {
                let column = column(row, error.valid_up_to());
                PuzzleReject::new(line, column, RejectReason::NotUtf8)
            });
            let found = found.and_then(|row| self.fields(row, line));
            let mut raw = UnreadRecord {
                line,
                text: row.trim_ascii(),
                offset: 0,
                reject: None,
                tag: None,
                solution: None,
                fields: &[],
                row,
            };
            match found {
                Err(bad) => {
                    raw.reject = Some(bad);
                    visit(raw);
                }
                Ok(fields) => {
                    let puzzle = fields[self.puzzle].trim();
                    raw.text = puzzle.as_bytes();
                    raw.offset = memchr::memmem::find(row, puzzle.as_bytes()).unwrap_or(0);
                    let solution = self.solution.map(|solution| fields[solution].trim());
                    raw.solution = solution.filter(|solution| !solution.is_empty());
                    raw.fields = &fields;
                    visit(raw);
                }
            }
        }
    }

    /// Values of an object, in the order of the keys of the first object.
    fn fields(&self, row: &str, line: u64) -> Result<Vec<Cow<'static, str>>, PuzzleReject> {
        let wrong = |at, reason| PuzzleReject::new(line, at, RejectReason::Json(reason));
        let mut object: JsonObject = serde_json::from_str(row)
            .map_err(|error| wrong(error.column().max(1), "not an object of JSON".to_owned()))?;
        if let Some(key) = object.repeated_key().filter(|_| !self.repeats) {
            return Err(wrong(1, repeated_key_reason(key)));
        }
        let mut fields = Vec::with_capacity(self.names.len());
        for (number, name) in self.names.iter().enumerate() {
            let value = object.take(name);
            if number == self.puzzle && value.is_none() {
                return Err(wrong(1, format!("no key {name:?}")));
            }
            fields.push(Cow::Owned(value.unwrap_or_default()));
        }
        if self.passes_all
            && let Some((key, reason)) = object.unexpected_key()
        {
            let at = row.find(&format!("\"{key}\"")).unwrap_or(0);
            return Err(wrong(column(row.as_bytes(), at), reason));
        }
        Ok(fields)
    }
}
