//! Any bytes as a record of a run: an error, or a page with charts.

#![no_main]

use countless_measure::{Chart, RunResults, BenchmarkRun, SubtreeTimes, report_page};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(run) = serde_json::from_slice::<BenchmarkRun>(text) else {
        return;
    };
    let results = RunResults {
        run,
        subtrees: SubtreeTimes::default(),
        tally: None,
    };
    if let Ok(charts) = Chart::all(&results) {
        let page = report_page(&results, &charts);
        assert!(charts.iter().all(|chart| page.contains(chart.name)));
    }
});
