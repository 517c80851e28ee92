//! Counting solutions by joining half boards, without ever visiting one.
//!
//! Cut the board into a top and a bottom half. The queens of the top half use some
//! set of columns, those of the bottom half the complement, so a solution is a pair
//! of half boards, one over a set and one over its complement, that have no diagonal
//! in common. A half board is therefore no more than the set of diagonals on which it
//! meets the other half, a *pattern* of 4H bits for boards of N = 2H or 2H + 1 rows,
//! and the number of solutions is the number of disjoint pairs of patterns, summed
//! over the column sets.
//!
//! | step | where |
//! |---|---|
//! | which bit is which diagonal | `pattern` |
//! | every placement in a quadrant, once per board | `quadrant` |
//! | column sets up to symmetry: the subtrees | `orbit` |
//! | quadrants joined to half boards | `half` |
//! | what must be joined and how often it counts | `compare`, `cross` |
//! | long lists split until a block fits one vector | `pairs` |
//! | a block of up to 512 patterns against one in a few cycles | `leaf` |
//!
//! The idea of joining quadrants is Kluev's (N-Queens-Count-Sol); the order of
//! rows and columns that makes the symmetry eightfold, the splitting and the
//! bit-sliced leaf are this project's own.
//!
//! ```
//! use countless::queens::join::Join;
//! use countless::simd::Kernel;
//!
//! let join = Join::new(10).expect("10 is a size that join can count");
//! let mut worker = join.worker();
//! let kernel = Kernel::best();
//! let total: u64 = join
//!     .subtrees()
//!     .iter()
//!     .map(|orbit| join.count(kernel, &mut worker, orbit).solutions)
//!     .sum();
//! assert_eq!(total, 724);
//! ```

mod board;
mod compare;
mod cross;
mod half;
mod leaf;
mod orbit;
mod pairs;
mod pattern;
mod quadrant;
#[cfg(test)]
mod tests;
mod transpose;
mod word;

pub use orbit::Orbit;

use std::ops::RangeInclusive;

use crate::ledger::Residue;
use crate::simd::{Kernel, Simd, Task, dispatch};
use board::{Board, Buffer};
use orbit::{Kind, orbits};
use word::Word;

/// What was counted in one subtree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions, all images of each included.
    pub solutions: u64,
    /// What should be the residue of that number. It is added up apart from it, block of
    /// patterns by block, and takes part in every product.
    pub residue: Residue,
    /// The number of pairs of half boards that were compared.
    pub pairs: u64,
}

/// The tables for counting the solutions on one size of board; shared by all threads.
///
/// They take 0.7 MB for 16 rows, 8 MB for 18, 64 MB for 20 and 550 MB for 22, and the
/// same for one row more.
#[derive(Debug)]
pub struct Join(Tables);

/// Patterns have 32 bits up to 17 rows.
#[derive(Debug)]
enum Tables {
    Narrow(Board<u32>),
    Wide(Board<u64>),
}

/// Scratch space of one thread. It grows to what the largest orbit needs: 1 MB for 16
/// rows, 2 MB for 18, 6 MB for 20 and 36 MB for 22.
#[derive(Debug)]
pub struct Worker(Buffers);

#[derive(Debug)]
enum Buffers {
    Narrow(Buffer<u32>),
    Wide(Buffer<u64>),
}

impl Join {
    /// The numbers of rows that can be counted.
    pub const SIZES: RangeInclusive<u32> = 4..=23;

    /// Builds the tables for a board of `n` rows, on all cores of the current rayon
    /// pool; none if `n` is not one of [`SIZES`](Self::SIZES).
    pub fn new(n: u32) -> Option<Self> {
        Self::SIZES.contains(&n).then(|| {
            Self(if n < 18 {
                Tables::Narrow(Board::new(n))
            } else {
                Tables::Wide(Board::new(n))
            })
        })
    }

    /// The subtrees, costliest first, in the same order on every machine. Their
    /// solutions add up to all of the board's.
    pub fn subtrees(&self) -> Vec<Orbit> {
        match &self.0 {
            Tables::Narrow(board) => orbits(board),
            Tables::Wide(board) => orbits(board),
        }
    }

    /// Scratch space for one thread.
    pub fn worker(&self) -> Worker {
        Worker(match &self.0 {
            Tables::Narrow(_) => Buffers::Narrow(Buffer::default()),
            Tables::Wide(_) => Buffers::Wide(Buffer::default()),
        })
    }

    /// Counts the solutions of one subtree of this board, whatever the worker did before.
    ///
    /// # Panics
    ///
    /// If the machine lacks `kernel`, or the worker was made for a board whose
    /// patterns have another width.
    pub fn count(&self, kernel: Kernel, worker: &mut Worker, orbit: &Orbit) -> Tally {
        match (&self.0, &mut worker.0) {
            (Tables::Narrow(board), Buffers::Narrow(buffer)) => dispatch(
                kernel,
                Count {
                    board,
                    buffer,
                    orbit,
                },
            ),
            (Tables::Wide(board), Buffers::Wide(buffer)) => dispatch(
                kernel,
                Count {
                    board,
                    buffer,
                    orbit,
                },
            ),
            _ => panic!("the worker was made for a board of another size"),
        }
    }
}

/// Counts one orbit.
struct Count<'a, W: Word> {
    board: &'a Board<W>,
    buffer: &'a mut Buffer<W>,
    orbit: &'a Orbit,
}

impl<W: Word> Task for Count<'_, W> {
    type Output = Tally;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Tally {
        let Self {
            board,
            buffer,
            orbit,
        } = self;
        buffer.splitter.compared = 0;
        let solutions = match orbit.kind {
            Kind::Even | Kind::Centre => compare::count(simd, board, buffer, orbit),
            Kind::Cross => cross::count(simd, board, buffer, orbit),
        };
        Tally {
            solutions: solutions.count,
            residue: solutions.residue,
            pairs: buffer.splitter.compared,
        }
    }
}
