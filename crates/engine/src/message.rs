//! What workers tell the sink.

use super::reorder::{Block, Key};
use super::sink::Finished;
use crate::error::Error;

/// A piece of news.
pub(super) enum Message {
    Block {
        key: Key,
        block: Block,
    },
    /// Subtrees that are searched to their end.
    Finished(Vec<Last>),
    /// The source of subtrees failed; those before it are still searched.
    Failed(Error),
}

/// The last that comes of a subtree.
pub(super) struct Last {
    pub key: Key,
    /// How many parts come after it.
    pub parts: u32,
    /// The solutions that have not been sent before.
    pub block: Option<Block>,
    pub finished: Finished,
}
