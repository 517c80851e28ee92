//! Multiple forcing chains (rung 24): literals that follow from each candidate of a cell, or from
//! each place of a digit in a house.
//!
//! The literals that follow from a candidate, and their distances, are known for all candidates at
//! once. Propagations run only where the order counts: up to a contradiction, between hints of one
//! length, and for the chains of all hints.

use super::super::layout::LayoutSet;
use super::candidate_rows::{List, Row};
use super::chain_search::Search;
use super::marks::{
    CELLS, ChainHint, ChainLink, ChainStep, Hint, Literal, Marks, houses_of, length_rating,
};
use super::places::Places;
use super::propagation::Propagation;
use countless_simd::sort_by_key;

/// Cell or house, and the numbers of its branches.
struct Source {
    by: ChainStep,
    branches: Vec<usize>,
}

/// Literal that follows from all branches of a source: number of literals of the chains, order of
/// the source among those of one length, number of the source, whether the literal is false, and the
/// number of its candidate.
type Target = (u32, u8, usize, bool, usize);

impl<const W: usize> Search<W> {
    /// The hint that Sudoku Explainer applies.
    pub fn first_of_branches(&mut self, marks: &Marks) -> Option<Hint> {
        let (sources, targets) = self.targets(marks, false);
        let order = |&(length, key, source, is_off, _): &Target| (length, key, source, is_off);
        let least = targets.iter().map(order).min()?;
        let equals: Vec<&Target> = targets.iter().filter(|it| order(it) == least).collect();
        let branch = sources[least.2].branches[0];
        if equals.len() > 1 {
            self.run(branch);
        }
        let first = equals.into_iter().min_by_key(|it| self.node(branch, it))?;
        Some(self.hint_of_branches(first))
    }

    /// All hints, sorted; of those that remove the same the first.
    pub fn all_of_branches(&mut self, marks: &Marks) -> Vec<ChainHint> {
        let (sources, mut targets) = self.targets(marks, true);
        sort_by_key(&mut targets, |target| {
            let &(length, key, source, is_off, _) = target;
            let node = self.node(sources[source].branches[0], target);
            (length, key, source, is_off, node)
        });
        let mut hints: Vec<ChainHint> = Vec::new();
        for target in targets {
            let hint = self.hint_of_branches(&target);
            let mut before = hints.iter().map(|before| &before.hint.removed);
            if before.all(|removed| *removed != hint.removed) {
                let (_, key, source, ..) = target;
                let Source { by, branches } = &sources[source];
                let chains = branches.iter();
                let chains = chains.map(|&branch| self.chain_of_branch(*by, branch, &target));
                let ends = chains.collect();
                hints.push(ChainHint { hint, key, ends });
            }
        }
        hints
    }

    /// Takes over a state. Returns the cells and houses with literals that follow from all branches,
    /// in order, and those of these literals that remove a candidate. Propagations run from all these
    /// branches if `runs` is true.
    fn targets(&mut self, marks: &Marks, runs: bool) -> (Vec<Source>, Vec<Target>) {
        self.read(marks);
        self.has_run = Row::NONE;
        let count = self.candidates.count().max(self.runs.len());
        self.runs.resize_with(count, || None);
        self.distances.iter_mut().for_each(Vec::clear);
        self.distances.resize(count, Vec::new());
        self.places = Places::new(marks);
        self.find_followers();
        let mut found = (Vec::new(), Vec::new());
        for cell in 0..CELLS {
            let of_cell = self.candidates.of_cell(cell);
            if of_cell.len() < 3 {
                continue;
            }
            for number in of_cell.clone() {
                let digit = self.candidates.literals[number].digit();
                for house in houses_of(cell) {
                    let places = *self.candidates.places(house, digit);
                    if places.first() == Some(number) && places != Row::of(number) {
                        let by = ChainStep::House(house as u8);
                        self.compare(by, places.iter(), runs, &mut found);
                    }
                }
            }
            self.compare(ChainStep::Cell, of_cell, runs, &mut found);
        }
        found
    }

    /// Adds a cell or house, if a literal follows from all its branches.
    #[inline(always)]
    fn compare(
        &mut self,
        by: ChainStep,
        branches: impl Iterator<Item = usize> + Clone,
        runs: bool,
        (sources, targets): &mut (Vec<Source>, Vec<Target>),
    ) {
        let [mut trues, mut falses] = [!Row::NONE; 2];
        for branch in branches.clone() {
            trues &= self.follow[branch][0];
            falses &= self.follow[branch][1];
        }
        if trues.is_empty() && falses.is_empty() {
            return;
        }
        let branches: Vec<usize> = branches.collect();
        for &branch in &branches {
            if runs {
                self.run(branch);
            } else {
                self.find_distances(branch);
            }
        }
        let key = if by == ChainStep::Cell { 5 } else { 6 };
        let ons = trues.iter();
        let ons = ons.filter(|&number| self.candidates.is_start(number));
        let ons = ons.map(|number| (false, number));
        for (is_off, number) in ons.chain(falses.iter().map(|number| (true, number))) {
            let lengths = branches.iter();
            let lengths = lengths.map(|&branch| self.length(branch, is_off, number));
            targets.push((lengths.sum(), key, sources.len(), is_off, number));
        }
        sources.push(Source { by, branches });
    }

    fn literal(&self, is_off: bool, number: usize) -> Literal {
        let on = self.candidates.literals[number];
        if is_off { on.opposite() } else { on }
    }

    /// Propagation from a true candidate, if it has run.
    fn run_of(&self, branch: usize) -> Option<&Propagation> {
        let run = self.runs[branch].as_deref();
        run.filter(|_| self.has_run.contains(branch))
    }

    fn run(&mut self, branch: usize) {
        if !self.has_run.contains(branch) {
            self.has_run.insert(branch);
            let new = || Box::new(Propagation::of_fixed_candidates());
            let run = self.runs[branch].get_or_insert_with(new);
            run.start(&self.places, self.candidates.literals[branch]);
            run.go_on(&self.places, true, u32::MAX, None);
        }
    }

    /// Finds what follows from a true candidate by number of steps.
    fn find_distances(&mut self, branch: usize) {
        if !self.distances[branch].is_empty() || self.has_run.contains(branch) {
            return;
        }
        let (candidates, links) = (&self.candidates, &mut self.lists[List::XY as usize]);
        let distances = &mut self.distances[branch];
        let mut level = Row::of(branch);
        let mut seen = level;
        while !level.is_empty() {
            distances.push([level, links.rivals(candidates, &level)]);
            level = links.advance(candidates, &level, &mut seen);
        }
    }

    /// Number of literals from a branch to a literal.
    fn length(&self, branch: usize, is_off: bool, number: usize) -> u32 {
        if let Some(run) = self.run_of(branch) {
            let node = run.node(self.literal(is_off, number)).unwrap_or(0);
            return run.lengths[node].into();
        }
        let kind = usize::from(is_off);
        let mut levels = self.distances[branch].iter();
        let level = levels.position(|level| level[kind].contains(number));
        (2 * level.unwrap_or(0) + kind) as u32 + 1
    }

    /// Node of a target in the propagation from a branch.
    fn node(&self, branch: usize, &(.., is_off, number): &Target) -> Option<usize> {
        self.run_of(branch)?.node(self.literal(is_off, number))
    }

    /// Chain from a target to a branch of this source.
    fn chain_of_branch(&self, by: ChainStep, branch: usize, target: &Target) -> Vec<ChainLink> {
        let mut chain = Vec::new();
        let run = self.run_of(branch);
        let mut at = self.node(branch, target);
        while let Some((run, node)) = run.zip(at) {
            chain.push(run.links[node]);
            at = run.parents(node).first().map(|&parent| parent.into());
        }
        if let Some(start) = chain.last_mut() {
            start.by = by;
        }
        chain
    }

    fn hint_of_branches(&self, &(length, _, _, is_off, number): &Target) -> Hint {
        let literal = self.literal(is_off, number);
        let digits = self.candidates.digits(literal.cell());
        Hint::concluding(literal, digits, 8.0 + length_rating(length), length)
    }

    /// Finds what is true, and what is false, if each candidate is true.
    fn find_followers(&mut self) {
        let (candidates, links) = (&self.candidates, &self.lists[List::XY as usize]);
        self.follow.clear();
        for (number, &reach) in self.reach.iter().enumerate() {
            let mut trues = reach;
            trues.insert(number);
            let falses = links.rivals(candidates, &trues);
            self.follow.push([trues, falses]);
        }
        // A contradiction ends a propagation, so its order decides.
        for number in self.refuted.iter() {
            self.run(number);
            let mut both = [Row::NONE; 2];
            for link in self.run_of(number).map_or(&[][..], Propagation::consistent) {
                let number = self.candidates.number_of(link.literal);
                both[usize::from(!link.literal.is_on())].insert(number);
            }
            self.follow[number] = both;
        }
    }
}
