//! Benchmark records: what was measured, on what machine, and what it says.
//!
//! ```text
//! bench ──▶ Run { Machine, Record … } ──▶ bench.json, bench.csv
//!                                    └──▶ comparison with another run
//! ```

mod compare;
mod machine;
mod record;
mod statistics;

pub use compare::{Change, Comparison, compare};
pub use machine::{Build, Machine};
pub use record::{COLUMNS, Family, Record, Run, Settings, Trial, Verdict};
pub use statistics::{Spread, rank_test};
