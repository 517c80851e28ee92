//! Searches for chains from many candidates that go side by side, a level at a time.

use super::candidate_rows::{Candidates, Row};
use super::link_rows::Links;

/// Levels of a search from one candidate.
#[derive(Debug)]
pub struct Front<const W: usize> {
    /// Candidate of the assumption.
    pub start: usize,
    level: Row<W>,
    seen: Row<W>,
}

impl<const W: usize> Front<W> {
    fn new(start: usize, level: Row<W>) -> Self {
        let seen = level;
        Self { start, level, seen }
    }

    fn advance(&mut self, candidates: &Candidates<W>, links: &mut Links<W>) {
        self.level = links.advance(candidates, &self.level, &mut self.seen);
    }
}

/// Searches of a list.
#[derive(Debug)]
pub struct Fronts<const W: usize> {
    /// From candidates that a chain refutes.
    pub refuting: Vec<Front<W>>,
    /// From candidates that a chain may prove.
    pub proving: Vec<Front<W>>,
}

impl<const W: usize> Fronts<W> {
    /// Begins with the refuted candidates, and with those that may be proved, which have refuted
    /// rivals only.
    pub fn new(candidates: &Candidates<W>, links: &Links<W>, refuted: &Row<W>) -> Self {
        let starts = links.linked(candidates).numbers().filter(|&start| {
            let rivals = links.weak(candidates)[start];
            rivals.and_not(refuted).is_empty() && candidates.is_start(start)
        });
        let proving = starts.map(|start| Front::new(start, links.strong(candidates, start)));
        let refuting = refuted.numbers();
        Self {
            refuting: refuting
                .map(|start| Front::new(start, Row::one(start)))
                .collect(),
            proving: proving.collect(),
        }
    }

    /// True if a search goes on.
    pub fn are_live(&self) -> bool {
        !self.refuting.is_empty() || !self.proving.is_empty()
    }

    /// Goes on by two literals. Visits the candidates that are refuted now, with the last true
    /// literals, and ends their searches.
    #[inline(always)]
    pub fn refute(
        &mut self,
        candidates: &Candidates<W>,
        links: &mut Links<W>,
        mut visit: impl FnMut(&Links<W>, usize, &Row<W>),
    ) {
        self.refuting.retain_mut(|front| {
            front.advance(candidates, links);
            let is_refuted = front.level.meets(&links.weak(candidates)[front.start]);
            if is_refuted {
                visit(links, front.start, &front.level);
            }
            !is_refuted && !front.level.is_empty()
        });
    }

    /// Goes on by two literals. Visits the candidates that are proved now, and ends their searches.
    #[inline(always)]
    pub fn prove(
        &mut self,
        candidates: &Candidates<W>,
        links: &mut Links<W>,
        mut visit: impl FnMut(usize),
    ) {
        self.proving.retain_mut(|front| {
            front.advance(candidates, links);
            let is_proved = front.level.has(front.start);
            if is_proved {
                visit(front.start);
            }
            !is_proved && !front.level.is_empty()
        });
    }
}
