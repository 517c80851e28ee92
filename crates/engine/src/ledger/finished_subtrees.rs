//! The finished subtrees of a plan, from one or more ledgers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use super::record_line::{COLUMNS, Record, RecordHasher, RecordReader, csv_reader, repair_hint};
use super::run_plan::{Plan, Shard};
use super::tally::{Residue, Tally};
use crate::error::Error;
use crate::random::SplitMix64;
use csv::ByteRecord;
use rayon::prelude::*;

/// Approximate number of bytes of a ledger that a thread reads at once.
const CHUNK_BYTES: usize = 1 << 20;

/// Bytes of the longest header that is read. A plan contains a hash of its inputs, not their names.
const LONGEST_HEADER: u64 = 1 << 20;

/// The finished subtrees of a plan, one record for each.
#[derive(Clone, Debug)]
pub struct Records {
    plan: Plan,
    /// All records, in the order of reading.
    all: Vec<Record>,
    /// The subtrees in ascending order, each with the position of its record.
    index: Vec<(u64, usize)>,
    confirmations: u64,
}

impl Records {
    /// An empty list of records.
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            all: Vec::new(),
            index: Vec::new(),
            confirmations: 0,
        }
    }

    /// Reads a ledger. Ignores a last line without a line feed, which a crash may leave.
    ///
    /// Within [`Run::parallel`](crate::Run::parallel), the threads of that run share the reading.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] with the first line that is damaged or contradicts
    /// another.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let fail = |source| Error::read(&name, source);
        let mut file = File::open(path).map_err(fail)?;
        // Some devices never end.
        #[cfg(unix)]
        if std::os::unix::fs::FileTypeExt::is_char_device(
            &file.metadata().map_err(fail)?.file_type(),
        ) {
            return Err(fail(countless_table::not_regular()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        Self::parse(whole_lines(&bytes), &name)
    }

    /// Returns false for the file of an unfinished ledger that has no complete header yet.
    pub fn has_begun(path: &Path) -> bool {
        let is_unfinished = path.extension().is_some_and(|end| end == "part");
        let Ok((lines, is_complete)) = read_header(path) else {
            return true;
        };
        let is_ledger = lines.starts_with(b"ledger=") || b"ledger=".starts_with(&lines);
        let is_cut = !is_complete && (lines.len() as u64) < LONGEST_HEADER;
        !(is_unfinished && is_ledger && is_cut)
    }

    /// Reads the whole lines of the ledger `name`.
    pub(super) fn parse(lines: &[u8], name: &str) -> Result<Self, Error> {
        let mut csv = csv_reader(lines);
        let mut fields = ByteRecord::new();
        let wrong = |error: csv::Error| Error::ledger(&name, error.to_string());
        let at = |line: u64, reason| Error::ledger(&format_args!("{name}:{line}"), reason);
        if !csv.read_byte_record(&mut fields).map_err(wrong)? {
            return Err(at(
                1,
                "not a ledger: the file is empty or its first line is incomplete".to_owned(),
            ));
        }
        let header = fields
            .iter()
            .map(|field| str::from_utf8(field).unwrap_or(""));
        let plan = Plan::from_record(header).map_err(|reason| at(1, reason))?;
        let named = csv.read_byte_record(&mut fields).map_err(wrong)?;
        if !named || !fields.iter().eq(COLUMNS.map(str::as_bytes)) {
            let found = if named {
                "others"
            } else {
                "the end of the file"
            };
            let columns = COLUMNS.join(",");
            return Err(at(
                2,
                format!(
                    "expected the columns {columns}, found {found}\nhint: {}",
                    repair_hint(name)
                ),
            ));
        }
        let rest = &lines[csv.position().byte() as usize..];
        let (id, subtrees) = (plan.id(), plan.subtrees);
        // On a thread of the pool of a run, the other threads read, too.
        let pieces = if rayon::current_thread_index().is_some() {
            chunks(rest, csv.position().line())
        } else {
            Vec::new()
        };
        let read = |mut csv: csv::Reader<&[u8]>, before: u64| -> Result<Vec<Record>, Error> {
            let mut reader = RecordReader::new(&id, name);
            let mut fields = ByteRecord::new();
            let mut records = Vec::new();
            while csv.read_byte_record(&mut fields).map_err(wrong)? {
                let line = before + fields.position().map_or(1, csv::Position::line);
                let record = reader.read(&fields, line, subtrees);
                records.push(record.map_err(|reason| {
                    at(line, format!("{reason}\nhint: {}", repair_hint(name)))
                })?);
            }
            Ok(records)
        };
        // Returns the first error in the order of the lines, not of time.
        let read: Vec<Result<Vec<Record>, Error>> = match pieces[..] {
            // For a few lines, a second reader would take longer, and there may be many small
            // files.
            [] | [_] => vec![read(csv, 0)],
            _ => pieces
                .into_par_iter()
                .map(|(piece, first)| read(csv_reader(piece), first - 1))
                .collect(),
        };
        let mut all = Self::new(plan);
        for records in read {
            all.all.append(&mut records?);
        }
        all.rebuild_index()?;
        Ok(all)
    }

    /// Rebuilds the index. Records of one subtree must agree.
    fn rebuild_index(&mut self) -> Result<(), Error> {
        let subtrees = self.all.iter().map(|record| record.subtree);
        self.index = subtrees.zip(0..).collect();
        self.index.sort_unstable();
        for same in self.index.chunk_by(|(a, _), (b, _)| a == b) {
            let (known, others) = (&self.all[same[0].1], &same[1..]);
            for other in others.iter().map(|&(_, place)| &self.all[place]) {
                known.require_agreement(other)?;
                let independent = known.host != other.host || known.kernel != other.kernel;
                self.confirmations += u64::from(independent);
            }
        }
        self.index.dedup_by_key(|(subtree, _)| *subtree);
        Ok(())
    }

    /// Adds the records of other ledgers of the same plan. Each comes with its name for error
    /// messages.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if plans differ or subtrees contradict each other.
    pub fn merge(&mut self, others: Vec<(Self, String)>) -> Result<(), Error> {
        if others.is_empty() {
            return Ok(());
        }
        for (other, name) in others {
            other.plan.require(&self.plan, &name)?;
            self.all.extend(other.all);
        }
        self.confirmations = 0;
        self.rebuild_index()
    }

    /// Removes the records of some subtrees.
    pub(super) fn remove(&mut self, which: impl Fn(u64) -> bool) {
        self.index.retain(|&(subtree, _)| !which(subtree));
    }

    /// Writes a ledger with one record for each finished subtree, in order.
    ///
    /// # Errors
    ///
    /// Any error of `writer`.
    pub fn write(&self, mut writer: impl Write) -> io::Result<()> {
        let seal = RecordHasher::new(&self.plan.id());
        writer.write_all(&header(&self.plan))?;
        let mut line = String::new();
        for record in self.records() {
            line.clear();
            record.write(&seal, &mut line);
            writer.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    /// The plan of these records.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The record of a subtree, if it is finished.
    pub fn get(&self, subtree: u64) -> Option<&Record> {
        let found = self
            .index
            .binary_search_by_key(&subtree, |&(subtree, _)| subtree);
        found.ok().map(|i| &self.all[self.index[i].1])
    }

    /// Records of the finished subtrees, in order.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.index.iter().map(|&(_, place)| &self.all[place])
    }

    /// Records of the finished subtrees of a shard, in order.
    pub fn of_shard(&self, shard: Shard) -> impl Iterator<Item = &Record> {
        let own = move |record: &&Record| shard.contains(record.subtree);
        self.records().filter(own)
    }

    /// Number of subtrees of a shard in the ledger, and their time.
    pub(crate) fn shard_work(&self, shard: Shard) -> (u64, Duration) {
        let records = self.of_shard(shard);
        records.fold((0, Duration::ZERO), |(known, spent), record| {
            (known + 1, spent + record.elapsed)
        })
    }

    /// Draws `number` of the finished subtrees. Every set of this size is equally likely (Fan,
    /// Muller and Rezucha, 1962). Equal seeds give equal samples.
    pub fn sample(&self, number: u64, seed: u64) -> BTreeSet<u64> {
        let mut random = SplitMix64(seed);
        let (mut wanted, mut left) = (number.min(self.len()), self.len());
        let drawn = self.records().filter(|_| {
            let take = random.fraction() * (left as f64) < wanted as f64;
            wanted -= u64::from(take);
            left -= 1;
            take
        });
        drawn.map(|record| record.subtree).collect()
    }

    /// Number of finished subtrees.
    pub fn len(&self) -> u64 {
        self.index.len() as u64
    }

    /// True if no subtree is finished.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Number of records that confirm a record of another host or kernel.
    pub fn confirmations(&self) -> u64 {
        self.confirmations
    }

    /// True if every subtree of a shard is finished.
    pub fn is_complete(&self, shard: Shard) -> bool {
        self.of_shard(shard).count() as u64 == shard.len(self.plan.subtrees)
    }

    /// Ranges of unfinished subtrees, in order.
    pub fn gaps(&self) -> impl Iterator<Item = Range<u64>> {
        let finished = self.index.iter().map(|&(subtree, _)| subtree);
        let gaps = finished.chain([self.plan.subtrees]).scan(0, |start, end| {
            let gap = *start..end;
            *start = end + 1;
            Some(gap)
        });
        gaps.filter(|gap| !gap.is_empty())
    }

    /// Indices of the incomplete shards of `count`.
    pub fn incomplete_shards(&self, count: u64) -> Vec<u64> {
        let mut done = BTreeMap::new();
        for (subtree, _) in &self.index {
            *done.entry(subtree % count).or_insert(0) += 1;
        }
        let shards = (0..count).filter_map(|index| Shard::new(index, count));
        let open = shards.filter(|shard| {
            done.get(&shard.index()).copied().unwrap_or(0) < shard.len(self.plan.subtrees)
        });
        open.map(Shard::index).collect()
    }

    /// Sums the records of a shard, without their named numbers.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the sum does not fit, or contradicts the sum of the residues.
    pub fn total(&self, shard: Shard) -> Result<Tally, Error> {
        let mut total = Tally::default();
        for record in self.of_shard(shard) {
            let count = total.count.checked_add(record.tally.count);
            // Larger counts are stored as `u128::MAX`, with their digits in the detail.
            let count = count.filter(|&count| count < u128::MAX);
            let reason = "the total does not fit 128 bits\n\
                          hint: the command of the count prints it from this ledger";
            total.count = count.ok_or_else(|| Error::ledger(&record.origin, reason))?;
            total.residue += record.tally.residue;
            total.work = total.work.saturating_add(record.tally.work);
        }
        if total.residue != Residue::of(total.count) {
            let reason = "the total contradicts the sum of the residues";
            return Err(Error::ledger(&self.plan.spec.problem, reason));
        }
        Ok(total)
    }
}

/// The first two lines of a ledger: the plan and the column names.
pub(super) fn header(plan: &Plan) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(plan.to_record());
    let _ = writer.write_record(COLUMNS);
    writer.into_inner().unwrap_or_default()
}

/// Reads the two lines of the header of a ledger. Returns them, and true if both are complete.
pub(super) fn read_header(path: &Path) -> io::Result<(Vec<u8>, bool)> {
    let mut file = BufReader::new(File::open(path)?).take(LONGEST_HEADER);
    let (mut lines, mut is_complete) = (Vec::new(), true);
    for _ in 0..2 {
        let length = file.read_until(b'\n', &mut lines)?;
        is_complete &= length > 0 && lines.ends_with(b"\n");
    }
    Ok((lines, is_complete))
}

/// Time of the missing subtrees, if they take as long as those done, which took `spent`. `None` if
/// none is done.
///
/// ```
/// use std::time::Duration;
/// use countless_engine::ledger::time_left;
///
/// let spent = Duration::from_secs(10);
/// assert_eq!(time_left(spent, 4, 10), Some(Duration::from_secs(15)));
/// assert_eq!(time_left(Duration::ZERO, 0, 10), None);
/// ```
pub fn time_left(spent: Duration, done: u64, all: u64) -> Option<Duration> {
    match all.saturating_sub(done) {
        0 => Some(Duration::ZERO),
        _ if done == 0 => None,
        missing => {
            let ratio = missing as f64 / done as f64;
            let left = Duration::try_from_secs_f64(spent.as_secs_f64() * ratio);
            Some(left.unwrap_or(Duration::MAX))
        }
    }
}

/// Splits lines into chunks of whole lines. `line` is the number of the first line. Each chunk
/// comes with the number of its first line.
fn chunks(mut lines: &[u8], mut line: u64) -> Vec<(&[u8], u64)> {
    let mut pieces = Vec::with_capacity(lines.len() / CHUNK_BYTES + 1);
    while !lines.is_empty() {
        let most = lines.len().min(CHUNK_BYTES);
        let feed = memchr::memchr(b'\n', &lines[most - 1..]);
        let (piece, rest) = lines.split_at(feed.map_or(lines.len(), |feed| most + feed));
        pieces.push((piece, line));
        line += memchr::memchr_iter(b'\n', piece).count() as u64;
        lines = rest;
    }
    pieces
}

/// The lines of a file, without a last line that lacks a line feed.
pub(super) fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = memchr::memrchr(b'\n', bytes).map_or(0, |feed| feed + 1);
    &bytes[..end]
}
