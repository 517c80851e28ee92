//! Disjoint sets of numbers that can be united (Galler and Fischer, An improved equivalence
//! algorithm, 1964).

/// Disjoint sets of the numbers below a length. Each number points to another number of its set, or
/// to itself.
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// Creates sets of one number each.
    pub fn new(len: usize) -> Self {
        Self((0..len as u32).collect())
    }

    /// Number that represents the set of `one`.
    pub fn representative(&mut self, mut one: u32) -> u32 {
        while self.0[one as usize] != one {
            self.0[one as usize] = self.0[self.0[one as usize] as usize];
            one = self.0[one as usize];
        }
        one
    }

    /// Unites two sets. The least number represents the new set.
    pub fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.representative(one), self.representative(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
