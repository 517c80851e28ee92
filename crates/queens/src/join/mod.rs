//! Counts of solutions by joining half boards, without visiting a solution.
//!
//! The board is cut into a top and a bottom half. The queens of the top half use some set of
//! columns, those of the bottom half its complement. A solution is thus a pair of half boards, one
//! over a set and one over its complement, without a common diagonal. All that matters of a half
//! board is the set of diagonals on which it meets the other half. This *pattern* has 4H bits for
//! boards of N = 2H or 2H + 1 rows. The number of solutions is the number of disjoint pairs of
//! patterns, summed over the column sets.
//!
//! | step | file |
//! |---|---|
//! | bits of the diagonals, and their order for large boards | `pattern` |
//! | placements in a quadrant, made once per board | `quadrant` |
//! | column sets up to symmetry: the orbits; their tables | `orbits` |
//! | quadrants joined to half boards | `half_boards` |
//! | half boards to join, and weights of the pairs | `rows_with_columns`, `empty_centre` |
//! | long lists split until a block fits one vector | `pairs` |
//! | choice of the list and the bit to split by; parts of an orbit, from 26 rows on | `split` |
//! | a block of up to 512 patterns against one in a few cycles | `block_pairs` |
//!
//! The join of quadrants is Kluev's idea (N-Queens-Count-Sol). The order of rows and columns that
//! makes the symmetry eightfold, the splitting and the bit-sliced leaf are this project's own.
//!
//! ```
//! use countless_queens::join::{Join, JoinScratch};
//! use countless_simd::Kernel;
//!
//! let join = Join::new(10).expect("10 is a size that join can count");
//! let mut scratch = JoinScratch::default();
//! let counts = join.orbits().map(|orbit| orbit.count(Kernel::best(), &mut scratch));
//! assert_eq!(counts.map(|tally| tally.solutions).sum::<u64>(), 724);
//! ```

mod block_pairs;
mod empty_centre;
mod half_boards;
mod orbits;
pub(crate) mod pairs;
mod pattern;
mod quadrant;
mod rows_with_columns;
mod split;

use std::fmt;
use std::ops::RangeInclusive;

use countless_engine::CancelToken;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, Simd, Task, dispatch, dispatch_narrow};
use empty_centre::EmptyCentre;
use orbits::{JoinTables, OrbitColumns, OrbitScratch, orbits};
use pairs::{CountPairs, SplitRule};
use pattern::PatternWord;
use rows_with_columns::OrbitSides;
pub use split::OrbitPart;

/// Count of one orbit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OrbitCount {
    /// The number of solutions, all images of each included.
    pub solutions: u64,
    /// Residue of that number. It is summed independently, block of patterns by block, and
    /// multiplied like the number.
    pub residue: Residue,
    /// The number of pairs of half boards that were compared.
    pub pairs: u64,
}

impl OrbitCount {
    /// Adds the count of other half boards.
    fn merge(&mut self, other: Self) {
        self.solutions = self.solutions.wrapping_add(other.solutions);
        self.residue += other.residue;
        self.pairs += other.pairs;
    }
}

/// Most bytes of cached quadrants, from 24 rows on.
pub(crate) const CACHE_BYTES: usize = 384 << 20;
/// Approximate number of half boards of the longer list compared at a time, from 24 rows on.
const MOST_COMPARED: usize = 1 << 22;

/// Smallest board whose orbits are counted in parts.
const IN_PARTS: u32 = 26;
/// Approximate number of half boards of a part on one side.
const LONGEST_LIST: usize = 8_000_000;

/// The tables for counting the solutions on one size of board; shared by all threads.
///
/// They take 0.7 MB for 16 rows, 8 MB for 18, 64 MB for 20 and 550 MB for 22, and equally much for
/// one row more. From 24 rows on, parts of them are made on demand, and a cache keeps 384 MB.
#[derive(Debug)]
pub struct Join {
    tables: AnyWidthTables,
    /// The orbits, packed, costliest first.
    orbits: Box<[u32]>,
}

/// Patterns have 32 bits up to 17 rows.
#[derive(Debug)]
enum AnyWidthTables {
    Narrow(JoinTables<u32>),
    Wide(JoinTables<u64>),
}

impl Join {
    /// The numbers of rows that can be counted.
    pub const SIZES: RangeInclusive<u32> = 4..=32;

    /// Builds the tables for a board of `n` rows, on all cores of the current rayon pool; `None` if
    /// `n` is not one of [`SIZES`](Self::SIZES).
    pub fn new(n: u32) -> Option<Self> {
        Self::SIZES.contains(&n).then(|| {
            if n < 18 {
                Self::with(JoinTables::new(n), AnyWidthTables::Narrow)
            } else if n < 24 {
                Self::wide(n, None, usize::MAX)
            } else if n < IN_PARTS {
                Self::wide(n, Some((CACHE_BYTES, MOST_COMPARED)), usize::MAX)
            } else {
                Self::wide(n, Some((CACHE_BYTES, usize::MAX - 1)), LONGEST_LIST)
            }
        })
    }

    /// Builds tables of 64 bits. Quadrants are made on demand if there are the bytes of their cache
    /// and the number of half boards to compare at a time. An orbit with longer lists of half
    /// boards is counted in parts.
    pub(crate) fn wide(n: u32, on_demand: Option<(usize, usize)>, longest_list: usize) -> Self {
        let mut tables = match on_demand {
            Some((bytes, most)) => JoinTables::on_demand(n, bytes, most),
            None => JoinTables::new(n),
        };
        tables.longest_list = longest_list;
        Self::with(tables, AnyWidthTables::Wide)
    }

    /// Splits lists by another rule.
    pub(crate) fn split_by(mut self, rule: SplitRule) -> Self {
        match &mut self.tables {
            AnyWidthTables::Narrow(board) => board.split = rule,
            AnyWidthTables::Wide(board) => board.split = rule,
        }
        self
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

    /// Returns the orbits, costliest first, in an order that does not depend on the machine. Their
    /// solutions add up to all of the board's.
    pub fn orbits(&self) -> impl ExactSizeIterator<Item = Orbit<'_>> {
        (0..self.orbits.len()).map(|index| self.orbit(index))
    }

    /// Returns the orbit at `index` in the order of [`orbits`](Self::orbits).
    ///
    /// # Panics
    ///
    /// If `index` is at least the number of orbits.
    pub fn orbit(&self, index: usize) -> Orbit<'_> {
        Orbit {
            join: self,
            columns: OrbitColumns::unpacked(self.orbits[index], self.n()),
        }
    }

    /// True if long lists of half boards divide an orbit into [parts](Orbit::parts).
    pub(crate) fn has_parts(&self) -> bool {
        matches!(&self.tables, AnyWidthTables::Wide(board) if board.longest_list < usize::MAX)
    }

    /// The number of rows of the board.
    fn n(&self) -> u32 {
        match &self.tables {
            AnyWidthTables::Narrow(board) => board.n,
            AnyWidthTables::Wide(board) => board.n,
        }
    }

    /// The number of rows in a half of the board.
    fn half(&self) -> u32 {
        self.n() / 2
    }
}

/// One independent part of the count: the column sets of the top half that are images of
/// each other.
#[derive(Clone, Copy)]
pub struct Orbit<'a> {
    join: &'a Join,
    columns: OrbitColumns,
}

impl Orbit<'_> {
    /// The expected time to count the orbit, in units that depend on the board. It is
    /// mostly right within a factor of two.
    pub fn cost(&self) -> u64 {
        match &self.join.tables {
            AnyWidthTables::Narrow(board) => orbits::cost(board, &self.columns),
            AnyWidthTables::Wide(board) => orbits::cost(board, &self.columns),
        }
    }

    /// The columns that the queens of the top half use in the left and in the right half of the
    /// board, one bit each, counted from the edges. They include the column of the middle row's
    /// queen unless it stands in the centre.
    pub fn column_halves(&self) -> (u32, u32) {
        (self.columns.left, self.columns.right)
    }

    /// True if the board has a middle row and column, and no queen where they cross.
    pub fn has_empty_centre(&self) -> bool {
        self.columns.has_empty_centre
    }

    /// The number of distinct column sets of the orbit.
    pub fn image_count(&self) -> u64 {
        self.columns.image_count(self.join.half())
    }

    /// Counts the solutions of the orbit, or some of them if `scratch` is cancelled meanwhile. The
    /// count does not depend on earlier use of `scratch`.
    pub fn count(&self, kernel: Kernel, scratch: &mut JoinScratch) -> OrbitCount {
        let mut total = OrbitCount::default();
        for part in self.parts(kernel, scratch) {
            if scratch.cancel.is_cancelled() {
                break;
            }
            total.merge(self.count_part(&part, kernel, scratch));
        }
        total
    }

    /// Counts the solutions in a part of the orbit.
    pub fn count_part(
        &self,
        part: &OrbitPart,
        kernel: Kernel,
        scratch: &mut JoinScratch,
    ) -> OrbitCount {
        match &self.join.tables {
            AnyWidthTables::Narrow(board) => {
                let orbit = self.in_tables(board, &mut scratch.narrow, &scratch.cancel);
                dispatch(kernel, CountPart(orbit, part))
            }
            AnyWidthTables::Wide(board) => {
                let orbit = self.in_tables(board, &mut scratch.wide, &scratch.cancel);
                dispatch(kernel, CountPart(orbit, part))
            }
        }
    }

    /// Lists the parts of the orbit, whose solutions add up to the orbit's. An orbit without long
    /// lists of half boards has one part.
    pub fn parts(&self, kernel: Kernel, scratch: &mut JoinScratch) -> Vec<OrbitPart> {
        match &self.join.tables {
            AnyWidthTables::Wide(board) if self.join.has_parts() => {
                let orbit = self.in_tables(board, &mut scratch.wide, &scratch.cancel);
                dispatch_narrow(kernel, ListParts(orbit))
            }
            _ => vec![OrbitPart::default()],
        }
    }

    /// Prepares the scratch space for the orbit, whose count is cancelled by `cancel`.
    fn in_tables<'a, W: PatternWord>(
        &'a self,
        board: &'a JoinTables<W>,
        scratch: &'a mut Option<OrbitScratch<W>>,
        cancel: &CancelToken,
    ) -> OrbitInTables<'a, W> {
        let scratch = scratch.get_or_insert_default();
        scratch.pairs.cancel = cancel.clone();
        OrbitInTables {
            board,
            scratch,
            orbit: &self.columns,
        }
    }
}

impl fmt::Debug for Orbit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.columns.fmt(f)
    }
}

/// Scratch space of one thread, for orbits of any board. It grows to the size for the largest: 1 MB
/// for 16 rows, 2 MB for 18, 6 MB for 20, 20 MB for 22 and 80 MB for 24.
#[derive(Debug, Default)]
pub struct JoinScratch {
    /// Cancels the current count. An orbit of 26 rows may take minutes.
    pub cancel: CancelToken,
    narrow: Option<OrbitScratch<u32>>,
    wide: Option<OrbitScratch<u64>>,
}

/// An orbit, with the tables and the scratch space to count it.
struct OrbitInTables<'a, W: PatternWord> {
    board: &'a JoinTables<W>,
    scratch: &'a mut OrbitScratch<W>,
    orbit: &'a OrbitColumns,
}

/// Counts a part of an orbit.
struct CountPart<'a, W: PatternWord>(OrbitInTables<'a, W>, &'a OrbitPart);

/// Lists the parts of an orbit. Only boards with wide patterns have orbits of several parts.
struct ListParts<'a>(OrbitInTables<'a, u64>);

impl<W: CountPairs> Task for CountPart<'_, W> {
    type Output = OrbitCount;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> OrbitCount {
        let Self(orbit, part) = self;
        let (board, scratch, orbit) = (orbit.board, orbit.scratch, orbit.orbit);
        scratch.pairs.compared = 0;
        scratch.pairs.split = board.split;
        let solutions = if orbit.has_empty_centre {
            EmptyCentre::new(simd, board, orbit).count(scratch, part)
        } else {
            OrbitSides::new(simd, board, orbit).count(scratch, part)
        };
        OrbitCount {
            solutions: solutions.count,
            residue: solutions.residue,
            pairs: scratch.pairs.compared,
        }
    }
}

impl Task for ListParts<'_> {
    type Output = Vec<OrbitPart>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<OrbitPart> {
        let (board, scratch, orbit) = (self.0.board, self.0.scratch, self.0.orbit);
        if orbit.has_empty_centre {
            EmptyCentre::new(simd, board, orbit).parts(scratch)
        } else {
            OrbitSides::new(simd, board, orbit).parts(scratch)
        }
    }
}
