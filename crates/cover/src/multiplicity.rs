//! Multiplicity of an item: bounds for the number of options that cover it.

/// Least and greatest number of options that cover an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiplicity {
    pub low: u32,
    pub high: u32,
}

impl Multiplicity {
    pub const ONCE: Self = Self { low: 1, high: 1 };

    /// Reduces both bounds by one covering.
    #[inline(always)]
    pub fn cover_once(&mut self) {
        self.low = self.low.saturating_sub(1);
        self.high = self.high.saturating_sub(1);
    }
}
