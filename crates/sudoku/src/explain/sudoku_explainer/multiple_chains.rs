//! Multiple forcing chains (rung 24): literals that follow from each candidate of a cell, or from
//! each place of a digit in a house.
//!
//! The literals that follow from a candidate are known for all candidates at once. Only cells and houses
//! whose branches have something in common are walked through, as Sudoku Explainer does.

use super::candidate_rows::{Candidates, List, Row};
use super::chain_hints::{
    ByWidth, ChainHint, ChainLink, ChainSearch, ChainStep, LONG_ROW, SHORT_ROW, length_rating,
};
use super::link_rows::Links;
use super::marks::{CELLS, Hint, Literal, Marks, houses_of};
use countless_simd::sort_by_key;

/// Searches for multiple chains, with reused memory.
pub type MultipleChains = ByWidth<Search<SHORT_ROW>, Search<LONG_ROW>>;

/// Literals that follow from a true candidate, in the order found.
#[derive(Debug, Default)]
struct Walk {
    /// Each literal as its candidate, the node before it, and the number of literals up to it.
    nodes: Vec<(Literal, u16, u16)>,
    /// Node of each literal.
    node_of: Vec<u16>,
}

/// Cell or house, and the numbers of its branches.
struct Source {
    by: ChainStep,
    branches: Vec<usize>,
}

impl Source {
    /// Order among hints of one length.
    fn key(&self) -> u8 {
        if self.by == ChainStep::Cell { 5 } else { 6 }
    }
}

/// Candidates that are true, and those that are false, after each number of steps.
type Levels<const W: usize> = Vec<[Row<W>; 2]>;

/// Search over rows of `W` words.
#[derive(Debug)]
pub struct Search<const W: usize> {
    candidates: Candidates<W>,
    links: Links<W>,
    /// For each true candidate what is true, and what is false.
    follow: Vec<[Row<W>; 2]>,
    walks: Vec<Walk>,
    walked: Row<W>,
    levels: Vec<Levels<W>>,
    leveled: Row<W>,
}

impl<const W: usize> Default for Search<W> {
    fn default() -> Self {
        Self {
            candidates: Candidates::new(),
            links: Links::new(List::XY),
            follow: Vec::new(),
            walks: Vec::new(),
            walked: Row::EMPTY,
            levels: Vec::new(),
            leveled: Row::EMPTY,
        }
    }
}

impl<const W: usize> ChainSearch for Search<W> {
    fn first(&mut self, marks: &Marks) -> Option<Hint> {
        self.read(marks);
        let (mut best, mut equals, mut count) = ((u32::MAX, 0, 0), Vec::new(), 0);
        self.sources(&mut |search, source, common| {
            count += 1;
            for &branch in &source.branches {
                search.level(branch);
            }
            for (is_on, number) in search.targets(common) {
                let branches = source.branches.iter();
                let lengths = branches.map(|&branch| search.length(branch, is_on, number));
                let order = (lengths.sum(), source.key(), count);
                if (order.0, order.1) < (best.0, best.1) {
                    best = order;
                    equals.clear();
                }
                if order == best {
                    equals.push((source.branches[0], is_on, number));
                }
            }
        });
        let &(branch, is_on, number) = equals.first()?;
        let mut literal = self.literal(number, is_on);
        if equals.len() > 1 {
            self.walk(branch);
            let equals = equals.iter().filter(|equal| equal.1 == is_on);
            let literals = equals.map(|&(_, is_on, number)| self.literal(number, is_on));
            literal = literals.min_by_key(|&literal| self.walks[branch].node(literal))?;
        }
        Some(self.hint(best.0, literal))
    }

    fn all(&mut self, marks: &Marks) -> Vec<ChainHint> {
        self.read(marks);
        let (mut found, mut sources) = (Vec::new(), Vec::new());
        self.sources(&mut |search, source, common| {
            for &branch in &source.branches {
                if !search.walked.has(branch) {
                    search.walk(branch);
                }
            }
            let mut targets: Vec<Literal> = search
                .targets(common)
                .map(|(is_on, number)| search.literal(number, is_on))
                .collect();
            let first = &search.walks[source.branches[0]];
            sort_by_key(&mut targets, |&literal| {
                (!literal.is_on(), first.node(literal))
            });
            for literal in targets {
                let lengths = source.branches.iter().map(|&branch| {
                    let walk = &search.walks[branch];
                    u32::from(walk.nodes[walk.node(literal)].2)
                });
                found.push((lengths.sum(), source.key(), sources.len(), literal));
            }
            sources.push(source);
        });
        sort_by_key(&mut found, |&(length, key, ..)| (length, key));
        let mut hints: Vec<ChainHint> = Vec::new();
        for (length, key, source, literal) in found {
            let hint = self.hint(length, literal);
            let mut before = hints.iter().map(|before| &before.hint.removed);
            if before.all(|removed| *removed != hint.removed) {
                let ends = self.ends(&sources[source], literal);
                hints.push(ChainHint { hint, key, ends });
            }
        }
        hints
    }
}

impl<const W: usize> Search<W> {
    fn read(&mut self, marks: &Marks) {
        self.candidates.read(marks);
        self.links.clear(&self.candidates);
        self.links.close(&self.candidates);
        self.walked = Row::EMPTY;
        self.leveled = Row::EMPTY;
        let count = self.candidates.count();
        if self.walks.len() < count {
            self.walks.resize_with(count, Walk::default);
            self.levels.resize(count, Vec::new());
        }
        self.find_followers();
    }

    /// Visits the cells and houses with literals that follow from all branches, in order, and these
    /// literals: true ones, false ones.
    fn sources(&mut self, visit: &mut dyn FnMut(&mut Self, Source, [Row<W>; 2])) {
        for cell in 0..CELLS {
            let of_cell = self.candidates.of_cell(cell);
            if of_cell.len() < 3 {
                continue;
            }
            for number in of_cell.clone() {
                let digit = self.candidates.literals[number].digit();
                for house in houses_of(cell) {
                    let places = *self.candidates.places(house, digit);
                    if places.first() == Some(number) && places != Row::one(number) {
                        let by = ChainStep::House(house as u8);
                        self.compare(by, places.numbers(), visit);
                    }
                }
            }
            self.compare(ChainStep::Cell, of_cell, visit);
        }
    }

    #[inline(always)]
    fn compare(
        &mut self,
        by: ChainStep,
        branches: impl Iterator<Item = usize> + Clone,
        visit: &mut dyn FnMut(&mut Self, Source, [Row<W>; 2]),
    ) {
        let [mut trues, mut falses] = [[!0; W]; 2].map(Row::from);
        for branch in branches.clone() {
            trues = trues.and(&self.follow[branch][0]);
            falses = falses.and(&self.follow[branch][1]);
        }
        if !trues.is_empty() || !falses.is_empty() {
            let branches = branches.collect();
            visit(self, Source { by, branches }, [trues, falses]);
        }
    }

    /// Literals that remove a candidate.
    fn targets(&self, common: [Row<W>; 2]) -> impl Iterator<Item = (bool, usize)> {
        let [trues, falses] = common;
        let trues = trues
            .numbers()
            .filter(|&number| self.candidates.is_start(number));
        let trues = trues.map(|number| (true, number));
        trues.chain(falses.numbers().map(|number| (false, number)))
    }

    fn literal(&self, number: usize, is_on: bool) -> Literal {
        let on = self.candidates.literals[number];
        if is_on { on } else { on.opposite() }
    }

    /// Finds what follows from a true candidate by number of steps.
    fn level(&mut self, branch: usize) {
        if self.leveled.has(branch) || self.walked.has(branch) {
            return;
        }
        self.leveled.insert(branch);
        let (candidates, links) = (&self.candidates, &mut self.links);
        let levels = &mut self.levels[branch];
        levels.clear();
        let mut level = Row::one(branch);
        let mut seen = level;
        while !level.is_empty() {
            let mut falses = Row::EMPTY;
            for number in level.numbers() {
                falses.add(&links.weak(candidates)[number]);
            }
            levels.push([level, falses]);
            level = links.advance(candidates, &level, &mut seen);
        }
    }

    /// Number of literals from a branch to a literal.
    fn length(&self, branch: usize, is_on: bool, number: usize) -> u32 {
        if self.walked.has(branch) {
            let walk = &self.walks[branch];
            return walk.nodes[walk.node(self.literal(number, is_on))].2.into();
        }
        let kind = usize::from(!is_on);
        let mut levels = self.levels[branch].iter();
        let level = levels
            .position(|level| level[kind].has(number))
            .unwrap_or(0);
        (2 * level + kind) as u32 + 1
    }

    /// Finds what is true, and what is false, if each candidate is true.
    fn find_followers(&mut self) {
        let (candidates, links) = (&self.candidates, &mut self.links);
        let weak = links.weak(candidates);
        let falses = |trues: &Row<W>| {
            let mut row = Row::EMPTY;
            for number in trues.numbers() {
                row.add(&weak[number]);
            }
            row
        };
        self.follow.clear();
        self.follow.resize(candidates.count(), [Row::EMPTY; 2]);
        let mut rest = *links.linked(candidates);
        for component in &links.components {
            let Some(first) = component.first() else {
                continue;
            };
            let trues = links.reach[first];
            let both = [trues, falses(&trues)];
            for number in component.numbers() {
                self.follow[number] = both;
            }
            rest = rest.and_not(component);
        }
        for number in rest.numbers() {
            let mut trues = links.reach[number];
            trues.insert(number);
            self.follow[number] = [trues, falses(&trues)];
        }
        for (number, falses) in weak.iter().enumerate() {
            if links.linked(candidates).has(number) {
                continue;
            }
            let mut both = [Row::one(number), *falses];
            let mut rest = *links.next(candidates, number);
            while let Some(next) = rest.first() {
                both[0].add(&self.follow[next][0]);
                both[1].add(&self.follow[next][1]);
                rest = rest.and_not(&self.follow[next][0]);
            }
            self.follow[number] = both;
        }
        // A contradiction ends a walk, so its order decides.
        for number in 0..self.candidates.count() {
            if self.follow[number][1].has(number) {
                self.walk(number);
                let mut both = [Row::EMPTY; 2];
                for (literal, ..) in &self.walks[number].nodes {
                    let number = self.candidates.number_of(*literal);
                    both[usize::from(!literal.is_on())].insert(number);
                }
                self.follow[number] = both;
            }
        }
    }

    /// Walks from a true candidate: through true literals first, then the oldest false one.
    fn walk(&mut self, start: usize) {
        let (candidates, links) = (&self.candidates, &self.links);
        self.walked.insert(start);
        let walk = &mut self.walks[start];
        walk.nodes.clear();
        walk.node_of.clear();
        walk.node_of.resize(2 * 9 * CELLS, 0);
        walk.add(candidates.literals[start], 0, 1);
        let mut seen = [Row::<W>::one(start), Row::EMPTY];
        // Nodes before these positions are done.
        let mut done = [0; 2];
        loop {
            let pending = [true, false]
                .into_iter()
                .zip(&mut done)
                .find_map(|(is_on, at)| {
                    let rest = walk.nodes[*at..].iter();
                    let skipped = rest.take_while(|node| node.0.is_on() != is_on).count();
                    *at += skipped;
                    (*at < walk.nodes.len()).then(|| {
                        *at += 1;
                        *at - 1
                    })
                });
            let Some(at) = pending else {
                return;
            };
            let (literal, _, length) = walk.nodes[at];
            let number = candidates.number_of(literal);
            let is_on = !literal.is_on();
            let [same, opposite] = if is_on { [0, 1] } else { [1, 0] };
            let mut is_contradiction = false;
            let mut visit = |next: usize| {
                if is_contradiction || seen[opposite].has(next) {
                    is_contradiction = true;
                } else if !seen[same].has(next) {
                    seen[same].insert(next);
                    let on = candidates.literals[next];
                    let literal = if is_on { on } else { on.opposite() };
                    walk.add(literal, at as u16, length + 1);
                }
            };
            if is_on {
                links.ons(candidates, number, &mut visit);
            } else {
                let weak = &links.weak(candidates)[number];
                links.offs(candidates, number, weak, &mut visit);
            }
            if is_contradiction {
                return;
            }
        }
    }

    fn hint(&self, length: u32, literal: Literal) -> Hint {
        let digits = self.candidates.digits(literal.cell());
        Hint::concluding(literal, digits, 8.0 + length_rating(length), length)
    }

    /// Chains from a literal to all branches.
    fn ends(&self, source: &Source, literal: Literal) -> Vec<Vec<ChainLink>> {
        let (candidates, links) = (&self.candidates, &self.links);
        let ends = source.branches.iter().map(|&branch| {
            let walk = &self.walks[branch];
            let mut chain = Vec::new();
            let mut at = walk.node(literal);
            while at != 0 {
                let (to, before, _) = walk.nodes[at];
                at = before.into();
                let from = candidates.number_of(walk.nodes[at].0);
                let number = candidates.number_of(to);
                chain.push(if to.is_on() {
                    links.strong_link(candidates, from, number)
                } else {
                    candidates.weak_link(from, number)
                });
            }
            let literal = walk.nodes[0].0;
            let by = source.by;
            chain.push(ChainLink { literal, by });
            chain
        });
        ends.collect()
    }
}

impl Walk {
    fn add(&mut self, literal: Literal, before: u16, length: u16) {
        self.node_of[usize::from(literal.0)] = self.nodes.len() as u16;
        self.nodes.push((literal, before, length));
    }

    fn node(&self, literal: Literal) -> usize {
        self.node_of[usize::from(literal.0)].into()
    }
}
