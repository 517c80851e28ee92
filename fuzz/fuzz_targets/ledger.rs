//! A ledger with any changes, or any bytes as a ledger: an error, or records that are the same
//! after it has been written and read. The first byte says as what: hardly any change leaves the
//! first two lines and the checksums right.

#![no_main]

use std::borrow::Cow;
use std::sync::LazyLock;

use countless::ledger::{Records, Shard};
use libfuzzer_sys::fuzz_target;
use tempfile::NamedTempFile;

/// How a ledger of this plan starts.
const HEAD: &[u8] = b"ledger=1,problem=queens count,n=8,method=join,split=orbits:2048,subtrees=23,plan=64cfe0ebd7617273\n\
subtree,count,residue,work,ms,kernel,host,time,detail,checksum\n";
const PLAN: &[u8] = b"64cfe0ebd7617273";

/// Written again and again: to make one takes longer than to read it.
static FILE: LazyLock<NamedTempFile> =
    LazyLock::new(|| NamedTempFile::new().expect("there is room for a file"));

fuzz_target!(|bytes: &[u8]| {
    let Some((&how, bytes)) = bytes.split_first() else {
        return;
    };
    let text = match how & 3 {
        0 => Cow::Borrowed(bytes),
        1 => [HEAD, bytes].concat().into(),
        _ => sealed(bytes).into(),
    };
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
    let Ok(records) = read(&text) else {
        return;
    };
    let written = write(&records);
    let again = read(&written).expect("what was written can be read");
    assert_eq!(write(&again), written);
    let totals = [&records, &again].map(|records| records.total(Shard::WHOLE).ok());
    assert_eq!(totals[0], totals[1]);
});

/// Lines of a ledger, each with the checksum that it lacks.
fn sealed(lines: &[u8]) -> Vec<u8> {
    let mut text = HEAD.to_vec();
    for line in lines.split(|&byte| byte == b'\n') {
        let checksum = crc32fast::hash(&[PLAN, line].concat());
        text.extend_from_slice(line);
        text.extend_from_slice(format!(",{checksum:08x}\n").as_bytes());
    }
    text
}
