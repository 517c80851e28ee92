//! Boards in a column of a table, or under a key of objects.

use super::board_line::{BoardLine, RegionFault, text_before};
use super::region_record::RegionRecord;
use countless_engine::Error;
use countless_table::delimited::{
    column_by_number, delimiter_of, is_name, missing_column, names, split, unused_rules,
    usual_column, wanted_column,
};
use countless_table::json_object::{JsonObject, repeated_key_reason};

/// Names of a column of boards, in order of preference.
const BOARD_NAMES: &[&str] = &["puzzle", "puzzles", "board", "boards", "regions", "grid"];

/// Least rows of a board that is recognised in a column with another name. Smaller boards have no
/// solution, except a single square.
const LEAST_ROWS: usize = 4;

/// Name of a region that no board has: a character for private use.
const OTHER_REGION: &str = "\u{e000}";

/// Columns of a table, or keys of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RegionTable {
    /// Separator of fields; `None` for objects, one a line.
    pub delimiter: Option<u8>,
    pub names: Vec<String>,
    /// Index of the column of boards, from 0.
    pub board: usize,
    pub has_header: bool,
    /// True if objects with a key that the head of the input lacks are rejected, because all keys
    /// are passed on.
    pub passes_all: bool,
    /// True if a key may occur twice, because the user selects the board by the number of its key.
    repeats: bool,
}

impl RegionTable {
    /// Recognises the table of an input by its first two lines with content. `wanted` is the column
    /// of boards, if the user names it.
    pub fn detect(
        first: &BoardLine,
        second: Option<&BoardLine>,
        wanted: Option<&str>,
        input: &str,
    ) -> Result<Option<Self>, Error> {
        let error = |reason: String| Error::Parse {
            name: input.to_owned(),
            line: first.number,
            column: 1,
            reason,
        };
        let require_rules = |names: &[String], board| match unused_rules(names, board, &[]) {
            Some(name) if wanted.is_none() => Err(error(format!(
                "the column {name} changes the boards, and is not read\n\
                 hint: --column {} ignores it",
                names[board]
            ))),
            _ => Ok(()),
        };
        let text = first.text.trim_end();
        if text.trim_start().starts_with('{') {
            let object: JsonObject = serde_json::from_str(text)
                .map_err(|fault| error(format!("not an object of JSON in one line: {fault}")))?;
            let repeated = object.repeated_key().map(repeated_key_reason);
            let names: Vec<String> = object.into_keys().collect();
            let by_number = wanted.and_then(|wanted| column_by_number(wanted, names.len()));
            if let (Some(reason), None) = (&repeated, by_number) {
                return Err(error(reason.clone()));
            }
            let board = match wanted {
                Some(wanted) => wanted_column(&names, wanted, input, first.number)?,
                None => usual_column(&names, BOARD_NAMES, input, first.number)?
                    .ok_or_else(|| missing_column(BOARD_NAMES[0], &names, input, first.number))?,
            };
            require_rules(&names, board)?;
            return Ok(Some(Self {
                repeats: repeated.is_some(),
                delimiter: None,
                names,
                board,
                has_header: false,
                passes_all: false,
            }));
        }
        if text.trim_start().starts_with('[') && wanted.is_none() {
            return Ok(None);
        }
        let delimiter = delimiter_of(text.as_bytes());
        let fields = names(text.as_bytes(), delimiter).unwrap_or_default();
        let is_header = |at: usize| is_name(&fields[at]) && !is_board(&fields[at]);
        let table = |board: usize, has_header: bool| Self {
            delimiter: Some(delimiter),
            names: if has_header {
                fields.clone()
            } else {
                (1..=fields.len())
                    .map(|number| number.to_string())
                    .collect()
            },
            board,
            has_header,
            passes_all: false,
            repeats: false,
        };
        if let Some(wanted) = wanted {
            let board = wanted_column(&fields, wanted, input, first.number)?;
            let by_number = column_by_number(wanted, fields.len()).is_some();
            let is_board = || field_lines(&fields[board], 1, 0)[0].is_board(2);
            let has_header = !by_number || is_name(&fields[board]) && !is_board();
            return Ok(Some(table(board, has_header)));
        }
        if let Some(board) = usual_column(&fields, BOARD_NAMES, input, first.number)? {
            require_rules(&fields, board)?;
            return Ok(Some(table(board, true)));
        }
        if fields.len() < 2 || is_board_with_separators(&fields) {
            return Ok(None);
        }
        let sole = |fields: &[String]| {
            let boards = (0..fields.len()).filter(|&at| is_board(&fields[at]));
            match boards.collect::<Vec<_>>()[..] {
                [] => Ok(None),
                [board] => Ok(Some(board)),
                [one, other, ..] => Err(error(format!(
                    "columns {} and {} hold boards: name one by --column",
                    one + 1,
                    other + 1
                ))),
            }
        };
        if let Some(board) = sole(&fields)? {
            return Ok(Some(table(board, false)));
        }
        let below = second.and_then(|line| names(line.text.as_bytes(), delimiter));
        let below = below.filter(|below| below.len() == fields.len());
        match below {
            Some(below) if (0..fields.len()).all(is_header) => {
                Ok(sole(&below)?.map(|board| table(board, true)))
            }
            _ => Ok(None),
        }
    }

    /// Finds the keys that the first object lacks in the head of the input.
    pub fn look_for_keys(&mut self, head: &[BoardLine]) {
        if self.delimiter.is_none() {
            for line in head {
                if let Ok(object) = serde_json::from_str::<JsonObject>(&line.text)
                    && (self.repeats || object.repeated_key().is_none())
                {
                    object.add_keys(&mut self.names);
                }
            }
        }
    }

    /// Returns the fields of a row, or the reason why it is invalid.
    pub fn fields(&self, row: &str) -> Result<Vec<String>, String> {
        let Some(delimiter) = self.delimiter else {
            let object = serde_json::from_str(row);
            let mut object: JsonObject = object.map_err(|fault| fault.to_string())?;
            if let Some(key) = object.repeated_key().filter(|_| !self.repeats) {
                return Err(repeated_key_reason(key));
            }
            let take = |name: &String| object.take(name).unwrap_or_default();
            let fields = self.names.iter().map(take).collect();
            return match object.unexpected_key().filter(|_| self.passes_all) {
                None => Ok(fields),
                Some((_, reason)) => Err(reason),
            };
        };
        let mut fields = Vec::with_capacity(self.names.len());
        split(row, delimiter, |_, field| fields.push(field.into_owned()));
        if fields.len() == self.names.len() {
            Ok(fields)
        } else {
            let (found, expected) = (fields.len(), self.names.len());
            Err(format!("expected {expected} fields, found {found}"))
        }
    }

    /// Reads the row that begins on line `number`, and passes on the columns `kept`.
    pub fn record(&self, row: &str, number: u64, kept: &[usize]) -> RegionRecord {
        let row = row.trim_end_matches(['\n', '\r']);
        let mut record = RegionRecord {
            lines: Vec::new(),
            row: row.to_owned(),
            passed: vec![String::new(); kept.len()],
            fault: None,
        };
        let mut at = 0;
        if let Some(delimiter) = self.delimiter {
            let mut index = 0;
            split(row, delimiter, |start, _| {
                if index == self.board {
                    at = start;
                }
                index += 1;
            });
        }
        match self.fields(row) {
            Err(reason) => {
                record.fault = Some(RegionFault {
                    line: number,
                    column: 1,
                    reason,
                });
                record.lines = field_lines(row, number, 0);
            }
            Ok(fields) => {
                let board = &fields[self.board];
                if self.delimiter.is_none() {
                    at = row.find(board.as_str()).unwrap_or(0);
                }
                let before = text_before(row, at);
                let line = number + before.matches('\n').count() as u64;
                let start = before.rfind('\n').map_or(0, |feed| feed + 1);
                record.lines = field_lines(board, line, before[start..].chars().count());
                record.passed = kept.iter().map(|&index| fields[index].clone()).collect();
            }
        }
        record
    }
}

/// Divides a field into lines. The field of an object is a single line.
fn field_lines(text: &str, number: u64, indent: usize) -> Vec<BoardLine> {
    let lines = text.split('\n').zip(number..).enumerate();
    let line = |(index, (text, number)): (usize, (&str, u64))| BoardLine {
        number,
        indent: if index == 0 { indent } else { 0 },
        text: text.trim_end_matches('\r').to_owned(),
    };
    lines.map(line).collect()
}

/// Returns whether a line is rather one board with separators than a table: without its separators,
/// or with a square in place of each. A field of a damaged board can be a smaller board.
fn is_board_with_separators(fields: &[String]) -> bool {
    let known: String = fields.concat().chars().take(1).collect();
    ["", &known, OTHER_REGION]
        .iter()
        .any(|square| is_board(&fields.join(square)))
}

/// Returns whether a field is a board by itself.
fn is_board(field: &str) -> bool {
    let is_long = field.chars().count() >= LEAST_ROWS * LEAST_ROWS;
    is_long && field_lines(field, 1, 0)[0].is_board(LEAST_ROWS)
}
