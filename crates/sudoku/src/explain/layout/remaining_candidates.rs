//! Candidates that remain once some are assumed true or false.

use super::Layout;
use super::candidate_set::CandidateSet;
use super::layout_set::LayoutSet;

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
