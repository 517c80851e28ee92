//! The command `countless ledger missing`.

use std::io::{BufWriter, Write};
use std::ops::Range;

use clap::Args;

use super::super::exit::Exit;
use super::super::session::Session;
use super::super::shared_args::whole;
use super::{LedgerPathsArgs, ranges};

#[derive(Args, Debug)]
#[command(after_help = "\
Prints nothing if nothing is missing.

Examples:
  countless ledger missing shards/ --shards 200
  sbatch --array=$(countless ledger missing shards/ --shards 200) slurm.sbatch")]
pub struct LedgerMissingArgs {
    #[command(flatten)]
    ledgers: LedgerPathsArgs,
    /// Print the incomplete ones of K shards, such as 0-2,7,19, instead of the missing subtrees
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..=1 << 24))]
    shards: Option<u64>,
}

pub fn missing(args: &LedgerMissingArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.merged()?;
    let of_shards = |shards: Vec<u64>| shards.into_iter().map(|shard| shard..shard + 1).collect();
    let missing: Vec<Range<u64>> = match (records, args.shards) {
        (Some(records), Some(shards)) => of_shards(records.incomplete_shards(shards)),
        (Some(records), None) => records.gaps().collect(),
        (None, Some(shards)) => of_shards((0..shards).collect()),
        (None, None) => anyhow::bail!(
            "{}\nhint: --shards K prints all numbers from 0 to K-1",
            args.ledgers.no_ledger_message()
        ),
    };
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    if session.json {
        // Numbers are written one by one, because a plan can have more subtrees than fit into
        // memory.
        let mut comma = "";
        write!(stdout, "{{\"missing\":[")?;
        for number in missing.into_iter().flatten() {
            write!(stdout, "{comma}{number}")?;
            comma = ",";
        }
        writeln!(stdout, "]}}")?;
    } else if !missing.is_empty() {
        writeln!(stdout, "{}", ranges(&missing))?;
    }
    stdout.flush()?;
    Ok(Exit::Complete)
}
