//! The command `countless bench compare`.

use clap::Args;

use super::super::output::{Exit, plural, print, print_json};
use super::super::paths::InputFolder;
use super::super::session::Session;
use countless_measure::{
    BenchmarkRun, Change, ComparedRuns, Comparison, FamilyShift, compare, median,
};

/// Headings of the columns that name a trial.
pub const HEADING: &str = "family case         solver    kernel thr";

/// Width of these columns, in characters.
pub const WIDTH: usize = HEADING.len();

#[derive(Args, Debug)]
#[command(after_help = "\
cpu and wall are the times of B divided by those of A: below 1, B is faster. noise is the distance
between the quartiles of the CPU times, divided by their median. Trials are called faster or slower
by their CPU time, if the change is greater than chance explains.

Example:
  countless bench compare results/before results/after")]
pub struct BenchCompareArgs {
    /// Folder of the first run
    a: InputFolder,
    /// Folder of the second run
    b: InputFolder,
}

pub fn compare_runs(args: &BenchCompareArgs, session: Session) -> anyhow::Result<Exit> {
    let (a, b) = (BenchmarkRun::load(&args.a)?, BenchmarkRun::load(&args.b)?);
    let compared = compare(&a, &b);
    let trials = &compared.trials;
    anyhow::ensure!(!trials.is_empty(), "the runs have no trial in common");
    let count = |change| trials.iter().filter(|it| it.change == Some(change)).count();
    let (faster, slower) = (count(Change::Faster), count(Change::Slower));
    if session.json {
        let json = serde_json::json!({
            "trials": trials,
            "families": compared.families,
            "faster": faster,
            "slower": slower,
        });
        print_json(json)?;
    } else {
        let heading = format!("{HEADING} {:>7} {:>7} {:>7}\n", "cpu", "wall", "noise");
        let rows: String = trials.iter().map(table_row).collect();
        print(&(heading + &rows + &conclusion(&compared, faster, slower)))?;
    }
    note_doubts(args, [&a, &b], trials, session);
    Ok(Exit::Complete)
}

/// Families that differ as a whole, and the numbers of faster and slower trials.
fn conclusion(compared: &ComparedRuns, faster: usize, slower: usize) -> String {
    if compared.families.is_empty() {
        return "no verdict: one timing per trial has no spread\n".to_owned();
    }
    let shift = |shift: &FamilyShift| {
        let change = match shift.change {
            Change::Faster => "faster",
            Change::Slower => "slower",
            Change::None => return None,
        };
        let percent = 100.0 * (shift.cpu - 1.0).abs();
        Some(format!(
            "{}: {percent:.1} % {change} overall\n",
            shift.family
        ))
    };
    let shifts: String = compared.families.iter().filter_map(shift).collect();
    if shifts.is_empty() && faster + slower == 0 {
        return "no difference\n".to_owned();
    }
    let trials = compared.trials.len();
    format!("{shifts}{faster} faster, {slower} slower, of {trials} trials\n")
}

/// Prints notes on the reliability of a comparison.
fn note_doubts(
    args: &BenchCompareArgs,
    runs: [&BenchmarkRun; 2],
    trials: &[Comparison],
    session: Session,
) {
    let judged: Vec<f64> = trials.iter().filter_map(|trial| trial.least).collect();
    if judged.is_empty() {
        session.note("hint: countless bench --runs 5 makes runs that can be compared");
    } else {
        let least = 100.0 * median(&judged);
        session.note(&format!(
            "note: in half of the trials, a change below {least:.1} % is not detectable"
        ));
    }
    for (run, folder) in runs.into_iter().zip([&args.a, &args.b]) {
        let folder = folder.display();
        if run.incomplete {
            session.note(&format!("note: {folder} is incomplete: it was interrupted"));
        }
        if let Some(load) = run.machine.load.filter(|_| run.machine.is_busy()) {
            session.note(&format!(
                "warning: {folder} was measured at a load of {load:.2} on {}; a change that all \
                 trials have in common may be due to the load",
                plural(run.machine.threads as u128, "processor")
            ));
        }
        let outliers = run.records.iter().filter(|it| it.outliers() > 0).count();
        if outliers > 0 {
            session.note(&format!(
                "warning: {folder} has outliers in {}",
                plural(outliers as u128, "trial")
            ));
        }
    }
    if runs[0].machine.processor != runs[1].machine.processor {
        session.note("note: the runs are of different machines");
    }
}

/// Row of the table: ratios of the second run to the first.
fn table_row(comparison: &Comparison) -> String {
    let change = match (comparison.failed, comparison.change) {
        (true, _) => "  failed",
        (_, Some(Change::Faster)) => "  faster",
        (_, Some(Change::Slower)) => "  slower",
        _ => "",
    };
    let ratio = |ratio: f64| {
        if ratio.is_finite() {
            format!("{ratio:.3}")
        } else {
            "-".to_owned()
        }
    };
    // A single run has no spread.
    let noise = match comparison.change {
        Some(_) => format!("{:.1}%", 100.0 * comparison.noise),
        None => "-".to_owned(),
    };
    let (trial, cpu, wall) = (
        comparison.trial.to_string(),
        ratio(comparison.cpu),
        ratio(comparison.wall),
    );
    format!("{trial:WIDTH$} {cpu:>7} {wall:>7} {noise:>7}{change}\n")
}
