//! Limit of nodes for the search of each puzzle.

use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_table::Columns;

/// Limit of nodes for each puzzle, and a column with the number of nodes of its search.
///
/// A node is a branch of the search. With a limit, each puzzle is searched by itself, so its nodes
/// depend on nothing else. A puzzle that needs more nodes has the status `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeBudget {
    pub(super) max_nodes: Option<u64>,
    nodes: bool,
}

impl NodeBudget {
    /// Creates a budget without a limit and without a column.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the largest number of nodes of a search.
    #[must_use]
    pub fn max_nodes(self, max_nodes: Option<u64>) -> Self {
        Self { max_nodes, ..self }
    }

    /// Adds a column `nodes` to the rows.
    #[must_use]
    pub fn nodes(self, nodes: bool) -> Self {
        Self { nodes, ..self }
    }

    /// Most nodes of a search that counts them, or `None` if nodes are not counted.
    pub fn counted_limit(self) -> Option<u64> {
        self.max_nodes.or(self.nodes.then_some(u64::MAX))
    }

    /// Value of the column `nodes`, or `None` if rows do not have it.
    pub fn column_value(self, nodes: u64) -> Option<u64> {
        let most = self.max_nodes.unwrap_or(u64::MAX);
        self.nodes.then_some(nodes.min(most))
    }

    /// Adds the column `nodes` if rows have it.
    pub(super) fn column(self, columns: Columns) -> Columns {
        if self.nodes {
            columns.number("nodes")
        } else {
            columns
        }
    }

    /// Adds the limit and the column to a plan, if they are set.
    pub(super) fn describe(self, spec: Spec) -> Spec {
        let spec = match self.max_nodes {
            Some(most) => spec.with("max_nodes", most),
            None => spec,
        };
        if self.nodes {
            spec.with("nodes", true)
        } else {
            spec
        }
    }

    /// Reads the budget of a plan.
    pub(super) fn of(spec: &Spec) -> Result<Self, Error> {
        Ok(Self {
            max_nodes: spec.optional("max_nodes")?,
            nodes: spec.optional("nodes")?.unwrap_or(false),
        })
    }
}
