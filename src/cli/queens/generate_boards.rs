//! The command `countless queens generate`.

use clap::Args;
use countless::queens::RegionGenerator;
use serde_json::json;

use super::super::exit::Exit;
use super::super::output::plural;
use super::super::perform::{CommandReport, JobRequest};
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{RunArgs, random_seed, whole};

#[derive(Args, Debug)]
#[command(after_help = "\
Each row is puzzle,status,solutions,solution, as in `queens solve`. A board begins as a random
placement in which no two pieces touch. Connected regions grow around the pieces while the solution
stays unique and easy to search.

Examples:
  countless queens generate 8 --count 10
  countless queens generate 12 --count 100 -o boards.csv")]
pub struct QueensGenerateArgs {
    /// Rows, columns and regions of a board: 4 to 32, or 1 [default: 8]
    #[arg(value_parser = whole::<usize>(0..))]
    n: Option<usize>,
    /// Number of boards
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    count: u64,
    /// Seed of the random numbers; equal seeds generate equal boards [default: random]
    #[arg(long, value_name = "S")]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn generate(args: &QueensGenerateArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.n.unwrap_or(8);
    let seed = args.seed.unwrap_or_else(random_seed);
    let problem = RegionGenerator::new(n, args.count, seed);
    let problem =
        problem.map_err(|error| anyhow::anyhow!("invalid value '{n}' for '[N]': {error}"))?;
    let task = JobRequest::new(problem.job(), "boards", &args.running).part("chunk");
    session.perform(task.rows(&args.rows), |outcome| {
        let made = plural(outcome.rows.into(), "board");
        Ok(CommandReport {
            found: format!("{made} (seed {seed})"),
            count: outcome.rows.into(),
            json: json!({ "problem": "queens", "boards": outcome.rows, "seed": seed }),
            so_far: Some(format!(" after {made}")),
            ..CommandReport::default()
        })
    })
}
