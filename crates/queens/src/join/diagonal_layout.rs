//! The bits of a pattern: the diagonals on which a half board meets the other half.
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
//! and `d1`). The two lowest bits are not diagonals: [`orbit`](super::orbit) explains [`TIES`], and
//! stored patterns keep [`EDGE`] there.

use super::pattern_word::PatternWord;
use countless_simd::Vector;

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
