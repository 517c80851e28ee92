//! `countless queens count|list --tally`: how many solutions use each square.

use std::io::Write;
use std::path::Path;

use anyhow::ensure;
use countless::Error;
use countless::engine::{Count, Order, Reason};
use countless::io::Output;
use countless::queens::{BySquare, Constraint, Listing, Occupancy, TalliedListing};

use super::super::drive::drive;
use super::super::exit::Outcome;
use super::super::output::{plural, print, summary};
use super::super::{Rows, Run};
use super::list::end;

/// Counts all solutions of a board of `n` rows, and writes the table to `path`.
pub fn count(n: usize, path: &Path, json: bool, run: &Run) -> anyhow::Result<Outcome> {
    let problem = BySquare::new(n, run.kernel, run.options(Order::Any).threads);
    let mut count = Count::default();
    let (subtrees, cost) = (problem.subtrees().map(Ok), Some(problem.cost()));
    let report = drive(
        &problem,
        subtrees,
        cost,
        &mut count,
        run,
        Order::Any,
        "solutions",
    )?;
    let total = count.total.solutions;
    let found = plural(total, "solution");
    if report.stopped.is_some() {
        eprintln!("interrupted: {found} counted so far, which is not all");
        return Ok(Outcome::Interrupted);
    }
    write(&problem.whole(&count.total), path)?;
    if path == Path::new("-") {
        return Ok(Outcome::Complete);
    }
    if json {
        let json = serde_json::json!({
            "problem": "queens",
            "n": n,
            "solutions": total,
            "seconds": report.elapsed.as_secs_f64(),
            "method": "search",
            "kernel": run.kernel.name(),
            "threads": report.busy.len(),
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{total}\n"))?;
    }
    let threads = plural(report.busy.len() as u128, "thread");
    let how = ["search", run.kernel.name(), &threads];
    summary(run.quiet, &found, total, report.elapsed, &how);
    Ok(Outcome::Complete)
}

/// Lists the solutions of a board of `n` rows, and writes the table to `path`.
pub fn list(n: usize, rows: &Rows, path: &Path, run: &Run) -> anyhow::Result<Outcome> {
    ensure!(
        path != Path::new("-") || rows.output.is_some(),
        "--tally - prints the table where the rows go: give an --output"
    );
    let threads = run.options(Order::Any).threads;
    let listing = Listing::new(&Constraint::new(n), run.kernel, threads, rows.format());
    let problem = TalliedListing(listing);
    let mut list = rows.start::<Occupancy>(&problem.0.header())?;
    let (subtrees, cost) = (problem.0.subtrees().map(Ok), Some(problem.0.cost()));
    let report = drive(
        &problem,
        subtrees,
        cost,
        &mut list,
        run,
        rows.order(),
        "solutions",
    )?;
    let (found, table) = (u128::from(list.rows), std::mem::take(&mut list.total));
    let outcome = end(list.into_inner(), found, &report, run)?;
    if outcome == Outcome::Complete && report.stopped != Some(Reason::Closed) {
        write(&table, path)?;
    }
    Ok(outcome)
}

fn write(table: &Occupancy, path: &Path) -> anyhow::Result<()> {
    let mut output = Output::create(Some(path))?;
    output
        .write_all(table.csv().as_bytes())
        .map_err(|error| Error::write(path, error))?;
    Ok(output.finish()?)
}
