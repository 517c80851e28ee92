//! A limit of nodes for the search of each puzzle.

use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_table::Columns;

/// A limit of nodes for each puzzle, and a column that shows how many its search took.
///
/// A node is a branch of the search. With a limit, each puzzle is searched apart from the others,
/// so that its nodes depend on nothing else. The status of a puzzle that takes more is `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeBudget {
    /// The most nodes of a search.
    pub max_nodes: Option<u64>,
    /// True if there is a column `nodes`.
    pub nodes: bool,
}

impl NodeBudget {
    /// The most nodes of a search, if these are counted.
    pub fn counted_limit(self) -> Option<u64> {
        self.max_nodes.or(self.nodes.then_some(u64::MAX))
    }

    /// The value of the column `nodes`, if there is one.
    pub fn column_value(self, nodes: u64) -> Option<u64> {
        let most = self.max_nodes.unwrap_or(u64::MAX);
        self.nodes.then_some(nodes.min(most))
    }

    /// Adds the column, if there is one.
    pub(super) fn column(self, columns: Columns) -> Columns {
        if self.nodes {
            columns.number("nodes")
        } else {
            columns
        }
    }

    /// Adds the limit and the column to a plan, if there are any.
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

    /// The budget of a plan.
    pub(super) fn of(spec: &Spec) -> Result<Self, Error> {
        Ok(Self {
            max_nodes: spec.optional("max_nodes")?,
            nodes: spec.optional("nodes")?.unwrap_or(false),
        })
    }
}
