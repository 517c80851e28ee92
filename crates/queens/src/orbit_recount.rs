//! Recount of the orbits of the join, by search.
//!
//! The join never searches a board. Here a search counts the solutions with queens in the columns
//! of an orbit, and the definition of the [orbit](super::join) gives their weights. The two methods
//! share no code but the list of orbits.
//!
//! The weight depends on the rows with a queen in the left half of the board, compared with the
//! columns. So each set of such rows in the top half is searched by itself, and those of the bottom
//! half are grouped by the highest row that decides the comparison. Solutions without weight are not
//! searched.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

use super::join::Orbit;
use super::search::{BoardSearcher, SearchBoard};
use countless_engine::ledger::CheckedCount;
use countless_simd::Kernel;

/// Counts the solutions of orbits of a board of `n` rows; an arbitrary number if `stop` is set
/// meanwhile.
pub fn recount_orbits<'a>(
    n: usize,
    orbits: impl Iterator<Item = Orbit<'a>>,
    stop: &AtomicBool,
) -> CheckedCount {
    let mut searcher = BoardSearcher::new(Kernel::best());
    let mut counted = CheckedCount::default();
    // The engine checks whether the search was stopped.
    for orbit in orbits.take_while(|_| !stop.load(atomic::Ordering::Relaxed)) {
        let mut add = |board: &SearchBoard, weight: u64| {
            if let Some(found) = searcher.count_checked(board, stop) {
                counted.merge(found.times(weight));
            }
        };
        if orbit.has_empty_centre() {
            search_middle_queens(&orbit, n, &mut add);
        } else {
            search_row_sets(&orbit, n, &mut add);
        }
    }
    counted
}

/// Passes the boards of an orbit without a queen in the centre, and their weights. The queen of the
/// middle row is to the right of the centre, and that of the middle column farther below it.
fn search_middle_queens(orbit: &Orbit<'_>, n: usize, add: &mut impl FnMut(&SearchBoard, u64)) {
    let (half, whole) = (n / 2, orbit_board(orbit, n));
    for right in 1..=half {
        for below in right + 1..=half {
            let mut board = whole.clone();
            for row in 0..n {
                let middle = 1 << half;
                let is_middle = row == half + below;
                board.restrict(row, if is_middle { middle } else { !middle });
            }
            board.restrict(half, 1 << (half + right));
            add(&board, 8);
        }
    }
}

/// Rows of the top or bottom half of the board, counted from its edge. The queens of the known rows
/// are in the left half of the board, or in the right half.
#[derive(Clone, Copy, Debug)]
struct RowSides {
    known: u32,
    left: u32,
}

impl RowSides {
    /// All rows, with the queens of `left` in the left half.
    fn all(half: usize, left: u32) -> Self {
        let known = (1 << half) - 1;
        Self { known, left }
    }

    /// The sets of rows that are less than `limit` as numbers, grouped by the highest row in which
    /// they differ from it.
    fn less_than(half: usize, limit: u32) -> impl Iterator<Item = Self> {
        let bits = (0..half).filter(move |bit| limit >> bit & 1 == 1);
        bits.map(move |bit| Self {
            known: (1 << half) - (1 << bit),
            left: limit >> (bit + 1) << (bit + 1),
        })
    }

    /// The other side for each row.
    fn turned(self) -> Self {
        let left = self.known & !self.left;
        Self { left, ..self }
    }

    /// Restricts the rows that `row_of` returns to their sides.
    fn restrict(self, board: &mut SearchBoard, half: usize, row_of: impl Fn(usize) -> usize) {
        let left = (1 << half) - 1;
        for row in (0..half).filter(|row| self.known >> row & 1 == 1) {
            let is_left = self.left >> row & 1 == 1;
            board.restrict(row_of(row), if is_left { left } else { !left });
        }
    }
}

/// Rank of a set of rows or columns, which it shares with its complement.
fn rank(half: usize, set: u32) -> u32 {
    set.min(set ^ ((1 << half) - 1))
}

/// Passes the boards of an even orbit, or of one with a queen in the centre, and their weights:
/// double if the ranks of the rows are less than those of the columns, and single if they are equal.
fn search_row_sets(orbit: &Orbit<'_>, n: usize, add: &mut impl FnMut(&SearchBoard, u64)) {
    let (half, whole) = (n / 2, orbit_board(orbit, n));
    let (left, right) = orbit.column_halves();
    let (left_rank, right_rank) = (rank(half, left), rank(half, right));
    let (lesser, greater) = (left_rank.min(right_rank), left_rank.max(right_rank));
    let images = orbit.image_count();
    let weight = |order| match order {
        Ordering::Less => 2 * images,
        Ordering::Equal => images,
        Ordering::Greater => 0,
    };
    let sets = 0..1_u32 << half;
    for above in sets.filter(|above| above.count_ones() == left.count_ones()) {
        // The rank of the rows below that decides, and the weight if they have it.
        let above_rank = rank(half, above);
        let (limit, at_limit) = match above_rank.cmp(&greater) {
            Ordering::Less => (greater, weight(above_rank.cmp(&lesser))),
            Ordering::Equal => (lesser, weight(Ordering::Equal)),
            Ordering::Greater => continue,
        };
        let mut top = whole.clone();
        RowSides::all(half, above).restrict(&mut top, half, |row| row);
        let less = RowSides::less_than(half, limit).map(|sides| (sides, weight(Ordering::Less)));
        let equal = (at_limit > 0).then(|| (RowSides::all(half, limit), at_limit));
        for (sides, weight) in less.chain(equal) {
            // A set and its complement have the same rank.
            for sides in [sides, sides.turned()] {
                let mut board = top.clone();
                sides.restrict(&mut board, half, |row| n - 1 - row);
                add(&board, weight);
            }
        }
    }
}

/// Returns the board with queens in the columns of an orbit only.
pub fn orbit_board(orbit: &Orbit<'_>, n: usize) -> SearchBoard {
    let half = n / 2;
    let all = (1u32 << half) - 1;
    // Columns count from the edges, those of the right half from the right edge.
    let columns = |left: u32, right: u32| {
        let right = (0..half).filter(|i| right >> i & 1 == 1);
        right.fold(left, |columns, i| columns | 1 << (n - 1 - i))
    };
    let (left, right) = orbit.column_halves();
    let (top, bottom) = (columns(left, right), columns(left ^ all, right ^ all));
    let mut board = SearchBoard::new(n);
    let middle = 1 << half;
    for row in 0..half {
        board.restrict(row, top);
        board.restrict(
            n - 1 - row,
            if orbit.has_empty_centre() {
                bottom | middle
            } else {
                bottom
            },
        );
    }
    if orbit.has_empty_centre() {
        board.restrict(half, top);
    } else if n % 2 == 1 {
        board.restrict(half, middle);
    }
    board
}
