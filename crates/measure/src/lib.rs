//! Benchmarks: suites of cases that contestants run in turns, their records, statistics, charts and
//! pages.
//!
//! ```text
//! Suite ──▶ TrialRounds ──▶ BenchmarkRun ──▶ bench.json, bench.csv, charts, page
//!           in turns                     └─▶ comparison with another run
//! ```
//!
//! ```
//! use countless_measure::{grouped, median};
//!
//! assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
//! assert_eq!(grouped(14_772_512), "14,772,512");
//! ```
//!
//! This crate searches nothing. A contestant is a problem of `countless-queens` or
//! `countless-sudoku`, run by `countless-engine`, or another program. Totals are compared, so that
//! a fast wrong answer never counts. Charts are drawn by `countless-picture`.

#![forbid(unsafe_code)]

/// Records of benchmarks: measurements, machines, comparisons, charts and pages.
///
/// ```text
/// bench ──▶ BenchmarkRun { Machine, TrialRecord … } ──▶ bench.json, bench.csv ──▶ comparison
///           SubtreeTimes                                subtrees.csv
///           TallyTable                                  tally.csv ──▶ charts ──▶ one page
/// ```
mod report {
    mod chart;
    mod machine;
    mod report_page;
    mod run_comparison;
    mod statistics;
    mod trial_record;

    pub use chart::Chart;
    pub use machine::{Build, Machine};
    pub use report_page::{PAGE_NAME, report_page};
    pub use run_comparison::{Change, ComparedRuns, Comparison, FamilyShift, compare};
    pub use statistics::{grouped, grouped_decimal, median};
    pub use trial_record::{
        BenchmarkRun, BenchmarkSettings, Family, RunResults, SubtreeTimes, TallyTable, Trial,
        TrialRecord, Verdict, write_file,
    };
}
mod trials;

pub use report::*;
pub use trials::*;
