//! Repair of a damaged ledger: its whole records are kept unchanged.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::open_ledger::with_suffix;
use super::record_line::{COLUMNS, Record, RecordReader, csv_reader};
use super::run_plan::Plan;
use crate::error::Error;
use countless_simd::sort_by_key;
use countless_table::{Output, lock, not_regular};
use csv::ByteRecord;

/// A line that is not a whole record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DroppedLine {
    /// Number of the line, counted from 1.
    pub line: u64,
    /// Description of the damage.
    pub reason: String,
}

/// The whole records of a ledger, and its damaged lines.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// Text of the ledger with the whole records only.
    text: Vec<u8>,
    /// Number of whole records.
    pub whole_records: u64,
    /// The damaged lines, in order.
    pub dropped: Vec<DroppedLine>,
    /// True if the ledger is not damaged.
    pub is_whole: bool,
}

impl Repair {
    /// Examines a ledger without changing it.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if its plan is damaged: records cannot be checked
    /// without it.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let fail = |error| Error::read(path, error);
        // Opening a pipe would block, and a device may never end.
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(fail(not_regular()));
        }
        Self::of_bytes(&fs::read(path).map_err(fail)?, &path.display().to_string())
    }

    /// Repairs a ledger that no process writes. The repaired file replaces it atomically, and the
    /// original stays beside it as a backup. A ledger without damage is left unchanged.
    ///
    /// # Errors
    ///
    /// The errors of [`of`](Self::of), and [`Error::Table`] if a backup exists already.
    pub fn in_place(path: &Path) -> Result<(Self, Option<PathBuf>), Error> {
        let mut options = File::options();
        let options = options.read(true).write(true);
        fs::metadata(path).map_err(|error| Error::read(path, error))?;
        let mut file = lock(path, options)?.ok_or_else(|| {
            let reason = "another process is writing this ledger";
            Error::ledger(&path.display(), reason)
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| Error::read(path, error))?;
        let repair = Self::of_bytes(&bytes, &path.display().to_string())?;
        if repair.is_whole {
            return Ok((repair, None));
        }
        let backup = with_suffix(path, ".bak");
        let copied = File::create_new(&backup).and_then(|mut copy| {
            copy.write_all(&bytes)?;
            copy.sync_all()
        });
        copied.map_err(|error| Error::write(&backup, error))?;
        let output = repair.output(path)?;
        // Windows cannot replace an open file.
        if cfg!(windows) {
            drop(file);
        }
        output.finish()?;
        Ok((repair, Some(backup)))
    }

    /// Writes the whole records to a file, which appears once it is complete.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        Ok(self.output(path)?.finish()?)
    }

    /// The whole records in a temporary file, before it is renamed.
    fn output(&self, path: &Path) -> Result<Output, Error> {
        let mut output = Output::create(Some(path))?;
        let written = output.write_all(&self.text);
        written.map_err(|error| Error::write(path, error))?;
        Ok(output)
    }

    /// Keeps the plan and the whole records of the ledger `name`.
    fn of_bytes(bytes: &[u8], name: &str) -> Result<Self, Error> {
        let mut csv = csv_reader(bytes);
        let mut fields = ByteRecord::new();
        let lost = |reason: String| {
            let reason = format!("{reason}; a ledger cannot be repaired without its plan");
            Error::ledger(&format_args!("{name}:1"), reason)
        };
        let has_plan = csv
            .read_byte_record(&mut fields)
            .map_err(|error| lost(error.to_string()))?;
        if !has_plan {
            return Err(lost("not a ledger: the file is empty".to_owned()));
        }
        let plan = fields
            .iter()
            .map(|field| str::from_utf8(field).unwrap_or(""));
        let plan = Plan::from_record(plan).map_err(lost)?;
        let (start, first) = (csv.position().byte() as usize, csv.position().line());
        let lines = LedgerLines::read(&bytes[start..], first, &plan, name);
        let mut text = bytes[..start].to_vec();
        text.extend_from_slice(COLUMNS.join(",").as_bytes());
        text.push(b'\n');
        for line in &lines.whole {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        Ok(Self {
            is_whole: lines.dropped.is_empty() && lines.has_columns,
            text,
            whole_records: lines.whole.len() as u64,
            dropped: lines.dropped,
        })
    }
}

/// The lines after the plan.
struct LedgerLines<'a> {
    has_columns: bool,
    whole: Vec<&'a [u8]>,
    dropped: Vec<DroppedLine>,
}

impl<'a> LedgerLines<'a> {
    /// Reads each line by itself, because a damaged line does not affect the next one. `first` is
    /// the number of the first line.
    fn read(bytes: &'a [u8], first: u64, plan: &Plan, name: &str) -> Self {
        let mut reader = RecordReader::new(&plan.id(), name);
        let (mut has_columns, mut dropped) = (false, Vec::new());
        let mut found: Vec<(&[u8], Record)> = Vec::new();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        for (text, line) in lines.zip(first..) {
            let Some(whole) = text.strip_suffix(b"\n") else {
                let reason = "the line is cut short".to_owned();
                dropped.push(DroppedLine { line, reason });
                continue;
            };
            let whole = whole.strip_suffix(b"\r").unwrap_or(whole);
            if line == first && whole == COLUMNS.join(",").as_bytes() {
                has_columns = true;
            } else if !whole.is_empty() {
                match reader.read_line(whole, line, plan.subtrees) {
                    Ok(record) => found.push((whole, record)),
                    Err(reason) => dropped.push(DroppedLine { line, reason }),
                }
            }
        }
        let contradictions = contradictions(&found);
        found.retain(|(_, record)| !contradictions.contains_key(&record.origin.line));
        let lines = contradictions.into_iter();
        dropped.extend(lines.map(|(line, reason)| DroppedLine { line, reason }));
        sort_by_key(&mut dropped, |dropped| dropped.line);
        Self {
            has_columns,
            whole: found.into_iter().map(|(text, _)| text).collect(),
            dropped,
        }
    }
}

/// Lines of records that contradict another record of their subtree. Either record may be wrong.
fn contradictions(found: &[(&[u8], Record)]) -> BTreeMap<u64, String> {
    let mut of_subtrees: BTreeMap<u64, Vec<&Record>> = BTreeMap::new();
    for (_, record) in found {
        of_subtrees.entry(record.subtree).or_default().push(record);
    }
    let mut lines = BTreeMap::new();
    for records in of_subtrees.values() {
        let first = records[0];
        let Some(other) = records
            .iter()
            .find(|record| first.require_agreement(record).is_err())
        else {
            continue;
        };
        for record in records {
            let against = if record.origin.line == other.origin.line {
                first
            } else {
                other
            };
            let reason = format!(
                "the records of subtree {} in this line and line {} differ",
                record.subtree, against.origin.line
            );
            lines.insert(record.origin.line, reason);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::super::finished_subtrees::{Records, header};
    use super::super::record_line::RecordWriter;
    use super::super::run_plan::Spec;
    use super::super::tally::Residue;
    use super::super::tally::Tally;
    use super::*;

    fn plan(subtrees: u64) -> Plan {
        let spec = Spec::new("example", "none").with("header", "a, \"b\"\nc");
        spec.plan("all", subtrees)
    }

    /// A ledger with these subtrees and counts.
    fn ledger(plan: &Plan, records: &[(u64, u128)]) -> Vec<u8> {
        let mut writer = RecordWriter::new(&plan.id(), "scalar");
        let mut text = String::new();
        for &(subtree, count) in records {
            let tally = Tally {
                count,
                residue: Residue::of(count),
                ..Tally::default()
            };
            writer.write(subtree, &tally, Duration::from_micros(7), &mut text);
        }
        [header(plan), text.into_bytes()].concat()
    }

    fn repaired(bytes: &[u8]) -> Repair {
        Repair::of_bytes(bytes, "x").expect("the plan is whole")
    }

    #[test]
    fn a_whole_ledger_stays_as_it_is() {
        let plan = plan(3);
        let whole = ledger(&plan, &[(2, 7), (0, 5), (2, 7)]);
        let repair = repaired(&whole);
        assert!(repair.is_whole && repair.text == whole);
        assert_eq!(repair.whole_records, 3);
    }

    #[test]
    fn records_that_contradict_each_other_both_go() {
        let plan = plan(3);
        let repair = repaired(&ledger(&plan, &[(2, 7), (0, 5), (2, 8), (1, 1)]));
        let lines: Vec<u64> = repair.dropped.iter().map(|dropped| dropped.line).collect();
        // The plan has a line end in its header.
        assert_eq!(lines, [4, 6]);
        assert!(repair.dropped[0].reason.ends_with("and line 6 differ"));
        let left = Records::parse(&repair.text, "x").expect("it is whole");
        assert_eq!(
            left.records()
                .map(|record| record.subtree)
                .collect::<Vec<_>>(),
            [0, 1]
        );
    }

    #[test]
    fn a_ledger_without_its_plan_cannot_be_repaired() {
        let mut bytes = ledger(&plan(3), &[(0, 5)]);
        bytes[8] ^= 1;
        let error = Repair::of_bytes(&bytes, "x").expect_err("it is damaged");
        assert!(error.to_string().contains("cannot be repaired"), "{error}");
        assert!(Repair::of_bytes(b"", "x").is_err());
    }

    #[test]
    fn a_checksum_in_capitals_is_damage() {
        let plan = plan(40);
        // At least one of forty checksums ends in a letter.
        let records: Vec<(u64, u128)> = (0..40).map(|subtree| (subtree, 7)).collect();
        let mut bytes = ledger(&plan, &records);
        let start = header(&plan).len();
        let is_letter = |&at: &usize| bytes[at].is_ascii_lowercase() && bytes[at] <= b'f';
        let mut ends = memchr::memchr_iter(b'\n', &bytes[start..]).map(|feed| start + feed - 1);
        let at = ends.find(is_letter).expect("a letter at the end of a line");
        bytes[at].make_ascii_uppercase();
        assert_eq!(repaired(&bytes).whole_records, 39);
    }

    proptest! {
        /// All undamaged lines are kept, and no others.
        #[test]
        fn whole_lines_are_kept(
            counts in prop::collection::vec(0_u128..1000, 1..40),
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
            cut in 0_usize..30,
        ) {
            let plan = plan(counts.len() as u64);
            let records: Vec<(u64, u128)> = (0..).zip(counts.iter().copied()).collect();
            let whole = ledger(&plan, &records);
            let start = header(&plan).len();
            let mut bytes = whole.clone();
            for (place, byte) in damage {
                let place = start + place.index(bytes.len() - start);
                bytes[place] = byte;
            }
            bytes.truncate((bytes.len() - cut).max(start));
            let repair = repaired(&bytes);
            let left = Records::parse(&repair.text, "x").expect("it is whole");
            let lines: Vec<&[u8]> = whole[start..].split(|&byte| byte == b'\n').collect();
            let there: Vec<&[u8]> = bytes[start..].split_inclusive(|&byte| byte == b'\n').collect();
            for (subtree, line) in lines.iter().take(records.len()).enumerate() {
                let line = [line, &b"\n"[..]].concat();
                let is_there = there.contains(&&line[..]);
                prop_assert_eq!(left.get(subtree as u64).is_some(), is_there);
            }
            prop_assert_eq!(repair.whole_records, left.len());
            prop_assert!(left.records().all(|record| record.tally.count
                == counts[record.subtree as usize]));
        }
    }
}
