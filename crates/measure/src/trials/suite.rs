//! The cases of the suite and their contenders.

use std::ops::RangeInclusive;
use std::sync::Arc;

use countless_queens::known;
use countless_simd::Kernel;

use super::{Contender, Method, Peer, PuzzleSet};

/// What every run has in common.
#[derive(Debug)]
pub struct Suite {
    /// Smaller boards only.
    pub quick: bool,
    /// The thread counts, in ascending order.
    pub threads: Vec<usize>,
    /// Other programs.
    pub peers: Vec<Peer>,
}

impl Suite {
    /// Counting boards of 12 to 17 rows, or to 14: each method, kernel and thread count.
    pub fn queens(&self) -> Vec<Contender> {
        let most = if self.quick { 14 } else { 17 };
        let contenders = |n, solutions| {
            let methods = [Method::Join, Method::Search].into_iter();
            let mut contenders: Vec<Contender> = methods
                .flat_map(|method| {
                    self.ways().map(move |(kernel, threads)| {
                        Contender::board(n, solutions, method, kernel, threads)
                    })
                })
                .collect();
            let peers = self.peers.iter().filter(|peer| peer.counts());
            contenders.extend(peers.map(|peer| Contender::counter(peer, n, solutions)));
            contenders
        };
        boards(12..=most, contenders)
    }

    /// Solving each set of puzzles: each kernel and thread count.
    pub fn sudoku(&self, sets: &[Arc<PuzzleSet>]) -> Vec<Contender> {
        let case = |set: &Arc<PuzzleSet>| {
            let ours = self
                .ways()
                .map(|(kernel, threads)| Contender::puzzles(set, kernel, threads));
            let peers = self.peers.iter().filter(|peer| peer.solves());
            let peers = peers.map(|peer| Contender::solver(peer, set));
            ours.chain(peers).collect::<Vec<_>>()
        };
        sets.iter().flat_map(case).collect()
    }

    /// Listing boards of 12 to 15 rows, or 12 and 13, to nowhere: each kernel and thread count.
    pub fn stream(&self) -> Vec<Contender> {
        let most = if self.quick { 13 } else { 15 };
        boards(12..=most, |n, solutions| {
            let list =
                |(kernel, threads)| Contender::board(n, solutions, Method::List, kernel, threads);
            self.ways().map(list).collect()
        })
    }

    /// Every kernel with every thread count.
    fn ways(&self) -> impl Iterator<Item = (Kernel, usize)> {
        Kernel::available()
            .flat_map(|kernel| self.threads.iter().map(move |&threads| (kernel, threads)))
    }
}

fn boards(
    rows: RangeInclusive<usize>,
    contenders: impl Fn(usize, u128) -> Vec<Contender>,
) -> Vec<Contender> {
    rows.flat_map(|n| contenders(n, known::ALL[n])).collect()
}

/// 1, 2, 4, … and `all`.
pub fn thread_counts(all: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |threads| Some(threads * 2));
    powers
        .take_while(|&threads| threads < all)
        .chain([all])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_counts_double_up_to_all() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
        assert_eq!(thread_counts(8), [1, 2, 4, 8]);
    }
}
