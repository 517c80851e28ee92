//! Subtrees that contain one of each eight solutions that symmetries map to each other.
//!
//! Every solution has four border queens. Clockwise along the border, each has a distance from the
//! corner at which its side begins:
//!
//! ```text
//!      top: a →
//!    ┌───────────┐
//!  l │ . . Q . . │ r      rotating the board rotates (a, r, b, l),
//!  e │ . . . . Q │ i      a reflection turns each p into n − p
//!  f │ . Q . . . │ g      and reverses their order (n = rows − 1)
//!  t │ . . . Q . │ h
//!  ↑ │ Q . . . . │ t ↓
//!    └───────────┘
//!      ← bottom: b
//! ```
//!
//! Rotate the board so that the most central of the four is at the top, and reflect it so that
//! a ≤ n − a. Then each other side has p < a or p > n − a. The outer columns are closed in rows
//! a … n − a, and columns a … n − a in the last row. These masks are constant for a whole search.
//! If another side ties with the top, several of the eight boards meet the condition. Boards with
//! p = a are searched separately, with a weight that compensates.

use super::super::BoardVariant;
use super::{SearchBoard, SearchSubtree};

/// Splits the count of all solutions of `n` rows into subtrees. Their weighted counts add up to the
/// number of solutions, and each contains about one of eight images.
///
/// ```
/// use countless_queens::search::{BoardSearcher, eighths};
/// use countless_simd::Kernel;
/// use std::sync::atomic::AtomicBool;
///
/// let mut worker = BoardSearcher::new(Kernel::best());
/// let stop = AtomicBool::new(false);
/// let count: u64 = eighths(8)
///     .iter()
///     .map(|case| case.weight * worker.count(&case.board, &stop).unwrap())
///     .sum();
/// assert_eq!(count, 92);
/// ```
pub fn eighths(n: usize) -> Vec<SearchSubtree> {
    eighths_of(n, &BoardVariant::default())
}

/// Splits the count of all solutions of a board variant into subtrees, which contain one or few of
/// the solutions that symmetries map to each other.
pub fn symmetry_subtrees(n: usize, columns: usize, kind: &BoardVariant) -> Vec<SearchSubtree> {
    if kind.regions().is_some() {
        vec![SearchSubtree::of(&SearchBoard::new(n).of_variant(kind))]
    } else if kind.is_torus() {
        torus_subtrees(n, kind)
    } else if n < columns || !kind.has_diagonals() {
        halves_of(n, columns, kind)
    } else {
        eighths_of(n, kind)
    }
}

/// Splits the count of all solutions of `n` rows on a torus. The first queen stands in the first
/// column, and one of two mirror images is searched. The weights count the mirror images and all
/// shifts by columns.
fn torus_subtrees(n: usize, kind: &BoardVariant) -> Vec<SearchSubtree> {
    let mut board = SearchBoard::new(n).of_variant(kind);
    if n == 0 {
        return vec![SearchSubtree::new(board, 1)];
    }
    board.place(0, 0);
    if n == 1 {
        return vec![SearchSubtree::new(board, 1)];
    }
    let second = |columns: u32, weight: usize| {
        let mut board = board.clone();
        board.restrict(1, columns);
        SearchSubtree::new(board, weight as u64)
    };
    let middle = 1 << (n / 2);
    if n.is_multiple_of(2) {
        vec![second(middle - 1, 2 * n), second(middle, n)]
    } else {
        vec![second(2 * middle - 1, 2 * n)]
    }
}

/// Variant of [`eighths`] for pieces that attack along diagonals.
fn eighths_of(n: usize, kind: &BoardVariant) -> Vec<SearchSubtree> {
    if n < 2 {
        return vec![SearchSubtree::new(SearchBoard::new(n).of_variant(kind), 1)];
    }
    let case = |a, tied: &[(usize, usize)]| border_case(n, a, tied).of_variant(kind);
    let last = n - 1;
    let mut cases = Vec::new();
    for a in 1..=last / 2 {
        if 2 * a == last {
            // In the middle of the top row, a tie would put two queens in line.
            cases.push(SearchSubtree::new(case(a, &[]), 4));
            continue;
        }
        let [right, bottom, left] = [(a, last), (last, last - a), (last - a, 0)];
        cases.push(SearchSubtree::new(case(a, &[]), 8));
        cases.push(SearchSubtree::new(case(a, &[right]), 8));
        cases.push(SearchSubtree::new(case(a, &[bottom]), 4));
        cases.push(SearchSubtree::new(case(a, &[right, left]), 8));
        cases.push(SearchSubtree::new(case(a, &[right, bottom, left]), 2));
    }
    cases
}

/// Splits the count of all solutions of `n` rows on at least as many columns. One of two mirror
/// images is searched, by the column of the first queen.
pub fn halves(n: usize, columns: usize) -> Vec<SearchSubtree> {
    halves_of(n, columns, &BoardVariant::default())
}

fn halves_of(n: usize, columns: usize, kind: &BoardVariant) -> Vec<SearchSubtree> {
    let board = |bits: u32| {
        let mut board = SearchBoard::rectangle(n, columns).of_variant(kind);
        if n > 0 {
            board.restrict(0, bits);
        }
        board
    };
    if n == 0 {
        return vec![SearchSubtree::new(board(0), 1)];
    }
    let half = (1_u64 << (columns / 2)) as u32 - 1;
    let mut cases = vec![SearchSubtree::new(board(half), 2)];
    if columns % 2 == 1 {
        cases.push(SearchSubtree::new(board(half + 1), 1));
    }
    cases
}

/// Returns the board with the top queen in column `a`. The other border queens are less central,
/// except those on the squares `tied`, which are equally central.
fn border_case(n: usize, a: usize, tied: &[(usize, usize)]) -> SearchBoard {
    let last = n - 1;
    let mut board = SearchBoard::new(n);
    board.restrict(0, 1 << a);
    for i in a..=last - a {
        for square in [(i, 0), (i, last), (last, i)] {
            if !tied.contains(&square) {
                board.forbid(square.0, square.1);
            }
        }
    }
    for &(row, column) in tied {
        board.restrict(row, 1 << column);
    }
    board
}
