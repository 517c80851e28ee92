//! Division of a search into independent subtrees.

use super::super::regions::estimate_nodes;
use super::prepared_board::PreparedBoard;
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
