//! The line of a ledger about one finished subtree, with the length and checksum of its rows.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use super::tally::{Residue, Tally};
use crate::clock::unix_seconds;
use crate::error::Error;
use csv::{ByteRecord, ReaderBuilder};

/// Names of the columns.
pub(super) const COLUMNS: [&str; 10] = [
    "subtree", "count", "residue", "work", "ms", "kernel", "host", "time", "detail", "checksum",
];

/// Last second of the year 9999, in seconds since 1970: the latest time in RFC 3339.
const LATEST: u64 = 253_402_300_799;

/// A finished subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Index among all subtrees of the plan.
    pub subtree: u64,
    /// Result of the subtree.
    pub tally: Tally,
    /// CPU time of its search. Up to version 0.2 it was wall time, which is longer if threads share
    /// a core.
    pub elapsed: Duration,
    /// Name of the kernel.
    pub kernel: Arc<str>,
    /// Name of the machine.
    pub host: Arc<str>,
    /// Time of completion, in seconds since 1970.
    pub time: u64,
    /// File and line of the record.
    pub origin: Origin,
}

/// Position of a line in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// Path of the file.
    pub path: Arc<str>,
    /// The line, counted from 1.
    pub line: u64,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// Writes records of one plan, with the kernel and host of this process.
#[derive(Clone, Debug)]
pub(super) struct RecordWriter {
    hasher: RecordHasher,
    kernel: String,
    host: String,
    /// The last time as text, and in seconds since 1970.
    time: (String, u64),
}

impl RecordWriter {
    /// A writer of records of the plan with this id.
    pub fn new(plan: &str, kernel: &str) -> Self {
        let host = host_name();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        Self {
            hasher: RecordHasher::new(plan),
            kernel: kernel.to_owned(),
            host: host.replace(|c| !plain(c), "_"),
            time: (String::new(), 0),
        }
    }

    /// Appends the line of a subtree that has just been finished.
    pub fn write(&mut self, subtree: u64, tally: &Tally, elapsed: Duration, text: &mut String) {
        let seconds = unix_seconds();
        if seconds != self.time.1 {
            self.time = (date(seconds), seconds);
        }
        let by = [&*self.kernel, &*self.host, &*self.time.0];
        write_line(&self.hasher, subtree, tally, elapsed, by, text);
    }
}

impl Record {
    /// Requires another record of this subtree to agree in count and detail. The work depends on
    /// the kernel and may differ.
    pub(super) fn require_agreement(&self, other: &Self) -> Result<(), Error> {
        let (here, there) = (&other.tally, &self.tally);
        if here.count == there.count && here.numbers == there.numbers {
            return Ok(());
        }
        let reason = format!(
            "subtree {} is {here} here ({}), but {there} in {} ({})",
            self.subtree, other.host, self.origin, self.host
        );
        let reason = if self.origin.path == other.origin.path {
            format!("{reason}\nhint: {}", repair_hint(&self.origin.path))
        } else {
            reason
        };
        Err(Error::ledger(&other.origin, reason))
    }

    /// Appends the line of this record.
    pub(super) fn write(&self, seal: &RecordHasher, text: &mut String) {
        let by = [&*self.kernel, &self.host, &date(self.time)];
        write_line(seal, self.subtree, &self.tally, self.elapsed, by, text);
    }
}

/// Name of this machine.
fn host_name() -> String {
    #[cfg(not(target_family = "wasm"))]
    let name = gethostname::gethostname().to_string_lossy().into_owned();
    #[cfg(target_family = "wasm")]
    let name = "browser".to_owned();
    name
}

/// Date and time in RFC 3339 of a number of seconds since 1970.
fn date(seconds: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LATEST));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// Appends a line. The array contains the kernel, the host and the time.
fn write_line(
    seal: &RecordHasher,
    subtree: u64,
    tally: &Tally,
    elapsed: Duration,
    [kernel, host, time]: [&str; 3],
    text: &mut String,
) {
    let Tally {
        count,
        work,
        numbers,
        ..
    } = tally;
    let residue = tally.residue.get();
    let micros = elapsed.as_micros();
    let (millis, micros) = (micros / 1000, micros % 1000);
    let start = text.len();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "{subtree},{count},{residue},{work},{millis}.{micros:03},{kernel},{host},{time},{numbers}"
    );
    let checksum = seal.checksum(&text.as_bytes()[start..]);
    let _ = writeln!(text, ",{checksum:08x}");
}

/// Computes checksums of records, which depend on the plan.
#[derive(Clone, Debug)]
pub(super) struct RecordHasher(crc32fast::Hasher);

impl RecordHasher {
    pub fn new(plan: &str) -> Self {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(plan.as_bytes());
        Self(hasher)
    }

    pub fn checksum(&self, line: &[u8]) -> u32 {
        let mut hasher = self.0.clone();
        hasher.update(line);
        hasher.finalize()
    }
}

/// Reads the records of one file.
#[derive(Debug)]
pub(super) struct RecordReader {
    hasher: RecordHasher,
    path: Arc<str>,
    /// Kernels and hosts read so far.
    names: HashSet<Arc<str>>,
    line: Vec<u8>,
    /// The last time read, as text and in seconds since 1970.
    time: (Vec<u8>, u64),
}

impl RecordReader {
    /// A reader of records of the plan with this id from the file `path`.
    pub fn new(plan: &str, path: &str) -> Self {
        Self {
            hasher: RecordHasher::new(plan),
            path: path.into(),
            names: HashSet::new(),
            line: Vec::new(),
            time: (Vec::new(), 0),
        }
    }

    /// Reads a record from a single line by [`read`](Self::read).
    pub fn read_line(&mut self, text: &[u8], line: u64, subtrees: u64) -> Result<Record, String> {
        let mut fields = ByteRecord::new();
        if text.contains(&b'"') {
            let mut csv = csv_reader(text);
            csv.read_byte_record(&mut fields)
                .map_err(|error| error.to_string())?;
        } else {
            fields.extend(text.split(|&byte| byte == b','));
        }
        self.read(&fields, line, subtrees)
    }

    /// Reads a record of a plan with `subtrees` subtrees, or describes its damage.
    pub fn read(
        &mut self,
        fields: &ByteRecord,
        line: u64,
        subtrees: u64,
    ) -> Result<Record, String> {
        if fields.len() != COLUMNS.len() {
            return Err(format!(
                "expected {1} fields, found {0}",
                fields.len(),
                COLUMNS.len()
            ));
        }
        self.line.clear();
        for field in fields.iter().take(COLUMNS.len() - 1) {
            self.line.extend_from_slice(field);
            self.line.push(b',');
        }
        self.line.pop();
        // Requires the exact form of the writer, without capitals or a sign. A line is whole or
        // damaged.
        let checksum = text(fields, 9)?;
        let is_as_written = checksum.len() == 8
            && checksum
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let checksum = u32::from_str_radix(checksum, 16);
        if !is_as_written || checksum != Ok(self.hasher.checksum(&self.line)) {
            return Err("wrong checksum: the record is damaged or belongs to another plan".into());
        }
        let residue = number(fields, 2)?;
        let record = Record {
            subtree: number(fields, 0)?,
            tally: Tally {
                count: number(fields, 1)?,
                residue: Residue::new(residue).ok_or("the residue is too large")?,
                work: number(fields, 3)?,
                numbers: text(fields, 8)?.parse()?,
                places: Vec::new(),
            },
            elapsed: millis(text(fields, 4)?).ok_or("expected a number of milliseconds")?,
            kernel: self.name(text(fields, 5)?),
            host: self.name(text(fields, 6)?),
            time: self.time(fields)?,
            origin: Origin {
                path: Arc::clone(&self.path),
                line,
            },
        };
        if record.tally.residue != Residue::of(record.tally.count) {
            return Err(format!(
                "count {} contradicts its residue {residue}: one of them is wrong",
                record.tally.count
            ));
        }
        if record.subtree >= subtrees {
            let subtree = record.subtree;
            return Err(format!(
                "unknown subtree {subtree}: the plan has {subtrees}"
            ));
        }
        Ok(record)
    }

    fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let name: Arc<str> = name.into();
        self.names.insert(Arc::clone(&name));
        name
    }

    fn time(&mut self, fields: &ByteRecord) -> Result<u64, String> {
        if self.time.0 != fields[7] {
            let time = text(fields, 7)?;
            let parsed = humantime::parse_rfc3339(time).ok();
            let since = parsed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let since = since.ok_or_else(|| format!("expected a time, found {time:?}"))?;
            self.time = (fields[7].to_vec(), since.as_secs());
        }
        Ok(self.time.1)
    }
}

fn text(fields: &ByteRecord, column: usize) -> Result<&str, String> {
    str::from_utf8(&fields[column]).map_err(|_| format!("{}: expected UTF-8 text", COLUMNS[column]))
}

fn number<T: std::str::FromStr>(fields: &ByteRecord, column: usize) -> Result<T, String> {
    let text = text(fields, column)?;
    text.parse()
        .map_err(|_| format!("{}: expected a number, found {text:?}", COLUMNS[column]))
}

/// Reads milliseconds with three decimals.
fn millis(text: &str) -> Option<Duration> {
    let (millis, micros) = text.split_once('.')?;
    let (millis, micros): (u64, u64) = (millis.parse().ok()?, micros.parse().ok()?);
    let micros = millis.checked_mul(1000)?.checked_add(micros)?;
    Some(Duration::from_micros(micros))
}

/// The command that repairs a damaged ledger.
pub(super) fn repair_hint(name: &str) -> String {
    format!("countless ledger repair {name}")
}

/// A CSV reader of lines without a header.
pub(super) fn csv_reader(lines: &[u8]) -> csv::Reader<&[u8]> {
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(lines)
}

/// Length and checksum of the rows of a subtree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowChecksum {
    /// Number of bytes.
    pub bytes: u64,
    /// Their CRC-32.
    pub checksum: u32,
}

impl RowChecksum {
    /// Adds the length and the checksum to the numbers of a subtree.
    pub fn add_to(self, tally: &mut Tally) {
        tally.numbers.add("bytes", self.bytes);
        tally.numbers.add("crc", self.checksum.into());
    }

    /// Reads the length and the checksum from a record.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the record lacks them.
    pub fn of(record: &Record) -> Result<Self, Error> {
        let number = |name| {
            let number = record.tally.numbers.get(name);
            number.map_err(|reason| Error::ledger(&record.origin, reason))
        };
        let checksum = u32::try_from(number("crc")?);
        Ok(Self {
            bytes: number("bytes")?,
            checksum: checksum.map_err(|_| Error::ledger(&record.origin, "crc is too large"))?,
        })
    }
}
