//! Candidates of a grid as the upper rungs read them, and the hints that they return.
//!
//! ```text
//!     cells[c]    candidates of cell c, bit d for digit d from 0; 0 once it is placed
//!     boards[d]   cells with candidate d, bit c for cell c, row by row
//!     empty       cells without a digit
//! ```

use super::super::deduction::{Effect, Pattern};
use super::super::layout::classic::{HOUSES_OF, MEMBERS, PEERS, SETS};
use super::super::layout::{CandidateSet, Classic, LayoutSet, Set128, bits};
use super::super::technique::Technique;
use countless_simd::sort;

/// Number of cells.
pub const CELLS: usize = 81;

/// Houses of a cell by kind: its box, row and column, in the order of peers, loops and chains.
pub fn houses_of(cell: usize) -> [usize; 3] {
    let [row, column, square] = HOUSES_OF[cell];
    [square, row, column]
}

/// Cells of a house in ascending order.
pub fn cells_of(house: usize) -> &'static [u16; 9] {
    &MEMBERS[house]
}

/// Cells that a cell sees, by box, row and column, each in its first house only.
pub fn seen_in_order(cell: usize) -> impl Iterator<Item = usize> {
    let [square, lines @ ..] = houses_of(cell);
    let in_house = |house: usize| cells_of(house).iter().map(|&other| usize::from(other));
    let in_lines = lines.into_iter().flat_map(in_house);
    let beyond = in_lines.filter(move |&other| SETS[square].0 >> other & 1 == 0);
    let in_box = in_house(square).filter(move |&other| other != cell);
    in_box.chain(beyond)
}

/// True if two cells share a house.
pub fn sees(first: usize, second: usize) -> bool {
    PEERS[first].0 >> second & 1 != 0
}

/// Houses that two cells share: box, row, column.
pub fn shared_houses(first: usize, second: usize) -> impl Iterator<Item = usize> {
    let pairs = houses_of(first).into_iter().zip(houses_of(second));
    pairs
        .filter(|(one, other)| one == other)
        .map(|(house, _)| house)
}

/// Numbers of `width` bits with `size` ones, in ascending order.
pub fn choices(size: u32, width: usize) -> impl Iterator<Item = u16> {
    (0..1 << width).filter(move |word: &u16| word.count_ones() == size)
}

/// Cells with exactly two candidates, and cells with more.
pub fn cells_by_size(marks: &Marks) -> [u128; 2] {
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for board in marks.boards {
        thrice |= twice & board;
        twice |= once & board;
        once |= board;
    }
    [twice & !thrice, thrice]
}

/// Members of a set of cells in ascending order.
#[inline(always)]
pub fn cells_in(set: u128) -> impl Iterator<Item = usize> + Clone {
    Set128(set).iter()
}

/// Digits from 0, or places of a house, in ascending order.
#[inline(always)]
pub fn digits_in(set: u16) -> impl Iterator<Item = usize> + Clone {
    bits(set.into())
}

/// Candidates of all cells without a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Candidates of each cell, a bit for each digit from 0.
    pub cells: [u16; CELLS],
    /// Cells with each candidate.
    pub boards: [u128; 9],
    /// Cells without a digit, also those without a candidate.
    pub empty: u128,
}

impl Marks {
    /// Makes the boards of these candidates.
    pub fn new(cells: [u16; CELLS], empty: u128) -> Self {
        let mut boards = [0; 9];
        for (cell, &candidates) in cells.iter().enumerate() {
            for (digit, board) in boards.iter_mut().enumerate() {
                *board |= u128::from(candidates >> digit & 1) << cell;
            }
        }
        Self {
            cells,
            boards,
            empty,
        }
    }

    /// Number of candidates.
    pub fn count(&self) -> usize {
        let cells = self.cells.iter();
        cells.map(|digits| digits.count_ones() as usize).sum()
    }

    /// True if a cell has a candidate.
    #[inline(always)]
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 != 0
    }

    /// Removes a candidate.
    #[inline(always)]
    pub fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        self.boards[digit] &= !(1 << cell);
    }
}

/// Statement about a candidate: twice its number, and one more if it is true. Candidates are
/// numbered by cell, then digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(pub u16);

impl Literal {
    /// Creates the statement that a candidate is true (`on`) or false.
    pub fn new(cell: usize, digit: usize, on: bool) -> Self {
        Self((2 * (9 * cell + digit) + usize::from(on)) as u16)
    }

    /// True if it says that the candidate is true.
    pub fn is_on(self) -> bool {
        self.0 & 1 != 0
    }

    /// Cell of the candidate.
    pub fn cell(self) -> usize {
        usize::from(self.0) / 18
    }

    /// Digit of the candidate, from 0.
    pub fn digit(self) -> usize {
        usize::from(self.0) / 2 % 9
    }

    /// Opposite statement.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Result of a rung: candidates that go, and at most one digit that is placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Rating as a sum of doubles, in the order of addition of Sudoku Explainer; 7.1 is 7.1.
    pub rating: f64,
    /// Number of literals of a chain, which breaks ties between equal ratings; 0 without chains.
    pub length: u32,
    /// Cell and digit, from 0, that the hint places.
    pub placed: Option<(usize, usize)>,
    /// Cells that lose candidates, and which, in ascending order.
    pub removed: Vec<(usize, u16)>,
}

impl Hint {
    /// Returns the hint that removes those of these candidates that are there, if there are any.
    pub fn removing(marks: &Marks, rating: f64, mut candidates: Vec<(usize, u16)>) -> Option<Self> {
        for (cell, digits) in &mut candidates {
            *digits &= marks.cells[*cell];
        }
        candidates.retain(|&(_, digits)| digits != 0);
        sort(&mut candidates);
        (!candidates.is_empty()).then_some(Self {
            rating,
            length: 0,
            placed: None,
            removed: candidates,
        })
    }

    /// Returns the hint of chains that conclude a literal, in a cell with these candidates.
    pub fn concluding(literal: Literal, candidates: u16, rating: f64, length: u32) -> Self {
        let (cell, digit) = (literal.cell(), literal.digit());
        let bit = 1 << digit;
        let removed = if literal.is_on() {
            candidates & !bit
        } else {
            bit
        };
        Self {
            rating,
            length,
            placed: literal.is_on().then_some((cell, digit)),
            removed: vec![(cell, removed)],
        }
    }

    /// Rating in tenths, as Sudoku Explainer prints it.
    pub fn tenths(&self) -> u16 {
        tenths(self.rating)
    }

    /// Effect on the candidates of a state.
    pub fn effect(&self) -> Effect<Classic> {
        if let Some((cell, digit)) = self.placed {
            return Effect::Placed(cell, digit);
        }
        let mut gone = CandidateSet::<Classic>::none();
        for &(cell, digits) in &self.removed {
            digits_in(digits).for_each(|digit| gone[digit].insert(cell));
        }
        Effect::Removed(gone)
    }
}

/// Pattern of a hint.
#[derive(Debug)]
pub struct HintPattern {
    /// Technique.
    pub technique: Technique,
    /// Name of the chains, in place of the title of the technique.
    pub title: Option<String>,
    /// Parts that the words name, without the candidates that go.
    pub pattern: Pattern,
}

impl HintPattern {
    /// Creates the pattern of a hint with the title of its technique.
    pub fn new(technique: Technique, pattern: Pattern) -> Self {
        Self {
            technique,
            title: None,
            pattern,
        }
    }
}

/// Hint with its pattern, if that is known: a rating does not need it.
pub type ExplainedHint = (Hint, Option<HintPattern>);

/// Tenths of a rating, as Sudoku Explainer prints it.
pub fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0) as u16
}

/// Step that leads to a literal of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChainStep {
    /// Assumption, without a step.
    Start,
    /// In the cell.
    Cell,
    /// In this house.
    House(u8),
}

/// Literal of a chain and the step that leads to it. For the assumption of a multiple chain that is
/// the cell, or the house, of its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainLink {
    /// Literal.
    pub literal: Literal,
    /// Step from the literal before it.
    pub by: ChainStep,
}

/// Hint with the chains that prove it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainHint {
    /// Effect, rating and length.
    pub hint: Hint,
    /// Order of hints with equal rating and length.
    pub key: u8,
    /// For each end the chain from it back to its assumption. A cycle ends where it starts; its
    /// second chain is the same backwards, with true and false exchanged.
    pub ends: Vec<Vec<ChainLink>>,
}

/// Rating of `length` literals above the least of a rung, added up as Sudoku Explainer does.
pub fn length_rating(length: u32) -> f64 {
    let (mut sum, mut most, mut is_odd) = (0.0, 4, false);
    while length > most + 2 {
        sum += 0.1;
        most = if is_odd { most * 4 / 3 } else { most * 3 / 2 };
        is_odd = !is_odd;
    }
    sum
}
