//! Candidates by number, sets of them as rows of bits, and the rows of those that one sees.
//!
//! Candidates are numbered by cell, then digit. So the numbers are in the order of starts.

use super::marks::{CELLS, ChainLink, ChainStep, Literal, Marks, houses_of};

/// Absent candidate.
pub const NONE: u16 = u16::MAX;

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

    /// The number, if it is the only one.
    #[inline(always)]
    pub fn only(&self) -> Option<usize> {
        let mut rest = *self;
        let only = rest.first()?;
        rest.remove(only);
        rest.is_empty().then_some(only)
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
    pub fn kinds(self) -> std::ops::Range<usize> {
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
    pub partners: Vec<[u16; 4]>,
    /// Other places of the digit that it sees.
    pub in_houses: Vec<Row<W>>,
    /// The same, and other candidates of the cell.
    pub anywhere: Vec<Row<W>>,
    /// Partners.
    pub strong: Vec<Row<W>>,
    /// Candidates with a partner for each list.
    pub linked: [Row<W>; 3],
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

    pub fn count(&self) -> usize {
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

    /// Digits of the candidates of a cell, as bits.
    pub fn digits(&self, cell: usize) -> u16 {
        let literals = self.literals[self.of_cell(cell)].iter();
        literals.fold(0, |all, literal| all | 1 << literal.digit())
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

    /// Link from a true candidate to a false one.
    pub fn weak_link(&self, on: usize, off: usize) -> ChainLink {
        self.link(off, false, self.kind(on, off))
    }

    /// Assumption of a chain.
    pub fn start(&self, number: usize, is_on: bool) -> ChainLink {
        let by = ChainStep::Start;
        ChainLink {
            by,
            ..self.link(number, is_on, 0)
        }
    }

    /// Link to a candidate by a step of this kind.
    pub fn link(&self, to: usize, is_on: bool, kind: usize) -> ChainLink {
        let on = self.literals[to];
        let by = match kind {
            0 => ChainStep::Cell,
            _ => ChainStep::House(houses_of(on.cell())[kind - 1] as u8),
        };
        let literal = if is_on { on } else { on.opposite() };
        ChainLink { literal, by }
    }
}
