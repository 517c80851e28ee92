//! Links of candidates as rows of bits.
//!
//! ```text
//!     candidate ──weak──▶ candidates that it makes false
//!     candidate ─strong─▶ candidates that are true if it is false
//!     candidate ──next──▶ candidates that are true if it is true, by a weak and a strong step
//! ```

use super::super::layout::LayoutSet;
use super::candidate_rows::{Candidates, List, NONE, Row};
use super::marks::{ChainLink, houses_of};

/// Node of an ordered walk: a true candidate, and the false one that it follows from.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Candidate that is true.
    pub on: u16,
    /// Candidate that is false; the candidate itself at the start.
    pub off: u16,
    /// Node before it; the node itself at the start.
    pub before: u16,
}

impl Node {
    /// The first true candidate.
    pub fn start(number: usize) -> Self {
        Self {
            on: number as u16,
            off: number as u16,
            before: 0,
        }
    }
}

/// Links of a list.
#[derive(Debug)]
pub struct Links<const W: usize> {
    list: List,
    next: Vec<Row<W>>,
    known: Row<W>,
    /// Candidates that a true candidate makes true by any number of steps.
    pub reach: Vec<Row<W>>,
    /// Components in which each candidate makes each other one true, by two candidates at least.
    pub components: Vec<Row<W>>,
    /// Number of depth-first visits of candidates that strong links lead to (Tarjan 1972).
    visits: u16,
    visited: Row<W>,
    /// Visited candidates whose component is not known yet.
    open: Row<W>,
    path: Vec<u16>,
    /// Earliest visit that each candidate leads back to.
    earliest: Vec<u16>,
}

impl<const W: usize> Links<W> {
    pub fn new(list: List) -> Self {
        Self {
            list,
            next: Vec::new(),
            known: Row::NONE,
            reach: Vec::new(),
            components: Vec::new(),
            visits: 0,
            visited: Row::NONE,
            open: Row::NONE,
            path: Vec::new(),
            earliest: Vec::new(),
        }
    }

    /// Forgets the links of the state before.
    pub fn clear(&mut self, candidates: &Candidates<W>) {
        self.known = Row::NONE;
        self.next.resize(candidates.count(), Row::NONE);
    }

    /// Candidates with a strong link.
    #[inline(always)]
    pub fn linked<'a>(&self, candidates: &'a Candidates<W>) -> &'a Row<W> {
        &candidates.linked[self.list as usize]
    }

    /// Candidates that a true candidate makes false.
    #[inline(always)]
    pub fn weak<'a>(&self, candidates: &'a Candidates<W>) -> &'a [Row<W>] {
        match self.list {
            List::X => &candidates.in_houses,
            List::Y | List::XY => &candidates.anywhere,
        }
    }

    /// Candidates with a weak link to one of these.
    pub fn rivals(&self, candidates: &Candidates<W>, of: &Row<W>) -> Row<W> {
        let weak = self.weak(candidates);
        of.iter().fold(Row::NONE, |row, number| row | weak[number])
    }

    /// Candidates that a false candidate makes true.
    #[inline(always)]
    pub fn strong(&self, candidates: &Candidates<W>, number: usize) -> Row<W> {
        let (row, in_houses) = (candidates.strong[number], candidates.in_houses[number]);
        match self.list {
            List::X => row & in_houses,
            List::Y => row & !in_houses,
            List::XY => row,
        }
    }

    /// Candidates that a true candidate makes true.
    #[inline(always)]
    pub fn next(&mut self, candidates: &Candidates<W>, number: usize) -> &Row<W> {
        if !self.known.contains(number) {
            let offs = self.weak(candidates)[number] & *self.linked(candidates);
            let mut row = Row::NONE;
            for off in offs.iter() {
                row |= self.strong(candidates, off);
            }
            self.next[number] = row;
            self.known.insert(number);
        }
        &self.next[number]
    }

    /// Finds what each candidate with a strong link makes true, and the components.
    pub fn close(&mut self, candidates: &Candidates<W>) {
        self.reach.resize(candidates.count(), Row::NONE);
        self.components.clear();
        self.visits = 0;
        self.visited = Row::NONE;
        self.earliest.resize(candidates.count(), 0);
        for number in self.linked(candidates).iter() {
            if !self.visited.contains(number) {
                self.visit(candidates, number);
            }
        }
    }

    fn visit(&mut self, candidates: &Candidates<W>, number: usize) {
        let index = self.visits;
        self.visits += 1;
        self.visited.insert(number);
        self.open.insert(number);
        let at = self.path.len();
        self.path.push(number as u16);
        self.earliest[number] = index;
        let next = *self.next(candidates, number);
        let mut earliest = index;
        for other in next.iter() {
            if !self.visited.contains(other) {
                self.visit(candidates, other);
            }
            if self.open.contains(other) {
                earliest = earliest.min(self.earliest[other]);
            }
        }
        self.earliest[number] = earliest;
        if earliest != index {
            return;
        }
        let [mut component, mut row] = [Row::NONE; 2];
        for &other in &self.path[at..] {
            component.insert(other.into());
            row |= self.next[usize::from(other)];
        }
        let row = self.closed(row, component);
        for &other in &self.path[at..] {
            self.reach[usize::from(other)] = row;
        }
        if self.path.len() > at + 1 {
            self.components.push(component);
        }
        self.path.truncate(at);
        self.open &= !component;
    }

    /// These candidates, and what they make true. Those of `done` are not followed.
    #[inline(always)]
    fn closed(&self, mut row: Row<W>, mut done: Row<W>) -> Row<W> {
        while let Some(number) = (row & !done).first() {
            let reach = self.reach[number];
            row |= reach;
            done |= reach;
            done.insert(number);
        }
        row
    }

    /// Candidates that a true candidate makes true by any number of steps.
    #[inline(always)]
    pub fn all_next(&mut self, candidates: &Candidates<W>, number: usize) -> Row<W> {
        if self.linked(candidates).contains(number) {
            return self.reach[number];
        }
        let next = *self.next(candidates, number);
        self.closed(next, Row::NONE)
    }

    /// Candidates that make this one true.
    pub fn before(&self, candidates: &Candidates<W>, number: usize) -> Row<W> {
        self.rivals(candidates, &self.strong(candidates, number))
    }

    /// Candidates that the last level makes true for the first time.
    #[inline(always)]
    pub fn advance(
        &mut self,
        candidates: &Candidates<W>,
        level: &Row<W>,
        seen: &mut Row<W>,
    ) -> Row<W> {
        let mut row = Row::NONE;
        for number in level.iter() {
            row |= *self.next(candidates, number);
        }
        let row = row & !*seen;
        *seen |= row;
        row
    }

    /// Keeps of each level only candidates on a way to the last one.
    pub fn keep_ways(&self, candidates: &Candidates<W>, levels: &mut [Row<W>]) {
        for at in (1..levels.len()).rev() {
            let mut before = Row::NONE;
            for number in levels[at].iter() {
                before |= self.before(candidates, number);
            }
            levels[at - 1] &= before;
        }
    }

    /// True if the shortest refuting chain of a candidate, which ends at one of `last`, may be a
    /// cycle but for the candidate: then the first false candidate, the last true one and it see
    /// each other.
    pub fn may_close(&self, candidates: &Candidates<W>, refuted: usize, last: &Row<W>) -> bool {
        let seen = candidates.in_houses[refuted];
        let first = seen & *self.linked(candidates);
        let mut last = (*last & seen).iter();
        last.any(|number| candidates.in_houses[number].meets(first))
    }

    /// Candidates that cycles with some of these true candidates may remove: those that see one of
    /// them, and a false candidate between two of them.
    pub fn removable(&self, candidates: &Candidates<W>, ons: &Row<W>) -> Row<W> {
        let [mut by_on, mut offs, mut before, mut by_off] = [Row::NONE; 4];
        for on in ons.iter() {
            by_on |= candidates.in_houses[on];
            offs |= self.weak(candidates)[on];
            before |= self.strong(candidates, on);
        }
        for off in (offs & before).iter() {
            by_off |= candidates.in_houses[off];
        }
        by_on & by_off
    }

    /// Calls `visit` with the candidates of a row that a true one makes false, in order.
    pub fn offs(
        &self,
        candidates: &Candidates<W>,
        on: usize,
        among: &Row<W>,
        mut visit: impl FnMut(usize),
    ) {
        let mut rest = self.weak(candidates)[on] & *among;
        if let Some(only) = rest.only() {
            return visit(only);
        }
        let in_cell = rest & !candidates.in_houses[on];
        in_cell.iter().for_each(&mut visit);
        rest &= !in_cell;
        let literal = candidates.literals[on];
        for house in houses_of(literal.cell()) {
            let in_house = rest & *candidates.places(house, literal.digit());
            in_house.iter().for_each(&mut visit);
            rest &= !in_house;
        }
    }

    /// Walks from the nodes of the first level through these levels, in order. Returns the position
    /// of the first node of the last level.
    pub fn walk(
        &self,
        candidates: &Candidates<W>,
        levels: &[Row<W>],
        nodes: &mut Vec<Node>,
    ) -> usize {
        let mut start = 0;
        for level in &levels[1..] {
            let mut among = Row::NONE;
            for number in level.iter() {
                among |= self.strong(candidates, number);
            }
            let mut rest = *level;
            let end = nodes.len();
            for before in start..end {
                self.offs(candidates, nodes[before].on.into(), &among, |off| {
                    self.ons_among(candidates, off, &mut rest, |on| {
                        let [on, off, before] = [on, off, before].map(|number| number as u16);
                        nodes.push(Node { on, off, before });
                    });
                });
            }
            start = end;
        }
        start
    }

    /// Link from a false candidate to a true one.
    pub fn strong_link(&self, candidates: &Candidates<W>, off: usize, on: usize) -> ChainLink {
        let partners = candidates.partners[off];
        let kind = self
            .list
            .kinds()
            .find(|&kind| usize::from(partners[kind]) == on);
        candidates.link(on, true, kind.unwrap_or(0))
    }

    /// Chain from a node to the first true candidate.
    pub fn chain(&self, candidates: &Candidates<W>, nodes: &[Node], from: usize) -> Vec<ChainLink> {
        let mut links = Vec::new();
        let mut at = from;
        loop {
            let Node { on, off, before } = nodes[at];
            if usize::from(before) == at {
                links.push(candidates.start(on.into(), true));
                return links;
            }
            let (on, off) = (on.into(), off.into());
            links.push(self.strong_link(candidates, off, on));
            at = before.into();
            links.push(candidates.weak_link(nodes[at].on.into(), off));
        }
    }

    /// Calls `visit` with the true candidates that a false one yields, in order.
    pub fn ons(&self, candidates: &Candidates<W>, off: usize, visit: impl FnMut(usize)) {
        let mut rest = self.strong(candidates, off);
        self.ons_among(candidates, off, &mut rest, visit);
    }

    /// Calls `visit` with those among these candidates, in order, and removes them.
    #[inline(always)]
    fn ons_among(
        &self,
        candidates: &Candidates<W>,
        off: usize,
        among: &mut Row<W>,
        mut visit: impl FnMut(usize),
    ) {
        for &on in &candidates.partners[off][self.list.kinds()] {
            if on != NONE && among.contains(on.into()) {
                among.remove(on.into());
                visit(on.into());
            }
        }
    }
}
