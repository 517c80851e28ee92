//! Boards in a column of a table, or under a key of objects.

use super::super::board_batch::{BoardRecord, SolvedBoard};
use super::cells::BoardLine;
use countless_table::delimited::{delimiter_of, names};
use countless_table::json_object::JsonObject;
use countless_table::records::{
    RecordFormat, RecordSyntax, given_name, is_name, missing_column, place_of, unused_rules,
    usual_column,
};

/// Names of a column of boards, in order of preference.
const BOARD_NAMES: &[&str] = &["puzzle", "puzzles", "board", "boards", "regions", "grid"];

/// Least rows of a board that is recognised in a column with another name. Smaller boards have no
/// solution, except a single square.
const LEAST_ROWS: usize = 4;

/// Name of a region that no board has: a character for private use.
const OTHER_REGION: &str = "\u{e000}";

/// Columns of an input other than that of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OtherColumns {
    /// Names in the result.
    pub names: Vec<String>,
    /// Indices in the input, from 0.
    pub places: Vec<usize>,
    /// True for each column with numbers in the first rows.
    pub numbers: Vec<bool>,
}

impl OtherColumns {
    /// Returns the columns of an input.
    pub fn of(table: &RecordFormat) -> Self {
        let own = SolvedBoard::columns(true);
        let name = |&place: &usize| {
            let name = &table.names[place];
            if own.has(name) {
                given_name(name, &table.names)
            } else {
                name.clone()
            }
        };
        let places = (0..table.names.len()).filter(|&place| place != table.wanted);
        let places: Vec<usize> = places.collect();
        Self {
            names: places.iter().map(name).collect(),
            numbers: places.iter().map(|&place| table.numbers[place]).collect(),
            places,
        }
    }
}

/// Recognises the table of an input by the first lines. `wanted` is the column of boards, if the user
/// names it. An error is the reason, which is about the first line with content.
pub(super) fn table_of_head(
    head: &[BoardLine],
    wanted: Option<&str>,
) -> Result<Option<RecordFormat>, String> {
    let mut lines = head.iter().filter(|line| !line.is_blank());
    let Some(first) = lines.next() else {
        return Ok(None);
    };
    let Some(mut table) = detect(&first.text, lines.clone().next(), wanted)? else {
        return Ok(None);
    };
    let rows = std::iter::once(first).chain(lines);
    let rows = rows.skip(usize::from(table.has_header));
    let rows: Vec<&str> = rows.map(|line| line.text.as_str()).collect();
    table.look_at_head(rows.join("\n").as_bytes(), |_| false);
    Ok(Some(table))
}

/// Recognises a table by its first two lines with content.
fn detect(
    first: &str,
    second: Option<&BoardLine>,
    wanted: Option<&str>,
) -> Result<Option<RecordFormat>, String> {
    let text = first.trim_end();
    if text.trim_start().starts_with('{') {
        let object: JsonObject = serde_json::from_str(text)
            .map_err(|fault| format!("not an object of JSON in one line: {fault}"))?;
        let objects = RecordFormat::of_object(object, wanted, |names| {
            usual_board(names)?.ok_or_else(|| missing_column(BOARD_NAMES[0], names))
        });
        return objects.map(Some);
    }
    if text.trim_start().starts_with('[') && wanted.is_none() {
        return Ok(None);
    }
    let delimiter = delimiter_of(text.as_bytes());
    let syntax = RecordSyntax::Delimited(delimiter);
    let fields = names(text.as_bytes(), delimiter).unwrap_or_default();
    if let Some(wanted) = wanted {
        let is_content = |field: &str| field_lines(field, 1, 0)[0].is_board(2);
        return RecordFormat::with_column(syntax, fields, wanted, is_content).map(Some);
    }
    if let Some(board) = usual_board(&fields)? {
        return Ok(Some(RecordFormat::new(syntax, fields, board, true)));
    }
    if fields.len() < 2 || is_board_with_separators(&fields) {
        return Ok(None);
    }
    if let Some(board) = only_board(&fields)? {
        return Ok(Some(RecordFormat::new(syntax, fields, board, false)));
    }
    let below = second.and_then(|line| names(line.text.as_bytes(), delimiter));
    let is_header = |field: &String| is_name(field) && !is_board(field);
    match below {
        Some(below) if below.len() == fields.len() && fields.iter().all(is_header) => {
            let board = only_board(&below)?;
            Ok(board.map(|board| RecordFormat::new(syntax, fields, board, true)))
        }
        _ => Ok(None),
    }
}

/// Returns the column with one of the usual names. Columns that change the boards are refused.
fn usual_board(names: &[String]) -> Result<Option<usize>, String> {
    let board = usual_column(names, BOARD_NAMES)?;
    if let Some(board) = board
        && let Some(name) = unused_rules(names, board, &[])
    {
        return Err(format!(
            "the column {name} changes the boards, and is not read\nhint: --column {} ignores it",
            names[board]
        ));
    }
    Ok(board)
}

/// Returns the index of the only field that is a board. An error is the reason, if there are several.
fn only_board(fields: &[String]) -> Result<Option<usize>, String> {
    let mut boards = (1..).zip(fields).filter(|(_, field)| is_board(field));
    match (boards.next(), boards.next()) {
        (Some((one, _)), Some((other, _))) => Err(format!(
            "columns {one} and {other} hold boards: name one by --column"
        )),
        (board, _) => Ok(board.map(|(number, _): (usize, _)| number - 1)),
    }
}

/// Reads the row that begins on line `number`, and passes on the columns `passed`.
pub(super) fn table_record(
    table: &RecordFormat,
    row: String,
    number: u64,
    passed: &[usize],
) -> BoardRecord<Vec<BoardLine>> {
    let mut fields = Vec::new();
    let read = table.read(row.as_bytes(), Ok(&row), number, &mut fields);
    let (line, column) = place_of(row.as_bytes(), read.offset);
    let place = (number + line - 1, column);
    let (board, passed) = if let Some(fault) = read.fault {
        (Err(fault), vec![String::new(); passed.len()])
    } else {
        let board = field_lines(&read.fields[table.wanted], place.0, column - 1);
        let passed = passed.iter().map(|&index| read.fields[index].to_string());
        (Ok(board), passed.collect())
    };
    BoardRecord {
        place,
        row,
        passed,
        board,
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
