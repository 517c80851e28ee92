//! Tests that a damaged ledger is either refused or read correctly.

use std::fs;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use tempfile::TempDir;

use super::finished_subtrees::header;
use super::record_line::RecordHasher;
use super::repair::Repair;
use super::*;

const SUBTREES: u64 = 12;

fn plan() -> Plan {
    let spec = Spec::new("queens count", "search").with("n", 10);
    spec.with("note", "a, \"b\"").plan("rows:1", SUBTREES)
}

/// The tally of every subtree.
fn truth(subtree: u64) -> Tally {
    let count = u128::from(subtree) * 1_000_000_007 + 1;
    Tally {
        count,
        residue: Residue::of(count),
        work: 10 * subtree,
        numbers: Numbers::new([("part", subtree)]),
        places: Vec::new(),
    }
}

/// A ledger with these subtrees in this order.
fn ledger(subtrees: impl IntoIterator<Item = u64>) -> (TempDir, Vec<u8>) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    let mut ledger = open(&folder, &plan(), Shard::WHOLE).expect("it is new");
    for subtree in subtrees {
        let elapsed = Duration::from_micros(subtree * 1001);
        ledger
            .record(subtree, &truth(subtree), elapsed)
            .expect("it can be written");
    }
    ledger.finish(true).expect("it can be written");
    let bytes = fs::read(path).expect("it can be read");
    (folder, bytes)
}

fn open(folder: &TempDir, plan: &Plan, shard: Shard) -> Result<Ledger, String> {
    match Ledger::open(&folder.path().join("ledger.csv"), plan, shard, "scalar") {
        Ok(OpenedLedger::Open(ledger)) => Ok(ledger),
        Ok(OpenedLedger::Complete(_)) => Err("complete".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a ledger in both ways. Both must refuse it or return correct records only.
fn known(bytes: &[u8]) -> Result<Vec<u64>, String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("ledger.csv");
    fs::write(&path, bytes).expect("it can be written");
    let read = Records::read(&path).map_err(|error| error.to_string());
    let opened = open(&folder, &plan(), Shard::WHOLE);
    if let (Err(_), Ok(opened)) = (&read, &opened) {
        // Only a file shorter than a header is rewritten.
        assert!(header(&plan()).starts_with(bytes) && opened.known().is_empty());
        return Ok(Vec::new());
    }
    let records = read?;
    if *records.plan() == plan() {
        let opened = opened.expect("what can be read can be continued");
        assert!(records.records().eq(opened.known().records()));
    } else {
        return Err(opened.expect_err("another plan is refused"));
    }
    for record in records.records() {
        assert_eq!(record.tally, truth(record.subtree));
    }
    let sum = (0..SUBTREES).map(|subtree| truth(subtree).count).sum();
    let total = records
        .total(Shard::WHOLE)
        .expect("the truth adds up")
        .count;
    assert_eq!(records.is_complete(Shard::WHOLE), total == sum);
    Ok(records.records().map(|record| record.subtree).collect())
}

#[test]
fn written_ledgers_can_be_read() {
    let (folder, bytes) = ledger([3, 0, 7, 2]);
    assert_eq!(known(&bytes), Ok(vec![0, 2, 3, 7]));
    let records = Records::read(&folder.path().join("ledger.csv")).expect("it is whole");
    let record = records.get(7).expect("it is recorded");
    assert_eq!(record.elapsed, Duration::from_micros(7007));
    assert_eq!(&*record.kernel, "scalar");
    assert_eq!(record.origin.line, 5);
    // Shard 2 of 5 contains subtrees 2 and 7.
    assert_eq!(records.incomplete_shards(5), [0, 1, 3, 4]);
    assert!(records.gaps().eq([1..2, 4..7, 8..12]));
}

#[test]
fn a_sample_has_each_subtree_as_often_as_any_other() {
    let (_folder, bytes) = ledger(0..SUBTREES);
    let records = Records::parse(&bytes, "ledger").expect("it is whole");
    let mut times = vec![0; SUBTREES as usize];
    for seed in 0..2000 {
        let sample = records.sample(3, seed);
        assert_eq!(sample.len(), 3);
        for subtree in sample {
            times[subtree as usize] += 1;
        }
    }
    // The tolerance is six standard deviations.
    let (mean, chance) = (6000.0 / SUBTREES as f64, 3.0 / SUBTREES as f64);
    let most = 6.0 * (mean * (1.0 - chance)).sqrt();
    assert!(
        times
            .iter()
            .all(|&times| (f64::from(times) - mean).abs() < most)
    );
    assert_eq!(records.sample(u64::MAX, 1).len() as u64, SUBTREES);
}

#[test]
fn a_ledger_is_continued_where_it_ended() {
    let (folder, bytes) = ledger(0..5);
    fs::write(folder.path().join("ledger.csv"), &bytes[..bytes.len() - 9]).expect("writable");
    let mut ledger = open(&folder, &plan(), Shard::WHOLE).expect("only its last line is torn");
    assert_eq!(ledger.known().len(), 4);
    for subtree in 4..SUBTREES {
        let recorded = ledger.record(subtree, &truth(subtree), Duration::ZERO);
        recorded.expect("it can be written");
    }
    ledger.finish(true).expect("it can be written");
    let bytes = fs::read(folder.path().join("ledger.csv")).expect("it can be read");
    assert_eq!(known(&bytes), Ok((0..SUBTREES).collect()));
}

#[test]
fn only_one_process_at_a_time_writes() {
    let (folder, _) = ledger([1]);
    let first = open(&folder, &plan(), Shard::WHOLE).expect("nobody else writes it");
    let refused = open(&folder, &plan(), Shard::WHOLE).expect_err("somebody writes it");
    assert!(
        refused.ends_with("another process is writing this ledger"),
        "{refused}"
    );
    drop(first);
    assert!(open(&folder, &plan(), Shard::WHOLE).is_ok());
}

#[test]
fn another_plan_is_refused_by_what_differs() {
    let (folder, _) = ledger([1]);
    let mut other = plan();
    other.spec.parameters[0].1 = "11".into();
    let refused = open(&folder, &other, Shard::WHOLE).expect_err("it is of another plan");
    let reason = "the ledger is of another plan: n is 10, expected 11";
    assert!(refused.contains(reason), "{refused}");
    // The ledger of another plan is refused even if it is complete.
    let shard = Shard::new(1, 12).expect("1 is less than 12");
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut ledger = open(&folder, &plan(), shard).expect("it is new");
    let recorded = ledger.record(1, &truth(1), Duration::ZERO);
    recorded.expect("it can be written");
    ledger.finish(true).expect("it can be written");
    other.spec.parameters.push(("more".into(), "7".into()));
    let refused = open(&folder, &other, shard).expect_err("it is of another plan");
    let reason = "n is 10, expected 11; more is not set, expected 7";
    assert!(refused.contains(reason), "{refused}");
}

#[test]
fn a_damaged_line_is_named_with_its_repair() {
    let (folder, bytes) = ledger(0..5);
    let text = String::from_utf8(bytes).expect("it is text");
    let damaged = text.replace("\n3,", "\n7,");
    let refused = known(damaged.as_bytes()).expect_err("its checksum is wrong");
    assert!(refused.contains(":6: "), "{refused}");
    assert!(refused.contains("countless ledger repair "), "{refused}");
    let path = folder.path().join("damaged.csv");
    fs::write(&path, damaged).expect("it can be written");
    Repair::in_place(&path).expect("its plan is whole");
    let repaired = fs::read(path).expect("it is there");
    assert_eq!(known(&repaired), Ok([0, 1, 2, 4].into()));
}

#[test]
fn a_shard_gets_its_name_when_it_is_complete() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let shard = Shard::new(1, 6).expect("1 is less than 6");
    let names = |folder: &TempDir| -> Vec<String> {
        let entries = fs::read_dir(folder.path()).expect("it can be listed");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        entries
            .map(|entry| name(entry.expect("it can be listed")))
            .collect()
    };
    for (subtree, complete) in [(1, false), (7, true)] {
        let mut ledger = open(&folder, &plan(), shard).expect("subtrees are missing");
        let recorded = ledger.record(subtree, &truth(subtree), Duration::ZERO);
        recorded.expect("it can be written");
        assert_eq!(names(&folder), ["ledger.csv.part"]);
        ledger.finish(complete).expect("it can be written");
    }
    assert_eq!(names(&folder), ["ledger.csv"]);
    assert_eq!(open(&folder, &plan(), shard).expect_err("done"), "complete");
    let other = Shard::new(2, 6).expect("2 is less than 6");
    let refused = open(&folder, &plan(), other).expect_err("it is of another shard");
    assert!(refused.contains("subtrees are missing"), "{refused}");
}

#[test]
fn contradictory_ledgers_are_refused() {
    let (_first, one) = ledger(0..3);
    let (_second, two) = ledger(2..5);
    let mut records = Records::parse(&one, "one").expect("it is whole");
    let two = Records::parse(&two, "two").expect("it is whole");
    let named = |records: &Records| vec![(records.clone(), "two".to_owned())];
    records.merge(named(&two)).expect("they agree");
    assert_eq!(records.len(), 5);
    let mut bytes = Vec::new();
    records.write(&mut bytes).expect("memory can be written");
    assert_eq!(known(&bytes), Ok((0..5).collect()));

    let mut record = records.get(4).expect("it is recorded").clone();
    record.tally.count += 1;
    record.tally.residue = Residue::of(record.tally.count);
    record.origin.path = "three".into();
    let known = records.get(4).expect("it is recorded");
    assert_eq!(
        known
            .require_agreement(&record)
            .expect_err("they differ")
            .to_string(),
        format!(
            "three:5: subtree 4 is 4000000030 part=4 here ({host}), \
             but 4000000029 part=4 in two:5 ({host})",
            host = known.host
        )
    );
}

#[test]
fn a_header_that_is_not_ours_is_refused() {
    let (_folder, bytes) = ledger(0..3);
    let text = String::from_utf8(bytes).expect("it is text");
    let without = |line: usize| {
        let lines = text.lines().enumerate().filter(|(i, _)| *i != line);
        lines.fold(String::new(), |text, (_, line)| text + line + "\n")
    };
    for (damaged, reason) in [
        (without(0), "not a ledger"),
        (without(1), "expected the columns"),
        (text.replace("ledger=1", "ledger=2"), "version 2"),
        (text.replace("n=10", "n=11"), "the plan was changed"),
        (
            text.replace("subtrees=12", "subtrees=13"),
            "the plan was changed",
        ),
        (
            text.replace("subtrees=12", "subtrees=x"),
            "expected a number",
        ),
        ("rubbish\n".into(), "not a ledger"),
    ] {
        let refused = known(damaged.as_bytes()).expect_err(reason);
        assert!(refused.contains(reason), "{refused}");
    }
}

proptest! {
    #[test]
    fn a_truncated_ledger_knows_less(order in shuffled(), end: Index) {
        let (_folder, bytes) = ledger(order.clone());
        let end = end.index(bytes.len() + 1);
        let whole = memchr::memchr_iter(b'\n', &bytes[..end]).count();
        let mut expected = order[..whole.saturating_sub(2)].to_vec();
        expected.sort_unstable();
        match known(&bytes[..end]) {
            Ok(subtrees) => prop_assert_eq!(subtrees, expected),
            // The plan without the columns.
            Err(reason) => prop_assert!(whole == 1, "{}", reason),
        }
    }

    #[test]
    fn a_changed_byte_is_noticed(order in shuffled(), at: Index, flip in 1u8..) {
        let (_folder, mut bytes) = ledger(order);
        *at.get_mut(&mut bytes) ^= flip;
        // Only a last line without a line feed is ignored.
        if let Ok(subtrees) = known(&bytes) {
            prop_assert!(subtrees.len() as u64 >= SUBTREES - 1);
        }
    }

    #[test]
    fn order_copies_and_carriage_returns_change_nothing(
        order in shuffled(),
        copies in prop::collection::vec(0..SUBTREES, 0..6),
        returns: bool,
    ) {
        let (_folder, bytes) = ledger(order.into_iter().chain(copies));
        let text = String::from_utf8(bytes).expect("it is text");
        let text = if returns { text.replace('\n', "\r\n") } else { text };
        prop_assert_eq!(known(text.as_bytes()), Ok((0..SUBTREES).collect()));
    }

    #[test]
    fn a_changed_count_contradicts_its_residue(subtree in 0..SUBTREES, count: u128) {
        prop_assume!(count != truth(subtree).count);
        let (_folder, bytes) = ledger(0..SUBTREES);
        let text = String::from_utf8(bytes).expect("it is text");
        let seal = RecordHasher::new(&plan().id());
        let forged: String = text.lines().map(|line| {
            let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
            if fields[0] == subtree.to_string() {
                fields[1] = count.to_string();
                fields.pop();
                let checksum = seal.checksum(fields.join(",").as_bytes());
                fields.push(format!("{checksum:08x}"));
            }
            fields.join(",") + "\n"
        }).collect();
        let refused = known(forged.as_bytes()).expect_err("a count was changed");
        prop_assert!(refused.contains("contradicts its residue"), "{}", refused);
    }

    #[test]
    fn rubbish_is_no_ledger(bytes: Vec<u8>) {
        let refused = known(&bytes).is_err();
        prop_assert!(refused || header(&plan()).starts_with(&bytes));
    }
}

/// All subtrees, in any order.
fn shuffled() -> impl Strategy<Value = Vec<u64>> {
    Just((0..SUBTREES).collect::<Vec<_>>()).prop_shuffle()
}
