//! Parts of an orbit, whose lists of half boards are short enough to be kept.
//!
//! From 26 rows on, an orbit may have tens to hundreds of millions of half boards on either side.
//! Such lists would be split first of all. Instead, the parts that splitting would make are listed
//! one by one. A part has the half boards of one side that have some diagonals and lack others, and
//! those of the other side that lack the former.
//!
//! ```text
//!     ours with the bit  x  theirs without     ours without  x  all of theirs
//! ```
//!
//! Each part is split again, by the bit that is expected to save most, until both of its lists are
//! short. Their lengths are estimated from a sample of the half boards, before any list is made.
//! Every pair without a common diagonal is in one part.

use super::pattern_word::set_bits;
use super::split_choice::cost;

/// Filter of the half boards on one side that are in a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DiagonalFilter {
    /// The bits that all of them have.
    pub have: u64,
    /// The bits that none of them has.
    pub lack: u64,
}

/// A part of an orbit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrbitPart {
    /// Those of ours, and those of theirs.
    pub(super) sides: [DiagonalFilter; 2],
    /// The expected time to count the part, for comparison with other parts of its orbit.
    pub cost: u64,
}

/// Approximate number of patterns of a list in a sample.
pub(super) const SAMPLE: usize = 1 << 14;
/// Approximate number of sets of rows with half boards in a sample.
pub(super) const SAMPLED_SETS: usize = 48;

/// Step between the sets of rows in a sample of about `most` of `sets`, and the number of sets that
/// each of them stands for. The step is odd, since a set and its complement follow each other.
pub(super) fn sampling(sets: usize, most: usize) -> (usize, f32) {
    let step = (sets / most) | 1;
    (step, sets as f32 / sets.div_ceil(step).max(1) as f32)
}

/// Cycles to list a half board.
const LIST: f32 = 8.0;

/// Sample of the half boards of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct HalfBoardSample {
    pub patterns: Vec<u64>,
    /// Estimated number of all half boards.
    pub length: f32,
}

impl HalfBoardSample {
    /// Takes a sample of a list that stands for `weight` such lists.
    pub fn of<W: Copy + Into<u64>>(list: &[W], weight: f32) -> Self {
        let step = (list.len() / SAMPLE).max(1);
        Self {
            patterns: list.iter().step_by(step).map(|&word| word.into()).collect(),
            length: list.len() as f32 * weight,
        }
    }

    /// Takes out the half boards that have `bit`.
    fn split_off(&mut self, bit: u64) -> Self {
        let all = self.patterns.len().max(1) as f32;
        let (with, without) = std::mem::take(&mut self.patterns)
            .into_iter()
            .partition::<Vec<u64>, _>(|pattern| pattern & bit != 0);
        let length = self.length * with.len() as f32 / all;
        self.length -= length;
        self.patterns = without;
        Self {
            patterns: with,
            length,
        }
    }

    /// The share of patterns with each bit.
    fn shares(&self) -> [f32; 64] {
        let mut counts = [0_u32; 64];
        for &pattern in &self.patterns {
            for bit in set_bits(pattern) {
                counts[bit] += 1;
            }
        }
        counts.map(|count| count as f32 / self.patterns.len().max(1) as f32)
    }
}

/// Divides an orbit into parts whose lists have about `longest` half boards at most, by bits of
/// `mask`.
pub(super) fn parts(samples: [HalfBoardSample; 2], mask: u64, longest: usize) -> Vec<OrbitPart> {
    let mut parts = Vec::new();
    let mut open = vec![(OrbitPart::default(), samples, mask)];
    while let Some((mut part, samples, mask)) = open.pop() {
        let [n, m] = [samples[0].length, samples[1].length];
        let is_short = n.max(m) <= longest as f32;
        let Some((side, bit)) = (!is_short).then(|| choose(&samples, mask)).flatten() else {
            part.cost = (cost(n, m) + LIST * (n + m)) as u64 + 1;
            parts.push(part);
            continue;
        };
        let (bit, other) = (1 << bit, 1 - side);
        let mut without = samples;
        let with = without[side].split_off(bit);
        let mut lacking = without[other].clone();
        lacking.split_off(bit);
        let mut first = part;
        first.sides[side].have |= bit;
        first.sides[other].lack |= bit;
        part.sides[side].lack |= bit;
        let mut pair = [with, lacking];
        if side == 1 {
            pair.reverse();
        }
        open.push((part, without, mask & !bit));
        open.push((first, pair, mask & !bit));
    }
    parts
}

/// Chooses the longer list, and the bit to split it by: the one whose parts are expected to cost
/// least.
fn choose(samples: &[HalfBoardSample; 2], mask: u64) -> Option<(usize, usize)> {
    let side = usize::from(samples[1].length > samples[0].length);
    let (split, other) = (&samples[side], &samples[1 - side]);
    let (p, q) = (split.shares(), other.shares());
    let (n, m) = (split.length, other.length);
    let costs = set_bits(mask)
        .filter(|&bit| p[bit] > 0.0 && q[bit] > 0.0)
        .map(|bit| {
            let (p, q) = (p[bit], q[bit]);
            let parts = cost(n * p, m * (1.0 - q)) + cost(n * (1.0 - p), m);
            (parts, bit)
        });
    let least = costs.min_by(|a, b| a.0.total_cmp(&b.0));
    least.map(|(_, bit)| (side, bit))
}
