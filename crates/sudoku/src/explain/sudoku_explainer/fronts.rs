//! Searches for chains from many candidates that go side by side, a level at a time.

use super::super::layout::LayoutSet;
use super::candidate_rows::{Candidates, Row};
use super::link_rows::Links;

/// Levels of a search from one candidate.
#[derive(Debug)]
pub struct Front<const W: usize> {
    /// Candidate of the assumption.
    pub start: usize,
    /// Candidates that are true at the last level.
    pub level: Row<W>,
    seen: Row<W>,
    /// Candidates that close the chain once they are true.
    goal: Row<W>,
}

impl<const W: usize> Front<W> {
    fn new(start: usize, level: Row<W>, goal: Row<W>) -> Self {
        Self {
            start,
            level,
            seen: level,
            goal,
        }
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
        let weak = links.weak(candidates);
        let refuting = { refuted.iter() }.map(|it| Front::new(it, Row::of(it), weak[it]));
        let starts = links
            .linked(candidates)
            .iter()
            .filter(|&start| (weak[start] & !*refuted).is_empty() && candidates.is_start(start));
        let proving = starts.map(|it| Front::new(it, links.strong(candidates, it), Row::of(it)));
        Self {
            refuting: refuting.collect(),
            proving: proving.collect(),
        }
    }

    /// True if a search goes on.
    pub fn are_live(&self) -> bool {
        !self.refuting.is_empty() || !self.proving.is_empty()
    }
}

/// Goes on by two literals. Visits the searches whose chains close now, and ends them.
#[inline(always)]
pub fn advance<const W: usize>(
    fronts: &mut Vec<Front<W>>,
    candidates: &Candidates<W>,
    links: &mut Links<W>,
    mut visit: impl FnMut(&Links<W>, &Front<W>),
) {
    fronts.retain_mut(|front| {
        front.level = links.advance(candidates, &front.level, &mut front.seen);
        let closes = front.level.meets(front.goal);
        if closes {
            visit(links, front);
        }
        !closes && !front.level.is_empty()
    });
}
