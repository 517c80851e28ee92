//! Profiles: the number of placements in a set of columns, and their usage of each diagonal.

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
