//! The commands `countless cover count` and `countless cover estimate`.

use std::time::Instant;

use clap::Args;
use countless::cover::{CountEstimate, CoverMethod, CoverProblem, CoverTotal, ExactCover};
use serde_json::json;

use super::super::exit::Exit;
use super::super::forecast::{
    Deadline, TimeLimitArgs, forecast_json, forecast_text, time_on_threads,
};
use super::super::output::{create_text_file, plural, print, print_json, print_message};
use super::super::paths::OutputFile;
use super::super::perform::{CommandReport, DryRunReport, ReportOutput, report_dry_run};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs, whole};
use super::{
    CoverInputArgs, CoverMethodName, FORMAT, MemoryArgs, count_report, note_if_impossible,
};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

Parts of the problem that share no item are counted separately, each by its own method, and the
numbers are multiplied.

The method search finds symmetries of the problem, and enumerates one of each group of equivalent
solutions. --subtrees 1 enumerates all of them: it neither splits the search nor uses symmetries.

Examples:
  countless cover make dominoes 8x8 | countless cover count -
  countless cover count pentominoes.txt --threads 2
  countless cover count dominoes.txt --method memo --memory 4096"))]
pub struct CoverCountArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    /// Counting method
    #[arg(
        help_heading = "Running",
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t
    )]
    method: CoverMethodName,
    #[command(flatten)]
    memory: MemoryArgs,
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
    let method = args.method.into();
    if recording.dry_run {
        return dry_run(&problem, method, args, session);
    }
    let output = create_text_file(args.output.as_deref())?;
    let (cover, outcome) = session.run(running, recording, "solutions", |run| {
        let (run, start) = (run.clone().memory(args.memory.bytes()), Instant::now());
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
        let outlook =
            CountEstimate::new(problem, method, &run.clone().memory(args.memory.bytes()), 1)?;
        Deadline::keep_forecast(outlook.forecast);
        let mut prospect = DryRunReport {
            forecast: outlook.forecast,
            search: outlook.search,
            ..DryRunReport::default()
        };
        if let Some(cover) = outlook.count {
            let job = cover.job().by(recording.with_ledger(run));
            let plan = job.plan()?;
            prospect.state = job.state(&plan)?;
            prospect.plan = Some(plan);
        }
        Ok(prospect)
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
    /// Counting method
    #[arg(
        help_heading = "Running",
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t
    )]
    method: CoverMethodName,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    time: TimeLimitArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn estimate(args: &CoverEstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let deadline = args.time.deadline(session);
    let run = args.running.run().cancel(Session::token()?).subtrees(None);
    let run = run.memory(args.memory.bytes());
    let limited = run.clone().within(deadline.left());
    let outlook = CountEstimate::new(&problem, args.method.into(), &limited, args.seed)?;
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
