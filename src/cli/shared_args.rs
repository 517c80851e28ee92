//! Arguments that several commands share, and their effect on a run.

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::hash::{BuildHasher, Hasher};
use std::num::IntErrorKind;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, Args, ValueEnum};
use countless::Kernel;
use countless::engine::Run;
use countless::ledger::Shard;

use super::output::{grouped, plain, print_message};
use super::paths::LedgerFile;

/// Maximum number of threads.
const MOST_THREADS: u16 = 4096;

/// Environment variable for the number of threads without a flag, as in all programs that use
/// rayon.
const THREADS_VARIABLE: &str = "RAYON_NUM_THREADS";

/// Argument for the number of threads.
#[derive(Args, Clone, Debug)]
pub struct ThreadArgs {
    /// Number of threads [default: the environment variable `RAYON_NUM_THREADS`, or all processors]
    // Not in the plan: changes no result.
    #[arg(help_heading = "Running", short = 'j', long, value_name = "T")]
    #[arg(value_parser = whole::<u16>(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Sets the number of threads of a run.
    pub fn apply(&self, run: Run) -> Run {
        match self.threads.or_else(Self::from_environment) {
            Some(threads) => run.threads(threads.into()),
            None => run,
        }
    }

    /// Number of threads in the environment variable. An invalid value is ignored, with one
    /// warning.
    fn from_environment() -> Option<u16> {
        static THREADS: OnceLock<Option<u16>> = OnceLock::new();
        *THREADS.get_or_init(|| {
            let value = std::env::var_os(THREADS_VARIABLE).filter(|value| !value.is_empty())?;
            let value = value.to_string_lossy();
            let threads = value.parse().ok();
            let threads = threads.filter(|threads| (1..=MOST_THREADS).contains(threads));
            if threads.is_none() {
                print_message(&format!(
                    "warning: ignored {THREADS_VARIABLE}={value}: expected a number of threads \
                     from 1 to {}",
                    grouped(MOST_THREADS.into())
                ));
            }
            threads
        })
    }
}

/// Parser of a name out of a list, which shells complete.
pub fn choice<T, E>(
    names: impl IntoIterator<Item = &'static str>,
    parse: impl Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
) -> ValueParser
where
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    ValueParser::new(PossibleValuesParser::new(names).try_map(move |name: String| parse(&name)))
}

/// Number of rows or figures: a whole number from 1, or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLimit(Option<u64>);

impl RowLimit {
    /// The number; none for `all`.
    pub fn number(self) -> Option<u64> {
        self.0
    }
}

impl FromStr for RowLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self(None));
        }
        let number = whole(1..)(text).map_err(|error| match text.parse::<f64>() {
            Ok(_) => error,
            Err(_) => "expected a whole number of at least 1, or all".to_owned(),
        })?;
        Ok(Self(Some(number)))
    }
}

/// Argument for the number of rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct RowLimitArgs {
    /// Stop after K rows; the summary reports it [default: all]
    #[arg(help_heading = "Output", long, value_name = "K|all")]
    limit: Option<RowLimit>,
}

impl RowLimitArgs {
    /// Maximum number of rows, if it is limited.
    pub fn number(self) -> Option<u64> {
        self.limit.and_then(RowLimit::number)
    }
}

/// First of the flags that is given.
pub fn first_given(flags: impl IntoIterator<Item = (&'static str, bool)>) -> Option<&'static str> {
    let mut flags = flags.into_iter();
    flags.find_map(|(flag, is_given)| is_given.then_some(flag))
}

/// Parser of a whole number within bounds.
pub fn whole<T: TryFrom<u64>>(
    bounds: impl RangeBounds<u64> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match (bounds.start_bound(), bounds.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                let (least, most) = (grouped((*least).into()), grouped((*most).into()));
                format!("expected a whole number from {least} to {most}")
            }
            _ if is_too_large(text, &bounds) => "the number is too large".to_owned(),
            (Bound::Included(least @ 1..), _) => {
                format!("expected a whole number of at least {least}")
            }
            _ => "expected a whole number".to_owned(),
        })
    }
}

/// Returns whether a text is a whole number within the bounds, or beyond 64 bits. If it is not
/// accepted nevertheless, its type cannot hold it.
fn is_too_large(text: &str, bounds: &impl RangeBounds<u64>) -> bool {
    match text.parse::<u64>() {
        Ok(number) => bounds.contains(&number),
        Err(error) => *error.kind() == IntErrorKind::PosOverflow,
    }
}

/// Parses a duration with its unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = "expected a number and a unit, such as 30s or 2m";
    humantime::parse_duration(text).map_err(|_| expected.to_owned())
}

/// Condition for showing progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowProgress {
    /// If stderr is a terminal
    #[default]
    Auto,
    /// Even if stderr is not a terminal
    Always,
    /// Never
    Never,
}

/// Arguments of commands that search.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// CPU instructions to use; all give the same results [default: auto]
    // Not in the plan: changes no result.
    #[arg(help_heading = "Running", long, value_name = "NAME")]
    #[arg(default_value = "auto", hide_default_value = true)]
    #[arg(value_parser = choice(["auto", "scalar", "neon", "avx2", "avx512"], Kernel::named))]
    pub kernel: Kernel,
    /// When to show progress on stderr
    // Not in the plan: changes no result.
    #[arg(help_heading = "Running", long, value_name = "WHEN")]
    #[arg(value_enum, default_value_t)]
    pub progress: ShowProgress,
}

impl RunArgs {
    /// Run with these arguments.
    pub fn run(&self) -> Run {
        self.threads.apply(Run::new().kernel(self.kernel))
    }
}

/// Ledger arguments of commands that can be continued.
#[derive(Args, Clone, Debug, Default)]
pub struct LedgerArgs {
    /// Record finished subtrees in FILE and continue from its records; a folder gets a file per
    /// shard
    #[arg(help_heading = "Ledger", long, value_name = "FILE")]
    pub ledger: Option<LedgerFile>,
    /// Search only shard I of K: subtrees I, I+K, I+2K, …; I is 0 to K-1, and env:NAME/K reads it
    /// from the environment variable NAME
    #[arg(help_heading = "Ledger", long, value_name = "I/K", requires = "ledger")]
    pub shard: Option<Shard>,
    /// Split the problem into about COUNT subtrees, for --ledger and --dry-run [default: set by the
    /// problem]
    #[arg(help_heading = "Ledger", long, value_name = "COUNT", value_parser = whole::<u32>(1..=1 << 24))]
    pub subtrees: Option<u32>,
    /// Print the plan and, if possible, an estimate of the time, and stop
    #[arg(help_heading = "Ledger", long)]
    pub dry_run: bool,
}

/// Changes the ledger arguments of a command on files: their subtrees are chunks of the input, whose
/// number cannot be chosen.
pub fn in_chunks(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "subtrees" => arg.hide(true),
        "ledger" | "shard" => {
            let help = plain(arg.get_help());
            arg.help(help.replace("subtrees", "chunks"))
        }
        _ => arg,
    }
}

impl LedgerArgs {
    /// True if a ledger, a dry run or a number of subtrees is given.
    pub fn is_given(&self) -> bool {
        self.ledger.is_some() || self.dry_run || self.subtrees.is_some()
    }

    /// Name of the flag that requires a ledger, for messages.
    pub fn flag(&self) -> &'static str {
        match &self.ledger {
            Some(_) => "--ledger",
            None if self.dry_run => "--dry-run",
            None => "--subtrees",
        }
    }

    /// Reason to refuse a number of subtrees for the puzzles of files.
    pub const FIXED_CHUNKS: &'static str = "an input is always split into the same chunks";

    /// Refuses a number of subtrees, for the reason `why`.
    pub fn refuse_subtrees(&self, why: &str) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.subtrees.is_none(),
            "--subtrees is not supported here: {why}"
        );
        Ok(())
    }

    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Adds the ledger, the shard and the number of subtrees to a run.
    pub fn with_ledger(&self, run: Run) -> Run {
        let run = if self.is_given() {
            run.subtrees(self.subtrees)
        } else {
            run
        };
        match &self.ledger {
            Some(path) => run.ledger(&**path).shard(self.shard()),
            None => run,
        }
    }
}

/// Random seed below 2³⁰, about nine digits.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 34
}

/// Name of a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TurnName {
    /// By 180 degrees
    HalfTurn,
    /// By 90 degrees; these solutions have half-turn symmetry, too
    QuarterTurn,
}
