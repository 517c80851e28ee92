//! Flags that several commands have, and what they mean for a run.

use std::path::PathBuf;

use clap::{ArgAction, Args};
use countless::Kernel;
use countless::engine::Run;
use countless::io::{Format, Table};
use countless::ledger::Shard;

use super::progress::When;

/// How to run, for every command that searches.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct Running {
    /// Number of threads [default: what the machine or container allows]
    #[arg(
        short = 'j',
        long,
        value_name = "T",
        env = "RAYON_NUM_THREADS",
        hide_env_values = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Instruction set to use: auto, scalar, avx2 or avx512
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true
    )]
    #[arg(value_parser = Kernel::named)]
    pub kernel: Kernel,
    /// When to show progress on stderr
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub progress: When,
}

impl Running {
    /// A run by these flags.
    pub fn run(&self) -> Run {
        let run = Run::new().kernel(self.kernel);
        match self.threads {
            Some(threads) => run.threads(threads.into()),
            None => run,
        }
    }
}

/// How to keep a ledger, for every command that can be continued.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Ledger")]
pub struct Recording {
    /// Record every finished subtree in FILE, and go on from what it says; a folder gets a
    /// file for each shard
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    /// Search only subtrees I, I+K, I+2K, …; env:NAME/K takes I from a variable
    #[arg(long, value_name = "I/K", requires = "ledger")]
    pub shard: Option<Shard>,
    /// Cut the problem into about COUNT subtrees [default: 2048 of a board, 256 of a puzzle]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    pub subtrees: Option<u32>,
    /// Say what would be done and how long it would take, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

impl Recording {
    /// Whether a ledger or a dry run is asked for.
    pub fn is_given(&self) -> bool {
        self.ledger.is_some() || self.dry_run || self.subtrees.is_some()
    }

    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// The same run with this ledger, if there is one.
    pub fn record(&self, run: Run) -> Run {
        let run = if self.is_given() {
            run.subtrees(self.subtrees)
        } else {
            run
        };
        match &self.ledger {
            Some(path) => run.ledger(path).shard(self.shard()),
            None => run,
        }
    }
}

/// Where the rows go, for every command that lists.
#[derive(Args, Clone, Debug)]
pub struct Rows {
    /// Write to FILE; .gz and .zst are compressed, .ndjson gives NDJSON [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Format of the rows: csv or ndjson [default: by the name of FILE, else csv]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write rows as they are found, in no particular order
    #[arg(long, action = ArgAction::SetTrue)]
    pub unordered: bool,
}

impl Rows {
    pub fn format(&self) -> Format {
        let by_name = || self.output.as_deref().map_or(Format::default(), Format::of);
        self.format.unwrap_or_else(by_name)
    }

    /// Whether none of these flags is given.
    pub fn is_default(&self) -> bool {
        self.output.is_none() && self.format.is_none() && !self.unordered
    }

    /// The table to write.
    pub fn table(&self) -> Table<'static> {
        match &self.output {
            Some(path) => Table::file(path, self.format()),
            None => Table::stdout(self.format()),
        }
    }

    /// The same run in the order that is asked for.
    pub fn order(&self, run: Run) -> Run {
        if self.unordered { run.unordered() } else { run }
    }
}
