//! Puzzles that are subtrees of their own, as they are where each has a line of a ledger.

use std::collections::VecDeque;
use std::iter;
use std::sync::Arc;

use super::row::Line;
use super::tally::{BatchTally, Status};
use crate::puzzles::Chunk;
use countless_engine::{Diagnostic, Emitter, Error, Problem};

/// A puzzle that is a subtree of its own.
#[derive(Debug)]
pub struct Single<P> {
    /// Its characters, or whatever else stands in its place.
    pub text: String,
    /// The puzzle, or what is wrong.
    pub puzzle: Result<P, Diagnostic>,
}

impl<P> Single<P> {
    /// Enters a puzzle with so many solutions into the tally, or one whose search was given up, and
    /// reports what is wrong with it.
    pub fn enter(
        &self,
        solutions: Option<u128>,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, impl Problem>,
    ) {
        match &self.puzzle {
            Ok(_) => tally.add(solutions.map_or(Status::Unknown, |solutions| {
                Status::of(solutions.min(2) as u64)
            })),
            Err(diagnostic) => {
                tally.add(Status::Invalid);
                emitter.diagnose(diagnostic.clone());
            }
        }
        tally.read += 1;
    }
}

/// The puzzles of chunks, or what stands in their places, one by one: each costs the same.
pub fn one_by_one<P>(
    mut chunks: impl Iterator<Item = Result<Chunk, Error>> + Send,
    mut puzzles: impl FnMut(&Chunk, &mut VecDeque<Single<P>>) + Send,
) -> impl Iterator<Item = Result<(u64, Arc<Single<P>>), Error>> + Send
where
    P: Send,
{
    let mut ready = VecDeque::new();
    iter::from_fn(move || {
        loop {
            if let Some(single) = ready.pop_front() {
                return Some(Ok((1, Arc::new(single))));
            }
            match chunks.next()? {
                Ok(chunk) => puzzles(&chunk, &mut ready),
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

/// A row without other columns.
pub fn bare<A>(puzzle: &str, answer: A) -> Line<'_, iter::Empty<(&str, bool)>, A> {
    Line {
        puzzle,
        at: None,
        answer,
        nodes: None,
        check: None,
        kept: iter::empty(),
    }
}
