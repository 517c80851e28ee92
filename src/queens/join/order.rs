//! The order of the bits of patterns, for each orbit of a large board.
//!
//! Lists are split from the highest bit down, and the best bits to split by are those that both
//! sides have often. Which these are depends on the columns in use; so do the diagonals that one
//! side never uses, which need no comparison at all. Before quadrants are joined to half boards,
//! the bits of their patterns change places:
//!
//! ```text
//!      high                                                          low
//!     |  dead: of one side only  |  decisive: often on both  |  the rest  |
//!                                |<----------- bits to compare --------->|
//! ```
//!
//! Dead bits are kept, since the left and the right quadrant of one half may meet there.

use super::pattern::{Mirror, TIES};
use super::profile::Profile;
use super::word::Word;
use crate::simd::{Extraction, Simd};

/// So many bits are decisive. With four to ten, times differ by a few per cent.
const DECISIVE: usize = 6;

/// How often quadrants of a half board use each bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    /// The bits that any pattern may have.
    pub used: u64,
    /// The share of patterns that have each bit, in 255ths, added up over the quadrants.
    shares: [u32; 64],
}

impl Usage {
    /// Of no quadrant yet; `used` says what half boards have besides.
    pub fn new(used: u64) -> Self {
        let shares = [0; 64];
        Self { used, shares }
    }

    /// Adds a mirrored quadrant's.
    pub fn add(&mut self, profile: &Profile, mirror: Mirror) {
        for (bit, &share) in profile.shares.iter().enumerate() {
            let image = mirror.of(profile.used & 1 << bit);
            if image != 0 {
                self.used |= image;
                self.shares[image.trailing_zeros() as usize] += u32::from(share);
            }
        }
    }
}

/// Where the bits of patterns go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order<S: Simd> {
    /// The number of bits to compare: the low ones.
    pub bits: u32,
    /// Dead, decisive and other bits, each with the lowest place where they go; none if all stay
    /// where they are.
    places: Option<[(S::Extraction, u32); 3]>,
}

impl<S: Simd> Order<S> {
    /// All `bits` bits stay where they are.
    #[inline(always)]
    pub fn as_made(bits: u32) -> Self {
        let places = None;
        Self { bits, places }
    }

    /// The order for two sides that use the bits of patterns as `ours` and `theirs` say.
    #[inline(always)]
    pub fn new(simd: S, ours: &Usage, theirs: &Usage) -> Self {
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
        let places = [(!live, bits), (decisive, rest.count_ones()), (rest, 0)];
        let places = Some(places.map(|(bits, place)| (simd.extraction(bits), place)));
        Self { bits, places }
    }

    /// Whether all bits stay where they are.
    #[inline(always)]
    pub fn is_as_made(&self) -> bool {
        self.places.is_none()
    }

    /// A pattern with its bits in their places.
    #[inline(always)]
    pub fn of<W: Word>(&self, pattern: u64) -> W {
        let Some([dead, decisive, rest]) = self.places else {
            return W::truncate(pattern);
        };
        W::truncate(
            dead.0.of(pattern) << dead.1
                | decisive.0.of(pattern) << decisive.1
                | rest.0.of(pattern),
        )
    }
}
