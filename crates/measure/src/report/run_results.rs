//! Folder of a run: `bench.json` and optional tables.

use std::fs::File;
use std::io;
use std::path::Path;

use countless_engine::Error;

use super::BenchmarkRun;
use super::trial_record::{is_time, write_file};

/// Contents of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResults {
    /// Measurements.
    pub run: BenchmarkRun,
    /// Times of the subtrees of one count; empty if not measured.
    pub subtrees: SubtreeTimes,
    /// Number of solutions with a queen on each square, if counted.
    pub tally: Option<TallyTable>,
}

impl RunResults {
    /// Reads the folder of a run. Only `bench.json` is required.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or has invalid contents.
    pub fn load(folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            run: BenchmarkRun::load(folder)?,
            subtrees: SubtreeTimes::load(&folder.join(SubtreeTimes::CSV))?,
            tally: TallyTable::load(&folder.join(TallyTable::CSV))?,
        })
    }
}

/// Time of each subtree of a count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubtreeTimes {
    /// Name of the count, such as `16 rows by join`.
    pub counted: String,
    /// Time of each subtree, in milliseconds.
    pub milliseconds: Vec<f64>,
}

impl SubtreeTimes {
    /// Name of the file, with the columns `of,subtree,milliseconds`.
    pub const CSV: &str = "subtrees.csv";

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        let rows = self.milliseconds.iter().enumerate();
        let rows = rows.map(|(number, ms)| format!("{},{number},{ms:.4}\n", self.counted));
        let text: String = std::iter::once("of,subtree,milliseconds\n".to_owned())
            .chain(rows)
            .collect();
        write_file(&folder.join(Self::CSV), text.as_bytes())
    }

    fn load(path: &Path) -> Result<Self, Error> {
        let mut times = Self::default();
        for (line, row) in csv_rows(path)? {
            let time = row.get(2).and_then(|field| field.parse().ok());
            let time = time.filter(|&time| is_time(time));
            times.milliseconds.push(time.ok_or_else(|| {
                parse_error(path, line, "expected milliseconds in the third column")
            })?);
            row.get(0)
                .unwrap_or_default()
                .clone_into(&mut times.counted);
        }
        Ok(times)
    }
}

/// Number of solutions of a board with a queen on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyTable {
    /// Numbers, row by row.
    pub squares: Vec<Vec<u128>>,
}

impl TallyTable {
    /// Name of the file: a header, and one line of numbers for each row of the board.
    pub const CSV: &str = "tally.csv";

    fn load(path: &Path) -> Result<Option<Self>, Error> {
        let mut squares = Vec::new();
        for (line, row) in csv_rows(path)? {
            let counts = row.iter().map(str::parse).collect::<Result<Vec<u128>, _>>();
            squares.push(counts.map_err(|_| parse_error(path, line, "expected counts"))?);
        }
        if squares.iter().any(|row| row.len() != squares.len()) {
            return Err(parse_error(path, 1, "expected as many rows as columns"));
        }
        let mut all = squares.iter().flatten();
        let sum = all.try_fold(0_u128, |sum: u128, &count| sum.checked_add(count));
        if sum.is_none() {
            return Err(parse_error(
                path,
                1,
                "the counts add up to more than 128 bits",
            ));
        }
        Ok((!squares.is_empty()).then_some(Self { squares }))
    }
}

/// Rows of a CSV file with their line numbers. A missing file has no rows.
fn csv_rows(path: &Path) -> Result<Vec<(u64, csv::StringRecord)>, Error> {
    let name = path.display().to_string();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::read(&name, error)),
    };
    let rows = csv::Reader::from_reader(file).into_records().map(|row| {
        let row = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            parse_error(path, line, &error.to_string())
        })?;
        Ok((row.position().map_or(1, csv::Position::line), row))
    });
    rows.collect()
}

fn parse_error(path: &Path, line: u64, reason: &str) -> Error {
    Error::Parse {
        name: path.display().to_string(),
        line,
        column: 1,
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_bad_ones_are_named() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(TallyTable::CSV);
        assert_eq!(TallyTable::load(&path)?, None);
        std::fs::write(&path, "c1,c2\n0,1\n1,0\n")?;
        let table = TallyTable::load(&path)?.expect("a table");
        assert_eq!(table.squares, [[0, 1], [1, 0]]);
        for (text, line) in [
            ("c1,c2\n0,1\n1,x\n", ":3:1:"),
            ("c1,c2\n0,1\n", ":1:1:"),
            ("a\n1\n2,3\n", ":3:1:"),
            (&format!("c1,c2\n{},0\n1,1\n", u128::MAX), ":1:1:"),
        ] {
            std::fs::write(&path, text)?;
            let error = TallyTable::load(&path)
                .expect_err("a bad table")
                .to_string();
            assert!(error.contains(line), "{error}");
        }
        Ok(())
    }

    #[test]
    fn subtree_times_round_trip() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let times = SubtreeTimes {
            counted: "8 rows by join".to_owned(),
            milliseconds: vec![0.25, 1.5],
        };
        times.save(folder.path())?;
        assert_eq!(
            SubtreeTimes::load(&folder.path().join(SubtreeTimes::CSV))?,
            times
        );
        let path = folder.path().join(SubtreeTimes::CSV);
        for bad in ["-1", "inf", "NaN", "1e-320", "1e300", "x"] {
            std::fs::write(&path, format!("of,subtree,milliseconds\nx,0,{bad}\n"))?;
            let error = SubtreeTimes::load(&path).expect_err(bad).to_string();
            assert!(error.contains(":2:1:"), "{error}");
        }
        Ok(())
    }
}
