//! The bits of a pattern: the diagonals on which a half board meets the other half; the machine
//! words that hold patterns, and their profiles.
//!
//! The diagonals are numbered from the centre of the board. A square in row r, column c lies on the
//! falling diagonal d = c - r and on the rising one s = r + c - (N-1). The main diagonals are d = 0
//! and s = 0. With H = N / 2 rows in a half, queens of different halves can meet on the diagonals
//! -(H-1) ..= H-1 only. The central diagonals, which hold a queen most often, get the highest bits,
//! since [`pairs`](super::pairs) splits from the highest bit down:
//!
//! ```text
//!   bit 4H-1                                                               0
//!     | s0 d0 | s1 d-1 d1 s-1 | s2 d-2 d2 s-2 | ... | s d- d s- of H-1 | t t |
//!       main    group of four                                           ties
//! ```
//!
//! The order within a group makes mirroring a board cheap: left to right swaps
//! neighbouring bits (`s1` and `d-1`), top to bottom swaps neighbouring pairs (`s1`
//! and `d1`). The two lowest bits are not diagonals: [`orbits`](super::orbits) explains [`TIES`], and
//! stored patterns keep [`EDGE`] there.
//!
//! # Order of the bits
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

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use countless_simd::{BitMoves, Simd, Vector};

/// An unsigned integer that can hold a pattern, with its vector type.
pub(super) trait PatternWord:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + Into<u64>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// True if every orbit has an order of bits of its own. For 32 bits it is not worth the time.
    const ORDERED: bool;
    /// The vector of these words in the instruction set `S`.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;

    /// The low bits of `bits`.
    fn truncate(bits: u64) -> Self;
}

impl PatternWord for u32 {
    const ORDERED: bool = false;
    type Vector<S: Simd> = S::U32;

    #[inline(always)]
    fn truncate(bits: u64) -> Self {
        bits as Self
    }
}

impl PatternWord for u64 {
    const ORDERED: bool = true;
    type Vector<S: Simd> = S::U64;

    #[inline(always)]
    fn truncate(bits: u64) -> Self {
        bits
    }
}

/// Number of some placements, and their usage of each bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    /// The number of placements.
    pub count: u64,
    /// The bits that are set in any pattern, and perhaps others.
    pub used: u64,
    /// The share of patterns with each bit, in 255ths.
    pub shares: [u8; 64],
}

impl Profile {
    /// Makes the profile of `count` placements with unknown patterns.
    pub fn of_unknown(count: u64) -> Self {
        Self {
            count,
            used: !0,
            shares: [0; 64],
        }
    }

    /// Makes the profile of these patterns.
    pub fn of(patterns: impl Iterator<Item = u64>) -> Self {
        let (mut count, mut used, mut counts) = (0, 0, [0_u64; 64]);
        for pattern in patterns {
            count += 1;
            used |= pattern;
            for bit in set_bits(pattern) {
                counts[bit] += 1;
            }
        }
        let shares = counts.map(|bit| (bit * 255 / count.max(1)) as u8);
        Self {
            count,
            used,
            shares,
        }
    }
}

/// The indices of the bits that are set.
pub(super) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit as usize
        })
    })
}

/// Two bits that keep apart half boards as if they were on a common diagonal.
pub(super) const TIES: [u64; 2] = [1, 2];

/// In stored patterns of odd boards: a queen on a diagonal of the outermost square
/// of the middle column. Mirrored to the right it becomes [`TIES`]`[1]`.
pub(super) const EDGE: u64 = TIES[0];

/// Bits of the diagonals of a board in its patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiagonalLayout {
    /// The number of rows in a half.
    pub half: u32,
}

impl DiagonalLayout {
    /// The number of bits of a pattern.
    pub const fn bits(self) -> u32 {
        4 * self.half
    }

    /// Both main diagonals.
    pub const fn main_diagonals(self) -> u64 {
        3 << (self.bits() - 2)
    }

    /// The bit of the rising diagonal `s`, or 0 if the halves cannot meet on it.
    pub fn rising(self, s: i32) -> u64 {
        match s {
            0 => 2 << (self.bits() - 2),
            1.. => self.bit(s, 3),
            _ => self.bit(s, 0),
        }
    }

    /// The bit of the falling diagonal `d`, or 0 if the halves cannot meet on it.
    pub fn falling(self, d: i32) -> u64 {
        match d {
            0 => 1 << (self.bits() - 2),
            1.. => self.bit(d, 1),
            _ => self.bit(d, 2),
        }
    }

    /// The bit at `place` in the group of a diagonal.
    fn bit(self, diagonal: i32, place: u32) -> u64 {
        let group = diagonal.unsigned_abs();
        if group < self.half {
            1 << (self.bits() - 2 - 4 * group + place)
        } else {
            0
        }
    }
}

/// A mirror image of the stored quadrant, which is the one at the top left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror {
    /// The layout of the patterns to mirror.
    pub layout: DiagonalLayout,
    /// Mirror to the right.
    pub to_right: bool,
    /// Mirror to the bottom.
    pub to_bottom: bool,
    /// Keep the two lowest bits.
    pub keeps_edge: bool,
}

impl Mirror {
    /// True if mirroring does not change patterns.
    #[inline(always)]
    pub fn is_identity(self) -> bool {
        !self.to_right && !self.to_bottom && self.keeps_edge
    }

    /// Returns the new place of a bit, or `None` if it is not kept. The bit at that place moves to
    /// `bit` in turn.
    #[inline(always)]
    pub fn image(self, bit: u32) -> Option<u32> {
        if bit < 2 && !self.keeps_edge {
            return None;
        }
        let mut image = bit ^ u32::from(self.to_right);
        if self.to_bottom && bit >= 2 {
            let main = bit >= self.layout.bits() - 2;
            image = if main {
                image ^ 1
            } else {
                ((image - 2) ^ 2) + 2
            };
        }
        Some(image)
    }

    /// Mirrors every lane.
    #[inline(always)]
    pub fn apply<V: Vector<Lane: PatternWord>>(self, simd: V::Simd, pattern: V) -> V {
        let mut image = pattern;
        if self.to_right {
            let lower = splat::<V>(simd, 0x5555_5555_5555_5555);
            image = (image & lower).shl(1) | image.shr(1) & lower;
        }
        if self.to_bottom {
            // The lower pair of every group, the lower main diagonal, the lowest bits.
            let main = 1 << (self.layout.bits() - 2);
            let pairs = splat::<V>(simd, 0xCCCC_CCCC_CCCC_CCCC & (main - 1));
            let (main, low) = (splat::<V>(simd, main), splat::<V>(simd, 3));
            image = (image & pairs).shl(2)
                | image.shr(2) & pairs
                | (image & main).shl(1)
                | image.shr(1) & main
                | image & low;
        }
        if self.keeps_edge {
            image
        } else {
            image.and_not(splat::<V>(simd, 3))
        }
    }
}

#[inline(always)]
fn splat<V: Vector<Lane: PatternWord>>(simd: V::Simd, bits: u64) -> V {
    V::splat(simd, V::Lane::truncate(bits))
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::Scalar;

    type WideLanes = <u64 as PatternWord>::Vector<Scalar>;

    fn pattern(layout: DiagonalLayout, n: i32, row: i32, column: i32) -> u64 {
        layout.rising(row + column - (n - 1)) | layout.falling(column - row)
    }

    #[test]
    fn every_diagonal_has_a_bit_of_its_own() {
        let layout = DiagonalLayout { half: 8 };
        let mut seen = 3;
        for diagonal in -7..=7 {
            for bit in [layout.rising(diagonal), layout.falling(diagonal)] {
                assert_eq!(bit.count_ones(), 1);
                assert_eq!(seen & bit, 0);
                seen |= bit;
            }
        }
        assert_eq!(seen, u64::from(u32::MAX));
        assert_eq!(layout.rising(8) | layout.falling(-8), 0);
        assert_eq!(
            layout.rising(0) | layout.falling(0),
            layout.main_diagonals()
        );
    }

    #[test]
    fn the_image_of_a_bit_is_where_mirroring_moves_it() {
        for mask in 0..8 {
            let [right, bottom, edge] = [1, 2, 4].map(|bit| mask & bit != 0);
            let layout = DiagonalLayout { half: 9 };
            let mirror = Mirror {
                layout,
                to_right: right,
                to_bottom: bottom,
                keeps_edge: edge,
            };
            for bit in 0..layout.bits() {
                let pattern = WideLanes::splat(Scalar, 1 << bit);
                let mut moved = [0; 8];
                mirror.apply(Scalar, pattern).store(&mut moved);
                let image = mirror.image(bit);
                assert_eq!(moved[0], image.map_or(0, |image| 1 << image), "{bit}");
                if let Some(image) = image {
                    assert_eq!(mirror.image(image), Some(bit));
                }
            }
        }
    }

    #[test]
    fn mirroring_a_pattern_mirrors_the_square() {
        for n in 4..=32 {
            let layout = DiagonalLayout { half: n as u32 / 2 };
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                for (right, bottom) in [(false, false), (true, false), (false, true), (true, true)]
                {
                    let edge = false;
                    let mirror = Mirror {
                        layout,
                        to_right: right,
                        to_bottom: bottom,
                        keeps_edge: edge,
                    };
                    let square = WideLanes::splat(Scalar, pattern(layout, n, row, column));
                    let mut image = [0; 8];
                    mirror.apply(Scalar, square).store(&mut image);
                    let row = if bottom { n - 1 - row } else { row };
                    let column = if right { n - 1 - column } else { column };
                    assert_eq!(image[0], pattern(layout, n, row, column));
                }
            }
        }
    }
}
