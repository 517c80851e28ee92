//! The candidates of a state that are left once some are true, or false.

use super::Layout;
use super::marks::CandidateSet;
use super::set::LayoutSet;

/// The candidates that are left.
pub trait RemainingCandidates<L: Layout>: Clone {
    /// Those of a state, where nothing new follows from them: the places of each digit, solved cells
    /// among them.
    fn of(layout: &L, marks: &CandidateSet<L>, solved: L::Cells) -> Self;

    /// Puts a digit into a cell.
    fn assign(&mut self, layout: &L, cell: usize, digit: usize);

    /// Rules a digit out of a cell that has more than one.
    fn exclude(&mut self, layout: &L, cell: usize, digit: usize);

    /// Whether there is something to deduce from.
    fn has_changes(&self) -> bool;

    /// One round of deductions, by singles and locked candidates; false if there is no solution.
    fn deduce(&mut self, layout: &L) -> bool;

    /// The cells open to a digit.
    fn cells(&self, digit: usize) -> L::Cells;

    /// The cells that have several candidates.
    fn unsolved(&self, layout: &L) -> L::Cells;

    /// The digits of a cell.
    fn digits(&self, layout: &L, cell: usize) -> u32 {
        let digits = 0..layout.digits();
        digits.fold(0, |all, digit| {
            all | u32::from(self.cells(digit).contains(cell)) << digit
        })
    }

    /// Deduces until nothing new follows; false if there is no solution.
    fn propagate(&mut self, layout: &L) -> bool {
        while self.has_changes() {
            if !self.deduce(layout) {
                return false;
            }
        }
        true
    }
}
