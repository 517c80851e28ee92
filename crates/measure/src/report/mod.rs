//! Records of benchmarks: measurements, machines, comparisons, charts and pages.
//!
//! ```text
//! bench ──▶ BenchmarkRun { Machine, TrialRecord … } ──▶ bench.json, bench.csv ──▶ comparison
//!           SubtreeTimes                                subtrees.csv
//!           TallyTable                                  tally.csv ──▶ charts ──▶ one page
//! ```

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
