//! Cuts a search into independent subtrees.

use super::super::regions::estimate_nodes;
use super::plan::PreparedBoard;
use super::{Attacks, MAX_N, SearchBoard};
use countless_engine::SplitMix64;

/// An independent part of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSubtree {
    /// The squares that may still hold a queen.
    pub board: SearchBoard,
    /// How many solutions of the whole search each solution of `board` stands for.
    pub weight: u64,
}

impl SearchSubtree {
    pub(super) fn new(board: SearchBoard, weight: u64) -> Self {
        Self { board, weight }
    }

    /// All of a board.
    pub(in super::super) fn of(board: &SearchBoard) -> Self {
        Self::new(board.clone(), 1)
    }

    /// An estimate of the number of partial boards that a search visits (Knuth,
    /// Estimating the efficiency of backtrack programs, 1975): it follows one
    /// random way down from each square of the first open row, and takes every
    /// node for as many as there were ways to turn off above it. Boards of about thirty
    /// rows have more than the greatest number it can give.
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

/// Estimates the nodes below a queen in `column` of the first level.
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

/// Cuts `depth` open rows deep, or as deep as there are open rows.
///
/// Together the subtrees hold every solution of `board` once, in lexicographic
/// order if those of each subtree are in that order. The same board and depth
/// give the same subtrees everywhere.
///
/// ```
/// use countless_queens::search::{Constraint, split};
///
/// let subtrees = split(&Constraint::new(8), 2);
/// assert_eq!(subtrees.len(), 42);
/// ```
pub fn split(board: &SearchBoard, depth: usize) -> Vec<SearchSubtree> {
    deepen(vec![SearchSubtree::of(board)], depth)
}

/// Cuts each of `subtrees` `depth` open rows deeper.
pub fn deepen(subtrees: Vec<SearchSubtree>, depth: usize) -> Vec<SearchSubtree> {
    (0..depth).fold(subtrees, |subtrees, _| {
        let children = |subtree: SearchSubtree| {
            let children = subtree.board.children().into_iter();
            children.map(move |board| SearchSubtree::new(board, subtree.weight))
        };
        subtrees.into_iter().flat_map(children).collect()
    })
}
