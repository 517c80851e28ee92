//! What workers tell the sink.

use super::reorder::{OrderKey, SolutionBlock};
use super::sink::FinishedSubtree;
use crate::error::Error;

/// A piece of news.
pub(super) enum Message {
    Block {
        key: OrderKey,
        block: SolutionBlock,
    },
    /// Subtrees that are searched to their end.
    Finished(Vec<SubtreeEnd>),
    /// The source of subtrees failed; those before it are still searched.
    Failed(Error),
}

/// The last that comes of a subtree.
pub(super) struct SubtreeEnd {
    pub key: OrderKey,
    /// How many parts come after it.
    pub parts: u32,
    /// The solutions that have not been sent before.
    pub block: Option<SolutionBlock>,
    pub finished: FinishedSubtree,
}
