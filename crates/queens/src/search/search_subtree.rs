//! Division of a search into independent subtrees, and random parts of those that are too large to
//! be timed.
//!
//! Some subtrees contain one of each eight solutions that symmetries map to each other. Every
//! solution has four border queens. Clockwise along the border, each has a distance from the corner
//! at which its side begins:
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
use super::super::regions::estimate_nodes;
use super::search_board::PreparedBoard;
use super::{Attacks, MAX_N, SearchBoard};
use countless_engine::SplitMix64;

/// Independent part of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSubtree {
    /// Squares that may still hold a queen.
    pub board: SearchBoard,
    /// Number of solutions of the whole search that each solution of `board` represents.
    pub weight: u64,
}

impl SearchSubtree {
    pub(super) fn new(board: SearchBoard, weight: u64) -> Self {
        Self { board, weight }
    }

    /// Returns the subtree of a whole board.
    pub(in super::super) fn of(board: &SearchBoard) -> Self {
        Self::new(board.clone(), 1)
    }

    /// Estimates the number of nodes that a search visits (Knuth, Estimating the efficiency of
    /// backtrack programs, 1975). It follows one random path down from each square of the first
    /// open row. The weight of a node is the product of the numbers of branches on the path to it.
    /// The estimate saturates on boards of about thirty rows.
    pub fn cost(&self) -> u64 {
        if let Some((tables, rows)) = self.board.masks_and_rows() {
            return estimate_nodes(tables, rows);
        }
        let Some(plan) = PreparedBoard::new(&self.board) else {
            return 0;
        };
        let Some(first) = plan.levels.first() else {
            return 1;
        };
        let mut random = SplitMix64(0);
        let squares = (0..MAX_N).filter(|&column| first.mask >> column & 1 == 1);
        squares
            .map(|column| estimate_below(&plan, self.board.attacks(), column, &mut random))
            .fold(0, u64::saturating_add)
    }
}

/// Estimates the number of nodes below a queen in `column` of the first level.
fn estimate_below(
    plan: &PreparedBoard,
    attacks: Attacks,
    column: usize,
    random: &mut SplitMix64,
) -> u64 {
    let mut queen = 1 << column;
    let [mut columns, mut left, mut right, mut near] = [0u32; 4];
    let has_near = attacks.has_near_squares();
    let (mut nodes, mut ways) = (1u64, 1u64);
    for pair in plan.levels.windows(2) {
        columns |= queen;
        left = attacks.left(left | queen, pair[0].gap);
        right = attacks.right(right | queen, pair[0].gap);
        if has_near {
            near |= attacks.near(queen, pair[0].gap);
        }
        let mut free = pair[1].mask & !(columns | left | right | near);
        if has_near {
            near = attacks.near(queen, pair[0].gap + pair[1].gap);
        }
        let count = free.count_ones() as usize;
        if count == 0 {
            break;
        }
        ways = ways.saturating_mul(count as u64);
        nodes = nodes.saturating_add(ways);
        for _ in 0..random.below(count) {
            free &= free - 1;
        }
        queen = free & free.wrapping_neg();
    }
    nodes
}

/// Splits a board by filling `depth` open rows, or all if it has fewer.
///
/// The subtrees together contain every solution of `board` once. They are in lexicographic order. A
/// board and a depth give equal subtrees on every machine.
///
/// ```
/// use countless_queens::search::{SearchBoard, split};
///
/// let subtrees = split(&SearchBoard::new(8), 2);
/// assert_eq!(subtrees.len(), 42);
/// ```
pub fn split(board: &SearchBoard, depth: usize) -> Vec<SearchSubtree> {
    deepen(vec![SearchSubtree::of(board)], depth)
}

/// Splits each of `subtrees` by filling `depth` more open rows.
pub fn deepen(subtrees: Vec<SearchSubtree>, depth: usize) -> Vec<SearchSubtree> {
    (0..depth).fold(subtrees, |subtrees, _| {
        let children = |subtree: SearchSubtree| {
            let children = subtree.board.children().into_iter();
            children.map(move |board| SearchSubtree::new(board, subtree.weight))
        };
        subtrees.into_iter().flat_map(children).collect()
    })
}

/// Draws a part of a subtree with an estimated cost of at most `small` nodes, determined by `seed`.
/// Also returns its weight: the number of parts that it represents.
///
/// A subtree of a large board may take days. One of its children is drawn with a probability in
/// proportion to its estimated cost, then one child of this child, and so on.
///
/// ```
/// use countless_queens::search::{SearchBoard, descend, split};
///
/// for subtree in split(&SearchBoard::new(24), 2) {
///     let (part, weight) = descend(&subtree, 1_000_000, 1);
///     assert!(part.cost() <= 1_000_000 && weight > 1.0);
/// }
/// ```
pub fn descend(subtree: &SearchSubtree, small: u64, seed: u64) -> (SearchSubtree, f64) {
    let (mut root, mut weight) = (subtree.clone(), 1.0);
    let mut random = SplitMix64(seed);
    while root.cost() > small {
        let mut children = deepen(vec![root.clone()], 1);
        let costs: Vec<f64> = children.iter().map(|child| child.cost() as f64).collect();
        let all: f64 = costs.iter().sum();
        let mut place = random.fraction() * all;
        let drawn = costs.iter().position(|cost| {
            place -= cost;
            place < 0.0
        });
        // A subtree without open rows is not divided further.
        let Some(drawn) = drawn else { break };
        weight *= all / costs[drawn];
        root = children.swap_remove(drawn);
    }
    (root, weight)
}

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
