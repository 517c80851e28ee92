//! Format of an input, recognised from its head.

use super::board_line::BoardLine;
use super::region_table::RegionTable;
use countless_engine::Error;
use countless_table::delimited::{given_name, is_json_number};

/// Names of the columns of a result.
const RESULT: [&str; 5] = ["puzzle", "status", "solutions", "solution", "nodes"];

/// Format of an input: the arrangement of its boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RegionFormat {
    /// Lines of text, with one board each, or one row of a board each.
    Text,
    Table(RegionTable),
}

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

impl RegionFormat {
    /// Recognises the format of an input by the lines of its head.
    pub fn detect(head: &[BoardLine], wanted: Option<&str>, input: &str) -> Result<Self, Error> {
        let mut telling = head.iter().filter(|line| !line.is_blank());
        let Some(first) = telling.next() else {
            return Ok(Self::Text);
        };
        let table = RegionTable::detect(first, telling.next(), wanted, input)?;
        let Some(mut table) = table else {
            return Ok(Self::Text);
        };
        table.look_for_keys(head);
        Ok(Self::Table(table))
    }

    /// Rejects objects with keys that the head of the input lacks.
    pub fn pass_all(&mut self) {
        if let Self::Table(table) = self {
            table.passes_all = true;
        }
    }

    /// Returns the columns other than that of the board. `head` has the first lines of the input.
    pub fn other_columns(&self, head: &[BoardLine]) -> OtherColumns {
        let Self::Table(table) = self else {
            return OtherColumns::default();
        };
        let places = (0..table.names.len()).filter(|&place| place != table.board);
        let places: Vec<usize> = places.collect();
        let name = |&place: &usize| {
            let name = &table.names[place];
            if RESULT.iter().any(|own| own.eq_ignore_ascii_case(name)) {
                given_name(name, &table.names)
            } else {
                name.clone()
            }
        };
        let mut seen = vec![(false, true); places.len()];
        let rows = head.iter().filter(|line| !line.is_blank());
        for line in rows.skip(usize::from(table.has_header)) {
            let Ok(fields) = table.fields(&line.text) else {
                continue;
            };
            for ((any, all), &place) in seen.iter_mut().zip(&places) {
                *any |= !fields[place].is_empty();
                *all &= fields[place].is_empty() || is_json_number(&fields[place]);
            }
        }
        OtherColumns {
            names: places.iter().map(name).collect(),
            numbers: seen.iter().map(|(any, all)| *any && *all).collect(),
            places,
        }
    }
}
