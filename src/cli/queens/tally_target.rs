//! Destination of `--tally`: the number of solutions with a queen on each square.

use std::path::Path;

use anyhow::ensure;
use countless::queens::Occupancy;
use countless::table::{Format, Output};
use serde_json::{Value, json};

use super::super::output::{json_number, write_text_file};
use super::super::perform::CommandReport;
use super::super::session::Session;

/// Destination of the table.
pub enum TallyTarget {
    File(Box<Output>),
    /// Stdout, in place of the total.
    Stdout,
    /// Member of the JSON object.
    Json,
}

impl TallyTarget {
    /// Opens the file, or selects stdout for `-`.
    pub fn create(path: &Path, session: Session) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(if session.json {
                Self::Json
            } else {
                Self::Stdout
            });
        }
        ensure!(
            Format::of(path)? == Format::Csv,
            "--tally writes CSV: expected a name that ends in .csv, .csv.gz or .csv.zst, found {}",
            path.display()
        );
        Ok(Self::File(Box::new(Output::create(Some(path))?)))
    }

    /// Writes the table, or adds it to the report.
    pub fn add(self, table: &Occupancy, report: &mut CommandReport) -> anyhow::Result<()> {
        match self {
            Self::File(output) => write_text_file(*output, &table.csv())?,
            Self::Stdout => report.text = Some(table.csv()),
            Self::Json => {
                let n = table.n();
                let row = |row| {
                    (1..=n)
                        .map(|column| json_number(table.at(row, column)))
                        .collect()
                };
                let rows: Vec<Value> = (1..=n).map(row).collect();
                report.json["squares"] = json!(rows);
            }
        }
        Ok(())
    }
}
