//! Single forcing chains, and cycles (rung 21).
//!
//! A chain refutes a candidate, or proves it. A cycle removes candidates that see a true and a
//! false literal of their digit in it; such a candidate is also refuted, by a chain with at most
//! two literals more. So is each rival of a proved candidate. Hence there is a hint only if a chain
//! of any length refutes a candidate, and the searches by length start from such candidates alone.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::super::layout::classic::PEERS;
use super::chain_hints::{ChainHint, ChainLink, length_rating};
use super::link_rows::{Candidates, Links, List, Node, Row};
use super::marks::{Hint, Marks};

/// Candidates that go, by ascending cells.
type Removed = Vec<(usize, u16)>;

/// Searches for single chains, with reused memory.
#[derive(Debug)]
pub struct SingleChains {
    small: Search<4>,
    large: Option<Box<Search<12>>>,
}

impl Default for SingleChains {
    fn default() -> Self {
        Self {
            small: Search::new(),
            large: None,
        }
    }
}

impl SingleChains {
    /// The hint that Sudoku Explainer applies.
    pub fn first(&mut self, marks: &Marks) -> Option<Hint> {
        if marks.count() <= 256 {
            self.small.first(marks)
        } else {
            self.large().first(marks)
        }
    }

    /// All hints, sorted; of those that remove the same the first.
    pub fn all(&mut self, marks: &Marks) -> Vec<ChainHint> {
        if marks.count() <= 256 {
            self.small.all(marks)
        } else {
            self.large().all(marks)
        }
    }

    fn large(&mut self) -> &mut Search<12> {
        self.large.get_or_insert_with(|| Box::new(Search::new()))
    }
}

/// Kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Cycle,
    Refuted,
    Proved,
}

/// Order of hints: rating, length, key, start, kind.
type Order = (f64, u32, u8, usize, Kind);

/// Hint of a list.
struct Found {
    order: Order,
    removed: Removed,
}

/// Levels of a search from one candidate.
struct Front<const W: usize> {
    start: usize,
    level: Row<W>,
    seen: Row<W>,
}

#[derive(Debug)]
struct Search<const W: usize> {
    candidates: Candidates<W>,
    lists: [Links<W>; 3],
    /// Components of the list, and refuted candidates that cycles in them may remove.
    parts: Vec<(Row<W>, Row<W>)>,
    /// Candidates that chains of any length refute.
    refuted: Row<W>,
    levels: Vec<Row<W>>,
    nodes: Vec<Node>,
}

fn base(list: List, kind: Kind) -> f64 {
    match (list, kind) {
        (List::XY, _) => 7.0,
        (_, Kind::Cycle) => 6.5,
        (_, Kind::Refuted | Kind::Proved) => 6.6,
    }
}

fn order(list: List, length: u32, start: usize, kind: Kind) -> Order {
    let rating = base(list, kind) + length_rating(length);
    (rating, length, 2 + list as u8, start, kind)
}

impl<const W: usize> Search<W> {
    fn new() -> Self {
        Self {
            candidates: Candidates::new(),
            lists: [List::X, List::Y, List::XY].map(Links::new),
            parts: Vec::new(),
            refuted: Row::EMPTY,
            levels: Vec::new(),
            nodes: Vec::new(),
        }
    }

    fn first(&mut self, marks: &Marks) -> Option<Hint> {
        if !self.read(marks) {
            return None;
        }
        let mut best = None;
        for list in [List::X, List::Y, List::XY] {
            self.search(list, marks, &mut best);
        }
        let best = best?;
        Some(self.hint(&best))
    }

    /// Takes over a state; false if it has no hint.
    fn read(&mut self, marks: &Marks) -> bool {
        self.candidates.read(marks);
        for links in &mut self.lists {
            links.clear(&self.candidates);
        }
        let links = &mut self.lists[List::XY as usize];
        links.close(&self.candidates);
        self.refuted = Row::EMPTY;
        for number in 0..self.candidates.len() {
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
            let [mut ons, mut offs, mut before, mut seen] = [Row::EMPTY; 4];
            for on in component.numbers() {
                ons.add(&candidates.in_houses[on]);
                offs.add(&links.weak(candidates)[on]);
                before.add(&links.strong(candidates, on));
            }
            for off in offs.and(&before).numbers() {
                seen.add(&candidates.in_houses[off]);
            }
            let removed = seen.and(&ons).and(&self.refuted);
            if !removed.is_empty() {
                self.parts.push((*component, removed));
            }
        }
    }

    /// Searches of a list from the refuted candidates, and from those that may be proved, which
    /// have refuted rivals only.
    fn fronts(&self, list: List) -> [Vec<Front<W>>; 2] {
        let (candidates, links) = (&self.candidates, &self.lists[list as usize]);
        let refuted = self.refuted.numbers().map(|start| {
            let level = Row::one(start);
            let seen = level;
            Front { start, level, seen }
        });
        let mut may_be_proved = Vec::new();
        if list != List::Y {
            for start in links.linked(candidates).numbers() {
                let rivals = links.weak(candidates)[start];
                if rivals.and_not(&self.refuted).is_empty() && candidates.is_start(start) {
                    let level = links.strong(candidates, start);
                    let seen = level;
                    may_be_proved.push(Front { start, level, seen });
                }
            }
        }
        [refuted.collect(), may_be_proved]
    }

    /// Finds the best hint of a list, if it goes before `best`.
    fn search(&mut self, list: List, marks: &Marks, best: &mut Option<Found>) {
        let is_before = |best: &Option<Found>, length| {
            let least = order(list, length, 0, Kind::Cycle);
            best.as_ref().is_some_and(|best| best.order < least)
        };
        if is_before(best, 4) {
            return;
        }
        if list == List::Y {
            self.find_parts(list);
            let refuted = self.refuted;
            let mut length = 4;
            while !self.parts.is_empty()
                && !is_before(best, length)
                && self.first_cycle(list, marks, length, &refuted, best)
            {
                length += 2;
            }
            return;
        }
        let mut has_parts = false;
        let [mut refuting, mut proving] = self.fronts(list);
        let mut refuted = Row::EMPTY;
        let mut refuted_before = Row::EMPTY;
        for length in (2..).step_by(2) {
            if is_before(best, length) {
                return;
            }
            let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
            let mut proved = Row::<W>::EMPTY;
            if length > 2 {
                proving.retain_mut(|front| {
                    front.level = links.advance(candidates, &front.level, &mut front.seen);
                    if front.level.has(front.start) {
                        proved.insert(front.start);
                    }
                    !front.level.is_empty()
                });
            }
            // One level ahead: refuted by `length + 2` literals.
            let mut refuted_next = Row::<W>::EMPTY;
            let mut may_close = !refuted.is_empty();
            refuting.retain_mut(|front| {
                front.level = links.advance(candidates, &front.level, &mut front.seen);
                let is_refuted = front.level.meets(&links.weak(candidates)[front.start]);
                if is_refuted {
                    refuted_next.insert(front.start);
                    may_close = may_close || may_be_cycle(candidates, links, front);
                }
                !is_refuted && !front.level.is_empty()
            });
            refuted.add(&refuted_next);
            if refuted.is_empty() {
                if refuting.is_empty() {
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
            let mut is_live =
                !refuting.is_empty() || !proving.is_empty() || !refuted_next.is_empty();
            if may_close && length > 2 {
                if !has_parts {
                    self.find_parts(list);
                    has_parts = true;
                }
                is_live |= self.first_cycle(list, marks, length, &refuted, best);
            }
            if !is_live {
                return;
            }
            refuted_before = refuted_next;
        }
    }

    /// Finds the first cycle of this length that removes one of the refuted candidates. False if no
    /// walk goes on beyond it.
    fn first_cycle(
        &mut self,
        list: List,
        marks: &Marks,
        length: u32,
        refuted: &Row<W>,
        best: &mut Option<Found>,
    ) -> bool {
        let mut is_live = false;
        for (start, component) in self.cycle_starts(list, refuted) {
            let order = order(list, length, start, Kind::Cycle);
            if best.as_ref().is_some_and(|best| best.order < order) {
                return true;
            }
            is_live |= self.levels_to(list, start, length as usize / 2 - 1, &component);
            let mut found = None;
            self.close_cycles(list, start, &mut |nodes, candidates, _, at, off| {
                let removed = removed_by_cycle(marks, candidates, nodes, start, at, off);
                if removed.is_empty() {
                    return true;
                }
                found = Some(removed);
                false
            });
            if let Some(removed) = found {
                offer(best, order, removed);
                return true;
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
        starts.sort_unstable_by_key(|&(start, _)| start);
        starts
    }

    /// Finds the candidates that a true candidate makes true, by number of steps. False if there
    /// are none of the component at this depth.
    fn levels_to(&mut self, list: List, start: usize, depth: usize, component: &Row<W>) -> bool {
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        self.levels.clear();
        self.levels.push(Row::one(start));
        let mut seen = Row::one(start);
        for at in 0..depth {
            let level = links.advance(candidates, &self.levels[at], &mut seen);
            let level = level.and(component);
            self.levels.push(level);
            if level.is_empty() {
                return false;
            }
        }
        true
    }

    /// Visits the cycles from a start that close after the levels: nodes, last node, last candidate
    /// that is false. Stops once `visit` is false.
    fn close_cycles(
        &mut self,
        list: List,
        start: usize,
        visit: &mut dyn FnMut(&[Node], &Candidates<W>, &Links<W>, usize, usize) -> bool,
    ) {
        let (candidates, links) = (&self.candidates, &self.lists[list as usize]);
        let Some(last) = self.levels.last_mut() else {
            return;
        };
        *last = last.and(&links.before(candidates, start));
        if last.is_empty() {
            return;
        }
        links.keep_ways(candidates, &mut self.levels);
        self.nodes.clear();
        self.nodes.push(Node::start(start));
        let last = links.walk(candidates, &self.levels, &mut self.nodes);
        let nodes = &self.nodes;
        let mut goes_on = true;
        for at in last..nodes.len() {
            links.offs(
                candidates,
                nodes[at].on.into(),
                &links.strong(candidates, start),
                |off| {
                    if goes_on && !is_ancestor(nodes, at, off) {
                        goes_on = visit(nodes, candidates, links, at, off);
                    }
                },
            );
        }
    }

    fn hint(&self, found: &Found) -> Hint {
        let (rating, length, _, start, kind) = found.order;
        let literal = self.candidates.literals[start];
        let of_cell = self.candidates.of_cell(literal.cell());
        let bit = 1 << literal.digit();
        let removed = match kind {
            Kind::Cycle => found.removed.clone(),
            Kind::Refuted => vec![(literal.cell(), bit)],
            Kind::Proved => {
                let digits = of_cell.map(|number| 1 << self.candidates.literals[number].digit());
                vec![(literal.cell(), digits.sum::<u16>() & !bit)]
            }
        };
        Hint {
            rating,
            length,
            placed: (kind == Kind::Proved).then(|| (literal.cell(), literal.digit())),
            removed,
        }
    }

    fn all(&mut self, marks: &Marks) -> Vec<ChainHint> {
        let mut hints = Vec::new();
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
        found.sort_by(|(a, _), (b, _)| a.order.partial_cmp(&b.order).unwrap_or(Ordering::Equal));
        let mut removed = HashSet::new();
        for (found, cycle) in found {
            let hint = self.hint(&found);
            if !removed.insert(hint.removed.clone()) {
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

    /// Collects the chains of all refuted and proved candidates.
    fn all_chains(&mut self, list: List, all: &mut Vec<(Found, Vec<ChainLink>)>) {
        let [mut refuting, mut proving] = self.fronts(list);
        let (candidates, links) = (&self.candidates, &mut self.lists[list as usize]);
        let mut keep = |order| {
            let removed = Vec::new();
            all.push((Found { order, removed }, Vec::new()));
        };
        refuting.retain(|front| candidates.is_start(front.start));
        let mut length = 4;
        while !refuting.is_empty() || !proving.is_empty() {
            refuting.retain_mut(|front| {
                front.level = links.advance(candidates, &front.level, &mut front.seen);
                let is_refuted = front.level.meets(&links.weak(candidates)[front.start]);
                if is_refuted {
                    keep(order(list, length, front.start, Kind::Refuted));
                }
                !is_refuted && !front.level.is_empty()
            });
            proving.retain_mut(|front| {
                front.level = links.advance(candidates, &front.level, &mut front.seen);
                let is_proved = front.level.has(front.start);
                if is_proved {
                    keep(order(list, length, front.start, Kind::Proved));
                }
                !is_proved && !front.level.is_empty()
            });
            length += 2;
        }
    }

    /// Collects all cycles that remove a candidate, from each of their starts.
    fn all_cycles(&mut self, list: List, marks: &Marks, all: &mut Vec<(Found, Vec<ChainLink>)>) {
        self.find_parts(list);
        let refuted = self.refuted;
        for (start, component) in self.cycle_starts(list, &refuted) {
            let mut depth = 1;
            while self.levels_to(list, start, depth, &component) {
                let order = order(list, 2 * depth as u32 + 2, start, Kind::Cycle);
                self.close_cycles(list, start, &mut |nodes, candidates, links, at, off| {
                    let removed = removed_by_cycle(marks, candidates, nodes, start, at, off);
                    if !removed.is_empty() {
                        let mut cycle = vec![
                            links.strong_link(candidates, off, start),
                            links.weak_link(candidates, nodes[at].on.into(), off),
                        ];
                        cycle.extend(links.chain(candidates, nodes, at));
                        all.push((Found { order, removed }, cycle));
                    }
                    true
                });
                depth += 1;
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
            chain.push(links.weak_link(candidates, self.nodes[last].on.into(), start));
        }
        chain.extend(links.chain(candidates, &self.nodes, last));
        if kind == Kind::Proved {
            if let Some(first) = chain.last_mut() {
                let number = candidates.number_of(first.literal);
                *first = links.strong_link(candidates, start, number);
            }
            chain.push(links.start(candidates, start, false));
        }
        chain
    }
}

/// True if the shortest refuting chain of a candidate may be a cycle but for the candidate: then the
/// first false candidate, the last true one and it see each other.
fn may_be_cycle<const W: usize>(
    candidates: &Candidates<W>,
    links: &Links<W>,
    front: &Front<W>,
) -> bool {
    let seen = &candidates.in_houses[front.start];
    let first = seen.and(links.linked(candidates));
    let mut last = front.level.and(seen).numbers();
    last.any(|number| candidates.in_houses[number].meets(&first))
}

/// Replaces the best hint if this one goes before it.
fn offer(best: &mut Option<Found>, order: Order, removed: Removed) {
    if best.as_ref().is_none_or(|best| order < best.order) {
        *best = Some(Found { order, removed });
    }
}

/// True if a candidate is false on the way to a node.
fn is_ancestor(nodes: &[Node], from: usize, off: usize) -> bool {
    let mut at = from;
    loop {
        let node = nodes[at];
        let before = usize::from(node.before);
        if before == at {
            return false;
        }
        if usize::from(node.off) == off {
            return true;
        }
        at = before;
    }
}

/// Candidates outside a cycle that see a true and a false literal of their digit.
fn removed_by_cycle<const W: usize>(
    marks: &Marks,
    candidates: &Candidates<W>,
    nodes: &[Node],
    start: usize,
    last: usize,
    off: usize,
) -> Removed {
    let mut cells = 0;
    let mut seen = [[0; 9]; 2];
    let mut add = |number: usize, is_on: bool| {
        let literal = candidates.literals[number];
        cells |= 1 << literal.cell();
        seen[usize::from(is_on)][literal.digit()] |= PEERS[literal.cell()].0;
    };
    add(start, true);
    add(off, false);
    let mut at = last;
    while at != 0 {
        add(nodes[at].on.into(), true);
        add(nodes[at].off.into(), false);
        at = nodes[at].before.into();
    }
    let mut removed = Removed::new();
    for (digit, board) in marks.boards.iter().enumerate() {
        let mut rest = seen[0][digit] & seen[1][digit] & board & !cells;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            match removed.iter_mut().find(|(other, _)| *other == cell) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => removed.push((cell, 1 << digit)),
            }
        }
    }
    removed.sort_unstable();
    removed
}
