//! The candidates of every cell, and the deductions that need no guess.
//!
//! A grid is nine [`Board`]s, one a digit. A deduction step has two halves, each free
//! of branches that depend on the puzzle:
//!
//! ```text
//!     digits   for each digit whose board changed: locked candidates in bands and
//!              stacks; cells that are its only place in a row or column are *placed*
//!        │     (locked candidates turn the only place in a box into one in its row)
//!        ▼
//!     cells    a placed digit drives the others out of its cell; a cell with one
//!              candidate left is *settled*, and drives that digit out of its row
//!        │     (locked candidates then drive it out of the box and the column)
//!        ▼
//!     boards that changed go round again, until none does
//! ```

use std::cmp::Reverse;

use super::board::Bitboard;
use super::grid::Grid;
use super::pencil::PencilMarks;

/// How many of the smallest cells are weighed against each other before a guess.
///
/// On hard puzzles eight come within 4 % of the guesses that weighing all takes.
const WEIGHED: usize = 8;

/// Which digits each cell may hold.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// The cells open to each digit; digit 1 comes first.
    digits: [Bitboard; 9],
    /// The cells that had one candidate when they were last looked at.
    solved: Bitboard,
    /// A bit for each digit whose board changed since it was last looked at.
    changed: u32,
}

impl Candidates {
    /// What the marks allow.
    ///
    /// If they leave a cell nothing, no digit has a place anywhere: deductions begin with
    /// what changes, and would not see that cell.
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

    /// The cells open to each digit, from 0, where nothing new follows from them;
    /// `settled` have one candidate.
    pub fn from_deduced(digits: [Bitboard; 9], settled: Bitboard) -> Self {
        Self {
            digits,
            solved: settled,
            changed: 0,
        }
    }

    /// The cells open to a digit, from 0.
    pub fn board(&self, digit: usize) -> Bitboard {
        self.digits[digit]
    }

    /// The cells that are not settled.
    pub fn unsolved(&self) -> Bitboard {
        Bitboard::all().and_not(self.solved)
    }

    /// Deduces until nothing new follows; false if there is no solution.
    ///
    /// When every cell is settled after this, the grid is a solution: each digit has
    /// a place in every row, column and box, and 81 candidates leave it no second one.
    pub fn propagate(&mut self) -> bool {
        while self.has_changes() {
            if !self.deduce() {
                return false;
            }
        }
        true
    }

    /// Whether there is something to deduce from.
    #[inline(always)]
    pub fn has_changes(&self) -> bool {
        self.changed != 0
    }

    /// One round of deductions; false if there is no solution.
    #[inline(always)]
    pub fn deduce(&mut self) -> bool {
        let found = self.deduce_from_digits();
        found.contradictions.is_empty()
            && (found.changes.is_empty() || self.deduce_from_cells(&found))
    }

    /// Looks at every changed digit by itself.
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
            // No place in a band, or two settled cells in a row.
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

    /// Looks at every cell by itself; false if one has no candidate left.
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

    /// Whether every cell is settled.
    pub fn is_complete(&self) -> bool {
        self.solved == Bitboard::all()
    }

    /// The first cell that is not settled.
    pub fn first_unsolved(&self) -> Option<usize> {
        self.unsolved().first()
    }

    /// The cells with two candidates.
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

    /// A cell with fewest candidates among those not settled; `pairs` have two.
    pub fn smallest_unsolved(&self, pairs: Bitboard) -> Option<usize> {
        self.smallest_cells(pairs).first()
    }

    /// As [`Self::smallest_open`], preferring cells whose digits are candidates of
    /// most peers. Peers with two candidates count three times: they would be settled.
    ///
    /// This halves the guesses on hard puzzles, and takes about as long as the
    /// deductions after a guess.
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
        // Of equal weights the last would win: prefer the first.
        cells.max_by_key(|&cell| (weight(cell), Reverse(cell)))
    }

    /// The cells with fewest candidates among those not settled.
    fn smallest_cells(&self, pairs: Bitboard) -> Bitboard {
        if !pairs.is_empty() {
            return pairs;
        }
        // Count the candidates of all cells in binary: board i is bit i.
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

    /// Whether every cell that is not settled has two candidates.
    ///
    /// After propagation each digit then has two places, or one, in every unit: taking
    /// the other candidate of every cell turns a solution into a solution. So a cell
    /// has one candidate in half of the solutions, and the other in the other half.
    pub fn all_unsolved_bivalue(&self, pairs: Bitboard) -> bool {
        (pairs | self.solved) == Bitboard::all()
    }

    /// The candidates of a cell, ascending, from 0.
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

    /// Rules a digit, from 0, out of a cell that has more than one.
    pub fn exclude(&mut self, cell: usize, digit: usize) {
        self.digits[digit] = self.digits[digit].and_not(Bitboard::cell(cell));
        self.changed |= 1 << digit;
        let mut left = self.candidates(cell);
        if let (Some(last), None) = (left.next(), left.next()) {
            self.assign(cell, last);
        }
    }

    /// The candidates as marks.
    pub fn to_marks(self) -> PencilMarks {
        let mut marks = [0; 81];
        for (digit, board) in self.digits.into_iter().enumerate() {
            for cell in board.iter() {
                marks[cell] |= 1 << digit;
            }
        }
        PencilMarks(marks)
    }

    /// The digits of the settled cells.
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

/// What looking at digits one by one has found.
struct DigitDeductions {
    /// Where each digit that was looked at must stand.
    placed: [Bitboard; 9],
    /// Where any of them must stand.
    taken: Bitboard,
    /// Where a candidate was ruled out, or a cell not yet settled taken.
    changes: Bitboard,
    /// Where there is a contradiction.
    contradictions: Bitboard,
}

/// The bits of a word that are set, lowest first.
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
