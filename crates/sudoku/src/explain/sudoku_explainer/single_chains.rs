//! Single forcing chains, and cycles (rung 21).
//!
//! A chain refutes a candidate, or proves it. A cycle removes candidates that see a true and a
//! false literal of their digit in it; such a candidate is also refuted, by a chain with at most
//! two literals more. So is each rival of a proved candidate. Hence there is a hint only if a chain
//! of any length refutes a candidate, and the searches by length start from such candidates alone.

use std::cmp::Ordering;

use super::super::layout::LayoutSet;
use super::candidate_rows::{List, Row};
use super::chain_order::{Found, Kept, Kind, order};
use super::chain_search::{ChainSearch, Search};
use super::cycles::ClosedWalk;
use super::fronts::{Fronts, advance};
use super::link_rows::Node;
use super::marks::{ChainHint, ChainLink, Hint, Marks, tenths};
use countless_simd::{sort_by, sort_by_key};

impl<const W: usize> ChainSearch for Search<W> {
    fn first_single(&mut self, marks: &Marks) -> Option<Hint> {
        self.read(marks);
        if self.refuted.is_empty() {
            return None;
        }
        let mut kept = Kept::first();
        self.search(List::X, marks, &mut kept);
        if kept.wants_any(List::Y, 4) {
            self.search_cycles(List::Y, marks, [4, u32::MAX], self.refuted, &mut kept);
        }
        self.search(List::XY, marks, &mut kept);
        kept.hints.first().map(|first| self.hint(first))
    }

    fn single_within(&mut self, marks: &Marks, most: u16) -> Vec<Hint> {
        self.read(marks);
        let mut kept = Kept::default();
        self.search_chains(List::X, most, &mut kept);
        self.search_chains(List::XY, most, &mut kept);
        kept.hints.iter().map(|found| self.hint(found)).collect()
    }

    fn all_single(&mut self, marks: &Marks) -> Vec<ChainHint> {
        let mut hints: Vec<ChainHint> = Vec::new();
        self.read(marks);
        if self.refuted.is_empty() {
            return hints;
        }
        let mut kept = Kept::default();
        for list in [List::X, List::Y, List::XY] {
            self.search_cycles(list, marks, [4, u32::MAX], self.refuted, &mut kept);
            if list != List::Y {
                self.search_chains(list, u16::MAX, &mut kept);
            }
        }
        sort_by(&mut kept.hints, |a, b| {
            a.order.partial_cmp(&b.order).unwrap_or(Ordering::Equal)
        });
        for found in kept.hints {
            let hint = self.hint(&found);
            let mut before = hints.iter().map(|before| &before.hint.removed);
            if before.any(|removed| *removed == hint.removed) {
                continue;
            }
            let key = found.order.2;
            let ends = match found.cycle {
                Some((_, cycle)) => {
                    let back = cycle.iter().rev().map(|&link| ChainLink {
                        literal: link.literal.opposite(),
                        ..link
                    });
                    let back = back.collect();
                    vec![cycle, back]
                }
                None => vec![self.chain(&found)],
            };
            hints.push(ChainHint { hint, key, ends });
        }
        hints
    }

    fn first_multiple(&mut self, marks: &Marks) -> Option<Hint> {
        self.first_of_branches(marks)
    }

    fn all_multiple(&mut self, marks: &Marks) -> Vec<ChainHint> {
        self.all_of_branches(marks)
    }
}

impl<const W: usize> Search<W> {
    /// Finds the components of a list with cycles that may remove a candidate.
    fn find_parts(&mut self, list: List) {
        if self.parts_of.replace(list) == Some(list) {
            return;
        }
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        if list != List::XY {
            links.close(candidates);
        }
        self.parts.clear();
        for component in &links.components {
            let removed = links.removable(candidates, component) & self.refuted;
            if !removed.is_empty() {
                self.parts.push((*component, removed));
            }
        }
    }

    /// Searches of a list.
    fn fronts(&self, list: List) -> Fronts<W> {
        Fronts::new(&self.candidates, &self.lists[list as usize], &self.refuted)
    }

    /// Searches for the first hint of a list.
    fn search(&mut self, list: List, marks: &Marks, kept: &mut Kept) {
        if !kept.wants_any(list, 4) {
            return;
        }
        let mut fronts = self.fronts(list);
        let [mut refuted, mut refuted_before] = [Row::NONE; 2];
        for length in (2..).step_by(2) {
            if !kept.wants_any(list, length) {
                return;
            }
            let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
            let mut proved = Row::<W>::NONE;
            if length > 2 {
                advance(&mut fronts.proving, candidates, links, |_, front| {
                    proved.insert(front.start);
                });
            }
            // One level ahead: refuted by `length + 2` literals.
            let mut refuted_next = Row::<W>::NONE;
            let mut may_close = !refuted.is_empty();
            advance(&mut fronts.refuting, candidates, links, |links, front| {
                refuted_next.insert(front.start);
                may_close = may_close || links.may_close(candidates, front.start, &front.level);
            });
            refuted |= refuted_next;
            if refuted.is_empty() {
                if fronts.refuting.is_empty() {
                    return;
                }
                continue;
            }
            let mut starts = refuted_before.iter();
            let start = starts.find(|&start| candidates.is_start(start));
            for (start, kind) in [(start, Kind::Refuted), (proved.first(), Kind::Proved)] {
                if let Some(start) = start {
                    kept.add(order(list, length, start, kind), None);
                }
            }
            let mut is_live = fronts.are_live() || !refuted_next.is_empty();
            if may_close && length > 2 {
                is_live |= self.search_cycles(list, marks, [length; 2], refuted, kept);
            }
            if !is_live {
                return;
            }
            refuted_before = refuted_next;
        }
    }

    /// Searches for the chains of a list that are rated up to a limit, in tenths: for each candidate
    /// the shortest one that refutes or proves it.
    fn search_chains(&mut self, list: List, most: u16, kept: &mut Kept) {
        let mut fronts = self.fronts(list);
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        let is_start = |start| candidates.is_start(start);
        fronts.refuting.retain(|front| is_start(front.start));
        for length in (4..).step_by(2) {
            let rating = order(list, length, 0, Kind::Refuted).0;
            if !fronts.are_live() || tenths(rating) > most {
                return;
            }
            let of_kinds = [
                (&mut fronts.refuting, Kind::Refuted),
                (&mut fronts.proving, Kind::Proved),
            ];
            for (fronts, kind) in of_kinds {
                advance(fronts, candidates, links, |_, front| {
                    kept.add(order(list, length, front.start, kind), None);
                });
            }
        }
    }

    /// Searches for cycles of these least and greatest lengths that remove one of the refuted
    /// candidates. False if no walk goes on beyond it.
    fn search_cycles(
        &mut self,
        list: List,
        marks: &Marks,
        [least, most]: [u32; 2],
        refuted: Row<W>,
        kept: &mut Kept,
    ) -> bool {
        self.find_parts(list);
        let mut is_live = false;
        for (start, component) in self.cycle_starts(list, &refuted) {
            if !kept.wants(order(list, least, start, Kind::Cycle)) {
                return true;
            }
            let most = most as usize / 2 - 1;
            self.find_levels(list, start, most, &component);
            is_live |= self.levels.len() > most;
            for depth in least as usize / 2 - 1..self.levels.len() {
                let order = order(list, 2 * depth as u32 + 2, start, Kind::Cycle);
                if !kept.wants(order) {
                    break;
                }
                self.close_cycles(list, start, depth, &refuted, &mut |cycle| {
                    let removed = if kept.wants(order) {
                        cycle.removed(marks)
                    } else {
                        Vec::new()
                    };
                    if !removed.is_empty() {
                        kept.add(order, Some((removed, cycle.chain())));
                    }
                });
            }
        }
        is_live
    }

    /// Starts of cycles, with their components.
    fn cycle_starts(&self, list: List, refuted: &Row<W>) -> Vec<(usize, Row<W>)> {
        let mut starts = Vec::new();
        for (component, removed) in &self.parts {
            if removed.meets(*refuted) {
                for start in component.iter() {
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
        let mut level = Row::of(start);
        let mut seen = level;
        while !level.is_empty() && self.levels.len() <= depth {
            self.levels.push(level);
            level = links.advance(candidates, &level, &mut seen);
            level &= *component;
        }
    }

    /// Visits the cycles from a start that close after this number of levels, if they may remove
    /// one of the refuted candidates.
    fn close_cycles(
        &mut self,
        list: List,
        start: usize,
        depth: usize,
        refuted: &Row<W>,
        visit: &mut dyn FnMut(&ClosedWalk<W>),
    ) {
        let (candidates, links) = (&self.candidates, &self.lists[list as usize]);
        let last = self.levels[depth] & links.before(candidates, start);
        if last.is_empty() {
            return;
        }
        self.ways.clear();
        self.ways.extend_from_slice(&self.levels[..depth]);
        self.ways.push(last);
        links.keep_ways(candidates, &mut self.ways);
        let mut ons = Row::NONE;
        for level in &self.ways {
            ons |= *level;
        }
        if !links.removable(candidates, &ons).meets(*refuted) {
            return;
        }
        self.nodes.clear();
        self.nodes.push(Node::start(start));
        let last = links.walk(candidates, &self.ways, &mut self.nodes);
        let nodes = &self.nodes;
        let offs = links.strong(candidates, start);
        for last in last..nodes.len() {
            links.offs(candidates, nodes[last].on.into(), &offs, |off| {
                let walk = ClosedWalk {
                    candidates,
                    links,
                    nodes,
                    last,
                    off,
                };
                if !walk.is_twisted() {
                    visit(&walk);
                }
            });
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
        if let Some((removed, _)) = &found.cycle {
            hint.removed.clone_from(removed);
        }
        hint
    }

    /// Chain that refutes or proves a candidate.
    fn chain(&mut self, found: &Found) -> Vec<ChainLink> {
        let (_, length, key, start, kind) = found.order;
        let list = if key == 2 { List::X } else { List::XY };
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        self.nodes.clear();
        let (first, target) = if kind == Kind::Refuted {
            self.nodes.push(Node::start(start));
            (Row::of(start), links.weak(candidates)[start])
        } else {
            let nodes = &mut self.nodes;
            links.ons(candidates, start, |on| {
                let before = nodes.len() as u16;
                let (on, off) = (on as u16, start as u16);
                nodes.push(Node { on, off, before });
            });
            (links.strong(candidates, start), Row::of(start))
        };
        let mut seen = first;
        self.levels.clear();
        self.levels.push(first);
        for at in 0..length as usize / 2 - 1 {
            let level = links.advance(candidates, &self.levels[at], &mut seen);
            self.levels.push(level);
        }
        if let Some(last) = self.levels.last_mut() {
            *last &= target;
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
