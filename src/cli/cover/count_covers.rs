//! The commands `countless cover count`, `classes` and `estimate`.

use std::time::Instant;

use clap::Args;
use countless::cover::{
    BigCount, ClassCount, ClassKind, CountEstimate, CoverMethod, CoverProblem, CoverTotal,
    ExactCover, SymmetryOptions,
};
use countless::engine::Run;
use serde_json::{Map, json};

use super::super::forecast::{
    Deadline, TimeLimitArgs, forecast_json, forecast_text, time_on_threads,
};
use super::super::output::{
    Exit, create_text_file, duration_text, plural, print, print_json, print_message,
};
use super::super::paths::OutputFile;
use super::super::perform::{CommandReport, DryRunReport, ReportOutput, report_dry_run};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs, whole};
use super::symmetry_args::{SymmetryArgs, SymmetryKindArgs, classes_text, symmetries_text};
use super::{
    CountMethodArgs, CoverInputArgs, FORMAT, big_number, count_report, note_if_impossible,
};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

Parts of the problem that share no item are counted separately, each by its own method, and the
numbers are multiplied.

The method search finds symmetries of the problem, and enumerates one of each group of equivalent
solutions. --subtrees 1 enumerates all of them: it neither splits the search nor uses symmetries.

With --up-to-symmetry, the result is the number of classes of solutions (Burnside's lemma). A symmetry
permutes the items, and the colours of each item, and maps options to options. Equal options are one.

Examples:
  countless cover make dominoes 8x8 | countless cover count -
  countless cover count pentominoes.txt --up-to-symmetry
  countless cover count pentominoes.txt --threads 2
  countless cover count dominoes.txt --method memo --memory 4096"))]
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
    let method = args.method.method.into();
    if let Some(symmetries) = args.symmetry.options() {
        return count_classes(&problem, &symmetries, args, session);
    }
    if recording.dry_run {
        return dry_run(&problem, method, args, session);
    }
    let output = create_text_file(args.output.as_deref())?;
    let (cover, outcome) = session.run(running, recording, "solutions", |run| {
        let (run, start) = (
            run.clone().memory(args.method.memory.bytes()),
            Instant::now(),
        );
        // The method memo counts here, so the time of the run includes it.
        let cover = CoverProblem::counting(problem, method, &run)?;
        let mut outcome = cover.job().by(run).execute()?;
        outcome.elapsed = start.elapsed();
        Ok((cover, outcome))
    })?;
    let report = CommandReport {
        count: outcome.without_recalled(|total| total.count),
        ..count_report(&cover, &CoverTotal::from(outcome.total.clone()).solutions)
    };
    let place = ReportOutput {
        output,
        so_far: format!("; partial count: {}", report.found),
        ..ReportOutput::default()
    };
    session.conclude(&outcome, running, report, place)
}

/// Counts the classes of solutions that symmetries map to each other.
fn count_classes(
    problem: &ExactCover,
    symmetries: &SymmetryOptions,
    args: &CoverCountArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let class_count = |run: &Run| {
        let run = run.clone().memory(args.method.memory.bytes());
        ClassCount::new(problem, symmetries, args.method.method.into(), &run)
    };
    if recording.dry_run {
        let summary = format!("cover count input={} up to symmetry", problem.sha256());
        let known = DryRunReport::default();
        return report_dry_run(session, &summary, known, running, recording, |run| {
            let count = class_count(&run)?;
            let job = count.job().by(recording.with_ledger(run));
            let mut report = DryRunReport::of(&job)?;
            report.forecast = job.forecast(1)?;
            Ok(report)
        });
    }
    let output = create_text_file(args.output.as_deref())?;
    let (count, outcome) = session.run(running, recording, "solutions", |run| {
        let start = Instant::now();
        let count = class_count(run)?;
        let mut outcome = count.job().by(run.clone()).execute()?;
        outcome.elapsed = start.elapsed();
        Ok((count, outcome))
    })?;
    let report = args.symmetry.class_report(&count, &outcome)?;
    let place = ReportOutput {
        output,
        ..ReportOutput::default()
    };
    session.conclude(&outcome, running, report, place)
}

/// Reports the plan and the expected time of a count.
fn dry_run(
    problem: &ExactCover,
    method: CoverMethod,
    args: &CoverCountArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let method_name = match method {
        CoverMethod::Auto => "memo or search".to_owned(),
        method => method.to_string(),
    };
    let summary = format!("cover count input={} by {method_name}", problem.sha256());
    let known = DryRunReport::default();
    report_dry_run(session, &summary, known, running, recording, |run| {
        let outlook = CountEstimate::new(
            problem,
            method,
            &run.clone().memory(args.method.memory.bytes()),
            1,
        )?;
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
#[command(after_help = format!("{FORMAT}

The estimate is for the method that `cover count` would choose. The time of the method memo is
unknown before its end: if it exceeds --time, the estimate is a lower bound. See `countless help estimates`.

Example:
  countless cover estimate pentominoes.txt"))]
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
    let run = run.memory(args.method.memory.bytes());
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
#[command(after_help = format!("{FORMAT}

A row has the solutions that equally many symmetries leave unchanged: 1 is a solution without
symmetry. Solutions that a symmetry maps to each other are a class. Equal options are one.

Examples:
  countless cover classes pentominoes.txt
  countless cover make dominoes 8x8 | countless cover classes -"))]
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
        let run = run.clone().memory(args.method.memory.bytes());
        problem.class_kinds(&symmetries, args.method.method.into(), &run)
    })?;
    let (solutions, classes) = (found.solutions(), found.classes());
    let named = |kind: &ClassKind| {
        let numbers = (kind.solutions.clone(), kind.classes.clone());
        (kind.symmetries.to_string(), numbers)
    };
    let rows = found.kinds.iter().map(named);
    let rows = rows.chain([("all".to_owned(), (solutions, classes.clone()))]);
    let rows: Vec<(String, (BigCount, BigCount))> = rows.collect();
    let lines = rows.iter();
    let lines = lines.map(|(name, (solutions, classes))| format!("{name},{solutions},{classes}\n"));
    let text = format!(
        "symmetries,solutions,classes\n{}",
        lines.collect::<String>()
    );
    if session.json {
        let members = rows.iter().map(|(name, (solutions, classes))| {
            let numbers = json!({
                "solutions": big_number(solutions),
                "classes": big_number(classes),
            });
            (name.clone(), numbers)
        });
        let mut json = json!({
            "problem": "cover",
            "sha256": problem.sha256(),
            "symmetries": big_number(&found.order),
            "merged": found.merged,
            "classes": members.collect::<Map<_, _>>(),
        });
        args.symmetry.add_json(&mut json, found.kind);
        print_json(json)?;
    }
    match output {
        Some(output) => output.finish_with(text)?,
        None if !session.json => print(&text)?,
        None => {}
    }
    session.note(&format!(
        "{} under {} in {}",
        classes_text(&classes),
        symmetries_text(&found.order, found.kind),
        duration_text(start.elapsed())
    ));
    Ok(Exit::Complete)
}
