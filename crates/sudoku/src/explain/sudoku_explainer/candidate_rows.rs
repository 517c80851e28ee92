//! Candidates by number, sets of them as rows of bits, and the rows of those that one sees.
//!
//! Candidates are numbered by cell, then digit. So the numbers are in the order of starts.

use super::super::layout::{LayoutSet, WideSet};
use super::marks::{CELLS, ChainLink, ChainStep, Literal, Marks, houses_of};

/// Absent candidate.
pub const NONE: u16 = u16::MAX;

/// Set of candidates, a bit for each.
pub type Row<const W: usize> = WideSet<W>;

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
            linked: [Row::NONE; 3],
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
        self.houses.resize(9 * 27, Row::NONE);
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
        self.linked = [Row::NONE; 3];
        for cell in 0..CELLS {
            let of_cell = self.of_cell(cell);
            let in_cell: Row<W> = of_cell.clone().collect();
            let houses = houses_of(cell);
            for number in of_cell.clone() {
                let digit = self.literals[number].digit();
                let mut partners = [NONE; 4];
                let mut strong = Row::NONE;
                if of_cell.len() == 2 {
                    let partner = of_cell.start + of_cell.end - 1 - number;
                    partners[0] = partner as u16;
                    strong.insert(partner);
                    self.linked[List::Y as usize].insert(number);
                }
                let mut row = Row::NONE;
                for (kind, house) in houses.into_iter().enumerate() {
                    let at = 27 * digit + house;
                    row |= self.houses[at];
                    if counts[at] == 2 {
                        let partner = sums[at] - number as u16;
                        partners[kind + 1] = partner;
                        strong.insert(partner.into());
                        self.linked[List::X as usize].insert(number);
                    }
                }
                row.remove(number);
                self.in_houses.push(row);
                row |= in_cell;
                row.remove(number);
                self.anywhere.push(row);
                self.strong.push(strong);
                self.partners.push(partners);
            }
        }
        let [x, y, _] = self.linked;
        self.linked[List::XY as usize] = x | y;
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
