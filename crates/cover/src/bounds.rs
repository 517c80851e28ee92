//! The bounds of an item: how often it is to be covered.

/// The least and the greatest number of options that cover an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiplicity {
    pub low: u32,
    pub high: u32,
}

impl Multiplicity {
    pub const ONCE: Self = Self { low: 1, high: 1 };

    /// Covers the item once more.
    #[inline(always)]
    pub fn cover_once(&mut self) {
        self.low = self.low.saturating_sub(1);
        self.high = self.high.saturating_sub(1);
    }
}
