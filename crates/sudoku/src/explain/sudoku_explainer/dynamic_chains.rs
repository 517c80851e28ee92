//! Dynamic forcing chains: literals that follow from all candidates of a cell, from all places of a
//! digit, or from both states of a candidate, and assumptions that lead to a contradiction.

use super::marks::{CELLS, Hint, Literal, cells_of, digits_in, length_rating};
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

/// End of a chain: number of the propagation, and node.
pub type End = (u16, u16);

/// Hint of a state.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Length, with nested hints, order by kind, and order in which hints are found. Sudoku Explainer
    /// takes the least.
    pub rank: (u32, u8, u64),
    /// Kind of its branches.
    pub branches: Branches,
    /// Literal that it concludes.
    pub result: Literal,
    /// End of each chain, and their number.
    ends: ([End; 9], usize),
}

impl Found {
    /// Creates a hint of this length.
    pub fn new(branches: Branches, result: Literal, ends: &[End], length: u32, order: u64) -> Self {
        let mut all = [End::default(); 9];
        all[..ends.len()].copy_from_slice(ends);
        Self {
            rank: (length, branches.key(), order),
            branches,
            result,
            ends: (all, ends.len()),
        }
    }

    /// End of each chain.
    pub fn ends(&self) -> &[End] {
        &self.ends.0[..self.ends.1]
    }

    /// Replaces the best hint so far if this one goes before it. Returns the length up to which
    /// others may do so.
    pub fn offer(&self, best: &mut Option<Self>) -> u32 {
        let first = best.filter(|best| best.rank <= self.rank);
        best.insert(first.unwrap_or(*self)).rank.0
    }

    /// The hint in these candidates, rated from this base.
    pub fn hint(&self, cells: &[u16; CELLS], base: f64) -> Hint {
        let (candidates, length) = (cells[self.result.cell()], self.rank.0);
        let rating = base + length_rating(length);
        Hint::concluding(self.result, candidates, rating, length)
    }
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
        (&self.runs[usize::from(end.0)], usize::from(end.1))
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

/// Finds the hints of a level from propagations that are prepared. `visit` takes each one, and
/// returns the length up to which others still count.
pub fn search(
    source: &Places,
    level: u8,
    memory: &mut Propagations,
    indirect: Option<&mut dyn Indirect>,
    visit: &mut dyn FnMut(Found) -> u32,
    stopped: &dyn Fn() -> bool,
) {
    let mut search = Search {
        source,
        level,
        memory,
        indirect: indirect.map(|indirect| indirect as _),
        visit,
        limit: u32::MAX,
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
    visit: &'a mut dyn FnMut(Found) -> u32,
    /// Greatest length that still counts.
    limit: u32,
    /// Number of comparisons so far.
    group: u64,
}

impl Search<'_> {
    /// Runs from a literal as far as the limit asks; returns the number of the propagation.
    fn run(&mut self, start: Literal) -> u16 {
        let number = self.memory.numbers[usize::from(start.0) / 2] + u16::from(!start.is_on());
        // There is another end, of one literal at least.
        let limit = match self.limit {
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
            let ends = nodes.map(|node| (run, node as u16));
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
            *end = (run, node as u16);
        }
        self.offer(branches, result, &ends[..runs.len()], length);
    }

    /// Offers a hint of this length without nested hints.
    fn offer(&mut self, branches: Branches, result: Literal, ends: &[End], length: u32) {
        if length > self.limit {
            return;
        }
        let nested = self.indirect.as_deref().map_or(0, |indirect| {
            indirect.nested_length(&mut ends.iter().map(|&end| self.memory.at(end)))
        });
        let state = u64::from(!result.is_on());
        let order = self.group << 32 | state << 31 | u64::from(ends[0].1);
        self.limit = (self.visit)(Found::new(branches, result, ends, length + nested, order));
    }
}
