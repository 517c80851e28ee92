//! Pending work of a propagation.

use super::killer_rules::RULES;

/// Pending work of a propagation.
#[derive(Debug)]
pub(super) struct PendingRules {
    /// True if a cell has changed since the last fixed point of the houses.
    pub has_changed: bool,
    /// Rules with a changed cell, as bits.
    pub rules: u128,
    /// Cages with required digits that are to be removed from other cells. `required_digits` has
    /// these digits.
    pub requiring_cages: u128,
    pub required_digits: Box<[u16; RULES]>,
    /// Cells of the last contradiction.
    pub blame: u128,
}

impl PendingRules {
    /// Creates a state without pending work.
    pub fn new() -> Self {
        Self {
            has_changed: false,
            rules: 0,
            requiring_cages: 0,
            required_digits: Box::new([0; RULES]),
            blame: 0,
        }
    }

    /// Discards the work of a board that was given up.
    pub fn clear(&mut self) {
        self.has_changed = false;
        (self.rules, self.requiring_cages, self.blame) = (0, 0, 0);
    }
}
