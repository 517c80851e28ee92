//! What is known of a puzzle while it is rated: candidates, seen from every side.

use super::field::Field;

/// A digit, from 0, that a cell may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub cell: u16,
    pub digit: u8,
}

/// The candidates of the open cells, and the digits of the settled ones. Digits count from 0 but
/// for those of the settled cells.
///
/// Singles are noted as they arise, so that they need no search.
#[derive(Debug, Default)]
pub struct State {
    digits: usize,
    /// The candidates of each open cell, a bit each; none if it is settled.
    cells: Vec<u32>,
    /// The places of each digit in each unit, a bit each; none if it is settled there.
    places: Vec<u32>,
    /// The digits settled in each unit, a bit each.
    settled: Vec<u32>,
    /// The digit of each settled cell, from 1.
    grid: Vec<u8>,
    open: usize,
    is_dead: bool,
    /// Cells that came down to one candidate.
    naked: Vec<u16>,
    /// Units, and digits that came down to one place there; of lines those behind.
    hidden: [Vec<(u16, u8)>; 2],
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    // The memory is used again.
    fn clone_from(&mut self, other: &Self) {
        self.digits = other.digits;
        self.cells.clone_from(&other.cells);
        self.places.clone_from(&other.places);
        self.settled.clone_from(&other.settled);
        self.grid.clone_from(&other.grid);
        (self.open, self.is_dead) = (other.open, other.is_dead);
        self.naked.clone_from(&other.naked);
        for (list, others) in self.hidden.iter_mut().zip(&other.hidden) {
            list.clone_from(others);
        }
    }
}

impl State {
    /// Begins a puzzle, 0 for a blank: its digits are removed from the cells that see them.
    pub fn begin(&mut self, field: &Field, puzzle: &[u8]) {
        let (digits, units) = (field.board.digits(), field.board.units());
        let full = (1 << digits) - 1;
        self.digits = digits;
        fill(&mut self.cells, full, puzzle.len());
        fill(&mut self.places, full, units.len() * digits);
        fill(&mut self.settled, 0, units.len());
        fill(&mut self.grid, 0, puzzle.len());
        (self.open, self.is_dead) = (puzzle.len(), false);
        self.naked.clear();
        self.hidden.iter_mut().for_each(Vec::clear);
        for (cell, &digit) in puzzle.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let (cell, digit) = (cell as u16, digit - 1);
            if self.has(cell, digit) {
                self.place(field, Candidate { cell, digit });
            } else {
                self.is_dead = true;
            }
        }
    }

    /// The candidates of a cell, a bit each; none if it is settled.
    #[inline]
    pub fn candidates(&self, cell: u16) -> u32 {
        self.cells[usize::from(cell)]
    }

    /// Whether an open cell has a candidate.
    #[inline]
    pub fn has(&self, cell: u16, digit: u8) -> bool {
        self.candidates(cell) >> digit & 1 == 1
    }

    /// The places of a digit in a unit, a bit each; none if it is settled there.
    #[inline]
    pub fn places(&self, unit: usize, digit: u8) -> u32 {
        self.places[unit * self.digits + usize::from(digit)]
    }

    /// The places of all digits in a unit.
    pub fn places_of_all(&self, unit: usize) -> &[u32] {
        &self.places[unit * self.digits..][..self.digits]
    }

    /// The digit of a cell, from 1; 0 if it is open.
    pub fn digit(&self, cell: u16) -> u8 {
        self.grid[usize::from(cell)]
    }

    /// The open cells and their candidates, in order.
    pub fn open_cells(&self) -> impl Iterator<Item = (u16, u32)> {
        let cells = self.cells.iter().enumerate();
        let open = cells.filter(|(cell, _)| self.grid[*cell] == 0);
        open.map(|(cell, &candidates)| (cell as u16, candidates))
    }

    /// Whether all cells are settled.
    pub fn is_solved(&self) -> bool {
        self.open == 0 && !self.is_dead
    }

    /// Whether a cell has no candidate, or a digit no place in a unit.
    pub fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// A cell with one candidate.
    pub fn naked_single(&mut self) -> Option<Candidate> {
        while let Some(cell) = self.naked.pop() {
            let candidates = self.candidates(cell);
            if candidates.is_power_of_two() {
                let digit = candidates.trailing_zeros() as u8;
                return Some(Candidate { cell, digit });
            }
        }
        None
    }

    /// The only place of a digit in a unit, which is a line or is not.
    pub fn hidden_single(&mut self, field: &Field, in_line: bool) -> Option<Candidate> {
        while let Some((unit, digit)) = self.hidden[usize::from(in_line)].pop() {
            let places = self.places(unit.into(), digit);
            if places.is_power_of_two() {
                let cell = field.board.cell(unit.into(), places.trailing_zeros());
                return Some(Candidate { cell, digit });
            }
        }
        None
    }

    /// A candidate of an open cell that has as few as any; none if there is no such cell.
    pub fn guess(&self) -> Option<Candidate> {
        let fewest = self.open_cells().min_by_key(|(_, all)| all.count_ones());
        fewest.map(|(cell, all)| Candidate {
            cell,
            digit: all.trailing_zeros() as u8,
        })
    }

    /// Settles singles as long as there are any, and says how many.
    pub fn settle_singles(&mut self, field: &Field) -> u32 {
        let mut settled = 0;
        while !self.is_dead
            && let Some(single) = self
                .naked_single()
                .or_else(|| self.hidden_single(field, false))
                .or_else(|| self.hidden_single(field, true))
        {
            self.place(field, single);
            settled += 1;
        }
        settled
    }

    /// There is no solution.
    pub fn kill(&mut self) {
        self.is_dead = true;
    }

    /// Settles an open cell.
    pub fn place(&mut self, field: &Field, Candidate { cell, digit }: Candidate) {
        let others = self.candidates(cell) & !(1 << digit);
        for other in bits(others) {
            let digit = other as u8;
            self.remove(field, Candidate { cell, digit });
        }
        self.grid[usize::from(cell)] = digit + 1;
        self.cells[usize::from(cell)] = 0;
        self.open -= 1;
        let seats = field.board.seats(cell);
        for seat in seats {
            self.settled[usize::from(seat.unit)] |= 1 << digit;
        }
        for seat in seats {
            let unit = usize::from(seat.unit);
            let others = self.places(unit, digit) & !(1 << seat.place);
            for place in bits(others) {
                let cell = field.board.cell(unit, place);
                self.remove(field, Candidate { cell, digit });
            }
            self.places[unit * self.digits + usize::from(digit)] = 0;
        }
        for &cell in field.mates(cell) {
            if self.has(cell, digit) {
                self.remove(field, Candidate { cell, digit });
            }
        }
    }

    /// Removes candidates, of which some may be gone or named twice.
    pub fn remove_all(&mut self, field: &Field, gone: &[Candidate]) {
        for &candidate in gone {
            if self.has(candidate.cell, candidate.digit) {
                self.remove(field, candidate);
            }
        }
    }

    /// Removes a candidate that there is.
    pub fn remove(&mut self, field: &Field, Candidate { cell, digit }: Candidate) {
        let candidates = &mut self.cells[usize::from(cell)];
        *candidates &= !(1 << digit);
        if candidates.is_power_of_two() {
            self.naked.push(cell);
        }
        self.is_dead |= *candidates == 0;
        for seat in field.board.seats(cell) {
            let unit = usize::from(seat.unit);
            let places = &mut self.places[unit * self.digits + usize::from(digit)];
            *places &= !(1 << seat.place);
            if places.is_power_of_two() {
                let in_line = field.board.units()[unit].is_line;
                self.hidden[usize::from(in_line)].push((seat.unit, digit));
            }
            self.is_dead |= *places == 0 && self.settled[unit] >> digit & 1 == 0;
        }
    }
}

fn fill<T: Clone>(list: &mut Vec<T>, with: T, len: usize) {
    list.clear();
    list.resize(len, with);
}

/// The numbers of the bits that are set.
#[inline]
pub fn bits(mut word: u32) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit)
    })
}
