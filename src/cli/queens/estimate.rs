//! `countless queens estimate`

use anyhow::ensure;
use clap::Args;
use countless::engine::{AnyProblem, Forecast};
use countless::queens;
use countless::unstable::queens::SearchCounter;

use super::super::args::{Running, whole};
use super::super::dry_run::described;
use super::super::exit::Exit;
use super::super::output::{grouped, plural, print, say, time};
use super::super::session::Session;
use super::Size;
use super::count::Method;
use super::kind::{KindArgs, describe, is_other};

#[derive(Args, Debug)]
#[command(after_help = "\
The estimate is the CPU time of all threads together on this machine, if it is as busy
with other things then as it is now. It includes the tables of the join, which every
process makes for itself: 8 MB for 18 rows, 64 MB for 20, 550 MB for 22. The error is
twice the standard error, of the sample and of the machine's speed, which is taken to
change by 5 % at least.

Examples:
  countless queens estimate 20
  countless queens estimate 18 --method search --json")]
pub struct EstimateArgs {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    kind: KindArgs,
    /// How to count
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    method: Method,
    /// Draw another sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    running: Running,
}

pub fn estimate(args: &EstimateArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let run = args.running.run().cancel(Session::token()?);
    let threads = run.thread_count();
    let kind = args.kind.kind()?;
    let problem: Box<dyn AnyProblem> = if is_other(&kind) {
        ensure!(
            args.method != Method::Join,
            "--method: the join takes queens on usual boards"
        );
        Box::new(SearchCounter::of_kind(n, n, &kind)?)
    } else {
        queens::counter(n, args.method.resolve(n)?, threads)?
    };
    let Some(forecast) = problem.estimate(&run, args.seed)? else {
        say("interrupted");
        return Ok(Exit::Interrupted);
    };
    let Forecast {
        setup,
        total,
        work,
        drawn,
        subtrees,
    } = forecast;
    if session.json {
        let mut json = serde_json::json!({
            "problem": "queens",
            "n": n,
            "core_seconds": total.mean,
            "error_seconds": total.error,
            "setup_seconds": setup.as_secs_f64(),
            "work": work.mean,
            "error_work": work.error,
            "sampled": drawn,
            "subtrees": subtrees,
            "kernel": args.running.kernel.name(),
            "threads": threads,
        });
        describe(&mut json, &kind, false);
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{}\n", described(total)))?;
        session.note(&format!(
            "{} drawn of {}; {} to prepare; {} on {}",
            grouped(drawn as u128),
            plural(subtrees as u128, "subtree"),
            time(setup),
            time(total.time() / threads as u32),
            plural(threads as u128, "thread")
        ));
    }
    Ok(Exit::Complete)
}
