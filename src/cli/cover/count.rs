//! `countless cover count`

use std::time::Instant;

use clap::Args;
use countless::cover::{self, Cover, Outlook, Problem};
use countless::engine::{Cut, ErasedProblem, Tally};

use super::super::args::{Recording, Running};
use super::super::deadline::Deadline;
use super::super::dry_run::{Prospect, deadline, tell};
use super::super::exit::Exit;
use super::super::output::create;
use super::super::paths::OutputFile;
use super::super::session::{Session, Told};
use super::{FORMAT, Memory, Method, Source, counted, note_if_impossible};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

The method search finds symmetries of the problem, and enumerates one of each group of equivalent
solutions. --subtrees 1 enumerates all of them: it neither splits the problem nor uses symmetries.

Examples:
  countless cover make dominoes 8x8 | countless cover count -
  countless cover count pentominoes.txt --threads 2
  countless cover count dominoes.txt --method memo --memory 4096"))]
pub struct CountArgs {
    #[command(flatten)]
    source: Source,
    /// Counting method
    #[arg(
        help_heading = "Running",
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t
    )]
    method: Method,
    #[command(flatten)]
    memory: Memory,
    /// Write the count to FILE [default: stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn count(args: &CountArgs, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let problem = args.source.problem()?;
    note_if_impossible(&problem, session);
    let start = Instant::now();
    let (method, bytes) = (args.method.into(), args.memory.bytes());
    if recording.dry_run {
        return dry_run(&problem, method, args, session);
    }
    let cover = session.run(running, recording, "solutions", |run| {
        Cover::counting(problem, method, bytes, run)
    })?;
    let output = create(args.output.as_deref())?;
    let mut outcome = session.run(running, recording, "solutions", |run| run.count(&cover))?;
    // Memo has counted before the run.
    outcome.elapsed = start.elapsed();
    let told = Told {
        output,
        count: outcome.new_of(Tally::solutions),
        ..counted(&cover, &outcome.total.solutions)
    };
    let so_far = format!("; partial count: {}", told.found);
    session.conclude(&outcome, running, &so_far, told)
}

/// Reports what a count would take, by the method that it would be made by.
fn dry_run(
    problem: &Problem,
    method: cover::Method,
    args: &CountArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let method_name = match method {
        cover::Method::Auto => "memo or search".to_owned(),
        method => method.to_string(),
    };
    let summary = format!("cover count input={} by {method_name}", problem.sha256());
    let deadline = deadline(session, &summary, running, recording);
    let run = running.run().cancel(Session::token()?);
    let run = run.within(deadline.left());
    let outlook = Outlook::new(problem, method, args.memory.bytes(), &run, 1)?;
    Deadline::know(outlook.forecast);
    let plan = outlook.cover.map(|cover| {
        let cut = Cut::Subtrees(recording.subtrees);
        ErasedProblem::plan(&cover, &cut, None)
    });
    let prospect = Prospect {
        plan: plan.transpose()?,
        summary,
        forecast: outlook.forecast,
        search: outlook.search,
    };
    tell(session, &prospect, running, recording)
}
