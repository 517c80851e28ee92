//! `countless cover estimate`

use clap::Args;
use countless::cover::{Cover, Outlook};

use super::super::args::{Running, whole};
use super::super::deadline::{Deadline, Time};
use super::super::exit::Exit;
use super::super::forecast::{described, forecast_json, share};
use super::super::output::{plural, print, say};
use super::super::session::Session;
use super::{FORMAT, Memory, Method, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

The estimate is for the method that `cover count` would choose. The time of the method memo is
unknown before its end: if it exceeds --time, the estimate is a lower bound. See `countless help estimates`.

Example:
  countless cover estimate pentominoes.txt"))]
pub struct EstimateArgs {
    #[command(flatten)]
    source: Source,
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
    method: Method,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    time: Time,
    #[command(flatten)]
    running: Running,
}

pub fn estimate(args: &EstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let deadline = args.time.deadline(session);
    let run = args.running.run().cancel(Session::token()?).subtrees(None);
    let (method, memory) = (args.method.into(), args.memory.bytes());
    let outlook = Outlook::new(
        &problem,
        method,
        memory,
        &run.clone().within(deadline.left()),
        args.seed,
    )?;
    let Some(forecast) = outlook.forecast else {
        say("interrupted");
        return Ok(Exit::Interrupted);
    };
    let known = outlook.cover.as_ref().map(Cover::method);
    Deadline::answer();
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
        print(&format!("{json}\n"))?;
        return Ok(Exit::Complete);
    }
    print(&format!("{}\n", described(&forecast)))?;
    if let Some(search) = &outlook.search {
        let search = described(search);
        session.note(&format!(
            "{search} by search; memo has not finished and may be faster"
        ));
    }
    if let Some(method) = known {
        let threads = run.thread_count();
        let sample = (forecast.drawn > 0).then(|| match method {
            countless::cover::Method::Memo => "run to its end".to_owned(),
            _ => format!(
                "{} in {}",
                plural(forecast.drawn as u128, "random path"),
                plural(forecast.subtrees as u128, "subtree")
            ),
        });
        let parts = [
            Some(format!("by {method}")),
            sample,
            share(&forecast, threads),
        ];
        session.note(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "));
    }
    Ok(Exit::Complete)
}
