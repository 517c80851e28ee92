//! Cuts a search into independent subtrees.

use super::Constraint;

/// An independent part of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree {
    /// The squares that may still hold a queen.
    pub board: Constraint,
    /// How many solutions of the whole search each solution of `board` stands for.
    pub weight: u64,
}

impl Subtree {
    pub(super) fn new(board: Constraint, weight: u64) -> Self {
        Self { board, weight }
    }

    /// An estimate of the work that the subtree takes, in no particular unit: the
    /// number of ways to fill its next three open rows.
    pub fn cost(&self) -> u64 {
        let rows: Vec<usize> = self.board.open_rows().take(3).collect();
        ways(&self.board, &rows)
    }
}

/// Cuts `depth` open rows deep, or as deep as there are open rows.
///
/// Together the subtrees hold every solution of `board` once, in lexicographic
/// order if those of each subtree are in that order. The same board and depth
/// give the same subtrees everywhere.
///
/// ```
/// use countless::queens::search::{Constraint, split};
///
/// let subtrees = split(&Constraint::new(8), 2);
/// assert_eq!(subtrees.len(), 42);
/// ```
pub fn split(board: &Constraint, depth: usize) -> Vec<Subtree> {
    deepen(vec![Subtree::new(board.clone(), 1)], depth)
}

/// Cuts each of `subtrees` `depth` open rows deeper.
pub fn deepen(subtrees: Vec<Subtree>, depth: usize) -> Vec<Subtree> {
    (0..depth).fold(subtrees, |subtrees, _| {
        let children = |subtree: Subtree| {
            let children = subtree.board.children().into_iter();
            children.map(move |board| Subtree::new(board, subtree.weight))
        };
        subtrees.into_iter().flat_map(children).collect()
    })
}

/// The number of ways to fill `rows` without attacks.
fn ways(board: &Constraint, rows: &[usize]) -> u64 {
    let Some((&row, below)) = rows.split_first() else {
        return 1;
    };
    if below.is_empty() {
        return u64::from(board.allowed(row).count_ones());
    }
    let columns = (0..board.n()).filter(|&column| board.allowed(row) >> column & 1 == 1);
    columns
        .map(|column| {
            let mut board = board.clone();
            board.place(row, column);
            ways(&board, below)
        })
        .sum()
}
