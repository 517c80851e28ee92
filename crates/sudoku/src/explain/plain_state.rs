//! States as lists, whatever their layout. Words and derivations use them, so that they are compiled
//! once: a step has few of both.

use super::layout::{CellSet, Frame, Layout, PlainLayout};
use super::solving_state::SolvingState;

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
            let digit = usize::from(digit).checked_sub(1);
            moved.digits[to] = digit.map_or(0, |digit| frame.digit(digit) as u8 + 1);
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

    /// All candidates of the cells of a group.
    pub fn union_of(&self, group: usize) -> u32 {
        let cells = self.layout.members(group).iter();
        cells.fold(0, |all, &cell| all | self.candidates[usize::from(cell)])
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
    moved.sort_unstable();
    moved
}
