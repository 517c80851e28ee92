//! Report: one HTML page without external resources.

use std::time::{Duration, UNIX_EPOCH};

use super::RunResults;
use super::chart::Chart;
use super::statistics::{grouped, grouped_decimal};
use super::trial_record::{BenchmarkRun, COLUMNS, Family, TrialRecord};
use countless_picture::escaped;

/// Name of the page in the folder of a run.
pub const PAGE_NAME: &str = "report.html";

const CSS: &str = include_str!("page.css");

/// Last second of the year 9999, in seconds since 1970. Later dates are not formatted.
const LATEST: u64 = 253_402_300_799;

/// Columns that contain words instead of numbers.
const WORDS: [&str; 5] = ["family", "case", "solver", "kernel", "answer"];

/// Page of a run with its charts.
pub fn report_page(results: &RunResults, charts: &[Chart]) -> String {
    let run = &results.run;
    let processor = escaped(&run.machine.processor);
    let date = date(run.settings.started);
    let charts: String = charts.iter().map(figure).collect();
    let (doubts, tiles, tables, about) =
        (warnings(run), tiles(run), tables(run), machine_list(run));
    let command = escaped(&run.settings.command);
    let commit = escaped(&run.build.commit);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>countless on {processor}, {date}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{CSS}</style>\n</head>\n<body>\n<header>\n\
         <h1>countless: a benchmark run</h1>\n<p>{processor}, {threads} threads, {date}</p>\n\
         <nav><a href=\"#charts\">Charts</a><a href=\"#numbers\">Numbers</a>\
         <a href=\"#machine\">Machine</a><a href=\"#repeat\">Repeat</a></nav>\n</header>\n\
         <main>\n{doubts}{tiles}\
         <section id=\"charts\">\n<h2>Charts</h2>\n{charts}</section>\n\
         <section id=\"numbers\">\n<h2>Numbers</h2>\n\
         <p>Times are in milliseconds: the median of {runs} runs of each trial, which took turns, \
         and the quartiles. CPU time is that of all threads together.</p>\n{tables}</section>\n\
         <section id=\"machine\">\n<h2>Machine</h2>\n{about}</section>\n\
         <section id=\"repeat\">\n<h2>Repeat the run</h2>\n\
         <pre>git checkout {commit}\ncargo install --path .\n{command}</pre>\n</section>\n\
         </main>\n</body>\n</html>\n",
        threads = run.machine.threads,
        runs = run.settings.runs,
    )
}

/// Date and time of a number of seconds since 1970.
fn date(seconds: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LATEST));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// Warnings at the top of the page: missing or failed measurements, and a busy machine.
fn warnings(run: &BenchmarkRun) -> String {
    let mut doubts = Vec::new();
    if run.incomplete {
        doubts.push("The run was interrupted: some measurements are missing.".to_owned());
    }
    if let Some(load) = run.machine.load.filter(|_| run.machine.is_busy()) {
        doubts.push(format!(
            "Other programs disturbed the run: the load was {load:.2} on {} processors.",
            run.machine.threads
        ));
    }
    doubts.extend(
        run.failed_trials()
            .map(|(trial, reason)| format!("Failed: {}: {reason}.", trial.name())),
    );
    let doubts = doubts
        .iter()
        .map(|doubt| format!("<p class=\"doubt\">{}</p>\n", escaped(doubt)));
    doubts.collect()
}

/// Tiles with the fastest trial of each family: on the largest board, or on each set of puzzles.
fn tiles(run: &BenchmarkRun) -> String {
    let mut best: Vec<&TrialRecord> = Vec::new();
    for record in run
        .records
        .iter()
        .filter(|record| record.trial.threads.is_some() && !record.is_empty())
    {
        let trial = &record.trial;
        let same = |other: &&TrialRecord| {
            other.trial.family == trial.family
                && (trial.family != Family::Sudoku || other.trial.case == trial.case)
        };
        match best.iter().position(same) {
            None => best.push(record),
            Some(place) => {
                let other = best[place];
                let key = |record: &TrialRecord| (record.trial.rows(), record.rate());
                if key(record) > key(other) {
                    best[place] = record;
                }
            }
        }
    }
    let tile = |record: &&TrialRecord| {
        let what = match record.trial.family {
            Family::Queens => format!("counting {} queens", record.trial.case),
            Family::Sudoku => format!("solving {}", record.trial.case),
            Family::Stream => format!("listing {} queens", record.trial.case),
        };
        let [_, _, solver, kernel, threads, _, _, wall, ..] = record.fields();
        let ending = if threads == "1" { "" } else { "s" };
        let rate = grouped(record.rate().round() as u128);
        format!(
            "<div class=\"tile\">{}<b>{} ms</b>{rate} per second<br>{}, {}, {threads} thread{ending}</div>\n",
            escaped(&what),
            grouped_decimal(&wall),
            escaped(&solver),
            escaped(&kernel)
        )
    };
    let columns = in_a_row(best.len());
    let tiles: String = best.iter().map(tile).collect();
    format!(
        "<section class=\"tiles\" id=\"summary\" style=\"--columns:{columns}\">\n{tiles}</section>\n"
    )
}

/// Maximum number of tiles in a row.
const TILES: usize = 5;

/// Number of tiles in a row, chosen so that the rows have similar lengths.
fn in_a_row(tiles: usize) -> usize {
    tiles.div_ceil(tiles.div_ceil(TILES).max(1)).max(1)
}

fn figure(chart: &Chart) -> String {
    let Chart {
        name, caption, svg, ..
    } = chart;
    format!(
        "<figure id=\"chart-{name}\">\n<div class=\"chart\">{svg}</div>\n\
         <figcaption>{}</figcaption>\n</figure>\n",
        escaped(caption)
    )
}

/// Tables with the rows of `bench.csv`, one for each family.
fn tables(run: &BenchmarkRun) -> String {
    let name =
        |column: &&str| format!("<th{}>{}</th>", class(column, ""), column.replace('_', " "));
    let head: String = COLUMNS.iter().map(name).collect();
    let table = |records: &[TrialRecord]| {
        let rows: String = records.iter().map(row).collect();
        format!(
            "<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n\
             <tbody>\n{rows}</tbody></table></div>\n"
        )
    };
    let same = |a: &TrialRecord, b: &TrialRecord| a.trial.family == b.trial.family;
    run.records.chunk_by(same).map(table).collect()
}

fn row(record: &TrialRecord) -> String {
    let fields = record.fields();
    let cells = COLUMNS.iter().zip(&fields).map(|(column, field)| {
        let text = if WORDS.contains(column) {
            escaped(field)
        } else {
            grouped_decimal(field)
        };
        format!("<td{}>{text}</td>", class(column, field))
    });
    format!("<tr>{}</tr>\n", cells.collect::<String>())
}

fn class(column: &str, field: &str) -> &'static str {
    match (WORDS.contains(&column), field) {
        (_, "wrong" | "failed") => " class=\"word wrong\"",
        (true, _) => " class=\"word\"",
        (false, _) => "",
    }
}

fn machine_list(run: &BenchmarkRun) -> String {
    let machine = &run.machine;
    let unknown = || "unknown".to_owned();
    let load = machine
        .load
        .map_or_else(unknown, |load| format!("{load:.2}"));
    let rows = [
        ("Processor", machine.processor.clone()),
        ("Threads", machine.threads.to_string()),
        ("Kernels", machine.kernels.join(" ")),
        ("Features", machine.features.join(" ")),
        ("System", machine.system.clone()),
        ("Governor", machine.governor.clone().unwrap_or_else(unknown)),
        ("Load before", load),
        ("Compiler", run.build.compiler.clone()),
        ("Version", run.build.version.clone()),
        ("Commit", run.build.commit.clone()),
        ("Command", run.settings.command.clone()),
    ];
    let rows = rows
        .iter()
        .map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>\n", escaped(value)));
    format!("<dl>\n{}</dl>\n", rows.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::in_a_row;

    #[test]
    fn rows_of_tiles_are_about_as_long_as_one_another() {
        let rows = [0, 1, 4, 5, 6, 7, 8, 9, 11].map(in_a_row);
        assert_eq!(rows, [1, 1, 4, 5, 3, 4, 4, 5, 4]);
    }
}
