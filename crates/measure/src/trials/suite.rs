//! Cases of the suite, and their contestants.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::benchmark_set::BenchmarkSet;
use super::contestant::{BoardMethod, Contestant, Solver, TimedWork};
use super::rival_program::RivalProgram;
use countless_queens::known_counts;
use countless_simd::Kernel;

/// Settings of the suite.
#[derive(Debug)]
pub struct Suite {
    /// True for smaller boards only.
    pub quick: bool,
    /// Thread counts, in ascending order.
    pub threads: Vec<usize>,
    /// Rival programs.
    pub rivals: Vec<RivalProgram>,
}

impl Suite {
    /// Contestants that count boards of 12 to 17 rows, or to 14 if `quick`: each method, kernel and
    /// thread count.
    pub fn queens(&self) -> Vec<Contestant> {
        let most = if self.quick { 14 } else { 17 };
        boards(12..=most, |n, solutions| {
            let board = |method| TimedWork::Board {
                n,
                solutions,
                method,
            };
            let methods = [BoardMethod::JOIN, BoardMethod::SEARCH].into_iter();
            let own = methods.flat_map(|method| self.own(board(method)));
            let rivals = self.rivals_that(RivalProgram::counts_boards, board(BoardMethod::SEARCH));
            own.chain(rivals).collect()
        })
    }

    /// Contestants that solve each set of puzzles: each kernel and thread count.
    pub fn sudoku(&self, sets: &[Arc<BenchmarkSet>]) -> Vec<Contestant> {
        let case = |set: &Arc<BenchmarkSet>| {
            let puzzles = || TimedWork::Puzzles(Arc::clone(set));
            let rivals = self.rivals_that(RivalProgram::solves_puzzles, puzzles());
            self.own(puzzles()).chain(rivals)
        };
        sets.iter().flat_map(case).collect()
    }

    /// Contestants that list boards of 12 to 15 rows, or to 13 if `quick`, without writing them:
    /// each kernel and thread count.
    pub fn stream(&self) -> Vec<Contestant> {
        let most = if self.quick { 13 } else { 15 };
        boards(12..=most, |n, solutions| {
            let list = TimedWork::Board {
                n,
                solutions,
                method: BoardMethod::List,
            };
            self.own(list).collect()
        })
    }

    /// This program at some work, with each kernel and each thread count.
    fn own(&self, work: TimedWork) -> impl Iterator<Item = Contestant> {
        let pairs = Kernel::available()
            .flat_map(|kernel| self.threads.iter().map(move |&threads| (kernel, threads)));
        pairs.map(move |(kernel, threads)| {
            Contestant::new(work.clone(), Solver::Own(kernel, threads))
        })
    }

    /// The rival programs that can do some work.
    fn rivals_that(
        &self,
        can: fn(&RivalProgram) -> bool,
        work: TimedWork,
    ) -> impl Iterator<Item = Contestant> {
        let rivals = self.rivals.iter().filter(move |rival| can(rival));
        rivals.map(move |rival| Contestant::new(work.clone(), Solver::Rival(rival.clone())))
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
    std::iter::successors(Some(1), |threads| Some(threads * 2))
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
