//! Candidates as sets of cells, and the candidates that remain after deductions.

use std::fmt;
use std::ops::{BitOrAssign, Index, IndexMut};

use super::layout_set::LayoutSet;
use super::{Cage, Layout, ValueStore, bits};

/// Set of candidates: the cells of each digit, from 0.
#[derive(Clone)]
pub struct CandidateSet<L: Layout>(L::OfDigits<L::Cells>);

impl<L: Layout> CandidateSet<L> {
    #[inline(always)]
    pub fn none() -> Self {
        Self(L::OfDigits::from_fn(0, |_| L::Cells::NONE))
    }

    /// Returns the set of one digit in some cells.
    #[inline(always)]
    pub fn of(digit: usize, cells: L::Cells) -> Self {
        let mut marks = Self::none();
        marks[digit] = cells;
        marks
    }

    /// Creates a set from the cells of each digit.
    #[inline(always)]
    pub fn from_fn(layout: &L, cells: impl FnMut(usize) -> L::Cells) -> Self {
        Self(layout.for_digits(cells))
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().iter().all(|cells| cells.is_empty())
    }

    /// Cells of each digit.
    pub fn of_digits(&self) -> impl Iterator<Item = &L::Cells> {
        self.0.as_ref().iter()
    }

    /// Candidates as digit and cell, ordered by digit.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let digits = self.0.as_ref().iter().enumerate();
        digits.flat_map(|(digit, cells)| cells.iter().map(move |cell| (digit, cell)))
    }
}

// A derived impl would require `L: Copy`.
impl<L: Layout> Copy for CandidateSet<L> {}

impl<L: Layout> PartialEq for CandidateSet<L> {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref() == other.0.as_ref()
    }
}

impl<L: Layout> fmt::Debug for CandidateSet<L> {
    /// Lists the candidates as digit and cell, ordered by digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<L: Layout> Index<usize> for CandidateSet<L> {
    type Output = L::Cells;
    #[inline(always)]
    fn index(&self, digit: usize) -> &L::Cells {
        &self.0[digit]
    }
}

impl<L: Layout> IndexMut<usize> for CandidateSet<L> {
    #[inline(always)]
    fn index_mut(&mut self, digit: usize) -> &mut L::Cells {
        &mut self.0[digit]
    }
}

impl<L: Layout> BitOrAssign for CandidateSet<L> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for (cells, others) in self.0.as_mut().iter_mut().zip(other.0.as_ref()) {
            *cells |= *others;
        }
    }
}

/// Candidates that remain.
pub trait RemainingCandidates<L: Layout>: Clone {
    /// Creates the candidates from the places of each digit in a state, solved cells included. No
    /// change is pending.
    fn of(layout: &L, marks: &CandidateSet<L>, solved: L::Cells) -> Self;

    /// Places a digit in a cell.
    fn assign(&mut self, layout: &L, cell: usize, digit: usize);

    /// Excludes a digit from a cell that has more than one candidate.
    fn exclude(&mut self, layout: &L, cell: usize, digit: usize);

    /// True if there are changes to deduce from.
    fn has_changes(&self) -> bool;

    /// Runs one round of deductions, by singles, locked candidates and cages. Returns false on a
    /// contradiction.
    fn deduce(&mut self, layout: &L) -> bool;

    /// Cells that hold or may hold a digit.
    fn cells(&self, digit: usize) -> L::Cells;

    /// Cells with several candidates.
    fn unsolved(&self, layout: &L) -> L::Cells;

    /// Candidates of a cell.
    fn digits(&self, layout: &L, cell: usize) -> u32 {
        let digits = 0..layout.digits();
        digits.fold(0, |all, digit| {
            all | u32::from(self.cells(digit).contains(cell)) << digit
        })
    }

    /// Deduces until nothing new follows. Returns false on a contradiction.
    fn propagate(&mut self, layout: &L) -> bool {
        while self.has_changes() {
            if !self.deduce(layout) {
                return false;
            }
        }
        true
    }
}

/// Candidates in any layout, as sets of cells, with a record of changes. Nothing is deduced again
/// where nothing has changed.
#[derive(Clone, Debug)]
pub struct DeducedCandidates<L: Layout> {
    candidates: CandidateSet<L>,
    /// Candidates of each digit at its last search.
    last_searched: CandidateSet<L>,
    /// True if several digits have been placed in one cell.
    clashes: bool,
    /// Cells that had one candidate at the last search.
    solved: L::Cells,
    /// Solved cells for which the digit has been removed from the cells that see them.
    propagated: L::Cells,
    /// Cells that lost candidates since the last search of cages.
    changed_cells: L::Cells,
    /// Digits that lost places since their last search.
    changed_digits: u32,
}

impl<L: Layout> RemainingCandidates<L> for DeducedCandidates<L> {
    fn of(layout: &L, marks: &CandidateSet<L>, solved: L::Cells) -> Self {
        let mut sets = Self {
            candidates: *marks,
            last_searched: CandidateSet::from_fn(layout, |_| layout.all_cells()),
            clashes: false,
            solved,
            propagated: L::Cells::NONE,
            changed_cells: layout.all_cells(),
            changed_digits: 0,
        };
        let mut digits = 0..layout.digits();
        if digits.all(|digit| {
            let seen = layout.peers_of_any(marks[digit] & solved);
            (marks[digit] & seen).is_empty()
        }) {
            sets.propagated = solved;
        }
        for digit in 0..layout.digits() {
            if !anything_follows(layout, marks[digit], solved) {
                sets.last_searched[digit] = marks[digit];
            }
        }
        let leaves_all = |(_, cage): (L::Cells, &Cage)| {
            let candidates = |cell: u16| sets.digits(layout, cell.into());
            let cells = cage.cells.iter().copied();
            cage.possible_digits(candidates) == Some(cells.map(candidates).collect())
        };
        if drawn_cages(layout).all(leaves_all) {
            sets.changed_cells = L::Cells::NONE;
        }
        sets
    }

    fn assign(&mut self, layout: &L, cell: usize, digit: usize) {
        for other in bits(self.digits(layout, cell)) {
            if other != digit {
                self.candidates[other].remove(cell);
            }
            self.changed_digits |= 1 << other;
        }
        self.solved.insert(cell);
        self.changed_cells.insert(cell);
    }

    fn exclude(&mut self, layout: &L, cell: usize, digit: usize) {
        self.candidates[digit].remove(cell);
        self.changed_cells.insert(cell);
        self.changed_digits |= 1 << digit;
        let left = self.digits(layout, cell);
        if left.is_power_of_two() {
            self.assign(layout, cell, left.trailing_zeros() as usize);
        }
    }

    fn has_changes(&self) -> bool {
        self.changed_digits != 0
    }

    fn deduce(&mut self, layout: &L) -> bool {
        let before = self.candidates;
        let mut placed = CandidateSet::none();
        let mut is_possible = true;
        for digit in bits(std::mem::take(&mut self.changed_digits)) {
            is_possible &= self.deduce_digit(layout, digit, &mut placed[digit]);
        }
        if !is_possible || !self.deduce_cells(layout, &placed) {
            return false;
        }
        let mut lost = L::Cells::NONE;
        for digit in 0..layout.digits() {
            let gone = before[digit] & !self.candidates[digit];
            self.changed_digits |= u32::from(!gone.is_empty()) << digit;
            lost |= gone;
        }
        self.changed_cells |= lost;
        self.changed_digits != 0 || self.deduce_cages(layout)
    }

    fn cells(&self, digit: usize) -> L::Cells {
        self.candidates[digit]
    }

    fn unsolved(&self, layout: &L) -> L::Cells {
        layout.all_cells() & !self.solved
    }
}

impl<L: Layout> DeducedCandidates<L> {
    /// True if several digits have been placed in one cell.
    pub fn clashes(&self) -> bool {
        self.clashes
    }

    /// Removes a digit from the cells that see its solved cells, and by locked candidates. Adds the
    /// cells that are its only place in a house to `placed`. Returns false if a house has no place
    /// for it.
    fn deduce_digit(&mut self, layout: &L, digit: usize, placed: &mut L::Cells) -> bool {
        let marks = &mut self.candidates[digit];
        let settled = *marks & self.solved & !self.propagated;
        self.propagated |= settled;
        *marks &= !layout.peers_of_any(settled);
        let before = std::mem::replace(&mut self.last_searched[digit], *marks);
        let mut lost = before & !*marks;
        for house in 0..layout.houses() {
            let inside = layout.group(house);
            if (lost & inside).is_empty() && !self.clashes {
                continue;
            }
            let places = *marks & inside;
            if places.is_empty() {
                return false;
            }
            if let Some(only) = places.only() {
                placed.insert(only);
                continue;
            }
            for across in locking_houses(layout, house, places) {
                *marks &= inside | !across;
            }
            lost = before & !*marks;
        }
        true
    }

    /// Removes all other digits from cells in `placed`, and solves cells with one candidate.
    /// Returns false if a cell has no candidate.
    fn deduce_cells(&mut self, layout: &L, placed: &CandidateSet<L>) -> bool {
        let digits = 0..layout.digits();
        let taken = digits
            .clone()
            .fold(L::Cells::NONE, |all, digit| all | placed[digit]);
        let (mut once, mut twice) = (L::Cells::NONE, L::Cells::NONE);
        for digit in digits.clone() {
            self.candidates[digit] &= !taken | placed[digit];
            twice |= once & self.candidates[digit];
            once |= self.candidates[digit];
        }
        let news = once & !(twice | self.solved);
        self.solved = once & !twice;
        self.clashes |= taken.meets(twice);
        for digit in digits {
            let is_new = self.candidates[digit].meets(news);
            self.changed_digits |= u32::from(is_new) << digit;
        }
        once == layout.all_cells()
    }

    /// Removes the candidates that cages exclude. Returns false on a contradiction.
    fn deduce_cages(&mut self, layout: &L) -> bool {
        let lost = std::mem::replace(&mut self.changed_cells, L::Cells::NONE);
        for (cells, cage) in drawn_cages(layout) {
            if (cells & (lost | self.changed_cells)).is_empty() {
                continue;
            }
            let held = cage.cells.iter();
            let held = held.map(|&cell| self.digits(layout, cell.into()));
            let held: Vec<u32> = held.collect();
            let Some(left) = cage.possible_digits_of(&held) else {
                return false;
            };
            for ((&cell, held), left) in cage.cells.iter().zip(held).zip(left) {
                for digit in bits(held & !left) {
                    self.candidates[digit].remove(cell.into());
                    self.changed_cells.insert(cell.into());
                    self.changed_digits |= 1 << digit;
                }
            }
        }
        self.deduce_cells(layout, &CandidateSet::none())
    }
}

/// Drawn cages, each with the set of its cells.
fn drawn_cages<L: Layout>(layout: &L) -> impl Iterator<Item = (L::Cells, &Cage)> {
    let groups = layout.houses()..layout.groups();
    let drawn = layout.cages().iter().filter(|cage| cage.is_drawn());
    groups.map(|group| layout.group(group)).zip(drawn)
}

/// Cells of each house that contains all places of a digit in `house`.
fn locking_houses<L: Layout>(
    layout: &L,
    house: usize,
    places: L::Cells,
) -> impl Iterator<Item = L::Cells> {
    let others = layout.crossings(house);
    let others = others.map(|(_, other)| layout.group(other));
    others.filter(move |across| (places & !*across).is_empty())
}

/// True if a digit with these places allows a deduction. A house has no place for it, or a single
/// one that is unsolved, or locked candidates remove places.
fn anything_follows<L: Layout>(layout: &L, marks: L::Cells, solved: L::Cells) -> bool {
    (0..layout.houses()).any(|house| {
        let inside = layout.group(house);
        let places = marks & inside;
        let removes = |across: L::Cells| !(marks & across & !inside).is_empty();
        match places.only() {
            Some(only) => !solved.contains(only),
            None => places.is_empty() || locking_houses(layout, house, places).any(removes),
        }
    })
}
