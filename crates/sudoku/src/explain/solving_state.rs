//! State of a grid while people solve it: its candidates by cell, by house and by digit.
//!
//! Candidates are only ever removed, so a technique searches only where something changed since it
//! last failed. A pattern of one digit depends only on the places of this digit, and a pattern of a
//! house only on the cells of the house. The candidates that a pattern would remove may lie
//! elsewhere, but they never increase.
//!
//! Words and derivations use a state as lists, whatever its layout, so that they are compiled once:
//! a step has few of both.

use super::super::grid::{CELLS, Grid};
use super::super::puzzle::PencilMarks;
use super::layout::{
    CandidateSet, CellSet, Classic, Frame, Layout, LayoutSet, PlainLayout, ValueStore, bits,
};
use countless_simd::sort;

/// Candidates of the unsolved cells, and digits of the solved ones.
///
/// Digits count from 0 here. The candidates are stored by cell, by house and by digit, since
/// techniques read them in different ways; the removal of a candidate updates all three. Single
/// candidates are recorded as they arise, so singles need no search.
#[derive(Clone, Debug)]
pub struct SolvingState<L: Layout> {
    /// Cells, houses and digits of the puzzle.
    pub layout: L,
    /// Digit of each solved cell, from 1; 0 for an unsolved cell.
    digits: L::OfCells<u8>,
    /// Candidates of each cell, one bit per digit; empty if the cell is solved.
    cell_candidates: L::OfCells<u32>,
    /// Places of each digit in each house; empty if the digit is solved there.
    places: L::OfPlaces<u32>,
    /// Unsolved cells that may hold each digit.
    candidates: CandidateSet<L>,
    /// Cells that are not solved.
    pub(super) open: L::Cells,
    /// Clues of the puzzle.
    pub(super) given: L::Cells,
    /// Unsolved cells with one candidate.
    pub(super) naked_singles: L::Cells,
    /// Houses with one place for each digit.
    hidden_singles: L::OfDigits<L::Houses>,
}

impl SolvingState<Classic> {
    /// Reads pencil marks: a cell with one mark is a clue. No candidate is eliminated yet.
    pub fn from_pencil_marks(marks: &PencilMarks) -> Self {
        let cells = marks.cells();
        let digits = cells.map(|digits| {
            if digits.is_power_of_two() {
                digits.trailing_zeros() as u8 + 1
            } else {
                0
            }
        });
        let blanks = (0..CELLS).filter(|&cell| digits[cell] == 0);
        let candidates = blanks.map(|cell| (cell, cells[cell].into()));
        Self::with_candidates(Classic, digits, candidates)
    }

    /// Reads a grid, and eliminates the digits of the clues from their houses.
    pub fn of(grid: &Grid) -> Self {
        Self::new(Classic, *grid.digits())
    }

    /// Returns the state in another frame.
    #[must_use]
    pub fn moved(&self, frame: &Frame) -> Self {
        let mut digits = [0; CELLS];
        for (cell, &digit) in self.digits.iter().enumerate() {
            digits[frame.cell(cell)] = frame.value(digit);
        }
        let candidates = self
            .open
            .iter()
            .map(|cell| (frame.cell(cell), frame.digits(self.candidates_of(cell))));
        let mut state = Self::with_candidates(Classic, digits, candidates);
        state.note_singles();
        state.given = self.given.iter().map(|cell| frame.cell(cell)).collect();
        state
    }
}

impl<L: Layout> SolvingState<L> {
    /// Creates a state in which every digit is a candidate of every empty cell. Digits count from
    /// 1; 0 is an empty cell.
    pub fn without_elimination(layout: L, digits: L::OfCells<u8>) -> Self {
        let all = layout.all_digits();
        let blanks: L::Cells = (0..layout.cells())
            .filter(|&cell| digits[cell] == 0)
            .collect();
        Self::with_candidates(layout, digits, blanks.iter().map(|cell| (cell, all)))
    }

    /// Creates a state, and eliminates the digits of the clues from their groups.
    pub fn new(layout: L, digits: L::OfCells<u8>) -> Self {
        let all = layout.all_digits();
        Self::eliminated(layout, digits, |_| all)
    }

    /// Returns the state after the digits of the solved cells are eliminated from their groups.
    #[must_use]
    pub fn after_elimination(&self) -> Self {
        let (layout, digits) = (self.layout.clone(), self.digits.clone());
        Self::eliminated(layout, digits, |cell| self.candidates_of(cell))
    }

    /// Creates a state with `candidates` for each empty cell, less the digits solved in its groups.
    #[inline(always)]
    fn eliminated(layout: L, digits: L::OfCells<u8>, candidates: impl Fn(usize) -> u32) -> Self {
        let mut settled = L::OfGroups::from_fn(layout.groups(), |_| 0_u32);
        let mut blanks = L::Cells::NONE;
        for (cell, &digit) in digits.as_ref().iter().enumerate() {
            if digit == 0 {
                blanks.insert(cell);
                continue;
            }
            for group in layout.groups_of(cell) {
                settled[group] |= 1 << (digit - 1);
            }
        }
        let own = layout.clone();
        let left = blanks.iter().map(|cell| {
            let groups = own.groups_of(cell);
            let taken = groups.fold(0, |all, group| all | settled[group]);
            (cell, candidates(cell) & !taken)
        });
        let mut state = Self::with_candidates(layout, digits, left);
        state.note_singles();
        state
    }

    fn note_singles(&mut self) {
        for digit in 0..self.layout.digits() {
            for house in 0..self.layout.houses() {
                let is_single = self.places(digit, house).is_power_of_two();
                self.hidden_singles[digit].insert_if(house, is_single);
            }
        }
        let naked = |&cell: &usize| self.candidates_of(cell).is_power_of_two();
        self.naked_singles = self.open.iter().filter(naked).collect();
    }

    fn with_candidates(
        layout: L,
        digits: L::OfCells<u8>,
        candidates: impl Iterator<Item = (usize, u32)>,
    ) -> Self {
        let clues = (0..layout.cells()).filter(|&cell| digits[cell] != 0);
        let mut state = Self {
            cell_candidates: L::OfCells::from_fn(layout.cells(), |_| 0),
            places: L::OfPlaces::from_fn(layout.digits() * layout.groups(), |_| 0),
            candidates: CandidateSet::none(),
            open: L::Cells::NONE,
            given: clues.collect(),
            naked_singles: L::Cells::NONE,
            hidden_singles: layout.for_digits(|_| L::Houses::NONE),
            layout,
            digits,
        };
        for (cell, digits) in candidates {
            state.open.insert(cell);
            state.cell_candidates[cell] = digits;
            bits(digits).for_each(|digit| state.candidates[digit].insert(cell));
        }
        let groups = state.layout.groups();
        let all = state.places.as_mut().chunks_exact_mut(groups);
        for (digit, places) in all.enumerate() {
            places.copy_from_slice(state.layout.places(state.candidates[digit]).as_ref());
        }
        state
    }

    /// Digits of the solved cells, from 1; 0 for an unsolved cell.
    pub fn digits(&self) -> &[u8] {
        self.digits.as_ref()
    }

    /// True if every cell is solved.
    pub fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// True if an unsolved cell has no candidate, a house no place for a digit, or a group a digit
    /// twice.
    pub fn is_contradictory(&self) -> bool {
        let layout = &self.layout;
        let is_empty = |cell| self.candidates_of(cell) == 0;
        let is_broken = |group: usize| {
            let (mut settled, mut digits) = (0, 0_u32);
            for &cell in layout.members(group) {
                if let Some(digit) = self.digits[cell.into()].checked_sub(1) {
                    settled += 1;
                    digits |= 1 << digit;
                }
            }
            let mut wanted = bits(layout.all_digits() & !digits);
            digits.count_ones() != settled
                || group < layout.houses() && wanted.any(|digit| self.places(digit, group) == 0)
        };
        self.open.iter().any(is_empty) || (0..layout.groups()).any(is_broken)
    }

    /// Cells that are solved.
    pub fn solved(&self) -> L::Cells {
        self.layout.all_cells() & !self.open
    }

    /// Candidates of a cell, or the digit of a solved cell.
    pub fn possible(&self, cell: usize) -> u32 {
        match self.digits[cell] {
            0 => self.candidates_of(cell),
            digit => 1 << (digit - 1),
        }
    }

    /// Candidates of a cell; empty if it is solved.
    #[inline(always)]
    pub fn candidates_of(&self, cell: usize) -> u32 {
        self.cell_candidates[cell]
    }

    /// Places of a digit in a house; empty if it is solved there.
    #[inline(always)]
    pub fn places(&self, digit: usize, house: usize) -> u32 {
        self.places[digit * self.layout.groups() + house]
    }

    /// Places of every digit in a house.
    #[inline(always)]
    pub fn places_of_all(&self, house: usize) -> L::OfDigits<u32> {
        self.layout.for_digits(|digit| self.places(digit, house))
    }

    /// Candidates of every cell of a group.
    #[inline(always)]
    pub fn candidates_in(&self, group: usize) -> L::OfDigits<u32> {
        let members = self.layout.members(group);
        L::OfDigits::from_fn(members.len(), |at| self.candidates_of(members[at].into()))
    }

    /// Unsolved cells that may hold a digit.
    #[inline(always)]
    pub fn candidate_cells(&self, digit: usize) -> L::Cells {
        self.candidates[digit]
    }

    /// Candidates of some digits in some cells.
    #[inline(always)]
    pub fn candidates_among(&self, digits: u32, cells: L::Cells) -> CandidateSet<L> {
        let mut among = CandidateSet::none();
        bits(digits).for_each(|digit| among[digit] = self.candidates[digit] & cells);
        among
    }

    /// True if an unsolved cell may hold a digit.
    #[inline(always)]
    pub fn has(&self, digit: usize, cell: usize) -> bool {
        self.candidates[digit].contains(cell)
    }

    /// Houses with one place for a digit.
    #[inline(always)]
    pub fn hidden_singles(&self, digit: usize) -> L::Houses {
        self.hidden_singles[digit]
    }

    /// Cells with exactly two candidates.
    pub fn bivalue_cells(&self) -> L::Cells {
        let (mut once, mut twice, mut thrice) = (L::Cells::NONE, L::Cells::NONE, L::Cells::NONE);
        for digit in 0..self.layout.digits() {
            let marks = self.candidates[digit];
            thrice |= twice & marks;
            twice |= once & marks;
            once |= marks;
        }
        twice & !thrice
    }

    /// Returns a candidate of an unsolved cell with the fewest candidates, or `None` if all cells
    /// are solved.
    pub fn branch_candidate(&self) -> Option<(usize, usize)> {
        let size = |&cell: &usize| self.candidates_of(cell).count_ones();
        let cell = self.open.iter().min_by_key(size)?;
        Some((cell, self.candidates_of(cell).trailing_zeros() as usize))
    }

    /// Solves a cell, and eliminates its digit from its groups.
    #[inline(always)]
    pub fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.candidates_of(cell) & !(1 << digit)) {
            self.candidates[other].remove(cell);
            self.lose_place(other, cell);
        }
        self.cell_candidates[cell] = 0;
        self.digits[cell] = digit as u8 + 1;
        self.open.remove(cell);
        self.naked_singles.remove(cell);
        self.candidates[digit].remove(cell);
        for peer in (self.candidates[digit] & self.layout.peers(cell)).iter() {
            self.remove(digit, peer);
        }
        for (house, _) in self.layout.places_of(cell) {
            self.places[digit * self.layout.groups() + house] = 0;
            self.hidden_singles[digit].remove(house);
        }
    }

    /// Removes a candidate.
    #[inline(always)]
    pub fn remove(&mut self, digit: usize, cell: usize) {
        self.candidates[digit].remove(cell);
        let left = self.candidates_of(cell) & !(1 << digit);
        self.cell_candidates[cell] = left;
        if left.is_power_of_two() {
            self.naked_singles.insert(cell);
        }
        self.lose_place(digit, cell);
    }

    /// Records that a digit has lost a place in the houses of a cell.
    #[inline(always)]
    fn lose_place(&mut self, digit: usize, cell: usize) {
        let groups = self.layout.groups();
        for (house, place) in self.layout.places_of(cell) {
            let word = &mut self.places[digit * groups + house];
            let left = *word & !(1 << place);
            *word = left;
            self.hidden_singles[digit].insert_if(house, left.is_power_of_two());
        }
    }
}

/// Candidates of the unsolved cells, and digits of the solved ones.
#[derive(Clone, Debug)]
pub struct PlainState<'a> {
    pub layout: &'a PlainLayout,
    /// Candidates of each cell, one bit per digit; empty if the cell is solved.
    candidates: Vec<u32>,
    /// Digit of each solved cell, from 1; 0 for an unsolved cell.
    pub digits: Vec<u8>,
}

impl<'a> PlainState<'a> {
    /// Lists the candidates of a state.
    pub fn of<L: Layout>(state: &'a SolvingState<L>) -> Self {
        let cells = 0..state.layout.cells();
        Self {
            layout: state.layout.plain(),
            candidates: cells.map(|cell| state.candidates_of(cell)).collect(),
            digits: state.digits().to_vec(),
        }
    }

    /// Returns the state in the frame of the puzzle.
    #[must_use]
    pub fn moved(&self, frame: &Frame) -> Self {
        let mut moved = self.clone();
        for (cell, (&candidates, &digit)) in self.candidates.iter().zip(&self.digits).enumerate() {
            let to = frame.cell(cell);
            moved.candidates[to] = frame.digits(candidates);
            moved.digits[to] = frame.value(digit);
        }
        moved
    }

    /// Candidates of a cell; empty if it is solved.
    pub fn candidates_of(&self, cell: usize) -> u32 {
        self.candidates[cell]
    }

    /// Candidates of a cell, or the digit of a solved cell.
    pub fn possible(&self, cell: usize) -> u32 {
        match self.digits[cell] {
            0 => self.candidates[cell],
            digit => 1 << (digit - 1),
        }
    }

    /// True if an unsolved cell may hold a digit.
    pub fn has(&self, digit: usize, cell: usize) -> bool {
        self.candidates[cell] >> digit & 1 != 0
    }

    /// Unsolved cells that may hold a digit.
    pub fn candidate_cells(&self, digit: usize) -> CellSet {
        let cells = 0..self.candidates.len();
        cells.filter(|&cell| self.has(digit, cell)).collect()
    }

    /// Unsolved cells of a group that may hold a digit, in ascending order.
    pub fn places(&self, digit: usize, group: usize) -> impl Iterator<Item = usize> {
        let cells = self
            .layout
            .members(group)
            .iter()
            .map(|&cell| usize::from(cell));
        cells.filter(move |&cell| self.has(digit, cell))
    }

    /// Unsolved cells with one candidate, and that candidate.
    pub fn naked_singles(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = self.candidates.iter().enumerate();
        let single = cells.filter(|(_, candidates)| candidates.is_power_of_two());
        single.map(|(cell, candidates)| (cell, candidates.trailing_zeros() as usize))
    }

    /// Other places of the digit in the houses of `cell` where it has exactly two places.
    pub fn strongly_linked(&self, digit: usize, cell: usize) -> CellSet {
        let houses = self.layout.houses_of(cell);
        let joined = houses.filter(|&house| self.places(digit, house).count() == 2);
        let linked = joined.flat_map(|house| self.places(digit, house));
        linked.filter(|&other| other != cell).collect()
    }
}

/// Candidates as digit and cell, sorted.
pub type CandidateList = Vec<(usize, usize)>;

/// Returns candidates in the frame of the puzzle.
pub fn moved_candidates(candidates: &[(usize, usize)], frame: &Frame) -> CandidateList {
    let moved = candidates.iter();
    let mut moved: Vec<_> = moved
        .map(|&(digit, cell)| (frame.digit(digit), frame.cell(cell)))
        .collect();
    sort(&mut moved);
    moved
}

/// Digits and cells of a layout that have lost candidates.
pub type ChangeSet<L> = Changes<<L as Layout>::Cells>;

/// Digits and cells that have lost candidates.
#[derive(Clone, Copy, Debug)]
pub struct Changes<C> {
    /// Digits, one bit each.
    pub digits: u32,
    pub cells: C,
}

impl<C: LayoutSet> Changes<C> {
    const NONE: Self = Self {
        digits: 0,
        cells: C::NONE,
    };

    /// Returns the set of all digits and cells, for a state that was never searched.
    pub fn all<L: Layout<Cells = C>>(layout: &L) -> Self {
        Self {
            digits: layout.all_digits(),
            cells: layout.all_cells(),
        }
    }

    /// Houses that have lost candidates.
    #[inline(always)]
    pub fn houses<L: Layout<Cells = C>>(self, layout: &L) -> impl Iterator<Item = usize> {
        (0..layout.houses()).filter(move |&house| self.has(layout, house))
    }

    /// Houses and cages that have lost candidates.
    #[inline(always)]
    pub fn groups<L: Layout<Cells = C>>(self, layout: &L) -> impl Iterator<Item = usize> {
        (0..layout.groups()).filter(move |&group| self.has(layout, group))
    }

    #[inline(always)]
    fn has<L: Layout<Cells = C>>(self, layout: &L, group: usize) -> bool {
        self.cells.meets(layout.group(group))
    }
}

/// Changes since each of some searches last failed.
#[derive(Clone, Debug)]
pub struct ChangeTracker<L: Layout, const SEARCHES: usize> {
    /// Candidates at the last update.
    candidates: CandidateSet<L>,
    /// Changes since the last search without a result, for each search.
    unsearched: [ChangeSet<L>; SEARCHES],
}

impl<L: Layout, const SEARCHES: usize> ChangeTracker<L, SEARCHES> {
    /// Creates a tracker for which nothing has been searched yet.
    pub fn new(layout: &L) -> Self {
        Self {
            candidates: CandidateSet::from_fn(layout, |_| layout.all_cells()),
            unsearched: [Changes::all(layout); SEARCHES],
        }
    }

    /// Records the candidates that a state has lost since the last update.
    pub fn update(&mut self, state: &SolvingState<L>) {
        let mut latest = ChangeSet::<L>::NONE;
        for digit in 0..state.layout.digits() {
            let gone = self.candidates[digit] & !state.candidate_cells(digit);
            latest.digits |= u32::from(!gone.is_empty()) << digit;
            latest.cells |= gone;
            self.candidates[digit] = state.candidate_cells(digit);
        }
        for news in &mut self.unsearched {
            news.digits |= latest.digits;
            news.cells |= latest.cells;
        }
    }

    /// Returns the changes since a search last failed.
    pub fn unsearched(&self, search: usize) -> ChangeSet<L> {
        self.unsearched[search]
    }

    /// Records that a search finds nothing in the present state.
    pub fn mark_searched(&mut self, search: usize) {
        self.unsearched[search] = Changes::NONE;
    }
}
