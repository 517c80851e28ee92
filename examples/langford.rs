//! A new problem: Langford pairs. The numbers 1, 1, 2, 2, …, N, N are arranged in a row such that k
//! numbers are between the two k (OEIS A014552, here with mirror images).
//!     langford count 11                      or csv, ndjson, estimate; on all cores
//!     langford count 12 ledger.csv           recorded, and resumed
//!     langford count 12 shards/ 0/3          a third; `langford merge FILE…` adds them up
//!     langford verify ledger.csv             a sample of it, searched again by every kernel
use std::{sync::Arc, thread, time::Duration};

use countless::engine::{Emitter, Granularity, Known, Problem, Progress, Run};
use countless::engine::{Factory, Registry, ReopenInputs};
use countless::engine::{Subtrees, Tally};
use countless::ledger::{Records, Shard, Spec};
use countless::table::{Columns, Fields, Row, Table};
use countless::{Error, Kernel};

/// Pairs 1 to N.
struct Langford(usize);

/// Row of numbers, with 0 for an empty place.
#[derive(Clone)]
struct Numbers(Vec<u8>);

impl Row for Numbers {
    fn fields(&self, fields: &mut impl Fields) {
        fields.list(self.0.iter().map(|&number| number.into()));
    }
}

impl Numbers {
    /// Rows with a pair of `k` added, from left to right.
    fn with_pair(&self, k: usize) -> Vec<Self> {
        let places = 0..self.0.len().saturating_sub(k + 1);
        let free = places.filter(|&at| self.0[at] == 0 && self.0[at + k + 1] == 0);
        let placed = free.map(|at| {
            let mut numbers = self.0.clone();
            (numbers[at], numbers[at + k + 1]) = (k as u8, k as u8);
            Self(numbers)
        });
        placed.collect()
    }
}

impl Problem for Langford {
    type Root = (usize, Numbers); // next pair to place, and the row so far
    type Scratch = ();
    type Solution = Numbers;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(Spec::new("langford", "backtracking").with("n", self.0))
    }

    fn columns(&self) -> Columns {
        Columns::new().list("row", "p", 2 * self.0)
    }

    fn known_total(&self) -> Option<Known> {
        let halves = [0, 0, 1, 1, 0, 0, 26, 150, 0, 0, 17_792, 108_144];
        let (half, source) = (halves.get(self.0.checked_sub(1)?)?, "OEIS A014552");
        let total = 2 * half;
        Some(Known { total, source })
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error> {
        let mut roots = vec![Numbers(vec![0; 2 * self.0])];
        let (mut left, wanted) = (self.0, cut.least_subtrees(2000));
        let depth = wanted.map_or_else(|| cut.number("pairs"), |_| Ok(self.0))?;
        while left > self.0.saturating_sub(depth) && roots.len() < wanted.unwrap_or(usize::MAX) {
            roots = roots.iter().flat_map(|row| row.with_pair(left)).collect();
            left -= 1;
        }
        let roots = roots.into_iter().map(|row| (1, (left, row))).collect();
        Ok(Subtrees::list(format!("pairs:{}", self.0 - left), roots))
    }

    fn scratch(&self, _: Kernel) {}

    fn search(&self, (): &mut (), (k, row): Self::Root, out: &mut Emitter<'_, Self>) -> Tally {
        if k == 0 {
            let _ = out.push(row); // is_cancelled is checked below
            return Tally::of(1);
        }
        let mut total = Tally::default();
        for row in row.with_pair(k) {
            if !out.is_cancelled() {
                total.merge(self.search(&mut (), (k - 1, row), out));
            }
        }
        total
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [command, first, rest @ ..] = &words[..] else {
        return Err(
            "langford count|csv|ndjson|estimate N [LEDGER [I/K]], merge|verify LEDGER…".into(),
        );
    };
    if command == "merge" {
        let mut all = Records::read(first.as_ref())?;
        for path in rest {
            all.merge(vec![(Records::read(path.as_ref())?, path.clone())])?;
        }
        println!("{}", all.total(Shard::WHOLE)?.count);
        return Ok(());
    }
    if command == "verify" {
        let factory = Factory::new("langford", |spec, _| {
            Ok(Box::new(Langford(spec.require("n")?)))
        });
        let (records, inputs) = (Records::read(first.as_ref())?, ReopenInputs::new());
        let audit = Registry::new([factory]).audit(&records, 20, 1, &inputs, &Run::new())?;
        let audit = audit.ok_or("interrupted")?;
        audit.mismatches.iter().for_each(|it| println!("{it}"));
        println!(
            "{} subtrees: {} wrong",
            audit.sample_size(),
            audit.mismatches.len()
        );
        return Ok(());
    }
    let (problem, progress) = (Langford(first.parse()?), Arc::new(Progress::new()));
    let mut run = Run::new().progress(&progress);
    if let [ledger, shard @ ..] = rest {
        let shard = shard.first().map_or(Ok(Shard::WHOLE), |it| it.parse())?;
        run = run.ledger(ledger).shard(shard);
    }
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(1));
        eprintln!("{} of {:?} subtrees", progress.done(), progress.total());
    });
    match command.as_str() {
        "count" => println!("{}", run.count(&problem)?.total.count),
        "estimate" => println!("{:?}", run.estimate(&problem, 1)?),
        format => _ = run.write(&problem, Table::stdout(format.parse()?))?,
    }
    Ok(())
}
