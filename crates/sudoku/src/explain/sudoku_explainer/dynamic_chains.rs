//! Dynamic forcing chains: literals that follow from all candidates of a cell, from all places of a
//! digit, or from both states of a candidate, and assumptions that lead to a contradiction.

use super::chain_hints::length_rating;
use super::marks::{CELLS, Hint, Literal, cells_of, digits_in};
use super::places::{Places, seats};
use super::propagation::{Indirect, Propagation};

/// Branches of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branches {
    /// Both states of a candidate.
    Double,
    /// All candidates of a cell.
    Cell,
    /// All places of a digit in this house.
    House(u8),
    /// One assumption, whose two ends contradict each other.
    Contradiction,
}

impl Branches {
    /// Order among hints of one length.
    pub fn key(self) -> u8 {
        match self {
            Self::Double => 1,
            Self::Cell => 5,
            Self::House(_) => 6,
            Self::Contradiction => 7,
        }
    }
}

/// End of a chain.
#[derive(Clone, Copy, Debug, Default)]
pub struct End {
    /// Number of the propagation.
    pub run: u16,
    /// Node of the literal.
    pub node: u16,
}

/// Hint before it is chosen.
#[derive(Debug)]
pub struct Found<'a> {
    /// Kind of its branches.
    pub branches: Branches,
    /// Literal that it concludes.
    pub result: Literal,
    /// End of each chain.
    pub ends: &'a [End],
    /// Number of literals of all chains and of nested hints.
    pub length: u32,
    /// Order in which hints are found.
    pub order: u64,
}

/// Collector of hints.
pub trait Hints {
    /// Greatest length that still counts.
    fn limit(&self) -> u32;

    /// Takes a hint up to this length.
    fn offer(&mut self, found: &Found<'_>);
}

/// Propagations from all literals of a state. A search with more indirect steps goes on with them.
#[derive(Debug, Default)]
pub struct Propagations {
    source: Option<Places>,
    /// By number of the candidate, first from the true one, then from the false one.
    runs: Vec<Propagation>,
    /// Level and limit up to which each has run.
    done: Vec<Option<(u8, u32)>>,
    /// Number of the propagation from each true candidate.
    numbers: Vec<u16>,
}

impl Propagations {
    /// Propagation and node of an end.
    pub fn at(&self, end: End) -> (&Propagation, usize) {
        (&self.runs[usize::from(end.run)], usize::from(end.node))
    }

    /// Prepares for a state, and keeps propagations of that state and these levels.
    pub fn prepare(&mut self, source: &Places, kept: &[u8]) {
        if self.source.as_ref() == Some(source) {
            for done in &mut self.done {
                *done = done.filter(|(level, _)| kept.contains(level));
            }
            return;
        }
        self.numbers.resize(9 * CELLS, 0);
        let mut count = 0;
        for (cell, &candidates) in source.cells.iter().enumerate() {
            for digit in digits_in(candidates) {
                self.numbers[9 * cell + digit] = count;
                count += 2;
            }
        }
        let count = usize::from(count).max(self.runs.len());
        self.runs.resize_with(count, Propagation::default);
        self.done.clear();
        self.done.resize(count, None);
        self.source = Some(source.clone());
    }

    /// True if propagations of this level are there.
    pub fn has(&self, source: &Places, level: u8) -> bool {
        let mut done = self.done.iter().flatten();
        self.source.as_ref() == Some(source) && done.any(|done| done.0 == level)
    }
}

/// Finds all hints of a level from propagations that are prepared.
pub fn search(
    source: &Places,
    level: u8,
    memory: &mut Propagations,
    indirect: Option<&mut dyn Indirect>,
    hints: &mut dyn Hints,
    stopped: &dyn Fn() -> bool,
) {
    let mut search = Search {
        source,
        level,
        memory,
        indirect: indirect.map(|indirect| indirect as _),
        hints,
        group: 0,
    };
    for cell in (0..CELLS).filter(|&cell| source.cells[cell].count_ones() > 1) {
        if stopped() {
            return;
        }
        for digit in digits_in(source.cells[cell]) {
            search.candidate(cell, digit);
        }
        let starts = digits_in(source.cells[cell]).map(|digit| (cell, digit));
        search.compare(Branches::Cell, starts);
    }
}

struct Search<'a> {
    source: &'a Places,
    level: u8,
    memory: &'a mut Propagations,
    indirect: Option<&'a mut dyn Indirect>,
    hints: &'a mut dyn Hints,
    /// Number of comparisons so far.
    group: u64,
}

impl Search<'_> {
    /// Runs from a literal as far as the limit asks; returns the number of the propagation.
    fn run(&mut self, start: Literal) -> u16 {
        let number = self.memory.numbers[usize::from(start.0) / 2] + u16::from(!start.is_on());
        // There is another end, of one literal at least.
        let limit = match self.hints.limit() {
            u32::MAX => u32::MAX,
            limit => limit - 1,
        };
        let done = &mut self.memory.done[usize::from(number)];
        let before = done.replace((self.level, limit));
        if before.is_some_and(|before| before.0 == self.level && before.1 >= limit) {
            *done = before;
            return number;
        }
        let run = &mut self.memory.runs[usize::from(number)];
        if before.is_none() {
            run.start(self.source, start);
        }
        run.go_on(self.source, true, limit, self.indirect.as_deref_mut());
        number
    }

    /// Hints that start from one candidate, and from houses where it is the first place.
    fn candidate(&mut self, cell: usize, digit: usize) {
        let on = Literal::new(cell, digit, true);
        let states = [self.run(on), self.run(on.opposite())];
        for run in states {
            self.contradiction(run);
        }
        if self.source.cells[cell].count_ones() > 2 {
            self.common(Branches::Double, &states);
        }
        for (house, place) in seats(cell) {
            let places = self.source.houses[digit][house];
            let is_first = places.trailing_zeros() as usize == place;
            if is_first && places.count_ones() > 1 {
                let cells = digits_in(places).map(|place| usize::from(cells_of(house)[place]));
                let starts = cells.map(|cell| (cell, digit));
                self.compare(Branches::House(house as u8), starts);
            }
        }
    }

    /// Hint of a propagation that ended at a contradiction.
    fn contradiction(&mut self, run: u16) {
        self.group += 1;
        let propagation = &self.memory.runs[usize::from(run)];
        let nodes = propagation.contradiction;
        if let (Some(nodes), Some(length)) = (nodes, propagation.contradiction_length()) {
            let result = propagation.links[0].literal.opposite();
            let ends = nodes.map(|node| End {
                run,
                node: node as u16,
            });
            self.offer(Branches::Contradiction, result, &ends, length);
        }
    }

    /// Hints common to the propagations of several candidates.
    fn compare(&mut self, branches: Branches, starts: impl Iterator<Item = (usize, usize)>) {
        let (mut runs, mut count) = ([0; 9], 0);
        for (cell, digit) in starts {
            runs[count] = self.run(Literal::new(cell, digit, true));
            count += 1;
        }
        self.common(branches, &runs[..count]);
    }

    /// Hints for the literals that several propagations share, in the order of the first one.
    fn common(&mut self, branches: Branches, runs: &[u16]) {
        self.group += 1;
        for state in 0..2 {
            let mut shared = self.memory.runs[usize::from(runs[0])].found[state];
            for &run in &runs[1..] {
                let found = &self.memory.runs[usize::from(run)].found[state];
                shared
                    .iter_mut()
                    .zip(found)
                    .for_each(|(set, found)| *set &= found);
            }
            for (cell, &digits) in shared
                .iter()
                .enumerate()
                .filter(|&(_, &digits)| digits != 0)
            {
                // A true literal in a cell without other candidates removes nothing.
                if state == 0 && self.source.cells[cell].count_ones() < 2 {
                    continue;
                }
                for digit in digits_in(digits) {
                    self.share(branches, Literal::new(cell, digit, state == 0), runs);
                }
            }
        }
    }

    /// Hint for a literal that several propagations share.
    fn share(&mut self, branches: Branches, result: Literal, runs: &[u16]) {
        let mut ends = [End::default(); 9];
        let mut length = 0;
        for (end, &run) in ends.iter_mut().zip(runs) {
            let propagation = &self.memory.runs[usize::from(run)];
            let node = propagation.node(result).unwrap_or(0);
            length += u32::from(propagation.lengths[node]);
            *end = End {
                run,
                node: node as u16,
            };
        }
        self.offer(branches, result, &ends[..runs.len()], length);
    }

    /// Offers a hint of this length without nested hints.
    fn offer(&mut self, branches: Branches, result: Literal, ends: &[End], length: u32) {
        if length > self.hints.limit() {
            return;
        }
        let nested = self.indirect.as_deref().map_or(0, |indirect| {
            indirect.nested_length(&mut ends.iter().map(|&end| self.memory.at(end)))
        });
        let state = u64::from(!result.is_on());
        self.hints.offer(&Found {
            branches,
            result,
            ends,
            length: length + nested,
            order: self.group << 32 | state << 31 | u64::from(ends[0].node),
        });
    }
}

/// Hint that is the first of several so far.
#[derive(Clone, Debug)]
pub struct Best {
    /// Length, order by kind, and order in which hints are found.
    pub rank: (u32, u8, u64),
    /// Literal that it concludes.
    pub result: Literal,
    /// Kind of its branches.
    pub branches: Branches,
    /// End of each chain.
    pub ends: Vec<End>,
}

impl Best {
    /// The hint in these candidates, rated from this base.
    pub fn hint(&self, cells: &[u16; CELLS], base: f64) -> Hint {
        let (candidates, length) = (cells[self.result.cell()], self.rank.0);
        Hint::concluding(
            self.result,
            candidates,
            base + length_rating(length),
            length,
        )
    }

    /// Replaces the best hint if this one, with a result in other words, goes before it.
    pub fn replace(best: &mut Option<Self>, found: &Found<'_>, result: Literal) {
        let rank = (found.length, found.branches.key(), found.order);
        if best.as_ref().is_none_or(|best| rank < best.rank) {
            *best = Some(Self {
                rank,
                result,
                branches: found.branches,
                ends: found.ends.to_vec(),
            });
        }
    }
}

/// The hint that Sudoku Explainer takes: the shortest, then by kind, then the first found.
#[derive(Debug, Default)]
pub struct First {
    /// The first hint so far.
    pub best: Option<Best>,
}

impl Hints for First {
    fn limit(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.rank.0)
    }

    fn offer(&mut self, found: &Found<'_>) {
        Best::replace(&mut self.best, found, found.result);
    }
}
