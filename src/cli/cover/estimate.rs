//! `countless cover estimate`

use clap::Args;
use countless::cover::{Cover, Method};

use super::super::args::{Running, whole};
use super::super::dry_run::described;
use super::super::exit::Exit;
use super::super::output::{plural, print, say, time};
use super::super::session::Session;
use super::{FORMAT, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

The estimate is the CPU time of all threads together on this machine, if it is as busy with
other things then as it is now. A count by memo may take far less.

Example:
  countless cover estimate pentominoes.txt"))]
pub struct EstimateArgs {
    #[command(flatten)]
    source: Source,
    /// Draw another sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    running: Running,
}

pub fn estimate(args: &EstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let token = Session::token()?;
    let run = args.running.run().cancel(token).subtrees(None);
    let cover = Cover::counting(args.source.problem()?, Method::Search, 0, &run)?;
    let Some(forecast) = run.estimate(&cover, args.seed)? else {
        say("interrupted");
        return Ok(Exit::Interrupted);
    };
    if session.json {
        let json = serde_json::json!({
            "problem": "cover",
            "sha256": cover.sha256(),
            "core_seconds": forecast.total.mean,
            "error_seconds": forecast.total.error,
            "setup_seconds": forecast.setup.as_secs_f64(),
            "work": forecast.work.mean,
            "error_work": forecast.work.error,
            "sampled": forecast.drawn,
            "subtrees": forecast.subtrees,
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{}\n", described(forecast.total)))?;
        let threads = run.thread_count();
        session.note(&format!(
            "{} drawn of {}; {} on {}",
            forecast.drawn,
            plural(forecast.subtrees as u128, "subtree"),
            time(forecast.total.time() / threads as u32),
            plural(threads as u128, "thread")
        ));
    }
    Ok(Exit::Complete)
}
