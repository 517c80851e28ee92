//! `countless report`

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use countless::report::{Chart, Results, page};

use super::exit::Outcome;
use super::output::print;

#[derive(Args, Debug)]
#[command(after_help = "\
The folder is one that `countless bench -o` has written: bench.json and, if there are such files,
subtrees.csv and tally.csv, the table of `countless queens count --tally`.

Example:
  countless bench --quick -o results/here && countless report results/here --open")]
pub struct ReportArgs {
    /// The folder of a benchmark run; report.html and the charts are put beside it
    folder: PathBuf,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
}

pub fn report(args: &ReportArgs) -> anyhow::Result<Outcome> {
    let results = Results::load(&args.folder)?;
    let charts = Chart::all(&results)?;
    for chart in &charts {
        write(
            &args.folder.join(chart.name).with_extension("svg"),
            &chart.svg,
        )?;
    }
    let path = args.folder.join("report.html");
    write(&path, &page(&results, &charts))?;
    print(&format!("{}\n", path.display()))?;
    if args.open {
        opener::open(&path).with_context(|| format!("cannot show {}", path.display()))?;
    }
    Ok(Outcome::Complete)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
