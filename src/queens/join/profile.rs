//! What the placements in a set of columns have in common: how many there are, and how often they
//! use each diagonal.

use super::placements::{Builder, Node};
use crate::random::SplitMix64;

/// How many random placements an estimate is made of.
const DESCENTS: u32 = 400;

/// What some placements have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    /// How many there are.
    pub count: u64,
    /// The bits that are set in any pattern, and perhaps others.
    pub used: u64,
    /// Of each bit, the share of patterns that have it, in 255ths.
    pub shares: [u8; 64],
}

impl Profile {
    /// That of these patterns.
    pub fn of(patterns: impl Iterator<Item = u64>) -> Self {
        let (mut count, mut used, mut counts) = (0, 0, [0_u64; 64]);
        for pattern in patterns {
            count += 1;
            used |= pattern;
            for bit in bits(pattern) {
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

    /// About that of the placements in `columns`, of which none is listed: queens are placed at
    /// random, and each placement stands for as many as there were choices (Knuth, Estimating
    /// the efficiency of backtrack programs, 1975). The bits are those of all squares of the
    /// columns: of two halves that meet on a diagonal, neither may leave it out.
    pub fn estimate(builder: &Builder, columns: u32) -> Self {
        let mut random = SplitMix64(u64::from(columns));
        let (mut all, mut weights) = (0.0, [0.0; 64]);
        for _ in 0..DESCENTS {
            let (mut node, mut weight) = (Node::default(), 1.0);
            while let Some(children) = builder.children(columns, node) {
                let count = children.clone().count();
                weight *= count as f64;
                if count == 0 {
                    break;
                }
                let chosen = children.clone().nth(random.below(count));
                node = chosen.expect("there are so many");
            }
            all += weight;
            for bit in bits(node.pattern) {
                weights[bit] += weight;
            }
        }
        let half = builder.half as usize;
        let squares = (0..half).filter(|&column| columns >> column & 1 == 1);
        let used = squares.flat_map(|column| &builder.squares[half * column..half * (column + 1)]);
        Self {
            count: (all / f64::from(DESCENTS)) as u64,
            used: used.fold(0, |used, square| used | square),
            shares: weights.map(|weight: f64| (weight * 255.0 / all.max(1.0)) as u8),
        }
    }
}

/// The bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit as usize
        })
    })
}
