//! Search of boards with regions.
//!
//! Rows, columns and regions are lines. Each line gets one piece, like the items of an exact cover.
//! A node is the set of open squares, one bit each in a few words, and the set of lines without a
//! piece. Propagation repeats these rules for all lines:
//!
//! - A line without squares proves that the board has no solution.
//! - A line with one square gets its piece there. All squares that the piece attacks are closed.
//! - In a line with two to four squares, the squares that all of them attack are closed.
//!
//! When nothing changes any more, the search branches on the line with the fewest squares. The code
//! is compiled for every instruction set: words are counted and combined side by side.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::{BoardVariant, MAX_N};
use super::Regions;
use countless_engine::SplitMix64;
use countless_simd::{Simd, Task};

/// Most squares of a line for which common attacked squares are closed.
const FEW: u32 = 4;

/// Number of nodes between two checks of the stop flag.
const POLL: u64 = 256;

/// Room for nodes that few searches exceed.
const STACK: usize = 32;

/// Partial board.
#[derive(Clone, Copy, Debug)]
struct RegionNode<const W: usize> {
    open: [u64; W],
    /// Lines without a piece.
    active: u128,
}

/// Result of propagation.
enum RegionPropagation<const W: usize> {
    Dead,
    Solved,
    /// Squares of the line with the fewest squares.
    Branch([u64; W]),
}

/// Calls a function that is compiled for each number of words of a board, see [`word_count`].
macro_rules! with_words {
    ($words:expr, $function:ident($($argument:expr),*)) => {
        match $words {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            4 => $function::<4>($($argument),*),
            6 => $function::<6>($($argument),*),
            _ => $function::<16>($($argument),*),
        }
    };
}
pub(super) use with_words;

/// Search of a board with these open columns in each row. It visits the solutions in any order. A
/// solution is the column of the piece in each row, from 0. The search breaks when `visit` breaks,
/// when `stop` is set, or after `most_nodes` nodes. It also returns the number of visited nodes.
pub(in super::super) struct RegionSearch<'a> {
    pub tables: &'a RegionMasks,
    pub rows: &'a [u32],
    pub most_nodes: u64,
    pub stop: &'a AtomicBool,
    pub visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
}

impl Task for RegionSearch<'_> {
    type Output = (ControlFlow<()>, u64);

    #[inline(always)]
    fn run<S: Simd>(mut self, _: S) -> Self::Output {
        with_words!(self.tables.words, search_words(&mut self))
    }
}

#[inline(always)]
fn search_words<const W: usize>(search: &mut RegionSearch<'_>) -> (ControlFlow<()>, u64) {
    let view = RegionView::<W>::new(search.tables);
    let mut stack = Vec::with_capacity(STACK);
    stack.push(view.root(search.rows));
    let mut nodes = 0_u64;
    while let Some(mut state) = stack.pop() {
        nodes += 1;
        let is_stopped = nodes.is_multiple_of(POLL) && search.stop.load(Ordering::Relaxed);
        if is_stopped || nodes > search.most_nodes {
            return (Break(()), nodes);
        }
        match view.propagate(&mut state) {
            RegionPropagation::Dead => {}
            RegionPropagation::Solved => {
                let mut columns = [0; MAX_N];
                let columns = &mut columns[..search.tables.n];
                view.read_columns(&state, columns);
                if (search.visit)(columns).is_break() {
                    return (Break(()), nodes);
                }
            }
            RegionPropagation::Branch(mut squares) => {
                while let Some(square) = take_lowest(&mut squares) {
                    let mut child = state;
                    view.place(&mut child, square);
                    stack.push(child);
                }
            }
        }
    }
    (Continue(()), nodes)
}

/// Masks as arrays of the word count that is compiled in.
#[derive(Clone, Copy)]
struct RegionView<'a, const W: usize> {
    n: usize,
    lines: &'a [[u64; W]],
    attacked: &'a [[u64; W]],
    lines_of: &'a [[u8; 3]],
}

impl<'a, const W: usize> RegionView<'a, W> {
    #[inline(always)]
    fn new(tables: &'a RegionMasks) -> Self {
        Self {
            n: tables.n,
            lines: tables.lines.as_chunks().0,
            attacked: tables.attacked.as_chunks().0,
            lines_of: &tables.lines_of,
        }
    }

    /// Returns the node with these open columns in each row.
    #[inline(always)]
    fn root(self, rows: &[u32]) -> RegionNode<W> {
        let mut open = [0; W];
        for (row, &columns) in rows.iter().enumerate() {
            put_bits(&mut open, row * self.n, columns);
        }
        RegionNode {
            open,
            active: (1 << (3 * self.n)) - 1,
        }
    }

    /// Places a piece on a square.
    #[inline(always)]
    fn place(self, state: &mut RegionNode<W>, square: usize) {
        close(&mut state.open, &self.attacked[square]);
        for line in self.lines_of[square] {
            state.active &= !(1 << line);
        }
    }

    /// Places pieces and closes squares until nothing changes any more.
    #[inline(always)]
    fn propagate(self, state: &mut RegionNode<W>) -> RegionPropagation<W> {
        loop {
            let mut has_changed = false;
            let (mut fewest, mut choice) = (u32::MAX, [0; W]);
            let mut rest = state.active;
            while rest != 0 {
                let line = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if state.active >> line & 1 == 0 {
                    continue; // its piece was placed in this round
                }
                let squares = and(&state.open, &self.lines[line]);
                let count = count(&squares);
                if count == 0 {
                    return RegionPropagation::Dead;
                }
                if count <= FEW {
                    let mut left = squares;
                    if count == 1 {
                        if let Some(square) = take_lowest(&mut left) {
                            self.place(state, square);
                        }
                        has_changed = true;
                        continue;
                    }
                    let mut common = state.open;
                    while let Some(square) = take_lowest(&mut left) {
                        common = and(&common, &self.attacked[square]);
                    }
                    has_changed |= common != [0; W];
                    close(&mut state.open, &common);
                }
                if count < fewest {
                    (fewest, choice) = (count, squares);
                }
            }
            if state.active == 0 {
                return RegionPropagation::Solved;
            }
            if !has_changed {
                return RegionPropagation::Branch(choice);
            }
        }
    }

    /// Reads the column of the piece in each row of a solved board.
    #[inline(always)]
    fn read_columns(self, state: &RegionNode<W>, columns: &mut [u8]) {
        let mut open = state.open;
        while let Some(square) = take_lowest(&mut open) {
            columns[square / self.n] = (square % self.n) as u8;
        }
    }
}

#[inline(always)]
pub(super) fn and<const W: usize>(one: &[u64; W], other: &[u64; W]) -> [u64; W] {
    let mut both = [0; W];
    for word in 0..W {
        both[word] = one[word] & other[word];
    }
    both
}

#[inline(always)]
pub(super) fn close<const W: usize>(open: &mut [u64; W], squares: &[u64; W]) {
    for (open, squares) in open.iter_mut().zip(squares) {
        *open &= !squares;
    }
}

#[inline(always)]
pub(super) fn count<const W: usize>(squares: &[u64; W]) -> u32 {
    let mut count = 0;
    for word in squares {
        count += word.count_ones();
    }
    count
}

/// Removes the lowest square of a set and returns it.
#[inline(always)]
pub(super) fn take_lowest<const W: usize>(squares: &mut [u64; W]) -> Option<usize> {
    let mut word = 0;
    while word < W {
        if squares[word] != 0 {
            let square = 64 * word + squares[word].trailing_zeros() as usize;
            squares[word] &= squares[word] - 1;
            return Some(square);
        }
        word += 1;
    }
    None
}

/// Propagates on a board with these open columns in each row, and closes columns. Returns false if
/// this proves that the board has no solution.
pub(in super::super) fn propagate_rows(tables: &RegionMasks, rows: &mut [u32]) -> bool {
    with_words!(tables.words, propagate_words(tables, rows))
}

fn propagate_words<const W: usize>(tables: &RegionMasks, rows: &mut [u32]) -> bool {
    let view = RegionView::<W>::new(tables);
    let mut state = view.root(rows);
    if matches!(view.propagate(&mut state), RegionPropagation::Dead) {
        return false;
    }
    for (row, columns) in rows.iter_mut().enumerate() {
        *columns = get_bits(&state.open, row * view.n, view.n);
    }
    true
}

/// Estimates the number of nodes that a search visits (Knuth, Estimating the efficiency of
/// backtrack programs, 1975). It follows some random paths down. The weight of a node is the
/// product of the numbers of branches on the path to it.
pub(in super::super) fn estimate_nodes(tables: &RegionMasks, rows: &[u32]) -> u64 {
    with_words!(tables.words, estimate_words(tables, rows))
}

/// Number of random paths of an estimate.
const PROBES: u64 = 8;

fn estimate_words<const W: usize>(tables: &RegionMasks, rows: &[u32]) -> u64 {
    let view = RegionView::<W>::new(tables);
    let mut random = SplitMix64(0);
    let mut nodes = 0_u64;
    for _ in 0..PROBES {
        let (mut state, mut ways) = (view.root(rows), 1_u64);
        loop {
            nodes = nodes.saturating_add(ways);
            let RegionPropagation::Branch(mut squares) = view.propagate(&mut state) else {
                break;
            };
            let count = count(&squares);
            ways = ways.saturating_mul(count.into());
            for _ in 0..random.below(count as usize) {
                take_lowest(&mut squares);
            }
            if let Some(square) = take_lowest(&mut squares) {
                view.place(&mut state, square);
            }
        }
    }
    nodes.div_ceil(PROBES)
}

/// Rows, columns and regions of a board, and the squares that a piece on each square attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionMasks {
    pub(super) n: usize,
    /// Number of words of the bits of a board.
    pub(super) words: usize,
    /// Squares of each row, each column and each region, `words` words each.
    pub(super) lines: Vec<u64>,
    /// Numbers of the row, column and region of each square.
    pub(super) lines_of: Vec<[u8; 3]>,
    /// Squares that a piece on each square attacks, including the rest of its region.
    pub(super) attacked: Vec<u64>,
}

impl RegionMasks {
    /// Makes the masks of a board variant with regions.
    pub fn new(variant: &BoardVariant, regions: &Regions) -> Self {
        let mut tables = Self::default();
        tables.fill(&AttackedSquares::new(regions.n, variant), regions);
        tables
    }

    /// Replaces these masks by those of other regions, for boards of the size of `lines`.
    pub(super) fn fill(&mut self, lines: &AttackedSquares, regions: &Regions) {
        let (n, words) = (lines.n, lines.words);
        (self.n, self.words) = (n, words);
        self.lines.clear();
        self.lines.resize(3 * n * words, 0);
        self.lines_of.clear();
        for (square, &region) in regions.region_of_square.iter().enumerate() {
            let of = [square / n, n + square % n, 2 * n + usize::from(region)];
            for line in of {
                self.lines[line * words + square / 64] |= 1 << (square % 64);
            }
            self.lines_of.push(of.map(|line| line as u8));
        }
        self.attacked.clone_from(&lines.attacked);
        let squares = self.attacked.chunks_exact_mut(words).zip(&self.lines_of);
        for (square, (attacked, of)) in squares.enumerate() {
            let region = &self.lines[usize::from(of[2]) * words..][..words];
            for (attacked, region) in attacked.iter_mut().zip(region) {
                *attacked |= region;
            }
            attacked[square / 64] &= !(1 << (square % 64));
        }
    }
}

/// Squares that a piece on each square attacks, without regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttackedSquares {
    /// Number of rows of the board.
    pub n: usize,
    /// Number of words of the bits of a board.
    pub words: usize,
    /// Attacked squares of each square, row by row, `words` words each.
    pub attacked: Vec<u64>,
}

/// Returns the number of words for the squares of a board of `n` rows. The search is compiled for
/// these numbers only.
pub(super) fn word_count(n: usize) -> usize {
    match n {
        0..=8 => 1,
        9..=11 => 2,
        12..=16 => 4,
        17..=19 => 6,
        _ => 16,
    }
}

impl AttackedSquares {
    /// Makes the attacked squares of a board of `n` rows.
    pub fn new(n: usize, variant: &BoardVariant) -> Self {
        let words = word_count(n);
        let mut attacked = vec![0; n * n * words];
        let attacks = variant.attacks_on(n);
        let own = u32::MAX.checked_shr(u32::BITS - n as u32).unwrap_or(0);
        for (square, attacked) in attacked.chunks_exact_mut(words).enumerate() {
            let (row, column) = (square / n, square % n);
            for other in 0..n {
                let columns = if other == row {
                    own & !(1 << column)
                } else {
                    attacks.attacked_columns(n, (row, column), other) & own
                };
                put_bits(attacked, other * n, columns);
            }
        }
        Self { n, words, attacked }
    }
}

/// Returns the `n` bits of a board that start at bit `at`.
pub(super) fn get_bits(board: &[u64], at: usize, n: usize) -> u32 {
    let high = board.get(at / 64 + 1).copied().unwrap_or(0);
    let bits = (u128::from(high) << 64 | u128::from(board[at / 64])) >> (at % 64);
    bits as u32 & u32::MAX.checked_shr(u32::BITS - n as u32).unwrap_or(0)
}

/// Adds bits to those of a board, starting at bit `at`.
pub(super) fn put_bits(board: &mut [u64], at: usize, bits: u32) {
    let bits = u128::from(bits) << (at % 64);
    board[at / 64] |= bits as u64;
    if bits >> 64 != 0 {
        board[at / 64 + 1] |= (bits >> 64) as u64;
    }
}
