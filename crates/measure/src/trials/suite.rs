//! Cases of the suite and their contestants.

use std::ops::RangeInclusive;
use std::sync::Arc;

use countless_queens::known_counts;
use countless_simd::Kernel;

use super::{BenchmarkSet, BoardMethod, Contestant, RivalProgram};

/// Settings of the suite.
#[derive(Debug)]
pub struct Suite {
    quick: bool,
    threads: Vec<usize>,
    rivals: Vec<RivalProgram>,
}

impl Default for Suite {
    fn default() -> Self {
        Self {
            quick: false,
            threads: vec![1],
            rivals: Vec::new(),
        }
    }
}

impl Suite {
    /// Creates the whole suite for one thread, without rival programs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Selects smaller boards only.
    #[must_use]
    pub fn quick(self, quick: bool) -> Self {
        Self { quick, ..self }
    }

    /// Sets the thread counts, in ascending order.
    #[must_use]
    pub fn threads(self, threads: Vec<usize>) -> Self {
        Self { threads, ..self }
    }

    /// Sets the rival programs.
    #[must_use]
    pub fn rivals(self, rivals: Vec<RivalProgram>) -> Self {
        Self { rivals, ..self }
    }

    /// Contestants that count boards of 12 to 17 rows, or to 14 if `quick`: each method, kernel and
    /// thread count.
    pub fn queens(&self) -> Vec<Contestant> {
        let most = if self.quick { 14 } else { 17 };
        let contenders = |n, solutions| {
            let methods = [BoardMethod::Join, BoardMethod::Search].into_iter();
            let mut contenders: Vec<Contestant> = methods
                .flat_map(|method| {
                    self.kernels_and_threads().map(move |(kernel, threads)| {
                        Contestant::board(n, solutions, method, kernel, threads)
                    })
                })
                .collect();
            let peers = self.rivals.iter().filter(|peer| peer.counts_boards());
            contenders.extend(peers.map(|peer| Contestant::rival_counter(peer, n, solutions)));
            contenders
        };
        boards(12..=most, contenders)
    }

    /// Contestants that solve each set of puzzles: each kernel and thread count.
    pub fn sudoku(&self, sets: &[Arc<BenchmarkSet>]) -> Vec<Contestant> {
        let case = |set: &Arc<BenchmarkSet>| {
            let ours = self
                .kernels_and_threads()
                .map(|(kernel, threads)| Contestant::puzzles(set, kernel, threads));
            let peers = self.rivals.iter().filter(|peer| peer.solves_puzzles());
            let peers = peers.map(|peer| Contestant::rival_solver(peer, set));
            ours.chain(peers).collect::<Vec<_>>()
        };
        sets.iter().flat_map(case).collect()
    }

    /// Contestants that list boards of 12 to 15 rows, or to 13 if `quick`, without writing them:
    /// each kernel and thread count.
    pub fn stream(&self) -> Vec<Contestant> {
        let most = if self.quick { 13 } else { 15 };
        boards(12..=most, |n, solutions| {
            let list = |(kernel, threads)| {
                Contestant::board(n, solutions, BoardMethod::List, kernel, threads)
            };
            self.kernels_and_threads().map(list).collect()
        })
    }

    /// Pairs of each kernel and each thread count.
    fn kernels_and_threads(&self) -> impl Iterator<Item = (Kernel, usize)> {
        Kernel::available()
            .flat_map(|kernel| self.threads.iter().map(move |&threads| (kernel, threads)))
    }
}

fn boards(
    rows: RangeInclusive<usize>,
    contenders: impl Fn(usize, u128) -> Vec<Contestant>,
) -> Vec<Contestant> {
    rows.flat_map(|n| contenders(n, known_counts::ALL[n]))
        .collect()
}

/// Thread counts 1, 2, 4, … and `all`.
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
