//! Any bytes as a record of a run: an error, or a page with charts.

#![no_main]

// Parts of the program, of which this needs but some.
#[allow(dead_code, unused_imports)]
#[path = "../../src/render/mod.rs"]
mod render;
#[allow(dead_code, unused_imports)]
#[path = "../../src/report/mod.rs"]
mod report;

use libfuzzer_sys::fuzz_target;
use report::{Chart, Results, Run, SubtreeTimes, page};

fuzz_target!(|text: &[u8]| {
    let Ok(run) = serde_json::from_slice::<Run>(text) else {
        return;
    };
    let results = Results {
        run,
        subtrees: SubtreeTimes::default(),
        tally: None,
    };
    if let Ok(charts) = Chart::all(&results) {
        let page = page(&results, &charts);
        assert!(charts.iter().all(|chart| page.contains(chart.name)));
    }
});
