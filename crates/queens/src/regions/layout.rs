//! How the boards of an input lie, recognised from its head.

use super::table::RegionTable;
use super::text::BoardLine;
use countless_engine::Error;
use countless_table::delimited::is_json_number;

/// The names of the columns of a result.
const RESULT: [&str; 5] = ["puzzle", "status", "solutions", "solution", "nodes"];

/// How the boards of an input lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RegionFormat {
    /// In lines: one board each, or drawn.
    Text,
    Table(RegionTable),
}

/// The columns of an input beside that of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OtherColumns {
    /// Their names in the result.
    pub names: Vec<String>,
    /// Their places in the input, from 0.
    pub places: Vec<usize>,
    /// Whether the first rows have numbers there.
    pub numbers: Vec<bool>,
}

impl RegionFormat {
    /// Recognises the layout of an input by the lines of its head.
    pub fn detect(head: &[BoardLine], wanted: Option<&str>, input: &str) -> Result<Self, Error> {
        let mut telling = head.iter().filter(|line| !line.is_blank());
        let Some(first) = telling.next() else {
            return Ok(Self::Text);
        };
        let table = RegionTable::detect(first, telling.next(), wanted, input)?;
        Ok(table.map_or(Self::Text, Self::Table))
    }

    /// The columns beside the board, where the head of the input has these lines.
    pub fn other_columns(&self, head: &[BoardLine]) -> OtherColumns {
        let Self::Table(table) = self else {
            return OtherColumns::default();
        };
        let places = (0..table.names.len()).filter(|&place| place != table.board);
        let places: Vec<usize> = places.collect();
        let name = |&place: &usize| {
            let name = &table.names[place];
            if RESULT.iter().any(|own| own.eq_ignore_ascii_case(name)) {
                format!("given_{name}")
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
