//! Arguments for the node limit of each puzzle.

use clap::Args;
use countless::sudoku::NodeBudget;

use super::super::shared_args::whole;

#[derive(Args, Clone, Copy, Debug)]
pub struct NodeBudgetArgs {
    /// Stop a search after K nodes (branches): its status is unknown, the exit code 1
    #[arg(help_heading = "Running", long, value_name = "K", value_parser = whole::<u64>(0..))]
    max_nodes: Option<u64>,
    /// Add a column `nodes`: the number of branches of each search, the same on every machine
    #[arg(help_heading = "Output", long)]
    nodes: bool,
}

impl NodeBudgetArgs {
    /// True if nodes are limited or shown.
    pub fn is_given(self) -> bool {
        self.max_nodes.is_some() || self.nodes
    }

    /// Node budget of these arguments.
    pub fn budget(self) -> NodeBudget {
        NodeBudget::new()
            .max_nodes(self.max_nodes)
            .nodes(self.nodes)
    }
}
