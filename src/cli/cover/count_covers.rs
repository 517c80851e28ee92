//! The commands `countless cover count`, `classes` and `estimate`.

use std::time::Instant;

use countless::cover::{CountEstimate, CoverMethod, CoverProblem, CoverTotal, ExactCover};

use super::super::forecast::{
    Deadline, TimeLimitArgs, forecast_json, forecast_text, time_on_threads,
};
use super::super::output::{ClassTable, create_text_file, duration_text};
use super::super::perform::{DryRunReport, report_dry_run};
use super::super::prelude::*;
use super::symmetry_args::{
    SymmetryArgs, SymmetryKindArgs, add_symmetries, class_report, classes_text, symmetries_text,
};
use super::{CountMethodArgs, CoverInputArgs, count_report, note_if_impossible};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-count.txt"))]
pub struct CoverCountArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    #[command(flatten)]
    symmetry: SymmetryArgs,
    #[command(flatten)]
    method: CountMethodArgs,
    /// Write the count to FILE [default: stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
    #[command(flatten)]
    recording: LedgerArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn count(args: &CoverCountArgs, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let problem = args.source.problem()?;
    note_if_impossible(&problem, session);
    if recording.dry_run {
        return dry_run(&problem, args, session);
    }
    let output = create_text_file(args.output.as_deref())?;
    let (cover, outcome) = session.run(running, recording, "solutions", |run| {
        let (run, start) = (args.method.run(run), Instant::now());
        // The method memo counts here, so the time of the run includes it.
        let cover = args.cover(problem, &run)?;
        let mut outcome = cover.job().by(run).execute()?;
        outcome.elapsed = start.elapsed();
        Ok((cover, outcome))
    })?;
    let mut report = if let Some(symmetries) = cover.symmetries() {
        class_report(&cover, symmetries, &outcome)?
    } else {
        let solutions = CoverTotal::from(outcome.total.clone()).solutions;
        let report = count_report(&cover, &solutions);
        let so_far = Some(format!("; partial count: {}", report.found));
        CommandReport { so_far, ..report }
    };
    report.count = outcome.without_recalled(|total| total.count);
    report.output = output;
    session.conclude(&outcome.map(|_| ()), running, report, "subtree")
}

impl CoverCountArgs {
    /// Problem that counts solutions, or classes of them.
    fn cover(&self, problem: ExactCover, run: &Run) -> Result<CoverProblem, Error> {
        let method = self.method.method.into();
        match self.symmetry.options() {
            Some(options) => CoverProblem::counting_classes(problem, &options, method, run),
            None => CoverProblem::counting(problem, method, run),
        }
    }
}

/// Reports the plan and the expected time of a count.
fn dry_run(problem: &ExactCover, args: &CoverCountArgs, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let method: CoverMethod = args.method.method.into();
    let is_of_classes = args.symmetry.options().is_some();
    let way = match method {
        _ if is_of_classes => "up to symmetry".to_owned(),
        CoverMethod::Auto => "by memo or search".to_owned(),
        method => format!("by {method}"),
    };
    let summary = format!("cover count input={} {way}", problem.sha256());
    let known = DryRunReport::default();
    report_dry_run(session, &summary, known, running, recording, |run| {
        let limited = args.method.run(&run);
        if is_of_classes {
            let cover = args.cover(problem.clone(), &limited)?;
            let job = cover.job().by(recording.with_ledger(run));
            let mut report = DryRunReport::of(&job)?;
            report.forecast = job.forecast(1)?;
            return Ok(report);
        }
        let outlook = CountEstimate::new(problem, method, &limited, 1)?;
        Deadline::keep_forecast(outlook.forecast);
        let report = match outlook.count {
            Some(cover) => DryRunReport::of(&cover.job().by(recording.with_ledger(run)))?,
            None => DryRunReport::default(),
        };
        Ok(DryRunReport {
            forecast: outlook.forecast,
            search: outlook.search,
            ..report
        })
    })
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-estimate.txt"))]
pub struct CoverEstimateArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    /// Seed of the random sample
    #[arg(help_heading = "Running", long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    method: CountMethodArgs,
    #[command(flatten)]
    time: TimeLimitArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn estimate(args: &CoverEstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let deadline = args.time.deadline(session);
    let run = args.running.run().cancel(Session::token()?).subtrees(None);
    let run = args.method.run(&run);
    let limited = run.clone().within(deadline.left());
    let outlook = CountEstimate::new(&problem, args.method.method.into(), &limited, args.seed)?;
    let Some(forecast) = outlook.forecast else {
        print_message("interrupted");
        return Ok(Exit::Interrupted);
    };
    let known = outlook.count.as_ref().map(CoverProblem::method);
    Deadline::claim_answer();
    if session.json {
        let mut json = json!({
            "problem": "cover",
            "sha256": problem.sha256(),
            "method": known.map(|method| method.to_string()),
            "work": forecast.work.mean,
            "error_work": forecast.work.error,
            "sampled": forecast.drawn,
            "subtrees": forecast.subtrees,
        });
        forecast_json(&mut json, Some(&forecast), outlook.search.as_ref());
        print_json(json)?;
        return Ok(Exit::Complete);
    }
    print(&format!("{}\n", forecast_text(&forecast)))?;
    if let Some(search) = &outlook.search {
        let search = forecast_text(search);
        session.note(&format!(
            "{search} by search; memo has not finished and may be faster"
        ));
    }
    if let Some(method) = known {
        let threads = run.thread_count();
        let sample = (forecast.drawn > 0).then(|| match method {
            CoverMethod::Memo => "run to its end".to_owned(),
            _ => format!(
                "{} in {}",
                plural(forecast.drawn as u128, "random path"),
                plural(forecast.subtrees as u128, "subtree")
            ),
        });
        let parts = [
            Some(format!("by {method}")),
            sample,
            time_on_threads(&forecast, threads),
        ];
        session.note(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "));
    }
    Ok(Exit::Complete)
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-classes.txt"))]
pub struct CoverClassesArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    #[command(flatten)]
    symmetry: SymmetryKindArgs,
    #[command(flatten)]
    method: CountMethodArgs,
    /// Write the table to FILE [default: stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
    #[command(flatten)]
    running: RunArgs,
}

pub fn classes(args: &CoverClassesArgs, session: Session) -> anyhow::Result<Exit> {
    let (problem, start) = (args.source.problem()?, Instant::now());
    note_if_impossible(&problem, session);
    let output = create_text_file(args.output.as_deref())?;
    let symmetries = args.symmetry.options();
    let found = session.run(&args.running, &LedgerArgs::default(), "solutions", |run| {
        problem.class_kinds(
            &symmetries,
            args.method.method.into(),
            &args.method.run(run),
        )
    })?;
    let all = [found.solutions(), found.classes()];
    let classes = classes_text(&all[1]);
    let kinds = found.kinds.into_iter().map(|kind| {
        let name = kind.symmetries.to_string();
        (name, [kind.solutions, kind.classes])
    });
    let rows = kinds.chain([("all".to_owned(), all)]);
    let rows =
        rows.map(|(name, [solutions, classes])| [name, solutions.to_string(), classes.to_string()]);
    let table = ClassTable {
        columns: ["symmetries", "solutions", "classes"],
        rows: rows.collect(),
    };
    if session.json {
        let mut json = json!({
            "problem": "cover",
            "sha256": problem.sha256(),
            "classes": table.json(),
        });
        add_symmetries(&mut json, &found.symmetries);
        print_json(json)?;
    }
    match output {
        Some(output) => output.finish_with(table.csv())?,
        None if !session.json => print(&table.csv())?,
        None => {}
    }
    session.note(&format!(
        "{} under {} in {}",
        classes,
        symmetries_text(&found.symmetries),
        duration_text(start.elapsed())
    ));
    Ok(Exit::Complete)
}
