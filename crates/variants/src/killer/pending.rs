//! What is yet to be looked at.

use super::rules::RULES;

/// What is yet to be looked at, as long as cells change.
#[derive(Debug)]
pub(super) struct PendingRules {
    /// Whether a cell has changed since houses were quiet.
    pub has_changed: bool,
    /// The rules with a cell that has changed, a bit each.
    pub rules: u128,
    /// The cages of which digits that they must have are to be taken from others, and these digits.
    pub requiring_cages: u128,
    pub required_digits: Box<[u16; RULES]>,
    /// The cells of what had no way.
    pub blame: u128,
}

impl PendingRules {
    /// Nothing.
    pub fn new() -> Self {
        Self {
            has_changed: false,
            rules: 0,
            requiring_cages: 0,
            required_digits: Box::new([0; RULES]),
            blame: 0,
        }
    }

    /// Forgets what is left of a board that is given up.
    pub fn clear(&mut self) {
        self.has_changed = false;
        (self.rules, self.requiring_cages, self.blame) = (0, 0, 0);
    }
}
