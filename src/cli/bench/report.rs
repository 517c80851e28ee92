//! The command `countless report`.

use anyhow::{Context, ensure};
use clap::Args;

use super::super::exit::Exit;
use super::super::output::{print, print_json};
use super::super::paths::OutputFolder;
use super::super::picture_args::warn_of_missing_characters;
use super::super::session::Session;
use super::folder::remove_if_there;
use countless_measure::{BenchmarkRun, Chart, PAGE_NAME, RunResults, report_page, write_file};

#[derive(Args, Debug)]
#[command(after_help = "\
FOLDER contains a run written by `countless bench -o`: bench.json. If it contains
tally.csv, the table of `countless queens count --tally`, or subtrees.csv, the times of subtrees, these are drawn, too.

Example:
  countless report results/here --open")]
pub struct BenchReportArgs {
    /// Folder of a benchmark run; report.html and the charts (SVG, PNG) are added to it
    folder: OutputFolder,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub fn report(args: &BenchReportArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        args.folder.join(BenchmarkRun::JSON).exists(),
        "{}: expected a folder written by `countless bench -o`, found no {}",
        args.folder.display(),
        BenchmarkRun::JSON
    );
    let results = RunResults::load(&args.folder)?;
    let charts = Chart::all(&results)?;
    // Charts of an earlier run are removed from the folder.
    for name in Chart::NAMES {
        for extension in ["svg", "png"] {
            let file = args.folder.join(name).with_extension(extension);
            remove_if_there(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
    }
    let missing = charts
        .iter()
        .flat_map(|chart| chart.missing.iter().copied());
    warn_of_missing_characters(missing);
    for chart in &charts {
        let file = args.folder.join(chart.name);
        write_file(&file.with_extension("svg"), chart.svg.as_bytes())?;
        write_file(&file.with_extension("png"), &chart.png)?;
    }
    let path = args.folder.join(PAGE_NAME);
    write_file(&path, report_page(&results, &charts).as_bytes())?;
    let page = path.display().to_string();
    if session.json {
        let charts: Vec<&str> = charts.iter().map(|chart| chart.name).collect();
        let json = serde_json::json!({ "page": page, "charts": charts });
        print_json(json)?;
    } else {
        print(&format!("{page}\n"))?;
    }
    if args.open {
        open::that(&path)
            .with_context(|| format!("cannot open {} in the browser", path.display()))?;
    }
    Ok(Exit::Complete)
}
