//! What is known of the subtrees of a plan, from one ledger or from many.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder};

use super::plan::Plan;
use super::record::{COLUMNS, Reader, Record, Seal, Summary};
use super::residue::Residue;
use super::shard::Shard;
use crate::error::Error;

/// The finished subtrees of a plan, each one once.
#[derive(Clone, Debug)]
pub struct Book {
    plan: Plan,
    records: BTreeMap<u64, Record>,
    checks: u64,
}

impl Book {
    /// A book without records.
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            records: BTreeMap::new(),
            checks: 0,
        }
    }

    /// Reads a ledger. A last line without an end, as a crash leaves it, is passed over.
    ///
    /// # Errors
    ///
    /// [`Error::Read`], or [`Error::Ledger`] that names the first line that is damaged or
    /// contradicts another.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|source| Error::read(&name, source))?;
        Self::parse(whole_lines(&bytes), &name)
    }

    /// Reads the whole lines of a ledger called `name`.
    pub(super) fn parse(lines: &[u8], name: &str) -> Result<Self, Error> {
        let mut csv = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(lines);
        let mut fields = ByteRecord::new();
        let mut next = |fields: &mut ByteRecord| {
            let some = csv.read_byte_record(fields);
            let line = fields.position().map_or(1, csv::Position::line);
            match some {
                Ok(some) => Ok(some.then_some(line)),
                Err(error) => Err(Error::ledger(&name, error.to_string())),
            }
        };
        let at = |line: u64, reason| Error::ledger(&format_args!("{name}:{line}"), reason);
        let empty = "this is no ledger: it is empty".to_owned();
        let line = next(&mut fields)?.ok_or_else(|| at(1, empty))?;
        let header = fields
            .iter()
            .map(|field| str::from_utf8(field).unwrap_or(""));
        let plan = Plan::from_record(header).map_err(|reason| at(line, reason))?;
        let named = next(&mut fields)?.is_some() && fields.iter().eq(COLUMNS.map(str::as_bytes));
        if !named {
            return Err(at(
                line + 1,
                format!("not the columns {}", COLUMNS.join(",")),
            ));
        }
        let mut reader = Reader::new(&plan.id(), name);
        let mut book = Self::new(plan);
        while let Some(line) = next(&mut fields)? {
            let record = reader.read(&fields, line);
            book.insert(record.map_err(|reason| at(line, reason))?)?;
        }
        Ok(book)
    }

    /// Adds a finished subtree. If it is known already, the two must agree.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if they do not, or the plan has no such subtree.
    pub fn insert(&mut self, record: Record) -> Result<(), Error> {
        let subtree = record.subtree;
        if subtree >= self.plan.subtrees {
            let reason = format!("no subtree {subtree}: the plan has {}", self.plan.subtrees);
            return Err(Error::ledger(&record.origin, reason));
        }
        match self.records.entry(subtree) {
            Entry::Vacant(place) => {
                place.insert(record);
            }
            Entry::Occupied(known) => {
                let (known, new) = (known.get(), &record);
                // The work depends on the kernel.
                let same = known.summary.count == new.summary.count
                    && known.summary.detail == new.summary.detail;
                if !same {
                    let reason = format!(
                        "subtree {subtree} is {} {} here ({}), but {} {} in {} ({})",
                        new.summary.count,
                        new.summary.detail,
                        new.host,
                        known.summary.count,
                        known.summary.detail,
                        known.origin,
                        known.host
                    );
                    return Err(Error::ledger(&record.origin, reason));
                }
                self.checks += u64::from(known.host != new.host || known.kernel != new.kernel);
            }
        }
        Ok(())
    }

    /// Adds all that another book of the same plan knows.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`], naming `other`, if the plans differ or subtrees contradict.
    pub fn merge(&mut self, other: Self, name: &str) -> Result<(), Error> {
        self.require(&other.plan, name)?;
        self.checks += other.checks;
        other
            .records
            .into_values()
            .try_for_each(|record| self.insert(record))
    }

    /// Requires the plan of the ledger `name` to be that of this book.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] that shows both plans.
    pub fn require(&self, plan: &Plan, name: &str) -> Result<(), Error> {
        if self.plan == *plan {
            return Ok(());
        }
        let reason = format!(
            "this ledger is of another plan: {plan}; wanted: {}",
            self.plan
        );
        Err(Error::ledger(&name, reason))
    }

    /// Removes the records of some subtrees.
    pub(super) fn remove(&mut self, which: impl Fn(u64) -> bool) {
        self.records.retain(|&subtree, _| !which(subtree));
    }

    /// Writes a ledger of all that is known, in the order of the subtrees.
    ///
    /// # Errors
    ///
    /// What `writer` says.
    pub fn write(&self, mut writer: impl Write) -> io::Result<()> {
        let seal = Seal::new(&self.plan.id());
        writer.write_all(&header(&self.plan))?;
        let mut line = String::new();
        for record in self.records() {
            line.clear();
            record.write(&seal, &mut line);
            writer.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    /// What all this is about.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A finished subtree.
    pub fn get(&self, subtree: u64) -> Option<&Record> {
        self.records.get(&subtree)
    }

    /// The finished subtrees, in order.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// The finished subtrees of a shard, in order.
    pub fn own(&self, shard: Shard) -> impl Iterator<Item = &Record> {
        let own = move |record: &&Record| shard.contains(record.subtree);
        self.records().filter(own)
    }

    /// How many subtrees are finished.
    pub fn len(&self) -> u64 {
        self.records.len() as u64
    }

    /// Whether no subtree is finished.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many records confirm another one from a different host or kernel.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Whether every subtree of a shard is finished.
    pub fn is_complete(&self, shard: Shard) -> bool {
        self.own(shard).count() as u64 == shard.len(self.plan.subtrees)
    }

    /// The numbers of those of `count` shards that are not complete.
    pub fn missing(&self, count: u64) -> Vec<u64> {
        let mut done = BTreeMap::new();
        for subtree in self.records.keys() {
            *done.entry(subtree % count).or_insert(0) += 1;
        }
        let shards = (0..count).filter_map(|index| Shard::new(index, count));
        let open = shards.filter(|shard| {
            let done = done.get(&shard.index()).copied().unwrap_or(0);
            done < shard.len(self.plan.subtrees)
        });
        open.map(Shard::index).collect()
    }

    /// What the finished subtrees of a shard amount to, without the details.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the sum does not fit, or contradicts the sum of the residues.
    pub fn total(&self, shard: Shard) -> Result<Summary, Error> {
        let mut total = Summary::default();
        for record in self.own(shard) {
            let count = total.count.checked_add(record.summary.count);
            let reason = "the total does not fit 128 bits";
            total.count = count.ok_or_else(|| Error::ledger(&record.origin, reason))?;
            total.residue += record.summary.residue;
            total.work = total.work.saturating_add(record.summary.work);
        }
        if total.residue != Residue::of(total.count) {
            let reason = "the total contradicts the sum of the residues";
            return Err(Error::ledger(&self.plan, reason));
        }
        Ok(total)
    }
}

/// The first two lines of a ledger.
pub(super) fn header(plan: &Plan) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(plan.to_record());
    let _ = writer.write_record(COLUMNS);
    writer.into_inner().unwrap_or_default()
}

/// All of a file but a last line without an end.
pub(super) fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = memchr::memrchr(b'\n', bytes).map_or(0, |feed| feed + 1);
    &bytes[..end]
}
