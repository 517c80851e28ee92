//! Candidates of every cell, and propagation without branches.
//!
//! A grid is nine [`Bitboard`]s, one for each digit. A round of deductions has two halves, neither
//! with a branch that depends on the puzzle:
//!
//! ```text
//!     digits   for each digit with a changed board: locked candidates in bands and
//!              stacks; cells that are its only place in a row or column are *placed*
//!        │     (locked candidates turn the only place in a box into one in its row)
//!        ▼
//!     cells    a placed digit removes all others from its cell; a cell with one
//!              candidate is *solved*, and removes that digit from its row
//!        │     (locked candidates then remove it from the box and the column)
//!        ▼
//!     boards that changed take another round, until none changes
//! ```

use std::cmp::Reverse;

use super::bitboard::Bitboard;
use super::grid::Grid;
use super::puzzle::PencilMarks;

/// Number of smallest cells that are compared before a branch.
///
/// On hard puzzles, eight take at most 4 % more branches than all cells.
const WEIGHED: usize = 8;

/// Candidates of every cell.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// Places of each digit; digit 1 comes first.
    digits: [Bitboard; 9],
    /// Cells that had one candidate in the last round.
    solved: Bitboard,
    /// A bit for each digit with a board that has changed since its last round.
    changed: u32,
}

impl Candidates {
    /// Makes the candidates of these pencil marks.
    ///
    /// If a cell has no mark, no digit gets a place. Deductions start from changes and would not
    /// notice that cell.
    pub fn new(marks: &PencilMarks) -> Self {
        if marks.cells().contains(&0) {
            return Self {
                digits: [Bitboard::none(); 9],
                solved: Bitboard::none(),
                changed: 0o777,
            };
        }
        let mut digits = [[0; 3]; 9];
        let mut settled = [0; 3];
        for (cell, &marks) in marks.cells().iter().enumerate() {
            for (digit, board) in digits.iter_mut().enumerate() {
                board[cell / 27] |= u32::from(marks >> digit & 1) << (cell % 27);
            }
            settled[cell / 27] |= u32::from(marks.is_power_of_two()) << (cell % 27);
        }
        Self {
            digits: digits.map(Bitboard::new),
            solved: Bitboard::new(settled),
            changed: 0o777,
        }
    }

    /// Makes candidates that are already propagated, from the places of each digit, from 0, and the
    /// solved cells.
    pub fn from_deduced(digits: [Bitboard; 9], settled: Bitboard) -> Self {
        Self {
            digits,
            solved: settled,
            changed: 0,
        }
    }

    /// Returns the places of a digit, from 0.
    pub fn board(&self, digit: usize) -> Bitboard {
        self.digits[digit]
    }

    /// Returns the cells that are not solved.
    pub fn unsolved(&self) -> Bitboard {
        Bitboard::all().and_not(self.solved)
    }

    /// Deduces until nothing changes. Returns false on a contradiction.
    ///
    /// If every cell is solved afterwards, the grid is a solution. Each digit then has a place in
    /// every row, column and box, and 81 candidates allow only one.
    pub fn propagate(&mut self) -> bool {
        while self.has_changes() {
            if !self.deduce() {
                return false;
            }
        }
        true
    }

    /// True if a digit has changed since its last round.
    #[inline(always)]
    pub fn has_changes(&self) -> bool {
        self.changed != 0
    }

    /// Does one round of deductions. Returns false on a contradiction.
    #[inline(always)]
    pub fn deduce(&mut self) -> bool {
        let found = self.deduce_from_digits();
        found.contradictions.is_empty()
            && (found.changes.is_empty() || self.deduce_from_cells(&found))
    }

    /// Deduces from the places of each changed digit.
    #[inline(always)]
    fn deduce_from_digits(&mut self) -> DigitDeductions {
        let mut found = DigitDeductions {
            placed: [Bitboard::none(); 9],
            taken: Bitboard::none(),
            changes: Bitboard::none(),
            contradictions: Bitboard::none(),
        };
        for digit in DigitIter(std::mem::take(&mut self.changed)) {
            let before = self.digits[digit];
            let here = before & self.solved;
            let elsewhere = here.rows().and_not(here) | found.taken;
            let locked = before.and_not(elsewhere).lock_rows();
            let (board, alone_in_column) = locked.lock_columns();
            let crowded = board.crowded_rows();
            let placed = board.and_not(crowded) | alone_in_column;
            // A digit has no place in a band, or two solved cells in a row.
            found.contradictions =
                found.contradictions | board.empty_bands() | board & here & crowded;
            found.changes = found.changes | (before ^ board) | placed.and_not(self.solved);
            found.taken = found.taken | placed;
            found.placed[digit] = placed;
            self.changed |= u32::from(board != locked) << digit;
            self.digits[digit] = board;
        }
        found
    }

    /// Deduces from the candidates of each cell. Returns false if a cell has no candidate.
    #[inline(always)]
    fn deduce_from_cells(&mut self, found: &DigitDeductions) -> bool {
        let (mut once, mut twice) = (Bitboard::none(), Bitboard::none());
        let mut boards = self.digits;
        for (board, placed) in boards.iter_mut().zip(found.placed) {
            *board = board.and_not(found.taken) | placed;
            twice = twice | once & *board;
            once = once | *board;
        }
        let news = once.and_not(twice | self.solved);
        self.solved = once.and_not(twice);
        for (digit, board) in boards.into_iter().enumerate() {
            let changed = (board ^ self.digits[digit]) | board & news;
            self.changed |= u32::from(!changed.is_empty()) << digit;
            self.digits[digit] = board;
        }
        once == Bitboard::all()
    }

    /// True if every cell is solved.
    pub fn is_complete(&self) -> bool {
        self.solved == Bitboard::all()
    }

    /// Returns the first cell that is not solved.
    pub fn first_unsolved(&self) -> Option<usize> {
        self.unsolved().first()
    }

    /// Returns the cells with two candidates.
    pub fn bivalue_cells(&self) -> Bitboard {
        let (mut once, mut twice, mut thrice) =
            (Bitboard::none(), Bitboard::none(), Bitboard::none());
        for &board in &self.digits {
            thrice = thrice | twice & board;
            twice = twice | once & board;
            once = once | board;
        }
        twice.and_not(thrice)
    }

    /// Returns a cell with the fewest candidates of those not solved; `pairs` are the bivalue
    /// cells.
    pub fn smallest_unsolved(&self, pairs: Bitboard) -> Option<usize> {
        self.smallest_cells(pairs).first()
    }

    /// Returns the one of the smallest cells that shares the most candidates with cells that it
    /// sees.
    ///
    /// A candidate shared with a cell of two candidates counts three times, since the branch would
    /// solve that cell. On hard puzzles this choice halves the branches. It takes about as long as
    /// the propagation after a branch.
    pub fn best_unsolved(&self, pairs: Bitboard) -> Option<usize> {
        let cells = self.smallest_cells(pairs).iter().take(WEIGHED);
        let weight = |cell| -> u32 {
            let peers = Bitboard::seen_from(cell);
            let touched = self.candidates(cell).map(|digit| {
                let touched = self.digits[digit] & peers;
                touched.len() + 2 * (touched & pairs).len()
            });
            touched.sum()
        };
        // `max_by_key` returns the last of equal weights; `Reverse` makes it the first.
        cells.max_by_key(|&cell| (weight(cell), Reverse(cell)))
    }

    /// Returns the cells with the fewest candidates of those not solved.
    fn smallest_cells(&self, pairs: Bitboard) -> Bitboard {
        if !pairs.is_empty() {
            return pairs;
        }
        // Counts the candidates of all cells in binary: board i is bit i.
        let mut sizes = [Bitboard::none(); 4];
        for &board in &self.digits {
            let mut carry = board;
            for bit in &mut sizes {
                (*bit, carry) = (*bit ^ carry, *bit & carry);
            }
        }
        let mut cells = Bitboard::all().and_not(self.solved);
        for bit in sizes.into_iter().rev() {
            let smaller = cells.and_not(bit);
            if !smaller.is_empty() {
                cells = smaller;
            }
        }
        cells
    }

    /// True if every unsolved cell has two candidates.
    ///
    /// After propagation each digit then has one or two places in every house. Exchanging the
    /// candidate of every unsolved cell for the other one turns a solution into a solution. So a
    /// cell has each of its candidates in half of the solutions.
    pub fn all_unsolved_bivalue(&self, pairs: Bitboard) -> bool {
        (pairs | self.solved) == Bitboard::all()
    }

    /// Returns the candidates of a cell, ascending, from 0.
    pub fn candidates(&self, cell: usize) -> DigitIter {
        let here = Bitboard::cell(cell);
        let open = |digit: usize| u32::from(!(self.digits[digit] & here).is_empty()) << digit;
        DigitIter((0..9).map(open).sum())
    }

    /// Puts a digit, from 0, into a cell.
    pub fn assign(&mut self, cell: usize, digit: usize) {
        let here = Bitboard::cell(cell);
        for other in self.candidates(cell) {
            if other != digit {
                self.digits[other] = self.digits[other].and_not(here);
            }
            self.changed |= 1 << other;
        }
        self.solved = self.solved | here;
    }

    /// Removes a digit, from 0, from a cell with more than one candidate.
    pub fn exclude(&mut self, cell: usize, digit: usize) {
        self.digits[digit] = self.digits[digit].and_not(Bitboard::cell(cell));
        self.changed |= 1 << digit;
        let mut left = self.candidates(cell);
        if let (Some(last), None) = (left.next(), left.next()) {
            self.assign(cell, last);
        }
    }

    /// Returns the candidates as pencil marks.
    pub fn to_marks(self) -> PencilMarks {
        let mut marks = [0; 81];
        for (digit, board) in self.digits.into_iter().enumerate() {
            for cell in board.iter() {
                marks[cell] |= 1 << digit;
            }
        }
        PencilMarks(marks)
    }

    /// Returns the digits of the solved cells.
    pub fn to_grid(self) -> Grid {
        let mut digits = [0; 81];
        for (board, digit) in self.digits.into_iter().zip(1..) {
            for cell in (board & self.solved).iter() {
                digits[cell] = digit;
            }
        }
        Grid(digits)
    }
}

/// Deductions from the places of each digit.
struct DigitDeductions {
    /// Cells that must hold each changed digit.
    placed: [Bitboard; 9],
    /// Cells that must hold any of these digits.
    taken: Bitboard,
    /// Cells that lost a candidate, and placed cells that are not yet solved.
    changes: Bitboard,
    /// Cells with a contradiction.
    contradictions: Bitboard,
}

/// Iterator over the set bits of a word, lowest first.
#[derive(Debug)]
pub struct DigitIter(u32);

impl Iterator for DigitIter {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        let some = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        some.then_some(bit)
    }
}
