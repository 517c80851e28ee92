//! The same subtrees by other means: one puzzle after the other, with the solver that knows
//! neither lanes nor vectors. It is slow, and for checking.

use std::sync::atomic::Ordering;

use super::parts::{Piece, Root};
use super::puzzles::Chunk;
use super::tally::Status;
use super::{Batch, BatchTally, Enumerate, Found, Solver};
use crate::engine::{Part, Problem};
use crate::ledger::Residue;

/// A problem whose puzzles are solved one by one. It writes no rows.
///
/// ```
/// use countless::engine::{Count, Options, Pulse, Stop, run};
/// use countless::simd::Kernel;
/// use countless::sudoku::{Enumerate, Found, OneByOne, Parts};
///
/// let puzzle = format!("12345678945678912378912345623456789156789123489123456734{}", ".".repeat(25));
/// let total = |problem: &dyn Fn(Parts) -> u128| problem(Parts::of(&puzzle.parse().unwrap(), 1));
/// let lanes = Enumerate::count(Kernel::best(), None);
/// let (stop, pulse) = (Stop::new(), Pulse::new(None));
/// let fast = total(&|parts| {
///     let mut count = Count::<Found>::default();
///     run(&lanes, parts, &mut count, Options::default(), &stop, &pulse).unwrap();
///     count.total.solutions
/// });
/// let slow = total(&|parts| {
///     let mut count = Count::<Found>::default();
///     run(&OneByOne(&lanes), parts, &mut count, Options::default(), &stop, &pulse).unwrap();
///     count.total.solutions
/// });
/// assert_eq!(fast, slow);
/// ```
#[derive(Debug)]
pub struct OneByOne<'a, P>(pub &'a P);

impl Problem for OneByOne<'_, Batch> {
    type Root = Chunk;
    type Worker = ();
    type Tally = BatchTally;

    fn worker(&self) {}

    fn search(&self, (): &mut (), chunk: Chunk, part: &mut Part<'_, BatchTally>) -> BatchTally {
        let mut tally = BatchTally::default();
        let mut solver = Solver::with_stop(part.stop());
        self.0.each(&chunk, |puzzle| {
            tally.read += 1;
            if part.stop().load(Ordering::Relaxed) {
                return;
            }
            let solutions = puzzle.map(|puzzle| solver.count(puzzle.marks(), 2));
            let status =
                solutions.map_or(Status::Invalid, |solutions| Status::of(solutions as u64));
            tally.add(status, None);
        });
        tally
    }
}

impl Problem for OneByOne<'_, Enumerate> {
    type Root = Root;
    type Worker = ();
    type Tally = Found;

    fn worker(&self) {}

    fn search(&self, (): &mut (), root: Root, part: &mut Part<'_, Found>) -> Found {
        let mut solver = Solver::with_stop(part.stop());
        let mut count = |piece: Piece| {
            let puzzle = piece.puzzle;
            let solutions = puzzle.map_or(0, |puzzle| solver.count(puzzle, u128::MAX));
            (piece.entry, solutions)
        };
        let each: Vec<_> = root.0.into_iter().map(&mut count).collect();
        let solutions = each.iter().map(|(_, solutions)| solutions).sum();
        Found {
            each,
            solutions,
            residue: Residue::of(solutions),
            work: 0,
        }
    }
}
