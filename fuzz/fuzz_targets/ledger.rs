//! A ledger with any changes, or any bytes as a ledger: an error, or records that are the same
//! after it has been written and read.

#![no_main]

use std::sync::LazyLock;

use countless::ledger::{Records, Shard};
use libfuzzer_sys::fuzz_target;
use tempfile::NamedTempFile;

/// Written again and again: to make one takes longer than to read it.
static FILE: LazyLock<NamedTempFile> =
    LazyLock::new(|| NamedTempFile::new().expect("there is room for a file"));

fuzz_target!(|text: &[u8]| {
    let path = FILE.path();
    let read = |text: &[u8]| {
        std::fs::write(path, text).expect("there is room for a file");
        Records::read(path)
    };
    let write = |records: &Records| {
        let mut text = Vec::new();
        records.write(&mut text).expect("memory can be written to");
        text
    };
    let Ok(records) = read(text) else {
        return;
    };
    let written = write(&records);
    let again = read(&written).expect("what was written can be read");
    assert_eq!(write(&again), written);
    let totals = [&records, &again].map(|records| records.total(Shard::WHOLE).ok());
    assert_eq!(totals[0], totals[1]);
});
