//! Search of boards with several pieces in each row, column and region, if pieces must not touch.
//!
//! A node is the set of pieces and the set of open squares. A line is a row, column or region, and
//! needs some more pieces. Boxes of two by two squares cover its open squares. Each box holds at
//! most one piece, so a line has room for at most as many pieces as boxes. Propagation repeats
//! these rules for all lines:
//!
//! - A line that needs no more pieces is closed.
//! - A line without enough room proves that the board has no solution.
//! - If a line has only as many squares as it needs pieces, it gets a piece on each.
//! - A square is closed if a piece there would leave a line without enough room.
//!
//! When nothing changes any more, the search branches on a square of the line with the fewest
//! surplus squares: first with a piece there, then without.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::MAX_N;
use super::region_search::{RegionMasks, and, close, count, take_lowest, with_words};
use countless_simd::{Kernel, Simd, Task, dispatch_narrow};

/// Number of nodes between two checks of the stop flag.
const POLL: u64 = 64;

/// Partial board.
#[derive(Clone, Copy, Debug)]
struct StarNode<const W: usize> {
    open: [u64; W],
    pieces: [u64; W],
}

/// Result of propagation.
enum StarPropagation {
    Dead,
    Solved,
    /// Square of the line with the fewest surplus squares.
    Branch(usize),
}

/// Visits the solutions of a board with `stars` pieces in each row, column and region, in any
/// order. A solution is the columns of the pieces row by row, from 0. Breaks when `visit` breaks,
/// when `stop` is set, or after `most` nodes. Returns the number of visited nodes.
pub fn search(
    kernel: Kernel,
    tables: &RegionMasks,
    stars: u32,
    most: u64,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> u64 {
    let search = StarSearch {
        tables,
        stars,
        most_nodes: most,
        stop,
        visit,
    };
    dispatch_narrow(kernel, search)
}

struct StarSearch<'a> {
    tables: &'a RegionMasks,
    stars: u32,
    most_nodes: u64,
    stop: &'a AtomicBool,
    visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
}

impl Task for StarSearch<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(mut self, _: S) -> u64 {
        with_words!(self.tables.words, search_words(&mut self))
    }
}

#[inline(always)]
fn search_words<const W: usize>(search: &mut StarSearch<'_>) -> u64 {
    let n = search.tables.n;
    let view = StarView::<W>::new(search.tables, search.stars);
    let mut open = [0; W];
    for square in 0..n * n {
        add(&mut open, square);
    }
    let mut stack = vec![StarNode {
        open,
        pieces: [0; W],
    }];
    let mut nodes = 0_u64;
    while let Some(mut state) = stack.pop() {
        nodes += 1;
        let is_stopped = nodes.is_multiple_of(POLL) && search.stop.load(Ordering::Relaxed);
        if is_stopped || nodes > search.most_nodes {
            break;
        }
        match view.propagate(&mut state) {
            StarPropagation::Dead => {}
            StarPropagation::Solved => {
                let mut pieces = state.pieces;
                let mut columns = Vec::with_capacity(n * search.stars as usize);
                while let Some(square) = take_lowest(&mut pieces) {
                    columns.push((square % n) as u8);
                }
                if (search.visit)(&columns).is_break() {
                    break;
                }
            }
            StarPropagation::Branch(square) => {
                let mut without = state;
                remove(&mut without.open, square);
                stack.push(without);
                view.place(&mut state, square);
                stack.push(state);
            }
        }
    }
    nodes
}

/// Masks as arrays of the word count that is compiled in.
struct StarView<'a, const W: usize> {
    lines: &'a [[u64; W]],
    stars: u32,
    /// Adjacent squares of each square.
    around: Vec<[u64; W]>,
    /// Box of two by two squares that begins at each square.
    boxes: Vec<[u64; W]>,
}

impl<'a, const W: usize> StarView<'a, W> {
    #[inline(always)]
    fn new(tables: &'a RegionMasks, stars: u32) -> Self {
        let n = tables.n;
        let (mut around, mut boxes) = (vec![[0; W]; n * n], vec![[0; W]; n * n]);
        for square in 0..n * n {
            let (row, column) = (square / n, square % n);
            for other_row in row.saturating_sub(1)..n.min(row + 2) {
                for other_column in column.saturating_sub(1)..n.min(column + 2) {
                    let other = other_row * n + other_column;
                    if other != square {
                        add(&mut around[square], other);
                    }
                    if other_row >= row && other_column >= column {
                        add(&mut boxes[square], other);
                    }
                }
            }
        }
        Self {
            lines: tables.lines.as_chunks().0,
            stars,
            around,
            boxes,
        }
    }

    /// Places a piece on an open square.
    #[inline(always)]
    fn place(&self, state: &mut StarNode<W>, square: usize) {
        add(&mut state.pieces, square);
        remove(&mut state.open, square);
        close(&mut state.open, &self.around[square]);
    }

    /// Returns an upper limit of the number of pieces on some squares.
    #[inline(always)]
    fn room(&self, squares: &[u64; W]) -> u32 {
        let (mut squares, mut boxes) = (*squares, 0);
        while let Some(square) = take_lowest(&mut squares) {
            close(&mut squares, &self.boxes[square]);
            boxes += 1;
        }
        boxes
    }

    /// Places pieces and closes squares until nothing changes any more.
    #[inline(always)]
    fn propagate(&self, state: &mut StarNode<W>) -> StarPropagation {
        loop {
            let mut has_changed = false;
            let (mut least, mut choice) = (u32::MAX, None);
            for line in self.lines {
                let placed = count(&and(&state.pieces, line));
                if placed > self.stars {
                    return StarPropagation::Dead;
                }
                let (needed, squares) = (self.stars - placed, and(&state.open, line));
                let there = count(&squares);
                if needed == 0 {
                    has_changed |= there > 0;
                    close(&mut state.open, &squares);
                    continue;
                }
                let room = self.room(&squares);
                if room < needed {
                    return StarPropagation::Dead;
                }
                if there == needed {
                    let mut left = squares;
                    while let Some(square) = take_lowest(&mut left) {
                        if !has(&state.open, square) {
                            return StarPropagation::Dead; // it touches another piece of this line
                        }
                        self.place(state, square);
                    }
                    has_changed = true;
                    continue;
                }
                if room == needed && self.close_for_room(state, &squares, needed) {
                    has_changed = true;
                    continue;
                }
                if there - needed < least {
                    least = there - needed;
                    let mut squares = squares;
                    choice = take_lowest(&mut squares);
                }
            }
            match choice {
                _ if has_changed => {}
                Some(square) => return StarPropagation::Branch(square),
                None => return StarPropagation::Solved,
            }
        }
    }

    /// Closes squares on which a piece would leave `squares` without room for the needed pieces.
    /// Returns whether it closed any.
    #[inline(always)]
    fn close_for_room(&self, state: &mut StarNode<W>, squares: &[u64; W], needed: u32) -> bool {
        let mut near = [0; W];
        let mut each = *squares;
        while let Some(square) = take_lowest(&mut each) {
            for (near, around) in near.iter_mut().zip(&self.around[square]) {
                *near |= around;
            }
            add(&mut near, square);
        }
        let mut near = and(&near, &state.open);
        let mut has_changed = false;
        while let Some(square) = take_lowest(&mut near) {
            let mut rest = *squares;
            close(&mut rest, &self.around[square]);
            let own = u32::from(has(squares, square));
            remove(&mut rest, square);
            if self.room(&rest) + own < needed {
                remove(&mut state.open, square);
                has_changed = true;
            }
        }
        has_changed
    }
}

#[inline(always)]
fn add<const W: usize>(squares: &mut [u64; W], square: usize) {
    squares[square / 64] |= 1 << (square % 64);
}

#[inline(always)]
fn remove<const W: usize>(squares: &mut [u64; W], square: usize) {
    squares[square / 64] &= !(1 << (square % 64));
}

#[inline(always)]
fn has<const W: usize>(squares: &[u64; W], square: usize) -> bool {
    squares[square / 64] >> (square % 64) & 1 == 1
}

/// Most pieces that a row of the largest board has room for.
pub(super) const MOST_STARS: u32 = MAX_N as u32 / 2;
