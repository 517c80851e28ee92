//! The command `countless cover count`.

use std::time::Instant;

use clap::Args;
use countless::cover::{self, CountEstimate, CoverProblem, CoverTotal, ExactCover};

use super::super::exit::Exit;
use super::super::forecast::Deadline;
use super::super::output::create_text_file;
use super::super::paths::OutputFile;
use super::super::perform::{CommandReport, DryRunReport, ReportOutput, report_dry_run};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
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
    method: cover::CoverMethod,
    args: &CoverCountArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let method_name = match method {
        cover::CoverMethod::Auto => "memo or search".to_owned(),
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
