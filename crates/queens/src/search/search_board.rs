//! Squares of a board that may still hold a queen, prepared for the kernel, and the division of a
//! search into independent subtrees.
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

use std::array::from_fn;
use std::sync::Arc;

use super::super::BoardVariant;
use super::super::regions::{self, RegionMasks, estimate_nodes};
use super::Attacks;
use countless_engine::SplitMix64;

/// Most columns of a board that can be searched.
pub const MAX_N: usize = 32;

/// Partial board: for each row, the columns that may hold its queen.
///
/// This type represents empty boards, boards with forbidden squares, boards with given queens, and
/// subtrees of a search. Rows and columns count from 0. Its [`BoardVariant`] defines the attacks of
/// a piece.
///
/// ```
/// use countless_queens::search::SearchBoard;
///
/// let mut board = SearchBoard::new(4);
/// board.place(0, 1);
/// assert_eq!(board.allowed(0), 0b0010);
/// assert_eq!(board.allowed(1), 0b1000); // the only square left of row 1
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchBoard {
    n: usize,
    columns: usize,
    allowed: [u32; MAX_N],
    variant: BoardVariant,
    /// Masks for the search of a board with regions.
    region_masks: Option<Arc<RegionMasks>>,
}

impl SearchBoard {
    /// Returns the empty board of `n` rows and columns.
    ///
    /// # Panics
    ///
    /// If `n` exceeds [`MAX_N`].
    pub fn new(n: usize) -> Self {
        Self::rectangle(n, n)
    }

    /// Returns the empty board of `n` rows and at least as many columns.
    ///
    /// # Panics
    ///
    /// If there are fewer columns than rows, or more than [`MAX_N`].
    pub fn rectangle(n: usize, columns: usize) -> Self {
        assert!(
            n <= columns && columns <= MAX_N,
            "the search takes boards of up to {MAX_N} columns, and no more rows"
        );
        let all = u32::MAX.checked_shr((MAX_N - columns) as u32).unwrap_or(0);
        let mut allowed = [0; MAX_N];
        allowed[..n].fill(all);
        Self {
            n,
            columns,
            allowed,
            variant: BoardVariant::default(),
            region_masks: None,
        }
    }

    /// Sets the variant of a board without placed queens. With joined edges or regions, the board
    /// must be square.
    #[must_use]
    pub fn of_variant(mut self, variant: &BoardVariant) -> Self {
        self.variant = variant.clone();
        let regions = variant.regions();
        self.region_masks = regions.map(|regions| Arc::new(RegionMasks::new(variant, regions)));
        self
    }

    /// Returns the masks of a board with regions and the open columns of each row; `None` without
    /// regions.
    pub(super) fn masks_and_rows(&self) -> Option<(&RegionMasks, &[u32])> {
        Some((self.region_masks.as_deref()?, &self.allowed[..self.n]))
    }

    /// Variant of the board, which defines the attacks of its pieces.
    pub fn variant(&self) -> &BoardVariant {
        &self.variant
    }

    /// Returns how pieces attack other rows.
    pub(super) fn attacks(&self) -> Attacks {
        self.variant.attacks_on(self.columns)
    }

    /// True if no square is forbidden.
    pub(in super::super) fn is_unrestricted(&self) -> bool {
        self.allowed == Self::rectangle(self.n, self.columns).allowed
    }

    /// Number of rows.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Columns that the queen of `row` may take, one bit each.
    pub fn allowed(&self, row: usize) -> u32 {
        self.allowed[row]
    }

    /// Restricts the queen of `row` to the columns with set bits.
    pub fn restrict(&mut self, row: usize, columns: u32) {
        self.allowed[row] &= columns;
    }

    /// Forbids one square.
    ///
    /// # Panics
    ///
    /// If the square lies outside the board.
    pub fn forbid(&mut self, row: usize, column: usize) {
        assert!(
            row < self.n && column < self.columns,
            "the square lies on the board"
        );
        self.restrict(row, !(1 << column));
    }

    /// Places the queen of `row` in `column` and forbids every square that it attacks.
    ///
    /// If that square is already forbidden, the row has no squares left and the board has no
    /// solution.
    ///
    /// # Panics
    ///
    /// If the square lies outside the board.
    pub fn place(&mut self, row: usize, column: usize) {
        assert!(
            row < self.n && column < self.columns,
            "the square lies on the board"
        );
        let chosen = self.allowed[row] & 1 << column;
        let attacks = self.attacks();
        for other in (0..self.n).filter(|&other| other != row) {
            self.restrict(
                other,
                !attacks.attacked_columns(self.n, (row, column), other),
            );
        }
        if let Some(regions) = &self.variant.regions {
            let region = regions.region_of_zero_based(row, column);
            for other in (0..self.n).filter(|&other| other != row) {
                self.allowed[other] &= !regions.in_row(other, region);
            }
        }
        self.allowed[row] = chosen;
    }

    /// Places the queen of every row with one square left, until each row has several squares or
    /// its queen. With regions, it also applies their propagation. Returns whether every row has a
    /// square.
    pub fn propagate(&mut self) -> bool {
        if let Some(tables) = &self.region_masks
            && !regions::propagate_rows(tables, &mut self.allowed[..self.n])
        {
            return false;
        }
        let mut placed = 0u32;
        let open = |board: &Self, placed: u32, row: usize| {
            placed >> row & 1 == 0 && board.allowed(row).count_ones() < 2
        };
        while let Some(row) = (0..self.n).find(|&row| open(self, placed, row)) {
            if self.allowed(row) == 0 {
                return false;
            }
            self.place(row, self.allowed(row).trailing_zeros() as usize);
            placed |= 1 << row;
        }
        true
    }

    /// Rows with more than one square left.
    pub fn open_rows(&self) -> impl Iterator<Item = usize> {
        (0..self.n).filter(|&row| self.allowed(row).count_ones() > 1)
    }

    /// Returns one board for each square of the first open row, in the order of the columns, except
    /// boards with a row without squares. A solution is its own only child.
    pub fn children(&self) -> Vec<Self> {
        let mut board = self.clone();
        if !board.propagate() {
            return Vec::new();
        }
        let Some(row) = board.open_rows().next() else {
            return vec![board];
        };
        let columns = (0..self.columns).filter(|&column| board.allowed(row) >> column & 1 == 1);
        columns
            .filter_map(|column| {
                let mut child = board.clone();
                child.place(row, column);
                child.propagate().then_some(child)
            })
            .collect()
    }
}

/// Open row: a row with more than one square left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchLevel {
    /// Number of the row, from 0.
    pub row: usize,
    /// Columns that its queen may take.
    pub mask: u32,
    /// Number of rows down to the next level.
    pub gap: u32,
}

/// Levels of a search, and the queens that are already placed.
#[derive(Clone, Debug)]
pub(super) struct PreparedBoard {
    pub n: usize,
    pub levels: Vec<SearchLevel>,
    /// Columns without a placed queen: as many as levels, or more on a rectangle.
    pub columns: u32,
    /// Column of each placed queen; arbitrary in an open row.
    pub placed: [u8; MAX_N],
    /// Attack rules, or `None` for queens without joined edges.
    pub attacks: Option<Attacks>,
}

impl PreparedBoard {
    /// Propagates and collects the rows that are still open. Returns `None` if propagation proves
    /// that the board has no solution.
    pub fn new(constraint: &SearchBoard) -> Option<Self> {
        let n = constraint.n();
        let mut board = constraint.clone();
        if !board.propagate() {
            return None;
        }
        let settled = from_fn(|row| board.allowed(row).trailing_zeros() as u8);
        let open: Vec<usize> = board.open_rows().collect();
        let columns = open
            .iter()
            .fold(0, |columns, &row| columns | board.allowed(row));
        if (columns.count_ones() as usize) < open.len() {
            return None;
        }
        let is_square = n == constraint.columns();
        assert!(
            !is_square || columns.count_ones() as usize == open.len(),
            "a row lost its column"
        );
        let levels = open
            .iter()
            .enumerate()
            .map(|(i, &row)| SearchLevel {
                row,
                mask: board.allowed(row),
                gap: open.get(i + 1).map_or(1, |next| (next - row) as u32),
            })
            .collect();
        Some(Self {
            n,
            levels,
            columns,
            placed: settled,
            attacks: (!constraint.variant().is_usual()).then(|| constraint.attacks()),
        })
    }

    /// True if no open row attacks near squares of the last rows across the edge of a torus. The
    /// kernel handles only attacks on rows below.
    pub fn attacks_only_down(&self) -> bool {
        let reach = self.attacks.map_or(0, Attacks::wrapping_rows);
        self.levels.first().is_none_or(|level| level.row >= reach)
    }

    /// True if every column gets a queen. Then two columns are left for the last two rows.
    pub fn fills_all_columns(&self) -> bool {
        self.columns.count_ones() as usize == self.levels.len()
    }
}

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

/// Splits the count of all solutions of a board variant into subtrees, which contain one or few of
/// the solutions that symmetries map to each other. Their weighted counts add up to the number of
/// solutions.
///
/// ```
/// use countless_queens::BoardVariant;
/// use countless_queens::search::{BoardSearcher, symmetry_subtrees};
/// use countless_simd::Kernel;
/// use std::sync::atomic::AtomicBool;
///
/// let mut worker = BoardSearcher::new(Kernel::best());
/// let stop = AtomicBool::new(false);
/// let count: u64 = symmetry_subtrees(8, 8, &BoardVariant::default())
///     .iter()
///     .map(|case| case.weight * worker.count(&case.board, &stop).unwrap())
///     .sum();
/// assert_eq!(count, 92);
/// ```
pub fn symmetry_subtrees(n: usize, columns: usize, variant: &BoardVariant) -> Vec<SearchSubtree> {
    let whole = SearchBoard::rectangle(n, columns).of_variant(variant);
    let is_halved = !variant.is_torus() && (n < columns || !variant.has_diagonals());
    if variant.regions().is_some() || n == 0 || n == 1 && !is_halved {
        vec![SearchSubtree::of(&whole)]
    } else if is_halved {
        halves(&whole)
    } else if variant.is_torus() {
        torus_subtrees(&whole)
    } else {
        eighths(&whole)
    }
}

/// Returns the subtree of the solutions with the queen of `row` in one of some columns.
fn restricted(board: &SearchBoard, row: usize, columns: u32, weight: usize) -> SearchSubtree {
    let mut board = board.clone();
    board.restrict(row, columns);
    SearchSubtree::new(board, weight as u64)
}

/// Splits the count of all solutions on a torus of at least two rows. The first queen stands in the
/// first column, and one of two mirror images is searched. The weights count the mirror images and
/// all shifts by columns.
fn torus_subtrees(whole: &SearchBoard) -> Vec<SearchSubtree> {
    let (n, mut board) = (whole.n, whole.clone());
    board.place(0, 0);
    let middle = 1 << (n / 2);
    if n.is_multiple_of(2) {
        let below = restricted(&board, 1, middle - 1, 2 * n);
        vec![below, restricted(&board, 1, middle, n)]
    } else {
        vec![restricted(&board, 1, 2 * middle - 1, 2 * n)]
    }
}

/// Splits the count of all solutions of at least two rows for pieces that attack along diagonals.
/// Each subtree contains about one of eight images.
fn eighths(whole: &SearchBoard) -> Vec<SearchSubtree> {
    let last = whole.n - 1;
    let mut cases = Vec::new();
    for a in 1..=last / 2 {
        let mut add = |tied: &[(usize, usize)], weight| {
            let board = border_case(whole, a, tied);
            cases.push(SearchSubtree::new(board, weight));
        };
        if 2 * a == last {
            // In the middle of the top row, a tie would put two queens in line.
            add(&[], 4);
            continue;
        }
        let [right, bottom, left] = [(a, last), (last, last - a), (last - a, 0)];
        add(&[], 8);
        add(&[right], 8);
        add(&[bottom], 4);
        add(&[right, left], 8);
        add(&[right, bottom, left], 2);
    }
    cases
}

/// Splits the count of all solutions of at least one row. One of two mirror images is searched, by
/// the column of the first queen.
fn halves(whole: &SearchBoard) -> Vec<SearchSubtree> {
    let half = (1_u64 << (whole.columns / 2)) as u32 - 1;
    let mut cases = vec![restricted(whole, 0, half, 2)];
    if whole.columns % 2 == 1 {
        cases.push(restricted(whole, 0, half + 1, 1));
    }
    cases
}

/// Returns the board with the top queen in column `a`. The other border queens are less central,
/// except those on the squares `tied`, which are equally central.
fn border_case(whole: &SearchBoard, a: usize, tied: &[(usize, usize)]) -> SearchBoard {
    let last = whole.n - 1;
    let mut board = whole.clone();
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
