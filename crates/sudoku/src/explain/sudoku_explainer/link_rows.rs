//! Links of candidates as rows of bits.
//!
//! ```text
//!     candidate ──weak──▶ candidates that it makes false
//!     candidate ─strong─▶ candidates that are true if it is false
//!     candidate ──next──▶ candidates that are true if it is true, by a weak and a strong step
//! ```
//!
//! Candidates are numbered by cell, then digit. So the numbers are in the order of starts.

use super::chain_hints::{ChainLink, ChainStep};
use super::marks::{CELLS, Literal, Marks, houses_of};

/// Absent candidate.
const NONE: u16 = u16::MAX;

/// Set of candidates, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<const W: usize>([u64; W]);

impl<const W: usize> From<[u64; W]> for Row<W> {
    fn from(words: [u64; W]) -> Self {
        Self(words)
    }
}

impl<const W: usize> Row<W> {
    pub const EMPTY: Self = Self([0; W]);

    #[inline(always)]
    pub fn one(number: usize) -> Self {
        let mut row = Self::EMPTY;
        row.insert(number);
        row
    }

    #[inline(always)]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    #[inline(always)]
    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }

    #[inline(always)]
    pub fn and(&self, other: &Self) -> Self {
        let mut row = *self;
        for (word, other) in row.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        row
    }

    #[inline(always)]
    pub fn and_not(&self, other: &Self) -> Self {
        let mut row = *self;
        for (word, other) in row.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        row
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Least number.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    /// Numbers in ascending order.
    #[inline(always)]
    pub fn numbers(self) -> Numbers<W> {
        Numbers {
            rest: self.0[0],
            row: self,
            word: 0,
        }
    }
}

/// Numbers of a row in ascending order.
#[derive(Clone, Debug)]
pub struct Numbers<const W: usize> {
    row: Row<W>,
    rest: u64,
    word: usize,
}

impl<const W: usize> Iterator for Numbers<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.word += 1;
            if self.word >= W {
                return None;
            }
            self.rest = self.row.0[self.word];
        }
        let number = 64 * self.word + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(number)
    }
}

/// Steps that a list of chains allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Steps in houses.
    X,
    /// Strong steps in cells only.
    Y,
    /// All steps.
    XY,
}

impl List {
    /// Kinds of strong steps: in the cell, box, row, column.
    fn kinds(self) -> std::ops::Range<usize> {
        match self {
            Self::X => 1..4,
            Self::Y => 0..1,
            Self::XY => 0..4,
        }
    }
}

/// Candidates and their links.
#[derive(Debug)]
pub struct Candidates<const W: usize> {
    /// Literal that each one is true.
    pub literals: Vec<Literal>,
    /// Number of the first candidate of each cell.
    first: [u16; CELLS + 1],
    /// The only other candidate of the cell, and the only other place in box, row and column.
    partners: Vec<[u16; 4]>,
    /// Other places of the digit that it sees.
    pub in_houses: Vec<Row<W>>,
    /// The same, and other candidates of the cell.
    anywhere: Vec<Row<W>>,
    /// Partners.
    strong: Vec<Row<W>>,
    /// Candidates with a partner for each list.
    linked: [Row<W>; 3],
    houses: Vec<Row<W>>,
}

impl<const W: usize> Candidates<W> {
    pub fn new() -> Self {
        Self {
            literals: Vec::new(),
            first: [0; CELLS + 1],
            partners: Vec::new(),
            in_houses: Vec::new(),
            anywhere: Vec::new(),
            strong: Vec::new(),
            linked: [Row::EMPTY; 3],
            houses: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.literals.len()
    }

    /// Number of the candidate of a literal.
    pub fn number_of(&self, literal: Literal) -> usize {
        let mut of_cell = self.of_cell(literal.cell());
        let is_same = |&number: &usize| self.literals[number].digit() == literal.digit();
        of_cell.find(is_same).unwrap_or(of_cell.start)
    }

    /// Candidates of a cell.
    pub fn of_cell(&self, cell: usize) -> std::ops::Range<usize> {
        self.first[cell].into()..self.first[cell + 1].into()
    }

    /// True if the cell has other candidates.
    pub fn is_start(&self, number: usize) -> bool {
        self.of_cell(self.literals[number].cell()).len() > 1
    }

    /// Places of a digit in a house.
    pub fn places(&self, house: usize, digit: usize) -> &Row<W> {
        &self.houses[27 * digit + house]
    }

    /// Takes over the candidates of a state.
    pub fn read(&mut self, marks: &Marks) {
        let mut counts = [0u8; 9 * 27];
        let mut sums = [0u16; 9 * 27];
        self.literals.clear();
        self.houses.clear();
        self.houses.resize(9 * 27, Row::EMPTY);
        for (cell, &candidates) in marks.cells.iter().enumerate() {
            self.first[cell] = self.literals.len() as u16;
            let houses = houses_of(cell);
            let mut rest = candidates;
            while rest != 0 {
                let digit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let number = self.literals.len();
                self.literals.push(Literal::new(cell, digit, true));
                for house in houses {
                    let at = 27 * digit + house;
                    self.houses[at].insert(number);
                    counts[at] += 1;
                    sums[at] = sums[at].wrapping_add(number as u16);
                }
            }
        }
        self.first[CELLS] = self.literals.len() as u16;
        self.partners.clear();
        self.in_houses.clear();
        self.anywhere.clear();
        self.strong.clear();
        self.linked = [Row::EMPTY; 3];
        for cell in 0..CELLS {
            let of_cell = self.of_cell(cell);
            let mut in_cell = Row::EMPTY;
            for number in of_cell.clone() {
                in_cell.insert(number);
            }
            let houses = houses_of(cell);
            for number in of_cell.clone() {
                let digit = self.literals[number].digit();
                let mut partners = [NONE; 4];
                let mut strong = Row::EMPTY;
                if of_cell.len() == 2 {
                    let partner = of_cell.start + of_cell.end - 1 - number;
                    partners[0] = partner as u16;
                    strong.insert(partner);
                    self.linked[List::Y as usize].insert(number);
                }
                let mut row = Row::EMPTY;
                for (kind, house) in houses.into_iter().enumerate() {
                    let at = 27 * digit + house;
                    row.add(&self.houses[at]);
                    if counts[at] == 2 {
                        let partner = sums[at] - number as u16;
                        partners[kind + 1] = partner;
                        strong.insert(partner.into());
                        self.linked[List::X as usize].insert(number);
                    }
                }
                row.remove(number);
                self.in_houses.push(row);
                row.add(&in_cell);
                row.remove(number);
                self.anywhere.push(row);
                self.strong.push(strong);
                self.partners.push(partners);
            }
        }
        let [x, y, _] = self.linked;
        self.linked[List::XY as usize] = x;
        self.linked[List::XY as usize].add(&y);
    }

    /// Kind of the step from one candidate to another that it sees: cell, box, row or column.
    fn kind(&self, from: usize, to: usize) -> usize {
        let (from, to) = (self.literals[from].cell(), self.literals[to].cell());
        if from == to {
            return 0;
        }
        let (from, to) = (houses_of(from), houses_of(to));
        1 + (0..3).find(|&kind| from[kind] == to[kind]).unwrap_or(2)
    }

    /// Link to a candidate by a step of this kind.
    fn link(&self, to: usize, is_on: bool, kind: usize) -> ChainLink {
        let on = self.literals[to];
        let by = match kind {
            0 => ChainStep::Cell,
            _ => ChainStep::House(houses_of(on.cell())[kind - 1] as u8),
        };
        let literal = if is_on { on } else { on.opposite() };
        ChainLink { literal, by }
    }
}

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
    visits: Visits<W>,
}

/// Depth-first visits of candidates that strong links lead to (Tarjan 1972).
#[derive(Debug)]
struct Visits<const W: usize> {
    count: u16,
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
            known: Row::EMPTY,
            reach: Vec::new(),
            components: Vec::new(),
            visits: Visits {
                count: 0,
                visited: Row::EMPTY,
                open: Row::EMPTY,
                path: Vec::new(),
                earliest: Vec::new(),
            },
        }
    }

    /// Forgets the links of the state before.
    pub fn clear(&mut self, candidates: &Candidates<W>) {
        self.known = Row::EMPTY;
        self.next.resize(candidates.len(), Row::EMPTY);
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

    /// Candidates that a false candidate makes true.
    #[inline(always)]
    pub fn strong(&self, candidates: &Candidates<W>, number: usize) -> Row<W> {
        let row = &candidates.strong[number];
        match self.list {
            List::X => row.and(&candidates.in_houses[number]),
            List::Y => row.and_not(&candidates.in_houses[number]),
            List::XY => *row,
        }
    }

    /// Candidates that a true candidate makes true.
    #[inline(always)]
    pub fn next(&mut self, candidates: &Candidates<W>, number: usize) -> &Row<W> {
        if !self.known.has(number) {
            let offs = self.weak(candidates)[number].and(self.linked(candidates));
            let mut row = Row::EMPTY;
            for off in offs.numbers() {
                row.add(&self.strong(candidates, off));
            }
            self.next[number] = row;
            self.known.insert(number);
        }
        &self.next[number]
    }

    /// Finds what each candidate with a strong link makes true, and the components.
    pub fn close(&mut self, candidates: &Candidates<W>) {
        self.reach.resize(candidates.len(), Row::EMPTY);
        self.components.clear();
        self.visits.count = 0;
        self.visits.visited = Row::EMPTY;
        self.visits.earliest.resize(candidates.len(), 0);
        for number in self.linked(candidates).numbers() {
            if !self.visits.visited.has(number) {
                self.visit(candidates, number);
            }
        }
    }

    fn visit(&mut self, candidates: &Candidates<W>, number: usize) {
        let index = self.visits.count;
        self.visits.count += 1;
        self.visits.visited.insert(number);
        self.visits.open.insert(number);
        let at = self.visits.path.len();
        self.visits.path.push(number as u16);
        self.visits.earliest[number] = index;
        let next = *self.next(candidates, number);
        let mut earliest = index;
        for other in next.numbers() {
            if !self.visits.visited.has(other) {
                self.visit(candidates, other);
            }
            if self.visits.open.has(other) {
                earliest = earliest.min(self.visits.earliest[other]);
            }
        }
        self.visits.earliest[number] = earliest;
        if earliest != index {
            return;
        }
        let [mut component, mut row] = [Row::EMPTY; 2];
        for &other in &self.visits.path[at..] {
            component.insert(other.into());
            row.add(&self.next[usize::from(other)]);
        }
        let row = self.closed(row, component);
        for &other in &self.visits.path[at..] {
            self.reach[usize::from(other)] = row;
        }
        if self.visits.path.len() > at + 1 {
            self.components.push(component);
        }
        self.visits.path.truncate(at);
        self.visits.open = self.visits.open.and_not(&component);
    }

    /// These candidates, and what they make true. Those of `done` are not followed.
    #[inline(always)]
    fn closed(&self, mut row: Row<W>, mut done: Row<W>) -> Row<W> {
        while let Some(number) = row.and_not(&done).first() {
            let reach = &self.reach[number];
            row.add(reach);
            done.add(reach);
            done.insert(number);
        }
        row
    }

    /// Candidates that a true candidate makes true by any number of steps.
    pub fn all_next(&mut self, candidates: &Candidates<W>, number: usize) -> Row<W> {
        if self.linked(candidates).has(number) {
            return self.reach[number];
        }
        let next = *self.next(candidates, number);
        self.closed(next, Row::EMPTY)
    }

    /// Candidates that make this one true.
    pub fn before(&self, candidates: &Candidates<W>, number: usize) -> Row<W> {
        let mut row = Row::EMPTY;
        for off in self.strong(candidates, number).numbers() {
            row.add(&self.weak(candidates)[off]);
        }
        row
    }

    /// Candidates that the last level makes true for the first time.
    #[inline(always)]
    pub fn advance(
        &mut self,
        candidates: &Candidates<W>,
        level: &Row<W>,
        seen: &mut Row<W>,
    ) -> Row<W> {
        let mut row = Row::EMPTY;
        for number in level.numbers() {
            row.add(self.next(candidates, number));
        }
        let row = row.and_not(seen);
        seen.add(&row);
        row
    }

    /// Keeps of each level only candidates on a way to the last one.
    pub fn keep_ways(&self, candidates: &Candidates<W>, levels: &mut [Row<W>]) {
        for at in (1..levels.len()).rev() {
            let mut before = Row::EMPTY;
            for number in levels[at].numbers() {
                before.add(&self.before(candidates, number));
            }
            levels[at - 1] = levels[at - 1].and(&before);
        }
    }

    /// Calls `visit` with the candidates of a row that a true one makes false, in order.
    pub fn offs(
        &self,
        candidates: &Candidates<W>,
        on: usize,
        among: &Row<W>,
        mut visit: impl FnMut(usize),
    ) {
        let mut rest = self.weak(candidates)[on].and(among);
        let in_cell = rest.and_not(&candidates.in_houses[on]);
        in_cell.numbers().for_each(&mut visit);
        rest = rest.and_not(&in_cell);
        let literal = candidates.literals[on];
        for house in houses_of(literal.cell()) {
            let in_house = rest.and(candidates.places(house, literal.digit()));
            in_house.numbers().for_each(&mut visit);
            rest = rest.and_not(&in_house);
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
            let mut among = Row::EMPTY;
            for number in level.numbers() {
                among.add(&self.strong(candidates, number));
            }
            let mut rest = *level;
            let end = nodes.len();
            for before in start..end {
                self.offs(candidates, nodes[before].on.into(), &among, |off| {
                    for &on in &candidates.partners[off][self.list.kinds()] {
                        if on != NONE && rest.has(on.into()) {
                            rest.remove(on.into());
                            nodes.push(Node {
                                on,
                                off: off as u16,
                                before: before as u16,
                            });
                        }
                    }
                });
            }
            start = end;
        }
        start
    }

    /// Link from a true candidate to a false one.
    pub fn weak_link(&self, candidates: &Candidates<W>, on: usize, off: usize) -> ChainLink {
        candidates.link(off, false, candidates.kind(on, off))
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
                links.push(self.start(candidates, on.into(), true));
                return links;
            }
            let (on, off) = (on.into(), off.into());
            links.push(self.strong_link(candidates, off, on));
            at = before.into();
            links.push(self.weak_link(candidates, nodes[at].on.into(), off));
        }
    }

    /// Assumption of a chain.
    pub fn start(&self, candidates: &Candidates<W>, number: usize, is_on: bool) -> ChainLink {
        let by = ChainStep::Start;
        ChainLink {
            by,
            ..candidates.link(number, is_on, 0)
        }
    }

    /// Calls `visit` with the true candidates that a false one yields, in order.
    pub fn ons(&self, candidates: &Candidates<W>, off: usize, mut visit: impl FnMut(usize)) {
        let mut rest = self.strong(candidates, off);
        for &on in &candidates.partners[off][self.list.kinds()] {
            if on != NONE && rest.has(on.into()) {
                rest.remove(on.into());
                visit(on.into());
            }
        }
    }
}
