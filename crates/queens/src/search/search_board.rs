//! Squares of a board that may still hold a queen, and its open rows, from top to bottom, prepared
//! for the kernel.

use std::array::from_fn;
use std::sync::Arc;

use super::super::BoardVariant;
use super::super::regions::{self, RegionMasks};
use super::Attacks;

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
    pub fn of_variant(mut self, kind: &BoardVariant) -> Self {
        self.variant = kind.clone();
        let regions = kind.regions();
        self.region_masks = regions.map(|regions| Arc::new(RegionMasks::new(kind, regions)));
        self
    }

    /// Returns the masks of a board with regions and the open columns of each row; `None` without
    /// regions.
    pub(super) fn masks_and_rows(&self) -> Option<(&RegionMasks, &[u32])> {
        let tables = self.region_masks.as_deref()?;
        Some((tables, &self.allowed[..self.n]))
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
