//! Messages from the workers to the sink.

use super::reorder::{OrderKey, SolutionBlock};
use super::sink::FinishedSubtree;
use crate::error::Error;

/// A message from a worker to the sink.
pub(super) enum Message {
    Block {
        key: OrderKey,
        block: SolutionBlock,
    },
    /// Subtrees that were searched completely.
    Finished(Vec<SubtreeEnd>),
    /// The iterator of subtrees failed. The subtrees before the failure are still searched.
    Failed(Error),
}

/// The last message about a subtree or a deferred part.
pub(super) struct SubtreeEnd {
    pub key: OrderKey,
    /// Number of deferred parts that follow it.
    pub parts: u32,
    /// The solutions that were not sent before.
    pub block: Option<SolutionBlock>,
    pub finished: FinishedSubtree,
}
