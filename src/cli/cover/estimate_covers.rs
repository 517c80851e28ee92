//! The command `countless cover estimate`.

use clap::Args;
use countless::cover::{CountEstimate, CoverProblem};

use super::super::exit::Exit;
use super::super::forecast::{
    Deadline, TimeLimitArgs, forecast_json, forecast_text, time_on_threads,
};
use super::super::output::{plural, print, print_json, print_message};
use super::super::session::Session;
use super::super::shared_args::{RunArgs, whole};
use super::{CoverInputArgs, CoverMethodName, FORMAT, MemoryArgs};

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
        let mut json = serde_json::json!({
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
            countless::cover::CoverMethod::Memo => "run to its end".to_owned(),
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
