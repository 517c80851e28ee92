//! The ledger: an append-only file of finished subtrees.
//!
//! A run with a ledger can be killed at any moment and continued. Its subtrees can be divided among
//! any number of machines, and its records can be verified later. The file is CSV, readable by
//! people and programs:
//!
//! ```text
//! ledger=1,problem=queens count,n=17,method=join,split=orbits:2048,subtrees=1880,plan=b5732dcc1f6c9388
//! subtree,count,residue,work,ms,kernel,host,time,detail,checksum
//! 0,80560,80560,3160182,0.086,avx512,vm,2026-11-20T22:32:04Z,,487327ec
//! 1,116232,116232,4279756,0.074,avx512,vm,2026-11-20T22:32:04Z,,78823700
//! ```
//!
//! The first line is the [plan](Spec): the problem, its parameters, method and split, with a hash
//! of them. Each further line after the header is a [`Record`]. Its checksum (CRC-32 of the plan's
//! hash and of the line up to the last comma) detects damage. The [`Residue`] detects a count that
//! was wrong before it was written.
//!
//! [`Records`] contain the records of one or more files. A [`Shard`] is one of several equal shares
//! of the subtrees.

#[cfg(test)]
mod damaged_ledger_tests;
mod finished_subtrees;
mod location;
mod open_ledger;
mod record_line;
mod repair;
mod row_file;
mod run_plan;
mod tally;

pub use finished_subtrees::{Records, time_left};
pub use location::LedgerLocation;
pub use open_ledger::{Ledger, OpenedLedger, unfinished_path};
pub use record_line::{Origin, Record, RowChecksum};
pub use repair::{DroppedLine, Repair};
pub(crate) use row_file::RowFile;
pub use row_file::{RowParts, files_beside_ledger, files_beside_rows};
pub use run_plan::{Plan, Shard, Spec};
pub use tally::{CheckedCount, Numbers, Residue, Tally};
