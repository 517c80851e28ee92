//! Single forcing chains, and cycles (rung 21).
//!
//! A chain refutes a candidate, or proves it. A cycle removes candidates that see a true and a
//! false literal of their digit in it; such a candidate is also refuted, by a chain with at most
//! two literals more. So is each rival of a proved candidate. Hence there is a hint only if a chain
//! of any length refutes a candidate, and the searches by length start from such candidates alone.

use std::cmp::Ordering;

use super::candidate_rows::{Candidates, List, Row};
use super::chain_hints::{ByWidth, ChainHint, ChainLink, ChainSearch, LONG_ROW, SHORT_ROW};
use super::chain_order::{Found, Kind, is_before, is_better, offer, order};
use super::cycles::Cycle;
use super::fronts::Fronts;
use super::link_rows::{Links, Node};
use super::marks::{Hint, Marks, tenths};
use countless_simd::{sort_by, sort_by_key};

/// Searches for single chains, with reused memory.
pub type SingleChains = ByWidth<Search<SHORT_ROW>, Search<LONG_ROW>>;

/// Search over rows of `W` words.
#[derive(Debug)]
pub struct Search<const W: usize> {
    /// The state that was read last.
    state: Option<Marks>,
    candidates: Candidates<W>,
    lists: [Links<W>; 3],
    /// Components of the list, and refuted candidates that cycles in them may remove.
    parts: Vec<(Row<W>, Row<W>)>,
    /// Candidates that chains of any length refute.
    refuted: Row<W>,
    levels: Vec<Row<W>>,
    /// Candidates of the levels on a way to the last one.
    ways: Vec<Row<W>>,
    nodes: Vec<Node>,
}

impl<const W: usize> Default for Search<W> {
    fn default() -> Self {
        Self {
            state: None,
            candidates: Candidates::new(),
            lists: [List::X, List::Y, List::XY].map(Links::new),
            parts: Vec::new(),
            refuted: Row::EMPTY,
            levels: Vec::new(),
            ways: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl<const W: usize> ChainSearch for Search<W> {
    fn first(&mut self, marks: &Marks) -> Option<Hint> {
        if !self.read(marks) {
            return None;
        }
        let mut best = None;
        self.search(List::X, marks, &mut best);
        self.search_cycles(List::Y, marks, &mut best);
        self.search(List::XY, marks, &mut best);
        let best = best?;
        Some(self.hint(&best))
    }

    fn refuted_within(&mut self, marks: &Marks, most: u16) -> Vec<(usize, usize)> {
        let mut gone = Row::<W>::EMPTY;
        if !self.read(marks) {
            return Vec::new();
        }
        for list in [List::X, List::XY] {
            let mut fronts = self.fronts(list);
            let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
            let is_new = |start| candidates.is_start(start) && !gone.has(start);
            fronts.refuting.retain(|front| is_new(front.start));
            for length in (4..).step_by(2) {
                if !fronts.are_live() || tenths(order(list, length, 0, Kind::Refuted).0) > most {
                    break;
                }
                fronts.refute(candidates, links, |_, start, _| gone.insert(start));
                fronts.prove(candidates, links, |start| {
                    let cell = candidates.literals[start].cell();
                    let rivals = candidates.of_cell(cell).filter(|&rival| rival != start);
                    rivals.for_each(|rival| gone.insert(rival));
                });
            }
        }
        let literals = gone
            .numbers()
            .map(|number| self.candidates.literals[number]);
        literals
            .map(|literal| (literal.cell(), literal.digit()))
            .collect()
    }

    fn all(&mut self, marks: &Marks) -> Vec<ChainHint> {
        let mut hints: Vec<ChainHint> = Vec::new();
        if !self.read(marks) {
            return hints;
        }
        let mut found = Vec::new();
        for list in [List::X, List::Y, List::XY] {
            self.all_cycles(list, marks, &mut found);
            if list != List::Y {
                self.all_chains(list, &mut found);
            }
        }
        sort_by(&mut found, |(a, _), (b, _)| {
            a.order.partial_cmp(&b.order).unwrap_or(Ordering::Equal)
        });
        for (found, cycle) in found {
            let hint = self.hint(&found);
            let mut before = hints.iter().map(|before| &before.hint.removed);
            if before.any(|removed| *removed == hint.removed) {
                continue;
            }
            let (_, length, key, start, kind) = found.order;
            let list = if key == 2 { List::X } else { List::XY };
            let ends = match kind {
                Kind::Cycle => {
                    let back = cycle.iter().rev().map(|&link| ChainLink {
                        literal: link.literal.opposite(),
                        ..link
                    });
                    let back = back.collect();
                    vec![cycle, back]
                }
                Kind::Refuted | Kind::Proved => vec![self.chain(list, start, kind, length)],
            };
            hints.push(ChainHint { hint, key, ends });
        }
        hints
    }
}

impl<const W: usize> Search<W> {
    /// Takes over a state; false if it has no hint.
    fn read(&mut self, marks: &Marks) -> bool {
        if self.state.as_ref() == Some(marks) {
            return !self.refuted.is_empty();
        }
        self.state = Some(*marks);
        self.candidates.read(marks);
        for links in &mut self.lists {
            links.clear(&self.candidates);
        }
        let links = &mut self.lists[List::XY as usize];
        links.close(&self.candidates);
        self.refuted = Row::EMPTY;
        for number in 0..self.candidates.count() {
            let row = links.all_next(&self.candidates, number);
            if row.meets(&links.weak(&self.candidates)[number]) {
                self.refuted.insert(number);
            }
        }
        !self.refuted.is_empty()
    }

    /// Finds the components of a list with cycles that may remove a candidate.
    fn find_parts(&mut self, list: List) {
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        if list != List::XY {
            links.close(candidates);
        }
        self.parts.clear();
        for component in &links.components {
            let removed = links.removable(candidates, component).and(&self.refuted);
            if !removed.is_empty() {
                self.parts.push((*component, removed));
            }
        }
    }

    /// Searches of a list.
    fn fronts(&self, list: List) -> Fronts<W> {
        Fronts::new(&self.candidates, &self.lists[list as usize], &self.refuted)
    }

    /// Finds the best cycle of a list, if it goes before `best`.
    fn search_cycles(&mut self, list: List, marks: &Marks, best: &mut Option<Found>) {
        if is_before(best.as_ref(), list, 4) {
            return;
        }
        self.find_parts(list);
        let refuted = self.refuted;
        self.offer_cycles(list, marks, [4, u32::MAX], &refuted, best);
    }

    /// Finds the best hint of a list, if it goes before `best`.
    fn search(&mut self, list: List, marks: &Marks, best: &mut Option<Found>) {
        if is_before(best.as_ref(), list, 4) {
            return;
        }
        let mut has_parts = false;
        let mut fronts = self.fronts(list);
        let mut refuted = Row::EMPTY;
        let mut refuted_before = Row::EMPTY;
        for length in (2..).step_by(2) {
            if is_before(best.as_ref(), list, length) {
                return;
            }
            let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
            let mut proved = Row::<W>::EMPTY;
            if length > 2 {
                fronts.prove(candidates, links, |start| proved.insert(start));
            }
            // One level ahead: refuted by `length + 2` literals.
            let mut refuted_next = Row::<W>::EMPTY;
            let mut may_close = !refuted.is_empty();
            fronts.refute(candidates, links, |links, start, level| {
                refuted_next.insert(start);
                may_close = may_close || links.may_close(candidates, start, level);
            });
            refuted.add(&refuted_next);
            if refuted.is_empty() {
                if fronts.refuting.is_empty() {
                    return;
                }
                continue;
            }
            let mut starts = refuted_before.numbers();
            if let Some(start) = starts.find(|&start| candidates.is_start(start)) {
                offer(best, order(list, length, start, Kind::Refuted), Vec::new());
            }
            if let Some(start) = proved.first() {
                offer(best, order(list, length, start, Kind::Proved), Vec::new());
            }
            let mut is_live = fronts.are_live() || !refuted_next.is_empty();
            if may_close && length > 2 {
                if !has_parts {
                    self.find_parts(list);
                    has_parts = true;
                }
                is_live |= self.offer_cycles(list, marks, [length; 2], &refuted, best);
            }
            if !is_live {
                return;
            }
            refuted_before = refuted_next;
        }
    }

    /// Finds the first cycle, of these least and greatest lengths, that removes one of the refuted
    /// candidates. False if no walk goes on beyond it.
    fn offer_cycles(
        &mut self,
        list: List,
        marks: &Marks,
        [least, most]: [u32; 2],
        refuted: &Row<W>,
        best: &mut Option<Found>,
    ) -> bool {
        let mut is_live = false;
        for (start, component) in self.cycle_starts(list, refuted) {
            if !is_better(order(list, least, start, Kind::Cycle), best.as_ref()) {
                return true;
            }
            let most = most as usize / 2 - 1;
            self.find_levels(list, start, most, &component);
            is_live |= self.levels.len() > most;
            for depth in least as usize / 2 - 1..self.levels.len() {
                let order = order(list, 2 * depth as u32 + 2, start, Kind::Cycle);
                if !is_better(order, best.as_ref()) {
                    break;
                }
                self.close_cycles(list, start, depth, refuted, &mut |cycle| {
                    let removed = cycle.removed(marks);
                    if removed.is_empty() {
                        return true;
                    }
                    offer(best, order, removed);
                    false
                });
            }
        }
        is_live
    }

    /// Starts of cycles, with their components.
    fn cycle_starts(&self, list: List, refuted: &Row<W>) -> Vec<(usize, Row<W>)> {
        let mut starts = Vec::new();
        for (component, removed) in &self.parts {
            if removed.meets(refuted) {
                for start in component.numbers() {
                    let cell = self.candidates.literals[start].cell();
                    let count = self.candidates.of_cell(cell).len();
                    if count == 2 || count > 2 && list != List::Y {
                        starts.push((start, *component));
                    }
                }
            }
        }
        sort_by_key(&mut starts, |&(start, _)| start);
        starts
    }

    /// Finds the candidates of a component that a true one makes true, by number of steps.
    fn find_levels(&mut self, list: List, start: usize, depth: usize, component: &Row<W>) {
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        self.levels.clear();
        let mut level = Row::one(start);
        let mut seen = level;
        while !level.is_empty() && self.levels.len() <= depth {
            self.levels.push(level);
            level = links.advance(candidates, &level, &mut seen);
            level = level.and(component);
        }
    }

    /// Visits the cycles from a start that close after this number of levels, if they may remove
    /// one of the refuted candidates. Stops once `visit` is false.
    fn close_cycles(
        &mut self,
        list: List,
        start: usize,
        depth: usize,
        refuted: &Row<W>,
        visit: &mut dyn FnMut(&Cycle<W>) -> bool,
    ) {
        let (candidates, links) = (&self.candidates, &self.lists[list as usize]);
        let last = self.levels[depth].and(&links.before(candidates, start));
        if last.is_empty() {
            return;
        }
        self.ways.clear();
        self.ways.extend_from_slice(&self.levels[..depth]);
        self.ways.push(last);
        links.keep_ways(candidates, &mut self.ways);
        let mut ons = Row::EMPTY;
        for level in &self.ways {
            ons.add(level);
        }
        if !links.removable(candidates, &ons).meets(refuted) {
            return;
        }
        self.nodes.clear();
        self.nodes.push(Node::start(start));
        let last = links.walk(candidates, &self.ways, &mut self.nodes);
        let nodes = &self.nodes;
        let mut goes_on = true;
        for at in last..nodes.len() {
            links.offs(
                candidates,
                nodes[at].on.into(),
                &links.strong(candidates, start),
                |off| {
                    let cycle = Cycle {
                        candidates,
                        links,
                        nodes,
                        last: at,
                        off,
                    };
                    goes_on = goes_on && (cycle.is_twisted() || visit(&cycle));
                },
            );
        }
    }

    fn hint(&self, found: &Found) -> Hint {
        let (rating, length, _, start, kind) = found.order;
        let on = self.candidates.literals[start];
        let literal = if kind == Kind::Proved {
            on
        } else {
            on.opposite()
        };
        let digits = self.candidates.digits(literal.cell());
        let mut hint = Hint::concluding(literal, digits, rating, length);
        if kind == Kind::Cycle {
            hint.removed.clone_from(&found.removed);
        }
        hint
    }

    /// Collects the chains of all refuted and proved candidates.
    fn all_chains(&mut self, list: List, all: &mut Vec<(Found, Vec<ChainLink>)>) {
        let mut fronts = self.fronts(list);
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        let mut keep = |order| {
            let removed = Vec::new();
            all.push((Found { order, removed }, Vec::new()));
        };
        fronts
            .refuting
            .retain(|front| candidates.is_start(front.start));
        for length in (4..).step_by(2) {
            if !fronts.are_live() {
                return;
            }
            fronts.refute(candidates, links, |_, start, _| {
                keep(order(list, length, start, Kind::Refuted));
            });
            fronts.prove(candidates, links, |start| {
                keep(order(list, length, start, Kind::Proved));
            });
        }
    }

    /// Collects all cycles that remove a candidate, from each of their starts.
    fn all_cycles(&mut self, list: List, marks: &Marks, all: &mut Vec<(Found, Vec<ChainLink>)>) {
        self.find_parts(list);
        let refuted = self.refuted;
        for (start, component) in self.cycle_starts(list, &refuted) {
            self.find_levels(list, start, usize::MAX, &component);
            for depth in 1..self.levels.len() {
                let order = order(list, 2 * depth as u32 + 2, start, Kind::Cycle);
                self.close_cycles(list, start, depth, &refuted, &mut |cycle| {
                    let removed = cycle.removed(marks);
                    if !removed.is_empty() {
                        all.push((Found { order, removed }, cycle.chain()));
                    }
                    true
                });
            }
        }
    }

    /// Chain of this length that refutes or proves a candidate.
    fn chain(&mut self, list: List, start: usize, kind: Kind, length: u32) -> Vec<ChainLink> {
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        self.nodes.clear();
        let (first, target) = if kind == Kind::Refuted {
            self.nodes.push(Node::start(start));
            (Row::one(start), links.weak(candidates)[start])
        } else {
            let nodes = &mut self.nodes;
            links.ons(candidates, start, |on| {
                let before = nodes.len() as u16;
                let (on, off) = (on as u16, start as u16);
                nodes.push(Node { on, off, before });
            });
            (links.strong(candidates, start), Row::one(start))
        };
        let mut seen = first;
        self.levels.clear();
        self.levels.push(first);
        for at in 0..length as usize / 2 - 1 {
            let level = links.advance(candidates, &self.levels[at], &mut seen);
            self.levels.push(level);
        }
        if let Some(last) = self.levels.last_mut() {
            *last = last.and(&target);
        }
        links.keep_ways(candidates, &mut self.levels);
        let last = links.walk(candidates, &self.levels, &mut self.nodes);
        let mut chain = Vec::new();
        if kind == Kind::Refuted {
            chain.push(candidates.weak_link(self.nodes[last].on.into(), start));
        }
        chain.extend(links.chain(candidates, &self.nodes, last));
        if kind == Kind::Proved {
            if let Some(first) = chain.last_mut() {
                let number = candidates.number_of(first.literal);
                *first = links.strong_link(candidates, start, number);
            }
            chain.push(candidates.start(start, false));
        }
        chain
    }
}
