//! `countless cover count`

use std::time::Instant;

use clap::Args;
use countless::cover::{self, Cover, Outlook, Problem};
use countless::engine::Tally;

use super::super::args::{Recording, Running};
use super::super::deadline::Deadline;
use super::super::exit::Exit;
use super::super::paths::OutputFile;
use super::super::perform::{Prospect, Report, Task, foresee};
use super::super::session::Session;
use super::{FORMAT, Memory, Method, Source, counted, note_if_impossible};

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
    let task = Task::new(cover.job(), "solutions", running);
    let task = task.recording(recording).output(args.output.as_deref());
    // Memo has counted before the run.
    session.perform(task.since(start), |outcome| {
        Ok(Report {
            count: outcome.new_of(Tally::solutions),
            ..counted(&cover, &outcome.total.solutions)
        })
    })
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
    foresee(session, &summary, running, recording, |run| {
        let outlook = Outlook::new(problem, method, args.memory.bytes(), &run, 1)?;
        Deadline::know(outlook.forecast);
        let mut prospect = Prospect {
            forecast: outlook.forecast,
            search: outlook.search,
            ..Prospect::default()
        };
        if let Some(cover) = outlook.cover {
            let job = cover.job().by(recording.record(run));
            let plan = job.plan()?;
            prospect.state = job.state(&plan)?;
            prospect.plan = Some(plan);
        }
        Ok(prospect)
    })
}
