//! `countless ledger missing`

use clap::Args;

use super::super::exit::Exit;
use super::super::output::print;
use super::super::session::Session;
use super::Ledgers;

#[derive(Args, Debug)]
#[command(after_help = "\
Prints nothing when nothing is missing.

Examples:
  countless ledger missing shards/ --shards 200
  sbatch --array=$(countless ledger missing shards/ --shards 200) slurm.sbatch")]
pub struct MissingArgs {
    #[command(flatten)]
    ledgers: Ledgers,
    /// How many shards there are; without it, the numbers of subtrees are printed
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    shards: Option<u64>,
}

pub fn missing(args: &MissingArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.merged()?;
    let missing = match (records, args.shards) {
        (Some(records), Some(shards)) => records.missing(shards),
        (Some(records), None) => records.missing(records.plan().subtrees.max(1)),
        (None, Some(shards)) => (0..shards).collect(),
        (None, None) => anyhow::bail!("there is no ledger, and hence no plan: give --shards"),
    };
    if session.json {
        print(&format!("{}\n", serde_json::json!({ "missing": missing })))?;
    } else if !missing.is_empty() {
        print(&format!("{}\n", ranges(&missing)))?;
    }
    Ok(Exit::Complete)
}

/// Ascending numbers as `0-5,7,8`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn runs_of_three_become_ranges() {
        assert_eq!(ranges(&[3, 7, 19]), "3,7,19");
        assert_eq!(ranges(&[0, 1, 2, 3, 5, 6, 9]), "0-3,5,6,9");
        assert_eq!(ranges(&[]), "");
    }
}
