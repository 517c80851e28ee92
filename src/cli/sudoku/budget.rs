//! How much the search for a puzzle may take.

use clap::Args;
use countless::sudoku::{BatchOptions, BatchTally};

use super::super::args::whole;

#[derive(Args, Clone, Copy, Debug)]
pub struct Budget {
    /// Stop a search after K nodes (branches): its status is unknown, the exit code 1
    #[arg(help_heading = "Running", long, value_name = "K", value_parser = whole::<u64>(0..))]
    max_nodes: Option<u64>,
    /// Add a column `nodes`: the number of branches of each search, the same on every machine
    #[arg(help_heading = "Output", long)]
    nodes: bool,
}

impl Budget {
    /// Whether nodes are limited or shown.
    pub fn is_given(self) -> bool {
        self.max_nodes.is_some() || self.nodes
    }

    /// The options with this budget.
    pub fn of(self, mut options: BatchOptions) -> BatchOptions {
        (options.max_nodes, options.nodes) = (self.max_nodes, self.nodes);
        options
    }

    /// How many puzzles were given up, if nodes are limited.
    pub fn given_up(self, tally: &BatchTally) -> Option<u64> {
        self.max_nodes.map(|_| tally.unknown)
    }
}
