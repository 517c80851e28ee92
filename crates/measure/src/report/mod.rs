//! Benchmark records: what was measured, on what machine, and what it says.
//!
//! ```text
//! bench ──▶ Run { Machine, Record … } ──▶ bench.json, bench.csv ──▶ comparison with another run
//!           SubtreeTimes                   subtrees.csv
//!           TallyTable                     tally.csv   ──▶ charts ──▶ one page
//! ```

mod chart;
mod compare;
mod host;
mod machine;
mod number;
mod page;
mod record;
mod results;
mod statistics;

pub use chart::Chart;
pub use compare::{Change, Compared, Comparison, Shift, compare};
pub use machine::{Build, Machine};
pub use number::{grouped, grouped_decimal};
pub use page::{PAGE, page};
pub use record::{Family, Record, Run, Settings, Trial, Verdict, write};
pub use results::{Results, SubtreeTimes, TallyTable};
pub use statistics::median;
