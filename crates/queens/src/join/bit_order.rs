//! The order of the bits of patterns, for each orbit of a large board.
//!
//! Lists are split from the highest bit down, and the best bits to split by are those that both
//! sides have often. These bits depend on the columns in use. So do the diagonals that one side
//! never uses, which need no comparison at all. Before quadrants are joined to half boards, the
//! bits of their patterns change places:
//!
//! ```text
//!      high                                                          low
//!     |  dead: of one side only  |  decisive: often on both  |  the rest  |
//!                                |<----------- bits to compare --------->|
//! ```
//!
//! Dead bits are kept, since the left and the right quadrant of one half may meet there.

use super::diagonal_layout::{Mirror, TIES};
use super::pattern_word::{PatternWord, Profile, set_bits};
use countless_simd::{BitMoves, Simd, Vector};

/// Number of decisive bits. With four to ten, times differ by a few per cent.
const DECISIVE: usize = 6;

/// Usage of each bit by the quadrants of a half board.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitUsage {
    /// The bits that any pattern may have.
    pub used: u64,
    /// The share of patterns that have each bit, in 255ths, added up over the quadrants.
    shares: [u32; 64],
}

impl BitUsage {
    /// Makes the usage of half boards without quadrants, which have the bits `used`.
    pub fn new(used: u64) -> Self {
        let shares = [0; 64];
        Self { used, shares }
    }

    /// Adds the usage of a mirrored quadrant.
    pub fn add(&mut self, profile: &Profile, mirror: Mirror) {
        for bit in set_bits(profile.used) {
            if let Some(image) = mirror.image(bit as u32) {
                self.used |= 1 << image;
                self.shares[image as usize] += u32::from(profile.shares[bit]);
            }
        }
    }
}

/// Order of the bits of patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitOrder<S: Simd> {
    /// The number of bits to compare: the low ones.
    pub bits: u32,
    /// The new places of the bits; `None` if all stay where they are.
    places: Option<BitPlaces<S>>,
}

/// New places of the bits of patterns.
#[derive(Clone, Copy, Debug)]
struct BitPlaces<S: Simd> {
    /// Dead, decisive and other bits, each with the lowest of their new places.
    groups: [(S::Extraction, u32); 3],
    /// The bit that goes to each place.
    from: [u8; 64],
}

impl<S: Simd> BitOrder<S> {
    /// Makes the order in which all `bits` bits stay where they are.
    #[inline(always)]
    pub fn unchanged(bits: u32) -> Self {
        let places = None;
        Self { bits, places }
    }

    /// Makes the order for two sides with these usages of bits.
    #[inline(always)]
    pub fn new(simd: S, ours: &BitUsage, theirs: &BitUsage) -> Self {
        let live = ours.used & theirs.used;
        let mut ranks = [(0, 0); 64];
        for (bit, rank) in ranks.iter_mut().enumerate() {
            let diagonal = live & !(TIES[0] | TIES[1]) & 1 << bit;
            *rank = (ours.shares[bit] * theirs.shares[bit], diagonal);
        }
        ranks.sort_unstable();
        let decisive = ranks[64 - DECISIVE..].iter();
        let decisive = decisive.fold(0, |bits, &(_, bit)| bits | bit);
        let rest = live & !decisive;
        let bits = live.count_ones();
        let parts = [(!live, bits), (decisive, rest.count_ones()), (rest, 0)];
        let mut from = [0; 64];
        for (chosen, place) in parts {
            for (bit, from) in self::set_bits(chosen).zip(&mut from[place as usize..]) {
                *from = bit as u8;
            }
        }
        let parts = parts.map(|(bits, place)| (simd.extraction(bits), place));
        let places = Some(BitPlaces {
            groups: parts,
            from,
        });
        Self { bits, places }
    }

    /// True if all bits stay where they are.
    #[inline(always)]
    pub fn is_unchanged(&self) -> bool {
        self.places.is_none()
    }

    /// Returns a pattern with its bits in their new places.
    #[inline(always)]
    pub fn arranged<W: PatternWord>(&self, pattern: u64) -> W {
        match &self.places {
            Some(places) => places.arranged(pattern),
            None => W::truncate(pattern),
        }
    }

    /// Writes the mirror images of patterns, with their bits in their new places. Both lists are
    /// whole vectors, of the same length.
    #[inline(always)]
    pub fn arrange<V: Vector<Simd = S, Lane: PatternWord>>(
        &self,
        simd: S,
        mirror: Mirror,
        from: &[V::Lane],
        to: &mut [V::Lane],
    ) {
        if let Some(places) = &self.places
            && let Some(shuffle) = simd.shuffle(&places.mirrored(mirror))
        {
            for (from, to) in from.iter().zip(to) {
                *to = V::Lane::truncate(shuffle.apply((*from).into()));
            }
            return;
        }
        let vectors = from.chunks_exact(V::LANES);
        for (from, to) in vectors.zip(to.chunks_exact_mut(V::LANES)) {
            mirror.apply(simd, V::load(simd, from)).store(to);
        }
        if let Some(places) = &self.places {
            for word in to {
                *word = places.arranged((*word).into());
            }
        }
    }
}

impl<S: Simd> BitPlaces<S> {
    /// Returns a pattern with its bits in their new places.
    #[inline(always)]
    fn arranged<W: PatternWord>(&self, pattern: u64) -> W {
        let [dead, decisive, rest] = self.groups;
        // For 32 rows, all 64 bits may be live.
        let dead = dead.0.apply(pattern).checked_shl(dead.1).unwrap_or(0);
        W::truncate(dead | decisive.0.apply(pattern) << decisive.1 | rest.0.apply(pattern))
    }

    /// Returns the bit of a pattern that goes to each place after mirroring.
    #[inline(always)]
    fn mirrored(&self, mirror: Mirror) -> [u8; 64] {
        // The highest bit is never set.
        self.from
            .map(|bit| mirror.image(bit.into()).unwrap_or(63) as u8)
    }
}
