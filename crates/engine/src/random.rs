//! Random numbers that depend on the seed alone (Steele, Lea and Flood, Fast splittable
//! pseudorandom number generators, 2014).

/// A counter with scrambled values.
///
/// The sequence of a seed is part of the plans of ledgers, and must never change.
///
/// ```
/// let mut random = countless_engine::SplitMix64(1_234_567);
/// assert_eq!(random.next(), 6_457_827_717_110_365_317);
/// assert!(random.below(10) < 10);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    #[inline]
    #[allow(clippy::should_implement_trait)] // it never ends
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        Self::scramble(self.0)
    }

    /// Scrambles the bits of a number. Different numbers give different results.
    #[inline]
    pub fn scramble(mut bits: u64) -> u64 {
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ bits >> 31
    }

    /// A number in [0, 1).
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Shuffles items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_published() {
        // The first outputs for seed 1234567, from the authors' reference code.
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }
}
