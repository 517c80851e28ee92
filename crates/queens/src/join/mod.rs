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
//! | the bits that decide most, of large boards | `order` |
//! | quadrants joined to half boards | `half` |
//! | what must be joined and how often it counts | `compare`, `cross` |
//! | long lists split until a block fits one vector | `pairs`, `filter` |
//! | which list is split by which bit | `choice` |
//! | a block of up to 512 patterns against one in a few cycles | `leaf` |
//!
//! The idea of joining quadrants is Kluev's (N-Queens-Count-Sol); the order of
//! rows and columns that makes the symmetry eightfold, the splitting and the
//! bit-sliced leaf are this project's own.
//!
//! ```
//! use countless_queens::join::{Join, Worker};
//! use countless_simd::Kernel;
//!
//! let join = Join::new(10).expect("10 is a size that join can count");
//! let mut worker = Worker::default();
//! let counts = join.orbits().map(|orbit| orbit.count(Kernel::best(), &mut worker));
//! assert_eq!(counts.map(|tally| tally.solutions).sum::<u64>(), 724);
//! ```

mod board;
mod choice;
mod compare;
mod cross;
mod filter;
mod half;
mod kept;
mod leaf;
mod orbit;
mod order;
mod pairs;
mod pattern;
mod placements;
mod profile;
mod quadrant;
mod shape;
#[cfg(test)]
mod tests;
mod transpose;
mod word;

use std::fmt;
use std::ops::RangeInclusive;

use board::{JoinTables, OrbitScratch};
use countless_engine::CancelToken;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, Simd, Task, dispatch};
use orbit::orbits;
use pairs::CountPairs;
use shape::{OrbitColumns, OrbitKind};
use word::PatternWord;

/// What was counted in one subtree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrbitCount {
    /// The number of solutions, all images of each included.
    pub solutions: u64,
    /// What should be the residue of that number. It is added up apart from it, block of
    /// patterns by block, and takes part in every product.
    pub residue: Residue,
    /// The number of pairs of half boards that were compared.
    pub pairs: u64,
}

/// The bytes of quadrants that are kept from 24 rows on.
const CACHE_BYTES: usize = 384 << 20;
/// From 24 rows on, of the longer list of half boards, about so many are compared at a time.
const MOST_COMPARED: usize = 1 << 22;

/// The tables for counting the solutions on one size of board; shared by all threads.
///
/// They take 0.7 MB for 16 rows, 8 MB for 18, 64 MB for 20 and 550 MB for 22, and the
/// same for one row more. From 24 rows on they are made in pieces when they are wanted, of which
/// 384 MB are kept.
#[derive(Debug)]
pub struct Join {
    tables: AnyWidthTables,
    orbits: Vec<OrbitColumns>,
}

/// Patterns have 32 bits up to 17 rows.
#[derive(Debug)]
enum AnyWidthTables {
    Narrow(JoinTables<u32>),
    Wide(JoinTables<u64>),
}

impl Join {
    /// The numbers of rows that can be counted.
    pub const SIZES: RangeInclusive<u32> = 4..=27;

    /// Builds the tables for a board of `n` rows, on all cores of the current rayon
    /// pool; none if `n` is not one of [`SIZES`](Self::SIZES).
    pub fn new(n: u32) -> Option<Self> {
        Self::SIZES.contains(&n).then(|| {
            if n < 18 {
                Self::with(JoinTables::new(n), AnyWidthTables::Narrow)
            } else if n < 24 {
                Self::with(JoinTables::new(n), AnyWidthTables::Wide)
            } else {
                Self::with(
                    JoinTables::on_demand(n, CACHE_BYTES, MOST_COMPARED),
                    AnyWidthTables::Wide,
                )
            }
        })
    }

    fn with<W: PatternWord>(
        board: JoinTables<W>,
        tables: fn(JoinTables<W>) -> AnyWidthTables,
    ) -> Self {
        let shapes = orbits(&board);
        let tables = tables(board);
        Self {
            tables,
            orbits: shapes,
        }
    }

    /// The orbits, costliest first, in the same order on every machine. Their solutions
    /// add up to all of the board's.
    pub fn orbits(&self) -> impl ExactSizeIterator<Item = Orbit<'_>> {
        self.orbits.iter().map(|shape| Orbit {
            join: self,
            columns: shape,
        })
    }

    /// The orbit at `index` in the order of [`orbits`](Self::orbits).
    ///
    /// # Panics
    ///
    /// If there are not so many.
    pub fn orbit(&self, index: usize) -> Orbit<'_> {
        let shape = &self.orbits[index];
        Orbit {
            join: self,
            columns: shape,
        }
    }

    /// The number of rows in a half of the board.
    fn half(&self) -> u32 {
        match &self.tables {
            AnyWidthTables::Narrow(board) => board.layout.half,
            AnyWidthTables::Wide(board) => board.layout.half,
        }
    }
}

/// One independent part of the count: the column sets of the top half that are images of
/// each other.
#[derive(Clone, Copy)]
pub struct Orbit<'a> {
    join: &'a Join,
    columns: &'a OrbitColumns,
}

impl Orbit<'_> {
    /// The expected time to count the orbit, in units that depend on the board. It is
    /// mostly right within a factor of two.
    pub fn cost(&self) -> u64 {
        self.columns.cost
    }

    /// The columns used in the left and in the right half of the board by the queens of
    /// the top half, and of the middle row if none stands in the centre; one bit each,
    /// counted from the edges.
    pub fn column_halves(&self) -> (u32, u32) {
        (self.columns.left, self.columns.right)
    }

    /// Whether the board has a middle row and column, and no queen where they cross.
    pub fn has_empty_centre(&self) -> bool {
        self.columns.kind == OrbitKind::EmptyCentre
    }

    /// The number of distinct column sets of the orbit.
    pub fn image_count(&self) -> u64 {
        self.columns.image_count(self.join.half())
    }

    /// Counts the solutions of the orbit, whatever the worker did before; some of them, if it is
    /// cancelled meanwhile.
    pub fn count(&self, kernel: Kernel, worker: &mut JoinScratch) -> OrbitCount {
        let cancel = &worker.cancel;
        match &self.join.tables {
            AnyWidthTables::Narrow(board) => {
                self.count_on(board, kernel, &mut worker.narrow, cancel)
            }
            AnyWidthTables::Wide(board) => self.count_on(board, kernel, &mut worker.wide, cancel),
        }
    }

    fn count_on<W: CountPairs>(
        &self,
        board: &JoinTables<W>,
        kernel: Kernel,
        buffer: &mut Option<OrbitScratch<W>>,
        cancel: &CancelToken,
    ) -> OrbitCount {
        let buffer = buffer.get_or_insert_default();
        buffer.pairs.cancel = cancel.clone();
        let count = CountOrbit {
            board,
            scratch: buffer,
            orbit: self.columns,
        };
        dispatch(kernel, count)
    }
}

impl fmt::Debug for Orbit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.columns.fmt(f)
    }
}

/// Scratch space of one thread, for orbits of any board. It grows to what the largest
/// needs: 1 MB for 16 rows, 2 MB for 18, 6 MB for 20, 20 MB for 22 and 80 MB for 24.
#[derive(Debug, Default)]
pub struct JoinScratch {
    /// Ends the orbit that is being counted. One of 26 rows may take minutes.
    pub cancel: CancelToken,
    narrow: Option<OrbitScratch<u32>>,
    wide: Option<OrbitScratch<u64>>,
}

/// Counts one orbit.
struct CountOrbit<'a, W: PatternWord> {
    board: &'a JoinTables<W>,
    scratch: &'a mut OrbitScratch<W>,
    orbit: &'a OrbitColumns,
}

impl<W: CountPairs> Task for CountOrbit<'_, W> {
    type Output = OrbitCount;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> OrbitCount {
        let Self {
            board,
            scratch: buffer,
            orbit: shape,
        } = self;
        buffer.pairs.compared = 0;
        buffer.pairs.split = board.split;
        let solutions = match shape.kind {
            OrbitKind::Even | OrbitKind::CentreQueen => compare::count(simd, board, buffer, shape),
            OrbitKind::EmptyCentre => cross::count(simd, board, buffer, shape),
        };
        OrbitCount {
            solutions: solutions.count,
            residue: solutions.residue,
            pairs: buffer.pairs.compared,
        }
    }
}
