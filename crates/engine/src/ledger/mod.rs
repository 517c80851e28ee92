//! The ledger: an append-only file of finished subtrees.
//!
//! A run that keeps one can be killed at any moment and continued, shared among any
//! number of machines, and checked by somebody else. The file is CSV, for people as well
//! as for programs:
//!
//! ```text
//! ledger=1,problem=queens count,n=17,method=join,split=orbits:2048,subtrees=1880,plan=b5732dcc1f6c9388
//! subtree,count,residue,work,ms,kernel,host,time,detail,checksum
//! 0,80560,80560,3160182,0.086,avx512,vm,2026-11-20T22:32:04Z,,487327ec
//! 1,116232,116232,4279756,0.074,avx512,vm,2026-11-20T22:32:04Z,,78823700
//! ```
//!
//! The first line is the [plan](Spec): what is asked and how it is cut, with a hash of all
//! that. Each further line is a [`Record`]. Its checksum (CRC-32 of the plan's hash and
//! of the line up to the last comma) shows damage; the [`Residue`] shows a count that
//! went wrong before it was written.
//!
//! [`Records`] are what is read from one file or
//! from many, a [`Shard`] is one of several equal shares of the subtrees.

mod detail;
mod finished_subtrees;
mod line_appender;
mod location;
mod open_ledger;
mod record_line;
mod repair;
mod residue;
mod row_file;
mod run_plan;
mod shard;
#[cfg(test)]
mod truth_or_refusal_tests;

pub use detail::Detail;
pub use finished_subtrees::Records;
pub use location::LedgerLocation;
pub use open_ledger::{Ledger, OpenedLedger, unfinished_path};
pub use record_line::{Origin, Record, Summary};
pub use repair::{DroppedLine, Repair};
pub use residue::{CheckedCount, Residue};
pub(crate) use row_file::RowFile;
pub use row_file::{RowChecksum, RowParts, files_beside_ledger, files_beside_rows};
pub use run_plan::{Plan, Spec};
pub use shard::Shard;
